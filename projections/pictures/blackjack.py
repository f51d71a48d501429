"""The blackjack table: the dealer at the top, the boxes on their arc, their hands, doubles, splits and chips."""

from typing import Final

from ledger.values.places import DEALER, box_of
from projections.messages.catalogue import Words
from projections.pictures.drawing import BADGES, CARD, COLOURS, LINE, PAPER, QUIET, Drawing
from projections.pictures.scene import Chips, Hand, Scene, described, said_of
from projections.pictures.wagers import ROW, lay

_BOX: Final = 164
_TOP: Final = 150
"""Where the nearest boxes begin, below the dealer's cards."""

_DEEP: Final = 50
"""How much lower the middle boxes lie than the outer ones."""

_HAND: Final = 104
_LEAST: Final = 150
"""How deep a box is at least."""


def draw(shown: Scene, words: Words, *, four_colours: bool = False) -> str:
    """The table as SVG; box 1, at the dealer's left, is on the right of who looks at the dealer."""
    boxes = shown.boxes
    hands = {n: [hand for hand in shown.hands if box_of(hand.place) == n] for n in range(1, boxes + 1)}
    chips = {n: [one for one in shown.chips if one.box == n] for n in range(1, boxes + 1)}
    deep = {n: max(_HAND * max(len(hands[n]), 1) + ROW * len(chips[n]) + 44, _LEAST) for n in hands}
    loose = [one for one in shown.chips if one.box is None]
    width, below = 20 + boxes * _BOX, _TOP + max(_down(n, boxes) + deep[n] for n in hands)
    height = below + 20 + (ROW + 10 if loose else 0)
    title = words.say("picture.blackjack", round=shown.round)
    drawing = Drawing(width, height, title, described(shown, words), four_colours=four_colours)
    _dealer(drawing, next((hand for hand in shown.hands if hand.place == DEALER), None), width, words)
    for number, lying in hands.items():
        x = 10 + (boxes - number) * _BOX
        y = _TOP + _down(number, boxes)
        _box(drawing, number, (x, y, deep[number]), lying, chips[number], words)
    for number, one in enumerate(loose):
        lay(drawing, [one], 20 + number * 200, height - ROW - 6, words)
    return drawing.text()


def _down(number: int, boxes: int) -> int:
    """How far down the arc a box lies."""
    if boxes < 2:
        return _DEEP
    aside, half = 2 * number - boxes - 1, boxes - 1
    return _DEEP - _DEEP * aside * aside // (half * half)


def _dealer(drawing: Drawing, hand: Hand | None, width: int, words: Words) -> None:
    drawing.write(width // 2, 36, words.say("picture.dealer").upper(), 18, "middle", font_weight="bold", letter_spacing=2)
    if hand is None or not (hand.cards or hand.missed):
        return
    left = width // 2 - (len(hand.cards) * (CARD[0] + 6)) // 2
    _cards(drawing, hand, left, 50, CARD[0] + 6, words)
    drawing.write(left - 16, 96, hand.count, 26, "end")


def _box(
    drawing: Drawing, number: int, at: tuple[int, int, int], hands: list[Hand], chips: list[Chips], words: Words
) -> None:
    x, y, deep = at
    used = bool(hands or chips)
    edge: dict[str, str | int] = {"stroke": QUIET if used else LINE, "stroke_width": 2 if used else 1}
    drawing.shape("rect", x=x + 4, y=y, width=_BOX - 8, height=deep, rx=8, fill=PAPER if used else "none", **edge)
    drawing.write(x + 16, y + 22, words.say("picture.box", box=number), 15, fill=QUIET, font_weight="bold")
    for row, hand in enumerate(hands):
        top = y + 30 + row * _HAND
        last = CARD[1] if any(one.sideways for one in hand.cards) else CARD[0]
        gaps = len(hand.cards) - (0 if hand.missed else 1)
        step = min(CARD[0] + 4, (_BOX - 28 - last) // max(gaps, 1))
        _cards(drawing, hand, x + 14, top, step, words)
        drawing.write(x + _BOX - 14, top + 86, hand.count, 20, "end", font_weight="bold")
        if len(hands) > 1:
            drawing.write(x + 16, top + 86, f"{words.say('picture.split')} {row + 1}", 13, fill=QUIET)
    lay(drawing, chips, x + 8, y + 36 + _HAND * max(len(hands), 1), words)


def _cards(drawing: Drawing, hand: Hand, x: int, y: int, step: int, words: Words) -> None:
    for number, one in enumerate(hand.cards):
        drawing.card(one.card, x + number * step, y, sideways=one.sideways, down=one.down)
        if one.mark:
            drawing.flag(x + number * step, y, one.mark, sideways=one.sideways)
            drawing.badge(x + number * step + CARD[0], y, BADGES[one.mark], COLOURS[one.mark])
            drawing.write(x, y + 86, said_of(one.mark, "wrong", words), 13, fill=COLOURS[one.mark], font_weight="bold")
    if hand.missed:
        drawing.flag(x + len(hand.cards) * step, y, hand.missed, missing=True)
        told = said_of(hand.missed, "not_given", words)
        drawing.write(x, y + 86, told, 13, fill=COLOURS[hand.missed], font_weight="bold")

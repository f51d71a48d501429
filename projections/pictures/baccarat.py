"""The baccarat layout: punto, banco, the cards, and the wagers on either side and on the rest."""

from typing import Final

from ledger.values.places import BANCO, PUNTO
from projections.messages.catalogue import Words
from projections.pictures.drawing import BADGES, COLOURS, LINE, PAPER, QUIET, Drawing
from projections.pictures.scene import Hand, Scene, described, said_of
from projections.pictures.wagers import ROW, lay

_WIDTH: Final = 780
_SIDE: Final = 360
_CARDS: Final = 120
"""Down to here the cards; the wagers lie below."""


def draw(shown: Scene, words: Words, *, four_colours: bool = False) -> str:
    """The layout as SVG."""
    sides = {place: [one for one in shown.chips if one.kind == place] for place in (PUNTO, BANCO)}
    others = [one for one in shown.chips if one.kind not in sides]
    rows = max(map(len, sides.values()), default=0)
    below = _CARDS + 60 + rows * ROW
    height = below + (len(others) + 2) // 3 * ROW + (30 if others else 0)
    title = words.say("picture.baccarat", round=shown.round)
    drawing = Drawing(_WIDTH, height, title, described(shown, words), four_colours=four_colours)
    hands = {hand.place: hand for hand in shown.hands}
    for x, place in ((20, PUNTO), (400, BANCO)):
        drawing.shape("rect", x=x, y=20, width=_SIDE, height=below - 30, rx=8, fill=PAPER, stroke=LINE, stroke_width=2)
        if place in hands:
            _hand(drawing, hands[place], x, words)
        lay(drawing, sides[place], x + 15, _CARDS + 42, words)
    for number, one in enumerate(others):
        lay(drawing, [one], 20 + number % 3 * 250, below + 10 + number // 3 * ROW, words)
    if shown.called:
        told = words.say("picture.call", result=words.value(shown.called))
        drawing.shape("rect", x=_WIDTH // 2 - 75, y=6, width=150, height=28, rx=14, fill=PAPER, stroke=QUIET)
        drawing.write(_WIDTH // 2, 25, told, 14, "middle", font_weight="bold")
    return drawing.text()


def _hand(drawing: Drawing, hand: Hand, x: int, words: Words) -> None:
    drawing.write(x + 18, 62, hand.name.upper(), 20, font_weight="bold", letter_spacing=2)
    drawing.write(x + 18, 108, hand.count, 34)
    left = x + 125
    for number, one in enumerate(hand.cards):
        across = number >= 2 or one.sideways
        at = left + number * 58 + (8 if number >= 2 else 0) + max(number - 2, 0) * 24
        drawing.card(one.card, at, 60, sideways=across, down=one.down)
        if one.mark:
            drawing.flag(at, 60, one.mark, sideways=across)
            drawing.badge(at + (70 if across else 50), 80 if across else 60, BADGES[one.mark], COLOURS[one.mark])
            drawing.write(at, 150, said_of(one.mark, "wrong", words), 13, fill=COLOURS[one.mark], font_weight="bold")
    if hand.missed:
        at = left + len(hand.cards) * 58 + 8
        drawing.flag(at, 60, hand.missed, sideways=len(hand.cards) > 1, missing=True)
        told = said_of(hand.missed, "not_given", words)
        drawing.write(at, 150, told, 13, fill=COLOURS[hand.missed], font_weight="bold")

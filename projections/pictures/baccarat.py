"""The baccarat layout: punto, banco, the cards, and the wagers on either side and on the rest."""

from typing import Final

from ledger.places import BANCO, PUNTO
from projections.pictures.drawing import LINE, PAPER, QUIET, WRONG, Drawing
from projections.pictures.scene import Hand, Scene, described
from projections.pictures.wagers import ROW, lay
from projections.words import Words

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
        if one.wrong:
            drawing.frame(at, 60, sideways=across)
            drawing.badge(at + (70 if across else 50), 80 if across else 60, "!")
            drawing.write(at, 150, words.say("picture.wrong"), 13, fill=WRONG, font_weight="bold")
    if hand.missed:
        at = left + len(hand.cards) * 58 + 8
        drawing.frame(at, 60, sideways=len(hand.cards) > 1, dashed=True)
        drawing.write(at, 150, words.say("picture.not_given"), 13, fill=WRONG, font_weight="bold")

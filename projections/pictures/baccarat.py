"""The baccarat layout: punto, banco, the cards, and the wagers on either side and on the rest."""

from typing import Final

from ledger.values.places import BANCO, PUNTO
from projections.messages.catalogue import Catalogue
from projections.pictures.drawing import LINE_COLOUR, MARK_BADGES, MARK_COLOURS, MUTED_INK, PAPER, Drawing
from projections.pictures.scene import Scene, SceneHand, describe_scene, mark_label
from projections.pictures.wagers import WAGER_HEIGHT, draw_wagers

_WIDTH: Final = 780
_SIDE_WIDTH: Final = 360
_CARDS_HEIGHT: Final = 120
"""Down to here the cards; the wagers lie below."""


def draw(scene: Scene, words: Catalogue, *, four_colours: bool = False) -> str:
    """The layout as SVG."""
    sides = {place: [chips for chips in scene.chips if chips.kind == place] for place in (PUNTO, BANCO)}
    others = [chips for chips in scene.chips if chips.kind not in sides]
    rows = max(map(len, sides.values()), default=0)
    below = _CARDS_HEIGHT + 60 + rows * WAGER_HEIGHT
    height = below + (len(others) + 2) // 3 * WAGER_HEIGHT + (30 if others else 0)
    title = words.say("picture.baccarat", round=scene.round)
    drawing = Drawing(_WIDTH, height, title, describe_scene(scene, words), four_colours=four_colours)
    hands = {hand.place: hand for hand in scene.hands}
    for x, place in ((20, PUNTO), (400, BANCO)):
        drawing.shape(
            "rect", x=x, y=20, width=_SIDE_WIDTH, height=below - 30, rx=8, fill=PAPER, stroke=LINE_COLOUR, stroke_width=2
        )
        if place in hands:
            _draw_hand(drawing, hands[place], x, words)
        draw_wagers(drawing, sides[place], x + 15, _CARDS_HEIGHT + 42, words)
    for number, chips in enumerate(others):
        draw_wagers(drawing, [chips], 20 + number % 3 * 250, below + 10 + number // 3 * WAGER_HEIGHT, words)
    if scene.announced:
        call_text = words.say("picture.call", result=words.value(scene.announced))
        drawing.shape("rect", x=_WIDTH // 2 - 75, y=6, width=150, height=28, rx=14, fill=PAPER, stroke=MUTED_INK)
        drawing.write(_WIDTH // 2, 25, call_text, 14, "middle", font_weight="bold")
    return drawing.text()


def _draw_hand(drawing: Drawing, hand: SceneHand, x: int, words: Catalogue) -> None:
    drawing.write(x + 18, 62, hand.name.upper(), 20, font_weight="bold", letter_spacing=2)
    drawing.write(x + 18, 108, hand.count, 34)
    left = x + 125
    for number, scene_card in enumerate(hand.cards):
        across = number >= 2 or scene_card.is_sideways
        at = left + number * 58 + (8 if number >= 2 else 0) + max(number - 2, 0) * 24
        drawing.card(scene_card.card, at, 60, sideways=across, down=scene_card.is_face_down)
        if scene_card.mark:
            drawing.flag(at, 60, scene_card.mark, sideways=across)
            drawing.badge(
                at + (70 if across else 50),
                80 if across else 60,
                MARK_BADGES[scene_card.mark],
                MARK_COLOURS[scene_card.mark],
            )
            drawing.write(
                at,
                150,
                mark_label(scene_card.mark, "wrong", words),
                13,
                fill=MARK_COLOURS[scene_card.mark],
                font_weight="bold",
            )
    if hand.missing_card_mark:
        at = left + len(hand.cards) * 58 + 8
        drawing.flag(at, 60, hand.missing_card_mark, sideways=len(hand.cards) > 1, missing=True)
        label = mark_label(hand.missing_card_mark, "not_given", words)
        drawing.write(at, 150, label, 13, fill=MARK_COLOURS[hand.missing_card_mark], font_weight="bold")

"""The blackjack table: the dealer at the top, the boxes on their arc, their hands, doubles, splits and chips."""

from typing import Final

from ledger.values.places import DEALER, box_of
from projections.messages.catalogue import Catalogue
from projections.pictures.drawing import CARD_SIZE, LINE_COLOUR, MARK_BADGES, MARK_COLOURS, MUTED_INK, PAPER, Drawing
from projections.pictures.scene import Chips, Scene, SceneHand, describe_scene, mark_label
from projections.pictures.wagers import WAGER_HEIGHT, draw_wagers

_BOX_WIDTH: Final = 164
_BOXES_TOP: Final = 150
"""Where the nearest boxes begin, below the dealer's cards."""

_ARC_DEPTH: Final = 50
"""How much lower the middle boxes lie than the outer ones."""

_HAND_HEIGHT: Final = 104
_MIN_BOX_HEIGHT: Final = 150
"""How deep a box is at least."""


def draw(scene: Scene, words: Catalogue, *, four_colours: bool = False) -> str:
    """The table as SVG; box 1, at the dealer's left, is on the right of who looks at the dealer."""
    boxes = scene.box_count
    hands = {n: [hand for hand in scene.hands if box_of(hand.place) == n] for n in range(1, boxes + 1)}
    chips = {n: [chip for chip in scene.chips if chip.box == n] for n in range(1, boxes + 1)}
    deep = {
        n: max(_HAND_HEIGHT * max(len(hands[n]), 1) + WAGER_HEIGHT * len(chips[n]) + 44, _MIN_BOX_HEIGHT) for n in hands
    }
    loose = [chip for chip in scene.chips if chip.box is None]
    width, below = 20 + boxes * _BOX_WIDTH, _BOXES_TOP + max(_arc_offset(n, boxes) + deep[n] for n in hands)
    height = below + 20 + (WAGER_HEIGHT + 10 if loose else 0)
    title = words.say("picture.blackjack", round=scene.round)
    drawing = Drawing(width, height, title, describe_scene(scene, words), four_colours=four_colours)
    _draw_dealer(drawing, next((hand for hand in scene.hands if hand.place == DEALER), None), width, words)
    for number, lying in hands.items():
        x = 10 + (boxes - number) * _BOX_WIDTH
        y = _BOXES_TOP + _arc_offset(number, boxes)
        _draw_box(drawing, number, (x, y, deep[number]), lying, chips[number], words)
    for number, chip in enumerate(loose):
        draw_wagers(drawing, [chip], 20 + number * 200, height - WAGER_HEIGHT - 6, words)
    return drawing.text()


def _arc_offset(number: int, boxes: int) -> int:
    """How far down the arc a box lies."""
    if boxes < 2:
        return _ARC_DEPTH
    aside, half = 2 * number - boxes - 1, boxes - 1
    return _ARC_DEPTH - _ARC_DEPTH * aside * aside // (half * half)


def _draw_dealer(drawing: Drawing, hand: SceneHand | None, width: int, words: Catalogue) -> None:
    drawing.write(width // 2, 36, words.say("picture.dealer").upper(), 18, "middle", font_weight="bold", letter_spacing=2)
    if hand is None or not (hand.cards or hand.missing_card_mark):
        return
    left = width // 2 - (len(hand.cards) * (CARD_SIZE[0] + 6)) // 2
    _draw_cards(drawing, hand, left, 50, CARD_SIZE[0] + 6, words)
    drawing.write(left - 16, 96, hand.count, 26, "end")


def _draw_box(
    drawing: Drawing, number: int, area: tuple[int, int, int], hands: list[SceneHand], chips: list[Chips], words: Catalogue
) -> None:
    x, y, deep = area
    used = bool(hands or chips)
    edge: dict[str, str | int] = {"stroke": MUTED_INK if used else LINE_COLOUR, "stroke_width": 2 if used else 1}
    drawing.shape("rect", x=x + 4, y=y, width=_BOX_WIDTH - 8, height=deep, rx=8, fill=PAPER if used else "none", **edge)
    drawing.write(x + 16, y + 22, words.say("picture.box", box=number), 15, fill=MUTED_INK, font_weight="bold")
    for row, hand in enumerate(hands):
        top = y + 30 + row * _HAND_HEIGHT
        last = CARD_SIZE[1] if any(scene_card.is_sideways for scene_card in hand.cards) else CARD_SIZE[0]
        gaps = len(hand.cards) - (0 if hand.missing_card_mark else 1)
        step = min(CARD_SIZE[0] + 4, (_BOX_WIDTH - 28 - last) // max(gaps, 1))
        _draw_cards(drawing, hand, x + 14, top, step, words)
        drawing.write(x + _BOX_WIDTH - 14, top + 86, hand.count, 20, "end", font_weight="bold")
        if len(hands) > 1:
            drawing.write(x + 16, top + 86, f"{words.say('picture.split')} {row + 1}", 13, fill=MUTED_INK)
    draw_wagers(drawing, chips, x + 8, y + 36 + _HAND_HEIGHT * max(len(hands), 1), words)


def _draw_cards(drawing: Drawing, hand: SceneHand, x: int, y: int, step: int, words: Catalogue) -> None:
    for number, scene_card in enumerate(hand.cards):
        drawing.card(scene_card.card, x + number * step, y, sideways=scene_card.is_sideways, down=scene_card.is_face_down)
        if scene_card.mark:
            drawing.flag(x + number * step, y, scene_card.mark, sideways=scene_card.is_sideways)
            drawing.badge(x + number * step + CARD_SIZE[0], y, MARK_BADGES[scene_card.mark], MARK_COLOURS[scene_card.mark])
            drawing.write(
                x,
                y + 86,
                mark_label(scene_card.mark, "wrong", words),
                13,
                fill=MARK_COLOURS[scene_card.mark],
                font_weight="bold",
            )
    if hand.missing_card_mark:
        drawing.flag(x + len(hand.cards) * step, y, hand.missing_card_mark, missing=True)
        label = mark_label(hand.missing_card_mark, "not_given", words)
        drawing.write(x, y + 86, label, 13, fill=MARK_COLOURS[hand.missing_card_mark], font_weight="bold")

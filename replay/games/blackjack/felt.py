"""The blackjack cloth: the dealer at the top, the boxes on their arc with hands, doubles, splits and chips."""

from collections.abc import Iterator, Sequence
from typing import Final

from ledger.values.places import DEALER, box_of
from replay.judging.felt import (
    CARD_HEIGHT,
    CARD_WIDTH,
    WAGER_HEIGHT,
    CardSpot,
    Chips,
    Felt,
    FeltItem,
    HandSpot,
    Label,
    Phrase,
    Point,
    Rectangle,
    Scene,
    SceneHand,
    WagerSpot,
)

BOX_WIDTH: Final = 164
BOXES_TOP: Final = 150
"""Where the nearest boxes begin, below the dealer's cards."""

ARC_DEPTH: Final = 50
"""How much lower the middle boxes lie than the outer ones."""

HAND_HEIGHT: Final = 104
LEAST_BOX_HEIGHT: Final = 150
REMARK_DROP: Final = 86
"""How far below a card's upper edge the count, and what is wrong with a card, are written."""


def lay_out(scene: Scene) -> Felt:
    """Where things lie; box 1, at the dealer's left, is on the right of who looks at the dealer."""
    boxes = range(1, scene.box_count + 1)
    hands = {n: [hand for hand in scene.hands if box_of(hand.place) == n] for n in boxes}
    chips = {n: [chip for chip in scene.chips if chip.box == n] for n in boxes}
    loose = [chip for chip in scene.chips if chip.box is None]
    heights = {n: _box_height(len(hands[n]), len(chips[n])) for n in boxes}
    width = 20 + scene.box_count * BOX_WIDTH
    height = BOXES_TOP + max(_arc_offset(n, scene.box_count) + heights[n] for n in boxes)
    height += 20 + (WAGER_HEIGHT + 10 if loose else 0)
    items = list(_dealer_items(scene.hand_at(DEALER), width))
    for n in boxes:
        corner = 10 + (scene.box_count - n) * BOX_WIDTH, BOXES_TOP + _arc_offset(n, scene.box_count)
        items += _box_items(n, corner, heights[n], hands[n], chips[n])
    items += (WagerSpot(chip.wager, (20 + n * 200, height - WAGER_HEIGHT - 6), 190) for n, chip in enumerate(loose))
    return Felt(width, height, tuple(items))


def _box_height(hands: int, wagers: int) -> int:
    return max(HAND_HEIGHT * max(hands, 1) + WAGER_HEIGHT * wagers + 44, LEAST_BOX_HEIGHT)


def _arc_offset(number: int, boxes: int) -> int:
    """How far down the arc a box lies."""
    if boxes < 2:
        return ARC_DEPTH
    aside, half = 2 * number - boxes - 1, boxes - 1
    return ARC_DEPTH - ARC_DEPTH * aside * aside // (half * half)


def _dealer_items(hand: SceneHand | None, width: int) -> Iterator[FeltItem]:
    yield Label((width // 2, 36), Phrase("picture.dealer", case="upper"), 18, "middle", is_bold=True, spacing=2)
    if hand is None or not (hand.cards or hand.missing_card_mark):
        return
    left = width // 2 - len(hand.cards) * (CARD_WIDTH + 6) // 2
    yield _hand_spot(hand, (left, 50), CARD_WIDTH + 6)
    yield Label((left - 16, 96), hand.count, 26, "end")


def _box_items(
    number: int, corner: Point, height: int, hands: Sequence[SceneHand], chips: Sequence[Chips]
) -> Iterator[FeltItem]:
    x, y = corner
    if hands or chips:
        yield Rectangle((x + 4, y), BOX_WIDTH - 8, height, line="muted", line_width=2, radius=8)
    else:
        yield Rectangle((x + 4, y), BOX_WIDTH - 8, height, fill="none", line_width=1, radius=8)
    yield Label((x + 16, y + 22), Phrase("picture.box", {"box": number}), 15, ink="muted", is_bold=True)
    for row, hand in enumerate(hands):
        top = y + 30 + row * HAND_HEIGHT
        yield _hand_spot(hand, (x + 14, top), _card_step(hand))
        yield Label((x + BOX_WIDTH - 14, top + REMARK_DROP), hand.count, 20, "end", is_bold=True)
        if len(hands) > 1:
            yield Label((x + 16, top + REMARK_DROP), Phrase("picture.split", after=f" {row + 1}"), 13, ink="muted")
    below = y + 36 + HAND_HEIGHT * max(len(hands), 1)
    yield from (
        WagerSpot(chip.wager, (x + 8, below + row * WAGER_HEIGHT), BOX_WIDTH - 16) for row, chip in enumerate(chips)
    )


def _card_step(hand: SceneHand) -> int:
    """From card to card: as far as fits into the box, and no further than cards beside each other need."""
    last = CARD_HEIGHT if any(card.is_sideways for card in hand.cards) else CARD_WIDTH
    gaps = len(hand.cards) - (0 if hand.missing_card_mark else 1)
    return min(CARD_WIDTH + 4, (BOX_WIDTH - 28 - last) // max(gaps, 1))


def _hand_spot(hand: SceneHand, corner: Point, step: int) -> HandSpot:
    x, y = corner
    spots = [
        CardSpot((x + n * step, y), (x + n * step + CARD_WIDTH, y), (x, y + REMARK_DROP), is_across)
        for n, is_across in enumerate([*(card.is_sideways for card in hand.cards), False])
    ]
    return HandSpot(hand.place, tuple(spots[:-1]), spots[-1])

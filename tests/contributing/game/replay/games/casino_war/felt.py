"""The cloth of Casino War: the dealer at the top, a row of boxes, each with its cards and wagers."""

from collections.abc import Iterator
from typing import Final

from ledger.values.places import DEALER, box_of
from replay.judging.felt import (
    CARD_WIDTH,
    WAGER_HEIGHT,
    CardSpot,
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

BOX_WIDTH: Final = 170
BOXES_TOP: Final = 160
HAND_HEIGHT: Final = 140


def lay_out(scene: Scene) -> Felt:
    """Where things lie; box 1 is on the right of who looks at the dealer."""
    most = max((sum(chips.box == box for chips in scene.chips) for box in range(1, scene.box_count + 1)), default=0)
    width, height = 20 + max(scene.box_count, 3) * BOX_WIDTH, BOXES_TOP + HAND_HEIGHT + most * WAGER_HEIGHT + 20
    items: list[FeltItem] = [
        Label((width // 2, 36), Phrase("picture.dealer", case="upper"), 18, "middle", is_bold=True, spacing=2)
    ]
    items += _hand_items(scene.hand_at(DEALER), (width // 2 - CARD_WIDTH, 50))
    for box in range(1, scene.box_count + 1):
        corner = 10 + (scene.box_count - box) * BOX_WIDTH, BOXES_TOP
        items += _box_items(scene, box, corner, height - BOXES_TOP - 10)
    return Felt(width, height, tuple(items))


def _box_items(scene: Scene, box: int, corner: Point, height: int) -> Iterator[FeltItem]:
    x, y = corner
    yield Rectangle((x + 4, y), BOX_WIDTH - 8, height, line_width=1, radius=8)
    yield Label((x + 16, y + 22), Phrase("picture.box", {"box": box}), 15, ink="muted", is_bold=True)
    for hand in scene.hands:
        if box_of(hand.place) == box:
            yield from _hand_items(hand, (x + 16, y + 34))
    chips = [chips for chips in scene.chips if chips.box == box]
    for row, placed in enumerate(chips):
        yield WagerSpot(placed.wager, (x + 8, y + HAND_HEIGHT + row * WAGER_HEIGHT), BOX_WIDTH - 16)


def _hand_items(hand: SceneHand | None, corner: Point) -> Iterator[FeltItem]:
    """The first card, and beside it that of the war."""
    if hand is None:
        return
    x, y = corner
    lefts = [x + number * (CARD_WIDTH + 8) for number in range(len(hand.cards) + 1)]
    spots = [CardSpot((left, y), (left + CARD_WIDTH, y), (x, y + 86)) for left in lefts]
    yield HandSpot(hand.place, tuple(spots[:-1]), spots[-1])
    yield Label((x + 2 * (CARD_WIDTH + 8), y + 20), hand.count, 16, is_bold=True)

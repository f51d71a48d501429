"""The blackjack cloth: the dealer at the top, the boxes on an arc, each hand with its chips behind it.

A box that is in play at some time of the round has the room that it comes to need, and keeps it; the others are small.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import Final

from ledger.values.places import DEALER, box_of, hand_number_of
from replay.judging.felt import (
    CARD_HEIGHT,
    CARD_WIDTH,
    WAGER_CHIPS,
    WAGER_HEIGHT,
    CardSpot,
    Chips,
    Curve,
    Disc,
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

MARGIN: Final = 12
GAP: Final = 5
COLUMN_WIDTH: Final = 162
MOST_COLUMNS: Final = 4
"""So many hands or wagers lie beside each other in a box."""

EMPTY_WIDTH: Final = 46
EMPTY_RADIUS: Final = 17
DEALER_BOTTOM: Final = 146
"""How far down the dealer's cards reach, with what is said of them."""

DEALER_HALF: Final = 170
"""How far to either side of the middle they reach."""

DEALER_STEP: Final = CARD_WIDTH + 6
LEAST_TO_FOLD: Final = 5
"""How many boxes a table has at least on which the last two of either side may lie one below the other."""

ARC_TOP: Final = 30
"""No box lies higher."""

ARC_DEPTHS: Final = range(150, 50, -10)
MOST_SAG: Final = 60
"""By how much the arc may sink below the dealer's cards: it is as deep as that allows."""

HEADER_HEIGHT: Final = 30
SPLIT_HEIGHT: Final = 18
"""What the number of a hand takes, where a box has several."""

HAND_HEIGHT: Final = 100
REMARK_DROP: Final = 88
"""How far below a card's upper edge the count, and what is wrong with a card, are written."""

LINE_HEIGHT: Final = 16
"""What the line takes on which insurances lie."""

INSURANCE: Final = "insurance"
MAIN_KINDS: Final = ("main", "split", "free_split", "double", "free_double")
"""What lies on a hand's betting spot; whatever else is staked has a spot of its own."""


@dataclass(frozen=True)
class _Box:
    """A box with what lies there in the course of the round: its wagers by their hands, and its insurances."""

    number: int
    hands: Mapping[int, Sequence[str]]
    """The wagers by the hand behind which they lie."""
    insurances: Sequence[str]

    @cached_property
    def heights(self) -> Mapping[int, int]:
        """How tall it is with so many columns."""
        return {columns: self._height(columns) for columns in range(1, MOST_COLUMNS + 1)}

    def _height(self, columns: int) -> int:
        return self.hands_drop(columns) + sum(self.row_heights(columns)) + 8

    def hands_drop(self, columns: int) -> int:
        """How far below its upper edge the hands begin."""
        insured = -(-len(self.insurances) // columns) * WAGER_HEIGHT
        return HEADER_HEIGHT + (insured + LINE_HEIGHT if insured else 0)

    def hands_per_row(self, columns: int) -> int:
        return min(max(len(self.hands), 1), columns)

    def row_heights(self, columns: int) -> list[int]:
        """How tall its rows of hands are."""
        beside = self.hands_per_row(columns)
        wagers_beside, wagers = columns // beside, [len(wagers) for wagers in self.hands.values()]
        split = SPLIT_HEIGHT if len(wagers) > 1 else 0
        rows = [max(wagers[start : start + beside]) for start in range(0, len(wagers), beside)]
        return [split + HAND_HEIGHT + WAGER_HEIGHT * -(-most // wagers_beside) for most in rows]

    def columns_within(self, height: int) -> int:
        """The fewest columns with which it is not taller; if there are none, those with which it is lowest."""
        fitting = (columns for columns, tall in self.heights.items() if tall <= height)
        return next(fitting, min(self.heights, key=lambda columns: (self.heights[columns], columns)))


@dataclass(frozen=True)
class _Cloth:
    """The boxes in play with their columns, and where each box lies; on a folded cloth the last two of either side lie
    one below the other.
    """

    boxes: Mapping[int, _Box]
    columns: Mapping[int, int]
    box_count: int
    is_folded: bool

    def box_width(self, number: int) -> int:
        return self.columns[number] * COLUMN_WIDTH + 8 if number in self.columns else EMPTY_WIDTH

    def box_height(self, number: int) -> int:
        return self.boxes[number].heights[self.columns[number]] if number in self.columns else 2 * EMPTY_RADIUS

    @property
    def can_be_folded(self) -> bool:
        """Whether there are boxes to lie below each other on either side, and room for the dealer's cards between."""
        if self.box_count < LEAST_TO_FOLD or not self.boxes.keys() >= {1, 2, self.box_count - 1, self.box_count}:
            return False
        room = self.width // 2 - DEALER_HALF
        return self.slot_lefts[1] <= room and self.slot_lefts[-2] >= self.width - room

    @cached_property
    def slots(self) -> Sequence[Sequence[int]]:
        """The boxes that lie below each other, from the left; box 1, at the dealer's left, is on the right of who looks
        at the dealer.
        """
        numbers = range(self.box_count, 0, -1)
        if not self.is_folded:
            return [[number] for number in numbers]
        return [numbers[:2], *([number] for number in numbers[2:-2]), numbers[:-3:-1]]

    @cached_property
    def slot_lefts(self) -> Sequence[int]:
        """Where each of these begins, and where the last one ends."""
        widths = [max(map(self.box_width, slot)) + GAP for slot in self.slots]
        return list(accumulate(widths, initial=MARGIN + max(DEALER_HALF - sum(widths) // 2, 0)))

    @cached_property
    def width(self) -> int:
        return self.slot_lefts[-1] - GAP + self.slot_lefts[0]

    @cached_property
    def middles(self) -> Mapping[int, int]:
        """Where the middle of each box lies across."""
        pairs = zip(self.slots, pairwise(self.slot_lefts), strict=True)
        return {number: (left + end - GAP) // 2 for slot, (left, end) in pairs for number in slot}

    @cached_property
    def tops(self) -> Mapping[int, int]:
        """Where each box begins downwards."""
        centre = self.width // 2
        aside = {number: (middle - centre) ** 2 for number, middle in self.middles.items()}
        reach = max(*aside.values(), 1)
        if self.is_folded:
            upper = {slot[0]: ARC_TOP for slot in (self.slots[0], self.slots[-1])}
            lower = {slot[1]: ARC_TOP + self.box_height(slot[0]) + GAP for slot in (self.slots[0], self.slots[-1])}
            lowest = max(*lower.values(), DEALER_BOTTOM) + ARC_DEPTHS[-1] // 2
            arc = {number: lowest - ARC_DEPTHS[-1] // 2 * aside[number] // reach for number in aside}
            return {**arc, **upper, **lower}
        below = [n for n in aside if abs(self.middles[n] - centre) - self.box_width(n) // 2 < DEALER_HALF]
        sags = {depth: depth * max((aside[n] for n in below), default=0) // reach for depth in ARC_DEPTHS}
        depth = next((depth for depth, sag in sags.items() if sag <= MOST_SAG), ARC_DEPTHS[-1])
        lowest = max(DEALER_BOTTOM + sags[depth], ARC_TOP + depth)
        return {n: lowest - depth * aside[n] // reach for n in aside}

    @cached_property
    def height(self) -> int:
        return max(top + self.box_height(number) for number, top in self.tops.items()) + MARGIN


def lay_out(scene: Scene) -> Felt:
    """Where things lie."""
    cloth = _largest(scene.places, scene.laid, scene.box_count)
    loose = [chips for chips in scene.chips if chips.box is None]
    height = cloth.height + (WAGER_HEIGHT + 10 if loose else 0)
    items = [*_dealer_items(scene.hand_at(DEALER), cloth.width)]
    for number in cloth.middles:
        items += _box_items(cloth, number, scene) if number in cloth.boxes else _empty_items(cloth, number)
    items += (WagerSpot(chips.wager, (20 + n * 200, height - WAGER_HEIGHT - 6), 190) for n, chips in enumerate(loose))
    return Felt(cloth.width, height, tuple(items))


@lru_cache(maxsize=64)
def _largest(places: tuple[str, ...], laid: tuple[Chips, ...], box_count: int) -> _Cloth:
    """The cloth that is seen largest in a frame of four to three, of all that have room for what comes to lie there: with
    tall and narrow boxes, or with low and wide ones.
    """
    boxes = {number: box for number in range(1, box_count + 1) if (box := _box(places, laid, number)) is not None}
    limits = {tall for box in boxes.values() for tall in box.heights.values()} or {0}
    columns = [{n: box.columns_within(limit) for n, box in boxes.items()} for limit in sorted(limits, reverse=True)]
    cloths = [_Cloth(boxes, each, box_count, is_folded) for each in columns for is_folded in (False, True)]
    return min(
        (cloth for cloth in cloths if not cloth.is_folded or cloth.can_be_folded),
        key=lambda cloth: max(3 * cloth.width, 4 * cloth.height),
    )


def _box(places: Sequence[str], laid: Sequence[Chips], number: int) -> _Box | None:
    """A box with all that comes to lie there; None where it is never in play."""
    here = [place for place in places if box_of(place) == number]
    bets = [chips for chips in laid if chips.box == number]
    if not here and not bets:
        return None
    players = list(dict.fromkeys(chips.player for chips in bets))
    staked = sorted(bets, key=lambda chips: players.index(chips.player))
    hands = {hand_number_of(place) for place in here} | {chips.hand for chips in staked if chips.kind != INSURANCE}
    wagers = {
        hand: [chips.wager for chips in staked if chips.hand == hand and chips.kind != INSURANCE] for hand in sorted(hands)
    }
    return _Box(number, wagers, [chips.wager for chips in staked if chips.kind == INSURANCE])


def _dealer_items(hand: SceneHand | None, width: int) -> Iterator[FeltItem]:
    yield Label((width // 2, 34), Phrase("picture.dealer", case="upper"), 18, "middle", is_bold=True, spacing=2)
    if hand is None or not (hand.cards or hand.missing_card_mark):
        return
    slots = len(hand.cards) + (hand.missing_card_mark != "")
    step = min(DEALER_STEP, (2 * DEALER_HALF - 60 - CARD_WIDTH) // max(slots - 1, 1))
    left = width // 2 - (step * (slots - 1) + CARD_WIDTH) // 2
    yield _hand_spot(hand, (left, 46), step)
    yield Label((left - 12, 92), hand.count, 26, "end")


def _empty_items(cloth: _Cloth, number: int) -> Iterator[FeltItem]:
    x, y = cloth.middles[number], cloth.tops[number] + EMPTY_RADIUS
    yield Disc((x, y), EMPTY_RADIUS, "none", "line", 2)
    yield Label((x, y + 5), str(number), 15, "middle", "muted", is_bold=True)


def _box_items(cloth: _Cloth, number: int, scene: Scene) -> Iterator[FeltItem]:
    box, columns = cloth.boxes[number], cloth.columns[number]
    x, y = cloth.middles[number] - cloth.box_width(number) // 2, cloth.tops[number]
    yield Rectangle((x, y), cloth.box_width(number), cloth.box_height(number), line="muted", line_width=2, radius=8)
    yield Label((x + 12, y + 21), Phrase("picture.box", {"box": number}), 15, ink="muted", is_bold=True)
    lying = {chips.wager: chips for chips in scene.chips if chips.box == number}
    if box.insurances:
        yield from _insurance_items(box, columns, (x, y), lying)
    beside = box.hands_per_row(columns)
    wagers_beside = columns // beside
    hands = {hand_number_of(hand.place): hand for hand in scene.hands if box_of(hand.place) == number}
    tops = list(accumulate(box.row_heights(columns), initial=y + box.hands_drop(columns)))
    for n, (hand_number, wagers) in enumerate(box.hands.items()):
        row, column = divmod(n, beside)
        left, top = x + column * wagers_beside * COLUMN_WIDTH, tops[row]
        if len(box.hands) > 1:
            top += SPLIT_HEIGHT
        if len(hands) > 1 and hand_number in hands:
            yield Label((left + 12, top - 7), Phrase("picture.split", after=f" {hand_number}"), 13, ink="muted")
        if hand_number in hands:
            yield from _hand_items(hands[hand_number], (left + 12, top), wagers_beside * COLUMN_WIDTH - 16)
        for place, wager in enumerate(wagers):
            down, across = divmod(place, wagers_beside)
            corner = left + 4 + across * COLUMN_WIDTH, top + HAND_HEIGHT + down * WAGER_HEIGHT
            if wager in lying and lying[wager].hand == hand_number:
                yield from _wager_items(lying[wager], corner)
            elif (n, place) == (0, 0):
                yield _betting_spot(corner)


def _insurance_items(box: _Box, columns: int, corner: Point, lying: Mapping[str, Chips]) -> Iterator[FeltItem]:
    """The line on which the box is insured, bent as the arc is, with what lies on it towards the dealer."""
    x, y = corner
    end, line = x + columns * COLUMN_WIDTH, y + box.hands_drop(columns) - LINE_HEIGHT
    yield Label((end - 4, y + 20), Phrase("picture.insurance"), 13, "end", "muted")
    yield Curve(tuple((x + 8 + (end - x - 8) * n // 8, line + n * (8 - n) // 2) for n in range(9)), "gold", 3)
    for n, wager in enumerate(box.insurances):
        if wager in lying:
            down, across = divmod(n, columns)
            at = x + 4 + across * COLUMN_WIDTH, y + HEADER_HEIGHT - 4 + down * WAGER_HEIGHT
            yield WagerSpot(wager, at, COLUMN_WIDTH - 4, is_in_named_field=True)


def _wager_items(chips: Chips, corner: Point) -> Iterator[FeltItem]:
    """A betting spot with the chips on it, round for what is staked on a hand, with corners for a side bet."""
    x, y = corner
    middle = x + WAGER_CHIPS, y + WAGER_HEIGHT // 2
    if chips.kind in MAIN_KINDS:
        yield _betting_spot(corner)
    else:
        yield Rectangle((middle[0] - 18, middle[1] - 18), 36, 36, "none", "line", 2, 4)
    yield WagerSpot(chips.wager, corner, COLUMN_WIDTH - 4)


def _betting_spot(corner: Point) -> Disc:
    return Disc((corner[0] + WAGER_CHIPS, corner[1] + WAGER_HEIGHT // 2), 19, "none", "line", 2)


def _hand_items(hand: SceneHand, corner: Point, width: int) -> Iterator[FeltItem]:
    x, y = corner
    last = CARD_HEIGHT if any(card.is_sideways for card in hand.cards) else CARD_WIDTH
    gaps = len(hand.cards) - (0 if hand.missing_card_mark else 1)
    yield _hand_spot(hand, corner, min(CARD_WIDTH + 4, (width - 6 - last) // max(gaps, 1)))
    yield Label((x + width - 4, y + REMARK_DROP), hand.count, 20, "end", is_bold=True)


def _hand_spot(hand: SceneHand, corner: Point, step: int) -> HandSpot:
    x, y = corner
    spots = [
        CardSpot((x + n * step, y), (x + n * step + CARD_WIDTH, y), (x, y + REMARK_DROP), is_across)
        for n, is_across in enumerate([*(card.is_sideways for card in hand.cards), False])
    ]
    return HandSpot(hand.place, tuple(spots[:-1]), spots[-1])

"""The baccarat cloth: before the dealer the cards of punto and banco, then the fields, each with the wagers on it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.values.places import BANCO, PUNTO
from replay.judging.felt import (
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

MARGIN: Final = 14
GAP: Final = 8
SIDE_WIDTH: Final = 310
WIDTH: Final = 2 * (MARGIN + SIDE_WIDTH) + GAP
SIDES: Final[Mapping[str, int]] = {PUNTO: MARGIN, BANCO: MARGIN + SIDE_WIDTH + GAP}
"""Where each side begins."""

SIDE_TOP: Final = 26
SIDE_HEIGHT: Final = 148
CARDS_TOP: Final = SIDE_TOP + 44
FIRST_CARD: Final = 18
SECOND_CARD: Final = 58
THIRD_CARD: Final = 124
"""How far from the first card the second and the third one lie; from its side's edge the first."""

THIRD_STEP: Final = 82
ACROSS_WIDTH: Final = 70
CARDS_END: Final = SIDE_WIDTH - FIRST_CARD - 64
"""How far from the first card they end; to the right of them stands what they come to."""

REMARK_DROP: Final = 90
REMARK_WIDTH: Final = 124
"""How far below a card's upper edge it is said what is wrong with it, and how much room that needs within the side."""

FIELDS_TOP: Final = SIDE_TOP + SIDE_HEIGHT + GAP
NAME_HEIGHT: Final = 26
EMPTY_HEIGHT: Final = 34
"""How tall a field's name is, and how tall a field at least."""

LEAST_WAGER_WIDTH: Final = 148
MOST_BESIDE: Final = 4
"""So many fields lie beside each other at most."""

TIE: Final = "any_tie"


@dataclass(frozen=True, slots=True)
class _Field:
    """A field with all the wagers that lie on it at some time of the round."""

    name: str | Phrase
    wagers: Sequence[Chips]


def lay_out(scene: Scene) -> Felt:
    """Where things lie: égalité between the cards and the main fields, each other bet on a field of its own below."""
    items: list[FeltItem] = []
    for place, x in SIDES.items():
        items.append(Rectangle((x, SIDE_TOP), SIDE_WIDTH, SIDE_HEIGHT, line_width=2, radius=8))
        items += _hand_items(scene.hand_at(place), x)
    if scene.announced:
        call = Phrase("picture.call", {"result": scene.announced})
        items.append(Rectangle((WIDTH // 2 - 75, 5), 150, 28, line="muted", radius=14))
        items.append(Label((WIDTH // 2, 24), call, 14, "middle", is_bold=True))
    top = FIELDS_TOP
    for fields in _rows_of_fields(scene):
        width = (WIDTH - 2 * MARGIN - GAP * (len(fields) - 1)) // len(fields)
        columns = max(width // LEAST_WAGER_WIDTH, 1)
        rows = -(-max(len(field.wagers) for field in fields) // columns)
        height = NAME_HEIGHT + rows * WAGER_HEIGHT if rows else EMPTY_HEIGHT
        for number, field in enumerate(fields):
            items += _field_items(field, (MARGIN + number * (width + GAP), top), width, height, scene)
        top += height + GAP
    return Felt(WIDTH, top - GAP + MARGIN, tuple(items))


def _rows_of_fields(scene: Scene) -> Iterator[Sequence[_Field]]:
    """Égalité first, then punto and banco, then whatever else is staked on, some beside each other."""

    def on(kind: str) -> Sequence[Chips]:
        return [chips for chips in scene.laid if chips.kind == kind]

    yield [_Field(Phrase("picture.egalite", case="upper"), on(TIE))]
    yield [_Field(Phrase(f"picture.{side}", case="upper"), on(side)) for side in SIDES]
    others: dict[str, list[Chips]] = {}
    for chips in scene.laid:
        if chips.kind not in (TIE, *SIDES):
            others.setdefault(chips.placed_on, []).append(chips)
    fields = [_Field(name, wagers) for name, wagers in others.items()]
    yield from (fields[start : start + MOST_BESIDE] for start in range(0, len(fields), MOST_BESIDE))


def _field_items(field: _Field, corner: Point, width: int, height: int, scene: Scene) -> Iterator[FeltItem]:
    x, y = corner
    columns = max(width // LEAST_WAGER_WIDTH, 1)
    yield Rectangle(corner, width, height, line_width=2, radius=8)
    yield Label((x + 14, y + 21), field.name, 14, ink="muted", is_bold=True, width=width - 24)
    lying = {chips.wager: chips for chips in scene.chips}
    for number, laid in enumerate(field.wagers):
        chips = lying.get(laid.wager)
        if chips is not None and (chips.kind, chips.placed_on) == (laid.kind, laid.placed_on):
            row, column = divmod(number, columns)
            at = x + 6 + column * (width // columns), y + NAME_HEIGHT - 4 + row * WAGER_HEIGHT
            yield WagerSpot(chips.wager, at, width // columns - 10, is_in_named_field=True)


def _hand_items(hand: SceneHand | None, x: int) -> Iterator[FeltItem]:
    if hand is None:
        return
    yield Label((x + FIRST_CARD, SIDE_TOP + 32), hand.name.upper(), 20, is_bold=True, spacing=2)
    yield Label((x + SIDE_WIDTH - 20, CARDS_TOP + 49), hand.count, 42, "end")
    cards = len(hand.cards)
    step = _step(cards + (hand.missing_card_mark != ""))
    spots = (
        _card_spot(x + FIRST_CARD, number, step, is_across=number >= 2 or card.is_sideways)
        for number, card in enumerate(hand.cards)
    )
    missing = _card_spot(x + FIRST_CARD, cards, step, is_across=cards > 1)
    yield HandSpot(hand.place, tuple(spots), missing)


def _step(slots: int) -> int:
    """By how much a card lies to the right of the one before it from the third on, so that all of them lie on the cloth."""
    beyond = slots - 3
    return THIRD_STEP if beyond < 1 else min(THIRD_STEP, (CARDS_END - THIRD_CARD - ACROSS_WIDTH) // beyond)


def _card_spot(left: int, number: int, step: int, *, is_across: bool) -> CardSpot:
    """The third card lies across, and so would a fourth."""
    x = left + (number * SECOND_CARD if number < 2 else THIRD_CARD + (number - 2) * step)
    badge = (x + 70, CARDS_TOP + 20) if is_across else (x + 50, CARDS_TOP)
    remark = min(x, left + SIDE_WIDTH - FIRST_CARD - REMARK_WIDTH)
    return CardSpot((x, CARDS_TOP), badge, (remark, CARDS_TOP + REMARK_DROP), is_across)

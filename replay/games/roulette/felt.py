"""The roulette table: the wheel with the ball in its compartment, the layout with chips and dolly, the racetrack.

Colours are told by letters besides: every number bears the first letter of its colour.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import cos, pi, sin
from typing import Final, Literal

from ledger.values.pockets import pockets_of
from ledger.values.wheel_layout import EVEN_CHANCES, THIRDS, Layout, layout_of
from replay.judging.felt import (
    WAGER_HEIGHT,
    Chips,
    ChipSpot,
    Colour,
    Curve,
    Disc,
    Felt,
    FeltItem,
    Label,
    MarkerSpot,
    Phrase,
    Point,
    Polygon,
    Rectangle,
    Scene,
    WagerSpot,
    Way,
)

CELL: Final = 50
NUMBERS_LEFT: Final = 470
"""Where the numbers begin; the zeros lie left of them, the wheel further left."""

LAYOUT_TOP: Final = 36
NAME_DROP: Final = -3
CHIPS_DROP: Final = 12
"""How far below the middle of a field its name stands by its base line, and its chips lie."""

WHEEL_CENTRE: Final = (202, 206)
RIM_RADIUS: Final = 194
TRACK_RADIUS: Final = 181
"""Where the ball runs."""

OUTER_RADIUS: Final = 168
INNER_RADIUS: Final = 120
BALL_RADIUS: Final = 106
"""Where the ball rests."""

WHEEL_WAY_RADIUS: Final = 82
BALL_TURN: Final = Fraction(5, 6)
WHEEL_TURN: Final = Fraction(1, 5)
"""Which part of a turn is shown of the ball's way, and of the wheel's."""

RUNNING_AT: Final = Fraction(1, 8)
"""Where the ball is shown that runs, clockwise from the top, as a part of a turn."""

TRACK_TOP: Final = 310
"""Where the racetrack begins, below the layout; it has two lanes, with marks above the one and below the other."""

LANE_HEIGHT: Final = 26
MARK_RADIUS: Final = 8
WAGERS_TOP: Final = 408
WAGERS_PER_ROW: Final = 4
WAGER_WIDTH: Final = 285
EVEN_CHANCES_IN_ORDER: Final = ("low", "even", "red", "black", "odd", "high")
CHIP_STEP: Final = 22
"""How far from each other chips lie in a field, if there is room; on a line they lie closer."""

LINE_STEP: Final = 16
DOLLY_WIDTH: Final = 16
POCKET_COLOURS: Final[Mapping[str, Colour]] = {"red": "red", "black": "black", "green": "green"}


def lay_out(scene: Scene) -> Felt:
    """Where things lie."""
    layout = layout_of(scene.wheel)
    fields = _field_areas(layout)
    resting = scene.pocket if scene.pocket in layout.wheel else None
    won = resting if scene.no_spin is None else None
    items = [*_wheel_items(layout), *_ball_items(scene, layout, resting), *_layout_items(layout, fields)]
    items += _racetrack_items(layout, won)
    names = {wager: str(number) for number, wager in enumerate(dict.fromkeys(chips.wager for chips in scene.laid), 1)}
    for chips in scene.chips:
        row, column = divmod(int(names[chips.wager]) - 1, WAGERS_PER_ROW)
        at = 20 + column * WAGER_WIDTH, WAGERS_TOP + row * (WAGER_HEIGHT + 6)
        items.append(WagerSpot(chips.wager, at, WAGER_WIDTH - 20, names[chips.wager]))
    items += _chip_items(scene.chips, layout, _beside_dolly(fields, scene.dolly), names)
    items += _track_marks(scene.chips, layout, names)
    if scene.dolly is not None and scene.dolly in fields:
        x, y, width, height = fields[scene.dolly]
        items.append(Rectangle((x, y), width, height, "none", "gold", 4))
        text = Phrase("picture.dolly", after=f" {scene.dolly}")
        items.append(
            MarkerSpot((x + width - DOLLY_WIDTH // 2 - 2, y + height - 5), text, (x + width // 2, LAYOUT_TOP - 16))
        )
    rows = (len(names) + WAGERS_PER_ROW - 1) // WAGERS_PER_ROW
    width = NUMBERS_LEFT + (len(layout.rows) + 1) * CELL + 30
    return Felt(width, WAGERS_TOP + 10 + rows * (WAGER_HEIGHT + 6), tuple(items))


def _wheel_items(layout: Layout) -> Iterator[FeltItem]:
    """The compartments clockwise, the first of them at the top, within the rim on which the ball runs."""
    yield Disc(WHEEL_CENTRE, RIM_RADIUS, "wood")
    count = len(layout.wheel)
    for number, pocket in enumerate(layout.wheel):
        before, after = Fraction(2 * number - 1, 2 * count), Fraction(2 * number + 1, 2 * count)
        corners = (
            _wheel_point(before, OUTER_RADIUS),
            _wheel_point(after, OUTER_RADIUS),
            _wheel_point(after, INNER_RADIUS),
            _wheel_point(before, INNER_RADIUS),
        )
        yield Polygon(corners, POCKET_COLOURS[layout.colour(pocket)])
        at = Fraction(number, count)
        a, b = _wheel_point(at, (OUTER_RADIUS + INNER_RADIUS) // 2 + 8)
        yield Label((a, b + 5), pocket, 14, "middle", "paper", is_bold=True, turn=number * 360 // count)
        a, b = _wheel_point(at, INNER_RADIUS + 10)
        yield Label((a, b + 3), _colour_letter(layout, pocket), 9, "middle", "paper")
    yield Disc(WHEEL_CENTRE, INNER_RADIUS, "ivory")


def _ball_items(scene: Scene, layout: Layout, resting: str | None) -> Iterator[FeltItem]:
    """The ball in its compartment or on the rim, the ways of ball and wheel, and in the middle what they come to."""
    x, y = WHEEL_CENTRE
    if scene.wheel_way is not None:
        middle = WHEEL_TURN / 2 if scene.wheel_way == "cw" else -WHEEL_TURN / 2
        yield from _way_items(middle, WHEEL_WAY_RADIUS, WHEEL_TURN, scene.wheel_way, "muted")
    rests_at = None if resting is None else Fraction(layout.wheel.index(resting), len(layout.wheel))
    if scene.ball_way is not None and (scene.is_ball_running or rests_at is not None):
        yield from _way_items(rests_at or RUNNING_AT, TRACK_RADIUS, BALL_TURN, scene.ball_way, "ivory")
    if scene.is_ball_running:
        yield Disc(_wheel_point(RUNNING_AT, TRACK_RADIUS), 10, "white", "wrong", 3)
    if rests_at is not None:
        a, b = _wheel_point(rests_at, BALL_RADIUS)
        yield Disc((a, b), 10, *(("white", "wrong") if scene.no_spin is None else ("line", "muted")), 4)
        if scene.no_spin is not None:
            yield Curve(((a - 10, b - 10), (a + 10, b + 10)), "wrong", 3)
            yield Curve(((a - 10, b + 10), (a + 10, b - 10)), "wrong", 3)
    if scene.no_spin is not None:
        yield Rectangle((x - 108, y - 34), 216, 68, "paper", "wrong", 3, 8)
        yield Label((x, y - 2), Phrase("picture.no_spin", case="upper"), 26, "middle", "wrong", is_bold=True, spacing=2)
        yield Label((x, y + 21), scene.no_spin, 13, "middle", is_bold=True, width=206)
    elif resting is not None:
        yield Label((x, y + 8), resting, 40, "middle", is_bold=True)
        yield Label((x, y + 34), Phrase("picture.ball", {"pocket": resting}), 15, "middle")
    else:
        yield Label((x, y + 6), Phrase("picture.wheel"), 18, "middle")


def _way_items(end: Fraction, radius: int, turn: Fraction, way: Way, colour: Colour) -> Iterator[FeltItem]:
    """An arc that ends with an arrow's head, as parts of a turn clockwise from the top."""
    ahead = 1 if way == "cw" else -1
    tip, base = end - ahead * Fraction(12, 6 * radius), end - ahead * Fraction(28, 6 * radius)
    steps = 48 * turn.numerator // turn.denominator
    yield Curve(
        tuple(_wheel_point(base - ahead * (turn * (steps - n) / steps), radius) for n in range(steps + 1)), colour, 3
    )
    head = (_wheel_point(tip, radius), _wheel_point(base, radius - 7), _wheel_point(base, radius + 7))
    yield Polygon(head, colour, colour)


def _wheel_point(turn: Fraction, radius: int) -> Point:
    """A point of the wheel at a radius, by its part of a turn clockwise from the top."""
    angle = 2 * pi * turn
    return round(WHEEL_CENTRE[0] + radius * sin(angle)), round(WHEEL_CENTRE[1] - radius * cos(angle))


Area = tuple[int, int, int, int]
"""Left, top, width and height."""


def _field_areas(layout: Layout) -> Mapping[str, Area]:
    """The fields in the order in which they are printed: numbers, zeros, `column 1`, `dozen 1`, `low` and so on."""
    areas: dict[str, Area] = {}
    across = len(layout.rows) * CELL
    for row, numbers in enumerate(layout.rows):
        for line, number in enumerate(numbers):
            areas[number] = NUMBERS_LEFT + row * CELL, LAYOUT_TOP + (2 - line) * CELL, CELL, CELL
    tall = 3 * CELL // len(layout.zeros)
    for part, zero in enumerate(reversed(layout.zeros)):
        areas[zero] = NUMBERS_LEFT - CELL, LAYOUT_TOP + part * tall, CELL, tall
    for third in THIRDS:
        areas[f"column {third}"] = NUMBERS_LEFT + across, LAYOUT_TOP + (3 - third) * CELL, CELL, CELL
        wide = across // 3
        areas[f"dozen {third}"] = NUMBERS_LEFT + (third - 1) * wide, LAYOUT_TOP + 3 * CELL, wide, CELL
    wide = across // len(EVEN_CHANCES)
    for part, kind in enumerate(EVEN_CHANCES_IN_ORDER):
        areas[kind] = NUMBERS_LEFT + part * wide, LAYOUT_TOP + 4 * CELL, wide, CELL
    return areas


def _beside_dolly(areas: Mapping[str, Area], dolly: str | None) -> Mapping[str, Area]:
    """The fields as far as there is room for chips."""
    if dolly is None or dolly not in areas:
        return areas
    x, y, width, height = areas[dolly]
    return {**areas, dolly: (x, y, width - DOLLY_WIDTH, height)}


def _layout_items(layout: Layout, areas: Mapping[str, Area]) -> Iterator[FeltItem]:
    half = 3 * len(layout.rows) // 2
    for name, (x, y, width, height) in areas.items():
        kind, _, third = name.partition(" ")
        label: str | Phrase = name
        colour = POCKET_COLOURS.get(layout.colour(name)) if name in layout.wheel else POCKET_COLOURS.get(name)
        if kind == "column":
            label = "2:1"
        elif kind == "dozen":
            label = Phrase("picture.dozen", {"number": third})
        elif kind in EVEN_CHANCES:
            label = Phrase(f"picture.{kind}", {"first": half + 1, "last": half if kind == "low" else 2 * half})
        ink: Literal["paper", "ink"] = "paper" if colour else "ink"
        yield Rectangle((x, y), width, height, colour or "paper", line_width=2)
        yield Label((x + width // 2, y + height // 2 + NAME_DROP), label, 17, "middle", ink, is_bold=True)
        if name in layout.wheel and name not in layout.zeros:
            yield Label((x + CELL - 4, y + 13), _colour_letter(layout, name), 10, "end", "paper")


def _track_areas(layout: Layout) -> Mapping[str, Area]:
    """The numbers of the racetrack in the order of the wheel, clockwise from the upper left, in two lanes."""
    above = (len(layout.wheel) + 1) // 2
    wide = (len(layout.rows) + 2) * CELL // above
    areas = {}
    for number, pocket in enumerate(layout.wheel):
        lane = int(number >= above)
        column = len(layout.wheel) - 1 - number if lane else number
        areas[pocket] = NUMBERS_LEFT - CELL + column * wide, TRACK_TOP + lane * LANE_HEIGHT, wide - 2, LANE_HEIGHT - 2
    return areas


def _racetrack_items(layout: Layout, won: str | None) -> Iterator[FeltItem]:
    """The racetrack, where neighbours are called."""
    for pocket, (x, y, width, height) in _track_areas(layout).items():
        line: Colour = "gold" if pocket == won else "line"
        line_width = 4 if pocket == won else None
        yield Rectangle((x, y), width, height, POCKET_COLOURS[layout.colour(pocket)], line, line_width)
        yield Label((x + width // 2, y + 17), pocket, 13, "middle", "paper", is_bold=True)


def _track_marks(chips: Sequence[Chips], layout: Layout, names: Mapping[str, str]) -> Iterator[FeltItem]:
    """At the numbers that a call bet covers the number of the wager, outside the lanes."""
    areas = _track_areas(layout)
    marks: dict[str, list[str]] = {}
    for wager in chips:
        for pocket in wager.called:
            marks.setdefault(pocket, []).append(names[wager.wager])
    for pocket, here in marks.items():
        x, y, width, height = areas[pocket]
        beside = y + height + MARK_RADIUS + 3 if y > TRACK_TOP else y - MARK_RADIUS - 3
        for across, name in zip(_spread(x + width // 2, len(here), width, 2 * MARK_RADIUS), here, strict=True):
            yield Disc((across, beside), MARK_RADIUS, "paper", "muted")
            yield Label((across, beside + 4), name, 10, "middle", is_bold=True)


def _spread(middle: int, count: int, room: int, step: int) -> Sequence[int]:
    """So many places around a middle, a step from each other or as far as there is room."""
    step = min(step, (room - step) // max(count - 1, 1))
    return [middle + (2 * n - count + 1) * step // 2 for n in range(count)]


def _colour_letter(layout: Layout, pocket: str) -> str | Phrase:
    colour = layout.colour(pocket)
    return "" if colour == "green" else Phrase(f"picture.{colour}", case="initial")


def _chip_items(
    chips: Sequence[Chips], layout: Layout, fields: Mapping[str, Area], names: Mapping[str, str]
) -> Iterator[FeltItem]:
    """The chips on the layout: in the lower half of a field, or on the line between numbers; several beside each other."""
    lying: dict[_Place, list[tuple[Chips, Fraction | int]]] = {}
    for wager in (wager for wager in chips if wager.is_on_layout):
        pieces = [(piece.kind, piece.numbers, piece.share) for piece in wager.pieces]
        if not wager.called:
            pieces = [(wager.kind, pockets_of(wager.numbers) if wager.numbers else (), 1)]
        for kind, numbers, share in pieces:
            place = _line_place(kind, numbers, layout, fields) or _field_place(kind, numbers, wager.index, fields)
            if place is not None:
                lying.setdefault(place, []).append((wager, share))
    for (x, y, room, is_upright), here in lying.items():
        step = CHIP_STEP if room else LINE_STEP
        places = _spread(y if is_upright else x, len(here), room or CELL, step)
        for across, (wager, share) in zip(places, here, strict=True):
            yield ChipSpot(wager.wager, (x, across) if is_upright else (across, y), names[wager.wager], share)


_Place = tuple[int, int, int, bool]
"""Where chips lie by their middle, in how much room of a field, 0 on a line, and whether several lie below each other."""


def _field_place(kind: str, numbers: Sequence[str], index: int | None, fields: Mapping[str, Area]) -> _Place | None:
    name = numbers[0] if numbers else kind if index is None else f"{kind} {index}"
    if name not in fields:
        return None
    x, y, width, height = fields[name]
    return x + width // 2, y + height // 2 + CHIPS_DROP, width, False


def _line_place(kind: str, numbers: Sequence[str], layout: Layout, fields: Mapping[str, Area]) -> _Place | None:
    """On the line between its numbers, or at the edge of its row; None for one number, or none that are on the layout."""
    there = [fields[number] for number in numbers if number in fields and number not in layout.zeros]
    if len(numbers) < 2 or not there:
        return None
    x = sum(left + CELL // 2 for left, *_ in there) // len(there)
    y = sum(top + CELL // 2 for _, top, *_ in there) // len(there)
    with_zero = any(number in layout.zeros for number in numbers)
    if kind in ("six_line", "first_four") or (kind == "street" and not with_zero):
        y = LAYOUT_TOP + 3 * CELL
    is_upright = with_zero or (y - LAYOUT_TOP) % CELL == CELL // 2
    return (NUMBERS_LEFT if with_zero else x), (y if is_upright else y - 4), 0, is_upright

"""The roulette table: the wheel with the ball in its compartment, the layout with chips and dolly, the racetrack.

Colours are told by letters besides: every number bears the first letter of its colour.
"""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import Final, Literal

from ledger.values.pockets import pockets_of
from ledger.values.wheel_layout import EVEN_CHANCES, NUMBERED_KINDS, THIRDS, Layout, layout_of
from replay.judging.felt import (
    WAGER_HEIGHT,
    Chips,
    ChipSpot,
    Colour,
    DashedLine,
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
)

CELL: Final = 50
NUMBERS_LEFT: Final = 470
"""Where the numbers begin; the zeros lie left of them, the wheel further left."""

LAYOUT_TOP: Final = 60
WHEEL_CENTRE: Final = (195, 205)
OUTER_RADIUS: Final = 175
INNER_RADIUS: Final = 125
BALL_RADIUS: Final = 108
TRACK_TOP: Final = 326
"""Where the racetrack begins, below the layout; it has two lanes."""

LANE_HEIGHT: Final = 26
WAGERS_TOP: Final = 400
WAGERS_PER_ROW: Final = 4
WAGER_WIDTH: Final = 285
EVEN_CHANCES_IN_ORDER: Final = ("low", "even", "red", "black", "odd", "high")
BESIDE_THE_LABEL: Final[Mapping[str, Point]] = {"column": (0, 14), "dozen": (64, 0)}
"""Where in a field its chips lie, from its middle."""

POCKET_COLOURS: Final[Mapping[str, Colour]] = {"red": "red", "black": "black", "green": "green"}


def lay_out(scene: Scene) -> Felt:
    """Where things lie."""
    layout = layout_of(scene.wheel)
    fields = _field_areas(layout)
    middles = {name: (x + width // 2, y + height // 2) for name, (x, y, width, height) in fields.items()}
    items = [*_wheel_items(layout, scene.pocket), *_layout_items(layout, fields), *_racetrack_items(layout, scene.pocket)]
    for number, chips in enumerate(scene.chips):
        row, column = divmod(number, WAGERS_PER_ROW)
        at = 20 + column * WAGER_WIDTH, WAGERS_TOP + row * (WAGER_HEIGHT + 6)
        items.append(WagerSpot(chips.wager, at, WAGER_WIDTH - 20, str(number + 1)))
        point = None if chips.is_on_print else _chip_point(chips, layout, middles)
        if point is not None:
            items.append(ChipSpot(chips.wager, point, str(number + 1)))
    if scene.dolly is not None and scene.dolly in middles:
        items.append(MarkerSpot(middles[scene.dolly], Phrase("picture.dolly")))
    rows = (len(scene.chips) + WAGERS_PER_ROW - 1) // WAGERS_PER_ROW
    width = NUMBERS_LEFT + (len(layout.rows) + 1) * CELL + 30
    return Felt(width, WAGERS_TOP + 10 + rows * (WAGER_HEIGHT + 6), tuple(items))


def _wheel_items(layout: Layout, ball: str | None) -> Iterator[FeltItem]:
    """The compartments clockwise, the first of them at the top."""
    x, y = WHEEL_CENTRE
    yield Disc(WHEEL_CENTRE, OUTER_RADIUS + 8, "wood")
    count = len(layout.wheel)
    for number, pocket in enumerate(layout.wheel):
        before, after = 2 * number - 1, 2 * number + 1
        corners = (
            _wheel_point(before, count, OUTER_RADIUS),
            _wheel_point(after, count, OUTER_RADIUS),
            _wheel_point(after, count, INNER_RADIUS),
            _wheel_point(before, count, INNER_RADIUS),
        )
        yield Polygon(corners, POCKET_COLOURS[layout.colour(pocket)])
        a, b = _wheel_point(2 * number, count, (OUTER_RADIUS + INNER_RADIUS) // 2 + 8)
        turn = number * 360 // count
        yield Label((a, b + 5), pocket, 14, "middle", "paper", is_bold=True, turn=turn)
        a, b = _wheel_point(2 * number, count, INNER_RADIUS + 10)
        yield Label((a, b + 3), _colour_letter(layout, pocket), 9, "middle", "paper")
    yield Disc(WHEEL_CENTRE, INNER_RADIUS, "ivory")
    if ball not in layout.wheel:
        yield Label((x, y + 6), Phrase("picture.wheel"), 18, "middle")
        return
    at = _wheel_point(2 * layout.wheel.index(ball), count, BALL_RADIUS)
    yield Disc(at, 11, "paper", "wrong", 4)
    yield DashedLine((x, y + 20), at, "wrong")
    yield Label((x, y + 8), ball, 40, "middle", is_bold=True)
    yield Label((x, y + 34), Phrase("picture.ball", {"pocket": ball}), 15, "middle")


def _wheel_point(half_steps: int, count: int, radius: int) -> Point:
    """A point of the wheel at a radius, so many half compartments clockwise from the top."""
    angle = pi * half_steps / count
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
        yield Label((x + width // 2, y + height // 2 + 6), label, 17, "middle", ink, is_bold=True)
        if name in layout.wheel and name not in layout.zeros:
            yield Label((x + CELL - 5, y + CELL - 5), _colour_letter(layout, name), 10, "end", "paper")


def _racetrack_items(layout: Layout, ball: str | None) -> Iterator[FeltItem]:
    """The numbers in the order of the wheel, clockwise from the upper left, where neighbours are called."""
    above = (len(layout.wheel) + 1) // 2
    wide = (len(layout.rows) + 2) * CELL // above
    for number, pocket in enumerate(layout.wheel):
        lane = int(number >= above)
        column = len(layout.wheel) - 1 - number if lane else number
        x, y = NUMBERS_LEFT - CELL + column * wide, TRACK_TOP + lane * LANE_HEIGHT
        fill, is_rested = POCKET_COLOURS[layout.colour(pocket)], pocket == ball
        line: Colour = "gold" if is_rested else "line"
        yield Rectangle((x, y), wide - 2, LANE_HEIGHT - 2, fill, line, 4 if is_rested else None)
        yield Label((x + wide // 2 - 1, y + 17), pocket, 13, "middle", "paper", is_bold=True)


def _colour_letter(layout: Layout, pocket: str) -> str | Phrase:
    colour = layout.colour(pocket)
    return "" if colour == "green" else Phrase(f"picture.{colour}", case="initial")


def _chip_point(chips: Chips, layout: Layout, middles: Mapping[str, Point]) -> Point | None:
    """Where a chip lies: on the line between its numbers, or in its field beside the label."""
    if chips.kind in NUMBERED_KINDS or chips.numbers:
        return _point_between(pockets_of(chips.numbers or ""), chips.kind, layout, middles)
    middle = middles.get(chips.kind if chips.index is None else f"{chips.kind} {chips.index}")
    aside = BESIDE_THE_LABEL.get(chips.kind, (34, 0))
    return middle and (middle[0] + aside[0], middle[1] + aside[1])


def _point_between(numbers: tuple[str, ...], kind: str, layout: Layout, middles: Mapping[str, Point]) -> Point | None:
    there = [middles[number] for number in numbers if number in middles and number not in layout.zeros]
    if not there:
        return middles.get(numbers[0]) if numbers else None
    x, y = sum(x for x, _ in there) // len(there), sum(y for _, y in there) // len(there)
    zero = any(number in layout.zeros for number in numbers)
    if kind in ("six_line", "first_four") or (kind == "street" and not zero):
        y = LAYOUT_TOP + 3 * CELL
    return (NUMBERS_LEFT if zero else x), y

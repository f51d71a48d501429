"""The roulette table: the wheel with the ball in its compartment, and the layout with chips and dolly.

Colours are told by letters besides: every number bears the first letter of its colour.
"""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from ledger.values.pockets import pockets_of
from ledger.values.wheel_layout import EVEN_CHANCES, NUMBERED_KINDS, THIRDS, Layout, layout_of
from projections.messages.catalogue import Catalogue
from projections.pictures.drawing import INK, LINE_COLOUR, MARK_COLOURS, PAPER, WRONG_COLOUR, Drawing
from projections.pictures.scene import Chips, Scene
from projections.pictures.scene import describe_scene as hands_described
from projections.pictures.wagers import WAGER_HEIGHT, draw_wagers

_POCKET_FILLS: Final = {"red": "#b3261e", "black": "#1b1f1d", "green": "#1c6b2f"}
_CELL_SIZE: Final = 50
_NUMBERS_LEFT: Final = 470
"""Where the numbers begin; the zeros lie left of them, the wheel further left."""

_LAYOUT_TOP: Final = 60
_WHEEL_CENTRE: Final = (195, 205)
_OUTER_RADIUS: Final = 175
_INNER_RADIUS: Final = 125
_BALL_RADIUS: Final = 108
_RESTED_COLOUR: Final = "#e8b400"
"""Around the number on the racetrack in which the ball rests: it stands out from red, black and green."""

_TRACK_TOP: Final = 326
"""Where the racetrack begins, below the layout; it has two lanes."""

_LANE_HEIGHT: Final = 26
_WAGERS_PER_ROW: Final = 4
"""How many wagers are listed in a row below."""

Point = tuple[int, int]


def draw(scene: Scene, words: Catalogue, *, four_colours: bool = False) -> str:
    """The wheel and the layout as SVG, and the wagers by their numbers below."""
    layout = layout_of(scene.wheel)
    width = _NUMBERS_LEFT + len(layout.rows) * _CELL_SIZE + _CELL_SIZE + 30
    rows = (len(scene.chips) + _WAGERS_PER_ROW - 1) // _WAGERS_PER_ROW
    title = words.say("picture.roulette", round=scene.round)
    desc = describe_table(scene, words)
    drawing = Drawing(width, 410 + rows * (WAGER_HEIGHT + 6), title, desc, four_colours=four_colours)
    _draw_wheel(drawing, layout, scene.pocket, words)
    places = _draw_layout(drawing, layout, words)
    _draw_racetrack(drawing, layout, scene.pocket)
    for number, chips in enumerate(scene.chips, 1):
        x, y = 20 + (number - 1) % _WAGERS_PER_ROW * 285, 400 + (number - 1) // _WAGERS_PER_ROW * (WAGER_HEIGHT + 6)
        draw_wagers(drawing, [chips], x, y, words, sign=str(number), max_length=34)
        at = None if chips.is_on_print else _chip_point(chips, layout, places)
        if at is not None:
            drawing.chip(*at, str(number), MARK_COLOURS[chips.mark] if chips.mark else INK)
    if scene.dolly is not None and scene.dolly in places:
        _draw_dolly(drawing, places[scene.dolly], words)
    return drawing.text()


def describe_table(scene: Scene, words: Catalogue) -> str:
    """The table in words, for whoever cannot see it."""
    layout = layout_of(scene.wheel)
    sentences = [hands_described(scene, words), " "]
    if scene.pocket in layout.wheel:
        colour = words.value(layout.colour(scene.pocket))
        sentences.append(words.say("picture.rests", pocket=scene.pocket, colour=colour))
    else:
        sentences.append(words.say("picture.no_ball"))
    if scene.dolly:
        sentences.append(words.say("picture.dolly_on", pocket=scene.dolly))
    return "".join(sentences).strip()


def _draw_wheel(drawing: Drawing, layout: Layout, ball: str | None, words: Catalogue) -> None:
    """The compartments clockwise, the first of them at the top."""
    x, y = _WHEEL_CENTRE
    drawing.shape("circle", cx=x, cy=y, r=_OUTER_RADIUS + 8, fill="#6d4a26", stroke=INK)
    pieces = len(layout.wheel)
    for number, pocket in enumerate(layout.wheel):
        before, after = 2 * number - 1, 2 * number + 1
        corners = (
            _wheel_point(before, pieces, _OUTER_RADIUS),
            _wheel_point(after, pieces, _OUTER_RADIUS),
            _wheel_point(after, pieces, _INNER_RADIUS),
            _wheel_point(before, pieces, _INNER_RADIUS),
        )
        points = " ".join(f"{a},{b}" for a, b in corners)
        drawing.shape("polygon", points=points, fill=_POCKET_FILLS[layout.colour(pocket)], stroke=PAPER, stroke_width=1)
        a, b = _wheel_point(2 * number, pieces, (_OUTER_RADIUS + _INNER_RADIUS) // 2 + 8)
        turned = f"rotate({number * 360 // pieces} {a} {b})"
        drawing.write(a, b + 5, pocket, 14, "middle", fill=PAPER, font_weight="bold", transform=turned)
        a, b = _wheel_point(2 * number, pieces, _INNER_RADIUS + 10)
        drawing.write(a, b + 3, _colour_letter(layout, pocket, words), 9, "middle", fill=PAPER)
    drawing.shape("circle", cx=x, cy=y, r=_INNER_RADIUS, fill="#efe4d2", stroke=INK)
    if ball in layout.wheel:
        a, b = _wheel_point(2 * layout.wheel.index(ball), pieces, _BALL_RADIUS)
        drawing.shape("circle", cx=a, cy=b, r=11, fill=PAPER, stroke=WRONG_COLOUR, stroke_width=4)
        drawing.shape("line", x1=x, y1=y + 20, x2=a, y2=b, stroke=WRONG_COLOUR, stroke_width=2, stroke_dasharray="3 4")
        drawing.write(x, y + 8, ball, 40, "middle", font_weight="bold")
        drawing.write(x, y + 34, words.say("picture.ball", pocket=ball), 15, "middle")
    else:
        drawing.write(x, y + 6, words.say("picture.wheel"), 18, "middle")


def _wheel_point(half_steps: int, pieces: int, radius: int) -> Point:
    """A point of the wheel at a radius, `twice` half compartments clockwise from the top."""
    angle = pi * half_steps / pieces
    return round(_WHEEL_CENTRE[0] + radius * sin(angle)), round(_WHEEL_CENTRE[1] - radius * cos(angle))


def _draw_layout(drawing: Drawing, layout: Layout, words: Catalogue) -> Mapping[str, Point]:
    """Draws the fields; gives back the middle of each: of a number, `dozen 2`, `column 1`, `red`."""
    places: dict[str, Point] = {}
    rows, right = len(layout.rows), _NUMBERS_LEFT + len(layout.rows) * _CELL_SIZE
    for row, numbers in enumerate(layout.rows):
        for line, number in enumerate(numbers):
            x, y = _NUMBERS_LEFT + row * _CELL_SIZE, _LAYOUT_TOP + (2 - line) * _CELL_SIZE
            places[number] = _draw_field(drawing, (x, y, _CELL_SIZE, _CELL_SIZE), number, layout.colour(number))
            drawing.write(
                x + _CELL_SIZE - 5, y + _CELL_SIZE - 5, _colour_letter(layout, number, words), 10, "end", fill=PAPER
            )
    tall = 3 * _CELL_SIZE // len(layout.zeros)
    for part, zero in enumerate(reversed(layout.zeros)):
        places[zero] = _draw_field(
            drawing, (_NUMBERS_LEFT - _CELL_SIZE, _LAYOUT_TOP + part * tall, _CELL_SIZE, tall), zero, "green"
        )
    for third in THIRDS:
        y = _LAYOUT_TOP + (3 - third) * _CELL_SIZE
        places[f"column {third}"] = _draw_field(drawing, (right, y, _CELL_SIZE, _CELL_SIZE), "2:1")
        wide = rows * _CELL_SIZE // 3
        x = _NUMBERS_LEFT + (third - 1) * wide
        label = words.say("picture.dozen", number=third)
        places[f"dozen {third}"] = _draw_field(drawing, (x, _LAYOUT_TOP + 3 * _CELL_SIZE, wide, _CELL_SIZE), label)
    half, wide = 3 * rows // 2, rows * _CELL_SIZE // len(EVEN_CHANCES)
    for part, kind in enumerate(("low", "even", "red", "black", "odd", "high")):
        label = words.say(f"picture.{kind}", first=half + 1, last=half if kind == "low" else 2 * half)
        at = (_NUMBERS_LEFT + part * wide, _LAYOUT_TOP + 4 * _CELL_SIZE, wide, _CELL_SIZE)
        places[kind] = _draw_field(drawing, at, label, kind if kind in _POCKET_FILLS else None)
    return places


def _draw_racetrack(drawing: Drawing, layout: Layout, ball: str | None) -> None:
    """The numbers in the order of the wheel, clockwise from the upper left, where neighbours are called."""
    above = (len(layout.wheel) + 1) // 2
    wide = (len(layout.rows) + 2) * _CELL_SIZE // above
    for number, pocket in enumerate(layout.wheel):
        row = int(number >= above)
        column = len(layout.wheel) - 1 - number if row else number
        x, y = _NUMBERS_LEFT - _CELL_SIZE + column * wide, _TRACK_TOP + row * _LANE_HEIGHT
        rested: dict[str, str | int] = (
            {"stroke": _RESTED_COLOUR, "stroke_width": 4} if pocket == ball else {"stroke": LINE_COLOUR}
        )
        drawing.shape(
            "rect", x=x, y=y, width=wide - 2, height=_LANE_HEIGHT - 2, fill=_POCKET_FILLS[layout.colour(pocket)], **rested
        )
        drawing.write(x + wide // 2 - 1, y + 17, pocket, 13, "middle", fill=PAPER, font_weight="bold")


def _draw_field(drawing: Drawing, area: tuple[int, int, int, int], label: str, colour: str | None = None) -> Point:
    x, y, width, height = area
    fill = _POCKET_FILLS[colour] if colour else PAPER
    drawing.shape("rect", x=x, y=y, width=width, height=height, fill=fill, stroke=LINE_COLOUR, stroke_width=2)
    ink = PAPER if colour else INK
    drawing.write(x + width // 2, y + height // 2 + 6, label, 17, "middle", fill=ink, font_weight="bold")
    return x + width // 2, y + height // 2


def _colour_letter(layout: Layout, pocket: str, words: Catalogue) -> str:
    colour = layout.colour(pocket)
    return words.say(f"picture.{colour}")[:1].upper() if colour != "green" else ""


def _chip_point(chips: Chips, layout: Layout, places: Mapping[str, Point]) -> Point | None:
    """Where a chip lies on the cloth: on the line between its numbers, or in its field."""
    if chips.kind in NUMBERED_KINDS or chips.numbers:
        return _point_between(pockets_of(chips.numbers or ""), chips.kind, layout, places)
    field = places.get(chips.kind if chips.index is None else f"{chips.kind} {chips.index}")
    aside = {"column": (0, 14), "dozen": (64, 0)}.get(chips.kind, (34, 0))
    return field and (field[0] + aside[0], field[1] + aside[1])


def _point_between(numbers: tuple[str, ...], kind: str, layout: Layout, places: Mapping[str, Point]) -> Point | None:
    there = [places[number] for number in numbers if number in places and number not in layout.zeros]
    if not there:
        return places.get(numbers[0]) if numbers else None
    x, y = sum(x for x, _ in there) // len(there), sum(y for _, y in there) // len(there)
    zero = any(number in layout.zeros for number in numbers)
    if kind in ("six_line", "first_four") or (kind == "street" and not zero):
        y = _LAYOUT_TOP + 3 * _CELL_SIZE
    return (_NUMBERS_LEFT if zero else x), y


def _draw_dolly(drawing: Drawing, point: Point, words: Catalogue) -> None:
    """The marker on the winning number, seen from the side."""
    x, y = point
    drawing.shape("path", d=f"M{x - 9} {y - 8}L{x + 9} {y - 8}L{x + 4} {y - 24}L{x - 4} {y - 24}Z", fill=PAPER, stroke=INK)
    drawing.shape("circle", cx=x, cy=y - 28, r=6, fill=PAPER, stroke=INK)
    drawing.shape("rect", x=x - 34, y=y - 52, width=68, height=16, rx=8, fill=PAPER, stroke=INK)
    drawing.write(x, y - 40, words.say("picture.dolly"), 11, "middle")

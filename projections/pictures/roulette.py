"""The roulette table: the wheel with the ball in its compartment, and the layout with chips and dolly.

Colours are told by letters besides: every number bears the first letter of its colour.
"""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from ledger.values.pockets import pockets_of
from ledger.values.wheel_layout import BY_NUMBERS, EVEN_CHANCES, THIRDS, Layout, layout_of
from projections.messages.catalogue import Words
from projections.pictures.drawing import COLOURS, INK, LINE, PAPER, WRONG, Drawing
from projections.pictures.scene import Chips, Scene
from projections.pictures.scene import described as hands_described
from projections.pictures.wagers import ROW, lay

_FILL: Final = {"red": "#b3261e", "black": "#1b1f1d", "green": "#1c6b2f"}
_CELL: Final = 50
_LEFT: Final = 470
"""Where the numbers begin; the zeros lie left of them, the wheel further left."""

_TOP: Final = 60
_HUB: Final = (195, 205)
_OUTER: Final = 175
_INNER: Final = 125
_BALL: Final = 108
_RESTED: Final = "#e8b400"
"""Around the number on the racetrack in which the ball rests: it stands out from red, black and green."""

_TRACK: Final = 326
"""Where the racetrack begins, below the layout; it has two lanes."""

_LANE: Final = 26
_LISTED: Final = 4
"""How many wagers are listed in a row below."""

At = tuple[int, int]


def draw(shown: Scene, words: Words, *, four_colours: bool = False) -> str:
    """The wheel and the layout as SVG, and the wagers by their numbers below."""
    layout = layout_of(shown.wheel)
    width = _LEFT + len(layout.rows) * _CELL + _CELL + 30
    rows = (len(shown.chips) + _LISTED - 1) // _LISTED
    title = words.say("picture.roulette", round=shown.round)
    desc = described(shown, words)
    drawing = Drawing(width, 410 + rows * (ROW + 6), title, desc, four_colours=four_colours)
    _wheel(drawing, layout, shown.pocket, words)
    places = _cloth(drawing, layout, words)
    _racetrack(drawing, layout, shown.pocket)
    for number, one in enumerate(shown.chips, 1):
        x, y = 20 + (number - 1) % _LISTED * 285, 400 + (number - 1) // _LISTED * (ROW + 6)
        lay(drawing, [one], x, y, words, sign=str(number), longest=34)
        at = None if one.on_print else _lies(one, layout, places)
        if at is not None:
            drawing.chip(*at, str(number), COLOURS[one.mark] if one.mark else INK)
    if shown.dolly is not None and shown.dolly in places:
        _dolly(drawing, places[shown.dolly], words)
    return drawing.text()


def described(shown: Scene, words: Words) -> str:
    """The table in words, for whoever cannot see it."""
    layout = layout_of(shown.wheel)
    told = [hands_described(shown, words), " "]
    if shown.pocket in layout.wheel:
        colour = words.value(layout.colour(shown.pocket))
        told.append(words.say("picture.rests", pocket=shown.pocket, colour=colour))
    else:
        told.append(words.say("picture.no_ball"))
    if shown.dolly:
        told.append(words.say("picture.dolly_on", pocket=shown.dolly))
    return "".join(told).strip()


def _wheel(drawing: Drawing, layout: Layout, ball: str | None, words: Words) -> None:
    """The compartments clockwise, the first of them at the top."""
    x, y = _HUB
    drawing.shape("circle", cx=x, cy=y, r=_OUTER + 8, fill="#6d4a26", stroke=INK)
    pieces = len(layout.wheel)
    for number, pocket in enumerate(layout.wheel):
        before, after = 2 * number - 1, 2 * number + 1
        corners = (
            _at(before, pieces, _OUTER),
            _at(after, pieces, _OUTER),
            _at(after, pieces, _INNER),
            _at(before, pieces, _INNER),
        )
        points = " ".join(f"{a},{b}" for a, b in corners)
        drawing.shape("polygon", points=points, fill=_FILL[layout.colour(pocket)], stroke=PAPER, stroke_width=1)
        a, b = _at(2 * number, pieces, (_OUTER + _INNER) // 2 + 8)
        turned = f"rotate({number * 360 // pieces} {a} {b})"
        drawing.write(a, b + 5, pocket, 14, "middle", fill=PAPER, font_weight="bold", transform=turned)
        a, b = _at(2 * number, pieces, _INNER + 10)
        drawing.write(a, b + 3, _letter(layout, pocket, words), 9, "middle", fill=PAPER)
    drawing.shape("circle", cx=x, cy=y, r=_INNER, fill="#efe4d2", stroke=INK)
    if ball in layout.wheel:
        a, b = _at(2 * layout.wheel.index(ball), pieces, _BALL)
        drawing.shape("circle", cx=a, cy=b, r=11, fill=PAPER, stroke=WRONG, stroke_width=4)
        drawing.shape("line", x1=x, y1=y + 20, x2=a, y2=b, stroke=WRONG, stroke_width=2, stroke_dasharray="3 4")
        drawing.write(x, y + 8, ball, 40, "middle", font_weight="bold")
        drawing.write(x, y + 34, words.say("picture.ball", pocket=ball), 15, "middle")
    else:
        drawing.write(x, y + 6, words.say("picture.wheel"), 18, "middle")


def _at(twice: int, pieces: int, radius: int) -> At:
    """A point of the wheel at a radius, `twice` half compartments clockwise from the top."""
    angle = pi * twice / pieces
    return round(_HUB[0] + radius * sin(angle)), round(_HUB[1] - radius * cos(angle))


def _cloth(drawing: Drawing, layout: Layout, words: Words) -> Mapping[str, At]:
    """Draws the fields; gives back the middle of each: of a number, `dozen 2`, `column 1`, `red`."""
    places: dict[str, At] = {}
    rows, right = len(layout.rows), _LEFT + len(layout.rows) * _CELL
    for row, numbers in enumerate(layout.rows):
        for line, number in enumerate(numbers):
            x, y = _LEFT + row * _CELL, _TOP + (2 - line) * _CELL
            places[number] = _field(drawing, (x, y, _CELL, _CELL), number, layout.colour(number))
            drawing.write(x + _CELL - 5, y + _CELL - 5, _letter(layout, number, words), 10, "end", fill=PAPER)
    tall = 3 * _CELL // len(layout.zeros)
    for part, zero in enumerate(reversed(layout.zeros)):
        places[zero] = _field(drawing, (_LEFT - _CELL, _TOP + part * tall, _CELL, tall), zero, "green")
    for third in THIRDS:
        y = _TOP + (3 - third) * _CELL
        places[f"column {third}"] = _field(drawing, (right, y, _CELL, _CELL), "2:1")
        wide = rows * _CELL // 3
        x = _LEFT + (third - 1) * wide
        said = words.say("picture.dozen", number=third)
        places[f"dozen {third}"] = _field(drawing, (x, _TOP + 3 * _CELL, wide, _CELL), said)
    half, wide = 3 * rows // 2, rows * _CELL // len(EVEN_CHANCES)
    for part, kind in enumerate(("low", "even", "red", "black", "odd", "high")):
        said = words.say(f"picture.{kind}", first=half + 1, last=half if kind == "low" else 2 * half)
        at = (_LEFT + part * wide, _TOP + 4 * _CELL, wide, _CELL)
        places[kind] = _field(drawing, at, said, kind if kind in _FILL else None)
    return places


def _racetrack(drawing: Drawing, layout: Layout, ball: str | None) -> None:
    """The numbers in the order of the wheel, clockwise from the upper left, where neighbours are called."""
    above = (len(layout.wheel) + 1) // 2
    wide = (len(layout.rows) + 2) * _CELL // above
    for number, pocket in enumerate(layout.wheel):
        row = int(number >= above)
        column = len(layout.wheel) - 1 - number if row else number
        x, y = _LEFT - _CELL + column * wide, _TRACK + row * _LANE
        rested: dict[str, str | int] = {"stroke": _RESTED, "stroke_width": 4} if pocket == ball else {"stroke": LINE}
        drawing.shape("rect", x=x, y=y, width=wide - 2, height=_LANE - 2, fill=_FILL[layout.colour(pocket)], **rested)
        drawing.write(x + wide // 2 - 1, y + 17, pocket, 13, "middle", fill=PAPER, font_weight="bold")


def _field(drawing: Drawing, at: tuple[int, int, int, int], said: str, colour: str | None = None) -> At:
    x, y, width, height = at
    fill = _FILL[colour] if colour else PAPER
    drawing.shape("rect", x=x, y=y, width=width, height=height, fill=fill, stroke=LINE, stroke_width=2)
    ink = PAPER if colour else INK
    drawing.write(x + width // 2, y + height // 2 + 6, said, 17, "middle", fill=ink, font_weight="bold")
    return x + width // 2, y + height // 2


def _letter(layout: Layout, pocket: str, words: Words) -> str:
    colour = layout.colour(pocket)
    return words.say(f"picture.{colour}")[:1].upper() if colour != "green" else ""


def _lies(one: Chips, layout: Layout, places: Mapping[str, At]) -> At | None:
    """Where a chip lies on the cloth: on the line between its numbers, or in its field."""
    if one.kind in BY_NUMBERS or one.numbers:
        return _between(pockets_of(one.numbers or ""), one.kind, layout, places)
    field = places.get(one.kind if one.index is None else f"{one.kind} {one.index}")
    aside = {"column": (0, 14), "dozen": (64, 0)}.get(one.kind, (34, 0))
    return field and (field[0] + aside[0], field[1] + aside[1])


def _between(numbers: tuple[str, ...], kind: str, layout: Layout, places: Mapping[str, At]) -> At | None:
    there = [places[number] for number in numbers if number in places and number not in layout.zeros]
    if not there:
        return places.get(numbers[0]) if numbers else None
    x, y = sum(x for x, _ in there) // len(there), sum(y for _, y in there) // len(there)
    zero = any(number in layout.zeros for number in numbers)
    if kind in ("six_line", "first_four") or (kind == "street" and not zero):
        y = _TOP + 3 * _CELL
    return (_LEFT if zero else x), y


def _dolly(drawing: Drawing, at: At, words: Words) -> None:
    """The marker on the winning number, seen from the side."""
    x, y = at
    drawing.shape("path", d=f"M{x - 9} {y - 8}L{x + 9} {y - 8}L{x + 4} {y - 24}L{x - 4} {y - 24}Z", fill=PAPER, stroke=INK)
    drawing.shape("circle", cx=x, cy=y - 28, r=6, fill=PAPER, stroke=INK)
    drawing.shape("rect", x=x - 34, y=y - 52, width=68, height=16, rx=8, fill=PAPER, stroke=INK)
    drawing.write(x, y - 40, words.say("picture.dolly"), 11, "middle")

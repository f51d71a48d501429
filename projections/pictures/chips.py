"""Chips by denomination: what an amount looks like as a stack, in the colours that are usual at a table."""

from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree as ET

from projections.pictures.drawing import INK, MUTED_INK, PAPER, Drawing
from replay.judging.felt import Point

LARGE: Final = 13
SMALL: Final = 11
"""The radius of a chip: beside what is said of it, and on a crowded layout."""

MOST_DISCS: Final = 5
MOST_SMALL_DISCS: Final = 3
"""So many are shown of a stack; how much it is stands beside it."""

WHITE: Final = "#f4f1e8"
"""Ivory rather, so that it is told from the cloth."""

DENOMINATIONS: Final = (
    (5000, "#c2590a"),
    (1000, "#e8b400"),
    (500, "#6a2c91"),
    (100, INK),
    (25, "#1c6b2f"),
    (5, "#b3261e"),
    (1, WHITE),
)
"""Orange, yellow, purple, black, green, red and white, by what they are worth in the currency's major unit."""

SMALLER: Final = "#5b8fd6"
"""Blue is worth less than a major unit."""

WITHOUT_STAKE: Final = (PAPER,)
"""What marks a bet that the house gives: one without a colour."""


def stack_of(amount_minor: int, digits: int, most: int = MOST_DISCS) -> tuple[str, ...]:
    """The colours of a stack from the bottom up, the highest denominations first."""
    whole, rest = divmod(amount_minor, 10**digits)
    colours: list[str] = []
    for worth, colour in DENOMINATIONS:
        count, whole = divmod(whole, worth)
        colours += [colour] * min(count, most)
    colours += [SMALLER] if rest else []
    return tuple(colours[:most])


def draw_stack(
    drawing: Drawing, at: Point, colours: Sequence[str], label: str, *, radius: int = LARGE, edge: str = INK
) -> None:
    """A stack around a point, seen from above; the uppermost chip has a notched edge, and may bear a label."""
    x, y = at
    rise = radius // 4
    y += rise * (len(colours) - 1) // 2
    stack = drawing.shape("g")
    for number, colour in enumerate(colours):
        _circle(stack, (x, y - number * rise), radius, fill=colour, stroke=edge)
    y -= rise * (len(colours) - 1)
    notch = MUTED_INK if colours[-1] in (WHITE, PAPER) else PAPER
    dash = f"{radius // 3 + 1} {radius // 3 + 2}"
    _circle(stack, (x, y), radius - 2, fill="none", stroke=notch, stroke_width="3", stroke_dasharray=dash)
    if label:
        _circle(stack, (x, y), 2 * radius // 3, fill=PAPER)
        _write_label(stack, (x, y), label, radius)


def draw_trace(drawing: Drawing, at: Point, label: str, *, radius: int = LARGE) -> None:
    """Where chips lay that were collected."""
    trace = drawing.shape("g")
    _circle(trace, at, radius, fill=PAPER, stroke=MUTED_INK, stroke_dasharray="3 3")
    _write_label(trace, at, label, radius)


def _circle(group: ET.Element, centre: Point, radius: int, **look: str) -> None:
    place = {"cx": str(centre[0]), "cy": str(centre[1]), "r": str(radius)}
    ET.SubElement(group, "circle", place | {name.replace("_", "-"): value for name, value in look.items()})


def _write_label(group: ET.Element, centre: Point, label: str, radius: int) -> None:
    place = {"x": str(centre[0]), "y": str(centre[1] + radius // 3), "font-size": str(8 + radius // 4)}
    look = {"text-anchor": "middle", "fill": INK, "font-weight": "bold"}
    ET.SubElement(group, "text", place | look).text = label

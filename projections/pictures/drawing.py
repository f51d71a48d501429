"""A drawing in SVG: shapes in whole units, a title and a description, and the cards of the deck that lie in it.

The deck: 52 faces and a back as they come in the package named in deck/LOCK.toml, recoloured where they are drawn.
"""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import ceil
from typing import Final
from xml.etree import ElementTree as ET

from projections.fonts import visible
from replay.judging.felt import CARD_HEIGHT, CARD_WIDTH
from replay.judging.finding import Mark

BACK: Final = "back"
RED: Final = "#b3261e"
"""Darker than the deck's own, for contrast on white."""

COURT: Final = frozenset("JQK")

_COLOURS: Final = {"d": "#1a4fb4", "c": "#1c6b2f"}
"""With four colours diamonds are blue and clubs are green."""

_NAMESPACE: Final = re.compile(r"\{[^}]*\}")
_INK: Final = "#1b1f1d"


def symbol_id(card: str) -> str:
    """The id of a card in a drawing: `card-7d`."""
    return "card-" + card.replace("?", "x")


def symbol(card: str, *, four_colours: bool) -> ET.Element:
    """A card to be used in a drawing, with an id of its own there; one that was not read has a question mark."""
    return deepcopy(_cached_symbol(card, four_colours))


@cache
def _cached_symbol(card: str, four_colours: bool) -> ET.Element:  # noqa: FBT001 - a key of the cache
    if "?" in card:
        return _unread_card(card)
    name = BACK if card == BACK else card.upper()
    drawn = ET.fromstring((files("projections.pictures") / "deck" / f"{name}.svg").read_text(encoding="utf-8"))  # noqa: S314 - our own
    for part in drawn.iter():
        _rewrite_attributes(part, card)
    if card[0] in COURT:
        _simplify_court(drawn)
    if four_colours and card[-1] in _COLOURS:
        for sign in drawn.iter("symbol"):
            if sign.get("id", "").split("-")[-1][:1] in ("S", "V"):
                _paint(sign, _COLOURS[card[-1]])
    element = ET.Element("symbol", {"id": symbol_id(card), "viewBox": drawn.get("viewBox", "")})
    element.extend(drawn)
    return element


def _simplify_court(drawn: ET.Element) -> None:
    """A court card with its letter and suit large instead of a figure, of which nothing can be read at a table's size."""
    kept = {mark: _id_of(drawn, mark) for mark in ("V", "S")}
    for parent in [*drawn.iter()]:
        for part in [*parent]:
            is_art = part.tag == "defs" or (part.tag == "symbol" and part.get("id") not in kept.values())
            if is_art or (part.tag == "use" and not _is_index(part, kept)):
                parent.remove(part)
    for mark, size, scale, y in (("V", 70, 21, -48), ("S", 58, 17, 78)):
        group = ET.SubElement(drawn, "g", {"transform": f"translate(0 {y}) scale({scale // 10}.{scale % 10})"})
        place = {"height": str(size), "width": str(size), "x": str(-size // 2), "y": str(-size // 2)}
        ET.SubElement(group, "use", {"href": f"#{kept[mark]}", **place})


def _id_of(drawn: ET.Element, mark: str) -> str:
    """The id of the drawing's sign for the value (V) or the suit (S)."""
    ids = (part.get("id", "") for part in drawn.iter("symbol"))
    return next(id_ for id_ in ids if id_.rsplit("-", 1)[-1].startswith(mark))


def _is_index(part: ET.Element, kept: dict[str, str]) -> bool:
    """Whether it is a sign in a corner, and no part of the figure."""
    return part.get("href", "")[1:] in kept.values() and part.get("x", "").startswith("-1")


def _rewrite_attributes(element: ET.Element, card: str) -> None:
    """Ids of the card's own, so that several cards lie in one drawing; plain names, and the darker red."""
    element.tag = _NAMESPACE.sub("", element.tag)
    for name, value in list(element.attrib.items()):
        del element.attrib[name]
        plain = _NAMESPACE.sub("", name)
        element.set(plain, _rewrite_value(plain, value, card))


def _rewrite_value(name: str, value: str, card: str) -> str:
    """An attribute as the drawing has it."""
    if name == "id":
        return f"{card}-{value}"
    if name == "href" or value.startswith("url(#"):
        return value.replace("#", f"#{card}-", 1)
    return RED if value == "red" else value


def _paint(element: ET.Element, colour: str) -> None:
    for part in element.iter():
        for name in ("fill", "stroke"):
            if part.get(name) in ("black", RED):
                part.set(name, colour)


def _unread_card(card: str) -> ET.Element:
    """A card of which only the rank was read, or nothing."""
    label = card.replace("?", "").replace("T", "10") or "?"
    element = ET.Element("symbol", {"id": symbol_id(card), "viewBox": "-120 -168 240 336"})
    edge = {"x": "-117", "y": "-165", "width": "234", "height": "330", "rx": "12"}
    ET.SubElement(
        element, "rect", {**edge, "fill": "white", "stroke": _INK, "stroke-width": "6", "stroke-dasharray": "18 12"}
    )
    write = {"x": "0", "text-anchor": "middle", "font-size": "130", "fill": _INK}
    ET.SubElement(element, "text", {**write, "y": "20"}).text = label
    if label != "?":
        ET.SubElement(element, "text", {**write, "y": "130", "font-size": "90"}).text = "?"
    return element


SVG: Final = "http://www.w3.org/2000/svg"
FONT: Final = "'Libertinus Serif', 'Source Serif 4', Georgia, serif"
"""The report's own face first: it comes with what sets the PDF."""

INK: Final = "#1b1f1d"
MUTED_INK: Final = "#4b5652"
CLOTH_COLOUR: Final = "#eef3ef"
LINE_COLOUR: Final = "#9bb0a5"
WRONG_COLOUR: Final = "#b3261e"
DOUBT_COLOUR: Final = "#7a4300"
"""What is wrong under some readings only; signs and dots say so to whoever does not see colours."""

PAPER: Final = "#ffffff"
CARD_SIZE: Final = (CARD_WIDTH, CARD_HEIGHT)
"""A card's width and height."""


MARK_COLOURS: Final[Mapping[Mark, str]] = {"": MUTED_INK, "certain": WRONG_COLOUR, "conditional": DOUBT_COLOUR}
MARK_BADGES: Final[Mapping[Mark, str]] = {"": "", "certain": "!", "conditional": "?"}


_NARROW: Final = {"ijlI.,:;'|!()[]·": Fraction(35, 100), "ftr-/ ": Fraction(42, 100), "mwMW@%": Fraction(98, 100)}
_WIDE: Final = Fraction(72, 100)
_USUAL: Final = Fraction(64, 100)


def text_width(text: str, size: int) -> int:
    """How wide a text is at most, in whatever face it is set: that of the letters of a wide one."""
    widths = (next((width for letters, width in _NARROW.items() if letter in letters), None) for letter in text)
    ems = sum(
        (_WIDE if letter.isupper() else _USUAL) if width is None else width
        for letter, width in zip(text, widths, strict=True)
    )
    return ceil(ems * size)


def fitted(text: str, size: int, width: int) -> str:
    """A text that fits into a width: whole, else as many of its letters as do, with an ellipsis."""
    text = visible(text)
    if text_width(text, size) <= width:
        return text
    kept = next((end for end in range(len(text), 0, -1) if text_width(f"{text[:end]}…", size) <= width), 0)
    return f"{text[:kept].rstrip()}…"


class Drawing:
    """Shapes are added one by one; `text()` gives the whole as SVG. The same calls give the same bytes."""

    def __init__(self, width: int, height: int, title: str, description: str, *, four_colours: bool = False):
        self.width, self.height, self.title, self.description = width, height, visible(title), visible(description)
        self._root = ET.Element(
            "svg",
            {"xmlns": SVG, "viewBox": f"0 0 {width} {height}", "width": str(width), "height": str(height), "role": "img"},
        )
        self._root.set("aria-labelledby", "title desc")
        self._root.set("font-family", FONT)
        ET.SubElement(self._root, "title", {"id": "title"}).text = self.title
        ET.SubElement(self._root, "desc", {"id": "desc"}).text = self.description
        self._defs = ET.SubElement(self._root, "defs")
        self._four_colours = four_colours
        self._defined_faces: set[str] = set()
        self.shape("rect", x=0, y=0, width=width, height=height, rx=10, fill=CLOTH_COLOUR)

    def shape(self, tag: str, **attributes: str | int) -> ET.Element:
        """Adds a shape; `stroke_width` is written `stroke-width`."""
        given = {name.replace("_", "-"): str(value) for name, value in attributes.items()}
        return ET.SubElement(self._root, tag, given)

    def write(self, x: int, y: int, text: str, size: int = 13, anchor: str = "start", **attributes: str | int) -> None:
        """A line of text at its base line."""
        given = {"fill": INK, **attributes}
        self.shape("text", x=x, y=y, font_size=size, text_anchor=anchor, **given).text = visible(text)

    def card(self, card: str, x: int, y: int, *, sideways: bool = False, down: bool = False) -> None:
        """A card with its upper left corner at a point; one that lies sideways keeps its lower edge there."""
        width, height = CARD_SIZE
        face = BACK if down else card
        if face not in self._defined_faces:
            self._defined_faces.add(face)
            self._defs.append(symbol(face, four_colours=self._four_colours))
        turned: dict[str, str | int] = (
            {"transform": f"rotate(90 {x + height // 2} {y + height - width // 2})"} if sideways else {}
        )
        at = (x + (height - width) // 2, y + height - width // 2 - height // 2) if sideways else (x, y)
        self.shape("use", href=f"#{symbol_id(face)}", x=at[0], y=at[1], width=width, height=height, **turned)

    def frame(
        self, x: int, y: int, *, sideways: bool = False, dashed: bool = False, colour: str = WRONG_COLOUR, dash: str = "5 4"
    ) -> None:
        """An outline around a card; dashed where no card lies."""
        width, height = reversed(CARD_SIZE) if sideways else CARD_SIZE
        top = y + CARD_SIZE[1] - height
        broken: dict[str, str | int] = {"stroke_dasharray": dash} if dashed else {}
        around: dict[str, str | int] = {"x": x - 3, "y": top - 3, "width": width + 6, "height": height + 6, "rx": 6}
        self.shape("rect", **around, fill="none", stroke=colour, stroke_width=3, **broken)

    def flag(self, x: int, y: int, mark: Mark, *, sideways: bool = False, missing: bool = False) -> None:
        """An outline that says that something is wrong with a card; dotted where that is so under some readings only."""
        dash = "2 3" if mark == "conditional" else "5 4"
        self.frame(x, y, sideways=sideways, dashed=missing or mark == "conditional", colour=MARK_COLOURS[mark], dash=dash)

    def badge(self, x: int, y: int, letter: str, colour: str = WRONG_COLOUR) -> None:
        """A letter in a disc."""
        self.shape("circle", cx=x, cy=y, r=10, fill=colour, stroke=PAPER, stroke_width=2)
        self.write(x, y + 5, letter, 13, "middle", fill=PAPER, font_weight="bold")

    def path(self, points: Sequence[tuple[int, int]], colour: str = WRONG_COLOUR, dash: str = "") -> None:
        """A curve from the first to the last of four points, the two between being its handles."""
        (x, y), *rest = points
        curve = " ".join(f"{a} {b}" for a, b in rest)
        dashed: dict[str, str | int] = {"stroke_dasharray": dash} if dash else {}
        self.shape("path", d=f"M{x} {y}C{curve}", fill="none", stroke=colour, stroke_width=2, **dashed)

    @property
    def symbols(self) -> list[str]:
        """The cards that lie in it, each as a symbol with an id of its own, so that several drawings can share them."""
        return [ET.tostring(symbol_, encoding="unicode") for symbol_ in self._defs]

    @property
    def shapes(self) -> list[str]:
        """What is drawn, shape by shape, without its title and its symbols."""
        drawn = (shape for shape in self._root if shape.tag not in ("title", "desc", "defs"))
        return [ET.tostring(shape, encoding="unicode") for shape in drawn]

    def text(self) -> str:
        """The whole drawing."""
        return ET.tostring(self._root, encoding="unicode")

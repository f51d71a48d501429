"""A drawing in SVG: shapes in whole units, a title and a description, and the cards of the deck that lie in it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Final
from xml.etree import ElementTree as ET

from projections.fonts import visible
from projections.pictures.cards import BACK, symbol, symbol_id
from replay.judging.felt import CARD_HEIGHT, CARD_WIDTH
from replay.judging.finding import Mark

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

"""The deck: 52 faces and a back as they come in the package named in deck/LOCK.toml, recoloured where they are drawn."""

import re
from copy import deepcopy
from functools import cache
from importlib.resources import files
from typing import Final
from xml.etree import ElementTree as ET

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

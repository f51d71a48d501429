"""The words of the cases: places, people, shares, and what several lines say together."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from ledger.values.places import hand_place

DAY: Final = "BAC-1/2026-01-01"

Said = dict[str, Any]

_BOX: Final = re.compile(r"(?:empty )?box ([0-9]+)(?: hand ([0-9]+))?\Z")

_OFFICES: Final = {"manager": "management", "croupier": "dealer", "internal supervisor": "supervisor"}
"""Other words for those who hold an office."""


class UnknownKey(Exception):
    """A case says something that the adapter does not understand, so it cannot be said to hold."""


def place(text: str) -> str:
    """A place in the product's words: `box 3 hand 2` is box3.2, an empty box is a box. Others are spelt alike."""
    box = _BOX.match(text)
    return hand_place(int(box[1]), int(box[2] or 1)) if box else text


def person(text: str) -> str:
    """A person's id, or the office: `championship director`. A manager is of the management."""
    return _OFFICES.get(text, text.replace(" ", "_"))


def basis_points(percent: int | Decimal) -> int:
    exact = Decimal(percent) * 100
    if exact != int(exact):
        raise UnknownKey(f"{percent}% is no whole number of basis points")
    return int(exact)


def raises(fields: Mapping[str, Any]) -> dict[str, str]:
    """Chips that a case adds to a wager under an id of their own, and that wager: the product has one wager."""
    return {event["id"]: event["raise_of"] for event in fields["events"] if "raise_of" in event and "id" in event}


def calls(events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The lines of a case, in which a notice that calls somebody to an absent player's hand is part of the absence."""
    items: list[Mapping[str, Any]] = []
    for line in events:
        absent = next((n for n, first in enumerate(items) if first["t"] == "absent" and "called" not in first), None)
        if absent is not None and line["t"] == "notice" and line.get("by") in ("dealer", "croupier"):
            items[absent] = {**items[absent], "called": line["to"]}
        elif line["t"] != "notice" or "cut" not in str(line.get("about", "")):  # who cuts is told by the cut
            items.append(line)
    return items

"""Every flip of one value of the blackjack edition, enumerated from its parsed TOML and from the forms of its keys."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ledger.cards import RANKS
from ledger.people import ROLES
from replay.blackjack.values import KEYS
from tests.clauses.dcb import flips as common
from tests.clauses.dcb.flips import Flip, Tables

DEALS: Final = {
    "gives the dealer a second card": [["boxes", "dealer"], ["boxes", "dealer"]],
    "gives the dealer his card first": [["dealer", "boxes"], ["boxes"]],
    "gives the dealer his card in the second round": [["boxes"], ["boxes", "dealer"]],
}
"""Other orders in which the first cards may be dealt."""

TOTALS: Final = range(4, 21)
"""What two cards may come to that somebody is still asked about: 21 is never asked."""


def flips(tables: Tables) -> Iterator[Flip]:
    """All flips of an edition. Titles, texts and quotes decide nothing and are left as they are."""
    for name, row in tables["values"].items():
        for path, held in _held(row):
            for what, value in _neighbours(name, held):
                where = ("values", name, *path)
                yield Flip(f"{name} {' '.join(path[1:])} {what}", row["clause"], common._with(tables, where, value))
    yield from common._conduct(tables)
    yield from common._ambiguities(tables)
    for authority in ROLES:
        if authority != tables["edition"]["authority"]:
            changed = common._with(tables, ("edition", "authority"), authority)
            yield Flip(f"edition.authority becomes {authority}", None, changed)


def _held(row: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The value of a row, or each of its readings'."""
    if "value" in row:
        yield ("value",), row["value"]
    for letter, held in row.get("readings", {}).items():
        yield ("readings", letter), held


def _neighbours(name: str, held: Any) -> Iterator[tuple[str, Any]]:
    schema = KEYS[name]._form.json_schema()
    match name:
        case "deal.rounds":
            yield from DEALS.items()
        case "split.most_hands":  # six decks hold no pair that could be split into 98 hands
            yield from ((f"becomes {other}", other) for other in (1, 2, 4))
        case "double.totals":
            yield "becomes any", "any"
            yield from _members(held, TOTALS)
        case "insurance.against" | "even_money.against":
            yield from _members(held, RANKS)
        case "limits.box":
            yield "becomes posted", "posted"
            for part, number in held.items():
                yield from ((f"{part} becomes {other}", {**held, part: other}) for other in (number - 1, number + 1))
        case _:
            yield from common.neighbours(held, schema)


def _members(held: list[Any], possible: Any) -> Iterator[tuple[str, Any]]:
    for one in possible:
        if one in held:
            yield f"loses {one}", [other for other in held if other != one]
        else:
            yield f"has {one} besides", [*held, one]

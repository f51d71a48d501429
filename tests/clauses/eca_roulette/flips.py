"""Every flip of one value of an edition of roulette, enumerated from its parsed TOML and from the forms of its keys."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from replay.games.roulette.parameters import PARAMETERS
from tests.clauses import flips as common
from tests.clauses.flips import Flip, Tables, changed

OTHER_NUMBERS: Final = {"straight": "34", "split": "8-9", "street": "7-8-9", "corner": "7-8-10-11"}
"""Other places of a piece of a call bet, on which no call bet has one."""


def flips(tables: Tables) -> Iterator[Flip]:
    """All flips of an edition but for what rests on which clause. Titles, texts and quotes decide nothing."""
    for name, row in tables["values"].items():
        for path, held in _held(row):
            for what, value in _neighbours(name, held):
                yield Flip(
                    " ".join((name, *path[1:], what)), row["clause"], changed(tables, ("values", name, *path), value)
                )
    yield from common.conduct(tables)
    yield from common.ambiguities(tables)
    yield from _settled(tables)
    yield from common.authorities(tables)


def _held(row: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The value of a row, or each of its readings'."""
    if "value" in row:
        yield ("value",), row["value"]
    for letter, held in row.get("readings", {}).items():
        yield ("readings", letter), held


def _neighbours(name: str, held: Any) -> Iterator[tuple[str, Any]]:
    match name:
        case "call_bets.pieces":
            for bet, pieces in held.items():
                yield f"loses {bet}", {other: kept for other, kept in held.items() if other != bet}
                yield from ((f"{bet} {what}", {**held, bet: first}) for what, first in _pieces(pieces))
        case "limits.outside":
            for entry, first in held.items():
                yield from ((f"{entry} becomes {other}", {**held, entry: other}) for other in (first - 1, first + 1))
        case "neighbours.pieces":
            yield from _members(held, range(1, 12, 2))
        case "wagers.offered" | "print.takes":
            yield from _members(held, held)
        case _:
            yield from common.neighbours(held, PARAMETERS[name].schema)


def _pieces(pieces: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    for at, piece in enumerate(pieces):
        rest = [*pieces[:at], *pieces[at + 1 :]]
        yield f"loses {piece['numbers']}", rest
        yield f"has {piece['numbers']} once more", [*rest, {**piece, "pieces": piece.get("pieces", 1) + 1}]
        yield f"has another {piece['kind']} at {at}", [*rest, {**piece, "numbers": OTHER_NUMBERS[piece["kind"]]}]


def _members(held: Sequence[Any], possible: Any) -> Iterator[tuple[str, Any]]:
    for item in possible:
        if item in held:
            yield f"loses {item}", [other for other in held if other != item]
        else:
            yield f"has {item} besides", [*held, item]


def _settled(tables: Tables) -> Iterator[Flip]:
    """An ambiguity that is open is settled, by each of its readings."""
    for clause, row in tables["readings"].items():
        for letter in row["readings"]:
            chosen = {"reading": letter, "by": "house", "source": "a flip"}
            yield Flip(f"{clause} is resolved to {letter}", clause, {**tables, "resolved": {clause: chosen}})

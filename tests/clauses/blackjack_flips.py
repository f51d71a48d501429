"""Every flip of one value of an edition of blackjack, enumerated from its parsed TOML and from the forms of its keys."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.values.cards import RANKS
from replay.games.blackjack.parameters import PARAMETERS, JackLine
from tests.clauses import flips as common
from tests.clauses.flips import Flip, Tables, changed

DEALS: Final = {
    "gives the dealer a second card": [["boxes", "dealer"], ["boxes", "dealer"]],
    "gives the dealer his card first": [["dealer", "boxes"], ["boxes"]],
    "gives the dealer his card in the second round": [["boxes"], ["boxes", "dealer"]],
}
"""Other orders in which the first cards may be dealt."""

TOTALS: Final = range(4, 21)
"""What two cards may come to that somebody is still asked about: 21 is never asked."""

NO_LIMIT: Final = 99
FEW: Final = (1, 2, 4)
"""Limits instead of none."""


def flips(tables: Tables) -> Iterator[Flip]:
    """All flips of an edition but for what rests on which clause. Titles, texts and quotes decide nothing."""
    yield from _values(tables)
    yield from common.conduct(tables)
    yield from common.ambiguities(tables)
    yield from _settled(tables)
    yield from common.authorities(tables)


def offices(tables: Tables) -> Iterator[Flip]:
    """Each act is another office's, and does the other thing to the money."""
    other_money = {"returned": "withheld", "withheld": "returned"}
    for act, row in tables.get("authority", {}).items():
        other = "inspector" if row["roles"] != ["inspector"] else "dealer"
        yield Flip(f"authority.{act} is {other}'s", row["clause"], changed(tables, ("authority", act, "roles"), [other]))
        if "money" in row:
            money = other_money[row["money"]]
            yield Flip(f"authority.{act} is {money}", row["clause"], changed(tables, ("authority", act, "money"), money))


def _values(tables: Tables) -> Iterator[Flip]:
    """Every value that is next to one of the edition's, in each of its readings."""
    for name, row in tables["values"].items():
        for path, held in _held(row):
            for what, value in _neighbours(name, held):
                where = ("values", name, *path)
                yield Flip(" ".join((name, *path[1:], what)), row["clause"], changed(tables, where, value))


def citations(tables: Tables) -> Iterator[Flip]:
    """All that rests on a clause, values and breaches, cites the next clause of the document instead."""
    clauses = [clause for clause in tables["clauses"] if not clause.endswith("?")]
    for clause in clauses:
        other = clauses[(clauses.index(clause) + 1) % len(clauses)]
        moved = {
            name: {**row, "clause": other} if row["clause"] == clause else row for name, row in tables["values"].items()
        }
        conduct = {kind: other if rests == clause else rests for kind, rests in tables["conduct"].items()}
        if moved != tables["values"] or conduct != tables["conduct"]:
            yield Flip(f"what rests on {clause} cites {other}", clause, {**tables, "values": moved, "conduct": conduct})


def _settled(tables: Tables) -> Iterator[Flip]:
    """An ambiguity that is open is settled, by each of its readings."""
    open_ones = {row["clause"] for row in tables["values"].values() if "readings" in row} - set(tables.get("resolved", {}))
    for clause in sorted(open_ones):
        for letter in tables["readings"][clause]["readings"]:
            chosen = {"reading": letter, "by": "house", "source": "a flip"}
            resolved = {**tables.get("resolved", {}), clause: chosen}
            yield Flip(f"{clause} is resolved to {letter}", clause, {**tables, "resolved": resolved})


def _held(row: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The value of a row, or each of its readings'."""
    if "value" in row:
        yield ("value",), row["value"]
    for letter, held in row.get("readings", {}).items():
        yield ("readings", letter), held


def _neighbours(name: str, held: Any) -> Iterator[tuple[str, Any]]:
    """Every other value next to one of a key's: what was done to it, and what it is then."""
    schema = PARAMETERS[name].schema
    if held == NO_LIMIT and isinstance(held, int):
        yield from ((f"becomes {other}", other) for other in FEW)
    elif isinstance(held, list):
        yield from _lists(name, held)
    elif isinstance(held, dict):
        yield from _entries(name, held)
    elif isinstance(held, str) and (words := _words(schema)):
        yield from ((f"becomes {other}", other) for other in words if other != held)
        yield from _other_forms(name)
    else:
        yield from common.neighbours(held, schema)


def _words(schema: Mapping[str, Any]) -> list[str]:
    """The words of a form; none for odds and shares, which a word may only stand beside."""
    forms = [schema, *schema.get("anyOf", ())]
    if any("pattern" in form for form in forms):
        return []
    return [word for form in forms for word in (*form.get("enum", ()), *([form["const"]] if "const" in form else ()))]


def _other_forms(name: str) -> Iterator[tuple[str, Any]]:
    """What a word may be instead where the form has more than words: totals, or limits of the house's own."""
    if name == "double.totals":
        yield "becomes nine to eleven", [9, 10, 11]
    elif name == "limits.box":
        yield "becomes limits of its own", {"least": 1, "most": 2, "unit": 1}


def _lists(name: str, held: list[Any]) -> Iterator[tuple[str, Any]]:
    match name:
        case "deal.rounds":
            yield from DEALS.items()
        case "double.totals":
            yield "becomes any", "any"
            yield from _members(held, TOTALS)
        case "free_double.totals":
            yield from _members(held, TOTALS)
        case "shuffle.before_gaming" | "shuffle.every_shoe":
            yield from _loses(held)
            yield "has a wash besides", [*held, "wash"]
        case "dealer.pushes_on":
            yield from _members(held, range(22, 27))
        case "box.caller":
            yield from _loses(held)
            yield from _swapped(held)
        case "dealer_blackjack_bet.lines":
            yield from _loses(held)
            for at, line in enumerate(held):
                yield from ((f"line {at} {what}", [*held[:at], first, *held[at + 1 :]]) for what, first in _line(line))
        case _:
            yield from _members(held, RANKS)


def _entries(name: str, held: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if name == "limits.box":
        yield "becomes posted", "posted"
    for entry, first in held.items():
        if name == "side_bets.offered":
            yield f"loses {entry}", {other: kept for other, kept in held.items() if other != entry}
        else:
            yield from ((f"{entry} becomes {other}", {**held, entry: other}) for other in (first - 1, first + 1))


def _line(line: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """A line of the bet on the dealer's blackjack, with one word of it changed."""
    whole = {**JackLine(**line).model_dump(mode="json"), **line}
    for part in ("ace", "ten"):
        yield from (
            (f"{part} becomes {item}", {**line, part: item}) for item in ("any", "red", "black") if item != whole[part]
        )
    for what, ranks in _members(list(whole["ranks"]), "TJQK"):
        yield f"ranks {what}", {**line, "ranks": ranks}
    yield from ((f"odds {what}", {**line, "odds": odds}) for what, odds in common.neighbours(line["odds"], {}))


def _loses(held: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    for at in range(len(held)):
        yield f"loses what is at {at}", [*held[:at], *held[at + 1 :]]


def _swapped(held: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    for at in range(len(held) - 1):
        yield f"has {held[at]} after {held[at + 1]}", [*held[:at], held[at + 1], held[at], *held[at + 2 :]]


def _members(held: Sequence[Any], possible: Any) -> Iterator[tuple[str, Any]]:
    for item in possible:
        if item in held:
            yield f"loses {item}", [other for other in held if other != item]
        else:
            yield f"has {item} besides", [*held, item]

"""Every flip of one value of an edition of blackjack, enumerated from its parsed TOML and the forms of its keys."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from replay.blackjack.values import KEYS

Tables = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Flip:
    """An edition with one value changed, and the clause of that value."""

    name: str
    clause: str
    tables: Tables


def flips(tables: Tables) -> Iterator[Flip]:
    """All flips of an edition's values, readings, resolutions and breaches, and of what they cite."""
    yield from _values(tables)
    yield from _citations(tables)
    yield from _conduct(tables)
    yield from _ambiguities(tables)


def _values(tables: Tables) -> Iterator[Flip]:
    for name, row in tables["values"].items():
        schema = KEYS[name]._form.json_schema()
        if "value" in row:
            for what, value in neighbours(row["value"], schema):
                yield Flip(f"{name} {what}", row["clause"], _with(tables, ("values", name, "value"), value))
        for letter, held in row.get("readings", {}).items():
            for what, value in neighbours(held, schema):
                changed = _with(tables, ("values", name, "readings", letter), value)
                yield Flip(f"{name} in reading {letter} {what}", row["clause"], changed)


def _citations(tables: Tables) -> Iterator[Flip]:
    """All that rests on a clause, values and breaches, cites the next clause of the document instead."""
    clauses = [clause for clause in tables["clauses"] if not clause.endswith("?")]
    for clause in clauses:
        other = clauses[(clauses.index(clause) + 1) % len(clauses)]
        values = {
            name: {**row, "clause": other} if row["clause"] == clause else row for name, row in tables["values"].items()
        }
        conduct = {kind: other if rests == clause else rests for kind, rests in tables["conduct"].items()}
        if values != tables["values"] or conduct != tables["conduct"]:
            yield Flip(f"what rests on {clause} cites {other}", clause, {**tables, "values": values, "conduct": conduct})


def _conduct(tables: Tables) -> Iterator[Flip]:
    for kind, clause in tables["conduct"].items():
        yield Flip(f"conduct.{kind} is removed", clause, _without(tables, ("conduct", kind)))


def _ambiguities(tables: Tables) -> Iterator[Flip]:
    read = {row["clause"] for row in tables["values"].values() if "readings" in row}
    for clause in sorted(read):
        for letter in tables["readings"][clause]["readings"]:
            chosen = {"reading": letter, "by": "house", "source": "a flip"}
            resolved = {**tables.get("resolved", {}), clause: chosen}
            yield Flip(f"{clause} is resolved to {letter}", clause, {**tables, "resolved": resolved})


def neighbours(value: Any, schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every other value next to this one, by the form of its key: what was done to it, and what it is then."""
    match value:
        case bool():
            yield f"becomes {not value}", not value
        case int():
            yield from ((f"becomes {other}", other) for other in (value - 1, value + 1))
        case str() if _words(schema):
            yield from ((f"becomes {other}", other) for other in _words(schema) if other != value)
            yield from _other_forms(schema)
        case str():
            first, second = map(int, value.split(":"))
            yield from ((f"becomes {odds}", odds) for odds in (f"{first + 1}:{second}", f"{first}:{second + 1}"))
        case dict():
            for entry, held in value.items():
                yield from ((f"{entry} {what}", {**value, entry: other}) for what, other in neighbours(held, {}))
        case list():
            yield from _lists(value)


def _words(schema: Mapping[str, Any]) -> list[str]:
    forms = [schema, *schema.get("anyOf", ())]
    return [word for form in forms for word in (*form.get("enum", ()), *([form["const"]] if "const" in form else ()))]


def _other_forms(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What a word may be instead where the form has more than words: totals, or limits of the house's own."""
    for form in schema.get("anyOf", ()):
        if form.get("type") == "array":
            yield "becomes nine to eleven", [9, 10, 11]
        elif "$ref" in form or form.get("type") == "object":
            yield "becomes limits of its own", {"least": 1, "most": 2, "unit": 1}


def _lists(value: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    for at, element in enumerate(value):
        yield f"loses {element}", [*value[:at], *value[at + 1 :]]
    if value == ["A"]:
        yield from ((f"has {rank} besides", [*value, rank]) for rank in "TK92")
    elif value and isinstance(value[0], list):
        yield "gives the dealer two cards", [value[0], [*value[1], "dealer"]]
        yield "begins with the dealer", [list(reversed(value[0])), *value[1:]]


def _with(tables: Tables, path: Sequence[str], value: Any) -> Tables:
    changed = deepcopy(dict(tables))
    _at(changed, path)[path[-1]] = value
    return changed


def _without(tables: Tables, path: Sequence[str]) -> Tables:
    changed = deepcopy(dict(tables))
    del _at(changed, path)[path[-1]]
    return changed


def _at(tables: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    for name in path[:-1]:
        tables = tables[name]
    return tables

"""Every flip of one value of an edition, enumerated from its parsed TOML and from the forms of its keys."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from ledger.people import ROLES
from replay.baccarat.values import KEYS

Tables = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Flip:
    """An edition with one value changed, and the clause of that value (None: it concerns every clause)."""

    name: str
    clause: str | None
    tables: Tables


def flips(tables: Tables) -> Iterator[Flip]:
    """All flips of an edition. Titles, texts and what a notice publishes decide nothing and are left as they are."""
    yield from _values(tables)
    yield from _citations(tables)
    yield from _conduct(tables)
    yield from _ambiguities(tables)
    for authority in ROLES:
        if authority != tables["edition"]["authority"]:
            changed = _with(tables, ("edition", "authority"), authority)
            yield Flip(f"edition.authority becomes {authority}", None, changed)


def _values(tables: Tables) -> Iterator[Flip]:
    for name, row in tables["values"].items():
        schema = KEYS[name]._form.json_schema()
        for what, value in neighbours(row["value"], schema):
            yield Flip(f"{name} {what}", row["clause"], _with(tables, ("values", name, "value"), value))


def _citations(tables: Tables) -> Iterator[Flip]:
    """All values of a clause cite the next clause of the document instead."""
    cited = {row["clause"] for row in tables["values"].values()}
    for clause in tables["clauses"]:
        if clause in cited:
            other = _next(clause, tables)
            values = {
                name: {**row, "clause": other} if row["clause"] == clause else row for name, row in tables["values"].items()
            }
            yield Flip(f"the values of {clause} cite {other}", clause, {**tables, "values": values})


def _conduct(tables: Tables) -> Iterator[Flip]:
    for kind, clause in tables["conduct"].items():
        yield Flip(f"conduct.{kind} is removed", clause, _without(tables, ("conduct", kind)))
        other = _next(clause, tables)
        yield Flip(f"conduct.{kind} cites {other}", clause, _with(tables, ("conduct", kind), other))


def _ambiguities(tables: Tables) -> Iterator[Flip]:
    for clause, row in tables["readings"].items():
        letters = row["readings"]
        for letter in letters if len(letters) > 2 else ():
            gone = _without(tables, ("readings", clause, "readings", letter))
            yield Flip(f"reading {letter} of {clause} is removed", clause, gone)
        chosen = tables["resolved"].get(clause)
        if chosen is None:
            continue
        yield Flip(f"the resolution of {clause} is removed", clause, _without(tables, ("resolved", clause)))
        for letter in letters:
            if letter != chosen["reading"]:
                resolved = _with(tables, ("resolved", clause, "reading"), letter)
                yield Flip(f"{clause} is resolved to {letter}", clause, resolved)


def neighbours(value: Any, schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every other value next to this one, by the form of its key: what was done to it, and what it is then."""
    match value:
        case bool():
            yield f"becomes {not value}", not value
        case int():
            yield from ((f"becomes {other}", other) for other in (value - 1, value + 1))
        case str() if "enum" in schema:
            yield from ((f"becomes {other}", other) for other in schema["enum"] if other != value)
        case str():
            winnings, stake = map(int, value.split(":"))
            yield from ((f"becomes {odds}", odds) for odds in (f"{winnings + 1}:{stake}", f"{winnings}:{stake + 1}"))
        case dict():
            yield from _tables(value, schema)
        case list():
            yield from _lists(value, schema)


def _tables(value: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    (inner,) = schema.get("patternProperties", {"": schema.get("additionalProperties")}).values()
    for entry, held in value.items():
        yield f"loses {entry}", {other: kept for other, kept in value.items() if other != entry}
        for what, other in neighbours(held, inner):
            yield f"{entry} {what}", {**value, entry: other}
    if not value:
        yield from ((f"has {entry}", {str(entry): "1:1"}) for entry in range(10))


def _lists(value: Sequence[Any], schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    items = schema["items"]
    possible = items.get("enum") or list(range(items["minimum"], items["maximum"] + 1))
    for at, element in enumerate(value):
        yield f"loses {element} at {at}", [*value[:at], *value[at + 1 :]]
        if not schema.get("uniqueItems"):
            for other in possible:
                if other != element:
                    yield f"has {other} at {at}", [*value[:at], other, *value[at + 1 :]]
    for element in possible:
        if not (schema.get("uniqueItems") and element in value):
            yield f"has {element} besides", [*value, element]


def _next(clause: str, tables: Tables) -> str:
    clauses = list(tables["clauses"])
    return str(clauses[(clauses.index(clause) + 1) % len(clauses)])


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

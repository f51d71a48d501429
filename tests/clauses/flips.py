"""What flips of every game's editions share: one value, breach, reading or authority of an edition changed at a time."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

from ledger.errors import MalformedRulebook
from ledger.values.offices import ROLES
from replay.editions.loader import parse_edition
from replay.rulebooks.edition import Edition
from tests.clauses.dcb.toml import written
from tests.clauses.table import Row

Tables = Mapping[str, Any]

PARTS: Final = 4
in_parts = pytest.mark.parametrize(
    "part", [pytest.param(part, marks=[pytest.mark.nightly] if part else []) for part in range(PARTS)]
)
"""Every fourth flip is tried in each run, and all of them where there is time for it."""


@dataclass(frozen=True, slots=True)
class Flip:
    """An edition with one value changed, and the clause of that value (None: it concerns every clause)."""

    name: str
    clause: str | None
    tables: Tables


def conduct(tables: Tables) -> Iterator[Flip]:
    """No such breach."""
    for kind, clause in tables["conduct"].items():
        yield Flip(f"conduct.{kind} is removed", clause, without(tables, ("conduct", kind)))


def grounds(tables: Tables) -> Iterator[Flip]:
    """A breach rests on the next clause."""
    for kind, clause in tables["conduct"].items():
        other = following(clause, tables)
        yield Flip(f"conduct.{kind} cites {other}", clause, changed(tables, ("conduct", kind), other))


def ambiguities(tables: Tables) -> Iterator[Flip]:
    """A reading less; what is settled settled otherwise, or not at all."""
    for clause, row in tables["readings"].items():
        letters = row["readings"]
        for letter in letters if len(letters) > 2 else ():
            gone = without(tables, ("readings", clause, "readings", letter))
            yield Flip(f"reading {letter} of {clause} is removed", clause, gone)
        chosen = tables.get("resolved", {}).get(clause)
        if chosen is None:
            continue
        yield Flip(f"the resolution of {clause} is removed", clause, without(tables, ("resolved", clause)))
        for letter in letters:
            if letter != chosen["reading"]:
                resolved = changed(tables, ("resolved", clause, "reading"), letter)
                yield Flip(f"{clause} is resolved to {letter}", clause, resolved)


def authorities(tables: Tables) -> Iterator[Flip]:
    """Somebody else decides."""
    for authority in ROLES:
        if authority != tables["edition"]["authority"]:
            other = changed(tables, ("edition", "authority"), authority)
            yield Flip(f"edition.authority becomes {authority}", None, other)


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


def following(clause: str, tables: Tables) -> str:
    """The document's next clause."""
    clauses = list(tables["clauses"])
    return str(clauses[(clauses.index(clause) + 1) % len(clauses)])


def changed(tables: Tables, path: Sequence[str], value: Any) -> Tables:
    """The tables with another value at a path."""
    copied = deepcopy(dict(tables))
    _at(copied, path)[path[-1]] = value
    return copied


def without(tables: Tables, path: Sequence[str]) -> Tables:
    """The tables without what lies at a path."""
    copied = deepcopy(dict(tables))
    del _at(copied, path)[path[-1]]
    return copied


def _at(tables: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    for name in path[:-1]:
        tables = tables[name]
    return tables


def is_idle(flip: Flip, idle: Collection[str]) -> bool:
    """Whether a flip is named, by itself or by its key, among those that come to nothing in a house."""
    return flip.name in idle or flip.name.split()[0] in idle


Differences = Callable[[Row, Edition], list[str]]
"""Where the rulings on a row are not what it expects."""


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """A row that holds under the edition as it is, and what of the edition its rulings read."""

    row: Row
    names: frozenset[str]

    def may_notice(self, flip: Flip) -> bool:
        """Whether a flip of one value or of one breach can change its rulings."""
        name = flip.name.split()[0]
        is_one_entry = name in flip.tables["values"] or name.startswith("conduct.")
        return not is_one_entry or name in self.names


class Recorded(dict[str, Any]):
    """A table that notes which of its rows are read."""

    def __init__(self, rows: Mapping[str, Any], names: set[str], prefix: str = ""):
        super().__init__(rows)
        self._names, self._prefix = names, prefix

    def __getitem__(self, name: str) -> Any:
        self._names.add(self._prefix + name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._names.add(f"{self._prefix}{name}")
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self._names.add(self._prefix + name)
        return super().get(name, default)


def holding(rows: Iterable[Row], edition: Edition, differences: Differences) -> tuple[ReadingRow, ...]:
    """The rows that hold under the edition as it is: one that fails anyway notices nothing."""
    held = []
    for row in rows:
        names: set[str] = set()
        sheet = edition.sheet.model_copy(update={"conduct": Recorded(edition.sheet.conduct, names, "conduct.")})
        if not differences(row, replace(edition, sheet=sheet, values=Recorded(edition.values, names))):
            held.append(ReadingRow(row, frozenset(names)))
    return tuple(held)


def fate(flip: Flip, rows: Iterable[ReadingRow], differences: Differences) -> str:
    """Empty if the loader refuses the flipped edition, or if a row no longer holds under it."""
    try:
        edition = parse_edition(written(flip.tables))
    except MalformedRulebook:
        return ""
    able = sorted(
        (reading for reading in rows if reading.may_notice(flip)), key=lambda reading: reading.row.clause != flip.clause
    )
    try:
        noticed = any(differences(reading.row, edition) for reading in able)
    except Exception as error:  # an edition that the loader takes must be fit to judge by
        return f"accepted by the loader, but judging by it raises {error!r}"
    return "" if noticed else "no row fails"


def survivors(
    part: int, flips: Sequence[Flip], rows: Sequence[ReadingRow], differences: Differences, *, of_its_clause: bool = False
) -> list[str]:
    """What came of the flips of one part that no row notices, or no row of the value's own clause."""
    found = []
    for flip in flips[part::PARTS]:
        able = [row for row in rows if not of_its_clause or flip.clause in (None, row.row.clause)]
        if came := fate(flip, able, differences):
            found.append(f"{flip.name}: {came}")
    return found

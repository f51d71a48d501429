"""Every flip of one value of an edition, enumerated from its parsed TOML and from the forms of its keys."""

from collections.abc import Iterator

from replay.games.baccarat.parameters import PARAMETERS
from tests.clauses import flips as common
from tests.clauses.flips import Flip, Tables, changed, following, neighbours


def flips(tables: Tables) -> Iterator[Flip]:
    """All flips of an edition. Titles, texts and what a notice publishes decide nothing and are left as they are."""
    yield from _values(tables)
    yield from _citations(tables)
    yield from common.conduct(tables)
    yield from common.grounds(tables)
    yield from common.ambiguities(tables)
    yield from common.authorities(tables)


def _values(tables: Tables) -> Iterator[Flip]:
    for name, row in tables["values"].items():
        schema = PARAMETERS[name].schema
        for letter, held in row.get("readings", {}).items():
            for what, value in neighbours(held, schema):
                at = ("values", name, "readings", letter)
                yield Flip(f"{name} under ({letter}) {what}", row["clause"], changed(tables, at, value))
        for what, value in neighbours(row["value"], schema) if "value" in row else ():
            yield Flip(f"{name} {what}", row["clause"], changed(tables, ("values", name, "value"), value))


def _citations(tables: Tables) -> Iterator[Flip]:
    """All values of a clause cite the next clause of the document instead."""
    cited = {row["clause"] for row in tables["values"].values()}
    for clause in tables["clauses"]:
        if clause in cited:
            other = following(clause, tables)
            values = {
                name: {**row, "clause": other} if row["clause"] == clause else row for name, row in tables["values"].items()
            }
            yield Flip(f"the values of {clause} cite {other}", clause, {**tables, "values": values})

"""A bulk re-ruling from the first day to the folder with its result; what is finished when it is killed stays finished."""

import csv
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from functools import partial
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final

import orjson
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pydantic import ValidationError

from ledger.errors import UnusableRerun
from ledger.merkle import digest
from projections.export.writing import opened, pretty, put
from projections.reruling.compared import (
    IF_CLAIMED,
    LESS,
    MONEY,
    MORE,
    OPENED,
    ROUNDS,
    SAME,
    SETTLED,
    Columns,
    write_dictionary,
)
from projections.reruling.plan import Plan, Question, planned
from projections.reruling.unit import Done, Stretch, Task, all_done, in_stretches

CHANGES: Final = (MORE, LESS, OPENED, SETTLED, IF_CLAIMED)
MOST: Final = 20
"""So many players are named in a summary; all of them are in the table of changes."""


@dataclass
class Sum:
    """Wagers of one currency and one set of clauses, or of one player."""

    counts: Counter[str] = field(default_factory=Counter)
    more_minor: int = 0
    less_minor: int = 0
    players: set[tuple[str, str]] = field(default_factory=set)

    def add(self, row: Mapping[str, Any]) -> None:
        """Counts a wager whose money differs."""
        self.counts[row["change"]] += 1
        self.players.add((row["house"], row["player"]))
        amount = row["change_minor"] or 0
        self.more_minor += max(amount, 0)
        self.less_minor += max(-amount, 0)

    def document(self) -> dict[str, Any]:
        return {
            "wagers": sum(self.counts.values()),
            **{change: self.counts[change] for change in CHANGES},
            "more_minor": self.more_minor,
            "less_minor": self.less_minor,
        }


class Summary:
    """Adds up the rows of the changes."""

    def __init__(self) -> None:
        self._by_clause: dict[tuple[str, int, str], Sum] = {}
        self._by_player: dict[tuple[str, str, str, int], Sum] = {}

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Takes in rows whose money differs."""
        for row in rows:
            currency = row["currency"]
            self._by_clause.setdefault((currency, row["minor_digits"], row["on_clauses"]), Sum()).add(row)
            self._by_player.setdefault((row["house"], row["player"], currency, row["minor_digits"]), Sum()).add(row)

    def document(self) -> dict[str, Any]:
        """By clauses, the most money first within a currency; and the players with whom it changes most."""
        clauses = sorted(self._by_clause.items(), key=lambda pair: (pair[0][0], *_most_first(pair[1]), pair[0][2]))
        players = sorted(self._by_player.items(), key=lambda pair: (*_most_first(pair[1]), pair[0]))
        return {
            "clauses": [
                {
                    "currency": currency,
                    "minor_digits": digits,
                    "on_clauses": on.split(),
                    "players": len(total.players),
                    **total.document(),
                }
                for (currency, digits, on), total in clauses
            ],
            "players_concerned": len({(house, player) for house, player, *_ in self._by_player}),
            "players": [
                {
                    "house": house,
                    "player": player,
                    "currency": currency,
                    "minor_digits": digits,
                    **total.document(),
                }
                for (house, player, currency, digits), total in players[:MOST]
            ],
        }


def _most_first(total: Sum) -> tuple[int, int]:
    return -(total.more_minor + total.less_minor), -sum(total.counts.values())


Work = Callable[[Stretch], tuple[Done, ...]]
HandOut = Callable[[Work, Iterable[Stretch]], Iterator[tuple[Done, ...]]]
"""Gives stretches of units to those who work, and what they have done as it comes, in any order."""
Bar = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]
_GROUP: Final = 50_000
"""So many rows at least are in a row group, as long as there are more to come."""


class Rerun:
    """Rules again on what a question is about, into a folder. Raises UnusableRerun, UnknownRound, UnusableLedger."""

    def __init__(self, question: Question, addresses: Sequence[str], task: Task, out: Path):
        self._question, self._addresses, self._task, self._out = question, addresses, task, out
        self._partial = out.with_name(out.name + ".partial")
        self._units, self._result = self._partial / "units", self._partial / "result"

    @property
    def room(self) -> Path:
        """Where workers on this machine put what they need for as long as they work."""
        return self._partial / "room"

    def run(self, hand_out: HandOut, bar: Bar) -> dict[str, Any]:
        """Does what is not done yet, puts it together, and gives back the summary."""
        if self._out.exists():
            raise UnusableRerun(f"{self._out} is there already; name another folder, or take it away")
        plan = self._planned()
        self.room.mkdir(parents=True, exist_ok=True)
        left = [unit for unit in plan.units(self._addresses) if not self._file(unit.number, "json").exists()]
        with bar("days", len(plan.places)) as progress:
            progress(len(plan.places) - len(left))
            for one in chain.from_iterable(hand_out(partial(all_done, self._task), in_stretches(left)) if left else ()):
                self._keep(one)
                progress(1)
        with bar("result", len(plan.places)) as progress:
            told = self._put_together(plan, progress)
        self._result.rename(self._out)
        shutil.rmtree(self._partial)
        return told

    def _planned(self) -> Plan:
        kept = self._partial / "plan.json"
        if kept.exists():
            try:
                plan = Plan.model_validate_json(kept.read_bytes())
            except ValidationError as error:
                raise UnusableRerun(f"{kept} cannot be read; take {self._partial} away, then try again") from error
            if plan.question != self._question:
                raise UnusableRerun(f"{self._partial} is the beginning of another re-ruling; take it away, then try again")
            return plan
        plan = planned(self._question, self._addresses, self._task.opening)
        put(kept, plan.model_dump_json().encode())
        return plan

    def _file(self, number: int, kind: str) -> Path:
        return self._units / f"{number:07d}.{kind}"

    def _keep(self, one: Done) -> None:
        """Writes what a unit gave; the last file, when it is there, says that all of it is."""
        put(self._file(one.number, "rounds"), one.rounds)
        put(self._file(one.number, "money"), one.money)
        told = {"state": one.state, "rounds": one.counts[0], "wagers": one.counts[1], "digest": one.digest}
        put(self._file(one.number, "json"), orjson.dumps(told))

    def _put_together(self, plan: Plan, progress: Callable[[int], None]) -> dict[str, Any]:
        """The units, in the order of the plan, as one result."""
        notes = [orjson.loads(self._file(number, "json").read_bytes()) for number in range(len(plan.places))]
        summary = Summary()
        with ExitStack() as stack:
            rounds = stack.enter_context(_Growing(self._result / "rounds.parquet", ROUNDS))
            money = stack.enter_context(_Growing(self._result / "money.parquet", MONEY))
            changes = stack.enter_context(_Changes(self._result))
            ruling_changed = 0
            for number in range(len(plan.places)):
                told = pq.read_table(self._file(number, "rounds"), schema=ROUNDS.schema)
                ruling_changed += pc.sum(told["ruling_changed"]).as_py() or 0
                rounds.add(told)
                of_wagers = pq.read_table(self._file(number, "money"), schema=MONEY.schema)
                money.add(of_wagers)
                differing = of_wagers.filter(pc.not_equal(of_wagers["change"], SAME))
                changes.add(differing)
                summary.add(differing.to_pylist())
                progress(1)
        told = _document(plan, notes, ruling_changed) | summary.document()
        with opened(self._result / "dictionary.csv") as file:
            write_dictionary(file)
        put(self._result / "summary.json", pretty(told))
        return told


class _Growing:
    """A Parquet file to which tables are added; their rows come in groups of a fair size."""

    def __init__(self, path: Path, columns: Columns):
        self._schema, self._stack, self._path = columns.schema, ExitStack(), path
        self._waiting: list[pa.Table] = []

    def __enter__(self) -> "_Growing":
        file = self._stack.enter_context(opened(self._path))
        self._writer = self._stack.enter_context(pq.ParquetWriter(file, self._schema))
        return self

    def add(self, table: pa.Table) -> None:
        self._waiting.append(table)
        if sum(one.num_rows for one in self._waiting) >= _GROUP:
            self._write()

    def __exit__(self, *ended: Any) -> bool | None:
        if ended[0] is None:
            self._write()
        return self._stack.__exit__(*ended)

    def _write(self) -> None:
        if self._waiting:
            self._writer.write_table(pa.concat_tables(self._waiting))
        self._waiting = []


class _Changes:
    """The rows whose money differs, for programs and for people."""

    def __init__(self, folder: Path):
        self._folder, self._stack = folder, ExitStack()

    def __enter__(self) -> "_Changes":
        self._parquet = self._stack.enter_context(_Growing(self._folder / "changes.parquet", MONEY))
        self._file: IO[bytes] = self._stack.enter_context(opened(self._folder / "changes.csv"))
        self._text = TextIOWrapper(self._file, encoding="utf-8", newline="", write_through=True)
        self._lines = csv.DictWriter(self._text, MONEY.schema.names, lineterminator="\n")
        self._lines.writeheader()
        return self

    def add(self, table: pa.Table) -> None:
        self._parquet.add(table)
        self._lines.writerows(table.to_pylist())

    def __exit__(self, *ended: Any) -> bool | None:
        self._text.detach()
        return self._stack.__exit__(*ended)


def _document(plan: Plan, notes: list[dict[str, Any]], ruling_changed: int) -> dict[str, Any]:
    """What was asked and how much was done; `digest` is over the digests of the days in the order of the plan."""
    lines = (
        f"{plan.sources[at.source].house} {at.day} {note['digest']}\n" for at, note in zip(plan.places, notes, strict=True)
    )
    states = [note["state"] for note in notes]
    question = plan.question
    return {
        "rulebook": {"id": question.rulebook, "edition": question.edition, "digest": question.digest},
        "engine": question.engine,
        "sources": [source._asdict() for source in plan.sources],
        "table": question.table,
        "since": question.since and str(question.since),
        "until": question.until and str(question.until),
        "days": {
            "ruled": states.count("ruled"),
            "another_rulebook": states.count("another rulebook"),
            "never_opened": states.count("never opened"),
            "no_edition_in_force": states.count("no edition in force"),
            "told_twice": plan.twice,
        },
        "rounds": sum(note["rounds"] for note in notes),
        "wagers": sum(note["wagers"] for note in notes),
        "rulings_changed": ruling_changed,
        "digest": digest("".join(lines).encode()),
    }

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
from ledger.files import refuse_link
from ledger.merkle import digest
from ledger.values.document import EditionDocument
from projections.documents.rerulings import (
    CauseTotalsDocument,
    ClauseTotalsDocument,
    DayCountsDocument,
    EngineDayCountsDocument,
    EngineRerunDocument,
    FindingTotalsDocument,
    PlayerTotalsDocument,
    RerunDocument,
    SourceDocument,
)
from projections.export.writing import open_whole, pretty_json, write_whole
from projections.reruling.compared import (
    IF_CLAIMED,
    LESS,
    MORE,
    OPENED,
    SAME,
    SETTLED,
    ParquetTable,
    write_dictionary,
)
from projections.reruling.plan import RerunPlan, RerunQuestion, make_plan
from projections.reruling.unit import Task, UnitBatch, UnitResult, rerule_batch, tables_of, unit_batches

CHANGES: Final = (MORE, LESS, OPENED, SETTLED, IF_CLAIMED)
LISTED_PLAYERS: Final = 20
"""So many players are named in a summary; all of them are in the table of changes."""


@dataclass
class ChangeTotals:
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

    def counted(self) -> dict[str, int]:
        """Wagers by what becomes of their money, and the money."""
        changes = {change: self.counts[change] for change in CHANGES}
        return {"wagers": self.counts.total(), **changes, "more_minor": self.more_minor, "less_minor": self.less_minor}


class ChangeSummary:
    """Adds up the rows of the changes."""

    def __init__(self) -> None:
        self._by_clause: dict[tuple[str, int, str], ChangeTotals] = {}
        self._by_player: dict[tuple[str, str, str, int], ChangeTotals] = {}

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Takes in rows whose money differs."""
        for row in rows:
            currency = row["currency"]
            self._by_clause.setdefault((currency, row["minor_digits"], row["on_clauses"]), ChangeTotals()).add(row)
            self._by_player.setdefault((row["house"], row["player"], currency, row["minor_digits"]), ChangeTotals()).add(
                row
            )

    def clauses(self) -> list[ClauseTotalsDocument]:
        """By clauses, the most money first within a currency."""
        by_clause = sorted(self._by_clause.items(), key=lambda pair: (pair[0][0], *_largest_first(pair[1]), pair[0][2]))
        return [
            ClauseTotalsDocument(
                **total.counted(),
                currency=currency,
                minor_digits=digits,
                on_clauses=on.split(),
                players=len(total.players),
            )
            for (currency, digits, on), total in by_clause
        ]

    def players(self) -> list[PlayerTotalsDocument]:
        """The players with whom most changes."""
        by_player = sorted(self._by_player.items(), key=lambda pair: (*_largest_first(pair[1]), pair[0]))
        return [
            PlayerTotalsDocument(**total.counted(), currency=currency, minor_digits=digits, house=house, player=player)
            for (house, player, currency, digits), total in by_player[:LISTED_PLAYERS]
        ]

    def players_concerned(self) -> int:
        """How many players there are with whom anything changes."""
        return len({(house, player) for house, player, *_ in self._by_player})


class RulingSummary:
    """Counts the rulings on record that this engine does not come to: by why, and by what was found then and what now."""

    def __init__(self) -> None:
        self._causes, self._withdrawn, self._added = Counter[str](), Counter[str](), Counter[str]()

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Takes in rows of rounds."""
        for row in rows:
            self._causes.update(row["causes"].split())
            self._withdrawn.update(row["withdrawn"].split())
            self._added.update(row["added"].split())

    def causes(self) -> list[CauseTotalsDocument]:
        """Why rulings differ, and how many do."""
        return [CauseTotalsDocument(cause=cause, rounds=count) for cause, count in sorted(self._causes.items())]

    def findings(self) -> list[FindingTotalsDocument]:
        """Kinds of findings by name: how many were found then and not now, and how many now and not then."""
        return [
            FindingTotalsDocument(kind=kind, withdrawn=self._withdrawn[kind], added=self._added[kind])
            for kind in sorted({*self._withdrawn, *self._added})
        ]


def _largest_first(total: ChangeTotals) -> tuple[int, int]:
    return -(total.more_minor + total.less_minor), -sum(total.counts.values())


UnitWorker = Callable[[UnitBatch], tuple[UnitResult, ...]]
Dispatch = Callable[[UnitWorker, Iterable[UnitBatch]], Iterator[tuple[UnitResult, ...]]]
"""Gives stretches of units to those who work, and what they have done as it comes, in any order."""
ProgressBar = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]
_ROW_GROUP_SIZE: Final = 50_000
"""So many rows at least are in a row group, as long as there are more to come."""


class Rerun:
    """Rules again on what a question is about, into a folder. Raises UnusableRerun, UnknownRound, UnusableLedger."""

    def __init__(self, question: RerunQuestion, addresses: Sequence[str], task: Task, folder: Path):
        self._question, self._addresses, self._task, self._folder = question, addresses, task, folder
        self._rounds, self._money = tables_of(is_edition=question.edition is not None)
        self._partial = folder.with_name(folder.name + ".partial")
        self._units, self._result = self._partial / "units", self._partial / "result"

    @property
    def workspace(self) -> Path:
        """Where workers on this machine put what they need for as long as they work."""
        return self._partial / "room"

    def run(self, dispatch: Dispatch, progress_bar: ProgressBar) -> RerunDocument | EngineRerunDocument:
        """Does what is not done yet, puts it together, and gives back the summary."""
        if self._folder.exists():
            raise UnusableRerun(f"{self._folder} is there already; name another folder, or take it away")
        plan = self._load_or_make_plan()
        refuse_link(self.workspace)
        self.workspace.mkdir(parents=True, exist_ok=True)
        left = [unit for unit in plan.units(self._addresses) if not self._unit_file(unit.number, "json").exists()]
        with progress_bar("days", len(plan.places)) as progress:
            progress(len(plan.places) - len(left))
            for result in chain.from_iterable(
                dispatch(partial(rerule_batch, self._task), unit_batches(left)) if left else ()
            ):
                self._store_result(result)
                progress(1)
        with progress_bar("result", len(plan.places)) as progress:
            summary = self._merge_units(plan, progress)
        self._result.rename(self._folder)
        shutil.rmtree(self._partial)
        return summary

    def _load_or_make_plan(self) -> RerunPlan:
        kept = self._partial / "plan.json"
        if kept.exists():
            try:
                plan = RerunPlan.model_validate_json(kept.read_bytes())
            except ValidationError as error:
                raise UnusableRerun(f"{kept} cannot be read; take {self._partial} away, then try again") from error
            if plan.question != self._question:
                raise UnusableRerun(f"{self._partial} is the beginning of another re-ruling; take it away, then try again")
            return plan
        plan = make_plan(self._question, self._addresses, self._task.open_ledger)
        write_whole(kept, plan.model_dump_json().encode())
        return plan

    def _unit_file(self, number: int, kind: str) -> Path:
        return self._units / f"{number:07d}.{kind}"

    def _store_result(self, result: UnitResult) -> None:
        """Writes what a unit gave; the last file, when it is there, says that all of it is."""
        write_whole(self._unit_file(result.number, "rounds"), result.rounds)
        write_whole(self._unit_file(result.number, "money"), result.money)
        fields = {"state": result.state, "rounds": result.counts[0], "wagers": result.counts[1], "digest": result.digest}
        write_whole(self._unit_file(result.number, "json"), orjson.dumps(fields))

    def _merge_units(self, plan: RerunPlan, progress: Callable[[int], None]) -> RerunDocument | EngineRerunDocument:
        """The units, in the order of the plan, as one result."""
        notes = [orjson.loads(self._unit_file(number, "json").read_bytes()) for number in range(len(plan.places))]
        summary, rulings = ChangeSummary(), RulingSummary()
        with ExitStack() as stack:
            rounds = stack.enter_context(_ParquetAppender(self._result / "rounds.parquet", self._rounds))
            money = stack.enter_context(_ParquetAppender(self._result / "money.parquet", self._money))
            changes = stack.enter_context(_ChangesWriter(self._result, self._money))
            ruling_changed = 0
            for number in range(len(plan.places)):
                round_rows = pq.read_table(self._unit_file(number, "rounds"), schema=self._rounds.schema)
                ruling_changed += pc.sum(round_rows["ruling_changed"]).as_py() or 0
                rounds.add(round_rows)
                if plan.question.edition is None:
                    rulings.add(round_rows.to_pylist())
                of_wagers = pq.read_table(self._unit_file(number, "money"), schema=self._money.schema)
                money.add(of_wagers)
                differing = of_wagers.filter(pc.not_equal(of_wagers["change"], SAME))
                changes.add(differing)
                summary.add(differing.to_pylist())
                progress(1)
        if plan.question.edition is None:
            document: RerunDocument | EngineRerunDocument = _engine_document(plan, notes, ruling_changed, summary, rulings)
        else:
            document = _document(plan, notes, ruling_changed, summary)
        with open_whole(self._result / "dictionary.csv") as file:
            write_dictionary(file, (self._rounds, self._money))
        write_whole(self._result / "summary.json", pretty_json(document.model_dump(mode="json")))
        return document


class _ParquetAppender:
    """A Parquet file to which tables are added; their rows come in groups of a fair size."""

    def __init__(self, path: Path, columns: ParquetTable):
        self._schema, self._stack, self._path = columns.schema, ExitStack(), path
        self._pending_tables: list[pa.Table] = []

    def __enter__(self) -> "_ParquetAppender":
        file = self._stack.enter_context(open_whole(self._path))
        self._writer = self._stack.enter_context(pq.ParquetWriter(file, self._schema))
        return self

    def add(self, table: pa.Table) -> None:
        self._pending_tables.append(table)
        if sum(pending_table.num_rows for pending_table in self._pending_tables) >= _ROW_GROUP_SIZE:
            self._write()

    def __exit__(self, *ended: Any) -> bool | None:
        if ended[0] is None:
            self._write()
        return self._stack.__exit__(*ended)

    def _write(self) -> None:
        if self._pending_tables:
            self._writer.write_table(pa.concat_tables(self._pending_tables))
        self._pending_tables = []


class _ChangesWriter:
    """The rows whose money differs, for programs and for people."""

    def __init__(self, folder: Path, money: ParquetTable):
        self._folder, self._money, self._stack = folder, money, ExitStack()

    def __enter__(self) -> "_ChangesWriter":
        self._parquet_file = self._stack.enter_context(_ParquetAppender(self._folder / "changes.parquet", self._money))
        self._file: IO[bytes] = self._stack.enter_context(open_whole(self._folder / "changes.csv"))
        self._text_file = TextIOWrapper(self._file, encoding="utf-8", newline="", write_through=True)
        self._csv_writer = csv.DictWriter(self._text_file, self._money.schema.names, lineterminator="\n")
        self._csv_writer.writeheader()
        return self

    def add(self, table: pa.Table) -> None:
        self._parquet_file.add(table)
        self._csv_writer.writerows(table.to_pylist())

    def __exit__(self, *ended: Any) -> bool | None:
        self._text_file.detach()
        return self._stack.__exit__(*ended)


def _document(
    plan: RerunPlan, unit_notes: list[dict[str, Any]], rulings_changed: int, summary: ChangeSummary
) -> RerunDocument:
    """What was asked and how much was done."""
    states = Counter(note["state"] for note in unit_notes)
    question = plan.question
    return RerunDocument.from_object(
        question,
        rulebook=EditionDocument.from_object(question, id=question.rulebook),
        sources=[SourceDocument.from_object(source) for source in plan.sources],
        since=question.since and str(question.since),
        until=question.until and str(question.until),
        days=DayCountsDocument(
            ruled=states["ruled"],
            another_rulebook=states["another rulebook"],
            never_opened=states["never opened"],
            no_edition_in_force=states["no edition in force"],
            told_twice=plan.twice,
        ),
        rounds=sum(note["rounds"] for note in unit_notes),
        wagers=sum(note["wagers"] for note in unit_notes),
        rulings_changed=rulings_changed,
        digest=_digest(plan, unit_notes),
        clauses=summary.clauses(),
        players_concerned=summary.players_concerned(),
        players=summary.players(),
    )


def _digest(plan: RerunPlan, unit_notes: list[dict[str, Any]]) -> str:
    """Over the digests of the days, in the order of the plan."""
    lines = (
        f"{plan.sources[at.source].house} {at.day} {note['digest']}\n"
        for at, note in zip(plan.places, unit_notes, strict=True)
    )
    return digest("".join(lines).encode())


def _engine_document(
    plan: RerunPlan,
    unit_notes: list[dict[str, Any]],
    rulings_changed: int,
    summary: ChangeSummary,
    rulings: RulingSummary,
) -> EngineRerunDocument:
    """The same of the rulings on record beside those of this engine."""
    states = Counter(note["state"] for note in unit_notes)
    question = plan.question
    return EngineRerunDocument.from_object(
        question,
        sources=[SourceDocument.from_object(source) for source in plan.sources],
        since=question.since and str(question.since),
        until=question.until and str(question.until),
        days=EngineDayCountsDocument(
            ruled=states["ruled"],
            not_ruled_on=states["not ruled on"],
            no_edition_in_force=states["no edition in force"],
            told_twice=plan.twice,
        ),
        rounds=sum(note["rounds"] for note in unit_notes),
        wagers=sum(note["wagers"] for note in unit_notes),
        rulings_changed=rulings_changed,
        causes=rulings.causes(),
        findings=rulings.findings(),
        digest=_digest(plan, unit_notes),
        clauses=summary.clauses(),
        players_concerned=summary.players_concerned(),
        players=summary.players(),
    )

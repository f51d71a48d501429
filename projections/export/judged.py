"""What a package says of its days: rulings, rows of the read models, reports, cases, the register of decisions."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from ledger.application import Ledger
from ledger.as_of import LedgerAsOf
from ledger.cases.casebook import Casebook
from ledger.mapper import canonical
from ledger.package.format import CASES, REGISTER, REPORTS, RULINGS
from ledger.values.subjects import play_stream
from projections.answers.round_answer import Answers
from projections.documents.cases import case_document
from projections.documents.ruled import RuledDocument
from projections.documents.rulings import RulingDocument, basis_document, ruling_documents
from projections.export.columns import Row
from projections.export.coverage import Coverage, Redaction, covered_adoptions
from projections.export.day_rows import ExportedDay
from projections.export.house_rows import HouseRows
from projections.export.proof_bundle import BundledCheckpoint
from projections.export.table_files import NameMask, write_dictionary, write_table
from projections.export.tables import EXPORTED_TABLES
from projections.export.writing import open_whole, pretty_json, write_whole
from projections.messages.catalogue import Catalogue
from projections.read_models.register import merge_decisions
from projections.read_models.rows import RuledRound
from projections.read_models.tables import DECISIONS
from projections.reports.case_file import gather_case_file
from projections.reports.case_letter import final_letter
from projections.reports.case_report import compose_case_report
from projections.reports.forms import render
from projections.reports.letter import compose_letter as letter_to
from projections.reports.masking import MaskedTableDays
from projections.reports.round_report import ruling_report
from projections.rulings.difference import difference
from projections.rulings.ruled_day import ruled_day
from projections.table_days import TableDays
from projections.workers import ALONE, Workers

_FIELDS_BY_WAGER: Final = ("due_minor", "as_dealt_minor", "withheld_minor", "settled_minor")
Progress = Callable[[int], None]


def rulings_file(day: str) -> str:
    """The file with the rulings on a table's day, a line each."""
    return f"{RULINGS}/{day}.ndjson"


class DayTask(NamedTuple):
    """What is written of days: of which ledger, as of which size, what a package covers, and where it is made."""

    url: str
    size: int
    coverage: Coverage
    bag: Path
    work: Path
    reports: bool


NumberedDay = tuple[int, str]
_BETS: Final = "bets"
"""The rows of a day with the ids of its bets; no table of the package."""


def write_days(task: DayTask, days: Sequence[NumberedDay]) -> int:
    """Writes the rulings on days of a package and their rows, and says how many days these are."""
    with LedgerAsOf(task.url, task.size) as past_ledger:
        writer = _DayWriter(past_ledger, task)
        for number, day in days:
            writer.write(number, day)
    return len(days)


class _DayWriter:
    """Writes what is on record of the rulings on days, and keeps their rows. Of what was not ruled on nothing is said."""

    def __init__(self, past_ledger: Ledger, task: DayTask):
        self._ledger, self._task = past_ledger, task
        self._table_days, self._words = TableDays(past_ledger), Catalogue()

    def write(self, number: int, day: str) -> None:
        """Writes a day; that it is done is noted last."""
        wanted, ruled = self._task.coverage.rounds, ruled_day(self._ledger, day, upto=self._task.size)
        here = [round_ for round_ in ruled.rounds if wanted is None or round_.name in wanted]
        if here:
            with open_whole(self._task.bag / rulings_file(day)) as lines:
                for round_ in here:
                    lines.write(RuledDocument.of(round_).canonical + b"\n")
        if self._task.reports:
            self._write_reports([round_ for round_ in here if round_.findings])
        stored = self._ledger.recorder.select_events(play_stream(day))
        play = (notification for notification in stored if notification.id <= self._task.size)
        exported = ExportedDay(self._ledger, ruled, play, wanted)
        rows = exported.rows() | {_BETS: [{"bet": bet} for bet in exported.bets()]}
        shoes = {round_.row["shoe"] for round_ in here}
        at_table = [row for row in ruled.rows.decisions if wanted is None or _is_about(row, wanted, shoes)]
        for name, rows_of_table in (rows | {DECISIONS.name: at_table}).items():
            write_whole(rows_file(self._task.work, name, number), orjson.dumps(rows_of_table))
        write_whole(done_file(self._task.work, number), b"")

    def _write_reports(self, rounds: Sequence[RuledRound]) -> None:
        for ruling in self._table_days.rulings([ruled.name for ruled in rounds]):
            differs = difference(self._ledger, self._table_days, ruling, self._task.size)
            report = ruling_report(self._ledger, self._table_days, ruling, differs, self._words)
            write_whole(self._task.bag / f"{REPORTS}/{ruling.round.name}.pdf", render("pdf", report))


def rows_file(work: Path, table: str, number: int) -> Path:
    """Where the rows of a day are kept for a table."""
    return work / table / f"{number:06d}.json"


def done_file(work: Path, number: int) -> Path:
    """What is there once a day is written."""
    return work / f"day-{number:06d}.done"


class RulingWriter:
    """Writes what is on record of the rulings on the days of a coverage; what is there is kept.

    Nothing is judged but what is told in detail: a case's rounds, and those with findings where reports are asked for.
    `checkpoints` are those that the tables list; in them persons and bets are masked where that is asked for.
    """

    def __init__(
        self,
        past_ledger: Ledger,
        coverage: Coverage,
        bag: Path,
        work: Path,
        checkpoints: Sequence[BundledCheckpoint],
        *,
        reports: bool,
        masked: bool,
        workers: Workers = ALONE,
    ):
        self._ledger, self._coverage, self._bag_folder, self._work_folder = past_ledger, coverage, bag, work
        self._table_days, self._words, self._workers = TableDays(past_ledger), Catalogue(), workers
        self._checkpoints, self._is_masked = checkpoints, masked
        self._day_task = DayTask(past_ledger.url, past_ledger.size(), coverage, bag, work, reports)

    def write(self, progress: Progress = lambda _: None) -> None:
        """Writes everything that rulings say; `progress` hears of days."""
        discretion = self._coverage.redaction
        if discretion is not None:
            self._write_case_rulings(discretion)
        days = list(enumerate(self._coverage.days))
        left = [(number, day) for number, day in days if not done_file(self._work_folder, number).exists()]
        progress(len(days) - len(left))
        for count in self._workers.hand_out(partial(write_days, self._day_task), self._workers.stretches(left)):
            progress(count)
        register = list(self._register())
        write_whole(self._bag_folder / REGISTER, b"".join(canonical(row) + b"\n" for row in register))
        if discretion is None:
            self._write_tables(register)
        self._write_cases()

    def _read_rows(self, table: str) -> Iterator[dict[str, Any]]:
        for number in range(len(self._coverage.days)):
            yield from orjson.loads(rows_file(self._work_folder, table, number).read_bytes())

    def _write_tables(self, register: Sequence[Row]) -> None:
        """The tables in their order, persons and bets masked where that is asked for."""
        adoptions = covered_adoptions(self._ledger, self._coverage)
        rows_by_table = HouseRows(self._ledger, self._coverage.cases).rows(adoptions, register, self._checkpoints)
        mask = NameMask(row["bet"] for row in self._read_rows(_BETS)) if self._is_masked else None
        for table in EXPORTED_TABLES:
            rows = rows_by_table[table.name] if table.name in rows_by_table else self._read_rows(table.name)
            write_table(table, rows if mask is None else (mask.masked(row, table) for row in rows), self._bag_folder)
        write_dictionary(self._bag_folder)
        if mask is not None:
            mask.write(self._bag_folder)

    def _write_cases(self) -> None:
        """The cases, each with its report; where other players are left out, with the letters of its answers instead."""
        work = Casebook(self._ledger)
        for number in self._coverage.cases:
            case = work.case(number)
            document = case_document(case, work.table_opening(case))
            write_whole(self._bag_folder / f"{CASES}/{number}.json", pretty_json(document.model_dump(mode="json")))
            if not self._day_task.reports:
                continue
            file = gather_case_file(self._ledger, number, self._words, mask_names=False)
            if self._coverage.redaction is None:
                write_whole(
                    self._bag_folder / f"{REPORTS}/{number}.pdf",
                    render("pdf", compose_case_report(file, self._words, masked=False)),
                )
                continue
            for player in case.answers():
                letter = render("pdf", final_letter(file, player, self._words))
                write_whole(self._bag_folder / f"{REPORTS}/{number}/letter-{player}.pdf", letter)

    def _register(self) -> Iterator[Row]:
        """Every decision and attempt that the package is about, in the order of the record."""
        at_tables = list(self._read_rows(DECISIONS.name)) if self._coverage.redaction is None else []
        for row in merge_decisions(self._ledger, at_tables):
            of_table = row["case"] is None and row["championship"] is None
            if of_table or row["case"] in self._coverage.cases or self._coverage.streams is None:
                yield row

    # A case

    def _write_case_rulings(self, redaction: Redaction) -> None:
        """The rulings on a case's rounds as far as they concern its claimants, other names masked, and letters to them."""
        masked = MaskedTableDays(self._ledger, self._words, redaction.claimants)
        with open_whole(self._bag_folder / rulings_file(redaction.day)) as lines:
            for document in ruling_documents(masked, sorted(redaction.rounds)):
                lines.write(ruling_for_players(document, redaction.claimants).canonical + b"\n")
        answers = Answers(self._ledger, self._table_days)
        for ruling in self._table_days.rulings(sorted(redaction.rounds)):
            leaves_digest = basis_document(ruling, self._table_days.leaves(ruling)).leaves_digest
            answer = answers.of(ruling)
            for player in sorted({row.player for row in answer.players} & redaction.claimants):
                letter = letter_to(answer, player, leaves_digest, self._words)
                write_whole(self._bag_folder / f"{REPORTS}/{ruling.round.name}/letter-{player}.pdf", render("pdf", letter))


def ruling_for_players(document: RulingDocument, players: Collection[str]) -> RulingDocument:
    """A ruling's document without the money of anybody else, and without what was found of their wagers alone."""
    money = [row for row in document.money if row.player in players]
    wagers = {row.wager for row in money}
    branches = [
        branch.model_copy(
            update={part: {w: v for w, v in getattr(branch, part).items() if w in wagers} for part in _FIELDS_BY_WAGER}
        )
        for branch in document.branches
    ]
    outcomes = [
        outcome.model_copy(update={"due_minor": {w: v for w, v in outcome.due_minor.items() if w in wagers}})
        for outcome in document.outcomes
    ]
    findings = [
        finding.model_copy(update={"wagers": [wager for wager in finding.wagers if wager in wagers]})
        for finding in document.findings
        if not finding.wagers or wagers & set(finding.wagers)
    ]
    return document.model_copy(update={"money": money, "branches": branches, "outcomes": outcomes, "findings": findings})


def _is_about(decision: Mapping[str, Any], rounds: Collection[str], shoes: Collection[str | None]) -> bool:
    """Whether a decision is about one of these rounds, or about one of their shoes as a whole."""
    return decision["shoe"] in shoes if decision["round"] is None else decision["round"] in rounds

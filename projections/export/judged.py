"""What a package says of its days: rulings, rows of the read models, reports, cases, the register of decisions."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import orjson

from ledger.application import Ledger
from ledger.cases.casework import Casework
from ledger.mapper import canonical
from ledger.package.format import CASES, REGISTER, REPORTS, RULINGS
from projections.documents.cases import case_document
from projections.documents.ruled import RuledDocument
from projections.documents.rulings import RulingDocument, basis_document, ruling_document, ruling_documents
from projections.export import tables
from projections.export.coverage import Coverage, Redaction
from projections.export.writing import open_whole, pretty_json, write_whole
from projections.messages.catalogue import Catalogue
from projections.read_models.register import merge_decisions
from projections.read_models.rows import DayRows
from projections.read_models.tables import DECISIONS
from projections.reports.case_file import gather_case_file
from projections.reports.case_letter import final_letter
from projections.reports.case_report import compose_case_report
from projections.reports.compose import compose_report
from projections.reports.forms import render
from projections.reports.letter import compose_letter as letter_to
from projections.reports.masking import MaskedTableDays
from projections.rulings.difference import difference, difference_sentences
from projections.rulings.ruled_day import RuledRound, ruled_day
from projections.table_days import TableDays

_FIELDS_BY_WAGER: Final = ("due_minor", "as_dealt_minor", "withheld_minor", "settled_minor")
Progress = Callable[[int], None]


def rulings_file(day: str) -> str:
    """The file with the rulings on a table's day, a line each."""
    return f"{RULINGS}/{day}.ndjson"


class RulingWriter:
    """Writes what is on record of the rulings on the days of a coverage, one after the other; what is there is kept.

    Nothing is judged but what is told in detail: a case's rounds, and those with findings where reports are asked for.
    """

    def __init__(self, past_ledger: Ledger, coverage: Coverage, bag: Path, work: Path, *, reports: bool):
        self._ledger, self._coverage, self._bag_folder, self._work_folder = past_ledger, coverage, bag, work
        self._table_days, self._words, self._reports = TableDays(past_ledger), Catalogue(), reports
        self._size = past_ledger.size()

    def write(self, progress: Progress = lambda _: None) -> None:
        """Writes everything that rulings say; `progress` hears of days."""
        discretion = self._coverage.redaction
        if discretion is not None:
            self._write_case_rulings(discretion)
        for number, day in enumerate(self._coverage.days):
            done = self._work_folder / f"day-{number:06d}.json"
            if not done.exists():
                write_whole(done, orjson.dumps(self._write_day(day)))
            progress(1)
        if discretion is None:
            for table in tables.EXPORTED_TABLES:
                tables.write_table(table, self._read_rows(table.name), self._bag_folder)
            tables.write_dictionary(self._bag_folder)
        self._write_cases()
        self._write_register()

    def _write_day(self, day: str) -> dict[str, list[Any]]:
        """Writes the rulings on a day and gives back its rows. Where nothing was ruled on nothing is said of it."""
        wanted, ruled = self._coverage.rounds, ruled_day(self._ledger, day, upto=self._size)
        here = [round_ for round_ in ruled.rounds if wanted is None or round_.name in wanted]
        if here:
            with open_whole(self._bag_folder / rulings_file(day)) as lines:
                for round_ in here:
                    lines.write(RuledDocument.of(round_).canonical + b"\n")
        if self._reports:
            self._write_reports([round_ for round_ in here if round_.findings])
        return _exported_rows(ruled.rows, wanted) | tables.money_rows(here)

    def _write_reports(self, rounds: Sequence[RuledRound]) -> None:
        for ruling in self._table_days.rulings([ruled.name for ruled in rounds]):
            document = ruling_document(ruling, self._table_days.leaves(ruling))
            differs = difference(self._ledger, self._table_days, ruling, self._size)
            on_record = difference_sentences(differs, self._words) if differs else ()
            stored = self._table_days.stored_bytes(ruling.positions)
            report = compose_report(ruling, document, stored, self._words, on_record)
            write_whole(self._bag_folder / f"{REPORTS}/{ruling.round.name}.pdf", render("pdf", report))

    def _read_rows(self, name: str) -> Iterator[Mapping[str, Any]]:
        for number in range(len(self._coverage.days)):
            yield from orjson.loads((self._work_folder / f"day-{number:06d}.json").read_bytes())[name]

    def _write_cases(self) -> None:
        """The cases, each with its report; where other players are left out, with the letters of its answers instead."""
        work = Casework(self._ledger)
        for number in self._coverage.cases:
            case = work.case(number)
            write_whole(
                self._bag_folder / f"{CASES}/{number}.json", pretty_json(case_document(case).model_dump(mode="json"))
            )
            if not self._reports:
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

    def _write_register(self) -> None:
        """Every decision and attempt that the package is about, in the order of the record."""
        at_tables = [dict(row) for row in self._read_rows(DECISIONS.name)] if self._coverage.redaction is None else []
        with open_whole(self._bag_folder / REGISTER) as lines:
            for row in merge_decisions(self._ledger, at_tables):
                of_table = row["case"] is None and row["championship"] is None
                if of_table or row["case"] in self._coverage.cases or self._coverage.streams is None:
                    lines.write(canonical(row) + b"\n")

    # A case

    def _write_case_rulings(self, redaction: Redaction) -> None:
        """The rulings on a case's rounds as far as they concern its claimants, other names masked, and letters to them."""
        masked = MaskedTableDays(self._ledger, self._words, redaction.claimants)
        with open_whole(self._bag_folder / rulings_file(redaction.day)) as lines:
            for document in ruling_documents(masked, sorted(redaction.rounds)):
                lines.write(ruling_for_players(document, redaction.claimants).canonical + b"\n")
        for ruling in self._table_days.rulings(sorted(redaction.rounds)):
            leaves_digest = basis_document(ruling, self._table_days.leaves(ruling)).leaves_digest
            for player in sorted({award.wager_due.player for award in ruling.awards} & redaction.claimants):
                letter = letter_to(ruling, player, leaves_digest, self._words)
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


def _exported_rows(rows: DayRows, rounds: Collection[str] | None) -> dict[str, list[Any]]:
    """The rows of a day by read model; where only some rounds are wanted, those of these and of their shoes."""
    rows_by_table = {str(table.name): getattr(rows, table.name) for table in tables.READ_MODELS}
    if rounds is None:
        return rows_by_table
    shoes = {row["shoe"] for row in rows.rounds if row["round"] in rounds}
    return {name: [row for row in found if _is_row_of(row, rounds, shoes)] for name, found in rows_by_table.items()}


def _is_row_of(row: Mapping[str, Any], rounds: Collection[str], shoes: Collection[str | None]) -> bool:
    """Whether a row is of one of these rounds, or of their shoes as a whole."""
    name = row.get("round")
    return row["shoe"] in shoes if name is None else name in rounds

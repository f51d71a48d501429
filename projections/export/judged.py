"""What a package says of its days: rulings, reports, rows of the read models, cases, the register of decisions."""

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import orjson

from ledger.application import Ledger
from ledger.cases.casework import Casework
from ledger.errors import UnknownRulebook
from ledger.mapper import canonical
from ledger.package.format import CASES, REGISTER, REPORTS, RULINGS
from projections.export import tables
from projections.export.coverage import Coverage, Discretion
from projections.export.writing import opened, pretty, put
from projections.messages.catalogue import Words
from projections.read_models.cases import document as case_document
from projections.read_models.register import everywhere
from projections.read_models.rows import DayRows, of_day
from projections.read_models.tables import DECISIONS
from projections.reports.case_compose import compose_case
from projections.reports.case_file import gather
from projections.reports.case_letter import answer_letter
from projections.reports.compose import compose
from projections.reports.forms import letter_as, report_as
from projections.reports.letter import write as letter_to
from projections.reports.masking import MaskedArchive
from projections.table_days import Archive
from replay.ruling.ruling import Ruling, rule

_BY_WAGER: Final = ("due_minor", "as_dealt_minor", "withheld_minor", "settled_minor")
Progress = Callable[[int], None]


def rulings_of(day: str) -> str:
    """The file with the rulings on a table's day, a line each."""
    return f"{RULINGS}/{day}.ndjson"


class Judged:
    """Rules on the days of a coverage, one after the other, and writes what comes out; what is there is kept."""

    def __init__(self, past: Ledger, covered: Coverage, bag: Path, work: Path, *, reports: bool):
        self._past, self._covered, self._bag, self._work = past, covered, bag, work
        self._archive, self._words, self._reports = Archive(past), Words(), reports

    def write(self, progress: Progress = lambda _: None) -> None:
        """Writes everything that is judged; `progress` hears of days."""
        discretion = self._covered.discretion
        if discretion is not None:
            self._case(discretion)
        for number, day in enumerate(self._covered.days):
            done = self._work / f"day-{number:06d}.json"
            if not done.exists():
                put(done, orjson.dumps(self._day(day)))
            progress(1)
        if discretion is None:
            for table in tables.EXPORTED:
                tables.write(table, self._rows(table.name), self._bag)
            tables.write_dictionary(self._bag)
        self._cases()
        self._register()

    def _day(self, day: str) -> dict[str, list[Any]]:
        """Rules on a day and gives back its rows. Where no edition was in force nothing is said of it."""
        wanted = self._covered.rounds
        try:
            story = self._archive.story(day)
        except UnknownRulebook:
            return {str(table.name): [] for table in tables.EXPORTED}
        rulings = [rule(story, name) for name in story.rounds]
        here = [ruling for ruling in rulings if wanted is None or ruling.round.name in wanted]
        with opened(self._bag / rulings_of(day)) as lines:
            for ruling in here:
                lines.write(canonical(self._archive.document(ruling)) + b"\n")
        for ruling in here:
            if self._reports and ruling.findings:
                self._report(ruling)
        return _kept(of_day(story, rulings), wanted)

    def _report(self, ruling: Ruling) -> None:
        basis = self._archive.document(ruling)["basis"]
        told = compose(ruling, basis, self._archive.stored(ruling.positions), self._words)
        put(self._bag / f"{REPORTS}/{ruling.round.name}.pdf", report_as("pdf", told))

    def _rows(self, name: str) -> Iterator[Mapping[str, Any]]:
        for number in range(len(self._covered.days)):
            yield from orjson.loads((self._work / f"day-{number:06d}.json").read_bytes())[name]

    def _cases(self) -> None:
        """The cases, each with its report; where other players are left out, with the letters of its answers instead."""
        work = Casework(self._past)
        for number in self._covered.cases:
            case = work.case(number)
            put(self._bag / f"{CASES}/{number}.json", pretty(case_document(case)))
            if not self._reports:
                continue
            file = gather(self._past, number, self._words, hide=False)
            if self._covered.discretion is None:
                put(self._bag / f"{REPORTS}/{number}.pdf", report_as("pdf", compose_case(file, self._words, masked=False)))
                continue
            for player in case.answers():
                letter = letter_as("pdf", answer_letter(file, player, self._words))
                put(self._bag / f"{REPORTS}/{number}/letter-{player}.pdf", letter)

    def _register(self) -> None:
        """Every decision and attempt that the package is about, in the order of the record."""
        at_tables = [dict(row) for row in self._rows(DECISIONS.name)] if self._covered.discretion is None else []
        with opened(self._bag / REGISTER) as lines:
            for row in everywhere(self._past, at_tables):
                of_table = row["case"] is None and row["championship"] is None
                if of_table or row["case"] in self._covered.cases or self._covered.streams is None:
                    lines.write(canonical(row) + b"\n")

    # A case

    def _case(self, discretion: Discretion) -> None:
        """The rulings on a case's rounds as far as they concern its claimants, other names masked, and letters to them."""
        masked = MaskedArchive(self._past, self._words, discretion.claimants)
        with opened(self._bag / rulings_of(discretion.day)) as lines:
            for told in masked.documents(sorted(discretion.rounds)):
                lines.write(canonical(concerning(told, discretion.claimants)) + b"\n")
        for ruling in self._archive.rulings(sorted(discretion.rounds)):
            told = self._archive.document(ruling)
            for player in sorted({row["player"] for row in told["money"]} & discretion.claimants):
                letter = letter_to(ruling, player, told["basis"]["leaves_digest"], self._words)
                put(self._bag / f"{REPORTS}/{ruling.round.name}/letter-{player}.pdf", letter_as("pdf", letter))


def concerning(told: Mapping[str, Any], players: Collection[str]) -> dict[str, Any]:
    """A ruling's document without the money of anybody else, and without what was found of their wagers alone."""
    money = [row for row in told["money"] if row["player"] in players]
    wagers = {row["wager"] for row in money}
    branches = [
        {**branch, **{part: {w: v for w, v in branch[part].items() if w in wagers} for part in _BY_WAGER}}
        for branch in told["branches"]
    ]
    found = [one for one in told["findings"] if not one["wagers"] or wagers & set(one["wagers"])]
    found = [{**one, "wagers": [wager for wager in one["wagers"] if wager in wagers]} for one in found]
    return {**told, "money": money, "branches": branches, "findings": found}


def _kept(rows: DayRows, wanted: Collection[str] | None) -> dict[str, list[Any]]:
    """The rows of a day by read model; where only some rounds are wanted, those of these and of their shoes."""
    told = {str(table.name): getattr(rows, table.name) for table in tables.EXPORTED}
    if wanted is None:
        return told
    shoes = {row["shoe"] for row in rows.rounds if row["round"] in wanted}
    return {name: [row for row in found if _is_of(row, wanted, shoes)] for name, found in told.items()}


def _is_of(row: Mapping[str, Any], rounds: Collection[str], shoes: Collection[str | None]) -> bool:
    """Whether a row is of one of these rounds, or of their shoes as a whole."""
    name = row.get("round")
    return row["shoe"] in shoes if name is None else name in rounds

"""`recoup rule`: rule on rounds."""

from collections.abc import Iterator
from typing import Annotated

import typer
from pydantic import BaseModel

from desk.cli.completion import OnlyShoe, complete_round
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, NO, WRONG_USE, Json, LedgerUrl, bar, console, print_json
from desk.terminal.decisions import show_totals
from desk.terminal.ruling import show_difference, show_ruling
from ledger.errors import UnknownRound, did_you_mean
from ledger.values.terminal import say
from projections.answers.round_answer import Answers
from projections.documents.answers import answered_ruling_document
from projections.documents.rulings import ruling_document
from projections.read_models.round_list import names_beginning
from projections.rulings.difference import difference
from projections.table_days import TableDays
from replay.ruling.ruling import Ruling
from replay.ruling.shoe_totals import ShoeTotals, group_by_shoe, running_totals


def rule(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="ROUND…", help="TABLE/DAY/ROUND", autocompletion=complete_round)
    ] = None,
    ledger: LedgerUrl = DEFAULT,
    shoe: OnlyShoe = None,
    all_rounds: Annotated[bool, typer.Option("--all", help="Every round on record.")] = False,
    fail_on_findings: Annotated[
        bool, typer.Option("--fail-on-findings", help="Exit 1 if anything was certainly found.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Rule on rounds: findings, verdict, money under each reading, clauses."""
    if [bool(names), shoe is not None, all_rounds].count(True) != 1:
        say("recoup: name rounds, or --shoe S, or --all, and no two of them", err=True)
        raise typer.Exit(WRONG_USE)
    found, documents = False, list[BaseModel]()
    with open_existing(ledger) as opened:
        archive = TableDays(opened)
        answers = Answers(opened, archive)
        wanted = names or list(_rounds_of_shoe(archive, shoe))
        if shoe is not None and not wanted:
            near = did_you_mean(shoe, names_beginning(opened.url, "shoe", ""))
            raise UnknownRound(
                f"no round on record was dealt from shoe {shoe}; {near}`recoup rounds` lists them with their shoes"
            )
        with bar("ruling", len(wanted)) as progress:
            for ruling, totals, last in _with_totals(archive.rulings(wanted), of_shoe=shoe is not None):
                progress(1)
                found |= bool(ruling.established_findings)
                differs = None if opened.is_part else difference(opened, archive, ruling)
                if as_json:
                    document = ruling_document(ruling, archive.leaves(ruling), totals)
                    documents.append(answered_ruling_document(answers.of(ruling), document, differs))
                    continue
                show_ruling(console(), answers.of(ruling))
                if differs is not None:
                    show_difference(console(), differs)
                if totals is not None and last:
                    show_totals(console(), ruling, totals)
    if as_json:
        print_json(documents)
    if found and fail_on_findings:
        raise typer.Exit(NO)


RulingWithTotals = tuple[Ruling, tuple[ShoeTotals, ...] | None, bool]


def _with_totals(rulings: Iterator[Ruling], *, of_shoe: bool) -> Iterator[RulingWithTotals]:
    """The rulings; of a shoe each with what its rounds come to so far, and whether it is the shoe's last."""
    if not of_shoe:
        yield from ((ruling, None, False) for ruling in rulings)
        return
    for shoe in group_by_shoe(rulings):
        for ruling, totals in zip(shoe, running_totals(shoe), strict=True):
            yield ruling, totals, ruling is shoe[-1]


def _rounds_of_shoe(archive: TableDays, shoe: str | None) -> Iterator[str]:
    """All rounds of a shoe, or of the whole ledger."""
    for day in filter(archive.is_complete, archive.days()):
        for round_ in archive.get(day).rounds.values():
            if shoe is None or round_.shoe == shoe:
                yield round_.name

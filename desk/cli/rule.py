"""`recoup rule`: rule on rounds."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer
from pydantic import BaseModel

from desk.cli.completion import OnlyShoe, OnlyTable, RoundName, ShoeName, complete_round
from desk.cli.rounds import Day
from desk.opening import open_existing
from desk.terminal.board import show_replay, show_strip
from desk.terminal.console import DEFAULT, NO, WRONG_USE, Json, LedgerUrl, bar, console, print_json
from desk.terminal.decisions import show_history, show_totals
from desk.terminal.ruling import show_difference, show_ruling
from ledger.errors import UnknownRound, did_you_mean
from ledger.files import write_plain
from ledger.values.terminal import say
from projections.answers.round_answer import Answers
from projections.documents.answers import answered_ruling_document
from projections.documents.history import history_documents
from projections.documents.rulings import ruling_document
from projections.read_models.round_list import names_beginning
from projections.rulings.difference import difference
from projections.rulings.ruled_day import ruled_day, what_is_not_ruled_on
from projections.table_days import TableDays
from replay.ruling.card_sequence import card_sequences
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


def history(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="TABLE/DAY/ROUND, or TABLE/DAY", autocompletion=complete_round)
    ],
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """See what was ruled and found, when, by which edition and engine, and what was withdrawn since."""
    with open_existing(ledger) as opened:
        found = history_documents(opened, name)
    if as_json:
        print_json(found)
    else:
        show_history(console(), found)


def replay(
    name: RoundName,
    ledger: LedgerUrl = DEFAULT,
    at: Annotated[int | None, typer.Option("--at", help="Stop after this step.", min=1)] = None,
    show: Annotated[Literal["dealt", "lawful", "both"], typer.Option("--as", help="Which board to show.")] = "both",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the replay as one HTML page that needs no network."),
    ] = None,
    masked: Annotated[bool, typer.Option("--masked", help="Persons by letters instead of their ids, in a page.")] = False,
    as_json: Json = False,
) -> None:
    """See a round again, step by step, and where it left the rules."""
    if output is not None:
        _write_page(ledger, name, output, masked=masked)
        return
    with open_existing(ledger) as opened:
        table_days = TableDays(opened)
        ruling = next(table_days.rulings([name]))
        answer = Answers(opened, table_days).of(ruling)
        differs = None if as_json or opened.is_part else difference(opened, table_days, ruling)
    if as_json:
        from projections.documents.replays import replay_document

        print_json(replay_document(answer, at))
    else:
        show_replay(console(), answer, at, show)
        if differs is not None:
            show_difference(console(), differs)


def _write_page(ledger: str, name: str, output: Path, *, masked: bool) -> None:
    from desk.web.ledger_view import LedgerView
    from desk.web.replay_page import standalone_replay
    from projections.following.read_models import open_read_models

    with open_existing(ledger) as opened, open_read_models(opened) as models:
        page = standalone_replay(LedgerView(opened, models), name, masked=masked)
    written = page.encode()
    write_plain(output, written)
    say(f"{output}: {len(written):,} bytes")


def shoe(
    name: ShoeName,
    ledger: LedgerUrl = DEFAULT,
    table: OnlyTable = None,
    day: Day = None,
    as_json: Json = False,
) -> None:
    """See a shoe from its shuffle to its end: custody, cards round by round, findings."""
    with open_existing(ledger) as opened:
        archive = TableDays(opened)
        days = [
            table_day
            for table_day in archive.days(table)
            if day is None or table_day.endswith(f"/{day.date().isoformat()}")
        ]
        found = [
            strip
            for table_day in days
            for strip in card_sequences(archive.get(table_day), name, ruled_day(opened, table_day).findings_in)
        ]
        if behind := what_is_not_ruled_on(opened):
            say(behind, err=True)
        near = did_you_mean(name, names_beginning(opened.url, "shoe", ""))
    if not found:
        raise UnknownRound(
            f"no round on record was dealt from shoe {name}; {near}`recoup rounds` lists them with their shoes"
        )
    if as_json:
        from projections.documents.shoes import shoe_document

        print_json(list(map(shoe_document, found)))
        return
    for strip in found:
        show_strip(console(), strip)

"""`recoup rounds`, `recoup replay`, `recoup rule`: find a round, see it again, rule on it."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal

import typer
from sqlalchemy import Engine, select

from desk.opening import reading
from desk.terminal.board import show_replay
from desk.terminal.columns import show_columns
from desk.terminal.console import DEFAULT, NO, WRONG_USE, Json, LedgerUrl, bar, console, print_json
from desk.terminal.decisions import show_totals
from desk.terminal.ruling import show_ruling
from desk.unpacking import Unpacked
from ledger.errors import UnknownRound
from projections.documents.rounds import listed, replayed
from projections.following.read_models import catch_up, models, position
from projections.messages.catalogue import Words
from projections.read_models.tables import ROUNDS
from projections.table_days import Archive
from replay.ruling.ruling import Ruling
from replay.ruling.shoe_totals import ShoeTotals, group_by_shoe, running_totals

TableName = Annotated[str | None, typer.Option("--table", help="Only this table.")]
ShoeName = Annotated[str | None, typer.Option("--shoe", help="Only this shoe.")]
Day = Annotated[
    datetime | None, typer.Option("--day", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="Only this gaming day.")
]


def rounds(
    ledger: LedgerUrl = DEFAULT,
    table: TableName = None,
    shoe: ShoeName = None,
    day: Day = None,
    findings: Annotated[bool, typer.Option("--findings", help="Only rounds with findings.")] = False,
    as_json: Json = False,
) -> None:
    """List rounds with standing, verdict and number of findings."""
    with reading(ledger) as opened, models(opened) as made:
        if isinstance(opened, Unpacked):
            catch_up(opened, made)
        found = [row for row in _listed(made, table, shoe, day and day.date()) if row["findings"] or not findings]
        behind = opened.size() - position(made)
    if behind:
        typer.echo(f"{behind:,} entries are not told in this list; `recoup projections catch-up` brings it up", err=True)
    if as_json:
        print_json(list(map(listed, found)))
        return
    if not found:
        console().print("No such rounds are on record.")
        return
    heads = ("round", "shoe", "rulebook", "standing", "verdict", "found", "bets")
    cells = [_told(row) for row in found]
    styles = ["bold" if row["findings"] else "" for row in found]
    show_columns(console(), heads, cells, styles=styles, wraps=(1, 2, 4), right=(5, 6))


def _told(row: Mapping[str, Any]) -> tuple[str, ...]:
    verdict = Words().say(f"verdict_word.{row['verdict']}")
    counts = str(row["findings"] or ""), str(row["wagers"])
    return row["round"], row["shoe"] or "", row["rulebook"], row["standing"], verdict, *counts


def _listed(made: Engine, table: str | None, shoe: str | None, day: date | None) -> Iterator[dict[str, Any]]:
    """From the read models; `recoup record` keeps them up, `recoup projections rebuild` makes them anew."""
    query = select(ROUNDS).order_by(ROUNDS.c.day, ROUNDS.c.table_name, ROUNDS.c.number)
    for column, wanted in ((ROUNDS.c.table_name, table), (ROUNDS.c.shoe, shoe), (ROUNDS.c.day, day and day.isoformat())):
        if wanted is not None:
            query = query.where(column == wanted)
    with made.connect() as connection:
        yield from (dict(row) for row in connection.execute(query).mappings())


def replay(
    name: Annotated[str, typer.Argument(metavar="ROUND", help="TABLE/DAY/ROUND")],
    ledger: LedgerUrl = DEFAULT,
    at: Annotated[int | None, typer.Option("--at", help="Stop after this step.", min=1)] = None,
    show: Annotated[Literal["dealt", "lawful", "both"], typer.Option("--as", help="Which board to show.")] = "both",
    as_json: Json = False,
) -> None:
    """See a round again, step by step, and where it left the rules."""
    with reading(ledger) as opened:
        ruling = next(Archive(opened).rulings([name]))
    if as_json:
        print_json(replayed(ruling, at))
    else:
        show_replay(console(), ruling, at, show)


def rule(
    names: Annotated[list[str] | None, typer.Argument(metavar="ROUND…", help="TABLE/DAY/ROUND")] = None,
    ledger: LedgerUrl = DEFAULT,
    shoe: ShoeName = None,
    all_rounds: Annotated[bool, typer.Option("--all", help="Every round on record.")] = False,
    fail_on_findings: Annotated[
        bool, typer.Option("--fail-on-findings", help="Exit 1 if anything was certainly found.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Rule on rounds: findings, verdict, money under each reading, clauses."""
    if [bool(names), shoe is not None, all_rounds].count(True) != 1:
        typer.echo("recoup: name rounds, or --shoe S, or --all, and no two of them", err=True)
        raise typer.Exit(WRONG_USE)
    found, documents = False, []
    with reading(ledger) as opened:
        archive = Archive(opened)
        wanted = names or list(_of_shoe(archive, shoe))
        if shoe is not None and not wanted:
            raise UnknownRound(
                f"no round on record was dealt from shoe {shoe}; `recoup rounds` lists them with their shoes"
            )
        with bar("ruling", len(wanted)) as progress:
            for ruling, totals, last in _added_up(archive.rulings(wanted), of_shoe=shoe is not None):
                progress(1)
                found |= bool(ruling.established_findings)
                if as_json:
                    documents.append(
                        archive.document(ruling) | {"totals": totals and [shoe_totals.document() for shoe_totals in totals]}
                    )
                    continue
                show_ruling(console(), ruling)
                if totals is not None and last:
                    show_totals(console(), ruling, totals)
    if as_json:
        print_json(documents)
    if found and fail_on_findings:
        raise typer.Exit(NO)


Added = tuple[Ruling, tuple[ShoeTotals, ...] | None, bool]


def _added_up(rulings: Iterator[Ruling], *, of_shoe: bool) -> Iterator[Added]:
    """The rulings; of a shoe each with what its rounds come to so far, and whether it is the shoe's last."""
    if not of_shoe:
        yield from ((ruling, None, False) for ruling in rulings)
        return
    for shoe in group_by_shoe(rulings):
        for ruling, totals in zip(shoe, running_totals(shoe), strict=True):
            yield ruling, totals, ruling is shoe[-1]


def _of_shoe(archive: Archive, shoe: str | None) -> Iterator[str]:
    """All rounds of a shoe, or of the whole ledger."""
    for day in filter(archive.tells, archive.days()):
        for round_ in archive.story(day).rounds.values():
            if shoe is None or round_.shoe == shoe:
                yield round_.name

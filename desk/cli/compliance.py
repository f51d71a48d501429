"""`recoup compliance`: what authorities require of records and disputes, and what this ledger shows of it now."""

from itertools import groupby
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from desk.opening import open_existing
from desk.terminal.console import DEFAULT, Json, LedgerUrl, bar, console, print_json
from ledger.values.terminal import say
from projections.compliance.checks import Inspected
from projections.compliance.requirements import REGIMES, ComplianceRow, compliance, regime
from projections.documents.compliance import requirement_documents

_MARKS = {"met": "✓ met", "not met": "✗ not met", "not shown": "· not shown"}
_STYLES = {"met": "green", "not met": "red", "not shown": "dim"}


def compliance_(
    only: Annotated[
        list[str] | None, typer.Argument(metavar=f"[{'|'.join(REGIMES)}]…", help="Only these authorities.")
    ] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """List what authorities require of records and disputes, each with its source and what this ledger shows of it."""
    names = tuple(only or REGIMES)
    if unknown := [name for name in names if name not in REGIMES]:
        raise typer.BadParameter(f"{unknown[0]} is no authority that is listed; there are {', '.join(REGIMES)}")
    with open_existing(ledger, asks_who_signed=False) as opened, bar("verifying", opened.size()) as progress:
        if opened.is_part:
            raise typer.BadParameter("a package shows a part of what a house has on record; name its ledger with --ledger")
        rows = list(compliance(Inspected(opened, progress), names))
    if as_json:
        print_json(requirement_documents(rows))
        return
    for name, listed in groupby(rows, key=lambda row: row.regime):
        held = regime(name)
        console().print(_table(held.name, list(listed)))
        for source in held.sources.values():
            console().print(f"{source.title}: {source.address}", style="dim")
        console().print()
    counts = {status: sum(row.status == status for row in rows) for status in _MARKS}
    say(
        f"{len(rows)} requirements: {counts['met']} met, {counts['not met']} not met, {counts['not shown']} not shown, as "
        "nothing is on record yet that could show them"
    )


def _table(title: str, rows: list[ComplianceRow]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", expand=True)
    table.add_column("id", no_wrap=True)
    table.add_column("asked for", ratio=4)
    table.add_column("where", ratio=2)
    table.add_column("now", no_wrap=True)
    table.add_column("shown by", ratio=4)
    for row in rows:
        unread = "" if row.requirement.verified else " (not read)"
        now = Text(_MARKS[row.status], style=_STYLES[row.status])
        table.add_row(row.requirement.id, row.requirement.asks, row.requirement.place + unread, now, row.what)
    return table

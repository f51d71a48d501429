"""`recoup export`, and `recoup verify` of what it made: what leaves the house, and whether it still is what left it."""

import os
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import orjson
import typer

from desk.cli.completion import complete_case, complete_shoe, complete_table
from desk.cli.rounds import Since, Until
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, KEY, LedgerUrl, bar
from drill.runner import run_locally
from ledger.events.evidence import ExportScope
from ledger.evidence.keys import load
from ledger.evidence.note import VerifierKey
from ledger.package.format import contents_of
from ledger.package.inspection import InspectionReport, inspect
from ledger.package.series import Series
from ledger.values.terminal import say
from projections.documents.outputs import OUTPUTS, schema
from projections.export.exporting import Export
from projections.export.rulings_again import make_rulings_again
from projections.rulings.process import rulings_behind
from projections.workers import ALONE, Workers

WORTH_PROCESSES: Final = 16
"""Fewer stretches of days are done here sooner than other processes have started."""

Day = Annotated[
    datetime | None, typer.Option("--day", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="Of this gaming day.")
]


def export(
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder that is made.", metavar="DIR")],
    ledger: LedgerUrl = DEFAULT,
    key_file: Annotated[
        Path,
        typer.Option("--key", "--key-file", envvar="RECOUP_KEY", help="The house's key, which signs it.", metavar="FILE"),
    ] = KEY,
    day: Day = None,
    since: Since = None,
    until: Until = None,
    table: Annotated[str | None, typer.Option("--table", help="Of this table.", autocompletion=complete_table)] = None,
    shoe: Annotated[
        str | None, typer.Option("--shoe", help="Of the days on which this shoe was dealt.", autocompletion=complete_shoe)
    ] = None,
    case: Annotated[
        str | None, typer.Option("--case", help="Of this case, without other players' data.", autocompletion=complete_case)
    ] = None,
    anew: Annotated[bool, typer.Option("--anew", help="As of now, though it was exported before.")] = False,
    reports: Annotated[bool, typer.Option(help="A report on each round with findings.")] = True,
    masked: Annotated[
        bool,
        typer.Option(help="Tables call persons Person-1, bets Bet-1; data/persons.csv and data/bets.csv have the ids."),
    ] = True,
    reason: Annotated[
        str | None, typer.Option("--reason", metavar="TEXT", help="With --anew: why it replaces the one before.")
    ] = None,
) -> None:
    """Make a signed package of a period, a table, a shoe or a case, which others verify without this program."""
    scope = _scope(day and day.date(), since and since.date(), until and until.date(), table, shoe, case)
    with open_existing(ledger) as opened:
        behind = rulings_behind(opened)
        made_of = Export(
            opened,
            load(key_file),
            scope,
            out,
            schemas(),
            as_of_now=anew,
            reports=reports,
            masked=masked,
            reason=reason,
            workers=all_processors(),
        )
        result = made_of.run(bar)
    if behind:
        say(
            f"{behind:,} entries are not ruled on yet, and nothing is said of them but what they are; run `recoup follow "
            "--once`, then export with --anew",
            err=True,
        )
    hidden = f" and {result.withheld:,} withheld" if result.withheld else ""
    say(f"{out}: {result.events:,} entries{hidden}, as of a log of {result.size:,}; its tag manifest is {result.manifest}")


def all_processors() -> Workers:
    """As many processes as there are processors."""
    number = os.cpu_count() or 1
    return ALONE if number == 1 else Workers(number, partial(_among_processes, number))


def _among_processes(number: int, work: Callable[[Any], Any], units: Iterable[Any]) -> Iterator[Any]:
    """What so many processes make of the units; of one alone it is made here, sooner than another has started."""
    given = list(units)
    if len(given) < WORTH_PROCESSES:
        return map(work, given)
    return run_locally(number, Path(tempfile.gettempdir()), work, given)


def schemas() -> dict[str, bytes]:
    """The JSON Schemas of everything that a package says, by name."""
    return {name: orjson.dumps(schema(name), option=orjson.OPT_INDENT_2) + b"\n" for name in OUTPUTS}


def _scope(
    day: date | None, since: date | None, until: date | None, table: str | None, shoe: str | None, case: str | None
) -> ExportScope:
    if day is not None and (since or until):
        raise typer.BadParameter("a --day is one day; leave out --from and --to")
    if case is not None and any((day, since, until, table, shoe)):
        raise typer.BadParameter("a --case says itself what it is about; name nothing else")
    document_rows = {
        "since": (day or since) and str(day or since),
        "until": (day or until) and str(day or until),
        "table": table,
        "shoe": shoe,
        "case": case,
    }
    try:
        return ExportScope.model_validate(document_rows)
    except ValueError as error:
        raise typer.BadParameter("a table, a shoe or a case is not spelt like that") from error


def verified(folder: Path, pinned: VerifierKey | None, *, rulings: bool) -> InspectionReport:
    """Everything about a package; its rulings are made again only where all else fits."""
    with bar("entries", None) as progress:
        found = inspect(folder, pinned, progress)
    if not rulings or found.misfits or found.withheld:
        return found
    contents = contents_of(folder)
    with open_existing(str(folder), asks_who_signed=False) as opened, bar("rulings", len(contents.days)) as progress:
        again = make_rulings_again(opened, folder, contents, progress, all_processors())
    for what in again.differences:
        found.add(what)
    found.of_other_engines = dict(again.of_other_engines)
    found.ruled = not found.of_other_engines
    return found


def print_inspection(found: InspectionReport) -> None:
    """What fits and what does not, and what that proves."""
    hidden = f", {found.withheld:,} withheld" if found.withheld else ""
    say(f"{found.events:,} entries{hidden}, of a log of {found.size:,} with root {b64encode(found.root).decode()}")
    for what in found.warnings:
        say(f"WARNING: {what}")
    for misfit in found.misfits:
        say(f"DOES NOT FIT: {misfit}")
    if found.more:
        say(f"DOES NOT FIT: {found.more:,} more")
    if found.misfits:
        return
    for what in found.proven:
        say(f"proven: {what}")
    for what in found.unproven:
        say(f"not proven: {what}")
    say("everything fits")


def print_series(series: Series | None) -> None:
    """What of a series fits together, and what does not."""
    if series is None:
        say("the series is not looked at, as not every package of it fits by itself")
        return
    for old, new in series.replaced:
        why = new.contents.replaces and new.contents.replaces.reason
        added = sum(new.contents.replaces.added.values()) if new.contents.replaces else 0
        say(f"{new.folder} replaces {old.folder}: {why or 'no reason is given'}; {added:,} entries came since")
    for misfit in series.misfits:
        say(f"DOES NOT FIT: {misfit}")
    if not series.misfits:
        first, last = series.standing[0], series.standing[-1]
        say(f"{len(series.standing)} packages follow one another from {first.since} to {last.until}, of one log")

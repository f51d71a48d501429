"""`recoup papers`: what the office files: daily logs, the incident list, the registers, the errors of dealing."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, get_args

import typer

from desk.cli.completion import OnlyTable, complete_day
from desk.cli.report import known
from desk.cli.rounds import Since, Until
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, LedgerUrl
from ledger.application import Ledger
from ledger.errors import UnknownRound
from ledger.files import write_plain
from ledger.house import house_zone
from ledger.values.subjects import day_error, is_subject
from ledger.values.terminal import say
from projections.following.read_models import open_read_models, tell_package
from projections.messages.catalogue import Catalogue
from projections.office_reports.day import daily_log
from projections.office_reports.days import Period, office_day, office_days, person_names
from projections.office_reports.dealers import dealing_errors
from projections.office_reports.forms import OfficeReportForm, render_office_report
from projections.office_reports.incidents import incidents as incident_list
from projections.office_reports.register import register_names, register_of_acts
from projections.office_reports.report import OfficeReport
from projections.office_reports.settlements import register_of_settlements
from projections.read_models.register import register as registered
from projections.read_models.round_list import entries_behind
from projections.read_models.settlements import settlements as settled
from projections.reports.person_names import PersonNames
from projections.rulings.ruled_day import what_is_not_ruled_on

app: Final = typer.Typer(
    help="Write the office's papers: daily logs, the incident list, the registers, the errors of dealing.",
    no_args_is_help=True,
)

Out = Annotated[Path, typer.Option("--output", "-o", help="The file that is written.", metavar="FILE")]
AsForm = Annotated[OfficeReportForm | None, typer.Option("--format", help="The form; else by the file's ending.")]
Language = Annotated[str, typer.Option("--language", help="Of the texts: en, de.", callback=known)]
Masked = Annotated[bool, typer.Option("--masked", help="Persons by letters instead of their ids.")]


@app.command("day")
def day(
    name: Annotated[
        str, typer.Argument(metavar="TABLE/DAY", help="A table and its gaming day.", autocompletion=complete_day)
    ],
    out: Out,
    form: AsForm = None,
    ledger: LedgerUrl = DEFAULT,
    language: Language = "en",
    masked: Masked = False,
) -> None:
    """Write the daily log of a table: opening, dealers, shoes, rounds counted, irregularities, decisions, closing."""
    wanted, words = _form(form, out), Catalogue(language)
    if name.count("/") != 1 or not is_subject(name):
        raise UnknownRound(day_error(name) or f"{name!r} is not TABLE/DAY; `recoup rounds` lists what is on record")
    with open_existing(ledger) as opened:
        names = person_names(opened, words, name.split("/")[0], mask_names=masked)
        log_day = office_day(opened, name, names)
        _say_what_is_not_ruled_on(opened)
        _write(daily_log(log_day, words, masked=masked), wanted, out)


@app.command("incidents")
def incidents(
    out: Out,
    form: AsForm = None,
    since: Since = None,
    until: Until = None,
    table: OnlyTable = None,
    ledger: LedgerUrl = DEFAULT,
    language: Language = "en",
    masked: Masked = False,
) -> None:
    """Write the incident list: every finding of a period, first what needs somebody, with the money at stake."""
    wanted, words, period = _form(form, out), Catalogue(language), _period(since, until, table)
    with open_existing(ledger) as opened:
        days = office_days(opened, period, person_names(opened, words, table, mask_names=masked))
        _say_what_is_not_ruled_on(opened)
        _write(incident_list(days, period, words, masked=masked), wanted, out)


@app.command("register")
def register(
    out: Out,
    form: AsForm = None,
    since: Since = None,
    until: Until = None,
    table: OnlyTable = None,
    ledger: LedgerUrl = DEFAULT,
    language: Language = "en",
    masked: Masked = False,
) -> None:
    """Write the register: voids, settlements and resolutions, other decisions, and the attempts that were refused."""
    wanted, words, period = _form(form, out), Catalogue(language), _period(since, until, table)
    with open_existing(ledger) as opened, open_read_models(opened) as engine:
        if opened.is_part:
            tell_package(opened, engine)
        rows = registered(opened, engine)
        behind = 0 if opened.is_part else entries_behind(opened.url)
        called = register_names(opened, words) if masked else PersonNames({})
        paper = register_of_acts(rows, period, called, _last(opened), words, masked=masked)
    if behind:
        say(f"{behind:,} entries are not told in this list; `recoup follow --once` brings it up", err=True)
    _write(paper, wanted, out)


@app.command("settlements")
def settlements(
    out: Out,
    form: AsForm = None,
    since: Since = None,
    until: Until = None,
    table: OnlyTable = None,
    ledger: LedgerUrl = DEFAULT,
    language: Language = "en",
    masked: Masked = False,
) -> None:
    """Write the register of settlements: what each player was given and why, by whom, and what is paid until now."""
    wanted, words, period = _form(form, out), Catalogue(language), _period(since, until, table)
    with open_existing(ledger) as opened:
        called = register_names(opened, words) if masked else PersonNames({})
        rows, zone = settled(opened), house_zone(opened)
        paper = register_of_settlements(rows, period, zone, called, _last(opened), words, masked=masked)
    _write(paper, wanted, out)


@app.command("dealers")
def dealers(
    out: Out,
    form: AsForm = None,
    since: Since = None,
    until: Until = None,
    table: OnlyTable = None,
    ledger: LedgerUrl = DEFAULT,
    language: Language = "en",
    masked: Masked = False,
) -> None:
    """Write the errors of dealing: by dealer, by kind, towards the house or the players, per 1,000 rounds dealt."""
    wanted, words, period = _form(form, out), Catalogue(language), _period(since, until, table)
    with open_existing(ledger) as opened:
        days = office_days(opened, period, person_names(opened, words, table, mask_names=masked))
        _say_what_is_not_ruled_on(opened)
        _write(dealing_errors(days, period, words, masked=masked), wanted, out)


def _say_what_is_not_ruled_on(ledger: Ledger) -> None:
    """Raises UnusableLedger where nothing is, so that an empty paper does not pass for one in which nothing was found."""
    if behind := what_is_not_ruled_on(ledger):
        say(behind, err=True)


def _form(form: OfficeReportForm | None, out: Path) -> OfficeReportForm:
    """The form that was asked for, else that of the file's ending."""
    by_ending: dict[str, OfficeReportForm] = {f".{get_arg}": get_arg for get_arg in get_args(OfficeReportForm)}
    found = form or by_ending.get(out.suffix.lower())
    if found is None:
        raise typer.BadParameter(
            f"{out.name} has no ending of a form; give --format, or end it with {', '.join(by_ending)}"
        )
    return found


def _period(since: datetime | None, until: datetime | None, table: str | None) -> Period:
    if since and until and until < since:
        raise typer.BadParameter("--to lies before --from")
    return Period(since and since.date(), until and until.date(), table)


def _last(ledger: Ledger) -> str:
    """When the last entry of the ledger was recorded."""
    (entry,) = ledger.entries(after=ledger.size() - 1, limit=1)
    return entry.recorded_at


def _write(paper: OfficeReport, form: OfficeReportForm, out: Path) -> None:
    written = render_office_report(form, paper)
    write_plain(out, written)
    say(f"{out}: {len(written):,} bytes")

"""`recoup papers`: what the office files: daily logs, the incident list, the registers, the errors of dealing."""

import re
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Annotated, Final, TypeVar, get_args
from zoneinfo import ZoneInfo

import typer
from rich.table import Table
from rich.text import Text

from desk.cli.completion import OnlyTable, complete_day
from desk.cli.report import known
from desk.cli.rounds import Since, Until
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, Json, LedgerUrl, bar, console, print_json
from ledger.application import Ledger
from ledger.cases.deadlines import end_of
from ledger.errors import UnknownRound
from ledger.exchange_rates import Conversion, recorded_rates
from ledger.files import write_plain
from ledger.house import house_settings, house_zone
from ledger.values.subjects import day_error, is_subject
from ledger.values.terminal import say
from ledger.values.times import format_instant
from projections.compliance.checks import Inspected
from projections.compliance.requirements import REGIMES, ComplianceRow, compliance, regime
from projections.documents.outputs import requirement_documents
from projections.documents.returns import ComplaintRecordDocument, MgaReturnDocument
from projections.following.read_models import open_read_models, tell_package
from projections.messages.catalogue import Catalogue
from projections.office_reports.day import daily_log
from projections.office_reports.days import Period, office_day, office_days, person_names
from projections.office_reports.dealers import dealing_errors
from projections.office_reports.forms import OfficeReportForm, ReturnForm, render_office_report, render_return
from projections.office_reports.incidents import incidents as incident_list
from projections.office_reports.register import register_names, register_of_acts
from projections.office_reports.report import OfficeReport
from projections.office_reports.returns import NO_HOUSE, complaint_record, mga_return
from projections.office_reports.settlements import register_of_settlements
from projections.read_models.register import register as registered
from projections.read_models.round_list import entries_behind
from projections.read_models.settlements import settlements as settled
from projections.reports.person_names import PersonNames
from projections.rulings.ruled_day import what_is_not_ruled_on
from projections.shapes.records import PackageTables
from projections.shapes.shape import SHAPES, shape
from projections.shapes.writing import FIRST_MANIFEST, write_shape

app: Final = typer.Typer(
    help="Write the office's papers: daily logs, the incident list, the registers, the errors of dealing.",
    no_args_is_help=True,
)

Out = Annotated[Path, typer.Option("--output", "-o", help="The file that is written.", metavar="FILE")]
AsForm = Annotated[OfficeReportForm | None, typer.Option("--format", help="The form; else by the file's ending.")]
Language = Annotated[str, typer.Option("--language", help="Of the texts: en, de.", callback=known)]
Masked = Annotated[bool, typer.Option("--masked", help="Persons by letters instead of their ids.")]
F = TypeVar("F", bound=str)
FORMS: Final[tuple[OfficeReportForm, ...]] = get_args(OfficeReportForm)


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
    wanted, words = _form(form, out, FORMS), Catalogue(language)
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
    wanted, words, period = _form(form, out, FORMS), Catalogue(language), _period(since, until, table)
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
    wanted, words, period = _form(form, out, FORMS), Catalogue(language), _period(since, until, table)
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
    wanted, words, period = _form(form, out, FORMS), Catalogue(language), _period(since, until, table)
    with open_existing(ledger) as opened:
        called = register_names(opened, words) if masked else PersonNames({})
        rows, zone = settled(opened), house_zone(opened)
        conversion = _conversion(opened, period, zone)
        paper = register_of_settlements(
            rows, period, zone, called, _last(opened), words, masked=masked, conversion=conversion
        )
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
    wanted, words, period = _form(form, out, FORMS), Catalogue(language), _period(since, until, table)
    with open_existing(ledger) as opened:
        days = office_days(opened, period, person_names(opened, words, table, mask_names=masked))
        _say_what_is_not_ruled_on(opened)
        _write(dealing_errors(days, period, words, masked=masked), wanted, out)


def _say_what_is_not_ruled_on(ledger: Ledger) -> None:
    """Raises UnusableLedger where nothing is, so that an empty paper does not pass for one in which nothing was found."""
    if behind := what_is_not_ruled_on(ledger):
        say(behind, err=True)


def _form(form: F | None, out: Path, forms: tuple[F, ...]) -> F:
    """The form that was asked for, else that of the file's ending."""
    found = form or next((known for known in forms if out.suffix.lower() == f".{known}"), None)
    if found is None:
        endings = ", ".join(f".{known}" for known in forms)
        raise typer.BadParameter(f"{out.name} has no ending of a form; give --format, or end it with {endings}")
    return found


def _period(since: datetime | None, until: datetime | None, table: str | None) -> Period:
    if since and until and until < since:
        raise typer.BadParameter("--to lies before --from")
    return Period(since and since.date(), until and until.date(), table)


def _conversion(ledger: Ledger, period: Period, zone: str) -> Conversion | None:
    """How totals of a period are converted into the house's currency: by the rates in force at its end, at latest now."""
    house = house_settings(ledger)
    if house is None:
        return None
    now = format_instant(ledger.clock())
    before = now if period.last is None else min(now, end_of(period.last, ZoneInfo(zone)))
    return Conversion(tuple(recorded_rates(ledger)), house.currency, before)


def _last(ledger: Ledger) -> str:
    """When the last entry of the ledger was recorded."""
    (entry,) = ledger.entries(after=ledger.size() - 1, limit=1)
    return entry.recorded_at


def _write(paper: OfficeReport, form: OfficeReportForm, out: Path) -> None:
    written = render_office_report(form, paper)
    write_plain(out, written)
    say(f"{out}: {len(written):,} bytes")


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


def shape_(
    name: Annotated[str, typer.Argument(metavar="|".join(SHAPES), help="Whose form.")],
    package: Annotated[Path, typer.Argument(metavar="PACKAGE", help="A package of days that `recoup export` made.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="A folder that is not there yet.")],
    given: Annotated[
        list[str] | None,
        typer.Option("--given", metavar="NAME=VALUE", help="What no table answers, as the house's number."),
    ] = None,
    previous: Annotated[
        str, typer.Option("--previous", metavar="DIGEST", help="The SHA-256 of the last manifest, where files are chained.")
    ] = FIRST_MANIFEST,
) -> None:
    """Write a package's sessions and complaints as the XML that an authority publishes a form for."""
    if name not in SHAPES:
        raise typer.BadParameter(f"{name} is no form that is known; there are {', '.join(SHAPES)}")
    if out.exists():
        raise typer.BadParameter(f"{out} is there already; name a folder that is not there yet")
    wanted = shape(name)
    values = {"extracted_at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), **dict(map(_given, given or ()))}
    tables = PackageTables(package)
    tables.rows("rounds")
    for written in write_shape(wanted, tables, out, values, previous):
        say(f"{written.path}: {written.records:,} records")
    say(f"as of {wanted.name}; nothing in it answers:")
    for gap in wanted.gap:
        say(f"  {gap.element}: {gap.why}")


def _given(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"{text} gives nothing; write it as NAME=VALUE")
    return name, value


returns_app: Final = typer.Typer(
    help="Write returns on disputes and complaints to authorities, as .json, .csv or .xlsx.", no_args_is_help=True
)

MONTH: Final = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
AsReturn = Annotated[ReturnForm | None, typer.Option("--format", help="The form; else by the file's ending.")]


def month_typed(text: str) -> str:
    """A month as YYYY-MM. Raises BadParameter for what is none."""
    if MONTH.fullmatch(text) is None or text.startswith("0000"):
        raise typer.BadParameter(f"{text} is no month; write it as YYYY-MM, such as 2026-01")
    return text


@returns_app.command("mga")
def mga(
    month: Annotated[str, typer.Option("--month", metavar="YYYY-MM", help="The month.", callback=month_typed)],
    out: Out,
    form: AsReturn = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Write what the Malta Gaming Authority's monthly ADR Report is filled in from: disputes referred to ADR entities."""
    wanted = _form(form, out, get_args(ReturnForm))
    with open_existing(ledger) as opened:
        document = mga_return(opened, month)
    _write_return(document, wanted, out)


@returns_app.command("nl")
def nl(
    since: Annotated[
        datetime, typer.Option("--from", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="The first day of receipt.")
    ],
    until: Annotated[
        datetime, typer.Option("--to", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="The last day of receipt.")
    ],
    out: Out,
    form: AsReturn = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Write a record of complaints for the Netherlands; which fields are required there could not be verified."""
    wanted = _form(form, out, get_args(ReturnForm))
    _period(since, until, None)
    with open_existing(ledger) as opened:
        document = complaint_record(opened, since.date(), until.date())
    _write_return(document, wanted, out)


def _write_return(document: MgaReturnDocument | ComplaintRecordDocument, form: ReturnForm, out: Path) -> None:
    written = render_return(form, document)
    write_plain(out, written)
    rows = len(document.disputes if isinstance(document, MgaReturnDocument) else document.complaints)
    say(f"{out}: {rows:,} rows, {len(written):,} bytes")
    if document.licensee is None:
        say(NO_HOUSE, err=True)

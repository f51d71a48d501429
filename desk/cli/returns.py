"""`recoup returns`: what a house reports of its disputes to an authority, as data made from the cases on record."""

import re
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, get_args

import typer

from desk.cli.office_reports import Out
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, LedgerUrl
from ledger.files import write_plain
from ledger.values.terminal import say
from projections.documents.returns import ComplaintRecordDocument, MgaReturnDocument
from projections.office_reports.return_forms import ReturnForm, render_return
from projections.office_reports.returns import NO_HOUSE, complaint_record, mga_return

app: Final = typer.Typer(
    help="Write returns on disputes and complaints to authorities, as .json, .csv or .xlsx.", no_args_is_help=True
)

MONTH: Final = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
AsReturn = Annotated[ReturnForm | None, typer.Option("--format", help="The form; else by the file's ending.")]


def month_typed(text: str) -> str:
    """A month as YYYY-MM. Raises BadParameter for what is none."""
    if MONTH.fullmatch(text) is None or text.startswith("0000"):
        raise typer.BadParameter(f"{text} is no month; write it as YYYY-MM, such as 2026-01")
    return text


@app.command("mga")
def mga(
    month: Annotated[str, typer.Option("--month", metavar="YYYY-MM", help="The month.", callback=month_typed)],
    out: Out,
    form: AsReturn = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Write what the Malta Gaming Authority's monthly ADR Report is filled in from: disputes referred to ADR entities."""
    wanted = _return_form(form, out)
    with open_existing(ledger) as opened:
        document = mga_return(opened, month)
    _write(document, wanted, out)


@app.command("nl")
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
    wanted = _return_form(form, out)
    if until < since:
        raise typer.BadParameter("--to lies before --from")
    with open_existing(ledger) as opened:
        document = complaint_record(opened, since.date(), until.date())
    _write(document, wanted, out)


def _return_form(form: ReturnForm | None, out: Path) -> ReturnForm:
    """The form that was asked for, else that of the file's ending."""
    by_ending: dict[str, ReturnForm] = {f".{known}": known for known in get_args(ReturnForm)}
    found = form or by_ending.get(out.suffix.lower())
    if found is None:
        raise typer.BadParameter(
            f"{out.name} has no ending of a form; give --format, or end it with {', '.join(by_ending)}"
        )
    return found


def _write(document: MgaReturnDocument | ComplaintRecordDocument, form: ReturnForm, out: Path) -> None:
    written = render_return(form, document)
    write_plain(out, written)
    rows = len(document.disputes if isinstance(document, MgaReturnDocument) else document.complaints)
    say(f"{out}: {rows:,} rows, {len(written):,} bytes")
    if document.licensee is None:
        say(NO_HOUSE, err=True)

"""A return in its forms: JSON, CSV with its notes before the heads, a workbook. The same return gives the same bytes."""

import csv
from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any, Final, Literal

import orjson
import xlsxwriter

from ledger.values.document import Document
from ledger.values.money import format_minor
from projections.documents.returns import ComplaintRecordDocument, MgaReturnDocument, ReturnDocument
from projections.fonts import visible

ReturnForm = Literal["json", "csv", "xlsx"]

_FRONT: Final = "About"
_MINOR: Final = "_minor"


def render_return(form: ReturnForm, document: MgaReturnDocument | ComplaintRecordDocument) -> bytes:
    """The return in a form."""
    match form:
        case "json":
            return orjson.dumps(document.model_dump(mode="json"), option=orjson.OPT_INDENT_2) + b"\n"
        case "csv":
            return _csv(document)
        case "xlsx":
            return _workbook(document)


def _rows(document: ReturnDocument) -> Sequence[Document]:
    match document:
        case MgaReturnDocument():
            return document.disputes
        case ComplaintRecordDocument():
            return document.complaints
    raise AssertionError(document)


def _until(document: ReturnDocument) -> str:
    """The day that the workbook's properties name, so that the same return gives the same bytes."""
    return document.due_on if isinstance(document, MgaReturnDocument) else str(getattr(document, "last_day", ""))


def _facts(document: ReturnDocument) -> Iterator[tuple[str, str]]:
    """What the whole return is about, and how each column is to be read."""
    named = document.model_dump(mode="json")
    for name in (name for name in named if name not in ("notes", "columns", "disputes", "complaints")):
        yield name, _text(named[name])
    for note in document.notes:
        yield "note", note
    for column in document.columns:
        empty = "" if column.is_on_record else " (empty: not on record)"
        source = f" [{column.source}]" if column.source else ""
        yield _head(column.name), f"{column.basis}: {column.what}{source}{empty}"


def _head(name: str) -> str:
    """An amount stands in units of its currency where it is not JSON."""
    return name.removesuffix(_MINOR)


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list():
            return visible("; ".join(map(str, value)))
    return visible(str(value))


def _cells(document: ReturnDocument) -> Iterator[list[str]]:
    for row in _rows(document):
        fields = row.model_dump(mode="json")
        yield [
            format_minor(value, fields["minor_digits"]).replace(",", "")
            if name.endswith(_MINOR) and value is not None
            else _text(value)
            for name, value in fields.items()
        ]


def _csv(document: ReturnDocument) -> bytes:
    """UTF-8, RFC 4180; lines before the heads that begin with `#` are notes."""
    written = StringIO()
    for name, text in _facts(document):
        written.write(f"# {name}: {text}\r\n")
    lines = csv.writer(written)
    lines.writerow([_head(column.name) for column in document.columns])
    lines.writerows(_cells(document))
    return written.getvalue().encode()


def _workbook(document: ReturnDocument) -> bytes:
    """A worksheet about the return, and one with its rows."""
    written = BytesIO()
    book = xlsxwriter.Workbook(written, {"in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False})
    book.set_properties({"created": datetime.fromisoformat(_until(document))})
    bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    front = book.add_worksheet(_FRONT)
    front.set_column(0, 0, 28, bold)
    front.set_column(1, 1, 110, wrapped)
    for at, (name, text) in enumerate(_facts(document)):
        front.write_string(at, 0, name, bold)
        front.write_string(at, 1, text, wrapped)
    sheet = book.add_worksheet("Disputes" if isinstance(document, MgaReturnDocument) else "Complaints")
    sheet.freeze_panes(1, 0)
    rows = list(_cells(document))
    for at, column in enumerate(document.columns):
        sheet.set_column(at, at, 18, wrapped)
        sheet.write_string(0, at, _head(column.name), bold)
        for line, row in enumerate(rows, 1):
            if column.name.endswith(_MINOR) and row[at]:
                sheet.write_number(line, at, Fraction(row[at]), wrapped)
            else:
                sheet.write_string(line, at, row[at], wrapped)
    sheet.autofilter(0, 0, len(rows), len(document.columns) - 1)
    book.close()
    return written.getvalue()

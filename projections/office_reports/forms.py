"""A paper in its forms: PDF, one HTML file, a workbook, JSON. The same paper gives the same bytes.

A return in its forms: JSON, CSV with its notes before the heads, a workbook. The same return gives the same bytes.
"""

import csv
from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any, Final, Literal

import orjson
import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from ledger.values.document import Document
from ledger.values.money import format_minor
from projections.documents.returns import ComplaintRecordDocument, MgaReturnDocument, ReturnDocument
from projections.fonts import visible
from projections.messages.catalogue import Catalogue, labels
from projections.office_reports.report import Cell, MoneyAmount, OfficeReport, Rate, ReportTable, cell_text
from projections.reports.forms import render_document, render_json
from projections.reports.sections import Column, Section, SectionedDocument, Table, quiet

OfficeReportForm = Literal["html", "pdf", "xlsx", "json"]

_MAX_SHEET_NAME: Final = 31
"""Characters that a worksheet's name may have."""
_MAX_WIDTH: Final = 60
_MIN_WIDTH: Final = 8


def render_office_report(form: OfficeReportForm, report: OfficeReport) -> bytes:
    """The paper in a form."""
    if form == "json":
        return render_json(report)
    if form == "xlsx":
        return _workbook(report)
    return render_document(form, _document(report))


def _document(report: OfficeReport) -> SectionedDocument:
    texts, words = _labels(report), Catalogue(report.language)
    return SectionedDocument(
        language=report.language,
        title=report.title,
        recorded_at=report.recorded_at,
        layout="paper",
        notices=[texts["masked"]] * report.masked,
        particulars=[(fact.label, fact.told) for fact in report.facts],
        sections=[Section("", [quiet(texts["times"])]), *(_section(table, words) for table in report.sections)],
    )


def _section(table: ReportTable, words: Catalogue) -> Section:
    columns = [
        Column(head.head, [cell_text(row[head.key], words) for row in table.rows], head.sort) for head in table.columns
    ]
    return Section(table.title, [quiet(table.note), Table(columns)] if table.rows else [words.say("paper.none")])


def _labels(report: OfficeReport) -> dict[str, str]:
    return labels(Catalogue(report.language), "paper")


def _workbook(report: OfficeReport) -> bytes:
    """A worksheet for what the whole paper is about, and one for each table, with its figures as numbers."""
    written = BytesIO()
    book = xlsxwriter.Workbook(written, {"in_memory": True})
    book.set_properties(
        {"title": visible(report.title), "created": datetime.fromisoformat(report.recorded_at).replace(tzinfo=None)}
    )
    sheets = _WorkbookWriter(book, Catalogue(report.language))
    sheets.write_front(report)
    for number, table in enumerate(report.sections, 1):
        sheets.write_table(f"{number} {table.title}"[:_MAX_SHEET_NAME], table)
    book.close()
    return written.getvalue()


class _WorkbookWriter:
    """Writes the sheets of a workbook."""

    def __init__(self, workbook: Any, words: Catalogue):
        self._workbook, self._words, self._labels = workbook, words, labels(words, "paper")
        self._head_format = workbook.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1})
        self._text_format = workbook.add_format({"text_wrap": True, "valign": "top"})
        self._count_format = self._number_format("#,##0")
        self._rate_format = self._number_format("#,##0.00")
        self._money_formats: dict[tuple[str, int], Format] = {}

    def _number_format(self, pattern: str) -> Format:
        cell_format: Format = self._workbook.add_format({"num_format": pattern, "valign": "top"})
        return cell_format

    def write_front(self, report: OfficeReport) -> None:
        """The title, the facts, and how each table is to be read."""
        sheet: Worksheet = self._workbook.add_worksheet("0")
        sheet.set_column(0, 0, 34, self._text_format)
        sheet.set_column(1, 1, 100, self._text_format)
        lines = [(report.title, ""), *((fact.label, fact.told) for fact in report.facts), ("", self._labels["times"])]
        lines += [("", self._labels["masked"])] * report.masked
        lines += [(table.title, table.note) for table in report.sections]
        for at, (label, text) in enumerate(lines):
            sheet.write_string(at, 0, visible(label), self._head_format if at == 0 else self._text_format)
            sheet.write_string(at, 1, visible(text), self._text_format)

    def write_table(self, name: str, table: ReportTable) -> None:
        """A table with its heads in the first row, to be sorted and filtered."""
        sheet: Worksheet = self._workbook.add_worksheet(name.translate(str.maketrans("[]:*?/\\", "       ")))
        sheet.freeze_panes(1, 0)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        for at, column in enumerate(table.columns):
            longest = max([len(column.head) // 2, *(len(cell_text(row[column.key], self._words)) for row in table.rows)])
            sheet.set_column(at, at, min(max(longest + 2, _MIN_WIDTH), _MAX_WIDTH))
            sheet.write_string(0, at, visible(column.head), self._head_format)
            for line, row in enumerate(table.rows, 1):
                self._write_cell(sheet, line, at, row[column.key])
        sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)

    def _write_cell(self, sheet: Worksheet, row: int, column: int, cell: Cell) -> None:
        match cell:
            case MoneyAmount():
                sheet.write_number(row, column, Fraction(cell.minor, 10**cell.digits), self._format_for(cell))
            case Rate():
                sheet.write_number(row, column, Fraction(cell.rounded.replace(",", "")), self._rate_format)
            case int():
                sheet.write_number(row, column, cell, self._count_format)
            case str():
                sheet.write_string(row, column, visible(cell), self._text_format)

    def _format_for(self, money: MoneyAmount) -> Format:
        key = money.currency, money.digits
        if key not in self._money_formats:
            point = "." + "0" * money.digits if money.digits else ""
            self._money_formats[key] = self._number_format(f'#,##0{point} "{money.currency}"')
        return self._money_formats[key]


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
            return _return_workbook(document)


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


def _return_workbook(document: ReturnDocument) -> bytes:
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

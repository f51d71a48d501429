"""A paper in its forms: PDF, one HTML file, a workbook, JSON. The same paper gives the same bytes."""

from datetime import datetime
from fractions import Fraction
from io import BytesIO
from typing import Any, Final, Literal

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

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

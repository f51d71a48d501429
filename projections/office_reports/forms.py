"""A paper in its forms: PDF, one HTML file, a workbook, JSON. The same paper gives the same bytes."""

from datetime import datetime
from fractions import Fraction
from io import BytesIO
from typing import Any, Final, Literal

import orjson
import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from projections.messages.catalogue import Words, labels
from projections.office_reports.report import Amount, Cell, Paper, Rate, Section, spelt
from projections.reports.forms import set_as

PaperForm = Literal["html", "pdf", "xlsx", "json"]

_LONGEST_NAME: Final = 31
"""Characters that a worksheet's name may have."""
_WIDEST: Final = 60
_NARROWEST: Final = 8


def paper_as(form: PaperForm, paper: Paper) -> bytes:
    """The paper in a form."""
    if form == "json":
        return orjson.dumps(paper.model_dump(), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"
    if form == "xlsx":
        return _workbook(paper)
    told = paper.model_dump()
    for shown, one in zip(told["sections"], paper.sections, strict=True):
        shown["rows"] = [[spelt(row[column.key]) for column in one.columns] for row in one.rows]
    return set_as(form=form, name="paper", told={"report": told, "labels": _labels(paper)}, recorded_at=paper.recorded_at)


def _labels(paper: Paper) -> dict[str, str]:
    return labels(Words(paper.language), "paper")


def _workbook(paper: Paper) -> bytes:
    """A worksheet for what the whole paper is about, and one for each table, with its figures as numbers."""
    written = BytesIO()
    book = xlsxwriter.Workbook(written, {"in_memory": True})
    book.set_properties({"title": paper.title, "created": datetime.fromisoformat(paper.recorded_at).replace(tzinfo=None)})
    sheets = _Sheets(book, _labels(paper))
    sheets.front(paper)
    for number, one in enumerate(paper.sections, 1):
        sheets.table(f"{number} {one.title}"[:_LONGEST_NAME], one)
    book.close()
    return written.getvalue()


class _Sheets:
    """Writes the sheets of a workbook."""

    def __init__(self, book: Any, say: dict[str, str]):
        self._book, self._say = book, say
        self._head = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1})
        self._text = book.add_format({"text_wrap": True, "valign": "top"})
        self._count = self._number("#,##0")
        self._rate = self._number("#,##0.00")
        self._money: dict[tuple[str, int], Format] = {}

    def _number(self, spelling: str) -> Format:
        made: Format = self._book.add_format({"num_format": spelling, "valign": "top"})
        return made

    def front(self, paper: Paper) -> None:
        """The title, the facts, and how each table is to be read."""
        sheet: Worksheet = self._book.add_worksheet("0")
        sheet.set_column(0, 0, 34, self._text)
        sheet.set_column(1, 1, 100, self._text)
        lines = [(paper.title, ""), *((one.label, one.told) for one in paper.facts), ("", self._say["times"])]
        lines += [("", self._say["masked"])] * paper.masked
        lines += [(one.title, one.note) for one in paper.sections]
        for at, (label, told) in enumerate(lines):
            sheet.write_string(at, 0, label, self._head if at == 0 else self._text)
            sheet.write_string(at, 1, told, self._text)

    def table(self, name: str, one: Section) -> None:
        """A table with its heads in the first row, to be sorted and filtered."""
        sheet: Worksheet = self._book.add_worksheet(name.translate(str.maketrans("[]:*?/\\", "       ")))
        sheet.freeze_panes(1, 0)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        for at, column in enumerate(one.columns):
            longest = max([len(column.head) // 2, *(len(spelt(row[column.key])) for row in one.rows)])
            sheet.set_column(at, at, min(max(longest + 2, _NARROWEST), _WIDEST))
            sheet.write_string(0, at, column.head, self._head)
            for line, row in enumerate(one.rows, 1):
                self._write(sheet, line, at, row[column.key])
        sheet.autofilter(0, 0, len(one.rows), len(one.columns) - 1)

    def _write(self, sheet: Worksheet, line: int, at: int, cell: Cell) -> None:
        match cell:
            case Amount():
                sheet.write_number(line, at, Fraction(cell.minor, 10**cell.digits), self._money_format(cell))
            case Rate():
                sheet.write_number(line, at, Fraction(cell.rounded.replace(",", "")), self._rate)
            case int():
                sheet.write_number(line, at, cell, self._count)
            case str():
                sheet.write_string(line, at, cell, self._text)

    def _money_format(self, money: Amount) -> Format:
        key = money.currency, money.digits
        if key not in self._money:
            point = "." + "0" * money.digits if money.digits else ""
            self._money[key] = self._number(f'#,##0{point} "{money.currency}"')
        return self._money[key]

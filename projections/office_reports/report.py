"""What a paper says: facts and tables of figures, in its language, ready to be set."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import floor
from typing import Annotated, Literal

from pydantic import Field

from ledger.values.money import Minor, format_minor
from projections.messages.catalogue import Catalogue
from projections.reports.sections import ColumnSort, ReportPart

OfficeReportKind = Literal["day", "incidents", "register", "settlements", "dealers"]
Columns = Mapping[str, ColumnSort]


class MoneyAmount(ReportPart):
    """Money in minor units of its currency, which has so many digits after the point."""

    minor: Minor
    currency: str
    digits: int


class Rate(ReportPart):
    """So many in a thousand: an exact fraction, and what it comes to with two decimals, rounded half up."""

    exact: Annotated[str, Field(pattern=r"^[0-9]+/[0-9]+$")]
    rounded: str


Cell = str | int | MoneyAmount | Rate | None
"""None where the record does not say."""


class ReportFact(ReportPart):
    """Something that the whole paper is about."""

    label: str
    told: str


class ReportColumn(ReportPart):
    """A column of a table: its key in each row, its head."""

    key: str
    head: str
    sort: ColumnSort


class ReportTable(ReportPart):
    """A table with its heading, and what must be known to read it."""

    key: str
    title: str
    note: str
    columns: tuple[ReportColumn, ...]
    rows: tuple[dict[str, Cell], ...]


class OfficeReport(ReportPart):
    """A paper. `recorded_at` is when the last entry that it rests on was recorded: it is the document's date."""

    kind: OfficeReportKind
    language: Annotated[str, Field(pattern="^[a-z]{2}$")]
    masked: bool
    title: str
    facts: tuple[ReportFact, ...]
    sections: tuple[ReportTable, ...]
    recorded_at: str


def report_table(key: str, columns: Columns, rows: Iterable[Mapping[str, Cell]], words: Catalogue) -> ReportTable:
    """A table whose heading and heads are the texts `paper.KEY` and `head.COLUMN`; its note is `note.KEY`."""
    return ReportTable(
        key=key,
        title=words.say(f"paper.{key}"),
        note=words.say(f"note.{key}"),
        columns=tuple(ReportColumn(key=name, head=words.say(f"head.{name}"), sort=sort) for name, sort in columns.items()),
        rows=tuple({name: row[name] for name in columns} for row in rows),
    )


def report_fact(key: str, value: object, words: Catalogue) -> ReportFact:
    """A fact under the head `head.KEY`; what is not told is said to be so."""
    return ReportFact(label=words.say(f"head.{key}"), told=words.say("paper.not_told") if value is None else str(value))


def per_thousand(number: int, total: int) -> Rate | None:
    """How many in a thousand; None where there is nothing to count in."""
    if not total:
        return None
    exact = Fraction(1000 * number, total)
    hundredths = floor(exact * 100 + Fraction(1, 2))
    return Rate(exact=f"{exact.numerator}/{exact.denominator}", rounded=format_minor(hundredths))


def cell_text(cell: Cell, words: Catalogue) -> str:
    """A cell as it is printed."""
    match cell:
        case None:
            return ""
        case MoneyAmount():
            return words.money(cell.minor, cell.digits, cell.currency)
        case Rate():
            return words.money(int("".join(filter(str.isdigit, cell.rounded))), 2)
        case int():
            return words.money(cell, 0)
    return cell

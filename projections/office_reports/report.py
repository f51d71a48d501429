"""What a paper says: facts and tables of figures, in its language, ready to be set."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import floor
from typing import Annotated, Literal

from pydantic import Field

from ledger.values.money import Minor, pounds_and_pence
from projections.messages.catalogue import Words
from projections.reports.report import Part

Kind = Literal["day", "incidents", "register", "dealers"]
Sort = Literal["text", "some", "wide", "count", "money", "rate"]
"""What stands in a column; `wide` ones, and `some` to a lesser share, take the width that the others leave."""
Columns = Mapping[str, Sort]


class Amount(Part):
    """Money in minor units of its currency, which has so many digits after the point."""

    minor: Minor
    currency: str
    digits: int


class Rate(Part):
    """So many in a thousand: an exact fraction, and what it comes to with two decimals, rounded half up."""

    exact: Annotated[str, Field(pattern=r"^[0-9]+/[0-9]+$")]
    rounded: str


Cell = str | int | Amount | Rate | None
"""None where the record does not say."""


class Fact(Part):
    """Something that the whole paper is about."""

    label: str
    told: str


class Column(Part):
    """A column of a table: its key in each row, its head."""

    key: str
    head: str
    sort: Sort


class Section(Part):
    """A table with its heading, and what must be known to read it."""

    key: str
    title: str
    note: str
    columns: tuple[Column, ...]
    rows: tuple[dict[str, Cell], ...]


class Paper(Part):
    """A paper. `recorded_at` is when the last entry that it rests on was recorded: it is the document's date."""

    kind: Kind
    language: Annotated[str, Field(pattern="^[a-z]{2}$")]
    masked: bool
    title: str
    facts: tuple[Fact, ...]
    sections: tuple[Section, ...]
    recorded_at: str


def section(key: str, columns: Columns, rows: Iterable[Mapping[str, Cell]], words: Words) -> Section:
    """A table whose heading and heads are the texts `paper.KEY` and `head.COLUMN`; its note is `note.KEY`."""
    return Section(
        key=key,
        title=words.say(f"paper.{key}"),
        note=words.say(f"note.{key}"),
        columns=tuple(Column(key=name, head=words.say(f"head.{name}"), sort=sort) for name, sort in columns.items()),
        rows=tuple({name: row[name] for name in columns} for row in rows),
    )


def fact(key: str, told: object, words: Words) -> Fact:
    """A fact under the head `head.KEY`; what is not told is said to be so."""
    return Fact(label=words.say(f"head.{key}"), told=words.say("paper.not_told") if told is None else str(told))


def per_thousand(number: int, of: int) -> Rate | None:
    """How many in a thousand; None where there is nothing to count in."""
    if not of:
        return None
    exact = Fraction(1000 * number, of)
    hundredths = floor(exact * 100 + Fraction(1, 2))
    return Rate(exact=f"{exact.numerator}/{exact.denominator}", rounded=pounds_and_pence(hundredths))


def spelt(cell: Cell) -> str:
    """A cell as it is printed."""
    match cell:
        case None:
            return ""
        case Amount():
            return f"{pounds_and_pence(cell.minor, cell.digits)} {cell.currency}"
        case Rate():
            return cell.rounded
        case int():
            return f"{cell:,}"
    return cell

"""What every document is made of: a head, and sections of a few kinds of blocks. The templates know nothing else.

Which kind a block is follows from its fields.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from ledger.values.document import Document

Data = TypeVar("Data", bound=Document)


class ReportPart(BaseModel):
    """A part of a letter or a paper: frozen, and nothing else in it than what is named here."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as SVG, with its title and what it shows in words."""

    title: str
    desc: str
    svg: str


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text that is set apart."""

    text: str
    style: Literal["strong", "small", "code", "quiet", "wrong", "open", "plain"]
    lang: str = ""
    """The language of it, where that is not the document's."""


Text = str | Span | tuple[str | Span, ...]
"""A line of text; as a block it is a paragraph. A quiet paragraph says how what follows it is to be read."""

ColumnSort = Literal["text", "some", "wide", "count", "money", "rate"]
"""What stands in a column; `wide` ones, and `some` to a lesser share, take the width that the others leave."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines in a box of their own, or the items of a list."""

    lines: Sequence[Text]
    look: Literal["boxed", "numbered", "marked"]


@dataclass(frozen=True, slots=True)
class Numbered:
    """Paragraphs with numbers of their own, by which they are cited."""

    paragraphs: Sequence[tuple[int, Text]]


@dataclass(frozen=True, slots=True)
class Letterhead:
    """Who writes, to whom, when and about what; `notice` says that a letter is no more than a draft."""

    sender: str
    lines: Sequence[str]
    recipient: Sequence[str]
    date: str
    reference: str
    notice: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Names with their values."""

    facts: Sequence[tuple[str, Text]]


@dataclass(frozen=True, slots=True)
class QuotedClause:
    """A clause: its title, its text, and the document's words."""

    id: str
    title: str
    text: str
    quote: str | None
    quote_language: str
    quote_translation: str
    """What the quoted words mean; empty where they are in the report's own language."""
    rests: str = ""
    """The findings that rest on it, in words."""
    resolved: str = ""
    """The reading that holds because somebody resolved it, and how else the clause may be read."""


@dataclass(frozen=True, slots=True)
class Quotations:
    """Clauses in their words."""

    clauses: Sequence[QuotedClause]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head and, row by row, its cells."""

    head: str
    cells: Sequence[Text]
    sort: ColumnSort = "text"
    screen_only: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table. A section has no second one: its heading names the table."""

    columns: Sequence[Column]


Block = Text | Lines | Numbered | Facts | Quotations | Table | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading, or under none."""

    title: str
    blocks: Sequence[Block]
    level: int = 2


@dataclass(frozen=True, slots=True)
class SectionedDocument:
    """A document. `recorded_at`, when the last entry that it rests on was recorded, is its date."""

    language: str
    title: str
    recorded_at: str
    sections: Sequence[Section]
    layout: Literal["report", "letter", "paper"] = "report"
    notices: Sequence[str] = ()
    particulars: Sequence[tuple[str, str]] = ()
    letterhead: Letterhead | None = None
    signature: Sequence[str] = ()
    foot: str = ""
    events: str | None = None
    """The stored entries that go with it, one a line."""


@dataclass(frozen=True, slots=True)
class Report(Generic[Data]):
    """A report: as it is set, and as data."""

    document: SectionedDocument
    data: Data


def attached_events(stored_entries: Iterable[bytes]) -> str:
    """Stored entries as they are attached to a report: one a line."""
    return "".join(line.decode() + "\n" for line in stored_entries)


def with_quote(text: str, quote: str, language: str, translation: str, labels: Mapping[str, str]) -> tuple[str | Span, ...]:
    """A paragraph with a document's own words behind it, in the quotation marks of the paragraph's language."""
    if not quote:
        return (text,)
    marks = labels["open_quote"], labels["close_quote"]
    own = f" ({labels['in_translation']} {marks[0]}{translation}{marks[1]})" if translation else ""
    return (f"{text} {marks[0]}", Span(quote, "plain", language), f"{marks[1]}{own}.")


def quiet(text: str) -> Span:
    """A text that stands back."""
    return Span(text, "quiet")


def strong(lines: Iterable[str]) -> list[Span]:
    """Lines that stand out."""
    return [Span(line, "strong") for line in lines]


def act_text(name: str, details: str, refused: str | None) -> Text:
    """An act of a case or a championship: its name, its particulars, and why it was refused."""
    why = (" ", Span(f"✗ {refused}", "wrong")) if refused else ()
    return (Span(name, "strong"), f": {details}" if details else "", *why)


def record_blocks(
    facts: Iterable[tuple[str, Text]],
    ranges: Iterable[tuple[int, int]],
    leaves_digest: str,
    recorded: str,
    checks: Iterable[str],
    texts: Mapping[str, str],
) -> tuple[Facts, Lines]:
    """The record on which a report rests, and how it is checked. In checks, what stands between backticks is code.

    `ranges` are the positions of the entries, first and last; `texts` are the report's.
    """
    positions = ", ".join("\N{EN DASH}".join(map(str, sorted({*ends}))) for ends in ranges)
    leaves = Span(leaves_digest, "code")
    basis = (texts["positions"], positions), (texts["leaves"], leaves), (texts["recorded"], recorded)
    pieces = (enumerate(check.split("`")) for check in checks)
    lines = [tuple(Span(piece, "code") if place % 2 else piece for place, piece in row) for row in pieces]
    return Facts([*facts, *basis]), Lines(lines, "marked")


def table_of(rows: Sequence[Sequence[Text]], heads: Iterable[tuple[str, ColumnSort]]) -> Table:
    """A table from its rows, which have a cell for each head."""
    return Table([Column(head, [row[at] for row in rows], sort) for at, (head, sort) in enumerate(heads)])

"""No text from outside stops a document or turns it round: any Unicode text, in each text of every kind of document."""

import dataclasses
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from itertools import cycle
from typing import Any, Final, get_args
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from pydantic import BaseModel
from pypdf import PdfReader

from projections.export.columns import local_time
from projections.fonts import printable, readable, visible
from projections.messages.catalogue import Catalogue
from projections.messages.numbers import local_day, written_instant, written_zone
from projections.office_reports.forms import render_office_report, render_return
from projections.office_reports.report import OfficeReportKind
from projections.office_reports.returns import complaint_record
from projections.pictures.drawing import Drawing
from projections.reports.championship_report import dispute_notice
from projections.reports.forms import render_document
from projections.reports.letter import letter_document
from projections.reports.sections import Column, Picture, Section, SectionedDocument, Span, Table
from tests import ledgers
from tests.projections import disputes, floor, six_disputes
from tests.projections.papers import office
from tests.projections.test_letters import KINDS, written
from tests.projections.test_reports import report
from tests.projections.test_six_disputes import championship_report

pytestmark = pytest.mark.slow

TRIED: Final = (Phase.explicit, Phase.generate)
"""A document is long: what fails is not sought in a shorter one."""

TURNED: Final = "\N{RIGHT-TO-LEFT OVERRIDE}"
HELD: Final = "\N{LEFT-TO-RIGHT MARK}"
OURS: Final = {
    *("style", "lang", "sort", "look", "layout", "language", "recorded_at", "events", "quote_language"),
    *("key", "kind", "currency", "exact", "rounded", "last_day", "columns", "notes"),
}
"""What no text from outside comes into: how a text is set, its language, the date, the stored bytes; keys and figures."""

ANY: Final = st.characters(exclude_categories=())
ODD: Final = st.sampled_from(
    "\0\x1b\r\n\t\x7f\x85\u00ad\u0301\u034f\u05bc\u0644\u0627\u0661\u0e33\u0e34\u0915\u094d\u0937\u093f\u1019\u103c"
    "\u17d2\u200b\u200c\u200d\u200e\u2028\u202e\u2066\u2069\u20e3\u25cc\u3000\u5d29\uac00\u1100\u1161\ud800\udfff\ue000"
    "\ufe0f\ufeff\ufffe\uffff\U0001d165\U0001f1e6\U0001f3fd\U0001f600\U000e0041\U000e0100\U0010ffff<&>\"'#*_$@X\\"
)
LETTERS: Final = st.sampled_from([chr(code) for code in range(0x20, 0x20000) if chr(code) == printable(chr(code))])
TEXT: Final = st.text(st.one_of(ANY, ODD, LETTERS), max_size=30)
NAMES: Final = (
    "\u0393\u03b9\u03ce\u03c1\u03b3\u03bf\u03c2, \u0421\u0435\u0440\u0433\u0435\u0439, \u0939\u093f\u0928\u094d\u0926\u0940"
)
"""In Greek, Cyrillic and Devanagari."""


def test_what_a_font_has_stays_and_all_else_is_a_visible_mark() -> None:
    assert printable(NAMES) == NAMES
    assert printable("\U0001f600\u738b\x1b\0\ud83d\ue000\uffff") == "□U+1F600□U+738B□U+001B□U+0000□U+D83D□U+E000□U+FFFF"
    assert readable("\U0001f600\u738b\x1b\ud83d") == "\U0001f600\u738b□U+001B□U+D83D"
    assert printable("line\r\nline\tline") == "line\r\nline\tline"


def test_nothing_turns_the_writing_round() -> None:
    for turning in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069":
        assert visible(f"a{turning}b") == f"a□U+{ord(turning):04X}b"
    assert readable("\u05d0\u05d1 100.00 EUR") == f"\u05d0\u05d1{HELD} 100.00 EUR"
    assert readable("P1 \u05d0 5 \u05d1, P2 \u0661") == f"P1 \u05d0 5 \u05d1{HELD}, P2 \u0661{HELD}"


@pytest.mark.parametrize("letter", ["\u0915\u0e34", "e\u0e34", "\u05d0\u0301\u0e34"])
def test_an_accent_that_the_letter_s_font_has_not_is_marked(letter: str) -> None:
    assert "□U+0E34" in printable(letter)


def sample(text: str) -> SectionedDocument:
    """A text in each way in which a text is set."""
    drawing = Drawing(300, 60, text, text)
    drawing.write(5, 30, text, 10)
    drawing.write(5, 50, text, 10, font_weight="bold", font_style="italic")
    styles = get_args(Span.__annotations__["style"])
    return SectionedDocument(
        language="en",
        title=f"A {text}",
        recorded_at="2026-01-20T19:00:00Z",
        sections=[
            Section(f"B {text}", [text, *(Span(text, style) for style in styles), Table([Column(text, [text])])]),
            Section("C", [Picture(title=text, desc=text, svg=drawing.text())]),
        ],
        particulars=[(text, text)],
        notices=[text],
        foot=text,
    )


def assert_set(document: SectionedDocument) -> None:
    """Both forms are made, and in HTML nothing turns the writing round or goes unseen."""
    assert render_document("pdf", document).startswith(b"%PDF")
    assert_seen(render_document("html", dataclasses.replace(document, events=None)).decode())


def assert_seen(text: str) -> None:
    """Every character of it is one that is seen and turns nothing round."""
    ours = text.replace(HELD, "")
    assert visible(ours) == ours


def test_a_picture_with_a_long_description_is_set() -> None:
    """As of a round of 5,000 bets: a string in a PDF has 32,767 bytes at most."""
    picture = Picture(title="A round", desc="a bet of 25.00, " * 5_000, svg=Drawing(300, 60, "", "").text())
    section = Section("Bets", [picture])
    document = SectionedDocument(language="en", title="Round", recorded_at="2026-01-20T19:00:00Z", sections=[section])
    assert render_document("pdf", document).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("instant", "zone"),
    [("0001-01-01T00:00:00.000000Z", "America/Los_Angeles"), ("9999-12-31T23:59:59.999999Z", "Pacific/Auckland")],
)
def test_a_time_that_no_local_clock_shows_is_written_in_utc(instant: str, zone: str) -> None:
    """A device's clock may stand there, and its round still has a report and a package."""
    assert local_day(instant, zone) == instant[:10]
    assert local_time(instant, zone) == instant.removesuffix("Z")
    assert written_instant("en", instant, zone).endswith(" UTC")
    assert written_zone("de", zone, instant)


@settings(max_examples=80, deadline=None, derandomize=True, phases=TRIED)
@given(TEXT)
@example(f"\U0001f600 {NAMES} {TURNED}abc\ud800\0")
def test_any_text_is_set_in_every_style(text: str) -> None:
    assert_set(sample(text))
    (picture,) = sample(text).sections[1].blocks
    assert isinstance(picture, Picture)
    ET.fromstring(picture.svg)


def test_a_page_shows_the_letters_and_the_marks() -> None:
    data = render_document("pdf", sample(f"{NAMES} \u738b\u5c0f\u660e \U0001f600"))
    shown = PdfReader(BytesIO(data)).pages[0].extract_text()
    assert "\u0393\u03b9\u03ce\u03c1\u03b3\u03bf\u03c2, \u0421\u0435\u0440\u0433\u0435\u0439" in shown
    assert "□U+738B□U+5C0F□U+660E □U+1F600" in shown


def documents(kind: Any, disputed: str, played: str, six: str) -> SectionedDocument:
    """A document of a kind, as it is set."""
    match kind:
        case "case":
            return disputes.report(disputed, disputes.SETTLED).document
        case "round":
            return report(played, floor.ROUNDS[0]).document
        case "championship":
            return championship_report(six).document
        case "notice":
            with ledgers.opened(six) as ledger:
                return letter_document(dispute_notice(ledger, six_disputes.CHAMPIONSHIP, "Q1", Catalogue()))
    return letter_document(written(disputed, disputes.SETTLED, "anna-berger", kind, "de"))


def filled(value: Any, texts: Iterator[str]) -> Any:
    """A document, or a part of it, in which each text is another one."""
    match value:
        case str():
            return value and (next(texts) or value)
        case list() | tuple():
            return type(value)(filled(item, texts) for item in value)
        case Picture():
            drawing = Drawing(300, 60, next(texts), next(texts))
            drawing.write(5, 30, next(texts), 10)
            return Picture(title=drawing.title, desc=drawing.description, svg=drawing.text())
        case dict():
            return {name: filled(part, texts) for name, part in value.items()}
        case BaseModel():
            parts = dict(value)
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            parts = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        case _:
            return value
    changed = {name: filled(part, texts) for name, part in parts.items() if name not in OURS or not isinstance(part, str)}
    return value.model_copy(update=changed) if isinstance(value, BaseModel) else dataclasses.replace(value, **changed)


def with_title(document: Any) -> Any:
    """It has a title that is not from outside alone."""
    title = f"Title {document.title}"
    if isinstance(document, BaseModel):
        return document.model_copy(update={"title": title})
    return dataclasses.replace(document, title=title)


@pytest.mark.parametrize("kind", ["case", "round", "championship", *KINDS])
def test_any_text_in_every_text_of_every_document(kind: str, disputed: str, played: str, six: str) -> None:
    document = documents(kind, disputed, played, six)

    @settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), phases=TRIED)
    @given(st.lists(TEXT, min_size=5, max_size=40))
    def check(texts: list[str]) -> None:
        assert_set(with_title(filled(document, cycle(texts))))

    check()


@pytest.mark.parametrize("kind", office.KINDS)
def test_any_text_in_every_text_of_the_office_s_papers(worked: str, kind: OfficeReportKind) -> None:
    paper = office.paper(worked, kind)

    @settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), phases=TRIED)
    @given(st.lists(TEXT, min_size=5, max_size=40))
    def check(texts: list[str]) -> None:
        changed = with_title(filled(paper, cycle(texts)))
        tables = zip(changed.sections, paper.sections, strict=True)  # what a table is called is not from outside
        changed = changed.model_copy(
            update={"sections": tuple(table.model_copy(update={"title": own.title}) for table, own in tables)}
        )
        assert render_office_report("pdf", changed).startswith(b"%PDF")
        assert_seen(render_office_report("html", changed).decode())
        for text in texts_of_workbook(render_office_report("xlsx", changed)):
            assert_seen(text)

    check()


@settings(max_examples=5, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), phases=TRIED)
@given(texts=st.lists(TEXT, min_size=5, max_size=40))
def test_any_text_in_every_text_of_a_return(disputed: str, texts: list[str]) -> None:
    with ledgers.opened(disputed) as ledger:
        record = complaint_record(ledger, date(2026, 1, 1), date(2026, 12, 31))
    changed = record.model_copy(update={"complaints": filled(record.complaints, cycle(texts))})
    assert record.complaints
    assert_seen(render_return("csv", changed).decode())
    for text in texts_of_workbook(render_return("xlsx", changed)):
        assert_seen(text)


def texts_of_workbook(data: bytes) -> Iterator[str]:
    return (
        cell.value for sheet in load_workbook(BytesIO(data)) for row in sheet for cell in row if isinstance(cell.value, str)
    )

"""The forms of the office's papers: the same bytes twice, figures as numbers, no name where names are masked."""

import re
from io import BytesIO
from typing import Any, Final, get_args
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page
from pypdf import PdfReader

from ledger.acts.authority import ACTS
from ledger.events.championships import ACT_WORDS as OF_CHAMPIONSHIPS
from projections.messages.catalogue import Catalogue, languages
from projections.office_reports.forms import OfficeReportForm, render_office_report
from projections.office_reports.report import OfficeReportKind
from projections.reports.decisions import CASE_ACTS, act_words
from replay.ruling.finding_kinds import finding_kinds
from tests.browser import axe
from tests.projections.papers import office

pytestmark = pytest.mark.slow

FORMS: Final[tuple[OfficeReportForm, ...]] = get_args(OfficeReportForm)


def text_of(form: OfficeReportForm, data: bytes) -> str:
    """Everything that can be read in a form, its metadata included."""
    if form == "xlsx":
        with ZipFile(BytesIO(data)) as inside:
            return " ".join(inside.read(name).decode() for name in inside.namelist())
    if form == "pdf":
        read = PdfReader(BytesIO(data))
        shown = " ".join(page.extract_text() for page in read.pages).replace("\N{SOFT HYPHEN}", "-")
        return shown + str(read.metadata) + data.decode("latin-1")
    return data.decode()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", office.KINDS)
def test_the_same_paper_gives_the_same_bytes(
    worked: str, kind: OfficeReportKind, language: str, form: OfficeReportForm
) -> None:
    first, again = (render_office_report(form, office.paper(worked, kind, language)) for _ in range(2))
    assert first == again
    assert "[en]" not in text_of(form, first)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", office.KINDS)
def test_masked_names_leave_no_trace(worked: str, kind: OfficeReportKind, form: OfficeReportForm) -> None:
    text = text_of(form, render_office_report(form, office.paper(worked, kind, masked=True)))
    assert not [name for name in office.NAMES if re.search(rf"(?i)(?<![a-z]){name}(?![a-z])", text)]
    assert re.search("Person-|Player-", text)


@pytest.mark.parametrize(
    ("kind", "name", "letter"),
    [
        ("day", "Lindqvist", "Person-B"),
        ("register", "Lindqvist", "Person-B"),
        ("dealers", "Lindqvist", "Person-B"),
        ("day", "anna", "Player-A"),
        ("incidents", "anna", "Player-A"),
    ],
)
def test_a_person_is_called_the_same_in_every_paper(worked: str, kind: OfficeReportKind, name: str, letter: str) -> None:
    """By the order in which they are named first: at baccarat DeVries deals, then Lindqvist; anna bets first."""
    masked = render_office_report("json", office.paper(worked, kind, masked=True)).decode()
    plain = render_office_report("json", office.paper(worked, kind)).decode()
    assert masked.count(letter) == plain.count(name) > 0


def test_the_workbook_has_its_figures_as_numbers(worked: str) -> None:
    book = load_workbook(BytesIO(render_office_report("xlsx", office.paper(worked, "incidents"))))
    assert book.sheetnames[:2] == ["0", "1 By day and table"]
    sheet = book["1 By day and table"]
    heads = [cell.value for cell in sheet[1]]
    first = dict(zip(heads, [cell.value for cell in sheet[2]], strict=True))
    assert (first["Rounds"], first["Staked"], first["Underpaid"], first["Overpaid"]) == (6, 146, 20, 10)
    money = sheet.cell(row=2, column=heads.index("Staked") + 1)
    assert money.number_format == '#,##0.00 "GBP"'
    assert all(isinstance(cell.value, int | float) for cell in sheet[2][2:])
    assert sheet.auto_filter.ref == "A1:L5"


def test_the_workbook_has_rates_and_notes(worked: str) -> None:
    book = load_workbook(BytesIO(render_office_report("xlsx", office.paper(worked, "dealers", "de"))))
    sheet = book["2 Nach Croupier und Fehlerart"]
    assert [cell.value for cell in sheet[2]][:4] == ["DeVries", "Karte an leere Box", 1, 333.33]
    assert book["0"].cell(row=1, column=1).value == "Fehler beim Geben"


@pytest.mark.parametrize("kind", office.KINDS)
def test_the_pdf_is_tagged_and_archival(worked: str, kind: OfficeReportKind) -> None:
    report = office.paper(worked, kind)
    read = PdfReader(BytesIO(render_office_report("pdf", report)))
    root: Any = read.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    metadata = root["/Metadata"].get_data().decode()
    assert re.search(r"<pdfaid:part>3</pdfaid:part>.*<pdfaid:conformance>A</pdfaid:conformance>", metadata, re.S)
    assert "<pdfuaid:part>1</pdfuaid:part>" in metadata
    assert read.metadata is not None
    assert read.metadata.title == report.title


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", office.KINDS)
def test_the_page_passes_axe_asks_for_nothing_and_fits_a_telephone(
    page: Page, worked: str, kind: OfficeReportKind, language: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_content(render_office_report("html", office.paper(worked, kind, language)).decode())
    assert axe(page) == []
    assert asked == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("language", languages())
def test_every_act_and_every_error_has_a_name(language: str) -> None:
    words = Catalogue(language)
    acts = (
        ACTS | CASE_ACTS | OF_CHAMPIONSHIPS | {"suspect_shoe", "confirm", "dispute_round", "answer_round", "answer_wager"}
    )
    named = [act_words(act, words, refused=False) for act in sorted(acts)]
    named += [words.say(f"kind.{kind.name}") for kind in finding_kinds() if kind.whose == "dealing"]
    assert not [name for name in named if "[en]" in name or "{" in name]
    assert len(set(named)) == len(named)

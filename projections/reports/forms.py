"""A report and a letter in their forms: PDF, one HTML file, JSON. The same source gives the same bytes."""

import base64
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Final, Literal

import orjson
import typst
from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import BaseModel

from ledger.values.times import parse_instant
from projections.messages.catalogue import Catalogue, labels
from projections.reports.case_report import CaseReport
from projections.reports.championship_report import ChampionshipReport
from projections.reports.letter import Letter, letter_document
from projections.reports.report import ReportPart, RoundReport
from projections.reports.round_sections import round_document
from projections.reports.sections import SectionedDocument

Form = Literal["html", "pdf", "json"]

_PDF_STANDARDS: "Final[list[typst.PDFStandard]]" = ["a-3a", "ua-1"]


def render(form: Form, source: RoundReport | CaseReport | ChampionshipReport | Letter) -> bytes:
    """A report or a letter in a form; its JSON is the report as data."""
    if form == "json":
        return render_json(source if isinstance(source, Letter) else source.data)
    match source:
        case CaseReport() | ChampionshipReport():
            return render_document(form, source.document)
        case RoundReport():
            return render_document(form, round_document(source))
    return render_document(form, letter_document(source))


def render_json(source: BaseModel) -> bytes:
    """A model as JSON."""
    return orjson.dumps(source.model_dump(by_alias=True), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"


def render_document(form: Literal["html", "pdf"], document: SectionedDocument) -> bytes:
    """A document in a form. Its date is `recorded_at`: no clock is read."""
    variables = {"document": document, "labels": labels(Catalogue(document.language), "report")}
    if form == "html":
        return _environment().get_template("document.html.j2").render(variables).encode()
    inputs = {"input": orjson.dumps(variables, default=ReportPart.model_dump).decode()}
    timestamp = parse_instant(document.recorded_at) // 1_000_000
    with _COMPILING:
        pdf = _compiler().compile(
            _source(), format="pdf", pdf_standards=_PDF_STANDARDS, sys_inputs=inputs, timestamp=timestamp
        )
    assert isinstance(pdf, bytes)
    return pdf


_COMPILING: Final = Lock()
"""The compiler sets one document at a time."""


@cache
def _compiler() -> typst.Compiler:
    """The compiler of documents, with its fonts, which take longer to read than a document to be set."""
    return typst.Compiler(font_paths=typst.Fonts(include_system_fonts=False), ignore_system_fonts=True)


@cache
def _source() -> bytes:
    return (files("projections.reports") / "templates" / "document.typ").read_bytes()


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("projections.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["base64"] = lambda text: base64.b64encode(text.encode()).decode()
    return environment

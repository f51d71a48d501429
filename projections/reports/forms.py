"""A report and a letter in their forms: PDF, one HTML file, JSON. The same source gives the same bytes."""

import base64
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import orjson
import typst
from jinja2 import Environment, PackageLoader, StrictUndefined

from ledger.values.times import parse_instant
from projections.messages.catalogue import Catalogue, labels
from projections.reports.case_report import CaseReport
from projections.reports.letter import Letter
from projections.reports.report import RoundReport

Form = Literal["html", "pdf", "json"]

_PDF_STANDARDS: "Final[list[typst.PDFStandard]]" = ["a-3a", "ua-1"]


_TYPST_TEMPLATES: Final = {
    "report": ("parts.typ", "report.typ"),
    "case": ("parts.typ", "case.typ"),
    "letter": ("letter.typ",),
    "paper": ("parts.typ", "paper.typ"),
}
"""What each document is set by, one after the other."""


def render_report(form: Form, report: RoundReport | CaseReport) -> bytes:
    """The report in a form."""
    if form == "json":
        return render_json(report)
    name = "case" if isinstance(report, CaseReport) else "report"
    words = Catalogue(report.language)
    label_texts = labels(words, "report") | {f"case_{key}": text for key, text in labels(words, "case").items()}
    return render_document(name, form, {"report": report.model_dump(), "labels": label_texts}, report.evidence.recorded_at)


def render_letter(form: Form, letter: Letter) -> bytes:
    """The letter in a form."""
    if form == "json":
        return render_json(letter)
    inputs = {"letter": letter.model_dump(), "labels": labels(Catalogue(letter.language), "letter")}
    return render_document("letter", form, inputs, letter.recorded_at)


def render_json(document: RoundReport | CaseReport | Letter) -> bytes:
    """The source itself as JSON."""
    return orjson.dumps(document.model_dump(), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"


def render_document(name: str, form: Literal["html", "pdf"], variables: Mapping[str, Any], recorded_at: str) -> bytes:
    """A document in a form. `recorded_at`, when the last entry was recorded, is the document's date: no clock is read."""
    if form == "html":
        return _environment().get_template(f"{name}.html.j2").render(variables).encode()
    return typst.compile(
        b"".join(map(_read_template, _TYPST_TEMPLATES[name])),
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards=_PDF_STANDARDS,
        sys_inputs={"told": orjson.dumps(variables).decode()},
        timestamp=parse_instant(recorded_at) // 1_000_000,
    )


@cache
def _read_template(name: str) -> bytes:
    return (files("projections.reports") / "templates" / name).read_bytes()


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

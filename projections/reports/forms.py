"""A report and a letter in their forms: PDF, one HTML file, JSON. The same source gives the same bytes."""

import base64
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import orjson
import typst
from jinja2 import Environment, PackageLoader, StrictUndefined

from ledger.values.times import instant
from projections.messages.catalogue import Words, labels
from projections.reports.case_report import CaseReport
from projections.reports.letter import Letter
from projections.reports.report import Report

Form = Literal["html", "pdf", "json"]

_STANDARDS: "Final[list[typst.PDFStandard]]" = ["a-3a", "ua-1"]


_SHEETS: Final = {
    "report": ("parts.typ", "report.typ"),
    "case": ("parts.typ", "case.typ"),
    "letter": ("letter.typ",),
    "paper": ("parts.typ", "paper.typ"),
}
"""What each document is set by, one after the other."""


def report_as(form: Form, report: Report | CaseReport) -> bytes:
    """The report in a form."""
    if form == "json":
        return as_json(report)
    name = "case" if isinstance(report, CaseReport) else "report"
    words = Words(report.language)
    said = labels(words, "report") | {f"case_{key}": text for key, text in labels(words, "case").items()}
    return set_as(name, form, {"report": report.model_dump(), "labels": said}, report.evidence.recorded_at)


def letter_as(form: Form, letter: Letter) -> bytes:
    """The letter in a form."""
    if form == "json":
        return as_json(letter)
    told = {"letter": letter.model_dump(), "labels": labels(Words(letter.language), "letter")}
    return set_as("letter", form, told, letter.recorded_at)


def as_json(told: Report | CaseReport | Letter) -> bytes:
    """The source itself as JSON."""
    return orjson.dumps(told.model_dump(), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"


def set_as(name: str, form: Literal["html", "pdf"], told: Mapping[str, Any], recorded_at: str) -> bytes:
    """A document in a form. `recorded_at`, when the last entry was recorded, is the document's date: no clock is read."""
    if form == "html":
        return _environment().get_template(f"{name}.html.j2").render(told).encode()
    return typst.compile(
        b"".join(map(_template, _SHEETS[name])),
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards=_STANDARDS,
        sys_inputs={"told": orjson.dumps(told).decode()},
        timestamp=instant(recorded_at) // 1_000_000,
    )


@cache
def _template(name: str) -> bytes:
    return (files("projections.reports") / "templates" / name).read_bytes()


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("projections.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["base64"] = lambda text: base64.b64encode(text.encode()).decode()
    return made

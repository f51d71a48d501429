"""A report and a letter in their forms: PDF, one HTML file, JSON. The same source gives the same bytes."""

import base64
import dataclasses
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from threading import Lock
from typing import Any, Final, Literal

import orjson
import typst
from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import BaseModel

from ledger.values.times import parse_instant
from projections.fonts import FONT_FOLDERS, Setting, printable, readable
from projections.messages.catalogue import Catalogue, labels
from projections.reports.letter import Letter, letter_document
from projections.reports.sections import Picture, Report, SectionedDocument

Form = Literal["html", "pdf", "json"]

_PDF_STANDARDS: "Final[list[typst.PDFStandard]]" = ["a-3a", "ua-1"]


def render(form: Form, source: Report[Any] | Letter) -> bytes:
    """A report or a letter in a form; its JSON is the report as data."""
    if form == "json":
        return render_json(source if isinstance(source, Letter) else source.data)
    return render_document(form, letter_document(source) if isinstance(source, Letter) else source.document)


def render_json(source: BaseModel) -> bytes:
    """A model as JSON."""
    return orjson.dumps(source.model_dump(by_alias=True), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"


def render_document(form: Literal["html", "pdf"], document: SectionedDocument) -> bytes:
    """A document in a form. Its date is `recorded_at`: no clock is read. No character of it stops it."""
    if form == "html":
        variables = _variables(document, readable, readable)
        return _environment().get_template("document.html.j2").render(variables).encode()
    for text, picture in _SETTINGS[:-1]:
        try:
            return _pdf(document, text, picture)
        except typst.TypstError:
            continue  # with fewer accents, or fewer fonts in pictures
    return _pdf(document, *_SETTINGS[-1])


_SETTINGS: Final[tuple[tuple[Setting, Setting], ...]] = (
    ("accented", "letters"),
    ("accented", "first_font"),
    ("letters", "first_font"),
)
"""How text and the words in pictures are set; the next is tried where one cannot be. A font may have each of two characters
and not set them together, in bold or in a syllable, and a picture takes fewer fonts at once than a page.
"""


def _pdf(document: SectionedDocument, text: Setting, picture: Setting) -> bytes:
    variables = _variables(document, partial(printable, setting=text), partial(printable, setting=picture))
    inputs = {"input": orjson.dumps(variables).decode()}
    timestamp = parse_instant(document.recorded_at) // 1_000_000
    with _COMPILING:
        pdf = _compiler().compile(
            _source(), format="pdf", pdf_standards=_PDF_STANDARDS, sys_inputs=inputs, timestamp=timestamp
        )
    assert isinstance(pdf, bytes)
    return pdf


Shown = Callable[[str], str]


def _variables(document: SectionedDocument, shown: Shown, in_picture: Shown) -> dict[str, Any]:
    """What the templates take: every text as it can be shown, the stored entries as they are."""
    as_shown = dataclasses.replace(_as_shown(document, shown, in_picture), events=document.events)
    return {"document": as_shown, "labels": labels(Catalogue(document.language), "report")}


def _as_shown(value: Any, shown: Shown, in_picture: Shown) -> Any:
    match value:
        case str():
            return shown(value)
        case list() | tuple():
            return type(value)(_as_shown(item, shown, in_picture) for item in value)
        case Picture():
            return Picture(shown(value.title), shown(value.desc), in_picture(value.svg))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return dataclasses.replace(value, **{name: _as_shown(part, shown, in_picture) for name, part in parts.items()})
    return value


_COMPILING: Final = Lock()
"""The compiler sets one document at a time."""


@cache
def _compiler() -> typst.Compiler:
    """The compiler of documents, with its fonts, which take longer to read than a document to be set."""
    fonts = typst.Fonts(include_system_fonts=False, font_paths=list(FONT_FOLDERS))
    return typst.Compiler(font_paths=fonts, ignore_system_fonts=True)


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

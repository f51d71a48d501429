"""How samples of the formats are recognised: each format declares a `SAMPLER` in a module of this package."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, Literal, NamedTuple

import ledger.feeds.samples
from ledger.feeds.reading import FeedItem
from ledger.feeds.samples.mapping_draft import MappingDraft
from ledger.feeds.samples.sample import Sample

RulebooksByGame = Mapping[str, Sequence[str]]
"""The adopted rulebooks by game."""


class UnreadPiece(NamedTuple):
    """Why a piece of the sample was refused: a code of `ledger.values.refusals`, and its particulars."""

    code: str | None
    particulars: Mapping[str, Any]


BeginMapping = Callable[[Sample, RulebooksByGame, Sequence[UnreadPiece], str | None], MappingDraft]
"""Makes a first mapping from a sample. Once the sample was tried, it has the refusals and the mapping of the trial too."""

ReadPast = Callable[[FeedItem], Iterable[str]]
"""Names the parts of a piece that are read past."""


def _nothing_read_past(_: str) -> ReadPast:
    return lambda _: ()


@dataclass(frozen=True)
class Sampler:
    """The knowledge of samples of one format.

    `recognise` counts the pieces in a sample's head that are surely of this format; 1 where it only may be. `place` is
    what the numbers of pieces count. `read_past` is given the mapping's text.
    """

    format: str
    recognise: Callable[[bytes], int]
    place: Literal["line", "byte"] = "line"
    begin_mapping: BeginMapping | None = None
    read_past: Callable[[str], ReadPast] = _nothing_read_past


@cache
def samplers() -> Mapping[str, Sampler]:
    """All samplers by the name of their format."""
    modules = sorted(module.name for module in iter_modules(ledger.feeds.samples.__path__))
    found = [getattr(import_module(f"ledger.feeds.samples.{module}"), "SAMPLER", None) for module in modules]
    return {sampler.format: sampler for sampler in found if sampler is not None}


def recognised_format(sample: Sample) -> str | None:
    """Return the name of the format of which a sample has the most pieces; None where it has none of any."""
    counts = {name: sampler.recognise(sample.head) for name, sampler in samplers().items()}
    most = max(counts.values())
    return next(name for name, count in counts.items() if count == most) if most else None


_OTHER_FILES: Final[Sequence[tuple[re.Pattern[bytes], str]]] = (
    (re.compile(rb"\x1f\x8b"), "is compressed with gzip; unpack it first"),
    (re.compile(rb"PK\x03\x04"), "is a ZIP archive or a workbook (.xlsx); unpack it, or save the sheet as CSV"),
    (re.compile(rb"(?:BZh|\xfd7zXZ|7z\xbc\xaf|\x28\xb5\x2f\xfd)"), "is compressed; unpack it first"),
    (re.compile(rb"SQLite format 3"), "is an SQLite database; export its rows as CSV"),
    (re.compile(rb"%PDF-"), "is a PDF; Recoup reads data, not documents"),
    (re.compile(rb"(?:\xff\xfe|\xfe\xff)"), "is UTF-16 text; save it as UTF-8"),
    (re.compile(rb"(?i)\s*<(?:!doctype html|html)"), "is an HTML page, not a feed"),
    (re.compile(rb"\s*<"), "is XML, which no format reads"),
)
"""Files that are not feeds, by their beginning."""


def why_unrecognised(sample: Sample, names: Iterable[str]) -> str:
    """Say what a sample is that no format recognises, as far as its beginning shows."""
    for form, sentence in _OTHER_FILES:
        if form.match(sample.raw):
            return f"{sample.name} {sentence}"
    if b"\0" in sample.head:
        return f"{sample.name} is binary data of no format that is known; name one with --format ({', '.join(names)})"
    if sample.raw.lstrip()[:1] in (b"{", b"["):
        return f"{sample.name} is JSON, but has neither CloudEvents (specversion) nor games (gameType); see docs/feeds.md"
    return f"{sample.name} is of no format that is known; name one with --format ({', '.join(names)})"

"""The formats of feeds: each declares itself in a module of this package, or under an entry point of another package."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Final

import ledger.feeds
from ledger.errors import MalformedMapping
from ledger.feeds.reading import Reader

ENTRY_POINTS: Final = "recoup.feeds"
"""The group of entry points under which installed packages name formats of their own."""


@dataclass(frozen=True)
class Format:
    """A format of feeds, declared as `FORMAT` in its module.

    `open_reader` makes the reader for one reading of a file, from the file's path and the text of its mapping. `suffixes`
    are those that tell the format; without them it is named. `mapping` says what a file is read as and which file its
    mapping is, in a sentence that goes on "with --map"; empty where it needs none.
    """

    name: str
    open_reader: Callable[[Path, str], Reader]
    suffixes: tuple[str, ...] = ()
    mapping: str = ""

    def reader(self, path: Path, map_text: str | None = None) -> Reader:
        """The reader for one reading of a file. Raises MalformedMapping where the mapping is wrong or missing."""
        if self.mapping and map_text is None:
            raise MalformedMapping(f"{path} is read as {self.mapping} with --map")
        return self.open_reader(path, map_text or "")


@cache
def formats() -> Mapping[str, Format]:
    """All formats by their names: those of this package, then those of installed ones. Raises MalformedMapping where an
    installed one has the name of another.
    """
    modules = sorted(module.name for module in iter_modules(ledger.feeds.__path__))
    shipped = [getattr(import_module(f"ledger.feeds.{module}"), "FORMAT", None) for module in modules]
    found = {form.name: form for form in shipped if form is not None}
    for entry_point in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry_point: entry_point.name):
        form: Format = entry_point.load()
        if found.setdefault(form.name, form) is not form:
            raise MalformedMapping(
                f"{entry_point.value} declares the format {form.name}, which there is; rename or remove it"
            )
    return dict(sorted(found.items()))


def format_named(name: str) -> Format:
    """A format by its name. Raises MalformedMapping where there is none."""
    known = formats()
    if name not in known:
        *names, last = known
        raise MalformedMapping(f"{name!r} is no format; write {', '.join(names)} or {last}")
    return known[name]


def format_of_suffix(suffix: str) -> Format | None:
    """The format that a file's suffix tells, in whatever case; None where it tells none."""
    return next((form for form in formats().values() if suffix.lower() in form.suffixes), None)

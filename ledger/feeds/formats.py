"""The formats of feeds: each declares itself in a module of this package, or under an entry point of another package."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import BinaryIO, Final

import ledger.feeds
from ledger.entry import Delivery
from ledger.errors import MalformedMapping
from ledger.events import Event
from ledger.events.base import topic_stem
from ledger.events.table import SourceTopicsDeclared
from ledger.feeds.format_facts import FormatFacts
from ledger.feeds.mapping import reports_table
from ledger.feeds.reading import FeedItem, Reader, accepted_item
from ledger.values.subjects import table_day

ENTRY_POINTS: Final = "recoup.feeds"
"""The group of entry points under which installed packages name formats of their own."""


@dataclass(frozen=True)
class Format:
    """A format of feeds, declared as `FORMAT` in its module.

    `open_reader` makes the reader for one reading of a file, from the file's path and the text of its mapping. `suffixes`
    are those that tell the format; without them it is named. `mapping` says what a file is read as and which file its
    mapping is, in a sentence that goes on "with --map"; empty where it needs none. `reports` are the kinds of events that a
    source of this format can report, None where it can report every kind; `reports_under` gives those of them that it can
    report under the text of its mapping, where they are not all. Of the kinds `unordered` it does not report in what order
    they came within a round. `facts` are for the reference page; every format of this package has them.
    """

    name: str
    open_reader: Callable[[Path, str], Reader]
    suffixes: tuple[str, ...] = ()
    mapping: str = ""
    reports: tuple[type[Event], ...] | None = None
    reports_under: Callable[[str], Iterable[type[Event]]] | None = None
    unordered: tuple[type[Event], ...] = ()
    facts: FormatFacts | None = None

    def reader(self, path: Path, map_text: str | None = None) -> Reader:
        """The reader for one reading of a file. Raises MalformedMapping where the mapping is wrong or missing.

        Where the format cannot report every kind of event, the reader declares for each source and day those that it can.
        """
        if self.mapping and map_text is None:
            raise MalformedMapping(f"{path} is read as {self.mapping} with --map")
        read, topics = self.open_reader(path, map_text or ""), self.topics(map_text or "")
        if topics is None:
            return read
        unordered = ",".join(sorted(topics_of_kinds(self.unordered))) or None
        return _declaring_reader(read, ",".join(sorted(topics)), unordered, (map_text or self.name).encode())

    def topics(self, map_text: str = "") -> frozenset[str] | None:
        """The topics, without their versions, that a source can report under this mapping; None for every topic."""
        if self.reports is None:
            return None
        changed = reports_table(map_text)
        reported = self.reports if self.reports_under is None else self.reports_under(map_text)
        return topics_of_kinds(reported) - {*changed.never} | {*changed.also}


def topics_of_kinds(kinds: Iterable[type[Event]]) -> frozenset[str]:
    """Return the topics of kinds of events, without their versions."""
    return frozenset(topic_stem(kind.TOPIC) for kind in kinds)


def _declaring_reader(read: Reader, topics: str, unordered: str | None, raw: bytes) -> Reader:
    """The same reader, which declares what each source can report behind the first item of a day that tells of it."""
    ident = f"topics.{sha256(f'{topics};{unordered}'.encode()).hexdigest()[:12]}"

    def pieces(stream: BinaryIO) -> Iterator[FeedItem]:
        declared = set[tuple[str, str, str]]()
        for item in read(stream):
            yield item
            game = item.game or ""
            new = {(delivery.source, table_day(delivery.subject), game) for delivery in item.deliveries} - declared
            declared |= new
            for source, day, _ in sorted(new):
                event = SourceTopicsDeclared(about=source, topics=topics, unordered=unordered)
                delivery = Delivery(event, source, f"{ident}.{day.partition('/')[2]}", 0, day)
                yield accepted_item(item.number, raw, [delivery])._replace(game=item.game)

    return pieces


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

"""Taking in a feed: line by line through its reader and the gate, in batches, each batch one transaction."""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final, Literal

from ledger.application import Arrival, Fate, Ledger, Refusal
from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events.table import TableOpened
from ledger.feeds import cloudevents, csvmap, notation
from ledger.feeds.lines import Line, lines
from ledger.feeds.refusing import Glimpse, MalformedLine
from ledger.names import table_day
from ledger.store.filing import HOUSE
from ledger.times import instant

BATCH: Final = 1000
TOLERANCE_US: Final = 5 * 60 * 1_000_000
"""How far a device's clock may be ahead of the ledger's before its delivery is refused."""

Format = Literal["cloudevents", "notation", "csv"]
SUFFIXES: Final[dict[str, Format]] = {
    ".ndjson": "cloudevents",
    ".jsonl": "cloudevents",
    ".json": "cloudevents",
    ".txt": "notation",
    ".recoup": "notation",
    ".csv": "csv",
}
Reader = Callable[[Line, str], list[Delivery]]
Progress = Callable[[int], None]


HELD_LINES: Final = 10_000
HELD_BYTES: Final = 1 << 26
"""How much is held back for a table's opening to come later in the same feed; what is beyond that is refused at once."""


class UnknownTable(MalformedDelivery):
    """The delivery's table has not opened on that day, as far as the ledger knows yet."""


class Gate:
    """What is refused besides bad form: tables that never opened, rulebooks never adopted, times from the future."""

    def __init__(self, ledger: Ledger):
        self._ledger = ledger
        self._open = set[str]()
        self._asked = set[str]()
        self._rulebooks = {entry.subject.removeprefix("rulebook/") for entry in ledger.rulebooks()}

    def admit(self, deliveries: Sequence[Delivery]) -> None:
        """Raises MalformedDelivery for a line of which one delivery is refused, or UnknownTable if a table's opening
        may still follow.
        """
        opened = {table_day(delivery.subject) for delivery in deliveries if isinstance(delivery.event, TableOpened)}
        for delivery in deliveries:
            self._admit(delivery, opened)
        self._open |= opened

    def _admit(self, delivery: Delivery, opened: Container[str]) -> None:
        if delivery.source == HOUSE:
            raise MalformedDelivery(f"the source {HOUSE} is the ledger's own; name the device or account that tells this")
        if delivery.time is not None and instant(delivery.time) > self._ledger.clock() + TOLERANCE_US:
            raise MalformedDelivery(f"time {delivery.time} lies in the future; set the device's clock and feed it again")
        if isinstance(delivery.event, TableOpened) and delivery.event.rulebook not in self._rulebooks:
            raise MalformedDelivery(
                f"no edition of rulebook {delivery.event.rulebook} was adopted; run `recoup rulebook adopt FILE` first"
            )
        day = table_day(delivery.subject)
        if day not in opened and not self._opened(day):
            raise UnknownTable(f"table and day {day} never opened; record its table.opened first, then feed this again")

    def _opened(self, day: str) -> bool:
        """The ledger is asked once a day and feed: what it refused of that day can be long."""
        if day not in self._open and day not in self._asked:
            self._asked.add(day)
            if any(isinstance(entry.event, TableOpened) for entry in self._ledger.entries(f"table/{day}")):
                self._open.add(day)
        return day in self._open


@dataclass
class _Waiting:
    """Lines whose table has not opened yet, held until the feed ends, within bounds."""

    lines: list[tuple[Line, list[Delivery]]] = field(default_factory=list)
    held: int = 0

    def hold(self, line: Line, deliveries: list[Delivery]) -> bool:
        """Whether there was room for the line."""
        if len(self.lines) >= HELD_LINES or self.held + line.length > HELD_BYTES:
            return False
        self.lines.append((line, deliveries))
        self.held += line.length
        return True


def reader(path: Path, form: Format, map_text: str | None) -> Reader:
    """The reader for a file's format."""
    if form == "cloudevents":
        return lambda line, _: [cloudevents.read(line.raw)]
    if form == "notation":
        transcript = notation.Transcript(f"transcript/{_plain(path.stem)}")
        return lambda _, text: transcript.read(text)
    table = csvmap.Table(csvmap.mapping(map_text or ""))
    return lambda line, text: table.read(text, line.number)


def _plain(stem: str) -> str:
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign in "._-") else "-" for sign in stem)[:64] or "file"


def record(ledger: Ledger, stream: BinaryIO, feed: str, read: Reader, progress: Progress = lambda _: None) -> Counter[Fate]:
    """Takes in a whole stream and counts what became of its deliveries. `progress` hears of bytes read."""
    feed = feed.encode("utf-8", "replace").decode()
    gate, fates, waiting = Gate(ledger), Counter[Fate](), _Waiting()
    sorted_out = _sorted_out(stream, feed, read, gate, waiting, progress)
    while batch := list(islice(sorted_out, BATCH)):
        fates.update(ledger.take_in(batch))
    late = (arrival for line, deliveries in waiting.lines for arrival in _second_try(line, deliveries, feed, gate))
    while batch := list(islice(late, BATCH)):
        fates.update(ledger.take_in(batch))
    return fates


def _sorted_out(
    stream: BinaryIO, feed: str, read: Reader, gate: Gate, waiting: _Waiting, progress: Progress
) -> Iterator[Arrival | Refusal]:
    for line in lines(stream):
        progress(line.length + 1)
        deliveries: list[Delivery] = []
        try:
            deliveries = _deliveries(line, read)
            gate.admit(deliveries)
        except UnknownTable as error:
            if not waiting.hold(line, deliveries):
                yield _refusal(line, feed, error, deliveries)
        except MalformedDelivery as error:
            yield _refusal(line, feed, error, deliveries)
        else:
            yield from (Arrival(delivery, line.raw, feed, line.number) for delivery in deliveries)


def _second_try(line: Line, deliveries: list[Delivery], feed: str, gate: Gate) -> Iterator[Arrival | Refusal]:
    """A table's opening may come later in the same feed than what was played at it."""
    try:
        gate.admit(deliveries)
    except MalformedDelivery as error:
        yield _refusal(line, feed, error, deliveries)
    else:
        yield from (Arrival(delivery, line.raw, feed, line.number) for delivery in deliveries)


def _deliveries(line: Line, read: Reader) -> list[Delivery]:
    """The deliveries on a line. A reader that counts sees also the lines that are refused for their bytes."""
    wrong = _unreadable(line)
    text = line.raw.decode("utf-8-sig" if line.number == 1 else "utf-8", errors="replace")
    try:
        deliveries = read(line, text)
    except MalformedDelivery as error:
        if wrong is None:
            raise
        raise MalformedLine(wrong, _seen(line, error, [])) from error
    if wrong:
        raise MalformedLine(wrong, _seen(line, None, deliveries))
    return deliveries


def _unreadable(line: Line) -> str | None:
    if not line.whole:
        return f"the line has {line.length:,} bytes, more than an event can have; its first part is kept"
    try:
        line.raw.decode()
    except UnicodeDecodeError as error:
        return f"the line is not UTF-8 (byte {error.start + 1}); save the file as UTF-8"
    return None


def _seen(line: Line, error: MalformedDelivery | None, deliveries: Sequence[Delivery]) -> Glimpse:
    """Which delivery a refused line would have been; of several, the first."""
    if isinstance(error, MalformedLine):
        return error.seen
    if not deliveries:
        return cloudevents.glimpse(line.raw) if line.whole else {}
    first = deliveries[0]
    seen: Glimpse = {"source": first.source, "id": first.id, "subject": first.subject}
    return seen if first.sequence is None else {**seen, "sequence": first.sequence}


def _refusal(line: Line, feed: str, error: MalformedDelivery, deliveries: Sequence[Delivery]) -> Refusal:
    return Refusal(
        raw=line.raw,
        length=line.length,
        digest=line.digest,
        feed=feed,
        line=line.number,
        reason=str(error),
        **_seen(line, error, deliveries),
    )

"""Taking in a feed: line by line through its reader and the gate, in batches, each batch one transaction."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final, Literal

from ledger.application import Arrival, Fate, Ledger, Refusal
from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events.table import TableOpened
from ledger.feeds import cloudevents, csvmap, notation
from ledger.feeds.lines import Line, lines
from ledger.names import table_day
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


class UnknownTable(MalformedDelivery):
    """The delivery's table has not opened on that day, as far as the ledger knows yet."""


class Gate:
    """What is refused besides bad form: tables that never opened, rulebooks never adopted, times from the future."""

    def __init__(self, ledger: Ledger):
        self._ledger = ledger
        self._open = set[str]()
        self._rulebooks = {entry.subject.removeprefix("rulebook/") for entry in ledger.rulebooks()}

    def admit(self, delivery: Delivery) -> None:
        """Raises MalformedDelivery, or UnknownTable if a table's opening may still follow."""
        if delivery.time is not None and instant(delivery.time) > self._ledger.clock() + TOLERANCE_US:
            raise MalformedDelivery(f"time {delivery.time} lies in the future; set the device's clock and feed it again")
        day = table_day(delivery.subject)
        if isinstance(delivery.event, TableOpened):
            if delivery.event.rulebook not in self._rulebooks:
                raise MalformedDelivery(
                    f"no edition of rulebook {delivery.event.rulebook} was adopted; run `recoup rulebook adopt FILE` first"
                )
            self._open.add(day)
        elif day not in self._open and not self._opened(day):
            raise UnknownTable(f"table and day {day} never opened; record its table.opened first, then feed this again")

    def _opened(self, day: str) -> bool:
        if any(isinstance(entry.event, TableOpened) for entry in self._ledger.entries(f"table/{day}")):
            self._open.add(day)
        return day in self._open


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
    gate, fates, waiting = Gate(ledger), Counter[Fate](), list[tuple[Line, list[Delivery]]]()
    sorted_out = _sorted_out(stream, feed, read, gate, waiting, progress)
    while batch := list(islice(sorted_out, BATCH)):
        fates.update(ledger.take_in(batch))
    late = [arrival for line, deliveries in waiting for arrival in _second_try(line, deliveries, feed, gate)]
    for at in range(0, len(late), BATCH):
        fates.update(ledger.take_in(late[at : at + BATCH]))
    return fates


def _sorted_out(
    stream: BinaryIO, feed: str, read: Reader, gate: Gate, waiting: list[tuple[Line, list[Delivery]]], progress: Progress
) -> Iterator[Arrival | Refusal]:
    for line in lines(stream):
        progress(line.length + 1)
        deliveries: list[Delivery] = []
        try:
            deliveries = read(line, _text(line))
            for delivery in deliveries:
                gate.admit(delivery)
        except UnknownTable:
            waiting.append((line, deliveries))
        except MalformedDelivery as error:
            yield _refusal(line, feed, str(error), deliveries)
        else:
            yield from (Arrival(delivery, line.raw, feed, line.number) for delivery in deliveries)


def _second_try(line: Line, deliveries: list[Delivery], feed: str, gate: Gate) -> Iterator[Arrival | Refusal]:
    """A table's opening may come later in the same feed than what was played at it."""
    try:
        for delivery in deliveries:
            gate.admit(delivery)
    except MalformedDelivery as error:
        yield _refusal(line, feed, str(error), deliveries)
    else:
        yield from (Arrival(delivery, line.raw, feed, line.number) for delivery in deliveries)


def _text(line: Line) -> str:
    if not line.whole:
        raise MalformedDelivery(f"the line has {line.length:,} bytes, more than an event can have; its first part is kept")
    try:
        return line.raw.decode("utf-8-sig" if line.number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise MalformedDelivery(f"the line is not UTF-8 (byte {error.start + 1}); save the file as UTF-8") from error


def _refusal(line: Line, feed: str, reason: str, deliveries: list[Delivery]) -> Refusal:
    seen = cloudevents.glimpse(line.raw) if line.whole else {}
    if len(deliveries) == 1:
        one = deliveries[0]
        seen = {"source": one.source, "id": one.id, "sequence": one.sequence, "subject": one.subject}
    return Refusal(
        raw=line.raw,
        length=line.length,
        digest=line.digest,
        feed=feed,
        line=line.number,
        reason=reason,
        source=seen.get("source"),
        id=seen.get("id"),
        sequence=seen.get("sequence"),
        subject=seen.get("subject"),
    )

"""Taking in a feed: piece by piece through its reader and the gate, in batches, each batch one transaction."""

import gc
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import BinaryIO, Final, Protocol

from ledger.acts.authority import AUTHORITY_TOPICS
from ledger.acts.sources import SourceProof
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.errors import MalformedDelivery, did_you_mean
from ledger.events.table import SourceDeclared, TableOpened
from ledger.feeds.reading import FeedItem, MalformedLine, Reader, partial_delivery_of
from ledger.feeds.typed_lines import TypedLines
from ledger.ingest import IncomingDelivery, IngestOutcome, RejectedDelivery
from ledger.values import layout_check
from ledger.values.subjects import HOUSE, TRANSCRIPT, round_of, table_day
from ledger.values.times import CLOCK_TOLERANCE_US, format_instant
from ledger.values.toml import parse_toml


@contextmanager
def gc_paused() -> Iterator[None]:
    """No sweep inside, whatever happens; afterwards as before.

    Taking in makes thousands of objects and no cycles, so that the sweeps, which go over all models of the vocabulary
    each time, find nothing. A refusal may make a cycle: what is done inside must have an end, as a batch has.
    """
    swept = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if swept:
            gc.enable()


BATCH_SIZE: Final = 1000
NO_PROOF: Final = SourceProof()

Progress = Callable[[int], None]

MAX_WAITING_ITEMS: Final = 10_000
MAX_WAITING_BYTES: Final = 1 << 26
"""How much is held back for a table's opening to come later in the same feed; what is beyond that is refused at once."""


class TableGame(Protocol):
    """What the intake must know of a game; whoever records brings the games."""

    @property
    def has_wheel(self) -> bool: ...


class UnknownTable(MalformedDelivery):
    """The delivery's table has not opened on that day, as far as the ledger knows yet."""


class Gate:
    """What is refused besides bad form: tables that never opened, rulebooks never adopted, times from the future, and
    what is impossible on a table's wheel and layout. At a table of a game that is not among `games` nothing is impossible.
    """

    def __init__(self, ledger: Ledger, games: Mapping[str, TableGame], proof: SourceProof = NO_PROOF):
        """`proof` is what whoever feeds shows of themselves."""
        self._ledger = ledger
        self._games = games
        self._proof = proof
        self.refresh()
        self._openings = dict[str, TableOpened]()
        self._looked_up_days = set[str]()
        self._latest_allowed = ""
        held = (row for row in ledger.adoptions().rows if row.position is not None)
        self._rulebooks = {row.event.rulebook: row.event.text for row in held}

    def refresh(self) -> None:
        """Looks again at which sources are enrolled."""
        self._sources = self._ledger.roster().sources
        self._attested = set[tuple[str, str, str, str]]()

    def admit(self, deliveries: Sequence[Delivery]) -> None:
        """Raises MalformedDelivery for a piece of which one delivery is refused, or UnknownTable if a table's opening
        may still follow.
        """
        opened = {
            table_day(delivery.subject): delivery.event
            for delivery in reversed(deliveries)
            if isinstance(delivery.event, TableOpened)
        }
        for delivery in deliveries:
            self._admit(delivery, opened)
        if opened:
            self._openings = opened | self._openings

    def admit_mended(self, deliveries: Sequence[Delivery]) -> None:
        """The same for a whole account of a table's day that takes another's place, its opening too."""
        for delivery in reversed(deliveries):
            if isinstance(delivery.event, TableOpened):
                self._openings[table_day(delivery.subject)] = delivery.event
        self.admit(deliveries)

    def _admit(self, delivery: Delivery, opened: Mapping[str, TableOpened]) -> None:
        if delivery.source == HOUSE:
            raise MalformedDelivery(f"the source {HOUSE} is the ledger's own; name the device or account that tells this")
        if delivery.time is not None and self._is_in_future(delivery.time):
            raise MalformedDelivery(f"time {delivery.time} lies in the future; set the device's clock and feed it again")
        if delivery.event.TOPIC in AUTHORITY_TOPICS and not delivery.source.startswith(TRANSCRIPT):
            raise MalformedDelivery(
                f"{delivery.event.TOPIC} is a decision, and {delivery.source} is a device, which decides nothing; "
                "whoever has the authority takes it with `recoup`, or it is written into a transcript as claimed"
            )
        event = delivery.event
        if (
            isinstance(event, SourceDeclared)
            and delivery.source.startswith(TRANSCRIPT)
            and not event.about.startswith(TRANSCRIPT)
        ):
            raise MalformedDelivery(
                f"a transcript cannot say whose account the device {event.about} tells; the device's own feed declares it"
            )
        day = table_day(delivery.subject)
        if self._sources.required_since is not None:
            self._admit_source(delivery, day)
        if isinstance(delivery.event, TableOpened):
            self._admit_opening(delivery.event, delivery.subject)
        opening = self._openings.get(day) or self._recorded_opening(day) or opened.get(day)
        if opening is None:
            raise UnknownTable(f"table and day {day} never opened; record its table.opened first, then feed this again")
        table = delivery.event if isinstance(delivery.event, TableOpened) else opening
        game = self._games.get(table.game)
        if game is not None:
            layout_check.check_layout(delivery.event, table, has_wheel=game.has_wheel)

    def _admit_source(self, delivery: Delivery, day: str) -> None:
        """Only an enrolled source delivers, and only what it is enrolled for, as of the day of the delivery (UTC)."""
        when = (delivery.time or format_instant(self._ledger.clock()))[:10]
        asked = (delivery.source, day.partition("/")[0], delivery.event.TOPIC, when)
        if asked in self._attested:
            return
        if refusal := self._sources.refusal(*asked, self._proof):
            raise MalformedDelivery(f"enrolled sources are required here: {refusal}")
        self._attested.add(asked)

    def _admit_opening(self, opening: TableOpened, subject: str) -> None:
        if round_of(subject):
            raise MalformedDelivery("a table opens for a day, not for a round; write TABLE/DAY")
        if opening.rulebook not in self._rulebooks:
            raise MalformedDelivery(
                f"no edition of rulebook {opening.rulebook} was adopted; {did_you_mean(opening.rulebook, self._rulebooks)}"
                "run `recoup rulebook adopt FILE` first"
            )
        game = _game_of(self._rulebooks[opening.rulebook])
        if game == "championship":
            raise MalformedDelivery(
                f"{opening.rulebook} are the rules of a championship; name the rulebook of the table's game"
            )
        if game not in (None, opening.game):
            fit = [rulebook for rulebook, text in self._rulebooks.items() if _game_of(text) == opening.game]
            raise MalformedDelivery(
                f"{subject} opens as a table of {opening.game}, and {opening.rulebook} is a rulebook of {game}; "
                f"name one of {opening.game}: {', '.join(sorted(fit)) or 'none was adopted yet'}"
            )

    def _is_in_future(self, time: str) -> bool:
        """Canonical texts stand in the order of their instants: the clock is asked only where a time is ahead of it."""
        if time > self._latest_allowed:
            self._latest_allowed = format_instant(self._ledger.clock() + CLOCK_TOLERANCE_US)
        return time > self._latest_allowed

    def _recorded_opening(self, day: str) -> TableOpened | None:
        """The day's first opening. The ledger is asked once a day and feed: what it refused of that day can be long."""
        if day not in self._openings and day not in self._looked_up_days:
            self._looked_up_days.add(day)
            first = self._ledger.table_opening(day)
            if first is not None:
                self._openings[day] = first
        return self._openings.get(day)


@lru_cache(maxsize=64)
def _game_of(text: str) -> str | None:
    """The game that an edition's text is of; `championship` is one that no table plays. None where it says nothing."""
    try:
        header = parse_toml(text).get("edition")
    except tomllib.TOMLDecodeError:
        return None
    game = header.get("game") if isinstance(header, dict) else None
    return game if isinstance(game, str) else None


@dataclass
class _WaitingItems:
    """Pieces whose table has not opened yet, held until the feed ends, within bounds."""

    items: list[FeedItem] = field(default_factory=list)
    byte_count: int = 0

    def try_add(self, item: FeedItem) -> bool:
        """Whether there was room for the piece."""
        if len(self.items) >= MAX_WAITING_ITEMS or self.byte_count + item.length > MAX_WAITING_BYTES:
            return False
        self.items.append(item)
        self.byte_count += item.length
        return True


def ingest_stream(
    ledger: Ledger,
    stream: BinaryIO,
    feed: str,
    read: Reader,
    games: Mapping[str, TableGame],
    progress: Progress = lambda _: None,
    proof: SourceProof = NO_PROOF,
) -> Counter[IngestOutcome]:
    """Takes in a whole stream and counts what became of its deliveries. `progress` hears of bytes read, `proof` is what
    whoever feeds shows of themselves.
    """
    feed = feed.encode("utf-8", "replace").decode()
    gate, fates, waiting = Gate(ledger, games, proof), Counter[IngestOutcome](), _WaitingItems()
    items = map(TypedLines(ledger).as_recorded, read(stream))
    sorted_out = _admitted_items(items, feed, gate, waiting, progress)
    while batch := _ingest_batch(ledger, sorted_out):
        fates.update(batch)
        gate.refresh()
    late = (arrival for piece in waiting.items for arrival in _retry_item(piece, feed, gate))
    while batch := _ingest_batch(ledger, late):
        fates.update(batch)
    return fates


def _ingest_batch(ledger: Ledger, arrivals: Iterator[IncomingDelivery | RejectedDelivery]) -> list[IngestOutcome]:
    """Reads as much as one transaction takes and records it; nothing once all is read."""
    with gc_paused():
        batch = list(islice(arrivals, BATCH_SIZE))
        return ledger.ingest(batch) if batch else []


def _admitted_items(
    items: Iterator[FeedItem], feed: str, gate: Gate, waiting: _WaitingItems, progress: Progress
) -> Iterator[IncomingDelivery | RejectedDelivery]:
    for piece in items:
        progress(piece.length)
        if piece.refused is not None:
            yield _rejected_delivery(piece, feed, piece.refused)
            continue
        try:
            gate.admit(piece.deliveries)
        except UnknownTable as error:
            if not waiting.try_add(piece):
                yield _rejected_delivery(piece, feed, error)
        except MalformedDelivery as error:
            yield _rejected_delivery(piece, feed, error)
        else:
            for delivery in piece.deliveries:
                yield IncomingDelivery(delivery, piece.raw, feed, piece.number)


def _retry_item(item: FeedItem, feed: str, gate: Gate) -> Iterator[IncomingDelivery | RejectedDelivery]:
    """A table's opening may come later in the same feed than what was played at it."""
    try:
        gate.admit(item.deliveries)
    except MalformedDelivery as error:
        yield _rejected_delivery(item, feed, error)
    else:
        for delivery in item.deliveries:
            yield IncomingDelivery(delivery, item.raw, feed, item.number)


def _rejected_delivery(item: FeedItem, feed: str, error: MalformedDelivery) -> RejectedDelivery:
    return RejectedDelivery(
        raw=item.raw,
        length=item.length,
        digest=item.digest,
        feed=feed,
        line=item.number,
        reason=str(error),
        **(error.partial if isinstance(error, MalformedLine) else partial_delivery_of(item.deliveries)),
    )

"""Taking in a feed: piece by piece through its reader and the gate, in batches, each batch one transaction."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import BinaryIO, Final, NamedTuple, Protocol

from ledger.acts.authority import AUTHORITY_TOPICS
from ledger.acts.roster import SourceProof, Sources
from ledger.application import Ledger
from ledger.entry import AnyDelivery, Delivery, PlainDelivery
from ledger.errors import MalformedDelivery, nearest
from ledger.events import Event
from ledger.events.table import SourceDeclared, SourceTopicsDeclared, TableOpened
from ledger.feeds.reading import FeedItem, MalformedLine, PartialDelivery, Reader, partial_delivery_of
from ledger.feeds.resettled import ResettledGames
from ledger.feeds.shared_tables import SharedTables
from ledger.feeds.typed_lines import TypedLines
from ledger.ingest import IncomingDelivery, IngestOutcome, RejectedDelivery
from ledger.mapper import stored_topic
from ledger.sweeping import gc_paused
from ledger.values import layout_check
from ledger.values.message import Message
from ledger.values.subjects import HOUSE, TRANSCRIPT, round_of, table_day
from ledger.values.times import CLOCK_TOLERANCE_US, format_instant
from ledger.values.toml import parse_toml

BATCH_SIZE: Final = 1000
NO_PROOF: Final = SourceProof()

_MOST_REMEMBERED: Final = 10_000
"""So many events are remembered as possible on a layout, and so many kinds of a table's day as admitted."""

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


_DECLARATIONS: Final = frozenset({SourceDeclared.TOPIC, SourceTopicsDeclared.TOPIC})


def _check_declaration(event: Event) -> None:
    """Raises MalformedDelivery where a transcript declares something about a device."""
    if not isinstance(event, SourceDeclared | SourceTopicsDeclared) or event.about.startswith(TRANSCRIPT):
        return
    code = "account_of_device" if isinstance(event, SourceDeclared) else "topics_of_device"
    raise MalformedDelivery(code, source=event.about)


class Gate:
    """What is refused besides bad form: tables that never opened, rulebooks never adopted, times from the future, and
    what is impossible on a table's wheel and layout. At a table of a game that is not among `games` nothing is impossible.
    """

    def __init__(
        self,
        ledger: Ledger,
        games: Mapping[str, TableGame],
        proof: SourceProof = NO_PROOF,
        only_source: str | None = None,
    ):
        """`proof` is what whoever feeds shows of themselves. With `only_source` that source alone delivers, within what it
        is enrolled for, whether or not the house requires that.
        """
        self._ledger = ledger
        self._games = games
        self._proof = proof
        self._only_source = only_source
        self._openings = dict[str, TableOpened]()
        self._latest_allowed = ""
        self._possible = set[tuple[str | None, str, str]]()
        self._sources = Sources()
        self._attested = set[tuple[str, str, str, str]]()
        self._admitted = dict[tuple[str, str, str], tuple[bool, str | None]]()
        """Whether there is a wheel, and which, by source, table's day and topic of what was admitted."""
        self.look_again()

    def look_again(self) -> None:
        """Forgets what the ledger did not have yet."""
        self._looked_up_days = set[str]()
        self._adopted: dict[str, str] | None = None
        self.refresh()

    def refresh(self) -> None:
        """Looks again at which sources are enrolled."""
        sources = self._ledger.roster().sources
        if sources != self._sources:
            self._sources = sources
            self._attested.clear()
            self._admitted.clear()

    @property
    def _rulebooks(self) -> Mapping[str, str]:
        """The texts of the adopted editions, asked for where a table opens."""
        if self._adopted is None:
            held = (row for row in self._ledger.adoptions().rows if row.position is not None)
            self._adopted = {row.event.rulebook: row.event.text for row in held}
        return self._adopted

    def admit(self, deliveries: Sequence[AnyDelivery]) -> None:
        """Raises MalformedDelivery for a piece of which one delivery is refused, or UnknownTable if a table's opening
        may still follow.
        """
        if len(deliveries) == 1 and self.is_as_before(deliveries[0]):
            return
        opened = {
            table_day(delivery.subject): event
            for delivery in reversed(deliveries)
            if delivery.topic == TableOpened.TOPIC and isinstance(event := delivery.event, TableOpened)
        }
        for delivery in deliveries:
            self._admit(delivery, opened)
        if opened:
            self._openings = opened | self._openings
        self._remember(deliveries)

    def _remember(self, deliveries: Sequence[AnyDelivery]) -> None:
        """What of a delivery makes others like it as good as admitted, while no source need be enrolled."""
        if self._only_source is None and self._sources.required_since is None:
            for delivery in deliveries:
                day = table_day(delivery.subject)
                opening = self._openings.get(day)
                if isinstance(delivery, PlainDelivery) and opening is not None and delivery.topic != TableOpened.TOPIC:
                    game = self._games.get(opening.game)
                    has_wheel = game is not None and game.has_wheel
                    if len(self._admitted) == _MOST_REMEMBERED:
                        self._admitted.clear()
                    self._admitted[delivery.source, day, delivery.topic] = has_wheel, opening.wheel

    def is_as_before(self, delivery: AnyDelivery) -> bool:
        """Whether a delivery is like one that was admitted since the gate last looked: the same source tells the same kind
        of event of the same table, which was possible there before.
        """
        if not isinstance(delivery, PlainDelivery):
            return False
        topic, data, source, _, _, subject, time = delivery
        before = self._admitted.get((source, table_day(subject), topic))
        if before is None or (time is not None and time > self._latest_allowed):
            return False
        has_wheel, wheel = before
        return not has_wheel or (wheel, topic, data) in self._possible or self._is_possible(delivery)

    def _is_possible(self, delivery: PlainDelivery) -> bool:
        """Whether it can be so on the layout of its table, of which the opening is known."""
        try:
            self._check_layout(delivery, self._openings[table_day(delivery.subject)], has_wheel=True)
        except MalformedDelivery:
            return False
        return True

    def admit_mended(self, deliveries: Sequence[Delivery]) -> None:
        """The same for a whole account of a table's day that takes another's place, its opening too."""
        self._admitted.clear()
        for delivery in reversed(deliveries):
            if isinstance(delivery.event, TableOpened):
                self._openings[table_day(delivery.subject)] = delivery.event
        self.admit(deliveries)

    def _admit(self, delivery: AnyDelivery, opened: Mapping[str, TableOpened]) -> None:
        if delivery.source == HOUSE:
            raise MalformedDelivery("source_of_ledger", source=HOUSE)
        if delivery.time is not None and self._is_in_future(delivery.time):
            raise MalformedDelivery("time_in_future", at=delivery.time)
        if delivery.topic in AUTHORITY_TOPICS and not delivery.source.startswith(TRANSCRIPT):
            raise MalformedDelivery("device_decides", topic=delivery.topic, source=delivery.source)
        if delivery.topic in _DECLARATIONS and delivery.source.startswith(TRANSCRIPT):
            _check_declaration(delivery.event)
        day = table_day(delivery.subject)
        if self._only_source is not None or self._sources.required_since is not None:
            self._admit_source(delivery, day)
        opens = delivery.event if delivery.topic == TableOpened.TOPIC else None
        if isinstance(opens, TableOpened):
            self._admit_opening(opens, delivery.subject)
        opening = self._openings.get(day) or self._recorded_opening(day) or opened.get(day)
        if opening is None:
            raise UnknownTable("table_not_opened", day=day)
        table = opens if isinstance(opens, TableOpened) else opening
        game = self._games.get(table.game)
        if game is not None and (opens is not None or game.has_wheel):
            self._check_layout(delivery, table, has_wheel=game.has_wheel)

    def _check_layout(self, delivery: AnyDelivery, table: TableOpened, *, has_wheel: bool) -> None:
        """Raises MalformedDelivery for what is impossible at the table; what was possible there once is so again."""
        if not isinstance(delivery, PlainDelivery):
            layout_check.check_layout(delivery.event, table, has_wheel=has_wheel)
            return
        asked = (table.wheel, delivery.topic, delivery.data)
        if asked not in self._possible:
            layout_check.check_layout(delivery.event, table, has_wheel=has_wheel)
            if len(self._possible) == _MOST_REMEMBERED:
                self._possible.clear()
            self._possible.add(asked)

    def _admit_source(self, delivery: AnyDelivery, day: str) -> None:
        """Only an enrolled source delivers, and only what it is enrolled for, as of the day of the delivery (UTC)."""
        if self._only_source not in (None, delivery.source):
            raise MalformedDelivery("other_source", source=self._only_source, other=delivery.source)
        when = (delivery.time or format_instant(self._ledger.clock()))[:10]
        asked = (delivery.source, day.partition("/")[0], stored_topic(delivery), when)
        if asked in self._attested:
            return
        if refusal := self._sources.refusal(*asked, self._proof):
            raise MalformedDelivery("source_not_enrolled", why=refusal)
        self._attested.add(asked)

    def of_sender(self, partial: PartialDelivery) -> PartialDelivery:
        """What can be told of a refused delivery, without the table that it names where its sender has no word there, and
        under the sender's name where that is known.
        """
        source, subject = partial.get("source"), partial.get("subject")
        if subject is None or source is None or self._has_word(source, subject.partition("/")[0]):
            return partial
        named: PartialDelivery = {"source": self._only_source or source}
        return {**named, "id": partial["id"]} if "id" in partial else named

    def _has_word(self, source: str, table: str) -> bool:
        """Whether whoever feeds may speak as the source of a table, on whatever day; anybody may where nobody is known."""
        if self._only_source is None and self._sources.required_since is None:
            return True
        return self._only_source in (None, source) and self._sources.has_word(source, table, self._proof)

    def _admit_opening(self, opening: TableOpened, subject: str) -> None:
        if round_of(subject):
            raise MalformedDelivery("opens_for_round")
        if opening.rulebook not in self._rulebooks:
            if near := nearest(opening.rulebook, self._rulebooks):
                raise MalformedDelivery("rulebook_not_adopted_near", rulebook=opening.rulebook, near=near)
            raise MalformedDelivery("rulebook_not_adopted", rulebook=opening.rulebook)
        game = game_of_edition(self._rulebooks[opening.rulebook])
        if game == _OF_NO_TABLE:
            raise MalformedDelivery("rulebook_of_championship", rulebook=opening.rulebook)
        if game not in (None, opening.game):
            fit = sorted(rulebook for rulebook, text in self._rulebooks.items() if game_of_edition(text) == opening.game)
            raise MalformedDelivery(
                "rulebook_of_other_game",
                subject=subject,
                game=opening.game,
                rulebook=opening.rulebook,
                other=game,
                fit=", ".join(fit) or Message("none was adopted yet"),
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


def rulebooks_by_game(ledger: Ledger) -> Mapping[str, Sequence[str]]:
    """The adopted rulebooks by the game that tables play by them."""
    found: dict[str, list[str]] = {}
    for row in ledger.adoptions().rows:
        game, rulebook = game_of_edition(row.event.text), row.event.rulebook
        if row.position is not None and game not in (None, _OF_NO_TABLE) and rulebook not in found.get(game, []):
            found.setdefault(game, []).append(rulebook)
    return found


_OF_NO_TABLE: Final = "championship"


@lru_cache(maxsize=64)
def game_of_edition(text: str) -> str | None:
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
    typed, resettled, tables = TypedLines(ledger), ResettledGames(ledger), SharedTables(ledger)
    sorted_out = _admitted_items(read(stream), tables, typed, resettled, feed, gate, waiting, progress)
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
    items: Iterable[FeedItem],
    tables: SharedTables,
    typed: TypedLines,
    resettled: ResettledGames,
    feed: str,
    gate: Gate,
    waiting: _WaitingItems,
    progress: Progress,
) -> Iterator[IncomingDelivery | RejectedDelivery]:
    for item in items:
        deliveries = item.deliveries
        progress(item.length)
        if len(deliveries) == 1 and item.game is None and gate.is_as_before(deliveries[0]):
            yield IncomingDelivery(deliveries[0], item.raw, feed, item.number)
            continue
        piece = resettled.as_recorded(typed.as_recorded(tables.at_own_table(item)))
        try:
            yield from _sort_out(piece, feed, gate)
        except UnknownTable as error:
            if not waiting.try_add(piece):
                yield _rejected_delivery(piece, feed, error, gate)


def _retry_item(item: FeedItem, feed: str, gate: Gate) -> list[IncomingDelivery | RejectedDelivery]:
    """A table's opening may come later in the same feed than what was played at it."""
    try:
        return _sort_out(item, feed, gate)
    except UnknownTable as error:
        return [_rejected_delivery(item, feed, error, gate)]


def _sort_out(item: FeedItem, feed: str, gate: Gate) -> list[IncomingDelivery | RejectedDelivery]:
    """What an item brings. Raises UnknownTable where its table's opening may still follow."""
    try:
        if item.refused is not None:
            raise item.refused
        gate.admit(item.deliveries)
    except UnknownTable:
        raise
    except MalformedDelivery as error:
        return [_rejected_delivery(item, feed, error, gate)]
    return [IncomingDelivery(delivery, item.raw, feed, item.number) for delivery in item.deliveries]


def _rejected_delivery(item: FeedItem, feed: str, error: MalformedDelivery, gate: Gate) -> RejectedDelivery:
    """What of it was refused; under the table's day that it names only where its sender may speak of that table."""
    partial = error.partial if isinstance(error, MalformedLine) else partial_delivery_of(item.deliveries)
    return RejectedDelivery(
        raw=item.raw,
        length=item.length,
        digest=item.digest,
        feed=feed,
        line=item.number,
        reason=error.refusal,
        **gate.of_sender(partial),
    )


class SentItems(NamedTuple):
    """What an enrolled source sent at once, and what it showed of itself."""

    source: str
    proof: SourceProof
    items: Sequence[FeedItem]


class ItemAnswer(NamedTuple):
    """What became of an item: the id of its delivery, as far as it could be read, and why it was refused."""

    id: str | None
    outcome: IngestOutcome
    reason: str | None = None


class _SentItem(NamedTuple):
    sent_at: int
    item_at: int
    item: FeedItem
    gate: Gate
    feed: str

    @property
    def place(self) -> tuple[int, int]:
        return self.sent_at, self.item_at


_WORST_LAST: Final[tuple[IngestOutcome, ...]] = ("known", "recorded", "conflicting", "quarantined")


def _answer(arrival: IncomingDelivery | RejectedDelivery, outcome: IngestOutcome) -> ItemAnswer:
    if isinstance(arrival, RejectedDelivery):
        return ItemAnswer(arrival.id, outcome, arrival.reason)
    contradicted = "another delivery of this id is on record, and stays" if outcome == "conflicting" else None
    return ItemAnswer(arrival.delivery.id, outcome, contradicted)


class DirectIntake:
    """Takes in what sources send at once, each item answered for itself, many sources in one transaction."""

    def __init__(self, ledger: Ledger, games: Mapping[str, TableGame]):
        self._ledger, self._games = ledger, games
        self._gates: dict[str, tuple[SourceProof, Gate]] = {}

    def take_in(self, sent: Sequence[SentItems]) -> list[list[ItemAnswer]]:
        """Records what the sources sent, and answers each item in its order. One whose table opens later, or in what
        another source sent, waits for that. Raises UnusableLedger where the database refuses.
        """
        typed = TypedLines(self._ledger)
        with gc_paused():
            gates = [self._gate(each) for each in sent]
            waiting = [
                _SentItem(at, number, typed.as_recorded(item), gates[at], f"feeds/{each.source}")
                for at, each in enumerate(sent)
                for number, item in enumerate(each.items)
            ]
            answers, late = self._record(waiting, is_last=False)
            for gate in {id(each.gate): each.gate for each in late}.values():
                gate.look_again()
            answers |= self._record(late, is_last=True)[0]
        return [[answers[at, number] for number in range(len(each.items))] for at, each in enumerate(sent)]

    def _record(
        self, items: Sequence[_SentItem], *, is_last: bool
    ) -> tuple[dict[tuple[int, int], ItemAnswer], list[_SentItem]]:
        """What became of items that were recorded, by their places; and those whose tables may still open."""
        arrivals, owners, late = list[IncomingDelivery | RejectedDelivery](), list[_SentItem](), list[_SentItem]()
        for item in items:
            try:
                brought = (_retry_item if is_last else _sort_out)(item.item, item.feed, item.gate)
            except UnknownTable:
                late.append(item)
            else:
                arrivals += brought
                owners += [item] * len(brought)
        outcomes = self._ledger.ingest(arrivals) if arrivals else []
        answers = dict[tuple[int, int], ItemAnswer]()
        for owner, arrival, outcome in zip(owners, arrivals, outcomes, strict=True):
            before = answers.get(owner.place)
            if before is None or _WORST_LAST.index(outcome) > _WORST_LAST.index(before.outcome):
                answers[owner.place] = _answer(arrival, outcome)
        return answers, late

    def _gate(self, sent: SentItems) -> Gate:
        proof, gate = self._gates.get(sent.source, (None, None))
        if gate is None or proof != sent.proof:
            gate = Gate(self._ledger, self._games, sent.proof, sent.source)
            self._gates[sent.source] = sent.proof, gate
        else:
            gate.look_again()
        return gate

"""The game history of live-dealer tables, as their supplier hands it out: one game a line, or one list of games.

Games are taken of which the studio's mapping says how their tables are opened. What a game becomes depends on the game
alone, never on the file or its place in it: histories that overlap add only what is new. Names of persons are read past,
never kept. Fields that nobody knows go to the quarantine with their game, whose known part is on record.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from typing import Annotated, Any, BinaryIO, Final, NamedTuple, Self, TypeVar, cast
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, ValidationError, model_validator

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events.play import (
    Announced,
    CardDealt,
    Decision,
    DecisionMade,
    IrregularityReported,
    LayoutIndex,
    PaymentTakenBack,
    Pieces,
    RoundClosed,
    RoundOpened,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.shoe import CardBurned
from ledger.events.table import DealerChanged, LimitsPosted, MinorDigits, SourceDeclared, TableOpened, Total
from ledger.events.wheel import BallRested
from ledger.feeds.format_facts import FormatFacts, Handling, Unknown, UnknownPart
from ledger.feeds.formats import Format
from ledger.feeds.game_times import BEGINNING, GameClock, local_time
from ledger.feeds.live_games import (
    LONGEST_WORD,
    BaccaratResult,
    BlackjackResult,
    GameEvent,
    GamePart,
    GameTerms,
    LiveBet,
    Placement,
    RouletteResult,
)
from ledger.feeds.local_clock import Placed, Timed, placed_in_time
from ledger.feeds.mapping import FeedMapping, MappingPart, parse_mapping, require_known_zone
from ledger.feeds.reading import (
    EXACT_JSON,
    JSON_ERRORS,
    FeedItem,
    FeedLine,
    MalformedLine,
    PartialDelivery,
    accepted_item,
    describe_errors,
    event_of,
    instant_text,
    is_list,
    item_by_item,
    line_by_line,
)
from ledger.feeds.resettled import SEQUENCE_STEPS_PER_GAME
from ledger.values.local_times import gaming_day
from ledger.values.message import both
from ledger.values.money import LARGEST, Currency, minor_digits_of
from ledger.values.offices import SUPPLIER
from ledger.values.places import box_of
from ledger.values.pockets import Pocket, Pockets
from ledger.values.refusals import Refusal
from ledger.values.subjects import DELIVERY_ID, Name, Word, is_subject, table_day
from ledger.values.times import format_instant, parse_instant

_AMOUNT: Final = re.compile(r"([0-9]{1,16})(?:\.([0-9]{1,20}))?")
_RESOLVED_STATUS: Final = "Resolved"
_CURRENCY: Final = re.compile("[A-Z]{3}")


def _require_opening_zone(opening: TableOpened) -> TableOpened:
    """A gaming day is told by the clock of the table's zone."""
    require_known_zone(opening.zone)
    return opening


_Opening = Annotated[TableOpened, AfterValidator(_require_opening_zone)]

_KINDS: Final = {
    "BAC_Banker": "banco",
    "BAC_Player": "punto",
    "BAC_Tie": "any_tie",
    "ROU_Straight": "straight",
    "ROU_Split": "split",
    "ROU_Street": "street",
    "ROU_Corner": "corner",
    "ROU_SixLine": "six_line",
    "ROU_Dozen": "dozen",
    "ROU_Column": "column",
    "ROU_Red": "red",
    "ROU_Black": "black",
    "ROU_Even": "even",
    "ROU_Odd": "odd",
    "ROU_Low": "low",
    "ROU_High": "high",
}


class CodeTable(MappingPart):
    """A bet by its supplier's code: its kind, and where it lies, as in `wager.placed`."""

    kind: Word
    numbers: Pockets | None = None
    index: LayoutIndex | None = None
    of: Pocket | None = None
    pieces: Pieces | None = None
    total: Total | None = None


class StudioMapping(FeedMapping):
    """What the history does not tell: by which rules its tables play, and how money is counted there.

    A studio of several games has an opening for each. `kinds` are the wagers by the supplier's codes, `codes` those that
    name a place as well; another code is a kind of its own, in lower case. `decisions` are the supplier's words for the
    decisions of players. `read_past` are fields and words that are known and tell nothing to record; a field is named
    alone, or by its path without places in a list: `participants.seats`. `hole_card` says that the dealer of blackjack
    takes his second card with the players. `currencies` are the decimals of currencies other than a table's, where they are
    not those of ISO 4217. `time` names the clock of a supplier that writes times without an offset.
    """

    source: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,59}$")]
    opening: _Opening | None = None
    openings: tuple[_Opening, ...] = ()
    kinds: Mapping[str, Word] = _KINDS
    codes: Mapping[str, CodeTable] = {}
    decisions: Mapping[str, Decision] = {}
    read_past: tuple[str, ...] = ()
    currencies: Mapping[Currency, MinorDigits] = {}
    hole_card: bool = False
    time: GameClock | None = None

    @model_validator(mode="after")
    def _has_one_opening_for_each_game(self) -> Self:
        games = [opening.game for opening in self.all_openings]
        if not games:
            raise ValueError("says how no game is opened; write an [opening]")
        if again := {game for game in games if games.count(game) > 1}:
            raise ValueError(f"opens {', '.join(sorted(again))} twice")
        return self

    @property
    def all_openings(self) -> tuple[TableOpened, ...]:
        """How its tables are opened, one for each game that is read."""
        return (*filter(None, [self.opening]), *self.openings)

    @cached_property
    def terms_by_game(self) -> Mapping[str, GameTerms]:
        """What this mapping says of how games are told, by the game."""
        codes = {
            code: Placement(table.kind, table.model_dump(exclude={"kind"}, exclude_none=True))
            for code, table in self.codes.items()
        }
        read_past = frozenset(self.read_past)
        return {
            opening.game: GameTerms(self.kinds, self.hole_card, codes, self.decisions, read_past, opening.wheel)
            for opening in self.all_openings
        }

    def opening_in(self, currency: str, opening: TableOpened) -> TableOpened:
        """How a table is opened for bets in a currency. Raises MalformedDelivery for text that is not a currency."""
        if currency == opening.currency:
            return opening
        if not _CURRENCY.fullmatch(currency):
            raise MalformedDelivery("not_a_currency", currency=repr(currency[:20]))
        digits = self.currencies.get(currency, minor_digits_of(currency))
        return opening.model_copy(update={"currency": currency, "minor_digits": digits})

    def is_read_past(self, path: str) -> bool:
        """Whether a field of a game is known and tells nothing to record."""
        names = [name for name in path.split(".") if not name.isdecimal()]
        return not {path, ".".join(names), names[-1]}.isdisjoint(self.read_past)

    def opening_of(self, game: str) -> TableOpened:
        """How a table of a game is opened. Raises MalformedDelivery for a game that is not read."""
        found = next((opening for opening in self.all_openings if opening.game == game), None)
        if found is None:
            read = both([opening.game for opening in self.all_openings])
            raise MalformedDelivery("other_game", game=repr(game[:40]), read=read)
        return found


def parse_studio_mapping(text: str) -> StudioMapping:
    """A studio's mapping from its TOML text. Raises MalformedMapping naming the row that is wrong."""
    return parse_mapping(StudioMapping, text)


class _Table(GamePart):
    READ_PAST = frozenset({"name"})
    id: str


class _GameHeader(GamePart):
    """What makes a game the same wherever it is told."""

    gameType: str  # noqa: N815 - the supplier's spelling
    startedAt: str  # noqa: N815
    table: _Table
    id: Name | None = None


class _Dealer(GamePart):
    READ_PAST = frozenset({"name"})
    uid: str | None = None


class _Bet(GamePart):
    READ_PAST = frozenset({"description"})
    code: str
    stake: str
    payout: str | None = None
    placedOn: str | None = None  # noqa: N815
    transactionId: str | None = None  # noqa: N815


class _Participant(GamePart):
    READ_PAST = frozenset(
        {
            *("screenName", "playerGameId", "sessionId", "casinoId", "casinoSessionId", "result", "configOverlays"),
            *("playMode", "channel", "os", "device", "currencyRateVersion", "status", "seats", "skinId", "brandId"),
        }
    )
    playerId: str  # noqa: N815
    currency: str | None = None
    bets: tuple[_Bet, ...] = ()


class _Game(_GameHeader):
    """A game of any kind."""

    READ_PAST = frozenset({"gameProvider", "gameSubProvider", "gameSubType", "wager", "payout", "thirdOrderId"})
    result: GamePart
    settledAt: str | None = None  # noqa: N815
    status: str | None = None
    currency: str | None = None
    dealer: _Dealer | None = None
    participants: tuple[_Participant, ...] = ()


class _BaccaratGame(_Game):
    result: BaccaratResult


class _BlackjackGame(_Game):
    result: BlackjackResult


class _RouletteGame(_Game):
    result: RouletteResult


_GAMES: Final[Mapping[str, type[_BaccaratGame] | type[_BlackjackGame] | type[_RouletteGame]]] = {
    "baccarat": _BaccaratGame,
    "blackjack": _BlackjackGame,
    "roulette": _RouletteGame,
}
"""The games that are read, by the supplier's name."""

GAMES_READ: Final = tuple(_GAMES)


_OTHER_MESSAGES: Final = frozenset({"system", "tip", "keepalive", "heartbeat", "ping"})
"""The messages of a supplier's stream that are about no game, in small letters and without signs between."""


def game_of_message(document: object, read_past: Collection[str] = ()) -> object:
    """The game that a message of a supplier's stream brings, None where it is about none; what is no message as it is.

    Raises MalformedDelivery for a kind of message that nobody knows.
    """
    if not isinstance(document, dict) or "messageType" not in document or "gameType" in document:
        return document
    kind, data = str(document["messageType"]), document.get("data")
    if isinstance(data, dict) and "gameType" in data:
        return data
    if re.sub("[^a-z]", "", kind.lower()) in _OTHER_MESSAGES or kind in read_past:
        return None
    raise MalformedDelivery("message_unknown", kind=repr(kind[:40]))


@dataclass(slots=True)
class LiveHistoryReader:
    """Reads histories of one studio; `mapping_bytes` are those of its mapping, which tell the tables' openings."""

    studio: StudioMapping
    mapping_bytes: bytes
    _openings: dict[str, TableOpened] = field(init=False, default_factory=dict)
    """How the tables of the game that was read last are opened, by their sources: one for each currency of its bets."""
    _unread: list[MalformedLine] = field(init=False, default_factory=list)
    """Of that game, what nobody knows: acts, and fields."""

    def __call__(self, stream: BinaryIO) -> Iterator[FeedItem]:
        """All games, numbered by their line or their place in the list; before the first of a day the table's opening, and
        after a game with fields that nobody knows the game once more, for the quarantine.
        """
        opened = set[tuple[str, str]]()
        for item in self._items(stream):
            game = next((opening.game for opening in self._openings.values()), None)
            if not item.deliveries:
                yield item._replace(game=game)
                continue
            for source, deliveries in groupby(item.deliveries, lambda delivery: delivery.source):
                piece = item._replace(deliveries=list(deliveries), game=game, is_whole_game=True)
                opening, day = self._openings[source], table_day(piece.deliveries[0].subject)
                if (day, opening.game) not in opened:
                    opened.add((day, opening.game))
                    first = _opening_deliveries(opening, source, day, is_own_currency=opening in self.studio.all_openings)
                    yield accepted_item(0, self.mapping_bytes, first)._replace(game=game)
                yield piece
                unread = (why for why in self._unread if why.partial.get("source") == source)
                yield from (piece._replace(deliveries=(), is_whole_game=False, refused=why) for why in unread)

    def _items(self, stream: BinaryIO) -> Iterator[FeedItem]:
        """The items of a stream with the deliveries of their games, or the reason why they are refused."""
        clock = self.studio.time
        if clock is None:
            yield from _documents(stream, self.read_game)
        else:
            for placed in placed_in_time(self._timed(stream, clock)):
                yield self._at_its_instant(clock, placed)

    def _timed(self, stream: BinaryIO, clock: GameClock) -> Iterator[Timed[tuple[FeedItem, object]]]:
        """The items of a stream without deliveries, their documents, and when their games may have begun."""
        documents = list[object]()

        def hold(document: object) -> list[Delivery]:
            documents[:] = [document]
            return []

        for item in _documents(stream, hold):
            if item.refused is not None:
                yield Timed((item, None))
                continue
            (document,) = documents
            try:
                game = game_of_message(document, self.studio.read_past)
                begun = clock.beginning(game) if isinstance(game, dict) else None
                table = _validate(_GameHeader, game).table.id if begun else ""
            except MalformedDelivery:  # refused with its reason when the game is read
                table, begun = "", None
            yield Timed((item, document), table, begun)

    def _at_its_instant(self, clock: GameClock, placed: Placed[tuple[FeedItem, object]]) -> FeedItem:
        """An item with the deliveries of its game; refused where the games around it leave two beginnings."""
        item, document = placed.piece
        if item.refused is not None:
            return item
        try:
            if placed.is_open:
                raise self._two_beginnings(clock, document)
            return item._replace(deliveries=self.read_game(clock.at_instants(document, placed.instant)))
        except MalformedLine as error:
            return item._replace(refused=error)
        except MalformedDelivery as error:
            return item._replace(refused=MalformedLine(error.refusal, {}))

    def _two_beginnings(self, clock: GameClock, document: object) -> MalformedLine:
        """The refusal of a game that may have begun at two instants, filed with its round where the game has an id."""
        game = cast("dict[str, Any]", game_of_message(document, self.studio.read_past))
        first, *_ = clock.beginning(game) or ()
        header = _validate(_GameHeader, {**game, BEGINNING: format_instant(first)})
        placed = _GamePlace.from_game(self.studio, self.studio.opening_of(header.gameType), header, game)
        partial: PartialDelivery = {"source": placed.source}
        if header.id is not None:
            partial["subject"] = f"{placed.day}/{placed.round}"
        return MalformedLine(clock.twice(BEGINNING, game[BEGINNING]).refusal, partial)

    def read_game(self, document: object) -> list[Delivery]:
        """The deliveries of a game, or of the game in a message of the supplier's stream; none of another message.

        Raises MalformedDelivery where it is none that this studio's mapping opens.
        """
        self._openings, self._unread = {}, []
        document = game_of_message(document, self.studio.read_past)
        if document is None:
            return []
        header = _validate(_GameHeader, document)
        opening = self.studio.opening_of(header.gameType)
        placed = _GamePlace.from_game(self.studio, opening, header, document)
        self._openings[placed.source] = opening
        try:
            game = _validate(_GAMES[header.gameType], document)
            recorded = list[Delivery]()
            for currency, bets in _bets_by_currency(game, opening.currency).items():
                part = placed.in_currency(currency)
                self._openings[part.source] = part.opening
                deliveries, unread = part.deliveries(game, bets)
                recorded += deliveries
                self._unread += unread
            unknown = [path for path in game.unknown_fields() if not self.studio.is_read_past(path)]
            if unknown:
                self._unread.append(placed.unknown_fields_error(recorded[0], unknown))
            return recorded
        except MalformedDelivery as error:
            raise MalformedLine(error.refusal, placed.partial_delivery()) from error


def _documents(stream: BinaryIO, read: Callable[[object], list[Delivery]]) -> Iterator[FeedItem]:
    """The items of a list or of lines of JSON, with the deliveries that `read` makes of each."""

    def read_line(_: FeedLine, text: str) -> list[Delivery]:
        try:
            document = EXACT_JSON.decode(text)
        except JSON_ERRORS as error:
            raise MalformedDelivery("line_not_json", error=str(error)[:80]) from error
        return read(document)

    return item_by_item(lambda document, _: read(document))(stream) if is_list(stream) else line_by_line(read_line)(stream)


_LIMITED_KINDS: Final[Mapping[str, tuple[str, ...]]] = {"blackjack": ("main",), "roulette": ("inside", "outside")}
"""The kinds of bets for which a house has limits that hold where a table posts none."""


def _opening_deliveries(opening: TableOpened, source: str, day: str, *, is_own_currency: bool) -> list[Delivery]:
    """The same for every history in which games of that day stand. A history gives the order and counts no losses.

    A house's limits are in its tables' own currency: none of them holds for bets in another.
    """
    declared = SourceDeclared(about=source, uncertainty_ms=0, counted=False)
    free = () if is_own_currency else _LIMITED_KINDS.get(opening.game, ())
    unlimited = (LimitsPosted(kind=kind, least_minor=0, most_minor=LARGEST, unit_minor=1) for kind in free)
    name = f"opening.{day.partition('/')[2]}"
    return [Delivery(event, source, f"{name}.{n}", n, day) for n, event in enumerate((opening, declared, *unlimited), 1)]


@dataclass(frozen=True, slots=True)
class _GamePlace:
    """Where in the record a game stands."""

    studio: StudioMapping
    opening: TableOpened
    source: str
    day: str
    round: str
    base_sequence: int
    """The sequence before the game's own."""

    @classmethod
    def from_game(cls, studio: StudioMapping, opening: TableOpened, header: _GameHeader, document: Any) -> "_GamePlace":
        if local_time(header.startedAt) is not None:
            raise MalformedDelivery("game_time_local", field=BEGINNING, text=repr(header.startedAt[:40]))
        started_at = instant_text(header.startedAt)
        microseconds = parse_instant(started_at)
        first = microseconds // 1000 * SEQUENCE_STEPS_PER_GAME
        if not 0 < first <= LARGEST - SEQUENCE_STEPS_PER_GAME:
            raise MalformedDelivery("begun_impossibly", at=started_at)
        table = header.table.id
        name = header.id or _generated_name(header, started_at, document)
        day = f"{table}/{gaming_day(started_at, ZoneInfo(opening.zone), opening.cutoff)}"
        if not is_subject(f"{day}/{name}"):
            raise MalformedDelivery("not_a_table", name=repr(table[:40]))
        return cls(studio, opening, f"{studio.source}/{table}", day, name, first)

    def in_currency(self, currency: str) -> "_GamePlace":
        """Where the part of the game stands that is about bets in a currency: at a table of its own, `T7.SEK`, where it is
        another than the table's. Raises MalformedDelivery for text that is not a currency.
        """
        opening = self.studio.opening_in(currency, self.opening)
        if opening is self.opening:
            return self
        table, _, day = self.day.partition("/")
        own = f"{table}.{currency}/{day}"
        if not is_subject(f"{own}/{self.round}"):
            raise MalformedDelivery("not_a_table", name=repr(table[:40]))
        return replace(self, opening=opening, source=f"{self.source}.{currency}", day=own)

    def partial_delivery(self) -> PartialDelivery:
        """What can be told of the game, whatever else is wrong with it."""
        return {
            "source": self.source,
            "id": f"{self.round}.1",
            "sequence": self.base_sequence + 1,
            "subject": f"{self.day}/{self.round}",
        }

    def unknown_fields_error(self, first: Delivery, names: Sequence[str]) -> MalformedLine:
        """Why a game is quarantined of which all that is known is on record; `first` is the first event of it."""
        what = ", ".join(name[:60] for name in names[:10]) + (", …" if len(names) > 10 else "")
        partial: PartialDelivery = {
            "source": first.source,
            "id": f"{self.round}.unknown",
            "subject": first.subject,
        }
        return MalformedLine(Refusal("fields_unknown", fields=what), partial)

    def deliveries(
        self, game: "_BaccaratGame | _BlackjackGame | _RouletteGame", bets: "Sequence[_NumberedBet]"
    ) -> tuple[list[Delivery], list[MalformedLine]]:
        """The game's events with some of its bets, and what of it cannot be read, each in its place."""
        game_events = list(_game_events(game, bets, self.opening, self.studio.terms_by_game[self.opening.game]))
        if len(game_events) >= SEQUENCE_STEPS_PER_GAME:
            raise MalformedDelivery("game_too_full", events=len(game_events), room=SEQUENCE_STEPS_PER_GAME - 1)
        subject = f"{self.day}/{self.round}"
        recorded, unread = list[Delivery](), list[MalformedLine]()
        staked = {event.data["box"] for event in game_events if event.topic == WagerPlaced.TOPIC and "box" in event.data}
        for n, game_event in enumerate(game_events, 1):
            box = box_of(game_event.data.get("place", "")) if staked else None
            if box is not None and box not in staked:
                continue  # a hand of guests whose bets are not of this history, or of another currency
            ident, sequence = f"{self.round}.{n}", self.base_sequence + n
            if game_event.unread is not None:
                place: PartialDelivery = {"source": self.source, "id": ident, "sequence": sequence, "subject": subject}
                unread.append(MalformedLine(game_event.unread, place))
                continue
            event = event_of(game_event.topic, game_event.data)
            time = None if game_event.time is None else instant_text(game_event.time)
            recorded.append(Delivery(event, self.source, ident, sequence, subject, time, correlation=game_event.belongs_to))
        return recorded, unread


class _NumberedBet(NamedTuple):
    """A bet of a game, its number among all bets of the game, and its player."""

    number: int
    player: str
    bet: _Bet


def _bets_by_currency(
    game: "_BaccaratGame | _BlackjackGame | _RouletteGame", own: str
) -> Mapping[str, Sequence[_NumberedBet]]:
    """The bets of a game by their currencies, those in the table's `own` first; none in its own where there are no bets."""
    bets = [(participant, bet) for participant in game.participants for bet in participant.bets]
    found: dict[str, list[_NumberedBet]] = {}
    for number, (participant, bet) in enumerate(bets, 1):
        currency = participant.currency or game.currency or own
        found.setdefault(currency, []).append(_NumberedBet(number, participant.playerId, bet))
    return dict(sorted(found.items(), key=lambda row: row[0] != own)) or {own: []}


def _game_events(
    game: "_BaccaratGame | _BlackjackGame | _RouletteGame",
    bets: Sequence[_NumberedBet],
    opening: TableOpened,
    terms: GameTerms,
) -> Iterator[GameEvent]:
    """The game in order, with bets in the currency of the opening.

    Only games in which the operator's players took part are in a history: rounds stand apart.
    """
    yield GameEvent(RoundOpened.TOPIC, {"apart": True}, game.startedAt)
    if game.dealer is not None and game.dealer.uid is not None:
        yield GameEvent(DealerChanged.TOPIC, {"dealer": game.dealer.uid})
    live_bets = []
    for number, player, bet in bets:
        stake = _parse_minor("stake", bet.stake, opening.minor_digits)
        live_bets.append(LiveBet(f"w{number}", player, bet.code, stake, bet.placedOn, _transaction_id(bet)))
    yield from game.result.events(live_bets, terms, game.settledAt)
    for live_bet, (_, _, bet) in zip(live_bets, bets, strict=True):
        if bet.payout is not None:
            data = {"wager": live_bet.wager, "amount_minor": _parse_minor("payout", bet.payout, opening.minor_digits)}
            yield GameEvent(WagerReturned.TOPIC, data, game.settledAt, live_bet.transaction)
    if game.status is not None and game.status != _RESOLVED_STATUS:
        status = re.sub("[^a-z0-9]+", "_", game.status.lower()).strip("_")
        data = {"kind": f"game_{status}"[:LONGEST_WORD], "by": SUPPLIER}
        yield GameEvent(IrregularityReported.TOPIC, data, game.settledAt)
    yield GameEvent(RoundClosed.TOPIC, {}, game.settledAt)


def _transaction_id(bet: _Bet) -> str | None:
    if bet.transactionId is not None and not DELIVERY_ID.match(bet.transactionId):
        raise MalformedDelivery("not_a_transaction", text=repr(bet.transactionId[:40]))
    return bet.transactionId


def _parse_minor(field: str, text: str, digits: int) -> int:
    """An amount in minor units, exactly: what would have to be rounded is not what was paid."""
    found = _AMOUNT.fullmatch(text)
    if found is None:
        raise MalformedDelivery("not_an_amount", field=field, text=repr(text[:40]))
    whole, decimals = found[1], (found[2] or "").rstrip("0")
    if len(decimals) > digits:
        raise MalformedDelivery("amount_too_fine", field=field, text=text[:40], digits=digits)
    return int(whole + decimals.ljust(digits, "0"))


def _generated_name(header: _GameHeader, started_at: str, document: Any) -> str:
    """A name for a game that has none: the same game gives the same name."""
    result = _validate(_GAMES[header.gameType], document).result
    identity = json.dumps([header.table.id, started_at, *result.identity])
    return f"{re.sub('[^0-9]', '', started_at)}-{sha256(identity.encode()).hexdigest()[:16]}"


T = TypeVar("T", bound=GamePart)


def _validate(model: type[T], document: object) -> T:
    try:
        return model.model_validate(document)
    except ValidationError as error:
        raise MalformedDelivery("not_a_game", faults=describe_errors(error)) from error


_REPORTED: Final = (
    *(TableOpened, SourceDeclared, DealerChanged, RoundOpened, WagerPlaced, WagerReturned, PaymentTakenBack),
    *(CardDealt, CardBurned, DecisionMade, BallRested, Announced, IrregularityReported, RoundClosed),
)

FORMAT: Final = Format(
    "live-history",
    lambda _, text: LiveHistoryReader(parse_studio_mapping(text), text.encode()),
    mapping="a live history; name the file that says by which rules its tables play",
    reports=_REPORTED,
    unordered=(WagerReturned,),
    facts=FormatFacts(
        title="Live-dealer game history",
        guide="feeds.md#live-dealer-game-history",
        specification="Games as live-dealer suppliers hand them out: a game is a JSON object, alone or as `data` of a "
        "message with `transmissionID` and `messageType`. Baccarat, blackjack and roulette. A game carries no version.",
        times="`startedAt`, `settledAt`, `placedOn`, `recordedAt`: RFC 3339. A time without an offset is by the clock of "
        "`zone` in `[time]`. One that occurs twice is placed by the game's other times and by the games of its table "
        "around it, or its game is refused; one that does not exist is refused.",
        tables="`table.id`. The gaming day is that of `startedAt` by `zone` and `cutoff` of the opening. Of two games at "
        "one table on one day the later one is at `TABLE.GAME`.",
        currencies="A bet's own: of its participant, otherwise of the game, otherwise of the opening. Bets in another "
        "currency than the opening's are at `TABLE.CURRENCY`. Amounts are decimals and are never rounded.",
        unknown=(
            Unknown(
                UnknownPart.FIELD,
                "a field of a game",
                Handling.MARKED,
                "once `read_past` names the field (alone, or by its path without places in a list) it is read past",
            ),
            Unknown(
                UnknownPart.WORD,
                "a decision",
                Handling.REFERRED,
                "`decisions` gives its meaning; a decision is never read past, because without it the hand cannot be "
                "judged",
            ),
            Unknown(UnknownPart.WORD, "the result of a coup", Handling.MARKED, "`read_past` may name it"),
            Unknown(
                UnknownPart.WORD,
                "the code of a bet",
                Handling.OWN_WORD,
                "`kinds` and `codes` give its kind and its numbers",
            ),
            Unknown(
                UnknownPart.WORD,
                "a `status` other than `Resolved`",
                Handling.OWN_WORD,
                "as an irregularity, such as `game_cancelled`",
            ),
            Unknown(UnknownPart.WORD, "a seat, a card or a currency", Handling.REFUSED),
            Unknown(
                UnknownPart.MESSAGE,
                "a keep-alive, a tip, a system message",
                Handling.READ_PAST,
            ),
            Unknown(
                UnknownPart.MESSAGE,
                "another `messageType`",
                Handling.REFUSED,
                "once `read_past` names it, it is read past",
            ),
            Unknown(UnknownPart.MESSAGE, "a `gameType` for which the mapping has no opening", Handling.REFUSED),
        ),
    ),
)

"""The game history of live-dealer tables, as their supplier hands it out: one game a line, or one list of games.

Only baccarat is taken; every other game is refused. What a game becomes depends on the game alone, never on the file
or its place in it: histories that overlap add only what is new. Names of persons are read past, never kept.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from hashlib import sha256
from itertools import chain, zip_longest
from typing import Annotated, Any, BinaryIO, Final, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events.play import (
    Announced,
    CardDealt,
    IrregularityReported,
    RoundClosed,
    RoundOpened,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.table import DealerChanged, SourceDeclared, TableOpened
from ledger.feeds.cloudevents import instant_text
from ledger.feeds.formats import Format
from ledger.feeds.mapping import MappingPart, parse_mapping, require_game, require_known_zone
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
    is_list,
    item_by_item,
    line_by_line,
)
from ledger.values.money import LARGEST
from ledger.values.places import BANCO, PUNTO
from ledger.values.subjects import DELIVERY_ID, Name, Word, is_subject, table_day
from ledger.values.times import parse_instant

SEQUENCE_STEPS_PER_GAME: Final = 2000
"""Room for the events of one game in the sequence, which counts the milliseconds of the games' beginnings."""

SUPPLIER: Final = "supplier"
"""Who reports what the history says of a game as a whole."""

_AMOUNT: Final = re.compile(r"([0-9]{1,16})(?:\.([0-9]{1,20}))?")
_OUTCOMES: Final = {"Player": PUNTO, "Banker": BANCO, "Tie": "egalite"}
_RESOLVED_STATUS: Final = "Resolved"


def _require_opening_zone(opening: TableOpened) -> TableOpened:
    """A gaming day is told by the clock of the table's zone."""
    require_known_zone(opening.zone)
    return opening


class StudioMapping(MappingPart):
    """What the history does not tell: by which rules its tables play, and how money is counted there.

    `kinds` are the wagers by the supplier's codes; another code is a kind of its own, in lower case.
    """

    source: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,59}$")]
    opening: Annotated[TableOpened, AfterValidator(require_game("baccarat")), AfterValidator(_require_opening_zone)]
    kinds: Mapping[str, Word] = {"BAC_Banker": "banco", "BAC_Player": "punto", "BAC_Tie": "any_tie"}


def parse_studio_mapping(text: str) -> StudioMapping:
    """A studio's mapping from its TOML text. Raises MalformedMapping naming the row that is wrong."""
    return parse_mapping(StudioMapping, text)


class _GamePart(BaseModel):
    """A part of a game. Numbers arrive as they are spelt; what is not named here is read past."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _Table(_GamePart):
    id: str


class _GameHeader(_GamePart):
    """What makes a game the same wherever it is told."""

    gameType: str  # noqa: N815 - the supplier's spelling
    startedAt: str  # noqa: N815
    table: _Table
    id: Name | None = None


class _Dealer(_GamePart):
    uid: str | None = None


class _Bet(_GamePart):
    code: str
    stake: str
    payout: str | None = None
    placedOn: str | None = None  # noqa: N815
    transactionId: str | None = None  # noqa: N815


class _Participant(_GamePart):
    playerId: str  # noqa: N815
    currency: str | None = None
    bets: tuple[_Bet, ...] = ()


class _Hand(_GamePart):
    cards: tuple[str, ...]


class _Result(_GamePart):
    player: _Hand
    banker: _Hand
    outcome: str | None = None


class _Game(_GameHeader):
    """A game of baccarat."""

    result: _Result
    settledAt: str | None = None  # noqa: N815
    status: str | None = None
    currency: str | None = None
    dealer: _Dealer | None = None
    participants: tuple[_Participant, ...] = ()


@dataclass(frozen=True, slots=True)
class LiveHistoryReader:
    """Reads histories of one studio; `told_by` are the bytes of its mapping, which tell the tables' openings."""

    studio: StudioMapping
    mapping_bytes: bytes

    def __call__(self, stream: BinaryIO) -> Iterator[FeedItem]:
        """All games, numbered by their line or their place in the list; before the first of a day the table's opening."""
        opened = set[str]()
        for piece in item_by_item(self.read_game)(stream) if is_list(stream) else line_by_line(self._read_line)(stream):
            for delivery in piece.deliveries[:1]:
                day = table_day(delivery.subject)
                if day not in opened:
                    opened.add(day)
                    yield accepted_item(0, self.mapping_bytes, self._opening(delivery.source, day))
            yield piece

    def _opening(self, source: str, day: str) -> list[Delivery]:
        """The same for every history in which games of that day stand. A history gives the order and counts no losses."""
        declared = SourceDeclared(about=source, uncertainty_ms=0, counted=False)
        name = f"opening.{day.partition('/')[2]}"
        return [
            Delivery(event, source, f"{name}.{n}", n, day) for n, event in enumerate((self.studio.opening, declared), 1)
        ]

    def _read_line(self, _: FeedLine, text: str) -> list[Delivery]:
        try:
            document = EXACT_JSON.decode(text)
        except JSON_ERRORS as error:
            raise MalformedDelivery(f"the line is not JSON ({str(error)[:80]})") from error
        return self.read_game(document)

    def read_game(self, document: object) -> list[Delivery]:
        """The deliveries of a game. Raises MalformedDelivery where it is none of baccarat."""
        beginning = _validate(_GameHeader, document)
        if beginning.gameType != "baccarat":
            raise MalformedDelivery(f"{beginning.gameType[:40]!r} is another game; this feed reads baccarat")
        placed = _GamePlace.from_game(self.studio, beginning, document)
        try:
            return placed.deliveries(_validate(_Game, document))
        except MalformedDelivery as error:
            raise MalformedLine(str(error), placed.partial_delivery()) from error


@dataclass(frozen=True, slots=True)
class _GamePlace:
    """Where in the record a game stands."""

    studio: StudioMapping
    source: str
    day: str
    round: str
    base_sequence: int
    """The sequence before the game's own."""

    @classmethod
    def from_game(cls, studio: StudioMapping, header: _GameHeader, document: Any) -> "_GamePlace":
        started_at = instant_text(header.startedAt)
        microseconds = parse_instant(started_at)
        first = microseconds // 1000 * SEQUENCE_STEPS_PER_GAME
        if not 0 < first <= LARGEST - SEQUENCE_STEPS_PER_GAME:
            raise MalformedDelivery(f"startedAt {started_at} is no time at which a game of this feed can have begun")
        table = header.table.id
        name = header.id or _generated_name(table, started_at, document)
        day = f"{table}/{_gaming_day(started_at, studio.opening)}"
        if not is_subject(f"{day}/{name}"):
            raise MalformedDelivery(f"table.id {table[:40]!r} is no name of a table")
        return cls(studio, f"{studio.source}/{table}", day, name, first)

    def partial_delivery(self) -> PartialDelivery:
        """What can be told of the game, whatever else is wrong with it."""
        return {
            "source": self.source,
            "id": f"{self.round}.1",
            "sequence": self.base_sequence + 1,
            "subject": f"{self.day}/{self.round}",
        }

    def deliveries(self, game: _Game) -> list[Delivery]:
        """The game's events."""
        game_events = list(_game_events(game, self.studio.opening, self.studio.kinds))
        if len(game_events) >= SEQUENCE_STEPS_PER_GAME:
            raise MalformedDelivery(
                f"the game tells {len(game_events)} events; there is room for {SEQUENCE_STEPS_PER_GAME - 1}"
            )
        subject = f"{self.day}/{self.round}"
        return [
            Delivery(
                event_of(game_event.topic, game_event.data),
                self.source,
                f"{self.round}.{n}",
                self.base_sequence + n,
                subject,
                game_event.time,
                correlation=game_event.belongs_to,
            )
            for n, game_event in enumerate(game_events, 1)
        ]


class _GameEvent(NamedTuple):
    """An event of a game, before it is checked; `belongs_to` is the supplier's transaction."""

    topic: str
    data: dict[str, Any]
    time: str | None = None
    belongs_to: str | None = None


def _game_events(game: _Game, opening: TableOpened, kinds: Mapping[str, Word]) -> Iterator[_GameEvent]:
    """The game in order. Only games in which the operator's players took part are in a history: rounds stand apart."""
    settled_at = _optional_instant(game.settledAt)
    bets = [
        (f"w{number}", participant, bet)
        for number, (participant, bet) in enumerate(((who, bet) for who in game.participants for bet in who.bets), 1)
    ]
    yield _GameEvent(RoundOpened.TOPIC, {"apart": True}, _optional_instant(game.startedAt))
    if game.dealer is not None and game.dealer.uid is not None:
        yield _GameEvent(DealerChanged.TOPIC, {"dealer": game.dealer.uid})
    for wager, participant, bet in bets:
        currency = participant.currency or game.currency or opening.currency
        if currency != opening.currency:
            raise MalformedDelivery(f"a bet is in {currency[:8]!r}, but the table plays in {opening.currency}")
        stake = _parse_minor("stake", bet.stake, opening.minor_digits)
        kind = kinds.get(bet.code, bet.code.lower())
        data = {"wager": wager, "player": participant.playerId, "kind": kind, "stake_minor": stake}
        yield _GameEvent(WagerPlaced.TOPIC, data, _optional_instant(bet.placedOn), _transaction_id(bet))
    for place, card in _cards_in_turn(game.result):
        yield _GameEvent(CardDealt.TOPIC, {"place": place, "card": card})
    if game.result.outcome is not None:
        yield _GameEvent(Announced.TOPIC, {"result": _outcome(game.result.outcome)}, settled_at)
    for wager, _, bet in bets:
        if bet.payout is not None:
            data = {"wager": wager, "amount_minor": _parse_minor("payout", bet.payout, opening.minor_digits)}
            yield _GameEvent(WagerReturned.TOPIC, data, settled_at, _transaction_id(bet))
    if game.status is not None and game.status != _RESOLVED_STATUS:
        yield _GameEvent(IrregularityReported.TOPIC, {"kind": f"game_{game.status.lower()}", "by": SUPPLIER}, settled_at)
    yield _GameEvent(RoundClosed.TOPIC, {}, settled_at)


def _optional_instant(text: str | None) -> str | None:
    return None if text is None else instant_text(text)


def _transaction_id(bet: _Bet) -> str | None:
    if bet.transactionId is not None and not DELIVERY_ID.match(bet.transactionId):
        raise MalformedDelivery(f"transactionId {bet.transactionId[:40]!r} is no id")
    return bet.transactionId


def _cards_in_turn(result: _Result) -> Iterator[tuple[str, str]]:
    """The history tells two hands and no order: they are dealt in turn, as the tableau deals."""
    turns = zip_longest(((PUNTO, card) for card in result.player.cards), ((BANCO, card) for card in result.banker.cards))
    for place, card in filter(None, chain.from_iterable(turns)):
        yield place, card[:-1] + card[-1:].lower()


def _outcome(word: str) -> str:
    if word not in _OUTCOMES:
        raise MalformedDelivery(f"outcome {word[:40]!r} is not among {', '.join(_OUTCOMES)}")
    return _OUTCOMES[word]


def _parse_minor(field: str, text: str, digits: int) -> int:
    """An amount in minor units, exactly: what would have to be rounded is not what was paid."""
    found = _AMOUNT.fullmatch(text)
    if found is None:
        raise MalformedDelivery(f"{field} {text[:40]!r} is no amount written out in decimals")
    whole, decimals = found[1], (found[2] or "").rstrip("0")
    if len(decimals) > digits:
        raise MalformedDelivery(
            f"{field} {text[:40]} is finer than the {digits} decimals in which the table's money counts"
        )
    return int(whole + decimals.ljust(digits, "0"))


def _gaming_day(started_at: str, opening: TableOpened) -> str:
    """The day to which the small hours still belong."""
    cutoff = time.fromisoformat(opening.cutoff)
    local = datetime.fromisoformat(started_at).astimezone(ZoneInfo(opening.zone))
    return (local.replace(tzinfo=None) - timedelta(hours=cutoff.hour, minutes=cutoff.minute)).date().isoformat()


def _generated_name(table: str, started_at: str, document: Any) -> str:
    """A name for a game that has none: the same game gives the same name."""
    result = _validate(_Game, document).result
    identity = json.dumps([table, started_at, result.player.cards, result.banker.cards])
    return f"{re.sub('[^0-9]', '', started_at)}-{sha256(identity.encode()).hexdigest()[:16]}"


T = TypeVar("T", bound=_GamePart)


def _validate(model: type[T], document: object) -> T:
    try:
        return model.model_validate(document)
    except ValidationError as error:
        raise MalformedDelivery(f"not a game of this feed: {describe_errors(error)}") from error


FORMAT: Final = Format(
    "live-history",
    lambda _, text: LiveHistoryReader(parse_studio_mapping(text), text.encode()),
    mapping="a live history; name the file that says by which rules its tables play",
)

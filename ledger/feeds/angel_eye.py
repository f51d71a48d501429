"""The card shoe "Angel Eye II-EX": its serial frames, as a bridge at the table captured them.

A frame is ENQ, a counter of one sign, data, ETX, and a checksum in two hexadecimal digits. The wire names no table,
no shoe and no round, and tells no time: the bridge's mapping file gives the table, and rounds are counted. A frame is
known by its number: the counter without its wrapping. What a capture tells depends on nothing but the bytes before it,
so a longer capture of the same session adds only what is new.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, BinaryIO, Final, Literal

from pydantic import AfterValidator, Field

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events import Event
from ledger.events.play import Announced, CardDealt, IrregularityReported, RoundClosed, RoundOpened
from ledger.events.shoe import CardBurned, CutCardReached, ShoeClosed, ShoePrepared
from ledger.events.table import SourceDeclared, TableOpened
from ledger.feeds.format_facts import FormatFacts, Handling, Unknown, UnknownPart
from ledger.feeds.formats import Format
from ledger.feeds.mapping import FeedMapping, parse_mapping, require_game
from ledger.feeds.reading import FeedItem, MalformedLine, PartialDelivery, accepted_item, refused_item
from ledger.values.cards import RANKS, UNKNOWN
from ledger.values.places import BANCO, PUNTO
from ledger.values.refusals import Refusal
from ledger.values.subjects import Day, Name, Source

CHUNK: Final = 1 << 16
MAX_STRETCH_BYTES: Final = 1 << 16
"""Bytes without an ENQ are cut here, so that a stream of anything is read in bounded memory."""

REPORTER: Final = "shoe"
"""Who reports what the device reports."""

_FRAME_CANDIDATE: Final = re.compile(rb"\x05?[^\x05]*")
_FRAME: Final = re.compile(rb"\x05([!-~])([^\x03\x05]{1,16})\x03([0-9A-F]{2})")
_DATA: Final = re.compile(rb"[DdR][\x80-\xff]{2}|[GEeL][\x80-\xff]|M[ -~]{0,15}|[SPC]")
_HANDS: Final = {0: PUNTO, 1: BANCO}
_TARGET_BURN, _TARGET_FIRST_CARD, _TARGET_BURN_COUNT = 2, 4, 5
_SUITS: Final = "?dcsh"
_RESULTS: Final = {1: "punto", 2: "egalite", 4: "banco"}
_FORCED_QUIT: Final = 7
_ERROR_MODE: Final = 1
_IDLE_MODES: Final = (0, _ERROR_MODE, 2)
_ERRORS: Final = {
    1: "cannot_read",
    2: "overdraw",
    3: "button",
    4: "reverse_run",
    5: "reverse_run",
    6: "card_code",
    7: "timeout",
}


def _check_counter_range(counter: str) -> str:
    if counter[0] >= counter[1]:
        raise ValueError("must name the first and the last sign that the frames' counter takes, as `09`")
    return counter


class BridgeMapping(FeedMapping):
    """What the wire does not tell: whose shoe it is, and how it counts.

    `counter` is the first and last sign of the frames' counter. `index` says whether a card's index counts the cards
    of its hand or those of the coup.
    """

    source: Source
    table: Name
    day: Day
    opening: Annotated[TableOpened, AfterValidator(require_game("baccarat"))]
    shoe: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,47}$")]
    decks: Annotated[int, Field(strict=True, ge=1, le=20)] = 8
    rounds: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$")] = "r"
    counter: Annotated[str, Field(pattern=r"^[!-~]{2}$"), AfterValidator(_check_counter_range)] = "09"
    index: Literal["hand", "coup"] = "hand"


def parse_bridge_mapping(text: str) -> BridgeMapping:
    """A bridge's mapping from its TOML text. Raises MalformedMapping naming the row that is wrong."""
    return parse_mapping(BridgeMapping, text)


@dataclass(frozen=True, slots=True)
class Frame:
    """What one frame carries: its counter's sign, and its data, of which the first letter tells the kind."""

    counter: int
    data: bytes

    @property
    def kind(self) -> str:
        return chr(self.data[0])

    def encode(self) -> bytes:
        """The frame as it goes over the wire."""
        body = bytes((self.counter, *self.data, 0x03))
        check = 0
        for sign in body:
            check ^= sign
        return b"\x05" + body + f"{check:02X}".encode()


def split_frames(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The stream cut before every ENQ, each part with its offset: no frame has an ENQ in it."""
    at, held = 0, b""
    while chunk := stream.read(CHUNK):
        found = [part for part in _FRAME_CANDIDATE.findall(held + chunk) if part]
        held = found.pop() if len(found[-1]) < MAX_STRETCH_BYTES else b""
        for part in found:
            yield at, part
            at += len(part)
    if held:
        yield at, held


def parse_frame(raw: bytes) -> Frame:
    """The frame that bytes are. Raises MalformedDelivery where they are none."""
    if not raw.startswith(b"\x05"):
        raise MalformedDelivery("frame_unknown")
    found = _FRAME.fullmatch(raw)
    if found is None:
        raise MalformedDelivery("frame_form" if b"\x03" in raw else "frame_without_end")
    frame = Frame(found[1][0], found[2])
    right = frame.encode()[-2:]
    if right != found[3]:
        raise MalformedDelivery("frame_checksum", sent=found[3].decode(), right=right.decode())
    if not _DATA.fullmatch(frame.data):
        raise MalformedDelivery("frame_data", data=frame.data.hex(" "))
    return frame


def _parse_card(code: int) -> str:
    """A card's byte as a card. Without a rank nothing was read of it."""
    suit, rank = code >> 4 & 7, code & 15
    if suit >= len(_SUITS) or rank > len(RANKS):
        raise MalformedDelivery("not_a_card", code=f"{code:02x}")
    return RANKS[rank - 1] + _SUITS[suit] if rank else UNKNOWN


@dataclass(frozen=True, slots=True)
class AngelEyeReader:
    """Reads captures of one bridge; `mapping_bytes` are those of its mapping, which tell the table's opening."""

    bridge: BridgeMapping
    mapping_bytes: bytes

    def __call__(self, stream: BinaryIO) -> Iterator[FeedItem]:
        """The opening before the first good frame, then all frames, each numbered by the offset of its first byte."""
        session = _ShoeSession(self.bridge)
        opening = [accepted_item(0, self.mapping_bytes, session.opening())]
        for at, stretch in split_frames(stream):
            end = found.end() if (found := _FRAME.match(stretch)) else len(stretch)
            for offset, raw in ((at, stretch[:end]), (at + end, stretch[end:])):
                if not raw:
                    continue
                try:
                    piece = accepted_item(offset, raw, session.read_frame(parse_frame(raw)))
                except MalformedDelivery as error:
                    seen = error.partial if isinstance(error, MalformedLine) else session.partial_of_bad_frame(raw)
                    yield refused_item(offset, raw, MalformedLine(Refusal("at_byte", byte=offset, why=error.refusal), seen))
                else:
                    while opening:
                        yield opening.pop()
                    yield piece


@dataclass
class _ShownCard:
    """A card that the shoe told, by its place and index: what a retransmission of it must repeat."""

    card: str
    deliveries: list[Delivery]


@dataclass
class _ShoeSession:
    """Goes along the frames of one capture and keeps what the next one means."""

    bridge: BridgeMapping
    frame_number: int = 0
    """How many frames the shoe has sent, those that were lost included."""
    sequence: int = 0
    last_frame: Frame | None = None
    last_deliveries: list[Delivery] = field(default_factory=list)
    round: str | None = None
    round_count: int = 0
    shoe_number: int = 1
    has_dealt: bool = False
    """Whether a coup was dealt from this shoe."""
    highest_indexes: dict[str, int] = field(default_factory=dict)
    """The highest index of each hand, or of the coup under no name."""
    shown_cards: dict[tuple[int, int], _ShownCard] = field(default_factory=dict)
    burned_count: int = 0
    expected_burns: int | None = None

    @property
    def table_day(self) -> str:
        return f"{self.bridge.table}/{self.bridge.day}"

    @property
    def subject(self) -> str:
        """What a frame is about: the open round, else the table."""
        return f"{self.table_day}/{self.round}" if self.round else self.table_day

    @property
    def shoe(self) -> str:
        return self.bridge.shoe if self.shoe_number == 1 else f"{self.bridge.shoe}.{self.shoe_number}"

    def opening(self) -> list[Delivery]:
        """The table, the shoe, and that the source's sequence counts every delivery."""
        declared = SourceDeclared(about=self.bridge.source, uncertainty_ms=0)
        events = (self.bridge.opening, declared, ShoePrepared(shoe=self.shoe, decks=self.bridge.decks))
        return self._deliveries("opening", [(self.table_day, event) for event in events])

    def read_frame(self, frame: Frame) -> list[Delivery]:
        """What a good frame tells. A frame or card that is sent again is the same delivery.

        Raises MalformedLine for data that cannot be; the frame's number is filled by its refusal.
        """
        if frame == self.last_frame:
            return self.last_deliveries
        number = self._number_of(frame)
        self.sequence += number - self.frame_number - 1
        self.frame_number, self.last_frame, self.last_deliveries = number, frame, []
        try:
            known = self._retransmitted(frame) if frame.kind == "R" else None
            self.last_deliveries = self._deliveries(str(number), self._events_of(frame)) if known is None else known
        except MalformedDelivery as error:
            self.sequence += 1
            raise MalformedLine(error.refusal, self._partial(number, self.sequence)) from error
        if frame.kind in "DR" and known is None:
            self.shown_cards[_target_and_index(frame)] = _ShownCard(_parse_card(frame.data[2]), self.last_deliveries)
        return self.last_deliveries

    def partial_of_bad_frame(self, raw: bytes) -> PartialDelivery:
        """What bytes that are no frame would most likely have been."""
        frame = Frame(raw[1], raw[2:]) if raw.startswith(b"\x05") and len(raw) > 2 else None
        try:
            step = (
                1
                if frame is None or self.last_frame is None
                else (frame.counter - self.last_frame.counter) % self._counter_period(frame)
            )
        except MalformedDelivery:
            step = 1
        return self._partial(self.frame_number + step, self.sequence + step)

    def _partial(self, number: int, sequence: int) -> PartialDelivery:
        return {"source": self.bridge.source, "id": f"{number}.1", "sequence": sequence, "subject": self.subject}

    def _number_of(self, frame: Frame) -> int:
        """The frame's number. A shoe that starts counts anew; the same sign again means that all others were lost."""
        wraps = self._counter_period(frame)
        if self.last_frame is None or frame.kind == "S":
            return self.frame_number + 1
        return self.frame_number + ((frame.counter - self.last_frame.counter) % wraps or wraps)

    def _counter_period(self, frame: Frame) -> int:
        """After how many frames the counter begins again."""
        first, last = (ord(sign) for sign in self.bridge.counter)
        if not first <= frame.counter <= last:
            raise MalformedDelivery("frame_counter", counter=repr(chr(frame.counter)), low=chr(first), high=chr(last))
        return last - first + 1

    def _deliveries(self, name: str, events: list[tuple[str, Event]]) -> list[Delivery]:
        first, self.sequence = self.sequence, self.sequence + len(events)
        return [
            Delivery(event, self.bridge.source, f"{name}.{n}", first + n, subject)
            for n, (subject, event) in enumerate(events, 1)
        ]

    def _retransmitted(self, frame: Frame) -> list[Delivery] | None:
        """The card's first deliveries; None for a card that was lost on its first way."""
        place, card = _target_and_index(frame), _parse_card(frame.data[2])
        known = self.shown_cards.get(place)
        if known is None and place[0] in _HANDS and self.round is None:
            raise MalformedDelivery("card_again_without_round")
        if known is not None and known.card != card:
            raise MalformedDelivery("other_card_again", card=card, has=known.card)
        return known.deliveries if known else None

    def _events_of(self, frame: Frame) -> list[tuple[str, Event]]:
        match frame.kind:
            case "D" | "R":
                return list(self._card_events(*_target_and_index(frame), _parse_card(frame.data[2])))
            case "d":
                return [self._card_outside_round(frame.data[1] >> 4 & 7, _parse_card(frame.data[2]))]
            case "G":
                return self._result_events(frame.data[1] >> 4 & 7)
            case "C":
                return [(self.subject, CutCardReached(shoe=self.shoe))]
            case "E" | "e":
                return [(self.subject, _error_event(frame.data[1] & 63, cleared=frame.kind == "e"))]
            case _:
                return []

    def _card_events(self, target: int, index: int, card: str) -> Iterator[tuple[str, Event]]:
        if target in _HANDS:
            yield from self._deal_events(_HANDS[target], index, card)
            return
        if target == _TARGET_FIRST_CARD and self.has_dealt:
            yield from self._change_shoe()
        if target == _TARGET_BURN_COUNT:
            self.expected_burns = index
        self.burned_count += target == _TARGET_BURN
        if target != _TARGET_BURN_COUNT or card != UNKNOWN:
            yield self.subject, CardBurned(card=card)

    def _deal_events(self, hand: str, index: int, card: str) -> Iterator[tuple[str, Event]]:
        counted = hand if self.bridge.index == "hand" else ""
        if self.round is None or (index == 1 and counted in self.highest_indexes):
            yield from self._open_round()
        yield self.subject, CardDealt(card=card, place=hand)
        reached = self.highest_indexes.get(counted, 0)
        if index != reached + 1:
            yield self.subject, IrregularityReported(kind="card_order", by=REPORTER)
        self.highest_indexes[counted] = max(reached, index)

    def _open_round(self) -> Iterator[tuple[str, Event]]:
        """A round begins with its first card: nothing else tells it."""
        self.round_count += 1
        self.round = f"{self.bridge.rounds}{self.round_count}"
        self.highest_indexes, self.shown_cards, self.has_dealt = {}, {}, True
        yield self.subject, RoundOpened(shoe=self.shoe)
        if self.expected_burns not in (None, self.burned_count):
            yield self.subject, IrregularityReported(kind="burn_count", by=REPORTER)
        self.burned_count, self.expected_burns = 0, None

    def _change_shoe(self) -> Iterator[tuple[str, Event]]:
        """The face-up card that counts the burn comes first out of a shoe: the one before is over."""
        self.round, self.has_dealt = None, False
        yield self.table_day, ShoeClosed(shoe=self.shoe)
        self.shoe_number += 1
        yield self.table_day, ShoePrepared(shoe=self.shoe, decks=self.bridge.decks)

    def _card_outside_round(self, mode: int, card: str) -> tuple[str, Event]:
        """A card drawn while no game ran: it left the shoe unplayed."""
        if mode not in _IDLE_MODES:
            raise MalformedDelivery("mode_without_cards", mode=mode)
        return self.subject, CardBurned(card=card, reason="error" if mode == _ERROR_MODE else "other")

    def _result_events(self, result: int) -> list[tuple[str, Event]]:
        if result not in _RESULTS and result != _FORCED_QUIT:
            raise MalformedDelivery("not_a_result", code=result)
        if self.round is None:
            raise MalformedDelivery("result_without_round")
        here, self.round = self.subject, None
        if result == _FORCED_QUIT:
            return [(here, IrregularityReported(kind="forced_quit", by=REPORTER)), (here, RoundClosed())]
        return [(here, Announced(result=_RESULTS[result])), (here, RoundClosed())]


def _target_and_index(frame: Frame) -> tuple[int, int]:
    """To whom a card goes, and its index there."""
    target, index = frame.data[1] >> 4 & 7, frame.data[1] & 15
    if target not in (*_HANDS, _TARGET_BURN, _TARGET_FIRST_CARD, _TARGET_BURN_COUNT):
        raise MalformedDelivery("not_a_target", target=target)
    return target, index


def _error_event(code: int, *, cleared: bool) -> Event:
    if code not in _ERRORS:
        raise MalformedDelivery("not_an_error", code=code)
    return IrregularityReported(kind=_ERRORS[code] + "_cleared" * cleared, by=REPORTER)


_REPORTED: Final = (
    *(TableOpened, SourceDeclared, ShoePrepared, ShoeClosed, CardBurned, CutCardReached),
    *(RoundOpened, CardDealt, Announced, IrregularityReported, RoundClosed),
)

FORMAT: Final = Format(
    "angel-eye",
    lambda _, text: AngelEyeReader(parse_bridge_mapping(text), text.encode()),
    mapping="a capture of a shoe; name the file that says at which table it stood",
    reports=_REPORTED,
    facts=FormatFacts(
        title="Card shoe Angel Eye II-EX",
        guide="feeds.md#the-shoe-angel-eye-ii-ex",
        specification="The serial frames of the Angel Eye II-EX (`05`, counter, data, `03`, checksum) as a bridge "
        "captured them. A frame carries no version.",
        times="None: the wire has no time. The frames' counter gives the order.",
        tables="`table`, `day` and `shoe` of the mapping. The wire names no rounds: they are counted.",
        currencies="That of the opening. The shoe reports no bets.",
        unknown=(
            Unknown(UnknownPart.FIELD, "a byte more or less than the data of a frame have", Handling.REFUSED),
            Unknown(UnknownPart.WORD, "the code of a target, a card, a result, an error or a mode", Handling.REFUSED),
            Unknown(
                UnknownPart.MESSAGE,
                "the letter of a frame, and bytes that are not a frame",
                Handling.REFUSED,
                "the frame's number is then missing from the round",
            ),
        ),
    ),
)

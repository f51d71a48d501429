"""The protocol of a Cammegh wheel: its lines, the games that they tell of, and the events of those.

A line has no checksum, so a single wrong bit can make a good line of another game or state. The wheel says everything
twice a second: what one line tells alone, between lines that agree with one another, is not believed. The status lines
are the result; a bare winning line is another account of it. A number is recorded once two lines have it, of
which one is a status.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Annotated, BinaryIO, Final

from pydantic import AfterValidator, Field

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events import Event
from ledger.events.play import BetsClosed, RoundClosed, RoundOpened
from ledger.events.table import SourceDeclared, TableOpened
from ledger.events.wheel import BallRested, BallSpun, DeviceWarning, Direction, WheelReported
from ledger.feeds.formats import Format
from ledger.feeds.mapping import FeedMapping, parse_mapping, require_game
from ledger.feeds.reading import FeedItem, MalformedLine, PartialDelivery, accepted_item, refused_item
from ledger.values.pockets import Pocket
from ledger.values.refusals import Refusal
from ledger.values.subjects import Day, Name, Source
from ledger.values.wheel_layout import layout_of

CHUNK: Final = 1 << 16
MAX_LINE_BYTES: Final = 1 << 12
"""Bytes without a line's end are cut here, so that a stream of anything is read in bounded memory."""

MAX_WAITING_LINES: Final = 1000
"""How many lines that are no status may follow one that waits to be borne out."""

LAST_COUNTER: Final = 256
"""After it the wheel counts from 1 again."""

WARNINGS: Final[dict[int, DeviceWarning]] = {
    1: "ball_removed",
    2: "wrong_ball_direction",
    4: "sensor_fault",
    8: "failed_launch",
}

_BOUNDARY: Final = re.compile(rb"(?:[\r\n]|\xe2\x90[\x8d\x8a])+|(?=\*[A-Za-z])")
"""A line's end, also as the control pictures a terminal shows for it; and where a line begins, as an end may be lost."""

_IGNORED_LINE: Final = re.compile(rb"\*[FYwWMR][ -~]*")
_WINNING_NUMBER: Final = re.compile(rb"[ 0-9][0-9]")
_FIELDS: Final = (
    ("state", re.compile(rb"[1-6]")),
    ("counter", re.compile(rb"[0-9]{3}")),
    ("number", _WINNING_NUMBER),
    ("warning", re.compile(rb"[0-9A-Fa-f]")),
    ("speed", re.compile(rb"[0-9]{3}")),
    ("direction", re.compile(rb"[01]")),
)


class State(IntEnum):
    """What the wheel says that is going on."""

    BEFORE_GAME = 1
    PLACE_BETS = 2
    BALL_IN_RIM = 3
    NO_MORE_BETS = 4
    WINNING_NUMBER = 5
    CLOSED = 6


@dataclass(frozen=True, slots=True)
class Status:
    """A status line. `pocket` is the winning number in the state of that name, in all others that of the game before."""

    state: State
    counter: int
    pocket: Pocket
    warnings: frozenset[DeviceWarning]
    wheel: Direction

    @property
    def phase(self) -> tuple[int, State, Pocket | None]:
        """What lasts for several lines: the game, its state, and in the end its number."""
        return self.counter, self.state, self.pocket if self.state is State.WINNING_NUMBER else None


WheelLine = Status | Pocket | None
"""A status, a bare winning line's number, or a line that tells nothing of a game."""


@dataclass(frozen=True, slots=True)
class ReceivedLine:
    """The bytes of a line, their offset, and what they tell or why they are refused."""

    offset: int
    raw: bytes
    line: WheelLine | MalformedDelivery

    @property
    def status(self) -> Status | None:
        return self.line if isinstance(self.line, Status) else None


def split_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The stream cut at every line's end and before every line's beginning, each part with its offset."""
    at, held = 0, b""
    while chunk := stream.read(CHUNK):
        text, start = held + chunk, 0
        for found in _BOUNDARY.finditer(text):
            if found.start() > start:
                yield at + start, text[start : found.start()]
            start = found.end()
        at, held = at + start, text[start:]
        if len(held) > MAX_LINE_BYTES:
            yield at, held
            at, held = at + len(held), b""
    if held:
        yield at, held


def receive_lines(stream: BinaryIO, pockets: frozenset[Pocket]) -> Iterator[ReceivedLine]:
    """All lines of a stream, good and bad."""
    for at, raw in split_lines(stream):
        try:
            line: WheelLine | MalformedDelivery = parse_line(raw, pockets)
        except MalformedDelivery as error:
            line = error
        yield ReceivedLine(at, raw, line)


def parse_line(raw: bytes, pockets: frozenset[Pocket]) -> WheelLine:
    """What a line tells. Raises MalformedDelivery where it is none of this wheel's."""
    if raw.startswith(b"*X;"):
        return _parse_status(raw.split(b";")[1:], pockets)
    if _WINNING_NUMBER.fullmatch(raw):
        return _parse_pocket(raw, pockets)
    if _IGNORED_LINE.fullmatch(raw):
        return None
    raise MalformedDelivery("wheel_line_unknown")


def _parse_status(fields: list[bytes], pockets: frozenset[Pocket]) -> Status:
    if len(fields) != len(_FIELDS):
        raise MalformedDelivery("status_fields", number=len(fields), needed=len(_FIELDS))
    for (name, form), value in zip(_FIELDS, fields, strict=True):
        if not form.fullmatch(value):
            raise MalformedDelivery("status_form", name=name, value=repr(value)[1:42])
    state, counter, number, warning, _, direction = fields
    if not 1 <= int(counter) <= LAST_COUNTER:
        raise MalformedDelivery("status_counter", counter=int(counter), largest=LAST_COUNTER)
    flags = int(warning, 16)
    return Status(
        State(int(state)),
        int(counter),
        _parse_pocket(number, pockets),
        frozenset(name for flag, name in WARNINGS.items() if flags & flag),
        "ccw" if direction == b"1" else "cw",
    )


def _parse_pocket(number: bytes, pockets: frozenset[Pocket]) -> Pocket:
    pocket = number.decode().lstrip()
    if pocket not in pockets:
        raise MalformedDelivery("not_a_compartment", pocket=pocket)
    return pocket


def confirmed_lines(lines: Iterable[ReceivedLine]) -> Iterator[ReceivedLine]:
    """The same lines, but that a status is refused where the ones before and after it agree that it was not so.

    It is believed at once where it brings a new warning, or the number that a bare winning line has just told. The last
    status of a stream tells nothing as long as nobody knows what comes after it.
    """
    doubt = _StatusConfirmation()
    for received in lines:
        yield from doubt.receive(received)
    for received in doubt.waiting:
        yield received if isinstance(received.line, MalformedDelivery) else replace(received, line=None)


@dataclass
class _StatusConfirmation:
    """Keeps a status that says something new until the next one comes."""

    phase: tuple[int, State, Pocket | None] | None = None
    """What is believed to be going on."""
    warnings: frozenset[DeviceWarning] = frozenset()
    winning_pocket: Pocket | None = None
    """The number of a bare winning line since the last status."""
    waiting: list[ReceivedLine] = field(default_factory=list)
    """The status that waits, and what was heard after it."""

    def receive(self, received: ReceivedLine) -> Iterator[ReceivedLine]:
        if self.waiting and not received.status and len(self.waiting) < MAX_WAITING_LINES:
            self.waiting.append(received)
            return
        yield from self._release_waiting(received.status)
        if received.status and not self._accepts(received.status):
            self.waiting.append(received)
        else:
            yield received
        if received.status:
            self.warnings, self.winning_pocket = received.status.warnings, None
        elif isinstance(received.line, str):
            self.winning_pocket = received.line

    def _accepts(self, status: Status) -> bool:
        borne_out = status.state is State.WINNING_NUMBER and status.pocket == self.winning_pocket
        believed = self.phase in (None, status.phase) or borne_out or bool(status.warnings - self.warnings)
        if believed:
            self.phase = status.phase
        return believed

    def _release_waiting(self, following: Status | None) -> Iterator[ReceivedLine]:
        """What waited, now that the next status is known, or that none comes for long."""
        waited, self.waiting = self.waiting, []
        for received in waited:
            if received.status and following and following.phase == self.phase:
                yield replace(received, line=MalformedDelivery("status_unconfirmed"))
                continue
            if received.status:
                self.phase = received.status.phase
            yield received


LINES_TO_CONFIRM: Final = 2
"""So many lines must have a number before it is told."""

_SPIN_STATES: Final = (State.BALL_IN_RIM, State.NO_MORE_BETS)
_BETWEEN_GAMES: Final = (State.BEFORE_GAME, State.CLOSED)


@dataclass
class WheelGame:
    """A counter of the wheel: its spin, and the spin again where the first one came to nothing."""

    round: str
    counter: int
    counter_skipped: bool = False
    """Whether the counter jumped to this game."""
    joined_late: bool = False
    """Whether its number was up when the capture began, so that a winning line may have gone before."""
    state: State | None = None
    is_opened: bool = False
    is_spun: bool = False
    winning_lines: list[Pocket] = field(default_factory=list)
    """The bare winning lines of this spin."""
    status_counts: Counter[Pocket] = field(default_factory=Counter)
    """The status lines that tell a number."""
    result: Pocket | None = None
    reported_warnings: frozenset[DeviceWarning] = frozenset()
    """The warnings that were told of this spin."""

    def apply_status(self, status: Status) -> Iterator[Event]:
        """What a status of this game tells."""
        before, self.state = self.state, status.state
        if not self.is_opened and (status.warnings or status.state not in _BETWEEN_GAMES):
            yield from self._open_round()
        if status.state in _SPIN_STATES and before not in _SPIN_STATES:
            yield from self._start_spin(status)
        for warning in sorted(status.warnings - self.reported_warnings):
            yield self._device_report(warning)
        self.reported_warnings |= status.warnings
        if status.state is State.NO_MORE_BETS and before is not State.NO_MORE_BETS:
            yield BetsClosed()
        if status.state is State.WINNING_NUMBER:
            yield from self._count_number(status.pocket)
        elif before in _SPIN_STATES and status.state not in _SPIN_STATES:
            yield from self._end_spin(status.pocket)

    def apply_winning_line(self, pocket: Pocket) -> Iterator[Event]:
        """What a bare winning line tells: nothing, where it bears out the status lines."""
        self.winning_lines.append(pocket)
        if self.result is None:
            if self.status_counts[pocket]:
                yield from self._record_result(pocket)
            return
        if len(self.winning_lines) == 2:
            yield self._device_report("winning_line_doubled", pocket)
        if pocket != self.result:
            yield self._device_report("winning_line_contradicts", pocket)

    def end(self, following: Status) -> Iterator[Event]:
        """What is still to be told of the game when the counter goes on. The next status names the result once more."""
        yield from self._end_spin(following.pocket if following.counter == next_counter(self.counter) else None)
        if self.is_opened:
            yield RoundClosed()

    def apply_last_number(self, pocket: Pocket) -> Iterator[Event]:
        """What the next game's status says that this one's number was. Alone it does not make a result."""
        if self.result is not None:
            yield from self._count_number(pocket)

    def _open_round(self) -> Iterator[Event]:
        self.is_opened = True
        yield RoundOpened(apart=self.counter_skipped)
        if self.counter_skipped:
            yield self._device_report("counter_skipped")

    def _start_spin(self, status: Status) -> Iterator[Event]:
        yield from self._contradictions()
        self.is_spun, self.winning_lines, self.status_counts, self.result = True, [], Counter(), None
        self.reported_warnings &= status.warnings
        yield BallSpun(wheel=status.wheel, number=self.counter)

    def _count_number(self, pocket: Pocket) -> Iterator[Event]:
        self.status_counts[pocket] += 1
        if self.result is None:
            if self.status_counts[pocket] + (pocket in self.winning_lines) >= LINES_TO_CONFIRM:
                yield from self._record_result(pocket)
        elif pocket != self.result and self.status_counts[pocket] == LINES_TO_CONFIRM:
            yield self._device_report("winning_line_contradicts", pocket)

    def _end_spin(self, pocket: Pocket | None) -> Iterator[Event]:
        """The spin is over; `pocket` is what the next status gives as the last number, which alone makes no result."""
        if self.result is None:
            if pocket in (*self.status_counts, *self.winning_lines):
                yield from self._count_number(pocket)
            else:
                yield from self._contradictions()

    def _record_result(self, pocket: Pocket) -> Iterator[Event]:
        if not self.is_spun:
            self.is_spun = True
            yield BallSpun(number=self.counter)
        self.result = pocket
        yield BallRested(pocket=pocket)
        if not self.winning_lines and not self.joined_late:
            yield self._device_report("winning_line_missing")
        if len(self.winning_lines) > 1:
            yield self._device_report("winning_line_doubled", self.winning_lines[1])
        yield from self._contradictions()

    def _contradictions(self) -> Iterator[Event]:
        """The winning lines that name another number than the status lines, or a number where those name none."""
        for pocket in dict.fromkeys(self.winning_lines):
            if pocket != self.result:
                yield self._device_report("winning_line_contradicts", pocket)
        if self.result is None:
            self.winning_lines = []

    def _device_report(self, warning: DeviceWarning, pocket: Pocket | None = None) -> Event:
        return WheelReported(warning=warning, pocket=pocket, counter=self.counter)


def next_counter(counter: int) -> int:
    """The counter of the next game."""
    return counter % LAST_COUNTER + 1


@dataclass
class GameTracker:
    """Goes along the lines of one capture. `rounds` is what the rounds' names begin with."""

    round_prefix: str
    game: WheelGame | None = None
    last_game: WheelGame | None = None
    """The game before, where no counter lies between, as long as the status lines name its number."""
    game_count: int = 0
    early_winning_lines: list[Pocket] = field(default_factory=list)
    """Winning lines before the first status."""

    def apply(self, line: Status | Pocket) -> Iterator[tuple[WheelGame, Event]]:
        """What a line tells, and of which game."""
        if isinstance(line, str):
            yield from self._apply_winning_line(line)
            return
        game = self.game
        if game is None or line.counter != game.counter:
            if game is not None:
                for event in game.end(line):
                    yield game, event
            game = self._next_game(line)
        if game.result is not None:
            self.last_game = None
        if self.last_game and line.state is not State.WINNING_NUMBER:
            for event in self.last_game.apply_last_number(line.pocket):
                yield self.last_game, event
        for event in game.apply_status(line):
            yield game, event

    def _apply_winning_line(self, pocket: Pocket) -> Iterator[tuple[WheelGame, Event]]:
        if self.game is None:
            self.early_winning_lines.append(pocket)
            return
        for event in self.game.apply_winning_line(pocket):
            yield self.game, event

    def _next_game(self, status: Status) -> WheelGame:
        former, self.game_count = self.game, self.game_count + 1
        over = status.state is State.WINNING_NUMBER
        self.game = WheelGame(f"{self.round_prefix}{self.game_count}", status.counter)
        if former is None:
            self.game.joined_late, self.game.winning_lines = over, self.early_winning_lines if over else []
        self.game.counter_skipped = former is not None and status.counter != next_counter(former.counter)
        self.last_game = None if self.game.counter_skipped else former
        return self.game


class WheelMapping(FeedMapping):
    """What the wire does not tell: whose wheel it is."""

    source: Source
    table: Name
    day: Day
    opening: Annotated[TableOpened, AfterValidator(require_game("roulette"))]
    rounds: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$")] = "r"

    @property
    def pockets(self) -> frozenset[Pocket]:
        """The compartments of the wheel, as the table's opening names them."""
        return frozenset(layout_of(self.opening.wheel).wheel)

    @property
    def subject(self) -> str:
        return f"{self.table}/{self.day}"


def parse_wheel_mapping(text: str) -> WheelMapping:
    """A wheel's mapping from its TOML text. Raises MalformedMapping naming the row that is wrong."""
    return parse_mapping(WheelMapping, text)


@dataclass(frozen=True, slots=True)
class CammeghReader:
    """Reads captures of one wheel; `told_by` are the bytes of its mapping, which tell the table's opening."""

    wheel: WheelMapping
    mapping_bytes: bytes

    def __call__(self, stream: BinaryIO) -> Iterator[FeedItem]:
        """The opening before the first good line, then all lines, each numbered by the offset of its first byte."""
        telling = _DeliveryBuilder(self.wheel)
        opening = [accepted_item(0, self.mapping_bytes, telling.opening())]
        for received in confirmed_lines(receive_lines(stream, self.wheel.pockets)):
            if isinstance(received.line, MalformedDelivery):
                why = Refusal("at_byte", byte=received.offset, why=received.line.refusal)
                yield refused_item(received.offset, received.raw, MalformedLine(why, telling.partial()))
                continue
            while opening:
                yield opening.pop()
            yield accepted_item(received.offset, received.raw, telling.deliveries(received.line))


class _DeliveryBuilder:
    """Makes deliveries of what the games tell; their sequence gives the order, and counts no lines that were lost."""

    def __init__(self, mapping: WheelMapping):
        self._wheel = mapping
        self._games = GameTracker(mapping.rounds)
        self._count = 0

    def opening(self) -> list[Delivery]:
        declared = SourceDeclared(about=self._wheel.source, uncertainty_ms=0, counted=False)
        return self._numbered_deliveries((self._wheel.subject, event) for event in (self._wheel.opening, declared))

    def deliveries(self, line: WheelLine) -> list[Delivery]:
        events = () if line is None else self._games.apply(line)
        return self._numbered_deliveries((f"{self._wheel.subject}/{game.round}", event) for game, event in events)

    def partial(self) -> PartialDelivery:
        """Whose a refused line is. It is about the table: a round is told by many lines, and lacks what they all lack."""
        return {"source": self._wheel.source, "subject": self._wheel.subject}

    def _numbered_deliveries(self, events: Iterable[tuple[str, Event]]) -> list[Delivery]:
        deliveries = []
        for subject, event in events:
            self._count += 1
            name = f"{self._wheel.day}.{self._count}"
            deliveries.append(Delivery(event, self._wheel.source, name, self._count, subject))
        return deliveries


_REPORTED: Final = (
    *(TableOpened, SourceDeclared),
    *(RoundOpened, BallSpun, BetsClosed, BallRested, WheelReported, RoundClosed),
)

FORMAT: Final = Format(
    "cammegh",
    lambda _, text: CammeghReader(parse_wheel_mapping(text), text.encode()),
    mapping="a capture of a wheel; name the file that says at which table it stood",
    reports=lambda _: _REPORTED,
)

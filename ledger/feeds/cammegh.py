"""The protocol of a Cammegh wheel: its lines, the games that they tell of, and the events of those.

A line has no checksum, so a single wrong bit can make a good line of another game or state. The wheel says everything
twice a second: what one line tells alone, between lines that agree with one another, is not believed. The status lines
are the result; a bare winning line is another account of it. A number is recorded once two lines have it, of
which one is a status. A program that keeps the wheel's log may note the time at which it received each line.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import IntEnum
from typing import Annotated, BinaryIO, Final, Self
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, model_validator

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery, MalformedMapping
from ledger.events import Event
from ledger.events.play import BetsClosed, RoundClosed, RoundOpened
from ledger.events.table import SourceDeclared, TableOpened
from ledger.events.wheel import BallRested, BallSpun, DeviceWarning, Direction, WheelReported
from ledger.feeds.format_facts import FormatFacts, Handling, Unknown, UnknownPart
from ledger.feeds.formats import Format
from ledger.feeds.local_clock import LARGEST_STEP_BACK_US, Timed, placed_in_time
from ledger.feeds.mapping import FeedMapping, MappingPart, parse_mapping, require_game, require_known_zone
from ledger.feeds.reading import FeedItem, MalformedLine, PartialDelivery, accepted_item, refused_item
from ledger.values.local_times import Instants, gaming_day, instants_of
from ledger.values.money import LARGEST, Count
from ledger.values.pockets import Pocket
from ledger.values.refusals import Refusal
from ledger.values.subjects import Day, Name, Source
from ledger.values.times import format_instant, parse_instant
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

_IGNORED_LINE: Final = re.compile(rb"\*[FYwWMR][ -~]*|\*[a-wyz](?: [ -:<-~]*)?")
"""Lines that tell nothing of a game, and answers to what a program asked of the wheel."""

_WINNING_NUMBER: Final = re.compile(rb"[ 0-9][0-9]")
_FIELDS: Final[dict[str, re.Pattern[bytes]]] = {
    "state": re.compile(rb"[1-6]"),
    "counter": re.compile(rb"[0-9]{3}"),
    "number": re.compile(rb"[ 0-9]{0,2}|[ -/<-~]{1,2}"),
    "warning": re.compile(rb"[0-9A-Fa-f]"),
    "speed": re.compile(rb"[ -:<-~]{0,3}"),
    "direction": re.compile(rb"[ -:<-~]"),
}
"""The fields of a status, and what each must look like. Of the speed and the direction only the width counts: no status
needs them, but one that was cut or glued to another has not all its bytes. The speed is the wheel's, in tenths of a
revolution a minute and without a sign. The last number is one, or stands for none: a digit beside another sign is a byte
that was changed on the way.
"""

_STATUS: Final = re.compile(b";".join(b"(%b)" % form.pattern for form in _FIELDS.values()))
_RESULT_STATE: Final = b"5"
_SPEED: Final = re.compile(rb"[0-9]{3}| [0-9]{2}|  [0-9]")
MOST_SPEED_CHANGE: Final = 10
"""Tenths of a revolution a minute by which the speeds of two statuses may differ, so that one confirms the other."""

_WARNINGS_BY_FLAGS: Final = tuple(frozenset(name for flag, name in WARNINGS.items() if flags & flag) for flags in range(16))

_DIRECTIONS: Final[dict[bytes, Direction]] = {b"0": "cw", b"1": "ccw"}

_LOG_PREFIX: Final = re.compile(rb"\[([0-9]{4}-[0-9]{2}-[0-9]{2}[^\]]{1,40})\] *(?:([A-Za-z][A-Za-z ]*?) *(?:>>>|<<<) ?)?")
"""What a program that keeps a log writes before a line: the time, and from where or to where the line went."""

_LONGEST_SILENCE_US: Final = 5 * 60 * 1_000_000
"""A wheel says something twice a second, so its log skips no hour."""


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
    """A status line. `pocket` is the winning number in the state of that name, in all others that of the game before.

    It is None where no number has come since the wheel was switched on, and where it is neither needed nor readable;
    so are the direction and the speed.
    """

    state: State
    counter: int
    pocket: Pocket | None
    warnings: frozenset[DeviceWarning]
    wheel: Direction | None
    has_no_last: bool = False
    """Whether it says that no number has come since the wheel was switched on."""
    rpm_tenths: int | None = None
    """The speed of the wheel, in tenths of a revolution a minute."""
    is_speed_confirmed: bool = False
    """Whether the next status has nearly the same speed; known of the first status of a phase only."""

    @property
    def phase(self) -> tuple[int, State, Pocket | None]:
        """What lasts for several lines: the game, its state, and in the end its number."""
        return self.counter, self.state, self.pocket if self.state is State.WINNING_NUMBER else None


WheelLine = Status | Pocket | None
"""A status, a bare winning line's number, or a line that tells nothing of a game."""


@dataclass(frozen=True, slots=True)
class ReceivedLine:
    """The bytes of a line, their offset, and what they tell or why they are refused; when it was received, where a log
    says so.
    """

    offset: int
    raw: bytes
    line: WheelLine | MalformedDelivery
    time: str | None = None

    @property
    def status(self) -> Status | None:
        return self.line if isinstance(self.line, Status) else None


def split_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes, bool]]:
    """The stream cut at every line's end and before every line's beginning: each part with its offset, and whether a line's
    end came before it.
    """
    at, held, is_first = 0, b"", True
    while chunk := stream.read(CHUNK):
        text, start = held + chunk, 0
        for found in _BOUNDARY.finditer(text):
            if found.start() > start:
                yield at + start, text[start : found.start()], is_first
                is_first = False
            start, is_first = found.end(), is_first or found.end() > found.start()
        at, held = at + start, text[start:]
        if len(held) > MAX_LINE_BYTES:
            yield at, held, is_first
            at, held, is_first = at + len(held), b"", False
    if held:
        yield at, held, is_first


def receive_lines(stream: BinaryIO, pockets: frozenset[Pocket], log: "WheelLog | None" = None) -> Iterator[ReceivedLine]:
    """All lines of a stream, good and bad, with their times where it is a log.

    Raises MalformedMapping for a log that was not declared.
    """
    if log is None:
        for at, raw, is_first in split_lines(stream):
            if is_first and _LOG_PREFIX.match(raw):
                raise MalformedMapping(_UNDECLARED_LOG)
            yield ReceivedLine(at, raw, _line_or_error(raw, pockets))
        return
    timed = (_received(part, pockets) for part in _logged_parts(stream, log))
    for received, instant, is_open in placed_in_time(timed, _LONGEST_SILENCE_US):
        if is_open and not isinstance(received.line, MalformedDelivery):
            yield replace(received, line=MalformedDelivery("log_time_twice"))
        else:
            yield received if instant is None else replace(received, time=format_instant(instant))


def _line_or_error(raw: bytes, pockets: frozenset[Pocket]) -> WheelLine | MalformedDelivery:
    """What a line tells, or why it is refused."""
    try:
        return parse_line(raw, pockets)
    except MalformedDelivery as error:
        return error


@dataclass(frozen=True, slots=True)
class _LoggedPart:
    """A part of a stream, as a log has it: the wheel's bytes, which are empty in a remark of the log's own."""

    offset: int
    raw: bytes
    text: bytes
    instants: Instants | None = None


_UNDECLARED_LOG: Final = (
    "each line of the file has a time before it; write [log] with zone and uncertainty_ms into the mapping"
)


def _logged_parts(stream: BinaryIO, log: "WheelLog") -> Iterator[_LoggedPart]:
    """The parts of a log without what it wrote before them."""
    instants: Instants | None = None
    is_remark = False
    for offset, raw, is_first in split_lines(stream):
        text = raw
        if is_first:
            instants, is_remark = None, False
            if found := _LOG_PREFIX.match(raw):
                instants = log.instants(found[1])
                text = raw[found.end() :]
                is_remark = not log.is_received(found[2], text)
                text = text.strip().rjust(2) if text.strip() else b""
        yield _LoggedPart(offset, raw, b"" if is_remark else text, instants)


def _received(part: _LoggedPart, pockets: frozenset[Pocket]) -> Timed[ReceivedLine]:
    """A line with the time at which it was received."""
    line: WheelLine | MalformedDelivery = None
    if part.text:
        is_skipped = part.instants == ()
        line = MalformedDelivery("log_time_skipped") if is_skipped else _line_or_error(part.text, pockets)
    return Timed(ReceivedLine(part.offset, part.raw, line), "", part.instants or None)


def parse_line(raw: bytes, pockets: frozenset[Pocket]) -> WheelLine:
    """What a line tells. Raises MalformedDelivery where it is none of this wheel's."""
    if raw.startswith(b"*X;"):
        return _parse_status(raw[len(b"*X;") :], pockets)
    if _WINNING_NUMBER.fullmatch(raw):
        return _parse_pocket(raw, pockets)
    if _IGNORED_LINE.fullmatch(raw):
        return None
    raise MalformedDelivery("wheel_line_unknown")


def _parse_status(fields: bytes, pockets: frozenset[Pocket]) -> Status:
    found = _STATUS.fullmatch(fields)
    if found is None:
        raise _status_error(fields.split(b";"))
    state, counter, number, warning, speed, direction = found.groups()
    if not 1 <= int(counter) <= LAST_COUNTER:
        raise MalformedDelivery("status_counter", counter=int(counter), largest=LAST_COUNTER)
    flags, is_result = int(warning, 16), state == _RESULT_STATE
    if is_result and not _WINNING_NUMBER.fullmatch(number):
        raise MalformedDelivery("status_form", name="number", value=repr(number)[1:42])
    return Status(
        State(int(state)),
        int(counter),
        _parse_pocket(number, pockets) if is_result else _last_number(number, pockets),
        _WARNINGS_BY_FLAGS[flags],
        _DIRECTIONS.get(direction),
        has_no_last=not is_result and not number.strip(),
        rpm_tenths=int(speed) if _SPEED.fullmatch(speed) else None,
    )


def _status_error(fields: list[bytes]) -> MalformedDelivery:
    """What is wrong with the fields of a status."""
    if len(fields) != len(_FIELDS):
        return MalformedDelivery("status_fields", number=len(fields), needed=len(_FIELDS))
    wrong = (
        (name, value) for (name, form), value in zip(_FIELDS.items(), fields, strict=True) if not form.fullmatch(value)
    )
    name, value = next(wrong)
    return MalformedDelivery("status_form", name=name, value=repr(value)[1:42])


def _last_number(number: bytes, pockets: frozenset[Pocket]) -> Pocket | None:
    """The number of the game before, where a status has one that can be read."""
    pocket = number.decode("ascii", "replace").strip()
    return pocket if pocket in pockets else None


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
                yield replace(received, line=_with_speed_confirmed(received.status, following))
                continue
            yield received


def _with_speed_confirmed(status: Status, following: Status | None) -> Status:
    """Return a status with the answer whether the following one confirms its speed."""
    if following is None or status.rpm_tenths is None or following.rpm_tenths is None:
        return status
    return replace(status, is_speed_confirmed=abs(status.rpm_tenths - following.rpm_tenths) <= MOST_SPEED_CHANGE)


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
    has_named_number: bool = False
    """Whether a status of this game, but for the first, named a number."""
    blanks: int = 0
    """How many statuses, one after the other, had no last number."""

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
        if status.state is State.WINNING_NUMBER and status.pocket is not None:
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

    @property
    def is_awaiting_number(self) -> bool:
        """Whether its ball is, or was last seen, in the wheel."""
        return self.is_spun and self.result is None

    def is_restarted(self, status: Status) -> bool:
        """Whether the wheel was switched on again: it counts from 1, or has no last number any more.

        One status without a last number may be a fault of the line, two are not.
        """
        if status.counter != self.counter:
            return status.counter == 1 != next_counter(self.counter)
        self.blanks = self.blanks + 1 if status.has_no_last else 0
        self.has_named_number = self.has_named_number or status.pocket is not None
        return self.has_named_number and self.blanks == LINES_TO_CONFIRM

    def apply_late_number(self, pocket: Pocket) -> Iterator[Event]:
        """The number of its ball, which came when the wheel had been restarted."""
        yield from self._count_number(pocket)

    def apply_last_number(self, pocket: Pocket | None) -> Iterator[Event]:
        """What the next game's status says that this one's number was. Alone it does not make a result."""
        if pocket is not None and (self.result is not None or pocket in self.winning_lines):
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
        speed = status.rpm_tenths if status.is_speed_confirmed else None
        yield BallSpun(wheel=status.wheel, number=self.counter, wheel_rpm_tenths=speed)

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
            if pocket is not None and pocket in (*self.status_counts, *self.winning_lines):
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

    counter_after_restart: int | None = None
    """Under which counter a wheel that was restarted while a ball was in it goes on with that ball's game."""
    unfinished_game: WheelGame | None = None
    """The game before a restart whose ball may still be in the wheel, as long as none was launched since."""

    def apply(self, line: Status | Pocket) -> Iterator[tuple[WheelGame, Event]]:
        """What a line tells, and of which game."""
        if isinstance(line, str):
            yield from self._apply_winning_line(line)
            return
        game = self.game
        if game is not None:
            is_restarted = game.is_restarted(line)
            if self._goes_on_after_restart(game, line, is_restarted=is_restarted):
                self.counter_after_restart, is_restarted = line.counter, False
                line = replace(line, counter=game.counter)
            if is_restarted or line.counter != game.counter:
                for event in game.end(line):
                    yield game, event
                self.unfinished_game = game if is_restarted and game.is_awaiting_number else None
                game = None
        yield from self._apply_status(game or self._next_game(line), line)

    def _apply_status(self, game: WheelGame, status: Status) -> Iterator[tuple[WheelGame, Event]]:
        """What a status tells of its game, and of one before it."""
        if status.state in _SPIN_STATES:
            self.unfinished_game = None
        if self.unfinished_game and status.pocket and status.state is State.WINNING_NUMBER and not game.is_spun:
            for event in self.unfinished_game.apply_late_number(status.pocket):
                yield self.unfinished_game, event
            return
        if game.result is not None:
            self.last_game = None
        if self.last_game and status.state is not State.WINNING_NUMBER:
            for event in self.last_game.apply_last_number(status.pocket):
                yield self.last_game, event
        for event in game.apply_status(status):
            yield game, event

    def _goes_on_after_restart(self, game: WheelGame, status: Status, *, is_restarted: bool) -> bool:
        """Whether a wheel that was restarted with a ball in it goes on with the game of that ball."""
        if status.state not in (State.NO_MORE_BETS, State.WINNING_NUMBER):
            return False
        return status.counter == self.counter_after_restart or (is_restarted and game.is_awaiting_number)

    def _apply_winning_line(self, pocket: Pocket) -> Iterator[tuple[WheelGame, Event]]:
        if self.game is None:
            self.early_winning_lines.append(pocket)
            return
        game = self.game
        if self.last_game and self.last_game.is_awaiting_number and not game.is_spun:
            game = self.last_game
        for event in game.apply_winning_line(pocket):
            yield game, event

    def _next_game(self, status: Status) -> WheelGame:
        former, self.game_count = self.game, self.game_count + 1
        over = status.state is State.WINNING_NUMBER
        self.game = WheelGame(f"{self.round_prefix}{self.game_count}", status.counter)
        self.counter_after_restart = None
        if former is None:
            self.game.joined_late, self.game.winning_lines = over, self.early_winning_lines if over else []
        self.game.counter_skipped = former is not None and status.counter != next_counter(former.counter)
        self.last_game = None if self.game.counter_skipped else former
        return self.game


class WheelLog(MappingPart):
    """A log that a program keeps of a wheel: the time before each line is when the line was received, by the clock of a
    zone, and may be `uncertainty_ms` off. Lines that did not come from the wheel (`received`) are read past.
    """

    zone: Annotated[str, AfterValidator(require_known_zone)]
    uncertainty_ms: Count
    format: str = "%Y-%m-%d %H:%M:%S.%f"
    received: tuple[str, ...] = ("Receive",)

    def instants(self, text: bytes) -> Instants | None:
        """The instants of a time that stands before a line; None where it is not of the log's form."""
        try:
            return instants_of(datetime.strptime(text.decode("ascii", "replace"), self.format), ZoneInfo(self.zone))
        except (ValueError, OverflowError):
            return None

    def is_received(self, direction: bytes | None, text: bytes) -> bool:
        """Whether a line came from the wheel: said so, and no remark of the log in words."""
        is_from_wheel = direction is None or direction.decode() in self.received
        return is_from_wheel and not text.lstrip()[:1].isalpha()


class WheelMapping(FeedMapping):
    """What the wire does not report: whose wheel it is. Without `day` the gaming day is that of each game's beginning in
    the log, by zone and cutoff of the opening.
    """

    source: Source
    table: Name
    day: Day | None = None
    opening: Annotated[TableOpened, AfterValidator(require_game("roulette"))]
    rounds: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$")] = "r"
    log: WheelLog | None = None

    @model_validator(mode="after")
    def _has_a_day(self) -> Self:
        if self.day is None and (self.log is None or "zone" not in self.opening.model_fields_set):
            raise ValueError("needs a day; or a [log], with the zone of the gaming day in [opening]")
        if self.day is None:
            require_known_zone(self.opening.zone)
        return self

    @property
    def pockets(self) -> frozenset[Pocket]:
        """The compartments of the wheel, as the table's opening names them."""
        return frozenset(layout_of(self.opening.wheel).wheel)

    def opening_events(self) -> tuple[Event, Event]:
        """The table's opening, and how far the times of its source may be off."""
        uncertainty_ms = self.log.uncertainty_ms if self.log else 0
        return self.opening, SourceDeclared(about=self.source, uncertainty_ms=uncertainty_ms, counted=False)


def parse_wheel_mapping(text: str) -> WheelMapping:
    """A wheel's mapping from its TOML text. Raises MalformedMapping naming the row that is wrong."""
    return parse_mapping(WheelMapping, text)


_ROUNDS_KEPT: Final = 16
"""A number may come after the next game has begun, but not so many games later."""

_STEPS_OF_GAME: Final = 500
"""Room in the sequence of a log for the events of one game in one millisecond, in which two games may have some."""


@dataclass(frozen=True, slots=True)
class CammeghReader:
    """Reads captures of one wheel; `mapping_bytes` are those of its mapping, which tell the table's opening."""

    wheel: WheelMapping
    mapping_bytes: bytes

    def __call__(self, stream: BinaryIO) -> Iterator[FeedItem]:
        """The opening before the first good line, then all lines, each numbered by the offset of its first byte."""
        wheel = self.wheel
        builder = _LogDeliveries(wheel) if wheel.day is None else _CaptureDeliveries(wheel, f"{wheel.table}/{wheel.day}")
        for received in confirmed_lines(receive_lines(stream, wheel.pockets, wheel.log)):
            try:
                if isinstance(received.line, MalformedDelivery):
                    raise received.line
                deliveries = builder.deliveries(received.line, received.time)
            except MalformedDelivery as error:
                why = Refusal("at_byte", byte=received.offset, why=error.refusal)
                partial = builder.partial(received.time)
                yield refused_item(received.offset, received.raw, MalformedLine(why, partial))
                continue
            for opening in builder.new_openings():
                yield accepted_item(0, self.mapping_bytes, opening)
            yield accepted_item(received.offset, received.raw, deliveries)


class _CaptureDeliveries:
    """Makes deliveries of what the games of one day tell; their sequence gives the order, and counts no lines that were
    lost.
    """

    def __init__(self, wheel: WheelMapping, subject: str):
        self._wheel, self._subject = wheel, subject
        self._games = GameTracker(wheel.rounds)
        self._count = 0
        self._openings = [self._numbered(((subject, event) for event in wheel.opening_events()), None)]

    def new_openings(self) -> list[list[Delivery]]:
        """The openings that belong before the deliveries that were made last."""
        openings, self._openings = self._openings, []
        return openings

    def deliveries(self, line: WheelLine, time: str | None) -> list[Delivery]:
        """Return the deliveries of a line."""
        events = () if line is None else self._games.apply(line)
        return self._numbered(((f"{self._subject}/{game.round}", event) for game, event in events), time)

    def partial(self, _: str | None) -> PartialDelivery:
        """Whose a refused line is. It is about the table: a round is told by many lines, and lacks what they all lack."""
        return {"source": self._wheel.source, "subject": self._subject}

    def _numbered(self, events: Iterable[tuple[str, Event]], time: str | None) -> list[Delivery]:
        deliveries = []
        for subject, event in events:
            self._count += 1
            name = f"{self._wheel.day}.{self._count}"
            deliveries.append(Delivery(event, self._wheel.source, name, self._count, subject, time))
        return deliveries


class _LogDeliveries:
    """Makes deliveries of what the games of a log tell. A game is of the gaming day on which it began. It is named by that
    time in UTC and by the wheel's counter, so that it is the same in every log in which the whole of it is.
    """

    def __init__(self, wheel: WheelMapping):
        self._wheel = wheel
        self._games = GameTracker(wheel.rounds)
        self._time: str | None = None
        self._openings: list[list[Delivery]] = []
        self._opened: str | None = None
        """The day that was opened last; days follow one another."""
        self._rounds: dict[str, _LoggedRound] = {}
        """The rounds that were begun last, by the names that the tracker gives them."""

    def new_openings(self) -> list[list[Delivery]]:
        """The openings that belong before the deliveries that were made last."""
        openings, self._openings = self._openings, []
        return openings

    def deliveries(self, line: WheelLine, time: str | None) -> list[Delivery]:
        """Return the deliveries of a line.

        Raises MalformedDelivery for a line before the log's first time, and for an impossible time.
        """
        latest = self._note_time(time)
        if latest is None:
            raise MalformedDelivery("log_time_missing")
        events = [] if line is None else list(self._games.apply(line))
        return [self._delivery(game, latest, event, time) for game, event in events]

    def partial(self, time: str | None) -> PartialDelivery:
        """Whose a refused line is; it is about the table, on the day of its time."""
        latest = time if time is not None and _is_possible(time) else self._time
        if latest is None:
            return {"source": self._wheel.source}
        return {"source": self._wheel.source, "subject": self._table_day(latest)}

    def _note_time(self, time: str | None) -> str | None:
        """Return the time that places a line: the latest so far, unless the clock went back further than an adjustment."""
        if time is not None and not _is_possible(time):
            raise MalformedDelivery("log_time_impossible")
        if time is not None and (
            self._time is None
            or time > self._time
            or parse_instant(self._time) - parse_instant(time) > LARGEST_STEP_BACK_US
        ):
            self._time = time
        return self._time

    def _table_day(self, time: str) -> str:
        opening = self._wheel.opening
        return f"{self._wheel.table}/{gaming_day(time, ZoneInfo(opening.zone), opening.cutoff)}"

    def _round(self, game: WheelGame, time: str) -> "_LoggedRound":
        if game.round not in self._rounds:
            day, clock = self._table_day(time), time[11:19].replace(":", "")
            self._rounds[game.round] = _LoggedRound(f"{day}/{self._wheel.rounds}{clock}.{game.counter:03}")
            if len(self._rounds) > _ROUNDS_KEPT:
                del self._rounds[next(iter(self._rounds))]
            if day != self._opened:
                self._opened = day
                self._openings.append(self._opening(day))
        return self._rounds[game.round]

    def _opening(self, table_day: str) -> list[Delivery]:
        source, name = self._wheel.source, f"opening.{table_day.partition('/')[2]}"
        events = enumerate(self._wheel.opening_events(), 1)
        return [Delivery(event, source, f"{name}.{number}", number, table_day) for number, event in events]

    def _delivery(self, game: WheelGame, latest: str, event: Event, time: str | None) -> Delivery:
        """An event of a game; in the same millisecond those of a game before come before those of the present one."""
        round_ = self._round(game, latest)
        round_.events += 1
        step = round_.events % _STEPS_OF_GAME + (_STEPS_OF_GAME if game is self._games.game else 0)
        sequence = _first_step(latest) + step
        name = f"{round_.subject.partition('/')[2].replace('/', '.')}.{round_.events}"
        return Delivery(event, self._wheel.source, name, sequence, round_.subject, time)


def _first_step(time: str) -> int:
    """Where in the sequence of a log the events of a time begin."""
    return parse_instant(time) // 1000 * 2 * _STEPS_OF_GAME


def _is_possible(time: str) -> bool:
    """Whether a log of a wheel can be of a time."""
    return 0 < _first_step(time) < LARGEST - 2 * _STEPS_OF_GAME


@dataclass(slots=True)
class _LoggedRound:
    """A round of a log, and how many events it has so far."""

    subject: str
    events: int = 0


_REPORTED: Final = (
    *(TableOpened, SourceDeclared),
    *(RoundOpened, BallSpun, BetsClosed, BallRested, WheelReported, RoundClosed),
)

FORMAT: Final = Format(
    "cammegh",
    lambda _, text: CammeghReader(parse_wheel_mapping(text), text.encode()),
    mapping="a capture of a wheel; name the file that says at which table it stood",
    reports=_REPORTED,
    facts=FormatFacts(
        title="Roulette wheel Cammegh Slingshot 2",
        guide="feeds.md#the-wheel-cammegh-slingshot-2",
        specification="The serial lines of the Slingshot 2: the status `*X` with six fields, and the winning line. Also "
        "a log that a program kept of them. A line carries no version.",
        times="None on the wire. In a log the time before a line is that of its receipt, by the clock of `zone` in "
        "`[log]`, with the uncertainty that is declared there. A time that occurs twice is placed by the lines around it.",
        tables="`table` and `day` of the mapping. Rounds are counted along the wheel's own counter. Of a log without "
        "`day` the gaming day is that of each game's beginning, by `zone` and `cutoff` of the opening; its rounds are "
        "named by that time in UTC.",
        currencies="That of the opening. The wheel reports no bets.",
        unknown=(
            Unknown(UnknownPart.FIELD, "a field more or less than the six of a status", Handling.REFUSED),
            Unknown(
                UnknownPart.WORD,
                "a sign for the speed or the direction, and a last number that the wheel does not have",
                Handling.READ_PAST,
            ),
            Unknown(
                UnknownPart.WORD,
                "a state, a warning, or a winning number that the wheel does not have",
                Handling.REFUSED,
                "the refusal is filed with the table",
            ),
            Unknown(
                UnknownPart.MESSAGE,
                "a line `*F`, `*Y`, `*W`, `*M` or `*R`, and an answer to a program such as `*u 1`",
                Handling.READ_PAST,
            ),
            Unknown(UnknownPart.MESSAGE, "a remark in words in a log", Handling.READ_PAST),
            Unknown(UnknownPart.MESSAGE, "any other line", Handling.REFUSED, "the refusal is filed with the table"),
        ),
    ),
)

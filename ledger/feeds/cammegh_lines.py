"""The lines of a Cammegh wheel: cut out of the bytes, read, and held against the lines around them.

A line has no checksum, so a single wrong bit can make a good line of another game or state. The wheel says everything
twice a second: what one line tells alone, between lines that agree with one another, is not believed.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import BinaryIO, Final

from ledger.errors import MalformedDelivery
from ledger.events.wheel import DeviceWarning, Direction
from ledger.pockets import Pocket

CHUNK: Final = 1 << 16
LONGEST: Final = 1 << 12
"""Bytes without a line's end are cut here, so that a stream of anything is read in bounded memory."""

HELD: Final = 1000
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

_OTHER: Final = re.compile(rb"\*[FYwWMR][ -~]*")
_WIN: Final = re.compile(rb"[ 0-9][0-9]")
_FIELDS: Final = (
    ("state", re.compile(rb"[1-6]")),
    ("counter", re.compile(rb"[0-9]{3}")),
    ("number", _WIN),
    ("warning", re.compile(rb"[0-9A-Fa-f]")),
    ("speed", re.compile(rb"[0-9]{3}")),
    ("direction", re.compile(rb"[01]")),
)
_ALONE: Final = "the status stands alone: the lines before and after it agree that something else was going on"


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
    def moment(self) -> tuple[int, State, Pocket | None]:
        """What lasts for several lines: the game, its state, and in the end its number."""
        return self.counter, self.state, self.pocket if self.state is State.WINNING_NUMBER else None


Line = Status | Pocket | None
"""A status, a bare winning line's number, or a line that tells nothing of a game."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The bytes of a line, their offset, and what they tell or why they are refused."""

    at: int
    raw: bytes
    line: Line | MalformedDelivery

    @property
    def status(self) -> Status | None:
        return self.line if isinstance(self.line, Status) else None


def parts(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The stream cut at every line's end and before every line's beginning, each part with its offset."""
    at, held = 0, b""
    while chunk := stream.read(CHUNK):
        text, start = held + chunk, 0
        for found in _BOUNDARY.finditer(text):
            if found.start() > start:
                yield at + start, text[start : found.start()]
            start = found.end()
        at, held = at + start, text[start:]
        if len(held) > LONGEST:
            yield at, held
            at, held = at + len(held), b""
    if held:
        yield at, held


def heard(stream: BinaryIO, pockets: frozenset[Pocket]) -> Iterator[Heard]:
    """All lines of a stream, good and bad."""
    for at, raw in parts(stream):
        try:
            line: Line | MalformedDelivery = line_of(raw, pockets)
        except MalformedDelivery as error:
            line = error
        yield Heard(at, raw, line)


def line_of(raw: bytes, pockets: frozenset[Pocket]) -> Line:
    """What a line tells. Raises MalformedDelivery where it is none of this wheel's."""
    if raw.startswith(b"*X;"):
        return _status(raw.split(b";")[1:], pockets)
    if _WIN.fullmatch(raw):
        return _pocket(raw, pockets)
    if _OTHER.fullmatch(raw):
        return None
    raise MalformedDelivery("bytes that are no line of this wheel")


def _status(fields: list[bytes], pockets: frozenset[Pocket]) -> Status:
    if len(fields) != len(_FIELDS):
        raise MalformedDelivery(f"the status has {len(fields)} fields after *X, not {len(_FIELDS)}")
    for (name, form), said in zip(_FIELDS, fields, strict=True):
        if not form.fullmatch(said):
            raise MalformedDelivery(f"the status' {name} {repr(said)[1:42]} is not of its form")
    state, counter, number, warning, _, direction = fields
    if not 1 <= int(counter) <= LAST_COUNTER:
        raise MalformedDelivery(f"the status' counter {int(counter)} is not from 1 to {LAST_COUNTER}")
    flags = int(warning, 16)
    return Status(
        State(int(state)),
        int(counter),
        _pocket(number, pockets),
        frozenset(name for flag, name in WARNINGS.items() if flags & flag),
        "ccw" if direction == b"1" else "cw",
    )


def _pocket(number: bytes, pockets: frozenset[Pocket]) -> Pocket:
    pocket = number.decode().lstrip()
    if pocket not in pockets:
        raise MalformedDelivery(f"{pocket} is no compartment of this wheel")
    return pocket


def borne_out(lines: Iterable[Heard]) -> Iterator[Heard]:
    """The same lines, but that a status is refused where the ones before and after it agree that it was not so.

    It is believed at once where it brings a new warning, or the number that a bare winning line has just told. The last
    status of a stream tells nothing as long as nobody knows what comes after it.
    """
    doubt = _Doubt()
    for one in lines:
        yield from doubt.hear(one)
    for one in doubt.waiting:
        yield one if isinstance(one.line, MalformedDelivery) else replace(one, line=None)


@dataclass
class _Doubt:
    """Keeps a status that says something new until the next one comes."""

    moment: tuple[int, State, Pocket | None] | None = None
    """What is believed to be going on."""
    warnings: frozenset[DeviceWarning] = frozenset()
    won: Pocket | None = None
    """The number of a bare winning line since the last status."""
    waiting: list[Heard] = field(default_factory=list)
    """The status that waits, and what was heard after it."""

    def hear(self, one: Heard) -> Iterator[Heard]:
        if self.waiting and not one.status and len(self.waiting) < HELD:
            self.waiting.append(one)
            return
        yield from self._settled(one.status)
        if one.status and not self._believes(one.status):
            self.waiting.append(one)
        else:
            yield one
        if one.status:
            self.warnings, self.won = one.status.warnings, None
        elif isinstance(one.line, str):
            self.won = one.line

    def _believes(self, status: Status) -> bool:
        borne_out = status.state is State.WINNING_NUMBER and status.pocket == self.won
        believed = self.moment in (None, status.moment) or borne_out or bool(status.warnings - self.warnings)
        if believed:
            self.moment = status.moment
        return believed

    def _settled(self, following: Status | None) -> Iterator[Heard]:
        """What waited, now that the next status is known, or that none comes for long."""
        waited, self.waiting = self.waiting, []
        for one in waited:
            if one.status and following and following.moment == self.moment:
                yield replace(one, line=MalformedDelivery(_ALONE))
                continue
            if one.status:
                self.moment = one.status.moment
            yield one

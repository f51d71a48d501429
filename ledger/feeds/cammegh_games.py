"""The games of a Cammegh wheel: what its lines, one after the other, tell of a spin and of what is doubtful in it.

The status lines are the wheel's result; a bare winning line is another account of it. A number is told once two lines
have it, of which one is a status.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ledger.events import Event
from ledger.events.play import BetsClosed, RoundClosed, RoundOpened
from ledger.events.wheel import BallRested, BallSpun, DeviceWarning, WheelReported
from ledger.feeds.cammegh_lines import LAST_COUNTER, State, Status
from ledger.pockets import Pocket

ENOUGH: Final = 2
"""So many lines must have a number before it is told."""

_IN_THE_WHEEL: Final = (State.BALL_IN_RIM, State.NO_MORE_BETS)
_BETWEEN_GAMES: Final = (State.BEFORE_GAME, State.CLOSED)


@dataclass
class Game:
    """A counter of the wheel: its spin, and the spin again where the first one came to nothing."""

    round: str
    counter: int
    skipped: bool = False
    """Whether the counter jumped to this game."""
    joined_late: bool = False
    """Whether its number was up when the capture began, so that a winning line may have gone before."""
    state: State | None = None
    opened: bool = False
    spun: bool = False
    won: list[Pocket] = field(default_factory=list)
    """The bare winning lines of this spin."""
    told: Counter[Pocket] = field(default_factory=Counter)
    """The status lines that tell a number."""
    result: Pocket | None = None
    warned: frozenset[DeviceWarning] = frozenset()
    """The warnings that were told of this spin."""

    def hear(self, status: Status) -> Iterator[Event]:
        """What a status of this game tells."""
        before, self.state = self.state, status.state
        if not self.opened and (status.warnings or status.state not in _BETWEEN_GAMES):
            yield from self._open()
        if status.state in _IN_THE_WHEEL and before not in _IN_THE_WHEEL:
            yield from self._spin(status)
        for warning in sorted(status.warnings - self.warned):
            yield self._reported(warning)
        self.warned |= status.warnings
        if status.state is State.NO_MORE_BETS and before is not State.NO_MORE_BETS:
            yield BetsClosed()
        if status.state is State.WINNING_NUMBER:
            yield from self._number(status.pocket)
        elif before in _IN_THE_WHEEL and status.state not in _IN_THE_WHEEL:
            yield from self._over(status.pocket)

    def hear_win(self, pocket: Pocket) -> Iterator[Event]:
        """What a bare winning line tells: nothing, where it bears out the status lines."""
        self.won.append(pocket)
        if self.result is None:
            if self.told[pocket]:
                yield from self._rest(pocket)
            return
        if len(self.won) == 2:
            yield self._reported("winning_line_doubled", pocket)
        if pocket != self.result:
            yield self._reported("winning_line_contradicts", pocket)

    def end(self, following: Status) -> Iterator[Event]:
        """What is still to be told of the game when the counter goes on. The next status names the result once more."""
        yield from self._over(following.pocket if following.counter == after(self.counter) else None)
        if self.opened:
            yield RoundClosed()

    def named_after(self, pocket: Pocket) -> Iterator[Event]:
        """What the next game's status says that this one's number was. Alone it does not make a result."""
        if self.result is not None:
            yield from self._number(pocket)

    def _open(self) -> Iterator[Event]:
        self.opened = True
        yield RoundOpened(apart=self.skipped)
        if self.skipped:
            yield self._reported("counter_skipped")

    def _spin(self, status: Status) -> Iterator[Event]:
        yield from self._contradicted()
        self.spun, self.won, self.told, self.result = True, [], Counter(), None
        self.warned &= status.warnings
        yield BallSpun(wheel=status.wheel, number=self.counter)

    def _number(self, pocket: Pocket) -> Iterator[Event]:
        self.told[pocket] += 1
        if self.result is None:
            if self.told[pocket] + (pocket in self.won) >= ENOUGH:
                yield from self._rest(pocket)
        elif pocket != self.result and self.told[pocket] == ENOUGH:
            yield self._reported("winning_line_contradicts", pocket)

    def _over(self, pocket: Pocket | None) -> Iterator[Event]:
        """The spin is over; `pocket` is what the next status gives as the last number, which alone makes no result."""
        if self.result is None:
            if pocket in (*self.told, *self.won):
                yield from self._number(pocket)
            else:
                yield from self._contradicted()

    def _rest(self, pocket: Pocket) -> Iterator[Event]:
        if not self.spun:
            self.spun = True
            yield BallSpun(number=self.counter)
        self.result = pocket
        yield BallRested(pocket=pocket)
        if not self.won and not self.joined_late:
            yield self._reported("winning_line_missing")
        if len(self.won) > 1:
            yield self._reported("winning_line_doubled", self.won[1])
        yield from self._contradicted()

    def _contradicted(self) -> Iterator[Event]:
        """The winning lines that name another number than the status lines, or a number where those name none."""
        for pocket in dict.fromkeys(self.won):
            if pocket != self.result:
                yield self._reported("winning_line_contradicts", pocket)
        if self.result is None:
            self.won = []

    def _reported(self, warning: DeviceWarning, pocket: Pocket | None = None) -> Event:
        return WheelReported(warning=warning, pocket=pocket, counter=self.counter)


def after(counter: int) -> int:
    """The counter of the next game."""
    return counter % LAST_COUNTER + 1


@dataclass
class Games:
    """Goes along the lines of one capture. `rounds` is what the rounds' names begin with."""

    rounds: str
    game: Game | None = None
    last: Game | None = None
    """The game before, where no counter lies between, as long as the status lines name its number."""
    count: int = 0
    early: list[Pocket] = field(default_factory=list)
    """Winning lines before the first status."""

    def hear(self, line: Status | Pocket) -> Iterator[tuple[Game, Event]]:
        """What a line tells, and of which game."""
        if isinstance(line, str):
            yield from self._hear_win(line)
            return
        game = self.game
        if game is None or line.counter != game.counter:
            if game is not None:
                for event in game.end(line):
                    yield game, event
            game = self._next(line)
        if game.result is not None:
            self.last = None
        if self.last and line.state is not State.WINNING_NUMBER:
            for event in self.last.named_after(line.pocket):
                yield self.last, event
        for event in game.hear(line):
            yield game, event

    def _hear_win(self, pocket: Pocket) -> Iterator[tuple[Game, Event]]:
        if self.game is None:
            self.early.append(pocket)
            return
        for event in self.game.hear_win(pocket):
            yield self.game, event

    def _next(self, status: Status) -> Game:
        former, self.count = self.game, self.count + 1
        over = status.state is State.WINNING_NUMBER
        self.game = Game(f"{self.rounds}{self.count}", status.counter)
        if former is None:
            self.game.joined_late, self.game.won = over, self.early if over else []
        self.game.skipped = former is not None and status.counter != after(former.counter)
        self.last = None if self.game.skipped else former
        return self.game

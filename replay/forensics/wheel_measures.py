"""How long a wheel stays in each of its states and how fast it turns, and which games are unusual for this wheel.

Durations follow from the times on record, speeds from the spins as the wheel's device reported them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from ledger.entry import Entry
from ledger.events.play import BetsClosed, RoundOpened
from ledger.events.wheel import BallRested, BallSpun
from ledger.values.times import parse_instant

Stage = Literal["betting", "ball_in_rim", "ball_falling", "between_games"]
"""From the opening of a game to its spin, from there to "no more bets", to the number, and to the next opening."""

STAGES: Final[tuple[Stage, ...]] = ("betting", "ball_in_rim", "ball_falling", "between_games")

LEAST_GAMES: Final = 20
"""The least number of games from which a usual range is worked out."""

_FENCE: Final = 3
"""A value is unusual where it is so many times the middle half's breadth away from that half."""

_LEAST_BREADTH_MS: Final = 1000
"""A wheel reports its state twice a second, so durations are not finer."""

_LEAST_BREADTH_RPM_TENTHS: Final = 3
"""The speed of a wheel that turns evenly differs by so many tenths from one status to the next."""


class MeasuredGame(NamedTuple):
    """A value of one game: a duration in milliseconds, or a speed in tenths of a revolution a minute."""

    round: str
    value: int


@dataclass(slots=True)
class MeasuredGames:
    """The values of one kind of a wheel's games; `least_breadth` is in their unit."""

    least_breadth: int
    games: list[MeasuredGame] = field(default_factory=list)

    @property
    def median(self) -> int:
        """The median; of two middle values the lower."""
        return self._at(1, 2)

    @property
    def usual(self) -> tuple[int, int] | None:
        """The least and the greatest usual value; None where too few games are on record."""
        if len(self.games) < LEAST_GAMES:
            return None
        low, high = self._at(1, 4), self._at(3, 4)
        fence = _FENCE * max(high - low, self.least_breadth)
        return max(low - fence, 0), high + fence

    @property
    def unusual(self) -> list[MeasuredGame]:
        """The games outside of the usual range, in their order."""
        usual = self.usual
        return [] if usual is None else [game for game in self.games if not usual[0] <= game.value <= usual[1]]

    def _at(self, part: int, of: int) -> int:
        return sorted(game.value for game in self.games)[(len(self.games) - 1) * part // of]


class WheelMeasures:
    """Gathers the durations of a wheel's games and the wheel's speeds, round by round."""

    def __init__(self) -> None:
        self.by_stage: dict[Stage, MeasuredGames] = {stage: MeasuredGames(_LEAST_BREADTH_MS) for stage in STAGES}
        self.speeds = MeasuredGames(_LEAST_BREADTH_RPM_TENTHS)
        """The speed of the wheel in each spin, also where a game has several."""
        self._last: tuple[str, str, int] | None = None
        """The source, the name and the number's time of the round before."""

    def add(self, name: str, entries: Sequence[Entry]) -> None:
        """Takes in the next round. Only times of the source that reported the spin are compared with one another."""
        last, self._last = self._last, None
        for entry in entries:
            if isinstance(entry.event, BallSpun) and entry.event.wheel_rpm_tenths is not None:
                self.speeds.games.append(MeasuredGame(name, entry.event.wheel_rpm_tenths))
        spin = next((entry for entry in entries if isinstance(entry.event, BallSpun)), None)
        if spin is None:
            return
        times = {
            type(entry.event): parse_instant(entry.delivery.time)
            for entry in entries
            if entry.source == spin.source and entry.delivery.time is not None
        }
        opened, spun, closed, rested = (times.get(kind) for kind in (RoundOpened, BallSpun, BetsClosed, BallRested))
        self._add("betting", name, opened, spun)
        self._add("ball_in_rim", name, spun, closed)
        self._add("ball_falling", name, closed, rested)
        if last is not None and last[0] == spin.source:
            self._add("between_games", last[1], last[2], opened)
        if rested is not None:
            self._last = spin.source, name, rested

    def _add(self, stage: Stage, name: str, begun: int | None, ended: int | None) -> None:
        if begun is not None and ended is not None and ended >= begun:
            self.by_stage[stage].games.append(MeasuredGame(name, (ended - begun) // 1000))

"""How long a wheel stays in each of its states, by the times on record, and which durations are unusual for this wheel."""

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
"""Of fewer games nobody can say what is usual."""

_FENCE: Final = 3
"""A duration is unusual where it is so many times the middle half's breadth away from that half."""

_LEAST_BREADTH_MS: Final = 1000
"""A wheel says its state twice a second, so that durations are no finer."""


class TimedGame(NamedTuple):
    """A duration of one game, in milliseconds."""

    round: str
    milliseconds: int


@dataclass(slots=True)
class StageDurations:
    """The durations of one stage of a wheel's games."""

    games: list[TimedGame] = field(default_factory=list)

    @property
    def median_ms(self) -> int:
        """The middle one; of two the lower."""
        return self._at(1, 2)

    @property
    def usual_ms(self) -> tuple[int, int] | None:
        """The shortest and the longest that is usual; None where too few games are on record."""
        if len(self.games) < LEAST_GAMES:
            return None
        low, high = self._at(1, 4), self._at(3, 4)
        fence = _FENCE * max(high - low, _LEAST_BREADTH_MS)
        return max(low - fence, 0), high + fence

    @property
    def unusual(self) -> list[TimedGame]:
        """The games outside of what is usual, in their order."""
        usual = self.usual_ms
        return [] if usual is None else [game for game in self.games if not usual[0] <= game.milliseconds <= usual[1]]

    def _at(self, part: int, of: int) -> int:
        return sorted(game.milliseconds for game in self.games)[(len(self.games) - 1) * part // of]


class WheelDurations:
    """Gathers the durations of a wheel's games, round by round."""

    def __init__(self) -> None:
        self.by_stage: dict[Stage, StageDurations] = {stage: StageDurations() for stage in STAGES}
        self._last: tuple[str, str, int] | None = None
        """The source, the name and the number's time of the round before."""

    def add(self, name: str, entries: Sequence[Entry]) -> None:
        """Takes in the next round. Only times of the source that reported the spin are compared with one another."""
        last, self._last = self._last, None
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
            self.by_stage[stage].games.append(TimedGame(name, (ended - begun) // 1000))

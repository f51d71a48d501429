"""A table over many days: whether its wheel is fair, whose ball lands where, whose bets follow what nobody could know."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from pydantic import Field

from ledger.errors import UnknownRulebook
from ledger.events.wheel import WheelReported
from ledger.values.document import Document, is_none
from projections.table_days import TableDays
from replay.forensics.foreknowledge import ForeknowledgeBets
from replay.forensics.wheel_measures import MeasuredGames, Stage, WheelMeasures
from replay.forensics.wheels import ArcBets
from replay.games.registry import load_game
from replay.judging.game import BetTrial, TrialKind, WheelSpin
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round


class ArcDocument(Document):
    """The sector that came up most beyond its part: its pockets clockwise, or how many pockets onwards from the last one.

    A fair wheel ever comes to it once in `one_in` at most, however often somebody looks.
    """

    pockets: list[str]
    hits: int
    expected: str
    spins: int
    one_in: int


class DealerSpinsDocument(Document):
    """A dealer's spins: how far the ball landed, in pockets clockwise, from where it had lain before."""

    dealer: str
    spins: int
    offsets: ArcDocument | None


class BettorDocument(Document):
    """A player's bets that could show foreknowledge: how many hit, how many would by chance, how rarely it does that."""

    player: str
    kind: TrialKind
    bets: int
    hits: int
    expected: str
    one_in: int


class TimedGameDocument(Document):
    """How long one game took."""

    round: str
    milliseconds: int


class DurationsDocument(Document):
    """How long the wheel stays in one of its states, in milliseconds, by the times of its own source.

    What is usual follows from the games on record: the middle half, and three times its breadth on either side. It is null
    where they are fewer than twenty. `unusual` are the games outside of it.
    """

    stage: Stage
    games: int
    median_ms: int
    usual_from_ms: int | None
    usual_to_ms: int | None
    unusual: list[TimedGameDocument]


class SpeedGameDocument(Document):
    """The speed of the wheel in one spin of a game."""

    round: str
    rpm_tenths: int


class SpeedsDocument(Document):
    """How fast the wheel turned when the ball was spun, in tenths of a revolution a minute, as its device measured it.

    A speed has no sign: the wheel's direction is in each spin. The usual range follows from the spins on record, as that of
    durations does; it is null where they are fewer than twenty. `unusual` are the spins outside of it.
    """

    spins: int
    median_rpm_tenths: int
    usual_from_rpm_tenths: int | None
    usual_to_rpm_tenths: int | None
    unusual: list[SpeedGameDocument]


class ExaminedTableDocument(Document):
    """What the record of a table's days says of its wheel and of who bets at it. Questions for a person, no verdicts."""

    table: str
    days: int
    rounds: int
    spins: int
    wheel: ArcDocument | None
    warnings: dict[str, int]
    durations: list[DurationsDocument] | None = Field(None, exclude_if=is_none)
    """Absent where no source of the wheel sends times."""
    speeds: SpeedsDocument | None = Field(None, exclude_if=is_none)
    """Absent where no source of the wheel reports its speed."""
    dealers: list[DealerSpinsDocument]
    bettors: list[BettorDocument]


def examine_table(
    table_days: TableDays, table: str, days: Iterable[str], progress: Callable[[int], None] = lambda _: None
) -> ExaminedTableDocument:
    """Examines these days of a table, in order. A day without an edition in force is passed over."""
    found, number_of_days = _TableExamination(), 0
    for day in days:
        try:
            rounds = table_days.get(day).rounds.values()
        except UnknownRulebook:
            continue
        number_of_days += 1
        for round_ in rounds:
            found.add(round_)
        progress(1)
    return found.document(table, number_of_days)


class _TableExamination:
    """What is gathered of a table, round by round."""

    def __init__(self) -> None:
        self.rounds = 0
        self.warnings: Counter[str] = Counter()
        self._measures = WheelMeasures()
        self._wheels: dict[tuple[str, ...], ArcBets] = {}
        self._offsets: dict[tuple[tuple[str, ...], str], ArcBets] = {}
        self._last: WheelSpin | None = None
        self._bettors: dict[tuple[str, TrialKind], ForeknowledgeBets] = {}

    def add(self, round_: Round) -> None:
        """Takes in the next round of the table."""
        self.rounds += 1
        game = load_game(round_.edition.game)
        self._measures.add(round_.name, [entry.entry for entry in round_.entries])
        self.warnings.update(event.warning for _, event in round_.entries_of(WheelReported))
        spin = game.spin_of(round_)
        if spin is not None:
            self._add_spin(spin, round_.dealer)
        for trial in game.bet_trials(round_, Rules(round_.edition)):
            self._add_trial(trial)

    def _add_spin(self, spin: WheelSpin, dealer: str | None) -> None:
        place = spin.wheel.index(spin.pocket)
        self._wheels.setdefault(spin.wheel, ArcBets(len(spin.wheel))).add(place)
        if self._last is not None and self._last.wheel == spin.wheel and dealer is not None:
            offset = (place - spin.wheel.index(self._last.pocket)) % len(spin.wheel)
            self._offsets.setdefault((spin.wheel, dealer), ArcBets(len(spin.wheel))).add(offset)
        self._last = spin

    def _add_trial(self, trial: BetTrial) -> None:
        bets = self._bettors.setdefault((trial.player, trial.kind), ForeknowledgeBets())
        if trial.predicted is None:
            bets.follow_win(won=trial.happened, chance=trial.chance)
        else:
            bets.follow_sign(happened=trial.happened, chance=trial.chance, predicted=trial.predicted)

    def document(self, table: str, days: int) -> ExaminedTableDocument:
        """All of it. Dealers and players stand in the order of their ids, which says nothing of anybody."""
        wheels = [_arc(bets, wheel) for wheel, bets in self._wheels.items()]
        dealers = [
            DealerSpinsDocument(dealer=dealer, spins=bets.spins, offsets=_arc(bets, tuple(map(str, range(len(wheel))))))
            for (wheel, dealer), bets in sorted(self._offsets.items(), key=lambda item: item[0][1])
        ]
        bettors = [
            BettorDocument(
                player=player,
                kind=kind,
                bets=bets.trials,
                hits=bets.hits,
                expected=_decimal(bets.expected.numerator, bets.expected.denominator),
                one_in=bets.one_in,
            )
            for (player, kind), bets in sorted(self._bettors.items())
        ]
        return ExaminedTableDocument(
            table=table,
            days=days,
            rounds=self.rounds,
            spins=sum(bets.spins for bets in self._wheels.values()),
            wheel=max(filter(None, wheels), key=lambda arc: arc.one_in, default=None),
            warnings=dict(sorted(self.warnings.items())),
            durations=list(_durations(self._measures)) or None,
            speeds=_speeds(self._measures.speeds) if self._measures.speeds.games else None,
            dealers=dealers,
            bettors=bettors,
        )


def _durations(measures: WheelMeasures) -> Iterator[DurationsDocument]:
    for stage, durations in measures.by_stage.items():
        if durations.games:
            usual_from, usual_to = durations.usual or (None, None)
            yield DurationsDocument(
                stage=stage,
                games=len(durations.games),
                median_ms=durations.median,
                usual_from_ms=usual_from,
                usual_to_ms=usual_to,
                unusual=[TimedGameDocument(round=game.round, milliseconds=game.value) for game in durations.unusual],
            )


def _speeds(speeds: MeasuredGames) -> SpeedsDocument:
    usual_from, usual_to = speeds.usual or (None, None)
    return SpeedsDocument(
        spins=len(speeds.games),
        median_rpm_tenths=speeds.median,
        usual_from_rpm_tenths=usual_from,
        usual_to_rpm_tenths=usual_to,
        unusual=[SpeedGameDocument(round=game.round, rpm_tenths=game.value) for game in speeds.unusual],
    )


def _arc(bets: ArcBets, names: tuple[str, ...]) -> ArcDocument | None:
    bets.look()
    arc = bets.highest_at
    if arc is None:
        return None
    pockets = [names[(arc.first + n) % len(names)] for n in range(arc.width)]
    expected = _decimal(arc.spins * arc.width, len(names))
    return ArcDocument(pockets=pockets, hits=arc.hits, expected=expected, spins=arc.spins, one_in=bets.one_in)


def _decimal(numerator: int, denominator: int) -> str:
    """A number to one decimal."""
    tenths = (20 * numerator + denominator) // (2 * denominator)
    return f"{tenths // 10}.{tenths % 10}"

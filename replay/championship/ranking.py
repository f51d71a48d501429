"""Who goes on from a round, and which review decided it where the result was drawn at the line."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from replay.championship import parameters
from replay.championship.scores import Points, RoundRecord, SatExercise
from replay.rulebooks.rules import Rules


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a round comes to. Those `drawn` are level at the line, with `places` left between them.

    `decided_by` are the reviews that separated drawn contestants at the line, in their order; two readings that send
    the same on may differ in it. `level` are those whose results were drawn there, before any review, for `level_places`.
    """

    advance: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    places: int = 0
    unscored: tuple[str, ...] = ()
    decided_by: tuple[str, ...] = field(default=(), compare=False)
    level: tuple[str, ...] = field(default=(), compare=False)
    level_places: int = field(default=0, compare=False)

    @property
    def decided(self) -> bool:
        """Whether it is known who goes on."""
        return not self.drawn and not self.unscored


@dataclass(frozen=True, slots=True)
class _RankLine:
    """Contestants in the order of some points: who is above the line, and who is level on it."""

    above: tuple[str, ...]
    level: tuple[str, ...]
    places: int


WithdrawnPlace = Literal["next", "empty"]
"""Who has the place of a contestant who withdrew: the next in the ranking, or nobody."""


def rank(
    record: RoundRecord, rules: Rules, exercises: int | None = None, withdrawn_place: WithdrawnPlace = "next"
) -> Ranking:
    """Who goes on by the rules; with only so many of the exercises where their number is given.

    A contestant who withdrew does not go on. Without scores the contestant has no place in the round either.
    """
    out = {name for name in record.withdrawn if withdrawn_place == "next" or name not in record.points}
    ranked = tuple(name for name in record.contestants if name not in out)
    unscored = tuple(name for name in ranked if name not in record.points)
    if unscored:
        return Ranking(unscored=unscored)
    sat = record.exercises if exercises is None else record.exercises[:exercises]
    known = replace(record, contestants=ranked, exercises=sat)

    def under(result: str) -> dict[str, Ranking]:
        return {of: _rank_by(known, result, of, rules) for of in ("round", "rounds")}

    return rules.evaluate(parameters.CRITERIA_OF, rules.evaluate(parameters.RESULT_IS, under).__getitem__)


def _rank_by(record: RoundRecord, result: str, criteria_of: str, rules: Rules) -> Ranking:
    """The ranking where the result is `given` or the `sum`, and the criteria are of the `round` or of all `rounds`."""
    results = {name: _result(record.points[name], result) for name in record.contestants}
    line = _split_at_line(record.contestants, record.places, results)
    drawn, gone, decided = line, line.above, list[str]()
    for review, points, absent in _reviews(record, criteria_of, rules) if line.level else ():
        line = _without(line, absent)
        gone += line.above
        if not line.level or (found := points(line.level)) is None:
            break
        before, line = line, _split_at_line(line.level, line.places, found)
        gone += line.above
        if line.level != before.level:
            decided.append(review)
        if not line.level:
            break
    line = _without(line, record.withdrawn)
    gone += line.above
    went_on = tuple(name for name in record.contestants if name in gone and name not in record.withdrawn)
    return Ranking(
        went_on,
        line.level,
        line.places,
        decided_by=tuple(decided),
        level=drawn.level,
        level_places=drawn.places,
    )


def _result(points: Points, result: str) -> int:
    return points.given_result if result == "given" else points.sum


def _split_at_line(names: tuple[str, ...], places: int, points: Mapping[str, int]) -> _RankLine:
    """Parts contestants at the line after so many places."""
    if places >= len(names):
        return _RankLine(names, (), 0)
    last = sorted((points[name] for name in names), reverse=True)[places - 1]
    above = tuple(name for name in names if points[name] > last)
    level = tuple(name for name in names if points[name] == last)
    if len(above) + len(level) == places:
        return _RankLine((*above, *level), (), 0)
    return _RankLine(above, level, places - len(above))


def _without(line: _RankLine, absent: Collection[str]) -> _RankLine:
    """Return the line once some of those level on it have left; who is left may all go on then."""
    level = tuple(name for name in line.level if name not in absent)
    if len(level) < len(line.level) and len(level) <= line.places:
        return _RankLine(level, (), 0)
    return _RankLine((), level, line.places)


Names = tuple[str, ...]
Review = Callable[[Names], Mapping[str, int] | None]
"""What some contestants are compared by, more being better; None where that is not known yet."""


def _reviews(record: RoundRecord, criteria_of: str, rules: Rules) -> Iterator[tuple[str, Review, Collection[str]]]:
    """The reviews of a drawn result in their order, each with its name and who had withdrawn without sitting it."""
    points = record.points if criteria_of == "round" else record.points_so_far
    for criterion in rules.value(parameters.CRITERIA):
        yield criterion, partial(_by_criterion, points, criterion), ()
    if not rules.value(parameters.EXERCISE):
        return
    for sat in record.exercises:
        absent = set(record.withdrawn) - set(sat.marks)
        yield f"exercise {sat.number} {rules.value(parameters.FIRST_BY)}", partial(_exercise_review, sat, sat.marks), absent
        if rules.value(parameters.THEN_BY) == "time":
            faster = {name: -time for name, time in sat.times_ms.items()}
            yield f"exercise {sat.number} time", partial(_exercise_review, sat, faster), absent
        if rules.value(parameters.EXERCISE_AGAIN) == "never":
            return


def _by_criterion(points: Mapping[str, Points], criterion: str, names: Names) -> Mapping[str, int]:
    return {name: int(getattr(points[name], criterion)) for name in names}


def _exercise_review(exercise: SatExercise, points: Mapping[str, int], names: Names) -> Mapping[str, int] | None:
    """An exercise that not all of them sat separates nobody."""
    if not set(names) <= set(exercise.contestants):
        return dict.fromkeys(names, 0)
    return points if set(names) <= set(points) else None

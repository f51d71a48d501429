"""A championship judged: its rounds under each reading that matters, and what was not as the rules have it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ledger.championships.championship import Championship
from ledger.events.championships import ContestantsAdvanced, DisputeSettled, RoundScheduled
from replay.championship import parameters
from replay.championship.checks import conduct, found
from replay.championship.ranking import Ranking, rank
from replay.championship.scores import RoundRecord, Sat, round_record
from replay.judging.finding import Finding, cited, in_order
from replay.rulebooks.edition import Edition, Readings
from replay.rulebooks.rules import Branch, Rules, branches

Editions = Callable[[str], Edition]
"""The edition of the championship's rules in force at a time."""

State = Literal["scores", "exercise", "decided", "refer"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A round under one choice of readings."""

    ranking: Ranking
    findings: tuple[Finding, ...]
    cites: frozenset[str]


@dataclass(frozen=True, slots=True)
class RoundJudged:
    """A round under every choice of readings that makes a difference."""

    record: RoundRecord
    branches: tuple[Branch[Judged], ...]

    @property
    def state(self) -> State:
        """Whether scores or an exercise are waited for, it is decided who goes on, or readings differ."""
        first = self.branches[0].outcome.ranking
        if any(branch.outcome.ranking != first for branch in self.branches):
            return "refer"
        return "scores" if first.unscored else "exercise" if first.drawn else "decided"

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is found whichever reading holds."""
        return tuple(f for f in self.branches[0].outcome.findings if all(f in b.outcome.findings for b in self.branches))


@dataclass(frozen=True, slots=True)
class ChampionshipJudged:
    """A championship as far as it has come."""

    championship: Championship
    edition: Edition
    rounds: Mapping[int, RoundJudged]
    findings: tuple[Finding, ...]

    @property
    def authority(self) -> str | None:
        """Who must decide, where readings differ."""
        return self.edition.authority if any(one.state == "refer" for one in self.rounds.values()) else None


def judge(
    one: Championship, editions: Editions, roulette: Edition, at_tables: Sequence[Finding] = ()
) -> ChampionshipJudged:
    """Judges a championship that has been opened: each round by the edition in force when it was played.

    `at_tables` are the findings on what was played at its tables.
    """
    rounds = {number: _round(one, number, editions, Rules(roulette)) for number in one.rounds}
    now = editions(one.acts[-1].at)
    found_now = (*conduct(one, Rules(now)), *at_tables, *(f for judged in rounds.values() for f in judged.findings))
    return ChampionshipJudged(one, now, rounds, in_order(found_now))


def _round(one: Championship, number: int, editions: Editions, roulette: Rules) -> RoundJudged:
    scheduled = next(act for act in one.acts if isinstance(act.event, RoundScheduled) and act.event.round == number)
    first = round_record(one, number, Rules(editions(scheduled.at)), roulette)
    edition = editions(first.played).with_resolved(readings_settled(one, number))
    record = round_record(one, number, Rules(edition), roulette)
    return RoundJudged(record, tuple(branches(edition, lambda rules: _judged(record, rules))))


def readings_settled(one: Championship, number: int) -> dict[str, str]:
    """The readings by which disputes were settled that hold for a round.

    They hold from the disputed round on; where no round was disputed, for what was not yet decided.
    """
    resolved: dict[str, str] = {}
    decided: set[int] = set()
    for act in one.acts:
        if isinstance(act.event, ContestantsAdvanced):
            decided.add(act.event.round)
        if isinstance(act.event, DisputeSettled) and act.event.clause and act.event.reading:
            disputed = one.disputes[act.event.dispute].round
            if number >= disputed if disputed is not None else number not in decided:
                resolved[act.event.clause] = act.event.reading
    return resolved


def _judged(record: RoundRecord, rules: Rules) -> Judged:
    with rules.scope() as cites:
        ranking = rank(record, rules)
        findings = (*_exercises(record, rules), *_advanced(record, ranking, rules, cites))
    return Judged(ranking, in_order(findings), frozenset(cites))


def _exercises(record: RoundRecord, rules: Rules) -> Iterator[Finding]:
    """Each exercise is for those, and all those, who were drawn at the line when it was set."""
    for number, sat in enumerate(record.exercises):
        drawn = rank(record, rules, number).drawn
        about = {"exercise": sat.number, "round": record.number}
        for why in sat.impossible:
            yield from found("impossible_exercise", sat.position, rules, why=why, **about)
        if not _on_a_wheel_of_the_rules(sat, rules):
            yield from found("exercise_on_another_wheel", sat.position, rules, **about)
        for name in (name for name in sat.contestants if name in record.contestants and name not in drawn):
            yield from found("exercise_not_due", sat.position, rules, contestant=name, **about)
        for name in (name for name in drawn if name not in sat.contestants):
            yield from found("exercise_left_out", sat.position, rules, contestant=name, **about)


def _on_a_wheel_of_the_rules(sat: Sat, rules: Rules) -> bool:
    """Whether an exercise is on the rules' wheel; where they leave it open, on one of those that may be meant."""
    value, clause = rules.edition.values[parameters.WHEEL.name]
    if not isinstance(value, Readings):
        return bool(sat.wheel == value)
    settled = rules.edition.resolved.get(clause)
    return sat.wheel in ([value.by_letter[settled]] if settled else value.by_letter.values())


def _advanced(record: RoundRecord, ranking: Ranking, rules: Rules, cites: set[str]) -> Iterator[Finding]:
    """Who went on by the record against who does by the rules."""
    if record.advanced is None or record.advanced_at is None:
        return
    at, gone = record.advanced_at, record.advanced
    for name in ranking.unscored:
        yield from found("missing_scores", at, rules, contestant=name, round=record.number)
    if ranking.unscored:
        return
    due = set(ranking.advance)
    possible = due | set(ranking.drawn)
    if not due <= set(gone) or not set(gone) <= possible or len(gone) != len(due) + ranking.places:
        said = {"gone": _names(gone), "due": _due(ranking)}
        for finding in found("wrong_advance", at, rules, round=record.number, **said):
            yield Finding(finding.kind, cited({*finding.clauses, *cites}), at, finding.about)
        return
    drawn = _names(ranking.drawn)
    for name in (name for name in gone if name in ranking.drawn):
        yield from found("undecided_advance", at, rules, contestant=name, round=record.number, drawn=drawn)


def _due(ranking: Ranking) -> str:
    sure = _names(ranking.advance)
    if not ranking.drawn:
        return sure
    rest = f"{ranking.places} of {_names(ranking.drawn)}, who are drawn"
    return f"{sure} and {rest}" if sure else rest


def _names(names: Sequence[str]) -> str:
    return ", ".join(names)

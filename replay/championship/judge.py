"""A championship judged: its rounds under each reading that matters, and what was not as the rules have it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from ledger.championships.championship import Championship
from ledger.events.championships import ContestantsAdvanced, DisputeSettled, RoundScheduled
from replay.championship import parameters
from replay.championship.checks import conduct_findings, rule_finding
from replay.championship.ranking import Ranking, WithdrawnPlace, rank
from replay.championship.scores import RoundRecord, SatExercise, round_record, withdrawals
from replay.judging.finding import Finding, Phase, declare, sorted_clauses, sorted_findings
from replay.rulebooks.edition import Edition, ValueByReading
from replay.rulebooks.rules import Branch, Rules, judge_branches

declare(
    __name__,
    Phase.CHAMPIONSHIP,
    "record",
    {
        "missing_scores": "Round {round} was decided although {contestant} has no scores in it.",
        "impossible_exercise": "Nobody could answer exercise {exercise} of round {round}: {why}.",
        "exercise_on_another_wheel": "Exercise {exercise} of round {round} was set for a wheel other than the one in the "
        "rules.",
        "exercise_not_due": "Exercise {exercise} was set for {contestant}, who was not tied at the line of round {round}.",
        "exercise_left_out": "Exercise {exercise} was set without {contestant}, who was tied at the line of round {round}.",
        "undecided_advance": "{contestant} advanced from round {round} although {drawn} were still tied for the "
        "last place.",
        "wrong_advance": "From round {round} {gone} advanced; under the rules it is {due}.",
    },
)


EditionAt = Callable[[str], Edition]
"""The edition of the championship's rules in force at a time."""

RoundState = Literal["scores", "exercise", "decided", "refer"]


@dataclass(frozen=True, slots=True)
class RoundJudgement:
    """A round under one choice of readings."""

    ranking: Ranking
    findings: tuple[Finding, ...]
    cited_clauses: frozenset[str]
    withdrawn_place: WithdrawnPlace | None = None
    """Who has the place of a contestant who withdrew, where the rules do not say so and it makes a difference."""


@dataclass(frozen=True, slots=True)
class JudgedRound:
    """A round under every choice of readings that makes a difference."""

    record: RoundRecord
    branches: tuple[Branch[RoundJudgement], ...]
    edition: Edition

    @property
    def state(self) -> RoundState:
        """Whether scores or an exercise are waited for, it is decided who goes on, or readings differ."""
        first = self.branches[0].outcome.ranking
        if any(branch.outcome.ranking != first for branch in self.branches):
            return "refer"
        return "scores" if first.unscored else "exercise" if first.drawn else "decided"

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is found whichever reading holds."""
        by_branch = [branch.outcome.findings for branch in self.branches]
        return tuple(_under_all(finding, by_branch) for finding in by_branch[0] if _is_under_all(finding, by_branch))


def _is_under_all(finding: Finding, by_branch: Sequence[Sequence[Finding]]) -> bool:
    """Whether a finding is made under every reading; an advance is wrong whatever each reading has instead of it."""
    if finding.kind != "wrong_advance":
        return all(finding in findings for findings in by_branch)
    return all(any(other.kind == finding.kind for other in findings) for findings in by_branch)


def _under_all(finding: Finding, by_branch: Sequence[Sequence[Finding]]) -> Finding:
    """Return a finding that is made under every reading, with all that may be due instead."""
    if finding.kind != "wrong_advance":
        return finding
    found = [other for findings in by_branch for other in findings if other.kind == finding.kind]
    due = " or ".join(dict.fromkeys(str(other.particulars["due"]) for other in found))
    clauses = sorted_clauses({clause for other in found for clause in other.clauses})
    return replace(finding, clauses=clauses, particulars={**finding.particulars, "due": due})


@dataclass(frozen=True, slots=True)
class JudgedChampionship:
    """A championship as far as it has come."""

    championship: Championship
    edition: Edition
    rounds: Mapping[int, JudgedRound]
    findings: tuple[Finding, ...]

    @property
    def authority(self) -> str | None:
        """Who must decide, where readings differ."""
        return (
            self.edition.authority if any(judged_round.state == "refer" for judged_round in self.rounds.values()) else None
        )


def judge(
    championship: Championship, edition_lookup: EditionAt, roulette: Edition, table_findings: Sequence[Finding] = ()
) -> JudgedChampionship:
    """Judges a championship that has been opened: each round by the edition in force when it was played.

    `table_findings` are the findings on what was played at its tables.
    """
    rounds = {number: _judge_round(championship, number, edition_lookup, Rules(roulette)) for number in championship.rounds}
    now = edition_lookup(championship.acts[-1].at)
    found_now = (
        *conduct_findings(championship, Rules(now), _substitutes(championship, rounds)),
        *table_findings,
        *(f for judged in rounds.values() for f in judged.findings),
    )
    return JudgedChampionship(championship, now, rounds, sorted_findings(found_now))


def _judge_round(championship: Championship, number: int, edition_lookup: EditionAt, roulette: Rules) -> JudgedRound:
    scheduled = next(
        act for act in championship.acts if isinstance(act.event, RoundScheduled) and act.event.round == number
    )
    first = round_record(championship, number, Rules(edition_lookup(scheduled.at)), roulette)
    edition = edition_lookup(first.played_at).with_resolutions(settled_readings(championship, number))
    record = round_record(championship, number, Rules(edition), roulette)
    return JudgedRound(record, judge_places(record, edition), edition)


def judge_places(record: RoundRecord, edition: Edition) -> tuple[Branch[RoundJudgement], ...]:
    """Judge a round; where the rules are silent on the place of a contestant who withdrew, with either answer.

    Who goes on is the Director's decision: an advance that is right with one answer only has chosen it.
    """
    place = Rules(edition).value_uncited(parameters.WITHDRAWN_PLACE)
    if place != "refer":
        return tuple(judge_branches(edition, partial(_judge_reading, record, place)))
    by_next = judge_branches(edition, partial(_judge_reading, record, "next"))
    by_empty = judge_branches(edition, partial(_judge_reading, record, "empty"))
    if _results(by_next) == _results(by_empty):
        return tuple(by_next)
    both = (_with_place(by_next, "next"), _with_place(by_empty, "empty"))
    if record.advanced is not None:
        kept = [branches for branches in both if any(_is_advance_right(branch) for branch in branches)]
        if len(kept) == 1:
            return kept[0]
    return (*both[0], *both[1])


def _with_place(branches: Sequence[Branch[RoundJudgement]], place: WithdrawnPlace) -> tuple[Branch[RoundJudgement], ...]:
    return tuple(replace(branch, outcome=replace(branch.outcome, withdrawn_place=place)) for branch in branches)


def _results(branches: Sequence[Branch[RoundJudgement]]) -> list[object]:
    return [(branch.choices, branch.outcome.ranking, branch.outcome.findings) for branch in branches]


def _is_advance_right(branch: Branch[RoundJudgement]) -> bool:
    return branch.outcome.ranking.decided and not any(f.kind == "wrong_advance" for f in branch.outcome.findings)


def _substitutes(championship: Championship, rounds: Mapping[int, JudgedRound]) -> dict[int, frozenset[str]]:
    """Return, by round, who may deal in it for contestants who advanced to it and withdrew before it was scheduled.

    They are next in the ranking of the round before. Whether anybody takes such a place the rules do not say.
    """
    found: dict[int, frozenset[str]] = {}
    for number, judged in rounds.items():
        if (before := rounds.get(number - 1)) is None or before.record.advanced is None:
            continue
        withdrawn = withdrawals(championship, judged.record.scheduled_at)
        if set(withdrawn) & set(before.record.advanced):
            record = replace(before.record, withdrawn=withdrawn)
            rankings = [branch.outcome for branch in judge_branches(before.edition, partial(rank, record))]
            found[number] = frozenset(name for ranking in rankings for name in (*ranking.advance, *ranking.drawn))
    return found


def settled_readings(championship: Championship, number: int) -> dict[str, str]:
    """The readings by which disputes were settled that hold for a round.

    They hold from the disputed round on; where no round was disputed, for what was not yet decided.
    """
    resolved: dict[str, str] = {}
    decided: set[int] = set()
    for act in championship.acts:
        if isinstance(act.event, ContestantsAdvanced):
            decided.add(act.event.round)
        if isinstance(act.event, DisputeSettled) and act.event.clause and act.event.reading:
            disputed = championship.disputes[act.event.dispute].round
            if number >= disputed if disputed is not None else number not in decided:
                resolved[act.event.clause] = act.event.reading
    return resolved


def _judge_reading(record: RoundRecord, place: WithdrawnPlace, rules: Rules) -> RoundJudgement:
    with rules.scope() as cites:
        ranking = rank(record, rules, withdrawn_place=place)
        findings = (*_exercise_findings(record, place, rules), *_advance_findings(record, ranking, rules, cites))
    return RoundJudgement(ranking, sorted_findings(findings), frozenset(cites))


def _exercise_findings(record: RoundRecord, place: WithdrawnPlace, rules: Rules) -> Iterator[Finding]:
    """Each exercise is for those, and all those, who were drawn at the line when it was set."""
    for number, sat in enumerate(record.exercises):
        then = {name: position for name, position in record.withdrawn.items() if position < sat.position}
        drawn = rank(replace(record, withdrawn=then), rules, number, place).drawn
        about = {"exercise": sat.number, "round": record.number}
        for why in sat.impossible_wagers:
            yield from rule_finding("impossible_exercise", sat.position, rules, why=why, **about)
        if not _is_on_allowed_wheel(sat, rules):
            yield from rule_finding("exercise_on_another_wheel", sat.position, rules, **about)
        for name in (name for name in sat.contestants if name in record.contestants and name not in drawn):
            yield from rule_finding("exercise_not_due", sat.position, rules, contestant=name, **about)
        for name in (name for name in drawn if name not in sat.contestants):
            yield from rule_finding("exercise_left_out", sat.position, rules, contestant=name, **about)


def _is_on_allowed_wheel(exercise: SatExercise, rules: Rules) -> bool:
    """Whether an exercise is on the rules' wheel; where they leave it open, on one of those that may be meant."""
    value, clause = rules.edition.values[parameters.WHEEL.name]
    if not isinstance(value, ValueByReading):
        return bool(exercise.wheel == value)
    settled = rules.edition.resolved_letters.get(clause)
    return exercise.wheel in ([value.by_letter[settled]] if settled else value.by_letter.values())


def _advance_findings(record: RoundRecord, ranking: Ranking, rules: Rules, clauses: set[str]) -> Iterator[Finding]:
    """Who went on by the record against who does by the rules."""
    if record.advanced is None or record.advanced_at is None:
        return
    at, gone = record.advanced_at, record.advanced
    for name in ranking.unscored:
        yield from rule_finding("missing_scores", at, rules, contestant=name, round=record.number)
    if ranking.unscored:
        return
    due = set(ranking.advance)
    possible = due | set(ranking.drawn)
    if not due <= set(gone) or not set(gone) <= possible or len(gone) != len(due) + ranking.places:
        particulars = {"gone": _join_names(gone), "due": _due_text(ranking)}
        for finding in rule_finding("wrong_advance", at, rules, round=record.number, **particulars):
            yield Finding(finding.kind, sorted_clauses({*finding.clauses, *clauses}), at, finding.particulars)
        return
    drawn = _join_names(ranking.drawn)
    for name in (name for name in gone if name in ranking.drawn):
        yield from rule_finding("undecided_advance", at, rules, contestant=name, round=record.number, drawn=drawn)


def _due_text(ranking: Ranking) -> str:
    sure = _join_names(ranking.advance)
    if not ranking.drawn:
        return sure or "nobody"
    rest = f"{ranking.places} of {_join_names(ranking.drawn)}, who are drawn"
    return f"{sure} and {rest}" if sure else rest


def _join_names(names: Sequence[str]) -> str:
    return ", ".join(names)

"""Which possible orders of a round, and which sources' versions of it, are branches of its ruling.

What differs in nothing that matters is no branch. A version that is silent on the payments contradicts none. Where versions
differ, none of them closes a question that another one raises.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple, get_args

from ledger.events.play import PaymentTakenBack, WagerReturned
from replay.judging.finding import ACCOUNT_CHOICE, ORDER_CHOICE, RECORD_CHOICE, RECORD_CHOICES, Phase, kind_of
from replay.judging.judgement import Judgement, Verdict, WagerDue
from replay.rulebooks.rules import Branch
from replay.ruling.account_differences import Aspect
from replay.table_day.round import Round

Branches = Sequence[Branch[Judgement]]

_REMARKS: Final = frozenset({Phase.RECORD, Phase.NOTES})
"""Findings that say something of the record: nothing follows from them."""


class VersionBranches(NamedTuple):
    """The branches of a round's versions, and by version in what it puts the ruling of the used one in question."""

    branches: Branches
    in_question: Mapping[str, Collection[Aspect]]


class _Result(NamedTuple):
    """What of a judgement matters when two versions of a round are compared."""

    verdict: Verdict
    standing: str | None
    is_held_up: bool
    wagers_due: tuple[WagerDue, ...]
    card_actions: object
    findings: frozenset[tuple[object, int]]

    def covers(self, silent: "_Result") -> bool:
        """Whether a version with this result tells all that one with the other result tells, and the payments too."""
        return (
            silent.verdict in (self.verdict, "stands")
            and (silent.standing, silent.is_held_up) == (self.standing, self.is_held_up)
            and _without_payments(silent.wagers_due) == _without_payments(self.wagers_due)
            and silent.card_actions == self.card_actions
            and silent.findings <= self.findings
        )

    def is_covered_as_paid(self, other: "_Result") -> bool:
        """Whether one with the other result adds nothing to this one, which is silent, but that all was paid as due."""
        return other.covers(self) and other.verdict == self.verdict and other.findings == self.findings

    def differs_in_payments(self, other: "_Result") -> bool:
        """Whether the same is due, whatever was paid."""
        return (self.standing, self.is_held_up, self.card_actions) == (
            other.standing,
            other.is_held_up,
            other.card_actions,
        ) and _without_payments(self.wagers_due) == _without_payments(other.wagers_due)


@dataclass(frozen=True)
class _Version:
    """A source's version of a round, with the branches that it comes to."""

    round: Round
    branches: Branches

    @property
    def results(self) -> Mapping[frozenset[tuple[str, str]], frozenset[_Result]]:
        """By the choice of readings, what it comes to in each possible order."""
        found: dict[frozenset[tuple[str, str]], set[_Result]] = {}
        for branch in self.branches:
            readings = frozenset(item for item in branch.choices.items() if item[0] not in RECORD_CHOICES)
            found.setdefault(readings, set()).add(_result(branch.outcome))
        return {readings: frozenset(results) for readings, results in found.items()}

    @property
    def is_silent_on_payments(self) -> bool:
        """Whether it tells of no payment, and does not say that one was left out."""
        unpaid = (claim.unpaid for branch in self.branches for claim in branch.outcome.wagers_due)
        is_paid = bool(self.round.entries_of(WagerReturned)) or bool(self.round.entries_of(PaymentTakenBack))
        return not (is_paid or any(unpaid))

    def agrees_with(self, used: "_Version") -> bool:
        """Whether it raises no question beside the version that is used."""
        if self.results == used.results:
            return True
        if self.is_silent_on_payments and not used.is_silent_on_payments:
            return _compare(used, self, _Result.covers)
        return used.is_silent_on_payments and _compare(used, self, _Result.is_covered_as_paid)

    def aspects_beside(self, used: "_Version") -> Collection[Aspect]:
        """In what the ruling depends on which of the two versions counts: in the money that was paid alone, or in all."""
        is_money = _compare(used, self, _Result.differs_in_payments)
        return ("payment", "call") if is_money else get_args(Aspect)

    @property
    def labelled(self) -> Branches:
        """Its branches, each with the choice of this version."""
        return [Branch({**branch.choices, ACCOUNT_CHOICE: self.round.account}, branch.outcome) for branch in self.branches]


def _compare(version: _Version, other: _Version, test: Callable[[_Result, _Result], bool]) -> bool:
    """Whether each result of one version fits that of the other under the same readings; an open order fits nothing."""
    own, theirs = version.results, other.results
    return own.keys() == theirs.keys() and all(
        len(own[key]) == len(theirs[key]) == 1 and test(*own[key], *theirs[key]) for key in own
    )


def _result(judgement: Judgement) -> _Result:
    matters = Counter(
        (finding.kind, finding.clauses, finding.wagers)
        for finding in judgement.findings
        if kind_of(finding.kind).phase not in _REMARKS and kind_of(finding.kind).whose != "record"
    )
    return _Result(
        judgement.verdict,
        judgement.standing,
        judgement.is_held_up,
        tuple(sorted(filter(None, map(_compared_claim, judgement.wagers_due)), key=attrgetter("wager"))),
        _compared_card_actions(judgement),
        frozenset(matters.items()),
    )


def _compared_claim(claim: WagerDue) -> WagerDue | None:
    """The money of a wager without what nothing depends on; None where nothing is due on it, nor was paid."""
    is_moved = claim.paid_minor or claim.taken_back_minor or claim.referred or claim.unpaid
    bare = claim._replace(kind="", stake_minor=0, nominal_minor=0, as_dealt_minor=0, parent=None)
    return bare if claim.due_minor != 0 or is_moved else None


def _without_payments(wagers_due: Iterable[WagerDue]) -> list[WagerDue]:
    bare = (claim._replace(paid_minor=None, taken_back_minor=0, on_record=False, unpaid=False) for claim in wagers_due)
    return [claim for claim in bare if claim.due_minor != 0 or claim.referred]


def _compared_card_actions(judgement: Judgement) -> object:
    """What is to be done with the cards: of another suit it is the same."""
    righted = judgement.reconstruction
    if righted is None:
        return None
    moves = frozenset((move.card[:1], move.origin, move.destination) for move in righted.moves)
    return moves, righted.draw, frozenset((ask.place, ask.decider) for ask in righted.requests)


def distinct_orders(branches: Branches) -> Branches:
    """The branches of the possible orders that come to something else than those before them, the likeliest first."""
    labels = list(dict.fromkeys(branch.choices.get(ORDER_CHOICE) for branch in branches))
    seen: list[list[tuple[Verdict, tuple[WagerDue, ...]]]] = []
    kept: list[Branch[Judgement]] = []
    for label in labels:
        own = [branch for branch in branches if branch.choices.get(ORDER_CHOICE) == label]
        comes_to = [(branch.outcome.verdict, branch.outcome.wagers_due) for branch in own]
        if comes_to not in seen:
            seen.append(comes_to)
            kept += own
    return kept if len(seen) > 1 else [_without(branch, ORDER_CHOICE) for branch in kept]


def distinct_versions(versions: Mapping[Round, Branches]) -> VersionBranches:
    """The branches of the versions that count as much as each other, the used one's first, each that differs from those
    before it.
    """
    used, *others = (_Version(round_, branches) for round_, branches in versions.items())
    kept = [used]
    in_question: dict[str, Collection[Aspect]] = {}
    for version in others:
        if version.agrees_with(used):
            continue
        in_question[version.round.account] = version.aspects_beside(used)
        if not any(version.agrees_with(known) for known in kept[1:]):
            kept.append(version)
    alone = len(kept) == 1
    return VersionBranches(used.branches if alone else [b for version in kept for b in version.labelled], in_question)


def _without(branch: Branch[Judgement], choice: str) -> Branch[Judgement]:
    return Branch({clause: letter for clause, letter in branch.choices.items() if clause != choice}, branch.outcome)


def by_version(branches: Branches) -> list[Branches]:
    """The branches of each version, the used one's first; all of them together where no version is a branch."""
    grouped: dict[str | None, list[Branch[Judgement]]] = {}
    for branch in branches:
        grouped.setdefault(branch.choices.get(ACCOUNT_CHOICE), []).append(branch)
    return list(grouped.values())


def by_record_choice(branches: Branches) -> list[list[int]]:
    """The numbers of the branches that differ in readings alone, those of the used version and likeliest order first."""
    grouped: dict[tuple[str | None, ...], list[int]] = {}
    for number, branch in enumerate(branches):
        chosen = (branch.choices.get(choice) for choice in (ACCOUNT_CHOICE, ORDER_CHOICE, RECORD_CHOICE))
        grouped.setdefault(tuple(chosen), []).append(number)
    return list(grouped.values())

"""What the branches of a ruling come to. Branches that come to the same are one outcome; one outcome is an answer, several
are a question for somebody with authority, unless a rule of the document chooses among them.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.values.places import BURN, NEXT
from replay.judging.finding import Alternative, Condition, Finding
from replay.judging.judgement import Judgement, Verdict
from replay.rulebooks.rules import Branch

SURPLUS_PLACES: Final = (NEXT, BURN, "discard")
"""Places to which a card goes that no hand needs. Which of them it is changes nobody's hand and nobody's money."""

ANY_LETTER: Final = ""
"""Stands for the letter of an ambiguity that a branch never asked for."""

LEAST_VERDICT_FIRST: Final[tuple[Verdict, ...]] = ("stands", "correct", "reconstruct", "ask", "respin", "void", "refer")
"""What is to be done about a round, the least interference first: of branches that come to the same it is the least."""


@dataclass(frozen=True, slots=True)
class RulingOutcome:
    """What one or several branches come to alike, and under which choices. `judgement` is that of the first of them."""

    id: str
    branches: tuple[int, ...]
    """The numbers of its branches, from 0."""
    condition: Condition
    verdict: Verdict
    judgement: Judgement

    @property
    def paid_minor(self) -> dict[str, int | None]:
        """Return what was paid on each wager by the record, in minor units; None where the record does not say."""
        return {wager_due.wager: wager_due.paid_minor for wager_due in self.judgement.wagers_due}


def ruling_outcomes(branches: Sequence[Branch[Judgement]]) -> tuple[RulingOutcome, ...]:
    """The different outcomes of a round's branches, in the order of the branches."""
    grouped: dict[object, list[int]] = {}
    for number, branch in enumerate(branches):
        grouped.setdefault(_outcome_key(branch.outcome), []).append(number)
    choices = [branch.choices for branch in branches]
    return tuple(_outcome(str(n), numbers, branches, choices) for n, numbers in enumerate(grouped.values(), 1))


def _outcome(
    name: str, numbers: Sequence[int], branches: Sequence[Branch[Judgement]], choices: Sequence[Mapping[str, str]]
) -> RulingOutcome:
    judgements = [branches[number].outcome for number in numbers]
    first = min(judgements, key=lambda judgement: LEAST_VERDICT_FIRST.index(judgement.verdict))
    return RulingOutcome(name, tuple(numbers), condition_of(numbers, choices), first.verdict, first)


def _outcome_key(judgement: Judgement) -> tuple[object, ...]:
    """Return what is to be done about a round: each wager's money, cards to move, decisions to ask, a spin to repeat."""
    money = frozenset(
        (wager_due.wager, wager_due.due_minor, wager_due.paid_minor, wager_due.referred)
        for wager_due in judgement.wagers_due
        if (wager_due.due_minor, wager_due.paid_minor or 0, wager_due.referred) != (0, 0, False)
    )
    return money, judgement.is_held_up, judgement.verdict == "respin", card_actions(judgement)


def card_actions(judgement: Judgement) -> object:
    """What is to be done with the cards, apart from where those go that no hand needs."""
    righted = judgement.reconstruction
    if righted is None or judgement.verdict in ("stands", "correct", "void"):
        return None
    moves = frozenset(
        (move.card, move.origin, move.destination) for move in righted.moves if move.destination not in SURPLUS_PLACES
    )
    return moves, righted.draw, frozenset((ask.place, ask.decider) for ask in righted.requests)


def condition_of(numbers: Collection[int], choices: Sequence[Mapping[str, str]]) -> Condition:
    """In the fewest words, under which choices these branches and no others come about."""
    if len(numbers) == len(choices):
        return ()
    wanted, left = frozenset(numbers), set(numbers)
    widest = [_widest_letters(choices[number], wanted, choices) for number in sorted(numbers)]
    chosen: list[Alternative] = []
    while left:
        best = max(widest, key=lambda letters: len(left & _branches_only_under(letters, choices)))
        chosen.append(tuple((clause, tuple(sorted(letters))) for clause, letters in sorted(best.items())))
        left -= _branches_only_under(best, choices)
    return tuple(chosen)


def _widest_letters(
    choice: Mapping[str, str], numbers: frozenset[int], choices: Sequence[Mapping[str, str]]
) -> dict[str, frozenset[str]]:
    """A choice with as few ambiguities and as many of their letters as still mean none but the wanted branches."""
    letters = {clause: frozenset({letter}) for clause, letter in choice.items()}
    for clause in sorted(choice):
        fewer = {other: held for other, held in letters.items() if other != clause}
        if _branches_under(fewer, choices) <= numbers:
            letters = fewer
    for clause in sorted(letters):
        for other in sorted({held[clause] for held in choices if clause in held} - letters[clause]):
            more = {**letters, clause: letters[clause] | {other}}
            if _branches_under(more, choices) <= numbers:
                letters = more
    return letters


def _branches_only_under(letters: Mapping[str, Collection[str]], choices: Sequence[Mapping[str, str]]) -> frozenset[int]:
    """The branches that come about under these letters alone; one that asked for no such ambiguity has others too."""
    return frozenset(
        number
        for number, choice in enumerate(choices)
        if all(choice.get(clause, ANY_LETTER) in allowed for clause, allowed in letters.items())
    )


def _branches_under(letters: Mapping[str, Collection[str]], choices: Sequence[Mapping[str, str]]) -> frozenset[int]:
    """The branches that come about under these letters; one that never asked for an ambiguity does so under any of it."""
    return frozenset(
        number
        for number, choice in enumerate(choices)
        if all(choice.get(clause, ANY_LETTER) in {*allowed, ANY_LETTER} for clause, allowed in letters.items())
    )


def findings_by_branch(branches: Sequence[Branch[Judgement]]) -> Iterator[tuple[Finding, tuple[int, ...]]]:
    """What was found in any branch, each with the numbers of the branches in which it holds.

    What holds in all of them for various reasons is one finding, on all of its clauses.
    """
    grouped: dict[object, dict[int, list[Finding]]] = {}
    for number, branch in enumerate(branches):
        for finding in dict.fromkeys(branch.outcome.findings):
            alike = finding.kind, finding.position, finding.wagers, tuple(sorted(finding.particulars.items(), key=str))
            grouped.setdefault(alike, {}).setdefault(number, []).append(finding)
    for by_branch in grouped.values():
        if len(by_branch) == len(branches):
            yield by_branch[0][0].with_clauses({c for found in by_branch.values() for f in found for c in f.clauses}), ()
            continue
        by_clauses: dict[Finding, list[int]] = {}
        for number, found in by_branch.items():
            for finding in found:
                by_clauses.setdefault(finding, []).append(number)
        for finding, numbers in by_clauses.items():
            yield finding, tuple(numbers)

"""The answer on a round: status, money, the outcome that holds, findings by consequence, and who must act."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ledger.application import Ledger
from ledger.cases.case import Case
from ledger.cases.casework import Casework
from projections.answers.money import BetMoney, NameOf, PlayerMoney, RoundMoney, bets_of, round_money, with_cases
from projections.answers.status import Status, round_status
from projections.table_days import TableDays
from replay.judging.finding import Finding, Phase, kind_of, sorted_clauses
from replay.judging.judgement import Judgement
from replay.ruling.outcomes import RulingOutcome
from replay.ruling.ruling import Ruling

RulingsOf = Callable[[Iterable[str]], Iterable[Ruling]]
"""Gives the rulings on rounds, by name."""


@dataclass(frozen=True)
class RoundAnswer:
    """What there is to answer on a round. `ruling` is what it was made from."""

    ruling: Ruling
    cases: tuple[Case, ...]
    """The cases about it, oldest first."""
    status: Status
    money: RoundMoney
    outcome: RulingOutcome | None
    """The outcome that holds; None where somebody must decide between several."""

    @property
    def name(self) -> str:
        """The round's name, TABLE/DAY/ROUND."""
        return self.ruling.round.name

    @property
    def bets(self) -> tuple[BetMoney, ...]:
        """The money bet by bet."""
        return self.money.bets

    @property
    def players(self) -> tuple[PlayerMoney, ...]:
        """The money player by player."""
        return self.money.players

    def player(self, name: str) -> PlayerMoney | None:
        """The money of a player; None without a bet in the round."""
        return next((player for player in self.players if player.player == name), None)

    @property
    def decider(self) -> str | None:
        """The role that must decide by the rules; None where nothing is left to decide, or a case has decided it."""
        return None if self.status.word in ("settled", "paid", "corrected") else self.ruling.authority

    @property
    def is_settled(self) -> bool:
        """Whether a case has settled a bet of the round."""
        return any(bet.is_settled for bet in self.bets)

    @cached_property
    def shown_outcome(self) -> RulingOutcome:
        """The outcome whose cards and result are shown where none is asked for: the one that holds, else the first."""
        return self.outcome or self.ruling.outcomes[0]

    @property
    def shown_judgement(self) -> Judgement:
        """The round under the first reading of that outcome."""
        return self.shown_outcome.judgement

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings by consequence: money at stake, then what remains to be decided, then the others."""
        return tuple(sorted(self.ruling.findings, key=self.consequence))

    def consequence(self, finding: Finding) -> int:
        """How much follows from a finding: 0 money is at stake, 1 something remains to be decided, 2 nothing."""
        if kind_of(finding.kind).phase in (Phase.RECORD, Phase.NOTES):
            return 2
        if self._bets_in_question & set(finding.wagers) or (not finding.wagers and self._is_money_changed):
            return 0
        return 1 if self.decider is not None else 2

    @cached_property
    def _bets_in_question(self) -> frozenset[str]:
        """The bets with money still to move, or not decided, or decided by a case."""
        return frozenset(
            bet.bet
            for bet in self.bets
            if bet.is_settled
            or (bet.awarded_minor is None and bet.further_if_claimed_minor != 0)
            or bet.outstanding_minor
            or bet.overpaid_minor
        )

    @cached_property
    def _is_money_changed(self) -> bool:
        """Whether an error in dealing changes what is due: under some reading it is not what the cards as dealt give."""
        return any(
            set(bet.as_dealt_by_outcome[outcome]) != {due}
            for bet in self.bets
            for outcome, due in bet.due_by_outcome.items()
            if bet.as_dealt_by_outcome[outcome]
        )

    @property
    def award_clauses(self) -> tuple[str, ...]:
        """The clauses by which the money is awarded."""
        return sorted_clauses(frozenset().union(*(bet.clauses for bet in self.bets)))


class Answers:
    """Makes answers from rulings, with the cases of a ledger.

    `name_of` gives the name of a player as the rulings have it, where they hide names.
    """

    def __init__(self, ledger: Ledger, table_days: TableDays, name_of: NameOf = str):
        self._casework, self._table_days, self._name_of = Casework(ledger), table_days, name_of
        self._cases: dict[str, Case] = {}

    def of(self, ruling: Ruling) -> RoundAnswer:
        """The answer on a round, from its ruling."""
        return round_answer(ruling, self.cases_about(ruling), self._others, self._name_of)

    def cases_about(self, ruling: Ruling) -> tuple[Case, ...]:
        """The cases about a round, oldest first."""
        numbers = dict.fromkeys(
            getattr(decision.event, "case", None) for decision in ruling.round.decisions if not decision.refused
        )
        return tuple(self.case(number) for number in numbers if number is not None)

    def case(self, number: str) -> Case:
        """A case, read once."""
        if number not in self._cases:
            self._cases[number] = self._casework.case(number)
        return self._cases[number]

    def _others(self, rounds: Iterable[str]) -> Iterable[Ruling]:
        return self._table_days.rulings(sorted(rounds))


def round_answer(
    ruling: Ruling,
    cases: Sequence[Case] = (),
    rulings_of: RulingsOf | None = None,
    name_of: NameOf = str,
) -> RoundAnswer:
    """The answer on a round from its ruling and the cases about it.

    `rulings_of` gives the rulings on the other rounds that these cases answer, over which what they paid is spread.
    """
    bets = {ruling.round.name: bets_of(ruling)}
    answering = [case for case in cases if case.settled is not None]
    others = {award.round for case in answering for answer in case.answers().values() for award in answer.awards}
    if rulings_of is not None:
        bets |= {other.round.name: bets_of(other) for other in rulings_of(others - bets.keys())}
    own = with_cases(bets, answering, name_of)[ruling.round.name]
    money = round_money(own, answering, name_of)
    return RoundAnswer(
        ruling=ruling,
        cases=tuple(cases),
        status=round_status(ruling, tuple(cases), is_money_wrong=money.is_wrong),
        money=money,
        outcome=_outcome_that_holds(ruling, own, answering),
    )


def _outcome_that_holds(ruling: Ruling, bets: Sequence[BetMoney], cases: Sequence[Case]) -> RulingOutcome | None:
    """The outcome that gives what is awarded, or would be on a claim, on every bet, by the readings that a case followed;
    None where several do, or none.
    """
    if len(ruling.outcomes) == 1:
        return ruling.outcomes[0]
    given = {bet.bet: bet.if_claimed_minor if bet.awarded_minor is None else bet.awarded_minor for bet in bets}
    if None in given.values() and not cases:
        return None
    followed = _followed_letters(cases)
    fitting = [
        outcome
        for outcome in ruling.outcomes
        if _holds_under(ruling, outcome, followed)
        and all(minor in (None, _due(bets, wager, outcome)) for wager, minor in given.items())
    ]
    return fitting[0] if len(fitting) == 1 else None


def _due(bets: Sequence[BetMoney], wager: str, outcome: RulingOutcome) -> int | None:
    return next(bet.due_by_outcome[outcome.id] for bet in bets if bet.bet == wager)


def _followed_letters(cases: Sequence[Case]) -> Mapping[str, set[str]]:
    """By clause, the readings that settlements follow."""
    letters: dict[str, set[str]] = {}
    for case in cases:
        for row in (case.settled.readings or ()) if case.settled else ():
            if row.is_followed:
                letters.setdefault(row.clause, set()).add(row.reading)
    return letters


def _holds_under(ruling: Ruling, outcome: RulingOutcome, letters: Mapping[str, set[str]]) -> bool:
    choices = (ruling.branches[number].choices for number in outcome.branches)
    return any(all(row.get(clause) in (None, *held) for clause, held in letters.items()) for row in choices)

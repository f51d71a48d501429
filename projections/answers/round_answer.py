"""The answer on a round: status, money, the outcome that holds, findings by consequence, and who must act."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ledger.application import Ledger
from ledger.cases.case import Case
from ledger.values.subjects import table_day
from projections.answers.case_answer import CaseLookup
from projections.answers.decisive import decisive_clauses
from projections.answers.money import (
    BetAnswer,
    CaseDecision,
    NameOf,
    PlayerAnswer,
    bets_of,
    decisions_of,
    has_open_bets,
    is_money_wrong,
    players_of,
    round_bets,
)
from projections.answers.status import DECIDED, AnswerStatus, round_status
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
    status: AnswerStatus
    bets: tuple[BetAnswer, ...]
    """The money bet by bet."""
    players: tuple[PlayerAnswer, ...]
    """The money player by player."""
    outcome: RulingOutcome | None
    """The outcome that holds; None where somebody must decide between several."""
    shown_outcome: RulingOutcome
    """The outcome whose cards and result are shown where none is asked for: the one that holds, else the one that a claim
    would bring, else the first.
    """

    @property
    def name(self) -> str:
        """The round's name, TABLE/DAY/ROUND."""
        return self.ruling.round.name

    @property
    def number(self) -> str:
        """The round's number in its day."""
        return self.name.rsplit("/", 1)[1]

    def player(self, name: str) -> PlayerAnswer | None:
        """The money of a player; None without a bet in the round."""
        return next((player for player in self.players if player.player == name), None)

    @property
    def is_referred(self) -> bool:
        """Whether the rules leave the round to somebody's decision, and that is still open."""
        return self.ruling.verdict == "refer" and self.status.word in ("for_decision", "disputed")

    @property
    def is_to_be_reconstructed(self) -> bool:
        """Whether the cards are still to be corrected, or decisions asked for."""
        return self.ruling.verdict in ("reconstruct", "ask") and self.status.word in ("for_decision", "disputed")

    @property
    def is_settled(self) -> bool:
        """Whether a case has settled a bet of the round."""
        return any(bet.is_settled for bet in self.bets)

    @property
    def is_decided(self) -> bool:
        """Whether a decision settled the round, or a case one of its bets."""
        return self.is_settled or self.status.word in DECIDED

    @property
    def shown_due_minor(self) -> Mapping[str, int | None]:
        """By bet, what is due in that outcome."""
        return {bet.bet: bet.due_by_outcome[self.shown_outcome.id] for bet in self.bets}

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
        if self.bets_in_question & set(finding.wagers) or (not finding.wagers and self.is_due_changed):
            return 0
        return 1 if self.status.decider is not None else 2

    @cached_property
    def bets_in_question(self) -> frozenset[str]:
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
    def is_due_changed(self) -> bool:
        """Whether an error in dealing changes what is due: under some reading it is not what the cards as dealt give."""
        return any(
            claim.as_dealt_minor != claim.due_minor
            for branch in self.ruling.branches
            for claim in branch.outcome.wagers_due
        )

    @property
    def positions_in_force(self) -> frozenset[int]:
        """The positions of the decisions on the round that hold."""
        return self.ruling.round.positions_in_force

    @cached_property
    def withheld_minor(self) -> Mapping[str, int]:
        """By bet, the winnings that a decision keeps back, under some reading."""
        withheld = (pair for branch in self.ruling.branches for pair in branch.outcome.withheld_minor.items())
        return {bet: minor for bet, minor in withheld if minor}

    @cached_property
    def decisive_clauses(self) -> tuple[str, ...]:
        """The clauses without which the result would be another, in the order in which they apply."""
        return decisive_clauses(self)

    @property
    def award_clauses(self) -> tuple[str, ...]:
        """The clauses by which the money is awarded."""
        return sorted_clauses(frozenset().union(*(bet.clauses for bet in self.bets)))


class Answers:
    """Makes answers from rulings, with the cases of a ledger."""

    def __init__(self, ledger: Ledger, table_days: TableDays):
        self._lookup, self._table_days = CaseLookup(ledger), table_days

    def of(self, ruling: Ruling) -> RoundAnswer:
        """The answer on a round, from its ruling."""
        return self.of_decisions(ruling, decisions_of(self.cases_about(ruling)))

    def of_decisions(self, ruling: Ruling, decisions: Sequence[CaseDecision]) -> RoundAnswer:
        """The same with these answers of cases, which may be proposals."""
        name_of = self._table_days.name_of(table_day(ruling.round.name))
        return round_answer(ruling, decisions, lambda names: self._table_days.rulings(sorted(names)), name_of)

    def cases_about(self, ruling: Ruling) -> list[Case]:
        """The cases about a round, oldest first; a package may lack one."""
        held = (decision for decision in ruling.round.decisions if not decision.refused)
        return self._lookup.cases(getattr(decision.event, "case", None) for decision in held)


def round_answer(
    ruling: Ruling,
    decisions: Sequence[CaseDecision] = (),
    rulings_of: RulingsOf = lambda _: (),
    name_of: NameOf = str,
) -> RoundAnswer:
    """The answer on a round from its ruling and the answers of the cases about it.

    `rulings_of` gives the rulings on the other rounds that these cases answer, over which what they paid is spread.
    """
    own = round_bets(
        ruling.round.name,
        bets_of(ruling),
        lambda names: {other.round.name: bets_of(other) for other in rulings_of(names)},
        decisions,
        name_of,
    )
    awards = {bet.bet: bet.awarded_minor for bet in own}
    on_claim = {bet.bet: bet.if_claimed_minor if bet.awarded_minor is None else bet.awarded_minor for bet in own}
    outcome = _outcome_given(ruling, awards, decisions)
    players, cases = tuple(players_of(own, decisions, name_of)), tuple(decision.case for decision in decisions)
    is_wrong = is_money_wrong(own, {player.player for player in players if player.is_answered})
    return RoundAnswer(
        ruling=ruling,
        cases=cases,
        status=round_status(ruling, cases, is_money_wrong=is_wrong, has_open_bets=has_open_bets(own)),
        bets=own,
        players=players,
        outcome=outcome,
        shown_outcome=outcome or _outcome_given(ruling, on_claim, decisions) or ruling.outcomes[0],
    )


def _outcome_given(
    ruling: Ruling, given: Mapping[str, int | None], decisions: Sequence[CaseDecision]
) -> RulingOutcome | None:
    """The outcome in which these amounts are due, bet by bet, by the readings that a case follows; None where several are,
    or none, or where an amount is open.
    """
    if len(ruling.outcomes) == 1:
        return ruling.outcomes[0]
    if None in given.values() and not decisions:
        return None
    followed = _followed_letters(decisions)
    dues = {o.id: {due.wager: due.due_minor for due in o.judgement.wagers_due} for o in ruling.outcomes}
    fitting = [
        outcome
        for outcome in ruling.outcomes
        if _holds_under(ruling, outcome, followed)
        and all(minor in (None, dues[outcome.id].get(bet, 0)) for bet, minor in given.items())
    ]
    return fitting[0] if len(fitting) == 1 else None


def _followed_letters(decisions: Sequence[CaseDecision]) -> Mapping[str, set[str]]:
    """By clause, the readings that the answers follow."""
    letters: dict[str, set[str]] = {}
    for decision in decisions:
        for row in (decision.proposal.readings or ()) if decision.proposal else ():
            if row.is_followed:
                letters.setdefault(row.clause, set()).add(row.reading)
    return letters


def _holds_under(ruling: Ruling, outcome: RulingOutcome, letters: Mapping[str, set[str]]) -> bool:
    choices = (ruling.branches[number].choices for number in outcome.branches)
    return any(all(row.get(clause) in (None, *held) for clause, held in letters.items()) for row in choices)

"""The money of a coup, wager by wager: what each standing of the coup would give, and what the record says was given."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from ledger.events.play import CardMoved, CorrectionBegun, CorrectionCompleted, NoticeGiven
from ledger.values.message import Message
from replay.games.baccarat import parameters
from replay.games.baccarat.checks import BaccaratCheckContext, declared_result, missing_main_kinds
from replay.games.baccarat.deal import TABLEAU, BaccaratDeal, dealt_result, distinct_possible_results, result_of
from replay.games.baccarat.settlement import (
    Result,
    Stake,
    called_result,
    coup_result,
    has_wager,
    settle,
    wager_name,
    winner,
)
from replay.judging.finding import Finding, Phase, declare
from replay.judging.judgement import WagerDue
from replay.judging.payments import Payment
from replay.judging.wagers import Bet, RoundWagers, round_to_minor
from replay.rulebooks.common_parameters import LATE_BET, LATE_RAISE
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry
from replay.table_day.table_terms import TableTerms

declare(
    __name__,
    Phase.MONEY,
    "dealing",
    {
        "carried_over": "Wager {wager} of {player} was settled after the next coup had begun.",
    },
    holds_anyhow=("carried_over",),
)


NOTICING_EVENTS: Final = (NoticeGiven, CorrectionBegun, CorrectionCompleted, CardMoved)
"""By what it shows that somebody had seen an error."""

REFERRED_FINDINGS = frozenset({"off_limits", "both_sides", "no_agreed_share", "no_posted_odds", "unknown_wager"})
"""Findings on single wagers that a person decides: the rest of the coup is not held up by them."""


@dataclass
class BetSettlement:
    """One bet: what is due on the dealt hands and on the lawful ones."""

    context: BaccaratCheckContext
    bet: Bet
    rules: Rules

    def __post_init__(self) -> None:
        with self.rules.scope() as self.as_dealt_clauses:
            self.as_dealt_minor = self.due_on(self.context.dealt_result)
        if self.context.lawful_result == self.context.dealt_result is not None:
            self.lawful_minor, self.lawful_clauses = self.as_dealt_minor, self.as_dealt_clauses
            return
        with self.rules.scope() as self.lawful_clauses:
            self.lawful_minor = (
                self.due_on(self.context.lawful_result) if self.context.lawful_result else self._due_in_any_case()
            )

    def due_on(self, result: Result | None) -> int | None:
        """What goes back on this result, stake included, in whole minor units."""
        return self.rules.memoize(("due", id(self.context), self.bet.wager, result), lambda: self._due_on(result))

    def _due_on(self, result: Result | None) -> int | None:
        bet, rules = self.bet, self.rules
        if result is None or not has_wager(bet.kind, rules):
            return None
        if missing_main_kinds(self.context, bet, rules) and rules.value(parameters.BET_WITHOUT_MAIN) == "returned":
            return bet.staked_minor
        if bet.late_minor:
            rules.value(LATE_BET if bet.late else LATE_RAISE)
        share = self.context.terms_at_first_card.tie_shares_bp.get(bet.player)
        back = (
            settle(result, stake_of(bet, self.context.terms_at_first_card, share), rules)
            if bet.playing_minor
            else Fraction(0)
        )
        return None if back is None else round_to_minor(bet.late_minor + back, rules)

    def _due_in_any_case(self) -> int | None:
        """What goes back whatever the cards are that are still missing; None where that depends on them."""
        if not has_wager(self.bet.kind, self.rules) or self.context.unfinished_board is None:
            return None
        results = distinct_possible_results(self.context.unfinished_board, self.bet.kind, self.rules)
        dues = {self.due_on(result) for result in results}
        return dues.pop() if len(dues) == 1 else None

    def wager_due(self, due_minor: int | None, findings: Sequence[Finding]) -> WagerDue:
        """The bet with its money, `due_minor` being what counts."""
        matters = {
            w for finding in findings if finding.kind in REFERRED_FINDINGS and self._refers(finding) for w in finding.wagers
        }
        return WagerDue(
            wager=self.bet.wager,
            player=self.bet.player,
            kind=self.bet.kind if self.bet.total is None else f"{self.bet.kind}_{self.bet.total}",
            stake_minor=self.bet.staked_minor,
            nominal_minor=self.bet.staked_minor,
            paid_minor=self.bet.returned_minor,
            due_minor=due_minor,
            as_dealt_minor=self.as_dealt_minor,
            referred=self.bet.wager in matters or (self.lawful_minor is None and self.context.lawful_result is not None),
            late_minor=self.bet.late_minor,
            on_record=self.bet.is_settled_on_record,
            taken_back_minor=self.bet.taken_back.amount_minor,
        )

    def _refers(self, finding: Finding) -> bool:
        if finding.kind == "off_limits" and self.bet.cut_from_minor is not None:
            return False
        keys = {"off_limits": parameters.OFF_LIMITS, "both_sides": parameters.BOTH_SIDES}
        return finding.kind not in keys or self.rules.value(keys[finding.kind]) == "refer"

    def odds_findings(self) -> Iterator[Finding]:
        """A wager that won on what the house has posted no odds for."""
        bet, facts = self.bet, self.context
        if self.as_dealt_minor is None and facts.dealt_result is not None and has_wager(bet.kind, self.rules):
            about = {**self._particulars, "what": Message("total {total}", total=bet.total or 0)}
            yield from self._breach("no_posted_odds", bet.position, about)

    def late_findings(self) -> Iterator[Finding]:
        """A wager that was settled in the next coup only."""
        if self.bet.paid_minor is not None and self._is_carried_over({*self._right_amounts}):
            yield from self._breach("carried_over", self.bet.paid_position, self._particulars)

    def payment(self, wager_due: WagerDue, clauses: Collection[str]) -> Payment:
        """What was paid on the bet, and what it is held against; `clauses` are those of what is due."""
        about = {**self._particulars, "amount": self.context.format_money(self.bet.staked_minor)}
        then = [minor for minor in self._right_amounts if minor is not None]
        lay = self.context.valid_results(self.bet.paid_index)[0]
        then_grounds = self.lawful_clauses if lay == self.context.lawful_result else self.as_dealt_clauses
        at, in_hand_minor = self.bet.paid_position or self.bet.position, self.bet.taken_up_minor
        return Payment(
            wager_due,
            at,
            about,
            clauses,
            then,
            then_grounds,
            in_hand_minor,
            self.bet.is_picked_up,
            taken_back=self.bet.taken_back,
        )

    @property
    def _particulars(self) -> dict[str, str | int]:
        return {"wager": self.bet.wager, "player": self.bet.player, "kind": wager_name(self.bet.kind, self.bet.total)}

    def _breach(self, kind: str, position: int, particulars: dict[str, str | int]) -> Iterator[Finding]:
        clause = self.rules.clause_of(kind)
        if clause is not None:
            yield Finding(kind, (clause,), position, particulars, (self.bet.wager,))

    @cached_property
    def _right_amounts(self) -> list[int | None]:
        """What could rightly be paid when it was: by the cards as they lay, once somebody spoke up the lawful ones too."""
        return [self._due_by_result(outcome) for outcome in self.context.valid_results(self.bet.paid_index)]

    def _due_by_result(self, result: Result | None) -> int | None:
        if result == self.context.dealt_result:
            return self.as_dealt_minor
        return self.lawful_minor if result == self.context.lawful_result else self.due_on(result)

    @property
    def is_paid_since_noticed(self) -> bool:
        """Whether this bet was last paid after somebody had spoken up."""
        heeded = self.context.noticed_index
        return heeded is not None and self.bet.is_settled_on_record and self.bet.paid_index > heeded

    def _is_carried_over(self, right_amounts: set[int | None]) -> bool:
        """Settled only once the next coup was dealt; a later payment that makes the sum right is a correction."""
        if self.rules.value(parameters.COUPS_VALID) > 1 or not self.bet.is_last_paid_in_next_round:
            return False
        return self.bet.is_first_paid_in_next_round or self.bet.kept_minor not in right_amounts | {
            self.as_dealt_minor,
            self.lawful_minor,
        }

    def due_by_call(self) -> int | None:
        """Where no payment is on record, what the dealer called is taken as what will be paid; what is late goes back."""
        declared, facts = declared_result(self.context.coup), self.context
        if declared is None or facts.dealt_result is None or not has_wager(self.bet.kind, self.rules):
            return None
        with self.rules.scope():
            fitting = [
                result
                for result in (facts.dealt_result, facts.lawful_result)
                if result and winner(result, self.rules) == declared[0]
            ]
            return self.due_on(fitting[0] if fitting else called_result(declared[0], self.bet.kind))


def stake_of(bet: Bet, terms: TableTerms, share_bp: int | None) -> Stake:
    """What of a bet is settled."""
    return Stake(bet.kind, bet.playing_minor, bet.total, share_bp, terms.odds)


def check_context_of(coup: Round, deal: BaccaratDeal, rules: Rules) -> BaccaratCheckContext:
    """What the checks and the money look at."""
    ended = deal.is_complete and TABLEAU.due(deal.lawful.board, rules) is None
    dealt = dealt_result(deal, rules) if ended or deal.is_over else None
    return BaccaratCheckContext(
        coup=coup,
        round_wagers=RoundWagers(rules).follow_round(coup),
        terms_at_first_card=next((round_entry.terms for round_entry in coup.card_entries), coup.terms_at_opening),
        dealt_result=dealt,
        untouched_result=dealt if deal.dealt_hands == deal.untouched_hands else result_of(deal.untouched_hands, rules),
        touched_index=deal.card_moves.began_index,
        lawful_result=coup_result(deal.lawful.board, rules) if ended else None,
        unfinished_board=None if ended or not deal.acts else deal.lawful.board,
        noticed_index=noticed_index(coup),
        corrected_index=deal.correction_entry.index if deal.correction_entry else None,
    )


def noticed_index(coup: Round) -> int | None:
    """Where in the line somebody first spoke up about a coup or began to put it right."""
    return min(
        (round_entry.index for kind in NOTICING_EVENTS for round_entry, _ in coup.entries_of(kind)[:1]), default=None
    )


def bet_settlements(context: BaccaratCheckContext, rules: Rules) -> list[BetSettlement]:
    """The bets that were not taken back in time, each with its money."""
    return [BetSettlement(context, bet, rules) for bet in context.bets if not bet.withdrawn]


def last_lawful_payment(settlements: Sequence[BetSettlement]) -> RoundEntry | None:
    """The last payment, if somebody had spoken up and every bet was then paid by the lawful hands."""
    if not settlements or not all(s.is_paid_since_noticed and s.bet.kept_minor == s.lawful_minor for s in settlements):
        return None
    last = max(settling.bet.paid_index for settling in settlements)
    return next(round_entry for round_entry in settlements[0].context.coup.entries if round_entry.index == last)

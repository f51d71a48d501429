"""The money of a coup, wager by wager: what each standing of the coup would give, and what the record says was given."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from ledger.events.play import CardMoved, CorrectionBegun, CorrectionCompleted, NoticeGiven
from replay.games.baccarat import parameters
from replay.games.baccarat.checks import Facts, declared, without_main
from replay.games.baccarat.deal import TABLEAU, Deal, completions, dealt_result, result_of
from replay.games.baccarat.settlement import KINDS, Result, Stake, called_result, result, settle, spoken, winner
from replay.judging.finding import Finding
from replay.judging.judgement import Claim
from replay.judging.payments import Payment
from replay.judging.wagers import Bet, Layout, rounded
from replay.rulebooks.common_parameters import LATE_BET, LATE_RAISE
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told
from replay.table_day.table_terms import Posting

HEEDED: Final = (NoticeGiven, CorrectionBegun, CorrectionCompleted, CardMoved)
"""By what it shows that somebody had seen an error."""

MATTERS = frozenset({"off_limits", "both_sides", "no_agreed_share", "no_posted_odds", "unknown_wager"})
"""Findings on single wagers that a person decides: the rest of the coup is not held up by them."""


@dataclass
class Settling:
    """One bet: what is due on the dealt hands and on the lawful ones."""

    facts: Facts
    bet: Bet
    rules: Rules

    def __post_init__(self) -> None:
        with self.rules.scope() as self.cited:
            self.as_dealt = self.on(self.facts.dealt)
        if self.facts.lawful == self.facts.dealt is not None:
            self.lawful, self.cited_lawful = self.as_dealt, self.cited
            return
        with self.rules.scope() as self.cited_lawful:
            self.lawful = self.on(self.facts.lawful) if self.facts.lawful else self._decided()

    def on(self, outcome: Result | None) -> int | None:
        """What goes back on this result, stake included, in whole minor units."""
        bet, rules = self.bet, self.rules
        if outcome is None or bet.kind not in KINDS:
            return None
        if without_main(self.facts, bet, rules) and rules.value(parameters.NEEDLESS) == "returned":
            return bet.staked_minor
        if bet.late_minor:
            rules.value(LATE_BET if bet.late else LATE_RAISE)
        share = self.facts.posted.shares_bp.get(bet.player)
        back = settle(outcome, stake_of(bet, self.facts.posted, share), rules) if bet.playing_minor else Fraction(0)
        return None if back is None else rounded(bet.late_minor + back, rules)

    def _decided(self) -> int | None:
        """What goes back whatever the cards are that are still missing; None where that depends on them."""
        dues = {self.on(outcome) for outcome in self.facts.possible}
        return dues.pop() if len(dues) == 1 else None

    def claim(self, due_minor: int | None, findings: Sequence[Finding]) -> Claim:
        """The bet with its money, `due_minor` being what counts."""
        matters = {w for finding in findings if finding.kind in MATTERS and self._refers(finding) for w in finding.wagers}
        return Claim(
            wager=self.bet.wager,
            player=self.bet.player,
            kind=self.bet.kind if self.bet.total is None else f"{self.bet.kind}_{self.bet.total}",
            stake_minor=self.bet.staked_minor,
            nominal_minor=self.bet.staked_minor,
            paid_minor=self.bet.went_back_minor,
            due_minor=due_minor,
            as_dealt_minor=self.as_dealt,
            referred=self.bet.wager in matters or (self.lawful is None and self.facts.lawful is not None),
            late_minor=self.bet.late_minor,
            on_record=self.bet.paid_minor is not None,
        )

    def _refers(self, finding: Finding) -> bool:
        keys = {"off_limits": parameters.OFF_LIMITS, "both_sides": parameters.BOTH_SIDES}
        return finding.kind not in keys or self.rules.value(keys[finding.kind]) == "refer"

    def odds_findings(self) -> Iterator[Finding]:
        """A wager that won on what the house has posted no odds for."""
        bet, facts = self.bet, self.facts
        if self.as_dealt is None and facts.dealt is not None and bet.kind in KINDS:
            about = {**self._about, "what": f"total {bet.total or 0}"}
            yield from self._breach("no_posted_odds", bet.at, about)

    def late_findings(self) -> Iterator[Finding]:
        """A wager that was settled in the next coup only."""
        if self.bet.paid_minor is not None and self._carried_over({*self._then}):
            yield from self._breach("carried_over", self.bet.paid_at, self._about)

    def payment(self, claim: Claim, grounds: Collection[str]) -> Payment:
        """What was paid on the bet, and what it is held against; `grounds` are the clauses of what is due."""
        about = {**self._about, "amount": self.facts.money(self.bet.staked_minor)}
        then = [minor for minor in self._then if minor is not None]
        lay = self.facts.counting(self.bet.paid_index)[0]
        then_grounds = self.cited_lawful if lay == self.facts.lawful else self.cited
        at, in_hand_minor = self.bet.paid_at or self.bet.at, self.bet.in_hand_minor
        return Payment(claim, at, about, grounds, then, then_grounds, in_hand_minor, self.bet.picked_up)

    @property
    def _about(self) -> dict[str, str | int]:
        return {"wager": self.bet.wager, "player": self.bet.player, "kind": spoken(self.bet.kind, self.bet.total)}

    def _breach(self, kind: str, at: int, about: dict[str, str | int]) -> Iterator[Finding]:
        clause = self.rules.conduct(kind)
        if clause is not None:
            yield Finding(kind, (clause,), at, about, (self.bet.wager,))

    @cached_property
    def _then(self) -> list[int | None]:
        """What could rightly be paid when it was: by the cards as they lay, once somebody spoke up the lawful ones too."""
        return [self._of(outcome) for outcome in self.facts.counting(self.bet.paid_index)]

    def _of(self, outcome: Result | None) -> int | None:
        if outcome == self.facts.dealt:
            return self.as_dealt
        return self.lawful if outcome == self.facts.lawful else self.on(outcome)

    @property
    def paid_since_heeded(self) -> bool:
        """Whether this bet was last paid after somebody had spoken up."""
        heeded = self.facts.heeded_at
        return heeded is not None and self.bet.paid_minor is not None and self.bet.paid_index > heeded

    def _carried_over(self, then: set[int | None]) -> bool:
        """Settled only once the next coup was dealt; a later payment that makes the sum right is a correction."""
        if self.rules.value(parameters.COUPS_VALID) > 1 or not self.bet.last_paid_played_on:
            return False
        return self.bet.first_paid_played_on or self.bet.paid_minor not in then | {self.as_dealt, self.lawful}

    def by_the_call(self) -> int | None:
        """Where no payment is on record, what the dealer called is taken as what will be paid; what is late goes back."""
        said, facts = declared(self.facts.coup), self.facts
        if said is None or facts.dealt is None or self.bet.kind not in KINDS:
            return None
        with self.rules.scope():
            fitting = [one for one in (facts.dealt, facts.lawful) if one and winner(one, self.rules) == said[0]]
            return self.on(fitting[0] if fitting else called_result(said[0], self.bet.kind))


def stake_of(bet: Bet, posted: Posting, share_bp: int | None) -> Stake:
    """What of a bet is settled."""
    return Stake(bet.kind, bet.playing_minor, bet.total, share_bp, posted.odds)


def facts_of(coup: Round, one: Deal, rules: Rules) -> Facts:
    """What the checks and the money look at."""
    ended = one.complete and TABLEAU.due(one.lawful.board, rules) is None
    dealt = dealt_result(one, rules) if ended or one.over else None
    return Facts(
        coup=coup,
        layout=Layout(rules).follow(coup),
        posted=next((told.under for told in coup.cards), coup.opened_under),
        dealt=dealt,
        at_first=dealt if one.dealt == one.at_first else result_of(one.at_first, rules),
        touched_at=one.moved.began_at,
        lawful=result(one.lawful.board, rules) if ended else None,
        possible=() if ended or not one.acts else completions(one.lawful.board, rules),
        heeded_at=heeded_at(coup),
        righted_at=one.righted.index if one.righted else None,
    )


def heeded_at(coup: Round) -> int | None:
    """Where in the line somebody first spoke up about a coup or began to put it right."""
    return min((told.index for kind in HEEDED for told, _ in coup.of(kind)[:1]), default=None)


def settlings_of(facts: Facts, rules: Rules) -> list[Settling]:
    """The bets that were not taken back in time, each with its money."""
    return [Settling(facts, bet, rules) for bet in facts.bets if not bet.withdrawn]


def paid_lawfully(settlings: Sequence[Settling]) -> Told | None:
    """The last payment, if somebody had spoken up and every bet was then paid by the lawful hands."""
    if not settlings or not all(s.paid_since_heeded and s.bet.paid_minor == s.lawful for s in settlings):
        return None
    last = max(settling.bet.paid_index for settling in settlings)
    return next(told for told in settlings[0].facts.coup.told if told.index == last)

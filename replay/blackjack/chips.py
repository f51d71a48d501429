"""Chips that are taken before they may be, or left on a box where the house takes them off: by what is due on them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.events.play import IrregularityReported, WagerWithdrawn
from replay.blackjack import values
from replay.blackjack.boxes import absentees
from replay.blackjack.checks import Facts
from replay.composition import breach
from replay.findings import Finding
from replay.judgement import Claim
from replay.rules import Rules
from replay.wagers import Bet


@dataclass(frozen=True)
class Chips:
    """The chips of a round's wagers, with what is due on each."""

    facts: Facts
    claims: Mapping[str, Claim]
    rules: Rules

    def found(self) -> Iterator[Finding]:
        """What is wrong with where chips went, apart from payments."""
        yield from self._left_lying()
        yield from self._taken_early()

    def _left_lying(self) -> Iterator[Finding]:
        """Tied bets of players who were not there, where the house takes them off and others of the round were settled."""
        one = self.facts.one
        if not (one.closed and any(claim.on_record for claim in self.claims.values())):
            return
        absent = absentees(one)
        for bet, claim in self._bets():
            tied = claim.due_minor == claim.as_dealt_minor == claim.stake_minor != 0 and claim.paid_minor is None
            if tied and bet.player in absent and self.rules.value(values.ABSENT_BET) == "taken_off":
                yield from breach(self.rules, "left_on_the_box", bet.at, self.facts.about(bet), bet.wager)

    def _taken_early(self) -> Iterator[Finding]:
        """Chips taken from a box of which something had still to be paid or collected."""
        one, layout = self.facts.one, self.facts.layout
        closing = layout.closing.index if layout.closing else None
        for told, event in one.of(WagerWithdrawn):
            bet = layout.bets.get(event.wager)
            early = bet is not None and closing is not None and told.index > closing
            if bet is None or not early or bet.withdrawn_late == told.position:
                continue
            if self.facts.box_of(bet) in self._waiting(told.index):
                yield from breach(self.rules, "chips_taken_early", told.position, {"player": bet.player}, bet.wager)
        for told, seen in one.of(IrregularityReported):
            own = {self.facts.box_of(bet) for bet, _ in self._bets() if bet.player == seen.about}
            if seen.kind == "takes_chips" and own <= self._waiting(told.index):
                yield from breach(self.rules, "chips_taken_early", told.position, {"player": seen.about or "somebody"})

    def _waiting(self, index: int) -> set[int | None]:
        """The boxes with a wager that had to be paid or collected and was not yet; a tied one needs neither."""
        return {
            self.facts.box_of(bet)
            for bet, claim in self._bets()
            if claim.due_minor != claim.stake_minor and not self._settled(bet, index)
        }

    def _settled(self, bet: Bet, index: int) -> bool:
        paid = self.facts.paid(bet)
        return paid is not None and paid.index < index

    def _bets(self) -> Sequence[tuple[Bet, Claim]]:
        return [(bet, self.claims[bet.wager]) for bet in self.facts.bets if bet.wager in self.claims]

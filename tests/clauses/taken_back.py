"""Payments that are taken back, the same rows for every house that pays at a table.

By hand: a payment that is too high by some amount is right once that amount is back from its player. What comes back
beyond that is owed to the player. What anybody takes but the dealer, or a person of the house, or the player who was
paid, has no effect: the money that the player was paid is still that player's to answer for.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from tests.clauses.table import Row, Ruled

CORRECTED: Final = "payment_corrected"
WRONG: Final = "wrong_payment"
BY_ANOTHER: Final = "payment_taken_by_another"


@dataclass(frozen=True, slots=True)
class PayingTable:
    """A house's table: a round that `w1` of `player` wins, and one that it loses, each up to its payment.

    `{pays}` is where the payments are written. `next_round` is the beginning of a next round, up to its first card, and
    `rest` the remainder of it. `keeps` and `breaks` are those of the house.
    """

    keeps: Callable[..., Row]
    breaks: Callable[..., Row]
    won: str
    won_clause: str
    due_minor: int
    lost: str
    lost_clause: str
    next_round: str
    rest: str
    player: str = "P1"

    def rows(self) -> Iterator[Row]:
        """All rows of payments taken back."""
        yield from self._corrected()
        yield from self._amiss()
        yield from self._by_others()

    def _won(self, *pays: str) -> str:
        return self.won.format(pays="; ".join(pays))

    def _ruled(self, verdict: str, *kinds: str) -> Ruled:
        findings = tuple((kind, self.won_clause) for kind in kinds)
        return Ruled(findings=findings, verdict=verdict, awarded={"w1": self.due_minor})

    def _with_another(self, verdict: str, *kinds: str) -> Ruled:
        ruled = self._ruled(verdict, *kinds)
        return replace(ruled, findings=(*ruled.findings, (BY_ANOTHER, "")))

    def _corrected(self) -> Iterator[Row]:
        due, corrected = self.due_minor, self._ruled("stands", CORRECTED)
        yield self.keeps(
            self.won_clause,
            "The winner is paid rightly, and nothing of it is taken back.",
            self._won(f"pay w1 {due}"),
            self._ruled("stands"),
        )
        yield self.breaks(
            self.won_clause,
            "The winner is paid 5.00 too much, which the dealer takes back before the round is closed: corrected.",
            self._won(f"pay w1 {due + 500}", "take_back w1 500 by=dealer"),
            corrected,
        )
        yield self.breaks(
            self.won_clause,
            "The winner is paid 5.00 too much, and gives it back without being asked: corrected.",
            self._won(f"pay w1 {due + 500}", f"take_back w1 500 by={self.player}"),
            corrected,
        )
        yield self.breaks(
            self.won_clause,
            "The winner is paid twice, and the second payment is taken back whole: corrected.",
            self._won(f"pay w1 {due}", f"pay w1 {due}", f"take_back w1 {due}"),
            corrected,
        )
        yield self.breaks(
            self.won_clause,
            "Of 15.00 too much 5.00 is taken back, and then 10.00: the two add up to it.",
            self._won(f"pay w1 {due + 1500}", "take_back w1 500", "take_back w1 1000 by=dealer"),
            corrected,
        )
        yield self.breaks(
            self.won_clause,
            "The winner's payment is taken back whole and made again, rightly.",
            self._won(f"pay w1 {due + 500}", f"take_back w1 {due + 500}", f"pay w1 {due}"),
            corrected,
        )
        yield self.breaks(
            self.lost_clause,
            "A bet that lost is paid, and all of it is taken back: corrected.",
            self.lost.format(pays=f"pay w1 {due}; take_back w1 {due} by=dealer"),
            Ruled(findings=((CORRECTED, self.lost_clause),), verdict="stands", awarded={"w1": 0}),
        )

    def _amiss(self) -> Iterator[Row]:
        due, wrong = self.due_minor, self._ruled("correct", WRONG)
        yield self.breaks(
            self.won_clause,
            "The winner is paid rightly, and 5.00 of it is taken back: they are owed.",
            self._won(f"pay w1 {due}", "take_back w1 500 by=dealer"),
            wrong,
        )
        yield self.breaks(
            self.won_clause,
            "Of 10.00 too much only 5.00 is taken back: 5.00 are still too much.",
            self._won(f"pay w1 {due + 1000}", "take_back w1 500"),
            wrong,
        )
        yield self.breaks(
            self.won_clause,
            "The 5.00 that were too much are taken back twice: 5.00 are owed.",
            self._won(f"pay w1 {due + 500}", "take_back w1 500", "take_back w1 500"),
            wrong,
        )
        yield self.breaks(
            self.won_clause,
            "More is taken back than was paid at all: what is due is owed, and the rest with it.",
            self._won(f"pay w1 {due}", f"take_back w1 {due + 500}"),
            self._ruled("correct", WRONG, "taken_back_beyond"),
        )
        yield self.breaks(
            self.lost_clause,
            "A bet that lost is paid, and half of it is taken back: the other half is too much.",
            self.lost.format(pays=f"pay w1 {due}; take_back w1 {due // 2} by=dealer"),
            Ruled(findings=((WRONG, self.lost_clause),), verdict="correct", awarded={"w1": 0}),
        )
        yield self.breaks(
            self.won_clause,
            "What was paid too much is taken back when the next round is being played: the money is right, but late.",
            f"{self._won(f'pay w1 {due + 500}')}\n{self.next_round}\n1: take_back w1 500\n{self.rest}",
            self._ruled("stands", "taken_back_late"),
            Ruled(),
        )

    def _by_others(self) -> Iterator[Row]:
        due = self.due_minor
        yield self.breaks(
            self.won_clause,
            "Another player takes 5.00 of a payment that was right: that has no effect on what the winner is owed.",
            self._won(f"pay w1 {due}", "take_back w1 500 by=P9"),
            self._with_another("stands"),
        )
        yield self.breaks(
            self.won_clause,
            "Another player takes the 5.00 that were too much: for the house the payment is still too high.",
            self._won(f"pay w1 {due + 500}", "take_back w1 500 by=P9"),
            self._with_another("correct", WRONG),
        )
        yield self.breaks(
            self.won_clause,
            "Another player takes 5.00 of a payment, and the dealer the 5.00 that were too much: the payment is corrected.",
            self._won(f"pay w1 {due + 500}", "take_back w1 500 by=P9", "take_back w1 500 by=dealer"),
            self._with_another("stands", CORRECTED),
        )

"""Bets that the house changes at a box after the first card, the same rows for every house of blackjack.

By hand: what the dealer pushes back because it came too late is the remedy and no second breach. What the dealer pushes
back down to the limit is the remedy that one of the readings asks for; under the others the bet goes back whole, or plays
whole, and the money pushed back counts as what its player has already. A change of anything else is a late one, and the
bet plays as it was. What a player does to the bet of another has no effect.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.clauses.table import Row, Ruled


@dataclass(frozen=True, slots=True)
class ChangingTable:
    """A house's table. `bet` is the bet on box 1 up to its amount, as `bet w1 P1 main`."""

    keeps: Callable[..., Row]
    breaks: Callable[..., Row]
    bet: str
    stake_minor: int
    most_minor: int
    limit_clause: str
    open_clause: str
    late_clause: str
    changed_clause: str

    def rows(self) -> Iterator[Row]:
        """All rows of bets that the house changes."""
        yield from self._above_the_limit()
        yield from self._late()

    def _won(self, stake_minor: int, change: str, paid_minor: int, before: str = "") -> str:
        bets = f"{self.bet} {stake_minor} box=1{before}; nmb"
        return f"1: {bets}; 1 Th; {change}D 9s 1 9c; says 1 stand; D 9d; pay w1 {paid_minor}; close"

    def _above_the_limit(self) -> Iterator[Row]:
        most, above, over = self.most_minor, self.most_minor + 10_000, 10_000
        yield self.keeps(
            self.limit_clause,
            "The dealer cuts a bet to the maximum before the first card: it is within the limits when the betting ends.",
            self._won(above, "", 2 * most, before=f"; change w1 {most} by=dealer"),
            Ruled(verdict="stands", awarded={"w1": 2 * most}),
        )
        yield self.breaks(
            self.limit_clause,
            "The dealer cuts a bet to the maximum after the first card, and pays it so: one reading of three.",
            self._won(above, f"change w1 {most} by=dealer; ", 2 * most),
            Ruled(
                findings=(
                    ("off_limits", self.limit_clause),
                    ("wrong_payment", self.open_clause),
                    ("wrong_payment", self.open_clause),
                ),
                verdict="refer",
                branches={
                    f"{self.open_clause}:a": {"w1": 2 * most + over},
                    f"{self.open_clause}:b": {"w1": above},
                    f"{self.open_clause}:c": {"w1": 2 * above},
                },
                verdicts={
                    f"{self.open_clause}:a": "stands",
                    f"{self.open_clause}:b": "correct",
                    f"{self.open_clause}:c": "correct",
                },
                awarded={"w1": None},
            ),
        )

    def _late(self) -> Iterator[Row]:
        stake = self.stake_minor
        changed = Ruled(findings=(("changed_late", self.changed_clause),), verdict="stands", awarded={"w1": 2 * stake})
        yield self.breaks(
            self.changed_clause,
            "A player doubles a bet after the first card and the dealer pushes the raise back: one breach; the bet plays.",
            self._won(stake, f"change w1 {2 * stake}; change w1 {stake} by=dealer; ", 2 * stake),
            changed,
        )
        yield self.breaks(
            self.changed_clause,
            "The dealer halves a bet that was within the limits after the first card: it plays as it was.",
            self._won(stake, f"change w1 {stake // 2} by=dealer; ", 2 * stake - stake // 2),
            changed,
        )
        yield self.breaks(
            self.changed_clause,
            "Another player halves a bet after the first card: that has no effect.",
            self._won(stake, f"change w1 {stake // 2} by=P9; ", 2 * stake),
            Ruled(findings=(("handled_by_another", self.changed_clause),), verdict="stands", awarded={"w1": 2 * stake}),
        )
        yield self.breaks(
            self.late_clause,
            "A bet that came after the first card is pushed back by the dealer: it is late, and nobody took it back.",
            self._won(stake, f"bet w3 P3 main {stake} box=3; withdraw w3 by=dealer; ", 2 * stake),
            Ruled(findings=(("late_bet", self.late_clause),), verdict="stands", awarded={"w1": 2 * stake}),
        )

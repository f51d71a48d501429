"""What the checks of a round of roulette look at, and how a wager is spoken of in a finding."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from ledger.events import Event
from ledger.values.money import pounds_and_pence
from ledger.values.wheel_layout import Layout
from replay.games.roulette.bets import Bet
from replay.games.roulette.no_spin import Attempt
from replay.games.roulette.wagers_due import Money
from replay.judging.finding import Finding
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Facts:
    """A round, its wagers, its spins, and the one among them by which it is settled."""

    one: Round
    layout: Layout
    money: Money
    spins: tuple[Attempt, ...]
    spin: Attempt | None

    def amount(self, minor: int) -> str:
        """An amount with its currency."""
        return f"{pounds_and_pence(minor, self.one.opening.minor_digits)} {self.one.opening.currency}"

    def during(self, spin: Attempt, kind: type[E]) -> list[tuple[Told, E]]:
        """What is told of a kind from a spin's launch to the next one's."""
        at = self.spins.index(spin)
        since = spin.first.index if at else -1
        until = self.spins[at + 1].first.index if at + 1 < len(self.spins) else None
        return [(t, e) for t, e in self.one.of(kind) if since < t.index and (until is None or t.index < until)]


Check = Callable[[Facts, Rules], Iterator[Finding]]


def about(facts: Facts, bet: Bet) -> dict[str, str | int]:
    """A wager in the words of a finding: as it lay when betting was closed, whatever the readings make of it since."""
    stake = facts.amount(bet.told_minor)
    return {"wager": bet.wager, "player": bet.player, "kind": str(bet.told_spot), "amount": stake}

"""What the checks of a round of roulette look at, and how a wager is spoken of in a finding."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from ledger.events import Event
from ledger.values.wheel_layout import Layout
from replay.games.roulette.bets import RouletteBet
from replay.games.roulette.no_spin import SpinAttempt
from replay.games.roulette.wagers_due import RouletteMoney
from replay.judging.finding import Finding
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class RouletteCheckContext:
    """A round, its wagers, its spins, and the one among them by which it is settled."""

    round: Round
    layout: Layout
    money: RouletteMoney
    spins: tuple[SpinAttempt, ...]
    counted_spin: SpinAttempt | None

    def format_money(self, minor: int) -> str:
        """An amount with its currency."""
        return self.round.format_money(minor)

    def entries_during(self, spin: SpinAttempt, kind: type[E]) -> list[tuple[RoundEntry, E]]:
        """What is told of a kind from a spin's launch to the next one's."""
        at = self.spins.index(spin)
        since = spin.first_entry.index if at else -1
        until = self.spins[at + 1].first_entry.index if at + 1 < len(self.spins) else None
        return [(t, e) for t, e in self.round.entries_of(kind) if since < t.index and (until is None or t.index < until)]


Check = Callable[[RouletteCheckContext, Rules], Iterator[Finding]]


def wager_particulars(context: RouletteCheckContext, bet: RouletteBet) -> dict[str, str | int]:
    """A wager in the words of a finding: as it lay when betting was closed, whatever the readings make of it since."""
    stake = context.format_money(bet.closing_minor)
    return {"wager": bet.wager, "player": bet.player, "kind": str(bet.closing_spot), "amount": stake}

"""What a drilled round must come to, under each choice of the readings that are open."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from replay.judging.judgement import Move, Surplus

Dues = Mapping[str, int | None]
ReadingChoice = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ExpectedBlackjackOutcome:
    """How a round stands under one choice of readings, its money, and the lawful line as far as the record goes."""

    standing: str
    dues: Dues
    hands: Mapping[str, tuple[str, ...]]
    draw_place: str | None = None
    undecided_place: str | None = None
    places_to_decide: frozenset[str] = frozenset()
    """The hands that must decide: again, on other cards, or in a round that is over."""

    moves: tuple[Move, ...] = ()
    surplus: tuple[Surplus, ...] = ()
    """The cards of the record that are to be moved, and those that are not needed, in shoe order."""

    is_idle: bool = False
    """Whether something was merely said out of turn, and no card moves for it."""

    @property
    def required_verdict(self) -> Literal["reconstruct", "ask", "void"] | None:
        """What somebody must do with such a round, unless the money is right already."""
        if self.standing in ("void", "called_off"):
            return "void"
        if self.standing not in ("reconstruct", "to_finish") or self.is_idle:
            return None
        return "ask" if self.places_to_decide else "reconstruct"


@dataclass(frozen=True, slots=True)
class ExpectedBlackjackRuling:
    """What is right in a round. `trace` says what the record shows of its dealing faults."""

    trace: str
    required_findings: frozenset[str]
    outcomes: Mapping[ReadingChoice, ExpectedBlackjackOutcome]
    referred_wagers: frozenset[str]
    """The wagers on which somebody must decide, however the round stands."""

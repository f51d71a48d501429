"""What comes out when one round is judged under one choice of readings: the same form for every game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ledger.events import Event
from replay.judging.finding import Finding

Verdict = Literal["stands", "correct", "reconstruct", "ask", "void", "respin", "refer"]
Outcome = Literal["exact", "draw", "ask", "impossible"]


@dataclass(frozen=True, slots=True)
class Move:
    """A card that goes from one place to another."""

    card: str
    origin: str
    destination: str


@dataclass(frozen=True, slots=True)
class Surplus:
    """A card that is not needed, and where it goes."""

    card: str
    destination: str


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """A decision that must be made, for the first time or again: at which hand, and why."""

    place: str
    reason: str
    decider: str | None = None
    is_first: bool = False
    """Whether nobody has made it yet, on whatever cards."""


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """How the cards are put where they belong; `reason` says why it cannot be done."""

    outcome: Outcome
    moves: tuple[Move, ...] = ()
    draw: tuple[str, ...] = ()
    surplus: tuple[Surplus, ...] = ()
    reason: str | None = None
    requests: tuple[DecisionRequest, ...] = ()
    carried_decisions: tuple[tuple[str, str], ...] = ()
    """The decisions that stand, hand by hand."""
    is_finishing: bool = False
    """Whether nothing is to be put right, and the round is only to be played to its end."""
    left_open: str | None = None
    """Why it is open what else is to be done, where it is."""


class WagerDue(NamedTuple):
    """A wager and the money on it, in minor units. None: the record does not say, or somebody must decide."""

    wager: str
    player: str
    kind: str
    stake_minor: int
    nominal_minor: int
    paid_minor: int | None
    due_minor: int | None
    as_dealt_minor: int | None
    referred: bool = False
    parent: str | None = None
    late_minor: int = 0
    """What of the stake never played: it goes back whatever comes of the rest."""
    on_record: bool = False
    """Whether a payment or collection is on record; else `paid_minor` is a stake that the player took up."""
    unpaid: bool = False
    """Whether its winnings were left unpaid in a round that is over."""
    is_paid_by_reading: bool = False
    """Whether what was paid on it depends on the reading: `paid_minor` is then None, and each outcome has its own."""
    taken_back_minor: int = 0
    """What of the payments on it came back from its player."""
    is_payment_in_doubt: bool = False
    """Whether its player took it up, and a payment of the rest may be missing from the record."""

    @property
    def kept_minor(self) -> int | None:
        """What its player has of it: what was paid, less what was taken back."""
        if self.is_paid_by_reading or (self.paid_minor is None and not self.taken_back_minor):
            return None
        return (self.paid_minor or 0) - self.taken_back_minor

    @property
    def is_rest_unrecorded(self) -> bool:
        """Whether no more is on record than that its player took up a part of it, or what may not be all."""
        in_part = self.paid_minor is not None and self.paid_minor < self.stake_minor
        return (in_part or self.is_payment_in_doubt) and not (self.on_record or self.unpaid)

    def returned_minor(self, due_minor: int | None) -> int | None:
        """What its player has of it, to be held against what is due; None where the record does not tell.

        Of a wager of which only a part was taken up, or whose payment is in doubt, it tells no more than whether that is
        too much.
        """
        untold = self.is_rest_unrecorded and (due_minor is None or (self.kept_minor or 0) <= due_minor)
        return None if untold else self.kept_minor


@dataclass(frozen=True, slots=True)
class MisdrawWindow:
    """The time within which an error can be put right, in positions of the ledger; None where there is no such moment."""

    state: Literal["open", "noticed", "put_right", "closed", "not_told"]
    opened_at: int
    noticed_at: int | None
    put_right_at: int | None
    closed_at: int | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """Findings, verdict, result and money of a round under one choice of readings."""

    findings: tuple[Finding, ...]
    verdict: Verdict
    declared_result: str | None
    dealt_result: str | None
    lawful_result: str | None
    hands: Mapping[str, tuple[str, ...]]
    """The hands that count."""
    lawful_hands: Mapping[str, tuple[str, ...]]
    """The hands by the rules, as far as the cards on record go, whatever counts in the end."""
    reconstruction: Reconstruction | None
    wagers_due: tuple[WagerDue, ...]
    cited_clauses: frozenset[str]
    is_held_up: bool
    """Whether the whole round waits for somebody's decision, not single wagers of it."""
    standing: str | None = None
    """What counts in a misdrawn coup, in the window's words; None for one that was dealt by the rules."""
    window: MisdrawWindow | None = None
    disputing_players: frozenset[str] = field(default_factory=frozenset)
    """The players who have disputed the round."""
    withheld_minor: Mapping[str, int | None] = field(default_factory=dict)
    """By wager, the winnings that are kept back by a decision; None where the wager was never decided."""
    settled_minor: Mapping[str, int] = field(default_factory=dict)
    """By wager, what a settled case gives back on it, stake included."""
    decider: str | None = None
    """The office that decides by a remedy of the house; None where it is the house's authority in general."""
    unreported: tuple[Finding, ...] = ()
    """What would be found if the sources could report what the record does not have."""
    supposed: frozenset[type[Event]] = frozenset()
    """Acts that are not on record and may have been done, and on which something turns."""

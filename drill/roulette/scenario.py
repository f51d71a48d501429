"""A round of the drill as it was played: every chip and when it was moved, every spin, and what went back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from drill.oracles.roulette import PlacedChips
from drill.oracles.roulette_respin import BetStep, put_down_minor, taken_up_minor
from ledger.events import Event
from ledger.events.play import WagerPlaced
from ledger.events.table import LimitsPosted
from replay.rulebooks.rules import Rules

Phase = Literal["betting", "stopped", "between", "running", "rested"]
"""Before "no more bets"; while a ball runs that is called a no spin; before its re-spin; while the ball runs that counts;
and after its rest.
"""

Treatment = Literal["plays", "goes back", "nothing", "referred"]
WagerActKind = Literal["placed", "moved", "withdrawn", "raised", "lowered"]
ReadingChoice = Mapping[str, str]
"""A letter for each open question, by the key that the question is about."""

Chips = PlacedChips
"""Chips on one place, as the oracle has them."""


@dataclass(slots=True)
class ScenarioWager:
    """A wager of the drill. `late` is what was done to it when, and with how much or where to."""

    event: WagerPlaced
    chips: tuple[Chips, ...]
    phase: Phase = "betting"
    treatment: Treatment = "plays"
    late_act: tuple[WagerActKind, Phase] | None = None
    moved_chips: tuple[Chips, ...] = ()
    changed_minor: int = 0
    above_limit_minor: int | None = None
    """What of it is above a limit, 0 where it is outside the limits otherwise; None for a lawful wager."""
    chips_within_limits: tuple[Chips, ...] | None = None
    """The chips within the limits, where some of a call bet's are above them whole; None where all are in proportion."""
    is_above_together: bool = False
    """Whether it is so only where a maximum is that of all players together."""
    later_events: list[tuple[Phase, Event]] = field(default_factory=list)
    steps: tuple[BetStep, ...] = ()
    """All that was done to it, where that is more than one late act."""
    chips_paid_as: tuple[Chips, ...] | None = None
    """Where the dealer takes it to lie when it is paid, if elsewhere."""
    recorded_event: WagerPlaced | None = None
    """As it was put down, where it was changed before the call."""

    @property
    def late_phase(self) -> Phase | None:
        """When something was done to it too late, or between two spins."""
        return None if self.late_act is None else self.late_act[1]

    @property
    def taken_up_minor(self) -> int:
        """What of the stake the player has taken up."""
        if self.steps:
            return taken_up_minor(self.steps)
        if self.late_act is None:
            return (
                self.event.stake_minor if any(event.TOPIC == "wager.withdrawn.v1" for _, event in self.later_events) else 0
            )
        what, _ = self.late_act
        stake = self.event.stake_minor
        return stake if what == "withdrawn" else stake - self.changed_minor if what == "lowered" else 0

    @property
    def total_minor(self) -> int:
        """All that was ever put down for it."""
        if self.steps:
            return put_down_minor(self.steps)
        raised = self.late_act is not None and self.late_act[0] == "raised"
        return self.changed_minor if raised else self.event.stake_minor


@dataclass(slots=True)
class ScenarioSpin:
    """A spin as it went: its compartment, whether "no spin" was called, and what was wrong that nobody called."""

    pocket: str | None = None
    no_spin_call: Literal["in time", "late"] | None = None
    has_uncalled_ground: bool = False
    has_few_after_call: bool = False


@dataclass(slots=True)
class RouletteScenario:
    """One round: what happened, and what the drill knows of it."""

    rules: Rules
    wheel: tuple[str, ...]
    previous_pocket: str
    is_previous_known: bool
    """Whether the previous winning compartment is on record."""
    colour_values: dict[str, int]
    stray_pocket: str | None = None
    """Where the ball rested in a round in between, whose one spin was called a no spin."""
    posted_limits: list[LimitsPosted] = field(default_factory=list)
    """What limits the table has posted before the round."""
    wagers: list[ScenarioWager] = field(default_factory=list)
    spins: list[ScenarioSpin] = field(default_factory=list)
    spin_events: list[Event] = field(default_factory=list)
    """Calls and ball, up to the dolly."""
    money_events: list[Event] = field(default_factory=list)
    """What was added, collected and paid."""
    is_money_unrecorded: bool = False
    """Whether the record tells nothing of the money."""
    is_paid_on_no_spin: bool = False
    is_closed: bool = True
    faults: list[str] = field(default_factory=list)
    required_findings: set[str] = field(default_factory=set)
    """The findings that there must be, but for those of the money."""
    finding_events: list[tuple[str, Event]] = field(default_factory=list)
    """What some of them are found at."""
    lawful_faults: set[str] = field(default_factory=set)
    """Faults that are none where the house has settled an open question so."""
    open_clauses: set[str] = field(default_factory=set)
    has_two_pockets: bool = False
    paid_by_number: str | None = None
    """The number that the dealer pays by, if not by the compartment."""

    def require_finding(self, finding: str, event: Event | None = None) -> None:
        """There must be such a finding, at this event."""
        self.required_findings.add(finding)
        if event is not None:
            self.finding_events.append((finding, event))

    def wager(self, name: str) -> ScenarioWager:
        """The wager of that name."""
        return next(wager for wager in self.wagers if wager.event.wager == name)

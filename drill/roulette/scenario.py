"""A round of the drill as it was played: every chip and when it was moved, every spin, and what went back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from drill.oracles.roulette import Piece
from ledger.events import Event
from ledger.events.play import WagerPlaced
from ledger.events.table import LimitsPosted
from replay.rulebooks.rules import Rules

When = Literal["betting", "stopped", "between", "running", "rested"]
"""Before "no more bets"; while a ball runs that is called a no spin; before its re-spin; while the ball runs that counts;
and after its rest.
"""

Fate = Literal["plays", "goes back", "nothing", "referred"]
Act = Literal["placed", "moved", "withdrawn", "raised", "lowered"]
Way = Mapping[str, str]
"""A letter for each open question, by the key that the question is about."""

Chips = Piece
"""Chips on one place, as the oracle has them."""


@dataclass(slots=True)
class Laid:
    """A wager of the drill. `late` is what was done to it when, and with how much or where to."""

    event: WagerPlaced
    chips: tuple[Chips, ...]
    when: When = "betting"
    fate: Fate = "plays"
    late: tuple[Act, When] | None = None
    other_chips: tuple[Chips, ...] = ()
    other_minor: int = 0
    over_minor: int | None = None
    """What of it is above a limit, 0 where it is outside the limits otherwise; None for a lawful wager."""
    kept: tuple[Chips, ...] | None = None
    """The chips within the limits, where some of a call bet's are above them whole; None where all are in proportion."""
    over_for_all: bool = False
    """Whether it is so only where a maximum is that of all players together."""
    acts: list[tuple[When, Event]] = field(default_factory=list)
    paid_as: tuple[Chips, ...] | None = None
    """Where the dealer takes it to lie when it is paid, if elsewhere."""
    told: WagerPlaced | None = None
    """As it was put down, where it was changed before the call."""

    @property
    def when_late(self) -> When | None:
        """When something was done to it too late, or between two spins."""
        return None if self.late is None else self.late[1]

    @property
    def back_minor(self) -> int:
        """What of the stake the player has taken up."""
        if self.late is None:
            return self.event.stake_minor if any(event.TOPIC == "wager.withdrawn.v1" for _, event in self.acts) else 0
        what, _ = self.late
        stake = self.event.stake_minor
        return stake if what == "withdrawn" else stake - self.other_minor if what == "lowered" else 0

    @property
    def all_minor(self) -> int:
        """All that was ever put down for it."""
        raised = self.late is not None and self.late[0] == "raised"
        return self.other_minor if raised else self.event.stake_minor


@dataclass(slots=True)
class Tried:
    """A spin as it went: its compartment, whether "no spin" was called, and what was wrong that nobody called."""

    pocket: str | None = None
    stopped: Literal["in time", "late"] | None = None
    ground: bool = False
    few_after_call: bool = False


@dataclass(slots=True)
class Script:
    """One round: what happened (`line`), and what the drill knows of it."""

    rules: Rules
    wheel: tuple[str, ...]
    previous: str
    known: bool
    """Whether the previous winning compartment is on record."""
    colours: dict[str, int]
    stray: str | None = None
    """Where the ball rested in a round in between, whose one spin was called a no spin."""
    posted: list[LimitsPosted] = field(default_factory=list)
    """What limits the table has posted before the round."""
    wagers: list[Laid] = field(default_factory=list)
    spins: list[Tried] = field(default_factory=list)
    line: list[Event] = field(default_factory=list)
    """Calls and ball, up to the dolly."""
    money: list[Event] = field(default_factory=list)
    """What was added, collected and paid."""
    silent: bool = False
    """Whether the record tells nothing of the money."""
    paid_on_no_spin: bool = False
    closed: bool = True
    faults: list[str] = field(default_factory=list)
    wanted: set[str] = field(default_factory=set)
    """The findings that there must be, but for those of the money."""
    places: list[tuple[str, Event]] = field(default_factory=list)
    """What some of them are found at."""
    lawful: set[str] = field(default_factory=set)
    """Faults that are none where the house has settled an open question so."""
    questions: set[str] = field(default_factory=set)
    two_pockets: bool = False
    paid_by: str | None = None
    """The number that the dealer pays by, if not by the compartment."""

    def want(self, finding: str, at: Event | None = None) -> None:
        """There must be such a finding, at this event."""
        self.wanted.add(finding)
        if at is not None:
            self.places.append((finding, at))

    def wager(self, name: str) -> Laid:
        """The wager of that name."""
        return next(one for one in self.wagers if one.event.wager == name)

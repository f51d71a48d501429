"""What is posted and agreed at a table, as it stands at a moment of its day."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from ledger.events import Event
from ledger.events.table import LimitsPosted, OddsPosted, PlayerArrived, SeatLeft, SeatTaken, TermsAgreed
from ledger.events.wheel import ColourValued
from replay.table_day.resolutions import HouseResolution

TERMS_EVENTS: Final = frozenset({LimitsPosted, OddsPosted, TermsAgreed, SeatTaken, SeatLeft, ColourValued, PlayerArrived})
"""Events after which something else is posted or agreed."""


@dataclass(frozen=True, slots=True)
class TableTerms:
    """What is posted and agreed at a moment."""

    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    units: Mapping[str, int] = field(default_factory=dict)
    odds: Mapping[tuple[str, int | None], str] = field(default_factory=dict)
    tie_shares_bp: Mapping[str, int] = field(default_factory=dict)
    resolutions: Mapping[str, HouseResolution] = field(default_factory=dict)
    seats: Mapping[str, int] = field(default_factory=dict)
    is_seating_recorded: bool = False
    """Whether the record tells who sits at all, so that whoever has no seat stands."""
    arrivals: tuple[tuple[str, int | None], ...] = ()
    """Who came to the table, or to one of its boxes, in order."""
    chip_values: Mapping[str, int] = field(default_factory=dict)
    """What a player's colour chip is worth, in minor units."""

    def after(self, event: Event) -> "TableTerms":
        """The same with what an event changed of it."""
        return self._changed_by(event) if type(event) in TERMS_EVENTS else self

    def _changed_by(self, event: Event) -> "TableTerms":
        match event:
            case LimitsPosted():
                limits = {**self.limits, event.kind: (event.least_minor, event.most_minor)}
                units = {**self.units, event.kind: event.unit_minor} if event.unit_minor else self.units
                return replace(self, limits=limits, units=units)
            case OddsPosted():
                return replace(self, odds={**self.odds, (event.kind, event.total): event.odds})
            case TermsAgreed():
                return replace(self, tie_shares_bp={**self.tie_shares_bp, event.player: event.tie_share_bp})
            case SeatTaken():
                seats = {**self.seats, event.player: event.seat}
                return replace(self, seats=seats, arrivals=(*self.arrivals, (event.player, None)))
            case SeatLeft():
                return replace(self, seats={p: seat for p, seat in self.seats.items() if p != event.player})
            case ColourValued():
                return replace(self, chip_values={**self.chip_values, event.player: event.value_minor})
            case PlayerArrived():
                return replace(self, arrivals=(*self.arrivals, (event.player, event.box)))
        return self

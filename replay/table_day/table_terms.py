"""What is posted and agreed at a table, as it stands at a moment of its day."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ledger.events import Event
from ledger.events.table import AmbiguityResolved, LimitsPosted, OddsPosted, PlayerArrived, SeatLeft, SeatTaken, TermsAgreed
from ledger.events.wheel import ColourValued
from replay.table_day.resolutions import HouseResolution

TERMS_EVENTS: Final = frozenset({LimitsPosted, OddsPosted, TermsAgreed, SeatTaken, SeatLeft, ColourValued, PlayerArrived})
"""Events after which something else is posted or agreed."""


def posting_key(event: Event) -> tuple[object, ...]:
    """Of what something is posted or agreed: another event of the same kind and key takes its place."""
    match event:
        case LimitsPosted(kind=kind):
            return (kind,)
        case OddsPosted(kind=kind, total=total):
            return kind, total
        case TermsAgreed(player=player):
            return (player,)
        case AmbiguityResolved(clause=clause):
            return (clause,)
    return ()


_NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})


class TableTerms(NamedTuple):
    """What is posted and agreed at a moment."""

    limits: Mapping[str, tuple[int, int]] = _NOTHING
    units: Mapping[str, int] = _NOTHING
    odds: Mapping[tuple[str, int | None], str] = _NOTHING
    tie_shares_bp: Mapping[str, int] = _NOTHING
    resolutions: Mapping[str, HouseResolution] = _NOTHING
    seats: Mapping[str, int] = _NOTHING
    is_seating_recorded: bool = False
    """Whether the record tells who sits at all, so that whoever has no seat stands."""
    arrivals: tuple[tuple[str, int | None], ...] = ()
    """Who came to the table, or to one of its boxes, in order."""
    chip_values: Mapping[str, int] = _NOTHING
    """What a player's colour chip is worth, in minor units."""

    def after(self, event: Event) -> "TableTerms":
        """The same with what an event changed of it."""
        return self._changed_by(event) if type(event) in TERMS_EVENTS else self

    def _changed_by(self, event: Event) -> "TableTerms":
        match event:
            case LimitsPosted():
                limits = {**self.limits, event.kind: (event.least_minor, event.most_minor)}
                units = {**self.units, event.kind: event.unit_minor} if event.unit_minor else self.units
                return self._replace(limits=limits, units=units)
            case OddsPosted():
                return self._replace(odds={**self.odds, (event.kind, event.total): event.odds})
            case TermsAgreed():
                return self._replace(tie_shares_bp={**self.tie_shares_bp, event.player: event.tie_share_bp})
            case SeatTaken():
                seats = {**self.seats, event.player: event.seat}
                return self._replace(seats=seats, arrivals=(*self.arrivals, (event.player, None)))
            case SeatLeft():
                return self._replace(seats={p: seat for p, seat in self.seats.items() if p != event.player})
            case ColourValued():
                return self._replace(chip_values={**self.chip_values, event.player: event.value_minor})
            case PlayerArrived():
                return self._replace(arrivals=(*self.arrivals, (event.player, event.box)))
        return self

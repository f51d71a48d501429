"""What the house has said of ambiguities, and for which rounds it holds: those opened after it, and after its time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ledger.entry import Entry
from ledger.events.table import AmbiguityResolved

Resolutions = Mapping[int, AmbiguityResolved]
"""By the position of the entry with which each begins to hold."""


@dataclass(frozen=True, slots=True)
class HouseResolution:
    """What the house said of an ambiguity: the reading, who said it, from when it holds, and where that stands."""

    clause: str
    reading: str
    by: str
    reason: str | None
    since: str
    is_effective_later: bool
    """Whether it holds from a time of its own, and not from when it was said."""
    position: int


def house_resolution(event: AmbiguityResolved, entry: Entry) -> HouseResolution:
    """What an event says, which begins to hold with an entry."""
    since = event.effective_at or entry.delivery.time or entry.recorded_at
    later = event.effective_at is not None
    return HouseResolution(event.clause, event.reading, event.by, event.reason, since, later, entry.position)


def resolutions_by_now(resolutions: Resolutions, entries: Iterable[Entry]) -> Mapping[str, HouseResolution]:
    """What has been said to the day's end and holds from when it was said, by clause."""
    house_resolutions = (
        house_resolution(resolutions[entry.position], entry) for entry in entries if entry.position in resolutions
    )
    return {resolution.clause: resolution for resolution in house_resolutions if not resolution.is_effective_later}


def resolutions_at_opening(resolutions: Iterable[HouseResolution], at: str) -> Mapping[str, HouseResolution]:
    """What holds for a round opened at a time, of what was said by then; who says it last is right."""
    return {
        resolution.clause: resolution
        for resolution in resolutions
        if not resolution.is_effective_later or resolution.since <= at
    }


def letters_by_clause(resolutions: Mapping[str, HouseResolution]) -> Mapping[str, str]:
    """By clause, the letter of the reading that holds."""
    return {clause: resolution.reading for clause, resolution in resolutions.items()}

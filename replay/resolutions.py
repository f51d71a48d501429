"""What the house has said of ambiguities, and for which rounds it holds: those opened after it, and after its time."""

from collections.abc import Iterable, Mapping

from ledger.entry import Entry
from ledger.events.table import AmbiguityResolved

Resolutions = Mapping[int, AmbiguityResolved]
"""By the position of the entry with which each begins to hold."""


def by_now(held: Resolutions, line: Iterable[Entry]) -> Mapping[str, str]:
    """What has been said to the day's end and holds from when it was said; by clause, the letter of the reading."""
    said = (held[entry.position] for entry in line if entry.position in held)
    return {one.clause: one.reading for one in said if one.effective_at is None}


def at_opening(said: Iterable[AmbiguityResolved], opening: Entry) -> Mapping[str, str]:
    """What holds for a round opened now, of what was said by then; who says it last is right."""
    at = opening.delivery.time or opening.recorded_at
    return {one.clause: one.reading for one in said if one.effective_at is None or one.effective_at <= at}

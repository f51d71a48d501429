"""Times by a local clock, and the instants that they are: the one place where local time becomes UTC.

The clock of a zone shows some times twice, and skips others. A time that is shown twice is an instant only together with
the times before and after it; on its own it is two.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from ledger.values.times import parse_instant

_FOLDS: Final = (0, 1)

Instants = tuple[int, ...]
"""The instants that a local time may be, in microseconds since 1970, the earliest first."""


def instants_of(local: datetime, zone: ZoneInfo) -> Instants:
    """Return the instants at which the clock of a zone shows a time: none where it skips it, two where it shows it twice.

    A time that names its own offset is one instant, whatever the zone. Raises OverflowError at the ends of the calendar.
    """
    if local.tzinfo is not None:
        return (parse_instant(local.isoformat()),)
    found = {
        at
        for fold in _FOLDS
        if (at := local.replace(tzinfo=zone, fold=fold).astimezone(UTC)).astimezone(zone).replace(tzinfo=None, fold=0)
        == local.replace(fold=0)
    }
    return tuple(sorted(parse_instant(at.isoformat()) for at in found))


def gaming_day(instant: str, zone: ZoneInfo, cutoff: str) -> str:
    """Return the gaming day of an instant: one begins when the clock of the zone first shows the cutoff.

    A cutoff within an hour that the clock shows twice ends the day once, when it is shown first.
    """
    at = datetime.fromisoformat(instant).astimezone(zone)
    ends = time.fromisoformat(cutoff)
    begins = instants_of(datetime.combine(at.date(), ends), zone)
    has_begun = parse_instant(at.isoformat()) >= begins[0] if len(begins) > 1 else at.time() >= ends
    return (at.date() - timedelta(days=0 if has_begun else 1)).isoformat()


def in_order(times: Sequence[Instants], tolerance_us: int = 0, silence_us: int | None = None) -> list[int | None]:
    """Return the instants of times that follow one another, each where their order leaves only one; else None.

    A clock may go back by `tolerance_us`. A device that is never silent for longer than `silence_us` cannot have skipped
    an hour: where times can follow one another so closely, they do.
    """
    if silence_us is not None and all(close := _possible_instants(times, tolerance_us, silence_us)):
        return [choice[0] if len(choice) == 1 else None for choice in close]
    return [choice[0] if len(choice) == 1 else None for choice in _possible_instants(times, tolerance_us, None)]


def _possible_instants(times: Sequence[Instants], tolerance_us: int, silence_us: int | None) -> list[Instants]:
    """Of each time the instants with which all others can follow one another; none where they cannot."""

    def follows(later: int, earlier: int) -> bool:
        return later >= earlier - tolerance_us and (silence_us is None or later - earlier <= silence_us)

    left = list(times)
    for at in range(1, len(left)):
        left[at] = tuple(each for each in left[at] if any(follows(each, earlier) for earlier in left[at - 1]))
    for at in range(len(left) - 2, -1, -1):
        left[at] = tuple(each for each in left[at] if any(follows(later, each) for later in left[at + 1]))
    return left

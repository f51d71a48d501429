"""From when an edition holds: from a gaming day on, or from an instant in the midst of one."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TypeVar

from pydantic import AwareDatetime

from ledger.values.times import canonical_instant

InForce = date | AwareDatetime
"""A gaming day, from its beginning, or an instant with its zone, for rounds that are opened from then on."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RoundOpening:
    """When a round was opened: on which gaming day, and at which instant."""

    day: date
    at: str


def in_force_on(editions: Iterable[tuple[InForce, T]], when: date | RoundOpening) -> T | None:
    """Of editions in the order of their adoption, the one that holds for a gaming day or for a round opened in it.

    For a day as a whole it is the one with which the day begins; where none holds yet, the first that begins to.
    """
    known = list(editions)
    if isinstance(when, RoundOpening) and (begun := [row for row in known if _has_begun(row[0], when)]):
        return _latest(begun)
    day = when.day if isinstance(when, RoundOpening) else when
    before = [row for row in known if (_start_day(row[0]) < day if isinstance(row[0], datetime) else row[0] <= day)]
    within = [row for row in known if isinstance(row[0], datetime) and _start_day(row[0]) == day]
    return _latest(before) if before else min(within, key=_start_time)[1] if within else None


def _has_begun(since: InForce, when: RoundOpening) -> bool:
    return canonical_instant(since.isoformat()) <= when.at if isinstance(since, datetime) else since <= when.day


def _latest(begun: list[tuple[InForce, T]]) -> T | None:
    """The one that began last; of two that began together the one that was adopted last."""
    return max(reversed(begun), key=_start_time)[1] if begun else None


def _start_time(row: tuple[InForce, T]) -> str:
    since = row[0]
    return canonical_instant(since.isoformat()) if isinstance(since, datetime) else since.isoformat()


def first_gaming_day(since: InForce) -> date:
    """The first gaming day on which an edition can hold; a day may end after midnight."""
    return date.fromordinal(_start_day(since).toordinal() - 1) if isinstance(since, datetime) else since


def _start_day(since: InForce) -> date:
    return since.astimezone(UTC).date() if isinstance(since, datetime) else since

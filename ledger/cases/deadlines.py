"""What is due when, by the jurisdiction's own calendar: its time zone, its business days, its leap days."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from ledger.errors import MalformedDecision
from ledger.events.cases import Deadline
from ledger.values.subjects import Word
from ledger.values.times import canonical_instant, parse_instant

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
SATURDAY: Final = 5


class Rule(BaseModel):
    """A term: so many days, weeks, years or business days from an event of the case."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    what: Word
    counts_from: Literal["received", "incident"]
    after: Annotated[str, Field(pattern=r"^[1-9][0-9]{0,3} (days|weeks|years|business_days)$")]
    first_day_counts: StrictBool = False
    source: Annotated[str, Field(min_length=1, max_length=300)]
    verified: StrictBool


class Jurisdiction(BaseModel):
    """The terms that a jurisdiction sets, and the zone whose days they are."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    zone: str
    deadline: tuple[Rule, ...]


@cache
def jurisdictions() -> Mapping[str, Jurisdiction]:
    """All jurisdictions that the product knows, by id."""
    text = files("ledger.cases").joinpath("deadlines.toml").read_text(encoding="utf-8")
    return {name: Jurisdiction.model_validate(row) for name, row in tomllib.loads(text).items()}


def deadlines(jurisdiction: str, received_at: str, incident_at: str) -> tuple[Deadline, ...]:
    """What is due when in a case; the times are canonical text. Raises MalformedDecision for an unknown jurisdiction."""
    known = jurisdictions()
    if jurisdiction not in known:
        raise MalformedDecision(f"no deadlines of {jurisdiction!r} are known; the jurisdictions are {', '.join(known)}")
    found = known[jurisdiction]
    began = {"received": received_at, "incident": incident_at}
    zone = ZoneInfo(found.zone)
    return tuple(_deadline(rule, began[rule.counts_from], zone) for rule in found.deadline)


def _deadline(rule: Rule, began: str, zone: ZoneInfo) -> Deadline:
    first = local_day(began, zone) - timedelta(days=rule.first_day_counts)
    due = due_on(first, rule.after)
    fields = {"what": rule.what, "source": rule.source, "verified": rule.verified}
    return Deadline.model_validate(fields | {"due_on": due.isoformat(), "due_at": end_of(due, zone)})


def local_day(at: str, zone: ZoneInfo) -> date:
    """The day on which an instant falls there."""
    return (_EPOCH + timedelta(microseconds=parse_instant(at))).astimezone(zone).date()


def end_of(day: date, zone: ZoneInfo) -> str:
    """The first instant after a day, which on a day of a clock change is 23 or 25 hours after its first."""
    return canonical_instant(datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC).isoformat())


def due_on(began: date, after: str) -> date:
    """The last day of a term; the day on which it began does not count."""
    number, unit = after.split()
    match unit:
        case "business_days":
            return _business_days(began, int(number))
        case "years":
            return _years(began, int(number))
    return began + timedelta(days=int(number) * (7 if unit == "weeks" else 1))


def _business_days(began: date, number: int) -> date:
    day = began
    while number:
        day += timedelta(days=1)
        number -= day.weekday() < SATURDAY
    return day


def _years(began: date, number: int) -> date:
    """The same date years later; the 29th of February ends on the month's last day."""
    try:
        return began.replace(year=began.year + number)
    except ValueError:
        return began.replace(year=began.year + number, day=28)


def overdue(due: Sequence[Deadline], at_us: int) -> list[Deadline]:
    """The deadlines that are past at an instant, in microseconds."""
    return [deadline for deadline in due if parse_instant(deadline.due_at) <= at_us]

"""What is due when, by the jurisdiction's own calendar: its time zone, its holidays, its leap days."""

import re
import tomllib
from collections.abc import Container, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Self
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ledger.errors import MalformedDecision
from ledger.events.cases import CaseClock, Deadline
from ledger.values.message import Message
from ledger.values.times import canonical_instant, in_zone

_DAY_OF_NEXT_MONTH: Final = re.compile(r"day ([0-9]+) of next month")
SATURDAY: Final = 5
MONTHS_OF_YEAR: Final = 12
NO_HOLIDAYS: Final[frozenset[date]] = frozenset()
FROM_THE_OPENING: Final = frozenset({"received", "incident"})
"""What a clock may count from that is known when the case is opened."""


class Rule(CaseClock):
    """A clock of a jurisdiction, and to which complaints it applies: those received from one day on, until another."""

    in_force_from: date | None = None
    until: date | None = None
    pauses_source: Annotated[str, Field(max_length=300)] = ""

    @model_validator(mode="after")
    def _check_that_a_source_carries_it(self) -> Self:
        if self.verified and self.after is None:
            raise ValueError(f"{self.what} is verified and has no term")
        if not self.verified and (self.after is not None or self.pauses):
            raise ValueError(f"{self.what} is not verified; it sets no term and cannot be paused")
        if self.pauses != bool(self.pauses_source):
            raise ValueError(f"{self.what} may be paused only where a source says so")
        return self

    def applies_on(self, day: date) -> bool:
        """Whether it applies to a complaint received on a day."""
        return (self.in_force_from or date.min) <= day < (self.until or date.max)

    def pinned(self) -> CaseClock:
        """The clock as a case is opened with it."""
        return CaseClock.model_validate({name: getattr(self, name) for name in CaseClock.model_fields})


class Jurisdiction(BaseModel):
    """The clocks that a jurisdiction sets, and the zone whose days they count."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    zone: str
    clock: tuple[Rule, ...]


@cache
def jurisdictions() -> Mapping[str, Jurisdiction]:
    """All jurisdictions that the product knows, by id."""
    text = files("ledger.cases").joinpath("deadlines.toml").read_text(encoding="utf-8")
    return {name: Jurisdiction.model_validate(row) for name, row in tomllib.loads(text).items()}


def clocks_of(jurisdiction: str, received_at: str) -> tuple[CaseClock, ...]:
    """The clocks that apply to a complaint by the day on which it came. Raises MalformedDecision for an unknown
    jurisdiction.
    """
    known = jurisdictions()
    if jurisdiction not in known:
        raise MalformedDecision(
            Message(
                "no deadlines of {jurisdiction} are known; the jurisdictions are {known}",
                jurisdiction=repr(jurisdiction),
                known=", ".join(known),
            )
        )
    found = known[jurisdiction]
    received_on = local_day(received_at, ZoneInfo(found.zone))
    return tuple(rule.pinned() for rule in found.clock if rule.applies_on(received_on))


def deadlines(jurisdiction: str, received_at: str, incident_at: str) -> tuple[Deadline, ...]:
    """What is due when in a case, as far as it is fixed when the case is opened; the times are canonical text. What was
    not verified sets no deadline. Raises MalformedDecision for an unknown jurisdiction.
    """
    instants = {"received": received_at, "incident": incident_at}
    clocks = clocks_of(jurisdiction, received_at)
    zone = ZoneInfo(jurisdictions()[jurisdiction].zone)
    running = (clock for clock in clocks if clock.verified and clock.counts_from in FROM_THE_OPENING)
    return tuple(_deadline(clock, instants[clock.counts_from], zone) for clock in running)


def _deadline(clock: CaseClock, began: str, zone: ZoneInfo) -> Deadline:
    due = last_day(clock, local_day(began, zone))
    fields = {"what": clock.what, "source": clock.source, "verified": clock.verified}
    return Deadline.model_validate(fields | {"due_on": due.isoformat(), "due_at": end_of(due, zone)})


def last_day(clock: CaseClock, began: date) -> date:
    """The last day of a clock that begins on a day and has a term."""
    holidays = holidays_of(clock.calendar) if clock.calendar else NO_HOLIDAYS
    due = due_on(began - timedelta(days=clock.first_day_counts), clock.after or "", holidays)
    while clock.moves and not is_business_day(due, holidays):
        due += timedelta(days=1)
    return due


def local_day(at: str, zone: ZoneInfo) -> date:
    """The day on which an instant falls there."""
    return in_zone(at, zone).date()


def end_of(day: date, zone: ZoneInfo) -> str:
    """The first instant after a day, which on a day of a clock change is 23 or 25 hours after its first."""
    return canonical_instant(datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC).isoformat())


@cache
def holidays_of(calendar: str) -> Container[date]:
    """The public holidays of a calendar such as GB-ENG: country and, after a hyphen, its part."""
    from holidays import country_holidays  # noqa: PLC0415  its countries take a while to load, and few commands ask

    country, _, part = calendar.partition("-")
    return country_holidays(country, subdiv=part or None)


def is_business_day(day: date, holidays: Container[date] = NO_HOLIDAYS) -> bool:
    """Whether a day is from Monday to Friday and no holiday."""
    return day.weekday() < SATURDAY and day not in holidays


def due_on(began: date, after: str, holidays: Container[date] = NO_HOLIDAYS) -> date:
    """The last day of a term; the day on which it began does not count."""
    if fixed := _DAY_OF_NEXT_MONTH.fullmatch(after):
        return _months(began.replace(day=1), 1).replace(day=int(fixed[1]))
    number, unit = after.split()
    match unit:
        case "business_days":
            return _business_days(began, int(number), holidays)
        case "months":
            return _months(began, int(number))
        case "years":
            return _months(began, int(number) * MONTHS_OF_YEAR)
    return began + timedelta(days=int(number) * (7 if unit == "weeks" else 1))


def _business_days(began: date, number: int, holidays: Container[date]) -> date:
    day = began
    while number:
        day += timedelta(days=1)
        number -= is_business_day(day, holidays)
    return day


def _months(began: date, number: int) -> date:
    """The same date so many months later, or the month's last day where the month has no such date."""
    years, month = divmod(began.month - 1 + number, MONTHS_OF_YEAR)
    for day in range(began.day, 0, -1):
        try:
            return date(began.year + years, month + 1, day)
        except ValueError:
            continue
    raise AssertionError(began)

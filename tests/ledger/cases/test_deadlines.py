"""What is due when: weekends, leap days, and the nights on which clocks change. All days worked out by the calendar."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from ledger.cases.deadlines import deadlines, due_on, end_of, jurisdictions, overdue
from ledger.errors import MalformedDecision
from ledger.values.times import parse_instant

TERMS = """
began       after             due         why
2026-11-20  8 weeks           2027-01-15  56 days after a Friday, across the year's end
2024-01-05  8 weeks           2024-03-01  a leap day lies between
2025-01-05  8 weeks           2025-03-02  none lies between
2026-11-16  5 business_days   2026-11-23  Monday to Monday
2026-11-20  5 business_days   2026-11-27  Friday to Friday
2026-11-21  5 business_days   2026-11-27  from a Saturday the Monday is the first
2026-11-22  5 business_days   2026-11-27  from a Sunday too
2026-11-19  1 business_days   2026-11-20  Thursday to Friday
2026-11-20  1 business_days   2026-11-23  over a weekend
2024-02-28  2 business_days   2024-03-01  the leap day was a Thursday
2026-01-31  4 weeks           2026-02-28  28 days
2024-02-01  4 weeks           2024-02-29  onto a leap day
2024-02-29  3 years           2027-02-28  there is no such day
2024-02-29  4 years           2028-02-29  there is one again
2023-02-28  1 years           2024-02-28  the date, not the month's end
2026-11-20  10 days           2026-11-30  plain days
"""

ENDS = """
day         zone                          ends_at               why
2026-11-20  Europe/London                 2026-11-21T00:00:00Z  winter time
2026-07-20  Europe/London                 2026-07-20T23:00:00Z  summer time
2026-03-29  Europe/London                 2026-03-29T23:00:00Z  a day of 23 hours
2026-03-28  Europe/London                 2026-03-29T00:00:00Z  the day before it
2026-10-25  Europe/London                 2026-10-26T00:00:00Z  a day of 25 hours
2026-10-24  Europe/Zurich                 2026-10-24T22:00:00Z  the day before it
2026-10-25  Europe/Zurich                 2026-10-25T23:00:00Z  a day of 25 hours
2026-03-08  America/Indiana/Indianapolis  2026-03-09T04:00:00Z  a day of 23 hours
2026-03-07  America/Indiana/Indianapolis  2026-03-08T05:00:00Z  the day before it
"""


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(cell.strip() for cell in line.split("  ") if cell.strip())[:4] for line in table.strip().splitlines()[1:]]


@pytest.mark.parametrize(("began", "after", "due", "why"), rows(TERMS))
def test_a_term_ends_on_its_last_day(began: str, after: str, due: str, why: str) -> None:
    assert due_on(date.fromisoformat(began), after).isoformat() == due, why


@pytest.mark.parametrize(("day", "zone", "ends_at", "why"), rows(ENDS))
def test_a_day_ends_where_the_jurisdiction_lies(day: str, zone: str, ends_at: str, why: str) -> None:
    assert parse_instant(end_of(date.fromisoformat(day), ZoneInfo(zone))) == parse_instant(ends_at), why


@pytest.mark.parametrize(
    ("jurisdiction", "received", "incident", "what", "due"),
    [
        ("uk", "2026-01-30T12:00:00Z", "2026-01-20T22:00:00Z", "final_position", "2026-03-26"),  # the 30th is day one of 56
        ("uk", "2026-07-01T23:30:00Z", "2026-07-01T22:00:00Z", "final_position", "2026-08-26"),  # the 2nd in London
        ("indiana", "2026-11-25T12:00:00Z", "2026-11-21T03:00:00Z", "patron_complaint", "2026-11-27"),  # the 20th there
        (
            "uk",
            "2026-02-01T12:00:00Z",
            "2026-02-01T12:00:00Z",
            "final_position",
            "2026-03-28",
        ),  # before the clocks go
        ("uk", "2026-02-02T12:00:00Z", "2026-02-02T12:00:00Z", "final_position", "2026-03-29"),  # a day of 23 hours
        ("uk", "2024-01-04T12:00:00Z", "2024-01-04T12:00:00Z", "final_position", "2024-02-28"),
        ("uk", "2024-01-05T12:00:00Z", "2024-01-05T12:00:00Z", "final_position", "2024-02-29"),  # onto a leap day
        ("uk", "2025-01-05T12:00:00Z", "2025-01-05T12:00:00Z", "final_position", "2025-03-01"),
        ("indiana", "2026-11-25T12:00:00Z", "2026-03-06T17:00:00Z", "patron_complaint", "2026-03-13"),  # Friday to Friday
        ("indiana", "2026-11-25T12:00:00Z", "2026-03-08T06:30:00Z", "patron_complaint", "2026-03-13"),  # from the Sunday
        ("indiana", "2026-11-25T12:00:00Z", "2024-02-26T17:00:00Z", "patron_complaint", "2024-03-04"),  # with a leap day
        ("ch", "2026-03-20T12:00:00Z", "2024-02-01T12:00:00Z", "footage", "2024-02-29"),  # onto a leap day
        ("ch", "2026-03-20T12:00:00Z", "2026-09-27T12:00:00Z", "footage", "2026-10-25"),  # a day of 25 hours
        ("cz", "2026-03-20T12:00:00Z", "2025-02-28T23:30:00Z", "records", "2028-03-01"),  # the 1st of March in Prague
        ("ch", "2026-03-20T12:00:00Z", "2026-03-07T22:59:59Z", "footage", "2026-04-04"),
        ("ch", "2026-03-20T12:00:00Z", "2026-03-07T23:00:00Z", "footage", "2026-04-05"),  # past midnight in Zurich
        ("cz", "2026-03-20T12:00:00Z", "2024-02-29T12:00:00Z", "records", "2027-02-28"),
    ],
)
def test_a_jurisdiction_counts_in_its_own_days(
    jurisdiction: str, received: str, incident: str, what: str, due: str
) -> None:
    (found,) = deadlines(jurisdiction, received, incident)
    assert (found.what, found.due_on) == (what, due)


def test_a_deadline_is_past_when_its_day_is_over_and_not_before() -> None:
    found = deadlines("uk", "2026-08-31T12:00:00Z", "2026-08-31T12:00:00Z")
    assert found[0].due_on == "2026-10-25"  # clocks go back on that night
    end = parse_instant("2026-10-26T00:00:00Z")
    assert overdue(found, end - 1) == []
    assert overdue(found, end) == list(found)


def test_every_deadline_has_a_source() -> None:
    assert set(jurisdictions()) == {"uk", "indiana", "ch", "cz"}
    rules = {name: rule for name, jurisdiction in jurisdictions().items() for rule in jurisdiction.deadline}
    assert all(rule.source for rule in rules.values())
    assert {name for name, rule in rules.items() if not rule.verified} == {"cz"}


def test_a_term_that_nobody_looked_up_says_so() -> None:
    (found,) = deadlines("cz", "2026-03-20T12:00:00Z", "2026-03-20T12:00:00Z")
    assert found.verified is False
    (found,) = deadlines("uk", "2026-03-20T12:00:00Z", "2026-03-20T12:00:00Z")
    assert found.verified is True


def test_a_jurisdiction_that_nobody_knows_is_refused() -> None:
    with pytest.raises(MalformedDecision, match="the jurisdictions are uk, indiana, ch, cz"):
        deadlines("atlantis", "2026-01-30T12:00:00Z", "2026-01-30T12:00:00Z")

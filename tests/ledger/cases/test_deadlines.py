"""What is due when: weekends, leap days, and the nights on which clocks change. All days worked out by the calendar."""

import subprocess
import sys
from datetime import date
from zoneinfo import ZoneInfo

import pytest
from pydantic import ValidationError

from ledger.cases.deadlines import Rule, clocks_of, deadlines, due_on, end_of, holidays_of, jurisdictions, last_day
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
2026-08-31  6 months          2027-02-28  February has no 31st
2027-08-31  6 months          2028-02-29  in a leap year it has a 29th
2024-02-29  12 months         2025-02-28  there is no such day
2026-03-30  12 months         2027-03-30  the same date
2026-12-31  2 months          2027-02-28  across the year's end
2026-11-01  day 20 of next month  2026-12-20  from the month's first day
2026-11-30  day 20 of next month  2026-12-20  from its last
2026-12-15  day 20 of next month  2027-01-20  across the year's end
2027-01-31  day 28 of next month  2027-02-28  no month is shorter
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
        (
            "indiana",
            "2026-11-25T12:00:00Z",
            "2026-11-21T03:00:00Z",
            "patron_complaint",
            "2026-12-01",
        ),  # Thanksgiving
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
        ("ch", "2026-03-20T12:00:00Z", "2024-02-01T12:00:00Z", "footage_expiry", "2024-02-29"),  # onto a leap day
        ("ch", "2026-03-20T12:00:00Z", "2026-09-27T12:00:00Z", "footage_expiry", "2026-10-25"),  # a day of 25 hours
        ("ch", "2026-03-20T12:00:00Z", "2026-03-07T22:59:59Z", "footage_expiry", "2026-04-04"),
        ("ch", "2026-03-20T12:00:00Z", "2026-03-07T23:00:00Z", "footage_expiry", "2026-04-05"),  # past midnight in Zurich
    ],
)
def test_a_jurisdiction_counts_in_its_own_days(
    jurisdiction: str, received: str, incident: str, what: str, due: str
) -> None:
    found = {deadline.what: deadline.due_on for deadline in deadlines(jurisdiction, received, incident)}
    assert found[what] == due


UK_ACKNOWLEDGEMENTS = """
received              due         why
2026-11-16T12:00:00Z  2026-11-19  Monday to Thursday
2026-11-19T12:00:00Z  2026-11-24  over a weekend
2026-04-01T12:00:00Z  2026-04-08  Good Friday, the weekend and Easter Monday
2026-04-02T23:30:00Z  2026-04-09  Good Friday in London: Tuesday is the first working day
2026-12-24T12:00:00Z  2026-12-31  Christmas Day, and Boxing Day kept on the Monday
2026-03-27T12:00:00Z  2026-04-01  over the night on which clocks go forward
2024-02-28T12:00:00Z  2024-03-04  the leap day counts
"""


@pytest.mark.parametrize(("received", "due", "why"), [row[:3] for row in rows(UK_ACKNOWLEDGEMENTS)])
def test_public_holidays_are_no_working_days(received: str, due: str, why: str) -> None:
    found = {deadline.what: deadline.due_on for deadline in deadlines("uk", received, received)}
    assert found["acknowledgement"] == due, why


def test_a_last_day_moves_only_where_the_data_says_so() -> None:
    fields = {"what": "reply", "kind": "duty", "counts_from": "received", "after": "10 days", "source": "s"}
    stays = Rule.model_validate(fields | {"calendar": "GB-ENG", "verified": True})
    moves = stays.model_copy(update={"moves": "next_business_day"})
    began = date(2026, 12, 15)  # ten days on it is Christmas, a Friday
    assert last_day(stays, began).isoformat() == "2026-12-25"
    assert last_day(moves, began).isoformat() == "2026-12-29"
    assert last_day(moves.model_copy(update={"calendar": None}), began).isoformat() == "2026-12-25"
    assert last_day(moves.model_copy(update={"calendar": None}), date(2026, 11, 18)).isoformat() == "2026-11-30"  # Saturday


def test_a_calendar_is_that_of_the_part_of_the_country() -> None:
    st_andrews_day = date(2026, 11, 30)
    assert st_andrews_day in holidays_of("GB-SCT")
    assert st_andrews_day not in holidays_of("GB-ENG")


def test_what_applies_depends_on_the_day_on_which_the_complaint_came() -> None:
    def applying(jurisdiction: str, received: str) -> dict[str, bool]:
        return {clock.what: clock.verified for clock in clocks_of(jurisdiction, received)}

    assert "final_position" not in applying("uk", "2018-10-30T23:59:00Z")
    assert applying("uk", "2018-10-31T00:00:00Z")["final_position"]
    assert applying("uk", "2026-04-05T22:59:59Z")["adr"]
    assert not applying("uk", "2026-04-05T23:00:00Z")["adr"]  # the 6th in London
    assert "footage_expiry" not in applying("ch", "2018-12-31T22:59:59Z")
    assert "footage_expiry" in applying("ch", "2018-12-31T23:00:00Z")  # the new year in Zurich


def test_on_no_day_does_a_case_have_two_clocks_of_a_name() -> None:
    for name, jurisdiction in jurisdictions().items():
        edges = {edge for rule in jurisdiction.clock for edge in (rule.in_force_from, rule.until) if edge}
        for day in edges | {date(2000, 1, 1), date(2026, 11, 20)}:
            whats = [rule.what for rule in jurisdiction.clock if rule.applies_on(day)]
            assert len(set(whats)) == len(whats), (name, day)


def test_what_was_not_verified_sets_no_deadline() -> None:
    assert set(jurisdictions()) == {"uk", "indiana", "ch", "mt", "us-nv", "cz"}
    for name in jurisdictions():
        found = deadlines(name, "2026-11-20T12:00:00Z", "2026-11-20T12:00:00Z")
        clocks = {clock.what: clock for clock in clocks_of(name, "2026-11-20T12:00:00Z")}
        assert all(deadline.verified and deadline.source == clocks[deadline.what].source for deadline in found)
        assert all(clock.after is None for clock in clocks.values() if not clock.verified)
    assert deadlines("cz", "2026-03-20T12:00:00Z", "2026-03-20T12:00:00Z") == ()
    assert [clock.what for clock in clocks_of("cz", "2026-03-20T12:00:00Z")] == ["records", "final_position"]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"verified": False, "after": "10 days"}, "sets no term"),
        ({"verified": False, "pauses": True, "pauses_source": "s"}, "cannot be paused"),
        ({"verified": True, "after": "10 days", "pauses": True}, "only where a source says so"),
        ({"verified": True}, "has no term"),
    ],
)
def test_data_that_claims_more_than_its_source_is_refused(fields: dict[str, object], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        Rule.model_validate({"what": "reply", "kind": "duty", "counts_from": "received", "source": "s"} | fields)


def test_a_jurisdiction_that_nobody_knows_is_refused() -> None:
    with pytest.raises(MalformedDecision, match="the jurisdictions are uk, indiana, ch, mt, us-nv, cz"):
        deadlines("atlantis", "2026-01-30T12:00:00Z", "2026-01-30T12:00:00Z")


def test_the_holidays_of_the_world_are_loaded_only_when_asked_for() -> None:
    program = "import sys, desk.cli.main; sys.exit('holidays' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

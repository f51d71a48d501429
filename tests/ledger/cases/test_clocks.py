"""How the clocks of a case stand: begun, stopped, met, late. All days worked out by the calendar."""

from datetime import date

import pytest

from ledger.acts.authority import case_grants
from ledger.cases.clocks import ClockStanding, ClockStep, letter_step, standings
from ledger.cases.deadlines import clocks_of, deadlines
from ledger.events import cases as acts
from tests.ledger.cases.telling import EDITION, Told, opened

NOON = "T12:00:00.000000Z"


def case_of(jurisdiction: str, received: str, incident: str = "") -> acts.CaseOpened:
    return opened(()).model_copy(
        update={
            "jurisdiction": jurisdiction,
            "received_at": received,
            "deadlines": deadlines(jurisdiction, received, incident or received),
            "clocks": clocks_of(jurisdiction, received),
        }
    )


def steps(*lines: str) -> list[ClockStep]:
    """`2026-11-20T12:00:00Z settled`, or `… pause_clock final_position`; a letter is `letter_final`."""
    parts = (line.split() for line in lines)
    return [ClockStep(words(word), at.replace("Z", ".000000Z"), next(iter(clock), None)) for at, word, *clock in parts]


def words(word: str) -> tuple[str, ...]:
    return ("letter", word) if word.startswith("letter_") else (word,)


def standing(case: acts.CaseOpened, what: str, at: str, *lines: str) -> ClockStanding:
    return next(row for row in standings(case, steps(*lines), at) if row.clock.what == what)


UK = case_of("uk", "2026-01-30" + NOON)
"""Its final position is due on 26 March: 30 January is the first of 56 days."""
PAUSE, RESUME = "pause_clock final_position", "resume_clock final_position"


@pytest.mark.parametrize(
    ("at", "state", "days_left", "days_late"),
    [
        ("2026-01-30" + NOON, "running", 55, 0),
        ("2026-03-25T23:59:59.999999Z", "running", 1, 0),
        ("2026-03-26T00:00:00.000000Z", "running", 0, 0),
        ("2026-03-26T23:59:59.999999Z", "running", 0, 0),
        ("2026-03-27T00:00:00.000000Z", "past", None, 1),
        ("2026-03-29T22:59:59.999999Z", "past", None, 3),  # a day of 23 hours
        ("2026-03-29T23:00:00.000000Z", "past", None, 4),  # the 30th in London
    ],
)
def test_days_are_whole_days_of_the_jurisdiction(at: str, state: str, days_left: int | None, days_late: int) -> None:
    found = standing(UK, "final_position", at)
    assert (found.state, found.days_left, found.days_late) == (state, days_left, days_late)
    assert (found.due_on, found.due_at) == (date(2026, 3, 26), "2026-03-27T00:00:00.000000Z")


@pytest.mark.parametrize("step", ["settled", "letter_final", "letter_deadlock"])
def test_a_final_position_is_met_by_a_settlement_or_by_the_letter_that_gives_it(step: str) -> None:
    in_time = standing(UK, "final_position", "2027-01-01" + NOON, f"2026-03-26T23:59:59Z {step}")
    assert (in_time.state, in_time.met_on, in_time.days_late) == ("met", date(2026, 3, 26), 0)
    late = standing(UK, "final_position", "2027-01-01" + NOON, f"2026-03-29T23:00:00Z {step}")
    assert (late.state, late.met_on, late.days_late, late.days_left) == ("met", date(2026, 3, 30), 4, None)


def test_the_first_answer_counts_and_a_holding_letter_is_none() -> None:
    found = standing(
        UK,
        "final_position",
        "2027-01-01" + NOON,
        "2026-03-01T12:00:00Z letter_holding",
        "2026-03-27T12:00:00Z settled",
        "2026-04-20T12:00:00Z settled",
    )
    assert (found.met_on, found.days_late) == (date(2026, 3, 27), 1)


def test_any_letter_acknowledges_a_complaint() -> None:
    due = standing(UK, "acknowledgement", "2026-02-06" + NOON)
    assert (due.due_on, due.state, due.days_late) == (date(2026, 2, 4), "past", 2)
    met = standing(UK, "acknowledgement", "2026-02-06" + NOON, "2026-02-03T12:00:00Z letter_acknowledgement")
    assert (met.state, met.days_late) == ("met", 0)


class TestPauses:
    def test_the_last_day_moves_by_the_days_that_did_not_count(self) -> None:
        found = standing(
            UK, "final_position", "2026-03-20" + NOON, f"2026-02-10T12:00:00Z {PAUSE}", f"2026-02-17T09:00:00Z {RESUME}"
        )
        assert (found.state, found.due_on, found.days_left) == ("running", date(2026, 4, 2), 13)
        assert found.due_at == "2026-04-02T23:00:00.000000Z"  # in summer time by then

    def test_a_pause_within_a_day_moves_nothing(self) -> None:
        found = standing(
            UK, "final_position", "2026-03-20" + NOON, f"2026-02-10T00:00:00Z {PAUSE}", f"2026-02-10T23:59:59Z {RESUME}"
        )
        assert found.due_on == date(2026, 3, 26)

    def test_pauses_add_up_over_a_clock_change(self) -> None:
        found = standing(
            UK,
            "final_position",
            "2026-03-31" + NOON,
            f"2026-02-10T12:00:00Z {PAUSE}",
            f"2026-02-12T12:00:00Z {RESUME}",
            f"2026-03-28T23:30:00Z {PAUSE}",
            f"2026-03-29T23:30:00Z {RESUME}",  # the 30th in London: two days after
        )
        assert (found.state, found.due_on, found.days_late) == ("past", date(2026, 3, 30), 1)

    @pytest.mark.parametrize("now", ["2026-02-10" + NOON, "2026-03-20" + NOON, "2030-01-01" + NOON])
    def test_while_it_is_stopped_it_has_what_it_had_left_and_is_never_late(self, now: str) -> None:
        found = standing(UK, "final_position", now, f"2026-02-10T12:00:00Z {PAUSE}")
        assert (found.state, found.paused_on, found.due_on) == ("paused", date(2026, 2, 10), None)
        assert (found.days_left, found.days_late) == (44, 0)

    def test_an_answer_given_while_it_is_stopped_meets_it(self) -> None:
        found = standing(
            UK, "final_position", "2030-01-01" + NOON, f"2026-03-20T12:00:00Z {PAUSE}", "2026-04-20T12:00:00Z settled"
        )
        assert (found.state, found.met_on, found.days, found.days_late) == ("met", date(2026, 4, 20), 6, 0)

    def test_of_a_term_in_business_days_only_business_days_are_stopped(self) -> None:
        reply = UK.clocks[0].model_copy(update={"pauses": True}) if UK.clocks else None
        case = UK.model_copy(update={"clocks": (reply,)})
        pause = ("2026-01-30T13:00:00Z pause_clock acknowledgement", "2026-02-02T12:00:00Z resume_clock acknowledgement")
        assert standing(case, "acknowledgement", "2026-02-02" + NOON).due_on == date(2026, 2, 4)  # a Wednesday
        found = standing(case, "acknowledgement", "2026-02-02" + NOON, *pause)
        assert found.due_on == date(2026, 2, 5)  # Friday to Monday: one business day

    def test_it_cannot_be_stopped_once_it_has_run_out(self) -> None:
        case_told = Told()
        case_told.entries.clear()
        case_told.put(UK.model_copy(update={"authorities": case_grants(EDITION)}))
        assert case_told.say("pause I1 investigator") == "the clock final_position ran out on 2026-03-26"


class TestLaterBeginnings:
    def test_the_term_for_adr_begins_with_the_letter_that_gives_the_final_answer(self) -> None:
        case = case_of("uk", "2024-01-30" + NOON)
        assert standing(case, "adr", "2024-02-20" + NOON).state == "not_begun"
        settled, letter = "2024-02-27T12:00:00Z settled", "2024-02-29T12:00:00Z letter_final"
        assert standing(case, "adr", "2024-03-01" + NOON, settled).state == "not_begun"
        found = standing(case, "adr", "2024-03-01" + NOON, settled, letter)
        assert (found.state, found.due_on, found.days_left) == ("running", date(2025, 2, 28), 364)
        for later in ("2024-05-01T12:00:00Z letter_final", "2024-05-01T12:00:00Z letter_holding"):
            assert standing(case, "adr", "2024-06-01" + NOON, settled, letter, later).due_on == date(2025, 2, 28)
        gone = standing(case, "adr", "2025-03-01" + NOON, "2024-02-29T12:00:00Z letter_final")
        assert (gone.state, gone.days_late) == ("past", 1)

    def test_an_appeal_meets_it_if_it_comes_after_the_answer(self) -> None:
        case = case_of("uk", "2024-01-30" + NOON)
        answered, appealed = "2024-02-27T12:00:00Z letter_final", "2024-05-01T12:00:00Z appealed"
        assert standing(case, "adr", "2025-06-01" + NOON, answered, appealed).state == "met"
        assert standing(case, "adr", "2025-06-01" + NOON, appealed).state == "met"
        again = (answered, appealed, "2024-06-01T12:00:00Z settled")
        assert standing(case, "adr", "2024-06-02" + NOON, *again).due_on == date(2025, 2, 27)
        written = standing(case, "adr", "2024-06-03" + NOON, *again, "2024-06-02T12:00:00Z letter_final")
        assert (written.state, written.due_on) == ("running", date(2025, 6, 2))

    def test_each_player_s_term_for_adr_begins_with_the_letter_to_that_player(self) -> None:
        case = case_of("uk", "2024-01-30" + NOON)
        sent = [
            letter_step("final", player, f"2024-03-{day:02}T12:00:00.000000Z")
            for player, day in (("P1", 1), ("P2", 5), ("P1", 9))
        ]
        (shown,) = (row for row in standings(case, sent, "2024-04-01" + NOON) if row.clock.what == "adr")
        assert shown.due_on == date(2025, 3, 5)

    def test_a_dispute_is_reported_in_malta_by_the_twentieth_of_the_next_month(self) -> None:
        case = case_of("mt", "2026-10-01" + NOON)
        found = standing(case, "adr_report", "2027-01-21" + NOON, "2026-12-31T22:59:59Z appealed")
        assert (found.due_on, found.state, found.days_late) == (date(2027, 1, 20), "past", 1)
        found = standing(case, "adr_report", "2027-01-21" + NOON, "2026-12-31T23:00:00Z appealed")  # January in Malta
        assert found.due_on == date(2027, 2, 20)

    def test_what_nothing_on_record_begins_does_not_run(self) -> None:
        case = case_of("us-nv", "2026-10-01" + NOON)
        states = {
            row.clock.what: row.state for row in standings(case, steps("2026-11-01T12:00:00Z settled"), case.received_at)
        }
        assert states == {
            "regulator_notice": "not_verified",
            "reconsideration": "not_verified",
            "judicial_review": "not_begun",
        }


def test_what_was_not_verified_is_listed_and_never_late() -> None:
    for row in standings(case_of("cz", "2020-01-01" + NOON), [], "2030-01-01" + NOON):
        assert (row.state, row.due_on, row.days_left, row.days_late) == ("not_verified", None, None, None)


def test_a_case_of_an_earlier_release_keeps_the_deadlines_on_record() -> None:
    def recorded(what: str, day: str, *, verified: bool) -> acts.Deadline:
        fields = {"what": what, "due_on": day, "due_at": f"{day}T23:00:00.000000Z", "source": "s", "verified": verified}
        return acts.Deadline.model_validate(fields)

    old = (recorded("records", "2029-01-20", verified=False), recorded("final_position", "2026-03-26", verified=True))
    case = UK.model_copy(update={"deadlines": old, "clocks": None})
    records, final = standings(case, steps("2026-03-27T12:00:00Z settled"), "2029-01-22" + NOON)
    assert (records.state, records.due_on, records.days_late, records.clock.verified) == (
        "past",
        date(2029, 1, 20),
        2,
        False,
    )
    assert (final.state, final.days_late) == ("met", 1)
    assert standings(case.model_copy(update={"jurisdiction": None, "deadlines": ()}), [], "2026-01-30" + NOON) == ()


def test_acts_on_record_meet_the_clocks_of_a_case() -> None:
    case_told = Told()
    for line in ("propose D1 dispute_manager", "approve A1 approver", "settle D1 dispute_manager"):
        assert case_told.say(line) is None
    final = next(row for row in case_told.case.clocks() if row.clock.what == "final_position")
    assert (final.state, final.met_on) == ("met", date(2026, 11, 20))
    assert case_told.case.due_on("final_position") == "2027-01-14"

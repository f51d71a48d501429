"""Published cases: each is staged or says what is missing, and is found as its facts demand."""

from typing import Final

import pytest

from drill.docket.docket import published_cases
from drill.docket.staging import STAGINGS, Outcome
from tests.commands import Recoup

STAGED_AT_LEAST: Final = 20

FOUND: Final = {
    "1": ("repeated_deck", 15),
    "2": ("deck_order", 3),
    "3": ("repeated_run", 3),
    "4": ("repeated_run", 2),
    "5": ("repeated_run", 3),
    "6a": ("skipped_dealer", 1),
    "8": ("one_copy_too_many", 100),
    "8a": ("wrong_replacement", 1),
    "9": ("one_copy_too_many", 250),
    "10a": ("card_set_aside", 1),
    "12": ("repeated_run", 3),
    "13": ("bets_follow_next_card", 140),
    "14": ("bets_follow_next_card", 32),
    "15": ("bets_follow_next_card", 110),
    "19": ("wheel_favours_sector", 8_000),
    "21": ("no_spin_without_ground", 1),
    "24": ("wrong_payment", 1),
    "27": ("bet_after_call", 1),
    "28": ("card_astray", 1),
    "31": ("wrong_payment", 10),
}
"""By incident, what its facts demand to be found, and within how many rounds.

Eight decks of one order show after some 58 cards, a slug or discards after some eight, a maker's order after seven; the
jack too many once all seven copies are among the cards of a shoe. Whoever knows every first card shows it after some 25
coups. What was known at the table is known at once.
"""

NOTHING: Final = {
    "6b": "Ruled on under both editions: they differ in round 1",
    "6c": "the re-spin is right: “stands”",
    "6d": "By now 5 missing cards of different faces would have shown at 5 of 10 tables.",
    "7": "By now 5 missing cards of different faces would have shown at 0 of 10 tables.",
    "10": "By now 1 missing card would have shown at",
    "20": "All bets were laid in time",
    "23": "Due is what the stake of 5,000.00 that lay there won: 10,000.00",
    "26": "No wager turns on it: 0.00.",
}
"""By incident in which no play was against the rules, what is to be said of it."""


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Outcome]:
    return {name: stage() for name, stage in STAGINGS.items()}


def test_there_are_thirty_one_cases_and_most_of_them_are_staged() -> None:
    cases = published_cases()
    assert [case.number for case in cases] == [str(number) for number in range(1, 32)]
    assert sum(bool(case.staged) for case in cases) >= STAGED_AT_LEAST
    assert {name for case in cases for name in case.staged} == set(STAGINGS) == {*FOUND, *NOTHING}


def test_a_case_says_its_source_and_what_was_decided_and_what_is_missing_where_it_is_not_staged() -> None:
    for case in published_cases():
        assert case.source
        assert case.facts
        assert case.decided
        assert bool(case.missing) != bool(case.staged)


@pytest.mark.parametrize("name", FOUND)
def test_what_the_facts_demand_is_found_in_time(outcomes: dict[str, Outcome], name: str) -> None:
    kind, rounds = FOUND[name]
    after = {found.kind: found.after_rounds for found in outcomes[name].found}
    assert kind in after
    assert 1 <= (after[kind] or 0) <= rounds


@pytest.mark.parametrize("name", NOTHING)
def test_where_play_was_lawful_nothing_is_found_and_it_is_said_why(outcomes: dict[str, Outcome], name: str) -> None:
    notes = " ".join(outcomes[name].notes)
    assert NOTHING[name] in notes
    assert not outcomes[name].found


def test_an_overpayment_without_a_ruling_is_found(outcomes: dict[str, Outcome]) -> None:
    assert "1,600.00 USD was paid; 0.00 USD was due" in " ".join(found.text for found in outcomes["5"].found)


def test_a_blackjack_paid_six_to_five_is_short_where_three_to_two_is_the_rule(outcomes: dict[str, Outcome]) -> None:
    assert outcomes["24"].notes == ("A blackjack of 50.00 wins 75.00 at 3 to 2, and 60.00 at 6 to 5.",)


def test_the_void_game_has_its_money_under_both_readings(outcomes: dict[str, Outcome]) -> None:
    valid, void = outcomes["1"].notes
    assert valid.startswith("If the game was valid: as dealt")
    assert void.startswith("If it was void: stakes and winnings go back")


def test_the_docket_is_printed_and_told_to_programs(recoup: Recoup) -> None:
    out = " ".join(recoup("docket", "1", "16").out.split())
    assert "1 Golden Nugget, Atlantic City, 30 April 2012" in out
    assert "After 13 of 41 rounds" in out
    assert "missing A decision to hold a ruling against." in out
    assert "1 of 2 cases are staged." in out
    (document,) = recoup("docket", "21", "--json").json
    assert document["incidents"][0]["found"][0]["kind"] == "no_spin_without_ground"


def test_a_case_that_is_not_there_is_a_clear_refusal(recoup: Recoup) -> None:
    ran = recoup("docket", "99")
    assert (ran.code, ran.complaint) == (2, "there is no case 99; they are numbered 1 to 31")

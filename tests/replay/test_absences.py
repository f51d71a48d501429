"""What a finding rests on that is not on record: where no source can report it, it is not found."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, Final

import pytest

from ledger.events import REGISTRY
from ledger.events.base import topic_stem
from replay.judging.finding import Finding, kind_of
from replay.rulebooks.edition import Edition
from replay.ruling.finding_kinds import finding_kinds
from tests.clauses.table import Row, judged

HOUSES: Final = ("ccl", "dcb", "eca_blackjack", "eca_roulette", "fbj", "scb")
EVERY_TOPIC: Final = frozenset(topic_stem(topic) for topic, kind in REGISTRY.items() if kind.FROM_FEEDS)
ROWS_OF_A_KIND: Final = 2
"""So many rows are tried for each kind of finding of a house."""

_ON_RECORD: Final = """
    accounts_differ delivery_quarantined delivery_conflicted entry_unreadable sequence_gap opened_again edition_back_dated
    order_not_established unexplained unread_card overdraw out_of_order card_astray wrong_correction
    fourth_card wrong_deal_order face_down extra_card split_order card_on_double card_on_split_aces
    dealer_overdrew idle_draw exposed_not_next burned_in_error late_card_used face_up_not_burned wrong_wheel
    no_hand_motion opened_late called_before_spin called_after_rest two_pockets no_spin_too_late
    no_spin_without_ground too_few_after_call wheel_contradicts wheel_warned caller_behind wrong_caller
    missing_signal interrupted_by_another illegal_double illegal_split illegal_hit illegal_stand
    illegal_free_double illegal_free_split illegal_surrender not_his_call against_the_rule out_of_turn
    one_copy_too_many too_many_cards too_many_of_rank wrong_decks wrong_replacement wrong_count
    wrong_exchanger cut_card_astray shuffle_out_of_order burned_face_up cards_missing cards_surplus deck_order
    repeated_deck repeated_run poor_shuffle early_return late_bet changed_late withdrawn_late off_limits
    unknown_wager partnership not_in_chips both_sides share_out_of_range no_such_box too_many_wagers
    too_many_players over_box_maximum wrong_free_bet moved_to_wrong_hand wrong_double_stake wrong_split_stake
    insurance_not_open insurance_amount late_insurance even_money_not_open appliance unread_suit
    side_bet_stake bet_after_call moved_after_call changed_after_call withdrawn_after_call off_limits_inside
    off_limits_outside too_many_colour_chips colour_chips_outside wrong_colour_value not_for_the_print
    not_offered tip wrong_announcement carried_over wrong_total not_paid_at_once paid_too_soon
    insurance_not_collected card_touched paid_before_dealer dolly_after_payment print_added_late
    announced_too_soon dolly_too_soon call_corrected dolly_corrected wrong_number_called
    wrong_dolly wrong_display wrong_payment mispaid_as_dealt noted_irregularity account_corrected
    corrected_after_settlement not_runner_up not_advanced prize_not_listed not_informed missing_scores
    impossible_exercise exercise_on_another_wheel exercise_not_due exercise_left_out undecided_advance
    wrong_advance played_in_dispute not_by_judge ball_examined_by_another no_spin_by_another handled_by_another
    payment_corrected taken_back_late corrected_by_another interrupted_without_power payment_taken_by_another
"""
ON_RECORD: Final = frozenset(_ON_RECORD.split())
"""The kinds that rest on what is on record alone. Those of a championship rest on acts of people, which the program takes
and no feed reports: what it refuses is on record as an attempt.
"""


def test_each_kind_of_finding_says_whether_it_rests_on_an_absence() -> None:
    resting = {kind.name for kind in finding_kinds() if kind.absence is not None}
    assert resting & ON_RECORD == set()
    assert {kind.name for kind in finding_kinds()} == resting | ON_RECORD


@cache
def house_of(name: str) -> Edition:
    edition: Edition = import_module(f"tests.clauses.{name}.floor").house()
    return edition


def rows_with_absences() -> Iterator[tuple[str, str, Row]]:
    """Per house and kind that rests on an absence, the first rows in which it is found."""
    resting = {kind.name for kind in finding_kinds() if kind.absence is not None}
    for house in HOUSES:
        rows: tuple[Row, ...] = import_module(f"tests.clauses.{house}.rows").ROWS
        found: dict[str, list[Row]] = {}
        for row in rows:
            for kind in {kind for ruled in row.rulings for kind, _ in ruled.findings}:
                if kind in resting and len(found.setdefault(kind, [])) < ROWS_OF_A_KIND:
                    found[kind].append(row)
        for kind, chosen in sorted(found.items()):
            yield from ((house, kind, row) for row in chosen)


def declared(row: Row, topics: frozenset[str]) -> Row:
    """The row with what its source can report on record."""
    return replace(row, transcript=f"{row.transcript}\ntable: reports floor {','.join(sorted(topics))}\n")


def found(rulings: list[dict[str, Any]], kind: str) -> list[Any]:
    return [finding for ruling in rulings for finding in ruling["findings"] if finding["kind"] == kind]


def absent_topics(kind: str) -> frozenset[str]:
    """The topics on whose absence a kind of finding rests."""
    absence = kind_of(kind).absence
    assert absence is not None
    return frozenset(topic_stem(event.TOPIC) for event in absence.events)


CASES: Final = list(rows_with_absences())


@pytest.mark.parametrize(
    ("house", "kind", "row"), CASES, ids=[f"{house} {kind} {n}" for n, (house, kind, _) in enumerate(CASES)]
)
def test_what_no_source_can_report_is_not_found_missing(house: str, kind: str, row: Row) -> None:
    edition = house_of(house)
    before = found(judged(row, edition), kind)
    assert before
    silent = found(judged(declared(row, EVERY_TOPIC - absent_topics(kind)), edition), kind)
    assert silent == [] or kind in ("wrong_burn", "new_dealer_burn")
    assert len(found(judged(declared(row, EVERY_TOPIC), edition), kind)) >= len(before)


def test_a_finding_of_too_many_cards_rests_on_what_is_there() -> None:
    few = Finding("wrong_burn", (), 1, {"shoe": "S1", "found": 1, "due": 6})
    assert few.absence is not None
    assert replace(few, particulars={"shoe": "S1", "found": 7, "due": 6}).absence is None

"""Drilled rounds on another record: what is right in them stays right."""

from dataclasses import replace
from functools import cache, partial
from itertools import count, islice
from random import Random
from typing import Final

import pytest

from drill.games import load_drill
from drill.record_variations import RECORD_KINDS, score_variation
from drill.taken_back import PAYMENTS_TAKEN_BACK
from drill.tally import Judge, RoundScorer, Tally
from replay.editions.loader import shipped_edition
from replay.judging.judgement import WagerDue
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay
from replay.table_day.reporting import Reporting
from tests.replay.arrivals import DAY, on_record, transcribed

KINDS: Final = {**RECORD_KINDS, **PAYMENTS_TAKEN_BACK}
HOUSES: Final = ("dcb", "ccl", "scb", "fbj", "eca-blackjack", "eca-roulette")
ROUNDS: Final = 8
"""So many rounds of a house are dealt, and told in other ways."""
EACH: Final = 2
"""So many of them in each way."""


@cache
def rounds(name: str) -> tuple[RoundScorer, ...]:
    """Drilled rounds of a house."""
    edition = shipped_edition(name)
    return tuple(islice(load_drill(edition.game).scored_rounds(edition, 3, 1, ROUNDS), ROUNDS))


def tally(name: str, kind: str, judge: Judge = rule, most: int = EACH) -> Tally:
    """What comes of some rounds of a house that are told in another way."""
    found, first = Tally(3), sorted(KINDS).index(kind) % (ROUNDS - EACH + 1) if most < ROUNDS else 0
    for number, scored in enumerate(rounds(name)[first : first + most]):
        score_variation(scored, kind, KINDS[kind], number, found, judge)
    return found


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", HOUSES)
def test_another_record_changes_nothing_that_is_right(name: str, kind: str) -> None:
    found = tally(name, kind)
    assert (found.missed, found.invented, found.wrong_money) == (0, 0, 0), "\n".join(found.examples)
    assert found.found == found.injected


def test_every_kind_occurs_in_a_drill() -> None:
    edition, wanted = shipped_edition("eca-roulette"), set(KINDS)
    for number in count(1):
        scored = load_drill(edition.game).scored(edition, 1, number, 40)
        wanted -= {each.args[1] for each in scored if isinstance(each, partial) and each.func is score_variation}
        if not wanted:
            break
        assert number < 40, f"{sorted(wanted)} never occurred"


def test_an_engine_that_doubts_whatever_a_second_version_tells_fails() -> None:
    def doubting(table_day: TableDay, name: str) -> Ruling:
        ruling = rule(table_day, name)
        return replace(ruling, verdict="refer") if ruling.round.other_accounts else ruling

    assert tally("eca-roulette", "second_version_untimed", doubting, most=ROUNDS).wrong_money


def test_an_engine_that_sees_no_difference_between_versions_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.ruling.ruling.differences", lambda *_: ())
    assert tally("eca-roulette", "second_version_differs_untimed").missed


def test_an_engine_that_forgets_what_was_taken_back_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WagerDue, "kept_minor", property(lambda claim: claim.paid_minor))
    assert tally("dcb", "paid_too_much_and_taken_back", most=ROUNDS).has_failed


def test_an_engine_that_forgets_the_payments_that_came_back_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.judging.wagers.RoundWagers._take_back", lambda *_: None)
    assert tally("dcb", "paid_twice_and_taken_back", most=ROUNDS).has_failed


def test_an_engine_that_holds_silence_against_people_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reporting, "can_report", lambda *_: True)
    monkeypatch.setattr(Reporting, "reports_order_of", lambda *_: True)
    assert any(tally(name, "source_cannot_report", most=ROUNDS).invented for name in ("dcb", "eca-roulette"))


def test_what_is_lost_after_a_round_was_closed_is_of_the_round_that_is_told_next() -> None:
    """Coup 1 is told up to number 15, where it is closed; its notices are 18 and 19, among the lines of coup 2."""
    story = """
        table: table baccarat dcb CHF; shoe S7 8
        1: open; bet w1 P1 banco 5000; bet w2 P2 punto 2000; nmb; P 3c B 7d P Kh B 8s P 5d B 4h
        1: pay w1 9750; pay w2 0; close
        2: open; P 3c
        1: notice P1 management; notice P2 management
        2: B 7d P Kh B 8s P 5d B 4h; close
    """
    entries, name = on_record(transcribed(story)), f"{DAY}/1"
    table_day = build_table_day(entries, lambda _, __: shipped_edition("dcb"))
    varied = [RECORD_KINDS["entry_lost"].vary("entry_lost", table_day, name, Random(seed)) for seed in range(200)]
    seen = {position: lost.is_seen for lost in varied if lost is not None for position in lost.positions}
    assert [position for position, is_seen in sorted(seen.items()) if not is_seen] == [19]
    assert sorted(seen) == [*range(4, 16), 18, 19]

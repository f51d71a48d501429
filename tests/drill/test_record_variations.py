"""Drilled rounds on another record: what is right in them stays right."""

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from drill.games import load_drill
from drill.record_variations import RECORD_KINDS, score_variation
from drill.tally import Judge, RoundScorer, Tally
from replay.editions.loader import shipped_edition
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

HOUSES: Final = ("dcb", "ccl", "scb", "fbj", "eca-blackjack", "eca-roulette")
EACH: Final = 2
"""So many rounds of a house are told in each way."""
ROUNDS_AT_ONCE: Final = 20


def varied_rounds(name: str, kind: str, count: int) -> list[RoundScorer]:
    """So many rounds of a house that are to be told in this way."""
    edition = shipped_edition(name)
    scored = load_drill(edition.game).scored_rounds(edition, 3, len(kind), ROUNDS_AT_ONCE)
    return [scorer for scorer, _ in zip(scored, range(count), strict=False)]


def tally(name: str, kind: str, judge: Judge = rule, count: int = EACH) -> Tally:
    found = Tally(3)
    for number, scored in enumerate(varied_rounds(name, kind, count)):
        score_variation(scored, kind, RECORD_KINDS[kind], number, found, judge)
    return found


@pytest.mark.parametrize("kind", sorted(RECORD_KINDS))
@pytest.mark.parametrize("name", HOUSES)
def test_another_record_changes_nothing_that_is_right(name: str, kind: str) -> None:
    found = tally(name, kind)
    assert (found.missed, found.invented, found.wrong_money) == (0, 0, 0), "\n".join(found.examples)
    assert found.found == found.injected


def test_every_kind_occurs_in_a_drill() -> None:
    edition, found = shipped_edition("eca-roulette"), Tally(1)
    for number in range(1, 8):
        for scored in load_drill(edition.game).scored(edition, 1, number, 20):
            scored(found, rule)
    assert set(found.by_fault) >= set(RECORD_KINDS)
    assert not found.has_failed, "\n".join(found.examples)


def test_an_engine_that_doubts_whatever_a_second_version_tells_fails() -> None:
    def doubting(table_day: TableDay, name: str) -> Ruling:
        ruling = rule(table_day, name)
        return replace(ruling, verdict="refer") if ruling.round.other_accounts else ruling

    rng = Random(1)
    kinds = [kind for kind in sorted(RECORD_KINDS) if kind.startswith("second_version")]
    assert tally("eca-roulette", rng.choice(kinds), doubting, count=8).wrong_money

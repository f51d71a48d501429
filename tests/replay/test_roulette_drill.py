"""The drill for roulette: it finds nothing wrong with the engine, and much with a broken one."""

from collections import Counter
from itertools import count
from typing import Final

import pytest

from drill.roulette.drill import drill_sitting
from drill.roulette.expected_money import chips_of, chips_return
from drill.roulette.faults.catalogue import FAULTS
from drill.roulette.rounds import drilled_rounds
from drill.tally import run_drill
from ledger.values.wheel_layout import layout_of
from replay.editions.loader import shipped_edition
from replay.games.roulette import checks, number, settlement
from replay.games.roulette.odds import all_spots
from replay.games.roulette.settlement import pieces_of, settle
from replay.rulebooks.rules import Rules
from tests.replay.stakes import laid

ROUNDS: Final = 600
HOUSE: Final = shipped_edition("eca-roulette")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_the_engine_misses_and_invents_nothing_and_gets_the_money_right(seed: int) -> None:
    tally = run_drill(drill_sitting, HOUSE, ROUNDS, seed)
    assert tally.rounds == ROUNDS
    assert tally.injected > ROUNDS // 2
    assert (tally.missed, tally.invented, tally.wrong_money) == (0, 0, 0), "\n".join(tally.examples)
    assert tally.found == tally.injected
    assert tally.injected // 6 < tally.two_faults < tally.injected // 3
    assert tally.noop
    assert tally.undetectable


@pytest.mark.slow
def test_the_same_seed_gives_the_same_tally() -> None:
    tally, other = (run_drill(drill_sitting, HOUSE, 80, seed=5) for _ in range(2))
    assert tally.document() == other.document()
    assert tally.document() != run_drill(drill_sitting, HOUSE, 80, seed=6).document()


def test_every_fault_occurs() -> None:
    wanted = set(FAULTS)
    for sitting in count(1):
        wanted -= {fault for drilled in drilled_rounds(HOUSE, 3, sitting, 40) for fault in drilled.scenario.faults}
        if not wanted:
            break
        assert sitting < 60, f"{sorted(wanted)} never occurred"


def test_a_round_is_told_in_every_branch_of_what_it_leaves_open() -> None:
    """Each open question of the house is one in some round, and its readings come to something different there."""
    asked: Counter[str] = Counter()
    for sitting in range(1, 9):
        for drilled in drilled_rounds(HOUSE, 4, sitting, 40):
            outcomes = [(right.pocket, right.dues, right.verdict) for _, right in drilled.expected]
            if any(outcome != outcomes[0] for outcome in outcomes):
                asked.update(drilled.scenario.open_clauses)
    assert set(asked) == set(HOUSE.sheet.readings)


def test_the_drill_s_own_table_agrees_with_the_settlement() -> None:
    """Every wager that can be laid, in every compartment: two ways of reckoning, one amount."""
    layout, rules = layout_of(None), Rules(HOUSE)
    for _, spot in all_spots(layout, rules):
        bet = laid(spot)
        on, chips = pieces_of(spot, layout, rules) or (), chips_of(bet, layout.wheel, HOUSE)
        for pocket in layout.wheel:
            assert chips_return(chips, 1260, pocket, HOUSE) == settle(on, 1260, pocket, layout, rules), (spot, pocket)


@pytest.mark.slow
def test_a_broken_settlement_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settlement, "HALF", settlement.HALF / 2)
    assert run_drill(drill_sitting, HOUSE, 200, seed=1).wrong_money


def test_a_missing_check_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "CHECKS", [])
    monkeypatch.setattr(number, "CHECKS", [])
    assert run_drill(drill_sitting, HOUSE, 100, seed=1).missed

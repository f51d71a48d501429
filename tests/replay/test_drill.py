"""The drill: nothing missed, nothing invented, no money wrong; and each fault there is."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from drill.baccarat.drill import drill_shoe
from drill.baccarat.faults.afterwards import FAULTS_AFTERWARDS
from drill.baccarat.faults.bets import OTHER_FAULTS
from drill.baccarat.faults.cards import CARD_FAULTS
from drill.baccarat.scenario import NOTICES
from drill.tally import Tally, run_drill
from replay.editions.loader import shipped_edition

DCB = shipped_edition("dcb")

pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def tally() -> Tally:
    return run_drill(drill_shoe, DCB, 2400, seed=11)


def check(tally: Tally, rounds: int) -> None:
    assert (tally.missed, tally.invented, tally.wrong_money) == (0, 0, 0), "\n".join(tally.examples)
    assert tally.rounds == rounds
    assert tally.found == tally.injected > rounds // 4
    assert tally.restored + tally.drawn + tally.impossible == tally.dealing_faults > rounds // 8


@pytest.mark.slow
def test_nothing_is_missed_invented_or_miscounted() -> None:
    check(run_drill(drill_shoe, DCB, 200, seed=12), 200)


@pytest.mark.nightly
def test_nothing_is_missed_in_many_rounds_either(tally: Tally) -> None:
    check(tally, 2400)


@pytest.mark.nightly
def test_every_fault_occurs(tally: Tally) -> None:
    custody = {"copy_too_many", "lost_card", "card_brought_in", "repeated_run"}
    assert set(tally.by_fault) == {*CARD_FAULTS, *OTHER_FAULTS, *FAULTS_AFTERWARDS, *custody}


@pytest.mark.nightly
def test_every_circumstance_occurs(tally: Tally) -> None:
    noticed = {f"noticed {notice}".replace("_", " ") for notice in NOTICES if notice != "never"}
    others = {"never noticed", "last coup of the shoe", "two errors of the cards", "with an unread card"}
    assert set(tally.by_circumstance) == noticed | others


@pytest.mark.nightly
def test_a_good_part_of_the_rounds_with_a_fault_have_two(tally: Tally) -> None:
    assert tally.injected / 5 < tally.two_faults < tally.injected / 2


@pytest.mark.nightly
def test_what_leaves_no_trace_is_counted_apart(tally: Tally) -> None:
    assert tally.noop == sum(counts["noop"] for counts in tally.by_fault.values()) > 0
    assert tally.undetectable == tally.by_fault["misread_card"]["undetectable"] > 0


def test_the_same_seed_is_the_same_drill() -> None:
    assert run_drill(drill_shoe, DCB, 80, seed=5).document() == run_drill(drill_shoe, DCB, 80, seed=5).document()


@pytest.mark.slow
def test_another_seed_is_another_drill() -> None:
    assert run_drill(drill_shoe, DCB, 80, seed=5).document() != run_drill(drill_shoe, DCB, 80, seed=6).document()


@pytest.mark.slow
def test_how_many_processes_drill_makes_no_difference(tmp_path: Path) -> None:
    """In a program of its own, as it is used: this one bears a browser and servers."""
    script = tmp_path / "drilled_by_two.py"
    script.write_text(DRILLED_BY_TWO, encoding="utf-8")
    subprocess.run([sys.executable, script], check=True, timeout=300)


DRILLED_BY_TWO: Final = """
from desk.cli.drill import by_workers
from drill.baccarat.drill import drill_shoe
from drill.tally import run_drill
from replay.editions.loader import shipped_edition

if __name__ == "__main__":
    house, done = shipped_edition("dcb"), []
    by_two = by_workers(drill_shoe, house, 100, 7, workers=2, progress=done.append).document()
    assert by_two == by_workers(drill_shoe, house, 100, 7, workers=1).document()
    assert by_two == run_drill(drill_shoe, house, 100, seed=7).document()
    assert sum(done) == 100
    assert len(done) > 1
"""

"""The drill: nothing missed, nothing invented, no money wrong; and an engine that is broken does not pass it."""

import tomllib
from collections.abc import Iterator

import pytest

from replay.baccarat.drill import drill
from replay.baccarat.faults import CARD_FAULTS, OTHER_FAULTS
from replay.drill import Tally
from replay.rulebook import parse, shipped, shipped_text
from tests.clauses.dcb.toml import written

DCB = shipped("dcb")


@pytest.fixture(scope="module")
def tally() -> Tally:
    return drill(DCB, 1200, seed=11)


def test_nothing_is_missed_invented_or_miscounted(tally: Tally) -> None:
    assert (tally.missed, tally.invented, tally.wrong_money) == (0, 0, 0), "\n".join(tally.examples)
    assert tally.rounds == 1200
    assert tally.found == tally.injected > 300


def test_every_fault_occurs(tally: Tally) -> None:
    assert set(tally.by_fault) == {*CARD_FAULTS, *OTHER_FAULTS}


def test_the_same_seed_is_the_same_drill() -> None:
    assert drill(DCB, 80, seed=5).document() == drill(DCB, 80, seed=5).document()


def test_another_seed_is_another_drill() -> None:
    assert drill(DCB, 80, seed=5).document() != drill(DCB, 80, seed=6).document()


def broken() -> Iterator[tuple[str, str]]:
    """Engines with one value of the tableau or of a payout changed."""
    changes = {
        "natural.from": "9",
        "punto.draws_on": "[0, 1, 2, 3, 4]",
        "hands.nearest_to_wins": "8",
        "banco.odds": '"1:1"',
        "punto.odds": '"2:1"',
        "any_tie.odds": '"8:1"',
        "tie.main_bets": '"push"',
        "deal.first_cards": '["banco", "punto", "banco", "punto"]',
        "money.fraction_goes_to": '"house"',
        "late_bet.becomes": '"plays"',
        "bet_without_main.becomes": '"plays"',
    }
    yield from changes.items()


@pytest.mark.parametrize(("key", "value"), list(broken()))
def test_a_broken_engine_does_not_pass(key: str, value: str) -> None:
    tables = tomllib.loads(shipped_text("dcb"))
    tables["values"][key]["value"] = tomllib.loads(f"value = {value}")["value"]
    engine = parse(written(tables))
    assert any(drill(DCB, 80, seed, judged_by=engine).failed for seed in range(1, 5))

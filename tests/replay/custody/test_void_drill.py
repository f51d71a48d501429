"""The drill of void shoes finds nothing wrong with the engine in any house, and something with a broken one."""

from collections.abc import Iterator
from typing import Final

import pytest

from drill.baccarat.drill import SEATED_PLAYERS as AT_BACCARAT
from drill.baccarat.drill import CoupSource
from drill.blackjack.drill import SEATED_PLAYERS as AT_BLACKJACK
from drill.blackjack.drill import BlackjackRoundSource
from drill.shoe.void_drill import ACTS, VoidShoeScenario, deal_void_shoe, score_void_shoe
from drill.tally import Tally
from ledger.table_standing import TableStanding
from replay.editions.loader import shipped_edition
from replay.ruling import decided_effects
from replay.ruling.ruling import rule

HOUSES: Final = ("ccl", "scb", "fbj", "eca-blackjack", "dcb")
SHOES: Final = 40
BESIDES: Final = {"round_of_the_shoe_disputed", "paid_after_the_announcement"}


def shoes(name: str, count: int = SHOES) -> Iterator[tuple[int, VoidShoeScenario]]:
    """Shoes of a house that are announced void."""
    edition = shipped_edition(name)
    for seed in range(count):
        if name == "dcb":
            yield seed, deal_void_shoe(CoupSource(edition, seed), seed, AT_BACCARAT)
        else:
            yield seed, deal_void_shoe(BlackjackRoundSource(edition, seed), seed, AT_BLACKJACK)


def tally(name: str, count: int = SHOES) -> Tally:
    found = Tally(0)
    for seed, scenario in shoes(name, count):
        score_void_shoe(scenario, seed, found, rule)
    return found


@pytest.mark.parametrize("name", HOUSES)
def test_nothing_is_missed_invented_or_miscounted(name: str) -> None:
    found = tally(name)
    assert (found.missed, found.invented, found.wrong_money) == (0, 0, 0), "\n".join(found.examples)
    assert found.found == found.injected == SHOES
    assert {kind for kinds in ACTS for kind in kinds} | BESIDES <= set(found.by_fault)


def test_a_shoe_is_judged_after_every_act_on_it() -> None:
    for _, scenario in shoes("ccl", 5):
        assert len(scenario.moments()) in (len(scenario.acts(len(scenario.story))) + extra for extra in (0, 1))


def test_the_same_seed_is_the_same_shoe() -> None:
    first, second = (list(shoes("ccl", 3)) for _ in range(2))
    assert [scenario.story for _, scenario in first] == [scenario.story for _, scenario in second]


def test_an_engine_that_pays_what_was_to_be_withheld_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decided_effects, "_is_after", lambda *_: False)
    assert tally("ccl").wrong_money


def test_an_engine_in_which_anybody_voids_a_shoe_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableStanding, "_authority_refusal", lambda *_: None)
    assert tally("ccl").invented


def test_an_engine_in_which_nobody_voids_a_shoe_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableStanding, "_authority_refusal", lambda *_: "nobody may")
    assert tally("ccl").missed

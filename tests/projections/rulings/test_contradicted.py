"""Rulings that the ruling process did not make: the right one takes the place of one that the entries do not give."""

from typing import Any

import pytest

from ledger.application import Ledger
from ledger.events.rulings import RoundRuled
from projections.rulings import process
from projections.rulings.process import RulingProcess, catch_up, ruled_position
from replay.editions.loader import shipped_text
from tests.projections.rulings.engines import engine_that_overlooks
from tests.projections.rulings.test_difference import note_it, put_in
from tests.projections.rulings.test_on_record import ROUND, UNDERDRAWN, deliveries, on_record, take_in


@pytest.fixture
def house(ledger: Ledger) -> Ledger:
    """An underdrawn coup and a lawful one, ruled on."""
    ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
    take_in(ledger, deliveries(UNDERDRAWN))
    catch_up(ledger)
    return ledger


def rulings(ledger: Ledger) -> list[tuple[int, int | None, str | None]]:
    """The rulings on the first round: where each is, which it replaces, and why."""
    ruled = [entry for entry in on_record(ledger).of(RoundRuled) if entry.subject == ROUND]
    return [(entry.position, entry.event.supersedes, entry.event.reason) for entry in ruled]


@pytest.mark.parametrize("is_live", [False, True])
def test_the_right_ruling_takes_the_place_of_a_forged_one(is_live: bool, house: Ledger) -> None:
    follower = RulingProcess(house, is_live=is_live)
    follower.catch_up()
    forged = put_in(house, verdict="stands", irregularities=None)
    for _ in range(2):
        follower.catch_up()
        assert [(position, reason) for position, _, reason in rulings(house)][1:-1] == [(forged, None)]
        assert rulings(house)[-1][1:] == (forged, "contradicted")


def test_so_it_does_where_something_else_came_as_well(house: Ledger) -> None:
    forged = put_in(house, verdict="stands", irregularities=None)
    note_it(house)
    catch_up(house)
    assert rulings(house)[-1][1:] == (forged, "contradicted")


def test_a_ruling_that_the_entries_give_is_left_alone_whoever_made_it(house: Ledger) -> None:
    put_in(house)
    before = house.size()
    catch_up(house)
    assert house.size() == before


def test_a_ruling_of_an_earlier_engine_is_not_contradicted(house: Ledger) -> None:
    put_in(house)
    with engine_that_overlooks("underdraw"):
        catch_up(house)
    assert [reason for _, _, reason in rulings(house)] == [None, None]


def test_the_process_judges_nothing_again_that_it_made_itself(house: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(*_: Any) -> None:
        raise AssertionError

    assert ruled_position(house) == house.size()
    monkeypatch.setattr(process, "rule", judged)
    RulingProcess(house).catch_up()

"""Rounds judged again for casework: the amounts are those that the entries give, and it is said how the record differs."""

import pytest

from ledger.application import Ledger
from ledger.cases.rounds import EVERYTHING, JudgedRuling
from ledger.events.rulings import RoundRuled
from projections.rulings.judge import LedgerJudge
from projections.rulings.process import catch_up
from replay.editions.loader import shipped_text
from tests.projections.rulings.engines import engine_that_overlooks
from tests.projections.rulings.test_difference import note_it, put_in
from tests.projections.rulings.test_on_record import DAY, ROUND, UNDERDRAWN, deliveries, on_record, take_in


@pytest.fixture
def house(ledger: Ledger) -> Ledger:
    """An underdrawn coup and a lawful one, ruled on."""
    ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
    take_in(ledger, deliveries(UNDERDRAWN))
    catch_up(ledger)
    return ledger


def judged(ledger: Ledger, upto: int = EVERYTHING) -> JudgedRuling:
    return LedgerJudge(ledger).judge(DAY, (ROUND,), None, upto)[ROUND]


def last_on_record(ledger: Ledger) -> int:
    positions: list[int] = [entry.position for entry in on_record(ledger).of(RoundRuled) if entry.subject == ROUND]
    return positions[-1]


def test_a_ruling_that_the_entries_give_is_named_by_its_position(house: Ledger) -> None:
    assert (judged(house).position, judged(house).differs) == (last_on_record(house), ())


def test_rounds_are_those_named_or_of_a_shoe_or_of_the_day(house: Ledger) -> None:
    judge = LedgerJudge(house)
    of_day = [f"{DAY}/1", f"{DAY}/2"]
    assert list(judge.judge(DAY, (f"{DAY}/2",), None, EVERYTHING)) == of_day[1:]
    assert [list(judge.judge(DAY, (), shoe, EVERYTHING)) for shoe in (None, "S1", "S9")] == [of_day, of_day, []]
    assert judge.judge("BAC-1/2026-11-21", (), None, EVERYTHING) == {}
    assert judge.judge(DAY, (f"{DAY}/77",), None, EVERYTHING) == {}


def test_a_forged_ruling_changes_nothing_and_is_said_to_be_one(house: Ledger) -> None:
    before = judged(house)
    position = put_in(house, verdict="stands", irregularities=None)
    now = judged(house)
    assert (now.ruling.verdict, now.ruling.outcomes, now.found) == (
        before.ruling.verdict,
        before.ruling.outcomes,
        before.found,
    )
    assert (last_on_record(house), now.position) == (position, None)
    assert "for no reason on record" in now.differs[0]
    assert "the record was altered, or the program is at fault" in now.differs[1]


def test_a_ruling_of_another_engine_is_said_to_be_one(house: Ledger) -> None:
    with engine_that_overlooks("underdraw"):
        differs = judged(house).differs
    assert "by recoup/" in differs[0]
    assert not any("the record was altered" in sentence for sentence in differs)


def test_entries_count_that_are_not_ruled_on_yet_and_only_those_up_to_a_position(house: Ledger) -> None:
    judge, size = LedgerJudge(house), house.size()
    before = judge.judge(DAY, (ROUND,), None, EVERYTHING)[ROUND]
    note_it(house)
    assert judge.judge(DAY, (ROUND,), None, EVERYTHING)[ROUND].ruling.standing == "disputed"
    assert judge.judge(DAY, (ROUND,), None, size)[ROUND].ruling.standing == before.ruling.standing == "closed"

"""Rounds judged again for casework: the amounts are those that the entries give, and it is said how the record differs."""

import pytest

from ledger.application import Ledger
from ledger.cases.casework import Casework, Complaint
from ledger.cases.rounds import EVERYTHING, JudgedRuling
from ledger.events.cases import ClaimStated
from ledger.events.rulings import RoundRuled
from ledger.values.refusals import Refusal
from projections.messages.catalogue import Catalogue
from projections.rulings.difference import FreshRuling, fresh_ruling
from projections.rulings.judge import LedgerJudge
from projections.rulings.process import catch_up
from replay.editions.loader import shipped_text
from replay.table_day.builder import TableDay
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


def judged(ledger: Ledger, upto: int = EVERYTHING, judge: LedgerJudge | None = None) -> JudgedRuling:
    found = (judge or LedgerJudge(ledger)).judge(DAY, (ROUND,), None, upto)[ROUND]
    assert found is not None
    return found


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
    before = judged(house, judge=judge)
    note_it(house)
    assert judged(house, judge=judge).ruling.standing == "disputed"
    assert judged(house, size, judge).ruling.standing == before.ruling.standing == "closed"


def test_what_was_judged_is_kept_until_something_comes_that_can_change_it(
    house: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, times = LedgerJudge(house), list[str]()

    def counted(story: TableDay, name: str) -> FreshRuling:
        times.append(name)
        return fresh_ruling(story, name)

    monkeypatch.setattr("projections.rulings.judge.fresh_ruling", counted)
    first = judged(house, judge=judge)
    take_in(
        house,
        [
            each._replace(subject=each.subject.replace("BAC-1", "BAC-9"), source="table/9")
            for each in deliveries(UNDERDRAWN)
        ],
    )
    assert judged(house, judge=judge) is first
    assert len(times) == 1
    house.adopt("scb", "2026.1", shipped_text("scb"))
    assert judged(house, judge=judge) == first
    assert len(times) == 2
    note_it(house)
    assert judged(house, judge=judge) != first


def engine_fails_on(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(story: TableDay, of_round: str) -> FreshRuling:
        if of_round == name:
            raise KeyError(name)
        return fresh_ruling(story, of_round)

    monkeypatch.setattr("projections.rulings.judge.fresh_ruling", failing)


def test_a_round_on_which_the_engine_fails_is_none(house: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    engine_fails_on(ROUND, monkeypatch)
    found = LedgerJudge(house).judge(DAY, (), None, EVERYTHING)
    assert [found[ROUND], type(found[f"{DAY}/2"])] == [None, JudgedRuling]


def test_nothing_is_claimed_on_a_round_on_which_the_engine_fails_and_it_is_shown_all_the_same(
    house: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Casework(house, LedgerJudge(house))
    complaint = Complaint(by="D1", role="dispute_manager", day=DAY, rounds=(ROUND,))
    number = work.open(complaint)
    engine_fails_on(ROUND, monkeypatch)
    claim = ClaimStated(by="D1", role="dispute_manager", player="P1", amount_minor=1000)
    refused = Casework(house, LedgerJudge(house)).act(number, claim).refused
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.particulars) == ("round_beyond_engine", {"round": ROUND})
    assert ROUND in refused
    assert "versagt bei Runde" in Catalogue("de").value(refused)
    (round_,) = Casework(house, LedgerJudge(house)).weighing(work.case(number)).rounds.values()
    assert (round_.is_beyond_engine, round_.ruling) == (True, None)
    monkeypatch.undo()
    assert Casework(house, LedgerJudge(house)).act(number, claim).refused is None

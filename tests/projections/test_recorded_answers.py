"""What is answered from the record alone is what is answered from the rulings."""

import orjson
import pytest

from ledger.values.subjects import play_stream
from projections.answers.recorded import RecordedAnswer, RecordedAnswers
from projections.answers.round_answer import Answers, RoundAnswer
from projections.rulings.process import catch_up
from projections.rulings.ruled_day import ruled_day
from projections.table_days import TableDays
from tests import ledgers
from tests.projections import disputes, floor, six_disputes

Pair = tuple[RecordedAnswer, RoundAnswer]


def pairs(url: str) -> list[Pair]:
    """The rounds of a ledger, answered from the record and from their rulings."""
    found: list[Pair] = []
    with ledgers.opened(url) as ledger:
        catch_up(ledger)
        table_days = TableDays(ledger)
        answers = Answers(ledger, table_days)
        for day in ledger.table_days():
            ruled = ruled_day(ledger, day)
            play = {row.id: orjson.loads(row.state) for row in ledger.recorder.select_events(play_stream(day))}
            recorded = RecordedAnswers(ledger, ruled, play).by_round
            for ruling in table_days.rulings(list(recorded)):
                found.append((recorded[ruling.round.name], answers.of(ruling)))
    return found


@pytest.fixture(scope="module")
def six_pairs(tmp_path_factory: pytest.TempPathFactory) -> list[Pair]:
    return pairs(six_disputes.record(tmp_path_factory.mktemp("six")))


@pytest.fixture(scope="module")
def disputed_pairs(tmp_path_factory: pytest.TempPathFactory) -> list[Pair]:
    return pairs(disputes.record(tmp_path_factory.mktemp("disputed")))


def money_of(answer: RecordedAnswer | RoundAnswer) -> dict[str, tuple[int | None, ...]]:
    """What cases paid, what is outstanding and what is overpaid, bet by bet, where it is anything."""
    rows = {bet.bet: (bet.paid_by_case_minor, bet.outstanding_minor, bet.overpaid_minor) for bet in answer.bets}
    return {bet: row for bet, row in rows.items() if any(row)}


def test_the_money_is_the_same_from_the_record(six_pairs: list[Pair], disputed_pairs: list[Pair]) -> None:
    for recorded, answer in (*six_pairs, *disputed_pairs):
        assert money_of(recorded) == money_of(answer), answer.name


def test_the_cases_are_the_same_from_the_record(six_pairs: list[Pair], disputed_pairs: list[Pair]) -> None:
    for recorded, answer in (*six_pairs, *disputed_pairs):
        assert [case.number for case in recorded.cases] == [case.number for case in answer.cases], answer.name


def test_the_status_is_the_same_from_the_record(six_pairs: list[Pair], disputed_pairs: list[Pair]) -> None:
    for recorded, answer in (*six_pairs, *disputed_pairs):
        by_record, by_ruling = recorded.status, answer.status
        assert by_record.word == by_ruling.word, answer.name
        assert (by_record.decider, by_record.cases) == (by_ruling.decider, by_ruling.cases), answer.name


def test_a_round_that_a_case_settled_is_settled_until_all_is_paid(six_pairs: list[Pair]) -> None:
    """Case 2026-0001 has paid 100 of 146.25, 2026-0002 nothing; 2026-0005 gives nothing; an overdrawn coup is undecided."""
    status = {answer.name: recorded.status for recorded, answer in six_pairs}
    overdrawn, clean = f"BAC-1/{six_disputes.DAY}/1", f"BAC-1/{six_disputes.DAY}/3"
    named = (six_disputes.MISDEAL, six_disputes.SHARED_BOX, six_disputes.REJECTED, overdrawn, clean)
    assert [(status[name].word, status[name].cases) for name in named] == [
        ("settled", ("2026-0001",)),
        ("settled", ("2026-0002",)),
        ("settled", ("2026-0005",)),
        ("for_decision", ()),
        ("closed", ()),
    ]


def test_what_a_case_paid_is_on_the_bet_that_it_awards(six_pairs: list[Pair], disputed_pairs: list[Pair]) -> None:
    """75 on banco at 19 to 20 with the stake are 146.25, of which 100 are paid; the table paid nothing."""
    by_name = {answer.name: recorded for recorded, answer in six_pairs}
    assert money_of(by_name[six_disputes.MISDEAL]) == {"w1": (10000, 4625, 0)}
    by_name = {answer.name: recorded for recorded, answer in disputed_pairs}
    assert money_of(by_name[floor.UNDERDRAWN]) == {"w1": (10000, 4625, 0)}

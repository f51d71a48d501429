"""Who finds another process ruling waits until that one has come as far as what is on record, and no further."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

import pytest

from ledger.application import Ledger
from ledger.errors import UnusableLedger
from ledger.events.rulings import RoundRuled
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.values.subjects import ruling_stream
from projections.following.read_models import catch_up, open_read_models
from projections.following.read_models import follow as follow_on
from projections.read_models.round_list import listed_rounds
from projections.rulings.process import RULING_PROCESS, RulingProcess
from projections.table_days import TableDays
from replay.editions.loader import shipped_text

DAYS: Final = ("BAC-1/2026-11-20", "BAC-2/2026-11-20")
A_WHILE: Final = 0.4
LONG: Final = 60


def recorded(ledger: Ledger, day: str) -> None:
    lines = f"{day}: table baccarat dcb GBP; shoe S1 8", f"{day}/1: open; P 9h B 2c P Td B 5d; call punto; close"
    transcript = Transcript(day)
    delivered = [
        delivery._replace(id=f"d{number}", sequence=number)
        for number, delivery in enumerate((each for line in lines for each in transcript.read(line)), 1)
    ]
    ledger.ingest(incoming_deliveries(delivered, "feed"))


def brought_up(url: str) -> int:
    with Ledger(url) as ledger, open_read_models(ledger) as engine:
        return catch_up(ledger, engine)


def listed(url: str) -> list[str]:
    return [row["round"] for row in listed_rounds(url, None, None, None)]


@pytest.fixture
def house(ledger_url: str) -> Iterator[Ledger]:
    with Ledger(ledger_url) as ledger:
        ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
        recorded(ledger, DAYS[0])
        yield ledger


@contextmanager
def waiting_for(other: Ledger) -> Iterator[Future[int]]:
    """Somebody who wants to rule while another process does, which it says it does inside."""
    with ThreadPoolExecutor(1) as pool:
        with other.recorder.dialect.alone(RULING_PROCESS) as is_alone:
            assert is_alone
            waiting = pool.submit(brought_up, other.url)
            with pytest.raises(TimeoutError):
                waiting.result(A_WHILE)
            yield waiting
        waiting.exception(LONG)


def test_it_rules_itself_where_the_other_ends_without_having_ruled(house: Ledger) -> None:
    with waiting_for(house) as waiting:
        assert listed(house.url) == []
    assert waiting.result() == house.size()
    assert listed(house.url) == [f"{DAYS[0]}/1"]


def test_it_goes_as_soon_as_the_other_has_come_so_far_and_waits_for_nothing_later(house: Ledger) -> None:
    with waiting_for(house) as waiting:
        RulingProcess(house)._pass(lambda _: None)
        recorded(house, DAYS[1])
        waiting.result(LONG)
        assert listed(house.url) == [f"{DAYS[0]}/1"]  # by the read models that it has brought up itself


def test_it_says_in_one_sentence_what_keeps_it_from_ruling(house: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the other fails of something, whoever waits fails of it too, and does not wait for ever."""

    def refused(*_: object) -> None:
        raise UnusableLedger("the day cannot be read")

    monkeypatch.setattr(TableDays, "open", refused)
    with waiting_for(house) as waiting, pytest.raises(UnusableLedger):
        RulingProcess(house)._pass(lambda _: None)
    with pytest.raises(UnusableLedger, match="the day cannot be read"):
        waiting.result()


def test_a_long_wait_is_spoken_of_once(
    house: Ledger, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("projections.rulings.process.NOTICE_SECONDS", 0)
    upto = house.size()
    with waiting_for(house):
        pass
    notice = f"recoup: another process is ruling; waiting until everything up to position {upto:,} is ruled on\n"
    assert capsys.readouterr().err == notice


class RuledOnError(Exception): ...


def test_who_follows_rules_on_what_another_left_out(house: Ledger) -> None:
    """Nobody records anything afterwards that would wake it."""

    def reached(_: int) -> None:
        raise RuledOnError

    def followed() -> None:
        with Ledger(house.url) as ledger, open_read_models(ledger) as engine:
            follow_on(ledger, engine, reached)

    with ThreadPoolExecutor(1) as pool:
        with house.recorder.dialect.alone(RULING_PROCESS) as is_alone:
            assert is_alone
            following = pool.submit(followed)
            with pytest.raises(TimeoutError):
                following.result(A_WHILE)
        assert isinstance(following.exception(LONG), RuledOnError)
    assert any(isinstance(entry.event, RoundRuled) for entry in house.entries(ruling_stream(DAYS[0])))

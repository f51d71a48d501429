"""Lists show each round by its answer, in one order: money owed to players by currency, then deadline, then age."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.application import Ledger
from ledger.cases.casework import Casework
from ledger.events import cases as case_events
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from projections.answers.urgency import Urgency
from projections.following.comparison import differences
from projections.following.read_models import catch_up, open_read_models, rebuild
from projections.read_models.round_list import listed_rounds
from projections.read_models.search import RoundFilter, search, shoes_of_day
from tests import ledgers
from tests.ledgers import NOTHING_JUDGED
from tests.projections import six_disputes
from tests.projections.test_recorded_answers import pairs

OPENED = "2026-01-17T20:00:00Z"


@pytest.fixture
def disputed(tmp_path: Path) -> Iterator[Ledger]:
    with ledgers.opened(six_disputes.record(tmp_path)) as ledger:
        yield ledger


def urgency(minor: int = 0, currency: str = "GBP", deadline: str | None = None, since: str = OPENED) -> str:
    return Urgency(needs_action=True, currency=currency, in_question_minor=minor, deadline=deadline, since=since).key


def rows(ledger: Ledger) -> dict[str, dict[str, Any]]:
    return {row["round"]: row for row in listed_rounds(ledger.url, None, None, None)}


def test_money_goes_first_then_the_deadline_then_age() -> None:
    order = [
        urgency(5, "CZK"),
        urgency(10_000),
        urgency(9_999, deadline="2026-01-18T00:00:00Z"),
        urgency(9_999),
        urgency(deadline="2026-01-18T00:00:00Z"),
        urgency(deadline="2026-01-19T00:00:00Z", since="2026-01-01T00:00:00Z"),
        urgency(since="2026-01-01T00:00:00Z"),
        urgency(),
        Urgency(needs_action=False, currency="GBP", in_question_minor=10**6, deadline=None, since=OPENED).key,
    ]
    assert sorted(order, reverse=True) == order


def test_each_row_has_the_status_of_its_answer(tmp_path: Path) -> None:
    found = pairs(url := six_disputes.record(tmp_path))
    with ledgers.opened(url) as ledger, open_read_models(ledger) as engine:
        catch_up(ledger, engine)
        listed = rows(ledger)
    for _, answer in found:
        row = listed[answer.ruling.round.name]
        assert (row["status"], row["decider"]) == (answer.status.word, answer.status.decider)
        assert row["cases"].split() == list(answer.status.cases)


def test_a_payment_by_a_case_is_in_the_list_at_once(disputed: Ledger) -> None:
    """Of the misdeal's 146.25 a case has paid 100; once it pays the rest, nothing is in question and the round is paid."""
    with open_read_models(disputed) as engine:
        catch_up(disputed, engine)
        before = rows(disputed)[six_disputes.MISDEAL]
        assert (before["status"], before["in_question_minor"], before["attention"]) == ("settled", 4625, 2)
        work = Casework(disputed, NOTHING_JUDGED)
        work.act(
            "2026-0001",
            case_events.PlayerPaid.model_validate(
                {"by": "D1", "role": "dispute_manager", "player": "P1", "amount_minor": 4625}
            ),
        )
        catch_up(disputed, engine)
        after = rows(disputed)[six_disputes.MISDEAL]
        assert (after["status"], after["in_question_minor"], after["attention"]) == ("paid", 0, 1)
        assert after["urgency"] == ""
        assert list(differences(disputed, engine)) == []
        kept_up = rows(disputed)
        rebuild(disputed, engine)
        assert rows(disputed) == kept_up


def test_what_owes_players_most_comes_first_page_by_page(disputed: Ledger) -> None:
    """CZK before GBP: 1000 and 300, then 50 that management decides on and 46.25; then all that needs nothing."""
    with open_read_models(disputed) as engine:
        catch_up(disputed, engine)
        seen, after = [], None
        with engine.connect() as connection:
            while True:
                page = search(connection, RoundFilter(), after, 2)
                seen += page.rows
                if (after := page.after) is None:
                    break
            found = search(connection, RoundFilter(status="settled")).rows
    assert [(row["round"], row["in_question_minor"]) for row in seen[:4]] == [
        (six_disputes.SHARED_BOX, 100_000),
        (six_disputes.VOID_SHOE[2], 30_000),
        (f"BAC-1/{six_disputes.DAY}/1", 5_000),
        (six_disputes.MISDEAL, 4_625),
    ]
    assert {row["in_question_minor"] for row in seen[4:]} == {0}
    assert len({row["round"] for row in seen}) == len(seen)
    assert six_disputes.MISDEAL in {row["round"] for row in found}


def test_a_shoe_is_closed_in_the_lists_once_it_is_closed(disputed: Ledger) -> None:
    day = f"BAC-9/{six_disputes.DAY}"

    def status() -> list[str]:
        catch_up(disputed, engine)
        with engine.connect() as connection:
            return [row["status"] for row in shoes_of_day(connection, *day.split("/"))]

    def take(lines: str) -> None:
        disputed.ingest(
            incoming_deliveries([each for line in lines.splitlines() for each in transcript.read(line)], "feed")
        )

    transcript = Transcript("table/BAC-9")
    with open_read_models(disputed) as engine:
        take(
            f"{day}: table baccarat dcb GBP; shoe S1 8\n{day}/1: open shoe=S1; nmb; P 9h B 2c P Tc B 5d; call punto; close"
        )
        assert status() == ["open"]
        take(f"{day}: shoe_closed S1")
        assert status() == ["closed"]
        assert list(differences(disputed, engine)) == []

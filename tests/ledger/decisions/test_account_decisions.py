"""Which account of a round counts: decided by one person, confirmed by another, in the register, reversible."""

from collections.abc import Iterator
from typing import Final

import pytest

from ledger.application import Ledger
from ledger.events.decisions import AuthorityAct
from ledger.events.table import AccountDecided, AccountDecisionReversed
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from projections.following.read_models import catch_up, open_read_models
from projections.read_models.register import register
from projections.table_days import TableDays
from replay.editions.loader import shipped_text
from tests.ledgers import opened

DAY: Final = "BAC-1/2026-11-20"
ROUND: Final = f"{DAY}/1"
DEALT: Final = "open; bet w1 P1 banco 1000; nmb; P 9h B 6c P 9d B 3s; call banco; pay w1 1950; close"


@pytest.fixture
def house(ledger_url: str) -> Iterator[Ledger]:
    """A coup that the floor told, and a transcript in which banco's last card was another."""
    with opened(ledger_url) as ledger:
        ledger.adopt("dcb", "2026.1", shipped_text("dcb"))
        floor, typed = Transcript("table/BAC-1"), Transcript("transcript/calm")
        deliveries = [*floor.read(f"{DAY}: table baccarat dcb GBP; dealer D7; shoe S1 8"), *floor.read(f"{ROUND}: {DEALT}")]
        deliveries += typed.read(f"{ROUND}: {DEALT.replace('B 3s', 'B 2s')}")
        ledger.ingest(incoming_deliveries(deliveries, "feed"))
        yield ledger


def decide(ledger: Ledger, kind: type[AuthorityAct], by: str, role: str = "management", **fields: str) -> str | None:
    """Somebody decides about the round; why it was refused."""
    event = kind.model_validate({"by": by, "role": role, "reason": "footage_checked", **fields})
    return ledger.decide(ROUND, event).refused


def confirm(ledger: Ledger, by: str) -> str | None:
    position = ledger.size()
    return ledger.confirm(position, AuthorityAct(by=by, role="management")).refused


def account(ledger: Ledger) -> str:
    (ruling,) = TableDays(ledger).rulings([ROUND])
    return ruling.round.account


def test_it_holds_once_a_second_person_confirms_it_and_until_it_is_reversed(house: Ledger) -> None:
    assert decide(house, AccountDecided, "M1", account="transcript.calm") is None
    assert account(house) == "floor"
    assert confirm(house, "M2") is None
    assert account(house) == "transcript.calm"
    assert decide(house, AccountDecisionReversed, "M2") is None
    assert account(house) == "transcript.calm"
    assert confirm(house, "M1") is None
    assert account(house) == "floor"
    with open_read_models(house) as engine:
        catch_up(house, engine)
        acts = [(row["act"], row["status"]) for row in register(house, engine)]
    assert acts == [
        ("adopt_account", "confirmed"),
        ("confirm", "stands"),
        ("reverse_account", "confirmed"),
        ("confirm", "stands"),
    ]


@pytest.mark.parametrize(
    ("by", "role", "why"),
    [
        ("I1", "inspector", "gives this to management"),
        ("D7", "management", "D7 dealt at this table that day"),
        ("management", "management", "is an office"),
    ],
)
def test_nobody_else_decides_it(house: Ledger, by: str, role: str, why: str) -> None:
    assert why in (decide(house, AccountDecided, by, role, account="transcript.calm") or "")
    assert account(house) == "floor"


def test_one_person_does_not_decide_it_twice(house: Ledger) -> None:
    assert decide(house, AccountDecided, "M1", account="transcript.calm") is None
    assert "another person must confirm it" in (confirm(house, "M-1") or "")
    assert account(house) == "floor"

"""What people record at the desk is ruled on, and they wait for that a while only."""

import time

import pytest

from desk.web.upkeep import Upkeep
from ledger.application import Ledger
from projections.following.read_models import open_read_models
from projections.rulings.process import RULING_PROCESS
from replay.editions.loader import shipped_text
from tests.projections.rulings.test_waiting import DAYS, LONG, listed, recorded


def test_whoever_records_waits_a_while_and_it_is_ruled_on_afterwards(
    ledger_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desk.web.upkeep.PATIENCE_SECONDS", 0.2)
    with Ledger(ledger_url) as ledger, open_read_models(ledger) as models, Ledger(ledger_url) as another:
        ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
        recorded(ledger, DAYS[0])
        upkeep = Upkeep(ledger, models)
        with another.recorder.dialect.alone(RULING_PROCESS) as is_alone:
            assert is_alone
            upkeep.bring_up()
            assert listed(ledger_url) == []
        until = time.monotonic() + LONG
        while not listed(ledger_url):
            assert time.monotonic() < until
            time.sleep(0.05)
        assert listed(ledger_url) == [f"{DAYS[0]}/1"]

"""Python's sweeps for garbage rest while a batch is taken in, and come back whatever happens."""

import gc
from collections.abc import Iterator, Sequence

import pytest

from ledger.sweeping import gc_paused
from tests.ledger.feeds.conftest import Desk

NIGHT = "BAC-1/2026-11-20: table baccarat dcb CHF; shoe S7 8\n"


@pytest.fixture(autouse=True)
def _swept_afterwards() -> Iterator[None]:
    yield
    gc.enable()


def test_a_batch_is_taken_in_without_sweeps(desk: Desk) -> None:
    swept = list[bool]()
    desk.ledger.on_append = lambda _: swept.append(gc.isenabled())
    desk.feed(NIGHT)
    assert swept == [False]
    assert gc.isenabled()


def test_sweeps_come_back_when_a_batch_fails(desk: Desk) -> None:
    def broken(_: Sequence[str]) -> None:
        raise OSError("the disk is full")

    desk.ledger.on_append = broken
    with pytest.raises(OSError, match="the disk is full"):
        desk.feed(NIGHT)
    assert gc.isenabled()


def test_who_had_none_gets_none() -> None:
    gc.disable()
    with gc_paused():
        assert not gc.isenabled()
    assert not gc.isenabled()

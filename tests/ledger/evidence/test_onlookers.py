"""Several programs that look at a ledger at once find what one finds that goes through it alone."""

import sys
from collections.abc import Callable
from random import Random
from typing import Final

import pytest

from ledger.application import Ledger
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.keys import new_key
from ledger.recorder.database import connect_arguments
from ledger.verify.verifier import VerificationReport, Verifier
from ledger.verify.workers import check_pages
from tests.ledgers import arrivals, deliveries, execute, refusal, rows

pytestmark = pytest.mark.slow

KEY: Final = new_key("casino.example/recoup")
UNGUARDED: Final = {
    "sqlite": [
        f"DROP TRIGGER {trigger}"
        for trigger in ("events_no_update", "events_no_delete", "refused_no_update", "names_no_update")
    ],
    "postgresql": [f"ALTER TABLE {table} DISABLE TRIGGER ALL" for table in ("events", "refused", "names")],
}
ATTACKS: Final = (
    "UPDATE events SET state = leaf WHERE position = {at}",
    "UPDATE events SET source = (SELECT topic FROM events WHERE position = {at}) WHERE position = {at}",
    "UPDATE events SET source = 999 WHERE position = {at}",
    "UPDATE names SET name = 'another' WHERE id = (SELECT source FROM events WHERE position = {at})",
    "UPDATE events SET originator_version = originator_version + 1000 WHERE position = {at}",
    "DELETE FROM events WHERE position = {at}",
    "DELETE FROM events WHERE position > {at}",
    "UPDATE refused SET bytes = (SELECT leaf FROM events WHERE position = {at})",
)


@pytest.fixture
def recorded(ledger_url: str) -> str:
    """Some five hundred entries of three tables under checkpoints, with two refusals among them."""
    with Ledger(ledger_url) as ledger:
        notary = CheckpointPublisher(ledger, KEY, every=70)
        for first in range(0, 480, 40):
            ledger.ingest(arrivals(deliveries(range(first, first + 40), table=f"BAC-{first % 3}")))
            if first % 200 == 0:
                ledger.ingest([refusal(b"torn %d" % first)])
        notary.finish()
        notary.close()
    return ledger_url


def both(url: str, monkeypatch: pytest.MonkeyPatch) -> tuple[VerificationReport, VerificationReport]:
    """What is found by several, at a place of 64 positions each, and by one alone."""
    with Ledger(url) as ledger, monkeypatch.context() as patch:
        alone = Verifier(ledger, KEY.key).run()
        patch.setattr("ledger.verify.verifier.MANY", 1)
        patch.setattr("ledger.verify.verifier.cpu_count", lambda: 3)
        patch.setattr("ledger.verify.workers.SPAN", 64)
        return Verifier(ledger, KEY.key).run(), alone


def test_a_ledger_as_it_should_be_fits_and_is_seen_at_once(recorded: str, monkeypatch: pytest.MonkeyPatch) -> None:
    together, alone = both(recorded, monkeypatch)
    assert together == alone
    assert together.misfits == []
    with Ledger(recorded) as ledger:
        size, leaves = ledger.size(), ledger.recorder.leaves(0, ledger.size())
    seen = list(check_pages(connect_arguments(recorded), size, 2))
    assert [leaf for checked_page in seen if checked_page.glance for leaf in checked_page.glance.leaves] == leaves
    assert [checked_page.glance.doubted for checked_page in seen if checked_page.glance] == [
        [row["position"] - 1 for row in rows(recorded) if row["topic"] == "delivery.quarantined.v1"]
    ]


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_was_done_to_it_is_named_the_same(attack: str, recorded: str, monkeypatch: pytest.MonkeyPatch) -> None:
    execute(recorded, *UNGUARDED[recorded.partition(":")[0].partition("+")[0]])
    execute(recorded, attack.format(at=Random(attack).randrange(3, 470)))
    together, alone = both(recorded, monkeypatch)
    assert alone.misfits
    assert together == alone


@pytest.mark.parametrize(
    "spoil",
    [
        lambda patch: patch.setattr(sys, "executable", "/bin/false"),
        lambda patch: patch.setattr(
            "ledger.verify.verifier.connect_arguments", lambda _: {"sqlite": "file:nowhere?mode=rw"}
        ),
    ],
)
def test_onlookers_that_cannot_work_are_done_without(
    spoil: Callable[[pytest.MonkeyPatch], None], recorded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch)
    together, alone = both(recorded, monkeypatch)
    assert together == alone

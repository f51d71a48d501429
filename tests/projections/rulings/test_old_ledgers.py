"""A ledger of the last edition, which had no rulings on record: migrated and followed, it has them, and is what it was."""

from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import URL

from desk.opening import migrate, open_or_create
from drill.sample import evening
from ledger.application import Ledger
from ledger.evidence.log import Log
from ledger.ingest import incoming_deliveries
from ledger.merkle import consistent, includes
from ledger.verify.verifier import Verifier
from projections.following.comparison import differences
from projections.following.read_models import catch_up, open_read_models
from projections.read_models.round_list import listed_rounds
from projections.rulings.process import rulings_behind
from tests.ledger.store.old_ledgers import copy_record, old_ledger
from tests.ledgers import new_postgresql, new_sqlite

LAST_EDITION: Final = "r0006"


@pytest.fixture(params=["sqlite", "postgresql"])
def old_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database as the last edition made it, with the bundled evening on record and no ruling."""
    if request.param == "sqlite":
        (tmp_path / "old").mkdir()
        url = new_sqlite(tmp_path / "old")
    else:
        server: URL = request.getfixturevalue("postgresql_server")
        url = new_postgresql(server)
    old_ledger(url, LAST_EDITION)
    with open_or_create(f"sqlite:///{tmp_path / 'recorded.db'}") as ledger:
        ledger.ingest(incoming_deliveries(evening.deliveries(), "feed"))
        copy_record(ledger, url)
    return url


@pytest.mark.slow
def test_a_ledger_of_the_last_edition_gets_its_rulings_and_keeps_its_bytes(old_url: str) -> None:
    migrate(old_url)
    with Ledger(old_url) as ledger:
        size = ledger.size()
        rows, log = ledger.recorder.rows(0, size, size), Log(ledger)
        root, proofs = log.root(size), {position: log.inclusion(position, size) for position in (1, 2, size // 2, size)}
        assert rulings_behind(ledger) == size
        with open_read_models(ledger) as read_models:
            catch_up(ledger, read_models)
            assert list(differences(ledger, read_models)) == []
        assert rulings_behind(ledger) == 0
        assert listed_rounds(old_url, None, None, None)
        assert ledger.recorder.rows(0, size, size) == rows
        assert log.root(size) == root
        for position, proof in proofs.items():
            assert log.inclusion(position, size) == proof
            assert includes(rows[position - 1].leaf, position - 1, size, proof, root)
        now = ledger.size()
        assert now > size
        assert consistent(size, now, log.consistency(size, now), root, log.root(now))
        assert Verifier(ledger).run().misfits == []

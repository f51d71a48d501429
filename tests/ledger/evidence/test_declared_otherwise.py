"""What the owner of a database declares otherwise beyond tables and triggers is named by `verify`."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.keys import new_key
from ledger.verify.verifier import Verifier
from tests.ledger.evidence import forger
from tests.ledgers import arrivals, deliveries, execute, opened


def misfits(url: str) -> list[str]:
    with opened(url) as ledger:
        return [str(misfit) for misfit in Verifier(ledger).run().misfits]


def recorded(url: str) -> str:
    with opened(url) as ledger:
        ledger.ingest(arrivals(deliveries(range(1, 11))))
    return url


def test_a_file_whose_text_is_encoded_otherwise_is_named(sqlite_url: str, tmp_path: Path) -> None:
    """Stored bytes stay what they are, but the views read text out of them in the file's encoding."""
    other = tmp_path / "other.db"
    with (
        closing(sqlite3.connect(recorded(sqlite_url).removeprefix("sqlite:///"))) as ours,
        closing(sqlite3.connect(other)) as theirs,
    ):
        theirs.execute("PRAGMA encoding = 'UTF-16le'")
        theirs.executescript("\n".join(ours.iterdump()))
        with pytest.raises(sqlite3.OperationalError, match="malformed JSON"):
            theirs.execute("SELECT subject FROM v_events").fetchall()
    assert misfits(f"sqlite:///{other}") == ["the schema's encoding of text is not what the migrations make"]


def test_a_name_that_is_not_text_is_named(sqlite_url: str) -> None:
    with forger.owner(Path(recorded(sqlite_url).removeprefix("sqlite:///"))) as connection:
        connection.execute("UPDATE names SET name = CAST(name AS BLOB) WHERE id = 2")
    assert any("a name of a stream, a topic or a source is not text" in what for what in misfits(sqlite_url))


def test_a_grant_to_come_and_a_view_s_option_are_named(postgresql_url: str) -> None:
    execute(
        recorded(postgresql_url),
        "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO recoup_reader",
        "ALTER VIEW v_rounds SET (security_invoker = true)",
    )
    found = misfits(postgresql_url)
    assert "the schema has a default grant by postgres on tables, which no migration makes" in found
    assert "the schema's view v_rounds is not what the migrations make" in found


def test_the_time_of_a_checkpoint_in_its_row_vouches_for_nothing(sqlite_url: str) -> None:
    """No signature covers it, and `verify` does not see that it was changed: by the house's own clock nothing is proven."""
    with opened(recorded(sqlite_url)) as ledger:
        publisher = CheckpointPublisher(ledger, new_key("house.example/recoup"))
        publisher.checkpoint("command")
        publisher.close()
    with forger.owner(Path(sqlite_url.removeprefix("sqlite:///"))) as connection:
        connection.execute("UPDATE checkpoints SET made_at = '1999-01-01T00:00:00.000000Z', reason = 'case'")
    assert misfits(sqlite_url) == []

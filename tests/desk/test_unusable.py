"""A ledger that cannot be used ends every command with exit code 4 and one plain sentence."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from alembic import command
from alembic.config import Config

import ledger.application
import ledger.recorder.database
import migrations
from desk.terminal.console import DONE, UNUSABLE
from ledger.application import Ledger
from ledger.recorder.database import engine
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_text
from tests.commands import Recoup
from tests.desk import floor
from tests.desk.conftest import sqlite

pytestmark = pytest.mark.slow

READING: Final = (
    ("rounds",),
    ("replay", floor.CLEAN),
    ("rule", floor.CLEAN),
    ("rule", "--all", "--json"),
    ("quarantine",),
    ("projections", "status"),
    ("projections", "rebuild"),
    ("projections", "catch-up"),
)


@pytest.mark.parametrize("args", READING, ids=" ".join)
@pytest.mark.parametrize(
    ("url", "why"),
    [
        (sqlite("recoup.db"), "there is no ledger at sqlite:///recoup.db; record something first"),
        (sqlite("folder"), "there is no ledger at sqlite:///folder"),
        (sqlite("empty.db"), "sqlite:///empty.db holds no ledger; run `recoup migrate --ledger sqlite:///empty.db`"),
        (sqlite("prose.db"), "sqlite:///prose.db is not a ledger's database (file is not a database)"),
        ("recoup.db", "'recoup.db' is no address of a ledger; write sqlite:///FILE or postgresql://…"),
        ("mysql://localhost/x", "a ledger cannot be kept in 'mysql'"),
        ("sqlite:///file:day.db?mode=ro&uri=true", "there is no ledger at"),
    ],
)
def test_a_ledger_that_is_not_there(args: tuple[str, ...], url: str, why: str, files: Recoup, tmp_path: Path) -> None:
    before = {path: path.stat().st_size for path in tmp_path.iterdir()}
    ran = files(*args, "--ledger", url)
    assert ran.code == UNUSABLE
    assert why in ran.complaint
    assert {path: path.stat().st_size for path in tmp_path.iterdir()} == before


WRITING: Final = (("record", "day.ndjson"), ("migrate",), ("rulebook", "adopt", "dcb.toml"))


@pytest.mark.parametrize("args", WRITING, ids=" ".join)
@pytest.mark.parametrize(
    ("url", "why"),
    [
        (sqlite("prose.db"), "is not a ledger's database"),
        (sqlite("none/recoup.db"), "does not exist; make it, or name another ledger with --ledger"),
        ("nonsense", "'nonsense' is no address of a ledger"),
        ("oracle://localhost/x", "a ledger cannot be kept in 'oracle'"),
        ("postgresql://me:s3cret@127.0.0.1:1/x", "cannot be reached"),
    ],
)
def test_a_ledger_that_cannot_be_made(args: tuple[str, ...], url: str, why: str, files: Recoup) -> None:
    ran = files(*args, "--ledger", url)
    assert ran.code == UNUSABLE
    assert why in ran.complaint
    assert "s3cret" not in ran.err


@pytest.mark.parametrize("args", [("rulebook", "list"), ("rulebook", "show", "dcb"), ("clauses",)], ids=" ".join)
def test_without_a_ledger_what_is_shipped_is_shown(args: tuple[str, ...], files: Recoup) -> None:
    ran = files(*args)
    assert ran.code == DONE
    assert "Double Chance Baccarat" in ran.out or "DCB-1" in ran.out
    broken = files(*args, "--ledger", sqlite("prose.db"))
    assert broken.code == UNUSABLE
    assert "is not a ledger's database" in broken.complaint


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger.recorder.database, "LOCK_SECONDS", 1)
    monkeypatch.setattr("ledger.recorder.retry.WAIT_SECONDS", 1)


@pytest.fixture
def exclusively(files: Recoup, tmp_path: Path) -> Iterator[Recoup]:
    """Another program has opened a transaction on a ledger that exists."""
    assert files("migrate").code == DONE
    with closing(sqlite3.connect(tmp_path / "recoup.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield files
        other.execute("ROLLBACK")


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("args", [("record", "day.ndjson"), ("projections", "rebuild")], ids=" ".join)
def test_a_locked_ledger_is_not_written_to(args: tuple[str, ...], exclusively: Recoup) -> None:
    ran = exclusively(*args)
    assert ran.code == UNUSABLE
    assert "recoup.db is locked by another program (database is locked); wait until it is done" in ran.complaint


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("args", [("rounds",), ("quarantine",), ("projections", "status")], ids=" ".join)
def test_a_ledger_that_is_written_to_can_be_read(args: tuple[str, ...], exclusively: Recoup) -> None:
    assert exclusively(*args).code == DONE


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("args", [*READING[:2], READING[4], *WRITING], ids=" ".join)
def test_a_ledger_that_another_keeps_to_itself(args: tuple[str, ...], files: Recoup, tmp_path: Path) -> None:
    assert files("migrate").code == DONE
    with closing(sqlite3.connect(tmp_path / "recoup.db", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        ran = files(*args)
    assert ran.code == UNUSABLE
    assert "is locked by another program" in ran.complaint


@pytest.mark.parametrize("args", [*WRITING[::2], ("record", "camera.ndjson"), ("projections", "rebuild")], ids=" ".join)
def test_a_ledger_that_can_only_be_read(
    args: tuple[str, ...], files: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The right to write is taken from the connections: for root, no file is read-only."""
    assert files("record", "day.ndjson").code == DONE
    changed = shipped_text("dcb").replace('edition = "2026.2"', 'edition = "2026.house"')
    (tmp_path / "dcb.toml").write_text(changed, encoding="utf-8")
    connect = sqlite3.connect

    def connect_to_read(*given: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*given, **options)
        connection.execute("PRAGMA query_only = ON")
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_to_read)
    monkeypatch.setattr(sqlite3.dbapi2, "connect", connect_to_read)
    ran = files(*args)
    assert ran.code == UNUSABLE
    assert "can only be read (attempt to write a readonly database); give this user the right to write" in ran.complaint
    assert files("rounds").code == DONE


def _migrated_to(revision: str, path: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(str(migrations.__file__)).parent))
    engine_ = engine(f"sqlite:///{path}")
    try:
        with engine_.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    finally:
        engine_.dispose()


@pytest.mark.slow
@pytest.mark.parametrize("args", [*READING, *WRITING[::2]], ids=" ".join)
def test_an_older_ledger_is_migrated_when_asked(args: tuple[str, ...], files: Recoup, tmp_path: Path) -> None:
    _migrated_to("r0001", tmp_path / "recoup.db")
    ran = files(*args)
    assert ran.code == UNUSABLE
    assert "is of the older migration r0001; run `recoup migrate --ledger sqlite:///recoup.db`" in ran.complaint
    ready = files("migrate")
    assert (ready.code, ready.out) == (DONE, f"the ledger is ready, with {len(SHIPPED_RULEBOOKS)} entries\n")
    assert files("record", "day.ndjson").code == DONE
    assert files(*args).code == DONE


@pytest.mark.parametrize("args", [*READING, *WRITING], ids=" ".join)
@pytest.mark.parametrize(
    ("found", "why"), [("r9999", "newer than this version"), ("3f2a9c", "is another program's database")]
)
def test_a_ledger_of_another_version(args: tuple[str, ...], found: str, why: str, files: Recoup, tmp_path: Path) -> None:
    assert files("migrate").code == DONE
    with closing(sqlite3.connect(tmp_path / "recoup.db")) as other:
        other.execute("UPDATE alembic_version SET version_num = ?", [found])
        other.commit()
    ran = files(*args)
    assert ran.code == UNUSABLE
    assert why in ran.complaint


@pytest.mark.parametrize("args", [("rounds",), ("projections", "status"), ("projections", "catch-up")], ids=" ".join)
def test_read_models_that_are_broken(args: tuple[str, ...], files: Recoup, tmp_path: Path) -> None:
    assert files("record", "day.ndjson").code == DONE
    with closing(sqlite3.connect(tmp_path / "recoup.db")) as other:
        other.executescript("DROP VIEW v_rounds; DROP VIEW v_findings; DROP TABLE rounds; DROP TABLE tracking;")
    ran = files(*args)
    assert ran.code == UNUSABLE
    assert "cannot be used (no such table" in ran.complaint


@pytest.mark.parametrize("args", [("rule", "--all"), ("rulebook", "list"), ("follow", "--once")], ids=" ".join)
def test_an_edition_on_record_that_this_version_cannot_judge_by(args: tuple[str, ...], files: Recoup) -> None:
    assert files("record", "day.ndjson").code == DONE
    with Ledger(sqlite("recoup.db")) as opened:
        opened.adopt("dcb", "1950.1", "[edition]")
        position = opened.size()
    ran = files(*args)
    assert ran.code == UNUSABLE
    assert (
        f"edition 1950.1 of dcb, adopted at position {position}, is none for this version (the edition: " in ran.complaint
    )

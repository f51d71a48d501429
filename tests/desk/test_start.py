"""What a command loads before it does anything."""

import subprocess
import sys
from pathlib import Path

import pytest

from desk.cli.main import main
from desk.terminal.console import DONE
from tests.commands import Recoup
from tests.desk import floor

pytestmark = pytest.mark.slow

ROOT = Path(main.__code__.co_filename).parents[2]
NOT_LOADED = ("sqlalchemy", "alembic", "jinja2", "fastapi", "pyarrow", "typst", "cryptography", "psycopg")
LOADED = """
import atexit, sys
from desk.cli.main import main
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
main()
"""


@pytest.mark.parametrize("words", [("rule", floor.CLEAN), ("replay", floor.CLEAN), ("rounds",), ("--help",)], ids=" ".join)
def test_reading_a_ledger_in_sqlite_loads_no_more_than_it_needs(
    words: tuple[str, ...], files: Recoup, tmp_path: Path
) -> None:
    assert files("record", "day.ndjson").code == DONE
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert not set(NOT_LOADED) & set(ran.stderr.split())

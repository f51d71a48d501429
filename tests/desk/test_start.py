"""What a command loads before it does anything."""

import subprocess
import sys
from pathlib import Path

import pytest

from desk.cli.main import main
from desk.terminal.console import DONE, console
from tests.commands import Recoup
from tests.desk import floor

pytestmark = pytest.mark.slow

ROOT = Path(main.__code__.co_filename).parents[2]
NOT_LOADED = ("sqlalchemy", "alembic", "jinja2", "fastapi", "pyarrow", "typst", "cryptography", "psycopg")
NOT_OF_A_GAME = ("replay.judging.felt", "replay.judging.odds")
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
    assert not {*NOT_LOADED, *NOT_OF_A_GAME} & set(ran.stderr.split())


def test_a_word_between_colons_stays_as_it_was_written(capsys: pytest.CaptureFixture[str]) -> None:
    console().print(":warning: 1:1")
    assert capsys.readouterr().out == ":warning: 1:1\n"

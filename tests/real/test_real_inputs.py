"""Inputs made after logs and game records of others, each with what it must give; skipped where they are not at hand."""

from pathlib import Path
from typing import Any, Final

import pytest

from tests.commands import Recoup

INPUTS: Final = Path(__file__).parents[3] / "shared" / "real-inputs"

pytestmark = pytest.mark.skipif(not INPUTS.is_dir(), reason="the real inputs are not part of the product and not here")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an empty ledger to come."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RECOUP_LEDGER", raising=False)
    return tmp_path


def record(recoup: Recoup, folder: str, file: str, *options: str, mapping: str | None = None) -> str:
    """Records one of the inputs; what `record` said in its first line."""
    mapped = ["--map", str(INPUTS / folder / mapping)] if mapping else []
    return recoup("record", str(INPUTS / folder / file), *options, *mapped).out.splitlines()[0]


def rulings(recoup: Recoup) -> dict[str, Any]:
    """All rulings by the last part of their rounds' names."""
    return {each["round"].rpartition("/")[2]: each for each in recoup("rule", "--all", "--json").json}


def findings(ruling: Any) -> list[str]:
    return [finding["kind"] for finding in ruling["findings"]]


@pytest.mark.usefixtures("here")
class TestTimes:
    def test_a_file_across_the_end_of_summer_time(self, recoup: Recoup) -> None:
        said = record(recoup, "csv-summer-time", "dst.csv", mapping="dst.toml")
        assert said == "18 recorded, 0 already known, 0 conflicting, 0 quarantined"
        opened = {row["round"][-1]: row["opened_at"] for row in recoup("rounds", "--json").json}
        assert [(name, at[11:19]) for name, at in sorted(opened.items(), key=lambda row: row[1])] == [
            ("a", "23:59:30"),
            ("b", "00:30:00"),
            ("c", "00:45:00"),
            ("d", "01:10:00"),
            ("e", "02:05:00"),
        ]

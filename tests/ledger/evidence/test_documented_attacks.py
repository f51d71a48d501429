"""The table of attacks in docs/evidence.md names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_each_row_names_a_test_that_is_there() -> None:
    page = (ROOT / "docs/evidence.md").read_text(encoding="utf-8")
    table = page.partition("## What is found, by whom, with what")[2].partition("\n## ")[0]
    rows = [line.split("|")[1:-1] for line in table.splitlines() if line.startswith("| ") and "---" not in line][1:]
    assert len(rows) > 15
    for attack, _, tests, _ in rows:
        named = re.findall(r"`([\w./]+\.py)`", tests)
        assert named, attack
        assert [name for name in named if not (ROOT / "tests/ledger" / name).is_file()] == [], attack

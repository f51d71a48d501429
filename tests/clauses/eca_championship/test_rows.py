"""Every row of the championship's clauses holds, and every rule has a row on each side."""

from collections import Counter
from typing import Final

import pytest

from replay.editions.loader import shipped_edition
from tests.championship.lines import RULEBOOK
from tests.clauses.eca_championship.floor import Row, differences
from tests.clauses.eca_championship.rows import ROWS

SHEET: Final = shipped_edition(RULEBOOK).sheet
RULES: Final = [clause for clause, text in SHEET.clauses.items() if text.kind in ("R", "P", "S")]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_row_holds(row: Row) -> None:
    found = differences(row)
    assert not found, f"{row}\n{row.acts}\n" + "\n".join(found)


@pytest.mark.parametrize("clause", RULES)
@pytest.mark.parametrize("side", ["keeps", "breaks"])
def test_a_rule_has_a_row_on_each_side(clause: str, side: str) -> None:
    assert any(row.clause == clause and row.side == side for row in ROWS)


def test_the_edition_has_the_clauses_of_the_document() -> None:
    wanted = """G1 G2 G3 G4 G4a G4b G5 G6 G7 G7a G8 C1 C2 C7 C8 D1 D1a? D1b? D2 D3 D4 D5 D5a D6?"""
    assert list(SHEET.clauses) == [f"ECA-{clause}" for clause in wanted.split()]
    assert set(SHEET.readings) == {clause for clause in SHEET.clauses if clause.endswith("?")}


def test_a_row_is_found_by_its_name_and_its_sentence_is_whole() -> None:
    assert not [name for name, times in Counter(map(str, ROWS)).items() if times > 1]
    assert not [row.sentence for row in ROWS if not (row.sentence[0].isupper() and row.sentence.endswith("."))]


@pytest.mark.parametrize("kind", SHEET.conduct)
def test_a_breach_is_found_in_some_row(kind: str) -> None:
    assert any(found.startswith(f"{kind} ") for row in ROWS for found in row.expected.findings)

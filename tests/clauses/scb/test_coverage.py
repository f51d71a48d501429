"""Every rule of SCB has a case that keeps it and one that breaks it."""

from collections import Counter
from typing import Final

import pytest

from tests.clauses.scb.floor import house
from tests.clauses.scb.rows import ROWS

RULES: Final = [clause for clause, text in house().sheet.clauses.items() if text.kind in ("R", "S")]


@pytest.mark.parametrize("clause", [*RULES, "SCB-24"])
@pytest.mark.parametrize("side", ["keeps", "breaks"])
def test_a_rule_has_a_row_on_each_side(clause: str, side: str) -> None:
    assert any(row.clause == clause and row.side == side for row in ROWS)


def test_a_row_belongs_to_a_clause_of_the_edition() -> None:
    assert {row.clause for row in ROWS} <= set(house().sheet.clauses)


def test_a_row_is_found_by_its_name() -> None:
    names = Counter(str(row) for row in ROWS)
    assert not [name for name, times in names.items() if times > 1]


def test_a_sentence_is_whole() -> None:
    assert not [row.sentence for row in ROWS if not (row.sentence[0].isupper() or row.sentence[0].isdigit())]
    assert not [row.sentence for row in ROWS if not row.sentence.endswith(".")]


@pytest.mark.parametrize("kind", house().sheet.conduct)
def test_a_breach_is_found_in_some_row(kind: str) -> None:
    assert any(kind == found for row in ROWS for ruled in row.rulings for found, _ in ruled.findings)

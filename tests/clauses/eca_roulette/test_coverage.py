"""Every rule of the championship's roulette has a case that keeps it and one that breaks it."""

from collections import Counter
from typing import Final

import pytest

from tests.clauses.eca_roulette.floor import house
from tests.clauses.eca_roulette.rows import ROWS

ELSEWHERE: Final = frozenset({"ECA-C2", "ECA-C7"})
"""Clauses of the championship's own run: they have rows of their own elsewhere."""

RULES: Final = [
    clause for clause, text in house().sheet.clauses.items() if text.kind in ("R", "S") and clause not in ELSEWHERE
]
OPEN: Final = [clause for clause in RULES if clause.endswith("?")]


@pytest.mark.parametrize("clause", [*RULES, "ECA-R-E2"])
@pytest.mark.parametrize("side", ["keeps", "breaks"])
def test_a_rule_has_a_row_on_each_side(clause: str, side: str) -> None:
    assert any(row.clause == clause and row.side == side for row in ROWS)


@pytest.mark.parametrize("clause", OPEN)
def test_an_open_question_has_a_row_in_which_its_readings_differ(clause: str) -> None:
    """Each reading is named in some branch of one ruling."""
    letters = house().readings(clause)
    keys = [[*ruled.branches, *ruled.verdicts] for row in ROWS if row.clause == clause for ruled in row.rulings]
    assert any(all(any(f"{clause}:{letter}" in key for key in names) for letter in letters) for names in keys)


def test_a_row_belongs_to_a_clause_of_the_edition() -> None:
    assert {row.clause for row in ROWS} <= set(house().sheet.clauses)


def test_a_row_is_found_by_its_name() -> None:
    names = Counter(str(row) for row in ROWS)
    assert not [name for name, times in names.items() if times > 1]


def test_a_sentence_is_whole() -> None:
    assert not [row.sentence for row in ROWS if not (row.sentence[0].isupper() or row.sentence[0] in '"0123456789')]
    assert not [row.sentence for row in ROWS if not row.sentence.endswith(".")]


@pytest.mark.parametrize("kind", house().sheet.conduct)
def test_a_breach_is_found_in_some_row(kind: str) -> None:
    assert any(kind == found for row in ROWS for ruled in row.rulings for found, _ in ruled.findings)

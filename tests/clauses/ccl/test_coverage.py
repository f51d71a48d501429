"""Every rule of CCL on the play has a case that keeps it and one that breaks it."""

from collections import Counter
from typing import Final

import pytest

from tests.clauses.ccl.floor import house
from tests.clauses.ccl.rows import ROWS

RULES: Final = """1 1a? 2 4 5 6 7 7a? 7b? 8 9 10 11 12 13 13a? 14 15 16 17 18 18a? 19 20 21 21a? 22 22a 23 24 25 25a? 26
    26a? 26b? 27 28 29 30 30a? 31 32 32a? 32b? 33 33a? 34 34a? 35 36 37 37a? 38 38a? 39 40 ERR0 ERR? EXTRA?
    ROUND LATE LATE1?"""
CLAUSES: Final = [f"CCL-{number}" for number in RULES.split()]
ELSEWHERE: Final = "3 TIPS"
"""Notices."""


def test_the_edition_has_the_clauses_of_the_document() -> None:
    assert set(house().sheet.clauses) == {*CLAUSES, *(f"CCL-{number}" for number in ELSEWHERE.split())}


@pytest.mark.parametrize("clause", CLAUSES)
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
    shown = {found for row in ROWS for ruled in row.rulings for found, _ in ruled.findings}
    assert kind in shown

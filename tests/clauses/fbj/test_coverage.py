"""Every rule of Free Bet on play has a case that keeps it and one that breaks it."""

from collections import Counter
from typing import Final

import pytest

from tests.clauses.fbj.floor import house
from tests.clauses.fbj.rows import ROWS

RULES: Final = """1 2 2a? 3 4 5 6 7 7a? 8 9 9a? 10 11 11a? 12 13 14 15 16 17 18 18a? 19 19a? 20 21 22 23 23a? 24 25 25a? 26
    27 28 29 30 31 32 32a? 33 33a 34 34a? 35 36 36a? 37 37a? 37c 38 39 39b? 40 40a? 41 42 43 44? 45 46 DEAL ERR? EXTRA?
    ROUND LATE LATE1?"""
CLAUSES: Final = [f"FBJ-{number}" for number in RULES.split()]
ELSEWHERE: Final = "37b TIPS"
"""A remark on the odds; tips, which nothing can break."""


def test_the_edition_has_the_clauses_of_the_document() -> None:
    assert set(house().sheet.clauses) == {*CLAUSES, *(f"FBJ-{number}" for number in ELSEWHERE.split())}


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

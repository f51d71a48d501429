"""Every rule of the championship's roulette has a case that keeps it and one that breaks it."""

from collections import Counter
from typing import Final

import pytest

from tests.clauses.eca_championship import rows as championship
from tests.clauses.eca_roulette.floor import house
from tests.clauses.eca_roulette.rows import ROWS

ELSEWHERE: Final = frozenset({"ECA-C2", "ECA-C7"})
"""Clauses of the championship's own run: they have their rows among the championship's."""

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
    letters = house().reading_letters(clause)
    keys = [[*ruled.branches, *ruled.verdicts] for row in ROWS if row.clause == clause for ruled in row.rulings]
    assert any(all(any(f"{clause}:{letter}" in key for key in names) for letter in letters) for names in keys)


@pytest.mark.parametrize("clause", sorted(ELSEWHERE))
@pytest.mark.parametrize("side", ["keeps", "breaks"])
def test_a_rule_of_the_championship_has_its_rows_there(clause: str, side: str) -> None:
    assert any(row.clause == clause and row.side == side for row in championship.ROWS)


def test_the_edition_has_the_clauses_of_the_document() -> None:
    """Those of the wheel, and of the general ones what concerns roulette."""
    wheel = """E1 E2 W1 W1a W2 W3 W3a W4 W5 W6 W7 W8 W8a? W8b? P1 P2 P3 P3a? P4 P5 S1 S2
        I1 I2 I3 I4 I5 I6 I7 I8 I8a? I9? I10? I11?"""
    general = "C1 C2 C4 C5 C6 C6a? C6b? C7 C8 ROUND LATE"
    wanted = [*(f"ECA-{clause}" for clause in general.split()), *(f"ECA-R-{clause}" for clause in wheel.split())]
    assert sorted(house().sheet.clauses) == sorted(wanted)
    assert set(house().sheet.readings) == set(OPEN)


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

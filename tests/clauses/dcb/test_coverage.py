"""Every rule of DCB has a case that keeps it and one that breaks it."""

from collections import Counter
from typing import Final

import pytest

from tests.clauses.dcb.floor import house
from tests.clauses.dcb.rows import ROWS

KINDS: Final = {
    "R": """2 2a? 2b? 3 4 5 6 7 8 9 10 11 11a? 12 12a? 12b? 13 14 15 16 17 17a? 18 19 20
            21 21a? 21b? 21c? 21d? 21e? 21f? 21g? U1 U2 U3? T1 T2 T3""",
    "S": "ERR DEAL BETS T0 ROUND",
    "E": "H2",
    "N": "1 1a H0 H1",
}
"""The kinds of the document's clauses: rules, matters on which it is silent, facts to be recorded, notices."""

CATALOGUE: Final = {f"DCB-{number}": kind for kind, numbers in KINDS.items() for number in numbers.split()}
RULES: Final = [clause for clause, text in house().sheet.clauses.items() if text.kind == "R"]
CITED: Final = {clause for _, clause in house().values.values()} - {""}
SILENT: Final = sorted(clause for clause in CITED if house().sheet.clauses[clause].kind == "S")


def test_the_edition_has_the_clauses_of_the_document() -> None:
    assert set(house().sheet.clauses) == set(CATALOGUE)


@pytest.mark.parametrize("clause", CATALOGUE)
def test_a_clause_is_of_its_kind(clause: str) -> None:
    assert house().sheet.clauses[clause].kind == CATALOGUE[clause]


@pytest.mark.parametrize("clause", RULES + SILENT)
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

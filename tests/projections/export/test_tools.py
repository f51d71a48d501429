"""Packages in other programs: the tables and their dictionary, and the document's own queries in DuckDB."""

import csv
import re
from pathlib import Path
from typing import Final

import duckdb
import pyarrow.parquet as pq
import pytest

from projections.export.tables import EXPORTED_TABLES, MEANINGS
from tests.projections.export.house import FIRST, SECOND

DOCUMENT: Final = Path(__file__).resolve().parents[3] / "docs" / "export.md"


def test_every_column_is_in_the_dictionary_and_nothing_else() -> None:
    columns = {f"{table.name}.{column.name}" for table in EXPORTED_TABLES for column in table.columns}
    assert set(MEANINGS) == columns | {table.name for table in EXPORTED_TABLES}


def test_both_forms_of_a_table_say_the_same(whole: Path) -> None:
    for table in EXPORTED_TABLES:
        rows = pq.read_table(whole / f"data/tables/{table.name}.parquet").to_pylist()
        with (whole / f"data/tables/{table.name}.csv").open(encoding="utf-8", newline="") as file:
            plain = list(csv.DictReader(file))
        assert plain == [{name: "" if v is None else str(v) for name, v in row.items()} for row in rows]
    rounds = pq.read_table(whole / "data/tables/rounds.parquet").to_pylist()
    assert {row["day"] for row in rounds} == {FIRST.split("/")[1], SECOND.split("/")[1]}
    assert len(rounds) == 11


QUESTIONS: Final = DOCUMENT.with_name("questions.md")
ANSWERS: Final[dict[str, list[tuple[object, ...]]]] = {
    "How much was paid too little": [("GBP", 3000, 2)],
    "And too much": [],
    "On which wagers must somebody still decide": [
        (f"{FIRST}/4", "w6", "P-2", 3900),
        (f"{FIRST}/5", "w7", "P-1", 0),
        (f"{SECOND}/2", "w1", "P-2", 1950),
    ],
    "In how many rounds of each game": [("baccarat", 11, 8)],
    "With which dealers": [],
    "What was decided at the tables": [],
}
"""By hand: at 3 punto stood on 7 against 6, so P-1's 10.00 on punto was owed 20.00; at 2 P-2's 10.00 came after the first
card and goes back; nobody got more than was due. At 4 punto got a third card on 7, at 5 the camera names another card, at
21/2 punto had 4 and got none: what is due there is not established.
"""


def test_a_regulator_s_questions_are_answered(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = re.findall(r"^## (.*?)\n\n```sql\n(.*?)```", QUESTIONS.read_text(encoding="utf-8"), re.M | re.S)
    monkeypatch.chdir(whole)
    asked = duckdb.connect()
    answers = {question: asked.execute(query).fetchall() for question, query in questions}
    assert len(answers) == 10
    for begins, expected in ANSWERS.items():
        [answer] = [found for question, found in answers.items() if question.startswith(begins)]
        assert answer == expected, begins
    [depends] = [found for question, found in answers.items() if question.startswith("Where does the answer depend")]
    assert [row[:3] for row in depends][:2] == [(f"{FIRST}/4", "w5", 2000), (f"{FIRST}/4", "w6", 3900)]
    [clauses] = [found for question, found in answers.items() if question.startswith("Which clauses")]
    assert ("DCB-3", 2, 1000, None) in clauses
    [waiting] = [found for question, found in answers.items() if question.startswith("Which rounds wait")]
    assert (f"{FIRST}/3", "disputed", "correct") in waiting


def test_the_document_s_queries_run_in_duckdb(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they stand in docs/export.md, in the folder of the package."""
    [block] = re.findall(r"^```sql\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
    monkeypatch.chdir(whole)
    asked = duckdb.connect()
    by_verdict, by_kind, by_topic = (asked.execute(query).fetchall() for query in block.split(";") if query.strip())
    assert sum(row[2] for row in by_verdict) == 11
    assert any(kind == "underdraw" for kind, _, _ in by_kind)
    assert dict(by_topic)["round.opened.v1"] == 11
    positions = asked.execute("SELECT count(*), max(column0) FROM read_csv('data/events/positions-*.txt', header = false)")
    assert positions.fetchone() == (sum(dict(by_topic).values()),) * 2

"""Packages in other programs: the tables and their dictionary, and the document's own queries in DuckDB."""

import csv
import re
import shutil
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Final

import duckdb
import frictionless
import pyarrow.parquet as pq
import pytest

from ledger.events.evidence import ExportScope
from projections.export.columns import local_time
from projections.export.table_files import NameMask
from projections.export.tables import OF_A_DAY
from tests.projections.export.house import FIRST, SECOND, House

DOCUMENT: Final = Path(__file__).resolve().parents[3] / "docs" / "export.md"


def test_every_column_is_in_the_dictionary_and_says_what_it_means(whole: Path) -> None:
    with (whole / "data/tables/dictionary.csv").open(encoding="utf-8", newline="") as file:
        described = {(row["table"], row["column"]): row for row in csv.DictReader(file)}
    there = {(path.stem, name) for path in (whole / "data/tables").glob("*.parquet") for name in pq.read_schema(path).names}
    assert described.keys() == there
    assert all(row["means"] and row["type"] for row in described.values())
    assert {row["unit"] for (_, column), row in described.items() if column.endswith("_minor")} == {
        "minor units of the currency"
    }


def test_both_forms_of_a_table_say_the_same(whole: Path) -> None:
    for path in (whole / "data/tables").glob("*.parquet"):
        rows = pq.read_table(path).to_pylist()
        with path.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
            plain = list(csv.DictReader(file))
        assert [
            {name: _as_value(row[name], plain_text) for name, plain_text in line.items()}
            for row, line in zip(rows, plain, strict=True)
        ] == rows
    rounds = pq.read_table(whole / "data/tables/rounds.parquet").to_pylist()
    assert {str(row["day"]) for row in rounds} == {FIRST.split("/")[1], SECOND.split("/")[1]}
    assert len(rounds) == 11


def _as_value(value: object, plain_text: str) -> object:
    """What CSV tells, as a value of the kind that Parquet has."""
    if plain_text == "":
        return None
    if isinstance(value, bool):
        return {"true": True, "false": False}[plain_text]
    if isinstance(value, datetime):
        return datetime.fromisoformat(plain_text)
    if isinstance(value, date):
        return date.fromisoformat(plain_text)
    return type(value)(plain_text) if isinstance(value, int | Decimal) else plain_text


def test_the_descriptor_of_the_tables_is_accepted_with_its_types_keys_references_and_codes(whole: Path) -> None:
    """By Frictionless's own validator, which reads every row."""
    report = frictionless.Package(str(whole / "data/tables/datapackage.json")).validate()
    assert report.valid, report.flatten(["resourceName", "fieldName", "rowNumber", "note"])
    assert report.stats["tasks"] == len(list((whole / "data/tables").glob("*.parquet")))


@pytest.mark.parametrize(
    ("table", "old", "new", "error"),
    [
        ("rounds.csv", ",baccarat,", ",pontoon,", "constraint-error"),
        ("owed.csv", f"\n{FIRST}/3,", f"\n{FIRST}/33,", "foreign-key"),
        ("wagers.csv", ",1000,10.00,", ",ten,10.00,", "type-error"),
        ("players.csv", f"\nPerson-2,{FIRST}/2\n", f"\nPerson-2,{FIRST}/1\n", "primary-key"),
    ],
)
def test_a_table_that_does_not_fit_its_descriptor_is_refused(
    whole: Path, tmp_path: Path, table: str, old: str, new: str, error: str
) -> None:
    copied = tmp_path / "tables"
    shutil.copytree(whole / "data/tables", copied)
    written = (copied / table).read_text(encoding="utf-8")
    assert old in written
    (copied / table).write_text(written.replace(old, new, 1), encoding="utf-8")
    report = frictionless.Package(str(copied / "datapackage.json")).validate()
    assert error in {type_ for (type_,) in report.flatten(["type"])}


def test_tables_mask_persons_unless_they_are_asked_not_to(whole: Path, house: House, tmp_path: Path) -> None:
    """Players, dealers and those who decided, and bets; sentences too. The ids are next to the tables alone."""
    with (whole / "data/persons.csv").open(encoding="utf-8", newline="") as file:
        persons = {row["masked"]: row["person"] for row in csv.DictReader(file)}
    assert {"P-1", "P-2", "P-9", "I7"} <= set(persons.values())
    with (whole / "data/bets.csv").open(encoding="utf-8", newline="") as file:
        bets = {row["masked"]: row["bet"] for row in csv.DictReader(file)}
    assert {"w1", "w2"} <= set(bets.values())
    ids = persons | bets
    masked = "".join(path.read_text(encoding="utf-8") for path in sorted((whole / "data/tables").glob("*.csv")))
    for person in (*persons.values(), *bets.values()):
        assert not re.search(rf"(?<![A-Za-z0-9_/-]){re.escape(person)}(?![A-Za-z0-9_-])", masked), person
    house.export(tmp_path / "named", masked=False)
    assert not (tmp_path / "named/data/persons.csv").exists()
    assert not (tmp_path / "named/data/bets.csv").exists()
    for path in (whole / "data/tables").glob("*.csv"):
        unmasked = re.sub(r"(?:Person|Bet)-[0-9]+", lambda found: ids[found[0]], path.read_text(encoding="utf-8"))
        assert unmasked == (tmp_path / "named/data/tables" / path.name).read_text(encoding="utf-8")


BETS: Final = """\
!source table/RO-1
RO-1/2026-01-23: table roulette eca-roulette EUR zone=Europe/Vienna
RO-1/2026-01-23/1: open; bet w1 P-1 column 50000 index=3; bet w2 P-1 straight 500 numbers=17; spin ccw cw; nmb; rest 15; \
call 15; dolly 15; pay w2 0; pay w1 150000; close
!source table/BAC-3
BAC-3/2026-01-23: table baccarat dcb GBP zone=Europe/London; limits ur_way 500 5000; limits banco 500 5000; shoe T1 8
BAC-3/2026-01-23/1: open shoe=T1; bet w1 P-1 banco 500; bet w2 P-1 ur_way 500 total=7; nmb; P 9h B 2c P Tc B 5d; \
call punto; pay w1 0; pay w2 0; close
"""


def test_a_bet_names_the_column_or_the_total_it_is_on(own_house: House, tmp_path: Path) -> None:
    """Without them nobody can reckon from the table what is due."""
    own_house.record(BETS)
    own_house.export(tmp_path / "package", ExportScope(since="2026-01-23", until="2026-01-23"), masked=False)
    with (tmp_path / "package/data/tables/wagers.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["round"].split("-")[0] + row["wager"]: row for row in csv.DictReader(file)}
    assert {key: (row["kind"], row["layout_index"], row["total"], row["numbers"]) for key, row in rows.items()} == {
        "ROw1": ("column", "3", "", ""),
        "ROw2": ("straight", "", "", "17"),
        "BACw1": ("banco", "", "", ""),
        "BACw2": ("ur_way", "", "7", ""),
    }


def test_a_person_and_a_bet_whose_ids_differ_in_case_alone_keep_their_own_masks() -> None:
    """`P3` is met as a player, `p3` as a bet; a sentence has both."""
    mask = NameMask(["w1", "p3"])
    findings, players = (next(table for table in OF_A_DAY if table.name == name) for name in ("findings", "players"))
    mask.masked({"player": "P3", "round": f"{FIRST}/1"}, players)
    row = {column.name: None for column in findings.columns} | {"text": "Wager w1 of P3 and wager p3 of P3."}
    assert mask.masked(row, findings)["text"] == "Wager Bet-1 of Person-1 and wager Bet-2 of Person-1."


def test_amounts_are_there_in_both_units_and_times_by_both_clocks(whole: Path) -> None:
    """19.50 of a currency with two digits is 1950; a summer's evening in London is an hour before what its clock says."""
    [row] = [
        row for row in pq.read_table(whole / "data/tables/wagers.parquet").to_pylist() if row["round"] == f"{SECOND}/2"
    ]
    assert (row["stake_minor"], row["stake"], row["returned_minor"], row["returned"]) == (
        1000,
        Decimal("10.0000"),
        1950,
        Decimal("19.5000"),
    )
    summer = local_time("2026-07-01T20:30:00.000000Z", "Europe/London")
    assert summer == "2026-07-01T21:30:00.000000"


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

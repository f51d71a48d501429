"""Returns to authorities as whoever receives them checks them: from the files and the schemas alone.

Nothing of the product is imported here; `recoup` runs as a program of its own.
"""

import csv
import json
import os
import re
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final

import openpyxl
import pytest
from jsonschema import Draft202012Validator, FormatChecker

pytestmark = pytest.mark.slow

DAY: Final = "BAC-1/2026-01-20"
TRANSCRIPT: Final = f"""\
{DAY}: table baccarat dcb GBP; shoe S1 8
{DAY}/1: open; bet w1 P1 banco 10000; nmb; P 2h; B 9c; P Td; B Kd; P 4s; call banco; pay w1 17500; close
{DAY}/2: open; bet w2 P2 punto 1000; nmb; P 8h; B 7c; P Kd; B Kc; call punto; pay w2 2000; close
"""
WRITER: Final = ("--by", "D1", "--role", "dispute_manager")
RECEIVED: Final = "2026-01-21T09:00:00+00:00"
ANSWERS: Final = ("--answer", "P1=upheld:20", "--award", f"P1={DAY}/1:w1:195", "--answer", "P2=rejected:0:1.50")
"""Banco pays nineteen to twenty: 195.00 on 100.00, of which the table gave 175.00."""

ACTS: Final = (
    ("open", DAY, "--round", f"{DAY}/1", "--round", f"{DAY}/2", "--received", RECEIVED, *WRITER),
    ("claim", "2026-0001", "--player", "P1", "--amount", "20", "--reason", "short paid", *WRITER),
    ("claim", "2026-0001", "--player", "P2", "--amount", "5", "--sure", *WRITER),
    ("person", "2026-0001", "--person", "D6", "--as", "on_the_floor", *WRITER),
    ("attempt", "2026-0001", "--player", "P1", "--outcome", "declined", "--offered", "10", *WRITER),
    ("propose", "2026-0001", *ANSWERS, *WRITER),
    ("approve", "2026-0001", "--by", "A1", "--role", "approver"),
    ("settle", "2026-0001", *WRITER),
    ("pay", "2026-0001", "--player", "P1", "--amount", "20", *WRITER),
    ("appeal", "2026-0001", "--player", "P2", "--body", "IBAS", *WRITER),
)


def recoup(folder: Path, *args: str) -> str:
    """What `recoup` printed, in a folder of its own."""
    ran = run(folder, *args)
    assert ran.returncode == 0, ran.stderr or ran.stdout
    return ran.stdout


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    outside = {name: value for name, value in os.environ.items() if not name.startswith("RECOUP_")}
    command = [sys.executable, "-m", "desk", *args]
    return subprocess.run(command, cwd=folder, env=outside, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ledger in which P2 took the answer of a case to IBAS, and the returns made of it."""
    there = tmp_path_factory.mktemp("returns")
    (there / "night.txt").write_text(TRANSCRIPT, encoding="utf-8")
    recoup(there, "record", "night.txt")
    for act in ACTS:
        recoup(there, "case", *act)
    for ending in ("json", "csv", "xlsx"):
        recoup(there, "returns", "mga", "--month", this_month(there), "-o", f"mga.{ending}")
        recoup(there, "returns", "nl", "--from", "2026-01-01", "--to", "2026-01-31", "-o", f"nl.{ending}")
    return there


def this_month(folder: Path) -> str:
    """The month in which the case was taken to the body, by the record."""
    acts = json.loads(recoup(folder, "case", "show", "2026-0001", "--json"))["acts"]
    at = next(act["recorded_at"] for act in acts if act["act"] == "appeal_case")
    return datetime.fromisoformat(at).astimezone(UTC).strftime("%Y-%m")


def loaded(folder: Path, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def as_csv(folder: Path, name: str) -> tuple[list[str], list[dict[str, str]]]:
    """The notes before the heads, and the rows."""
    lines = (folder / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    notes = [line for line in lines if line.startswith("#")]
    assert lines[: len(notes)] == notes
    return notes, list(csv.DictReader(lines[len(notes) :]))


@pytest.mark.parametrize("name", ["mga", "nl"])
def test_a_return_is_what_its_schema_says_and_nothing_else(folder: Path, name: str) -> None:
    schema = json.loads(recoup(folder, "schema", f"return-{name}"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema, format_checker=FormatChecker())
    document = loaded(folder, name)
    validator.validate(document)
    rows = "disputes" if name == "mga" else "complaints"
    for wrong in ({**document, "nationality": "NL"}, {**document, rows: [{**document[rows][0], "case": None}]}):
        assert list(validator.iter_errors(wrong))
    assert list(validator.iter_errors({**document, rows: [{**document[rows][0], "received_on": "21/01/2026"}]}))


@pytest.mark.parametrize(("name", "rows"), [("mga", "disputes"), ("nl", "complaints")])
def test_every_column_says_on_what_it_rests_and_what_no_ledger_knows_is_empty(folder: Path, name: str, rows: str) -> None:
    document = loaded(folder, name)
    assert [column["name"] for column in document["columns"]] == list(document[rows][0])
    for column in document["columns"]:
        assert column["what"]
        assert (column["source"] is None) == (column["basis"] == "own")
        if not column["is_on_record"]:
            assert {row[column["name"]] for row in document[rows]} == {None}
    assert {column["basis"] for column in document["columns"]} == ({"asked", "own"} if name == "mga" else {"form", "own"})
    assert any("could not be verified" in note or "could be verified" in note for note in document["notes"])


def test_a_month_has_the_dispute_that_was_referred_in_it(folder: Path) -> None:
    """P2 was refused 5.00 and given 1.50 for kindness; P1, who was paid, took the answer nowhere."""
    document = loaded(folder, "mga")
    (row,) = document["disputes"]
    subject_matter = "baccarat, table BAC-1, 2026-01-20, round 1, 2"
    assert (row["player_id"], row["adr_entity"], row["subject_matter"]) == ("P2", "IBAS", subject_matter)
    assert (row["reported_as"], row["claimed_minor"], row["house_outcome"]) == ("referred", 500, "rejected")
    assert (row["house_pays_minor"], row["house_ex_gratia_minor"], row["received_on"]) == (0, 150, "2026-01-21")
    assert row["referred_on"].startswith(document["month"])
    due, month = date.fromisoformat(document["due_on"]), date.fromisoformat(f"{document['month']}-01")
    assert (due.day, (due.year * 12 + due.month) - (month.year * 12 + month.month)) == (20, 1)
    assert document["is_over"] is False


def test_the_record_has_every_complaint_that_came_in_the_period(folder: Path) -> None:
    first, second = loaded(folder, "nl")["complaints"]
    assert (first["player_id"], first["outcome"], first["pay_minor"], first["paid_minor"]) == ("P1", "upheld", 2000, 2000)
    assert (first["complaint_type"], first["approved_by"], first["persons_involved"]) == ("short_paid", "A1", ["D6"])
    assert [attempt.split(" ", 1)[1] for attempt in first["attempts"]] == ["declined 1000"]
    assert (second["player_id"], second["referred_to"], second["state"]) == ("P2", "IBAS", "appealed")
    assert [complaint["status"] for complaint in (first, second)] == ["disputed", "disputed"]
    recoup(folder, "returns", "nl", "--from", "2026-02-01", "--to", "2026-02-28", "-o", "none.json")
    assert loaded(folder, "none")["complaints"] == []


@pytest.mark.parametrize(("name", "rows"), [("mga", "disputes"), ("nl", "complaints")])
def test_the_csv_and_the_workbook_have_what_the_json_has(folder: Path, name: str, rows: str) -> None:
    document = loaded(folder, name)
    notes, lines = as_csv(folder, name)
    assert all(any(note in line for line in notes) for note in document["notes"])
    book = openpyxl.load_workbook(folder / f"{name}.xlsx")
    heads, *cells = book.worksheets[1].iter_rows(values_only=True)
    front = [str(cell) for row in book.worksheets[0].iter_rows(values_only=True) for cell in row]
    assert set(document["notes"]) <= set(front)
    for row, line, values in zip(document[rows], lines, cells, strict=True):
        numbers = dict(zip(heads, values, strict=True))
        for key, value in row.items():
            head = key.removesuffix("_minor")
            if key.endswith("_minor") and value is not None:
                assert re.fullmatch(r"[0-9]+\.[0-9]{2}", line[head])
                assert int(line[head].replace(".", "")) == value
                assert round(numbers[head] * 100) == value
            elif not isinstance(value, list):
                assert line[head] == ("" if value is None else str(value))


@pytest.mark.parametrize("name", ["mga", "nl"])
def test_the_same_record_gives_the_same_bytes(folder: Path, name: str) -> None:
    period = ("--from", "2026-01-01", "--to", "2026-01-31") if name == "nl" else ("--month", loaded(folder, "mga")["month"])
    for ending in ("json", "csv", "xlsx"):
        recoup(folder, "returns", name, *period, "-o", f"again.{ending}")
        assert (folder / f"again.{ending}").read_bytes() == (folder / f"{name}.{ending}").read_bytes()


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("mga", "--month", "2026-13", "-o", "x.csv"), "2026-13 is no month; write it as YYYY-MM"),
        (("mga", "--month", "2026-01", "-o", "x.pdf"), "x.pdf has no ending of a form"),
        (("nl", "--from", "2026-02-01", "--to", "2026-01-01", "-o", "x.csv"), "--to lies before --from"),
    ],
)
def test_wrong_use_is_a_plain_sentence(folder: Path, args: tuple[str, ...], says: str) -> None:
    ran = run(folder, "returns", *args)
    assert ran.returncode == 2
    assert says in " ".join(ran.stderr.split())
    assert "Traceback" not in ran.stderr

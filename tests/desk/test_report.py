"""`recoup report` as the office runs it."""

from pathlib import Path
from typing import Final

import orjson
import pytest
from jsonschema import Draft202012Validator

from desk.terminal.console import DONE, WRONG_USE
from projections.documents.outputs import schema
from tests.commands import Recoup
from tests.desk import floor

ROUNDS: Final = (floor.CLEAN, floor.LATE, floor.DISPUTED, floor.UNDECIDED, floor.DOUBTFUL, floor.UNDERDRAWN, floor.OPEN)


@pytest.mark.parametrize("name", [*ROUNDS, floor.UNORDERED])
def test_every_round_has_a_report_that_keeps_to_its_schema(busy: Recoup, tmp_path: Path, name: str) -> None:
    ran = busy("report", name, "--format", "json", "-o", "report.json")
    assert (ran.code, ran.err) == (DONE, "")
    document = orjson.loads((tmp_path / "report.json").read_bytes())
    Draft202012Validator(schema("round-report")).validate(document)
    assert document["ruling"]["round"] == name


@pytest.mark.parametrize(("form", "begins"), [("html", b"<!DOCTYPE html>"), ("pdf", b"%PDF-1.7")])
def test_a_report_is_written_in_the_form_and_the_language_asked_for(
    busy: Recoup, tmp_path: Path, form: str, begins: bytes
) -> None:
    ran = busy("report", floor.UNDERDRAWN, "--format", form, "-o", "out", "--language", "de", "--masked")
    assert (ran.code, ran.err) == (DONE, "")
    assert ran.out.startswith("out: ")
    assert (tmp_path / "out").read_bytes().startswith(begins)


def test_a_letter_is_written_to_one_player(busy: Recoup, tmp_path: Path) -> None:
    assert busy("report", floor.LATE, "--format", "json", "-o", "letter.json", "--letter", "P-2").code == DONE
    document = orjson.loads((tmp_path / "letter.json").read_bytes())
    Draft202012Validator(schema("letter")).validate(document)
    assert document["dear"] == "Dear guest,"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((floor.CLEAN, "--format", "docx", "-o", "x"), "docx"),
        ((floor.CLEAN, "--format", "pdf"), "--output"),
        ((floor.CLEAN, "--format", "pdf", "-o", "x", "--language", "xx"), "there are de, en"),
        ((floor.CLEAN, "--format", "pdf", "-o", "x", "--masked", "--letter", "P-1"), "a letter names its player"),
        ((floor.CLEAN, "--format", "pdf", "-o", "x", "--letter", "P-9"), "P-9 has no bet"),
        (("BAC-1/2026-01-20/99", "--format", "pdf", "-o", "x"), "is not on record"),
        ((floor.CLEAN, "--format", "pdf", "-o", "no/such/folder/x"), "no/such/folder/x cannot be used"),
    ],
)
def test_wrong_use_is_one_plain_sentence(busy: Recoup, given: tuple[str, ...], says: str) -> None:
    ran = busy("report", *given)
    assert ran.code == WRONG_USE
    assert says in ran.complaint

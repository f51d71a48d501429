"""`recoup papers` as the office runs it."""

from pathlib import Path
from typing import Final

import orjson
import pytest
from jsonschema import Draft202012Validator

from desk.terminal.console import DONE, WRONG_USE
from projections.documents.outputs import schema
from tests.commands import Recoup
from tests.desk import floor

pytestmark = pytest.mark.slow

PAPERS: Final = (("day", floor.DAY), ("incidents",), ("register",), ("settlements",), ("dealers",))


@pytest.mark.parametrize("args", PAPERS)
def test_every_paper_keeps_to_its_schema(busy: Recoup, tmp_path: Path, args: tuple[str, ...]) -> None:
    ran = busy("papers", *args, "-o", "paper.json")
    assert (ran.code, ran.err) == (DONE, "")
    document = orjson.loads((tmp_path / "paper.json").read_bytes())
    Draft202012Validator(schema("paper")).validate(document)
    assert document["kind"] == args[0]


@pytest.mark.parametrize(
    ("name", "form", "begins"),
    [
        ("log.html", (), b"<!DOCTYPE html>"),
        ("log.PDF", (), b"%PDF-1.7"),
        ("log.xlsx", (), b"PK"),
        ("log", ("--format", "pdf"), b"%PDF-1.7"),
    ],
)
def test_the_form_is_that_of_the_ending_or_the_one_asked_for(
    busy: Recoup, tmp_path: Path, name: str, form: tuple[str, ...], begins: bytes
) -> None:
    ran = busy("papers", "day", floor.DAY, "-o", name, *form, "--language", "de", "--masked")
    assert (ran.code, ran.err) == (DONE, "")
    assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("day", floor.CLEAN, "-o", "x.pdf"), "is not TABLE/DAY"),
        (("day", "BAC-9/2026-01-20", "-o", "x.pdf"), "nothing is on record for BAC-9/2026-01-20"),
        (("day", floor.DAY, "-o", "x"), "x has no ending of a form; give --format"),
        (("day", floor.DAY), "--output"),
        (("incidents", "-o", "x.pdf", "--table", "BAC-9"), "nothing is on record for these days"),
        (("incidents", "-o", "x.pdf", "--from", "2026-02-01"), "nothing is on record for these days"),
        (("dealers", "-o", "x.pdf", "--from", "2026-02-02", "--to", "2026-02-01"), "--to lies before --from"),
        (("dealers", "-o", "x.pdf", "--from", "yesterday"), "yesterday"),
        (("register", "-o", "x.pdf", "--language", "xx"), "there are de, en"),
        (("register", "-o", "no/such/folder/x.pdf"), "no/such/folder/x.pdf cannot be used"),
    ],
)
def test_wrong_use_is_one_plain_sentence(busy: Recoup, given: tuple[str, ...], says: str) -> None:
    ran = busy("papers", *given)
    assert ran.code == WRONG_USE
    assert says in ran.complaint

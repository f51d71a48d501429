"""What another engine changes, beside what is on record, against findings and amounts worked out by hand."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from jsonschema import Draft202012Validator

from desk.opening import open_existing
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from projections.documents.outputs import schema
from projections.reruling.plan import RerunQuestion
from projections.reruling.rerun import Rerun
from projections.reruling.unit import Task
from projections.rulings.events import engine_digest
from projections.rulings.process import catch_up
from replay import ENGINE
from replay.editions.loader import shipped_text
from tests.ledgers import opened
from tests.projections.export.house import no_bar
from tests.projections.reruling.test_by_hand import in_turn, rows
from tests.projections.rulings.engines import engine_that_overlooks

FIRST, SECOND = "BAC-1/2026-11-20", "BAC-1/2026-11-21"
NIGHTS = f"""\
{FIRST}: table baccarat dcb GBP; shoe S1 8
{FIRST}/1: open; bet w1 Anna punto 1000; bet w2 Bertil banco 2000; nmb; P 2h B 2c P Tc B As P 2d; call punto
{FIRST}/1: pay w1 2000; pay w2 0; close
{FIRST}/2: open; bet w1 Anna punto 1000; nmb; P 9h B 2c P Td B 5d; call punto; pay w1 2000; close
{SECOND}: table baccarat dcb GBP; shoe S2 8
{SECOND}/1: open; bet w1 Cara punto 500; nmb; P 9h B 2c P Td B 5d; call punto; pay w1 500; close
"""
"""Banco is underdrawn in the first coup. Punto wins the other two: Anna has her 10.00 twice, Cara lacks 5.00."""


@pytest.fixture
def url(sqlite_url: str) -> str:
    """A ledger of two nights, ruled on."""
    with opened(sqlite_url) as ledger:
        ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
        transcript = Transcript("table/BAC-1")
        night = [delivery for line in NIGHTS.splitlines() for delivery in transcript.read(line)]
        ledger.ingest(incoming_deliveries(night, "night"))
        catch_up(ledger)
    return sqlite_url


def compared(out: Path, url: str, **scope: Any) -> dict[str, Any]:
    question = RerunQuestion(sources=(url,), engine=ENGINE, engine_digest=engine_digest(), **scope)
    asked = Rerun(question, [url], Task(None, open_existing), out)
    summary = asked.run(in_turn, no_bar).model_dump()  # type: ignore[arg-type]
    Draft202012Validator(schema("rerule-engine")).validate(orjson.loads(orjson.dumps(summary)))
    return summary


def size_of(url: str) -> int:
    with opened(url) as ledger:
        return ledger.size()


def test_the_engine_that_ruled_changes_nothing(url: str, tmp_path: Path) -> None:
    size = size_of(url)
    summary = compared(tmp_path / "out", url)
    assert (summary["rounds"], summary["wagers"], summary["rulings_changed"]) == (3, 4, 0)
    assert (summary["causes"], summary["findings"], summary["clauses"], summary["players_concerned"]) == ([], [], [], 0)
    assert size_of(url) == size


def test_another_engine_is_held_against_the_record(url: str, tmp_path: Path) -> None:
    """It overlooks the underdraw, and gives 1.00 more on each w1 that is settled: 3 of 3.

    The first coup's w1 is to be decided on. The second's was paid as was due, 20.00; for the third's 10.00 was due.
    """
    size = size_of(url)
    with engine_that_overlooks("underdraw", gives_more=100):
        summary = compared(tmp_path / "out", url)
    assert size_of(url) == size
    changes = {(row["round"], row["wager"]): row for row in rows(tmp_path / "out/changes.parquet")}
    assert {key: (row["awarded_minor"], row["awarded_under_minor"], row["change"]) for key, row in changes.items()} == {
        (f"{FIRST}/2", "w1"): (2000, 2100, "more"),
        (f"{SECOND}/1", "w1"): (1000, 1100, "more"),
    }
    rounds = {row["round"]: row for row in rows(tmp_path / "out/rounds.parquet")}
    assert rounds[f"{FIRST}/1"]["withdrawn"] == "underdraw"
    assert {name: (row["causes"], row["added"]) for name, row in rounds.items()} == {
        f"{FIRST}/1": ("engine", ""),
        f"{FIRST}/2": ("engine", ""),
        f"{SECOND}/1": ("engine", ""),
    }
    assert (summary["rulings_changed"], summary["causes"]) == (3, [{"cause": "engine", "rounds": 3}])
    assert summary["findings"] == [{"kind": "underdraw", "withdrawn": 1, "added": 0}]
    assert [(row["player"], row["more_minor"], row["less_minor"]) for row in summary["players"]] == [
        ("Anna", 100, 0),
        ("Cara", 100, 0),
    ]


def test_a_period_and_what_was_never_ruled_on(url: str, tmp_path: Path) -> None:
    with opened(url) as ledger:
        transcript = Transcript("table/BAC-2")
        later = NIGHTS.replace("BAC-1", "BAC-2").splitlines()[3:4]
        night = [d for line in ["BAC-2/2026-11-21: table baccarat dcb GBP", *later] for d in transcript.read(line)]
        ledger.ingest(incoming_deliveries(night, "night"))
    with engine_that_overlooks("underdraw"):
        summary = compared(tmp_path / "out", url, since="2026-11-21")
    assert summary["days"] == {"ruled": 1, "not_ruled_on": 1, "no_edition_in_force": 0, "told_twice": 0}
    assert (summary["rounds"], summary["rulings_changed"]) == (1, 0)


def test_what_came_since_is_told_apart(url: str, tmp_path: Path) -> None:
    with opened(url) as ledger:
        transcript = Transcript("table/B")
        ledger.ingest(incoming_deliveries(list(transcript.read(f"{FIRST}/2: notice Anna inspector")), "late"))
    summary = compared(tmp_path / "out", url)
    assert (summary["rulings_changed"], summary["causes"]) == (1, [{"cause": "later", "rounds": 1}])

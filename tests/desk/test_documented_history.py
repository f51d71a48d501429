"""docs/on_record.md, as it stands there: the script that reads entries alone, and the table of events."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import orjson

from drill.sample import evening
from ledger.application import Ledger
from ledger.events import REGISTRY
from ledger.events.rulings import RULING_EVENTS, EngineUsed
from ledger.events.versions import topics_of
from ledger.ingest import incoming_deliveries
from projections.rulings.process import catch_up
from replay.editions.loader import shipped_text

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
SCRIPT: Final = DOCS / "who_found_what.py"


def test_the_page_names_every_event_of_a_ruling() -> None:
    page = (DOCS / "on_record.md").read_text(encoding="utf-8")
    rows = {
        topic for row in re.findall(r"^\| (`[a-z_.]+\.v1`[^|]*)\|", page, re.M) for topic in re.findall(r"`([^`]+)`", row)
    }
    engines = topics_of(*(kind for topic, kind in REGISTRY.items() if topic.startswith("engine.")))
    assert EngineUsed.TOPIC in engines
    assert rows == {*engines, *topics_of(*RULING_EVENTS)}


def test_a_script_of_thirty_lines_reads_who_found_what_when(ledger: Ledger) -> None:
    ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
    for delivered in (evening.on_time(), evening.late()):
        ledger.ingest(incoming_deliveries(list(delivered), "feed"))
        late = ledger.size()
        catch_up(ledger)
    lines = b"".join(row.state + b"\n" for row in ledger.recorder.rows(0, ledger.size(), ledger.size()))
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 30
    assert set(re.findall(r"^import (\w+)", text, re.M)) == {"json", "sys"}
    printed = subprocess.run(
        [sys.executable, "-I", str(SCRIPT)], input=lines, capture_output=True, check=True
    ).stdout.decode()
    recorded_at = orjson.loads(lines.splitlines()[-1])["recorded_at"]
    about = f"{recorded_at}  {evening.LATE_COUP}  "
    assert f"{about}found by recoup/0.1.0 by dcb 2026.2: sequence_gap (of the record)" in printed
    assert f"{about}withdrawn (delivery, position {late}): sequence_gap (of the record)" in printed
    assert printed.count("underdraw (") == 5  # punto and banco found, both withdrawn, and banco's found anew
    assert f"{about}ruled again (delivery): stands, closed" in printed

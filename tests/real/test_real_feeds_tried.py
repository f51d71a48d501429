"""Each real input tried with nothing but its file: the mapping that is begun works once its questions are answered."""

import re
from pathlib import Path
from typing import Any, Final

import pytest

from ledger.feeds.samples.mapping_draft import toml_value
from tests.commands import Recoup
from tests.real.test_real_inputs import INPUTS

DATA: Final = INPUTS.parent / "data"

LIVE: Final = {"zone": "Europe/Riga", "cutoff": "06:00", "rulebook": "scb", "hole_card": False}
WHEEL: Final = {"source": "wheel/ROU-1", "table": "ROU-1", "day": "2026-01-20", "currency": "EUR"}
RECORDER: Final = {"source": "recorder", "table": "ROU-1", "day": "2026-10-24", "currency": "EUR", "zone": "Europe/Zurich"}

pytestmark = pytest.mark.skipif(not INPUTS.is_dir(), reason="the real inputs are not part of the product and not here")

MAPPED: Final[dict[str, tuple[str, dict[str, Any], str, list[str]]]] = {
    "csv-summer-time/dst.csv": (
        "csv",
        RECORDER,
        "18 recorded, 0 already known, 0 conflicting, 0 quarantined",
        ["stands"] * 5,
    ),
    "live-currency/games.ndjson": (
        "live-history",
        LIVE,
        "16 recorded, 0 already known, 0 conflicting, 0 quarantined",
        ["stands"],
    ),
    "live-unknown-words/games.ndjson": (
        "live-history",
        LIVE,
        "27 recorded, 0 already known, 0 conflicting, 2 quarantined",
        ["refer", "stands"],
    ),
    "live-stream/stream.ndjson": (
        "live-history",
        LIVE,
        "15 recorded, 12 already known, 0 conflicting, 0 quarantined",
        ["stands"],
    ),
    "live-roulette-codes/games.ndjson": (
        "live-history",
        LIVE,
        "20 recorded, 0 already known, 0 conflicting, 0 quarantined",
        ["stands"],
    ),
    "live-roulette-dolly/game.ndjson": (
        "live-history",
        LIVE,
        "10 recorded, 0 already known, 0 conflicting, 0 quarantined",
        ["stands"],
    ),
    "wheel-switched-on/blank.bin": (
        "cammegh",
        WHEEL,
        "7 recorded, 0 already known, 0 conflicting, 0 quarantined",
        ["stands"],
    ),
}
"""By file: its format, the answers, what `record` counts with them, and the verdicts."""

UNMAPPED: Final = {
    "cloudevents/variants.ndjson": ("cloudevents", 17, 2),
    "payment-taken-back/back.txt": ("notation", 23, 0),
    "refused-card/lost.ndjson": ("cloudevents", 12, 1),
}
"""By file: its format, how many events would be recorded, and how many pieces refused."""


def answered(text: str, answers: dict[str, Any]) -> str:
    """A first mapping with an answer to each question."""
    return re.sub(r'^(\w+) = "\?\?\?"', lambda row: f"{row[1]} = {toml_value(answers[row[1]])}", text, flags=re.MULTILINE)


@pytest.mark.parametrize("file", MAPPED)
def test_the_first_mapping_of_a_real_input_works(file: str, recoup: Recoup) -> None:
    form, answers, counts, verdicts = MAPPED[file]
    place = str(INPUTS / file)
    assert recoup("feed", "try", place, "--write", "first.toml", "--json").json["format"] == form
    Path("map.toml").write_text(answered(Path("first.toml").read_text(), answers))
    assert recoup("feed", "try", place, "--map", "map.toml", "--json").json["questions"] == []
    assert recoup("record", place, "--format", form, "--map", "map.toml").out.splitlines()[0] == counts
    assert sorted(each["verdict"] for each in recoup("rule", "--all", "--json").json) == verdicts


@pytest.mark.parametrize("file", UNMAPPED)
def test_a_real_input_without_a_mapping(file: str, recoup: Recoup) -> None:
    form, recorded, refused = UNMAPPED[file]
    document = recoup("feed", "try", str(INPUTS / file), "--json").json
    assert (document["format"], document["needs_mapping"], document["recorded"]) == (form, False, recorded)
    assert sum(group["number"] for group in document["refused"]) == refused


def test_unknown_fields_leave_no_mark_once_they_are_uncommented(recoup: Recoup) -> None:
    place = str(INPUTS / "live-unknown-words" / "games.ndjson")
    mapping = recoup("feed", "try", place, "--json").json["mapping"]
    known = re.sub(r"^# (?=read_past|    \"|\])", "", mapping, flags=re.MULTILINE)
    Path("map.toml").write_text(answered(known, LIVE))
    again = recoup("feed", "try", place, "--map", "map.toml", "--json").json
    assert [(group["code"], group["number"]) for group in again["refused"]] == [("decision_unread", 1)]


@pytest.mark.skipif(not DATA.is_dir(), reason="the real data are not part of the product and not here")
@pytest.mark.parametrize(
    ("file", "form", "rounds"),
    [
        ("baccarat_live_cards.csv", "csv", 157),
        ("baccarat_simulated_faulty_engine.csv", "csv", 500),
        ("wheel_cammegh_ss2_capture.txt", "cammegh", 4),
    ],
)
def test_logs_and_records_of_others_are_recognised(file: str, form: str, rounds: int, recoup: Recoup) -> None:
    document = recoup("feed", "try", str(DATA / file), "--json").json
    assert (document["format"], document["refused"]) == (form, [])
    assert sum(table["rounds"] for table in document["tables"]) == rounds

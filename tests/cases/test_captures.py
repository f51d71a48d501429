"""Every worked capture of a wheel, read as the feed reads it; and that what differs from an expectation is seen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cases.capturing import WorkedCapture, captures

HERE = Path(__file__).parent / "wheel"


def test_capture(worked_capture: WorkedCapture) -> None:
    wrong = worked_capture.differences()
    assert not wrong, "\n".join([*wrong, f"why: {worked_capture.content['why']}"])


def _spoilt(name: str, change: Callable[[dict[str, Any]], object]) -> list[str]:
    (worked_capture,) = [capture for capture in captures(HERE) if capture.content["id"] == name]
    fields = {**worked_capture.content, "expect": [dict(spin) for spin in worked_capture.content["expect"]]}
    change(fields)
    return WorkedCapture(worked_capture.path, fields).differences()


@pytest.mark.parametrize(
    ("name", "change", "begins"),
    [
        ("WHL-003", lambda fields: fields["expect"][0].update(pocket="9"), "spin 17: pocket 22 instead of 9"),
        ("WHL-003", lambda fields: fields["expect"][0].update(valid=False), "spin 17: valid should be False"),
        ("WHL-003", lambda fields: fields["expect"].pop(), "spin 20 is told, and was not there"),
        ("WHL-003", lambda fields: fields["expect"][2].update(irregularities=[]), "spin 20: counter_skipped was invented"),
        ("WHL-003", lambda fields: fields["expect"].append({"spin": 21, "pocket": "1"}), "spin 21 is not told"),
        ("WHL-008", lambda fields: fields["expect"][1].update(irregularities=["ball_removed"]), "spin 55: ball_removed is"),
        ("WHL-008", lambda fields: fields["expect"][0].update(mood="glad"), "spin 54: the adapter does not know the key"),
        ("WHL-008", lambda fields: fields.update(mood="glad"), "mood: the adapter does not know this key"),
        ("WHL-018", lambda fields: fields.update(bytes=3), "the capture is not the one that is meant"),
        ("WHL-018", lambda fields: fields.update(malformed=[]), "bytes 483 to 486 are refused, and are good"),
        ("WHL-018", lambda fields: fields["malformed"].append({"offset": 0, "hex": "2a"}), "bytes 0 to 0 are not refused"),
    ],
)  # fmt: skip
def test_what_differs_from_an_expectation_is_seen(
    name: str, change: Callable[[dict[str, Any]], object], begins: str
) -> None:
    assert any(wrong.startswith(begins) for wrong in _spoilt(name, change))

"""A wheel's capture and what must come out of it, beside what the reader of the wheel makes of its bytes."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from ledger.events.wheel import BallRested, BallSpun, WheelReported
from ledger.feeds.cammegh import CammeghReader, parse_wheel_mapping
from ledger.feeds.reading import FeedItem

MAPPING: Final = """
source = "wheel/R1"
table = "R1"
day = "2026-11-20"
[opening]
game = "roulette"
rulebook = "eca-roulette"
currency = "EUR"
"""
KNOWN: Final = {
    "id", "title", "clauses", "rulebook", "why", "capture", "bytes", "sha256",
    "expect", "malformed", "malformed_may", "may", "findings_may", "may_spins",
}  # fmt: skip
EXPECTED: Final = {"spin", "pocket", "valid", "irregularities", "candidates"}


@dataclass
class Spin:
    """What was told under one counter, in all attempts."""

    counter: int
    pocket: str | None = None
    irregularities: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class WorkedCapture:
    """A capture with its expectation, as they lie in their two files."""

    path: Path
    content: Mapping[str, Any]

    @property
    def title(self) -> str:
        return f"{self.content['id']}: {self.content['title']}"

    @cached_property
    def raw(self) -> bytes:
        return self.path.with_name(self.content["capture"]).read_bytes()

    @cached_property
    def pieces(self) -> list[FeedItem]:
        return [item for item in CammeghReader(parse_wheel_mapping(MAPPING), b"")(BytesIO(self.raw)) if item.length]

    @property
    def spins(self) -> list[Spin]:
        """All spins of which the reader tells anything."""
        found: dict[str, Spin] = {}
        for delivery in (delivery for piece in self.pieces for delivery in piece.deliveries):
            match delivery.event:
                case BallSpun(number=int(counter)):
                    found.setdefault(delivery.subject, Spin(counter))
                case WheelReported(counter=int(counter)):
                    found.setdefault(delivery.subject, Spin(counter)).irregularities.add(delivery.event.warning)
                case BallRested():
                    found[delivery.subject].pocket = delivery.event.pocket
        return list(found.values())

    @property
    def optional(self) -> str:
        """Irregularities that are neither required nor wrong, in whatever form they are listed."""
        return json.dumps([self.content.get("may"), self.content.get("findings_may")])

    def differences(self) -> list[str]:
        """Everything in which the reader and the expectation part."""
        unknown = [f"{key}: the adapter does not know this key" for key in self.content.keys() - KNOWN]
        as_told = sha256(self.raw).hexdigest() == self.content["sha256"] and len(self.raw) == self.content["bytes"]
        return [
            *unknown,
            *([] if as_told else ["the capture is not the one that is meant"]),
            *self._spins(),
            *self._refused(),
        ]

    def _spins(self) -> Iterator[str]:
        wanted = list(self.content["expect"])
        for spin in self.spins:
            if wanted and wanted[0]["spin"] == spin.counter:
                yield from _unlike(spin, wanted.pop(0), self.optional)
            elif spin.counter not in self.content["may_spins"] or spin.pocket:
                yield f"spin {spin.counter} is told, and was not there"
        yield from (f"spin {item['spin']} is not told" for item in wanted if item["pocket"] or item["irregularities"])

    def _refused(self) -> Iterator[str]:
        must, may = ranges(self.content["malformed"]), ranges(self.content["malformed_may"])
        refused = [range(piece.number, piece.number + piece.length) for piece in self.pieces if piece.refused]
        for item in must:
            if not set(item) <= {at for bad in refused for at in bad}:
                yield f"bytes {item.start} to {item.stop - 1} are not refused"
        for bad in refused:
            if not any(item.start <= bad.start and bad.stop <= item.stop for item in (*must, *may)):
                yield f"bytes {bad.start} to {bad.stop - 1} are refused, and are good"


def ranges(listed: Sequence[Mapping[str, Any]]) -> list[range]:
    return [range(item["offset"], item["offset"] + len(bytes.fromhex(item["hex"]))) for item in listed]


def _unlike(spin: Spin, wanted: Mapping[str, Any], optional: str) -> Iterator[str]:
    where = f"spin {spin.counter}"
    yield from (f"{where}: the adapter does not know the key {key}" for key in wanted.keys() - EXPECTED)
    candidates = wanted.get("candidates")
    if candidates is None and wanted["pocket"] is None and wanted["valid"] is None:
        candidates = [spin.pocket]
    if spin.pocket not in (wanted["pocket"], *(candidates or ())):
        yield f"{where}: pocket {spin.pocket} instead of {wanted['pocket']}"
    if wanted["valid"] is not None and wanted["valid"] != (spin.pocket is not None):
        yield f"{where}: valid should be {wanted['valid']}"
    for name in set(wanted["irregularities"]) - spin.irregularities:
        yield f"{where}: {name} is missing"
    for name in spin.irregularities - set(wanted["irregularities"]):
        if f'"{name}"' not in optional:
            yield f"{where}: {name} was invented"


def captures(folder: Path) -> list[WorkedCapture]:
    """All captures below a folder."""
    items = ((path, json.loads(path.read_text(encoding="utf-8"))) for path in sorted(folder.rglob("*.json")))
    return [WorkedCapture(path, first) for path, first in items if isinstance(first, dict) and "capture" in first]

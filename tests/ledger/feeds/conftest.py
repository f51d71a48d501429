"""A ledger in a file, with a clock that stands still, to feed and to feed again."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.entry import Entry
from ledger.events.deliveries import DeliveryQuarantined, RulebookAdopted
from ledger.feeds.formats import format_named
from ledger.feeds.intake import ingest_stream
from ledger.ingest import IngestOutcome
from ledger.values.times import parse_instant
from replay.games.registry import GAMES

NOW: Final = parse_instant("2026-11-20T22:00:00Z")


@dataclass(frozen=True)
class Refused:
    """A line in the quarantine."""

    line: int
    reason: str
    raw: bytes
    entry: Entry


@dataclass(frozen=True)
class Desk:
    """Where feeds are taken in."""

    ledger: Ledger

    def feed(
        self, text: bytes | str, form: str = "notation", name: str = "night.txt", mapping: str | None = None
    ) -> Counter[IngestOutcome]:
        """Takes in a file of this text."""
        raw = text.encode() if isinstance(text, str) else text
        return ingest_stream(self.ledger, BytesIO(raw), name, format_named(form).reader(Path(name), mapping), GAMES)

    @property
    def played(self) -> list[Entry]:
        """What was recorded from feeds."""
        return [e for e in self.ledger.entries() if not isinstance(e.event, RulebookAdopted | DeliveryQuarantined)]

    @property
    def refused(self) -> list[Refused]:
        """What was refused, by line."""
        found = [
            Refused(entry.event.line, entry.event.reason, raw, entry)
            for entry, raw in self.ledger.quarantine()
            if isinstance(entry.event, DeliveryQuarantined)
        ]
        return sorted(found, key=lambda refused: refused.line)

    @property
    def reasons(self) -> dict[int, str]:
        """Why each line was refused."""
        return {refused.line: refused.reason for refused in self.refused}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A fresh ledger with the shipped editions."""
    with open_or_create(f"sqlite:///{tmp_path / 'recoup.db'}") as ledger:
        ledger.clock = lambda: NOW
        yield Desk(ledger)

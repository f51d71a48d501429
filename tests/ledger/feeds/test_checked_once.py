"""What devices tell again and again is checked once. What is stored of a whole evening is the same to the byte as if
everything were looked at each time: rows, leaves, the log's edge and its subtrees.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import orjson
import pytest

from bench.corpus import evenings
from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.entry import PlainDelivery
from ledger.feeds.cloudevents import _checked_data, _is_plain_kind, _is_plain_place, _read_stepwise, write
from ledger.feeds.formats import format_named
from ledger.feeds.intake import ingest_stream
from ledger.feeds.reading import FeedItem, accepted_item
from ledger.merkle import Siblings
from replay.games.registry import GAMES
from tests.ledgers import AT, counted_salts, rows

REMEMBERING = (_checked_data, _is_plain_kind, _is_plain_place)


def one_by_one(stream: BinaryIO) -> Iterator[FeedItem]:
    """Every line read as if there had been none like it."""
    for number, line in enumerate(stream, 1):
        yield accepted_item(number, line.rstrip(), [_read_stepwise(orjson.loads(line))])


def recorded(folder: Path, lines: bytes, *, is_remembered: bool) -> dict[str, Any]:
    """All that is stored of a feed."""
    folder.mkdir()
    url = f"sqlite:///{folder / 'recoup.db'}"
    read = format_named("cloudevents").reader(folder) if is_remembered else one_by_one
    with counted_salts(), open_or_create(url) as ledger:
        ledger.clock = lambda: AT
        ingest_stream(ledger, BytesIO(lines), "feed", read, GAMES)
        return {"rows": rows(url)[-len(lines.splitlines()) :], **tree(ledger)}


def tree(ledger: Ledger) -> dict[str, Any]:
    kept = ledger.recorder.subtrees([Siblings(level, 0, 10**6) for level in range(1, 6)])
    return {"edge": ledger.recorder.frontier(), "subtrees": kept}


@pytest.mark.slow
def test_an_evening_is_stored_in_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desk.opening.Ledger", lambda url: Ledger(url, clock=lambda: AT))
    lines = b"".join(write(delivery) + b"\n" for delivery in evenings(1))
    remembered = recorded(tmp_path / "remembered", lines, is_remembered=True)
    assert remembered == recorded(tmp_path / "looked_at", lines, is_remembered=False)
    assert len(remembered["rows"]) == len(lines.splitlines()) > 27_000


def test_nearly_all_of_an_evening_is_read_in_one_pass(tmp_path: Path) -> None:
    lines = [write(delivery) for delivery in evenings(1)][:5000]
    items = format_named("cloudevents").reader(tmp_path)(BytesIO(b"\n".join(lines)))
    assert sum(isinstance(item.deliveries[0], PlainDelivery) for item in items) > 4900


def test_nothing_is_remembered_of_a_long_line(tmp_path: Path) -> None:
    """Else whoever feeds could fill the memory: what is refused is remembered too."""
    plain = next(iter(evenings(1)))
    long = [plain._replace(source="a" * 2000 + str(number)) for number in range(3)]
    before = [remembering.cache_info().currsize for remembering in REMEMBERING]
    items = list(format_named("cloudevents").reader(tmp_path)(BytesIO(b"\n".join(map(write, long)))))
    assert all(item.refused is not None for item in items)
    assert [remembering.cache_info().currsize for remembering in REMEMBERING] == before

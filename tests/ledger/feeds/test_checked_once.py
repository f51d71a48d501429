"""What devices tell again and again is checked once. What is stored of a whole evening is the same to the byte as if
everything were looked at each time: rows, leaves, the log's edge and its subtrees.
"""

import json
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.corpus import evenings
from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.entry import PlainDelivery
from ledger.errors import MalformedDelivery
from ledger.feeds.cloudevents import (
    _checked_data,
    _is_plain_kind,
    _is_plain_place,
    _read_stepwise,
    _stored_data,
    _subject,
    _topic_and_source,
    read,
    write,
)
from ledger.feeds.formats import format_named
from ledger.feeds.intake import ingest_stream
from ledger.feeds.reading import FeedItem, accepted_item
from ledger.merkle import Siblings
from replay.games.registry import GAMES
from tests.ledgers import AT, counted_salts, rows

REMEMBERING = (
    _checked_data,
    _is_plain_kind,
    _is_plain_place,
    _stored_data,
    _topic_and_source,
    _subject,
)
LINES = [write(delivery) for delivery in islice(evenings(1), 0, 3000, 150)]
SCRAPS = [
    b'"', b"\\", b"{", b"}", b",", b":", b" ", b"\n", b"\t", b"\0", b"\xff", b"\xc3\xa9", b"0", b"9", b"null", b'""',
    b"\\u0031", b'"id":"', b'"sequence":"', b'"time":"', b'"id":"x"', b'"sequence":"1"', b'"id":"x",', b'"sequence":"1",',
    b'"time":"2026-01-20T20:00:00.000000Z"', b'"time":"2026-01-20T20:00:00.000000Z",', b'"data":{', b'"":"",',
    b'"table":"', b'"type":"round.opened.v1",', b'"x":1,', b'"after":"a#b",',
]  # fmt: skip


@st.composite
def disturbed_lines(draw: st.DrawFn) -> bytes:
    """A line with a few places cut out of it, or others' scraps put in."""
    line, others = draw(st.sampled_from(LINES)), st.sampled_from(LINES)
    for _ in range(draw(st.integers(1, 3))):
        first = draw(st.integers(0, len(line)))
        last = min(len(line), first + draw(st.integers(0, 30)))
        other = draw(others)
        begin = draw(st.integers(0, len(other)))
        scrap = draw(st.one_of(st.sampled_from(SCRAPS), st.just(b""), st.just(other[begin : begin + 60])))
        line = line[:first] + scrap + line[last:]
    return line


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


@given(st.sampled_from(LINES), st.data())
def test_a_key_that_comes_twice_is_refused_wherever_it_is_and_however_it_is_spelt(line: bytes, data: st.DataObject) -> None:
    """With blanks that a writer may leave, in escapes, with the same value or another; among attributes or within data."""
    box = orjson.loads(line)
    inner = data.draw(st.booleans()) and bool(box["data"])
    place = box["data"] if inner else box
    name = data.draw(st.sampled_from(sorted(place)))
    value = data.draw(st.sampled_from([place[name], "", 7, None, "a\\b", 'a"b', {name: place[name]}]))
    spelt = data.draw(st.sampled_from([json.dumps(name), '"' + "".join(f"\\u{ord(sign):04x}" for sign in name) + '"']))
    pieces = [f"{json.dumps(each)}: {json.dumps(place[each])}" for each in place]
    pieces.insert(
        data.draw(st.integers(0, len(pieces))), f"{spelt}{data.draw(st.sampled_from(['', ' ']))}:{json.dumps(value)}"
    )
    twice = "{" + ",".join(pieces) + "}"
    raw = twice if not inner else json.dumps(box | {"data": "here"}).replace('"here"', twice)
    with pytest.raises(MalformedDelivery, match=rf"^the event has the key {name} twice$"):
        read(raw.encode())


def test_nearly_all_of_an_evening_is_read_in_one_pass(tmp_path: Path) -> None:
    lines = [write(delivery) for delivery in evenings(1)][:5000]
    items = format_named("cloudevents").reader(tmp_path)(BytesIO(b"\n".join(lines)))
    assert sum(isinstance(item.deliveries[0], PlainDelivery) for item in items) > 4900


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. Raises ValueError where it has a key twice."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key comes twice")
    return dict(pairs)


def looked_at(line: bytes) -> object:
    """What a line tells when all of it is looked at, or that it is refused."""
    try:
        box = orjson.loads(line)
        json.loads(line, object_pairs_hook=each_once, parse_int=str)
        return _read_stepwise(box) if isinstance(box, dict) else MalformedDelivery
    except (ValueError, MalformedDelivery):
        return MalformedDelivery


def remembered(line: bytes) -> object:
    try:
        return read(line)
    except MalformedDelivery:
        return MalformedDelivery


@given(disturbed_lines())
def test_a_disturbed_line_tells_what_it_tells_when_all_of_it_is_looked_at(line: bytes) -> None:
    for whole in LINES:
        read(whole)
    assert remembered(line) == looked_at(line)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"id":"', b'"id":"other","id":"'),
        (b'"sequence":"', b'"id":"other","sequence":"'),
        (b'"sequence":"', b'"sequence":"7","sequence":"'),
        (b'"data":{', b'"id":"other","data":{'),
        (b'"data":{', b'"time":"2026-01-20T20:00:00.000000Z","data":{'),
        (b'"data":{', b'"type":"round.announced.v1","data":{'),
        (b'"specversion"', b'"data":{"id":"inner"},"specversion"'),
        (b'"time":"20', b'"time":"20\\u0032'),
        (b"T", b"\t"),
        (b'Z","datacontenttype"', b'%sZ","datacontenttype"' % (b"0" * 20)),
        (b'"sequence":"', b'"sequence":"\xd9\xa1'),
        (b'"sequence":"', b'"sequence":"000000000000000'),
        (b'"specversion":"1.0"', b'"specversion":"1.1"'),
        (b'{"specversion"', b' {"specversion"'),
        (b'"table":"', b'"table":"X'),
        (b'"dataschema":"', b'"dataschema":"X'),
    ],
)
def test_what_stands_at_another_place_or_twice_counts_as_in_any_object(before: bytes, after: bytes) -> None:
    for line in LINES:
        read(line)
        changed = line.replace(before, after, 1)
        assert remembered(changed) == looked_at(changed)


def test_nothing_is_remembered_of_a_long_line(tmp_path: Path) -> None:
    """Else whoever feeds could fill the memory: what is refused is remembered too."""
    plain = next(iter(evenings(1)))
    long = [plain._replace(source="a" * 2000 + str(number)) for number in range(3)]
    before = [remembering.cache_info().currsize for remembering in REMEMBERING]
    items = list(format_named("cloudevents").reader(tmp_path)(BytesIO(b"\n".join(map(write, long)))))
    assert all(item.refused is not None for item in items)
    assert [remembering.cache_info().currsize for remembering in REMEMBERING] == before

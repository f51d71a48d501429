"""The quick look at a page of rows vouches for no row of which the close one says that something is wrong."""

from typing import Any, Final

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.application import Ledger
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.events.versions import topics_of
from ledger.merkle import leaf_hash
from ledger.recorder.rows import EVERYTHING, EventRow, NumberedRow, named_row
from ledger.verify.fast_check import KEEPING, PageCheck, check_page
from ledger.verify.row_check import has_wrong_types, row_faults
from tests.ledgers import DAY, arrivals, deliveries, refusal

TEXTS: Final = st.text(st.sampled_from('a1/,:"\\{}é\n'), min_size=1, max_size=12) | st.sampled_from(
    ['","stream":"t', '"source":"s",', ',"version":1}', '"id":"d","recorded_at":"', "2026-11-20T20:00:00.000000Z"]
)
COLUMNS: Final = ("stream", "version", "topic", "source", "id", "leaf", "state")


@st.composite
def envelopes(draw: st.DrawFn) -> dict[str, Any]:
    """What could be on record, with texts that look like parts of an envelope."""
    fields: dict[str, Any] = {
        "data": {"digest": f"sha256:{'0' * 64}", "edition": "2026.1", "rulebook": "dcb", "text": draw(TEXTS)},
        "recorded_at": "2026-11-20T20:00:00.000000Z",
        "version": draw(st.integers(1, 12)),
        "topic": "rulebook.adopted.v1",
        **{name: draw(TEXTS) for name in ("id", "source", "stream", "subject")},
    }
    if draw(st.booleans()):
        fields |= {"sequence": draw(st.integers(0, 99)), "time": "2026-11-20T20:00:00.000000Z", "after": [draw(TEXTS)]}
    if draw(st.booleans()):
        fields["salt"] = "3q2-7wAAAAAAAAAAAAAAAA"
    return fields


def row_of(fields: dict[str, Any]) -> EventRow:
    """The row that belongs to an envelope, by the plainest way."""
    state = orjson.dumps(fields, option=orjson.OPT_SORT_KEYS)
    ledgers = (fields["stream"], fields["version"], fields["topic"], state, leaf_hash(state))
    return EventRow(1, *ledgers, fields["source"], fields["id"])


def numbered(row: EventRow) -> tuple[NumberedRow, dict[int, str]]:
    """The row as it stands in its table, and the names; what is no name stands for itself."""
    position, stream, version, topic, state, leaf, source, ident = row
    names = {number: name for number, name in enumerate((stream, topic, source), 1) if isinstance(name, str)}
    given = [number if number in names else name for number, name in enumerate((stream, topic, source), 1)]
    return (position, given[0], version, given[1], state, leaf, given[2], ident), names  # type: ignore[return-value]


def vouched_for(row: EventRow) -> bool:
    in_table, names = numbered(row)
    seen = check_page([in_table], names)
    return seen is not None and seen.doubted == []


@given(envelopes())
@settings(deadline=None)
def test_what_the_quick_look_vouches_for_the_close_one_finds_right(fields: dict[str, Any]) -> None:
    row = row_of(fields)
    assert row_faults(row, None) is None
    vouched_for(row)


@pytest.mark.slow
@given(envelopes(), envelopes(), st.sets(st.sampled_from(COLUMNS), min_size=1))
@settings(deadline=None, max_examples=400)
def test_whatever_column_is_another_row_s_both_say_the_same(
    fields: dict[str, Any], other: dict[str, Any], taken: set[str]
) -> None:
    theirs = row_of({**fields, **{name: other[name] for name in ("id", "source", "stream", "version")}})
    row = row_of(fields)._replace(**{name: getattr(theirs, name) for name in taken})
    if row_faults(row, None) is not None:
        assert not vouched_for(row)


@pytest.mark.slow
@given(envelopes(), st.data())
@settings(deadline=None, max_examples=400)
def test_whatever_byte_is_changed_with_its_leaf_both_say_the_same(fields: dict[str, Any], data: st.DataObject) -> None:
    row = row_of(fields)
    at = data.draw(st.integers(0, len(row.state) - 1))
    state = row.state[:at] + data.draw(st.binary(max_size=2)) + row.state[at + 1 :]
    forged = row._replace(state=state, leaf=leaf_hash(state))
    if row_faults(forged, None) is not None:
        assert not vouched_for(forged)


ENVELOPE: Final[dict[str, Any]] = {
    "data": {"card": "9h", "face": "up", "place": "punto"},
    "id": "7",
    "recorded_at": "2026-11-20T20:00:00.000000Z",
    "sequence": 7,
    "source": "shoe-7",
    "stream": "table/BAC-1/2026-11-20",
    "subject": "BAC-1/2026-11-20/1",
    "topic": "card.dealt.v1",
    "version": 1,
}


@pytest.mark.parametrize(
    ("stored", "instead", "why"),
    [
        (b'"card":"9h"', b'"card":"9h","card":"8h"', "a key stands twice"),
        (b'"card":"9h","face":"up"', b'"face":"up","card":"9h"', "a key stands twice, or in another place"),
        (b'"source":"shoe-7"', b'"source":"shoe-7","source":"shoe-7"', "a key stands twice"),
        (b'"data":{', b'"data":{"card":"8h"},"data":{', "a key stands twice"),
        (b'"card":"9h"', b'"card":"\\u0039h"', "not spelled as the program writes them"),
        (b'"sequence":7', b'"sequence": 7', "not spelled as the program writes them"),
        (b'"card":"9h"', b'"card":"1x"', "cannot be read (card: "),
        (b'"sequence":7', b'"sequence":7.0', "cannot be read (sequence: "),
        (b'"face":"up"', b'"face":"up","minor":1.0', "cannot be read (minor: "),
        (b"card.dealt.v1", b"card.dealt.v7", "which this version does not know: a newer one wrote it"),
        (b'"version":1', b'"version":1,"zone":"UTC"', "cannot be read (zone: "),
        (b'"subject":"BAC-1', b'"subject":"BAC\x80', "are no JSON"),
        (b'"subject":"BAC-1', b'"subject":"BAC\xed\xa0\x80', "are no JSON"),
    ],
)
def test_bytes_that_the_program_reads_otherwise_or_not_at_all_are_named(stored: bytes, instead: bytes, why: str) -> None:
    """The row, its leaf and its columns fit these bytes; only what they say does not."""
    assert vouched_for(row_of(ENVELOPE))
    state = row_of(ENVELOPE).state.replace(stored, instead, 1)
    topic = "card.dealt.v7" if b"v7" in instead else "card.dealt.v1"
    forged = row_of(ENVELOPE)._replace(state=state, leaf=leaf_hash(state), topic=topic)
    assert why in (row_faults(forged, None) or "")
    assert not vouched_for(forged)


def test_nothing_that_is_recorded_needs_a_close_look_but_what_was_refused(ledger: Ledger) -> None:
    ledger.ingest(arrivals(deliveries(range(40))))
    ledger.ingest([refusal(b"torn")])
    ledger.adopt("dcb", "2026.1", "text")
    seen = check_page(*ledger.recorder.numbered_rows(0, EVERYTHING, 100))
    assert seen is not None
    assert seen.doubted == [40]


def test_entries_beside_which_bytes_are_kept_are_always_looked_at_closely() -> None:
    assert topics_of(DeliveryQuarantined, DeliveryConflicted) == KEEPING
    assert "delivery.quarantined.v1" in KEEPING


@given(envelopes(), st.integers(0, 7), st.sampled_from([None, 3, 1.0, "text", b"bytes", True]))
@settings(deadline=None, max_examples=200)
def test_a_row_with_a_value_of_another_kind_is_never_vouched_for(fields: dict[str, Any], at: int, value: object) -> None:
    row, names = numbered(row_of(fields))
    odd = (*row[:at], value, *row[at + 1 :])
    by_number: dict[Any, str] = {**names}
    names_the_same = at in (1, 3, 6) and value in by_number and by_number[value] == by_number.get(row[at])
    if type(value) is not type(row[at]) and not names_the_same:  # a number that is equal is the same key
        close = named_row(odd, names)  # type: ignore[arg-type]
        assert (has_wrong_types(close) or row_faults(close, None)) is not None
        seen = check_page([odd], names)  # type: ignore[list-item]
        assert seen is None or seen.doubted == [0]


@pytest.mark.parametrize(
    "change",
    [
        lambda page: page[:3] + page[4:],
        lambda page: [*page[:3], page[4], page[3], *page[5:]],
        lambda page: [*page[:3], page[2], *page[4:]],
        lambda page: [*page[:3], (*page[3][:2], 9, *page[3][3:]), *page[4:]],
        lambda page: [*page[:3], (4.0, *page[3][1:]), *page[4:]],
        lambda page: [*page[:3], (4, 99, *page[3][2:]), *page[4:]],
    ],
)
def test_a_page_whose_rows_are_not_dense_is_seen_as_nothing(change: Any, ledger: Ledger) -> None:
    ledger.ingest(arrivals(deliveries(range(10))))
    page, names = ledger.recorder.numbered_rows(0, EVERYTHING, 100)
    assert check_page(page, names) == PageCheck(1, [row[5] for row in page], {f"table/BAC-1/{DAY}": (1, 10)}, [])
    assert check_page(change(page), names) is None

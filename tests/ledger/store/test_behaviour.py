"""What the store does, the same on both databases."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import groupby
from typing import Any

import orjson
import pytest
import rfc8785
from eventsourcing.persistence import IntegrityError

from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events.deliveries import DeliveryQuarantined
from ledger.events.play import CardDealt
from ledger.ingest import IngestOutcome
from ledger.mapper import StoredEntry
from tests.ledgers import DAY, RECORDED_AT, arrivals, deliveries, delivery, everything, opened, refusal, rows


def interleaved() -> list[Delivery]:
    """Deliveries of two tables and two sources, in the order in which they came."""
    first = deliveries(range(1, 7))
    second = deliveries(range(1, 7), table="BAC-2", source="shoe-8")
    return [delivery_ for pair in zip(first, second, strict=True) for delivery_ in pair]


def versions(found: Sequence[dict[str, Any]]) -> dict[str, list[int]]:
    """The versions of each stream, in the order of the record."""
    ordered = sorted(found, key=lambda row: (row["originator_id"], row["position"]))
    return {
        stream: [row["originator_version"] for row in of_one]
        for stream, of_one in groupby(ordered, key=lambda row: str(row["originator_id"]))
    }


def assert_dense(found: Sequence[dict[str, Any]]) -> None:
    """Positions over the whole ledger and versions within each stream count from 1 without a hole."""
    assert [row["position"] for row in found] == list(range(1, len(found) + 1))
    for of_one in versions(found).values():
        assert of_one == list(range(1, len(of_one) + 1))


def stored(stream: str, version: int, state: bytes = b"{}", topic: str = "round.opened.v1") -> StoredEntry:
    return StoredEntry(stream, version, topic, state, "s", f"{stream}:{version}")


def test_positions_are_dense_from_1_over_all_streams(ledger: Ledger) -> None:
    for start in range(0, 12, 4):
        ledger.ingest(arrivals(interleaved()[start : start + 4]))
    assert [row["position"] for row in rows(ledger.url)] == list(range(1, 13))
    assert ledger.size() == 12


def test_versions_are_dense_in_each_stream(ledger: Ledger) -> None:
    for start in range(0, 12, 4):
        ledger.ingest(arrivals(interleaved()[start : start + 4]))
    expected = [1, 2, 3, 4, 5, 6]
    assert versions(rows(ledger.url)) == {f"table/BAC-1/{DAY}": expected, f"table/BAC-2/{DAY}": expected}


def test_the_leaf_is_the_rfc_6962_hash_of_the_exact_stored_bytes(ledger: Ledger) -> None:
    ledger.ingest(arrivals(interleaved()))
    found = rows(ledger.url)
    assert [row["leaf"] for row in found] == [sha256(b"\x00" + row["state"]).digest() for row in found]
    assert ledger.recorder.leaves(3, 7) == [row["leaf"] for row in found[3:7]]


def test_the_stored_bytes_are_the_whole_envelope_in_canonical_json(ledger: Ledger) -> None:
    ledger.ingest(
        arrivals(
            [
                Delivery(
                    CardDealt(card="8s", place="punto"),
                    "shoe-7",
                    "d1",
                    41,
                    f"BAC-1/{DAY}/17",
                    "2026-11-20T19:30:00.000000Z",
                    after=("pit/cam-2#9",),
                    correlation="c1",
                    causation="c0",
                )
            ]
        )
    )
    [row] = rows(ledger.url)
    envelope: dict[str, Any] = {
        "topic": "card.dealt.v1",
        "stream": f"table/BAC-1/{DAY}",
        "version": 1,
        "source": "shoe-7",
        "id": "d1",
        "sequence": 41,
        "subject": f"BAC-1/{DAY}/17",
        "time": "2026-11-20T19:30:00.000000Z",
        "recorded_at": RECORDED_AT,
        "after": ["pit/cam-2#9"],
        "correlation": "c1",
        "causation": "c0",
        "data": {"card": "8s", "face": "up", "place": "punto"},
    }
    salt = orjson.loads(row["state"])["salt"]
    assert len(salt) == 22
    assert row["state"] == rfc8785.dumps({**envelope, "salt": salt})


def test_the_columns_say_what_the_stored_bytes_say(ledger: Ledger) -> None:
    ledger.ingest([*arrivals(interleaved()), refusal(b"not an event")])
    for row in rows(ledger.url):
        envelope = orjson.loads(row["state"])
        columns = ("originator_id", "originator_version", "topic", "source", "delivery_id")
        assert [row[name] for name in columns] == [
            envelope[name] for name in ("stream", "version", "topic", "source", "id")
        ]


def test_what_is_read_back_is_what_was_recorded(ledger: Ledger) -> None:
    given = interleaved()
    ledger.ingest(arrivals(given))
    assert [entry.delivery for entry in ledger.entries()] == given
    assert [entry.delivery for entry in ledger.entries(f"table/BAC-2/{DAY}")] == given[1::2]
    assert {entry.recorded_at for entry in ledger.entries()} == {RECORDED_AT}


def test_reading_goes_on_after_a_position_and_up_to_a_limit(ledger: Ledger) -> None:
    ledger.ingest(arrivals(interleaved()))
    assert [entry.position for entry in ledger.entries(after=3, limit=4)] == [4, 5, 6, 7]
    assert [entry.position for entry in ledger.entries(f"table/BAC-1/{DAY}", after=3, limit=2)] == [7, 9]


def test_table_days_are_told_by_whole_names(ledger: Ledger) -> None:
    for table in ("BAC-10", "BAC-1", "bac-1"):
        ledger.ingest(arrivals([delivery(1, table=table, source=table)]))
    assert ledger.table_days("BAC-1") == [f"BAC-1/{DAY}"]
    assert ledger.table_days() == [f"BAC-1/{DAY}", f"BAC-10/{DAY}", f"bac-1/{DAY}"]


def test_notifications_and_reading_agree(ledger: Ledger) -> None:
    ledger.ingest(arrivals(interleaved()))
    notifications = ledger.recorder.select_notifications(start=2, limit=7, inclusive_of_start=False)
    assert [(notification.id, notification.state) for notification in notifications] == [
        (row["position"], row["state"]) for row in rows(ledger.url)[2:9]
    ]
    entries = ledger.entries(after=2, limit=7)
    assert [
        (notification.originator_id, notification.originator_version, notification.topic) for notification in notifications
    ] == [(entry.stream, entry.version, entry.topic) for entry in entries]


def test_a_stream_read_by_the_library_is_the_stream_as_stored(ledger: Ledger) -> None:
    ledger.ingest(arrivals(interleaved()))
    stream = f"table/BAC-2/{DAY}"
    found = ledger.recorder.select_events(stream)
    assert [event.state for event in found] == [row["state"] for row in rows(ledger.url) if row["originator_id"] == stream]
    assert [event.originator_version for event in ledger.recorder.select_events(stream, gt=1, lte=4, desc=True)] == [
        4,
        3,
        2,
    ]
    assert ledger.recorder.max_notification_id() == 12


def test_an_empty_recorder_answers_the_library_with_nothing(ledger: Ledger) -> None:
    assert ledger.recorder.max_notification_id() is None
    assert list(ledger.recorder.select_notifications(start=None, limit=3)) == []
    assert list(ledger.recorder.select_events("a")) == []


def test_the_library_is_told_the_positions_of_what_it_inserts(ledger: Ledger) -> None:
    assert ledger.recorder.insert_events([stored("a", 1), stored("a", 2)]) == [1, 2]
    assert ledger.recorder.insert_events([stored("b", 1)]) == [3]
    with pytest.raises(IntegrityError):
        ledger.recorder.insert_events([stored("b", 1)])
    assert ledger.recorder.max_notification_id() == 3


@pytest.mark.parametrize(
    ("start", "stop", "limit", "topics", "inclusive", "expected"),
    [
        (None, None, 10, [], True, [1, 2, 3]),
        (None, None, 1, [], True, [1]),
        (None, 2, 10, [], True, [1, 2]),
        (2, None, 10, [], True, [2, 3]),
        (2, None, 10, [], False, [3]),
        (1, 2, 10, [], False, [2]),
        (3, None, 10, [], False, []),
        (1, None, 10, ["t1", "t3"], True, [1, 3]),
        (None, None, 1, ["t2"], True, [2]),
        (None, None, 10, ["t4"], True, []),
    ],
)
def test_notifications_are_selected_as_the_library_asks(
    ledger: Ledger,
    start: int | None,
    stop: int | None,
    limit: int,
    topics: list[str],
    inclusive: bool,
    expected: list[int],
) -> None:
    ledger.recorder.insert_events([stored("a", n, topic=f"t{n}") for n in (1, 2, 3)])
    found = ledger.recorder.select_notifications(start, limit, stop, topics, inclusive_of_start=inclusive)
    assert [(notification.id, notification.topic) for notification in found] == [(n, f"t{n}") for n in expected]


def test_a_batch_that_breaks_midway_leaves_nothing_behind(ledger: Ledger) -> None:
    ledger.recorder.insert_events([stored("a", 1)])
    before = everything(ledger.url)
    places = [("b", 1), ("b", 2), ("a", 1), ("b", 3)]
    batch = [stored(stream, version) for stream, version in places]
    with pytest.raises(IntegrityError):
        ledger.recorder.insert_events(batch, refused={0: b"refused bytes"})
    assert everything(ledger.url) == before


@pytest.mark.parametrize("last", [stored("b", 3), stored("b", 0), stored("a", 3)], ids=["gap", "zero", "other"])
def test_a_version_that_is_not_the_next_one_is_refused_with_its_batch(ledger: Ledger, last: StoredEntry) -> None:
    ledger.recorder.insert_events([stored("a", 1)])
    with pytest.raises(IntegrityError):
        ledger.recorder.insert_events([stored("b", 1), last])
    assert versions(rows(ledger.url)) == {"a": [1]}


def test_a_batch_that_meets_a_moved_head_is_recorded_whole_behind_it(ledger: Ledger) -> None:
    ledger.ingest(arrivals(deliveries([1])))
    with opened(ledger.url) as other:
        other.ingest(arrivals(deliveries([1, 2], source="cam")))
    batch = [*deliveries([2], table="BAC-2"), *deliveries([3, 4]), *deliveries([5], table="BAC-2")]
    assert ledger.ingest(arrivals(batch)) == ["recorded"] * 4
    assert_dense(rows(ledger.url))
    assert [entry.delivery for entry in ledger.entries(after=3)] == batch


def test_a_batch_that_another_recorder_took_in_part_is_completed(ledger: Ledger) -> None:
    ledger.ingest(arrivals(deliveries([1])))
    with opened(ledger.url) as other:
        other.ingest(arrivals(deliveries([3])))
    assert ledger.ingest(arrivals(deliveries([2, 3, 4]))) == ["recorded", "known", "recorded"]
    assert [entry.delivery.id for entry in ledger.entries()] == ["d1", "d3", "d2", "d4"]
    assert_dense(rows(ledger.url))


def test_two_recorders_at_once_record_every_acknowledged_delivery_once(ledger_url: str) -> None:
    """One stream is shared, the others are each recorder's own; every fifth delivery comes to both."""

    def feed(name: str) -> list[tuple[Delivery, IngestOutcome]]:
        shared = deliveries(range(0, 100, 5), table="BAC-0", source="shared")
        own = deliveries(range(1, 81), table="BAC-0", source=name)
        alone = deliveries(range(1, 81), table=f"BAC-{name}", source=f"{name}/alone")
        given = [
            delivery_ for n in range(20) for delivery_ in (shared[n], *own[n * 4 : n * 4 + 4], *alone[n * 4 : n * 4 + 4])
        ]
        with opened(ledger_url) as recorder:
            fates = [fate for n in range(0, len(given), 9) for fate in recorder.ingest(arrivals(given[n : n + 9]))]
        return list(zip(given, fates, strict=True))

    with ThreadPoolExecutor(2) as threads:
        acknowledged = [answer for item in threads.map(feed, ["x", "y"]) for answer in item]
    found = rows(ledger_url)
    assert_dense(found)
    on_record = [(row["source"], row["delivery_id"]) for row in found]
    assert len(on_record) == len(set(on_record)) == 20 + 4 * 80
    assert {delivery_.key for delivery_, _ in acknowledged} == set(on_record)
    fates = [fate for _, fate in acknowledged]
    assert (fates.count("recorded"), fates.count("known")) == (340, 20)


def test_threads_that_share_one_ledger_object_lose_nothing(ledger: Ledger) -> None:
    batches = [deliveries(range(n, n + 5), source=f"s{n}") for n in range(0, 100, 5)]
    with ThreadPoolExecutor(4) as threads:
        fates = list(threads.map(lambda batch: ledger.ingest(arrivals(batch)), batches))
    assert fates == [["recorded"] * 5] * 20
    found = rows(ledger.url)
    assert_dense(found)
    assert {(row["source"], row["delivery_id"]) for row in found} == {
        delivery_.key for batch in batches for delivery_ in batch
    }


def test_a_refusal_is_an_event_and_its_bytes_are_kept_beside_it(ledger: Ledger) -> None:
    raw = b'{"broken": \xff\x00'
    assert ledger.ingest([*arrivals(deliveries([1, 2])), refusal(raw)]) == ["recorded", "recorded", "quarantined"]
    assert rows(ledger.url, "refused") == [{"position": 3, "bytes": raw}]
    [(entry, kept)] = ledger.quarantine()
    assert (entry.position, kept) == (3, raw)
    assert isinstance(entry.event, DeliveryQuarantined)
    assert entry.event.digest == "sha256:" + sha256(raw).hexdigest()

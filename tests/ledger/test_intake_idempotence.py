"""A delivery is there once, however often it comes; a second word under its name is kept beside the first."""

from hashlib import sha256

from ledger.application import Ledger
from ledger.events.deliveries import DeliveryConflicted
from ledger.events.play import Announced
from ledger.ingest import IncomingDelivery
from tests.ledgers import DAY, arrivals, deliveries, delivery, everything, opened, refusal, rows

CALLED = delivery(1, event=Announced(result="punto"))
OTHERWISE = delivery(1, event=Announced(result="banco"))


def test_a_delivery_that_comes_again_is_known_and_adds_nothing(ledger: Ledger) -> None:
    assert ledger.ingest(arrivals(deliveries([1, 2]))) == ["recorded", "recorded"]
    before = everything(ledger.url)
    assert ledger.ingest(arrivals(deliveries([1, 2]))) == ["known", "known"]
    assert everything(ledger.url) == before


def test_a_delivery_is_known_to_a_ledger_opened_later(ledger_url: str) -> None:
    with opened(ledger_url) as first:
        first.ingest(arrivals([CALLED]))
    with opened(ledger_url) as second:
        assert second.ingest(arrivals([CALLED])) == ["known"]
        assert second.size() == 1


def test_known_and_new_deliveries_of_one_batch_are_told_apart_in_order(ledger: Ledger) -> None:
    ledger.ingest(arrivals(deliveries([2, 4])))
    assert ledger.ingest(arrivals(deliveries([1, 2, 3, 4]))) == ["recorded", "known", "recorded", "known"]
    assert [entry.delivery.id for entry in ledger.entries()] == ["d2", "d4", "d1", "d3"]


def test_the_same_words_in_another_spelling_are_the_same_delivery(ledger: Ledger) -> None:
    ledger.ingest([IncomingDelivery(CALLED, b'{"a": 1}', "one.ndjson", 1)])
    assert ledger.ingest([IncomingDelivery(CALLED, b'{ "a":1 }', "two.ndjson", 9)]) == ["known"]
    assert ledger.quarantine() == []


def test_the_same_id_of_another_source_is_another_delivery(ledger: Ledger) -> None:
    given = [delivery(1), delivery(1, source="shoe-8")]
    assert ledger.ingest(arrivals(given)) == ["recorded", "recorded"]
    assert [entry.delivery for entry in ledger.entries()] == given


def test_another_word_under_the_same_key_conflicts_and_the_first_stands(ledger: Ledger) -> None:
    ledger.ingest(arrivals([delivery(5), CALLED]))
    assert ledger.ingest([IncomingDelivery(OTHERWISE, b"otherwise", "late.ndjson", 7)]) == ["conflicting"]
    [entry] = [entry for entry in ledger.entries() if entry.delivery.key == CALLED.key]
    assert entry.delivery == CALLED


def test_a_conflict_is_reported_with_its_bytes_and_what_it_conflicts_with(ledger: Ledger) -> None:
    ledger.ingest(arrivals([delivery(5), CALLED]))
    ledger.ingest([IncomingDelivery(OTHERWISE, b"otherwise", "late.ndjson", 7)])
    [(entry, kept)] = ledger.quarantine()
    assert kept == b"otherwise"
    assert entry.stream == f"table/BAC-1/{DAY}"
    assert isinstance(entry.event, DeliveryConflicted)
    items = (entry.event.source, entry.event.delivery, entry.event.first_position, entry.event.feed, entry.event.line)
    assert items == (*CALLED.key, 2, "late.ndjson", 7)


def test_a_conflict_is_kept_once_however_often_it_comes(ledger: Ledger) -> None:
    ledger.ingest(arrivals([CALLED]))
    for _ in range(2):
        assert ledger.ingest(arrivals([OTHERWISE, OTHERWISE])) == ["conflicting", "conflicting"]
    assert len(ledger.quarantine()) == 1
    assert ledger.size() == 2


def test_each_other_word_under_one_key_is_a_conflict_of_its_own(ledger: Ledger) -> None:
    ledger.ingest(arrivals([CALLED]))
    third = delivery(1, event=Announced(result="egalite"))
    assert ledger.ingest(arrivals([OTHERWISE, third, CALLED])) == ["conflicting", "conflicting", "known"]
    assert [entry.position for entry, _ in ledger.quarantine()] == [2, 3]


def test_doubles_within_one_batch_are_sorted_out_like_doubles_of_two(ledger: Ledger) -> None:
    given = arrivals([CALLED, delivery(2), CALLED, OTHERWISE, OTHERWISE, delivery(3)])
    fates = ["recorded", "recorded", "known", "conflicting", "conflicting", "recorded"]
    assert ledger.ingest(given) == fates
    assert [entry.delivery for entry in ledger.entries() if entry.source == "shoe-7"] == [CALLED, delivery(2), delivery(3)]
    assert len(ledger.quarantine()) == 1
    assert ledger.ingest(given) == ["known", "known", "known", "conflicting", "conflicting", "known"]
    assert ledger.size() == 4


def test_a_quarantined_delivery_is_recorded_once_it_is_mended(ledger: Ledger) -> None:
    mended = delivery(3)
    assert ledger.ingest([refusal(b"a line without its time")]) == ["quarantined"]
    assert ledger.ingest(arrivals([mended])) == ["recorded"]
    assert [entry.delivery for entry in ledger.entries(after=1)] == [mended]
    assert [kept for _, kept in ledger.quarantine()] == [b"a line without its time"]


def test_the_same_refused_bytes_are_kept_once(ledger: Ledger) -> None:
    raw = b"not an event"
    assert ledger.ingest([refusal(raw), refusal(raw)]) == ["quarantined", "quarantined"]
    assert ledger.ingest([refusal(raw), refusal(b"nor this")]) == ["quarantined", "quarantined"]
    assert [row["bytes"] for row in rows(ledger.url, "refused")] == [raw, b"nor this"]
    assert ledger.size() == 2


def test_a_refusal_of_which_no_table_can_be_read_has_a_stream_of_its_own(ledger: Ledger) -> None:
    ledger.ingest([refusal(b"?", subject=None)])
    assert [(entry.stream, entry.version) for entry, _ in ledger.quarantine()] == [("refusals", 1)]


def test_an_empty_batch_is_nothing(ledger: Ledger) -> None:
    assert ledger.ingest([]) == []
    assert ledger.size() == 0


def test_an_edition_s_text_is_adopted_once_and_another_text_under_its_name_conflicts(ledger: Ledger) -> None:
    assert [ledger.adopt("dcb", "2026", text) for text in ("one", "one", "two")] == ["recorded", "known", "conflicting"]
    [adopted, conflict] = ledger.entries("rulebook/dcb")
    assert adopted.event.model_dump()["digest"] == "sha256:" + sha256(b"one").hexdigest()
    assert [(entry.position, kept) for entry, kept in ledger.quarantine()] == [(conflict.position, b"two")]

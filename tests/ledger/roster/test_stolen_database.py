"""Whoever has the database and the program, and no key of anybody on the roster; and a feed that would decide."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from ledger.application import Ledger
from ledger.entry import ActSignature, Delivery, Entry
from ledger.events import REGISTRY
from ledger.events.decisions import RoundVoided
from ledger.feeds.cloudevents import write
from ledger.feeds.formats import format_named
from ledger.feeds.intake import ingest_stream
from ledger.mapper import MAPPER
from ledger.values.subjects import HOUSE
from ledger.values.times import format_instant
from ledger.verify.act_check import ActCheck, check_acts
from replay.games.registry import GAMES
from tests.ledger.roster.people import begin, key_of
from tests.ledger.roster.test_signed_acts import DAY, ROUND, played, stands, void
from tests.ledgers import AT, opened

VOIDED = RoundVoided.model_validate({"by": "M1", "role": "management", "reason": "tried"})


@pytest.fixture
def house(ledger_url: str) -> Iterator[Ledger]:
    """A house that requires its roster."""
    with opened(ledger_url) as ledger:
        played(ledger)
        begin(ledger, [("E7", "dispute_manager")], required=True)
        yield ledger


def put_in(ledger: Ledger, signature: ActSignature | None) -> None:
    """The decision of M1 as a thief puts it into the record, with tree and all."""
    stream = f"table/{DAY}"
    version = ledger.recorder.stream_version(stream) + 1
    delivery = Delivery(VOIDED, HOUSE, f"decision:{version}", None, ROUND, format_instant(AT), signature=signature)
    entry = Entry(0, stream, version, format_instant(AT), delivery)
    ledger.recorder.insert_events([MAPPER.to_stored_event(entry)])


def test_a_thief_who_signs_with_a_key_of_his_own_decides_nothing(house: Ledger) -> None:
    assert "not on the roster" in (void(house, "M1", "management", "thief").refused or "")
    assert stands(house) == "closed"


def test_what_a_thief_puts_in_unsigned_has_no_effect_and_is_counted_as_claimed(house: Ledger) -> None:
    before = ActCheck(house.roster())
    assert list(check_acts(house, before)) == []
    put_in(house, None)
    after = ActCheck(house.roster())
    assert list(check_acts(house, after)) == []
    assert stands(house) == "closed"
    assert (after.signed, after.claimed) == (before.signed, before.claimed + 1)


def test_a_signature_that_a_thief_makes_up_has_no_effect_and_is_named_by_verify(house: Ledger) -> None:
    genuine = void(house, "M1", "management", "M1", f"{DAY}/2").entry.delivery.signature
    assert genuine is not None
    put_in(house, genuine)
    assert stands(house) == "closed"
    faults = [what for _, what in check_acts(house, ActCheck(house.roster()))]
    assert faults == ["its signature rests on another head of its stream than the entry before it"]


DECISIONS = {
    "round.voided.v1": {"by": "M1", "role": "management", "reason": "tried"},
    "account.adopted.v1": {"by": "M1", "role": "management", "account": "transcript.calm"},
    "round.interrupted.v1": {"by": "M1", "role": "management", "reason": "tried"},
}


@pytest.mark.parametrize("topic", DECISIONS)
def test_a_device_s_feed_with_a_decision_goes_to_the_quarantine(ledger: Ledger, topic: str) -> None:
    played(ledger)
    before = stands(ledger)
    event = REGISTRY[topic].model_validate(DECISIONS[topic])
    line = write(Delivery(event, "table/BJ-1", "x1", 99, ROUND, "2026-11-20T19:40:00.000000Z"))
    read = format_named("cloudevents").reader(Path("feed.ndjson"))
    assert ingest_stream(ledger, BytesIO(line), "feed.ndjson", read, GAMES) == {"quarantined": 1}
    [(entry, raw)] = ledger.quarantine()
    assert raw == line
    assert "is a device, which decides nothing" in getattr(entry.event, "reason", "")
    assert stands(ledger) == before


@pytest.mark.parametrize(("is_required", "then"), [(False, "void"), (True, "closed")])
def test_what_is_typed_of_a_decision_counts_until_the_roster_is_required(
    ledger: Ledger, is_required: bool, then: str
) -> None:
    played(ledger)
    begin(ledger, required=is_required)
    line = f"{ROUND}: void_round M1 role=management reason=tried\n".encode()
    read = format_named("notation").reader(Path("night.txt"))
    assert ingest_stream(ledger, BytesIO(line), "night.txt", read, GAMES) == {"recorded": 1}
    assert stands(ledger) == then
    assert key_of("M1").fingerprint in ledger.roster().members["M1"].keys

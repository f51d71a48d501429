"""Extension attributes: kept with the entry within bounds, no part of its content, and never a reason to refuse it."""

import os
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import orjson
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from desk.opening import open_or_create
from desk.terminal.console import DONE
from ledger.application import Ledger
from ledger.entry import Entry
from ledger.feeds.cloudevents import read, write
from ledger.feeds.extensions import MOST, MOST_BYTES, MOST_TOTAL_BYTES, bounded_extensions
from ledger.feeds.formats import format_named
from ledger.feeds.intake import ingest_stream
from ledger.mapper import MAPPER
from ledger.readable import is_readable
from ledger.verify.verifier import Verifier
from projections.reports.masking import mask_entries
from projections.reports.person_names import PersonNames
from replay.games.registry import GAMES
from tests.commands import Recoup
from tests.ledger.strategies import repeatable
from tests.ledgers import everything, rows

pytestmark = pytest.mark.slow

SHARED: Final = Path(__file__).parents[4] / "shared" / "real-inputs" / "cloudevents"
DAY: Final = "BAC-1/2026-01-20"
TRACE: Final = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def event(number: int, topic: str, data: dict[str, Any], subject: str = f"{DAY}/1", **attributes: object) -> bytes:
    """A line of the shoe's."""
    box = {"specversion": "1.0", "type": topic, "source": "shoe/BAC-1", "id": str(number), "subject": subject}
    return orjson.dumps({**box, "sequence": str(number), "data": data, **attributes}) + b"\n"


BEGUN: Final = event(1, "table.opened.v1", {"game": "baccarat", "rulebook": "dcb", "currency": "GBP"}, subject=DAY) + event(
    2, "round.opened.v1", {}
)


def card(number: int, **attributes: Any) -> bytes:
    return event(number, "card.dealt.v1", {"card": "8h", "place": "punto"}, **attributes)


def take_in(ledger: Ledger, lines: bytes) -> dict[str, int]:
    found = ingest_stream(ledger, BytesIO(lines), "feed", format_named("cloudevents").reader(Path()), GAMES)
    return {str(outcome): number for outcome, number in found.items()}


def entries(ledger: Ledger) -> dict[str, Entry]:
    """The table's entries by their ids."""
    return {entry.delivery.id: entry for entry in ledger.entries(f"table/{DAY}")}


def test_what_came_along_is_on_record_with_the_entry(ledger_url: str) -> None:
    sent = card(3, traceparent=TRACE, partitionkey="BAC-1 €", shard=7, urgent=True, vendor={"a": 1}, long="x" * 600)
    with open_or_create(ledger_url) as ledger:
        assert take_in(ledger, BEGUN + sent) == {"recorded": 3}
        delivery = entries(ledger)["3"].delivery
        assert Verifier(ledger).run().misfits == []
    assert delivery.extensions == (
        ("partitionkey", "BAC-1 €"),
        ("shard", 7),
        ("traceparent", TRACE),
        ("urgent", True),
    )
    assert delivery.dropped_extensions is not None
    assert (delivery.dropped_extensions.number, delivery.dropped_extensions.names) == (2, ("long", "vendor"))
    (state,) = [row["state"] for row in rows(ledger_url) if row["delivery_id"] == "3"]
    box = orjson.loads(state)
    assert box["extensions"] == {"partitionkey": "BAC-1 €", "shard": 7, "traceparent": TRACE, "urgent": True}
    assert box["dropped_extensions"] == {"number": 2, "names": ["long", "vendor"]}
    assert state == rfc8785.dumps(box)
    assert is_readable(state)


def test_an_entry_without_extensions_has_the_bytes_that_it_always_had(ledger_url: str) -> None:
    with open_or_create(ledger_url) as ledger:
        take_in(ledger, BEGUN + card(3) + card(4, ext="x"))
    plain, other = (orjson.loads(row["state"]) for row in rows(ledger_url) if row["delivery_id"] in ("3", "4"))
    assert other.keys() - plain.keys() == {"extensions"}
    assert sorted(plain) == [
        "data",
        "id",
        "recorded_at",
        "salt",
        "sequence",
        "source",
        "stream",
        "subject",
        "topic",
        "version",
    ]


def test_the_same_event_that_comes_by_another_way_is_known(ledger_url: str) -> None:
    """Hops and retries change the trace and the arrival time: the source said the same, and what came first stays."""
    with open_or_create(ledger_url) as ledger:
        assert take_in(ledger, BEGUN + card(3, traceparent=TRACE)) == {"recorded": 3}
        again = (
            card(3) + card(3, traceparent=TRACE[:-2] + "00", arrivaltime="2026-01-20T22:14:07Z") + card(3, big="x" * 900)
        )
        assert take_in(ledger, again) == {"known": 3}
        assert take_in(ledger, card(3, traceparent=TRACE, time="2026-01-20T22:14:07Z")) == {"conflicting": 1}
        assert entries(ledger)["3"].delivery.extensions == (("traceparent", TRACE),)


def test_an_entry_goes_out_with_its_extensions_and_comes_in_with_them() -> None:
    delivery = read(card(3, traceparent=TRACE, shard=7, correlationid="order 17"))
    assert orjson.loads(write(delivery)).items() >= {"traceparent": TRACE, "shard": 7, "correlationid": "order 17"}.items()
    assert read(write(delivery)) == delivery


def test_an_altered_extension_is_found(sqlite_url: str) -> None:
    with open_or_create(sqlite_url) as ledger:
        take_in(ledger, BEGUN + card(3, shard=7))
        (entry,) = [each for each in entries(ledger).values() if each.delivery.id == "3"]
    forged = replace(entry, delivery=entry.delivery._replace(extensions=(("shard", 8),)))
    states = [MAPPER.to_stored_event(each).state for each in (entry, forged)]
    assert states[0] == next(row["state"] for row in rows(sqlite_url) if row["delivery_id"] == "3")
    assert states[0] != states[1]


def test_a_package_with_extensions_is_verified_by_program_and_script(recoup: Recoup) -> None:
    Path("feed.ndjson").write_bytes(BEGUN + card(3, traceparent=TRACE, shard=7, long="x" * 600))
    assert recoup("record", "feed.ndjson").code == DONE
    assert recoup("keys", "new", "--origin", "house.example/log").code == DONE
    assert recoup("export", "--from", "2026-01-20", "--to", "2026-01-20", "-o", "package").code == DONE
    kept = [orjson.loads(line) for file in Path("package").rglob("*.ndjson") for line in file.read_bytes().splitlines()]
    assert [each["extensions"] for each in kept if "extensions" in each] == [{"shard": 7, "traceparent": TRACE}]
    assert recoup("verify", "package", "--key", "recoup.pub").code == DONE
    script = [sys.executable, "package/verify.py", "recoup.pub", "package"]
    assert subprocess.run(script, check=False, capture_output=True).returncode == 0


def test_extensions_are_left_out_where_persons_are_masked(ledger_url: str) -> None:
    with open_or_create(ledger_url) as ledger:
        take_in(ledger, BEGUN + card(3, authid="jane@example"))
        (masked,) = [each for each in mask_entries(entries(ledger).values(), PersonNames({})) if each.delivery.id == "3"]
    assert masked.delivery.extensions == ()


VALUES: Final = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20) | st.text("é€x", min_size=150, max_size=700),
    lambda part: st.lists(part, max_size=2) | st.dictionaries(st.text(max_size=4), part, max_size=2),
    max_leaves=3,
)  # fmt: skip
NAMES: Final = st.text("abcz019", min_size=1, max_size=45) | st.sampled_from(
    ["traceparent", "recordedtime", "correlationid"]
)


@repeatable(300)
@given(st.dictionaries(NAMES, VALUES, max_size=30))
def test_no_extension_refuses_an_event_and_what_is_kept_is_bounded(given: dict[str, Any]) -> None:
    delivery = read(card(3, **given))
    assert len(delivery.extensions) <= MOST
    sizes = [len(str(value).encode()) if isinstance(value, str) else 8 for _, value in delivery.extensions]
    assert max(sizes, default=0) <= MOST_BYTES
    assert sum(sizes) <= MOST_TOTAL_BYTES
    dropped = delivery.dropped_extensions
    is_id = delivery.correlation is not None
    set_ = {name for name, value in given.items() if value is not None}
    assert len(delivery.extensions) + is_id + (0 if dropped is None else dropped.number) == len(set_)
    assert {name for name, _ in delivery.extensions} <= set_
    assert dropped is None or 0 < len(dropped.names) <= MOST
    assert read(write(delivery))._replace(dropped_extensions=dropped) == delivery
    state = MAPPER.state(delivery, f"table/{DAY}", 1, "2026-01-20T22:14:07.000000Z", None)
    assert state == rfc8785.dumps(orjson.loads(state))
    assert MAPPER.entry_of(1, state).delivery == delivery


def test_those_with_a_known_meaning_are_kept_first() -> None:
    many: dict[str, Any] = {f"a{number:02}": "x" * 100 for number in range(40)}
    kept, dropped = bounded_extensions({**many, "arrivaltime": "2026-01-20T22:14:07Z", "tracestate": "t" * MOST_BYTES})
    assert {"arrivaltime", "tracestate"} < {name for name, _ in kept}
    assert dropped is not None
    assert dropped.number == 42 - len(kept)


def test_a_file_may_hold_a_batch(ledger_url: str) -> None:
    lines = [*BEGUN.splitlines(), *card(3).splitlines(), b'{"no":"event"}']
    with open_or_create(ledger_url) as ledger:
        assert take_in(ledger, b"\n [" + b",\n".join(lines) + b"]\n") == {"recorded": 3, "quarantined": 1}


@pytest.mark.skipif(not SHARED.is_dir(), reason="the inputs of others are not part of the product and not here")
def test_the_variants_of_a_good_event_are_recorded(ledger_url: str) -> None:
    """All but the two whose time is of another format or has no zone."""
    with open_or_create(ledger_url) as ledger:
        lines = (SHARED / "variants.ndjson").read_bytes()
        assert take_in(ledger, lines) == {"recorded": 17, "quarantined": 2}
        found = entries(ledger)
    extensions = {ident: dict(entry.delivery.extensions) for ident, entry in found.items() if entry.delivery.extensions}
    assert {ident: list(each) for ident, each in extensions.items()} == {
        "4": ["traceparent"],
        "6": ["partitionkey"],
        "7": ["knativearrivaltime"],
        "8": ["recordedtime"],
    }
    assert found["26"].delivery.sequence == 26
    assert found["18"].delivery.time == "2026-06-30T23:59:59.999999Z"
    refused = [orjson.loads(row["bytes"])["id"] for row in everything(ledger_url)[1]]
    assert refused == ["20", "21"]


def test_a_pipe_is_read_as_a_file_is(ledger_url: str) -> None:
    """It cannot be set back after a look at its beginning."""
    source, target = os.pipe()
    with os.fdopen(source, "rb") as stream, open_or_create(ledger_url) as ledger:
        with os.fdopen(target, "wb") as writing:
            writing.write(BEGUN + card(3))
        found = ingest_stream(ledger, stream, "feed", format_named("cloudevents").reader(Path()), GAMES)
    assert dict(found) == {"recorded": 3}

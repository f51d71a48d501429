"""What a source can report is on record with what it reports: by its format, narrowed and widened by its mapping."""

import json
from pathlib import Path
from typing import Final

import pytest

from ledger.errors import MalformedMapping
from ledger.events.base import topic_stem
from ledger.events.table import SourceTopicsDeclared
from ledger.feeds.formats import format_named
from tests.ledger.feeds.captures import session
from tests.ledger.feeds.conftest import Desk
from tests.ledger.feeds.test_cammegh_bytes import evening
from tests.ledger.feeds.test_csvmap import FILE, MAPPING
from tests.ledger.feeds.test_csvmap_spins import NOTED, SESSIONS
from tests.ledger.feeds.test_live_games import BLACKJACK, STUDIO, TestRoulette
from tests.ledger.feeds.wheel_wire import MAPPING as WHEEL
from tests.ledger.feeds.wire import BRIDGE

GAMES: Final = json.dumps(BLACKJACK) + "\n" + json.dumps(TestRoulette.spin("17")) + "\n"


def declared(desk: Desk) -> dict[str, frozenset[str]]:
    """What is on record of what each source can report."""
    events = (entry.event for entry in desk.played)
    return {event.about: frozenset(event.topics.split(",")) for event in events if isinstance(event, SourceTopicsDeclared)}


@pytest.mark.parametrize(
    ("form", "capture", "mapping", "sources"),
    [
        ("angel-eye", session()[0], BRIDGE, 1),
        ("cammegh", evening().capture, WHEEL, 1),
        ("csv", FILE.encode(), MAPPING, 1),
        ("csv", NOTED.encode(), SESSIONS, 3),
        ("live-history", GAMES.encode(), STUDIO, 2),
    ],
)
def test_a_source_reports_nothing_but_what_it_declares(
    desk: Desk, form: str, capture: bytes, mapping: str, sources: int
) -> None:
    desk.feed(capture, form, "feed.bin", mapping)
    topics = declared(desk)
    assert len(topics) == sources
    assert set(topics.values()) == {format_named(form).topics(mapping)}
    reported = {
        (entry.source, topic_stem(entry.topic)) for entry in desk.played if entry.topic != SourceTopicsDeclared.TOPIC
    }
    assert [(source, topic) for source, topic in reported if topic not in topics[source]] == []


@pytest.mark.parametrize("form", ["notation", "cloudevents"])
def test_nothing_is_declared_of_a_format_that_can_report_everything(form: str) -> None:
    assert format_named(form).topics() is None


def test_a_mapping_widens_and_narrows_what_its_source_can_report(desk: Desk) -> None:
    changed = WHEEL + '\n[reports]\nalso = ["dolly.placed"]\nnever = ["wheel.reported"]\n'
    desk.feed(evening().capture, "cammegh", "wheel.bin", changed)
    (topics,) = declared(desk).values()
    assert topics == (format_named("cammegh").topics() or frozenset()) - {"wheel.reported"} | {"dolly.placed"}


def test_a_mapping_that_is_changed_later_declares_it_anew(desk: Desk) -> None:
    desk.feed(evening().capture, "cammegh", "wheel.bin", WHEEL)
    tally = desk.feed(evening().capture, "cammegh", "wheel.bin", WHEEL + '\n[reports]\nalso = ["dolly.placed"]\n')
    assert tally["recorded"] == 1
    assert tally.keys() == {"recorded", "known"}
    (topics,) = declared(desk).values()
    assert "dolly.placed" in topics


def test_a_mapping_that_names_no_topic_is_refused() -> None:
    with pytest.raises(MalformedMapping, match=r"'doly.placed' is not a topic .*; did you mean dolly.placed"):
        format_named("cammegh").reader(Path("wheel.bin"), WHEEL + '\n[reports]\nalso = ["doly.placed"]\n')


def test_a_transcript_says_what_it_shows_and_not_what_a_device_can_report(desk: Desk) -> None:
    text = "BAC-1/2026-11-20: table baccarat dcb CHF; reports transcript/night card.dealt\n"
    assert desk.feed(text + "BAC-1/2026-11-20: reports shoe/7 card.dealt\n") == {"recorded": 2, "quarantined": 1}
    assert desk.reasons == {
        2: "a transcript cannot say what the device shoe/7 can report; the device's own feed declares it"
    }

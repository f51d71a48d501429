"""Versions of an event: what earlier programs and devices send, and what they stored, goes on to count."""

from typing import Final

import orjson
import pytest

from ledger.events.play import WagerChanged
from ledger.events.versions import UPCASTS, earlier_fields, kind_of
from ledger.events.wheel import BallSpun
from ledger.feeds.cloudevents import read, write
from ledger.mapper import content_bytes
from projections.documents.outputs import schema
from tests.ledger.feeds.conftest import Desk

DAY: Final = "BAC-1/2026-11-20"
OPENING: Final = f"{DAY}: table baccarat dcb CHF\n"
CHANGED: Final[dict[str, object]] = {
    "specversion": "1.0",
    "type": "wager.changed.v1",
    "source": "table/BAC-1",
    "id": "7",
    "subject": f"{DAY}/1",
    "sequence": "7",
    "dataschema": "urn:recoup:schema:wager.changed.v1",
    "data": {"wager": "w1", "stake_minor": 7000},
}


def line(**attributes: object) -> bytes:
    """A line of a device that changes a wager, with some attributes otherwise."""
    return orjson.dumps({**CHANGED, **attributes})


NEWER: Final = {"type": "wager.changed.v2", "dataschema": "urn:recoup:schema:wager.changed.v2"}


def stored_topics(desk: Desk) -> list[str]:
    """The topics of the changes on record, as they are stored."""
    stored = desk.ledger.recorder.select_notifications(0, 100, inclusive_of_start=False)
    assert all(orjson.loads(each.state)["topic"] == each.topic for each in stored)
    return [each.topic for each in stored if each.topic.startswith("wager.changed")]


def test_an_event_of_an_earlier_version_is_taken_in_as_it_was_sent_and_read_as_the_newest(desk: Desk) -> None:
    desk.feed(OPENING.encode(), "notation")
    assert desk.feed(line(), "cloudevents") == {"recorded": 1}
    assert stored_topics(desk) == ["wager.changed.v1"]
    assert desk.played[-1].event == WagerChanged(wager="w1", stake_minor=7000)
    assert write(desk.played[-1].delivery) == write(read(line()))


def test_the_same_event_sent_by_a_newer_program_is_known(desk: Desk) -> None:
    desk.feed(OPENING.encode(), "notation")
    desk.feed(line(), "cloudevents")
    assert desk.feed(line(**NEWER), "cloudevents") == {"known": 1}
    assert content_bytes(read(line())) == content_bytes(read(line(**NEWER)))


def test_what_only_the_newer_version_has_is_stored_as_that_version_and_is_another_report(desk: Desk) -> None:
    desk.feed(OPENING.encode(), "notation")
    data = {"wager": "w1", "stake_minor": 7000, "by": "dealer"}
    assert desk.feed(line(**NEWER, data=data), "cloudevents") == {"recorded": 1}
    assert stored_topics(desk) == ["wager.changed.v2"]
    assert desk.feed(line(), "cloudevents") == {"conflicting": 1}


def test_an_earlier_version_has_none_of_the_later_fields(desk: Desk) -> None:
    desk.feed(OPENING.encode(), "notation")
    data = {"wager": "w1", "stake_minor": 7000, "by": "dealer"}
    assert desk.feed(line(data=data), "cloudevents") == {"quarantined": 1}
    assert set(desk.reasons.values()) == {"wager.changed.v1: by is not a field of this event"}


SPUN: Final[dict[str, object]] = {
    **CHANGED,
    "type": "ball.spun.v1",
    "source": "wheel/ROU-1",
    "subject": "ROU-1/2026-11-20/1",
    "dataschema": "urn:recoup:schema:ball.spun.v1",
    "data": {"wheel": "cw", "number": 7},
}
SPUN_WITH_SPEED: Final[dict[str, object]] = {
    **SPUN,
    "type": "ball.spun.v2",
    "dataschema": "urn:recoup:schema:ball.spun.v2",
    "data": {"wheel": "cw", "number": 7, "wheel_rpm_tenths": 150},
}


def test_a_spin_that_an_earlier_program_read_without_its_speed_is_known(desk: Desk) -> None:
    desk.feed(b"ROU-1/2026-11-20: table roulette eca-roulette CHF\n", "notation")
    assert desk.feed(orjson.dumps(SPUN), "cloudevents") == {"recorded": 1}
    assert desk.feed(orjson.dumps(SPUN_WITH_SPEED), "cloudevents") == {"known": 1}
    assert desk.played[-1].event == BallSpun(wheel="cw", number=7)


@pytest.mark.parametrize("data", [{"wheel": "ccw", "number": 7}, {"wheel": "cw", "number": 8}, {"wheel": "cw"}])
def test_a_spin_that_says_something_else_is_in_conflict_whatever_its_speed(desk: Desk, data: dict[str, object]) -> None:
    desk.feed(b"ROU-1/2026-11-20: table roulette eca-roulette CHF\n", "notation")
    desk.feed(orjson.dumps(SPUN), "cloudevents")
    other = {**SPUN_WITH_SPEED, "data": {**data, "wheel_rpm_tenths": 150}}
    assert desk.feed(orjson.dumps(other), "cloudevents") == {"conflicting": 1}


def test_a_spin_with_another_speed_or_without_the_speed_on_record_is_in_conflict(desk: Desk) -> None:
    desk.feed(b"ROU-1/2026-11-20: table roulette eca-roulette CHF\n", "notation")
    assert desk.feed(orjson.dumps(SPUN_WITH_SPEED), "cloudevents") == {"recorded": 1}
    other = {**SPUN_WITH_SPEED, "data": {"wheel": "cw", "number": 7, "wheel_rpm_tenths": 151}}
    assert desk.feed(orjson.dumps(other), "cloudevents") == {"conflicting": 1}
    assert desk.feed(orjson.dumps(SPUN), "cloudevents") == {"conflicting": 1}


@pytest.mark.parametrize("topic", UPCASTS)
def test_the_schema_of_an_earlier_version_is_still_published(topic: str) -> None:
    published = schema(topic)
    assert published["$id"] == f"urn:recoup:schema:{topic}"
    assert set(published["properties"]) == set(kind_of(topic).model_fields) - earlier_fields(topic)

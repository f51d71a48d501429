"""What the tests of the wheel share: captures read, and what was told of each round."""

from io import BytesIO
from typing import Final

from ledger.entry import Delivery
from ledger.events import Event
from ledger.events.wheel import BallRested, WheelReported
from ledger.feeds.cammegh import CammeghReader, parse_wheel_mapping
from ledger.feeds.reading import FeedItem
from tests.ledger.feeds.wheel_wire import MAPPING, Wheel

DAY: Final = "ROU-1/2026-11-20"


def pieces(capture: bytes, mapping: str = MAPPING) -> list[FeedItem]:
    """All pieces of a capture."""
    return list(CammeghReader(parse_wheel_mapping(mapping), mapping.encode())(BytesIO(capture)))


def deliveries(capture: bytes, mapping: str = MAPPING) -> list[Delivery]:
    """All deliveries after the opening's two."""
    return [delivery.whole for piece in pieces(capture, mapping) for delivery in piece.deliveries][2:]


def events(capture: bytes | Wheel, mapping: str = MAPPING) -> list[Event]:
    raw = capture.capture if isinstance(capture, Wheel) else capture
    return [delivery.event for delivery in deliveries(raw, mapping)]


def refusals(capture: bytes | Wheel, mapping: str = MAPPING) -> list[str]:
    raw = capture.capture if isinstance(capture, Wheel) else capture
    return [str(piece.refused) for piece in pieces(raw, mapping) if piece.refused]


def numbers(capture: bytes | Wheel, mapping: str = MAPPING) -> list[str]:
    """The winning numbers."""
    return [event.pocket for event in events(capture, mapping) if isinstance(event, BallRested)]


def reports(capture: bytes | Wheel, mapping: str = MAPPING) -> list[str]:
    """The device's doubts: counter, what, and the pocket that it concerns."""
    found = [event for event in events(capture, mapping) if isinstance(event, WheelReported)]
    return [f"{event.counter} {event.warning}{' ' + event.pocket if event.pocket else ''}" for event in found]


def by_round(capture: bytes | Wheel) -> dict[str, list[str]]:
    """Every round as the words of the notation."""
    raw = capture.capture if isinstance(capture, Wheel) else capture
    rounds: dict[str, list[str]] = {}
    for delivery in deliveries(raw):
        rounds.setdefault(delivery.subject.removeprefix(DAY + "/"), []).append(delivery.event.WORD)
    return rounds

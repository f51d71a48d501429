"""What the tests of the shoe share: captures read, and a whole simulated shoe as frames."""

from functools import cache
from io import BytesIO
from typing import Final

from drill.baccarat.deal import Player, SimulatedBaccaratTable
from ledger.entry import Delivery
from ledger.events import Event
from ledger.events.play import CardDealt, IrregularityReported
from ledger.feeds.angel_eye import AngelEyeReader, parse_bridge_mapping
from ledger.feeds.reading import FeedItem
from replay.editions.loader import shipped_edition
from replay.games.baccarat.settlement import winner
from tests.ledger.feeds.wire import BRIDGE, Shoe

DAY: Final = "BAC-1/2026-11-20"
CARD: Final = bytes.fromhex("05 31 44 81 B8 03 34 46")
RESULT: Final = bytes.fromhex("05 32 47 91 03 45 37")


def pieces(capture: bytes, mapping: str = BRIDGE) -> list[FeedItem]:
    return list(AngelEyeReader(parse_bridge_mapping(mapping), mapping.encode())(BytesIO(capture)))


def deliveries(capture: bytes, mapping: str = BRIDGE) -> list[Delivery]:
    """All deliveries after the opening's three, each once."""
    deliveries_ = [delivery.whole for piece in pieces(capture, mapping) for delivery in piece.deliveries]
    return list(dict.fromkeys(deliveries_))[3:]


def events(capture: bytes, mapping: str = BRIDGE) -> list[Event]:
    return [delivery.event for delivery in deliveries(capture, mapping)]


def reasons(capture: bytes, mapping: str = BRIDGE) -> list[str]:
    return [str(piece.refused) for piece in pieces(capture, mapping) if piece.refused]


def reported(capture: bytes, mapping: str = BRIDGE) -> list[str]:
    return [event.kind for event in events(capture, mapping) if isinstance(event, IrregularityReported)]


def dealt(capture: bytes, mapping: str = BRIDGE) -> list[tuple[str, str]]:
    return [(event.place, event.card) for event in events(capture, mapping) if isinstance(event, CardDealt)]


@cache
def session(seed: int = 7) -> tuple[bytes, list[tuple[list[tuple[str, str]], str]]]:
    """A whole shoe as frames, from the burn to the cut card and the last coup, and the coups themselves."""
    table = SimulatedBaccaratTable(shipped_edition("dcb"), [Player("P1", 500, 1000)], seed)
    table.new_shoe()
    shoe = Shoe().send(b"S").send(b"L\x81").send(b"M010008").send(b"P")
    shoe.burn(table.cards.pop(), *(table.cards.pop() for _ in range(3)))
    coups = []
    while not table.is_spent:
        played = table.deal_coup()
        coups.append((played.dealt_cards, winner(played.result, table.rules)))
        shoe.coup(*coups[-1])
    shoe.send(b"C")
    return shoe.capture, coups


def split(capture: bytes) -> list[bytes]:
    """The frames of a clean capture."""
    return [b"\x05" + part for part in capture.split(b"\x05")[1:]]

"""The shoe's side of the wire, written apart from the reader: cards and calls as frames, counted as the shoe counts."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from typing import Final

RANKS: Final = " A23456789TJQK"
SUITS: Final = "?dcsh"
PUNTO, BANCO, BURN, FIRST, TO_BURN = 0, 1, 2, 4, 5
HANDS: Final = {"punto": PUNTO, "banco": BANCO}
RESULTS: Final = {"punto": 1, "egalite": 2, "banco": 4, "forced_quit": 7}
BRIDGE: Final = """\
source = "shoe/BAC-1"
table = "BAC-1"
day = "2026-11-20"
shoe = "S7"

[opening]
game = "baccarat"
rulebook = "dcb"
currency = "CHF"
"""


def frame(counter: str, data: bytes) -> bytes:
    """One frame, with its checksum from the counter to ETX."""
    body = counter.encode() + data + b"\x03"
    return b"\x05" + body + b"%02X" % reduce(xor, body)


def card(card: str) -> int:
    """A card's byte; nothing was read of `??`."""
    return 0x80 if card == "??" else 0x80 | SUITS.index(card[1]) << 4 | RANKS.index(card[0])


@dataclass
class Shoe:
    """Sends frames; `sent` are all of them in order."""

    counter: str = "0123456789"
    index: str = "hand"
    sent: list[bytes] = field(default_factory=list)
    held: Counter[str] = field(default_factory=Counter)

    @property
    def capture(self) -> bytes:
        return b"".join(self.sent)

    def send(self, data: bytes) -> "Shoe":
        """The next frame."""
        self.sent.append(frame(self.counter[(len(self.sent) + 1) % len(self.counter)], data))
        return self

    def tell(self, kind: str, target: int, index: int, face: str) -> "Shoe":
        """A card to somewhere."""
        return self.send(kind.encode() + bytes((0x80 | target << 4 | index, card(face))))

    def deal(self, *cards: tuple[str, str]) -> "Shoe":
        """Cards to the hands, each with its index."""
        for hand, face in cards:
            self.held[hand if self.index == "hand" else ""] += 1
            self.tell("D", HANDS[hand], self.held[hand if self.index == "hand" else ""], face)
        return self

    def call(self, result: str, pairs: int = 0) -> "Shoe":
        """The result, and standby."""
        self.held.clear()
        return self.send(bytes((ord("G"), 0x80 | RESULTS[result] << 4 | pairs))).send(b"P")

    def coup(self, dealt: Iterable[tuple[str, str]], result: str) -> "Shoe":
        return self.deal(*dealt).call(result)

    def burn(self, face_up: str, *cards: str) -> "Shoe":
        """A new shoe's first card, how many are to be burnt for it, and those."""
        self.tell("D", FIRST, 1, face_up).tell("D", TO_BURN, len(cards), "??")
        for number, first in enumerate(cards, 1):
            self.tell("D", BURN, number, first)
        return self


FIRST_COUP: Final = (("punto", "3c"), ("banco", "7d"), ("punto", "Kh"), ("banco", "2s"))
SECOND_COUP: Final = (("punto", "9c"), ("banco", "7d"), ("punto", "Kh"), ("banco", "2s"))

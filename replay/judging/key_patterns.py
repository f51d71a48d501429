"""What is typed by keys beside the footage: one pattern a kind of event, each filled in by a key or two a place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from ledger.values.cards import RANKS, SUITS
from ledger.values.message import Message

Slot = Literal[
    "rank",
    "suit",
    "due",
    "hand",
    "player",
    "kind",
    "stake",
    "box",
    "wager",
    "amount",
    "result",
    "pocket",
    "ground",
    "decision",
]
"""What a place of a pattern is filled with. `due` is the place to which a card is due, `hand` the one that is due or was
touched last: neither takes a key.
"""

UNREAD_KEY: Final = "?"
RANK_KEYS: Final[Mapping[str, str]] = {rank.lower(): rank for rank in RANKS} | {UNREAD_KEY: "?"}
SUIT_KEYS: Final[Mapping[str, str]] = {suit: suit for suit in SUITS} | {UNREAD_KEY: "?"}


class KeyPattern(NamedTuple):
    """An event that is typed: the key it begins with, what is asked then, and the phrase in the notation.

    Without a key of its own it begins with the key of its first place: a card with its rank.
    """

    key: str
    phrase: str
    meaning: str
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class TypingKeys:
    """What a game adds to the patterns that every game has: its own, and what keys stand for in their places."""

    patterns: tuple[KeyPattern, ...]
    choices: Mapping[Slot, Mapping[str, str]] = field(default_factory=dict)


COMMON_PATTERNS: Final = (
    KeyPattern("o", "open", Message("the round opens")),
    KeyPattern("n", "nmb", Message("“no more bets” is called")),
    KeyPattern("y", "pay {wager} {amount}", Message("a payment"), ("wager", "amount")),
    KeyPattern("e", "close", Message("the round is over")),
)
CARD_PATTERN: Final = KeyPattern("", "{due} {rank}{suit}", Message("a card where one is due"), ("due", "rank", "suit"))

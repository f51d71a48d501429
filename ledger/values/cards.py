"""Cards as they are written: rank and suit, `As` to `Kc`; `7?` when the suit is not known, `??` when nothing is."""

from typing import Annotated, Final

from pydantic import Field

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
UNKNOWN: Final = "??"

Card = Annotated[str, Field(pattern=r"^(?:[A23456789TJQK][shdc?]|\?\?)$", description="a card: `As`, `7?`, `??`")]


def rank(card: str) -> str:
    """The rank, one of RANKS, or `?` for a card that nobody read."""
    return card[0]


def is_known(card: str) -> bool:
    """Whether the rank was read; the suit may still be unknown."""
    return card[0] != "?"


def has_suit(card: str) -> bool:
    """Whether rank and suit were both read, so that copies can be counted."""
    return card[1] != "?"

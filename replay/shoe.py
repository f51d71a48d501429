"""The shoe that is dealt from, as a story carries it along."""

from collections import Counter
from dataclasses import dataclass, field

from ledger.table_standing import ShoeState
from ledger.values.cards import has_suit
from replay.custody.record import ShoeRecord


@dataclass(slots=True)
class Shoe:
    """The shoe that is dealt from: its decks, and what has left it."""

    name: str
    decks: int
    position: int
    device: str | None = None
    out: Counter[str] = field(default_factory=Counter)
    cards_out: int = 0
    record: ShoeRecord | None = None
    state: ShoeState = field(default_factory=ShoeState)
    """How it stands by what was decided on it."""

    def draw(self, card: str) -> None:
        """A card left the shoe; copies are counted where rank and suit were read."""
        self.cards_out += 1
        if has_suit(card):
            self.out[card] += 1

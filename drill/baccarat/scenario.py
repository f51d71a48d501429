"""A coup as the drill will tell it: the truth, what was done instead, and when somebody noticed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal

from drill.baccarat.deal import Played, Table
from drill.oracles.baccarat import Terms
from ledger.events.play import WagerPlaced
from replay.games.baccarat.coup import CoupHands

Notice = Literal[
    "in_time",
    "next_bets_down",
    "unasked",
    "by_management",
    "never",
    "late",
    "several_later",
    "players_word",
    "played_on",
]
NOTICES: Final[tuple[Notice, ...]] = (
    "in_time",
    "next_bets_down",
    "unasked",
    "by_management",
    "never",
    "late",
    "several_later",
    "players_word",
    "played_on",
)
SILENT: Final = frozenset({"in_time", "next_bets_down"})
"""Notices that come before the dealer has called and paid: he then does neither."""

PUT_RIGHT: Final = frozenset({"unasked", "by_management"})
"""Those after which the cards are put where they belong at once."""

OPEN_NOTICES: Final = frozenset({"in_time", "next_bets_down", "played_on", "players_word"})
"""Notices in time that nobody acts on before the next coup is dealt; management acts after it."""

LIMITS: Final = {
    "banco": (500, 100_000),
    "punto": (500, 100_000),
    "any_tie": (100, 20_000),
    "ur_way": (100, 5_000),
    "3g8": (100, 5_000),
}
"""What the drill's table has posted; no three lawful bets of its usual players together exceed it."""

SHARES: Final = {"P1": 500, "P2": 200, "P3": 1000, "P5": 200, "P6": 199, "P8": 1001, "Q1": 300, "Q2": 450}
"""The shares agreed on a tie, in basis points; P6 and P8 have agreed on one that the house does not give."""


@dataclass(slots=True)
class Script:
    """A coup as it will be told. `names` are the cards as the device read them."""

    truth: Played
    table: Table
    cards: list[tuple[str, str]]
    odds: Mapping[int, int]
    """The odds posted for UR WAY."""
    terms: Terms
    """What the house deals and pays by, as the oracle has it."""
    resolved: Mapping[str, str] = field(default_factory=dict)
    """What the house had resolved when the coup was opened."""
    names: dict[int, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    card_faults: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    late_bets: list[tuple[int, WagerPlaced]] = field(default_factory=list)
    more_bets: list[WagerPlaced] = field(default_factory=list)
    goes_back: set[str] = field(default_factory=set)
    """Bets in time whose stake goes back whatever the cards say."""
    referred: set[str] = field(default_factory=set)
    """Bets that a person decides on whatever the cards say."""
    bet_after_the_call: bool = False
    paid_later: str | None = None
    rides_on: bool = False
    """Whether what is paid later is left to lie, and paid by the next coup's result."""
    never_paid: str | None = None
    raises: list[tuple[int, str, int]] = field(default_factory=list)
    lowered: list[tuple[int, str, int]] = field(default_factory=list)
    withdrawals: list[tuple[int, str]] = field(default_factory=list)
    short_payments: dict[str, int] = field(default_factory=dict)
    paid_for_nothing: bool = False
    wrong_call: bool = False
    notice: Notice | None = None
    misread: bool = False
    misput: tuple[int, str] | None = None
    """A card, by its number, that was put to another wrong place when the coup was put right, and that place."""
    misput_stays: bool = False
    """Whether it was left there; else it was then put where it belongs."""
    on_purpose: bool = False
    """Whether somebody noted that the dealer misdealt deliberately."""

    @property
    def misdealt(self) -> bool:
        """Whether the cards lie otherwise than they should."""
        return self.cards != self.truth.dealt

    @property
    def unread(self) -> bool:
        """Whether a card was not read."""
        return "??" in self.names.values()

    @property
    def short(self) -> bool:
        """Whether a hand was left with fewer than two cards, so that nothing can be called or paid."""
        return len(self.cards) < 4

    @property
    def silent(self) -> bool:
        """Whether nothing is called and nothing paid."""
        return self.notice in SILENT or self.short

    @property
    def put_right(self) -> bool:
        """Whether the cards were put where they belong before the coup was called."""
        return self.notice in PUT_RIGHT and not self.misput_stays

    @property
    def belongs(self) -> list[str]:
        """Where each card belongs in the order in which they left the shoe; what no hand is due is burned."""
        right = [place for place, _ in self.truth.dealt[: len(self.cards)]]
        return right + ["burn"] * (len(self.cards) - len(right))

    @property
    def lies_at(self) -> list[tuple[str, str]]:
        """The cards where they lay when the coup was called: as dealt, or as a faulty correction left them."""
        if not self.misput_stays or self.misput is None:
            return self.cards
        at, place = self.misput
        ended = [*self.belongs[:at], place, *self.belongs[at + 1 :]]
        return [(where, card) for where, (_, card) in zip(ended, self.cards, strict=True)]

    @property
    def touched(self) -> set[str]:
        """The bets with which something was done after the first card, or at the settlement."""
        changed = {wager for _, wager, _ in (*self.raises, *self.lowered)} | {wager for _, wager in self.withdrawals}
        return changed | set(self.short_payments) | ({self.paid_later, self.never_paid} - {None})  # type: ignore[operator]

    @property
    def departs_at(self) -> int:
        """Index of the first card that departs; of the last card where one is missing at the end."""
        for at, (mine, right) in enumerate(zip(self.cards, self.truth.dealt, strict=False)):
            if mine[0] != right[0]:
                return at
        return min(len(self.truth.dealt), len(self.cards) - 1)

    @property
    def missing(self) -> list[tuple[str, str]]:
        """The cards that should have come and did not: the shoe's next."""
        return self.truth.dealt[len(self.cards) :]

    @property
    def bets(self) -> tuple[WagerPlaced, ...]:
        """All bets, lawful or not."""
        return (*self.truth.bets, *self.more_bets, *(bet for _, bet in self.late_bets))

    @property
    def read(self) -> list[str]:
        """The cards that left the shoe in this coup, as they were read."""
        names = [self.names.get(at, card) for at, (_, card) in enumerate(self.cards)]
        return names + ([card for _, card in self.missing] if self.put_right else [])

    def count(self, place: str) -> int:
        """How many cards lie at a place."""
        return [where for where, _ in self.cards].count(place)

    def lay(self, place: str) -> bool:
        """Lays the shoe's next card there."""
        self.cards.append((place, self.table.cards.pop()))
        return True

    def take_back(self, start: int) -> bool:
        """The cards from here on were not drawn after all and are still the shoe's next."""
        for _, card in reversed(self.cards[start:]):
            self.table.cards.append(card)
        del self.cards[start:]
        return True


Fault = Callable[[Script, Random], bool]
"""Injects itself and says whether it could."""


def hands(cards: Sequence[tuple[str, str]]) -> CoupHands:
    """Both hands of a deal."""
    punto, banco = (tuple(card for place, card in cards if place == hand) for hand in ("punto", "banco"))
    return CoupHands(punto, banco)

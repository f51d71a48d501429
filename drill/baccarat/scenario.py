"""A coup as the drill will tell it: the truth, what was done instead, and when somebody noticed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal

from drill.baccarat.deal import SimulatedBaccaratTable, SimulatedCoup
from drill.oracles.baccarat import BaccaratTerms
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
BEFORE_CALL_NOTICES: Final = frozenset({"in_time", "next_bets_down"})
"""Notices that come before the dealer has called and paid: he then does neither."""

CORRECTED_NOTICES: Final = frozenset({"unasked", "by_management"})
"""Those after which the cards are put where they belong at once."""

UNANSWERED_NOTICES: Final = frozenset({"in_time", "next_bets_down", "played_on", "players_word"})
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
class BaccaratScenario:
    """A coup as it will be told. `names` are the cards as the device read them."""

    truth: SimulatedCoup
    table: SimulatedBaccaratTable
    cards: list[tuple[str, str]]
    ur_way_odds: Mapping[int, int]
    """The odds posted for UR WAY."""
    terms: BaccaratTerms
    """What the house deals and pays by, as the oracle has it."""
    resolutions: Mapping[str, str] = field(default_factory=dict)
    """What the house had resolved when the coup was opened."""
    card_names: dict[int, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    card_faults: list[str] = field(default_factory=list)
    required_findings: set[str] = field(default_factory=set)
    late_bets: list[tuple[int, WagerPlaced]] = field(default_factory=list)
    added_bets: list[WagerPlaced] = field(default_factory=list)
    returned_bets: set[str] = field(default_factory=set)
    """Bets in time whose stake goes back whatever the cards say."""
    referred_bets: set[str] = field(default_factory=set)
    """Bets that a person decides on whatever the cards say."""
    has_bet_after_call: bool = False
    late_paid_wager: str | None = None
    is_left_riding: bool = False
    """Whether what is paid later is left to lie, and paid by the next coup's result."""
    unpaid_wager: str | None = None
    late_raises: list[tuple[int, str, int]] = field(default_factory=list)
    late_reductions: list[tuple[int, str, int]] = field(default_factory=list)
    late_withdrawals: list[tuple[int, str]] = field(default_factory=list)
    payment_errors: dict[str, int] = field(default_factory=dict)
    has_payment_without_wager: bool = False
    has_wrong_call: bool = False
    notice: Notice | None = None
    has_misread_card: bool = False
    wrong_correction: tuple[int, str] | None = None
    """A card, by its number, that was put to another wrong place when the coup was put right, and that place."""
    is_wrong_correction_left: bool = False
    """Whether it was left there; else it was then put where it belongs."""
    is_noted_deliberate: bool = False
    """Whether somebody noted that the dealer misdealt deliberately."""

    @property
    def is_misdealt(self) -> bool:
        """Whether the cards lie otherwise than they should."""
        return self.cards != self.truth.dealt_cards

    @property
    def has_unread_card(self) -> bool:
        """Whether a card was not read."""
        return "??" in self.card_names.values()

    @property
    def has_short_hand(self) -> bool:
        """Whether a hand was left with fewer than two cards, so that nothing can be called or paid."""
        return len(self.cards) < 4

    @property
    def is_never_called(self) -> bool:
        """Whether nothing is called and nothing paid."""
        return self.notice in BEFORE_CALL_NOTICES or self.has_short_hand

    @property
    def is_corrected(self) -> bool:
        """Whether the cards were put where they belong before the coup was called."""
        return self.notice in CORRECTED_NOTICES and not self.is_wrong_correction_left

    @property
    def right_places(self) -> list[str]:
        """Where each card belongs in the order in which they left the shoe; what no hand is due is burned."""
        right = [place for place, _ in self.truth.dealt_cards[: len(self.cards)]]
        return right + ["burn"] * (len(self.cards) - len(right))

    @property
    def cards_when_called(self) -> list[tuple[str, str]]:
        """The cards where they lay when the coup was called: as dealt, or as a faulty correction left them."""
        if not self.is_wrong_correction_left or self.wrong_correction is None:
            return self.cards
        at, place = self.wrong_correction
        ended = [*self.right_places[:at], place, *self.right_places[at + 1 :]]
        return [(where, card) for where, (_, card) in zip(ended, self.cards, strict=True)]

    @property
    def changed_wagers(self) -> set[str]:
        """The bets with which something was done after the first card, or at the settlement."""
        changed = {wager for _, wager, _ in (*self.late_raises, *self.late_reductions)} | {
            wager for _, wager in self.late_withdrawals
        }
        return changed | set(self.payment_errors) | ({self.late_paid_wager, self.unpaid_wager} - {None})  # type: ignore[operator]

    @property
    def deviation_index(self) -> int:
        """Index of the first card that departs; of the last card where one is missing at the end."""
        for at, (mine, right) in enumerate(zip(self.cards, self.truth.dealt_cards, strict=False)):
            if mine[0] != right[0]:
                return at
        return min(len(self.truth.dealt_cards), len(self.cards) - 1)

    @property
    def missing_cards(self) -> list[tuple[str, str]]:
        """The cards that should have come and did not: the shoe's next."""
        return self.truth.dealt_cards[len(self.cards) :]

    @property
    def bets(self) -> tuple[WagerPlaced, ...]:
        """All bets, lawful or not."""
        return (*self.truth.bets, *self.added_bets, *(bet for _, bet in self.late_bets))

    @property
    def cards_read(self) -> list[str]:
        """The cards that left the shoe in this coup, as they were read."""
        names = [self.card_names.get(at, card) for at, (_, card) in enumerate(self.cards)]
        return names + ([card for _, card in self.missing_cards] if self.is_corrected else [])

    def card_count(self, place: str) -> int:
        """How many cards lie at a place."""
        return [where for where, _ in self.cards].count(place)

    def lay_card(self, place: str) -> bool:
        """Lays the shoe's next card there."""
        self.cards.append((place, self.table.cards.pop()))
        return True

    def take_back_from(self, start: int) -> bool:
        """The cards from here on were not drawn after all and are still the shoe's next."""
        for _, card in reversed(self.cards[start:]):
            self.table.cards.append(card)
        del self.cards[start:]
        return True


Fault = Callable[[BaccaratScenario, Random], bool]
"""Injects itself and says whether it could."""


def hands_of(cards: Sequence[tuple[str, str]]) -> CoupHands:
    """Both hands of a deal."""
    punto, banco = (tuple(card for place, card in cards if place == hand) for hand in ("punto", "banco"))
    return CoupHands(punto, banco)

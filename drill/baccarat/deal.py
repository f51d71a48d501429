"""A simulated baccarat table: lawful coups with players and wagers of every kind, dealt from a seed.

It deals and settles through the same procedure and settlement that rule on disputes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from ledger.events import Event
from ledger.events.play import (
    Announced,
    BetsClosed,
    CardDealt,
    RoundClosed,
    RoundOpened,
    WagerPlaced,
    WagerReturned,
)
from ledger.values.cards import RANKS, SUITS
from replay.games.baccarat.coup import CoupHands, Tableau
from replay.games.baccarat.settlement import Result, Stake, coup_result, settle, winner
from replay.judging.wagers import round_to_minor
from replay.procedure.procedure import simulate
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

UR_WAY_ODDS: Final = {0: 150, 1: 215, 2: 225, 3: 200, 4: 120, 5: 110, 6: 44, 7: 44, 8: 80, 9: 80}
"""Odds that a simulated house posts for UR WAY (to 1)."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table: the share agreed with them, and how much they like to bet, in minor units."""

    name: str
    tie_share_bp: int
    unit_minor: int


@dataclass(slots=True)
class SimulatedBaccaratTable:
    """A table with a shoe and players. Same seed, same play."""

    edition: Edition
    players: Sequence[Player]
    seed: int
    coup_count: int = 0
    shoe_count: int = 0
    cards: list[str] = field(default_factory=list)
    random: Random = field(init=False)
    rules: Rules = field(init=False)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)  # noqa: S311 - play that can be repeated, no secret
        self.rules = Rules(self.edition)

    def new_shoe(self) -> str:
        """Shuffles a fresh shoe and gives it a name."""
        self.cards = [rank + suit for rank in RANKS for suit in SUITS] * self.rules.value(DECKS)
        self.random.shuffle(self.cards)
        self.shoe_count += 1
        return f"S{self.shoe_count}"

    @property
    def is_spent(self) -> bool:
        """Whether the shoe is dealt down to the cut card, fourteen cards from the end."""
        return len(self.cards) < 14 + 6

    def deal_coup(self) -> "SimulatedCoup":
        """Plays one lawful coup: bets, cards, call, money."""
        self.coup_count += 1
        bets = self._place_bets()
        board, played = simulate(Tableau(), CoupHands(), self.rules, self.cards.pop)
        dealt = [(due.place, card) for due, card in played]
        return SimulatedCoup(bets, dealt, coup_result(board, self.rules), self)

    def _place_bets(self) -> list[WagerPlaced]:
        bets: list[WagerPlaced] = []
        for player in self.random.sample(list(self.players), self.random.randint(1, len(self.players))):
            main = self.random.choice(("banco", "punto", "banco", "punto", "any_tie"))
            kinds: list[tuple[str, int | None]] = [(main, None)]
            if self.random.randrange(10) < 3:
                kinds.append(("ur_way", self.random.randrange(10)))
            if self.random.randrange(20) < 3:
                kinds.append(("3g8", None))
            for kind, total in kinds:
                stake = player.unit_minor * self.random.randint(1, 5) if kind in ("banco", "punto") else 500
                bet = WagerPlaced(wager=f"w{len(bets) + 1}", player=player.name, kind=kind, stake_minor=stake, total=total)
                bets.append(bet)
        return bets

    def return_minor(self, bet: WagerPlaced, result: Result) -> int:
        """What goes back for a bet, stake included, in minor units."""
        share = next((player.tie_share_bp for player in self.players if player.name == bet.player), None)
        posted: dict[tuple[str, int | None], str] = {("ur_way", total): f"{odds}:1" for total, odds in UR_WAY_ODDS.items()}
        back = settle(result, Stake(bet.kind, bet.stake_minor, bet.total, share, posted), self.rules)
        return 0 if back is None else round_to_minor(back, self.rules)


@dataclass(slots=True)
class SimulatedCoup:
    """A coup that was played, before it is told as events."""

    bets: list[WagerPlaced]
    dealt_cards: list[tuple[str, str]]
    result: Result
    table: SimulatedBaccaratTable

    def with_cards(self, dealt_cards: list[tuple[str, str]]) -> "SimulatedCoup":
        """The same coup with other cards on the table, called and paid as they lie."""
        punto, banco = (tuple(card for place, card in dealt_cards if place == side) for side in ("punto", "banco"))
        return SimulatedCoup(self.bets, dealt_cards, coup_result(CoupHands(punto, banco), self.table.rules), self.table)

    def events(self) -> list[Event]:
        """The coup as it happened at the table."""
        return [
            RoundOpened(),
            *self.bets,
            BetsClosed(),
            *(CardDealt(place=place, card=card) for place, card in self.dealt_cards),
            Announced(result=winner(self.result, self.table.rules)),
            *(WagerReturned(wager=b.wager, amount_minor=self.table.return_minor(b, self.result)) for b in self.bets),
            RoundClosed(),
        ]

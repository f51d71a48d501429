"""Lawful coups for the drill of custody."""

from dataclasses import dataclass, field

from ledger.events import Event
from ledger.events.table import LimitsPosted, OddsPosted, TermsAgreed
from replay.baccarat.faults.script import LIMITS
from replay.baccarat.shoes import PLAYERS
from replay.baccarat.simulation import UR_WAY_ODDS, Table
from replay.rulebook import Edition


@dataclass
class Coups:
    """Coups from the cards that a night gives them. Same seed, same coups."""

    edition: Edition
    seed: int
    cards: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._table = Table(self.edition, PLAYERS, self.seed)

    def posted(self) -> list[Event]:
        """Odds, limits, and what was agreed with the players."""
        odds = [OddsPosted(kind="ur_way", odds=f"{odds}:1", total=total) for total, odds in UR_WAY_ODDS.items()]
        limits = [LimitsPosted(kind=kind, least_minor=least, most_minor=most) for kind, (least, most) in LIMITS.items()]
        return [*odds, *limits, *(TermsAgreed(player=one.name, tie_share_bp=one.tie_share_bp) for one in PLAYERS)]

    def round(self) -> list[Event]:
        """The next coup."""
        self._table.cards = self.cards[::-1]
        events = self._table.coup().events()
        self.cards = self._table.cards[::-1]
        return events

"""Lawful rounds of blackjack for the drill of custody."""

from dataclasses import dataclass, field
from random import Random

from ledger.events import Event
from ledger.events.table import LimitsPosted
from replay.blackjack import values
from replay.blackjack.faults.telling import Telling, odds_posted
from replay.blackjack.rounds import lawful, resolved
from replay.blackjack.settlement import MAIN
from replay.blackjack.simulation import Floor
from replay.rulebook import Edition


@dataclass
class Rounds:
    """Rounds from the cards that a night gives them, in a house that has resolved what it left open. Same seed, same
    rounds.
    """

    edition: Edition
    seed: int
    cards: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = Random(self.seed)  # noqa: S311 - play that can be repeated, no secret
        self.edition = self.edition.with_resolved(resolved(self.edition, rng))
        self._floor = Floor(self.edition, self.seed)
        self._floor.device = "shoe"

    def posted(self) -> list[Event]:
        """Odds and limits."""
        least, most, unit = self._floor.limits
        posted = self.edition.values[values.BOX_LIMITS.name][0] == "posted"
        limits = [LimitsPosted(kind=MAIN, least_minor=least, most_minor=most, unit_minor=unit)] if posted else []
        return [*limits, *odds_posted(self._floor.rules)]

    def round(self) -> list[Event]:
        """The next round."""
        self._floor.cards = self.cards
        script = lawful(self._floor)
        events = [event for event, _ in Telling(script).events()]
        self.cards = self.cards[len(script.out) :]
        return events

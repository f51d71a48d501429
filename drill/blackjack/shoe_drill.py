"""The drill for blackjack: seeded shoes, players of a fixed strategy, faults of every kind, judged and counted.

The players' strategy is a function of what they see. So a lawful line that is the beginning of the true round becomes
the true round, once what it asks is answered by the strategy and what it lacks is drawn from the same shoe.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from drill.blackjack.deal import BOXES, Floor
from drill.blackjack.recording import Telling, odds_posted
from drill.blackjack.rounds import NAME, Drilled, lawful, resolved, told_rounds
from drill.blackjack.scoring import score
from drill.shoe.shift_drill import drill_night
from drill.tally import Judge, Scoring, Tally
from ledger.events import Event
from ledger.events.table import LimitsPosted
from replay.games.blackjack import parameters
from replay.games.blackjack.settlement import MAIN
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import rule


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
        self.edition = self.edition.with_resolutions(resolved(self.edition, rng))
        self._floor = Floor(self.edition, self.seed)
        self._floor.device = "shoe"

    def posted(self) -> list[Event]:
        """Odds and limits."""
        least, most, unit = self._floor.limits
        posted = self.edition.values[parameters.BOX_LIMITS.name][0] == "posted"
        limits = [LimitsPosted(kind=MAIN, least_minor=least, most_minor=most, unit_minor=unit)] if posted else []
        return [*limits, *odds_posted(self._floor.rules)]

    def round(self) -> list[Event]:
        """The next round."""
        self._floor.cards = self.cards
        script = lawful(self._floor)
        events = [event for event, _ in Telling(script).events()]
        self.cards = self.cards[len(script.out) :]
        return events


SEATED: Final = tuple(f"P{box}" for box in BOXES)
"""Who sits at the table when the custody of its shoes is drilled."""

SHOE: Final = 40
"""So many rounds are dealt from a floor before another one, with other resolutions, is set up."""


def drill_shoe(edition: Edition, seed: int, number: int, most: int, judged_by: Judge = rule) -> Tally:
    """What there is to count in one shoe of a drill, of at most so many rounds. Shoes know nothing of each other."""
    tally = Tally(seed)
    for scored in scored_rounds(edition, seed, number, most):
        scored(tally, judged_by)
    tally.add(drill_night(Rounds(edition, night := seed * 1_000_003 + number), night, SEATED, judged_by))
    return tally


def scored_rounds(edition: Edition, seed: int, number: int, most: int) -> Iterator[Scoring]:
    """The rounds of one shoe, each to be judged and scored."""
    return (partial(_scored, one) for one in told_rounds(edition, seed, number, min(SHOE, most)))


def _scored(one: Drilled, tally: Tally, judged_by: Judge) -> None:
    score(tally, one, judged_by(one.story, NAME))
    tally.rounds += 1

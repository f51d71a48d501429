"""The drill for blackjack: seeded shoes, players of a fixed strategy, faults of every kind, judged and counted.

The players' strategy is a function of what they see. So a lawful line that is the beginning of the true round becomes
the true round, once what it asks is answered by the strategy and what it lacks is drawn from the same shoe.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from replay.blackjack.nights import Rounds
from replay.blackjack.rounds import NAME, Drilled, told_rounds
from replay.blackjack.scoring import score
from replay.blackjack.simulation import BOXES
from replay.custody.drill import drill_night
from replay.drill import Judge, Scoring, Tally
from replay.rulebook import Edition
from replay.rulings import rule

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

"""The drill for blackjack: seeded shoes, players of a fixed strategy, faults of every kind, judged and counted.

The players' strategy is a function of what they see. So a lawful line that is the beginning of the true round becomes
the true round, once what it asks is answered by the strategy and what it lacks is drawn from the same shoe.
"""

from collections.abc import Callable
from typing import Final

from replay.blackjack.nights import Rounds
from replay.blackjack.rounds import NAME, told_rounds
from replay.blackjack.scoring import score
from replay.blackjack.simulation import BOXES
from replay.custody.drill import drill_night
from replay.drill import Tally
from replay.rulebook import Edition
from replay.rulings import Ruling, rule
from replay.story import Story

Judge = Callable[[Story, str], Ruling]
"""Rules on a round of a table's day by its name."""

SEATED: Final = tuple(f"P{box}" for box in BOXES)
"""Who sits at the table when the custody of its shoes is drilled."""

SHOE: Final = 40
"""So many rounds are dealt from a floor before another one, with other resolutions, is set up."""


def drill(
    edition: Edition,
    rounds: int,
    seed: int,
    judged_by: Judge = rule,
    progress: Callable[[int], None] = lambda _: None,
) -> Tally:
    """Plays `rounds` rounds under `edition`, injects faults, judges, and counts."""
    tally, shoe = Tally(seed), 0
    while tally.rounds < rounds:
        shoe += 1
        counted = drill_shoe(edition, seed, shoe, rounds - tally.rounds, judged_by)
        tally.add(counted)
        progress(counted.rounds)
    return tally


def drill_shoe(edition: Edition, seed: int, number: int, most: int, judged_by: Judge = rule) -> Tally:
    """What there is to count in one shoe of a drill, of at most so many rounds. Shoes know nothing of each other."""
    tally = Tally(seed)
    for one in told_rounds(edition, seed, number, min(SHOE, most)):
        score(tally, one, judged_by(one.story, NAME))
        tally.rounds += 1
    tally.add(drill_night(Rounds(edition, night := seed * 1_000_003 + number), night, SEATED, judged_by))
    return tally

"""The drill for roulette: seeded spins with wagers of every kind, faults of every kind, judged and counted."""

from collections.abc import Callable
from typing import Final

from replay.drill import Tally
from replay.roulette.rounds import told_rounds
from replay.roulette.scoring import score
from replay.roulette.telling import NAME
from replay.rulebook import Edition
from replay.rulings import Ruling, rule
from replay.story import Story

Judge = Callable[[Story, str], Ruling]
"""Rules on a round of a table's day by its name."""

SITTING: Final = 40
"""So many rounds are played in a sitting; sittings know nothing of each other."""


def drill(
    edition: Edition,
    rounds: int,
    seed: int,
    judged_by: Judge = rule,
    progress: Callable[[int], None] = lambda _: None,
) -> Tally:
    """Plays `rounds` rounds under `edition`, injects faults, judges, and counts."""
    tally, sitting = Tally(seed), 0
    while tally.rounds < rounds:
        sitting += 1
        counted = drill_sitting(edition, seed, sitting, rounds - tally.rounds, judged_by)
        tally.add(counted)
        progress(counted.rounds)
    return tally


def drill_sitting(edition: Edition, seed: int, number: int, most: int, judged_by: Judge = rule) -> Tally:
    """What there is to count in one sitting of a drill, of at most so many rounds."""
    tally = Tally(seed)
    for one in told_rounds(edition, seed, number, min(SITTING, most)):
        score(tally, one, judged_by(one.story, NAME))
        tally.rounds += 1
    return tally

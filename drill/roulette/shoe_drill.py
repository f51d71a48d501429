"""The drill for roulette: seeded spins with wagers of every kind, faults of every kind, judged and counted."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from drill.roulette.recording import NAME
from drill.roulette.rounds import Drilled, told_rounds
from drill.roulette.scoring import score
from drill.tally import Judge, Scoring, Tally
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import rule

SITTING: Final = 40
"""So many rounds are played in a sitting; sittings know nothing of each other."""


def drill_sitting(edition: Edition, seed: int, number: int, most: int, judged_by: Judge = rule) -> Tally:
    """What there is to count in one sitting of a drill, of at most so many rounds."""
    tally = Tally(seed)
    for scored in scored_rounds(edition, seed, number, most):
        scored(tally, judged_by)
    return tally


def scored_rounds(edition: Edition, seed: int, number: int, most: int) -> Iterator[Scoring]:
    """The rounds of one sitting, each to be judged and scored."""
    return (partial(_scored, one) for one in told_rounds(edition, seed, number, min(SITTING, most)))


def _scored(one: Drilled, tally: Tally, judged_by: Judge) -> None:
    score(tally, one, judged_by(one.story, NAME))
    tally.rounds += 1

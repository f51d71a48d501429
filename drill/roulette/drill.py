"""The drill for roulette: seeded spins with wagers of every kind, faults of every kind, judged and counted."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from drill.games import GameDrill
from drill.record_variations import with_record_variations
from drill.roulette.recording import ROUND_NAME
from drill.roulette.rounds import DrilledRouletteRound, drilled_rounds
from drill.roulette.scoring import score
from drill.taken_back import PAYMENTS_TAKEN_BACK
from drill.tally import Judge, RoundScorer, Tally
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import rule

ROUNDS_PER_SITTING: Final = 40
"""So many rounds are played in a sitting; sittings know nothing of each other."""


def drill_sitting(edition: Edition, seed: int, number: int, most_rounds: int, judge: Judge = rule) -> Tally:
    """What there is to count in one sitting of a drill, of at most so many rounds."""
    tally = Tally(seed)
    for each in scored(edition, seed, number, most_rounds):
        each(tally, judge)
    return tally


def scored_rounds(edition: Edition, seed: int, number: int, most_rounds: int) -> Iterator[RoundScorer]:
    """The rounds of one sitting, each to be judged and scored."""
    return (
        partial(_score_round, drilled)
        for drilled in drilled_rounds(edition, seed, number, min(ROUNDS_PER_SITTING, most_rounds))
    )


def scored(edition: Edition, seed: int, number: int, most_rounds: int) -> Iterator[RoundScorer]:
    """The same, some rounds once more on another record."""
    return with_record_variations(scored_rounds(edition, seed, number, most_rounds), seed, number, PAYMENTS_TAKEN_BACK)


def _score_round(drilled: DrilledRouletteRound, tally: Tally, judge: Judge) -> None:
    score(tally, drilled, judge(drilled.table_day, ROUND_NAME))
    tally.rounds += 1


DRILL: Final = GameDrill("eca-roulette", drill_sitting, scored_rounds, scored)

"""The drill for baccarat: seeded shoes with players and wagers of every kind, faults of every kind, judged and counted."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from replay.baccarat.nights import Coups
from replay.baccarat.scoring import Drilled, score
from replay.baccarat.shoes import PLAYERS, deal_shoe
from replay.baccarat.telling import DAY, entries
from replay.baccarat.truth import rights
from replay.custody.drill import drill_night
from replay.drill import Judge, Scoring, Tally
from replay.grounds import tell
from replay.rulebook import Edition
from replay.rulings import rule
from replay.story import Story

SEATED: Final = tuple(player.name for player in PLAYERS)
"""Who sits at the table when the custody of its shoes is drilled."""


def drill_shoe(edition: Edition, seed: int, number: int, most: int, judged_by: Judge = rule) -> Tally:
    """What there is to count in one shoe of a drill, of at most so many coups. Shoes know nothing of each other."""
    tally = Tally(seed)
    for scored in scored_coups(edition, seed, number, most):
        scored(tally, judged_by)
    tally.add(drill_night(Coups(edition, night := seed * 1_000_003 + number), night, SEATED, judged_by))
    return tally


def scored_coups(edition: Edition, seed: int, number: int, most: int) -> Iterator[Scoring]:
    """The coups of one shoe, each to be judged and scored."""
    story, coups = told_shoe(edition, seed * 1_000_003 + number, most)
    for at, coup in enumerate(coups, 1):
        yield partial(_scored, coup, story, f"{DAY}/{at}")


def _scored(coup: Drilled, story: Story, name: str, tally: Tally, judged_by: Judge) -> None:
    score(tally, coup, judged_by(story, name))
    tally.rounds += 1


def told_shoe(edition: Edition, seed: int, most: int) -> tuple[Story, list[Drilled]]:
    """A shoe with its faults as the record tells it, and what is right in each of its coups."""
    shoe = deal_shoe(edition, seed, most)
    story = tell(entries(edition, shoe), lambda _, __: edition)
    return story, [Drilled(edition, shoe, at, right) for at, right in enumerate(rights(edition, shoe))]

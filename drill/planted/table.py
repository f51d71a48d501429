"""The table of planted bugs, and after how many rounds the drill catches each."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from typing import Final, Literal, get_args

from drill.baccarat.shoe_drill import scored_coups
from drill.blackjack.shoe_drill import scored_rounds as scored_hands
from drill.planted import baccarat, blackjack, merging, roulette
from drill.planted.planting import PlantedBug
from drill.roulette.shoe_drill import scored_rounds as scored_spins
from drill.tally import Scoring, Tally
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import rule

BUGS: Final = tuple(
    one
    for module in (baccarat, blackjack, roulette, merging)
    for one in vars(module).values()
    if isinstance(one, PlantedBug)
)
"""All bugs that are planted, those of each game first."""

Counted = Literal["missed", "invented", "wrong_money"]
COUNTED: Final[tuple[Counted, ...]] = get_args(Counted)

SCORED: Final[Mapping[str, Callable[[Edition, int, int, int], Iterator[Scoring]]]] = {
    "baccarat": scored_coups,
    "blackjack": scored_hands,
    "roulette": scored_spins,
}


@dataclass(frozen=True, slots=True)
class Caught:
    """After how many rounds of a drill a bug was caught, and as what; as nothing where it was not caught at all."""

    bug: PlantedBug
    house: str
    rounds: int
    counted: tuple[Counted, ...]


def bugs_of(game: str, house: str | None = None) -> list[PlantedBug]:
    """The bugs of a game: all, each under its own house, or those that do something under this one."""
    return [one for one in BUGS if game in one.games and (house is None or one.house in (None, house))]


def caught(bug: PlantedBug, edition: Edition, rounds: int, seed: int) -> Caught:
    """Drills an engine with the bug in it until it is caught. The rounds are dealt, and what is right in them is said,
    with the bug in the engine too.
    """
    with bug.planted():
        number, counted = clean_until(edition, rounds, seed)
    return Caught(bug, edition.id, number, counted)


def clean_until(edition: Edition, rounds: int, seed: int) -> tuple[int, tuple[Counted, ...]]:
    """The first round of a drill that goes wrong, and how; the last one and nothing where none does."""
    tally = Tally(seed)
    for number, score in enumerate(islice(_scored(edition, rounds, seed), rounds), 1):
        score(tally, rule)
        if tally.failed:
            return number, tuple(name for name in COUNTED if getattr(tally, name))
    return rounds, ()


def _scored(edition: Edition, rounds: int, seed: int) -> Iterator[Scoring]:
    for number in count(1):
        yield from SCORED[edition.game](edition, seed, number, rounds)

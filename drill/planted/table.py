"""The table of planted bugs, and after how many rounds the drill catches each."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import count, islice
from typing import Final, Literal, get_args

from drill.games import load_drill
from drill.planted import merging
from drill.planted.planting import GAMES, PlantedBug
from drill.tally import RoundScorer, Tally
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import rule

BUGS: Final = tuple(
    var
    for module in (*(import_module(f"drill.{game}.planted_bugs") for game in GAMES), merging)
    for var in vars(module).values()
    if isinstance(var, PlantedBug)
)
"""All bugs that are planted, those of each game first."""

FailureKind = Literal["missed", "invented", "wrong_money"]
FAILURE_KINDS: Final[tuple[FailureKind, ...]] = get_args(FailureKind)


@dataclass(frozen=True, slots=True)
class BugDetection:
    """After how many rounds of a drill a bug was caught, and as what; as nothing where it was not caught at all."""

    bug: PlantedBug
    house: str
    rounds_played: int
    failure_kinds: tuple[FailureKind, ...]


def bugs_of(game: str, house: str | None = None) -> list[PlantedBug]:
    """The bugs of a game: all, each under its own house, or those that do something under this one."""
    return [bug for bug in BUGS if game in bug.games and (house is None or bug.house in (None, house))]


def detect_bug(bug: PlantedBug, edition: Edition, rounds: int, seed: int) -> BugDetection:
    """Drills an engine with the bug in it until it is caught. The rounds are dealt, and what is right in them is said,
    with the bug in the engine too.
    """
    with bug.plant():
        number, counted = first_failure(edition, rounds, seed)
    return BugDetection(bug, edition.id, number, counted)


def first_failure(edition: Edition, rounds: int, seed: int) -> tuple[int, tuple[FailureKind, ...]]:
    """The first round of a drill that goes wrong, and how; the last one and nothing where none does."""
    tally = Tally(seed)
    for number, score in enumerate(islice(_scored(edition, rounds, seed), rounds), 1):
        score(tally, rule)
        if tally.has_failed:
            return number, tuple(name for name in FAILURE_KINDS if getattr(tally, name))
    return rounds, ()


def _scored(edition: Edition, rounds: int, seed: int) -> Iterator[RoundScorer]:
    for number in count(1):
        yield from load_drill(edition.game).scored(edition, seed, number, rounds)

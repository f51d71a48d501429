"""The games that can be drilled: each is a package beside this module whose `drill` module declares it as `DRILL`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

import drill
from drill.tally import DrillBatch, RoundScorer
from replay.rulebooks.edition import Edition


@dataclass(frozen=True, slots=True)
class GameDrill:
    """How a game is drilled."""

    rulebook: str
    """The house that is drilled where none is named."""
    play: DrillBatch
    """Deals, judges and scores one shoe or sitting."""
    scored_rounds: Callable[[Edition, int, int, int], Iterator[RoundScorer]]
    """The rounds of one shoe or sitting by edition, seed, its number and how many it has at most, each to be judged."""
    scored: Callable[[Edition, int, int, int], Iterator[RoundScorer]]
    """All that is scored there: the rounds, some of them once more on another record, and in card games a void shoe."""


@cache
def drill_names() -> tuple[str, ...]:
    """The games that have a drill."""
    packages = sorted(module.name for module in iter_modules(drill.__path__) if module.ispkg)
    return tuple(name for name in packages if find_spec(f"drill.{name}.drill") is not None)


def load_drill(name: str) -> GameDrill:
    """The drill of one of these games."""
    game_drill: GameDrill = import_module(f"drill.{name}.drill").DRILL
    return game_drill

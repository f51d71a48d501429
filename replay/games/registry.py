"""The games that can be ruled on, a line each; a game is imported when it is first asked for."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from ledger.errors import UnknownGame
from replay.judging.game import Game

if TYPE_CHECKING:
    from replay.judging.felt import LayOut
    from replay.judging.odds import GameOdds

GAME_NAMES: Final = (
    "baccarat",
    "blackjack",
    "roulette",
)
"""Each is a package beside this module.

`game` there declares it as `GAME`, `parameters` what its editions give, `odds` how its odds are worked out as `ODDS`, and
`lay_out` in `felt` says where things lie on its cloth.
"""

ANY_GAME: Final = f"{', '.join(GAME_NAMES[:-1])} or {GAME_NAMES[-1]}"
"""The games in words."""


def game_module(name: str, module: str) -> str:
    """A module of a game's package by its full name. Raises UnknownGame."""
    if name not in GAME_NAMES:
        raise UnknownGame.among(name, GAME_NAMES)
    return f"replay.games.{name}.{module}"


@cache
def load_game(name: str) -> Game:
    """A game by the name that editions give it. Raises UnknownGame."""
    game: Game = import_module(game_module(name, "game")).GAME
    return game


def load_odds(name: str) -> "GameOdds":
    """How a game's odds are worked out; ruling on it does without. Raises UnknownGame."""
    odds: GameOdds = import_module(game_module(name, "odds")).ODDS
    return odds


def load_lay_out(name: str) -> "LayOut":
    """Where things lie on a game's cloth; ruling on it does without. Raises UnknownGame."""
    lay_out: LayOut = import_module(game_module(name, "felt")).lay_out
    return lay_out


class _LoadedGames(Mapping[str, Game]):
    """The games by their names; whichever is looked up is imported."""

    def __getitem__(self, name: str) -> Game:
        if name not in GAME_NAMES:
            raise KeyError(name)
        return load_game(name)

    def __iter__(self) -> Iterator[str]:
        return iter(GAME_NAMES)

    def __len__(self) -> int:
        return len(GAME_NAMES)


GAMES: Final[Mapping[str, Game]] = _LoadedGames()
"""By name, without importing those that nobody looks up."""

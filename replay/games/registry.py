"""The games that can be ruled on, a line each."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final

from replay.judging.game import Game

GAMES: Final[Mapping[str, str]] = {
    "baccarat": "replay.games.baccarat.game",
    "blackjack": "replay.games.blackjack.game",
    "roulette": "replay.games.roulette.game",
}
"""Each game with the module that declares it as `GAME`."""


@cache
def load_game(name: str) -> Game:
    """A game by the name that editions give it, imported when it is first asked for."""
    game: Game = import_module(GAMES[name]).GAME
    return game

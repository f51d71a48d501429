"""Roulette, as the registry offers it."""

from typing import Final

from replay.games.roulette.frames import count, frames
from replay.games.roulette.judge import judge
from replay.judging.game import Game


def _wager_name(kind: str) -> str:
    """`six_line` is a six line."""
    return kind.replace("_", " ")


GAME: Final = Game(judge, frames, count, wager_name=_wager_name, place_name=str)

"""Casino War, as the registry offers it."""

from typing import Final

from replay.games.casino_war.deal import place_name
from replay.games.casino_war.frames import count, frames
from replay.games.casino_war.judge import judge

from replay.judging.game import Game

GAME: Final = Game(judge, frames, count, wager_name=str, place_name=place_name, boxes=3)

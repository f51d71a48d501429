"""Blackjack, as the registry offers it."""

from typing import Final

from replay.games.blackjack.frames import count, frames
from replay.games.blackjack.judge import judge
from replay.games.blackjack.keys import KEYS
from replay.games.blackjack.table import place_name
from replay.judging.game import Game

GAME: Final = Game(
    judge,
    frames,
    count,
    wager_name=str,
    place_name=place_name,
    boxes=7,
    standing_texts="table_standing",
    typing_keys=KEYS,
)

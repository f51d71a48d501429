"""Blackjack, as the registry offers it.

The keys by which a round of blackjack is typed beside the footage.
"""

from typing import Final

from ledger.values.message import Message
from replay.games.blackjack.frames import count, frames
from replay.games.blackjack.judge import judge
from replay.games.blackjack.table import place_name
from replay.judging.game import Game, KeyPattern, TypingKeys

KEYS: Final = TypingKeys(
    patterns=(
        KeyPattern("w", "bet {wager} {player} main {stake} box={box}", Message("a wager"), ("player", "box", "stake")),
        KeyPattern("x", "{box} {rank}{suit}", Message("a card to a box"), ("box", "rank", "suit")),
        KeyPattern("d", "D {rank}{suit}", Message("a card to the dealer"), ("rank", "suit")),
        KeyPattern("s", "says {hand} {decision}", Message("what the hand decides"), ("hand", "decision")),
    ),
    choices={
        "decision": {
            "h": "hit",
            "s": "stand",
            "d": "double",
            "p": "split",
            "r": "surrender",
            "f": "free_double",
            "g": "free_split",
            "i": "insurance",
            "n": "no_insurance",
            "e": "even_money",
        },
        "box": {str(box): str(box) for box in range(1, 10)},
    },
)


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

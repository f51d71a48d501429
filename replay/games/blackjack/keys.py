"""The keys by which a round of blackjack is typed beside the footage."""

from typing import Final

from ledger.values.message import Message
from replay.judging.key_patterns import KeyPattern, TypingKeys

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

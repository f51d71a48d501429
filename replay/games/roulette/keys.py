"""The keys by which a spin is typed beside the footage."""

from typing import Final

from ledger.values.message import Message
from replay.judging.key_patterns import KeyPattern, TypingKeys

_GROUNDS: Final = {
    "w": "with_the_wheel",
    "r": "too_few_revolutions",
    "f": "foreign_object",
    "c": "no_compartment",
    "l": "left_the_wheel",
    "i": "interference",
    "o": "other",
}

KEYS: Final = TypingKeys(
    patterns=(
        KeyPattern("w", "bet {wager} {player} {kind} {stake}", Message("a wager"), ("player", "kind", "stake")),
        KeyPattern("s", "spin", Message("the ball is spun")),
        KeyPattern("r", "rest {pocket}", Message("the ball comes to rest"), ("pocket",)),
        KeyPattern("c", "call {pocket}", Message("the number is announced"), ("pocket",)),
        KeyPattern("d", "dolly {pocket}", Message("the dolly is placed"), ("pocket",)),
        KeyPattern("z", "no_spin {ground}", Message("“no spin” is called"), ("ground",)),
        KeyPattern("i", "incident {ground}", Message("what disturbs the spin"), ("ground",)),
        KeyPattern("t", "ball_out", Message("the ball is taken out")),
        KeyPattern("b", "ball_in {pocket}", Message("the ball is put back"), ("pocket",)),
    ),
    choices={
        "kind": {"r": "red", "b": "black", "o": "odd", "e": "even", "l": "low", "h": "high"},
        "ground": _GROUNDS,
    },
)

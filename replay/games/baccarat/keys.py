"""The keys by which a coup is typed beside the footage."""

from typing import Final

from ledger.values.message import Message
from replay.judging.key_patterns import KeyPattern, TypingKeys

KEYS: Final = TypingKeys(
    patterns=(
        KeyPattern("w", "bet {wager} {player} {kind} {stake}", Message("a wager"), ("player", "kind", "stake")),
        KeyPattern("p", "P {rank}{suit}", Message("a card to punto"), ("rank", "suit")),
        KeyPattern("b", "B {rank}{suit}", Message("a card to banco"), ("rank", "suit")),
        KeyPattern("c", "call {result}", Message("the call"), ("result",)),
    ),
    choices={
        "kind": {"p": "punto", "b": "banco", "e": "egalite", "t": "any_tie"},
        "result": {"p": "punto", "b": "banco", "e": "egalite"},
    },
)

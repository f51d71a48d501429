"""Keys made into events: what a key means where it is pressed, and what may be pressed next."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.feeds.notation import Transcript
from ledger.values.message import Message
from ledger.values.subjects import TRANSCRIPT
from replay.judging.game import (
    CARD_PATTERN,
    COMMON_PATTERNS,
    RANK_KEYS,
    SUIT_KEYS,
    KeyPattern,
    Slot,
    TypingKeys,
)

ENTER: Final = "\n"
FREE_KEY: Final = ":"
"""After it a phrase is typed as it stands in the notation, up to Enter."""
_POCKET_DIGITS: Final = 2


class KeyChoice(NamedTuple):
    """A key that may be pressed, and what it stands for, a text of the catalogue or a word as it is recorded."""

    key: str
    meaning: str


_KEEP_ON: Final = (KeyChoice("Enter", Message("the event is whole")),)


class ReadKeys(NamedTuple):
    """What keys come to: a whole event's phrase, or what may come next, or why they are none."""

    phrase: str | None = None
    choices: tuple[KeyChoice, ...] = ()
    wrong: str | None = None


class PaidAmount(NamedTuple):
    """What may have been paid: in minor units, and in words."""

    minor: int
    meaning: str


@dataclass(frozen=True, slots=True)
class TypingTable:
    """What keys stand for at a table as it is now. `due` is the place that is due, in the notation's spelling,
    `hand` that or the one that was touched last.

    `amounts` are by wager, by key, what may have been paid: nothing, the stake, what is due. `expected` is the next event
    of the account that is gone through.
    """

    keys: TypingKeys
    due: str | None
    hand: str | None
    next_wager: str
    stakes: Sequence[int]
    amounts: Mapping[str, Mapping[str, "PaidAmount"]]
    expected: str | None = None

    @property
    def patterns(self) -> tuple[KeyPattern, ...]:
        """The game's own patterns first, then those of every game."""
        return (*self.keys.patterns, *COMMON_PATTERNS)

    def choices(self, slot: Slot, filled: Mapping[str, str]) -> Mapping[str, str]:
        """What keys stand for in a place of a pattern."""
        match slot:
            case "rank":
                return RANK_KEYS
            case "suit":
                return SUIT_KEYS
            case "player":
                return {str(number): f"P{number}" for number in range(1, 10)}
            case "stake":
                return {str(number): str(stake) for number, stake in enumerate(self.stakes, 1)}
            case "wager":
                return {str(number): wager for number, wager in enumerate(self.amounts, 1) if number < 10}
            case "amount":
                return {key: str(amount.minor) for key, amount in self.amounts[filled["wager"]].items()}
        return self.keys.choices[slot]


def read_keys(keys: str, table: TypingTable) -> ReadKeys:
    """What keys come to at a table."""
    if not keys:
        return ReadKeys(choices=tuple(_first_choices(table)))
    if keys == ENTER and table.expected is not None:
        return _checked(table.expected)
    if keys.startswith(FREE_KEY):
        return _free(keys[1:])
    pattern = next((pattern for pattern in table.patterns if pattern.key == keys[0]), None)
    if pattern is not None:
        return _fill(pattern, keys[1:], table)
    if keys[0] in RANK_KEYS:
        return _fill(CARD_PATTERN, keys, table)
    known = ", ".join(f"{choice.key} {choice.meaning}" for choice in _first_choices(table))
    return ReadKeys(wrong=f"{keys[0]!r} begins no event here: {known}")


def _first_choices(table: TypingTable) -> Iterator[KeyChoice]:
    if table.expected is not None:
        yield KeyChoice("Enter", Message("it is so: {event}", event=table.expected))
    if table.due is not None:
        yield KeyChoice("A 2 … K ?", Message("{event}: {place}", event=CARD_PATTERN.meaning, place=table.due))
    for pattern in table.patterns:
        yield KeyChoice(pattern.key, pattern.meaning)
    yield KeyChoice(FREE_KEY, Message("anything else, in the notation"))


class _Filled(NamedTuple):
    """What a place of a pattern is filled with, and the keys that are left."""

    value: str
    keys: str


def _fill(pattern: KeyPattern, keys: str, table: TypingTable) -> ReadKeys:
    filled = {"wager": table.next_wager, "due": table.due or "", "hand": table.hand or ""}
    if any(slot in pattern.slots and not filled[slot] for slot in ("due", "hand")):
        return ReadKeys(wrong="no hand is due here; say whose it is, with the key of its place before it")
    for slot in pattern.slots:
        if slot in ("due", "hand"):
            continue
        taken = _take_pocket(keys) if slot == "pocket" else _take(slot, keys, filled, table)
        if isinstance(taken, ReadKeys):
            return taken
        filled[slot], keys = taken
    return _checked(pattern.phrase.format(**filled))


def _take_pocket(keys: str) -> _Filled | ReadKeys:
    digits = keys[:_POCKET_DIGITS].rstrip(ENTER)
    if digits and not digits.isdecimal():
        return ReadKeys(wrong=f"{digits!r} is no compartment; press its number, and Enter after a single digit")
    if len(digits) < _POCKET_DIGITS and not (digits and keys.endswith(ENTER)):
        return ReadKeys(choices=(KeyChoice("0 … 36", Message("the compartment; Enter after a single digit")),))
    return _Filled(digits if digits == "00" else str(int(digits)), keys[_POCKET_DIGITS:])


def _take(slot: Slot, keys: str, filled: Mapping[str, str], table: TypingTable) -> _Filled | ReadKeys:
    if slot == "amount" and keys[:1].isdecimal():
        if not keys.rstrip(ENTER).isdecimal():
            return ReadKeys(wrong=f"{keys!r} is no amount; press digits of the smallest unit, then Enter")
        return _Filled(keys.rstrip(ENTER), "") if keys.endswith(ENTER) else ReadKeys(choices=_KEEP_ON)
    choices = table.choices(slot, filled)
    if not keys:
        shown = [KeyChoice(key, value) for key, value in choices.items()]
        return ReadKeys(choices=tuple(_amount_choices(table, filled["wager"]) if slot == "amount" else shown))
    if keys[0] not in choices:
        known = ", ".join(f"{key} {value}" for key, value in choices.items())
        return ReadKeys(wrong=f"{keys[0]!r} is no {slot} here: {known or 'there is none yet'}")
    return _Filled(choices[keys[0]], keys[1:])


def _amount_choices(table: TypingTable, wager: str) -> Iterator[KeyChoice]:
    for key, amount in table.amounts[wager].items():
        yield KeyChoice(key, amount.meaning)
    yield KeyChoice("0 … 9", Message("another amount in the smallest unit, then Enter"))


def _free(text: str) -> ReadKeys:
    if not text.endswith(ENTER):
        return ReadKeys(choices=_KEEP_ON)
    return _checked(text.strip())


def _checked(phrase: str) -> ReadKeys:
    try:
        delivery_of(phrase, TRANSCRIPT + "draft", "T/2000-01-01/1")
    except MalformedDelivery as error:
        return ReadKeys(wrong=error.refusal)
    return ReadKeys(phrase=phrase)


def delivery_of(phrase: str, source: str, subject: str) -> Delivery:
    """What one phrase tells of a round. Raises MalformedDelivery where it cannot be read, or is not one event."""
    found = Transcript(source, is_typed=True).read(f"{subject}: {phrase}") if phrase else []
    if len(found) != 1:
        raise MalformedDelivery("not_one_phrase")
    return found[0]

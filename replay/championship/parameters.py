"""What the rules of a championship must say so that its rounds can be ranked and its draws decided."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from ledger.values.pockets import Pockets
from ledger.values.subjects import Name, Word
from ledger.values.wheel_layout import layout_of
from replay.rulebooks.parameter import Key

Criterion = Literal["hospitality", "technical", "control"]
Several = Annotated[int, Field(strict=True, ge=1, le=99)]

KEYS: Final[dict[str, Key[Any]]] = {}
"""Every key that a championship reads: an edition gives each of them, and no other."""

LEAST_ENTRIES: Final = Key[int](KEYS, "entries.least", Annotated[int, Field(strict=True, ge=1)])
INVITED_ARE: Final = Key[str](KEYS, "entries.invited_are", Word)
WAGERS_BY: Final = Key[str](KEYS, "wagers.placed_by", Literal["judges", "anybody"])

# Who goes on
RESULT_IS: Final = Key[str](KEYS, "result.is", Literal["given", "sum"])
CRITERIA: Final = Key[tuple[Criterion, ...]](
    KEYS, "draw.criteria", Annotated[tuple[Criterion, ...], Field(min_length=1, max_length=3)]
)
CRITERIA_OF: Final = Key[str](KEYS, "draw.criteria_of", Literal["round", "rounds"])
EXERCISE: Final = Key[bool](KEYS, "draw.goes_to_exercise", bool)

# The exercise
ODDS_OF: Final = Key[str](KEYS, "exercise.odds_of", Name)
WHEEL: Final = Key[str](KEYS, "exercise.wheel", Pockets)
WAGERS: Final = Key[int](KEYS, "exercise.wagers", Several)
LEAST_CHIPS: Final = Key[int](KEYS, "exercise.least_chips", Several)
MOST_CHIPS: Final = Key[int](KEYS, "exercise.most_chips", Several)
PAYOUT_IS: Final = Key[str](KEYS, "exercise.payout_is", Literal["winnings", "with_stake"])
FIRST_BY: Final = Key[str](KEYS, "exercise.first_by", Literal["marks"])
THEN_BY: Final = Key[str](KEYS, "exercise.then_by", Literal["time", "nothing"])
AGAIN: Final = Key[str](KEYS, "exercise.again", Literal["until_decided", "never"])


def contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    """What in an edition's values cannot be meant together: each a row and why."""
    if len(set(values[CRITERIA.name])) < len(values[CRITERIA.name]):
        yield f"{CRITERIA.name}: a criterion is reviewed once"
    if values[LEAST_CHIPS.name] > values[MOST_CHIPS.name]:
        yield f"{LEAST_CHIPS.name}: the least is not above the most"
    yield from (f"{WHEEL.name}: {why}" for why in layout_of(values[WHEEL.name]).faults())

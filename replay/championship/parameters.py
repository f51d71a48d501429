"""What the rules of a championship must say so that its rounds can be ranked and its draws decided."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from ledger.values.pockets import Pockets
from ledger.values.subjects import Name, Word
from ledger.values.wheel_layout import layout_of
from replay.rulebooks.parameter import Parameter

Criterion = Literal["hospitality", "technical", "control"]
Several = Annotated[int, Field(strict=True, ge=1, le=99)]

PARAMETERS: Final[dict[str, Parameter[Any]]] = {}
"""Every key that a championship reads: an edition gives each of them, and no other."""

LEAST_ENTRIES: Final = Parameter[int](PARAMETERS, "entries.least", Annotated[int, Field(strict=True, ge=1)])
INVITED_ARE: Final = Parameter[str](PARAMETERS, "entries.invited_are", Word)
WAGERS_BY: Final = Parameter[str](PARAMETERS, "wagers.placed_by", Literal["judges", "anybody"])

# Who goes on
RESULT_IS: Final = Parameter[str](PARAMETERS, "result.is", Literal["given", "sum"])
CRITERIA: Final = Parameter[tuple[Criterion, ...]](
    PARAMETERS, "draw.criteria", Annotated[tuple[Criterion, ...], Field(min_length=1, max_length=3)]
)
CRITERIA_OF: Final = Parameter[str](PARAMETERS, "draw.criteria_of", Literal["round", "rounds"])
WITHDRAWN_PLACE: Final = Parameter[Literal["next", "empty", "refer"]](
    PARAMETERS, "withdrawn.place", Literal["next", "empty", "refer"], default="refer"
)
"""Who has the place of a contestant who withdrew: the next in the ranking or nobody; `refer` where rules are silent."""
EXERCISE: Final = Parameter[bool](PARAMETERS, "draw.goes_to_exercise", bool)

# The exercise
ODDS_OF: Final = Parameter[str](PARAMETERS, "exercise.odds_of", Name)
WHEEL: Final = Parameter[str](PARAMETERS, "exercise.wheel", Pockets)
WAGERS: Final = Parameter[int](PARAMETERS, "exercise.wagers", Several)
LEAST_CHIPS: Final = Parameter[int](PARAMETERS, "exercise.least_chips", Several)
MOST_CHIPS: Final = Parameter[int](PARAMETERS, "exercise.most_chips", Several)
PAYOUT_IS: Final = Parameter[str](PARAMETERS, "exercise.payout_is", Literal["winnings", "with_stake"])
FIRST_BY: Final = Parameter[str](PARAMETERS, "exercise.first_by", Literal["marks"])
THEN_BY: Final = Parameter[str](PARAMETERS, "exercise.then_by", Literal["time", "nothing"])
EXERCISE_AGAIN: Final = Parameter[str](PARAMETERS, "exercise.again", Literal["until_decided", "never"])


def contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    """What in an edition's values cannot be meant together: each a row and why."""
    if len(set(values[CRITERIA.name])) < len(values[CRITERIA.name]):
        yield f"{CRITERIA.name}: a criterion is reviewed once"
    if values[LEAST_CHIPS.name] > values[MOST_CHIPS.name]:
        yield f"{LEAST_CHIPS.name}: the least is not above the most"
    yield from (f"{WHEEL.name}: {why}" for why in layout_of(values[WHEEL.name]).faults())

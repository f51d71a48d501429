"""What a house must say so that its roulette can be played, settled and audited."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from ledger.values.money import Odds
from ledger.values.pockets import Pockets, pockets_of
from ledger.values.wheel_layout import layout_of
from replay.rulebooks.common_parameters import FRACTION_GOES_TO, LATE_BET, LATE_RAISE
from replay.rulebooks.parameter import Parameter

Inside = Literal["straight", "split", "street", "corner", "first_four", "six_line"]
Outside = Literal["dozen", "column", "low", "high", "even", "odd", "red", "black"]
Paid = Literal["straight", "split", "street", "corner", "first_four", "six_line", "dozen", "column", "even_chance"]
CallBet = Literal["series_5_8", "orphans", "grand_series", "zero_game"]
Revolutions = Annotated[int, Field(strict=True, ge=0, le=99)]
Most = Annotated[int, Field(strict=True, ge=1)]


class OutsideLimits(BaseModel):
    """The least and the most of a wager outside, in whole units of the currency, and the step between."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    least: Most
    most: Most
    unit: Most


class CallBetPiece(BaseModel):
    """One place of a call bet, and how many of its pieces lie there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Inside
    numbers: Pockets
    pieces: Annotated[int, Field(strict=True, ge=1, le=9)] = 1


PARAMETERS: Final[dict[str, Parameter[Any]]] = {key.name: key for key in (FRACTION_GOES_TO, LATE_BET, LATE_RAISE)}
"""Every key that roulette reads: an edition gives each of them, and no other."""

# The wheel
COMPARTMENTS: Final = Parameter[int](PARAMETERS, "wheel.compartments", Annotated[int, Field(strict=True, ge=7, le=99)])
ALTERNATES: Final = Parameter[bool](PARAMETERS, "wheel.colours_alternate", bool)

# The spin
AGAINST_THE_WHEEL: Final = Parameter[bool](PARAMETERS, "spin.against_the_wheel", bool)
LEAST_REVOLUTIONS: Final = Parameter[int](PARAMETERS, "spin.least_revolutions", Revolutions)
REVOLUTIONS_AFTER_CALL: Final = Parameter[int](PARAMETERS, "call.least_revolutions_after", Revolutions)
TOO_FEW_AFTER_CALL: Final = Parameter[str](PARAMETERS, "call.too_few_revolutions_after", Literal["stands", "no_spin"])
NO_SPIN: Final = Parameter[str](PARAMETERS, "no_spin.is", Literal["invalid", "valid"])
WITH_THE_WHEEL: Final = Parameter[bool](PARAMETERS, "no_spin.with_the_wheel", bool)
TOO_FEW_REVOLUTIONS: Final = Parameter[bool](PARAMETERS, "no_spin.too_few_revolutions", bool)
FOREIGN_OBJECT: Final = Parameter[bool](PARAMETERS, "no_spin.foreign_object", bool)
NO_COMPARTMENT: Final = Parameter[bool](PARAMETERS, "no_spin.no_compartment", bool)
LEFT_THE_WHEEL: Final = Parameter[bool](PARAMETERS, "no_spin.left_the_wheel", bool)
INTERFERENCE: Final = Parameter[bool](PARAMETERS, "no_spin.interference", bool)
BALL_IS_EXAMINED: Final = Parameter[bool](PARAMETERS, "no_spin.ball_is_examined", bool)
BALL_GOES: Final = Parameter[str](PARAMETERS, "no_spin.ball_goes_to", Literal["previous_pocket", "any_pocket"])
UNANNOUNCED: Final = Parameter[str](PARAMETERS, "no_spin.not_announced", Literal["invalid", "stands"])
AFTER_REST: Final = Parameter[str](PARAMETERS, "no_spin.after_the_rest", Literal["counts", "too_late"])
ONCE_PAID: Final = Parameter[str](PARAMETERS, "no_spin.once_paid", Literal["taken_back", "left"])
BEFORE_RESPIN: Final = Parameter[str](PARAMETERS, "no_spin.wagers", Literal["stay", "open"])

# The wagers
OFFERED: Final = Parameter[frozenset[str]](PARAMETERS, "wagers.offered", frozenset[Inside | Outside])
NEIGHBOURS: Final = Parameter[frozenset[int]](
    PARAMETERS, "neighbours.pieces", frozenset[Annotated[int, Field(strict=True, ge=1, le=37)]]
)
CALL_BETS: Final = Parameter[Mapping[str, tuple[CallBetPiece, ...]]](
    PARAMETERS, "call_bets.pieces", Mapping[CallBet, tuple[CallBetPiece, ...]]
)
ZERO_PLACEMENTS: Final = Parameter[str](PARAMETERS, "zero.placements", Literal["trade", "none"])
CHIPS_ONLY: Final = Parameter[bool](PARAMETERS, "wagers.in_chips_only", bool)
ON_PRINT: Final = Parameter[frozenset[str]](PARAMETERS, "print.takes", frozenset[Literal["neighbours", "series"]])
ODDS: Final = Parameter[Mapping[str, str]](PARAMETERS, "win.odds", Annotated[Mapping[Paid, Odds], Field(min_length=9)])
EVEN_ON_ZERO: Final = Parameter[str](PARAMETERS, "even_chance.on_zero", Literal["half", "lost"])
THIRD_ON_ZERO: Final = Parameter[str](PARAMETERS, "column_and_dozen.on_zero", Literal["half", "lost"])
CALLED_BET_NEEDS: Final = Parameter[str](PARAMETERS, "called_bet.needs", Literal["chips_and_time", "nothing"])
SETTLED_BY: Final = Parameter[str](PARAMETERS, "wager.settled_by", Literal["position", "instruction"])
AFTER_CALL_STAYS: Final = Parameter[bool](PARAMETERS, "wager.stays_after_the_call", bool)
POSITION_UNTIL: Final = Parameter[str](
    PARAMETERS, "wager.position_counts_until", Literal["rest", "payment"], default="rest"
)
LATE_AT_REST: Final = Parameter[str](
    PARAMETERS, "late_chips.at_rest_become", Literal["returned", "plays"], default="not_said"
)
SETTLED_AT: Final = Parameter[str](PARAMETERS, "wager.settled_by_position_at", Literal["call", "rest"])

# The limits
INSIDE_LEAST: Final = Parameter[int](PARAMETERS, "limits.inside_least", Most)
INSIDE_MOST: Final = Parameter[Mapping[str, int]](
    PARAMETERS, "limits.inside_most", Annotated[Mapping[Inside, Most], Field(min_length=6)]
)
OUTSIDE_LIMITS: Final = Parameter[OutsideLimits](PARAMETERS, "limits.outside", OutsideLimits)
MOST_IS_OF: Final = Parameter[str](PARAMETERS, "limits.most_is_of", Literal["player", "placement"])
OFF_LIMITS: Final = Parameter[str](PARAMETERS, "bet_off_limits.becomes", Literal["up_to_limit", "returned", "settled"])
COLOUR_CHIPS: Final = Parameter[int](PARAMETERS, "colour_chips.inside_most", Most)
COLOUR_OUTSIDE: Final = Parameter[bool](PARAMETERS, "colour_chips.outside", bool)
TIPS: Final = Parameter[bool](PARAMETERS, "tips.allowed", bool)


def contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    """What in an edition's values cannot be meant together: each a row and why."""
    layout = layout_of(None)
    for bet, pieces in values[CALL_BETS.name].items():
        for piece in pieces:
            if frozenset(pockets_of(piece.numbers)) not in layout.placements[piece.kind]:
                yield f"{CALL_BETS.name}: {bet} has {piece.numbers}, which is no {piece.kind}"
    if any(pieces % 2 == 0 for pieces in values[NEIGHBOURS.name]):
        yield f"{NEIGHBOURS.name}: a number has as many neighbours on either side"
    limits = values[OUTSIDE_LIMITS.name]
    if limits.least > limits.most or limits.least % limits.unit:
        yield f"{OUTSIDE_LIMITS.name}: the least is a whole number of units and not above the most"

"""What a house must say so that its roulette can be played, settled and audited."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from ledger.values.money import Odds
from ledger.values.pockets import Pockets, pockets_of
from ledger.values.wheel_layout import layout_of
from replay.rulebooks.common_parameters import FRACTION, LATE_BET, LATE_RAISE
from replay.rulebooks.parameter import Key

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


class Piece(BaseModel):
    """One place of a call bet, and how many of its pieces lie there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Inside
    numbers: Pockets
    pieces: Annotated[int, Field(strict=True, ge=1, le=9)] = 1


KEYS: Final[dict[str, Key[Any]]] = {key.name: key for key in (FRACTION, LATE_BET, LATE_RAISE)}
"""Every key that roulette reads: an edition gives each of them, and no other."""

# The wheel
COMPARTMENTS: Final = Key[int](KEYS, "wheel.compartments", Annotated[int, Field(strict=True, ge=7, le=99)])
ALTERNATES: Final = Key[bool](KEYS, "wheel.colours_alternate", bool)

# The spin
AGAINST: Final = Key[bool](KEYS, "spin.against_the_wheel", bool)
LEAST_REVOLUTIONS: Final = Key[int](KEYS, "spin.least_revolutions", Revolutions)
AFTER_CALL: Final = Key[int](KEYS, "call.least_revolutions_after", Revolutions)
TOO_FEW_AFTER: Final = Key[str](KEYS, "call.too_few_revolutions_after", Literal["stands", "no_spin"])
NO_SPIN: Final = Key[str](KEYS, "no_spin.is", Literal["invalid", "valid"])
WITH_THE_WHEEL: Final = Key[bool](KEYS, "no_spin.with_the_wheel", bool)
TOO_FEW: Final = Key[bool](KEYS, "no_spin.too_few_revolutions", bool)
FOREIGN: Final = Key[bool](KEYS, "no_spin.foreign_object", bool)
NO_COMPARTMENT: Final = Key[bool](KEYS, "no_spin.no_compartment", bool)
LEFT: Final = Key[bool](KEYS, "no_spin.left_the_wheel", bool)
INTERFERENCE: Final = Key[bool](KEYS, "no_spin.interference", bool)
EXAMINED: Final = Key[bool](KEYS, "no_spin.ball_is_examined", bool)
BALL_GOES: Final = Key[str](KEYS, "no_spin.ball_goes_to", Literal["previous_pocket", "any_pocket"])
UNANNOUNCED: Final = Key[str](KEYS, "no_spin.not_announced", Literal["invalid", "stands"])
AFTER_REST: Final = Key[str](KEYS, "no_spin.after_the_rest", Literal["counts", "too_late"])
ONCE_PAID: Final = Key[str](KEYS, "no_spin.once_paid", Literal["taken_back", "left"])
BEFORE_RESPIN: Final = Key[str](KEYS, "no_spin.wagers", Literal["stay", "open"])

# The wagers
OFFERED: Final = Key[frozenset[str]](KEYS, "wagers.offered", frozenset[Inside | Outside])
NEIGHBOURS: Final = Key[frozenset[int]](
    KEYS, "neighbours.pieces", frozenset[Annotated[int, Field(strict=True, ge=1, le=37)]]
)
CALL_BETS: Final = Key[Mapping[str, tuple[Piece, ...]]](KEYS, "call_bets.pieces", Mapping[CallBet, tuple[Piece, ...]])
ZERO_PLACEMENTS: Final = Key[str](KEYS, "zero.placements", Literal["trade", "none"])
CHIPS_ONLY: Final = Key[bool](KEYS, "wagers.in_chips_only", bool)
ON_PRINT: Final = Key[frozenset[str]](KEYS, "print.takes", frozenset[Literal["neighbours", "series"]])
ODDS: Final = Key[Mapping[str, str]](KEYS, "win.odds", Annotated[Mapping[Paid, Odds], Field(min_length=9)])
EVEN_ON_ZERO: Final = Key[str](KEYS, "even_chance.on_zero", Literal["half", "lost"])
THIRD_ON_ZERO: Final = Key[str](KEYS, "column_and_dozen.on_zero", Literal["half", "lost"])
CALLED: Final = Key[str](KEYS, "called_bet.needs", Literal["chips_and_time", "nothing"])
INSTRUCTED: Final = Key[str](KEYS, "wager.settled_by", Literal["position", "instruction"])
AFTER_CALL_STAYS: Final = Key[bool](KEYS, "wager.stays_after_the_call", bool)
POSITION_UNTIL: Final = Key[str](KEYS, "wager.position_counts_until", Literal["rest", "payment"], absent="rest")
LATE_AT_REST: Final = Key[str](KEYS, "late_chips.at_rest_become", Literal["returned", "plays"], absent="not_said")
SETTLED_AT: Final = Key[str](KEYS, "wager.settled_by_position_at", Literal["call", "rest"])

# The limits
INSIDE_LEAST: Final = Key[int](KEYS, "limits.inside_least", Most)
INSIDE_MOST: Final = Key[Mapping[str, int]](
    KEYS, "limits.inside_most", Annotated[Mapping[Inside, Most], Field(min_length=6)]
)
OUTSIDE: Final = Key[OutsideLimits](KEYS, "limits.outside", OutsideLimits)
MOST_IS_OF: Final = Key[str](KEYS, "limits.most_is_of", Literal["player", "placement"])
OFF_LIMITS: Final = Key[str](KEYS, "bet_off_limits.becomes", Literal["up_to_limit", "returned", "settled"])
COLOUR_CHIPS: Final = Key[int](KEYS, "colour_chips.inside_most", Most)
COLOUR_OUTSIDE: Final = Key[bool](KEYS, "colour_chips.outside", bool)
TIPS: Final = Key[bool](KEYS, "tips.allowed", bool)


def contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    """What in an edition's values cannot be meant together: each a row and why."""
    layout = layout_of(None)
    for bet, pieces in values[CALL_BETS.name].items():
        for piece in pieces:
            if frozenset(pockets_of(piece.numbers)) not in layout.placements[piece.kind]:
                yield f"{CALL_BETS.name}: {bet} has {piece.numbers}, which is no {piece.kind}"
    if any(pieces % 2 == 0 for pieces in values[NEIGHBOURS.name]):
        yield f"{NEIGHBOURS.name}: a number has as many neighbours on either side"
    limits = values[OUTSIDE.name]
    if limits.least > limits.most or limits.least % limits.unit:
        yield f"{OUTSIDE.name}: the least is a whole number of units and not above the most"

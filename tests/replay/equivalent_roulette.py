"""The broken engines for roulette that pass: no round of the drill tells them from ours. Each with the reason."""

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {
    "money.fraction_goes_to becomes house": "no drilled stake leaves a fraction",
    "wheel.colours_alternate becomes False": "the wheel of the drill is in order",
    "neighbours.pieces has 1 besides": "nobody in the drill asks for so many pieces",
    "neighbours.pieces has 11 besides": "nobody in the drill asks for so many pieces",
    "limits.inside_least becomes 4": "no drilled wager lies between the two",
    "limits.inside_most split becomes 199": "no drilled wager lies between the two",
    "limits.inside_most split becomes 201": "no drilled wager lies between the two",
    "limits.inside_most corner becomes 399": "no drilled wager lies between the two",
    "limits.inside_most corner becomes 401": "no drilled wager lies between the two",
    "limits.inside_most first_four becomes 401": "no drilled wager lies between the two",
    "limits.inside_most six_line becomes 601": "no drilled wager lies between the two",
}

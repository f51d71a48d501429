"""What of a round is a trial: a spin of its wheel, and bets whose chance is known."""

from fractions import Fraction
from typing import Literal, NamedTuple

TrialKind = Literal["next_card", "ball_at_rest"]


class WheelSpin(NamedTuple):
    """Where the ball fell, on a wheel whose compartments are named clockwise."""

    wheel: tuple[str, ...]
    pocket: str


class BetTrial(NamedTuple):
    """A bet whose luck has a known chance.

    With `predicted` it is a sign that something would happen, or would not; without, `happened` says whether it won.
    """

    player: str
    kind: TrialKind
    happened: bool
    chance: Fraction
    predicted: bool | None = None

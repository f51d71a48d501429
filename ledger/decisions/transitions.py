"""How a shoe and a round may go from one standing to the next. What is not in the tables is refused."""

from collections.abc import Mapping
from typing import Final, Literal

ShoeStanding = Literal["in_play", "suspect", "void", "reversed"]
RoundStanding = Literal["open", "closed", "disputed", "stands", "corrected", "void"]

SHOE: Final[Mapping[tuple[ShoeStanding, str], ShoeStanding]] = {
    ("in_play", "suspect_shoe"): "suspect",
    ("suspect", "suspect_shoe"): "suspect",
    ("reversed", "suspect_shoe"): "suspect",
    ("void", "suspect_shoe"): "void",
    ("in_play", "void_shoe"): "void",
    ("suspect", "void_shoe"): "void",
    ("reversed", "void_shoe"): "void",
    ("void", "reverse_void_shoe"): "reversed",
}

ROUND: Final[Mapping[tuple[RoundStanding, str], RoundStanding]] = {
    ("open", "close"): "closed",
    ("open", "dispute"): "disputed",
    ("closed", "dispute"): "disputed",
    ("stands", "dispute"): "disputed",
    ("corrected", "dispute"): "disputed",
    ("closed", "settle_as_stands"): "stands",
    ("closed", "settle_as_corrected"): "corrected",
    ("disputed", "settle_as_stands"): "stands",
    ("disputed", "settle_as_corrected"): "corrected",
}
"""How a round stands apart from being void; what happened on the floor (`close`, `dispute`) is never refused."""

NOT_VOID: Final = "the shoe is not void"
VOID: Final = "the shoe is void already"
NOT_DISPUTED: Final = "the round is not under dispute, nor closed and undecided"
ROUND_VOID: Final = "the round is void"
ALREADY: Final = "that is decided already"
NOTHING: Final = "nothing was decided that could be taken back"


def shoe_refusal(standing: ShoeStanding, act: str) -> str | None:
    """Why an act is not open to a shoe of this standing; None if it is."""
    if (standing, act) in SHOE:
        return None
    return VOID if act == "void_shoe" else NOT_VOID


def round_after(standing: RoundStanding, act: str) -> RoundStanding:
    """The standing of a round after something happened or was settled."""
    return ROUND.get((standing, act), standing)

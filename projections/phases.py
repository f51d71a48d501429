"""The phases of a round as an investigator steps through them: bets, play, call, money, and the righting of an error."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ledger.events import Event, play, wheel
from projections.walk import Step

Phase = Literal["bets", "play", "call", "money", "error", "end"]

_BEGINS: Final[tuple[tuple[Phase, tuple[type[Event], ...]], ...]] = (
    ("bets", (play.RoundOpened,)),
    ("play", (play.BetsClosed, play.CardDealt, play.DecisionMade, wheel.BallSpun, wheel.BallRested)),
    ("call", (play.Announced, wheel.DollyPlaced)),
    ("money", (play.WagerReturned,)),
    ("error", (play.NoticeGiven, play.IrregularityReported, play.CorrectionBegun, play.CardMoved)),
    ("end", (play.RoundClosed,)),
)
"""What a phase begins with; everything else belongs to the phase in which it happens."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The steps of one phase, by their numbers."""

    phase: Phase
    first: int
    last: int


def phases(steps: Sequence[Step]) -> list[Stretch]:
    """The phases of a round in order."""
    found: list[Stretch] = []
    for step, phase in zip(steps, _each(steps), strict=True):
        if found and found[-1].phase == phase:
            found[-1] = Stretch(phase, found[-1].first, step.number)
        else:
            found.append(Stretch(phase, step.number, step.number))
    return found


def _each(steps: Sequence[Step]) -> Iterator[Phase]:
    now: Phase = "bets"
    for step in steps:
        now = next((phase for phase, kinds in _BEGINS if isinstance(step.told.event, kinds)), now)
        yield now

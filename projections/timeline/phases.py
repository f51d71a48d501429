"""The phases of a round as an investigator steps through them, and how the round stood after each of its entries."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ledger.events import Event, play, wheel
from ledger.table_standing import RoundStanding, TableStanding, in_decision_order
from projections.timeline.timeline import Step
from replay.judging.judgement import MisdrawWindow
from replay.table_day.builder import TableDay
from replay.table_day.round import Round

Phase = Literal["bets", "play", "call", "money", "error", "end"]

_PHASE_STARTS: Final[tuple[tuple[Phase, tuple[type[Event], ...]], ...]] = (
    ("bets", (play.RoundOpened,)),
    ("play", (play.BetsClosed, play.CardDealt, play.DecisionMade, wheel.BallSpun, wheel.BallRested)),
    ("call", (play.Announced, wheel.DollyPlaced)),
    ("money", (play.WagerReturned, play.PaymentTakenBack)),
    ("error", (play.NoticeGiven, play.IrregularityReported, play.CorrectionBegun, play.CardMoved)),
    ("end", (play.RoundClosed,)),
)
"""What a phase begins with; everything else belongs to the phase in which it happens."""


@dataclass(frozen=True, slots=True)
class PhaseSpan:
    """The steps of one phase, by their numbers."""

    phase: Phase
    first: int
    last: int


def phases(steps: Sequence[Step]) -> list[PhaseSpan]:
    """The phases of a round in order."""
    found: list[PhaseSpan] = []
    for step, phase in zip(steps, _phase_of_each(steps), strict=True):
        if found and found[-1].phase == phase:
            found[-1] = PhaseSpan(phase, found[-1].first, step.number)
        else:
            found.append(PhaseSpan(phase, step.number, step.number))
    return found


def _phase_of_each(steps: Sequence[Step]) -> Iterator[Phase]:
    now: Phase = "bets"
    for step in steps:
        now = next((phase for phase, kinds in _PHASE_STARTS if isinstance(step.round_entry.event, kinds)), now)
        yield now


def standings_by_position(table_day: TableDay, round_: Round) -> Mapping[int, RoundStanding]:
    """By position, how the round stood once that entry was made."""
    own = {round_entry.position for round_entry in round_.entries}
    of_day = table_day.standings
    standings = TableStanding(of_day.authorities, of_day.roster, of_day.authorities_at, groundless=of_day.groundless)
    found: dict[int, RoundStanding] = {}
    if table_day.carried_shoe is not None:
        standings.carry_shoe(table_day.carried_shoe.name, table_day.carried_shoe.state)
    for entry in in_decision_order(table_day.order.entries):
        standings.apply(entry)
        if entry.position in own:
            found[entry.position] = standings.round_standing(round_.name, round_.shoe)
    return found


def window_mark(position: int, window: MisdrawWindow) -> Literal["", "opened", "inside", "noticed"]:
    """Return where an entry is in the misdraw window; empty before it and from its close on."""
    if position == window.opened_at:
        return "opened"
    if position < window.opened_at or (window.closed_at is not None and position >= window.closed_at):
        return ""
    return "noticed" if position in (window.noticed_at, window.put_right_at) else "inside"

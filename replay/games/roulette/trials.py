"""A spin as a trial of the wheel, and bets that were laid when the ball lay already."""

from collections.abc import Iterator
from fractions import Fraction

from ledger.events.play import WagerPlaced
from ledger.events.wheel import BallRested
from ledger.values.wheel_layout import layout_of
from replay.games.roulette.bets import Spot
from replay.games.roulette.settlement import pieces_of
from replay.judging.house_acts import no_spin_calls
from replay.judging.trials import BetTrial, WheelSpin
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round


def spin_of(round_: Round) -> WheelSpin | None:
    """Where the ball came to rest, unless the spin was none."""
    rests = round_.entries_of(BallRested)
    calls = [call for call, _ in no_spin_calls(round_)]
    if not rests or (calls and calls[-1].index > rests[-1][0].index):
        return None
    wheel, pocket = layout_of(round_.table_opening.wheel).wheel, rests[-1][1].pocket
    return WheelSpin(wheel, pocket) if pocket in wheel else None


def bet_trials(round_: Round, rules: Rules) -> Iterator[BetTrial]:
    """Bets laid after the ball had come to rest: whoever does not look wins with them as often as anybody."""
    spin, rests = spin_of(round_), round_.entries_of(BallRested)
    if spin is None:
        return
    layout = layout_of(round_.table_opening.wheel)
    for round_entry, bet in round_.entries_of(WagerPlaced):
        if round_entry.index > rests[-1][0].index:
            pieces = pieces_of(Spot(bet.kind, bet.numbers, bet.index, bet.of, bet.pieces), layout, rules) or ()
            numbers = frozenset[str]().union(*(piece.numbers for piece in pieces))
            if numbers and len(numbers) < len(spin.wheel):
                chance = Fraction(len(numbers), len(spin.wheel))
                yield BetTrial(bet.player, "ball_at_rest", spin.pocket in numbers, chance)

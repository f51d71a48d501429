"""Wagers as they are put down on the layout of a wheel."""

from ledger.events.play import WagerPlaced
from replay.games.roulette.bets import Spot


def laid(spot: Spot) -> WagerPlaced:
    """A wager of one player at a spot."""
    where = {"numbers": spot.numbers, "index": spot.index, "of": spot.centre, "pieces": spot.pieces}
    return WagerPlaced.model_validate({"wager": "w1", "player": "P1", "kind": spot.kind, "stake_minor": 1260, **where})

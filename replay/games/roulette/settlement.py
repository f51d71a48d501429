"""What a wager comes to when the ball rests: its pieces on the layout, and what goes back for each."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.values.money import odds_ratio
from ledger.values.pockets import pockets_of
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, NUMBERED_KINDS, Layout, Numbers
from replay.games.roulette import parameters
from replay.games.roulette.bets import CALL_BETS, NEIGHBOURS, Spot
from replay.judging.wagers import share_of
from replay.rulebooks.rules import Rules

HALF = Fraction(1, 2)
ExactAmount = Fraction | int
"""An amount as it is reckoned: whole where the stake is not shared out."""


class Piece(NamedTuple):
    """Chips on one place of the layout: `share` of the wager's stake lies there."""

    kind: str
    numbers: Numbers
    share: ExactAmount


def pieces_of(spot: Spot, layout: Layout, rules: Rules) -> tuple[Piece, ...] | None:
    """The places of the layout on which a wager lies; None for what the house does not offer."""
    return rules.memoize(("pieces", spot, layout.wheel), lambda: _find_pieces(spot, layout, rules))


def _find_pieces(spot: Spot, layout: Layout, rules: Rules) -> tuple[Piece, ...] | None:
    if spot.kind == NEIGHBOURS:
        return _neighbour_pieces(spot, layout, rules)
    if spot.kind in CALL_BETS:
        return _call_bet_pieces(spot.kind, layout, rules)
    if spot.kind not in rules.value(parameters.OFFERED):
        return None
    numbers = _covered_numbers(spot, layout, rules)
    return None if numbers is None else (Piece(spot.kind, numbers, 1),)


def _covered_numbers(spot: Spot, layout: Layout, rules: Rules) -> Numbers | None:
    if layout.placement_error(spot.kind, spot.numbers, spot.index, spot.centre, spot.pieces) is not None:
        return None
    if spot.kind in NUMBERED_KINDS and spot.numbers is not None:
        numbers = frozenset(pockets_of(spot.numbers))
        with_zero = len(numbers) > 1 and not numbers.isdisjoint(layout.zeros)
        return None if with_zero and rules.value(parameters.ZERO_PLACEMENTS) == "none" else numbers
    if spot.kind in INDEXED_KINDS and spot.index is not None:
        return layout.third_numbers(spot.kind, spot.index)
    return layout.even_chance_numbers(spot.kind)


def _neighbour_pieces(spot: Spot, layout: Layout, rules: Rules) -> tuple[Piece, ...] | None:
    number, of = spot.pieces, spot.centre
    if number not in rules.value(parameters.NEIGHBOURS) or number is None or of not in layout.wheel or of is None:
        return None
    return tuple(Piece("straight", frozenset({pocket}), Fraction(1, number)) for pocket in layout.neighbours_of(of, number))


def _call_bet_pieces(kind: str, layout: Layout, rules: Rules) -> tuple[Piece, ...] | None:
    listed = rules.value(parameters.CALL_BETS).get(kind)
    if listed is None:
        return None
    number = sum(call_bet_piece.pieces for call_bet_piece in listed)
    found = [
        Piece(call_bet_piece.kind, frozenset(pockets_of(call_bet_piece.numbers)), Fraction(call_bet_piece.pieces, number))
        for call_bet_piece in listed
    ]
    return tuple(found) if all(piece.numbers in layout.placements[piece.kind] for piece in found) else None


def settle(pieces: Sequence[Piece], stake_minor: int, pocket: str, layout: Layout, rules: Rules) -> ExactAmount:
    """What goes back for a wager with its pieces, stake included, in minor units, not yet rounded."""
    return sum((piece_return(piece, share_of(piece.share, stake_minor), pocket, layout, rules) for piece in pieces), 0)


def piece_return(piece: Piece, stake: ExactAmount, pocket: str, layout: Layout, rules: Rules) -> ExactAmount:
    """What goes back for the chips on one place."""
    if pocket in piece.numbers:
        paid = "even_chance" if piece.kind in EVEN_CHANCES else piece.kind
        return stake * (1 + odds_ratio(rules.value(parameters.ODDS)[paid]))
    if pocket in layout.zeros and piece.kind in EVEN_CHANCES:
        return stake * HALF if rules.value(parameters.EVEN_ON_ZERO) == "half" else 0
    if pocket in layout.zeros and piece.kind in INDEXED_KINDS:
        return stake * HALF if rules.value(parameters.THIRD_ON_ZERO) == "half" else 0
    rules.value(parameters.ODDS)
    return 0

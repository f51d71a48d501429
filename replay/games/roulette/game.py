"""Roulette, as the registry offers it."""

from typing import Final

from ledger.events.play import WagerPlaced
from ledger.values.message import Term
from ledger.values.wheel_layout import layout_of, position_text
from replay.games.roulette.bets import CALL_BETS, NEIGHBOURS, Spot
from replay.games.roulette.board import draw_board
from replay.games.roulette.frames import count, frames
from replay.games.roulette.judge import judge
from replay.games.roulette.keys import KEYS
from replay.games.roulette.settlement import pieces_of
from replay.games.roulette.supposed import supposed_rounds
from replay.games.roulette.trials import bet_trials, spin_of
from replay.judging.felt import LaidPiece
from replay.judging.game import Game
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round


def _wager_name(kind: str) -> str:
    """`six_line` is a six line."""
    return Term(kind)


def _wager_position(bet: WagerPlaced) -> str:
    return position_text(bet.kind, bet.numbers, bet.index, bet.of, bet.pieces)


def _laid_pieces(bet: WagerPlaced, round_: Round, rules: Rules) -> tuple[LaidPiece, ...]:
    """The pieces of a call bet, the numbers of each in the order of the wheel."""
    if bet.kind not in (*CALL_BETS, NEIGHBOURS):
        return ()
    layout = layout_of(round_.table_opening.wheel)
    pieces = pieces_of(Spot(bet.kind, bet.numbers, bet.index, bet.of, bet.pieces), layout, rules) or ()
    return tuple(
        LaidPiece(piece.kind, tuple(sorted(piece.numbers, key=layout.wheel.index)), piece.share) for piece in pieces
    )


GAME: Final = Game(
    judge,
    frames,
    count,
    wager_name=_wager_name,
    place_name=Term,
    supposed_rounds=supposed_rounds,
    wager_position=_wager_position,
    laid_pieces=_laid_pieces,
    draw_board=draw_board,
    has_wheel=True,
    typing_keys=KEYS,
    spin_of=spin_of,
    bet_trials=bet_trials,
)

"""Roulette, as the registry offers it."""

from typing import Final

from ledger.events.play import WagerPlaced
from ledger.values.message import Term
from ledger.values.wheel_layout import position_text
from replay.games.roulette.board import draw_board
from replay.games.roulette.frames import count, frames
from replay.games.roulette.judge import judge
from replay.judging.game import Game


def _wager_name(kind: str) -> str:
    """`six_line` is a six line."""
    return Term(kind)


def _wager_position(bet: WagerPlaced) -> str:
    return position_text(bet.kind, bet.numbers, bet.index, bet.of, bet.pieces)


GAME: Final = Game(
    judge,
    frames,
    count,
    wager_name=_wager_name,
    place_name=Term,
    wager_position=_wager_position,
    draw_board=draw_board,
    has_wheel=True,
)

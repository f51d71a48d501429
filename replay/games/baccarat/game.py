"""Baccarat, as the registry offers it."""

from typing import Final

from ledger.values.message import Term
from replay.games.baccarat.frames import count, frames
from replay.games.baccarat.judge import judge
from replay.games.baccarat.settlement import wager_name
from replay.judging.game import Game


def _name_of_kind(kind: str) -> str:
    """`ur_way_6` is UR WAY 6."""
    on_total = kind.removeprefix("ur_way_")
    return wager_name("ur_way", int(on_total)) if on_total != kind else wager_name(kind)


GAME: Final = Game(
    judge,
    frames,
    count,
    wager_name=_name_of_kind,
    place_name=Term,
)

"""Baccarat, as the registry offers it."""

from collections.abc import Mapping
from typing import Final

from ledger.values.message import Term
from replay.games.baccarat.coup import total
from replay.games.baccarat.frames import count, frames
from replay.games.baccarat.judge import judge
from replay.games.baccarat.keys import KEYS
from replay.games.baccarat.normal_form import HANDS
from replay.games.baccarat.settlement import Result, wager_name, winner
from replay.games.baccarat.sightings import CoupWeigher
from replay.games.baccarat.trials import bet_trials
from replay.judging.game import Game
from replay.rulebooks.rules import Rules


def _name_of_kind(kind: str) -> str:
    """`ur_way_6` is UR WAY 6."""
    on_total = kind.removeprefix("ur_way_")
    return wager_name("ur_way", int(on_total)) if on_total != kind else wager_name(kind)


def _result_of(hands: Mapping[str, tuple[str, ...]], rules: Rules) -> str:
    """`banco`, `punto` or `egalite`."""
    punto, banco = (total(hands[hand], rules) for hand in HANDS)
    return winner(Result(punto, banco, banco, None), rules)


GAME: Final = Game(
    judge,
    frames,
    count,
    wager_name=_name_of_kind,
    place_name=Term,
    has_roads=True,
    result_of=_result_of,
    deal_weigher=CoupWeigher,
    typing_keys=KEYS,
    bet_trials=bet_trials,
)

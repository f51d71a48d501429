"""The games that can be ruled on: how each is judged, looked at and spoken of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from replay.games.baccarat import frames as baccarat
from replay.games.baccarat.judge import judge as judge_coup
from replay.games.baccarat.settlement import spoken as bet_on
from replay.games.blackjack import frames as blackjack
from replay.games.blackjack.judge import judge as judge_round
from replay.games.blackjack.table import spoken as at_table
from replay.games.roulette import frames as roulette
from replay.games.roulette.judge import judge as judge_spin
from replay.judging.frame import Looks
from replay.judging.judgement import Judgement
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round


@dataclass(frozen=True, slots=True)
class Game:
    """What the rest of the house needs of a game."""

    judge: Callable[[Round, Rules], Judgement]
    looks: Callable[[Round, Rules], Looks]
    count: Callable[[tuple[str, ...], Rules], str]
    """What a hand comes to, all of its cards being known."""
    wager: Callable[[str], str]
    """A wager's kind as it is said at the table."""
    place: Callable[[str], str]
    """A place as it is said at the table."""


def _bet(kind: str) -> str:
    """`ur_way_6` is UR WAY 6."""
    on_total = kind.removeprefix("ur_way_")
    return bet_on("ur_way", int(on_total)) if on_total != kind else bet_on(kind)


def _layout_bet(kind: str) -> str:
    """`six_line` is a six line."""
    return kind.replace("_", " ")


GAMES: Final[Mapping[str, Game]] = {
    "baccarat": Game(judge_coup, baccarat.looks, baccarat.count, _bet, str),
    "blackjack": Game(judge_round, blackjack.looks, blackjack.count, str, at_table),
    "roulette": Game(judge_spin, roulette.looks, roulette.count, _layout_bet, str),
}

"""The games that can be ruled on: how each is judged, looked at and spoken of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from replay.games.baccarat import frames as baccarat
from replay.games.baccarat.judge import judge as judge_coup
from replay.games.baccarat.settlement import wager_name as bet_on
from replay.games.blackjack import frames as blackjack
from replay.games.blackjack.judge import judge as judge_round
from replay.games.blackjack.table import place_name as at_table
from replay.games.roulette import frames as roulette
from replay.games.roulette.judge import judge as judge_spin
from replay.judging.frame import Frames
from replay.judging.judgement import Judgement
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round


@dataclass(frozen=True, slots=True)
class Game:
    """What the rest of the house needs of a game."""

    judge: Callable[[Round, Rules], Judgement]
    frames: Callable[[Round, Rules], Frames]
    count: Callable[[tuple[str, ...], Rules], str]
    """What a hand comes to, all of its cards being known."""
    wager_name: Callable[[str], str]
    """A wager's kind as it is said at the table."""
    place_name: Callable[[str], str]
    """A place as it is said at the table."""


def _baccarat_wager_name(kind: str) -> str:
    """`ur_way_6` is UR WAY 6."""
    on_total = kind.removeprefix("ur_way_")
    return bet_on("ur_way", int(on_total)) if on_total != kind else bet_on(kind)


def _roulette_wager_name(kind: str) -> str:
    """`six_line` is a six line."""
    return kind.replace("_", " ")


GAMES: Final[Mapping[str, Game]] = {
    "baccarat": Game(judge_coup, baccarat.frames, baccarat.count, _baccarat_wager_name, str),
    "blackjack": Game(judge_round, blackjack.frames, blackjack.count, str, at_table),
    "roulette": Game(judge_spin, roulette.frames, roulette.count, _roulette_wager_name, str),
}

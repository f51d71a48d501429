"""A layout as a terminal shows it: lines of signs in colours, and a line a wager."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from replay.judging.judgement import Judgement
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

Look = Literal["plain", "bold", "dim", "red", "black", "green", "chips"]


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A few signs that look alike."""

    text: str
    look: Look = "plain"


BoardLine = tuple[BoardCell, ...]


@dataclass(frozen=True, slots=True)
class BoardWager:
    """A wager with the letter of its player, by which its chips are told on the board."""

    letter: str
    wager: str
    player: str
    position: str
    stake_minor: int


@dataclass(frozen=True, slots=True)
class Board:
    """What lay where when the round was over: sections of lines with a blank line after each, then the wagers."""

    sections: tuple[tuple[BoardLine, ...], ...]
    wagers: tuple[BoardWager, ...]


DrawBoard = Callable[[Round, Judgement, Rules], Board]

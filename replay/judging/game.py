"""What the rest of the house needs of a game."""

from collections.abc import Callable
from dataclasses import dataclass

from replay.judging.frame import Frames
from replay.judging.judgement import Judgement
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round


@dataclass(frozen=True, slots=True)
class Game:
    """How a game is judged, looked at and spoken of."""

    judge: Callable[[Round, Rules], Judgement]
    frames: Callable[[Round, Rules], Frames]
    count: Callable[[tuple[str, ...], Rules], str]
    """What a hand comes to, all of its cards being known."""
    wager_name: Callable[[str], str]
    """A wager's kind as it is said at the table."""
    place_name: Callable[[str], str]
    """A place as it is said at the table."""

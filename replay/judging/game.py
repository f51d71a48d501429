"""What the rest of the house needs of a game to rule on its rounds and to speak of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ledger.events.play import WagerPlaced
from replay.judging.frame import Frames
from replay.judging.judgement import Judgement
from replay.judging.key_patterns import TypingKeys
from replay.judging.supposed import SupposedRound
from replay.judging.trials import BetTrial, WheelSpin
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

if TYPE_CHECKING:
    from replay.judging.board import DrawBoard
    from replay.judging.felt import LaidPiece
    from replay.judging.sightings import DealWeigher
    from replay.rulebooks.edition import Edition


def _no_position(_: WagerPlaced) -> str | None:
    return None


def _no_pieces(_: WagerPlaced, __: Round, ___: Rules) -> "tuple[LaidPiece, ...]":
    return ()


def _no_result(_: Mapping[str, tuple[str, ...]], __: Rules) -> str | None:
    return None


def _no_spin(_: Round) -> WheelSpin | None:
    return None


def _no_trials(_: Round, __: Rules) -> Iterable[BetTrial]:
    return ()


def _none_supposed(_: Round) -> Iterable[SupposedRound]:
    return ()


@dataclass(frozen=True, slots=True)
class Game:
    """How a game is judged, looked at and spoken of. A game declares itself in its package's `game.py`."""

    judge: Callable[[Round, Rules], Judgement]
    frames: Callable[[Round, Rules], Frames]
    count: Callable[[tuple[str, ...], Rules], str]
    """What a hand comes to, all of its cards being known."""
    wager_name: Callable[[str], str]
    """A wager's kind as it is said at the table."""
    place_name: Callable[[str], str]
    """A place as it is said at the table."""
    supposed_rounds: Callable[[Round], Iterable[SupposedRound]] = _none_supposed
    """A round with acts that may have been done in it although they are not on record, where what is due turns on them."""
    wager_position: Callable[[WagerPlaced], str | None] = _no_position
    """Where on the layout a wager lies, as it is said at the table; None where its kind and its box say it all."""
    laid_pieces: "Callable[[WagerPlaced, Round, Rules], tuple[LaidPiece, ...]]" = _no_pieces
    """The places of the layout on which a wager lies that stands for several; none of one that lies on one place."""
    draw_board: "DrawBoard | None" = None
    """Its layout as a terminal shows it; None for a game whose hands say it all."""
    has_wheel: bool = False
    """Whether a ball decides it, and not the cards of a shoe."""
    result_of: Callable[[Mapping[str, tuple[str, ...]], Rules], str | None] = _no_result
    """What hands by their places come to against each other; None in a game in which each is settled by itself."""
    deal_weigher: "Callable[[Edition], DealWeigher] | None" = None
    """What its procedure says of cards that were seen badly; None where it says nothing of them."""
    typing_keys: TypingKeys | None = None
    """The keys by which its rounds are typed beside the footage; None where only the notation will do."""
    spin_of: Callable[[Round], WheelSpin | None] = _no_spin
    """Where the ball fell in a round that counts as a fair one; None where none did."""
    bet_trials: Callable[[Round, Rules], Iterable[BetTrial]] = _no_trials
    """The bets of a round that can show that somebody knew what nobody could know."""
    has_roads: bool = False
    """Whether its table has a display with the roads of the shoe."""
    boxes: int = 0
    """How many boxes its table has at least."""
    standing_texts: str = "standing"
    """The part of the texts that says what counts in a round that was not dealt by the rules."""

"""What the rest of the house needs of a game to rule on its rounds and to speak of them.

What of a round is a trial: a spin of its wheel, and bets whose chance is known.

What is typed by keys beside the footage: one pattern a kind of event, each filled in by a key or two a place.

A layout as a terminal shows it: lines of signs in colours, and a line a wager.

A round as it is looked at, step by step: the hands after each entry, and what was due next by the rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ledger.events.play import CardDealt, CardMoved, WagerPlaced
from ledger.values.cards import RANKS, SUITS
from ledger.values.message import Message
from replay.judging.judgement import Judgement
from replay.judging.supposed import SupposedRound
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

Hands = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RoundFrame:
    """The table after one entry: the hands as they lay, the one that changed, and what was due next.

    `due` is None once the play had left the rules; `due_place` is the hand to which it was due.
    """

    round_entry: RoundEntry
    hands: Hands
    changed_place: str | None
    due: str | None
    due_place: str | None = None


def hands_after(hands: Hands, round_entry: RoundEntry) -> tuple[Hands, str | None]:
    """The hands after an entry, and the place that it changed; places that are nobody's hand are not shown."""
    match round_entry.event:
        case CardDealt() as dealt if _is_hand(dealt.place):
            return {**hands, dealt.place: (*hands.get(dealt.place, ()), dealt.card)}, dealt.place
        case CardMoved() as moved:
            after = dict(hands)
            if moved.card in after.get(moved.origin, ()):
                left = list(after[moved.origin])
                left.remove(moved.card)
                after[moved.origin] = tuple(left)
            if _is_hand(moved.place):
                after[moved.place] = (*after.get(moved.place, ()), moved.card)
            return after, moved.place if _is_hand(moved.place) else moved.origin
    return hands, None


def _is_hand(place: str) -> bool:
    return place in ("punto", "banco", "dealer") or place.startswith("box")


Frames = Iterator[RoundFrame]


Slot = Literal[
    "rank",
    "suit",
    "due",
    "hand",
    "player",
    "kind",
    "stake",
    "box",
    "wager",
    "amount",
    "result",
    "pocket",
    "ground",
    "decision",
]
"""What a place of a pattern is filled with. `due` is the place to which a card is due, `hand` the one that is due or was
touched last: neither takes a key.
"""

UNREAD_KEY: Final = "?"
RANK_KEYS: Final[Mapping[str, str]] = {rank.lower(): rank for rank in RANKS} | {UNREAD_KEY: "?"}
SUIT_KEYS: Final[Mapping[str, str]] = {suit: suit for suit in SUITS} | {UNREAD_KEY: "?"}


class KeyPattern(NamedTuple):
    """An event that is typed: the key it begins with, what is asked then, and the phrase in the notation.

    Without a key of its own it begins with the key of its first place: a card with its rank.
    """

    key: str
    phrase: str
    meaning: str
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class TypingKeys:
    """What a game adds to the patterns that every game has: its own, and what keys stand for in their places."""

    patterns: tuple[KeyPattern, ...]
    choices: Mapping[Slot, Mapping[str, str]] = field(default_factory=dict)


COMMON_PATTERNS: Final = (
    KeyPattern("o", "open", Message("the round opens")),
    KeyPattern("n", "nmb", Message("“no more bets” is called")),
    KeyPattern("y", "pay {wager} {amount}", Message("a payment"), ("wager", "amount")),
    KeyPattern("e", "close", Message("the round is over")),
)
CARD_PATTERN: Final = KeyPattern("", "{due} {rank}{suit}", Message("a card where one is due"), ("due", "rank", "suit"))


TrialKind = Literal["next_card", "ball_at_rest"]


class WheelSpin(NamedTuple):
    """Where the ball fell, on a wheel whose compartments are named clockwise."""

    wheel: tuple[str, ...]
    pocket: str


class BetTrial(NamedTuple):
    """A bet whose luck has a known chance.

    With `predicted` it is a sign that something would happen, or would not; without, `happened` says whether it won.
    """

    player: str
    kind: TrialKind
    happened: bool
    chance: Fraction
    predicted: bool | None = None


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


if TYPE_CHECKING:
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
    draw_board: DrawBoard | None = None
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

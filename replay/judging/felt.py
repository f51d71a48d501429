"""A table as it is looked at: what lies on it after a step of a round, and where on the cloth it lies.

A game's `felt.py` says where things lie, as data; the pictures are drawn from that, and from nothing else of the game.
Lengths are whole units; a card is 50 wide and 70 tall.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal

from ledger.values.message import Message
from replay.judging.finding import Mark

# What lies there

Way = Literal["cw", "ccw"]
"""Clockwise and anticlockwise."""


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card on the table. `mark` says that a finding is about its being dealt there."""

    card: str
    is_face_down: bool = False
    is_sideways: bool = False
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class SceneHand:
    """The cards of a place, its name as it is said, what they come to, and whether a card was due to it and not given."""

    place: str
    name: str
    cards: tuple[SceneCard, ...]
    count: str
    missing_card_mark: Mark = ""


@dataclass(frozen=True, slots=True)
class LaidPiece:
    """A share of a wager that lies on one place of the layout."""

    kind: str
    numbers: tuple[str, ...]
    share: Fraction | int


@dataclass(frozen=True, slots=True)
class Chips:
    """A wager on the table, its amounts written out. `returned_amount` is what went back: None as long as it lies there,
    empty where it was collected. `mark` says that a finding is about it.

    A wager that was only called, or lies on the print of the wheel, is not on the layout. One that stands for several
    places of it lies there in pieces; `called` are the numbers that it covers on the wheel.
    """

    wager: str
    player: str
    kind: str
    placed_on: str
    amount: str
    amount_minor: int
    digits: int
    """How many digits of `amount_minor` are below the currency's major unit."""
    box: int | None
    hand: int = 1
    is_free: bool = False
    returned_amount: str | None = None
    mark: Mark = ""
    numbers: str | None = None
    index: int | None = None
    is_on_layout: bool = True
    pieces: tuple[LaidPiece, ...] = ()
    called: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A table after a step."""

    game: str
    round: str
    step: int
    step_text: str
    hands: tuple[SceneHand, ...]
    chips: tuple[Chips, ...]
    announced: str | None
    box_count: int = 0
    wheel: str | None = None
    pocket: str | None = None
    dolly: str | None = None
    ball_way: Way | None = None
    wheel_way: Way | None = None
    """In which directions ball and wheel ran in the last spin, where the record says so."""
    is_ball_running: bool = False
    no_spin: Message | None = None
    """Why the last spin is none, once the dealer has said so."""
    places: tuple[str, ...] = ()
    """The places that have cards at some time of the round, and below the wagers wherever they lie at some time of it: room
    is kept for them from the beginning, so that nothing moves but what is moved.
    """
    laid: tuple[Chips, ...] = ()

    def hand_at(self, place: str) -> SceneHand | None:
        """The cards of a place, if it has any."""
        return next((hand for hand in self.hands if hand.place == place), None)


# Where it lies

CARD_WIDTH: Final = 50
CARD_HEIGHT: Final = 70
WAGER_HEIGHT: Final = 60
"""How much room a wager takes downwards: the chip, and beside it four lines."""

WAGER_CHIPS: Final = 20
"""How far from a wager's left edge the middle of its chips lies."""

WAGER_TEXT: Final = 42
"""How far right of a wager's edge what is said of it begins."""

Point = tuple[int, int]
Colour = Literal[
    "none", "paper", "ink", "muted", "line", "wrong", "red", "black", "green", "wood", "ivory", "gold", "white"
]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text that stands in the reader's language, by its key in the catalogue; `after` follows it as it is."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    case: Literal["", "upper", "initial"] = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text at its base line, shortened to a width where it has one; `turn` is in degrees, clockwise."""

    at: Point
    text: str | Phrase
    size: int
    anchor: Literal["start", "middle", "end"] = "start"
    ink: Colour = "ink"
    is_bold: bool = False
    spacing: int = 0
    width: int | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Rectangle:
    """An outline with four corners, rounded by a radius."""

    at: Point
    width: int
    height: int
    fill: Colour = "paper"
    line: Colour = "line"
    line_width: int | None = None
    radius: int = 0


@dataclass(frozen=True, slots=True)
class Disc:
    """An outline around a centre."""

    centre: Point
    radius: int
    fill: Colour
    line: Colour = "ink"
    line_width: int | None = None


@dataclass(frozen=True, slots=True)
class Polygon:
    """An outline through points."""

    corners: tuple[Point, ...]
    fill: Colour
    line: Colour = "paper"
    line_width: int = 1


@dataclass(frozen=True, slots=True)
class CardSpot:
    """Where a card lies by its upper left corner, upright or across; where its mark goes, and the words for that."""

    corner: Point
    badge: Point
    remark: Point
    is_across: bool = False


@dataclass(frozen=True, slots=True)
class HandSpot:
    """Where the cards of a place lie, in their order; `next_card` is where one would lie that was due and not given."""

    place: str
    cards: tuple[CardSpot, ...]
    next_card: CardSpot


@dataclass(frozen=True, slots=True)
class WagerSpot:
    """Where a wager is shown with what is said of it beside, within a width; `sign` is what stands on its chip, the first
    letter of what it lies on where there is none. In a field that bears its name neither that nor the letter is needed.
    """

    wager: str
    at: Point
    width: int
    sign: str = ""
    is_in_named_field: bool = False


@dataclass(frozen=True, slots=True)
class ChipSpot:
    """Where chips of a wager lie by their middle, with what stands on them, and what share of it they are."""

    wager: str
    at: Point
    label: str
    share: Fraction | int = 1


@dataclass(frozen=True, slots=True)
class MarkerSpot:
    """Where a marker stands on the number that won, by its foot, and where its name is written, by the middle."""

    at: Point
    text: Phrase
    text_at: Point


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points."""

    points: tuple[Point, ...]
    line: Colour
    line_width: int = 2


FeltItem = Rectangle | Disc | Polygon | Curve | Label | HandSpot | WagerSpot | ChipSpot | MarkerSpot


@dataclass(frozen=True, slots=True)
class Felt:
    """A cloth and what lies on it, in the order in which it is laid down."""

    width: int
    height: int
    items: tuple[FeltItem, ...]


LayOut = Callable[[Scene], Felt]
"""Where things lie on a game's cloth, given what lies there."""

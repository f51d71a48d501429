"""The shape of a shoe as `recoup shoe --json` prints it."""

from typing import Annotated, Literal

from pydantic import Field

from projections.documents.parts import FindingShape, Position, Shape


class CustodyActShape(Shape):
    """Something that was done with a shoe."""

    position: Position
    text: str


class DrawnCardShape(Shape):
    """A card that left a shoe, and to where."""

    card: str
    place: str
    position: Position


class CardStretchShape(Shape):
    """The cards of one round, or those burned between two; the standing of the round where somebody decided on it."""

    round: str | None
    standing: str | None
    cards: list[DrawnCardShape]
    findings: int


class CardPositionShape(Shape):
    """A card, and where in the ledger it stands."""

    card: str
    position: Position


class RepeatedRunShape(Shape):
    """The longest run of cards that an earlier shoe had in the same order, and its chance, an exact fraction, at most.

    `was` is the number of its first card in the earlier shoe.
    """

    shoe: str
    length: int
    first: CardPositionShape
    last: CardPositionShape
    was: int
    chance_at_most: Annotated[str, Field(pattern=r"^[0-9]+(?:/[0-9]+)?$")]


class AccountDifferenceShape(Shape):
    """Where another account tells other cards of the shoe, from which card on."""

    account: str
    number: int
    here: list[str]
    there: list[str]


class ShoeShape(Shape):
    """A shoe as a strip of cards; `at_large` tells how many of each card are not accounted for."""

    shoe: str
    table: str
    day: str
    decks: int
    device: Literal["shoe", "machine"] | None
    standing: str | None
    cards_out: int
    burned: int
    unread: int
    custody: list[CustodyActShape]
    strip: list[CardStretchShape]
    findings: list[FindingShape]
    at_large: dict[str, int]
    likeness: RepeatedRunShape | None
    accounts: list[AccountDifferenceShape]

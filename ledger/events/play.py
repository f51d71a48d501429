"""A round as it is played: its calls, its wagers, its cards, its money."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, StrictBool

from ledger.events.base import Event, Scope
from ledger.events.decisions import AuthorityAct
from ledger.events.table import Total
from ledger.values.cards import Card
from ledger.values.money import Count, Minor
from ledger.values.offices import Person
from ledger.values.places import Box, HandNumber, Place, Spot
from ledger.values.pockets import Pocket, Pockets
from ledger.values.subjects import Name, Word

Decision = Literal[
    "hit",
    "stand",
    "double",
    "split",
    "free_double",
    "free_split",
    "surrender",
    "insurance",
    "no_insurance",
    "even_money",
    "refuse_card",
]


LayoutIndex = Annotated[int, Field(strict=True, ge=1, le=3, description="which dozen or column")]
Pieces = Annotated[int, Field(strict=True, ge=1, le=99, description="pieces of a neighbour bet")]


class RoundOpened(Event):
    """The call "place your bets". The round is dealt from `shoe`, where that is known.

    `apart` says that rounds may have been dealt before it that the source does not tell.
    """

    TOPIC: ClassVar = "round.opened.v1"
    WORD: ClassVar = "open"
    shoe: Name | None = None
    apart: StrictBool = False


class BetsClosed(Event):
    """The call "no more bets", and whether a motion of the hand over the layout went with it."""

    TOPIC: ClassVar = "round.bets_closed.v1"
    WORD: ClassVar = "nmb"
    motion: StrictBool | None = None


class Announced(Event):
    """The dealer's word on the result; the last one of a round is final."""

    TOPIC: ClassVar = "round.announced.v1"
    WORD: ClassVar = "call"
    SAID: ClassVar = ("result",)
    result: Word


class RoundClosed(Event):
    """The round is over: cards are picked up, the record of it is complete."""

    TOPIC: ClassVar = "round.closed.v1"
    WORD: ClassVar = "close"


class WagerPlaced(Event):
    """A stake was put down, or called and accepted.

    A double, a split and an insurance are wagers of their own: `parent` names the wager that they hang on, `hand` the
    hand of the box on which they ride. A free bet has no stake, but a `nominal_minor` that it is paid by. `spot` is the
    betting spot on the box, 1 the one nearest the dealer.

    On a roulette layout `numbers` are those it is placed on, `index` which dozen or column; neighbours are so many
    `pieces` around `of`. `chips` and `chip_count`, `chip_value_minor` say what was put down, `on` where. Of a wager
    by word, `with_chips` says whether chips lay with it. `placed_by` is who put it there, `instructed` the numbers
    that the player had asked for.
    """

    TOPIC: ClassVar = "wager.placed.v1"
    WORD: ClassVar = "bet"
    SAID: ClassVar = ("wager", "player", "kind", "stake_minor")
    wager: Name
    player: Person
    kind: Word
    stake_minor: Minor
    total: Total | None = None
    by: Literal["chips", "word", "cash"] = "chips"
    box: Box | None = None
    hand: HandNumber | None = None
    parent: Name | None = None
    nominal_minor: Minor | None = None
    spot: Spot | None = None
    numbers: Pockets | None = None
    index: LayoutIndex | None = None
    of: Pocket | None = None
    pieces: Pieces | None = None
    chips: Literal["value", "colour"] | None = None
    chip_count: Count | None = None
    chip_value_minor: Minor | None = None
    on: Literal["layout", "print"] | None = None
    with_chips: StrictBool | None = None
    placed_by: Person | None = None
    instructed: Pockets | None = None


class WagerLaid(Event):
    """The dealer put a wager that a player had called on the layout."""

    TOPIC: ClassVar = "wager.laid.v1"
    WORD: ClassVar = "laid"
    SAID: ClassVar = ("wager", "by")
    wager: Name
    by: Person | None = None


class WagerChanged(Event):
    """A wager's stake was raised or lowered to a new whole, by its player unless `by` names another person."""

    TOPIC: ClassVar = "wager.changed.v2"
    WORD: ClassVar = "change"
    SAID: ClassVar = ("wager", "stake_minor")
    wager: Name
    stake_minor: Minor
    by: Person | None = None


class WagerMoved(Event):
    """A wager's chips were moved to another place of the layout, or behind another hand of the box."""

    TOPIC: ClassVar = "wager.moved.v1"
    WORD: ClassVar = "shift"
    SAID: ClassVar = ("wager", "kind")
    wager: Name
    kind: Word
    total: Total | None = None
    hand: HandNumber | None = None
    numbers: Pockets | None = None
    index: LayoutIndex | None = None
    by: Person | None = None


class WagerWithdrawn(Event):
    """A wager was taken back by its player, or by whom it says."""

    TOPIC: ClassVar = "wager.withdrawn.v1"
    WORD: ClassVar = "withdraw"
    SAID: ClassVar = ("wager",)
    wager: Name
    by: Person | None = None


class CardDealt(Event):
    """A card left the shoe and was laid at a place; `found` says that it lay the wrong way in the shoe."""

    TOPIC: ClassVar = "card.dealt.v1"
    WORD: ClassVar = "deal"
    SAID: ClassVar = ("place", "card")
    card: Card
    place: Place
    face: Literal["up", "down"] = "up"
    found: Literal["face_up"] | None = None


class CardMoved(Event):
    """A card was taken from one place to another."""

    TOPIC: ClassVar = "card.moved.v1"
    WORD: ClassVar = "move"
    SAID: ClassVar = ("card", "origin", "place")
    card: Card
    origin: Place
    place: Place


class CardExposed(Event):
    """A card that nobody was due showed its face."""

    TOPIC: ClassVar = "card.exposed.v1"
    WORD: ClassVar = "expose"
    SAID: ClassVar = ("card",)
    card: Card


class CardsCollected(Event):
    """A hand's cards were taken off the table."""

    TOPIC: ClassVar = "cards.collected.v1"
    WORD: ClassVar = "clear"
    SAID: ClassVar = ("place",)
    place: Place


class CardMixed(Event):
    """A card went among others, and cannot be told from them any more."""

    TOPIC: ClassVar = "card.mixed.v1"
    WORD: ClassVar = "mixed"
    SAID: ClassVar = ("card",)
    card: Card


class DecisionMade(Event):
    """Whoever calls a hand said what is to be done with it, by hand and voice unless the record says otherwise.

    `how` is `rule` where a hand was played by the house's rule, because nobody was there to call it.
    """

    TOPIC: ClassVar = "decision.made.v1"
    WORD: ClassVar = "says"
    SAID: ClassVar = ("place", "what", "by")
    place: Place
    what: Decision
    by: Person | None = None
    signal: Literal["both", "hand", "voice"] = "both"
    how: Literal["rule"] | None = None


class TotalAnnounced(Event):
    """The dealer told a hand's total."""

    TOPIC: ClassVar = "total.announced.v1"
    WORD: ClassVar = "total"
    SAID: ClassVar = ("place", "total")
    place: Place
    total: Annotated[int, Field(strict=True, ge=0, le=99)]


class CallerNamed(Event):
    """The dealer established who calls the decisions of a box."""

    TOPIC: ClassVar = "caller.named.v1"
    WORD: ClassVar = "caller"
    SAID: ClassVar = ("box", "player")
    box: Box
    player: Person


class PlayerAbsent(Event):
    """A player was not at the table when asked for a decision; `called` is whom the dealer called to the hand."""

    TOPIC: ClassVar = "player.absent.v1"
    WORD: ClassVar = "absent"
    SAID: ClassVar = ("player",)
    player: Person
    called: Person | None = None


class RoundInterrupted(AuthorityAct, Event):
    """Somebody interrupted the game in the middle of the round."""

    TOPIC: ClassVar = "round.interrupted.v1"
    WORD: ClassVar = "interrupted"
    SAID: ClassVar = ("by",)
    ACT: ClassVar = "interrupt_game"
    SCOPE: ClassVar[Scope] = "table"


class WagerReturned(Event):
    """What went back to the player for a wager, stake included; 0 when it was collected. Several add up."""

    TOPIC: ClassVar = "wager.returned.v1"
    WORD: ClassVar = "pay"
    SAID: ClassVar = ("wager", "amount_minor")
    wager: Name
    amount_minor: Minor


class PaymentTakenBack(Event):
    """A part or all of what was paid on a wager came back from the player. Several add up."""

    TOPIC: ClassVar = "wager.payment_taken_back.v1"
    WORD: ClassVar = "take_back"
    SAID: ClassVar = ("wager", "amount_minor")
    wager: Name
    amount_minor: Annotated[Minor, Field(ge=1)]
    by: Person | None = None


class StakeDeclined(Event):
    """The house did not take a stake that a player asked for. It is no wager: nothing is won or lost on it."""

    TOPIC: ClassVar = "stake.declined.v1"
    WORD: ClassVar = "decline"
    SAID: ClassVar = ("player", "kind", "amount_minor")
    player: Person
    kind: Word
    amount_minor: Minor


class TipGiven(Event):
    """A player gave the dealers something."""

    TOPIC: ClassVar = "tip.given.v1"
    WORD: ClassVar = "tip"
    SAID: ClassVar = ("player", "amount_minor")
    player: Person
    amount_minor: Minor


class IrregularityReported(Event):
    """Somebody on the floor noted that something was out of order; `about` is whoever did it."""

    TOPIC: ClassVar = "irregularity.reported.v1"
    WORD: ClassVar = "irregular"
    SAID: ClassVar = ("kind", "by")
    kind: Word
    by: Person
    step: Annotated[int, Field(strict=True, ge=1, le=1000, description="the step of the round it is about")] | None = None
    about: Person | None = None


class NoticeGiven(Event):
    """An error in this round was brought to somebody's attention; from a player it is also his dispute."""

    TOPIC: ClassVar = "notice.given.v1"
    WORD: ClassVar = "notice"
    SAID: ClassVar = ("by", "to")
    by: Person
    to: Person


class CorrectionBegun(Event):
    """Somebody began to put this round right."""

    TOPIC: ClassVar = "correction.begun.v1"
    WORD: ClassVar = "correcting"
    SAID: ClassVar = ("by",)
    by: Person


class CorrectionCompleted(Event):
    """The round was put right, in the eyes of the one who did it."""

    TOPIC: ClassVar = "correction.completed.v1"
    WORD: ClassVar = "corrected"
    SAID: ClassVar = ("by",)
    by: Person

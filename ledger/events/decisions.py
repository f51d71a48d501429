"""Decisions of people with authority: on a shoe, a round, a hand, the game, and the money of each.

What a source tells of a decision is recorded whoever took it; whether it holds is for `ledger.decisions` to say.
"""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import BaseModel, Field

from ledger.events.base import Event
from ledger.values.offices import ROLES, Person, Role
from ledger.values.places import Box
from ledger.values.subjects import Name, Word

Reason = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_]{0,127}$", description="in lower case, `_` for blanks")]
DELIBERATE_WORDS: Final = frozenset(
    {
        "deliberate",
        "deliberately",
        "intentional",
        "intentionally",
        "knowingly",
        "purpose",
        "purposely",
        "wilful",
        "wilfully",
    }
)
"""The words by which somebody says that an error was made on purpose: `deliberate_overdraw`, `on_purpose`."""


def says_deliberate(reason: str) -> bool:
    """Whether a reason, or what was noted on the floor, says that something was done on purpose."""
    words = reason.split("_")
    return not DELIBERATE_WORDS.isdisjoint(words) and "not" not in words


ClauseId = Annotated[str, Field(pattern=r"^[A-Z]{2,4}-[A-Za-z0-9-]{1,16}\??$")]
Positions = Annotated[str, Field(pattern=r"^[0-9]{1,16}(-[0-9]{1,16})?(,[0-9]{1,16}(-[0-9]{1,16})?)*$", max_length=500)]
"""Positions of the ledger on the basis of which somebody decided: `3-17,20`."""
Reading = Annotated[str, Field(pattern=r"^[a-z]$", description="the letter of a reading")]
Scope = Literal["hand", "round", "shoe", "game"]
Reach = Literal["hand", "round", "shoe", "game", "table"]
"""How far a decision goes; what is decided about the table itself makes nothing void."""


class AuthorityAct(BaseModel):
    """What everything says that somebody with authority does: who, in which office, why, on the basis of what."""

    by: Person
    role: Role | None = None
    reason: Reason | None = None
    basis: Positions | None = None

    @property
    def office(self) -> str | None:
        """The office in which it was taken: an id spelt like an office stands for its holder on duty."""
        return self.by if self.by in ROLES else self.role


class AuthorityDecision(AuthorityAct):
    """What every decision says besides: on which clause. An event's WORD is the act that authority is needed for."""

    clause: ClauseId | None = None


class ShoeSuspected(AuthorityDecision, Event):
    """Somebody suspects a shoe; that needs no authority and voids nothing."""

    TOPIC: ClassVar = "shoe.suspected.v1"
    WORD: ClassVar = "suspect_shoe"
    SAID: ClassVar = ("shoe", "by")
    shoe: Name


class ShoeVoided(AuthorityDecision, Event):
    """A shoe is announced void, from its first card."""

    TOPIC: ClassVar = "shoe.voided.v1"
    WORD: ClassVar = "void_shoe"
    SAID: ClassVar = ("shoe", "by")
    shoe: Name


class ShoeVoidReversed(AuthorityDecision, Event):
    """The voiding of a shoe is taken back; what was played with it counts again."""

    TOPIC: ClassVar = "shoe.void_reversed.v1"
    WORD: ClassVar = "reverse_void_shoe"
    SAID: ClassVar = ("shoe", "by")
    shoe: Name


class RoundVoided(AuthorityDecision, Event):
    """The round is declared void."""

    TOPIC: ClassVar = "round.voided.v1"
    WORD: ClassVar = "void_round"
    SAID: ClassVar = ("by",)


class RoundVoidReversed(AuthorityDecision, Event):
    """What was declared void or invalid of this round, or withheld, is taken back."""

    TOPIC: ClassVar = "round.void_reversed.v1"
    WORD: ClassVar = "reverse_void_round"
    SAID: ClassVar = ("by",)


class RoundSettled(AuthorityDecision, Event):
    """The dispute about this round is settled: it stands, or it is corrected."""

    TOPIC: ClassVar = "round.settled.v1"
    WORD: ClassVar = "settle_round"
    SAID: ClassVar = ("outcome", "by")
    outcome: Literal["stands", "corrected"]


class HandInvalidated(AuthorityDecision, Event):
    """A hand of this round is declared invalid; `scope` says what is meant by it, where that was said."""

    TOPIC: ClassVar = "hand.invalidated.v1"
    WORD: ClassVar = "invalid_hand"
    SAID: ClassVar = ("by",)
    box: Box | None = None
    scope: Literal["hand", "round"] | None = None


class StakesInvalidated(AuthorityDecision, Event):
    """The stakes of this round, or one player's, are declared not valid."""

    TOPIC: ClassVar = "stakes.invalidated.v1"
    WORD: ClassVar = "invalid_stakes"
    SAID: ClassVar = ("by",)
    player: Person | None = None


class PaymentWithheld(AuthorityDecision, Event):
    """The payments of this round, or of one wager, are not honoured."""

    TOPIC: ClassVar = "payment.withheld.v1"
    WORD: ClassVar = "withhold_payment"
    SAID: ClassVar = ("by",)
    wager: Name | None = None


class GameInvalidated(AuthorityDecision, Event):
    """The game is declared invalid: a hand, this round, a shoe, or all of the table's day."""

    TOPIC: ClassVar = "game.invalidated.v1"
    WORD: ClassVar = "invalid_game"
    SAID: ClassVar = ("by",)
    scope: Scope = "game"
    shoe: Name | None = None
    box: Box | None = None


class GameTerminated(AuthorityDecision, Event):
    """The game is ended and pronounced invalid: a hand, this round, a shoe, or all of the table's day."""

    TOPIC: ClassVar = "game.terminated.v1"
    WORD: ClassVar = "terminate_game"
    SAID: ClassVar = ("by",)
    scope: Scope = "game"
    shoe: Name | None = None
    box: Box | None = None


class GameReinstated(AuthorityDecision, Event):
    """What was declared invalid of the table's whole day is taken back."""

    TOPIC: ClassVar = "game.reinstated.v1"
    WORD: ClassVar = "reinstate_game"
    SAID: ClassVar = ("by",)


class PlayerEjected(AuthorityDecision, Event):
    """A player is asked to leave the table and may not play on; what the player has wagered stays as it lies."""

    TOPIC: ClassVar = "player.ejected.v1"
    WORD: ClassVar = "eject"
    SAID: ClassVar = ("player", "by")
    player: Person


class DecisionConfirmed(AuthorityDecision, Event):
    """Another person with the same authority confirms the decision that stands at a position of the ledger."""

    TOPIC: ClassVar = "decision.confirmed.v1"
    WORD: ClassVar = "confirm"
    FROM_FEEDS: ClassVar = False
    decision: Annotated[int, Field(strict=True, ge=1)]
    shoe: Name | None = None


class DecisionRefused(AuthorityDecision, Event):
    """Somebody tried to decide and was refused: the act, on what, and why it was refused. It changes nothing."""

    TOPIC: ClassVar = "decision.refused.v1"
    WORD: ClassVar = "decision_refused"
    SAID: ClassVar = ("act", "by")
    FROM_FEEDS: ClassVar = False
    act: Word
    refused: Annotated[str, Field(max_length=500)]
    shoe: Name | None = None
    box: Box | None = None
    player: Person | None = None
    wager: Name | None = None
    scope: Reach | None = None
    reading: Reading | None = None
    decision: Annotated[int, Field(strict=True, ge=1)] | None = None


SHOE_DECISION_TOPICS: Final = frozenset(
    {kind.TOPIC for kind in (ShoeSuspected, ShoeVoided, ShoeVoidReversed, GameInvalidated, GameTerminated)}
)
"""Topics of what may be decided on a shoe."""

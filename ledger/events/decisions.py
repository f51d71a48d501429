"""Decisions of people with authority: on a shoe, a round, a hand, the game, and the money of each.

What a source tells of a decision is recorded whoever took it; whether it holds is for `ledger.table_standing` to say.
"""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from ledger.events.base import Act, ActCommand, Event, RefusedAct, Scope
from ledger.values.offices import ROLES, Person, Role
from ledger.values.places import Box
from ledger.values.subjects import Name, ShoeName

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
Position = Annotated[int, Field(strict=True, ge=1)]
"""A position of the ledger."""
GameScope = Literal["hand", "round", "shoe", "game"]
Reach = Literal["hand", "round", "shoe", "game", "table"]
"""How far a decision goes; what is decided about the table itself makes nothing void."""


class AuthorityAct(Act):
    """What everything says that somebody with authority does: who, in which office, why, on the basis of what."""

    SCOPE: ClassVar[Scope] = "round"
    ORDER: ClassVar = ("required", "by", "optional", "role", "reason", "basis")

    by: Person = Field(description="Who decides: an id, or an office that stands for its holder on duty.")
    role: Role | None = Field(None, description="In which office, such as management.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")
    basis: Positions | None = Field(None, description="On which positions of the ledger it rests: 3-17,20.")

    @property
    def office(self) -> str | None:
        """The office in which it was taken: an id spelt like an office stands for its holder on duty."""
        return self.by if self.by in ROLES else self.role


class AuthorityDecision(AuthorityAct):
    """What every decision says besides: on which clause. An event's WORD is the act that authority is needed for."""

    NOT_ASKED: ClassVar = frozenset({"clause"})

    clause: ClauseId | None = Field(None, description="On which clause; without one it is the clause of the authority.")


class ShoeSuspected(AuthorityDecision, Event):
    """Somebody suspects a shoe; that needs no authority and voids nothing."""

    TOPIC: ClassVar = "shoe.suspected.v1"
    WORD: ClassVar = "suspect_shoe"
    SAID: ClassVar = ("shoe", "by")
    SCOPE: ClassVar[Scope] = "shoe"
    NEEDS_AUTHORITY: ClassVar = False
    shoe: ShoeName = Field(description="The shoe's name.")


class ShoeVoided(AuthorityDecision, Event):
    """A shoe is announced void, from its first card."""

    TOPIC: ClassVar = "shoe.voided.v1"
    WORD: ClassVar = "void_shoe"
    SAID: ClassVar = ("shoe", "by")
    COMMAND: ClassVar = ActCommand("void shoe", "Announce a shoe void, from its first card.", {"shoe": "SHOE"})
    SCOPE: ClassVar[Scope] = "shoe"
    MOVES_MONEY: ClassVar = True
    shoe: ShoeName = Field(description="The shoe's name.")


class ShoeVoidReversed(AuthorityDecision, Event):
    """The voiding of a shoe is taken back; what was played with it counts again."""

    TOPIC: ClassVar = "shoe.void_reversed.v1"
    WORD: ClassVar = "reverse_void_shoe"
    SAID: ClassVar = ("shoe", "by")
    COMMAND: ClassVar = ActCommand("reverse shoe", "Take back that a shoe is void.", {"shoe": "SHOE"})
    SCOPE: ClassVar[Scope] = "shoe"
    shoe: ShoeName = Field(description="The shoe's name.")


class RoundVoided(AuthorityDecision, Event):
    """The round is declared void."""

    TOPIC: ClassVar = "round.voided.v1"
    WORD: ClassVar = "void_round"
    SAID: ClassVar = ("by",)
    COMMAND: ClassVar = ActCommand("void round", "Declare a round void.")
    MOVES_MONEY: ClassVar = True


class RoundVoidReversed(AuthorityDecision, Event):
    """What was declared void or invalid of this round, or withheld, is taken back."""

    TOPIC: ClassVar = "round.void_reversed.v1"
    WORD: ClassVar = "reverse_void_round"
    SAID: ClassVar = ("by",)
    COMMAND: ClassVar = ActCommand(
        "reverse round", "Take back all that was declared void or invalid of a round, or withheld."
    )


class RoundSettled(AuthorityDecision, Event):
    """The dispute about this round is settled: it stands, or it is corrected."""

    TOPIC: ClassVar = "round.settled.v1"
    WORD: ClassVar = "settle_round"
    SAID: ClassVar = ("outcome", "by")
    outcome: Literal["stands", "corrected"] = Field(description="Whether the round stands or is corrected.")


class HandInvalidated(AuthorityDecision, Event):
    """A hand of this round is declared invalid; `scope` says what is meant by it, where that was said."""

    TOPIC: ClassVar = "hand.invalidated.v1"
    WORD: ClassVar = "invalid_hand"
    SAID: ClassVar = ("by",)
    COMMAND: ClassVar = ActCommand(
        "void hand",
        "Declare a hand invalid; unless a scope is named the ruling shows what each reading of it comes to.",
        order="by box role scope reason basis",
    )
    SCOPE: ClassVar[Scope] = "hand"
    MOVES_MONEY: ClassVar = True
    box: Box | None = Field(None, description="Of which box.")
    scope: Literal["hand", "round"] | None = Field(None, description="What is meant by it: hand or round.")


class StakesInvalidated(AuthorityDecision, Event):
    """The stakes of this round, or one player's, are declared not valid."""

    TOPIC: ClassVar = "stakes.invalidated.v1"
    WORD: ClassVar = "invalid_stakes"
    SAID: ClassVar = ("by",)
    COMMAND: ClassVar = ActCommand("void stakes", "Declare the stakes of a round, or a player's, not valid.")
    SCOPE: ClassVar[Scope] = "hand"
    MOVES_MONEY: ClassVar = True
    player: Person | None = Field(None, description="Only this player's.")


class PaymentWithheld(AuthorityDecision, Event):
    """The payments of this round, or of one wager, are not honoured."""

    TOPIC: ClassVar = "payment.withheld.v1"
    WORD: ClassVar = "withhold_payment"
    SAID: ClassVar = ("by",)
    COMMAND: ClassVar = ActCommand("void payment", "Withhold the payments of a round, or of a wager.")
    SCOPE: ClassVar[Scope] = "hand"
    MOVES_MONEY: ClassVar = True
    wager: Name | None = Field(None, description="Only of this wager.")


class GameInvalidated(AuthorityDecision, Event):
    """The game is declared invalid: a hand, this round, a shoe, or all of the table's day."""

    TOPIC: ClassVar = "game.invalidated.v1"
    WORD: ClassVar = "invalid_game"
    SAID: ClassVar = ("by",)
    COMMAND: ClassVar = ActCommand("void game", "Declare the game invalid, or end it and pronounce it invalid.")
    SCOPE: ClassVar[Scope] = "game"
    MOVES_MONEY: ClassVar = True
    scope: GameScope = Field("game", description="How far it goes: hand, round, shoe or game.")
    shoe: ShoeName | None = Field(None, description="Which shoe.")
    box: Box | None = Field(None, description="Of which box.")


class GameTerminated(AuthorityDecision, Event):
    """The game is ended and pronounced invalid: a hand, this round, a shoe, or all of the table's day."""

    TOPIC: ClassVar = "game.terminated.v1"
    WORD: ClassVar = "terminate_game"
    SAID: ClassVar = ("by",)
    COMMAND: ClassVar = ActCommand("void game --terminate", "The game is ended too.")
    SCOPE: ClassVar[Scope] = "game"
    MOVES_MONEY: ClassVar = True
    scope: GameScope = Field("game", description="How far it goes: hand, round, shoe or game.")
    shoe: ShoeName | None = Field(None, description="Which shoe.")
    box: Box | None = Field(None, description="Of which box.")


class GameReinstated(AuthorityDecision, Event):
    """What was declared invalid of the table's whole day is taken back."""

    TOPIC: ClassVar = "game.reinstated.v1"
    WORD: ClassVar = "reinstate_game"
    SAID: ClassVar = ("by",)
    COMMAND: ClassVar = ActCommand("reverse game", "Take back that the game of a table's day is invalid.")
    SCOPE: ClassVar[Scope] = "game"


class PlayerEjected(AuthorityDecision, Event):
    """A player is asked to leave the table and may not play on; what the player has wagered stays as it lies."""

    TOPIC: ClassVar = "player.ejected.v1"
    WORD: ClassVar = "eject"
    SAID: ClassVar = ("player", "by")
    COMMAND: ClassVar = ActCommand(
        "eject",
        "Ask a player to leave the table, where the house's rules have somebody who may.",
        {"player": "PLAYER"},
    )
    SCOPE: ClassVar[Scope] = "table"
    player: Person = Field(description="The player's id.")


class DecisionConfirmed(AuthorityDecision, Event):
    """Another person with the same authority confirms the decision that stands at a position of the ledger."""

    TOPIC: ClassVar = "decision.confirmed.v1"
    WORD: ClassVar = "confirm"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "confirm",
        "Confirm a decision that somebody took at a table, as another person with the same authority.",
        {"decision": "POSITION"},
        order="decision by role reason",
    )
    SCOPE: ClassVar[Scope] = "table"
    NEEDS_AUTHORITY: ClassVar = False
    decision: Position = Field(description="Where the decision stands, as the register says.")
    shoe: ShoeName | None = Field(None, description="The shoe that was decided on, where it was one.")


class DecisionRefused(RefusedAct, AuthorityDecision, Event):
    """Somebody tried to decide and was refused: the act, on what, and why it was refused. It changes nothing."""

    TOPIC: ClassVar = "decision.refused.v2"
    WORD: ClassVar = "decision_refused"
    SAID: ClassVar = ("act", "by")
    FROM_FEEDS: ClassVar = False
    NEEDS_AUTHORITY: ClassVar = False
    shoe: ShoeName | None = Field(None, description="The shoe it was about.")
    box: Box | None = Field(None, description="The box it was about.")
    player: Person | None = Field(None, description="The player it was about.")
    wager: Name | None = Field(None, description="The wager it was about.")
    scope: Reach | None = Field(None, description="How far it was meant to go.")
    reading: Reading | None = Field(None, description="The reading that was to hold.")
    decision: Position | None = Field(None, description="The position of the decision that was to be confirmed.")


SHOE_DECISION_TOPICS: Final = frozenset(
    {kind.TOPIC for kind in (ShoeSuspected, ShoeVoided, ShoeVoidReversed, GameInvalidated, GameTerminated)}
)
"""Topics of what may be decided on a shoe."""

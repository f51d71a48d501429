"""What is recorded of an act that was refused, and who may confirm what another person decided."""

from typing import Final

from ledger.events import Event
from ledger.events.cases import WagerAnswered
from ledger.events.decisions import (
    DecisionConfirmed,
    DecisionRefused,
    GameInvalidated,
    GameReinstated,
    GameTerminated,
    HandInvalidated,
    PaymentWithheld,
    PlayerEjected,
    Reach,
    RoundVoided,
    ShoeSuspected,
    ShoeVoided,
    ShoeVoidReversed,
    StakesInvalidated,
    TakenDecision,
)
from ledger.events.play import RoundInterrupted
from ledger.events.table import AmbiguityResolved
from ledger.values.offices import ROLES

OF_GAME: Final = (GameInvalidated, GameTerminated)
OF_TABLE: Final = (AmbiguityResolved, PlayerEjected, RoundInterrupted, DecisionConfirmed)
"""What is decided about the table itself: it makes nothing void."""


def act_of(event: TakenDecision) -> str:
    """The act that an edition's table of authorities names."""
    return str(getattr(event, "ACT", "")) or (event.WORD if isinstance(event, Event) else "")


def scope_of(event: TakenDecision) -> Reach:
    """How far a decision goes."""
    if isinstance(event, OF_TABLE):
        return "table"
    if isinstance(event, ShoeSuspected | ShoeVoided | ShoeVoidReversed):
        return "shoe"
    if isinstance(event, OF_GAME):
        return event.scope
    if isinstance(event, GameReinstated):
        return "game"
    if isinstance(event, HandInvalidated):
        return event.scope or "hand"
    return "hand" if isinstance(event, StakesInvalidated | PaymentWithheld | WagerAnswered) else "round"


def shoe_of(event: TakenDecision) -> str | None:
    """The shoe that it is about."""
    return getattr(event, "shoe", None)


def shoe_act_of(event: TakenDecision) -> str:
    """A game that is declared invalid for a shoe makes the shoe void."""
    return "void_shoe" if isinstance(event, OF_GAME) else act_of(event)


def target_of(event: TakenDecision) -> tuple[str, object]:
    """What exactly is declared invalid of a round: the same cannot be declared twice."""
    match event:
        case PaymentWithheld():
            return "wager", event.wager
        case StakesInvalidated():
            return "player", event.player
        case HandInvalidated() | GameInvalidated(scope="hand") | GameTerminated(scope="hand"):
            return "box", event.box
        case RoundVoided() | GameInvalidated() | GameTerminated():
            return "round", None
    return act_of(event), None


def attempt(event: TakenDecision, clause: str | None, refused: str) -> DecisionRefused:
    """The record of a command that was refused."""
    said = event.model_dump(exclude_none=True)
    kept = {name: said[name] for name in said if name in DecisionRefused.model_fields}
    return DecisionRefused(
        **{**kept, "act": act_of(event), "clause": clause, "refused": refused[:500], "scope": scope_of(event)}
    )


NO_DECISION: Final = "no decision that needs authority was taken there"
CONFIRMED: Final = "that is confirmed already"


def an_office(by: str) -> str:
    """What is said to an office that acts where a person must be known."""
    return f"{by} is an office; two persons answer for this, each with an id and a role"


def second_person_needed(first: TakenDecision, event: DecisionConfirmed) -> str | None:
    """Why a confirmation is not by another person than the decision; None if it is."""
    if event.by.casefold() in ROLES:
        return an_office(event.by)
    if first.by.casefold() in ROLES:
        return f"{first.by} took it as an office, and nobody can say that {event.by} is another person"
    if first.by.casefold() == event.by.casefold():
        return f"{event.by} took the decision; another person must confirm it"
    return None

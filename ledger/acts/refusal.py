"""What is recorded of an act that was refused, and who may confirm what another person decided."""

from typing import Final

from ledger.events import Event
from ledger.events.cases import WagerAnswered
from ledger.events.decisions import (
    AuthorityAct,
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
)
from ledger.events.play import RoundInterrupted
from ledger.events.table import AmbiguityResolved
from ledger.values.offices import ROLES

GAME_DECISIONS: Final = (GameInvalidated, GameTerminated)
TABLE_DECISIONS: Final = (AmbiguityResolved, PlayerEjected, RoundInterrupted, DecisionConfirmed)
"""What is decided about the table itself: it makes nothing void."""


def act_of(event: AuthorityAct) -> str:
    """The act that an edition's table of authorities names."""
    return str(getattr(event, "ACT", "")) or (event.WORD if isinstance(event, Event) else "")


def scope_of(event: AuthorityAct) -> Reach:
    """How far a decision goes."""
    if isinstance(event, TABLE_DECISIONS):
        return "table"
    if isinstance(event, ShoeSuspected | ShoeVoided | ShoeVoidReversed):
        return "shoe"
    if isinstance(event, GAME_DECISIONS):
        return event.scope
    if isinstance(event, GameReinstated):
        return "game"
    if isinstance(event, HandInvalidated):
        return event.scope or "hand"
    return "hand" if isinstance(event, StakesInvalidated | PaymentWithheld | WagerAnswered) else "round"


def shoe_of(event: AuthorityAct) -> str | None:
    """The shoe that it is about."""
    return getattr(event, "shoe", None)


def shoe_act_of(event: AuthorityAct) -> str:
    """A game that is declared invalid for a shoe makes the shoe void."""
    return "void_shoe" if isinstance(event, GAME_DECISIONS) else act_of(event)


def target_of(event: AuthorityAct) -> tuple[str, object]:
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


def refused_decision(event: AuthorityAct, clause: str | None, refused: str) -> DecisionRefused:
    """The record of a command that was refused."""
    fields = event.model_dump(exclude_none=True)
    kept = {name: fields[name] for name in fields if name in DecisionRefused.model_fields}
    return DecisionRefused(
        **{**kept, "act": act_of(event), "clause": clause, "refused": refused[:500], "scope": scope_of(event)}
    )


NOTHING_TO_CONFIRM: Final = "no decision that needs authority was taken there"
ALREADY_CONFIRMED: Final = "that is confirmed already"


def office_refusal(by: str) -> str:
    """What is said to an office that acts where a person must be known."""
    return f"{by} is an office; two persons answer for this, each with an id and a role"


def same_person_refusal(decision: AuthorityAct, confirmation: DecisionConfirmed) -> str | None:
    """Why a confirmation is not by another person than the decision; None if it is."""
    if confirmation.by.casefold() in ROLES:
        return office_refusal(confirmation.by)
    if decision.by.casefold() in ROLES:
        return f"{decision.by} took it as an office, and nobody can say that {confirmation.by} is another person"
    if decision.by.casefold() == confirmation.by.casefold():
        return f"{confirmation.by} took the decision; another person must confirm it"
    return None

"""What is recorded of an act that was refused, and who may confirm what another person decided."""

from collections.abc import Sequence
from typing import Final, TypeVar, cast

from ledger.acts.authority import BARRED_ROLES
from ledger.events.base import Act, RefusedAct
from ledger.events.cases import CaseworkAct
from ledger.events.decisions import (
    AuthorityAct,
    GameInvalidated,
    GameTerminated,
    HandInvalidated,
    PaymentWithheld,
    Reach,
    RoundVoided,
    StakesInvalidated,
)
from ledger.events.house import EditionAct, EngineAct, HouseAct
from ledger.events.personal_data import AboutPerson
from ledger.events.policies import PolicyAct
from ledger.values.message import Term
from ledger.values.refusals import MOST_STORED, Refusal, any_role, refusal_fields

R = TypeVar("R", bound=RefusedAct)
GAME_DECISIONS: Final = (GameInvalidated, GameTerminated)


def act_of(event: Act) -> str:
    """The act that an edition's table of authorities names."""
    return event.ACT or event.WORD


def scope_of(event: AuthorityAct) -> Reach:
    """How far a decision goes."""
    return cast("Reach", getattr(event, "scope", None) or event.SCOPE)


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


def refused_act(kind: type[R], event: Act, refused: str, **more: object) -> R:
    """The record of an act that was refused: why, and those fields of the act that such a record has."""
    fields = event.model_dump(exclude_none=True)
    kept = {name: value for name, value in fields.items() if name in kind.model_fields}
    why = {"refused": refused[:MOST_STORED], **refusal_fields(refused)}
    return kind.model_validate({**kept, "act": act_of(event), **why, **more})


def role_refusal(
    event: AuthorityAct | CaseworkAct | EditionAct | EngineAct | PolicyAct | AboutPerson | HouseAct,
    roles: Sequence[str],
    source: str,
) -> str | None:
    """Why somebody may not do what `source`, a clause or the desk, gives to these offices; None for whoever may."""
    if event.office in roles and event.office not in BARRED_ROLES:
        return None
    held = Term(event.office or "no office")
    return Refusal("role_without_authority", source=source, roles=any_role(roles), by=event.by, held=held)


NOTHING_TO_CONFIRM: Final = Refusal("nothing_to_confirm")
ALREADY_CONFIRMED: Final = Refusal("already_confirmed")


def office_refusal(by: str) -> str:
    """What is said to an office that acts where a person must be known."""
    return Refusal("role_not_a_person", by=by)

"""A house adopts an edition of its own, an engine or a witness policy, and a second person confirms it."""

from typing import cast

from ledger.acts.adoptions import ADOPTED_IT, ENGINE_STREAM, Adoption, EngineAdoption
from ledger.acts.refusal import refused_act
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events.base import Event
from ledger.events.house import (
    AdoptionConfirmed,
    EditionAct,
    EditionActRefused,
    EditionAdopted,
    EngineAct,
    EngineActRefused,
    EngineAdopted,
    EngineAdoptionConfirmed,
)
from ledger.events.policies import PolicyAct, PolicyActRefused, PolicyAdopted, PolicyConfirmed
from ledger.evidence.log import EVIDENCE
from ledger.evidence.policies import PolicyRow, policies_of
from ledger.ingest import IngestOutcome, PendingEntry
from ledger.values.subjects import HOUSE
from ledger.values.times import format_instant

RULEBOOK_STREAM = "rulebook/"


def adopt_edition(ledger: Ledger, event: EditionAdopted) -> tuple[IngestOutcome, str | None]:
    """Enter an edition; return what became of it, and why it was refused where it was.

    An edition whose text is on record is known, and one on record with another text is in conflict.
    """
    earlier = edition_on_record(ledger, event.rulebook, event.edition)
    ident = f"rulebook:{event.rulebook}:{event.edition}"
    if earlier is not None and earlier.position is None and _was_only_claimed(ledger, earlier):
        ident += f":again:{earlier.entry.position}"
    elif earlier is not None:
        if earlier.event.digest == event.digest:
            return "known", None
        return ledger.adopt(event.rulebook, event.edition, event.text), None
    return "recorded", _act(ledger, event, f"{RULEBOOK_STREAM}{event.rulebook}", ident)


def confirm_adoption(ledger: Ledger, event: AdoptionConfirmed) -> str | None:
    """Confirm, as a second person, that the house adopts an edition; return why that was refused, where it was."""
    row = next((row for row in ledger.adoptions().rows if row.entry.position == event.adoption), None)
    rulebook = row.event.rulebook if row else "unknown"
    return _act(ledger, event, f"{RULEBOOK_STREAM}{rulebook}", f"confirm-edition:{event.adoption}")


def adopt_engine(ledger: Ledger, event: EngineAdopted) -> tuple[EngineAdoption | None, str | None]:
    """Adopt an engine; return the adoption, which holds once it is confirmed, or why it was refused."""
    refused = _act(ledger, event, ENGINE_STREAM, "adopt-engine", is_numbered=True)
    rows = ledger.engine_adoptions().rows if refused is None else []
    return next((row for row in reversed(rows) if row.event == event), None), refused


def confirm_engine(ledger: Ledger, event: EngineAdoptionConfirmed) -> str | None:
    """Confirm, as a second person, that the house adopts an engine; return why that was refused, where it was."""
    return _act(ledger, event, ENGINE_STREAM, f"confirm-engine:{event.adoption}")


def adopt_policy(ledger: Ledger, event: PolicyAdopted) -> tuple[PolicyRow | None, str | None]:
    """Adopt a witness policy; return the adoption, which is in force once it is confirmed, or why it was refused."""
    refused = _act(ledger, event, EVIDENCE, "adopt-policy", is_numbered=True)
    rows = policies_of(ledger).waiting if refused is None else []
    return next((row for row in reversed(rows) if row.event == event), None), refused


def confirm_policy(ledger: Ledger, event: PolicyConfirmed) -> str | None:
    """Confirm, as a second person, that the house adopts a witness policy; return why that was refused, where it was."""
    return _act(ledger, event, EVIDENCE, f"confirm-policy:{event.adoption}")


def edition_on_record(ledger: Ledger, rulebook: str, edition: str) -> Adoption | None:
    """The last adoption of an edition that was not refused."""
    named = (row for row in ledger.adoptions().rows if (row.event.rulebook, row.event.edition) == (rulebook, edition))
    return next((row for row in reversed(list(named)) if row.refused is None), None)


def _was_only_claimed(ledger: Ledger, row: Adoption) -> bool:
    """Whether nobody signed what waits, where the roster is required by now: nobody can confirm it any more."""
    return row.by is not None and ledger.roster().unsigned_refusal(row.entry, row.by, ADOPTED_IT) is not None


HouseAdoption = EditionAct | EngineAct | PolicyAct
"""An act by which the house adopts something, or a second person confirms that."""


def _act(ledger: Ledger, event: HouseAdoption, stream: str, ident: str, *, is_numbered: bool = False) -> str | None:
    """Enter an act under its id, with its number in the stream where it can be taken again; return why it was refused."""
    why: str | None = None

    def decide() -> tuple[list[PendingEntry], dict[str, int]]:
        nonlocal why
        when, head = format_instant(ledger.clock()), ledger.recorder.stream_version(stream)
        why = ledger.roster_refusal(event, when) or _refusal(ledger, event)
        entered, name = cast("Event", event), f"{ident}:{head + 1}" if is_numbered else ident
        if why is not None:
            entered, name = _attempt(event, why), f"{ident}:refused:{head + 1}"
        return [PendingEntry(Delivery(entered, HOUSE, name, None, stream, when), stream)], {stream: head}

    ledger.take_act(decide, "adopt it again")
    return why


def _refusal(ledger: Ledger, event: HouseAdoption) -> str | None:
    match event:
        case EngineAct():
            return ledger.engine_adoptions().refusal(event)
        case PolicyAct():
            return policies_of(ledger).refusal(event)
    return ledger.adoptions().refusal(event)


def _attempt(event: HouseAdoption, why: str) -> Event:
    match event:
        case EngineAct():
            return refused_act(EngineActRefused, event, why)
        case PolicyAct():
            return refused_act(PolicyActRefused, event, why)
    return refused_act(EditionActRefused, event, why)

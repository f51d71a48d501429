"""What is on record of the house itself: its settings and exchange rates, who recorded them, and which held when.

A house adopts an edition of its own, an engine or a witness policy, and a second person confirms it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, cast

from ledger.acts.adoptions import ADOPTED_IT, BY_THE_HOUSE, ENGINE_STREAM, Adoption, EngineAdoption
from ledger.acts.refusal import refused_act, role_refusal
from ledger.acts.roster import Roster
from ledger.application import Ledger
from ledger.entry import Delivery, Entry
from ledger.events.base import Event
from ledger.events.house import (
    HOUSE_STREAM,
    AdoptionConfirmed,
    EditionAct,
    EditionActRefused,
    EditionAdopted,
    EngineAct,
    EngineActRefused,
    EngineAdopted,
    EngineAdoptionConfirmed,
    ExchangeRateRecorded,
    HouseAct,
    HouseActRefused,
    HouseSettingsRecorded,
)
from ledger.events.policies import PolicyAct, PolicyActRefused, PolicyAdopted, PolicyConfirmed
from ledger.evidence.log import EVIDENCE
from ledger.evidence.policies import PolicyRow, policies_of
from ledger.ingest import IngestOutcome, PendingEntry
from ledger.values.subjects import HOUSE
from ledger.values.times import format_instant

MAY_RECORD: Final = ("management", "direction")
"""The offices that say what holds of the house; no rule document does."""


@dataclass(frozen=True, slots=True)
class HouseRow:
    """Settings that somebody recorded: `refused` says why they do not hold."""

    entry: Entry
    settings: HouseSettingsRecorded
    refused: str | None


def house_rows(ledger: Ledger) -> list[HouseRow]:
    """All settings on record, oldest first."""
    entries = ledger.entries(HOUSE_STREAM)
    return list(_rows(entries, ledger.roster())) if entries else []


def settings_at(rows: Iterable[HouseRow], at: str | None) -> HouseSettingsRecorded | None:
    """Of these the settings that held at an instant, or the last ones; None where none did."""
    held = [row for row in rows if row.refused is None and (at is None or row.entry.recorded_at <= at)]
    return held[-1].settings if held else None


def house_settings(ledger: Ledger, at: str | None = None) -> HouseSettingsRecorded | None:
    """The house's settings as they held at an instant, or as they are; None where none did."""
    return settings_at(house_rows(ledger), at)


def house_zone(ledger: Ledger) -> str:
    """The time zone by which the house counts its days and months; UTC where no settings are on record."""
    settings = house_settings(ledger)
    return settings.zone if settings else "UTC"


def record_house(ledger: Ledger, act: HouseSettingsRecorded | ExchangeRateRecorded) -> str | None:
    """Record the house's settings from now on, or an exchange rate; return why that was refused, where it was."""
    refused: str | None = None

    def decide() -> tuple[list[PendingEntry], dict[str, int]]:
        nonlocal refused
        when, head = format_instant(ledger.clock()), ledger.recorder.stream_version(HOUSE_STREAM)
        refused = ledger.roster_refusal(act, when) or _role_refusal(act)
        recorded: Event = act if refused is None else refused_act(HouseActRefused, act, refused)
        ident = f"{HOUSE_STREAM}:{head + 1}"
        return [PendingEntry(Delivery(recorded, HOUSE, ident, None, HOUSE_STREAM, when), HOUSE_STREAM)], {
            HOUSE_STREAM: head
        }

    ledger.take_act(decide, "do that again")
    return refused


def _rows(entries: Iterable[Entry], roster: Roster) -> Iterable[HouseRow]:
    for entry in entries:
        if isinstance(entry.event, HouseSettingsRecorded):
            refused = roster.entry_refusal(entry, entry.event) or _role_refusal(entry.event)
            yield HouseRow(entry, entry.event, refused)


def _role_refusal(act: HouseAct) -> str | None:
    return role_refusal(act, MAY_RECORD, BY_THE_HOUSE)


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

"""Which engines the house has adopted, by whom, and for which earlier rulings: a fold of the engine's stream."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from ledger.acts.adoptions import ADOPTED_IT, house_refusal
from ledger.acts.roster import NEXT_POSITION, Roster
from ledger.entry import Entry
from ledger.events.engines import (
    EngineAct,
    EngineActRefused,
    EngineAdopted,
    EngineAdoptionCarriedOut,
    EngineAdoptionConfirmed,
)
from ledger.values.refusals import Refusal

ENGINE_STREAM: Final = "engine"
"""The stream that says which engine rules by which edition, and which the house has adopted."""


@dataclass(slots=True)
class EngineAdoption:
    """An engine that was adopted, or is to be once a second person has confirmed it.

    `position` is that from which on it holds, None as long as it does not.
    """

    entry: Entry
    event: EngineAdopted
    position: int | None = None
    refused: str | None = None
    confirmed_by: str | None = None
    is_carried_out: bool = False
    """Whether all earlier rulings that it asks for have been gone through."""


@dataclass(slots=True)
class EngineAdoptions:
    """All adoptions of engines, in the order of the record."""

    roster: Roster
    rows: list[EngineAdoption] = field(default_factory=list)
    refused_acts: list[tuple[Entry, str]] = field(default_factory=list)
    """Confirmations that do not hold, and attempts that were recorded as such, each with the reason."""

    # Asking

    def ruling_anew(self, digest: str) -> list[EngineAdoption]:
        """The adoptions by which the engine with this digest makes earlier rulings anew; none once another is adopted."""
        holding = [(row.position, row) for row in self.rows if row.position is not None]
        found: list[EngineAdoption] = []
        for _, row in sorted(holding, key=lambda pair: pair[0]):
            if row.event.engine_digest != digest:
                found = []
            elif row.event.since is not None:
                found.append(row)
        return found

    def first_day_to_go_through(self, digest: str) -> str | None:
        """The first gaming day of which adoptions ask this engine for rulings that it has not gone through yet."""
        return min((row.event.since or "" for row in self.ruling_anew(digest) if not row.is_carried_out), default=None)

    def cause(self, digest: str, day: str, head: int) -> int | None:
        """Where the adoption stands by which this engine makes anew what was ruled about a gaming day as of a position."""
        rows = [
            row.entry.position
            for row in self.ruling_anew(digest)
            if row.position is not None and row.position > head and (row.event.since or "") <= day
        ]
        return rows[-1] if rows else None

    def refusal(self, event: EngineAct, position: int = NEXT_POSITION) -> str | None:
        """Why an act does not hold if it is taken at a position; None if it holds, or holds once it is confirmed."""
        match event:
            case EngineAdopted():
                return house_refusal(event, EngineAdopted.WORD)
            case EngineAdoptionConfirmed():
                row = self._row(event)
                if row is None or row.refused or row.position is not None:
                    return Refusal("no_engine_waits")
                second = self.roster.second_person_refusal(row.entry, row.event, event.by, ADOPTED_IT, position)
                return second or house_refusal(event, EngineAdopted.WORD)
        return None

    # Going along

    def apply(self, entry: Entry) -> None:
        """Takes in one entry of the engine's stream."""
        event = entry.event
        match event:
            case EngineActRefused():
                self.refused_acts.append((entry, event.why))
            case EngineAdopted():
                self.rows.append(EngineAdoption(entry, event, refused=self._refusal_on_record(entry, event)))
            case EngineAdoptionConfirmed():
                if (refused := self._refusal_on_record(entry, event)) is not None:
                    self.refused_acts.append((entry, refused))
                elif (row := self._row(event)) is not None:
                    row.position, row.confirmed_by = entry.position, event.by
            case EngineAdoptionCarriedOut():
                if (row := self._row(event)) is not None:
                    row.is_carried_out = True

    def _refusal_on_record(self, entry: Entry, event: EngineAct) -> str | None:
        return self.roster.entry_refusal(entry, event) or self.refusal(event, entry.position)

    def _row(self, event: EngineAdoptionConfirmed | EngineAdoptionCarriedOut) -> EngineAdoption | None:
        return next((row for row in self.rows if row.entry.position == event.adoption), None)


def project_engine_adoptions(entries: Iterable[Entry], roster: Roster) -> EngineAdoptions:
    """The adoptions after these entries of the engine's stream."""
    adoptions = EngineAdoptions(roster)
    for entry in entries:
        adoptions.apply(entry)
    return adoptions

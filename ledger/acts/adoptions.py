"""Which editions the house has adopted, by whom, and from when each holds: a fold of the rulebooks' streams.

Which engines the house has adopted, by whom, and for which earlier rulings: a fold of the engine's stream.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from ledger.acts.authority import Authority, authorities_of, edition_header
from ledger.acts.refusal import office_refusal, role_refusal
from ledger.acts.roster import NEXT_POSITION, Roster
from ledger.entry import Entry
from ledger.events.deliveries import EntryUnreadable, RulebookAdopted
from ledger.events.house import (
    NOBODY,
    AdoptionConfirmed,
    EditionAct,
    EditionActRefused,
    EditionAdopted,
    EngineAct,
    EngineActRefused,
    EngineAdopted,
    EngineAdoptionCarriedOut,
    EngineAdoptionConfirmed,
)
from ledger.events.policies import PolicyAct
from ledger.merkle import digest
from ledger.values.effective import InForce, in_force_on
from ledger.values.message import Message, Term
from ledger.values.offices import is_office
from ledger.values.refusals import Refusal

BY_THE_HOUSE: Final = Term("the house")
ADOPTED_IT: Final = Message("adopted it")
NOT_RELEASED: Final = Refusal("edition_not_released")


@cache
def house_roles() -> Mapping[str, tuple[str, ...]]:
    """Who may do what for the house as a whole: act to roles."""
    text = files("ledger.acts").joinpath("house.toml").read_text(encoding="utf-8")
    return {act: tuple(roles) for act, roles in tomllib.loads(text)["roles"].items()}


@cache
def released_editions() -> frozenset[str]:
    """The digests of all editions that came with the program."""
    text = files("ledger.acts").joinpath("released.toml").read_text(encoding="utf-8")
    return frozenset(tomllib.loads(text)["editions"].values())


def house_refusal(event: EditionAct | EngineAct | PolicyAct, act: str) -> str | None:
    """Why somebody may not do this for the house, or confirm it; None for whoever may."""
    if is_office(event.by):
        return office_refusal(event.by)
    return role_refusal(event, house_roles()[act], BY_THE_HOUSE)


@dataclass(slots=True)
class Adoption:
    """An edition that was adopted, or is to be once a second person has confirmed it.

    `position` is that from which on the ledger knows that it holds, None as long as it does not. `begins` is from when it
    holds, where that is not the day that its text gives.
    """

    entry: Entry
    event: RulebookAdopted
    position: int | None = None
    begins: InForce | None = None
    refused: str | None = None
    confirmed_by: str | None = None
    is_back_dated: bool = False

    @property
    def holds_from(self) -> InForce:
        """From when it holds, if it does."""
        return self.begins or edition_header(self.event.text).in_force

    @property
    def at(self) -> str:
        """When it was adopted."""
        return self.entry.delivery.time or self.entry.recorded_at

    @property
    def by(self) -> str | None:
        """Who adopted it; None for the editions that come with the program, and where nobody was named."""
        return self.event.by if isinstance(self.event, EditionAdopted) and self.event.by != NOBODY else None


@dataclass(slots=True)
class Adoptions:
    """All adoptions of a ledger, in the order of the record."""

    roster: Roster
    rows: list[Adoption] = field(default_factory=list)
    refused_acts: list[tuple[Entry, str]] = field(default_factory=list)
    """Confirmations that do not hold, and attempts that were recorded as such, each with the reason."""
    latest: str = ""
    """The latest time at which anything of it was recorded: nobody adopts by a clock that stands behind it."""
    unreadable: dict[str, str] = field(default_factory=dict)
    """The rulebooks of which an entry cannot be read, and why."""

    # Asking

    def holding(self, rulebook: str, known_at: int | None = None) -> list[Adoption]:
        """The adoptions of a rulebook that hold, of those known at a position, in the order in which they began to."""
        upto = NEXT_POSITION if known_at is None else known_at
        found = [
            (row.position, row)
            for row in self.rows
            if row.event.rulebook == rulebook and row.position is not None and row.position <= upto
        ]
        return [row for _, row in sorted(found, key=lambda pair: pair[0])]

    def in_force(self, rulebook: str, day: date, known_at: int | None = None) -> RulebookAdopted | None:
        """The edition of a rulebook in force on a day, of those known at a position."""
        return in_force_on(((row.holds_from, row.event) for row in self.holding(rulebook, known_at)), day)

    def authorities(self, rulebook: str, day: date, known_at: int | None = None) -> Mapping[str, Authority]:
        """Who may decide what on a day, by the edition known at a position."""
        return authorities_of(self.in_force(rulebook, day, known_at))

    def refusal(self, event: EditionAct, position: int = NEXT_POSITION) -> str | None:
        """Why an act does not hold if it is taken at a position; None if it holds, or holds once it is confirmed."""
        if isinstance(event, AdoptionConfirmed):
            return self._confirmation_refusal(event, position)
        if not isinstance(event, EditionAdopted):
            return None
        if event.by == NOBODY:
            if event.back_dated:
                return Refusal("dated_back_by_nobody")
            return None
        if event.back_dated and not event.reason:
            return Refusal("dated_back_without_reason")
        return house_refusal(event, EditionAdopted.WORD)

    def _confirmation_refusal(self, event: AdoptionConfirmed, position: int) -> str | None:
        row = next((row for row in self.rows if row.entry.position == event.adoption), None)
        if row is None or row.refused or row.position is not None or not isinstance(row.event, EditionAdopted):
            return Refusal("no_edition_waits")
        second = self.roster.second_person_refusal(row.entry, row.event, event.by, ADOPTED_IT, position)
        return second or house_refusal(event, EditionAdopted.WORD)

    # Going along

    def apply(self, entry: Entry) -> None:
        """Takes in one entry of a rulebook's stream."""
        event = entry.event
        self.latest = max(self.latest, entry.recorded_at)
        match event:
            case EntryUnreadable():
                self.unreadable.setdefault(entry.stream.removeprefix("rulebook/"), event.why)
            case EditionActRefused():
                self.refused_acts.append((entry, event.why))
            case EditionAdopted():
                self._apply_adoption(entry, event)
            case RulebookAdopted():
                self._apply_by_the_program(entry, event)
            case AdoptionConfirmed():
                self._apply_confirmation(entry, event)

    def _apply_by_the_program(self, entry: Entry, event: RulebookAdopted) -> None:
        """Nobody signs what the program enters: once the roster is required it enters what comes with it alone.

        A newer edition that comes with the program holds for rounds opened after it, like any other.
        """
        is_released = event.digest in released_editions()
        strange = self.roster.is_required(entry.position) and not is_released
        if strange or digest(event.text.encode()) != event.digest:
            self.rows.append(Adoption(entry, event, refused=NOT_RELEASED))
            return
        row = Adoption(entry, event)
        if is_released:
            self._put_in_force(row, entry)
        else:
            row.position = entry.position
        self.rows.append(row)

    def _apply_adoption(self, entry: Entry, event: EditionAdopted) -> None:
        row = Adoption(entry, event, is_back_dated=event.back_dated)
        row.refused = self._roster_refusal(entry, event) or self.refusal(event)
        if row.refused is None and event.by == NOBODY:
            self._put_in_force(row, entry)
        self.rows.append(row)

    def _apply_confirmation(self, entry: Entry, event: AdoptionConfirmed) -> None:
        refused = self._roster_refusal(entry, event) or self._confirmation_refusal(event, entry.position)
        if refused is not None:
            self.refused_acts.append((entry, refused))
            return
        row = next(row for row in self.rows if row.entry.position == event.adoption)
        row.confirmed_by = event.by
        self._put_in_force(row, entry)

    def _roster_refusal(self, entry: Entry, event: EditionAct) -> str | None:
        return self.roster.entry_refusal(entry, event)

    def _put_in_force(self, row: Adoption, entry: Entry) -> None:
        """In place of another edition it holds from now on, unless it is dated back; the first of all from its own date."""
        if self.holding(row.event.rulebook) and not row.is_back_dated:
            row.begins = _later(row.holds_from, max(row.at, entry.delivery.time or entry.recorded_at, self.latest))
        row.position = entry.position


@lru_cache(maxsize=256)
def _later(own: InForce, now: str) -> InForce:
    starts = own.isoformat() if isinstance(own, datetime) else f"{own.isoformat()}T00:00:00.000000Z"
    instant = datetime.fromisoformat(now.replace("Z", "+00:00"))
    return own if datetime.fromisoformat(starts.replace("Z", "+00:00")) >= instant else instant


def project_adoptions(entries: Iterable[Entry], roster: Roster) -> Adoptions:
    """The adoptions after these entries of the rulebooks' streams, in the order of the record."""
    adoptions = Adoptions(roster)
    for entry in entries:
        adoptions.apply(entry)
    return adoptions


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

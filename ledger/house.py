"""What is on record of the house itself: its settings and exchange rates, who recorded them, and which held when."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ledger.acts.adoptions import BY_THE_HOUSE
from ledger.acts.refusal import refused_act, role_refusal
from ledger.acts.roster import Roster
from ledger.application import Ledger
from ledger.entry import Delivery, Entry
from ledger.events.base import Event
from ledger.events.house import (
    HOUSE_STREAM,
    ExchangeRateRecorded,
    HouseAct,
    HouseActRefused,
    HouseSettingsRecorded,
)
from ledger.ingest import PendingEntry
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

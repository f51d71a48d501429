"""The bundled house's five people: who they are on the roster, and their keys."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from drill.sample.cases import ADMINISTRATOR, APPROVER, INVESTIGATOR, MANAGER
from ledger.application import Ledger
from ledger.events.roster import OfficeTerm, PersonEnrolled, RosterConfirmed
from ledger.roster.commands import act_on_roster
from ledger.roster.key_file import KeyFileSigner, create_key_file, load_key_file
from ledger.values.offices import AuthorityRole

MANAGEMENT: Final = "M1"
OFFICES: Final[Mapping[str, tuple[AuthorityRole, ...]]] = {
    MANAGEMENT: ("management",),
    ADMINISTRATOR: ("administrator",),
    INVESTIGATOR: ("investigator",),
    MANAGER: ("dispute_manager", "approver"),
    APPROVER: ("approver",),
}
"""The first two begin the roster, and enrol the others."""

SINCE: Final = "2026-01-01"
PASSPHRASE: Final = "recoup demo"  # noqa: S105 - of keys that anybody may use


def enrol(ledger: Ledger, folder: Path) -> Mapping[str, KeyFileSigner]:
    """Everybody's key, in a folder; and everybody on the roster, unless they are already."""
    folder.mkdir(mode=0o700, exist_ok=True)
    files = {person: folder / f"{person}.key" for person in OFFICES}
    keys = {
        person: load_key_file(path, PASSPHRASE) if path.exists() else create_key_file(path, PASSPHRASE)
        for person, path in files.items()
    }
    if ledger.roster().members:
        return keys
    for person, offices in OFFICES.items():
        ledger.signer = keys[MANAGEMENT]
        terms = tuple(OfficeTerm(office=office, since=SINCE) for office in offices)
        enrolment = PersonEnrolled(by=MANAGEMENT, person=person, offices=terms, key=keys[person].public)
        row = act_on_roster(ledger, enrolment)
        if person != MANAGEMENT:
            ledger.signer = keys[ADMINISTRATOR]
            act_on_roster(ledger, RosterConfirmed(by=ADMINISTRATOR, act=row.entry.position))
    ledger.signer = None
    return keys

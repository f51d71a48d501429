"""People with keys, to try the roster with."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.acts.roster import RosterRow
from ledger.application import Ledger
from ledger.events.roster import OfficeTerm, PersonEnrolled, RosterAct, RosterConfirmed, RosterRequired
from ledger.roster.commands import act_on_roster
from ledger.roster.key_file import KeyFileSigner, signer_of_key

LONG_AGO: Final = "2026-01-01"


@cache
def key_of(name: str) -> KeyFileSigner:
    """Somebody's key, the same in every run."""
    return signer_of_key(Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest()))


def terms(*offices: str, since: str = LONG_AGO, until: str | None = None) -> tuple[OfficeTerm, ...]:
    """Offices that somebody holds."""
    return tuple(OfficeTerm.model_validate({"office": office, "since": since, "until": until}) for office in offices)


def enrolment(by: str, person: str, *offices: str, key: str | None = None) -> PersonEnrolled:
    """The enrolment of a person with a key of the same name."""
    return PersonEnrolled(by=by, person=person, offices=terms(*offices), key=key_of(key or person).public)


def act(ledger: Ledger, signer: str, event: RosterAct) -> RosterRow:
    """Somebody does something to the roster."""
    ledger.signer = key_of(signer)
    row = act_on_roster(ledger, event)
    ledger.signer = None
    return row


def confirmed(ledger: Ledger, first: str, event: RosterAct, second: str) -> RosterRow:
    """Somebody does something to the roster and another confirms it, if it stands; the last row."""
    row = act(ledger, first, event)
    if row.refused is None:
        row = act(ledger, second, RosterConfirmed(by=second, act=row.entry.position))
    return row


def begin(ledger: Ledger, others: Sequence[tuple[str, str]] = (), *, required: bool = False) -> None:
    """A roster of M1 and M2 of management, and of others by person and office."""
    assert act(ledger, "M1", enrolment("M1", "M1", "management")).refused is None
    assert confirmed(ledger, "M1", enrolment("M1", "M2", "management"), "M2").refused is None
    for person, office in others:
        assert confirmed(ledger, "M1", enrolment("M1", person, office), "M2").refused is None
    if required:
        assert confirmed(ledger, "M1", RosterRequired(by="M1"), "M2").refused is None

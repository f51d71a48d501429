"""The roster as JSON: who is known to the house, in which offices, by which keys, and who did what to it."""

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import Field

from ledger.acts.refusal import act_of
from ledger.acts.roster import Member, Roster, RosterRow, Sources
from ledger.events.roster import RosterActRefused, RosterConfirmed
from ledger.values.document import Document
from ledger.values.refusals import refusal_fields
from ledger.values.subjects import HOUSE


class OfficeTermDocument(Document):
    """An office that somebody holds: first and last day, in UTC."""

    office: str
    since: str
    until: str | None


class KeyTermDocument(Document):
    """A key, and the positions of the ledger behind which and up to which it signs."""

    fingerprint: str
    kind: Literal["ed25519", "passkey"]
    since: int
    until: int | None


class AccountDocument(Document):
    """An account at an identity provider: its digest, and the provider."""

    account: str
    issuer: str


class MemberDocument(Document):
    """Somebody on the roster."""

    person: str
    offices: list[OfficeTermDocument]
    keys: list[KeyTermDocument]
    accounts: list[AccountDocument]


class RosterActDocument(Document):
    """Something done to the roster, or the attempt."""

    position: int
    at: str
    act: str
    person: str | None
    by: str
    status: Literal["stands", "waits", "confirmed", "refused"]
    refused: str | None
    code: str | None = Field(description="The code of that reason; null where it has none.")
    particulars: dict[str, Any] | None = Field(description="What its sentence says, as data.")


class EnrolledSourceDocument(Document):
    """A source of the ledger, enrolled or not: what it may deliver, how it is known, and how much of it is on record."""

    source: str
    status: Literal["enrolled", "revoked", "unattested"]
    tables: list[str]
    topics: list[str]
    since: str | None
    until: str | None
    key: str | None
    token: str | None
    entries: int


class SourcesDocument(Document):
    """The sources; from `required_since` on only enrolled ones deliver."""

    required_since: int | None
    sources: list[EnrolledSourceDocument]


def sources_document(sources: Sources, on_record: Iterable[tuple[str, int]]) -> SourcesDocument:
    """The enrolled sources and those on record, of each with how many entries, by name."""
    entries = {source: count for source, count in on_record if source != HOUSE}
    names = sorted(sources.enrolled.keys() | sources.revoked.keys() | entries.keys())
    rows = [_source_document(sources, name, entries.get(name, 0)) for name in names]
    return SourcesDocument(required_since=sources.required_since, sources=rows)


def _source_document(sources: Sources, name: str, entries: int) -> EnrolledSourceDocument:
    event = sources.enrolled.get(name)
    if event is None:
        status: Literal["revoked", "unattested"] = "revoked" if name in sources.revoked else "unattested"
        nothing = {"since": None, "until": None, "key": None, "token": None}
        return EnrolledSourceDocument(source=name, status=status, tables=[], topics=[], **nothing, entries=entries)
    return EnrolledSourceDocument(
        source=name,
        status="enrolled",
        tables=list(event.tables),
        topics=list(event.topics),
        since=event.since,
        until=event.until,
        key=event.key.fingerprint if event.key else None,
        token=event.token,
        entries=entries,
    )


class RosterDocument(Document):
    """The roster. `ledger` is the id that signatures are bound to, `required_since` the position from which on every act
    must be signed.
    """

    ledger: str | None
    required_since: int | None
    persons: list[MemberDocument]
    acts: list[RosterActDocument]


def roster_document(roster: Roster) -> RosterDocument:
    """The roster and its acts, in the order of the record."""
    return RosterDocument(
        ledger=roster.ledger or None,
        required_since=roster.required_since,
        persons=[_member_document(member) for member in roster.members.values()],
        acts=[_act_document(roster, row) for row in roster.rows],
    )


def _member_document(member: Member) -> MemberDocument:
    terms = member.offices[-1][1]
    keys = [
        KeyTermDocument(fingerprint=name, kind=term.key.kind, since=term.since, until=term.until)
        for name, term in member.keys.items()
    ]
    accounts = [AccountDocument(account=account, issuer=issuer) for account, issuer in member.accounts.items()]
    offices = list(map(OfficeTermDocument.from_object, terms))
    return MemberDocument(person=member.person, offices=offices, keys=keys, accounts=accounts)


def _act_document(roster: Roster, row: RosterRow) -> RosterActDocument:
    entry, event = row.entry, row.event
    confirmed = {other.event.act for other in roster.rows if isinstance(other.event, RosterConfirmed) and not other.refused}
    status = (
        "refused"
        if row.refused
        else "waits"
        if entry.position in roster.pending
        else "confirmed"
        if entry.position in confirmed
        else "stands"
    )
    return RosterActDocument(
        position=entry.position,
        at=entry.delivery.time or entry.recorded_at,
        act=event.act if isinstance(event, RosterActRefused) else act_of(event),
        person=getattr(event, "person", None),
        by=event.by,
        status=status,
        refused=row.refused,
        **{"code": None, "particulars": None, **refusal_fields(row.refused)},
    )

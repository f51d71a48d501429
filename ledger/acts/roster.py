"""The roster as its stream leaves it: who may act for the house, in which offices, by which keys, at which position.

Which sources the house has enrolled: what each may deliver, from when, and by which key or token it is known.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ledger.acts.refusal import office_refusal
from ledger.entry import ActSignature, Entry
from ledger.events.base import Act
from ledger.events.roster import (
    AccountBound,
    AccountReleased,
    KeyEnrolled,
    OfficeTerm,
    PersonEnrolled,
    PublicKey,
    RosterAct,
    RosterActRefused,
    RosterConfirmed,
    RosterRequired,
    RosterRevoked,
    SourceEnrolled,
    SourceRevoked,
    SourcesRequired,
)
from ledger.merkle import digest
from ledger.values.message import Message, Term
from ledger.values.offices import is_office, is_same_person
from ledger.values.refusals import Refusal, any_role
from ledger.values.subjects import HOUSE


class SourceProof(NamedTuple):
    """What whoever feeds shows of themselves: the fingerprint of a key of theirs, or a token."""

    key: str | None = None
    token: bytes | None = None


@dataclass(slots=True)
class Sources:
    """The enrolled sources by name. While they are not required, any other is only unattested."""

    enrolled: dict[str, SourceEnrolled] = field(default_factory=dict)
    revoked: dict[str, int] = field(default_factory=dict)
    """The positions at which sources were revoked."""
    required_since: int | None = None

    def refusal(self, source: str, table: str, topic: str, day: str, proof: SourceProof) -> str | None:
        """Why a source may not deliver this, about a table on a day (UTC); None if it may."""
        event = self.enrolled.get(source)
        if event is None:
            return Refusal("source_revoked" if source in self.revoked else "source_unknown", source=source)
        if not event.since <= day <= (event.until or "9999"):
            if event.until:
                return Refusal("source_enrolled_until", source=source, since=event.since, until=event.until)
            return Refusal("source_enrolled_from", source=source, since=event.since)
        if event.tables and table not in event.tables:
            return Refusal("source_of_others", source=source, others=", ".join(event.tables), what=table)
        if event.topics and not any(f"{topic}.".startswith(f"{prefix}.") for prefix in event.topics):
            return Refusal("source_of_others", source=source, others=", ".join(event.topics), what=topic)
        return _proof_refusal(event, proof)

    def has_word(self, source: str, table: str, proof: SourceProof) -> bool:
        """Whether it is enrolled for the table, on whatever day, and the proof is its own."""
        event = self.enrolled.get(source)
        return event is not None and (not event.tables or table in event.tables) and _proof_refusal(event, proof) is None


def _proof_refusal(event: SourceEnrolled, proof: SourceProof) -> str | None:
    if event.key is not None and proof.key != event.key.fingerprint:
        return Refusal("source_key_missing", source=event.source, key=event.key.fingerprint)
    if event.token is not None and (proof.token is None or digest(proof.token) != event.token):
        return Refusal("source_token_missing", source=event.source)
    return None


ROSTER: Final = "roster"
"""The roster's stream."""

KEEPERS: Final = ("management", "direction", "administrator")
"""The offices that change the roster."""

CONFIRMERS: Final = ("management", "direction")
"""The offices of which one must stand behind each change: an administrator alone keeps the machine."""

NEXT_POSITION: Final = 2**62
"""The position of an act that is about to be recorded: behind everything that is."""


SignatureCheck = Callable[[Entry, PublicKey, str], str | None]
"""Why the signature under an entry is not that of a key in the ledger of an id; None if it is."""

FollowCheck = Callable[[Entry], str | None]
"""Why what is said to follow from a signed act does not; None if it does."""


class SignedBy(NamedTuple):
    """Who signs an act, by which key."""

    person: str
    key: str


@dataclass(frozen=True, slots=True)
class KeyTerm:
    """A key, and the positions behind which and up to which it signs."""

    key: PublicKey
    since: int
    until: int | None = None

    def holds_at(self, position: int) -> bool:
        """Whether an act at this position may be signed with it."""
        return self.since <= position and (self.until is None or position <= self.until)


@dataclass(slots=True)
class Member:
    """Somebody on the roster: keys by fingerprint, and offices with the position from which they are known."""

    person: str
    keys: dict[str, KeyTerm] = field(default_factory=dict)
    offices: list[tuple[int, tuple[OfficeTerm, ...]]] = field(default_factory=list)
    accounts: dict[str, str] = field(default_factory=dict)
    """The issuers of the accounts at identity providers that are the person's now, by the accounts' digests."""

    def offices_at(self, position: int, day: str) -> list[str]:
        """The offices that the person held on a day, as the roster knew them at a position."""
        known = next((terms for since, terms in reversed(self.offices) if since <= position), ())
        return _offices_on(known, day)


def _offices_on(terms: Iterable[OfficeTerm], day: str) -> list[str]:
    return [term.office for term in terms if term.since <= day <= (term.until or "9999")]


class RosterRow(NamedTuple):
    """An act of the roster, or the attempt at it: `refused` says why it does not hold."""

    entry: Entry
    refused: str | None

    @property
    def event(self) -> RosterAct:
        event = self.entry.event
        assert isinstance(event, RosterAct)
        return event


@dataclass(slots=True)
class Roster:
    """Who is known to the house. Without an entry it is empty, and every act is only claimed."""

    ledger: str = ""
    """The ledger's id."""
    members: dict[str, Member] = field(default_factory=dict)
    pending: dict[int, RosterRow] = field(default_factory=dict)
    """By position, what waits for a second person."""
    rows: list[RosterRow] = field(default_factory=list)
    sources: Sources = field(default_factory=Sources)
    required_since: int | None = None
    version: int = 0
    check: SignatureCheck | None = field(default=None, compare=False)
    follow: FollowCheck | None = field(default=None, compare=False)

    # Asking

    def is_required(self, position: int = NEXT_POSITION) -> bool:
        """Whether an act at this position holds only if somebody on the roster signed it."""
        return self.required_since is not None and position > self.required_since

    def holder_of(self, account: str) -> str | None:
        """Whose account at an identity provider it is now, by its digest."""
        return next((member.person for member in self.members.values() if account in member.accounts), None)

    def person_of(self, fingerprint: str, event: Act | None = None) -> str | None:
        """Whose key it is. An enrolment that is about to be made, or confirmed by the newcomer, names its own."""
        for member in self.members.values():
            if fingerprint in member.keys:
                return member.person
        match event:
            case PersonEnrolled(key=PublicKey() as key, person=person) if not self.members:
                return person if key.fingerprint == fingerprint else None
            case RosterConfirmed(act=position) if len(self.members) == 1:
                row = self.pending.get(position)
                enrolled = row.event if row else None
                if isinstance(enrolled, PersonEnrolled) and enrolled.key and enrolled.key.fingerprint == fingerprint:
                    return enrolled.person
        return None

    def public_key(self, fingerprint: str) -> PublicKey | None:
        """A key that is or was on the roster, or waits to be."""
        for member in self.members.values():
            if fingerprint in member.keys:
                return member.keys[fingerprint].key
        for row in self.rows:
            if isinstance(row.event, PersonEnrolled | KeyEnrolled):
                key = row.event.key
                if key is not None and key.fingerprint == fingerprint:
                    return key
        return None

    def offices(self, person: str, day: str, position: int = NEXT_POSITION) -> list[str]:
        """The offices that somebody holds on a day (UTC), as known at a position."""
        return self.members[person].offices_at(position, day) if person in self.members else []

    def refusal(self, event: Act, signed_by: SignedBy | None, day: str, position: int = NEXT_POSITION) -> str | None:
        """Why an act of any kind does not hold, by who signed it; None if the roster has nothing against it.

        Unsigned it is claimed, which is enough until the roster is required. `day` is that of the act, in UTC.
        """
        if signed_by is None:
            if self.is_required(position):
                return Refusal("not_signed", by=event.by)
            return None
        member = self.members.get(signed_by.person)
        term = member.keys.get(signed_by.key) if member else None
        if member is None or term is None or not term.holds_at(position):
            return Refusal("key_not_held", key=signed_by.key)
        if stranger := _stranger_refusal(event, signed_by):
            return stranger
        office = getattr(event, "office", None)
        offices = member.offices_at(position, day)
        if office is not None and office not in offices:
            known = any_role(offices) or Term("nothing")
            return Refusal("role_not_on_roster", by=event.by, known=known, day=day, role=Term(office))
        return None

    def entry_refusal(self, entry: Entry, event: Act) -> str | None:
        """Why an act on record does not hold, by its signature and by whose it is; None if nothing is against it."""
        return self._forgery(entry) or self.refusal(event, signer_of(entry), day_of(entry), entry.position)

    def following_refusal(self, entry: Entry, event: Act) -> str | None:
        """Why what an act entered besides does not hold: it is not what that act gave, or nobody signed that."""
        if entry.is_signed:
            return self.follow(entry) if self.follow else None
        return self.entry_refusal(entry, event)

    def second_person_refusal(
        self,
        entry: Entry,
        first: Act,
        second: str,
        did: str,
        position: int = NEXT_POSITION,
        then: str = Message("confirm it"),
    ) -> str | None:
        """Why somebody is not the second person whom an act needs; None for another person than `first` names.

        `entry` is that of the first act, `did` and `then` what the two do in words. Where the roster is required at a
        position, an act that nobody signed is not seconded there.
        """
        if is_office(second):
            return office_refusal(second)
        if is_office(first.by):
            return Refusal("first_act_by_role", by=first.by, did=did, second=second)
        if is_same_person(first.by, second):
            return Refusal("second_person_required", by=first.by, did=did, then=then)
        return self.unsigned_refusal(entry, first.by, did, position)

    def unsigned_refusal(self, entry: Entry, by: str, did: str, position: int = NEXT_POSITION) -> str | None:
        """Why an act at a position cannot rest on an earlier one; None where that is signed, or need not be."""
        if self.is_required(position) and entry.delivery.signature is None:
            return Refusal("first_act_not_signed", by=by, did=did)
        return None

    def _forgery(self, entry: Entry) -> str | None:
        """Why a signature is not that of the key that it names; None for one that is, and where there is none."""
        signature, own = entry.delivery.signature, getattr(entry.event, "key", None)
        if signature is None or self.check is None:
            return None
        key = self.public_key(signature.key) or (own if isinstance(own, PublicKey) else None)
        if key is None:
            return Refusal("key_never_on_roster", key=signature.key)
        return self.check(entry, key, self.ledger)

    # Changing

    def act_refusal(
        self, event: RosterAct, signed_by: SignedBy | None, day: str, position: int = NEXT_POSITION
    ) -> str | None:
        """Why an act of the roster does not hold; None if it holds, or holds once it is confirmed."""
        if signed_by is None:
            return Refusal("roster_not_signed", by=event.by)
        if not self.members:
            return self._first_refusal(event, signed_by, day)
        if isinstance(event, RosterConfirmed):
            return self._confirmation_refusal(event, signed_by, day, position)
        return (
            self.refusal(event, signed_by, day, position)
            or self._not_keeping(event, day, position, KEEPERS)
            or self._content_refusal(event)
        )

    def _first_refusal(self, event: RosterAct, signed_by: SignedBy, day: str) -> str | None:
        if not isinstance(event, PersonEnrolled) or event.ledger is None:
            return Refusal("no_roster")
        if event.key is None or event.by != event.person or signed_by != (event.person, event.key.fingerprint):
            return Refusal("first_enrols_another")
        if not set(_offices_on(event.offices, day)) & set(CONFIRMERS):
            return Refusal("first_without_role", roles=any_role(CONFIRMERS))
        return _id_refusal(event.person)

    def _not_keeping(self, event: RosterAct, day: str, position: int, roles: Iterable[str]) -> str | None:
        if set(self.offices(event.by, day, position)) & set(roles):
            return None
        return Refusal("not_a_keeper", roles=any_role(roles), by=event.by)

    def _content_refusal(self, event: RosterAct) -> str | None:
        match event:
            case PersonEnrolled():
                return self._enrolment_refusal(event)
            case KeyEnrolled(person=person, key=key):
                return self._unknown(person) or self._key_refusal(key)
            case AccountBound() | AccountReleased():
                return self._account_refusal(event)
            case RosterRevoked(person=person, key=str(fingerprint)):
                term = self.members[person].keys.get(fingerprint) if person in self.members else None
                return None if term and term.until is None else Refusal("no_such_key", person=person, key=fingerprint)
            case RosterRevoked(person=person):
                return self._unknown(person)
            case RosterRequired():
                return self._require_refusal()
            case _:
                return self._source_refusal(event)

    def _source_refusal(self, event: RosterAct) -> str | None:
        match event:
            case SourceEnrolled(source=source):
                return Refusal("source_is_the_ledger", source=source) if source == HOUSE else None
            case SourceRevoked(source=source) if source not in self.sources.enrolled:
                return Refusal("source_unknown", source=source)
            case SourcesRequired() if self.sources.required_since is not None:
                return Refusal("sources_required_already")
            case SourcesRequired() if not self.sources.enrolled:
                return Refusal("no_source_enrolled")
        return None

    def _enrolment_refusal(self, event: PersonEnrolled) -> str | None:
        if event.ledger is not None:
            return Refusal("ledger_has_id")
        if event.person in self.members:
            return None if event.key is None else self._key_refusal(event.key)
        if alike := next((known for known in self.members if is_same_person(known, event.person)), None):
            return Refusal("id_too_like", person=event.person, second=alike)
        if event.key is None:
            return Refusal("enrolled_without_key", person=event.person)
        return _id_refusal(event.person) or self._key_refusal(event.key)

    def _unknown(self, person: str) -> str | None:
        return None if person in self.members else Refusal("person_not_on_roster", person=person)

    def _key_refusal(self, key: PublicKey) -> str | None:
        owner = self.person_of(key.fingerprint)
        if owner is None:
            return None
        return Refusal("key_taken", key=key.fingerprint, owner=owner)

    def _account_refusal(self, event: AccountBound | AccountReleased) -> str | None:
        holder = self.holder_of(event.account)
        if isinstance(event, AccountReleased):
            return (
                None if holder == event.person else Refusal("no_such_account", person=event.person, account=event.account)
            )
        taken = None if holder is None else Refusal("account_taken", account=event.account, owner=holder)
        return self._unknown(event.person) or taken

    def _require_refusal(self) -> str | None:
        if self.required_since is not None:
            return Refusal("roster_required_already")
        return None if len(self.members) > 1 else Refusal("roster_of_one")

    def _confirmation_refusal(self, event: RosterConfirmed, signed_by: SignedBy, day: str, position: int) -> str | None:
        row = self.pending.get(event.act)
        if row is None:
            return Refusal("nothing_waits")
        first = row.event
        if stranger := _stranger_refusal(event, signed_by):
            return stranger
        if same := self.second_person_refusal(row.entry, first, event.by, Message("did this"), position):
            return same
        if len(self.members) == 1:
            return self._second_refusal(first, signed_by, day)
        first_offices = set(self.offices(first.by, day, position))
        roles = KEEPERS if first_offices & set(CONFIRMERS) else CONFIRMERS
        return (
            self.refusal(event, signed_by, day, position)
            or self._not_keeping(event, day, position, roles)
            or self._content_refusal(first)
        )

    def _second_refusal(self, first: RosterAct, signed_by: SignedBy, day: str) -> str | None:
        newcomer = isinstance(first, PersonEnrolled) and (first.person, first.key and first.key.fingerprint) == signed_by
        if not isinstance(first, PersonEnrolled) or not newcomer:
            return Refusal("second_confirms_otherwise")
        if not set(_offices_on(first.offices, day)) & set(KEEPERS):
            return Refusal("second_without_role", roles=any_role(KEEPERS))
        return self._content_refusal(first)

    # Going along

    def apply(self, entry: Entry) -> None:
        """Takes in one entry of the roster; what does not hold is kept as an attempt."""
        event = entry.event
        self.version = entry.version
        if isinstance(event, RosterActRefused):
            self.rows.append(RosterRow(entry, event.why))
            return
        if not isinstance(event, RosterAct):
            return
        refused = self._forgery(entry) or self.act_refusal(event, signer_of(entry), day_of(entry), entry.position)
        row = RosterRow(entry, refused)
        self.rows.append(row)
        if refused is not None:
            return
        if isinstance(event, RosterConfirmed):
            self._put_in_force(self.pending.pop(event.act).event, entry.position)
        elif not self.members:
            self._put_in_force(event, entry.position)
        else:
            self.pending[entry.position] = row

    def _put_in_force(self, event: RosterAct, position: int) -> None:
        match event:
            case PersonEnrolled():
                self.ledger = self.ledger or event.ledger or ""
                member = self.members.setdefault(event.person, Member(event.person))
                member.offices.append((position, event.offices))
                if event.key is not None:
                    member.keys[event.key.fingerprint] = KeyTerm(event.key, position)
            case KeyEnrolled(person=person, key=key):
                self.members[person].keys[key.fingerprint] = KeyTerm(key, position)
            case RosterRevoked(person=person, key=revoked):
                self._revoke(self.members[person], revoked, position)
            case RosterRequired():
                self.required_since = position
            case AccountBound(person=person, issuer=issuer, account=account):
                self.members[person].accounts[account] = issuer
            case AccountReleased(person=person, account=account):
                del self.members[person].accounts[account]
            case _:
                self._put_source_in_force(event, position)

    def _put_source_in_force(self, event: RosterAct, position: int) -> None:
        match event:
            case SourceEnrolled(source=source):
                self.sources.enrolled[source] = event
                self.sources.revoked.pop(source, None)
            case SourceRevoked(source=source):
                del self.sources.enrolled[source]
                self.sources.revoked[source] = position
            case SourcesRequired():
                self.sources.required_since = position

    @staticmethod
    def _revoke(member: Member, fingerprint: str | None, position: int) -> None:
        for name, term in member.keys.items():
            if fingerprint in (None, name) and term.until is None:
                member.keys[name] = KeyTerm(term.key, term.since, position)
        if fingerprint is None:
            member.offices.append((position, ()))
            member.accounts.clear()


def allowed_signers(roster: Roster) -> str:
    """The keys in files that are or were on the roster, as `ssh-keygen -Y verify -f` reads them."""
    lines = [
        f'{member.person} namespaces="recoup" ssh-ed25519 {term.key.public}\n'
        for member in roster.members.values()
        for term in member.keys.values()
        if term.key.kind == "ed25519"
    ]
    return "".join(lines)


def signer_of(entry: Entry) -> SignedBy | None:
    """Who signed an entry, as it says; whether that is so, `recoup verify` and the taking of the act have checked."""
    signature: ActSignature | None = entry.delivery.signature
    return SignedBy(signature.person, signature.key) if signature else None


def day_of(entry: Entry) -> str:
    """The day of an act, in UTC."""
    return (entry.delivery.time or entry.recorded_at)[:10]


def project_roster(roster: Roster | None, entries: Iterable[Entry], check: SignatureCheck | None = None) -> Roster | None:
    """The roster after these entries, of which `check` looks at the signatures. The library's projector of its stream."""
    for entry in entries:
        roster = roster or Roster(check=check)
        roster.apply(entry)
    return roster


def _id_refusal(person: str) -> str | None:
    if is_office(person):
        return Refusal("role_on_roster", person=person)
    return None


def _stranger_refusal(event: Act, signed_by: SignedBy) -> str | None:
    if not signed_by.person:
        return Refusal("key_not_on_roster", key=signed_by.key)
    if event.by != signed_by.person:
        return Refusal("key_of_another_person", owner=signed_by.person, by=event.by)
    return None

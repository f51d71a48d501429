"""The roster: who is known to the house, in which offices, and by which keys; and since when every act must be signed."""

from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ledger.events.base import Act, Event, RefusedAct, Scope
from ledger.events.decisions import Position, Reason
from ledger.events.deliveries import Base64, Digest
from ledger.values.offices import AuthorityRole, Person
from ledger.values.subjects import Day, Name, Source

Fingerprint = Annotated[
    str, Field(pattern=r"^SHA256:[A-Za-z0-9+/]{43}$", description="SHA-256 of a public key, as ssh-keygen writes it")
]
TopicPrefix = Annotated[
    str, Field(pattern=r"^[a-z_]{1,40}(\.[a-z_0-9]{1,40}){0,2}$", description="a topic, or its beginning")
]
Issuer = Annotated[str, Field(max_length=300, pattern=r"^https?://[!-~]+$", description="an identity provider's address")]
LedgerId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", description="drawn when the roster is begun")]


class _RosterPart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class PublicKey(_RosterPart):
    """A person's public key. `ed25519`: as OpenSSH writes it behind `ssh-ed25519`. `passkey`: its SubjectPublicKeyInfo.

    A passkey signs only at the address for which it was made: `relying_party`, and the page's `origin`.
    """

    kind: Literal["ed25519", "passkey"] = Field(description="Whether it is a key in a file or a passkey.")
    public: Base64 = Field(description="The public half in Base64.")
    credential: Base64 | None = Field(None, description="The passkey's own name for itself, in Base64.")
    relying_party: Annotated[str, Field(max_length=253)] | None = Field(None, description="The passkey's domain.")
    origin: Annotated[str, Field(max_length=300)] | None = Field(None, description="The page's scheme, host and port.")

    @model_validator(mode="after")
    def _check_passkey(self) -> Self:
        b64decode(self.public, validate=True)
        placed = (self.credential, self.relying_party, self.origin)
        if any(part is None for part in placed) if self.kind == "passkey" else any(placed):
            raise ValueError("a passkey, and nothing else, has a credential, a relying party and an origin")
        return self

    @property
    def fingerprint(self) -> str:
        """What names the key."""
        return "SHA256:" + b64encode(sha256(b64decode(self.public)).digest()).decode().rstrip("=")


class OfficeTerm(_RosterPart):
    """An office that somebody holds, from the beginning of a day to the end of another, both in UTC."""

    office: AuthorityRole = Field(description="The office.")
    since: Day = Field(description="The first day.")
    until: Day | None = Field(None, description="The last day; without it the office has no end.")


class RosterAct(Act):
    """What is done to the roster. It holds once a second person has confirmed it."""

    SCOPE: ClassVar[Scope] = "roster"
    ORDER: ClassVar = ("required", "optional", "by", "role", "reason")

    role: AuthorityRole | None = Field(None, description="In which office, such as management or administrator.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")

    @property
    def office(self) -> str | None:
        """The office in which it was done."""
        return self.role


class PersonEnrolled(RosterAct, Event):
    """Somebody is known from now on in these offices, which replace those of before, and by this key besides those of
    before. The first of all is signed with the key that it names, and draws the ledger's id.
    """

    TOPIC: ClassVar = "roster.person_enrolled.v1"
    WORD: ClassVar = "enrol_person"
    FROM_FEEDS: ClassVar = False
    person: Person = Field(description="Who is enrolled: an id, never a name.")
    offices: Annotated[tuple[OfficeTerm, ...], Field(min_length=1, max_length=20)] = Field(
        description="The offices that the person holds."
    )
    key: PublicKey | None = Field(None, description="The person's public key.")
    ledger: LedgerId | None = Field(None, description="The ledger's id, which the first enrolment draws.")


class KeyEnrolled(RosterAct, Event):
    """Somebody on the roster signs with this key too."""

    TOPIC: ClassVar = "roster.key_enrolled.v1"
    WORD: ClassVar = "enrol_key"
    FROM_FEEDS: ClassVar = False
    person: Person = Field(description="Whose key it is.")
    key: PublicKey = Field(description="The public key.")


class RosterRevoked(RosterAct, Event):
    """A key holds no longer, or without one named the person with all keys and offices. What was signed before stays."""

    TOPIC: ClassVar = "roster.revoked.v1"
    WORD: ClassVar = "revoke"
    FROM_FEEDS: ClassVar = False
    person: Person = Field(description="Whose key, or who.")
    key: Fingerprint | None = Field(None, description="The key's fingerprint; without it the person with all keys.")


class RosterRequired(RosterAct, Event):
    """From now on an act holds only if somebody on the roster has signed it. There is no way back."""

    TOPIC: ClassVar = "roster.required.v1"
    WORD: ClassVar = "require_roster"
    FROM_FEEDS: ClassVar = False


class SourceEnrolled(RosterAct, Event):
    """A feed's source may deliver from now on, for these tables and topics, which replace those of before.

    Whoever feeds it shows that it is the source: by the key, or by the token of which this is the digest. Of a transcript
    whoever types it is the source: the key is theirs.
    """

    TOPIC: ClassVar = "roster.source_enrolled.v1"
    WORD: ClassVar = "enrol_source"
    FROM_FEEDS: ClassVar = False
    source: Source = Field(description="The source, as its deliveries name it: shoe/7, transcript/BAC-1.")
    tables: Annotated[tuple[Name, ...], Field(max_length=500)] = Field((), description="The tables; none named: all.")
    topics: Annotated[tuple[TopicPrefix, ...], Field(max_length=100)] = Field(
        (), description="The topics or their beginnings, as `wheel`; none named: all."
    )
    since: Day = Field(description="The first day, in UTC.")
    until: Day | None = Field(None, description="The last day; without it there is no end.")
    key: PublicKey | None = Field(None, description="The source's public key.")
    token: Digest | None = Field(None, description="The digest of the source's token.")

    @model_validator(mode="after")
    def _check_proof(self) -> Self:
        if self.key is None and self.token is None:
            raise ValueError("a source is known by a key or by a token: name one, or both")
        return self


class SourceRevoked(RosterAct, Event):
    """A source may deliver no longer. What it delivered before stays."""

    TOPIC: ClassVar = "roster.source_revoked.v1"
    WORD: ClassVar = "revoke_source"
    FROM_FEEDS: ClassVar = False
    source: Source = Field(description="The source.")


class SourcesRequired(RosterAct, Event):
    """From now on what a source delivers that is not enrolled, or not for that, is quarantined. There is no way back."""

    TOPIC: ClassVar = "roster.sources_required.v1"
    WORD: ClassVar = "require_sources"
    FROM_FEEDS: ClassVar = False


class AccountBound(RosterAct, Event):
    """An account at the house's identity provider is a person's: who signs in with it is this person. It signs nothing."""

    TOPIC: ClassVar = "roster.account_bound.v1"
    WORD: ClassVar = "bind_account"
    FROM_FEEDS: ClassVar = False
    person: Person = Field(description="Whose account it is.")
    issuer: Issuer = Field(description="The provider, as it names itself.")
    account: Digest = Field(description="The account's digest, as the sign-in page shows it.")


class AccountReleased(RosterAct, Event):
    """An account is nobody's from now on."""

    TOPIC: ClassVar = "roster.account_released.v1"
    WORD: ClassVar = "release_account"
    FROM_FEEDS: ClassVar = False
    person: Person = Field(description="Whose account it was.")
    account: Digest = Field(description="The account's digest, as `recoup roster list` shows it.")


class RosterConfirmed(RosterAct, Event):
    """The second signature under an act of the roster. The roster's second enrolment is confirmed by the newcomer."""

    TOPIC: ClassVar = "roster.confirmed.v1"
    WORD: ClassVar = "confirm_roster"
    FROM_FEEDS: ClassVar = False
    act: Position = Field(description="Where the act stands, as `recoup roster list` says.")


class RosterActRefused(RefusedAct, RosterAct, Event):
    """Somebody tried to change the roster and was refused. It changes nothing."""

    TOPIC: ClassVar = "roster.act_refused.v2"
    WORD: ClassVar = "roster_act_refused"
    FROM_FEEDS: ClassVar = False
    person: Person | None = Field(None, description="Whom it was about.")

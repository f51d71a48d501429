"""What the house enters about its evidence: whose signatures it goes under, and what of it was given away."""

from typing import Annotated, ClassVar

from pydantic import Field

from ledger.events.base import Event
from ledger.events.cases import CaseNumber, EventPart
from ledger.events.deliveries import Digest, Sentence
from ledger.values.money import Count
from ledger.values.subjects import Day, Name

WrittenKey = Annotated[
    str,
    Field(pattern=r"^[^\s+]{1,200}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$", description="a verifier key: `NAME+ID+BASE64`"),
]
KeyId = Annotated[str, Field(pattern=r"^[0-9a-f]{8}$", description="the four bytes that name a key in a signature")]


class KeyAdopted(Event):
    """From here on checkpoints are signed with this key, and no more with the one that it replaces."""

    TOPIC: ClassVar = "evidence.key_adopted.v1"
    WORD: ClassVar = "adopt_key"
    SAID: ClassVar = ("key",)
    FROM_FEEDS: ClassVar = False
    key: WrittenKey
    replaces: WrittenKey | None = None


class WitnessNamed(Event):
    """Somebody outside the house keeps checkpoints: at an address over HTTP, with a key, or in a folder.

    With a certificate it is a time-stamping authority (RFC 3161), whose own certificate leads to that one.
    """

    TOPIC: ClassVar = "evidence.witness_named.v1"
    WORD: ClassVar = "name_witness"
    SAID: ClassVar = ("name", "address")
    FROM_FEEDS: ClassVar = False
    name: Annotated[str, Field(pattern=r"^[^\s+]{1,200}$", description="the witness's name, without blanks and `+`")]
    address: Annotated[str, Field(max_length=1000, description="an http(s) prefix, or a folder")]
    key: WrittenKey | None = None
    certificate: Annotated[str, Field(max_length=20_000, description="a certificate in PEM")] | None = None


class PolicyStated(Event):
    """Under which policy checkpoints are published from here on: whose cosignatures they must have (C2SP tlog-policy)."""

    TOPIC: ClassVar = "evidence.policy_stated.v1"
    WORD: ClassVar = "state_policy"
    SAID: ClassVar = ("text",)
    FROM_FEEDS: ClassVar = False
    text: Annotated[str, Field(min_length=1, max_length=20_000, description="the policy, line by line")]


class ExportScope(EventPart):
    """What an export is about: gaming days, a table, a shoe, a case; with nothing named the whole ledger."""

    since: Day | None = None
    until: Day | None = None
    table: Name | None = None
    shoe: Name | None = None
    case: CaseNumber | None = None


class ExportMade(Event):
    """A package was made: of what, as of a checkpoint over `size` entries, with the cosignatures on record by then.

    `heads` is the digest of what it says of where its streams end, `manifest` that of its tag manifest.
    """

    TOPIC: ClassVar = "evidence.export_made.v1"
    WORD: ClassVar = "export"
    FROM_FEEDS: ClassVar = False
    scope: ExportScope
    size: Count
    cosignatures: Count
    events: Count
    heads: Digest
    manifest: Digest
    previous: Digest | None = None
    """The tag manifest of the package before it in its series."""
    replaces: Digest | None = None
    """The tag manifest of the package of the same scope whose place it takes."""
    reason: Sentence | None = None
    """Why it takes that place."""

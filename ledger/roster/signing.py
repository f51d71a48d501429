"""Signing an act over what it rests on, and checking the signature of one on record."""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from ledger.entry import ActSignature, Delivery, Entry
from ledger.events.roster import PublicKey
from ledger.ingest import PendingEntry
from ledger.mapper import content_bytes, statement
from ledger.merkle import digest
from ledger.values.subjects import HOUSE

if TYPE_CHECKING:
    from ledger.acts.roster import Roster


class ActSigner(Protocol):
    """Somebody's key, at hand."""

    @property
    def fingerprint(self) -> str: ...

    @property
    def public(self) -> PublicKey: ...

    def sign(self, statement: bytes) -> Mapping[str, object]:
        """The signature's own fields in an `ActSignature`."""
        ...


def sign_act(
    drafts: Sequence[PendingEntry], person: str, signer: ActSigner, ledger: str, version: int, rests_on: bytes | None
) -> list[PendingEntry]:
    """An act with a person's signature under its first entry, which covers what the house enters besides.

    What a typed account tells instead is not the house's word: the act itself names its digest. `version` is that of the
    first entry in its stream, and `rests_on` the leaf of the entry before it.
    """
    first, *others = drafts
    act = first.delivery.whole
    cause = f"{first.delivery.source}#{first.delivery.id}"
    others = [
        draft._replace(delivery=draft.delivery.whole._replace(causation=cause)) if draft.delivery.source == HOUSE else draft
        for draft in others
    ]
    leaf = None if rests_on is None else f"sha256:{rests_on.hex()}"
    covers = tuple(digest(content_bytes(draft.delivery)) for draft in others if draft.delivery.source == HOUSE) or None
    signature = ActSignature.model_validate(
        {
            "person": person,
            "key": signer.fingerprint,
            "rests_on": leaf,
            "covers": covers,
            **signer.sign(statement(act, first.stream, version, ledger, leaf, covers)),
        }
    )
    signed = act._replace(signature=signature)
    check_signature(signed, first.stream, version, ledger, signer.public)
    return [first._replace(delivery=signed), *others]


def ledger_id(roster: "Roster", delivery: Delivery) -> str:
    """The ledger's id, which the first entry of the roster brings itself."""
    return roster.ledger or getattr(delivery.event, "ledger", None) or ""


def signature_fault(entry: Entry, key: PublicKey, ledger: str) -> str | None:
    """Why the signature under an entry is not that of a key; None if it is. `ledger` is empty before the first of all."""
    try:
        first = getattr(entry.event, "ledger", None)
        check_signature(entry.delivery, entry.stream, entry.version, ledger or first or "", key)
    except ValueError as error:
        return str(error)
    return None


def check_signature(delivery: Delivery, stream: str, version: int, ledger: str, key: PublicKey) -> None:
    """Raises ValueError where an act's signature is not the key's, or is over something else."""
    from cryptography.exceptions import InvalidSignature

    signature = delivery.signature
    if signature is None or signature.key != key.fingerprint:
        raise ValueError("it is not signed with this key")
    signed = statement(delivery, stream, version, ledger, signature.rests_on, signature.covers)
    try:
        if signature.sshsig is not None and key.kind == "ed25519":
            _verify_sshsig(key.public, signature.sshsig, signed)
        elif signature.passkey is not None and key.kind == "passkey":
            from ledger.roster import passkey

            passkey.verify(key, signature.passkey, signed)
        else:
            raise ValueError("the signature is of another kind than the key")
    except InvalidSignature as error:
        raise ValueError("the signature is not over what is on record here, or not the key's") from error


@lru_cache(maxsize=10_000)
def _verify_sshsig(public: str, signature: str, signed: bytes) -> None:
    """Remembers what held: a record is read more often than it is signed."""
    from ledger.roster import sshsig

    sshsig.verify(b64decode(public), b64decode(signature), signed)

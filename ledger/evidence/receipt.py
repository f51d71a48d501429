"""Receipts (RFC 9942): that an entry is in the log, in COSE, so that a library which knows nothing of Recoup verifies it.

A receipt is a COSE_Sign1 under the house's key whose payload, the log's root, is left out: whoever verifies works it out
from the entry and the inclusion proof in the unprotected header (RFC 9162's tree).
"""

from typing import Final

from ledger.errors import BrokenEvidence, UnusableKey
from ledger.evidence.keys import PrivateKey, Signer
from ledger.evidence.log import Log
from ledger.evidence.note import VerifierKey

SIGN1_TAG: Final = 18
ALGORITHM, KEY_ID = 1, 4
"""Labels of the protected header (RFC 9052)."""
EDDSA: Final = -8
TREE: Final = 395
"""The label of the kind of tree, and of the proofs (RFC 9942)."""
PROOFS: Final = 396
RFC_9162_SHA256: Final = 1
INCLUSION: Final = -1


def inclusion_receipt(log: Log, position: int, size: int, signer: Signer) -> bytes:
    """The receipt that the entry at a position is in the log of a size.

    Raises UnusableKey where the key is not in the key file: a program that signs notes signs nothing else.
    """
    from cbor2 import CBORTag, dumps

    if not isinstance(signer, PrivateKey):
        raise UnusableKey(
            "a receipt is signed with the key itself, and this key file names a program that signs checkpoints"
        )
    if not 1 <= position <= size:
        raise BrokenEvidence(f"there is no position {position} in a log of {size} entries; make a checkpoint over it first")
    protected = dumps(_protected(signer.key), canonical=True)
    signed = dumps(["Signature1", protected, b"", log.root(size)])
    proof = dumps([size, position - 1, log.inclusion(position, size)])
    unprotected = {PROOFS: {INCLUSION: [proof]}}
    return bytes(dumps(CBORTag(SIGN1_TAG, [protected, unprotected, None, signer.private.sign(signed)])))


def _protected(key: VerifierKey) -> dict[int, object]:
    return {ALGORITHM: EDDSA, KEY_ID: key.id, TREE: RFC_9162_SHA256}

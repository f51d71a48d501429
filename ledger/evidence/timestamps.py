"""Time stamps (RFC 3161) under checkpoints: an authority's word on when it saw a checkpoint's text, as a signature line.

The line's bytes are the authority's whole response, so that other tools read it as it is; its key's id is made of the
name, the byte 255 and the certificate that stands above the authority's own (C2SP signed-note, for kinds of one's own).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from ledger.errors import UnusableWitness
from ledger.events.evidence import WitnessNamed
from ledger.evidence.note import Note, Signature, VerifierKey, verifier_key

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

QUERY_TYPE: Final = "application/timestamp-query"
_KIND: Final = b"\xffRFC 3161\n"
_ID_BYTES: Final = 4


@dataclass(frozen=True, slots=True)
class TimestampKey:
    """An authority by its name and the certificate, in PEM, that its own certificate must lead to."""

    name: str
    certificate: str

    @property
    def id(self) -> bytes:
        """Four bytes by which a signature line names the authority."""
        return sha256(self.name.encode() + b"\n" + _KIND + self.certificate.encode()).digest()[:_ID_BYTES]

    def signed(self, note: Note) -> bool:
        """Whether the note has a time stamp of this authority."""
        return self.cosigned_at(note) is not None

    def cosigned_at(self, note: Note) -> int | None:
        """When the authority says that it saw the note's text, in seconds since 1970; the earliest, None if never."""
        times = (self._stamped_at(line.raw, note.text.encode()) for line in self._claimed(note.signatures))
        return min((at for at in times if at is not None), default=None)

    def _claimed(self, given: Iterable[Signature]) -> list[Signature]:
        return [line for line in given if (line.name, line.id) == (self.name, self.id)]

    def _stamped_at(self, response: bytes, text: bytes) -> int | None:
        from rfc3161_client import VerificationError, VerifierBuilder, decode_timestamp_response

        try:
            stamp = decode_timestamp_response(response)
            verifier = VerifierBuilder().add_root_certificate(_certificate(self.certificate)).build()
            verifier.verify_message(stamp, text)
            return int(stamp.tst_info.gen_time.timestamp())
        except (ValueError, VerificationError):
            return None

    def line(self, response: bytes) -> Signature:
        """The signature line with the authority's response."""
        return Signature(self.name, self.id, response)


WitnessKey = VerifierKey | TimestampKey
"""By what a witness's signature is known: each says when the witness saw a note."""


def witness_key(named: WitnessNamed) -> WitnessKey | None:
    """By what a witness is known; None for one that keeps checkpoints in a folder. Raises MalformedNote."""
    if named.certificate is not None:
        return TimestampKey(named.name, named.certificate)
    return None if named.key is None else verifier_key(named.key)


def stamp_request(text: str) -> bytes:
    """What an authority is asked for: a time stamp over a note's text, with the authority's certificate in it."""
    from rfc3161_client import HashAlgorithm, TimestampRequestBuilder

    asked = TimestampRequestBuilder().data(text.encode()).hash_algorithm(HashAlgorithm.SHA256)
    return asked.cert_request(cert_request=True).nonce(nonce=True).build().as_bytes()


def require_certificate(pem: str) -> None:
    """Raises UnusableWitness for what is no certificate."""
    try:
        _certificate(pem)
    except ValueError as error:
        raise UnusableWitness(
            "that is no certificate in PEM; an authority publishes its own, or the one above it"
        ) from error


def _certificate(pem: str) -> "Certificate":
    from cryptography.x509 import load_pem_x509_certificate

    return load_pem_x509_certificate(pem.encode())

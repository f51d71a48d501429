"""Asking a witness: over HTTP (C2SP tlog-witness, add-checkpoint), or by putting a checkpoint into a folder of its own.

A witness has seen what the log was. Where that does not fit what the log is, the evidence is broken.

The house's witnesses as a file beside its key names them: whoever changes the database does not change this.

A folder in which somebody else keeps checkpoints: plain files, read as they are, never written over.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from pydantic import TypeAdapter, ValidationError

from ledger.application import Ledger
from ledger.errors import BrokenEvidence, MalformedNote, UnusableWitness
from ledger.events.evidence import WitnessNamed
from ledger.evidence.checkpoint_store import Checkpoint, CheckpointStore, StoredCheckpoint, checkpoint_of
from ledger.evidence.log import Log, keys
from ledger.evidence.note import COSIGNED, Note, VerifierKey, parse, signatures, verifier_key
from ledger.evidence.timestamps import QUERY_TYPE, TimestampKey, require_certificate, stamp_request
from ledger.files import open_plain, read_plain
from ledger.values.times import format_instant

SUFFIX: Final = ".checkpoint"
_LONGEST_LINE: Final = 64 * 1024


class WitnessCheckpoint(NamedTuple):
    """A checkpoint that somebody else keeps, in a file of this name."""

    file: str
    note: Note
    checkpoint: Checkpoint


def checkpoints_in(folder: Path) -> list[WitnessCheckpoint]:
    """All checkpoints in a folder, the smaller logs first. Raises UnusableWitness where it or a file cannot be read."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
        found = [_read_checkpoint(path) for path in files]
    except OSError as error:
        raise UnusableWitness(f"{error.filename or folder} cannot be read ({error.strerror})") from error
    return sorted(found, key=lambda witness_checkpoint: witness_checkpoint.checkpoint.size)


def _read_checkpoint(path: Path) -> WitnessCheckpoint:
    with open_plain(path) as file:
        written = file.read(_LONGEST_LINE + 1)
    try:
        note = parse(written)
        return WitnessCheckpoint(path.name, note, checkpoint_of(note))
    except MalformedNote as error:
        raise UnusableWitness(f"{path} is no checkpoint ({error}); mend it or take it away, then ask again") from error


def put(folder: Path, note: Note) -> str:
    """Adds a checkpoint to a folder, under its size and root, and says under which name. Raises UnusableWitness."""
    checkpoint = checkpoint_of(note)
    path = folder / f"{checkpoint.size:012d}-{checkpoint.root.hex()[:16]}{SUFFIX}"
    for number in range(2, 1000):
        try:
            with path.open("xb") as file:
                file.write(note.written.encode())
            path.chmod(0o644)  # it is for somebody else to read
            return path.name
        except FileExistsError:
            if path.read_bytes() == note.written.encode():
                return path.name
            path = path.with_name(f"{checkpoint.size:012d}-{checkpoint.root.hex()[:16]}-{number}{SUFFIX}")
        except OSError as error:
            raise UnusableWitness(
                f"{path} cannot be written ({error.strerror}); give this user the right to add files"
            ) from error
    raise UnusableWitness(f"{folder} has a thousand files of one checkpoint; clear it up")


def of_origin(found: Sequence[WitnessCheckpoint], origin: str) -> list[WitnessCheckpoint]:
    """The checkpoints of one log."""
    return [witness_checkpoint for witness_checkpoint in found if witness_checkpoint.checkpoint.origin == origin]


SECONDS: Final = 20
_LONGEST: Final = 64 * 1024
_SIZE_TYPE: Final = "text/x.tlog.size"


def witness_of(name: str | None, address: str, key: str | None, certificate: str | None = None) -> WitnessNamed:
    """A witness to be named: over HTTP it needs its verifier key; an authority that stamps times needs the certificate that
    its own leads to. Raises UnusableWitness, MalformedNote.
    """
    if address.startswith(("http://", "https://")):
        if certificate is not None:
            require_certificate(certificate)
            return WitnessNamed(name=name or urlsplit(address).netloc, address=address, certificate=certificate)
        if key is None:
            raise UnusableWitness(
                f"a witness at {address} needs its verifier key, NAME+ID+BASE64: give it with --key, or with "
                "--certificate where it is a time-stamping authority"
            )
        known = verifier_key(key)
        if known.kind != COSIGNED:
            raise UnusableWitness(
                f"{known.name} is the key of a log; a witness's key begins with the byte 4 (tlog-cosignature)"
            )
        return WitnessNamed(name=name or known.name, address=address.rstrip("/"), key=known.written)
    folder = Path(address)
    if key is not None or certificate is not None or not folder.is_dir():
        raise UnusableWitness(f"{address} is no folder, nor an address that begins with http:// or https://")
    return WitnessNamed(name=name or folder.name, address=str(folder.absolute()))


class WitnessClient:
    """Asks the witnesses of a ledger for a word on a checkpoint, and keeps what they say."""

    def __init__(self, ledger: Ledger, seals: CheckpointStore):
        self._ledger, self._seals, self._log = ledger, seals, Log(ledger)

    def ask(self, witness: WitnessNamed, sealed: StoredCheckpoint) -> str:
        """What the witness did, in a few words.

        Raises UnusableWitness where it cannot be reached or refuses, BrokenEvidence where it has seen another log.
        """
        note = parse(sealed.note)
        if witness.certificate is not None:
            at = self._stamped(witness.address, TimestampKey(witness.name, witness.certificate), sealed, note)
            return f"stamped at {format_instant(at * 1_000_000)}"
        if witness.key is None:
            return self._lay_down(Path(witness.address), witness.name, self._with_cosignatures(sealed, note))
        at = self._cosigned(witness.address, verifier_key(witness.key), sealed, note)
        return f"cosigned at {format_instant(at * 1_000_000)}"

    def _with_cosignatures(self, sealed: StoredCheckpoint, note: Note) -> Note:
        lines = [
            cosignature.line.decode()
            for cosignature in self._seals.cosignatures()
            if cosignature.checkpoint == sealed.number
        ]
        return Note(note.text, (*note.signatures, *(signature for line in lines for signature in signatures(line))))

    def _lay_down(self, folder: Path, name: str, note: Note) -> str:
        """Adds the checkpoint, if all that lie there of this log fit it. What nobody of this log signed is passed over."""
        now, ours = checkpoint_of(note), [key for _, key in keys(self._ledger)]
        for held in of_origin(checkpoints_in(folder), now.origin):
            seen = held.checkpoint
            if not any(key.signed(held.note) for key in ours):
                continue
            if seen.size > now.size or self._log.root(seen.size) != seen.root:
                raise BrokenEvidence(_other(name, f"{held.file} ({seen.size} entries)"))
        return f"laid down as {put(folder, note)}"

    def _cosigned(self, address: str, key: VerifierKey, sealed: StoredCheckpoint, note: Note) -> int:
        """Sends the checkpoint with a proof from what the witness saw last; if it saw something else it says so."""
        seen = self._seen(key)
        for _ in range(2):
            if seen > sealed.size:
                raise BrokenEvidence(_other(key.name, f"a log of {seen} entries"))
            proof = self._log.consistency(seen, sealed.size) if seen > 0 else []
            lines = [f"old {seen}", *(b64encode(hash_).decode() for hash_ in proof), "", note.written]
            status, kind, body = _post(f"{address}/add-checkpoint", "\n".join(lines).encode())
            answer = body.decode("utf-8", "replace")
            if status != 409 or kind != _SIZE_TYPE:
                break
            if not answer.strip().isdigit() or (last := int(answer)) == seen:
                raise BrokenEvidence(_other(key.name, f"a log of {answer.strip()[:20]} entries"))
            seen = last
        if status in (409, 422):
            raise BrokenEvidence(_other(key.name, f"a log of {seen} entries"))
        if status != 200:
            raise UnusableWitness(f"the witness {key.name} at {address} answered {status}{_MEANS.get(status, '')}")
        return self._keep(key, sealed, note, answer)

    def _stamped(self, address: str, key: TimestampKey, sealed: StoredCheckpoint, note: Note) -> int:
        """Sends the digest of the checkpoint's text, and keeps the time stamp over it."""
        status, _, answer = _post(address, stamp_request(note.text), QUERY_TYPE)
        if status != 200:
            raise UnusableWitness(f"the time-stamping authority {key.name} at {address} answered {status}")
        line = key.line(answer)
        at = key.cosigned_at(Note(note.text, (line,)))
        if at is None:
            raise UnusableWitness(
                f"the time-stamping authority {key.name} answered with no time stamp that its certificate vouches for"
            )
        self._seals.add_cosignature(sealed.number, line.line.encode(), format_instant(self._ledger.clock()))
        return at

    def _seen(self, key: VerifierKey) -> int:
        """The size of the largest checkpoint that this witness is known to have cosigned."""
        sizes = {checkpoint.number: checkpoint.size for checkpoint in self._seals.checkpoints()}
        return max(
            (
                sizes.get(cosignature.checkpoint, 0)
                for cosignature in self._seals.cosignatures()
                for line in signatures(cosignature.line.decode())
                if (line.name, line.id) == (key.name, key.id)
            ),
            default=0,
        )

    def _keep(self, key: VerifierKey, sealed: StoredCheckpoint, note: Note, answer: str) -> int:
        try:
            given = signatures(answer)
        except MalformedNote as error:
            raise UnusableWitness(f"the witness {key.name} answered with no signature ({error})") from error
        for signature in given:
            at = key.cosigned_at(Note(note.text, (signature,)))
            if at is not None:
                self._seals.add_cosignature(sealed.number, signature.line.encode(), format_instant(self._ledger.clock()))
                return at
        raise UnusableWitness(f"the witness {key.name} answered with no valid cosignature of its key {key.id.hex()}")


_MEANS: Final = {
    400: " (it cannot read what it was sent)",
    403: " (it does not know the house's key; give it the one of `recoup keys show`)",
    404: " (it does not know this log, or nothing is at that address)",
}


def _other(name: str, what: str) -> str:
    return (
        f"the witness {name} has seen {what} of which this log is no continuation: entries were changed or taken away; "
        "run `recoup verify`, and keep the ledger as it is"
    )


def _post(url: str, body: bytes, kind: str = "text/plain; charset=utf-8") -> tuple[int, str, bytes]:
    """Status, kind and bytes of the answer to what is sent as of a kind."""
    if not url.startswith(("http://", "https://")):
        raise UnusableWitness(f"{url} is no address of a witness; it begins with http:// or https://")
    asked = Request(url, body, {"Content-Type": kind}, method="POST")  # noqa: S310 - see above
    try:
        with urlopen(asked, timeout=SECONDS) as answer:  # noqa: S310 - see above
            return answer.status, answer.headers.get_content_type(), answer.read(_LONGEST)
    except HTTPError as error:
        with error:
            return error.code, error.headers.get_content_type(), error.read(_LONGEST)
    except (URLError, OSError, ValueError) as error:
        raise UnusableWitness(f"the witness at {url} cannot be reached ({getattr(error, 'reason', error)})") from error


_LINES = TypeAdapter(WitnessNamed)


def pinned(path: Path) -> list[WitnessNamed] | None:
    """The witnesses in a file, one JSON object a line; None where there is no such file. Raises UnusableWitness."""
    try:
        lines = read_plain(path).decode().splitlines()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableWitness(f"the list of witnesses {path} cannot be read ({error})") from error
    try:
        named = [_LINES.validate_json(line) for line in lines if line.strip()]
    except ValidationError as error:
        raise UnusableWitness(f"{path} is no list of witnesses; `recoup witness add` writes it, one to a line") from error
    return list({witness.name: witness for witness in named}.values())


def pin(path: Path, witness: WitnessNamed) -> None:
    """Adds a witness to the file. Raises UnusableWitness where it cannot be written."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(witness.model_dump_json() + "\n")
    except OSError as error:
        raise UnusableWitness(f"the list of witnesses {path} cannot be written ({error.strerror})") from error


def unpinned(path: Path, on_record: Sequence[WitnessNamed]) -> Iterator[str]:
    """Where a ledger names other witnesses than the file does, in a few words; nothing where there is no file."""
    expected = pinned(path)
    if expected is None:
        return
    named, there = {witness.name: witness for witness in expected}, {witness.name: witness for witness in on_record}
    for name in sorted(named.keys() | there.keys()):
        if name not in there:
            yield f"{path} names the witness {name}, and the ledger does not"
        elif name not in named:
            yield f"the ledger names the witness {name}, and {path} does not"
        elif (named[name].address, named[name].key) != (there[name].address, there[name].key):
            yield f"the witness {name} has another address or key in {path} than in the ledger"

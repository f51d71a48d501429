"""Who vouches for a package: the checkpoint as of which it tells, those beside it, and the proofs from one to the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ledger.application import Ledger
from ledger.events.evidence import WitnessNamed
from ledger.evidence.checkpoint_store import StoredCheckpoint, StoredCosignature
from ledger.evidence.key_chain import reigns_from
from ledger.evidence.log import EVIDENCE, Log
from ledger.evidence.note import Note, parse, signatures
from ledger.evidence.timestamps import witness_key
from ledger.package.format import CHECKPOINT, CONSISTENCY, EARLIER, LATER, NOTE, PREVIOUS
from ledger.package.reader import consistency
from projections.export.writing import write_whole


@dataclass(frozen=True, slots=True)
class ProofBundle:
    """The checkpoints of a package as they are written into it."""

    checkpoint: bytes
    earlier: tuple[tuple[StoredCheckpoint, bytes], ...]
    later: tuple[StoredCheckpoint, bytes] | None
    previous: StoredCheckpoint | None = None
    """That of the package before in a series."""


class BundledCheckpoint(NamedTuple):
    """A checkpoint of the log, with all signatures that the package may show, and where it is in it."""

    stored: StoredCheckpoint
    written: bytes
    file: str | None = None


def bundled_checkpoints(
    bundle: ProofBundle, checkpoints: Sequence[StoredCheckpoint], last: StoredCheckpoint
) -> list[BundledCheckpoint]:
    """The checkpoints up to that as of which a package tells."""
    there = {stored.number: (written, f"{EARLIER}/{stored.number:09d}{NOTE}") for stored, written in bundle.earlier}
    if bundle.previous is not None:
        there.setdefault(bundle.previous.number, (bundle.previous.note, f"{PREVIOUS}{NOTE}"))
    there[last.number] = bundle.checkpoint, CHECKPOINT
    return [
        BundledCheckpoint(stored, *there.get(stored.number, (stored.note, None)))
        for stored in checkpoints
        if stored.number <= last.number
    ]


def cosigned_note(stored: StoredCheckpoint, cosignatures: Sequence[StoredCosignature]) -> Note:
    """A checkpoint with every line that witnesses gave for it."""
    note = parse(stored.note)
    given = [line for each in cosignatures if each.checkpoint == stored.number for line in signatures(each.line.decode())]
    return Note(note.text, (*note.signatures, *given))


def collect_proof_bundle(
    past_ledger: Ledger,
    checkpoints: Sequence[StoredCheckpoint],
    cosignatures: Sequence[StoredCosignature],
    checkpoint: StoredCheckpoint,
    previous_size: int | None = None,
) -> ProofBundle:
    """The checkpoint as of which is told; those before it that a witness signed or that two keys did; the next that a
    witness signed, where none signed it; and that of the package before in a series, whose size is given. Only witnesses
    that the log names by then count: nobody could tell who the others are.
    """
    entries = past_ledger.entries(EVIDENCE)
    named = [entry.event for entry in entries if isinstance(entry.event, WitnessNamed)]
    keys = {event.name: key for event in named if (key := witness_key(event))}
    ours = reigns_from(entries)[-1].key

    def signed(sealed: StoredCheckpoint) -> tuple[bytes, bool]:
        note = parse(sealed.note)
        given = cosigned_note(sealed, cosignatures).signatures[len(note.signatures) :]
        good = [line for line in given if line.name in keys and keys[line.name].signed(Note(note.text, (line,)))]
        return Note(note.text, (*note.signatures, *good)).written.encode(), bool(good)

    note_bytes, witnessed = signed(checkpoint)
    earlier, later = [], None
    for sealed in checkpoints:
        written, seen = signed(sealed)
        if sealed.size < checkpoint.size and (seen or len(parse(sealed.note).signatures) > 1):
            earlier.append((sealed, written))
        elif sealed.size > checkpoint.size and seen and not witnessed and later is None and ours.signed(parse(sealed.note)):
            later = sealed, written
    previous = next((sealed for sealed in checkpoints if sealed.size == previous_size), None)
    return ProofBundle(note_bytes, tuple(earlier), later, previous)


def write_proof_bundle(bundle: ProofBundle, checkpoint: StoredCheckpoint, log: Log, bag: Path) -> None:
    """Writes the checkpoints and the proofs between them."""
    write_whole(bag / CHECKPOINT, bundle.checkpoint)
    for place, old, new, written, proven in _consistency_steps(bundle, checkpoint):
        write_whole(bag / f"{place}{NOTE}", written)
        write_whole(bag / f"{place}{CONSISTENCY}", consistency(old, log.consistency(old, new), proven))


def _consistency_steps(bundle: ProofBundle, checkpoint: StoredCheckpoint) -> Iterator[tuple[str, int, int, bytes, bytes]]:
    for stored, written in bundle.earlier:
        yield f"{EARLIER}/{stored.number:09d}", stored.size, checkpoint.size, written, bundle.checkpoint
    if bundle.previous is not None:
        yield PREVIOUS, bundle.previous.size, checkpoint.size, bundle.previous.note, bundle.checkpoint
    if bundle.later is not None:
        stored, written = bundle.later
        yield LATER, checkpoint.size, stored.size, written, written

"""Who vouches for a package: the checkpoint as of which it tells, those beside it, and the proofs from one to the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ledger.application import Ledger
from ledger.events.evidence import WitnessNamed
from ledger.evidence.checkpoint_store import Cosigned, Sealed
from ledger.evidence.key_chain import reigns_of
from ledger.evidence.log import EVIDENCE, Log
from ledger.evidence.note import Note, parse, signatures, verifier_key
from ledger.package.format import CHECKPOINT, CONSISTENCY, EARLIER, LATER, NOTE
from ledger.package.proofs import consistency
from projections.export.writing import put


@dataclass(frozen=True, slots=True)
class Vouchers:
    """The checkpoints of a package as they are written into it."""

    told: bytes
    earlier: tuple[tuple[Sealed, bytes], ...]
    later: tuple[Sealed, bytes] | None


def vouchers(past: Ledger, sealed: Sequence[Sealed], lines: Sequence[Cosigned], at: Sealed) -> Vouchers:
    """The checkpoint `at`; those before it that a witness signed or that two keys did; the next that a witness signed,
    where none signed `at`. Only witnesses that the log names by then count: nobody could tell who the others are.
    """
    entries = past.entries(EVIDENCE)
    named = [entry.event for entry in entries if isinstance(entry.event, WitnessNamed) and entry.event.key]
    keys = {event.name: verifier_key(event.key) for event in named if event.key}
    ours = reigns_of(entries)[-1].key

    def signed(one: Sealed) -> tuple[bytes, bool]:
        note = parse(one.note)
        told = [line for line in lines if line.checkpoint == one.number]
        given = [line for said in told for line in signatures(said.line.decode())]
        good = [line for line in given if line.name in keys and keys[line.name].signed(Note(note.text, (line,)))]
        return Note(note.text, (*note.signatures, *good)).written.encode(), bool(good)

    told, witnessed = signed(at)
    earlier, later = [], None
    for one in sealed:
        written, seen = signed(one)
        if one.size < at.size and (seen or len(parse(one.note).signatures) > 1):
            earlier.append((one, written))
        elif one.size > at.size and seen and not witnessed and later is None and ours.signed(parse(one.note)):
            later = one, written
    return Vouchers(told, tuple(earlier), later)


def write(given: Vouchers, at: Sealed, log: Log, bag: Path) -> None:
    """Writes the checkpoints and the proofs between them."""
    put(bag / CHECKPOINT, given.told)
    for place, old, new, written, proven in _beside(given, at):
        put(bag / f"{place}{NOTE}", written)
        put(bag / f"{place}{CONSISTENCY}", consistency(old, log.consistency(old, new), proven))


def _beside(given: Vouchers, at: Sealed) -> Iterator[tuple[str, int, int, bytes, bytes]]:
    for one, written in given.earlier:
        yield f"{EARLIER}/{one.number:09d}", one.size, at.size, written, given.told
    if given.later is not None:
        one, written = given.later
        yield LATER, at.size, one.size, written, written

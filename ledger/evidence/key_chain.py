"""Whose word on the log counts: the house's keys, one after the other, and those who keep checkpoints elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.errors import MalformedNote
from ledger.events.evidence import KeyAdopted
from ledger.evidence.checkpoint_store import Checkpoint, StoredCheckpoint, StoredCosignature, checkpoint_of
from ledger.evidence.log import EVIDENCE, witnesses
from ledger.evidence.note import Note, VerifierKey, parse, signatures, verifier_key
from ledger.evidence.timestamps import witness_key
from ledger.evidence.witness import WitnessCheckpoint
from ledger.merkle import digest
from ledger.values.times import format_instant


class KeyClaim(NamedTuple):
    """Somebody's signed word that the log had this root at this size. `description` names it in a sentence."""

    description: str
    note: Note
    checkpoint: Checkpoint
    outside: bool = False


class KeyReign(NamedTuple):
    """A key, and from which position on the log goes by it."""

    key: VerifierKey
    since: int
    replaces: VerifierKey | None


def reigns(ledger: Ledger) -> list[KeyReign]:
    """The keys that the log names, in the order of their adoption."""
    return reigns_from(ledger.entries(EVIDENCE))


def reigns_from(entries: Iterable[Entry]) -> list[KeyReign]:
    """The keys that these entries adopt, in their order."""
    return [
        KeyReign(
            verifier_key(entry.event.key),
            entry.position,
            verifier_key(entry.event.replaces) if entry.event.replaces else None,
        )
        for entry in entries
        if isinstance(entry.event, KeyAdopted)
    ]


def claims(sealed: Sequence[StoredCheckpoint], held: Sequence[WitnessCheckpoint]) -> tuple[list[KeyClaim], list[str]]:
    """All checkpoints, the house's own and others', the smaller logs first; and what is wrong with some of them."""
    found, wrong = [], []
    before: bytes | None = None
    for number, checkpoint in enumerate(sealed, 1):
        description = f"checkpoint {checkpoint.number} of {checkpoint.made_at}"
        if checkpoint.number != number:
            wrong.append(f"{description} stands where checkpoint {number} should: one was taken out")
            break
        try:
            note = parse(checkpoint.note)
            claim = KeyClaim(description, note, checkpoint_of(note))
        except MalformedNote as error:
            wrong.append(f"{description} cannot be read: {error}")
            continue
        finally:
            linked, before = before, checkpoint.note
        link = claim.checkpoint.before
        if link is None and linked is not None and _is_linked(linked):
            wrong.append(f"{description} names no checkpoint before it, and the one before it does")
        elif link is not None and (linked is None or link != digest(linked)):
            wrong.append(
                f"{description} names another checkpoint before it than stands there: one was taken out or exchanged"
            )
        if claim.checkpoint.size != checkpoint.size:
            wrong.append(f"{description} is filed under {checkpoint.size} entries and speaks of {claim.checkpoint.size}")
        found.append(claim)
    found += [
        KeyClaim(
            f"the witness's {witness_checkpoint.file}", witness_checkpoint.note, witness_checkpoint.checkpoint, outside=True
        )
        for witness_checkpoint in held
    ]
    return sorted(found, key=lambda claim: claim.checkpoint.size), wrong


def _is_linked(note: bytes) -> bool:
    """Whether a stored checkpoint names the one before it."""
    try:
        return checkpoint_of(parse(note)).before is not None
    except MalformedNote:
        return False


def trusted(
    known: Sequence[KeyReign], given: Iterable[KeyClaim], pinned: VerifierKey | None
) -> tuple[list[KeyReign], list[str]]:
    """The keys whose word counts: the first (or the pinned one), and each that the one before it vouches for.

    A key is vouched for by a checkpoint over the entry that adopts it, signed with both.
    """
    start = next((n for n, key_reign in enumerate(known) if pinned in (None, key_reign.key)), None)
    if start is None:
        if pinned is None:
            return [], []
        return [], [f"the log does not name the key {pinned.id.hex()} of {pinned.name}, by which it is to be verified"]
    good, wrong, notes = [known[start]], [], list(given)
    for before, after in zip(known[start:], known[start + 1 :], strict=False):
        both = [c for c in notes if before.key.signed(c.note) and after.key.signed(c.note)]
        if after.replaces != before.key or not any(c.checkpoint.size >= after.since for c in both):
            wrong.append(
                f"key {after.key.id.hex()} was adopted at position {after.since} without the signature of key "
                f"{before.key.id.hex()}: nothing that is signed with it proves anything"
            )
            break
        good.append(after)
    return good, wrong


def unsigned(
    given: Iterable[KeyClaim], good: Sequence[KeyReign], named: Sequence[KeyReign], *, pinned: bool
) -> Iterator[str]:
    """The house's checkpoints that the key of their time did not sign, and others' that no key of the log did.

    Before a pinned key there is nobody's word to go by.
    """
    for claim in given:
        if claim.outside:
            if not any(key_reign.key.signed(claim.note) for key_reign in named):
                yield f"{claim.description} is not signed with a key of this log"
            continue
        reign = [key_reign for key_reign in good if key_reign.since <= claim.checkpoint.size]
        if (reign or not pinned) and not (reign and reign[-1].key.signed(claim.note)):
            yield f"{claim.description} is not signed with the log's key of its time"


def seen_by(
    ledger: Ledger, sealed: Sequence[StoredCheckpoint], lines: Sequence[StoredCosignature]
) -> tuple[list[tuple[str, int, str]], list[str]]:
    """Who saw how much of the log, and when by their own clock; and cosignatures that do not hold."""
    named = {event.name: key for event in witnesses(ledger) if (key := witness_key(event))}
    notes = {checkpoint.number: checkpoint for checkpoint in sealed}
    seen: dict[str, tuple[str, int, str]] = {}
    wrong: list[str] = []
    for cosignature in lines:
        try:
            [line] = signatures(cosignature.line.decode())
            under = parse(notes[cosignature.checkpoint].note)
            size, at = checkpoint_of(under).size, named[line.name].cosigned_at(Note(under.text, (line,)))
        except (MalformedNote, KeyError, ValueError):
            size, at = 0, None
        if at is None:
            wrong.append(f"cosignature {cosignature.number} under checkpoint {cosignature.checkpoint} does not hold")
        else:
            seen[line.name] = (line.name, size, format_instant(at * 1_000_000))
    return list(seen.values()), wrong

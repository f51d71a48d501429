"""Verifying a package from the package alone, given the house's key: what is proven, and what is not."""

from base64 import b64decode
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Final

import orjson

from ledger.acts.roster import ROSTER, Roster, project_roster
from ledger.entry import Entry
from ledger.errors import BrokenEvidence, RecoupError
from ledger.events.evidence import PolicyStated, WitnessNamed
from ledger.events.policies import PolicyAdopted
from ledger.evidence.checkpoint_store import Checkpoint
from ledger.evidence.key_chain import KeyClaim, KeyReign, reigns_from, trusted
from ledger.evidence.note import Note, VerifierKey
from ledger.evidence.policies import Policies, project_policies
from ledger.evidence.policy import Policy, parse_policy
from ledger.evidence.timestamps import WitnessKey, witness_key
from ledger.mapper import MAPPER
from ledger.merkle import Frontier, consistent, digest, includes, includes_all, leaf_hash
from ledger.package.bag import faults, signed_by
from ledger.package.format import CHECKPOINT, CONTENTS, FORMAT_1, LATER, NOTE, Head, Withheld
from ledger.package.reader import Package, PackedEntry, ProofBlock, ProvenCheckpoint
from ledger.values.times import format_instant
from ledger.verify.act_check import ACT_TOPICS, ActCheck
from ledger.verify.fast_check import KEEPING
from ledger.verify.row_check import content_fault

MOST: Final = 50
_BATCH: Final = 4096
Progress = Callable[[int], None]


@dataclass(slots=True)
class InspectionReport:
    """What was found: what does not fit, and, where nothing does not, what is proven and who vouches until when."""

    events: int = 0
    withheld: int = 0
    size: int = 0
    root: bytes = b""
    whole: bool = False
    pinned: bool = False
    ruled: bool = False
    of_other_engines: dict[str, int] = field(default_factory=dict)
    """By engine, how many rulings are its and cannot be made again here, as what is ruled here means something else."""
    streams: int = 0
    last: int = 0
    misfits: list[str] = field(default_factory=list)
    more: int = 0
    seen: list[tuple[str, int, str]] = field(default_factory=list)
    acts_signed: int = 0
    acts_claimed: int = 0
    warnings: list[str] = field(default_factory=list)
    """What to know that is not a fault."""

    @property
    def proven(self) -> Iterator[str]:
        """What is proven where nothing is amiss."""
        yield "every file is as the house signed it" + ("" if self.pinned else ", if the key in the package is the house's")
        yield "every entry is in the log, at its position and in this order" + (
            ", and no entry of the log is missing" if self.whole else ""
        )
        if not self.withheld:
            yield f"none of {self.streams:,} streams has a gap"
        if self.acts_signed:
            yield f"{self.acts_signed:,} acts are signed by the keys of the roster"
        for name, size, at in self.seen:
            yield f"{min(size, self.last):,} positions were on record by {at}, as {name} says"
        if self.ruled:
            yield "the rulings are those which these entries and editions give"

    @property
    def unproven(self) -> Iterator[str]:
        """What nobody can tell from this package."""
        if not self.pinned:
            yield "that the house made it: no key was given (--key)"
        if not self.whole:
            yield "that no stream went on, and that there was no other: only a package of the whole ledger shows that"
        if self.withheld:
            yield "to which streams the withheld entries belong, and what they say"
        if not any(size >= self.last for _, size, _ in self.seen):
            yield "by when the last entries were on record: no witness's signature over them is here"
        if self.acts_claimed:
            yield f"who took {self.acts_claimed:,} acts: nobody signed them, and whoever is named is only claimed"
        if not self.ruled and not self.of_other_engines:
            yield "that the rulings follow from the entries"
        for engine, count in self.of_other_engines.items():
            yield f"that {count:,} rulings by {engine} follow from the entries: this engine's rulings mean something else"
        yield "that the tables, cases, decisions and reports say what the entries say: no program compares them"
        yield "that the entries are true, and that nothing happened which was not recorded"

    def add(self, what: str) -> None:
        if len(self.misfits) < MOST:
            self.misfits.append(what)
        else:
            self.more += 1


class Inspection:
    """One pass over a package. Without a pinned key the first that the log names is believed."""

    def __init__(self, package: Package, pinned: VerifierKey | None = None):
        self._package, self._pinned = package, pinned
        contents = package.contents
        self.found = InspectionReport(size=contents.size, whole=contents.whole, pinned=pinned is not None)
        self._written, self._note, self._told = package.checkpoint()
        self._heads: dict[str, Head] = {}
        self._frontier = Frontier()
        previous = package.previous()
        self._earlier, self._later = [*package.earlier(), *([previous] if previous else [])], package.later()
        self._refused = {kept_bytes.position: digest(b64decode(kept_bytes.bytes)) for kept_bytes in package.refused()}
        self._roots: dict[int, bytes] = {}
        self._blocks = package.blocks()
        self._due: ProofBlock | None = None
        self._block: list[tuple[int, bytes]] = []
        self._last = 0

    def run(self, progress: Progress = lambda _: None) -> InspectionReport:
        """Goes through everything; `progress` hears of entries."""
        try:
            self._vouched()
            for what in faults(self._package.folder):
                self.found.add(what)
            self._entries(progress)
            self._end()
        except (RecoupError, ValueError) as error:
            self.found.add(str(error))
        return self.found

    # Who vouches

    def _vouched(self) -> None:
        state, contents = self._told, self._package.contents
        self.found.root = state.root
        if (state.origin, state.size) != (contents.origin, contents.size):
            self.found.add(
                f"{CHECKPOINT} is of {state.size} entries of {state.origin}, and the package speaks of another log"
            )
        evidence = self._package.evidence()
        known = reigns_from(evidence)
        good, wrong = self._keys(known)
        for what in wrong:
            self.found.add(what)
        signers = [*([self._pinned] if self._pinned else []), *(reign.key for reign in good)]
        if not any(signed_by(self._package.folder, key) for key in signers):
            raise BrokenEvidence(
                "the signature over the tag manifest is not of the house's key"
            )  # nothing is hashed for it
        for file, note, checkpoint in self._checkpoints():
            reign = [key_reign for key_reign in good if key_reign.since <= checkpoint.size]
            before = self._pinned is not None and file != CHECKPOINT and not reign
            if checkpoint.origin != state.origin or not (before or (reign and reign[-1].key.signed(note))):
                self.found.add(f"{file} is not signed with the log's key of its time")
        for proven_checkpoint in self._earlier:
            self._grown(proven_checkpoint, proven_checkpoint.checkpoint, state, self._written)
        if self._later:
            self._grown(self._later, state, self._later.checkpoint, self._later.note.written.encode())
        named = [entry.event for entry in evidence if isinstance(entry.event, WitnessNamed)]
        self._witnessed({event.name: key for event in named if (key := witness_key(event))})
        self._published(evidence)

    def _keys(self, known: Sequence[KeyReign]) -> tuple[list[KeyReign], list[str]]:
        """The keys of the log whose word counts. A pinned key that came after the checkpoint vouches by its signature."""
        claims = [KeyClaim(file, note, checkpoint) for file, note, checkpoint in self._checkpoints()]
        later = self._pinned is not None and self._pinned not in [key_reign.key for key_reign in known]
        if later and self._pinned and signed_by(self._package.folder, self._pinned):
            return trusted(known, claims, None)
        return trusted(known, claims, self._pinned)

    def _checkpoints(self) -> Iterator[tuple[str, Note, Checkpoint]]:
        yield from (
            (proven_checkpoint.file, proven_checkpoint.note, proven_checkpoint.checkpoint)
            for proven_checkpoint in self._earlier
        )
        yield CHECKPOINT, self._note, self._told
        if self._later:
            yield self._later.file, self._later.note, self._later.checkpoint

    def _grown(self, proven_checkpoint: ProvenCheckpoint, old: Checkpoint, new: Checkpoint, written_: bytes) -> None:
        fits = proven_checkpoint.proof.checkpoint == written_ and proven_checkpoint.proof.number == old.size
        if not fits or not consistent(old.size, new.size, proven_checkpoint.proof.hashes, old.root, new.root):
            self.found.add(f"{proven_checkpoint.file} and {CHECKPOINT} are not shown to be of one log that grew")

    def _witnessed(self, witnesses: dict[str, WitnessKey]) -> None:
        """Who saw the log, when by his own clock; a line of a witness that does not hold is a fault."""
        for file, note, checkpoint in self._checkpoints():
            for line in note.signatures:
                if line.name == checkpoint.origin:
                    continue
                known = witnesses.get(line.name)
                at = None if known is None else known.cosigned_at(Note(note.text, (line,)))
                if at is None:
                    self.found.add(f"the signature of {line.name} under {file} does not hold")
                else:
                    self.found.seen.append((line.name, checkpoint.size, format_instant(at * 1_000_000)))

    def _published(self, evidence: Sequence[Entry]) -> None:
        """Whether the checkpoint has the cosignatures that the house's policy asks for, and the package names that policy.

        A package from before policies were adopted by two persons names none: it left under the last one that was stated.
        """
        if not any(isinstance(entry.event, PolicyStated | PolicyAdopted) for entry in evidence):
            if self._package.contents.policy is not None:
                self.found.add(f"{CONTENTS} names a witness policy, and the log has none")
            return
        policies = project_policies(evidence, self._roster)
        policy = self._policy(policies, evidence)
        if policy and not any(
            policy.is_met(note) for file, note, _ in self._checkpoints() if file in (CHECKPOINT, LATER + NOTE)
        ):
            missing = ", ".join(policy.missing(self._note))
            self.found.add(f"{CHECKPOINT} lacks cosignatures that the house's policy asks for: of {missing}")
        self.found.warnings += policies.warnings(self._size_before())

    def _policy(self, policies: Policies, evidence: Sequence[Entry]) -> Policy | None:
        """The policy under which the package left; whether it names that."""
        named, row = self._package.contents.policy, policies.in_force()
        is_adopted = any(isinstance(each.event, PolicyAdopted) for each in policies.held)
        if named is None and not is_adopted:
            stated = [entry.event for entry in evidence if isinstance(entry.event, PolicyStated)]
            return parse_policy(stated[-1].text) if stated else None
        found = None if row is None else (row.entry.position, row.position, row.digest)
        if found != (None if named is None else (named.position, named.in_force, named.digest)):
            due = "none" if row is None else f"that of position {row.entry.position}"
            self.found.add(f"{CONTENTS} does not name the witness policy in force at its size: {due}")
        return row.policy if row else None

    def _size_before(self) -> int | None:
        """The size of the log as of which the package before this one was made, in its series or in its place."""
        contents = self._package.contents
        before = [package.size for package in (contents.previous, contents.replaces) if package]
        return max(before, default=None)

    @cached_property
    def _roster(self) -> Roster:
        return project_roster(None, self._package.entries(ROSTER)) or Roster()

    # What is in it

    def _entries(self, progress: Progress) -> None:
        whole = self._package.contents.whole
        withheld = list(self._package.withheld()) if not whole else []
        hidden_leaves = {(hidden.stream, hidden.version): bytes.fromhex(hidden.leaf) for hidden in withheld}
        check, leaves = ActCheck(self._roster, whole=whole), dict[str, bytes]()
        stops = {proven_checkpoint.checkpoint.size for proven_checkpoint in self._earlier} | {self._told.size}
        batch: list[bytes] = []
        hidden = deque((each.position, bytes.fromhex(each.leaf)) for each in withheld)
        for packed in self._package.stored():
            leaf = leaf_hash(packed.state)
            envelope = self._placed(packed)
            stream, version = envelope["stream"], envelope["version"]
            if envelope.get("topic") in ACT_TOPICS:
                before = hidden_leaves.get((stream, version - 1), leaves.get(stream))
                for fault in check.faults(MAPPER.entry(packed.position, packed.state), before):
                    self.found.add(f"position {packed.position} ({stream}): {fault}")
            leaves[stream] = leaf
            if whole:
                batch.append(leaf)
                if len(batch) >= _BATCH or self._frontier.size + len(batch) in stops:
                    self._grow(batch)
            self._cover(packed.position, leaf, hidden)
            self.found.events += 1
            progress(1)
        self._grow(batch)
        self._cover(None, b"", hidden)
        self.found.acts_signed, self.found.acts_claimed = check.signed, check.claimed
        self.found.withheld = len(withheld)
        self._dense(withheld)

    def _grow(self, batch: list[bytes]) -> None:
        self._frontier.extend(batch)
        batch.clear()
        self._roots[self._frontier.size] = self._frontier.root()

    def _placed(self, packed: PackedEntry) -> dict[str, Any]:
        """The envelope of an entry. Entries stand in the order of their positions, without a gap where all are there."""
        if packed.position <= self._last or (self._package.contents.whole and packed.position != self._last + 1):
            self.found.add(f"position {packed.position} does not come behind {self._last}")
        self._last = packed.position
        try:
            envelope: dict[str, Any] = orjson.loads(packed.state)
            head = Head(stream=envelope["stream"], version=envelope["version"], position=packed.position)
            if (fault := content_fault(packed.position, packed.state)) is not None:
                self.found.add(f"position {packed.position}: {fault}")
        except (ValueError, KeyError, TypeError) as error:
            raise BrokenEvidence(f"position {packed.position} holds no entry") from error
        if packed.position in self._refused or envelope.get("topic") in KEEPING:
            self._kept(packed.position, envelope.get("data"))
        before = self._heads.get(head.stream)
        self._heads[head.stream] = head
        if not self._package.contents.withheld and head.version != (before.version if before else 0) + 1:
            self.found.add(f"position {packed.position} ({head.stream}): version {head.version} stands behind "
                           f"{before.version if before else 0}")  # fmt: skip
        return envelope

    def _cover(self, position: int | None, leaf: bytes, hidden: "deque[tuple[int, bytes]]") -> None:
        """Takes an entry, behind what is withheld before it, into the block that must show that it is in the log."""
        is_old = self._package.contents.format == FORMAT_1
        while hidden and (position is None or hidden[0][0] < position):
            self._take(*hidden.popleft(), is_old=is_old)
        if position is not None:
            self._take(position, leaf, is_old=is_old)
        elif not is_old and (self._block or next(self._blocks, None) is not None):
            self.found.add(f"the proofs are not those of the entries up to position {self._last}")

    def _take(self, position: int, leaf: bytes, *, is_old: bool) -> None:
        if is_old:
            if not self._package.contents.whole:
                self._included(position, leaf)
            return
        if not self._block:
            self._due = next(self._blocks, None)
        self._block.append((position - 1, leaf))
        if self._due is None or len(self._block) < self._due.length:
            return
        first, size = self._block[0][0] + 1, self._told.size
        fits = self._due.first == first and position <= size
        if not fits or not includes_all(self._block, size, self._due.hashes, self._told.root):
            self.found.add(f"positions {first} to {position} are not shown to be in the log as they stand in the package")
        self._block.clear()

    def _included(self, position: int, leaf: bytes) -> None:
        proof = self._package.proof(position)
        fits = proof.checkpoint == self._written and proof.number == position - 1
        if not fits or not includes(leaf, position - 1, self._told.size, proof.hashes, self._told.root):
            self.found.add(f"position {position} is not shown to be in the log as it stands in the package")

    def _dense(self, withheld: Sequence[Withheld]) -> None:
        """With what is not shown put between, each stream must be without a gap. Their versions are the house's word."""
        if not withheld:
            return
        versions: dict[str, list[tuple[int, int]]] = {}
        shown = ((envelope["stream"], packed.position, envelope["version"])
                 for packed in self._package.stored() for envelope in [orjson.loads(packed.state)])  # fmt: skip
        for stream, position, version in chain(shown, ((w.stream, w.position, w.version) for w in withheld)):
            versions.setdefault(stream, []).append((position, version))
        for stream, found in versions.items():
            found.sort()
            if [version for _, version in found] != list(range(1, len(found) + 1)):
                self.found.add(f"stream {stream} has a gap, or an entry of it stands at another place")
            self._heads[stream] = Head(stream=stream, version=found[-1][1], position=found[-1][0])

    def _end(self) -> None:
        found, contents = self.found, self._package.contents
        if (found.events, found.withheld) != (contents.events, contents.withheld):
            found.add(f"{found.events} entries are shown and {found.withheld} withheld, where {contents.events} and "
                      f"{contents.withheld} should be")  # fmt: skip
        if contents.whole:
            for file, _, checkpoint in self._checkpoints():
                if checkpoint.size <= contents.size and self._roots.get(checkpoint.size) != checkpoint.root:
                    found.add(f"the entries of the package do not make the root of {file}")
        elif self._last > self._told.size:
            found.add(f"position {self._last} lies beyond the checkpoint")
        heads = {head.stream: head for head in self._package.heads()}
        found.streams, found.last = len(heads), self._last
        for stream in sorted({*heads, *self._heads}):
            if heads.get(stream) != self._heads.get(stream):
                found.add(f"stream {stream} does not end where the house says that it did")

    def _kept(self, position: int, data: Any) -> None:
        """The bytes of a refused delivery go with a package of whole streams."""
        digest_text = (data.get("kept") or data.get("digest")) if isinstance(data, dict) else None
        if self._refused.get(position) != digest_text and not self._package.contents.withheld:
            self.found.add(f"position {position}: the bytes of the refused delivery are not those that came")


def inspect(folder: Path, pinned: VerifierKey | None, progress: Progress = lambda _: None) -> InspectionReport:
    """Verifies the package in a folder; that it cannot even be opened is a fault too."""
    try:
        return Inspection(Package(folder), pinned).run(progress)
    except (RecoupError, ValueError) as error:
        return InspectionReport(pinned=pinned is not None, misfits=[str(error)])

"""Who makes the checkpoints: when they are due, and never over a log that did not grow out of the last one."""

from collections.abc import Sequence
from threading import Lock
from typing import Final, Literal

from eventsourcing.persistence import IntegrityError

from ledger.application import Ledger
from ledger.errors import BrokenEvidence, RecoupError, UnusableKey
from ledger.events.evidence import KeyAdopted
from ledger.evidence.checkpoint_store import Checkpoint, CheckpointStore, StoredCheckpoint, checkpoint_of
from ledger.evidence.keys import Signer
from ledger.evidence.log import EVIDENCE, Log, keys
from ledger.evidence.note import Note, parse
from ledger.evidence.signed_head import signing_alone
from ledger.merkle import digest
from ledger.recorder.retry import retried
from ledger.recorder.rows import unpack_frontier
from ledger.values.times import format_instant, parse_instant

Reason = Literal["count", "time", "day_end", "case_opened", "export", "recorded", "command", "key_rotated"]

OCCASIONS: Final[dict[str, Reason]] = {"table.closed.v1": "day_end", "case.opened.v1": "case_opened"}
"""Events, by topic, that are sealed as soon as they are on record."""

EVERY: Final = 1000
SECONDS: Final = 300


class CheckpointPublisher:
    """Signs checkpoints of one ledger with the house's key.

    A checkpoint is due after `every` events, `seconds` after the last one if anything came since, and at each of the
    OCCASIONS. What goes wrong with one that was due of itself is kept in `trouble`: what was recorded stays recorded.
    `following` is a key to which a rotation had begun. Raises UnusableKey where the log goes by another key.
    """

    def __init__(
        self,
        ledger: Ledger,
        signer: Signer,
        *,
        following: Signer | None = None,
        every: int = EVERY,
        seconds: int = SECONDS,
    ):
        self.trouble: RecoupError | None = None
        self._ledger, self._signer = ledger, signer
        self._every, self._seconds = every, seconds
        self._seals, self._log = CheckpointStore(ledger.url), Log(ledger)
        self._turn = Lock()
        _require_key(ledger, signer, following)
        last = self._seals.last()
        self._size, self._at = (last.size, parse_instant(last.made_at)) if last else (0, ledger.clock())
        ledger.on_append = self.on_append

    def close(self) -> None:
        self._seals.close()

    def on_append(self, topics: Sequence[str]) -> None:
        """Is told the topics of what was just recorded, and makes a checkpoint if one is due."""
        reason = next((OCCASIONS[topic] for topic in topics if topic in OCCASIONS), None) or self._due()
        if reason is not None:
            self._attempt(reason)

    def finish(self) -> None:
        """Seals what no checkpoint covers yet."""
        self._attempt("recorded")

    def _due(self) -> Reason | None:
        if self._ledger.size() - self._size >= self._every:
            return "count"
        return "time" if abs(self._ledger.clock() - self._at) >= self._seconds * 1_000_000 else None

    def _attempt(self, reason: Reason) -> None:
        try:
            self.checkpoint(reason)
            self.trouble = None
        except RecoupError as error:
            self.trouble = error

    def checkpoint(self, reason: Reason) -> StoredCheckpoint:
        """A checkpoint over everything on record; the last one where nothing came since.

        Raises BrokenEvidence where the log no longer is what was signed before, UnusableKey, UnusableLedger.
        """
        return self._seal(reason, [self._signer])

    def rotate(self, fresh: Signer) -> StoredCheckpoint:
        """Adopts another key: an entry says so, and the checkpoint over it is signed with both."""
        known = [key.written for _, key in keys(self._ledger)]
        if fresh.key.name != self._signer.key.name:
            raise UnusableKey(f"a key of {fresh.key.name} cannot follow one of {self._signer.key.name}")
        if fresh.key.written in known[:-1] or fresh.key == self._signer.key:
            raise UnusableKey(f"key {fresh.key.id.hex()} was in use before; a retired key does not come back")
        enter_key(self._ledger, fresh, replaces=self._signer)
        sealed = self._seal("key_rotated", [fresh, self._signer])
        self._signer = fresh
        return sealed

    def _seal(self, reason: Reason, signers: Sequence[Signer]) -> StoredCheckpoint:
        return retried(lambda: self._seal_next(reason, signers), IntegrityError, self._ledger.url, "try again")

    def _seal_next(self, reason: Reason, signers: Sequence[Signer]) -> StoredCheckpoint:
        """Raises IntegrityError where another notary made the next checkpoint meanwhile."""
        with self._turn, signing_alone(self._signer.head_file) as head:
            last = self._seals.last()  # before the frontier, which only grows
            frontier = unpack_frontier(*self._ledger.recorder.frontier())
            root = frontier.root()
            if root != self._log.root(frontier.size):
                raise BrokenEvidence("the log's frontier does not fit its leaves; run `recoup verify`")
            if last is not None:
                signed = checkpoint_of(parse(last.note))
                self._require_grown(signed, frontier.size, f"checkpoint {last.number} of {last.made_at}")
            if head is not None and (signed_last := head.last()) is not None:
                self._require_grown(signed_last, frontier.size, f"the last head in {self._signer.head_file}")
            before = None if last is None else digest(last.note)
            text = Checkpoint(self._signer.key.name, frontier.size, root, before).text
            if last is not None and _same(last, frontier.size, root, signers):
                return last
            note = Note(text, tuple(signer.sign(text) for signer in signers))
            if head is not None:
                head.keep(note)
            at = self._ledger.clock()
            number = last.number + 1 if last else 1
            sealed = self._seals.add(number, frontier.size, note.written.encode(), format_instant(at), reason)
            self._size, self._at = frontier.size, at
            return sealed

    def _require_grown(self, signed: Checkpoint, size: int, what: str) -> None:
        """The house signs no two logs: what it signed once must be the beginning of what it signs now."""
        if signed.size > size or self._log.root(signed.size) != signed.root:
            raise BrokenEvidence(
                f"the log is not what {what} says of its first {signed.size} entries: nothing more is signed; "
                "run `recoup verify`"
            )


def uncovered_entries(ledger: Ledger) -> int:
    """How many entries the last checkpoint does not cover; 0 where there never was one. Raises UnusableLedger."""
    seals = CheckpointStore(ledger.url)
    try:
        last = seals.last()
    finally:
        seals.close()
    return max(0, ledger.size() - last.size) if last else 0


def enter_key(ledger: Ledger, signer: Signer, replaces: Signer | None = None) -> None:
    """Enters a key into the log."""
    event = KeyAdopted(key=signer.key.written, replaces=replaces and replaces.key.written)
    ledger.record(event, f"key:{digest(signer.key.written.encode())}", EVIDENCE)


def _require_key(ledger: Ledger, signer: Signer, following: Signer | None) -> None:
    """The log goes by this key, or by none yet: then it is entered."""
    known = [key for _, key in keys(ledger)]
    if not known:
        enter_key(ledger, signer)
    elif known[-1] != signer.key and not (following and known[-2:] == [signer.key, following.key]):
        ours, theirs = signer.key, known[-1]
        raise UnusableKey(
            f"the log goes by key {theirs.id.hex()} of {theirs.name}, and the key file has {ours.id.hex()} of {ours.name}; "
            "use the log's key, or run `recoup keys rotate` with it"
        )


def _same(last: StoredCheckpoint, size: int, root: bytes, signers: Sequence[Signer]) -> bool:
    """Whether the last checkpoint says just this of the log, and is signed by just these."""
    note = parse(last.note)
    sealed = checkpoint_of(note)
    return (sealed.origin, sealed.size, sealed.root) == (signers[0].key.name, size, root) and all(
        signer.key.signed(note) for signer in signers
    )

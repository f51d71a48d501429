"""`verify`: goes through the whole record once, from the stored bytes up, and says what does not fit and where."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from os import cpu_count
from typing import Final

from eventsourcing.persistence import PersistenceError

from ledger.application import Ledger
from ledger.errors import BrokenEvidence, RecoupError, UnusableLedger
from ledger.evidence.checkpoint_publisher import EVERY
from ledger.evidence.checkpoint_store import CheckpointStore
from ledger.evidence.key_chain import KeyClaim, KeyReign, claims, reigns, seen_by, trusted, unsigned
from ledger.evidence.note import VerifierKey
from ledger.evidence.witness import WitnessCheckpoint, of_origin
from ledger.merkle import WIDTH, Frontier, Siblings, Subtree, leaves_of, root_of
from ledger.recorder.database import connect_arguments, database_error_text
from ledger.recorder.rows import (
    BEFORE_EVERYTHING,
    EVERYTHING,
    EventRow,
    NumberedRow,
    named_row,
    unpack_frontier,
)
from ledger.sweeping import gc_paused
from ledger.verify.fast_check import PageCheck, check_page
from ledger.verify.index_check import has_readable_names, index_faults, name_faults
from ledger.verify.row_check import has_wrong_types, row_faults
from ledger.verify.schema_check import schema_faults
from ledger.verify.workers import check_pages

PAGE: Final = 1024
MANY: Final = 100_000
"""From so many entries on it pays that several look at them at once."""

TOLERANCE: Final = EVERY
"""So many entries may be recorded before a checkpoint is due."""

MOST: Final = 50
"""So many places are named; the others are counted."""

_TOP: Final = 16
"""No ledger has a subtree of so high a level: it would have 2 ** 64 leaves."""

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something that does not fit: where (None where it is about the ledger as a whole), what, and since when."""

    what: str
    position: int | None = None
    stream: str | None = None
    since: str | None = None

    def __str__(self) -> str:
        place = "" if self.position is None else f"position {self.position}"
        place += f" ({self.stream})" if self.stream else ""
        return f"{place}{': ' if place else ''}{self.what}" + (f"; {self.since}" if self.since else "")


@dataclass(slots=True)
class VerificationReport:
    """What was gone through, what does not fit, the first place first, and who vouches for how much."""

    size: int = 0
    root: bytes = b""
    checkpoints: int = 0
    covered: int = 0
    misfits: list[Misfit] = field(default_factory=list)
    more: int = 0
    seen: list[tuple[str, int, str]] = field(default_factory=list)
    held: int = 0
    acts_signed: int = 0
    acts_claimed: int = 0
    unattested: list[str] = field(default_factory=list)
    """Sources on record that nobody ever enrolled."""
    skipped: list[str] = field(default_factory=list)
    """What was not looked at, and why."""
    warnings: list[str] = field(default_factory=list)
    """What to know that is not a fault."""

    _declared: int = 0

    def add(self, misfit: Misfit) -> None:
        if len(self.misfits) - self._declared < MOST:
            self.misfits.append(misfit)
        else:
            self.more += 1

    def add_declared(self, misfit: Misfit) -> None:
        """What the schema declares otherwise: all of it is named, and takes no place from what is on record."""
        self.misfits.append(misfit)
        self._declared += 1


class Verifier:
    """One pass over a ledger, with the checkpoints of the house and those that others hold."""

    def __init__(
        self,
        ledger: Ledger,
        pinned: VerifierKey | None = None,
        held: Sequence[WitnessCheckpoint] = (),
        tolerance: int = TOLERANCE,
    ):
        """With a key that is `pinned`, at most `tolerance` entries may be covered by no checkpoint of it."""
        self._recorder, self._ledger, self._pinned = ledger.recorder, ledger, pinned
        self._recorder.forget_names()
        self._tolerance = tolerance
        self.report = VerificationReport()
        self._frontier, self._versions = Frontier(), dict[str, int]()
        self._last = 0
        self._gap: int | None = None
        self._first_tree: int | None = None
        self._failed: list[KeyClaim] = []
        self._known, self._claims = list[KeyReign](), list[KeyClaim]()
        self._open(held)
        self._waiting = list(self._claims)

    def _open(self, held: Sequence[WitnessCheckpoint]) -> None:
        """Reads who vouches for the log, before anything of it is believed."""
        report = self.report
        seals = CheckpointStore(self._ledger.url)
        try:
            sealed, lines = seals.checkpoints(), seals.cosignatures()
        finally:
            seals.close()
        try:
            named = reigns(self._ledger)
            report.seen, wrong = seen_by(self._ledger, sealed, lines)
        except (RecoupError, PersistenceError) as error:
            named, wrong = [], [f"the log's own keys and witnesses cannot be read: {error}"]
        origin = self._pinned.name if self._pinned else named[0].key.name if named else None
        ours = of_origin(held, origin) if origin else []
        if held and not ours:
            wrong.append(f"the witness holds no checkpoint of {origin or 'a log'}, but of {held[-1].checkpoint.origin}")
        self._claims, unread = claims(sealed, ours)
        foreign = [
            f"{key_claim.description} is of {key_claim.checkpoint.origin}"
            for key_claim in self._claims
            if key_claim.checkpoint.origin != origin
        ]
        self._known, unvouched = trusted(named, self._claims, self._pinned)
        unsealed = unsigned(self._claims, self._known, named, pinned=self._pinned is not None)
        for what in (*wrong, *unread, *foreign, *unvouched, *unsealed):
            report.add(Misfit(what))
        report.checkpoints, report.held = len(sealed), len(ours)
        report.covered = max((key_claim.checkpoint.size for key_claim in self._claims), default=0)

    def run(self, progress: Progress = lambda _: None) -> VerificationReport:
        """Goes through everything that is on record, one page after the other; others may go on recording.

        Raises UnusableLedger where the database refuses, and declares nothing that would explain it.
        """
        try:
            return self._run(progress)
        except PersistenceError as error:
            sentence = database_error_text(self._ledger.url, error)
            if not self._check_schema():
                raise UnusableLedger(sentence) from error
            self.report.add(Misfit(f"the record cannot be read: {sentence}"))
            return self.report

    def size(self) -> int:
        """How many entries there are to go through, as the log says. Raises UnusableLedger where it cannot be read."""
        try:
            size = self._recorder.frontier()[0]
        except PersistenceError as error:
            raise UnusableLedger(database_error_text(self._ledger.url, error)) from error
        return size if type(size) is int and size > 0 else 0

    def _run(self, progress: Progress) -> VerificationReport:
        if not has_readable_names(self._recorder):
            self.report.add(Misfit("a name of a stream, a topic or a source is not text, so no entry can be read by it"))
            self._check_schema()
            return self.report
        with ThreadPoolExecutor(1) as beside:  # the database looks at itself meanwhile
            own_check = beside.submit(self._recorder.dialect.integrity_faults)
            self._go_through(progress)
            self._check_database(*own_check.result())
        report = self.report
        report.size, report.root = self._frontier.size, self._frontier.root()
        report.misfits.sort(key=lambda misfit: EVERYTHING if misfit.position is None else misfit.position)
        return report

    def _go_through(self, progress: Progress) -> None:
        counted = self._recorder.dialect.count_rows()
        size = self.size()
        self._look_together(min(size, counted[0]), progress)  # the log may claim any size
        self._scan(size, progress)
        beyond = self._beyond()
        kept = self._recorder.frontier()
        self._scan(kept[0] if type(kept[0]) is int else EVERYTHING, progress)  # what came meanwhile
        self._end(beyond, kept)
        self._check_counts(*counted, size)

    def _check_counts(self, count: int, first: object, last: object, size: int) -> None:
        """What the table itself holds, whatever the indexes lead to; the log's size was asked behind it."""
        if type(last) is int and last > size:
            self._miss_beyond(last, f"it stands beyond the log, which ends at {size}")
        if type(first) is int and first < 1:
            self._miss_beyond(first, "no entry has such a position")
        if self._gap is None and first == 1 and type(last) is int and last <= size and count != last:
            self.report.add(Misfit(f"the table holds {count} rows up to position {last}: some are hidden or put in"))

    def _miss_beyond(self, position: int, what: str) -> None:
        if not any(misfit.position == position for misfit in self.report.misfits):
            self.report.add(Misfit(what, position))

    def _check_database(self, faults: Sequence[str], skipped: str | None) -> None:
        """The names, the schema, what the database's own check found, and the indexes where that is not enough."""
        for what in name_faults(self._recorder):
            self.report.add(Misfit(what))
        declared = self._check_schema()
        if self._gap is None and (faults or skipped or declared):
            for position, what in index_faults(self._recorder, self._frontier.size):
                self.report.add(Misfit(what, position))
        for what in faults:
            self.report.add(Misfit(f"the database's own check says: {what}"))
        if skipped is not None:
            self.report.skipped.append(f"the database's own check of its indexes: {skipped}")

    def _check_schema(self) -> bool:
        """Whether something is declared otherwise than the migrations do."""
        dialect = self._recorder.dialect
        try:
            declared = list(schema_faults(dialect.name, dialect.schema()))
        except PersistenceError as error:
            raise UnusableLedger(database_error_text(self._ledger.url, error)) from error
        for what in declared:
            self.report.add_declared(Misfit(what))
        return bool(declared)

    def _scan(self, upto: int, progress: Progress) -> None:
        while (count := self._take_next(upto)) > 0:
            progress(count)

    @gc_paused()
    def _take_next(self, upto: int) -> int:
        """Takes the next page of rows and says how many they are. It begins with the last row of the page before: twice
        the same position shows.
        """
        page, names = self._recorder.numbered_rows(self._last - 1 if self._frontier.size else BEFORE_EVERYTHING, upto, PAGE)
        page = page[1:] if self._frontier.size and page and page[0][0] == self._last else page
        if page:
            self._take(page, names)
            self._last = page[-1][0]
        return len(page)

    def _beyond(self) -> list[Subtree]:
        """Subtrees of which not all leaves are on record."""
        size = self._frontier.size
        return self._recorder.subtrees([Siblings(n, size // leaves_of(n), EVERYTHING) for n in range(1, _TOP)])

    def _look_together(self, size: int, progress: Progress) -> None:
        """At a large ledger several look at once; what none of them could tell is gone through here."""
        count = cpu_count() or 1
        if size < MANY or count == 1:
            return
        for _, upto, seen in check_pages(connect_arguments(self._ledger.url), size, count):
            if seen is None or not self._goes_on(seen):
                self._scan(upto, progress)
            else:
                self._vouch(seen, partial(self._row, seen.first))
                self._last = upto
                progress(len(seen.leaves))

    def _row(self, first: int, at: int) -> EventRow:
        if found := self._recorder.rows(first + at - 1, first + at, 1):
            return found[0]
        raise BrokenEvidence(f"position {first + at} was taken away while the record was gone through; verify again")

    def _take(self, page: Sequence[NumberedRow], names: Mapping[int, str]) -> None:
        seen = check_page(page, names)
        if seen is None or not self._goes_on(seen):
            self._look_closely([named_row(row, names) for row in page])
        else:
            self._vouch(seen, lambda at: named_row(page[at], names))

    def _vouch(self, seen: PageCheck, row_at: Callable[[int], EventRow]) -> None:
        """Takes what was seen for right, but for what wants a close look."""
        upto = seen.first + len(seen.leaves)
        refused = self._refused(seen.first - 1, upto - 1, range(seen.first, upto))
        for at in sorted({*seen.doubted, *(int(position) - seen.first for position in refused)}):
            row = row_at(at)
            if (what := row_faults(row, refused.get(row.position))) is not None:
                self._miss(row, what)
        self._versions.update({stream: last for stream, (_, last) in seen.versions.items()})
        self._grow(seen.leaves)

    def _refused(self, after: int, upto: int, among: Container[int]) -> dict[int, bytes]:
        """The bytes kept beside rows at these positions."""
        kept = self._recorder.refused(after, upto)
        for position in [position for position in kept if position not in among]:
            self.report.add(Misfit("bytes of a refused delivery are kept beside no entry", position))
            del kept[position]
        return kept

    def _goes_on(self, seen: PageCheck) -> bool:
        """Whether the page follows upon what came before: then no row of it is misplaced."""
        begins = all(self._versions.get(stream, 0) + 1 == first for stream, (first, _) in seen.versions.items())
        return begins and seen.first == self._frontier.size + 1

    def _look_closely(self, page: Sequence[EventRow]) -> None:
        refused = self._refused(page[0].position - 1, page[-1].position, {row.position for row in page})
        for at, row in enumerate(page):
            what = has_wrong_types(row) or self._misplaced(row, self._frontier.size + at + 1)
            if (what := what or row_faults(row, refused.get(row.position))) is not None:
                self._miss(row, what)
        self._grow([row.leaf if isinstance(row.leaf, bytes) else b"" for row in page])

    def _misplaced(self, row: EventRow, expected: int) -> str | None:
        position, stream, version = row[:3]
        before = self._versions.get(stream, 0)
        if position == expected and version == before + 1:
            self._versions[stream] = version
            return None
        self._versions[stream] = max(before, version)
        if position != expected and self._gap is None:
            self._gap = position
            return f"position {expected} should come here: something was taken out, put in or moved"
        if version != before + 1:
            return f"the stream goes on with version {version} where {before + 1} should come"
        return None

    def _miss(self, row: EventRow, what: str) -> None:
        self.report.add(Misfit(what, row.position, str(row.stream), self._since(row.position)))

    def _since(self, position: int) -> str:
        """A row cannot have been changed before it was there."""
        before = [claim for claim in self._claims if claim.checkpoint.size < position]
        if not before:
            return "it can have happened at any time since it was recorded; no checkpoint is older"
        return f"it can have happened since {before[-1].description} ({before[-1].checkpoint.size} entries)"

    def _grow(self, leaves: Sequence[bytes]) -> None:
        """Takes leaves into the tree, stopping at each size of which somebody vouched."""
        done: list[Subtree] = []
        at = 0
        while at < len(leaves):
            upto = len(leaves)
            if self._waiting:
                upto = min(upto, at + self._waiting[0].checkpoint.size - self._frontier.size)
            done += self._frontier.extend(leaves[at:upto])
            at = upto
            while self._waiting and self._waiting[0].checkpoint.size == self._frontier.size:
                claim = self._waiting.pop(0)
                if claim.checkpoint.root != self._frontier.root():
                    self._failed.append(claim)
        for level in sorted({subtree.level for subtree in done}):
            self._compare(level, [subtree for subtree in done if subtree.level == level])

    def _compare(self, level: int, subtrees: Sequence[Subtree]) -> None:
        found = self._recorder.subtrees([Siblings(level, subtrees[0].number, subtrees[-1].number + 1)])
        kept = {subtree.number: subtree.hash for subtree in found}
        for subtree in subtrees:
            if kept.get(subtree.number) != subtree.hash and self._first_tree is None:
                count = leaves_of(level)
                self._first_tree, last = subtree.number * count + 1, (subtree.number + 1) * count
                what = f"what is recorded from there on to position {last} is not what the log has"
                self._miss_tree(Misfit(what, self._first_tree))

    def _miss_tree(self, misfit: Misfit, last: int = EVERYTHING) -> None:
        """Behind a gap that is named already nothing can fit the tree: that is not named again."""
        if self._gap is None or self._gap > last + 1:
            self.report.add(misfit)

    def _end(self, beyond: Sequence[Subtree], packed: tuple[int, bytes]) -> None:
        size = self._frontier.size
        if strays := self._recorder.refused(size):
            self.report.add(Misfit(f"bytes of {len(strays)} refused deliveries are kept beside no entry", size + 1))
        if any(subtree.number >= size // leaves_of(subtree.level) for subtree in beyond):
            self._miss_tree(Misfit(f"the log has subtrees beyond the {size} entries on record: the end was taken away"))
        try:
            kept = unpack_frontier(*packed)
            if kept.size != size:
                first = self._leaves_the_edge(kept) or min(size, kept.size) + 1
                self._miss_tree(Misfit(f"the log counts {kept.size} entries and {size} are on record", first))
            elif kept.hashes != self._frontier.hashes and self._first_tree is None:
                first = next(at for at, _, hash_ in _pieces(kept) if hash_ not in self._frontier.hashes) + 1
                self._miss_tree(Misfit("what is recorded from there on is not what the log has", first))
        except BrokenEvidence as error:
            self.report.add(Misfit(str(error)))
        self._tell_failed(size)
        self._require_covered(size)

    def _require_covered(self, size: int) -> None:
        """What the pinned key, or one that follows it, does not vouch for: anybody can have written that."""
        if self._pinned is None:
            return
        good = [key_claim for key_claim in self._claims if key_claim not in self._failed]
        ours = [claim for claim in good if any(reign.key.signed(claim.note) for reign in self._known)]
        covered = max((claim.checkpoint.size for claim in ours if claim.checkpoint.size <= size), default=0)
        named = f"key {self._pinned.id.hex()} of {self._pinned.name}"
        if not covered:
            self.report.add(Misfit(f"no checkpoint of {named} covers anything of this"))
        elif size - covered > self._tolerance:
            what = f"the last {size - covered:,} entries are covered by no checkpoint of {named}"
            self.report.add(Misfit(f"{what}; {self._tolerance:,} may be (--tolerance)", covered + 1))

    def _leaves_the_edge(self, kept: Frontier) -> int | None:
        """Where the record leaves an edge of another size. Subtrees of 16 leaves and more were compared on the way."""
        for at, count, hash_ in _pieces(kept):
            if count < WIDTH and root_of(self._recorder.leaves(at, at + count)) != hash_:
                return at + 1
        return None

    def _tell_failed(self, size: int) -> None:
        """Roots that somebody signed and that are not the record's: it was changed after the last of them."""
        if short := [claim for claim in self._waiting if claim.checkpoint.size > size]:
            description, covered = short[0].description, short[0].checkpoint.size
            what = f"{description} vouches for {covered} entries and {size} are on record: the end was taken away"
            self.report.add(Misfit(what, size + 1, since=f"it has happened since {short[-1].description}"))
        for outside in (False, True):  # the house's word sets no bounds to what somebody else's word is against
            if failed := [claim for claim in self._failed if claim.outside == outside]:
                self._tell_other(failed, [key_claim for key_claim in self._claims if key_claim.outside or not outside])

    def _tell_other(self, failed: Sequence[KeyClaim], beside: Sequence[KeyClaim]) -> None:
        """Where the record must have been changed, and since when, by checkpoints that do not fit and those that do."""
        first, last = failed[0], failed[-1]
        good = (key_claim.checkpoint.size for key_claim in beside if key_claim not in self._failed)
        begins = max((good_size for good_size in good if good_size < first.checkpoint.size), default=0) + 1
        size = first.checkpoint.size
        what = f"what is recorded from there on to position {size} is not what {first.description} vouches for"
        since = f"the record was another when {last.description} was signed: it has been changed since"
        self._miss_tree(Misfit(what, begins, since=since), first.checkpoint.size)


def _pieces(edge: Frontier) -> Iterator[tuple[int, int, bytes]]:
    """The complete subtrees at the edge: behind which position, over how many leaves, and the root."""
    at, kept = 0, iter(edge.hashes)
    for height in reversed(range(edge.size.bit_length())):
        if edge.size >> height & 1:
            yield at, 1 << height, next(kept)
            at += 1 << height

"""Whether the signatures under acts are what they seem: over what is on record, by keys that were on the roster."""

from collections.abc import Collection, Iterator
from operator import attrgetter
from typing import Final

from ledger.acts.roster import Roster
from ledger.application import Ledger
from ledger.entry import Entry
from ledger.events.base import REGISTRY, Act, RefusedAct
from ledger.events.table import AccountCorrected
from ledger.events.versions import topics_of
from ledger.mapper import MAPPER, content_bytes, replacement_digest
from ledger.merkle import digest, leaf_hash
from ledger.recorder.rows import EVERYTHING
from ledger.roster.signing import check_signature, ledger_id

ACT_TOPICS: Final = topics_of(*(kind for kind in REGISTRY.values() if issubclass(kind, Act)))
PAGE: Final = 1024


class ActCheck:
    """Goes along the acts of a record in their order. `whole` says whether what an act enters besides must be there too.

    `signed` and `claimed` count the acts that are signed, and those that nobody signed; attempts that were refused are
    neither.
    """

    def __init__(self, roster: Roster, *, whole: bool = True):
        self._roster, self.whole = roster, whole
        self.signed = self.claimed = 0
        self._covered: list[str] = []
        """The digests that the last signed act covers and that have not come yet."""

    def faults(self, entry: Entry, leaf_before: bytes | None) -> Iterator[str]:
        """What is wrong with the next act; `leaf_before` is that of the entry before it in its stream, if there is one."""
        if entry.delivery.signature is not None:
            yield from self.end()
            self.signed += 1
            if fault := self._fault(entry, leaf_before):
                yield fault
            self._covered = list(entry.delivery.signature.covers or ())
        elif isinstance(entry.event, RefusedAct):
            pass
        elif entry.delivery.causation is None:
            self.claimed += 1
        elif (mark := digest(content_bytes(entry.delivery))) in self._covered:
            self._covered.remove(mark)
        elif self.whole:
            yield f"it is said to follow from {entry.delivery.causation}, whose signature does not cover it"

    def end(self) -> Iterator[str]:
        """What is missing of what the last signed act covers."""
        if self._covered and self.whole:
            yield f"the signature before covers {len(self._covered)} entries that are not behind it"
        self._covered = []

    def _fault(self, entry: Entry, leaf_before: bytes | None) -> str | None:
        signature = entry.delivery.signature
        assert signature is not None
        key = self._roster.public_key(signature.key)
        if key is None:
            return f"it is signed with {signature.key}, which was never on the roster"
        if signature.rests_on != (None if leaf_before is None else f"sha256:{leaf_before.hex()}"):
            return "its signature rests on another head of its stream than the entry before it"
        try:
            ledger = ledger_id(self._roster, entry.delivery)
            check_signature(entry.delivery, entry.stream, entry.version, ledger, key)
        except ValueError as error:
            return str(error)
        return None


def check_acts(ledger: Ledger, check: ActCheck) -> Iterator[tuple[Entry, str]]:
    """Go through all acts of a ledger; yield each that does not fit, and why. Raises BrokenEvidence."""
    entry: Entry | None = None
    seen: dict[tuple[str, int], bytes] = {}
    for entry, own_leaf in _acts_with_leaves(ledger, EVERYTHING):
        leaf = seen.pop((entry.stream, entry.version - 1), None)
        if leaf is None and entry.delivery.signature is not None and entry.version > 1:
            leaf = ledger.recorder.stream_leaf(entry.stream, entry.version - 1)
        seen[entry.stream, entry.version] = own_leaf
        for fault in check.faults(entry, leaf):
            yield entry, fault
        if check.whole and isinstance(entry.event, AccountCorrected):
            yield from ((entry, fault) for fault in _correction_faults(ledger, entry, entry.event))
    if entry is not None:
        for fault in check.end():
            yield entry, fault


def _correction_faults(ledger: Ledger, entry: Entry, event: AccountCorrected) -> Iterator[str]:
    """What is wrong with what replaces superseded entries: it stands behind the correction that names its digest."""
    behind = ledger.entries(entry.stream, after=entry.version, limit=event.replacements) if event.replacements else []
    replacements = [other.delivery for other in behind if other.source == event.source]
    if event.replaced_by != (replacement_digest(replacements) if event.replacements else None):
        yield "what stands behind this correction is not what it says replaces the superseded entries"


def acts_on_record(ledger: Ledger, upto: int = EVERYTHING, streams: Collection[str] | None = None) -> Iterator[Entry]:
    """All acts of people up to a position, or those in some streams, in the order of the record."""
    if streams is None:
        return (entry for entry, _ in _acts_with_leaves(ledger, upto))
    found = (notification for stream in streams for notification in ledger.recorder.select_events(stream))
    acts = [notification for notification in found if notification.topic in ACT_TOPICS and notification.id <= upto]
    return map(MAPPER.to_domain_event, sorted(acts, key=attrgetter("id")))


def _acts_with_leaves(ledger: Ledger, upto: int) -> Iterator[tuple[Entry, bytes]]:
    after, topics = 0, sorted(ACT_TOPICS)
    while page := ledger.recorder.select_notifications(after, PAGE, upto, topics=topics, inclusive_of_start=False):
        yield from ((MAPPER.to_domain_event(notification), leaf_hash(notification.state)) for notification in page)
        after = page[-1].id

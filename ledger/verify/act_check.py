"""Whether the signatures under acts are what they seem: over what is on record, by keys that were on the roster."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ledger.acts.roster import Roster
from ledger.application import Ledger
from ledger.entry import Entry
from ledger.events.base import REGISTRY, Act
from ledger.mapper import MAPPER, content_bytes
from ledger.merkle import digest, leaf_hash
from ledger.roster.signing import check_signature, ledger_id

PAGE: Final = 1024


@dataclass(slots=True)
class ActCheck:
    """How many acts are signed and how many only claimed; by position, what is wrong with a signature.

    Raises BrokenEvidence for an entry that cannot be read.
    """

    ledger: Ledger
    signed: int = 0
    claimed: int = 0
    _covered: list[str] = field(default_factory=list)
    """The digests that the last signed act covers and that have not come yet."""
    _covering: Entry | None = None

    def faults(self) -> Iterator[tuple[Entry, str]]:
        """Go through all acts on record; yield each whose signature does not fit, and why."""
        roster = self.ledger.roster()
        for entry in _acts(self.ledger):
            if entry.delivery.signature is not None:
                yield from self._uncovered()
                self.signed += 1
                if fault := self._fault(entry, roster):
                    yield entry, fault
                self._covering, self._covered = entry, list(entry.delivery.signature.covers or ())
            elif entry.delivery.causation is not None:
                if digest(content_bytes(entry.delivery)) in self._covered:
                    self._covered.remove(digest(content_bytes(entry.delivery)))
                else:
                    yield entry, f"it is said to follow from {entry.delivery.causation}, whose signature does not cover it"
            else:
                self.claimed += 1
        yield from self._uncovered()

    def _uncovered(self) -> Iterator[tuple[Entry, str]]:
        if self._covered and self._covering is not None:
            yield self._covering, f"its signature covers {len(self._covered)} entries that are not behind it"

    def _fault(self, entry: Entry, roster: Roster) -> str | None:
        signature = entry.delivery.signature
        assert signature is not None
        key = roster.public_key(signature.key)
        if key is None:
            return f"it is signed with {signature.key}, which was never on the roster"
        recorder = self.ledger.recorder
        before = recorder.select_events(entry.stream, gt=entry.version - 2, lte=entry.version - 1)
        head = f"sha256:{leaf_hash(before[0].state).hex()}" if before else None
        if head != signature.rests_on:
            return "its signature rests on another head of its stream than the entry before it"
        try:
            check_signature(entry.delivery, entry.stream, entry.version, ledger_id(roster, entry.delivery), key)
        except ValueError as error:
            return str(error)
        return None


def _acts(ledger: Ledger) -> Iterator[Entry]:
    topics = [topic for topic, kind in REGISTRY.items() if issubclass(kind, Act)]
    after = 0
    while page := ledger.recorder.select_notifications(after, PAGE, topics=topics, inclusive_of_start=False):
        yield from map(MAPPER.to_domain_event, page)
        after = page[-1].id

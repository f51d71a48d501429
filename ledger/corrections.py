"""A table's day as it was last mended: what somebody typed and took back does not count, and stays on record."""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.entry import Delivery, Entry
from ledger.events.table import AccountCorrected, TableOpened
from ledger.values.subjects import TRANSCRIPT


class Correction(NamedTuple):
    """A correction of a typed account on record: its act, what it superseded and what replaces that, in their order."""

    entry: Entry
    event: AccountCorrected
    superseded: tuple[Entry, ...]
    replacements: tuple[Entry, ...]

    @property
    def subjects(self) -> set[str]:
        """The rounds that it is about, and the day where it is about the table."""
        return {entry.subject for entry in (*self.superseded, *self.replacements)}

    def settles(self, conflict: Entry) -> bool:
        """Whether a line that contradicted the record came before it, of the same source and about the same."""
        source = getattr(conflict.event, "source", None)
        return source == self.event.source and conflict.position < self.entry.position and conflict.subject in self.subjects


def chain_key(delivery: Delivery) -> tuple[int, str]:
    """Where a delivery stands among those of its source."""
    return delivery.sequence or 0, delivery.id


def corrections(entries: Sequence[Entry]) -> list[Correction]:
    """The corrections of a table's day, given its entries in the order of the record.

    Only what was typed can be superseded, by a correction of its own account, and once.
    """
    if not any(type(entry.event) is AccountCorrected for entry in entries):
        return []
    found: list[Correction] = []
    counting = {entry.position: entry for entry in entries if entry.source.startswith(TRANSCRIPT)}
    for index, entry in enumerate(entries):
        event = entry.event
        if type(event) is not AccountCorrected:
            continue
        before = (at for first, last in event.superseded for at in range(first, min(last, entry.position) + 1))
        gone = tuple(counting[at] for at in before if at in counting and counting[at].source == event.source)
        for superseded in gone:
            del counting[superseded.position]
        found.append(Correction(entry, event, gone, tuple(entries[index + 1 : index + 1 + event.replacements])))
    return found


def as_mended(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries of a table's day that count, each in its place: what replaces another stands where its source has it."""
    mends = corrections(entries)
    if not mends:
        return entries
    moved = {entry.position for correction in mends for entry in correction.replacements}
    gone = {entry.position for correction in mends for entry in correction.superseded}
    mended = [entry for entry in entries if entry.position not in moved and entry.position not in gone]
    for correction in mends:
        for entry in correction.replacements:
            if entry.position not in gone:
                mended.insert(_place(mended, entry), entry)
    return mended


def opening_of(entries: Sequence[Entry]) -> TableOpened | None:
    """What a table's day was opened with, given its entries in the order of the record."""
    return next((entry.event for entry in as_mended(entries) if isinstance(entry.event, TableOpened)), None)


def _place(mended: Sequence[Entry], entry: Entry) -> int:
    """Behind the last of its source that comes before it, else before the first that comes after."""
    own = [(index, chain_key(other.delivery)) for index, other in enumerate(mended) if other.source == entry.source]
    before = [index for index, key in own if key < chain_key(entry.delivery)]
    return before[-1] + 1 if before else own[0][0] if own else len(mended)

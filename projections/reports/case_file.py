"""All that a report on a case rests on: the case, its rounds as the rules have them, the stored entries, the checkpoint."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ledger.application import Ledger
from ledger.cases.case import Case
from ledger.cases.casework import Casework
from ledger.entry import Entry
from ledger.errors import UnknownRound
from ledger.events.cases import OF_CASES, RulingTaken
from ledger.events.table import TableOpened
from ledger.evidence.checkpoint import Checkpoint, checkpoint_of
from ledger.evidence.checkpoint_store import Sealed, Seals
from ledger.evidence.note import parse
from ledger.mapper import canonical
from ledger.merkle import digest, leaf_hash
from ledger.values.money import pounds_and_pence
from ledger.values.subjects import play_stream
from projections.messages.catalogue import Words
from projections.reports.masking import Names, masked, names
from projections.table_days import Archive
from projections.timeline.event_text import Money, amount
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Taken:
    """A ruling that a case took in; `again` says whether the record as it was then gives the same today."""

    position: int
    event: RulingTaken
    again: bool


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A case with what it rests on. The rulings are those that the rules give, without what the case itself settled."""

    case: Case
    edition: Edition
    opening: TableOpened
    names: Names
    rulings: tuple[Ruling, ...]
    positions: tuple[int, ...]
    stored: tuple[bytes, ...]
    taken: tuple[Taken, ...]
    sealed: tuple[Sealed, Checkpoint] | None
    """The first checkpoint over all of these entries: a later one does not change the report."""

    @property
    def leaves_digest(self) -> str:
        """The digest of the entries' leaves, as a ruling names it."""
        return digest(b"".join(map(leaf_hash, self.stored)))

    @property
    def recorded_at(self) -> str:
        """When the last entry of the case or its rounds was recorded."""
        own = [act.entry.recorded_at for act in self.case.taken]
        return max(own + [round_entry.entry.recorded_at for ruling in self.rulings for round_entry in ruling.round.entries])

    @property
    def money(self) -> Money:
        """Writes amounts in the currency of the case's table."""
        return amount(self.opening.minor_digits, self.opening.currency)

    @property
    def plain(self) -> Money:
        """Writes amounts without their currency, for a table that names it once."""
        return lambda minor: pounds_and_pence(minor, self.opening.minor_digits)

    def settled(self, name: str) -> Mapping[str, int]:
        """By wager of a round, what the answers give on it, in minor units."""
        awards = (award for answer in self.case.answers().values() for award in answer.awards)
        return {award.wager: award.due_minor for award in awards if award.round == name}


class _Unsettled(Archive):
    """Tells a table's day without what one case said of it, and with names as they are called."""

    def __init__(self, ledger: Ledger, number: str, called: Names):
        super().__init__(ledger)
        self._number, self._called = number, called

    def entries(self, day: str) -> list[Entry]:
        """Everything of a table's day but this case."""
        found = super().entries(day)
        return list(masked((entry for entry in found if not _of(entry, self._number)), self._called))


def gather(ledger: Ledger, number: str, words: Words, *, hide: bool) -> CaseFile:
    """The file of a case; with letters instead of names where they are to be hidden. Raises UnknownCase."""
    case = Casework(ledger).case(number)
    day = ledger.entries(play_stream(case.opened.day))
    own = [act.entry for act in case.taken]
    called = Names(names([*day, *own], words) if hide else {})
    archive = _Unsettled(ledger, number, called)
    rulings = tuple(archive.rulings(taken_up(case)))
    positions = {entry.position for entry in own} | {at for ruling in rulings for at in ruling.positions}
    positions |= {entry.position for entry in day if _of(entry, number)}
    in_order = tuple(sorted(positions))
    return CaseFile(
        case=case,
        edition=next(edition for edition in archive.editions() if edition.digest == case.opened.digest),
        opening=next(entry.event for entry in day if isinstance(entry.event, TableOpened)),
        names=called,
        rulings=rulings,
        positions=in_order,
        stored=tuple(archive.stored(in_order)),
        taken=tuple(_taken(ledger, case)),
        sealed=_sealed(ledger, in_order[-1]),
    )


def taken_up(case: Case) -> list[str]:
    """The rounds that a case is about, or that it took up on its way: rulings and awards."""
    proposals = [one for one in (case.proposal, case.settled) if one is not None]
    awarded = [award.round for one in proposals for answer in one.answers for award in answer.awards]
    return list(dict.fromkeys((*case.opened.rounds, *(event.round for event in case.rulings), *awarded)))


def _of(entry: Entry, number: str) -> bool:
    return isinstance(entry.event, OF_CASES) and getattr(entry.event, "case", None) == number


def _taken(ledger: Ledger, case: Case) -> Iterator[Taken]:
    for act in case.taken:
        if act.refused is None and isinstance(act.entry.event, RulingTaken):
            yield Taken(act.entry.position, act.entry.event, _again(ledger, act.entry))


def _again(ledger: Ledger, entry: Entry) -> bool:
    """Whether the ruling comes out the same, on the record as it was when it was taken in."""
    assert isinstance(entry.event, RulingTaken)
    try:
        told = next(Archive(ledger, entry.position - 1).documents([entry.event.round]))
    except UnknownRound:
        return False
    return digest(canonical(told)) == entry.event.digest


def _sealed(ledger: Ledger, last: int) -> tuple[Sealed, Checkpoint] | None:
    seals = Seals(ledger.url)
    try:
        first = next((one for one in seals.checkpoints() if one.size >= last), None)
    finally:
        seals.close()
    return None if first is None else (first, checkpoint_of(parse(first.note)))

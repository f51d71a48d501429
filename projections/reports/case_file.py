"""All that a report on a case rests on: the case, its rounds as the rules have them, the stored entries, the checkpoint."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ledger.application import Ledger
from ledger.cases.case import Case
from ledger.cases.casework import Casework
from ledger.corrections import opening_of
from ledger.entry import Entry
from ledger.errors import UnknownRound
from ledger.events.cases import CASE_DECISIONS, Answer, Proposal, RulingTaken
from ledger.events.house import HouseSettingsRecorded
from ledger.events.table import TableOpened
from ledger.evidence.checkpoint import Checkpoint, checkpoint_of
from ledger.evidence.checkpoint_store import CheckpointStore, StoredCheckpoint
from ledger.evidence.note import parse
from ledger.house import house_settings
from ledger.merkle import digest, leaf_hash
from ledger.values.subjects import play_stream
from projections.documents.rulings import RulingDocument, ruling_document, ruling_documents
from projections.messages.catalogue import Catalogue
from projections.reports.masking import mask_entries, masking
from projections.reports.person_names import PersonNames
from projections.table_days import TableDays
from projections.timeline.event_text import FormatMoney, amount_formatter
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling


@dataclass(frozen=True, slots=True)
class CaseRuling:
    """A ruling that a case took in; `again` says whether the record as it was then gives the same today."""

    position: int
    event: RulingTaken
    is_reproduced: bool


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A case with what it rests on. The rulings are those that the rules give, without what the case itself settled."""

    case: Case
    house: HouseSettingsRecorded | None
    edition: Edition
    opening: TableOpened
    person_names: PersonNames
    rulings: tuple[Ruling, ...]
    documents: tuple[RulingDocument, ...]
    positions: tuple[int, ...]
    stored_entries: tuple[bytes, ...]
    case_rulings: tuple[CaseRuling, ...]
    first_checkpoint: tuple[StoredCheckpoint, Checkpoint] | None
    """The first checkpoint over all of these entries: a later one does not change the report."""

    @property
    def leaves_digest(self) -> str:
        """The digest of the entries' leaves, as a ruling names it."""
        return digest(b"".join(map(leaf_hash, self.stored_entries)))

    @property
    def recorded_at(self) -> str:
        """When the last entry of the case or its rounds was recorded."""
        own = [act.entry.recorded_at for act in self.case.taken]
        return max(own + [round_entry.entry.recorded_at for ruling in self.rulings for round_entry in ruling.round.entries])

    @property
    def zone(self) -> str:
        """The time zone in which the table tells the time, else the house's."""
        named = self.opening.zone != "UTC"
        return self.opening.zone if named or self.house is None else self.house.zone

    def money(self, words: Catalogue) -> FormatMoney:
        """Writes amounts in the currency of the case's table."""
        return amount_formatter(self.opening.minor_digits, self.opening.currency, words)

    def plain_money(self, words: Catalogue) -> FormatMoney:
        """Writes amounts without their currency, for a table that names it once."""
        return amount_formatter(self.opening.minor_digits, "", words)

    @property
    def decision(self) -> Proposal | None:
        """The answers as they stand: those that were given, or while the case is worked on those that are proposed."""
        return self.case.settled if self.is_decided else self.case.proposal

    @property
    def is_decided(self) -> bool:
        """Whether the answers are given, and the case was not taken up again."""
        return self.case.settled is not None and self.case.state in ("settled", "appealed", "closed")

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers as they stand, given or proposed."""
        return self.decision.answers if self.decision else ()

    def answered_minor(self, round_name: str) -> Mapping[str, int]:
        """By wager of a round, what the answers as they stand give on it in all, in minor units."""
        awards = (award for answer in self.answers for award in answer.awards)
        return {award.wager: award.due_minor for award in awards if award.round == round_name}

    @property
    def players(self) -> list[str]:
        """Everybody with a claim, an answer or a wager in the case, as they are called."""
        asking = [self.person_names.name_of(player) for player in (*self.case.claims, *self.case.answers())]
        return list(dict.fromkeys((*asking, *(row.wager_due.player for ruling in self.rulings for row in ruling.awards))))


class _TableDaysWithoutCase(TableDays):
    """Tells a table's day without what one case said of it, and with names as they are called."""

    def __init__(self, ledger: Ledger, case_number: str, person_names: PersonNames):
        super().__init__(ledger)
        self._case_number, self._person_names = case_number, person_names

    def entries(self, day: str) -> list[Entry]:
        """Everything of a table's day but this case."""
        found = super().entries(day)
        return list(
            mask_entries((entry for entry in found if not _is_of_case(entry, self._case_number)), self._person_names)
        )


def gather_case_file(ledger: Ledger, number: str, words: Catalogue, *, mask_names: bool) -> CaseFile:
    """The file of a case; with letters instead of names where they are to be hidden. Raises UnknownCase."""
    case = Casework(ledger).case(number)
    day = ledger.entries(play_stream(case.opened.day))
    opening = opening_of(day)
    assert opening is not None  # a case is about a table that was opened
    own = [act.entry for act in case.taken]
    called = masking([*day, *own], words) if mask_names else PersonNames({})
    archive = _TableDaysWithoutCase(ledger, number, called)
    rulings = tuple(archive.rulings(rounds_of_case(case)))
    positions = {entry.position for entry in own} | {at for ruling in rulings for at in ruling.positions}
    positions |= {entry.position for entry in day if _is_of_case(entry, number)}
    in_order = tuple(sorted(positions))
    return CaseFile(
        case=case,
        house=house_settings(ledger),
        edition=next(edition for edition in archive.editions() if edition.digest == case.opened.digest),
        opening=opening,
        person_names=called,
        rulings=rulings,
        documents=tuple(ruling_document(ruling, archive.leaves(ruling)) for ruling in rulings),
        positions=in_order,
        stored_entries=tuple(archive.stored_bytes(in_order)),
        case_rulings=tuple(_case_rulings(ledger, case)),
        first_checkpoint=_first_checkpoint(ledger, in_order[-1]),
    )


def rounds_of_case(case: Case) -> list[str]:
    """The rounds that a case is about, or that it took up on its way: rulings and awards."""
    proposals = [proposal for proposal in (case.proposal, case.settled) if proposal is not None]
    awarded = [award.round for proposal in proposals for answer in proposal.answers for award in answer.awards]
    return list(dict.fromkeys((*case.opened.rounds, *(event.round for event in case.rulings), *awarded)))


def _is_of_case(entry: Entry, case_number: str) -> bool:
    return isinstance(entry.event, CASE_DECISIONS) and getattr(entry.event, "case", None) == case_number


def _case_rulings(ledger: Ledger, case: Case) -> Iterator[CaseRuling]:
    for act in case.taken:
        if act.refused is None and isinstance(act.entry.event, RulingTaken):
            yield CaseRuling(act.entry.position, act.entry.event, _is_reproduced(ledger, act.entry))


def _is_reproduced(ledger: Ledger, entry: Entry) -> bool:
    """Whether the ruling comes out the same, on the record as it was when it was taken in."""
    assert isinstance(entry.event, RulingTaken)
    try:
        document = next(ruling_documents(TableDays(ledger, entry.position - 1), [entry.event.round]))
    except UnknownRound:
        return False
    return digest(document.canonical) == entry.event.digest


def _first_checkpoint(ledger: Ledger, last_position: int) -> tuple[StoredCheckpoint, Checkpoint] | None:
    seals = CheckpointStore(ledger.url)
    try:
        first = next((checkpoint for checkpoint in seals.checkpoints() if checkpoint.size >= last_position), None)
    finally:
        seals.close()
    return None if first is None else (first, checkpoint_of(parse(first.note)))

"""All that a report on a case rests on: the case, its rounds as the rules have them, the stored entries, the checkpoint."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.application import Ledger
from ledger.cases.case import Case
from ledger.cases.casebook import Casebook
from ledger.corrections import opening_of
from ledger.entry import Entry
from ledger.errors import UnknownRound
from ledger.events.cases import CASE_DECISIONS, Answer, Proposal, RulingTaken
from ledger.events.house import HouseSettingsRecorded
from ledger.events.table import TableOpened
from ledger.evidence.checkpoint_store import Checkpoint, CheckpointStore, StoredCheckpoint, checkpoint_of
from ledger.evidence.note import parse
from ledger.house import house_settings
from ledger.merkle import digest, leaf_hash
from ledger.values.subjects import play_stream
from projections.answers.case_answer import is_decided
from projections.answers.money import CaseDecision
from projections.answers.round_answer import Answers, RoundAnswer
from projections.documents.rulings import RulingDocument, ruling_document, ruling_documents
from projections.messages.catalogue import Catalogue
from projections.reports.masking import MaskedTableDays, masking
from projections.reports.person_names import PersonNames
from projections.table_days import TableDays
from projections.timeline.event_text import FormatMoney, amount_formatter
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling


@dataclass(frozen=True, slots=True)
class CaseRuling:
    """A ruling that a case took in; `is_reproduced` says whether the record as it was then gives the same today."""

    position: int
    event: RulingTaken
    is_reproduced: bool


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A case with what it rests on. The answers on its rounds are those of the case as it is, given or proposed."""

    case: Case
    house: HouseSettingsRecorded | None
    edition: Edition
    opening: TableOpened
    person_names: PersonNames
    round_answers: tuple[RoundAnswer, ...]
    documents: tuple[RulingDocument, ...]
    positions: tuple[int, ...]
    stored_entries: tuple[bytes, ...]
    case_rulings: tuple[CaseRuling, ...]
    first_checkpoint: tuple[StoredCheckpoint, Checkpoint] | None
    """The first checkpoint over all of these entries: a later one does not change the report."""

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings on the rounds of the case."""
        return tuple(answer.ruling for answer in self.round_answers)

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

    def ground_of(self, clause: str, letter: str) -> str | None:
        """Why the answers follow a reading, or do not, as their writer gave it."""
        readings = (self.decision.readings or ()) if self.decision else ()
        return next((row.ground for row in readings if (row.clause, row.reading) == (clause, letter)), None)

    @property
    def is_decided(self) -> bool:
        """Whether the answers are given, and the case was not taken up again."""
        return is_decided(self.case)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers as they stand, given or proposed."""
        return self.decision.answers if self.decision else ()

    @property
    def players(self) -> list[str]:
        """Everybody with a claim, an answer or a wager in the case, as they are called."""
        asking = [self.person_names.name_of(player) for player in (*self.case.claims, *self.case.answers())]
        return list(dict.fromkeys((*asking, *(row.player for answer in self.round_answers for row in answer.players))))


def gather_case_file(ledger: Ledger, number: str, words: Catalogue, *, mask_names: bool) -> CaseFile:
    """The file of a case; with letters instead of names where they are to be hidden. Raises UnknownCase."""
    case = Casebook(ledger).case(number)
    day = ledger.entries(play_stream(case.opened.day))
    opening = opening_of(day)
    assert opening is not None  # a case is about a table that was opened
    own = [act.entry for act in case.taken]
    called = masking([*day, *own], words) if mask_names else PersonNames({})
    archive = MaskedTableDays(ledger, words, person_names=called)
    rulings = tuple(archive.rulings(rounds_of_case(case)))
    answers = Answers(ledger, archive)
    positions = {entry.position for entry in own} | {at for ruling in rulings for at in ruling.positions}
    entered = (entry for entry in day if isinstance(entry.event, CASE_DECISIONS))
    positions |= {entry.position for entry in entered if getattr(entry.event, "case", None) == number}
    in_order = tuple(sorted(positions))
    return CaseFile(
        case=case,
        house=house_settings(ledger),
        edition=next(edition for edition in archive.editions() if edition.digest == case.opened.digest),
        opening=opening,
        person_names=called,
        round_answers=tuple(
            answers.of_decisions(ruling, _decisions(case, answers.cases_about(ruling))) for ruling in rulings
        ),
        documents=tuple(ruling_document(ruling, archive.leaves(ruling)) for ruling in rulings),
        positions=in_order,
        stored_entries=tuple(archive.stored_bytes(in_order)),
        case_rulings=tuple(
            CaseRuling(act.position, act.event, _is_reproduced(ledger, act.entry))
            for act in case.taken
            if act.refused is None and isinstance(act.event, RulingTaken)
        ),
        first_checkpoint=_first_checkpoint(ledger, in_order[-1]),
    )


def _decisions(case: Case, others: Sequence[Case]) -> list[CaseDecision]:
    """The answers that count on a round of a case: its own, proposed where none is given, and those of other cases."""
    own = CaseDecision(case, case.settled if is_decided(case) else case.proposal)
    return [*(CaseDecision(other, other.settled) for other in others if other.number != case.number), own]


def rounds_of_case(case: Case) -> list[str]:
    """The rounds that a case is about, or that it took up on its way: rulings and awards."""
    proposals = [proposal for proposal in (case.proposal, case.settled) if proposal is not None]
    awarded = [award.round for proposal in proposals for answer in proposal.answers for award in answer.awards]
    return list(dict.fromkeys((*case.opened.rounds, *(event.round for event in case.rulings), *awarded)))


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

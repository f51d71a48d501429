"""What is taken along of a round: its report, a letter to one of its players, and the round in the notation."""

from ledger.application import Ledger
from ledger.events.base import Event
from ledger.events.table import SourceDeclared, SourceTopicsDeclared
from ledger.feeds import notation
from ledger.house import house_settings
from ledger.values.subjects import TRANSCRIPT, table_day
from projections.answers.round_answer import Answers
from projections.documents.rulings import ruling_document
from projections.messages.catalogue import Catalogue
from projections.reports.compose import compose_report
from projections.reports.letter import Letter, compose_letter
from projections.reports.masking import MaskedTableDays, mask_difference, masking
from projections.reports.report import RoundReport
from projections.rulings.difference import difference, difference_sentences
from projections.table_days import TableDays, entries_in_order
from replay.ruling.ruling import Ruling


def round_report(ledger: Ledger, name: str, words: Catalogue, *, masked: bool) -> RoundReport:
    """The report on a round as of now. Raises UnknownRound."""
    archive = _archive(ledger, words, masked=masked)
    ruling = next(archive.rulings([name]))
    document = ruling_document(ruling, archive.leaves(ruling))
    events = None if masked else archive.stored_bytes(ruling.positions)
    answer = Answers(ledger, archive).of(ruling)
    return compose_report(answer, document, events, words, _on_record(ledger, name, words, masked=masked))


def round_letter(ledger: Ledger, name: str, player: str, words: Catalogue) -> Letter:
    """The letter that answers a player about a round. Raises UnknownRound."""
    archive = TableDays(ledger)
    ruling = next(archive.rulings([name]))
    answer = Answers(ledger, archive).of(ruling)
    leaves_digest = ruling_document(ruling, archive.leaves(ruling)).basis.leaves_digest
    return compose_letter(answer, player, leaves_digest, words, house_settings(ledger))


def round_transcript(ledger: Ledger, name: str, words: Catalogue, *, masked: bool) -> str:
    """A round in the notation: its table's day as the account that counts tells it, in the order in which it happened, as a
    round is judged by what the others of its day show too.

    An empty ledger that takes it in comes to the same ruling, but for what other accounts and lost deliveries show. Remarks
    at its head say which round, account, edition and verdict it is about. Raises UnknownRound.
    """
    archive = _archive(ledger, words, masked=masked)
    ruling = next(archive.rulings([name]))
    elsewhere = {
        position
        for round_ in archive.get(table_day(name)).rounds.values()
        for other in round_.other_accounts
        for position in other.basis
    }
    source = f"{TRANSCRIPT}{name.replace('/', '_')}"
    entries = (
        entry
        for entry in entries_in_order(archive.entries(table_day(name)))
        if entry.position not in elsewhere and notation.has_word(entry.event) and not _is_of_a_device(entry.event)
    )
    deliveries = (
        entry.delivery._replace(source=source, id=str(number), sequence=number, after=(), correlation=None, causation=None)
        for number, entry in enumerate(entries, 1)
    )
    return _transcript_head(ruling) + notation.write(deliveries, source)


def _transcript_head(ruling: Ruling) -> str:
    round_, edition = ruling.round, ruling.edition
    others = ", ".join(other.account for other in round_.other_accounts)
    return (
        f"// round {round_.name}: {ruling.verdict}, by {edition.id} {edition.name}, {edition.digest}\n"
        f"// account {round_.account}{f', without {others}' if others else ''}\n"
    )


def _is_of_a_device(event: Event) -> bool:
    """Whether an event declares a source that a transcript cannot speak for."""
    return isinstance(event, SourceDeclared | SourceTopicsDeclared) and not event.about.startswith(TRANSCRIPT)


def _archive(ledger: Ledger, words: Catalogue, *, masked: bool) -> TableDays:
    return MaskedTableDays(ledger, words) if masked else TableDays(ledger)


def _on_record(ledger: Ledger, name: str, words: Catalogue, *, masked: bool) -> list[str]:
    """How the ruling on record differs from the one that the report tells, where it does."""
    table_days = TableDays(ledger)
    differs = difference(ledger, table_days, next(table_days.rulings([name])))
    if differs is None:
        return []
    if masked:
        differs = mask_difference(differs, masking(ledger.entries(f"table/{table_day(name)}"), words))
    return difference_sentences(differs, words)

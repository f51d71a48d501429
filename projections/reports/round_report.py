"""What is taken along of a round: its report, a letter to one of its players, and the round in the notation."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from pydantic import Field

from ledger.application import Ledger
from ledger.events.base import Event
from ledger.events.play import NoticeGiven
from ledger.events.table import SourceDeclared, SourceTopicsDeclared
from ledger.feeds import notation
from ledger.house import house_settings
from ledger.values.document import Document
from ledger.values.offices import ROLES
from ledger.values.subjects import TRANSCRIPT, table_day
from projections.answers.round_answer import Answers, RoundAnswer
from projections.documents.rulings import RulingDocument, basis_document, ruling_document
from projections.messages.catalogue import Catalogue
from projections.reports.letter import Letter, compose_letter
from projections.reports.masking import MaskedTableDays, mask_difference, masking
from projections.reports.readings import last_recorded_at
from projections.reports.round_sections import RoundPart
from projections.reports.sections import (
    Block,
    Lines,
    Quotations,
    Report,
    Section,
    SectionedDocument,
    Span,
    Text,
    attached_events,
    quiet,
    record_blocks,
)
from projections.rulings.difference import RulingDifference, difference, difference_sentences
from projections.table_days import TableDays, entries_in_order
from replay import ENGINE
from replay.ruling.ruling import Ruling


class RoundReportDocument(Document):
    """The report on a round as data: the ruling with all that it rests on, and how the ruling on record differs."""

    language: str
    masked: bool
    currency: str
    minor_digits: int
    zone: str
    ruling: RulingDocument
    recorded_at: str
    on_record: list[str] = Field(description="How the ruling on record differs from this one, in sentences.")
    events: str | None = Field(description="The stored bytes of the entries, one a line; null in a masked report.")


RoundReport: TypeAlias = Report[RoundReportDocument]


def compose_report(
    answer: RoundAnswer,
    ruling: RulingDocument,
    events: Sequence[bytes] | None,
    words: Catalogue,
    on_record: Sequence[str] = (),
) -> RoundReport:
    """The report on a round, with its ruling as data. `events` are the stored bytes of its entries, None where names are
    masked; `on_record` says how the ruling on record differs, where it does.
    """
    stored = None if events is None else attached_events(events)
    data = RoundReportDocument.from_object(
        answer.ruling.round.table_opening,
        language=words.language,
        masked=events is None,
        ruling=ruling,
        recorded_at=last_recorded_at(answer.ruling),
        on_record=list(on_record),
        events=stored,
    )
    return Report(_document(RoundPart(answer, words), data), data)


def _document(part: RoundPart, data: RoundReportDocument) -> SectionedDocument:
    answer, edition, texts, words = part.answer, part.ruling.edition, part.texts, part.words
    day = words.day(answer.name.split("/")[1])
    document, decisive, clauses = edition.sheet.edition.document, part.decisive(), part.clause_blocks()
    asked = [part.say("question", round=answer.name, document=document)]
    events = (row.event for row in part.ruling.round.entries)
    disputing = dict.fromkeys(event.by for event in events if isinstance(event, NoticeGiven) and event.by not in ROLES)
    asked += [part.say("disputed", players=", ".join(disputing))] if disputing else []
    times = part.say("times", zone=words.zone(part.zone, f"{answer.name.split('/')[1]}T12:00:00+00:00"))
    return SectionedDocument(
        language=words.language,
        title=part.say("title", round=answer.name),
        recorded_at=data.recorded_at,
        notices=[document, f"{texts['edition']} {edition.name}", day, *[texts["masked"]] * data.masked],
        sections=[
            Section(texts["answer"], [quiet(" ".join(asked)), part.answer_box(*data.on_record)]),
            *([Section(texts["decisive"], [quiet(texts["decisive_are"]), Quotations(decisive)])] if decisive else []),
            *part.outcome_sections(texts["branches"]),
            part.money_section(),
            *part.decision_sections(),
            Section(texts["rights"], [Lines([*_rights(part)], "marked")]),
            Section(texts["findings"], [*part.finding_blocks()]),
            *part.incomplete_sections(),
            *part.picture_sections(),
            Section(texts["happened"], [quiet(times), part.step_table()]),
            *([Section(texts["clauses"], clauses)] if clauses else []),
            Section(texts["evidence"], _evidence(part, data)),
        ],
        events=data.events,
    )


def _rights(part: RoundPart) -> Iterator[str]:
    """What the players may do about the round."""
    if decider := part.answer.status.decider:
        yield part.say("right_confirm", authority=part.words.term(decider))
    if any(bet.if_claimed_minor is not None for bet in part.answer.bets):
        yield part.texts["right_reading"]
    yield from (part.texts["right_see"], part.texts["right_complain"])


def _evidence(part: RoundPart, data: RoundReportDocument) -> Sequence[Block]:
    """By what the ruling can be made again and checked."""
    round_, edition, texts = part.ruling.round, part.ruling.edition, part.texts
    facts: list[tuple[str, Text]] = [
        (texts["table"], round_.name.split("/")[0]),
        (texts["game"], part.words.term(edition.game)),
        (texts["shoe"], round_.shoe or texts["not_known"]),
        (texts["account"], round_.account or texts["not_known"]),
        (texts["rulebook"], f"{edition.id} {edition.name}"),
        (texts["edition_digest"], Span(edition.digest, "code")),
        (texts["engine"], ENGINE),
    ]
    keys = ("check_again", "check_leaves", "check_masked" if data.masked else "check_attached")
    checks = [part.say(key, round=round_.name) for key in keys]
    recorded = part.words.moment(data.recorded_at, data.zone)
    basis = data.ruling.basis
    return record_blocks(facts, basis.ranges, basis.leaves_digest, recorded, checks, texts)


def round_report(ledger: Ledger, name: str, words: Catalogue, *, masked: bool) -> RoundReport:
    """The report on a round as of now. Raises UnknownRound."""
    table_days = TableDays(ledger)
    ruling = next(table_days.rulings([name]))
    differs = difference(ledger, table_days, ruling)
    if not masked:
        return ruling_report(ledger, table_days, ruling, differs, words)
    archive = MaskedTableDays(ledger, words)
    if differs is not None:
        differs = mask_difference(differs, masking(ledger.entries(f"table/{table_day(name)}"), words))
    return ruling_report(ledger, archive, next(archive.rulings([name])), differs, words, masked=True)


def ruling_report(
    ledger: Ledger,
    table_days: TableDays,
    ruling: Ruling,
    differs: RulingDifference | None,
    words: Catalogue,
    *,
    masked: bool = False,
) -> RoundReport:
    """The report on a round from its ruling, and from how the ruling on record differs."""
    document = ruling_document(ruling, table_days.leaves(ruling))
    events = None if masked else table_days.stored_bytes(ruling.positions)
    on_record = difference_sentences(differs, words) if differs else ()
    return compose_report(Answers(ledger, table_days).of(ruling), document, events, words, on_record)


def round_letter(ledger: Ledger, name: str, player: str, words: Catalogue) -> Letter:
    """The letter that answers a player about a round. Raises UnknownRound."""
    archive = TableDays(ledger)
    ruling = next(archive.rulings([name]))
    answer = Answers(ledger, archive).of(ruling)
    leaves_digest = basis_document(ruling, archive.leaves(ruling)).leaves_digest
    return compose_letter(answer, player, leaves_digest, words, house_settings(ledger))


def round_transcript(ledger: Ledger, name: str, words: Catalogue, *, masked: bool) -> str:
    """A round in the notation: its table's day as the account that counts tells it, in the order in which it happened, as a
    round is judged by what the others of its day show too.

    An empty ledger that takes it in comes to the same ruling, but for what other accounts and lost deliveries show. Remarks
    at its head say which round, account, edition and verdict it is about. Raises UnknownRound.
    """
    archive = MaskedTableDays(ledger, words) if masked else TableDays(ledger)
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

"""A sample of a feed tried in a ledger that is thrown away: read, admitted and ruled on as a recorded feed is."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.errors import MalformedMapping
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.events.table import TableOpened
from ledger.feeds.formats import Format
from ledger.feeds.intake import ingest_stream, rulebooks_by_game
from ledger.feeds.reading import FeedItem, Reader
from ledger.feeds.samples.mapping_draft import MappingDraft, toml_value
from ledger.feeds.samples.sample import Sample
from ledger.feeds.samples.sampler import Sampler, UnreadPiece, recognised_format, samplers
from ledger.values.subjects import play_stream, round_of, table_day
from projections.answers.round_answer import Answers
from projections.documents.feed_trials import (
    FeedTrialDocument,
    MappingQuestionDocument,
    RefusedGroupDocument,
    RuledGroupDocument,
    TriedTableDocument,
)
from projections.messages.catalogue import Catalogue
from projections.reports.headline import headline
from projections.table_days import TableDays
from replay.games.registry import GAMES

_NAMED_ROUNDS: Final = 3
"""So many rounds of a group are named."""
CONFLICT: Final = "another event of this source and id came before, or is on record, with other content"


def try_feed(ledger: Ledger, sample: Sample, form: Format, map_text: str | None) -> FeedTrialDocument:
    """Record a sample in a ledger that is thrown away, and say what that gives.

    Where the format needs a mapping and none is given, one is begun, and the sample is read by it with what it assumes.
    Raises MalformedMapping where the mapping is wrong, or none can be begun.
    """
    sampler = samplers().get(form.name)
    begins = form.mapping and map_text is None
    if begins and (sampler is None or sampler.begin_mapping is None):
        raise MalformedMapping(f"{sample.name} is read as {form.mapping} with --map")
    draft = _begun_mapping(ledger, sample, sampler, (), None)
    tried_text = draft.trial_text if begins and draft is not None else map_text
    past = Counter[str]()
    read = _watched(form.reader(Path(sample.name), tried_text), sampler, tried_text or "", past, is_whole=sample.is_whole)
    before = ledger.size()
    fates = ingest_stream(ledger, BytesIO(sample.raw), sample.name, read, GAMES)
    new = list(ledger.entries(after=before))
    refused = [entry for entry in new if isinstance(entry.event, DeliveryQuarantined | DeliveryConflicted)]
    taken_in = [entry for entry in new if entry not in refused]
    draft = _begun_mapping(ledger, sample, sampler, [_unread(entry) for entry in refused], tried_text)
    looks_like = recognised_format(sample)
    return FeedTrialDocument(
        feed=sample.name,
        format=form.name,
        looks_like=None if looks_like == form.name else looks_like,
        bytes=len(sample.raw),
        is_whole=sample.is_whole,
        place=sampler.place if sampler else "line",
        tables=list(_tables(taken_in)),
        events=dict(Counter(entry.event.TOPIC for entry in taken_in).most_common()),
        recorded=fates["recorded"],
        known=fates["known"],
        read_past=dict(past.most_common()),
        extensions=dict(_extensions(taken_in).most_common()),
        refused=list(_refused_groups(refused)),
        rulings=list(_ruled_groups(ledger, taken_in)),
        needs_mapping=bool(form.mapping),
        questions=_questions(draft) if begins and draft else [],
        offers=draft.offers if draft else [],
        mapping=draft.text if begins and draft else None,
    )


def _begun_mapping(
    ledger: Ledger, sample: Sample, sampler: Sampler | None, unread: Sequence[UnreadPiece], tried: str | None
) -> MappingDraft | None:
    if sampler is None or sampler.begin_mapping is None:
        return None
    return sampler.begin_mapping(sample, rulebooks_by_game(ledger), unread, tried)


def _watched(read: Reader, sampler: Sampler | None, map_text: str, past: Counter[str], *, is_whole: bool) -> Reader:
    """The same reader, counting the parts that are read past. Refused bytes at the end of a cut sample are left out."""

    def pieces(stream: BinaryIO) -> Iterator[FeedItem]:
        names = sampler.read_past(map_text) if sampler else lambda _: ()
        held: FeedItem | None = None
        is_first = True
        for item in read(stream):
            past.update(names(item))
            if held is not None:
                yield held
                is_first = False
            held = item
        if held is not None and (is_whole or is_first or held.refused is None):
            yield held

    return pieces


def _unread(entry: Entry) -> UnreadPiece:
    """Why a piece was refused; where the reason is given with a place, the reason itself."""
    event = entry.event
    if not isinstance(event, DeliveryQuarantined):
        return UnreadPiece(None, {})
    given: Mapping[str, object] = event.particulars or {}
    inner = given.get("why")
    if isinstance(inner, Mapping) and "refusal" in inner:
        return UnreadPiece(str(inner["refusal"]), inner["of"])
    return UnreadPiece(event.code, given)


def _tables(entries: Sequence[Entry]) -> Iterator[TriedTableDocument]:
    """The tables' days in the order of the feed."""
    rounds = dict.fromkeys(name for entry in entries if (name := round_of(entry.subject)))
    counts = Counter(table_day(name) for name in rounds)
    for entry in entries:
        if isinstance(entry.event, TableOpened):
            opened = entry.event
            yield TriedTableDocument(
                day=entry.subject,
                game=opened.game,
                rulebook=opened.rulebook,
                currency=opened.currency,
                rounds=counts[entry.subject],
            )


def _extensions(entries: Sequence[Entry]) -> Counter[str]:
    found = Counter[str]()
    for entry in entries:
        found.update(name for name, _ in entry.delivery.extensions)
        if dropped := entry.delivery.dropped_extensions:
            found.update(f"{name} (too large, not kept)" for name in dropped.names)
    return found


def _refused_groups(refused: Sequence[Entry]) -> Iterator[RefusedGroupDocument]:
    """Refused pieces by reason, the commonest first."""
    groups: dict[tuple[str, str | None], list[Entry]] = {}
    for entry in refused:
        fate = "quarantined" if isinstance(entry.event, DeliveryQuarantined) else "conflicting"
        groups.setdefault((fate, _unread(entry).code), []).append(entry)
    for (_, code), entries in sorted(groups.items(), key=lambda row: -len(row[1])):
        first = entries[0].event
        assert isinstance(first, DeliveryQuarantined | DeliveryConflicted)
        is_quarantined = isinstance(first, DeliveryQuarantined)
        yield RefusedGroupDocument(
            fate="quarantined" if is_quarantined else "conflicting",
            code=code,
            number=len(entries),
            at=first.line,
            reason=str(first.why) if isinstance(first, DeliveryQuarantined) else CONFLICT,
        )


def _ruled_groups(ledger: Ledger, entries: Sequence[Entry]) -> Iterator[RuledGroupDocument]:
    """How the rounds would be ruled on, those with the same ruling together, the commonest first."""
    names = dict.fromkeys(
        name for entry in entries if (name := round_of(entry.subject)) and entry.stream == play_stream(name)
    )
    table_days, words = TableDays(ledger), Catalogue()
    answers = Answers(ledger, table_days)
    groups: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for ruling in table_days.rulings(list(names)):
        answer = answers.of(ruling)
        kinds = tuple(dict.fromkeys(words.named("kind", finding.kind) for finding in answer.findings))
        key = answer.status.word, headline(answer, words).status, kinds
        groups.setdefault(key, []).append(ruling.round.name)
    for (status, sentence, kinds), rounds in sorted(groups.items(), key=lambda row: -len(row[1])):
        yield RuledGroupDocument(
            status=status, sentence=sentence, findings=list(kinds), number=len(rounds), rounds=rounds[:_NAMED_ROUNDS]
        )


def _questions(draft: MappingDraft) -> list[MappingQuestionDocument]:
    return [
        MappingQuestionDocument(key=question.key, text=question.text, assumed=toml_value(question.assumed))
        for question in draft.questions
    ]

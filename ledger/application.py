"""The ledger: the verbs by which something enters it, and the readings of what is there."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from datetime import UTC, date, datetime
from functools import cache, partial
from types import TracebackType
from typing import Any, Final, Self, TypeVar, cast

import orjson
from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import (
    InfrastructureFactory,
    IntegrityError,
    PersistenceError,
    Tracking,
)
from eventsourcing.utils import Environment

from ledger.acts.adoptions import ENGINE_STREAM, Adoptions, EngineAdoptions, project_adoptions, project_engine_adoptions
from ledger.acts.refusal import refused_act, scope_of
from ledger.acts.roster import ROSTER, Roster, SignedBy, project_roster
from ledger.cases.case import Case, project_case
from ledger.corrections import as_mended, opening_of
from ledger.entry import AnyDelivery, Delivery, Entry
from ledger.errors import BrokenEvidence, UnknownRound, UnusableLedger
from ledger.events import REGISTRY, Event
from ledger.events.base import Act
from ledger.events.cases import CASE_DECISIONS
from ledger.events.decisions import AuthorityAct, DecisionConfirmed, DecisionRefused
from ledger.events.deliveries import EntryUnreadable, RulebookAdopted
from ledger.events.play import RoundOpened
from ledger.events.shoe import ShoePrepared
from ledger.events.table import AccountCorrected, TableOpened
from ledger.events.versions import newest_topic, topics_of
from ledger.ingest import (
    IncomingDelivery,
    IngestOutcome,
    PendingEntry,
    RejectedDelivery,
    conflict_entry,
    rejected_entry,
)
from ledger.mapper import MAPPER, UNREADABLE, LedgerMapper, canonical, content, draw_salts, stored_topic
from ledger.merkle import digest, leaf_hash
from ledger.readable import is_readable
from ledger.recorder.database import database_error_text, require_ledger
from ledger.recorder.dialects import Dialect, dialect_of
from ledger.recorder.recorder import LedgerRecorder
from ledger.recorder.retry import retried
from ledger.recorder.rows import EVERYTHING, KnownDelivery, UnplacedRow
from ledger.roster.signing import ActSigner, ledger_id, sign_act, signature_fault
from ledger.stretches import EntryOutline, Stretch, StretchTail, is_of_source, stored_outline
from ledger.table_standing import CARRY_DAYS, Decision, TableStanding, later_shoe_decisions, shoe_left_in_play
from ledger.values.refusals import Refusal
from ledger.values.subjects import HOUSE, PLAY_STREAMS, play_stream, round_of, table_day
from ledger.values.times import format_instant

_FEW: Final = 16
"""So many last entries of a day are looked at for one of a source."""
_MOST_TAILS: Final = 64
_PAGE: Final = 4096
"""So many stored entries are read at once where few of them are wanted."""

Clock = Callable[[], int]
AggregateT = TypeVar("AggregateT")

Projector = Callable[[AggregateT | None, Iterable[Entry]], AggregateT | None]
"""Folds the entries of a stream into what they come to."""


def now() -> int:
    """The ledger's clock, in microseconds since 1970."""
    return int(datetime.now(UTC).timestamp() * 1_000_000)


class Ledger(Application[str]):
    """An append-only ledger behind a URL.

    Everything is appended in the order in which it was accepted, under dense positions; what was acknowledged is
    there once, however often it is delivered. `on_append` is told the topics of what was just recorded. `signer` is the
    key of whoever acts: with it acts are signed, without it they are only claimed. Raises UnusableLedger where the database
    refuses.
    """

    name = "recoup"
    recorder: LedgerRecorder
    is_part = False
    """Whether only a part of a record is here."""

    def __init__(self, url: str, clock: Clock = now):
        require_ledger(url)
        self.url = url
        self.clock = clock
        self._recording_clock: Clock | None = None
        """The ledger's own clock, where somebody is acting."""
        self.on_append: Callable[[Sequence[str]], None] | None = None
        self.signer: ActSigner | None = None
        self.last_act: str | None = None
        """The id of the act that was taken last in these hands."""
        self._heads: dict[str, int] = {}
        self._tails: dict[str, StretchTail] = {}
        """The ends of the stretches of days that were written to last, at the heads of their streams."""
        self._roster: tuple[list[bytes], Roster] | None = None
        """The roster as it was last gone through, and its last entry's bytes."""
        try:
            super().__init__()
        except PersistenceError as error:
            raise UnusableLedger(database_error_text(url, error)) from error

    def construct_factory(self, env: Environment) -> "LedgerFactory":
        return LedgerFactory(env, dialect_of(self.url), is_part=self.is_part)

    def construct_mapper(self) -> LedgerMapper:
        return MAPPER

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            self.close()
        finally:
            self._database_errors().__exit__(kind, error, trace)

    def acting(self, signer: ActSigner, at: int) -> Self:
        """The same ledger in the hands of somebody whose acts bear this time, in microseconds since 1970.

        What is recorded bears the ledger's own time, as always.
        """
        acting = copy(self)
        vars(acting).update(
            signer=signer, clock=lambda: at, _recording_clock=self.clock, last_act=None, _heads={}, _tails={}
        )
        return acting

    def for_thread(self) -> Self:
        """The same ledger for another thread to record in."""
        beside = copy(self)
        vars(beside).update(_recording_clock=self._recording_clock or self.clock, _heads={}, _tails={})
        return beside

    def close(self) -> None:
        if self._recording_clock is None:  # else the database is another's, who closes it
            super().close()

    # Taking in

    def ingest(self, arrivals: Sequence[IncomingDelivery | RejectedDelivery]) -> list[IngestOutcome]:
        """Records a batch in one transaction and says what became of each, in the order given."""
        drafts = [
            rejected_entry(arrival)
            if isinstance(arrival, RejectedDelivery)
            else PendingEntry(arrival.delivery, play_stream(arrival.delivery.subject))
            for arrival in arrivals
        ]
        return self._append_all(drafts, arrivals)

    def adopt(self, rulebook: str, edition: str, text: str) -> IngestOutcome:
        """Enters an edition's text, so that rounds can be judged by it for as long as the ledger lives.

        The same text twice is one adoption. Whether the text is an edition is for the caller to have checked.
        """
        mark = digest(text.encode())
        event = RulebookAdopted(rulebook=rulebook, edition=edition, digest=mark, text=text)
        delivery = Delivery(event, HOUSE, f"rulebook:{rulebook}:{edition}", None, f"rulebook/{rulebook}")
        arrival = IncomingDelivery(delivery, text.encode(), edition, 0)
        return self._append_all([PendingEntry(delivery, delivery.subject)], [arrival])[0]

    def take_act(self, decide: Callable[[], tuple[Sequence[PendingEntry], Mapping[str, int]]], again: str) -> Delivery:
        """Append, in one transaction, what `decide` comes to from streams as they stand; return the first of it.

        It returns the entries, and the last versions of the streams that it read; it is asked again where somebody else
        has written to one of them meanwhile. The first is the act: with a signer at hand it is signed, over the head of its
        stream. Raises UnusableLedger where that never ends.
        """

        def append_decided() -> Delivery:
            drafts, heads = decide()
            self._require_readable({*heads, ROSTER, drafts[0].stream})
            self._heads.update(heads)
            signed = self._signed(drafts)
            self.append(signed)
            self.last_act = signed[0].delivery.id
            return signed[0].delivery.whole

        return retried(append_decided, IntegrityError, self.url, again)

    def _require_readable(self, streams: Iterable[str]) -> None:
        """Refuse to act where people's earlier acts cannot be read: one of them may be what speaks against it.

        Raises BrokenEvidence. What cannot be read of play, its rulings say.
        """
        for stream in sorted(streams):
            for stored in self.recorder.select_events(stream):
                event = None if is_readable(stored.state) else MAPPER.to_domain_event(stored).event
                if isinstance(event, EntryUnreadable) and not _is_play(event.named):
                    raise BrokenEvidence(f"nothing can be done in {stream}: {event.why}")

    def _signed(self, drafts: Sequence[PendingEntry]) -> Sequence[PendingEntry]:
        """An act under its taker's signature; one by somebody else, or by somebody unknown, stays without."""
        first = drafts[0]
        event, roster = first.delivery.event, self.roster()
        if self.signer is None or not isinstance(event, Act):
            return drafts
        person = roster.person_of(self.signer.fingerprint, event)
        if person != event.by:
            return drafts
        version = self._heads.get(first.stream)
        if version is None:
            version = self.recorder.stream_version(first.stream)
        ledger = ledger_id(roster, first.delivery)
        rests_on = self.recorder.stream_leaf(first.stream, version) if version else None
        return sign_act(drafts, person, self.signer, ledger, version + 1, rests_on)

    def signed_by(self, event: Act) -> SignedBy | None:
        """Who signs what is done with this ledger; None where nobody does."""
        if self.signer is None:
            return None
        fingerprint = self.signer.fingerprint
        return SignedBy(self.roster().person_of(fingerprint, event) or "", fingerprint)

    def roster(self, as_of: int | None = None) -> Roster:
        """Who is known to the house, or was at a position; empty where the ledger has no roster."""
        if as_of is None:
            roster = copy(self._current_roster())
        else:
            known = (entry for entry in self.entries(ROSTER) if entry.position <= as_of)
            roster = project_roster(None, known, signature_fault) or Roster()
        roster.follow = partial(self._following_refusal, cache(partial(self._case, roster)))
        return roster

    def _current_roster(self) -> Roster:
        """The roster as it stands, gone through once for as long as its last entry is the last: feeds ask at each batch."""
        with self._database_errors():
            last = [stored.state for stored in self.recorder.select_events(ROSTER, desc=True, limit=1)]
        if self._roster is None or self._roster[0] != last:
            projector = partial(project_roster, check=signature_fault)
            self._roster = last, self.aggregate(ROSTER, projector) or Roster()
        return self._roster[1]

    def _case(self, roster: Roster, number: str) -> Case | None:
        return self.aggregate(f"case/{number}", partial(project_case, roster=roster))

    def _following_refusal(self, case_of: Callable[[str], Case | None], entry: Entry) -> str | None:
        """Why what a table was given is not what a case gave it. A part of a record need not have the case."""
        case = case_of(entry.event.case) if isinstance(entry.event, CASE_DECISIONS) else None
        if case is None:
            return None if self.is_part else Refusal("case_of_act_unknown", cause=entry.delivery.causation)
        return case.following_refusal(entry)

    def roster_refusal(self, event: Act, when: str) -> str | None:
        """Why the roster does not let an act be taken now; `when` is its time. None where it has nothing against it."""
        return self.roster().refusal(event, self.signed_by(event), when[:10])

    def aggregate(self, stream: str, projector: Projector[AggregateT]) -> AggregateT | None:
        """What a stream's entries come to; None where it has none."""
        with self._database_errors():
            try:
                found: AggregateT = self.repository.get(stream, projector_func=cast("Any", projector))
            except AggregateNotFoundError:
                return None
        return found

    # Deciding

    def decide(self, subject: str, event: AuthorityAct, groundless: str | None = None) -> Decision:
        """Takes a decision about a table's day or a round of it, if whoever takes it may and the state allows it.

        What is refused is recorded as an attempt; the answer's `refused` then says why. The authority is that of the
        edition in force on the day. `groundless` says why the rules give no ground for it, where judging found none.
        Raises UnknownRound where nothing is on record that could be decided on.
        """
        subject = self._day_of_shoe(subject, event)
        stream = play_stream(subject)

        def decide() -> tuple[list[PendingEntry], dict[str, int]]:
            entries = self.entries(stream)
            delivery = self._decision_delivery(subject, event, self.standings(subject, entries), len(entries), groundless)
            return [PendingEntry(delivery, stream)], {stream: len(entries)}

        delivery = self.take_act(decide, "decide again")
        after = self.standings(subject, self.entries(stream))
        return next(decision for decision in after.decisions if decision.entry.delivery.key == delivery.key)

    def confirm(self, position: int, confirmation: AuthorityAct) -> Decision:
        """Confirms the decision at a position of the ledger, as another person with the same authority.

        Raises UnknownRound where nothing was decided at a table there.
        """
        entry = next(iter(self.entries(after=position - 1, limit=1)), None)
        if entry is None or not isinstance(entry.event, AuthorityAct) or not entry.stream.startswith("table/"):
            raise UnknownRound(f"position {position} is no decision taken at a table; `recoup decisions` lists them")
        shoe = getattr(entry.event, "shoe", None)
        event = DecisionConfirmed.model_validate({**confirmation.model_dump(), "decision": position, "shoe": shoe})
        return self.decide(entry.subject, event)

    def awaits_confirmation(self, decision: Decision) -> bool:
        """Whether a decision holds only once another person confirms it, and nobody has yet."""
        return self.standings(decision.entry.subject, self.entries(decision.entry.stream)).awaits_confirmation(decision)

    def table_opening(self, day: str) -> TableOpened | None:
        """What a table's day was opened with, as far as that is on record."""
        return opening_of(self.counting_entries(day, kinds=(TableOpened,)))

    def standings(self, subject: str, entries: Sequence[Entry]) -> TableStanding:
        """How the shoes and rounds of a table's day stand after these entries of it, in the order of their times.

        Raises UnknownRound where the table never opened on that day, or has no such round.
        """
        day, entries = table_day(subject), as_mended(entries)
        opened = opening_of(entries)
        if opened is None:
            raise UnknownRound.never_opened(day, self.table_days())
        authorities_at = partial(self.adoptions().authorities, opened.rulebook, date.fromisoformat(day.split("/")[1]))
        table_standing = TableStanding(authorities_at(None), self.roster(), authorities_at)
        table_standing.apply_all([*entries, *self._decided_later(day, entries)])
        if (name := round_of(subject)) is not None and name not in table_standing.rounds:
            raise UnknownRound.of_day(name, table_standing.rounds)
        return table_standing

    def _decided_later(self, day: str, entries: Sequence[Entry]) -> list[Entry]:
        shoe = shoe_left_in_play(entries)
        later = [table_day_ for table_day_ in self.table_days(day.split("/", maxsplit=1)[0]) if table_day_ > day][
            :CARRY_DAYS
        ]
        entries_of = (as_mended(self.entries(f"table/{later_day}")) for later_day in later)
        return later_shoe_decisions(shoe, entries_of) if shoe else []

    def _day_of_shoe(self, subject: str, event: AuthorityAct) -> str:
        """A shoe is decided on in the day in which it was made, where it was carried into this one."""
        shoe = getattr(event, "shoe", None)
        if shoe is None:
            return subject
        day = table_day(subject)
        days = [table_day_ for table_day_ in self.table_days(day.split("/")[0]) if table_day_ <= day][
            : -CARRY_DAYS - 2 : -1
        ]
        days_of_shoe = (
            table_day_name
            for table_day_name in days
            if shoe in {getattr(e.event, "shoe", None) for e in self._shoe_entries(table_day_name)}
        )
        return next(days_of_shoe, subject)

    def _shoe_entries(self, day: str) -> Iterator[Entry]:
        entries = as_mended(self.entries(f"table/{day}"))
        return (entry for entry in entries if isinstance(entry.event, ShoePrepared | RoundOpened))

    def _decision_delivery(
        self, subject: str, event: AuthorityAct, standings: TableStanding, version: int, groundless: str | None = None
    ) -> Delivery:
        when = format_instant(self.clock())
        refused = self.roster_refusal(event, when) or standings.refusal(event, round_of(subject)) or groundless
        clause = standings.clause_for(event)
        named = {"clause": clause} if "clause" in type(event).model_fields else {}
        act = (
            event.model_copy(update=named)
            if refused is None
            else refused_act(DecisionRefused, event, refused, clause=clause, scope=scope_of(event))
        )
        name = f"decision:{table_day(subject)}:{version + 1:010}"  # in the order of the record, as text too
        return Delivery(cast("Event", act), HOUSE, name, None, subject, when)

    def record(self, event: Event, ident: str, stream: str) -> IngestOutcome:
        """Enters what the house itself says, once under each id."""
        delivery = Delivery(event, HOUSE, ident, None, stream)
        arrival = IncomingDelivery(delivery, canonical(content(delivery)), stream, 0)
        return self._append_all([PendingEntry(delivery, stream)], [arrival])[0]

    def _append_all(
        self, drafts: Sequence[PendingEntry], arrivals: Sequence[IncomingDelivery | RejectedDelivery]
    ) -> list[IngestOutcome]:
        """Append as if all were new; look up which are known only where the database says that one is."""
        try:
            self.append(drafts)
            return ["recorded" if draft.refused is None else "quarantined" for draft in drafts]
        except IntegrityError:
            pass

        def append_new() -> list[IngestOutcome]:
            outcomes, new = self._sort_deliveries(drafts, arrivals)
            self.append(new)
            return outcomes

        return retried(append_new, IntegrityError, self.url, "feed the batch again")

    def _sort_deliveries(
        self, drafts: Sequence[PendingEntry], arrivals: Sequence[IncomingDelivery | RejectedDelivery]
    ) -> tuple[list[IngestOutcome], list[PendingEntry]]:
        """What becomes of each draft, given what is on record and what came earlier in the same batch."""
        known = self._known(drafts)
        on_record = {key: found.digest for key, found in known.items()}
        fates: list[IngestOutcome] = []
        fresh: list[PendingEntry] = []
        for draft, arrival in zip(drafts, arrivals, strict=True):
            first = on_record.get(draft.delivery.key)
            if first is None:
                on_record[draft.delivery.key] = draft.digest
                fresh.append(draft)
                fates.append("recorded" if draft.refused is None else "quarantined")
            elif isinstance(arrival, RejectedDelivery):
                fates.append("quarantined")
            elif draft.is_recorded_as(first):
                fates.append("known")
            else:
                first_position = known[draft.delivery.key].position if draft.delivery.key in known else 0
                against = conflict_entry(arrival, draft, first_position)
                if against.delivery.key not in on_record and not self._known([against]):
                    on_record[against.delivery.key] = against.digest
                    fresh.append(against)
                fates.append("conflicting")
        return fates, fresh

    def _known(self, drafts: Sequence[PendingEntry]) -> dict[tuple[str, str], KnownDelivery]:
        with self._database_errors():
            return self.recorder.known([draft.delivery.key for draft in drafts])

    def append(self, drafts: Sequence[PendingEntry], tracking: Tracking | None = None) -> Sequence[int]:
        """Enters all of it in one transaction, with how far a follower has come where it is one's; returns the positions.

        Raises IntegrityError where somebody else was faster with a stream, a delivery or the tracking.
        """
        if not drafts and tracking is None:
            return ()
        recorded_at = format_instant((self._recording_clock or self.clock)())
        versions: dict[str, int] = {}
        taken: dict[str, list[AnyDelivery]] = {}
        rows: list[UnplacedRow] = []
        for (delivery, stream, _), salt in zip(drafts, draw_salts(len(drafts)), strict=True):
            version = versions.get(stream)
            if version is None:
                version, taken[stream] = self._heads.get(stream), []
            if version is None:
                with self._database_errors():
                    version = self.recorder.stream_version(stream)
            versions[stream] = version = version + 1
            taken[stream].append(delivery)
            state = MAPPER.state(delivery, stream, version, recorded_at, salt)
            leaf = leaf_hash(state)
            rows.append((stream, version, stored_topic(delivery), state, leaf, delivery.source, delivery.id))
        refused = {at: draft.refused for at, draft in enumerate(drafts) if draft.refused is not None}
        heads, self._heads = self._heads, {}  # forgotten where this fails
        tails, self._tails = self._tails, {}
        stretches = self._lengthened(tails, taken, versions, recorded_at)
        with self._database_errors():
            positions = self.recorder.append(rows, refused=refused, tracking=tracking, stretches=stretches)
        self._heads, self._tails = {**heads, **versions}, tails
        if self.on_append is not None:
            self.on_append([draft.delivery.topic for draft in drafts])
        return positions

    def _lengthened(
        self,
        tails: dict[str, StretchTail],
        taken: Mapping[str, Sequence[AnyDelivery]],
        versions: Mapping[str, int],
        recorded_at: str,
    ) -> Mapping[str, Sequence[Stretch]]:
        """The stretches of table days with what is about to be recorded up to versions of their streams."""
        written: dict[str, StretchTail] = {}
        for stream, deliveries in taken.items():
            if not stream.startswith(PLAY_STREAMS):
                continue
            before, tail = versions[stream] - len(deliveries), tails.pop(stream, None)
            if tail is None or tail.last != before:
                tail = StretchTail(self._last_outlines(stream, before), self._last_stretch(stream, before), before)
            tail.take_deliveries(before, deliveries, recorded_at)
            written[stream] = tail
        tails.update(written)
        for stream in list(tails)[:-_MOST_TAILS]:
            del tails[stream]
        return {stream: tail.taken() for stream, tail in written.items()}

    def _last_stretch(self, stream: str, version: int) -> Stretch | None:
        """The last stretch that is kept of a table day up to a version; None where it cannot be read."""
        with self._database_errors(), suppress(BrokenEvidence):
            return next(iter(self.recorder.stretches_beside(stream, version, version + 1, 1, later=False)), None)
        return None

    def _last_outlines(self, stream: str, version: int) -> list[EntryOutline] | None:
        """The last entries of a table day up to a version, from one of a source on; None where one cannot be read."""
        found: list[EntryOutline] = []
        while version:
            try:
                with self._database_errors():
                    page = self.recorder.spans(stream, [(max(1, version - _FEW + 1), version)])
                found = [*(stored_outline(version, state) for _, version, state, _ in page), *found]
            except (*UNREADABLE, BrokenEvidence):  # recording goes on: it is for those who read to say so
                return None
            if any(is_of_source(outline) for outline in found):
                break
            version = page[0][1] - 1
        return found

    # Reading

    def entries(self, stream: str | None = None, *, after: int = 0, limit: int = EVERYTHING) -> list[Entry]:
        """Entries of one stream after a version, or of all after a position, in their order.

        Raises BrokenEvidence for bytes that cannot be read.
        """
        with self._database_errors():
            if stream is not None:
                return list(cast("Iterator[Entry]", self.events.get(stream, gt=after, limit=limit)))
            notifications = self.recorder.select_notifications(after, limit, inclusive_of_start=False)
        return [MAPPER.to_domain_event(notification) for notification in notifications]

    def entries_of_streams(self, prefix: str) -> list[Entry]:
        """Entries of all streams whose names begin so, in the order of the record. Raises BrokenEvidence."""
        with self._database_errors():
            found = self.recorder.whole_streams(prefix)
        return sorted(map(MAPPER.to_domain_event, found), key=lambda entry: entry.position)

    def counting_entries(
        self, day: str, rounds: Collection[str] = (), kinds: Collection[type[Event]] = ()
    ) -> Sequence[Entry]:
        """The entries of a table's day that count, in the order of the record: those of some rounds, and of some kinds.

        Others may be among them. Raises BrokenEvidence for bytes that cannot be read.
        """
        stream, version, found = play_stream(day), 0, list[Entry]()
        topics, corrected = topics_of(*kinds), topics_of(AccountCorrected)
        with self._database_errors():
            try:
                is_last = False
                while not is_last and (page := self.recorder.stream_states(stream, version, _PAGE)):
                    is_last = len(page) < _PAGE
                    for _, state, position in page:
                        stored = orjson.loads(state)
                        if stored["topic"] in corrected:
                            return as_mended(self.entries(stream))
                        if stored["topic"] in topics or stored["subject"] in rounds:
                            found.append(MAPPER.entry_of(position, state))
                    version = page[-1][0]
            except UNREADABLE:  # what takes the place of such an entry, and whether it counts, all of the day says
                return as_mended(self.entries(stream))
        return found

    def table_days(self, table: str | None = None) -> list[str]:
        """`TABLE/DAY` of every table and gaming day with something on record, in order."""
        with self._database_errors():
            found = self.recorder.streams(f"table/{table}/" if table else "table/")
        return [stream.removeprefix("table/") for stream in found]

    def rulebooks(self) -> list[Entry]:
        """All adoptions of editions, in the order of the record."""
        return self.entries_of_streams("rulebook/")

    def adoptions(self) -> Adoptions:
        """Which editions the house has adopted, and from when each holds."""
        return project_adoptions(self.rulebooks(), self.roster())

    def engine_adoptions(self) -> EngineAdoptions:
        """Which engines the house has adopted, and for which earlier rulings."""
        return project_engine_adoptions(self.entries(ENGINE_STREAM), self.roster())

    def streams(self, prefix: str) -> list[str]:
        """The names of the streams that begin so, in order."""
        with self._database_errors():
            return self.recorder.streams(prefix)

    def quarantine(self) -> list[tuple[Entry, bytes]]:
        """What was refused and what conflicts, with the bytes."""
        with self._database_errors():
            kept = self.recorder.refused()
        return [(entry, kept[entry.position]) for position in kept for entry in self.entries(after=position - 1, limit=1)]

    def is_complete(self, day: str) -> bool:  # noqa: ARG002 - a package that holds a part of a ledger looks at the day
        """Whether everything is here that judging a table's day needs."""
        return True

    def size(self) -> int:
        """The number of entries, which is the last position."""
        with self._database_errors():
            return self.recorder.max_notification_id() or 0

    def _database_errors(self) -> "_DatabaseErrors":
        return _DatabaseErrors(self.url)


class _DatabaseErrors:
    """Turns a database's refusal into one sentence; a conflict of keys is the caller's business."""

    def __init__(self, url: str):
        self.url = url

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, PersistenceError) and not isinstance(error, IntegrityError):
            raise UnusableLedger(database_error_text(self.url, error)) from error


class LedgerFactory(InfrastructureFactory):
    """Gives the library the ledger's own recorder, of which there is one for everything."""

    def __init__(self, env: Environment, dialect: Dialect, *, is_part: bool):
        super().__init__(env)
        self._dialect, self._is_part = dialect, is_part

    def process_recorder(self) -> LedgerRecorder:
        return LedgerRecorder(self._dialect, is_part=self._is_part)

    def application_recorder(self) -> LedgerRecorder:
        return self.process_recorder()

    def aggregate_recorder(self, purpose: str = "events") -> LedgerRecorder:  # noqa: ARG002 - there are no snapshots
        return self.process_recorder()

    def tracking_recorder(self, tracking_recorder_class: object = None) -> LedgerRecorder:  # noqa: ARG002
        return self.process_recorder()

    def close(self) -> None:
        self._dialect.close()
        super().close()


def _is_play(topic: str) -> bool:
    """Whether a topic is that of something that came from a table's sources."""
    kind = REGISTRY.get(newest_topic(topic))
    return kind is not None and kind.FROM_FEEDS

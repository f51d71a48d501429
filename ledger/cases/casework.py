"""Casework on a ledger: a case is opened, and every act about it checked and recorded with what follows from it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, Final, cast

from ledger.acts.authority import authorities_of, case_grants
from ledger.acts.refusal import refused_act
from ledger.application import Ledger
from ledger.cases.case import Case, CaseAct, project_case, proposal_digest
from ledger.cases.casebook import Casebook
from ledger.cases.contradictions import RoundsWeighed, Weighing
from ledger.cases.deadlines import clocks_of, deadlines
from ledger.cases.rounds import CaseRound, Judge, case_rounds
from ledger.corrections import opening_of
from ledger.entry import Delivery, Entry
from ledger.errors import MalformedDecision, UnknownRound
from ledger.events import Event
from ledger.events.cases import (
    CaseActRefused,
    CaseOpened,
    CaseReopened,
    CaseSettled,
    CaseworkAct,
    ClaimStated,
    Proposal,
    RoundAnswered,
    RoundDisputed,
    WagerAnswered,
)
from ledger.events.decisions import says_deliberate
from ledger.events.deliveries import RulebookAdopted
from ledger.events.personal_data import AboutPerson, PersonNoted
from ledger.events.play import RoundOpened, WagerPlaced
from ledger.house import house_settings
from ledger.ingest import PendingEntry
from ledger.merkle import digest
from ledger.personal_data.key_store import KeyStore
from ledger.personal_data.records import PersonalData
from ledger.values.message import Message, Term
from ledger.values.offices import CaseRole
from ledger.values.refusals import Refusal, any_role, refusal_fields
from ledger.values.subjects import HOUSE, play_stream, round_of, table_day
from ledger.values.times import canonical_instant, format_instant

ATTEMPTS: Final = "casework"
"""The stream of attempts to open a case by somebody who may not."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What a case is opened on: rounds of a table's day, a shoe of it, or a time at it.

    `received_at` and `at` are RFC 3339 times; without them the complaint came now, about the day's first round named.
    """

    by: str
    role: CaseRole
    day: str
    rounds: tuple[str, ...] = ()
    shoe: str | None = None
    at: str | None = None
    received_at: str | None = None
    jurisdiction: str | None = None


class Casework(Casebook):
    """The cases of a ledger, to be worked on; the judge judges their rounds again."""

    def __init__(self, ledger: Ledger, judge: Judge):
        super().__init__(ledger)
        self._judge = judge

    # Opening

    def open(self, complaint: Complaint, at: str | None = None) -> str:
        """Opens a case and says its number; its rounds are under dispute from now on.

        `at` is when it was opened (RFC 3339), else now. Raises UnknownRound for what is not on record, MalformedDecision
        where nobody with authority opens it or the rounds are not of one table's day.
        """
        when = self._time(at)

        def decide() -> tuple[list[PendingEntry], dict[str, int]]:
            opening = self._opening(complaint, when)
            number = self._next_number(when)
            stream = f"case/{number}"
            drafts = [_pending(opening, stream, stream, f"{stream}:1", when)]
            drafts += _disputed(number, opening, complaint.by, "1", when)
            return drafts, self._heads_of(drafts) | {stream: 0}

        return self._ledger.take_act(decide, "open the case again").subject.removeprefix("case/")

    def _time(self, at: str | None) -> str:
        return canonical_instant(at) if at else format_instant(self._ledger.clock())

    def _next_number(self, when: str) -> str:
        """Year and sequence; the year is that of the opening."""
        year = when[:4]
        last = max((int(number.split("-")[1]) for number in self.numbers() if number.startswith(f"{year}-")), default=0)
        return f"{year}-{last + 1:04}"

    def _opening(self, complaint: Complaint, when: str) -> CaseOpened:
        day = complaint.day
        entries = self._ledger.entries(f"table/{day}")
        opened = opening_of(entries)
        if opened is None:
            raise UnknownRound.never_opened(day, self._ledger.table_days())
        edition = self._edition(opened.rulebook, day)
        granted = case_grants(authorities_of(edition))
        self._may_open(complaint, next(grant.roles for grant in granted if grant.act == "open_case"), when)
        for name in complaint.rounds:
            _require_on_record(name, day, entries)
        received = canonical_instant(complaint.received_at or when)
        incident = (
            canonical_instant(complaint.at) if complaint.at else _first_opening(complaint.rounds, entries) or received
        )
        return CaseOpened(
            by=complaint.by,
            role=complaint.role,
            day=day,
            rounds=complaint.rounds,
            shoe=complaint.shoe,
            at=canonical_instant(complaint.at) if complaint.at else None,
            received_at=received,
            rulebook=edition.rulebook,
            edition=edition.edition,
            digest=edition.digest,
            authorities=granted,
            jurisdiction=complaint.jurisdiction,
            deadlines=deadlines(complaint.jurisdiction, received, incident) if complaint.jurisdiction else (),
            clocks=clocks_of(complaint.jurisdiction, received) if complaint.jurisdiction else None,
        )

    def _edition(self, rulebook: str, day: str) -> RulebookAdopted:
        edition = self._ledger.adoptions().in_force(rulebook, date.fromisoformat(day.split("/")[1]))
        if edition is None:
            raise MalformedDecision(
                Message(
                    "no edition of {rulebook} was in force on {day}; adopt one, then open the case",
                    rulebook=rulebook,
                    day=day,
                )
            )
        return edition

    def _may_open(self, complaint: Complaint, roles: Sequence[str], when: str) -> None:
        """Raises MalformedDecision, and records the attempt, where whoever opens the case may not."""
        refused = CaseActRefused(by=complaint.by, role=complaint.role, act=CaseOpened.WORD, refused="")
        why = self._ledger.roster_refusal(refused, when)
        if why is None and complaint.role in roles:
            return
        why = why or Refusal(
            "case_opened_without_authority", roles=any_role(roles), by=complaint.by, held=Term(complaint.role)
        )
        refused = refused.model_copy(update={"refused": str(why), **refusal_fields(why)})

        def decide() -> tuple[list[PendingEntry], dict[str, int]]:
            head = self._ledger.recorder.stream_version(ATTEMPTS)
            return [_pending(refused, complaint.day, ATTEMPTS, f"{ATTEMPTS}:{head + 1}", when)], {ATTEMPTS: head}

        self._ledger.take_act(decide, "try again")
        raise MalformedDecision(why)

    # Acting

    def act(self, number: str, event: CaseworkAct, at: str | None = None) -> CaseAct:
        """Does something about a case, if whoever does it may and the state allows it; `at` is when, else now.

        What is refused is recorded as an attempt; the answer's `refused` then says why. A settlement enters what it gives
        on each wager into the table's own record, in the same transaction. Raises UnknownCase, and MalformedDecision for
        an award on a wager that is not on record.
        """
        stream, when = f"case/{number}", self._time(at)
        standing = list[Case]()

        def decide() -> tuple[list[PendingEntry], dict[str, int]]:
            case, now = self.case(number), format_instant(self._ledger.clock())
            standing[:] = [case]
            if isinstance(event, Proposal):
                self._on_wagers(event)
            refused = self._ledger.roster_refusal(event, when) or case.refusal(event, now)
            refused = refused or self.weighing(case).contradiction(event)
            ident = f"{stream}:{case.version + 1}"
            recorded = self._on_clause(case, event) if refused is None else refused_act(CaseActRefused, event, refused)
            drafts = [_pending(recorded, stream, stream, ident, when)]
            drafts += self._following(case, event, ident, when) if refused is None else []
            return drafts, self._heads_of(drafts) | {stream: case.version}

        delivery = self._ledger.take_act(decide, "do that again")
        case = standing[0]
        project_case(case, self._ledger.entries(stream, after=case.version), case.roster)
        return next(act for act in reversed(case.taken) if act.entry.delivery.id == delivery.id)

    def weighing(self, case: Case) -> Weighing:
        """What acts of a case are weighed against, as it is judged now."""
        opened, about = self.table_opening(case), case.opened
        find = self._rounds_of(about.day, about.rounds, about.shoe)
        return Weighing(find, opened.currency, opened.minor_digits, case, house_settings(self._ledger))

    def weigh_complaint(self, complaint: Complaint) -> RoundsWeighed:
        """The rounds of a complaint, before a case is opened on it. Raises UnknownRound where the table never opened."""
        opened = self._table_opening(complaint.day)
        find = self._rounds_of(complaint.day, complaint.rounds, complaint.shoe)
        return RoundsWeighed(find, opened.currency, opened.minor_digits)

    def _rounds_of(self, day: str, rounds: Sequence[str], shoe: str | None) -> Callable[[int], Mapping[str, CaseRound]]:
        return partial(case_rounds, self._ledger, self._judge, day, rounds, shoe)

    def questions(self, number: str, event: CaseworkAct) -> list[str]:
        """What whoever acts should be asked first, because it may be a slip. Raises UnknownCase."""
        return self.weighing(self.case(number)).questions(event)

    def with_words(self, number: str, event: CaseworkAct, vault: KeyStore, text: str) -> CaseworkAct:
        """The act with what a person said, or what is said of a person, noted apart and sealed with that person's key.

        The case keeps the digest of the ciphertext alone. Of an act that would be refused nothing is noted. Raises what
        Persons.note does, and MalformedDecision for an act that is about no person.
        """
        case, sealing = self.case(number), event.SEALS
        if sealing is not None and case.refusal(event, format_instant(self._ledger.clock())) is not None:
            return event
        noted = self.sealed_words(case.opened.rounds, case.opened.day, event, vault, text)
        PersonalData(self._ledger, vault).enter(noted)
        return with_digest(event, noted)

    def sealed_words(self, rounds: Sequence[str], day: str, event: CaseworkAct, vault: KeyStore, text: str) -> PersonNoted:
        """What a person said, sealed as a note about the first of these rounds, or about the day; not on record yet.

        Raises what Persons.seal does, and MalformedDecision for an act that is about no person.
        """
        if event.SEALS is None:
            raise MalformedDecision(Message("{act} is about no person whose words could be sealed", act=Term(event.WORD)))
        act = AboutPerson(person=getattr(event, event.SEALS.person), by=event.by, role=event.role)
        return PersonalData(self._ledger, vault).seal(act, event.SEALS.kind, text, rounds[0] if rounds else day)

    @staticmethod
    def _on_clause(case: Case, event: CaseworkAct) -> Event:
        """The act as it is recorded: where it may name a clause and does not, it names the authority's."""
        grant = case.grant(event.WORD)
        if grant is not None and getattr(event, "clause", "") is None:
            event = event.model_copy(update={"clause": grant.clause})
        return cast("Event", event)

    def _on_wagers(self, proposal: Proposal) -> None:
        """Raises MalformedDecision for an award on a wager that the round does not have, or that is another player's."""
        for answer in proposal.answers:
            for award in answer.awards:
                placed = {
                    entry.event.wager: entry.event.player
                    for entry in self._ledger.counting_entries(table_day(award.round), (award.round,))
                    if entry.subject == award.round and isinstance(entry.event, WagerPlaced)
                }
                if placed.get(award.wager) != answer.player:
                    raise MalformedDecision(
                        Message(
                            "{player} has no bet {bet} in round {round}",
                            player=answer.player,
                            bet=award.wager,
                            round=award.round,
                        )
                    )

    def _following(self, case: Case, event: CaseworkAct, ident: str, when: str) -> list[PendingEntry]:
        """What an act says of the rounds of the case, in their own streams."""
        at = ident.rsplit(":", 1)[1]
        if isinstance(event, CaseReopened):
            return _disputed(case.number, case.opened, event.by, at, when)
        if isinstance(event, ClaimStated) and says_deliberate(event.reason or ""):
            return _disputed(case.number, case.opened, event.by, at, when, event.reason)
        if not isinstance(event, CaseSettled) or case.proposal is None:
            return []
        awards = [award for answer in case.proposal.answers for award in answer.awards]
        grant = case.grant("approve_ruling")
        fields: dict[str, Any] = {
            "by": case.approved_by,
            "case": case.number,
            "clause": grant.clause if grant else None,
            "proposal": proposal_digest(case.proposal),
        }
        corrected = {award.round for award in awards}
        drafts = []
        for name in dict.fromkeys((*case.opened.rounds, *sorted(corrected))):
            outcome = "corrected" if name in corrected else "stands"
            decision_event = RoundAnswered.model_validate({**fields, "outcome": outcome})
            drafts.append(_pending(decision_event, name, play_stream(name), f"{ident}:{name}", when))
        for award in awards:
            given = WagerAnswered.model_validate({**fields, "wager": award.wager, "due_minor": award.due_minor})
            key = f"{ident}:{award.round}:{award.wager}"
            drafts.append(_pending(given, award.round, play_stream(award.round), key, when))
        return drafts

    def _heads_of(self, drafts: Sequence[PendingEntry]) -> dict[str, int]:
        """The last versions of the tables' streams as they are now; what happens there meanwhile refuses the append."""
        streams = {draft.stream for draft in drafts if draft.stream.startswith("table/")}
        return {stream: self._ledger.recorder.stream_version(stream) for stream in streams}


def with_digest(event: CaseworkAct, noted: PersonNoted) -> CaseworkAct:
    """An act with the digest of what was sealed for it."""
    assert event.SEALS is not None
    return event.model_copy(update={event.SEALS.digest: digest(noted.sealed.encode())})


def _require_on_record(name: str, day: str, entries: Sequence[Entry]) -> None:
    if round_of(name) is None or table_day(name) != day:
        raise MalformedDecision(
            Message("round {name} is not of {day}; a case is about one table's day", name=name, day=day)
        )
    subjects = {entry.subject for entry in entries}
    if name not in subjects:
        raise UnknownRound.of_day(name, subjects)


def _first_opening(rounds: Sequence[str], entries: Sequence[Entry]) -> str | None:
    """When the first of the rounds was opened, as far as the record tells."""
    opened = [e for e in entries if e.subject in rounds and isinstance(e.event, RoundOpened)]
    return min((entry.delivery.time or entry.recorded_at for entry in opened), default=None)


def _disputed(
    number: str, opening: CaseOpened, by: str, at: str, when: str, reason: str | None = None
) -> list[PendingEntry]:
    """The rounds of a case are under dispute; `reason` is what is said of them on which a ruling may turn."""
    event = RoundDisputed(by=by, case=number, reason=reason)
    return [_pending(event, name, play_stream(name), f"case/{number}:{at}:{name}", when) for name in opening.rounds]


def _pending(event: Event, subject: str, stream: str, ident: str, when: str) -> PendingEntry:
    return PendingEntry(Delivery(event, HOUSE, ident, None, subject, when), stream)

"""A case as its own stream tells it, and how it may go from one state to the next."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from ledger.acts.authority import case_grants
from ledger.acts.refusal import act_of, role_refusal
from ledger.acts.roster import NEXT_POSITION, Roster
from ledger.cases.clocks import ClockStanding, ClockStep, pause_refusal, standings, step_of
from ledger.entry import Entry
from ledger.events.cases import (
    Answer,
    CaseActRefused,
    CaseClosed,
    CaseOpened,
    CaseReopened,
    CaseSettled,
    CaseworkAct,
    ClaimStated,
    ClaimWithdrawn,
    ClockPaused,
    ClockResumed,
    EvidenceAttached,
    Grant,
    HoldPlaced,
    HoldReleased,
    LetterSent,
    NoteAdded,
    PersonNamed,
    PlayerPaid,
    PositionTaken,
    Proposal,
    RoundAnswered,
    RulingApproved,
    RulingRejected,
    RulingTaken,
    WagerAnswered,
)
from ledger.events.deliveries import EntryUnreadable
from ledger.mapper import canonical, content_bytes
from ledger.merkle import digest
from ledger.values.message import Message, Term
from ledger.values.offices import is_office
from ledger.values.refusals import Refusal
from ledger.values.subjects import table_day
from ledger.values.times import CLOCK_TOLERANCE_US, parse_instant

if TYPE_CHECKING:
    from ledger.application import Ledger

CaseState = Literal["open", "proposed", "approved", "settled", "appealed", "closed"]
STATES: Final[tuple[CaseState, ...]] = get_args(CaseState)

CASE: Final[Mapping[tuple[CaseState, str], CaseState]] = {
    ("open", "propose_ruling"): "proposed",
    ("open", "close_case"): "closed",
    ("proposed", "alter_ruling"): "proposed",
    ("proposed", "approve_ruling"): "approved",
    ("proposed", "reject_ruling"): "open",
    ("approved", "alter_ruling"): "proposed",
    ("approved", "reject_ruling"): "open",
    ("approved", "settle_case"): "settled",
    ("settled", "pay_player"): "settled",
    ("settled", "appeal_case"): "appealed",
    ("settled", "reopen_case"): "open",
    ("settled", "close_case"): "closed",
    ("appealed", "pay_player"): "appealed",
    ("appealed", "reopen_case"): "open",
    ("appealed", "close_case"): "closed",
    ("closed", "appeal_case"): "appealed",
    ("closed", "reopen_case"): "open",
}
"""A decision in a case, and the state it leads to."""

AT_ANY_TIME: Final = frozenset(
    {
        "add_note",
        "hold_evidence",
        "release_hold",
        "name_person",
        "attempt_resolution",
        "send_letter",
        "pause_clock",
        "resume_clock",
    }
)
"""What is put on record in any state and changes none."""

OF_SUBSTANCE: Final = frozenset({"state_claim", "withdraw_claim", "take_position", "attach_evidence", "take_ruling"})
"""What an answer rests on: it may come until the case is closed, and an approval given before it is void."""


def state_after(state: CaseState, act: str) -> CaseState | None:
    """The state of a case after an act; None where the act is not open to it."""
    if act in AT_ANY_TIME:
        return state
    if act in OF_SUBSTANCE:
        return None if state == "closed" else "proposed" if state == "approved" else state
    return CASE.get((state, act))


PERSONAL: Final = frozenset({"propose_ruling", "alter_ruling", "approve_ruling", "reject_ruling", "settle_case"})
"""Acts for which a person answers, not an office."""

WROTE: Final = Message("wrote or altered the answers")
APPROVED: Final = Message("approved the answers")

NAMING: Final = (ClaimStated, PersonNamed)


_ADDED_TO_ANSWERS: Final = ("ask_back_minor", "ground", "ex_gratia_ground")
"""Fields of an answer that its digest has only where they say something, as proposals from before they came need it."""


def proposal_digest(proposal: Proposal) -> str:
    """What an approval names: the digest of the answers, the rulings they rest on, and the reasons, whoever proposes
    them.
    """
    answers = [answer.model_dump(mode="json") for answer in proposal.answers]
    named: dict[str, Any] = {
        "answers": [
            {name: value for name, value in answer.items() if value or name not in _ADDED_TO_ANSWERS} for answer in answers
        ],
        "rulings": list(proposal.rulings),
    }
    if proposal.rests_on:
        named["rests_on"] = list(proposal.rests_on)
    for name, reasons in (("facts", proposal.facts), ("readings", proposal.readings)):
        if reasons:
            named[name] = [reason.model_dump(mode="json") for reason in reasons]
    return digest(canonical(named))


@dataclass(frozen=True, slots=True)
class CaseAct:
    """Something done about a case, or the attempt at it: `refused` says why it does not hold."""

    entry: Entry
    act: str
    clause: str | None
    refused: str | None = None

    @property
    def is_claimed(self) -> bool:
        """Whether nobody signed it: whoever is named is only claimed."""
        return not self.entry.is_signed

    @property
    def position(self) -> int:
        return self.entry.position

    @property
    def event(self) -> Any:
        """The event, with the fields of its kind."""
        return self.entry.event


@dataclass(slots=True)
class Case:
    """A case as its entries leave it. Amounts are in minor units."""

    number: str
    opened: CaseOpened
    roster: Roster
    opening_refusal: str | None = None
    """Why the opening does not hold; then nothing in the case does."""
    state: CaseState = "open"
    claims: dict[str, ClaimStated] = field(default_factory=dict)
    evidence: list[EvidenceAttached] = field(default_factory=list)
    positions: list[PositionTaken] = field(default_factory=list)
    """What the parties say, in the order in which they said it."""
    held: bool = False
    rulings: list[RulingTaken] = field(default_factory=list)
    proposal: Proposal | None = None
    approval: CaseAct | None = None
    """The approval of the proposal as it stands."""
    writings: list[CaseAct] = field(default_factory=list)
    """Each proposal of this case, and what altered one."""
    settled: Proposal | None = None
    """The answers that were given last."""
    paid: dict[tuple[str, bool], int] = field(default_factory=dict)
    """What each player had from the case, as owed (False) and ex gratia (True)."""
    taken: list[CaseAct] = field(default_factory=list)
    steps: list[ClockStep] = field(default_factory=list)
    """What its clocks begin with, are met by or are stopped by."""
    version: int = 0
    """Of its stream."""

    @property
    def digest(self) -> str | None:
        """The digest of the proposal as it stands."""
        return proposal_digest(self.proposal) if self.proposal else None

    @property
    def approved_by(self) -> str | None:
        """Who approved the proposal as it stands."""
        return self.approval.event.by if self.approval else None

    @property
    def persons(self) -> set[str]:
        """Everybody who has claimed something in the case, or was named in it."""
        held = (act.event for act in self.taken if act.refused is None)
        return {
            event.player if isinstance(event, ClaimStated) else event.person for event in held if isinstance(event, NAMING)
        }

    @property
    def recorded_at(self) -> str:
        """When its last entry was recorded."""
        return max(act.entry.recorded_at for act in self.taken)

    def clocks(self, at: str | None = None) -> tuple[ClockStanding, ...]:
        """How its clocks stand at a moment, else when its last entry was recorded."""
        return standings(self.opened, self.steps, at or self.recorded_at)

    def due_on(self, what: str) -> str | None:
        """The last day of a clock as it stands when the last entry was recorded; None where it has none."""
        days = (standing.due_on for standing in self.clocks() if standing.clock.what == what)
        day = next(days, None)
        return day.isoformat() if day else None

    def grant(self, act: str) -> Grant | None:
        """Who may take an act, as pinned when the case was opened; what nobody knew of then is as the desk has it now."""
        pinned = next((grant for grant in self.opened.authorities if grant.act == act), None)
        return pinned or next((grant for grant in case_grants({}) if grant.act == act), None)

    def letters(self) -> list[CaseAct]:
        """The letters that were sent, oldest first."""
        return [act for act in self.taken if act.refused is None and isinstance(act.entry.event, LetterSent)]

    def language_of(self, player: str) -> str | None:
        """The language in which a player asked to be written to; None where nobody said."""
        claim = self.claims.get(player)
        return claim.language if claim else None

    def answers(self) -> dict[str, Answer]:
        """The answers given last, by player."""
        return {answer.player: answer for answer in self.settled.answers} if self.settled else {}

    def owed(self, player: str, *, ex_gratia: bool = False) -> int:
        """What the settlement still gives a player; negative where an earlier one gave more."""
        answer = self.answers().get(player)
        given = 0 if answer is None else answer.ex_gratia_minor if ex_gratia else answer.pay_minor
        return given - self.paid.get((player, ex_gratia), 0)

    def following_refusal(self, entry: Entry) -> str | None:
        """Why an entry at a table is not what an act of this case gave; None where that act holds, and gave it."""
        event, cause = entry.event, entry.delivery.causation
        act = next((act for act in self.taken if act.entry.ref == cause), None)
        if act is None or act.refused is not None:
            return Refusal("act_not_covered_unknown" if act is None else "act_not_covered_refused", cause=cause)
        signature = act.entry.delivery.signature
        if signature is None or digest(content_bytes(entry.delivery)) not in (signature.covers or ()):
            return Refusal("act_not_covered", cause=cause)
        if isinstance(event, RoundAnswered | WagerAnswered) and not self._gave(act, entry.subject, event):
            return Refusal("act_gave_something_else", cause=cause)
        return None

    def _gave(self, act: CaseAct, name: str, event: RoundAnswered | WagerAnswered) -> bool:
        """Whether a settlement gave this on a round or a wager of it, by the answers that were approved, and by whom."""
        settlement, before = (
            act.event,
            [held for held in self.taken if held.refused is None and held.position < act.position],
        )
        proposals = (held.event for held in before if isinstance(held.event, Proposal))
        proposal = next((row for row in proposals if proposal_digest(row) == event.proposal), None)
        approvals = [held.event.by for held in before if isinstance(held.event, RulingApproved)]
        if not isinstance(settlement, CaseSettled) or proposal is None or not approvals:
            return False
        if (settlement.proposal, approvals[-1]) != (event.proposal, event.by):
            return False
        awards = [award for answer in proposal.answers for award in answer.awards if award.round == name]
        if isinstance(event, RoundAnswered):
            return (event.outcome == "corrected") == bool(awards)
        return any((award.wager, award.due_minor) == (event.wager, event.due_minor) for award in awards)

    # Deciding

    def refusal(self, event: CaseworkAct, recorded_at: str, position: int = NEXT_POSITION) -> str | None:
        """Why an act does not hold if it is recorded at a time and a position; None if it holds."""
        act = act_of(event)
        match event:
            case EvidenceAttached():
                unsound = self._unfit(event, recorded_at)
            case ClockPaused() | ClockResumed():
                unsound = pause_refusal(event, self.clocks(recorded_at))
            case _:
                unsound = self._unsound(event, position)
        return self.opening_refusal or self._without_authority(event, act) or self._not_open(act) or unsound

    def _unfit(self, event: EvidenceAttached, recorded_at: str) -> str | None:
        """Why footage or a file cannot be what it is said to be."""
        if event.begins_at and event.ends_at and event.ends_at < event.begins_at:
            return Refusal("evidence_ends_first", evidence=event.evidence)
        latest = max(filter(None, (event.begins_at, event.ends_at)), default="")
        if latest and parse_instant(latest) > parse_instant(recorded_at) + CLOCK_TOLERANCE_US:
            return Refusal("evidence_of_the_future", evidence=event.evidence, at=latest)
        others = (held.digest for held in self.evidence if held.evidence == event.evidence)
        if event.digest and any(digest_ not in (None, event.digest) for digest_ in others):
            return Refusal("evidence_differs", evidence=event.evidence)
        return None

    def _without_authority(self, event: CaseworkAct, act: str) -> str | None:
        if act in PERSONAL and is_office(event.by):
            return Refusal("person_required", by=event.by)
        row = self.grant(act)
        if row is None:
            return Refusal("no_authority_in_case", act=Term(act))
        return role_refusal(event, row.roles, row.clause or Term("the desk"))

    def _not_open(self, act: str) -> str | None:
        if state_after(self.state, act) is None:
            return Refusal("not_in_this_state", state=Term(self.state), act=Term(act))
        return None

    def _not_seconded(self, event: RulingApproved | CaseSettled, position: int) -> str | None:
        """Why two persons do not stand behind the answers at a position; None if they do."""
        approval = self.approval if isinstance(event, CaseSettled) else None
        if approval and (unsigned := self.roster.unsigned_refusal(approval.entry, approval.event.by, APPROVED, position)):
            return unsigned
        second = approval.event.by if approval else event.by
        for act in self.writings:
            at = position if act is self.writings[-1] else act.entry.position
            if same := self.roster.second_person_refusal(act.entry, act.event, second, WROTE, at, Message("approve them")):
                return same
        return None

    def _unsound(self, event: CaseworkAct, position: int) -> str | None:
        match event:
            case Proposal():
                return self._not_an_answer(event)
            case RulingApproved() | CaseSettled() if (why := self._not_seconded(event, position)) is not None:
                return why
            case RulingApproved() | RulingRejected() | CaseSettled() if event.proposal != self.digest:
                return Refusal("not_the_proposal")
            case RulingApproved() if self.proposal is not None:
                return self._not_an_answer(self.proposal)  # a claim may have been stated since it was proposed
            case PlayerPaid():
                return self._not_owed(event)
            case CaseClosed():
                return self._unfinished()
        return self._not_on_file(event)

    def _not_on_file(self, event: CaseworkAct) -> str | None:
        match event:
            case ClaimWithdrawn() if event.player not in self.claims:
                return Refusal("no_claim", player=event.player)
            case NoteAdded(person=str(person)) if person not in self.persons:
                return Refusal("person_not_named", person=person)
            case HoldReleased() if not self.held:
                return Refusal("nothing_held")
            case RulingTaken() if not self._covers(event.round):
                return Refusal("round_not_of_case", round=event.round)
        return None

    def _not_an_answer(self, proposal: Proposal) -> str | None:
        """Every claim has one answer, every award is on a round of the case, every ruling was taken in."""
        players = [answer.player for answer in proposal.answers]
        if len(set(players)) < len(players):
            return Refusal("two_answers")
        if unanswered := sorted(set(self.claims) - set(players)):
            return Refusal("claim_not_answered", players=", ".join(unanswered))
        awards = [award for answer in proposal.answers for award in answer.awards]
        if foreign := next((award.round for award in awards if not self._covers(award.round)), None):
            return Refusal("round_not_of_case", round=foreign)
        if len({(award.round, award.wager) for award in awards}) < len(awards):
            return Refusal("bet_awarded_twice")
        if not set(proposal.rulings) <= {event.digest for event in self.rulings}:
            return Refusal("ruling_not_taken_in")
        return None

    def _covers(self, name: str) -> bool:
        return name in self.opened.rounds if self.opened.rounds else table_day(name) == self.opened.day

    def _not_owed(self, event: PlayerPaid) -> str | None:
        owed = self.owed(event.player, ex_gratia=event.ex_gratia)
        return None if event.amount_minor <= owed else Refusal("more_than_owed", player=event.player)

    def _unfinished(self) -> str | None:
        if unanswered := sorted(set(self.claims) - set(self.answers())):
            return Refusal("claim_not_answered", players=", ".join(unanswered))
        for player in self.answers():
            if self.owed(player) > 0 or self.owed(player, ex_gratia=True) > 0:
                return Refusal("not_all_paid", player=player)
        return None

    # Going along

    def apply(self, entry: Entry) -> None:
        """Takes in one entry of the case; what does not hold is kept as an attempt."""
        event = entry.event
        if isinstance(event, CaseActRefused):
            self.taken.append(CaseAct(entry, event.act, None, event.why))
        elif isinstance(event, CaseworkAct):
            refused = self.roster.entry_refusal(entry, event) or self.refusal(event, entry.recorded_at, entry.position)
            row = self.grant(act_of(event))
            act = CaseAct(entry, act_of(event), row.clause if row else None, refused)
            self.taken.append(act)
            if refused is None:
                self._apply_act(act)

    def _apply_act(self, act: CaseAct) -> None:
        event, before = act.event, self.state
        self.state = state_after(before, act_of(event)) or before
        if before == "approved" and self.state == "proposed":
            self.approval = None
        if step := step_of(event, act.entry.delivery.time or act.entry.recorded_at):
            self.steps.append(step)
        match event:
            case Proposal():
                self.proposal, self.approval = event, None
                self.writings.append(act)
            case RulingApproved():
                self.approval = act
            case RulingRejected() | CaseReopened():
                self.proposal, self.approval = None, None
            case CaseSettled():
                self.settled = self.proposal
            case PlayerPaid():
                key = (event.player, event.ex_gratia)
                self.paid[key] = self.paid.get(key, 0) + event.amount_minor
            case _:
                self._gather(event)

    def _gather(self, event: CaseworkAct) -> None:
        match event:
            case ClaimStated():
                self.claims[event.player] = event
            case ClaimWithdrawn():
                del self.claims[event.player]
            case EvidenceAttached():
                self.evidence.append(event)
            case PositionTaken():
                self.positions.append(event)
            case HoldPlaced() | HoldReleased():
                self.held = isinstance(event, HoldPlaced)
            case RulingTaken():
                self.rulings.append(event)


def case_on_record(ledger: "Ledger", number: str, upto: int | None = None) -> Case | None:
    """A case as it is on record, or was at a position; None where there was none of this number."""
    stream, roster = f"case/{number}", ledger.roster()
    if upto is not None:
        return project_case(None, (entry for entry in ledger.entries(stream) if entry.position <= upto), roster)
    case: Case | None = ledger.aggregate(stream, partial(project_case, roster=roster))
    return case


def project_case(case: Case | None, entries: Iterable[Entry], roster: Roster) -> Case | None:
    """The case after these entries, by who is on the roster; the first of all opens it. The library's projector of it."""
    for entry in entries:
        if case is None:
            if isinstance(entry.event, EntryUnreadable):
                return None  # whatever came after it, nobody can say what the case is about
            opened: Any = entry.event
            case = Case(entry.stream.removeprefix("case/"), opened, roster, roster.entry_refusal(entry, opened))
            case.taken.append(CaseAct(entry, "open_case", None, case.opening_refusal))
        else:
            case.apply(entry)
        case.version = entry.version
    return case

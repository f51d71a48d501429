"""Casework: what is asked, what it rests on, what is proposed, who approved it, what was paid.

Persons are ids and reasons are words of the trade: names, and a claim in a player's own words, are kept elsewhere and
stand here by their digest alone.
"""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StrictBool, model_validator

from ledger.events.base import Event
from ledger.events.decisions import AuthorityDecision, ClauseId, Positions, Reason
from ledger.events.deliveries import Digest, Sentence
from ledger.values.money import Minor
from ledger.values.offices import DESK_ROLES, ROLES, CaseRole, Person
from ledger.values.subjects import Day, Name, Subject, Word
from ledger.values.times import Instant

CaseNumber = Annotated[
    str, Field(pattern=r"^[0-9]{4}-[0-9]{4,9}$", description="year and sequence, never reused: `2026-0001`")
]
OffsetMs = Annotated[int, Field(strict=True, ge=-86_400_000, le=86_400_000)]


class CaseworkAct(BaseModel):
    """Who does something about a case, and in which office. An event's WORD is the act that authority is needed for."""

    by: Person
    role: CaseRole | None = None

    @property
    def office(self) -> str | None:
        """The office in which it was done: an id spelt like an office stands for its holder on duty."""
        return self.by if self.by in (*ROLES, *DESK_ROLES) else self.role


class EventPart(BaseModel):
    """A part of what an event says."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Grant(EventPart):
    """Who may take an act, and the clause that says so; without one it is the desk's own order."""

    act: Word
    roles: Annotated[tuple[CaseRole, ...], Field(min_length=1)]
    clause: ClauseId | None = None


class Deadline(EventPart):
    """What must be done by the end of a day of the jurisdiction: `due_at` is the first instant after it.

    `verified` says whether the source was read for it; None where nobody need have.
    """

    what: Word
    due_on: Day
    due_at: Instant
    source: Annotated[str, Field(max_length=300)]
    verified: StrictBool | None = None


class WagerAward(EventPart):
    """What goes back on a wager in all, stake included, in minor units."""

    round: Subject
    wager: Name
    due_minor: Minor


class Answer(EventPart):
    """The answer to one player: `pay_minor` is what the case gives in all beyond what the table paid, in minor units;
    `ex_gratia_minor` is given besides without being owed.
    """

    player: Person
    outcome: Literal["rejected", "partly_upheld", "upheld"]
    pay_minor: Minor = 0
    ex_gratia_minor: Minor = 0
    reason: Reason | None = None
    clauses: tuple[ClauseId, ...] = ()
    awards: tuple[WagerAward, ...] = ()

    @model_validator(mode="after")
    def _check_rejected_pays_nothing(self) -> Self:
        if self.outcome == "rejected" and self.pay_minor:
            raise ValueError("a rejected claim owes nothing; what is given all the same is ex gratia")
        return self


class CaseOpened(CaseworkAct, Event):
    """A dispute about rounds, a shoe, or a table at a time, with the edition that judges it and who may do what."""

    TOPIC: ClassVar = "case.opened.v1"
    WORD: ClassVar = "open_case"
    FROM_FEEDS: ClassVar = False
    day: Subject
    rounds: tuple[Subject, ...] = ()
    shoe: Name | None = None
    at: Instant | None = None
    received_at: Instant
    rulebook: Name
    edition: Name
    digest: Digest
    authorities: tuple[Grant, ...]
    jurisdiction: Word | None = None
    deadlines: tuple[Deadline, ...] = ()


class ClaimStated(CaseworkAct, Event):
    """What a player asks for; `words` is the digest of the claim in the player's own words, as they are sealed."""

    TOPIC: ClassVar = "case.claim_stated.v1"
    WORD: ClassVar = "state_claim"
    FROM_FEEDS: ClassVar = False
    player: Person
    amount_minor: Minor
    reason: Reason | None = None
    words: Digest | None = None


class ClaimWithdrawn(CaseworkAct, Event):
    """A player asks for nothing any more."""

    TOPIC: ClassVar = "case.claim_withdrawn.v1"
    WORD: ClassVar = "withdraw_claim"
    FROM_FEEDS: ClassVar = False
    player: Person


class PersonNamed(CaseworkAct, Event):
    """Somebody who was on the floor, or who saw it; `statement` is the digest of what they say, as it is sealed."""

    TOPIC: ClassVar = "case.person_named.v1"
    WORD: ClassVar = "name_person"
    FROM_FEEDS: ClassVar = False
    person: Person
    seen_as: Literal["on_the_floor", "witness"]
    office_held: Word | None = None
    statement: Digest | None = None


class EvidenceAttached(CaseworkAct, Event):
    """Footage or a file: a camera with the offset of its clock (positive: ahead), from, to, and the file's digest.

    `expires_on` is the last day on which the footage is kept, unless it is held.
    """

    TOPIC: ClassVar = "case.evidence_attached.v1"
    WORD: ClassVar = "attach_evidence"
    FROM_FEEDS: ClassVar = False
    evidence: Name
    digest: Digest | None = None
    camera: Name | None = None
    offset_ms: OffsetMs = 0
    begins_at: Instant | None = None
    ends_at: Instant | None = None
    expires_on: Day | None = None


class HoldPlaced(CaseworkAct, Event):
    """A legal hold: nothing of the case's evidence may be destroyed until it is released."""

    TOPIC: ClassVar = "case.hold_placed.v1"
    WORD: ClassVar = "hold_evidence"
    FROM_FEEDS: ClassVar = False
    reason: Reason | None = None


class HoldReleased(CaseworkAct, Event):
    """The legal hold is over."""

    TOPIC: ClassVar = "case.hold_released.v1"
    WORD: ClassVar = "release_hold"
    FROM_FEEDS: ClassVar = False
    reason: Reason | None = None


class ResolutionAttempted(CaseworkAct, Event):
    """The house tried to settle with a player, and how that went."""

    TOPIC: ClassVar = "case.resolution_attempted.v1"
    WORD: ClassVar = "attempt_resolution"
    FROM_FEEDS: ClassVar = False
    player: Person
    outcome: Literal["accepted", "declined", "no_answer"]
    offered_minor: Minor = 0


class RulingTaken(CaseworkAct, Event):
    """A ruling of the engine on a round, by its digest, and what it rested on. A later one stands beside it."""

    TOPIC: ClassVar = "case.ruling_taken.v1"
    WORD: ClassVar = "take_ruling"
    FROM_FEEDS: ClassVar = False
    round: Subject
    digest: Digest
    verdict: Word
    engine: Annotated[str, Field(max_length=64)]
    leaves: Digest
    basis: Positions | None = None


class NoteAdded(CaseworkAct, Event):
    """A remark of whoever works on the case. It names nobody but by id; what is to be said of a person is sealed, and
    stands here by the digest of the ciphertext.
    """

    TOPIC: ClassVar = "case.note_added.v1"
    WORD: ClassVar = "add_note"
    FROM_FEEDS: ClassVar = False
    text: Sentence
    person: Person | None = None
    words: Digest | None = None


class Proposal(CaseworkAct):
    """The answers that somebody proposes, and the rulings they rest on."""

    answers: Annotated[tuple[Answer, ...], Field(min_length=1)]
    rulings: tuple[Digest, ...] = ()


class RulingProposed(Proposal, Event):
    """Somebody proposes the answers of a case."""

    TOPIC: ClassVar = "case.ruling_proposed.v1"
    WORD: ClassVar = "propose_ruling"
    FROM_FEEDS: ClassVar = False


class RulingAltered(Proposal, Event):
    """The proposed answers become these; an approval of others is void."""

    TOPIC: ClassVar = "case.ruling_altered.v1"
    WORD: ClassVar = "alter_ruling"
    FROM_FEEDS: ClassVar = False


class RulingApproved(CaseworkAct, Event):
    """Another person approves exactly these answers, named by their digest."""

    TOPIC: ClassVar = "case.ruling_approved.v1"
    WORD: ClassVar = "approve_ruling"
    FROM_FEEDS: ClassVar = False
    proposal: Digest
    clause: ClauseId | None = None


class RulingRejected(CaseworkAct, Event):
    """The proposed answers are sent back."""

    TOPIC: ClassVar = "case.ruling_rejected.v1"
    WORD: ClassVar = "reject_ruling"
    FROM_FEEDS: ClassVar = False
    proposal: Digest
    reason: Reason | None = None


class CaseSettled(CaseworkAct, Event):
    """The approved answers are given: from now on they say what is owed."""

    TOPIC: ClassVar = "case.settled.v1"
    WORD: ClassVar = "settle_case"
    FROM_FEEDS: ClassVar = False
    proposal: Digest
    clause: ClauseId | None = None


class PlayerPaid(CaseworkAct, Event):
    """Money went to a player by the settlement, as owed or ex gratia."""

    TOPIC: ClassVar = "case.player_paid.v1"
    WORD: ClassVar = "pay_player"
    FROM_FEEDS: ClassVar = False
    player: Person
    amount_minor: Annotated[Minor, Field(ge=1)]
    ex_gratia: bool = False


class CaseAppealed(CaseworkAct, Event):
    """A player takes the answer to a body outside the house (ADR)."""

    TOPIC: ClassVar = "case.appealed.v1"
    WORD: ClassVar = "appeal_case"
    FROM_FEEDS: ClassVar = False
    player: Person
    body: Name


class CaseReopened(CaseworkAct, Event):
    """The case is taken up again; what was settled stands until another answer is."""

    TOPIC: ClassVar = "case.reopened.v1"
    WORD: ClassVar = "reopen_case"
    FROM_FEEDS: ClassVar = False
    reason: Reason


class CaseClosed(CaseworkAct, Event):
    """Nothing remains to be done."""

    TOPIC: ClassVar = "case.closed.v1"
    WORD: ClassVar = "close_case"
    FROM_FEEDS: ClassVar = False
    reason: Reason | None = None


class CaseActRefused(CaseworkAct, Event):
    """Somebody tried something and was refused. It changes nothing."""

    TOPIC: ClassVar = "case.act_refused.v1"
    WORD: ClassVar = "act_refused"
    FROM_FEEDS: ClassVar = False
    act: Word
    refused: Sentence
    player: Person | None = None
    proposal: Digest | None = None


class RoundDisputed(AuthorityDecision, Event):
    """A case is about this round: it is under dispute until the case is settled."""

    TOPIC: ClassVar = "round.disputed.v1"
    WORD: ClassVar = "dispute_round"
    FROM_FEEDS: ClassVar = False
    case: CaseNumber


class RoundAnswered(AuthorityDecision, Event):
    """A case about this round is settled: it stands, or it is corrected. Its authority was that of the case."""

    TOPIC: ClassVar = "round.answered.v1"
    WORD: ClassVar = "answer_round"
    FROM_FEEDS: ClassVar = False
    case: CaseNumber
    outcome: Literal["stands", "corrected"]
    proposal: Digest


class WagerAnswered(AuthorityDecision, Event):
    """What goes back on a wager in all, stake included, as a case settled it."""

    TOPIC: ClassVar = "wager.answered.v1"
    WORD: ClassVar = "answer_wager"
    FROM_FEEDS: ClassVar = False
    case: CaseNumber
    wager: Name
    due_minor: Minor
    proposal: Digest


CASE_DECISIONS = (RoundDisputed, RoundAnswered, WagerAnswered)
"""What a case does to a round: said by the ledger alone, after the case has seen to authority and four eyes."""

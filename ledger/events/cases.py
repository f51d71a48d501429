"""Casework: what is asked, what it rests on, what is proposed, who approved it, what was paid.

Persons are ids and reasons are words of the trade: names, and a claim in a player's own words, are kept elsewhere and
stand here by their digest alone.
"""

from typing import Annotated, ClassVar, Final, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, StrictBool, model_validator

from ledger.events.base import Act, ActCommand, Asked, Event, RefusedAct, Scope
from ledger.events.decisions import AuthorityDecision, ClauseId, Position, Positions, Reading, Reason
from ledger.events.deliveries import Digest, Sentence
from ledger.values.message import LanguageCode
from ledger.values.money import Count, Minor
from ledger.values.offices import DESK_ROLES, ROLES, CaseRole, Person
from ledger.values.subjects import Day, JurisdictionId, Name, RoundName, ShoeName, Subject, Word
from ledger.values.times import Instant

CaseNumber = Annotated[
    str, Field(pattern=r"^[0-9]{4}-[0-9]{4,9}$", description="year and sequence, never reused: `2026-0001`")
]
ProposalDigest = Annotated[Digest, Field(description="names the answers that somebody proposes")]
LetterKind = Literal["acknowledgement", "holding", "deadlock", "final"]
MediaType = Annotated[str, Field(pattern=r"^[a-z]+/[a-z0-9.+-]{1,60}$")]
ParagraphNumber = Annotated[int, Field(strict=True, ge=1, le=999)]
TERM_PATTERN: Final = r"^([1-9][0-9]{0,3} (days|weeks|months|years|business_days)|day ([1-9]|1[0-9]|2[0-8]) of next month)$"
OffsetMs = Annotated[int, Field(strict=True, ge=-86_400_000, le=86_400_000)]


class Sealing(NamedTuple):
    """Words that an act seals with a person's key: as what kind they are noted, whom they are about, and in which field
    their digest is kept.
    """

    kind: Literal["claim", "account", "remark"]
    person: str
    digest: str


class CaseworkAct(Act):
    """Who does something about a case, and in which office. An event's WORD is the act that authority is needed for."""

    SCOPE: ClassVar[Scope] = "case"
    ORDER: ClassVar = ("by", "role", "required", "optional")
    NOT_ASKED: ClassVar = frozenset({"clause"})
    ALWAYS_ASKED: ClassVar = frozenset({"role"})
    SEALS: ClassVar[Sealing | None] = None
    KEEPS: ClassVar[str | None] = None
    """The field with the digest of a file that is kept beside the ledger."""
    OPENS_NAMES: ClassVar[bool] = False
    """Whether it is addressed to persons by their names on record."""

    role: CaseRole | None = Field(None, description="In which office, such as dispute_manager or approver.")

    @property
    def office(self) -> str | None:
        """The office in which it was done: an id spelt like an office stands for its holder on duty."""
        return self.by if self.by in (*ROLES, *DESK_ROLES) else self.role


class EventPart(BaseModel):
    """A part of what an event says."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Grant(EventPart):
    """Who may take an act, and the clause that says so; without one it is the desk's own order."""

    act: Word = Field(description="The act.")
    roles: Annotated[tuple[CaseRole, ...], Field(min_length=1)] = Field(description="The offices that may take it.")
    clause: ClauseId | None = Field(None, description="The clause that says so.")


class Deadline(EventPart):
    """What must be done by the end of a day of the jurisdiction: `due_at` is the first instant after it.

    `verified` says whether the source was read for it; None where nobody need have.
    """

    what: Word = Field(description="What must be done.")
    due_on: Day = Field(description="The last day for it.")
    due_at: Instant = Field(description="The first instant after that day.")
    source: Annotated[str, Field(max_length=300)] = Field(description="Where the deadline comes from.")
    verified: StrictBool | None = Field(None, description="Whether the source was read for it.")


class CaseClock(EventPart):
    """A term of a case as its jurisdiction's data had it when the case was opened. It sets a deadline if it is verified."""

    what: Word = Field(description="What it is the time for.")
    kind: Literal["duty", "right", "expiry"] = Field(
        description="Whether the house must do it, the player may until then, or something is gone afterwards."
    )
    counts_from: Literal["received", "incident", "final_position", "appealed", "body_decided"] = Field(
        description="What it counts from."
    )
    after: Annotated[str, Field(pattern=TERM_PATTERN)] | None = Field(None, description="How long it is.")
    first_day_counts: StrictBool = Field(default=False, description="Whether the day on which it begins is its first.")
    calendar: Annotated[str, Field(pattern=r"^[A-Z]{2}(-[A-Z0-9]{1,3})?$")] | None = Field(
        None, description="Whose public holidays are no business days, such as GB-ENG."
    )
    moves: Literal["next_business_day"] | None = Field(
        None, description="Where the last day goes if it is no business day."
    )
    pauses: StrictBool = Field(default=False, description="Whether it may be stopped.")
    met_by: tuple[Word, ...] = Field((), description="What meets it.")
    source: Annotated[str, Field(min_length=1, max_length=300)] = Field(description="Where it comes from.")
    verified: StrictBool = Field(description="Whether the source was read for it.")


class WagerAward(EventPart):
    """What goes back on a wager in all, stake included, in minor units."""

    round: Subject = Field(description="The round.")
    wager: Name = Field(description="The wager.")
    due_minor: Minor = Field(description="What goes back on it in all, stake included, in minor units.")


class FactFound(EventPart):
    """A finding of fact, and what it rests on: an irregularity of a round, evidence on file, or an entry of the record."""

    text: Sentence = Field(description="What is found to have happened.")
    round: Subject | None = Field(None, description="The round it is of.")
    evidence: Name | None = Field(None, description="The evidence that shows it, by its name in the case.")
    entry: Position | None = Field(None, description="The entry of the record that says it.")

    @model_validator(mode="after")
    def _check_source(self) -> Self:
        if self.evidence is None and self.entry is None:
            raise ValueError("a finding of fact names what it rests on: evidence of the case, or an entry of the record")
        return self


class ReadingGround(EventPart):
    """A reading of an ambiguous clause, and why it is followed, or why not."""

    clause: ClauseId = Field(description="The clause that can be read in several ways.")
    reading: Reading = Field(description="The reading, by its letter.")
    is_followed: StrictBool = Field(description="Whether the answers follow it.")
    ground: Sentence = Field(description="Why it is followed, or why not.")


class Answer(EventPart):
    """The answer to one player: `pay_minor` is what the case gives in all beyond what the table paid, in minor units;
    `ex_gratia_minor` is given besides without being owed, and `ask_back_minor` is what the player is asked to return;
    0 says that nothing is asked back, None leaves it open.
    """

    player: Person = Field(description="The player's id.")
    outcome: Literal["rejected", "partly_upheld", "upheld"] = Field(
        description="Whether the claim is rejected, partly upheld or upheld."
    )
    pay_minor: Minor = Field(0, description="What the case gives in all beyond what the table paid, in minor units.")
    ex_gratia_minor: Minor = Field(0, description="What is given besides without being owed, in minor units.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")
    clauses: tuple[ClauseId, ...] = Field((), description="The clauses that it rests on.")
    awards: tuple[WagerAward, ...] = Field((), description="What goes back on single wagers.")
    ask_back_minor: Minor | None = Field(
        None, description="What the player is asked to return, in minor units; 0 where nothing is."
    )
    ground: Sentence | None = Field(None, description="Why, in a sentence that the player reads.")
    ex_gratia_ground: Sentence | None = Field(None, description="Why something is given without being owed.")

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
    day: Subject = Field(description="The table and gaming day.")
    rounds: tuple[Subject, ...] = Field((), description="The rounds it is about.")
    shoe: ShoeName | None = Field(None, description="The shoe it is about.")
    at: Instant | None = Field(None, description="When it happened.")
    received_at: Instant = Field(description="When the complaint came.")
    rulebook: Name = Field(description="The rulebook of the table.")
    edition: Name = Field(description="Its edition that was in force.")
    digest: Digest = Field(description="The edition's digest.")
    authorities: tuple[Grant, ...] = Field(description="Who may take which act in this case.")
    jurisdiction: JurisdictionId | None = Field(None, description="Whose deadlines hold, such as uk.")
    deadlines: tuple[Deadline, ...] = Field((), description="What must be done, and until when.")
    clocks: tuple[CaseClock, ...] | None = Field(None, description="All terms of the case, those without a deadline too.")


class ClaimStated(CaseworkAct, Event):
    """What a player asks for; `words` is the digest of the claim in the player's own words, as they are sealed.

    The house writes to the player in `language`.
    """

    TOPIC: ClassVar = "case.claim_stated.v1"
    WORD: ClassVar = "state_claim"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    SEALS: ClassVar = Sealing("claim", "player", "words")
    COMMAND: ClassVar = ActCommand(
        "case claim",
        "State a player's claim, or its withdrawal.",
        {"amount_minor": Asked(default="0")},
        order="by role player amount_minor language reason --file words --withdraw",
    )
    player: Person = Field(description="The player's id.")
    amount_minor: Minor = Field(description="What is claimed, in minor units.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")
    words: Digest | None = Field(None, description="Digest of words that are kept elsewhere.")
    language: LanguageCode | None = Field(None, description="The language in which the player is written to, such as en.")


class PositionTaken(CaseworkAct, Event):
    """What a party says of the matter, or of one contested fact, and the evidence it relies on: no names, only ids."""

    TOPIC: ClassVar = "case.position_taken.v1"
    WORD: ClassVar = "take_position"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "case position",
        "Record what a party says of the matter, or of a contested fact.",
        {"party": Asked(metavar="PLAYER|house"), "text": Asked("text"), "relies_on": "--evidence"},
        order="text by role party fact relies_on",
    )
    party: Person = Field(description="Who says so: a player's id, or `house`.")
    text: Sentence = Field(description="What is said; it names nobody but by id.")
    fact: Name | None = Field(None, description="The contested fact, by a name of its own.")
    relies_on: tuple[Name, ...] | None = Field(
        None, description="The evidence that speaks for it, by its name in the case."
    )


class LetterSent(CaseworkAct, Event):
    """A letter went to a player: of what kind, in which language, and the digest of the file as it was sent."""

    TOPIC: ClassVar = "case.letter_sent.v1"
    WORD: ClassVar = "send_letter"
    OPENS_NAMES: ClassVar = True
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "case send",
        "Write a letter to a player, keep it beside the ledger, and record that it was sent.",
        {"letter": Asked("letter", metavar="acknowledgement|holding|deadlock|final"), "player": Asked(default="")},
        order="letter by role player language signed_by",
    )
    NOT_ASKED: ClassVar = frozenset({"digest", "clause"})
    player: Person = Field(description="The player's id; without it everybody who claims something.")
    letter: LetterKind = Field(description="acknowledgement, holding, deadlock or final.")
    language: LanguageCode | None = Field(None, description="Its language; without it the claim's.")
    signed_by: Name | None = Field(None, description="Who signs for the house, as its settings name them.")
    digest: Digest = Field(description="Digest of the file as it was sent.")


class ClaimWithdrawn(CaseworkAct, Event):
    """A player asks for nothing any more."""

    TOPIC: ClassVar = "case.claim_withdrawn.v1"
    WORD: ClassVar = "withdraw_claim"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    COMMAND: ClassVar = ActCommand("case claim --withdraw", "The player claims nothing any more.")
    player: Person = Field(description="The player's id.")


class PersonNamed(CaseworkAct, Event):
    """Somebody who was on the floor, or who saw it; `statement` is the digest of what they say, as it is sealed."""

    TOPIC: ClassVar = "case.person_named.v1"
    WORD: ClassVar = "name_person"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    SEALS: ClassVar = Sealing("account", "person", "statement")
    COMMAND: ClassVar = ActCommand(
        "case person",
        "Name somebody who was on the floor, or a witness, and note what that person says.",
        {"seen_as": Asked("--as", default="witness"), "office_held": "--office"},
    )
    person: Person = Field(description="The person's id.")
    seen_as: Literal["on_the_floor", "witness"] = Field(description="on_the_floor or witness.")
    office_held: Word | None = Field(None, description="What the person was on the floor.")
    statement: Digest | None = Field(None, description="Digest of what the person says, as it is sealed.")


class NoteAdded(CaseworkAct, Event):
    """A remark of whoever works on the case. It names nobody but by id; what is to be said of a person is sealed, and
    stands here by the digest of the ciphertext.
    """

    TOPIC: ClassVar = "case.note_added.v1"
    WORD: ClassVar = "add_note"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    SEALS: ClassVar = Sealing("remark", "person", "words")
    COMMAND: ClassVar = ActCommand(
        "case note",
        "Add a note: a plain remark, or with --about and --file a text about a person of the case, which is sealed.",
        {"text": Asked("text", default=""), "person": "--about"},
    )
    text: Sentence = Field(description="A remark that names nobody but by id; it is not sealed.")
    person: Person | None = Field(None, description="A person of the case, about whom the sealed text is.")
    words: Digest | None = Field(None, description="Digest of what is sealed about the person.")


class EvidenceAttached(CaseworkAct, Event):
    """Footage or a file: a camera with the offset of its clock (positive: ahead), from, to, and the file's digest.

    `expires_on` is the last day on which the footage is kept, unless it is held.
    """

    TOPIC: ClassVar = "case.evidence_attached.v1"
    WORD: ClassVar = "attach_evidence"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    KEEPS: ClassVar = "digest"
    NOT_ASKED: ClassVar = frozenset({"clause", "media_type", "size_bytes"})
    COMMAND: ClassVar = ActCommand(
        "case attach",
        "Attach a file, or footage by its camera and times.",
        {"evidence": Asked(default=""), "begins_at": "--from", "ends_at": "--to", "expires_on": "--expires"},
        order="by role evidence --file camera offset_ms begins_at ends_at digest expires_on",
    )
    evidence: Name = Field(description="A name for it.")
    digest: Digest | None = Field(None, description="The file's digest, sha256:….")
    camera: Name | None = Field(None, description="Which camera.")
    offset_ms: OffsetMs = Field(0, description="By how much its clock is ahead, in milliseconds.")
    begins_at: Instant | None = Field(None, description="From when, with its time zone.")
    ends_at: Instant | None = Field(None, description="Until when, with its time zone.")
    expires_on: Day | None = Field(None, description="The last day on which the footage is kept.")
    media_type: MediaType | None = Field(None, description="What kind of file it is, such as image/png.")
    size_bytes: Count | None = Field(None, description="How many bytes the file has.")


class HoldPlaced(CaseworkAct, Event):
    """A legal hold: nothing of the case's evidence may be destroyed until it is released."""

    TOPIC: ClassVar = "case.hold_placed.v1"
    WORD: ClassVar = "hold_evidence"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "case hold", "Place a legal hold on the evidence, or release it.", order="by role --release reason"
    )
    reason: Reason | None = Field(None, description="Why, in a few plain words.")


class HoldReleased(CaseworkAct, Event):
    """The legal hold is over."""

    TOPIC: ClassVar = "case.hold_released.v1"
    WORD: ClassVar = "release_hold"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    COMMAND: ClassVar = ActCommand("case hold --release", "The hold is over.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")


class ClockPaused(CaseworkAct, Event):
    """A clock of the case stops, as where the house waits for what only the player can tell it."""

    TOPIC: ClassVar = "case.clock_paused.v1"
    WORD: ClassVar = "pause_clock"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    COMMAND: ClassVar = ActCommand("case pause", "Stop a clock of the case, where its source lets it stop.")
    clock: Word = Field(description="The clock, such as final_position.")
    reason: Reason = Field(description="Why, in a few plain words.")


class ClockResumed(CaseworkAct, Event):
    """The clock runs again."""

    TOPIC: ClassVar = "case.clock_resumed.v1"
    WORD: ClassVar = "resume_clock"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    COMMAND: ClassVar = ActCommand("case resume", "Let a clock of the case run again.")
    clock: Word = Field(description="The clock, such as final_position.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")


class ResolutionAttempted(CaseworkAct, Event):
    """The house tried to settle with a player, and how that went."""

    TOPIC: ClassVar = "case.resolution_attempted.v1"
    WORD: ClassVar = "attempt_resolution"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    COMMAND: ClassVar = ActCommand("case attempt", "Record an attempt to settle with a player.")
    player: Person = Field(description="The player's id.")
    outcome: Literal["accepted", "declined", "no_answer"] = Field(description="accepted, declined or no_answer.")
    offered_minor: Minor = Field(0, description="What was offered, in minor units.")


class RulingTaken(CaseworkAct, Event):
    """A ruling of the engine on a round, by its digest, and what it rested on. A later one stands beside it."""

    TOPIC: ClassVar = "case.ruling_taken.v1"
    WORD: ClassVar = "take_ruling"
    COMMAND: ClassVar = ActCommand(
        "case ruling",
        "Take in the ruling on a round as it is now, by its digest.",
        {"round": "ROUND"},
        order="round by role",
    )
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    round: RoundName = Field(description="TABLE/DAY/ROUND")
    digest: Digest = Field(description="The ruling's digest.")
    verdict: Word = Field(description="Its verdict.")
    engine: Annotated[str, Field(max_length=64)] = Field(description="The engine that gave it.")
    leaves: Digest = Field(description="Digest of the entries it rests on.")
    basis: Positions | None = Field(None, description="Their positions in the ledger.")


class Proposal(CaseworkAct):
    """The answers that somebody proposes, the rulings they rest on, and why: facts found, and readings followed or not."""

    NOT_ASKED: ClassVar = frozenset({"clause", "rests_on"})

    answers: Annotated[tuple[Answer, ...], Field(min_length=1)] = Field(description="The answer to each player.")
    rulings: tuple[Digest, ...] = Field((), description="Digest of a ruling it rests on.")
    rests_on: tuple[Position, ...] | None = Field(None, description="Where the rulings on record stand that it rests on.")
    facts: tuple[FactFound, ...] | None = Field(None, description="What is found to have happened.")
    readings: tuple[ReadingGround, ...] | None = Field(None, description="Which readings are followed, which not, and why.")


class RulingProposed(Proposal, Event):
    """Somebody proposes the answers of a case."""

    TOPIC: ClassVar = "case.ruling_proposed.v1"
    WORD: ClassVar = "propose_ruling"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("case propose", "Propose an answer to each player.")


class RulingAltered(Proposal, Event):
    """The proposed answers become these; an approval of others is void."""

    TOPIC: ClassVar = "case.ruling_altered.v1"
    WORD: ClassVar = "alter_ruling"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("case alter", "Alter the proposed answers; an approval of others is void.")


class RulingApproved(CaseworkAct, Event):
    """Another person approves exactly these answers, named by their digest."""

    TOPIC: ClassVar = "case.ruling_approved.v1"
    WORD: ClassVar = "approve_ruling"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "case approve", "Approve the proposed answers, as another person than those who wrote or altered them."
    )
    proposal: ProposalDigest = Field(description="The proposal's digest; without it the one that stands.")
    clause: ClauseId | None = Field(None, description="The clause that gives the authority.")


class RulingRejected(CaseworkAct, Event):
    """The proposed answers are sent back."""

    TOPIC: ClassVar = "case.ruling_rejected.v1"
    WORD: ClassVar = "reject_ruling"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("case reject", "Send the proposed answers back.")
    proposal: ProposalDigest = Field(description="The proposal's digest; without it the one that stands.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")


class CaseSettled(CaseworkAct, Event):
    """The approved answers are given: from now on they say what is owed."""

    TOPIC: ClassVar = "case.settled.v1"
    WORD: ClassVar = "settle_case"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "case settle", "Give the approved answers: from now on they say how the rounds stand and what is owed."
    )
    proposal: ProposalDigest = Field(description="The proposal's digest; without it the one that stands.")
    clause: ClauseId | None = Field(None, description="The clause that gives the authority.")


class PlayerPaid(CaseworkAct, Event):
    """Money went to a player by the settlement, as owed or ex gratia."""

    TOPIC: ClassVar = "case.player_paid.v1"
    WORD: ClassVar = "pay_player"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "case pay",
        "Record what was paid by the settlement: to a player, or to everybody all that is still owed.",
        {"player": Asked(default=""), "amount_minor": Asked(default="")},
    )
    player: Person = Field(description="The player's id; without it everybody who is still owed something.")
    amount_minor: Minor = Field(ge=1, description="What was paid, in minor units; without it all that is still owed.")
    ex_gratia: bool = Field(default=False, description="Given without being owed.")


class CaseAppealed(CaseworkAct, Event):
    """A player takes the answer to a body outside the house (ADR)."""

    TOPIC: ClassVar = "case.appealed.v1"
    WORD: ClassVar = "appeal_case"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("case appeal", "Record that a player takes the answer to a body outside the house.")
    player: Person = Field(description="The player's id.")
    body: Name = Field(description="To whom, such as IBAS.")
    paragraphs: tuple[ParagraphNumber, ...] | None = Field(
        None, description="Which paragraphs of the decision it is against."
    )


class CaseReopened(CaseworkAct, Event):
    """The case is taken up again; what was settled stands until another answer is."""

    TOPIC: ClassVar = "case.reopened.v1"
    WORD: ClassVar = "reopen_case"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("case reopen", "Take a case up again.")
    reason: Reason = Field(description="Why, in a few plain words.")


class CaseClosed(CaseworkAct, Event):
    """Nothing remains to be done."""

    TOPIC: ClassVar = "case.closed.v1"
    WORD: ClassVar = "close_case"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("case close", "Close a case in which nothing remains to be done.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")


class CaseActRefused(RefusedAct, CaseworkAct, Event):
    """Somebody tried something and was refused. It changes nothing."""

    TOPIC: ClassVar = "case.act_refused.v2"
    WORD: ClassVar = "act_refused"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    player: Person | None = Field(None, description="The player it was about.")
    proposal: Digest | None = Field(None, description="The proposal it was about.")


class RoundDisputed(AuthorityDecision, Event):
    """A case is about this round: it is under dispute until the case is settled."""

    TOPIC: ClassVar = "round.disputed.v1"
    WORD: ClassVar = "dispute_round"
    FROM_FEEDS: ClassVar = False
    NEEDS_AUTHORITY: ClassVar = False
    case: CaseNumber = Field(description="The number of the case.")


class RoundAnswered(AuthorityDecision, Event):
    """A case about this round is settled: it stands, or it is corrected. Its authority was that of the case."""

    TOPIC: ClassVar = "round.answered.v1"
    WORD: ClassVar = "answer_round"
    FROM_FEEDS: ClassVar = False
    NEEDS_AUTHORITY: ClassVar = False
    case: CaseNumber = Field(description="The number of the case.")
    outcome: Literal["stands", "corrected"] = Field(description="Whether the round stands or is corrected.")
    proposal: Digest = Field(description="Digest of the answers that were settled.")


class WagerAnswered(AuthorityDecision, Event):
    """What goes back on a wager in all, stake included, as a case settled it."""

    TOPIC: ClassVar = "wager.answered.v1"
    WORD: ClassVar = "answer_wager"
    FROM_FEEDS: ClassVar = False
    NEEDS_AUTHORITY: ClassVar = False
    SCOPE: ClassVar[Scope] = "hand"
    case: CaseNumber = Field(description="The number of the case.")
    wager: Name = Field(description="The wager.")
    due_minor: Minor = Field(description="What goes back on it in all, stake included, in minor units.")
    proposal: Digest = Field(description="Digest of the answers that were settled.")


CASE_DECISIONS = (RoundDisputed, RoundAnswered, WagerAnswered)
"""What a case does to a round: said by the ledger alone, after the case has seen to authority and four eyes."""

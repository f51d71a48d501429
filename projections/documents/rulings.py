"""The ruling on a round as JSON: what `recoup rule --json` prints, and what cases and exports keep of it.

A round in a list, as JSON.

Rounds decoded from what a card recogniser saw, as JSON.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from ledger.events.decisions import Reach
from ledger.mapper import canonical
from ledger.merkle import digest
from ledger.table_standing import Decision, RoundStanding
from ledger.values.document import Digest, Document, EditionDocument, Minor, Position, is_none
from ledger.values.refusals import refusal_fields
from projections.answers.status import StatusWord
from projections.messages.catalogue import Catalogue
from projections.table_days import TableDays
from replay import ENGINE
from replay.games.registry import GAMES
from replay.judging.finding import Finding
from replay.judging.judgement import Judgement, Outcome, Reconstruction, Verdict
from replay.judging.sightings import DecodedRound
from replay.rulebooks.rules import Branch
from replay.ruling.incomplete_record import Lacking
from replay.ruling.outcomes import RulingOutcome
from replay.ruling.resolved_readings import ResolvedReading
from replay.ruling.ruling import Award, Ruling, branch_id, round_standing
from replay.ruling.shoe_totals import MoneyTotals, ShoeTotals
from replay.table_day.round import Round

_ENGLISH: Final = Catalogue()


class FindingDocument(Document):
    """A breach or a doubt; `at` is the position of the entry it is about."""

    kind: str
    clauses: list[str]
    at: Position
    text: str
    wagers: list[str]
    under: list[str] | None


def finding_document(finding: Finding) -> FindingDocument:
    """A finding as JSON for others."""
    return FindingDocument.from_object(finding, at=finding.position, under=finding.branch_ids or None)


def worded_finding_document(finding: Finding) -> FindingDocument:
    """The same in the words of pages and reports, cards by their codes."""
    sentence = _ENGLISH.plain_finding(finding, str)
    if finding.condition:
        sentence = _ENGLISH.say("condition.under", condition=_ENGLISH.condition(finding.condition), sentence=sentence)
    return finding_document(finding).model_copy(update={"text": sentence})


class MoveDocument(Document):
    """A card that goes to another place."""

    card: str
    origin: Annotated[str, Field(alias="from")]
    to: str


class AskDocument(Document):
    """A decision that is to be asked again."""

    place: str
    who: str
    why: str


class SurplusDocument(Document):
    """A card that is not needed."""

    card: str
    goes: str


class ReconstructionDocument(Document):
    """How the cards are put where they belong."""

    outcome: Outcome
    moves: list[MoveDocument]
    draw: list[str]
    ask: list[AskDocument]
    surplus: list[SurplusDocument]
    why: str | None
    left_open: Annotated[str | None, Field(description="why it is open what else is to be done")] = Field(
        default=None, exclude_if=is_none
    )


def _reconstruction(reconstruction: Reconstruction | None) -> ReconstructionDocument | None:
    if reconstruction is None:
        return None
    return ReconstructionDocument.from_object(
        reconstruction,
        moves=[MoveDocument.from_object(move, to=move.destination) for move in reconstruction.moves],
        ask=[
            AskDocument.from_object(request, who=request.decider or "", why=request.reason)
            for request in reconstruction.requests
        ],
        surplus=[SurplusDocument.from_object(surplus, goes=surplus.destination) for surplus in reconstruction.surplus],
        why=reconstruction.reason,
    )


class OutcomeDocument(Document):
    """What several branches come to alike: money, cards to move, decisions to ask. `under` are the readings that lead
    there, null where there is no other outcome.
    """

    id: str
    branches: list[str]
    under: list[dict[str, list[str]]] | None
    verdict: Verdict
    reconstruction: ReconstructionDocument | None
    due_minor: dict[str, Minor | None]
    paid_minor: dict[str, Minor | None] | None = Field(
        default=None, exclude_if=is_none, description="What was paid on each wager, where that depends on the outcome."
    )


def _outcome(outcome: RulingOutcome, ruling: Ruling) -> OutcomeDocument:
    dues = {wager_due.wager: wager_due.due_minor for wager_due in outcome.judgement.wagers_due}
    return OutcomeDocument.from_object(
        outcome,
        branches=[branch_id(ruling.branches[number], number + 1) for number in outcome.branches],
        under=list(map(dict, outcome.condition)) or None,
        reconstruction=_reconstruction(outcome.judgement.reconstruction),
        due_minor={award.wager_due.wager: dues.get(award.wager_due.wager, 0) for award in ruling.awards},
        paid_minor=outcome.paid_minor if any(award.wager_due.is_paid_by_reading for award in ruling.awards) else None,
    )


class ResultDocument(Document):
    """What the dealer called, what the cards on the table say, what the lawful cards say."""

    declared: str | None
    dealt: str | None
    lawful: str | None


class MisdrawWindowDocument(Document):
    """The time within which a misdraw can be put right, in positions of the ledger."""

    state: Literal["open", "noticed", "put_right", "closed", "not_told"]
    opened_at: Position
    noticed_at: Position | None
    put_right_at: Position | None
    closed_at: Position | None


class BranchDocument(Document):
    """The round under one choice of readings, or one order of events."""

    id: str
    choices: dict[str, str]
    verdict: Verdict
    result: ResultDocument
    hands: dict[str, list[str]]
    reconstruction: ReconstructionDocument | None
    standing: str | None
    window: MisdrawWindowDocument | None
    due_minor: dict[str, Minor | None]
    as_dealt_minor: dict[str, Minor | None]
    withheld_minor: dict[str, Minor | None]
    settled_minor: dict[str, Minor]


def _branch(branch: Branch[Judgement], number: int) -> BranchDocument:
    judgement = branch.outcome
    return BranchDocument.from_object(
        judgement,
        id=branch_id(branch, number),
        choices=branch.choices,
        result=ResultDocument(
            declared=judgement.declared_result, dealt=judgement.dealt_result, lawful=judgement.lawful_result
        ),
        reconstruction=_reconstruction(judgement.reconstruction),
        window=judgement.window and MisdrawWindowDocument.from_object(judgement.window),
        due_minor={wager_due.wager: wager_due.due_minor for wager_due in judgement.wagers_due},
        as_dealt_minor={wager_due.wager: wager_due.as_dealt_minor for wager_due in judgement.wagers_due},
    )


class MoneyDocument(Document):
    """The money of one wager; amounts that are paid include the stake.

    `paid_minor` is what was paid, whatever was taken back of it later; `taken_back_minor` is absent where nothing was.
    """

    wager: str
    parent: str | None
    player: str
    kind: str
    stake_minor: Minor
    nominal_minor: Minor
    paid_minor: Minor | None
    taken_back_minor: Minor | None = Field(None, exclude_if=is_none)
    awarded_minor: Minor | None
    if_claimed_minor: Minor | None


def _money(award: Award) -> MoneyDocument:
    return MoneyDocument.from_object(
        award.wager_due,
        taken_back_minor=award.wager_due.taken_back_minor or None,
        awarded_minor=award.awarded_minor,
        if_claimed_minor=award.if_claimed_minor,
    )


class ReadingDocument(Document):
    """One way to read an ambiguous clause."""

    reading: str
    text: str


class ResolvedReadingDocument(Document):
    """A reading that a ruling rests on and that was resolved beforehand: by whom, from what source, and how else.

    `by` is the word trade or house where the edition says it, else a person; then it holds `since` and stands `at` a
    position.
    """

    clause: str
    reading: str
    text: str
    by: str
    source: str
    since: str | None
    at: int | None
    alternatives: list[ReadingDocument]


def _resolved_reading(resolved: ResolvedReading) -> ResolvedReadingDocument:
    others = [ReadingDocument(reading=letter, text=text) for letter, text in resolved.alternatives]
    return ResolvedReadingDocument.from_object(resolved, at=resolved.position, alternatives=others)


class BasisDocument(Document):
    """The entries that a ruling rests on, and a digest of their leaves."""

    ranges: list[tuple[Position, Position]]
    leaves_digest: Digest


def basis_document(ruling: Ruling, leaves: Mapping[int, bytes]) -> BasisDocument:
    """What a ruling rests on; the digest is SHA-256 over the leaf hashes, given by position, in order."""
    hashes = b"".join(leaves[position] for position in ruling.positions)
    return BasisDocument(ranges=position_ranges(ruling.positions), leaves_digest=digest(hashes))


def position_ranges(positions: Sequence[int]) -> list[tuple[int, int]]:
    """Positions as closed ranges: 1, 2, 3, 7 is (1, 3), (7, 7)."""
    ranges: list[tuple[int, int]] = []
    for position in positions:
        if ranges and ranges[-1][1] == position - 1:
            ranges[-1] = ranges[-1][0], position
        else:
            ranges.append((position, position))
    return ranges


class DecisionDocument(Document):
    """A decision, or the attempt at one: `refused` says why it does not hold, `at` is its position."""

    at: Position
    act: str
    scope: Reach
    shoe: str | None
    round: str | None
    by: str
    role: str | None
    reason: str | None
    clause: str | None
    basis: str | None
    refused: str | None
    code: str | None = Field(description="The code of that reason; null where it has none.")
    particulars: dict[str, Any] | None = Field(description="What its sentence says, as data.")
    in_force: bool
    claimed: bool = Field(description="Whether nobody signed it: whoever is named is only claimed.")


def decision_document(decision: Decision, round_: Round) -> DecisionDocument:
    """A decision that concerns a round, or the attempt at one."""
    event = decision.event
    return DecisionDocument.from_object(
        decision,
        at=decision.position,
        by=event.by,
        role=event.office,
        reason=event.reason,
        basis=event.basis,
        claimed=decision.is_claimed,
        in_force=decision.position in round_.positions_in_force,
        **{"code": None, "particulars": None, **refusal_fields(decision.refused)},
    )


class MoneyTotalsDocument(Document):
    """Money of several wagers; null where an amount is not established."""

    stake_minor: Minor
    paid_minor: Minor | None
    taken_back_minor: Minor | None = Field(None, exclude_if=is_none)
    due_minor: Minor | None
    balance_minor: int | None
    withheld_minor: Minor | None


class ShoeTotalsDocument(Document):
    """What a shoe comes to, from its first round to this one, under one choice among the readings of a decision."""

    choices: dict[str, str]
    players: dict[str, MoneyTotalsDocument]
    all: MoneyTotalsDocument


def _shoe_totals(totals: ShoeTotals) -> ShoeTotalsDocument:
    players = {player: _money_totals(sums) for player, sums in totals.players.items()}
    return ShoeTotalsDocument.from_object(totals, players=players, all=_money_totals(totals.total))


def _money_totals(sums: MoneyTotals) -> MoneyTotalsDocument:
    return MoneyTotalsDocument.from_object(sums, taken_back_minor=sums.taken_back_minor or None)


class OpenFindingDocument(Document):
    """A finding that may not hold, because what would speak against it may be missing."""

    kind: str
    text: str


class LackingDocument(Document):
    """What the record of a round lacks: numbers that a source skipped, a delivery that was refused or in conflict, or what
    no source of the version reports; and what that leaves open.
    """

    what: Literal["gap", "refused", "conflicting", "unreadable", "not_reported"]
    source: str = Field(description="The source of what is missing; of what is not reported the account.")
    first: int | None = Field(description="The first of the numbers that its source gave it, where they are known.")
    last: int | None = Field(description="The last of them.")
    at: Position | None = Field(description="The position of the entry that shows that it is missing.")
    reason: str | None = Field(description="Why it was refused.")
    topics: list[str] = Field(description="What it was, as far as that could be read, or what is not reported.")
    places: list[str] = Field(description="The places that it names, as far as it could be read.")
    wagers: list[str] = Field(description="The wagers that it names, as far as it could be read.")
    findings: list[OpenFindingDocument] = Field(description="The findings that it leaves open.")
    open_wagers: list[str] = Field(description="The wagers of which it leaves open what is due.")


def _lacking(part: Lacking) -> LackingDocument:
    found = [OpenFindingDocument(kind=finding.kind, text=finding.sentence) for finding in part.findings]
    return LackingDocument.from_object(part, at=part.position, findings=found)


class RulingDocument(Document):
    """A ruling on a round; `totals` only where a whole shoe is ruled on."""

    round: str
    table: str
    shoe: str | None
    game: Annotated[str, Field(json_schema_extra={"enum": list(GAMES)})]
    account: str
    rulebook: EditionDocument = Field(description="The edition that a ruling was made under.")
    engine: str
    findings: list[FindingDocument]
    outcomes: list[OutcomeDocument]
    branches: list[BranchDocument]
    verdict: Verdict
    money: list[MoneyDocument]
    authority: str | None
    clauses: list[str]
    resolved: list[ResolvedReadingDocument]
    basis: BasisDocument
    standing: RoundStanding
    decisions: list[DecisionDocument]
    totals: list[ShoeTotalsDocument] | None
    incomplete: list[LackingDocument] | None = Field(
        default=None, exclude_if=is_none, description="What the record of the round lacks; absent where nothing is missing."
    )

    @property
    def canonical(self) -> bytes:
        """Canonical JSON (RFC 8785): what a digest of the ruling is over, and its line in a package."""
        return canonical(self.model_dump(mode="json"))


def ruling_document(
    ruling: Ruling, leaves: Mapping[int, bytes], totals: Iterable[ShoeTotals] | None = None
) -> RulingDocument:
    """A ruling as JSON for others, from the leaf hashes of what it rests on by position."""
    round_ = ruling.round
    return RulingDocument.from_object(
        ruling,
        round=round_.name,
        table=round_.name.split("/")[0],
        shoe=round_.shoe,
        game=round_.edition.game,
        account=round_.account,
        rulebook=EditionDocument.from_object(ruling.edition, edition=ruling.edition.name),
        engine=ENGINE,
        findings=list(map(finding_document, ruling.findings)),
        outcomes=[_outcome(outcome, ruling) for outcome in ruling.outcomes],
        branches=[_branch(branch, number) for number, branch in enumerate(ruling.branches, 1)],
        money=list(map(_money, ruling.awards)),
        resolved=list(map(_resolved_reading, ruling.resolved)),
        basis=basis_document(ruling, leaves),
        standing=round_standing(round_),
        decisions=[decision_document(decision, round_) for decision in round_.decisions],
        totals=totals and list(map(_shoe_totals, totals)),
        incomplete=list(map(_lacking, ruling.incomplete)) or None,
    )


def ruling_documents(table_days: TableDays, rounds: Iterable[str]) -> Iterator[RulingDocument]:
    """The rulings on these rounds as JSON for others. Raises UnknownRound."""
    return (ruling_document(ruling, table_days.leaves(ruling)) for ruling in table_days.rulings(rounds))


class RoundDocument(Document):
    """A round in a list; `attention` is 4 for a disputed round, 3 where a role must decide, 2 where money is to be
    corrected, 1 where anything was found, else 0.
    """

    round: str
    table: str
    day: str
    shoe: str | None
    game: str
    rulebook: str
    edition: str
    account: str
    standing: RoundStanding
    verdict: Verdict
    findings: int
    wagers: int
    staked_minor: Minor
    first_position: Position
    last_position: Position
    opened_at: str
    dealer: str | None
    currency: str
    minor_digits: int
    attention: Annotated[int, Field(ge=0, le=4)]
    status: StatusWord = Field(description="Its status, by its ruling and by the cases about it.")
    decider: str | None = Field(description="The role that must decide, where its status is for_decision.")
    cases: list[str] = Field(description="The cases about it, by number.")
    in_question_minor: Minor = Field(description="What players are owed, or would be at most where a role must decide.")
    overpaid_minor: Minor = Field(
        description="What players were paid too much, or would have been at most where a role must decide."
    )


def round_document(row: Mapping[str, Any]) -> RoundDocument:
    """A round in a list, from its row in the read model."""
    named = {name: row["table_name" if name == "table" else name] for name in RoundDocument.model_fields}
    return RoundDocument(**named | {"cases": row["cases"].split()})


class RecognisedCardDocument(Document):
    """A card as far as it can be told."""

    place: str
    card: str = Field(description="`7h`, or `7?` where only the rank is sure, or `??`.")
    likeliest: str = Field(description="The likeliest face.")
    confidence: str = Field(description="How likely that face is, as a decimal rounded down to four digits.")


class RecognisedRoundDocument(Document):
    """A round as far as it can be told."""

    round: str
    is_sure: bool = Field(description="Whether all that is said of it is as likely as was asked for.")
    confidence: str = Field(description="How likely all that is said of it is, as a decimal rounded down to four digits.")
    cards: list[RecognisedCardDocument] = Field(description="In the order of the deal.")


def recognised_document(decoded: DecodedRound) -> RecognisedRoundDocument:
    """A round as far as it can be told."""
    cards = [
        RecognisedCardDocument(
            place=card.place, card=card.card, likeliest=card.likeliest, confidence=share_text(card.confidence)
        )
        for card in decoded.cards
    ]
    return RecognisedRoundDocument(
        round=decoded.seen.subject, is_sure=decoded.is_sure, confidence=share_text(decoded.confidence), cards=cards
    )


def share_text(share: Fraction) -> str:
    """A probability with four digits, rounded down."""
    return f"0.{share * 10_000 // 1:04d}" if share < 1 else "1.0000"

"""A round step by step, as JSON."""

from typing import Any

from pydantic import Field

from ledger.mapper import stored_topic
from ledger.table_standing import RoundStanding
from ledger.values.document import Document, EditionDocument, Minor, Position
from projections.answers.boards import build_boards
from projections.answers.round_answer import RoundAnswer
from projections.answers.status import StatusWord
from projections.documents.rulings import DecisionDocument, FindingDocument, decision_document, worded_finding_document
from projections.timeline.timeline import AccountMend, Step, account_mends, timeline_steps
from replay.ruling.ruling import round_standing


class StepDocument(Document):
    """One entry of a round, with the table as it then stood and what was due next."""

    step: int
    position: Position
    source: str
    time: str | None
    topic: str
    data: dict[str, Any]
    text: str
    hands: dict[str, list[str]]
    due: str | None
    findings: list[str]


def _step(step: Step) -> StepDocument:
    round_entry, entry = step.round_entry, step.round_entry.entry
    return StepDocument.from_object(
        step,
        step=step.number,
        position=round_entry.position,
        source=entry.source,
        time=entry.delivery.time,
        topic=stored_topic(entry.delivery),
        data=round_entry.event.model_dump(exclude_none=True),
        findings=[finding.text for finding in step.findings],
    )


class ToldEventDocument(Document):
    """An event of a typed account, by its position."""

    position: Position
    text: str


class AccountMendDocument(Document):
    """What a correction of a typed account changed of a round: what stood before, and what was told instead."""

    position: Position
    at: str
    by: str
    reason: str
    before: list[ToldEventDocument]
    instead: list[ToldEventDocument]


def _mend(mend: AccountMend) -> AccountMendDocument:
    return AccountMendDocument.from_object(
        mend,
        before=list(map(ToldEventDocument.from_object, mend.before)),
        instead=list(map(ToldEventDocument.from_object, mend.instead)),
    )


class ReplayDocument(Document):
    """A round step by step."""

    round: str
    account: str
    rulebook: EditionDocument = Field(description="The edition that a ruling was made under.")
    steps: list[StepDocument]
    dealt: dict[str, list[str]]
    lawful: dict[str, list[str]]
    currency: str
    minor_digits: int
    settled: dict[str, Minor] = Field(description="By bet, in minor units of the currency.")
    findings: list[FindingDocument]
    standing: RoundStanding
    decisions: list[DecisionDocument]
    status: StatusWord
    decider: str | None = Field(description="The role that must decide; null where nothing is to be decided.")
    cases: list[str] = Field(description="The cases about it, by number.")
    corrections: list[AccountMendDocument] = Field(description="What was corrected of its typed account.")


def replay_document(answer: RoundAnswer, step_number: int | None = None) -> ReplayDocument:
    """A round up to a step, or to its end; `lawful` has the hands of the outcome that holds, else those of the first."""
    ruling, round_, edition = answer.ruling, answer.ruling.round, answer.ruling.edition
    both = build_boards(ruling, answer.shown_judgement)
    steps = timeline_steps(ruling)[: step_number or None]
    return ReplayDocument(
        round=round_.name,
        account=round_.account,
        rulebook=EditionDocument.from_object(edition, edition=edition.name),
        steps=list(map(_step, steps)),
        currency=round_.table_opening.currency,
        minor_digits=round_.table_opening.minor_digits,
        dealt=steps[-1].hands if steps else {},
        lawful=both.lawful if both else answer.shown_judgement.lawful_hands,
        settled={bet.bet: bet.awarded_minor for bet in answer.bets if bet.is_settled},
        status=answer.status.word,
        decider=answer.status.decider,
        cases=list(answer.status.cases),
        findings=list(map(worded_finding_document, ruling.findings)),
        standing=round_standing(round_),
        decisions=[decision_document(decision, round_) for decision in round_.decisions],
        corrections=list(map(_mend, account_mends(ruling))),
    )

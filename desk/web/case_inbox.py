"""The inbox of cases: the most urgent first, what is to be done next, and by which role."""

from dataclasses import dataclass

from desk.service.visitor import Visitor
from desk.web.ledger_view import LedgerView
from ledger.cases.case import Case
from ledger.cases.casebook import Casebook
from ledger.values.times import format_instant
from projections.answers.case_answer import CaseAnswer, ClockAnswer, NextStep
from projections.documents.cases import ClockDocument, clock_document
from projections.messages.catalogue import Catalogue
from projections.reports.clocks import clock_words
from projections.timeline.event_text import FormatMoney, amount_formatter


@dataclass(frozen=True, slots=True)
class DueLine:
    """A clock of a case, in words."""

    answer: ClockAnswer
    clock: ClockDocument
    what: str
    words: str


def due_line(answer: ClockAnswer, words: Catalogue) -> DueLine:
    """A clock in words."""
    clock = clock_document(answer.standing)
    return DueLine(answer, clock, words.say(f"deadline.{clock.what}"), clock_words(clock, words))


@dataclass(frozen=True, slots=True)
class InboxRow:
    """A case in the inbox."""

    answer: CaseAnswer
    urgency: str
    """Its place in the order of urgency."""
    in_question: str
    """The money in question; empty where there is none."""
    due: DueLine | None
    claims: tuple[tuple[str, str, str], ...]
    """By player, what is claimed and what is still to be paid; empty where that is nothing."""
    is_mine: bool


def inbox_rows(view: LedgerView, visitor: Visitor | None) -> list[InboxRow]:
    """All cases that a visitor is shown, the most urgent first, and those that wait for nothing last."""
    work, now = Casebook(view.ledger), format_instant(view.ledger.clock())
    rows = []
    for case in work.cases():
        answer = CaseAnswer(case, now)
        if visitor is not None and not visitor.sees(answer.case.opened.day.partition("/")[0]):
            continue
        due = due_line(answer.pending, view.words) if answer.pending else None
        is_mine = is_step_of(answer.case, answer.next_step, visitor)
        opening = work.table_opening(answer.case)
        money = amount_formatter(opening.minor_digits, opening.currency, view.words)
        in_question = money(answer.in_question_minor) if answer.in_question_minor else ""
        key = answer.urgency(opening.currency).key
        rows.append(InboxRow(answer, key, in_question, due, _claims(answer, money), is_mine))
    return sorted(rows, key=lambda row: row.urgency, reverse=True)


def _claims(answer: CaseAnswer, money: FormatMoney) -> tuple[tuple[str, str, str], ...]:
    """By player, what is claimed and what is still to be paid."""
    left = {row.player: money(row.owed_minor + row.ex_gratia_minor) for row in answer.outstanding}
    claimed = {player: money(claim.amount_minor) for player, claim in answer.case.claims.items()}
    return tuple((player, claimed.get(player, ""), left.get(player, "")) for player in dict.fromkeys((*claimed, *left)))


def is_step_of(case: Case, step: NextStep | None, visitor: Visitor | None) -> bool:
    """Whether it is somebody's turn: an office of theirs does what is next, and they may."""
    if visitor is None or step is None or not set(step.offices) & set(visitor.offices):
        return False
    wrote = {act.event.by.lower() for act in case.writings}
    return step.name != "approve" or visitor.person.lower() not in wrote

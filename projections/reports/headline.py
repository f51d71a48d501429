"""The headline of a round: the error, the status, the money of each player, and who must act by when."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from projections.answers.case_answer import ACKNOWLEDGEMENT, FINAL_POSITION, CaseAnswer
from projections.answers.round_answer import RoundAnswer
from projections.certainty import finding_in_words, mark
from projections.messages.catalogue import Catalogue
from projections.reports.decisions import decision_sentence
from projections.reports.money import balances_to_act_on, no_balances_text
from projections.reports.readings import deciding_clause, outcome_sentence, status_sentence
from projections.timeline.event_text import describe_event
from projections.timeline.timeline import formatter_for
from replay.judging.finding import Mark
from replay.judging.house_acts import no_spin_calls

TERMS: Final = {"acknowledge": ACKNOWLEDGEMENT, "pay": ""}
"""The terms of the steps of a case that are not due with its final position; none for a payment."""

NOT_OF_THE_ROUND: Final = frozenset({"letter", "close", "appeal"})
"""Steps of a case that change nothing about its rounds."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A round in a few sentences; `mark` says whether the error is one under every reading."""

    found: str
    mark: Mark
    status: str
    counts: str
    """What counts in the outcome that holds, where the cards were not dealt by the rules."""
    owed: tuple[str, ...]
    """Who is owed money, was paid too much, or waits for a decision."""
    settled: str
    """That nothing remains to be paid, where nothing does."""
    decides: str
    must_act: bool
    """Whether somebody must act whom the status does not name."""
    is_decider_named: bool
    """Whether the status names who must decide already."""
    no_spins: tuple[str, ...] = ()
    """The spins that were declared none, and why."""

    @property
    def holds(self) -> str:
        """The status, and what counts."""
        return " ".join(filter(None, (self.status, self.counts)))

    @property
    def money(self) -> tuple[str, ...]:
        """The money of each player, or that nothing remains to be paid."""
        return self.owed or tuple(filter(None, (self.settled,)))

    @property
    def errors(self) -> tuple[str, ...]:
        """The error, the spins declared none, and the status."""
        return tuple(filter(None, (self.found, *self.no_spins, self.holds)))

    @property
    def consequences(self) -> tuple[str, ...]:
        """The money of each player, and who must act."""
        return self.money if self.is_decider_named else (*self.money, self.decides)

    @property
    def to_act_on(self) -> tuple[str, ...]:
        """The same without what asks for no act."""
        return (*self.owed, self.decides) if self.must_act else self.owed


def headline(answer: RoundAnswer, words: Catalogue) -> Headline:
    """The headline of a round from its answer."""
    ruling, first = answer.ruling, next(iter(answer.findings), None)
    step = _case_step(answer, words)
    is_named = not step and answer.is_referred
    return Headline(
        found=_nothing_found(answer, words) if first is None else finding_in_words(ruling, first, words),
        mark="" if first is None else mark(ruling, [first]),
        status=status_sentence(answer, words),
        counts=_counts(answer, words),
        owed=tuple(balances_to_act_on(answer, words)),
        settled=no_balances_text(answer, words),
        decides=step or _decider_sentence(answer, words),
        must_act=bool(step or answer.status.decider) and not is_named,
        is_decider_named=is_named,
        no_spins=tuple(describe_event(call, formatter_for(ruling, words)) for _, call in no_spin_calls(ruling.round)),
    )


def _nothing_found(answer: RoundAnswer, words: Catalogue) -> str:
    """That no breach was found; of a void round who declared what void."""
    if answer.status.word != "void":
        return words.say("report.found_none")
    decision = answer.ruling.round.void_decision
    return "" if decision is None else decision_sentence(decision, answer.ruling.round.table_opening, words)


def _counts(answer: RoundAnswer, words: Catalogue) -> str:
    """What counts in the outcome that holds; empty where the round was dealt by the rules, or is still to be corrected."""
    outcome, ruling = answer.outcome, answer.ruling
    if outcome is None or not any(ruling.branches[number].outcome.standing for number in outcome.branches):
        return ""
    return "" if answer.is_to_be_reconstructed else outcome_sentence(ruling, outcome, words)


def _decider_sentence(answer: RoundAnswer, words: Catalogue) -> str:
    """Who must decide and on which clause; or that nothing remains to be decided."""
    if answer.status.decider is None:
        is_disputed = answer.status.word == "disputed"
        return words.say("headline.disputed" if is_disputed else "report.nobody")
    clause, document = deciding_clause(answer.ruling), answer.ruling.edition.sheet.edition.document
    on = f", {clause}" if clause else ""
    return words.say("report.authority", authority=words.term(answer.status.decider), document=document, on=on)


def _case_step(answer: RoundAnswer, words: Catalogue) -> str:
    """The next step of the last case about the round that has one, and its term; empty where there is none."""
    for case in reversed(answer.cases):
        last = case.taken[-1].entry.recorded_at
        case_answer = CaseAnswer(case, last)
        step = case_answer.next_step
        if step is None or step.name in NOT_OF_THE_ROUND:
            continue
        clock = case_answer.clock(TERMS.get(step.name, FINAL_POSITION))
        due = clock.standing.due_on if clock is not None and clock.is_to_be_met else None
        fields: Mapping[str, str] = {
            "case": case.number,
            "step": words.value(step.words),
            "roles": words.any_of([words.office(role) for role in step.offices]),
        }
        if due is None:
            return words.say("headline.next_step", **fields)
        return words.say("headline.next_step_by", **fields, day=words.day(due.isoformat()))
    return ""

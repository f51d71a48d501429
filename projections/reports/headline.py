"""What happened in a round before all else: the gravest irregularity, what it means, the money, and who must decide."""

from dataclasses import dataclass

from projections.answers.round_answer import RoundAnswer
from projections.certainty import finding_in_words, mark
from projections.messages.catalogue import Catalogue
from projections.reports.compose import decider_sentence
from projections.reports.decisions import decision_sentence
from projections.reports.money import balances_to_act_on
from projections.reports.readings import outcome_sentence, status_sentence
from projections.timeline.event_text import describe_event
from projections.timeline.timeline import formatter_for
from replay.judging.finding import Mark
from replay.judging.house_acts import no_spin_calls


@dataclass(frozen=True, slots=True)
class Headline:
    """A round in a few sentences; `mark` says whether what was found holds in any case."""

    found: str
    mark: Mark
    holds: str
    money: tuple[str, ...]
    decides: str
    no_spins: tuple[str, ...] = ()
    """The spins that were declared none, and why."""


def headline(answer: RoundAnswer, words: Catalogue) -> Headline:
    """What happened in a round, how it stands, the money, and who must act."""
    ruling, first = answer.ruling, next(iter(answer.findings), None)
    no_spins = tuple(describe_event(call, formatter_for(ruling, words)) for _, call in no_spin_calls(ruling.round))
    owed = tuple(balances_to_act_on(answer, words))
    return Headline(
        found=_nothing_found(answer, words) if first is None else finding_in_words(ruling, first, words),
        mark="" if first is None else mark(ruling, [first]),
        holds=_holds(answer, words),
        money=owed or ((words.say("report.all_paid"),) if answer.bets else ()),
        decides=decider_sentence(answer, words),
        no_spins=no_spins,
    )


def _nothing_found(answer: RoundAnswer, words: Catalogue) -> str:
    """That no breach was found; of a void round who declared what void."""
    if answer.status.word != "void":
        return words.say("report.found_none")
    decision = answer.ruling.round.void_decision
    return "" if decision is None else decision_sentence(decision, answer.ruling.round.table_opening, words)


def _holds(answer: RoundAnswer, words: Catalogue) -> str:
    """How the round stands, and what counts in the outcome that holds, where the cards were not dealt by the rules."""
    sentence, outcome = status_sentence(answer, words), answer.outcome
    if outcome is None or not any(answer.ruling.branches[number].outcome.standing for number in outcome.branches):
        return sentence
    counts = outcome_sentence(answer.ruling, outcome, words)
    return f"{sentence} {counts}" if answer.status.word in ("disputed", "settled", "paid", "corrected") else counts

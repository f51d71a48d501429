"""The money of a round, outcome beside outcome, and of a whole shoe."""

from collections.abc import Iterator
from dataclasses import dataclass

from projections.answers.round_answer import RoundAnswer
from projections.messages.catalogue import Catalogue
from projections.reports.headline import headline
from projections.reports.money import (
    DueColumns,
    all_paid_text,
    award_text,
    balances,
    balances_in_outcome,
    bet_description,
    difference_text,
    due_columns,
    plain_formatter,
    stake_text,
)
from projections.reports.readings import (
    outcome_sentence,
    readings_leading_to,
    reconstruction_sentences,
    resolved_reading_sentence,
)
from replay.ruling.outcomes import RulingOutcome


@dataclass(frozen=True, slots=True)
class WagerLine:
    """A wager, its amounts written out; empty where the record does not say, or somebody must decide.

    `dues` has an amount per column of outcomes, and by how much it is not what went back.
    """

    player: str
    wager: str
    on: str
    stake: str
    back: str
    dues: tuple[tuple[str, str], ...]
    awarded: str


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """What holds in an outcome, under which readings, what is to be done, and what each player would still have."""

    id: str
    under: str
    verdict: str
    """What is to be done, in a few words."""
    readings: tuple[str, ...]
    holds: str
    righting: tuple[str, ...]
    balances: tuple[str, ...]
    holds_over_others: bool
    """Whether it is the one of several that holds."""


@dataclass(frozen=True, slots=True)
class RulingView:
    """What holds in each outcome, and the money of all of them side by side."""

    verdict: str
    outcomes: tuple[OutcomeView, ...]
    resolved: tuple[tuple[str, str], ...]
    """By clause, the readings that the ruling rests on and that were resolved beforehand."""
    heads: tuple[str, ...]
    lines: tuple[WagerLine, ...]
    balances: tuple[str, ...]
    currency: str


def ruling_view(answer: RoundAnswer, words: Catalogue) -> RulingView:
    """What a ruling says."""
    ruling, shown = answer.ruling, due_columns(answer)
    return RulingView(
        headline(answer, words).status,
        tuple(_outcome_view(answer, outcome, words) for outcome in ruling.outcomes),
        tuple(
            (resolved_reading.clause, resolved_reading_sentence(resolved_reading, words))
            for resolved_reading in ruling.resolved
        ),
        tuple(", ".join(map(str, numbers)) for numbers in shown.heads),
        tuple(_wager_lines(answer, shown, words)),
        tuple(balance.text for balance in balances(answer, words)),
        ruling.round.table_opening.currency,
    )


def _outcome_view(answer: RoundAnswer, outcome: RulingOutcome, words: Catalogue) -> OutcomeView:
    ruling = answer.ruling
    return OutcomeView(
        outcome.id,
        words.condition(outcome.condition),
        words.say(f"case_verdict.{outcome.verdict}"),
        tuple(readings_leading_to(ruling, outcome.condition, words)),
        outcome_sentence(ruling, outcome, words),
        tuple(reconstruction_sentences(ruling, outcome, words)),
        tuple(balances_in_outcome(answer, outcome, words)),
        holds_over_others=outcome is answer.outcome and len(ruling.outcomes) > 1,
    )


def _wager_lines(answer: RoundAnswer, shown: DueColumns, words: Catalogue) -> Iterator[WagerLine]:
    money = plain_formatter(answer.ruling, words)
    for at, bet in enumerate(answer.bets):
        yield WagerLine(
            bet.player,
            bet.bet,
            bet_description(answer.ruling, bet, words),
            stake_text(bet, words, money),
            all_paid_text(bet, words, money) or "",
            tuple(
                (words.say("report.open") if due is None else money(due), difference_text(bet, due, words, money))
                for due in (column[at] for column in shown.due_minor)
            ),
            award_text(bet, words, money),
        )

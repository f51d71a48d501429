"""The answer on a round as JSON: its status, and its money with what cases paid."""

from pydantic import Field

from ledger.values.document import Minor, Position, is_none
from projections.answers.money import BetAnswer
from projections.answers.round_answer import RoundAnswer
from projections.answers.status import StatusWord
from projections.documents.history import StandingRulingDocument, standing_ruling_document
from projections.documents.rulings import MoneyDocument, RulingDocument, worded_finding_document
from projections.rulings.difference import RulingDifference


class AnsweredMoneyDocument(MoneyDocument):
    """The money of one bet with what cases paid, what is outstanding to the player, and what was paid too much."""

    paid_by_case_minor: Minor | None = Field(None, exclude_if=is_none)
    set_off_minor: int | None = Field(
        None,
        exclude_if=is_none,
        description="What of it is covered by too much paid on other bets; below 0 what this bet covers of others.",
    )
    outstanding_minor: Minor | None = Field(
        None, exclude_if=is_none, description="What is still to be paid to the player; absent where that is not known."
    )
    overpaid_minor: Minor | None = Field(
        None, exclude_if=is_none, description="What the player was paid too much; absent where that is not known."
    )


class AnsweredRulingDocument(RulingDocument):
    """A ruling on a round with its status and money as they are now; in a package, where these keys are absent, without."""

    currency: str | None = Field(None, exclude_if=is_none, description="The currency of all amounts, ISO 4217.")
    minor_digits: int | None = Field(None, exclude_if=is_none, description="How many digits of an amount are decimals.")
    status: StatusWord | None = Field(None, exclude_if=is_none, description="One of the words of the glossary.")
    status_since: str | None = Field(
        None, exclude_if=is_none, description="When the act happened that the status rests on; absent where there is none."
    )
    status_position: Position | None = Field(None, exclude_if=is_none, description="Where that act is on record.")
    decider: str | None = Field(None, exclude_if=is_none, description="The role that must decide, where one must.")
    cases: list[str] | None = Field(None, exclude_if=is_none, description="The cases about the round, by number.")
    outcome: str | None = Field(
        None, exclude_if=is_none, description="The id of the outcome that holds; absent where that is open."
    )
    decisive_clauses: list[str] | None = Field(
        None,
        exclude_if=is_none,
        description="The clauses without which the result would be another, in the order in which they apply.",
    )
    money: list[AnsweredMoneyDocument]  # type: ignore[assignment]  # each has more keys than the ruling's own
    on_record: StandingRulingDocument | None = Field(
        default=None, exclude_if=is_none, description="The ruling on record, where it differs from this one."
    )


def answered_ruling_document(
    answer: RoundAnswer, document: RulingDocument, differs: RulingDifference | None = None
) -> AnsweredRulingDocument:
    """The ruling that `document` has as data, with the answer on its round."""
    status, money, opening = answer.status, list[AnsweredMoneyDocument](), answer.ruling.round.table_opening
    for row, bet in zip(document.money, answer.bets, strict=True):
        money.append(AnsweredMoneyDocument(**dict(row) | _money_of(bet)))
    return AnsweredRulingDocument(
        **dict(document)
        | {
            "currency": opening.currency,
            "minor_digits": opening.minor_digits,
            "status": status.word,
            "status_since": status.at,
            "status_position": status.position,
            "decider": answer.status.decider,
            "cases": list(status.cases),
            "outcome": answer.outcome and answer.outcome.id,
            "decisive_clauses": list(answer.decisive_clauses) or None,
            "findings": list(map(worded_finding_document, answer.ruling.findings)),
            "money": money,
            "on_record": None if differs is None else standing_ruling_document(differs),
        }
    )


def _money_of(bet: BetAnswer) -> dict[str, int | None]:
    return {
        "awarded_minor": bet.awarded_minor,
        "if_claimed_minor": bet.if_claimed_minor,
        "paid_by_case_minor": bet.paid_by_case_minor or None,
        "set_off_minor": bet.set_off_minor or None,
        "outstanding_minor": bet.outstanding_minor,
        "overpaid_minor": bet.overpaid_minor,
    }

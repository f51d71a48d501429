"""Bugs in what every game shares: one answer out of many branches, what was paid, who decides."""

from collections.abc import Iterable, Sequence

from drill.planted.planting import GAMES, BrokenFunction, planted_bug
from replay.judging.judgement import Judgement, Verdict, WagerDue
from replay.judging.payments import Payment
from replay.rulebooks.rules import Branch
from replay.ruling.outcomes import RulingOutcome
from replay.ruling.ruling import Award, Ruling
from replay.table_day.round import Round

JudgedBranch = Branch[Judgement]


# One answer out of many branches


@planted_bug("replay.ruling.ruling:judge_branches", *GAMES)
def first_reading_only(original: BrokenFunction, *args: object) -> list[JudgedBranch]:
    """Only the first reading of what a document leaves open is judged."""
    found: list[JudgedBranch] = original(*args)
    return found[:1]


@planted_bug("replay.ruling.ruling:_verdict", *GAMES)
def first_outcome_is_the_verdict(original: BrokenFunction, outcomes: Sequence[RulingOutcome], awarded: object) -> Verdict:
    """The verdict is that of the first of several outcomes."""
    return outcomes[0].verdict


@planted_bug("replay.ruling.outcomes:_outcome_key", *GAMES)
def different_outcomes_are_one(original: BrokenFunction, judgement: Judgement) -> tuple[object, ...]:
    """Branches that come to different money or different cards are one outcome."""
    return ()


@planted_bug("replay.ruling.outcomes:_outcome_key", *GAMES)
def money_makes_no_outcome(original: BrokenFunction, judgement: Judgement) -> tuple[object, ...]:
    """Branches that differ only in money are one outcome."""
    return original(judgement)[1:]  # type: ignore[no-any-return]


@planted_bug("replay.ruling.outcomes:_outcome_key", *GAMES)
def each_branch_is_an_outcome(original: BrokenFunction, judgement: Judgement) -> tuple[object, ...]:
    """Branches that come to the same are several outcomes."""
    return (id(judgement),)


@planted_bug("replay.ruling.ruling:_comparison_key", *GAMES)
def readings_are_dropped(original: BrokenFunction, judgement: Judgement) -> tuple[object, ...]:
    """Branches that differ in one reading of several are told as one, whatever they come to."""
    return ()


@planted_bug("replay.ruling.ruling:Ruling.authority", *GAMES)
def nobody_decides(original: BrokenFunction, ruling: Ruling) -> None:
    """A ruling never names the authority."""


@planted_bug("replay.ruling.ruling:Ruling.authority", *GAMES)
def somebody_always_decides(original: BrokenFunction, ruling: Ruling) -> str:
    """Every ruling is put before the authority."""
    return ruling.edition.authority


@planted_bug("replay.ruling.ruling:_award", *GAMES)
def first_reading_is_awarded(
    original: BrokenFunction,
    branches: object,
    outcomes: object,
    edition: object,
    columns: Sequence[Sequence[WagerDue]],
    wager_index: int,
    consulted: object,
) -> Award:
    """A player gets what is due under the first reading."""
    shown = columns[0][wager_index]
    return Award(shown, awarded_minor=shown.due_minor)


@planted_bug("replay.ruling.ruling:_award", *GAMES)
def nothing_is_awarded(original: BrokenFunction, *args: object) -> Award:
    """What is due under every reading is not awarded either."""
    award: Award = original(*args)
    return Award(award.wager_due)


# What was paid


@planted_bug("replay.judging.payments:Payment.matches", *GAMES)
def overpaid_is_not_seen(original: BrokenFunction, payment: Payment, due_minor: int | None) -> bool:
    """A winner who was paid too much counts as paid rightly."""
    given = (payment.wager_due.paid_minor or 0) - payment.taken_up_minor
    return original(payment, due_minor) or (due_minor is not None and given > due_minor > 0)


@planted_bug("replay.judging.payments:Payment.matches", *GAMES)
def underpaid_is_not_seen(original: BrokenFunction, payment: Payment, due_minor: int | None) -> bool:
    """A winner who was paid too little counts as paid rightly."""
    given = (payment.wager_due.paid_minor or 0) - payment.taken_up_minor
    return original(payment, due_minor) or (due_minor is not None and 0 < given < due_minor)


@planted_bug("replay.judging.payments:mark_unpaid", *GAMES)
def unpaid_is_not_seen(
    original: BrokenFunction, wagers_due: Sequence[WagerDue], round_: Round, *, is_misdealt: bool = False
) -> tuple[WagerDue, ...]:
    """A winner whom nobody paid is not seen."""
    return tuple(wagers_due)


@planted_bug("replay.judging.payments:_is_payment_omitted", *GAMES)
def losers_are_unpaid(original: BrokenFunction, wager_due: WagerDue) -> bool:
    """A wager that lost, and that nobody touched, counts as a winner whom nobody paid."""
    return not wager_due.on_record and not wager_due.referred


@planted_bug("replay.judging.payments:has_outstanding_money", *GAMES)
def money_is_never_outstanding(original: BrokenFunction, wagers_due: Iterable[WagerDue]) -> bool:
    """A round in which somebody was paid wrongly stands."""
    return False


@planted_bug("replay.judging.payments:Payment.matches", *GAMES)
def chips_taken_up_are_paid_again(original: BrokenFunction, payment: Payment, due_minor: int | None) -> bool:
    """Chips that a player took up are to be paid once more."""
    return bool(original(payment._replace(taken_up_minor=0), due_minor))

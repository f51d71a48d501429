"""Drilled rounds in which more was paid on a bet than was right, and the rest was taken back at once.

What a player keeps counts: the round is scored with the truth of the round itself, and the correction must be found.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from drill.record_variations import Failure, RecordKind, Variation, retold, scored_errors, with_events
from drill.tally import Judge, RoundScorer
from ledger.entry import Entry
from ledger.events import Event
from ledger.events.play import CardDealt, PaymentTakenBack, WagerPlaced, WagerReturned
from ledger.events.wheel import BallRested
from replay.judging.finding import Finding
from replay.judging.judgement import Judgement, WagerDue
from replay.rulebooks.rules import Branch
from replay.ruling.ruling import Ruling
from replay.table_day.builder import TableDay

CORRECTIONS: Final = frozenset({"payment_corrected"})
MONEY_FINDINGS: Final = frozenset({"wrong_payment", "mispaid_as_dealt", "unpaid", "paid_on_no_spin"})


def _payment_taken_back(kind: str, table_day: TableDay, name: str, rng: Random) -> Variation | None:
    """More is paid on a bet, and what was too much is taken back at once: the player keeps what was paid before."""
    entries = list(table_day.entries)
    laid = {entry.event.wager for entry in entries if isinstance(entry.event, WagerPlaced)}
    own = [at for at, entry in enumerate(entries[: _next_round_begins(entries, name)]) if entry.subject == name]
    payments = [at for at in own if _is_correctable(kind, entries[at].event, laid)]
    if not payments:
        return None
    at = rng.choice(payments)
    paid = entries[at].event
    assert isinstance(paid, WagerReturned)
    more = rng.choice((100, 500, 2_500))
    events: list[Event] = [
        WagerReturned(wager=paid.wager, amount_minor=paid.amount_minor + more),
        _back(paid, more),
    ]
    match kind:
        case "paid_twice_and_taken_back":
            events = [paid, paid, _back(paid, paid.amount_minor)]
        case "loser_paid_and_taken_back":
            events = [paid, WagerReturned(wager=paid.wager, amount_minor=more), _back(paid, more)]
        case "paid_again_after_taking_back":
            events = [events[0], _back(paid, paid.amount_minor + more), paid]
    return Variation(kind, retold(table_day, with_events(entries, at, events)), bet=paid.wager)


def _next_round_begins(entries: Sequence[Entry], name: str) -> int | None:
    """Where the next round begins: a payment that is made later, on a bet that rode on, is not taken back at once."""
    draws = [(at, entry.subject) for at, entry in enumerate(entries) if isinstance(entry.event, CardDealt | BallRested)]
    first = next((at for at, subject in draws if subject == name), 0)
    return next((at for at, subject in draws if at > first and subject != name), None)


def _back(paid: WagerReturned, amount_minor: int) -> PaymentTakenBack:
    return PaymentTakenBack(wager=paid.wager, amount_minor=amount_minor, by="dealer")


def _is_correctable(kind: str, event: Event, laid: Collection[str]) -> bool:
    if not isinstance(event, WagerReturned) or event.wager not in laid:
        return False
    return (event.amount_minor > 0) == (kind != "loser_paid_and_taken_back")


def _correction_errors(scored: RoundScorer, varied: Variation, whole: Ruling, judge: Judge) -> Iterator[Failure]:
    """What the payment that came back changes, and should not; and whether its correction is found.

    A winner whose bet was collected is no loser: what is paid on it comes before its turn.
    """
    amiss = any(finding.kind in MONEY_FINDINGS and varied.bet in finding.wagers for finding in whole.findings)
    if amiss and varied.kind == "loser_paid_and_taken_back":
        return
    found: list[Finding] = []

    def by_what_is_kept(_: TableDay, name: str) -> Ruling:
        ruled = judge(varied.table_day, name)
        found.extend(finding for finding in ruled.findings if finding.kind in CORRECTIONS)
        return _as_kept(ruled)

    yield from scored_errors(scored, by_what_is_kept)
    known = any(award.awarded_minor is not None for award in whole.awards if award.wager_due.wager == varied.bet)
    if known and not amiss and not found:
        yield "missed", f"the payment on {varied.bet} was corrected"


def _as_kept(ruling: Ruling) -> Ruling:
    """The ruling as if no more had been paid than players kept."""

    def kept(wager_due: WagerDue) -> WagerDue:
        return wager_due._replace(paid_minor=wager_due.kept_minor, taken_back_minor=0)

    def judged(judgement: Judgement) -> Judgement:
        return replace(judgement, wagers_due=tuple(map(kept, judgement.wagers_due)))

    return replace(
        ruling,
        branches=tuple(Branch(branch.choices, judged(branch.outcome)) for branch in ruling.branches),
        outcomes=tuple(replace(outcome, judgement=judged(outcome.judgement)) for outcome in ruling.outcomes),
        awards=tuple(award._replace(wager_due=kept(award.wager_due)) for award in ruling.awards),
        findings=tuple(finding for finding in ruling.findings if finding.kind not in CORRECTIONS),
    )


PAYMENTS_TAKEN_BACK: Final = dict.fromkeys(
    (
        "paid_too_much_and_taken_back",
        "paid_twice_and_taken_back",
        "loser_paid_and_taken_back",
        "paid_again_after_taking_back",
    ),
    RecordKind(_payment_taken_back, _correction_errors),
)
"""How a payment is corrected at the table."""

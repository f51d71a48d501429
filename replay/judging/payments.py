"""What went back on wagers, held against what is due on them. One place for every game."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ledger.events.play import NoticeGiven, PaymentTakenBack, RoundClosed, WagerReturned
from ledger.values.message import Message
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_clauses
from replay.judging.house_acts import office_of
from replay.judging.judgement import WagerDue
from replay.judging.taken_back import NOTHING_TAKEN_BACK, TakenBack
from replay.table_day.round import Round

declare(
    __name__,
    Phase.MONEY,
    "dealing",
    {
        "wrong_payment": "Wager {wager} of {player}, {amount} on {kind}: {paid} was paid; {due} was due.",
        "unpaid": "Wager {wager} of {player}, {amount} on {kind}: no payment is on record; {due} is still due.",
        "mispaid_as_dealt": "Wager {wager} of {player}, {amount} on {kind}: {paid} was paid; as the table lay at "
        "that time, {due} was due.",
        "payment_corrected": "Wager {wager} of {player}, {amount} on {kind}: {paid} was paid and {back} was taken back. "
        "The payment was corrected at the table.",
        "taken_back_late": "Wager {wager} of {player}, {amount} on {kind}: {back} was taken back, not all of it before the "
        "next round began.",
        "taken_back_beyond": "Wager {wager} of {player}, {amount} on {kind}: {back} was taken back, more than had "
        "been paid.",
    },
    {
        "unpaid": Absence((WagerReturned,)),
        "taken_back_beyond": Absence((WagerReturned,), "before"),
    },
    holds_anyhow=("taken_back_late",),
)


class Payment(NamedTuple):
    """What there is on record of the payment of one wager, and what it is to be held against.

    `clauses` are those on which the due amount of `wager_due` rests. `as_dealt_amounts` are the amounts that were right
    to give by the table as it lay when the payment was made, the likeliest first; empty where only what governs could
    be right. What was wrong by these is said in words of its own, where there are `as_dealt_clauses` for it.
    """

    wager_due: WagerDue
    position: int
    particulars: Mapping[str, str | int]
    clauses: Collection[str]
    as_dealt_amounts: Sequence[int] = ()
    as_dealt_clauses: Collection[str] = ()
    taken_up_minor: int = 0
    """What of the wager the player had taken up: it is not to be paid once more."""
    is_picked_up: bool = False
    """Whether the player took the wager from the table while the round was being settled."""
    is_due_known: bool = True
    """Whether it is known what governs; else what is due is only what would be, if the round is put right."""
    taken_back: TakenBack = NOTHING_TAKEN_BACK
    """What came back of the payments on it."""

    def matches(self, due_minor: int | None) -> bool:
        """Whether what the dealer gave is what was left to give of an amount, stake included."""
        given = (self.wager_due.kept_minor or 0) - self.taken_up_minor
        return due_minor is not None and given == max(due_minor - self.taken_up_minor, 0)


def mark_unpaid(wagers_due: Sequence[WagerDue], round_: Round, *, is_misdealt: bool = False) -> tuple[WagerDue, ...]:
    """The wagers of a round, with those marked whose winnings nobody paid.

    A version whose sources cannot report payments, or do not, is silent. It is an omission only where the round is over
    and others of its wagers were settled, or where notice was given: a player's is about his own wagers, anybody else's is
    about what was done so far and no payment that was still to come, and of a misdealt round it is about the cards.
    """
    if not (round_.is_over and round_.can_report(WagerReturned)):
        return tuple(wagers_due)
    settled = any(claim.on_record for claim in wagers_due)
    closed_at = min((round_entry.index for round_entry, _ in round_.entries_of(RoundClosed)), default=-1)
    given = (
        []
        if is_misdealt
        else [
            (round_entry.index < closed_at, notice.by, office_of(notice.by, round_) is not None)
            for round_entry, notice in round_.entries_of(NoticeGiven)
        ]
    )
    notices = frozenset(by for early, by, is_staff in given if early or not is_staff)
    everybody = settled or any(early and is_staff for early, _, is_staff in given)
    return tuple(
        claim._replace(unpaid=True) if _is_payment_omitted(claim) and (everybody or claim.player in notices) else claim
        for claim in wagers_due
    )


def _is_payment_omitted(wager_due: WagerDue) -> bool:
    """Whether more is due on a wager that nobody paid than what its player has, and was so by the table as it lay."""
    return not (wager_due.on_record or wager_due.referred) and all(
        due not in (None, wager_due.stake_minor) and due > (wager_due.kept_minor or 0)
        for due in (wager_due.due_minor, wager_due.as_dealt_minor)
    )


def payment_findings(payments: Iterable[Payment], format_money: Callable[[int], str]) -> Iterator[Finding]:
    """Payments that are not what is due, winners that nobody paid, and payments that were wrong when they were made."""
    for payment in payments:
        claim, kept, due = payment.wager_due, payment.wager_due.kept_minor, payment.wager_due.due_minor
        if claim.unpaid and due is not None:
            about = {**payment.particulars, "due": format_money(due - (kept or 0))}
            yield Finding("unpaid", sorted_clauses(payment.clauses), payment.position, about, (claim.wager,))
        elif kept is not None:
            about, amiss = {**payment.particulars, "paid": _paid_text(claim, format_money)}, _is_wrong(payment)
            if amiss and due is not None:
                shown = {**about, "due": _due_text(claim, format_money(due))}
                yield Finding("wrong_payment", sorted_clauses(payment.clauses), payment.position, shown, (claim.wager,))
            if (
                payment.as_dealt_amounts
                and payment.as_dealt_clauses
                and due not in payment.as_dealt_amounts
                and (amiss or _was_wrong_when_made(payment))
            ):
                then = {**about, "due": format_money(payment.as_dealt_amounts[0])}
                yield Finding(
                    "mispaid_as_dealt", sorted_clauses(payment.as_dealt_clauses), payment.position, then, (claim.wager,)
                )
            yield from _taken_back_findings(payment, format_money, is_right=not amiss)


def _due_text(wager_due: WagerDue, amount: str) -> str:
    """What was due; of a bet on which a role must decide, what would be unless it decides otherwise."""
    return Message("{amount} (subject to a decision)", amount=amount) if wager_due.referred else amount


def _paid_text(wager_due: WagerDue, format_money: Callable[[int], str]) -> str:
    """What was paid, and what of it was taken back."""
    paid, back = format_money(wager_due.paid_minor or 0), wager_due.taken_back_minor
    return Message("{paid}, less {back} taken back,", paid=paid, back=format_money(back)) if back else paid


def _taken_back_findings(payment: Payment, format_money: Callable[[int], str], *, is_right: bool) -> Iterator[Finding]:
    """Yield what there is to say of a payment that was taken back, in part or whole."""
    claim, taken_back = payment.wager_due, payment.taken_back
    about = {
        **payment.particulars,
        "paid": format_money(claim.paid_minor or 0),
        "back": format_money(claim.taken_back_minor),
    }
    clauses, wagers = sorted_clauses(payment.clauses), (claim.wager,)
    if taken_back.beyond_position is not None:
        yield Finding("taken_back_beyond", clauses, taken_back.beyond_position, about, wagers)
    if taken_back.late_position is not None:
        yield Finding("taken_back_late", clauses, taken_back.late_position, about, wagers)
    elif taken_back.position is not None and is_right:
        yield Finding("payment_corrected", clauses, taken_back.position, about, wagers)


def _is_wrong(payment: Payment) -> bool:
    """Whether a payment fits nothing that could be right; a stake taken up late is a finding of its own."""
    if not payment.wager_due.on_record:
        return payment.is_picked_up and (payment.wager_due.kept_minor or 0) > (payment.wager_due.due_minor or 0)
    return not any(payment.matches(due) for due in (payment.wager_due.due_minor, *payment.as_dealt_amounts))


def _was_wrong_when_made(payment: Payment) -> bool:
    """Whether a payment, of which nobody can say yet whether it fits what governs, was wrong when it was made."""
    return (
        payment.wager_due.on_record and not payment.is_due_known and not any(map(payment.matches, payment.as_dealt_amounts))
    )


def payments_without_wager(round_: Round, wagers: Collection[str], format_money: Callable[[int], str]) -> Iterator[Finding]:
    """Yield what was paid on wagers that are not on record, and what was taken back from them."""
    for round_entry, paid in round_.entries_of(WagerReturned):
        if paid.wager not in wagers and not round_entry.belongs_to_earlier:
            about = {"amount": format_money(paid.amount_minor), "wager": paid.wager}
            yield Finding("payment_without_wager", (), round_entry.position, about)
    for round_entry, taken in round_.entries_of(PaymentTakenBack):
        if taken.wager not in wagers and not round_entry.belongs_to_earlier:
            about = {"amount": format_money(taken.amount_minor), "wager": taken.wager}
            yield Finding("taken_back_without_wager", (), round_entry.position, about)


def with_shown_payments(
    wagers_due: Iterable[WagerDue], shown: Mapping[str, int | None], round_: Round
) -> Sequence[WagerDue]:
    """The wagers of a round of which no payment is on record: what the dealer showed is taken as what will be paid.

    Where a payment may be missing from the record, or cannot be reported, it may have been made otherwise.
    """
    if not round_.can_report(WagerReturned) or round_.may_lack(WagerReturned):
        return tuple(wagers_due)
    return [
        claim._replace(paid_minor=max(minor, claim.paid_minor or 0), on_record=True)
        if (claim.paid_minor is None or claim.is_rest_unrecorded) and (minor := shown[claim.wager]) is not None
        else claim
        for claim in wagers_due
    ]


def has_outstanding_money(wagers_due: Iterable[WagerDue]) -> bool:
    """Whether money is still to move on any of these wagers, by the record."""
    return any(
        claim.unpaid
        or (claim.due_minor is not None and claim.returned_minor(claim.due_minor) not in (None, claim.due_minor))
        for claim in wagers_due
    )


def is_all_settled_as_due(wagers_due: Iterable[WagerDue]) -> bool:
    """Whether all wagers were settled on record, and every one for what is due."""
    return all(claim.returned_minor(claim.due_minor) == claim.due_minor is not None for claim in wagers_due)

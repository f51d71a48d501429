"""What went back on wagers, held against what is due on them. One place for every game."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ledger.events.play import NoticeGiven, RoundClosed
from ledger.values.offices import ROLES
from replay.judging.finding import Finding, cited
from replay.judging.judgement import Claim
from replay.table_day.round import Round


@dataclass(frozen=True, slots=True)
class Payment:
    """What there is on record of the payment of one wager, and what it is to be held against.

    `grounds` are the clauses on which `claim.due_minor` rests. `then` are the amounts that were right to give by the
    table as it lay when the payment was made, the likeliest first; empty where only what governs could be right. What
    was wrong by these is said in words of its own, where there are `then_grounds` for it.
    """

    claim: Claim
    at: int
    about: Mapping[str, str | int]
    grounds: Collection[str]
    then: Sequence[int] = ()
    then_grounds: Collection[str] = ()
    in_hand_minor: int = 0
    """What of the wager the player had taken up: it is not to be paid once more."""
    picked_up: bool = False
    """Whether the player took the wager from the table while the round was being settled."""
    governed: bool = True
    """Whether it is known what governs; else what is due is only what would be, if the round is put right."""

    def fits(self, due_minor: int | None) -> bool:
        """Whether what the dealer gave is what was left to give of an amount, stake included."""
        given = (self.claim.paid_minor or 0) - self.in_hand_minor
        return due_minor is not None and given == max(due_minor - self.in_hand_minor, 0)


def with_unpaid(claims: Sequence[Claim], round_: Round, *, misdealt: bool = False) -> tuple[Claim, ...]:
    """The wagers of a round, with those marked whose winnings nobody paid.

    A feed that tells no payments is silent. It is an omission only where the round is over and others of its wagers
    were settled, or where notice was given: a player's is about his own wagers, anybody else's is about what was done so
    far and no payment that was still to come, and of a misdealt round it is about the cards.
    """
    if not round_.closed:
        return tuple(claims)
    settled = any(claim.on_record for claim in claims)
    closed_at = min((told.index for told, _ in round_.of(RoundClosed)), default=-1)
    given = [] if misdealt else [(told.index < closed_at, notice.by) for told, notice in round_.of(NoticeGiven)]
    notices = frozenset(by for early, by in given if early or by not in ROLES)
    everybody = settled or not notices.isdisjoint(ROLES)
    return tuple(
        replace(claim, unpaid=True) if _omitted(claim) and (everybody or claim.player in notices) else claim
        for claim in claims
    )


def _omitted(claim: Claim) -> bool:
    """Whether more is due on a wager that nobody paid than what its player has, and was so by the table as it lay."""
    return not (claim.on_record or claim.referred) and all(
        due not in (None, claim.stake_minor) and due > (claim.paid_minor or 0)
        for due in (claim.due_minor, claim.as_dealt_minor)
    )


def payment_findings(payments: Iterable[Payment], money: Callable[[int], str]) -> Iterator[Finding]:
    """Payments that are not what is due, winners that nobody paid, and payments that were wrong when they were made."""
    for payment in payments:
        claim, paid, due = payment.claim, payment.claim.paid_minor, payment.claim.due_minor
        if claim.unpaid and due is not None:
            about = {**payment.about, "due": money(due - (paid or 0))}
            yield Finding("unpaid", cited(payment.grounds), payment.at, about, (claim.wager,))
        elif paid is not None:
            about, amiss = {**payment.about, "paid": money(paid)}, _amiss(payment)
            if amiss and due is not None:
                told = {**about, "due": money(due)}
                yield Finding("wrong_payment", cited(payment.grounds), payment.at, told, (claim.wager,))
            if payment.then and payment.then_grounds and due not in payment.then and (amiss or _amiss_then(payment)):
                then = {**about, "due": money(payment.then[0])}
                yield Finding("mispaid_as_dealt", cited(payment.then_grounds), payment.at, then, (claim.wager,))


def _amiss(payment: Payment) -> bool:
    """Whether a payment fits nothing that could be right; a stake taken up late is a finding of its own."""
    if not payment.claim.on_record:
        return payment.picked_up and (payment.claim.paid_minor or 0) > (payment.claim.due_minor or 0)
    return not any(payment.fits(due) for due in (payment.claim.due_minor, *payment.then))


def _amiss_then(payment: Payment) -> bool:
    """Whether a payment, of which nobody can say yet whether it fits what governs, was wrong when it was made."""
    return payment.claim.on_record and not payment.governed and not any(map(payment.fits, payment.then))


def as_shown(claims: Iterable[Claim], shown: Mapping[str, int | None]) -> list[Claim]:
    """The wagers of a round of which no payment is on record: what the dealer showed is taken as what will be paid."""
    return [
        replace(claim, paid_minor=max(minor, claim.paid_minor or 0), on_record=True)
        if (claim.paid_minor is None or claim.rest_untold) and (minor := shown[claim.wager]) is not None
        else claim
        for claim in claims
    ]


def outstanding(claims: Iterable[Claim]) -> bool:
    """Whether money is still to move on any of these wagers, by the record."""
    return any(
        claim.unpaid or (claim.due_minor is not None and claim.went_back(claim.due_minor) not in (None, claim.due_minor))
        for claim in claims
    )


def settled_as_due(claims: Iterable[Claim]) -> bool:
    """Whether all wagers were settled on record, and every one for what is due."""
    return all(claim.went_back(claim.due_minor) == claim.due_minor is not None for claim in claims)

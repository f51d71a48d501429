"""What goes wrong when wagers are added from the print, collected and paid."""

from collections.abc import Callable, Iterator
from typing import Final

from drill.oracles.roulette import EVEN_CHANCES
from drill.roulette.deal import Floor
from drill.roulette.expected_money import expected, ways
from drill.roulette.faults.spins import Fault
from drill.roulette.scenario import Laid, Script
from ledger.events import Event
from ledger.events.play import WagerReturned
from ledger.events.wheel import DollyPlaced, PrintAdded


def _paid(script: Script) -> Iterator[tuple[int, WagerReturned, Laid]]:
    """Payments and collections of wagers on which nothing else is odd."""
    for at, event in enumerate(script.money):
        if isinstance(event, WagerReturned) and (one := script.wager(event.wager)).fate == "plays" and not one.late:
            yield at, event, one


def _amount(which: Callable[[int, Laid], bool], other: Callable[[int, Laid, Floor], int]) -> Fault:
    """Another amount on one of the wagers."""

    def put(script: Script, floor: Floor) -> bool:
        possible = [(at, event, one) for at, event, one in _paid(script) if which(event.amount_minor, one)]
        if not possible:
            return False
        at, event, one = floor.rng.choice(possible)
        script.money[at] = event.model_copy(update={"amount_minor": other(event.amount_minor, one, floor)})
        return True

    return put


def to_another_player(script: Script, floor: Floor) -> bool:
    """A winner's money is handed to another player, for a wager of that one's."""
    paid = list(_paid(script))
    winners = [(event, one) for _, event, one in paid if _wins(event.amount_minor, one)]
    pairs = [(event, other) for event, one in winners for _, other, whose in paid if whose.event.player != one.event.player]
    if not pairs:
        return False
    won, other = floor.rng.choice(pairs)
    script.money.remove(won)
    script.money.append(WagerReturned(wager=other.wager, amount_minor=won.amount_minor))
    if floor.rng.randrange(2):  # and his own wager is told as collected
        script.money.insert(0, WagerReturned(wager=won.wager, amount_minor=0))
    return True


def never_paid(script: Script, floor: Floor) -> bool:
    """A winner is forgotten."""
    winners = [event for _, event, one in _paid(script) if _wins(event.amount_minor, one)]
    if not winners:
        return False
    script.money.remove(floor.rng.choice(winners))
    return True


def fits_no_reading(script: Script, floor: Floor) -> bool:
    """A wager whose worth hangs on an open question is paid an amount that is right under no reading."""
    rights = [expected(script, floor.edition, way) for way in ways(script, floor.edition)]
    told = [event for event in script.money if isinstance(event, WagerReturned)]
    hanging = [event for event in told if len({right.dues[event.wager] for right in rights}) > 1]
    if not hanging:
        return False
    event = floor.rng.choice(hanging)
    dues = [right.dues[event.wager] or 0 for right in rights]
    script.money[script.money.index(event)] = event.model_copy(update={"amount_minor": max(dues) + 300})
    return True


def _wins(amount: int, one: Laid) -> bool:
    return amount > one.event.stake_minor


def _halved(amount: int, one: Laid) -> bool:
    return one.event.kind in EVEN_CHANCES and amount * 2 == one.event.stake_minor


def print_not_added(script: Script, floor: Floor) -> bool:
    """Winning pieces are not added from the print; the wager is paid all the same."""
    added = [event for event in script.money if isinstance(event, PrintAdded)]
    if not added or script.paid_by:
        return False
    script.money.remove(floor.rng.choice(added))
    script.wanted.add("print_not_added")
    return True


def print_added_late(script: Script, floor: Floor) -> bool:  # noqa: ARG001 - of the faults' form
    """Winning pieces are added from the print only when the losers have been collected."""
    added = [event for event in script.money if isinstance(event, PrintAdded)]
    collected = [at for at, event, _ in _paid(script) if not event.amount_minor]
    if not added or not collected or script.paid_by:
        return False
    script.money.insert(collected[-1] + 1, added[0])
    script.money.remove(added[0])
    script.wanted.add("print_added_late")
    return True


def paid_before_collected(script: Script, floor: Floor) -> bool:  # noqa: ARG001 - of the faults' form
    """A winner is paid before the losers are collected."""
    winners = [event for _, event, one in _paid(script) if _wins(event.amount_minor, one)]
    losers = [at for at, event, _ in _paid(script) if not event.amount_minor]
    if not winners or not losers or script.paid_by:
        return False
    script.money.remove(winners[0])
    script.money.insert(losers[0], winners[0])
    script.wanted.add("paid_before_collected")
    return True


def dolly_after_payment(script: Script, floor: Floor) -> bool:  # noqa: ARG001 - of the faults' form
    """The dolly is placed when all is paid."""
    dollies: list[Event] = [event for event in script.line if isinstance(event, DollyPlaced)]
    told = [event for _, event, one in _paid(script) if _wins(event.amount_minor, one) or not event.amount_minor]
    if not dollies or not told or script.paid_by:
        return False
    script.line.remove(dollies[-1])
    script.money.append(dollies[-1])
    script.wanted.add("dolly_after_payment")
    return True


def payment_without_wager(script: Script, floor: Floor) -> bool:  # noqa: ARG001 - of the faults' form
    """Something is paid for a wager that nobody made."""
    script.money.append(WagerReturned(wager="nothing", amount_minor=500))
    script.wanted.add("payment_without_wager")
    return True


AMOUNTS: Final[dict[str, Fault]] = {
    "wrong_amount": _amount(_wins, lambda amount, _, floor: amount + floor.rng.choice((-500, -100, 100, 500))),
    "loser_paid": _amount(
        lambda amount, _: not amount, lambda _, one, floor: one.event.stake_minor * floor.rng.choice((1, 2))
    ),
    "winner_collected": _amount(_wins, lambda *_: 0),
    "half_loss_forgotten": _amount(_halved, lambda _, one, __: one.event.stake_minor),
    "all_taken_on_zero": _amount(_halved, lambda *_: 0),
    "half_taken_without_zero": _amount(
        lambda amount, one: not amount and one.event.kind in EVEN_CHANCES, lambda _, one, __: one.event.stake_minor // 2
    ),
    "paid_to_another_player": to_another_player,
    "payment_fits_no_reading": fits_no_reading,
}
"""Wrong amounts: what they come to is the money's to say."""

SETTLING_FAULTS: Final[dict[str, Fault]] = {
    **AMOUNTS,
    "winner_never_paid": never_paid,
    "print_not_added": print_not_added,
    "print_added_late": print_added_late,
    "paid_before_collected": paid_before_collected,
    "dolly_after_payment": dolly_after_payment,
    "payment_without_wager": payment_without_wager,
}

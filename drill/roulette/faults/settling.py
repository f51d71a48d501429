"""What goes wrong when wagers are added from the print, collected and paid."""

from collections.abc import Callable, Iterator
from typing import Final

from drill.oracles.roulette import EVEN_CHANCES
from drill.roulette.deal import SimulatedRouletteTable
from drill.roulette.expected_money import expected_outcome, reading_choices
from drill.roulette.faults.spins import Fault
from drill.roulette.scenario import RouletteScenario, ScenarioWager
from ledger.events import Event
from ledger.events.play import WagerReturned
from ledger.events.wheel import DollyPlaced, PrintAdded


def _plain_payments(scenario: RouletteScenario) -> Iterator[tuple[int, WagerReturned, ScenarioWager]]:
    """Payments and collections of wagers on which nothing else is odd."""
    for at, event in enumerate(scenario.money_events):
        if (
            isinstance(event, WagerReturned)
            and (wager := scenario.wager(event.wager)).treatment == "plays"
            and not wager.late_act
        ):
            yield at, event, wager


def _wrong_amount(
    fits: Callable[[int, ScenarioWager], bool], wrong_amount: Callable[[int, ScenarioWager, SimulatedRouletteTable], int]
) -> Fault:
    """Another amount on one of the wagers."""

    def put(script: RouletteScenario, floor: SimulatedRouletteTable) -> bool:
        possible = [(at, event, wager) for at, event, wager in _plain_payments(script) if fits(event.amount_minor, wager)]
        if not possible:
            return False
        at, event, wager = floor.rng.choice(possible)
        script.money_events[at] = event.model_copy(update={"amount_minor": wrong_amount(event.amount_minor, wager, floor)})
        return True

    return put


def to_another_player(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A winner's money is handed to another player, for a wager of that one's."""
    paid = list(_plain_payments(scenario))
    winners = [(event, wager) for _, event, wager in paid if _is_win(event.amount_minor, wager)]
    pairs = [
        (event, other) for event, wager in winners for _, other, whose in paid if whose.event.player != wager.event.player
    ]
    if not pairs:
        return False
    won, other = table.rng.choice(pairs)
    scenario.money_events.remove(won)
    scenario.money_events.append(WagerReturned(wager=other.wager, amount_minor=won.amount_minor))
    if table.rng.randrange(2):  # and his own wager is told as collected
        scenario.money_events.insert(0, WagerReturned(wager=won.wager, amount_minor=0))
    return True


def never_paid(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A winner is forgotten."""
    winners = [event for _, event, wager in _plain_payments(scenario) if _is_win(event.amount_minor, wager)]
    if not winners:
        return False
    scenario.money_events.remove(table.rng.choice(winners))
    return True


def fits_no_reading(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager whose worth hangs on an open question is paid an amount that is right under no reading."""
    rights = [expected_outcome(scenario, table.edition, way) for way in reading_choices(scenario, table.edition)]
    events = [event for event in scenario.money_events if isinstance(event, WagerReturned)]
    hanging = [event for event in events if len({right.dues[event.wager] for right in rights}) > 1]
    if not hanging:
        return False
    event = table.rng.choice(hanging)
    dues = [right.dues[event.wager] or 0 for right in rights]
    scenario.money_events[scenario.money_events.index(event)] = event.model_copy(update={"amount_minor": max(dues) + 300})
    return True


def _is_win(amount: int, wager: ScenarioWager) -> bool:
    return amount > wager.total_minor


def _is_lost(amount: int, wager: ScenarioWager, scenario: RouletteScenario) -> bool:
    """Whether all of a wager is collected. An even chance is halved on zero: nothing goes back where that was taken up."""
    return not amount and not (wager.event.kind in EVEN_CHANCES and scenario.spins[-1].pocket == "0")


def _is_halved(amount: int, wager: ScenarioWager) -> bool:
    return wager.event.kind in EVEN_CHANCES and amount * 2 == wager.event.stake_minor


def print_not_added(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """Winning pieces are not added from the print; the wager is paid all the same."""
    added = [event for event in scenario.money_events if isinstance(event, PrintAdded)]
    if not added or scenario.paid_by_number:
        return False
    scenario.money_events.remove(table.rng.choice(added))
    scenario.required_findings.add("print_not_added")
    return True


def print_added_late(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:  # noqa: ARG001 - of the faults' form
    """Winning pieces are added from the print only when the losers have been collected."""
    added = [event for event in scenario.money_events if isinstance(event, PrintAdded)]
    collected = [at for at, event, _ in _plain_payments(scenario) if not event.amount_minor]
    if not added or not collected or scenario.paid_by_number:
        return False
    scenario.money_events.insert(collected[-1] + 1, added[0])
    scenario.money_events.remove(added[0])
    scenario.required_findings.add("print_added_late")
    return True


def paid_before_collected(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:  # noqa: ARG001 - of the faults' form
    """A winner is paid before the losers are collected."""
    winners = [event for _, event, wager in _plain_payments(scenario) if _is_win(event.amount_minor, wager)]
    losers = [at for at, event, wager in _plain_payments(scenario) if _is_lost(event.amount_minor, wager, scenario)]
    if not winners or not losers or scenario.paid_by_number:
        return False
    scenario.money_events.remove(winners[0])
    scenario.money_events.insert(losers[0], winners[0])
    scenario.required_findings.add("paid_before_collected")
    return True


def dolly_after_payment(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:  # noqa: ARG001 - of the faults' form
    """The dolly is placed when all is paid."""
    dollies: list[Event] = [event for event in scenario.spin_events if isinstance(event, DollyPlaced)]
    events = [
        event
        for _, event, wager in _plain_payments(scenario)
        if _is_win(event.amount_minor, wager) or _is_lost(event.amount_minor, wager, scenario)
    ]
    if not dollies or not events or scenario.paid_by_number:
        return False
    scenario.spin_events.remove(dollies[-1])
    scenario.money_events.append(dollies[-1])
    scenario.required_findings.add("dolly_after_payment")
    return True


def payment_without_wager(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:  # noqa: ARG001 - of the faults' form
    """Something is paid for a wager that nobody made."""
    scenario.money_events.append(WagerReturned(wager="nothing", amount_minor=500))
    scenario.required_findings.add("payment_without_wager")
    return True


AMOUNTS: Final[dict[str, Fault]] = {
    "wrong_amount": _wrong_amount(_is_win, lambda amount, _, floor: amount + floor.rng.choice((-500, -100, 100, 500))),
    "loser_paid": _wrong_amount(
        lambda amount, _: not amount, lambda _, wager, floor: wager.event.stake_minor * floor.rng.choice((1, 2))
    ),
    "winner_collected": _wrong_amount(_is_win, lambda *_: 0),
    "half_loss_forgotten": _wrong_amount(_is_halved, lambda _, wager, __: wager.event.stake_minor),
    "all_taken_on_zero": _wrong_amount(_is_halved, lambda *_: 0),
    "half_taken_without_zero": _wrong_amount(
        lambda amount, wager: not amount and wager.event.kind in EVEN_CHANCES,
        lambda _, wager, __: wager.event.stake_minor // 2,
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

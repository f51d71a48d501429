"""What the dealer of a drilled coup hands over, what players have taken up, and what of it was wrong."""

from collections.abc import Mapping

from drill.baccarat.expected_money import hands_as_left, lawful_hands, money_on
from drill.baccarat.scenario import BaccaratScenario


def taken_up_by_wager(scenario: BaccaratScenario) -> dict[str, int]:
    """What players took up of bets that play all the same: it is not to be given to them once more."""
    taken = {wager for _, wager in scenario.late_withdrawals}
    left = {wager: minor for _, wager, minor in scenario.late_reductions}
    return {
        bet.wager: bet.stake_minor - left.get(bet.wager, 0)
        for bet in scenario.truth.bets
        if bet.wager in taken or bet.wager in left
    }


def due_when_paid(scenario: BaccaratScenario) -> Mapping[str, int | None]:
    """What was right to give when the dealer paid: by the hands as they lie, or as they were put right."""
    return money_on(scenario, lawful_hands(scenario) if scenario.is_corrected else hands_as_left(scenario))


def acceptable_amounts(scenario: BaccaratScenario, wager: str) -> frozenset[int]:
    """All that was right to give for a bet when it was paid: once somebody has spoken up, by the lawful hands too."""
    then = [due_when_paid(scenario)]
    if wager == scenario.late_paid_wager and scenario.notice in ("players_word", "played_on", "late"):
        then.append(money_on(scenario, lawful_hands(scenario)))
    return frozenset(minor for backs in then if (minor := backs[wager]) is not None)


def paid_by_wager(scenario: BaccaratScenario) -> dict[str, int]:
    """What the dealer hands over per wager."""
    taken, backs = taken_up_by_wager(scenario), due_when_paid(scenario)
    right = {wager: max(back - taken.get(wager, 0), 0) for wager, back in backs.items() if back is not None}
    return {
        wager: _wrong_amount(minor, scenario.payment_errors.get(wager, 0))
        for wager, minor in right.items()
        if wager != scenario.unpaid_wager
    }


def _wrong_amount(right_minor: int, error_minor: int) -> int:
    """What is given wrongly: less than nothing cannot be."""
    return right_minor + (error_minor if right_minor + error_minor >= 0 else -error_minor)


def is_paid_later(scenario: BaccaratScenario, *, is_last: bool) -> bool:
    """Whether a bet is settled only when the next coup is dealt."""
    return scenario.late_paid_wager not in (None, scenario.unpaid_wager) and not is_last and not scenario.is_never_called


def unsettled_wagers(scenario: BaccaratScenario, *, is_last: bool) -> frozenset[str]:
    """The wagers that the record leaves unpaid."""
    named = {scenario.unpaid_wager, scenario.late_paid_wager if is_last else None}
    return frozenset(wager for wager in named if wager is not None)


def mispaid_wagers(scenario: BaccaratScenario, *, is_last: bool) -> frozenset[str]:
    """The wagers for which a wrong amount was given: of one that the record leaves unpaid it was not."""
    return (
        frozenset()
        if scenario.is_never_called
        else frozenset(scenario.payment_errors) - unsettled_wagers(scenario, is_last=is_last)
    )


def returned_by_wager(scenario: BaccaratScenario, dues: Mapping[str, int | None], *, is_last: bool) -> dict[str, int]:
    """What players have of each wager by the record: what was handed over, and what they took up.

    Of a bet that was lowered and never settled it tells no more than whether what was taken up is already too much.
    """
    given, taken = {} if scenario.is_never_called else paid_by_wager(scenario), taken_up_by_wager(scenario)
    given = {wager: minor for wager, minor in given.items() if wager not in unsettled_wagers(scenario, is_last=is_last)}
    whole = {wager for _, wager in scenario.late_withdrawals}
    too_much = {wager for wager, minor in taken.items() if (due := dues[wager]) is not None and minor > due}
    return {wager: given.get(wager, 0) + taken.get(wager, 0) for wager in {*given, *whole, *too_much}}

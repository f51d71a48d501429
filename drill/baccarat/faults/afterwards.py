"""Faults that a misdealt coup can have once it is known who noticed: of the money, of the correction, of the word."""

from random import Random
from typing import Final

from drill.baccarat.expected_money import hands_as_left, lawful_hands, money_on, stakes_back
from drill.baccarat.scenario import BaccaratScenario, Fault
from ledger.events.play import WagerPlaced
from replay.games.baccarat.deal import LEAST_CARDS
from replay.games.baccarat.normal_form import HANDS


def _bets_worth_otherwise(scenario: BaccaratScenario) -> list[WagerPlaced]:
    """The bets that are paid by cards that lie wrongly, and are worth something else by right."""
    if scenario.is_never_called or scenario.is_corrected:
        return []
    lay, right = money_on(scenario, hands_as_left(scenario)), money_on(scenario, lawful_hands(scenario))
    return [
        bet
        for bet in scenario.truth.bets
        if bet.wager not in scenario.changed_wagers
        and None not in (lay[bet.wager], right[bet.wager])
        and lay[bet.wager] != right[bet.wager]
    ]


def _set_payment(scenario: BaccaratScenario, wager: str, minor: int) -> None:
    scenario.payment_errors[wager] = minor - (money_on(scenario, hands_as_left(scenario))[wager] or 0)


def _pay_by_no_reading(scenario: BaccaratScenario, rng: Random) -> bool:
    """More is paid than the cards as they lie, the lawful ones or a void come to."""
    if bets := _bets_worth_otherwise(scenario):
        wager = rng.choice(bets).wager
        worth = (
            money_on(scenario, hands_as_left(scenario)),
            money_on(scenario, lawful_hands(scenario)),
            stakes_back(scenario),
        )
        _set_payment(scenario, wager, max(backs[wager] or 0 for backs in worth) + rng.choice((1, 500)))
    return bool(bets)


def _pay_by_tableau_only(scenario: BaccaratScenario, rng: Random) -> bool:
    """The cards are called as they lie, and a bet is paid by the lawful ones."""
    if bets := _bets_worth_otherwise(scenario):
        wager = rng.choice(bets).wager
        _set_payment(scenario, wager, money_on(scenario, lawful_hands(scenario))[wager] or 0)
    return bool(bets)


def _correct_wrongly(scenario: BaccaratScenario, rng: Random) -> bool:
    """A card that is to be moved goes to another wrong place; management leaves it there or moves it once more."""
    astray = [at for at, (place, _) in enumerate(scenario.cards) if place != scenario.right_places[at]]
    if (
        len(scenario.faults) != 1
        or not scenario.is_corrected
        or scenario.missing_cards
        or scenario.card_names
        or not astray
    ):
        return False
    at = rng.choice(astray)
    others = {"punto", "banco", "burn"} - {scenario.right_places[at], scenario.cards[at][0]}
    wrong = [
        place
        for place in sorted(others)
        if scenario.right_places.count(place) < scenario.terms.most_cards or place == "burn"
    ]
    if not wrong:
        return False
    scenario.wrong_correction = at, rng.choice(wrong)
    left = [place for n, place in enumerate(scenario.right_places) if n != at]
    whole = all((*left, scenario.wrong_correction[1]).count(hand) >= LEAST_CARDS for hand in HANDS)
    scenario.is_wrong_correction_left = scenario.notice == "by_management" and whole and rng.randrange(4) != 0
    if scenario.is_wrong_correction_left:  # where all are paid as they should be, that puts the coup right too
        scenario.is_wrong_correction_left = money_on(scenario, hands_as_left(scenario)) != money_on(
            scenario, lawful_hands(scenario)
        )
    scenario.required_findings.add("wrong_correction")
    return True


def _note_as_deliberate(scenario: BaccaratScenario, rng: Random) -> bool:
    """Somebody notes that the dealer did it deliberately."""
    if rng.randrange(3):
        return False
    scenario.is_noted_deliberate = True
    scenario.required_findings.add("noted_irregularity")
    return True


FAULTS_AFTERWARDS: Final[dict[str, Fault]] = {
    "fits_no_reading": _pay_by_no_reading,
    "fits_the_tableau_only": _pay_by_tableau_only,
    "put_right_wrongly": _correct_wrongly,
    "said_to_be_on_purpose": _note_as_deliberate,
}

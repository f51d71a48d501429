"""Faults of the cards: drawn too many or too few, in the wrong order, to the wrong hand; one upon another too."""

from random import Random
from typing import Final

from drill.baccarat.scenario import BaccaratScenario, Fault, hands_of
from drill.oracles.baccarat import due_place, hands_as_laid
from replay.games.baccarat.coup import total


def _two_card_total(scenario: BaccaratScenario, place: str) -> int:
    hand = [card for where, card in scenario.cards if where == place]
    return total(hand[:2], scenario.table.rules)


def _overdraw_punto(totals: frozenset[int]) -> Fault:
    """Punto stands and is given a card; banco, if it was due one, gets the next."""

    def fault(script: BaccaratScenario, _: Random) -> bool:
        if script.is_misdealt or script.card_count("punto") != 2 or _two_card_total(script, "punto") not in totals:
            return False
        if len(script.cards) == 5:
            script.cards[4] = ("punto", script.cards[4][1])
            return script.lay_card("banco")
        return script.lay_card("punto")

    return fault


def _overdraw_banco(totals: frozenset[int]) -> Fault:
    """Banco stands on so many and is given a card."""

    def fault(script: BaccaratScenario, _: Random) -> bool:
        fits = script.card_count("banco") == 2 and len(script.cards) >= 4 and _two_card_total(script, "banco") in totals
        return fits and (not script.is_misdealt or len(script.card_faults) == 1) and script.lay_card("banco")

    return fault


def _underdraw_punto(scenario: BaccaratScenario, _: Random) -> bool:
    """Nobody is given a third card though punto was due one."""
    if scenario.is_misdealt or len(scenario.cards) < 5 or scenario.cards[4][0] != "punto":
        return False
    return scenario.take_back_from(4)


def _underdraw_banco(scenario: BaccaratScenario, _: Random) -> bool:
    """Banco's third card does not come; after an over-draw of punto too."""
    if len(scenario.cards) < 5 or scenario.cards[-1][0] != "banco" or scenario.card_count("banco") != 3:
        return False
    return scenario.take_back_from(len(scenario.cards) - 1)


def _punto_passed_over(scenario: BaccaratScenario, _: Random) -> bool:
    """Banco draws though punto, which was due first, has not drawn."""
    if scenario.is_misdealt or len(scenario.cards) != 6:
        return False
    scenario.take_back_from(5)
    scenario.cards[4] = ("banco", scenario.cards[4][1])
    return True


def _short_hand(scenario: BaccaratScenario, rng: Random) -> bool:
    """The deal breaks off before each hand has two cards."""
    return not scenario.is_misdealt and scenario.take_back_from(rng.choice((2, 3)))


def _thirds_swapped(scenario: BaccaratScenario, _: Random) -> bool:
    """Banco's third card is dealt before punto's."""
    if scenario.is_misdealt or len(scenario.cards) != 6:
        return False
    first, second = scenario.cards[4][1], scenario.cards[5][1]
    scenario.cards[4:] = [("banco", first), ("punto", second)]
    return True


WRONG_FIRST_ORDERS: Final = ("BPBP", "PPBB", "BBPP", "PBBP", "BPPB")
"""Orders in which each hand is given its two cards, and which are not the order of the deal."""


def _first_cards_out_of_order(scenario: BaccaratScenario, rng: Random) -> bool:
    """The first four cards come in another order, and the dealer goes on by the hands that then lie there."""
    if scenario.is_misdealt or len(scenario.cards) < 4:
        return False
    order = rng.choice(WRONG_FIRST_ORDERS)
    hand = {"P": "punto", "B": "banco"}
    out = [card for _, card in scenario.cards]
    laid = [(hand[letter], card) for letter, card in zip(order, out, strict=False)]
    left = out[4:]
    while place := due_place(hands_as_laid(laid), scenario.terms):
        laid.append((place, left.pop(0) if left else scenario.table.cards.pop()))
    scenario.table.cards.extend(reversed(left))
    scenario.cards[:] = laid
    return scenario.is_misdealt


def _thirds_swapped_with_extra_card(scenario: BaccaratScenario, _: Random) -> bool:
    """Banco, which is due no card, is given punto's before punto has one: a card too many, in the wrong order."""
    if scenario.is_misdealt or len(scenario.cards) != 5 or scenario.cards[4][0] != "punto":
        return False
    first, second = scenario.cards[4][1], scenario.table.cards[-1]
    if due_place(hands_as_laid([*scenario.cards[:4], ("punto", second)]), scenario.terms) != "banco":
        return False
    scenario.cards[4:] = [("banco", first), ("punto", scenario.table.cards.pop())]
    return True


def _third_to_wrong_hand(scenario: BaccaratScenario, _: Random) -> bool:
    if scenario.is_misdealt or len(scenario.cards) != 5:
        return False
    place, card = scenario.cards[4]
    scenario.cards[4] = ("banco" if place == "punto" else "punto", card)
    return True


def _fourth_card(scenario: BaccaratScenario, rng: Random) -> bool:
    full = [place for place in ("punto", "banco") if scenario.card_count(place) == 3]
    return bool(full) and scenario.lay_card(rng.choice(full))


def _natural_played_on(scenario: BaccaratScenario, _: Random) -> bool:
    """A natural, and both hands are given a third card all the same."""
    board = hands_of(scenario.cards)
    naturals = max(total(board.punto, scenario.table.rules), total(board.banco, scenario.table.rules)) >= 8
    fits = len(scenario.cards) == 4 and naturals and not scenario.is_misdealt
    return fits and scenario.lay_card("punto") and scenario.lay_card("banco")


CARD_FAULTS: Final[dict[str, Fault]] = {
    "overdraw_banco_on_3": _overdraw_banco(frozenset({3})),
    "overdraw_banco_on_0_to_2": _overdraw_banco(frozenset({0, 1, 2})),
    "overdraw_banco_on_4": _overdraw_banco(frozenset({4})),
    "overdraw_banco_on_5": _overdraw_banco(frozenset({5})),
    "overdraw_punto_on_6": _overdraw_punto(frozenset({6})),
    "overdraw_punto_on_7": _overdraw_punto(frozenset({7})),
    "overdraw_banco_on_6": _overdraw_banco(frozenset({6})),
    "overdraw_banco_on_7": _overdraw_banco(frozenset({7})),
    "overdraw_banco_on_natural": _overdraw_banco(frozenset({8, 9})),
    "thirds_out_of_order_and_one_over": _thirds_swapped_with_extra_card,
    "thirds_out_of_order": _thirds_swapped,
    "first_cards_out_of_order": _first_cards_out_of_order,
    "third_to_wrong_hand": _third_to_wrong_hand,
    "overdraw_punto_on_natural": _overdraw_punto(frozenset({8, 9})),
    "natural_played_on": _natural_played_on,
    "punto_passed_over": _punto_passed_over,
    "underdraw_banco": _underdraw_banco,
    "underdraw_punto": _underdraw_punto,
    "fourth_card": _fourth_card,
    "short_hand": _short_hand,
}
"""Those that seldom fit come first, and the one that fits most seldom before all."""

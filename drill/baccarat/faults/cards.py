"""Faults of the cards: drawn too many or too few, in the wrong order, to the wrong hand; one upon another too."""

from random import Random
from typing import Final

from drill.baccarat.scenario import Fault, Script, hands
from drill.oracles.baccarat import due, lying
from replay.games.baccarat.coup import total


def _two_cards(script: Script, place: str) -> int:
    hand = [card for where, card in script.cards if where == place]
    return total(hand[:2], script.table.rules)


def _overdraw_punto(on: frozenset[int]) -> Fault:
    """Punto stands and is given a card; banco, if it was due one, gets the next."""

    def fault(script: Script, _: Random) -> bool:
        if script.misdealt or script.count("punto") != 2 or _two_cards(script, "punto") not in on:
            return False
        if len(script.cards) == 5:
            script.cards[4] = ("punto", script.cards[4][1])
            return script.lay("banco")
        return script.lay("punto")

    return fault


def _overdraw_banco(on: frozenset[int]) -> Fault:
    """Banco stands on so many and is given a card."""

    def fault(script: Script, _: Random) -> bool:
        fits = script.count("banco") == 2 and len(script.cards) >= 4 and _two_cards(script, "banco") in on
        return fits and (not script.misdealt or len(script.card_faults) == 1) and script.lay("banco")

    return fault


def _underdraw_punto(script: Script, _: Random) -> bool:
    """Nobody is given a third card though punto was due one."""
    if script.misdealt or len(script.cards) < 5 or script.cards[4][0] != "punto":
        return False
    return script.take_back(4)


def _underdraw_banco(script: Script, _: Random) -> bool:
    """Banco's third card does not come; after an over-draw of punto too."""
    if len(script.cards) < 5 or script.cards[-1][0] != "banco" or script.count("banco") != 3:
        return False
    return script.take_back(len(script.cards) - 1)


def _punto_passed_over(script: Script, _: Random) -> bool:
    """Banco draws though punto, which was due first, has not drawn."""
    if script.misdealt or len(script.cards) != 6:
        return False
    script.take_back(5)
    script.cards[4] = ("banco", script.cards[4][1])
    return True


def _short_hand(script: Script, rng: Random) -> bool:
    """The deal breaks off before each hand has two cards."""
    return not script.misdealt and script.take_back(rng.choice((2, 3)))


def _thirds_swapped(script: Script, _: Random) -> bool:
    """Banco's third card is dealt before punto's."""
    if script.misdealt or len(script.cards) != 6:
        return False
    first, second = script.cards[4][1], script.cards[5][1]
    script.cards[4:] = [("banco", first), ("punto", second)]
    return True


FIRST_CARDS: Final = ("BPBP", "PPBB", "BBPP", "PBBP", "BPPB")
"""Orders in which each hand is given its two cards, and which are not the order of the deal."""


def _first_cards_out_of_order(script: Script, rng: Random) -> bool:
    """The first four cards come in another order, and the dealer goes on by the hands that then lie there."""
    if script.misdealt or len(script.cards) < 4:
        return False
    order = rng.choice(FIRST_CARDS)
    hand = {"P": "punto", "B": "banco"}
    out = [card for _, card in script.cards]
    laid = [(hand[letter], card) for letter, card in zip(order, out, strict=False)]
    left = out[4:]
    while place := due(lying(laid), script.terms):
        laid.append((place, left.pop(0) if left else script.table.cards.pop()))
    script.table.cards.extend(reversed(left))
    script.cards[:] = laid
    return script.misdealt


def _thirds_swapped_and_one_over(script: Script, _: Random) -> bool:
    """Banco, which is due no card, is given punto's before punto has one: a card too many, in the wrong order."""
    if script.misdealt or len(script.cards) != 5 or script.cards[4][0] != "punto":
        return False
    first, second = script.cards[4][1], script.table.cards[-1]
    if due(lying([*script.cards[:4], ("punto", second)]), script.terms) != "banco":
        return False
    script.cards[4:] = [("banco", first), ("punto", script.table.cards.pop())]
    return True


def _third_to_wrong_hand(script: Script, _: Random) -> bool:
    if script.misdealt or len(script.cards) != 5:
        return False
    place, card = script.cards[4]
    script.cards[4] = ("banco" if place == "punto" else "punto", card)
    return True


def _fourth_card(script: Script, rng: Random) -> bool:
    full = [place for place in ("punto", "banco") if script.count(place) == 3]
    return bool(full) and script.lay(rng.choice(full))


def _natural_played_on(script: Script, _: Random) -> bool:
    """A natural, and both hands are given a third card all the same."""
    board = hands(script.cards)
    naturals = max(total(board.punto, script.table.rules), total(board.banco, script.table.rules)) >= 8
    fits = len(script.cards) == 4 and naturals and not script.misdealt
    return fits and script.lay("punto") and script.lay("banco")


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
    "thirds_out_of_order_and_one_over": _thirds_swapped_and_one_over,
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

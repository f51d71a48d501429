"""The dealer's hand against figures that were worked out elsewhere, for six decks and a dealer who stands on all 17."""

from fractions import Fraction

import pytest

from replay.blackjack.odds import dealer, insurance_edge
from replay.rulebook import shipped

PUBLISHED = {
    "17": "145245",
    "18": "139258",
    "19": "133685",
    "20": "179527",
    "21": "072874",
    "blackjack": "047489",
    "22": "072591",
    "over": "281921",
}
"""Six places after the point."""


@pytest.mark.parametrize("house", ["ccl", "eca-blackjack"])
def test_the_dealers_hand_comes_to_the_published_figures(house: str) -> None:
    exact = {chance.outcome: chance.probability for chance in dealer(shipped(house))}
    for outcome, digits in PUBLISHED.items():
        assert round(exact[outcome] * 10**6) == int(digits), outcome


def test_every_way_of_the_dealers_hand_is_counted_once() -> None:
    chances = list(dealer(shipped("ccl")))
    assert sum(chance.probability for chance in chances if chance.outcome != "over") == 1


def test_an_insurance_is_worth_what_the_shoe_holds() -> None:
    """96 tens among the 311 cards that are left: 1 - 3 x 96/311."""
    assert insurance_edge(shipped("ccl")) == Fraction(23, 311)

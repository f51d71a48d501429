"""The dealer's hand against figures that were worked out elsewhere, for six decks and a dealer who stands on all 17.

And side bets against figures that are counted by hand: six decks hold 312 x 311 / 2 = 48,516 pairs of cards.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import pytest

from replay.editions.loader import shipped_edition
from replay.games.blackjack.odds import SideBetOdds, dealer_chances, insurance_edge, side_bets
from replay.judging.odds import decimal_text
from replay.rulebooks.edition import Edition
from tests.replay.side_rules import either, house

pytestmark = pytest.mark.slow

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
    exact = {chance.outcome: chance.probability for chance in dealer_chances(shipped_edition(house))}
    for outcome, digits in PUBLISHED.items():
        assert round(exact[outcome] * 10**6) == int(digits), outcome


def test_every_way_of_the_dealers_hand_is_counted_once() -> None:
    chances = list(dealer_chances(shipped_edition("ccl")))
    assert sum(chance.probability for chance in chances if chance.outcome != "over") == 1


def test_an_insurance_is_worth_what_the_shoe_holds() -> None:
    """96 tens among the 311 cards that are left: 1 - 3 x 96/311."""
    assert insurance_edge(shipped_edition("ccl")) == Fraction(23, 311)


PAIRS_ONLY: Final = '{ value = { pairs = "pair" }, clause = "RB-12" }'
JACK_ONLY: Final = '{ value = { jack = "dealer_blackjack" }, clause = "RB-12" }'
OF_SIX_DECKS: Final = 48_516
TRADE: Final = """
[published]
push = { edge = "12.89%", clause = "RB-16", implied_odds = "11:1", convention = "what other houses pay" }
"""


def ways(row: SideBetOdds) -> dict[str, int | None]:
    return {line.name: line.ways for line in row.lines}


def percent(row: SideBetOdds) -> str:
    assert row.edge is not None
    return decimal_text(row.edge * 100, 2)


def pairs(posted: Mapping[str, str] | None = None, edition: Edition | None = None) -> list[SideBetOdds]:
    return list(side_bets(edition or house(side_bets__offered=PAIRS_ONLY), posted))


class TestPairs:
    def test_six_decks(self) -> None:
        """Of a card's six copies 15 pairs, 52 times; of two cards of a colour 36, 26 times; red with black 36, 52 times."""
        (row,) = pairs()
        assert ways(row) == {"mixed_pair": 1_872, "coloured_pair": 936, "perfect_pair": 780}
        assert row.pair_count == OF_SIX_DECKS
        assert [line.probability for line in row.lines] == [Fraction(n, OF_SIX_DECKS) for n in (1872, 936, 780)]

    def test_without_posted_odds_there_is_no_edge(self) -> None:
        for posted in (None, {"mixed_pair": "6:1", "perfect_pair": "25:1"}):
            (row,) = pairs(posted)
            assert row.edge is None
            assert row.remark is None

    def test_with_posted_odds(self) -> None:
        """7 x 1,872 + 13 x 936 + 26 x 780 = 45,552 go back of 48,516."""
        (row,) = pairs({"mixed_pair": "6:1", "coloured_pair": "12:1", "perfect_pair": "25:1"})
        assert row.edge == Fraction(2_964, OF_SIX_DECKS)
        assert [line.odds for line in row.lines] == ["6:1", "12:1", "25:1"]

    @pytest.mark.parametrize(
        ("decks", "of", "mixed", "coloured", "perfect"),
        [(8, 86_320, 3_328, 1_664, 1_456), (2, 5_356, 208, 104, 52), (1, 1_326, 52, 26, 0)],
    )
    def test_other_shoes(self, decks: int, of: int, mixed: int, coloured: int, perfect: int) -> None:
        (row,) = pairs(edition=house(side_bets__offered=PAIRS_ONLY, shoe__decks=f'{{ value = {decks}, clause = "RB-1" }}'))
        assert ways(row) == {"mixed_pair": mixed, "coloured_pair": coloured, "perfect_pair": perfect}
        assert row.pair_count == of

    def test_of_the_same_value(self) -> None:
        """Tens: 48 red with 48 black and 24 with 24 of each colour; the nine other ranks as before."""
        rank, value = pairs(
            edition=house(side_bets__offered=PAIRS_ONLY, pair_bet__pair_is_of=either("RB-17?", '"rank"', '"value"'))
        )
        assert (rank.readings, value.readings) == ({"RB-17?": "a"}, {"RB-17?": "b"})
        assert ways(rank) == {"mixed_pair": 1_872, "coloured_pair": 936, "perfect_pair": 780}
        assert ways(value) == {"mixed_pair": 48 * 48 + 9 * 144, "coloured_pair": 2 * 24 * 24 + 9 * 72, "perfect_pair": 780}


def test_the_dealers_blackjacks() -> None:
    """12 black jacks with 24 aces, 12 red aces with 48 red tens, the rest of 24 x 96; 45,504 go back of 48,516."""
    (row,) = side_bets(house(side_bets__offered=JACK_ONLY))
    assert [(line.odds, line.ways) for line in row.lines] == [("50:1", 288), ("25:1", 576), ("10:1", 1_440)]
    assert [line.name for line in row.lines] == ["any ace, black J", "red ace, red T/J/Q/K", "any ace, any T/J/Q/K"]
    assert (row.pair_count, row.edge) == (OF_SIX_DECKS, Fraction(3_012, OF_SIX_DECKS))


@pytest.fixture(scope="module")
def edition() -> Edition:
    """Pairs and the dealer's blackjack are left out: the two others take their time."""
    return house(
        TRADE,
        side_bets__offered='{ value = { bust = "dealer_over", push = "dealer_total" }, clause = "RB-12" }',
        dealer_over_bet__odds=either("RB-18?", '"5:2"', '"3:2"'),
    )


@pytest.fixture(scope="module")
def of_dealer(edition: Edition) -> list[SideBetOdds]:
    return list(side_bets(edition))


@pytest.mark.slow
def test_the_dealer_over(of_dealer: list[SideBetOdds]) -> None:
    to_one, for_one, *_ = of_dealer
    assert [(dict(row.readings), row.lines[0].odds, percent(row)) for row in (to_one, for_one)] == [
        ({"RB-18?": "a"}, "5:2", "1.33"),
        ({"RB-18?": "b"}, "3:2", "29.52"),
    ]
    assert round(to_one.lines[0].probability * 10**6) == int(PUBLISHED["over"])
    assert (to_one.pair_count, to_one.lines[0].ways, to_one.lines[0].name) == (None, None, "over 21")
    assert (to_one.remark, for_one.remark) == (None, None)


def test_the_dealers_total(of_dealer: list[SideBetOdds]) -> None:
    *_, printed, compared = of_dealer
    assert [(row.lines[0].name, row.lines[0].odds, percent(row)) for row in (printed, compared)] == [
        ("22", "1:1", "85.48"),
        ("22", "11:1", "12.89"),
    ]
    assert round(printed.lines[0].probability * 10**6) == int(PUBLISHED["22"])
    assert (printed.published, printed.convention) == (None, None)
    assert (compared.published, compared.convention) == ("12.89%", "what other houses pay")


def test_odds_by_which_the_house_keeps_more_than_half_are_remarked_upon(of_dealer: list[SideBetOdds]) -> None:
    assert [row.remark is not None for row in of_dealer] == [False, False, True, False]


def test_a_published_edge_of_the_odds_themselves_stands_beside_them() -> None:
    text = '\n[published]\njack = { edge = "6.21%", clause = "RB-14", convention = "per stake" }\n'
    (row,) = side_bets(house(text, side_bets__offered=JACK_ONLY))
    assert (row.published, row.convention, percent(row)) == ("6.21%", "per stake", "6.21")


def test_a_house_without_side_bets() -> None:
    assert list(side_bets(shipped_edition("ccl"))) == []

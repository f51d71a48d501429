"""The oracle of Double Chance Baccarat, by rows worked out by hand from the document."""

from fractions import Fraction
from typing import Final

import pytest

from drill.oracles.baccarat import (
    BaccaratTerms,
    BaccaratWager,
    Hands,
    PostedTerms,
    dcb,
    deal_hands,
    due_place,
    favourable_return,
    hands_as_laid,
    is_due_third_card,
    returns_by_wager,
    total,
    void_returns,
    winner,
)

POSTED: Final = PostedTerms({5: Fraction(110), 6: Fraction(44)}, {"Ann": 200, "Bob": 1000, "Cy": 333})


def hands(punto: str, banco: str) -> Hands:
    return Hands(tuple(punto.split()), tuple(banco.split()))


def gives(
    kind: str, stake: int, on: Hands, player: str = "Ann", terms: BaccaratTerms | None = None, **more: int
) -> int | None:
    """What goes back on a wager by itself, beside an any-tie bet that makes UR WAY lawful."""
    wagers = [BaccaratWager("w", player, kind, stake, **more), BaccaratWager("t", player, "any_tie", 100)]
    return returns_by_wager(wagers, on, POSTED, terms or BaccaratTerms())["w"]


# The cards


@pytest.mark.parametrize(
    ("cards", "comes_to"),
    [("As 9d", 0), ("Kh Qs", 0), ("9s 9h", 8), ("7c 6d 5s", 8), ("Td Ah 3c", 4), ("2s 3h 4c 9d", 9)],
)
def test_totals(cards: str, comes_to: int) -> None:
    """DCB-5; of four cards the fourth never counts (DCB-14): 2, 3 and 4 make 9."""
    assert total(cards.split()) == comes_to


TABLEAU: Final = {
    3: "0123456790",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}
"""DCB-12 as it is printed: what banco draws on when giving."""


@pytest.mark.parametrize("has", range(10))
@pytest.mark.parametrize("given", range(10))
def test_banco_by_the_printed_table(has: int, given: int) -> None:
    """Punto had nothing and drew; below 3 banco always draws (DCB-12a?), an 8 and a 9 are naturals."""
    pips = "TA23456789"
    board = Hands(("Th", "Td", f"{pips[given]}c"), (f"{pips[has]}s", "Ks"))
    assert is_due_third_card("banco", board) == (has < 3 or str(given) in TABLEAU.get(has, ""))


@pytest.mark.parametrize("has", range(8))
def test_banco_when_punto_stands_on_six(has: int) -> None:
    """DCB-12b? (a): banco draws on 0 to 5; (b) stands on 3 to 6; (c) nothing given counts as 0: draws on 3 alone."""
    board = hands("6h Kd", f"{'TA234567'[has]}s Ks")
    ways = {letter: is_due_third_card("banco", board, dcb({"DCB-12b?": letter})) for letter in "abc"}
    assert ways == {"a": has <= 5, "b": has < 3, "c": has <= 3}


def test_a_natural_stops_both_and_a_three_card_nine_does_not() -> None:
    """DCB-11, DCB-11a?: punto 4 and 4 make 8; under (b) punto's 2 and 2 and 5 make 9, which stops banco's 3 too."""
    assert due_place(hands("4s 4h", "2d 3d")) is None
    assert due_place(hands("2s 3h", "9d Kd")) is None
    three = hands("2s 2h 5d", "Kc 3c")
    assert due_place(three) == "banco"
    assert due_place(three, dcb({"DCB-11a?": "b"})) is None


def test_the_cards_go_where_they_belong_in_the_order_of_the_shoe() -> None:
    """DCB-DEAL: 5 to 3; punto draws the king, banco draws on it; what is over is left in the shoe."""
    assert deal_hands(["2s", "3h", "3d", "Kd", "Kc", "4c", "9s"]) == hands("2s 3d Kc", "3h Kd 4c")
    assert deal_hands(["2s", "3h", "3d"]) == hands("2s 3d", "3h")
    assert hands_as_laid([("banco", "2s"), ("punto", "3h"), ("banco", "4d")]) == hands("3h", "2s 4d")


@pytest.mark.parametrize(
    ("punto", "banco", "won"),
    [
        ("7s Kd", "6s Kh", "punto"),
        ("7s Kd", "8s Kh", "banco"),
        ("9s 8d", "7s Kh", "egalite"),
        ("Ts Kd", "Qs Kh", "egalite"),
    ],
)
def test_nearest_to_nine_wins(punto: str, banco: str, won: str) -> None:
    assert winner(hands(punto, banco)) == won


# The money

BANCO_WINS: Final = hands("2s Kd 4h", "7s Kh")
PUNTO_WINS: Final = hands("9s Kd", "7s Kh")
FIVE_ALL: Final = hands("2s 3d Kh", "5s Kc")


@pytest.mark.parametrize(
    ("kind", "stake", "on", "back"),
    [
        ("banco", 1000, BANCO_WINS, 1950),  # 19 to 20
        ("banco", 1005, BANCO_WINS, 1960),  # 1005 + 954.75: the fraction to the player
        ("banco", 1, BANCO_WINS, 2),
        ("banco", 1000, PUNTO_WINS, 0),
        ("punto", 1005, PUNTO_WINS, 2010),
        ("punto", 1005, BANCO_WINS, 0),
        ("punto", 1000, FIVE_ALL, 1020),  # Ann's 2%
        ("banco", 1005, FIVE_ALL, 1026),  # 1005 + 20.10
        ("any_tie", 500, FIVE_ALL, 5000),
        ("any_tie", 500, BANCO_WINS, 0),
    ],
)
def test_main_bets(kind: str, stake: int, on: Hands, back: int) -> None:
    assert gives(kind, stake, on) == back


def test_the_share_is_the_player_s_own_and_the_least_where_none_is_agreed() -> None:
    """DCB-17; DCB-17a? (b) pays the share and keeps the stake; DCB-BETS: without an agreement 2%."""
    shares = {player: gives("punto", 1000, FIVE_ALL, player) for player in ("Ann", "Bob", "Cy", "Dee")}
    assert shares == {"Ann": 1020, "Bob": 1100, "Cy": 1034, "Dee": 1020}
    assert gives("punto", 1000, FIVE_ALL, "Bob", dcb({"DCB-17a?": "b"})) == 100


def test_ur_way_wins_on_its_own_total_alone_and_needs_a_main_bet() -> None:
    """DCB-U1 to U3?, DCB-9: 110 to 1 on 5; nothing on a tie on another total; open where nothing is posted."""
    assert gives("ur_way", 100, FIVE_ALL, total=5) == 11_100
    assert gives("ur_way", 100, FIVE_ALL, total=6) == 0
    assert gives("ur_way", 100, hands("3s Kd 4h", "7s Kh"), total=7) is None
    alone = [BaccaratWager("u", "Ann", "ur_way", 100, 5), BaccaratWager("g", "Ann", "3g8", 100)]
    assert returns_by_wager(alone, FIVE_ALL, POSTED)["u"] == 100
    assert returns_by_wager([*alone, BaccaratWager("l", "Ann", "banco", 0, late_minor=500)], FIVE_ALL, POSTED)["u"] == 100


def test_ur_way_on_nothing_and_on_another_player_s_main_bet() -> None:
    """A tie on 0 is a tie; a bet of another player makes nobody's UR WAY lawful."""
    wagers = [BaccaratWager("u", "Ann", "ur_way", 100, 0), BaccaratWager("b", "Bob", "banco", 500)]
    assert returns_by_wager(wagers, hands("Ks Kd Th", "Qs Kh Tc"), POSTED)["u"] == 100
    assert gives("ur_way", 100, hands("Ks Kd Th", "Qs Kh Tc"), total=0) is None


@pytest.mark.parametrize(
    ("punto", "banco", "back"),
    [
        ("2s 3d 8h", "Ks 3h", 18_100),  # banco 3, punto entitled, an 8
        ("2s 3d 8h", "As 2h", 18_100),
        ("2s 3d 7h", "Ks 3h", 0),
        ("2s 3d 8h", "Ks 4h", 0),
        ("6s Kd 8h", "Ks 3h", 0),  # punto stands on 6: the 8 was drawn in error
        ("2s 3d", "Ks 3h 8h", 0),  # the 8 went to banco
    ],
)
def test_three_giving_eight_goes_by_entitlement(punto: str, banco: str, back: int) -> None:
    assert gives("3g8", 100, hands(punto, banco)) == back


def test_what_came_too_late_goes_back_and_the_rest_plays() -> None:
    """DCB-3, DCB-BETS: 700 added to 500 on banco, which loses; 700 that came too late altogether."""
    wagers = [
        BaccaratWager("r", "Ann", "banco", 500, late_minor=700),
        BaccaratWager("l", "Bob", "punto", 0, late_minor=700),
    ]
    assert returns_by_wager(wagers, PUNTO_WINS, POSTED) == {"r": 700, "l": 700}
    assert returns_by_wager(wagers, BANCO_WINS, POSTED) == {"r": 700 + 975, "l": 700}
    assert void_returns(wagers) == {"r": 1200, "l": 700}


def test_nothing_is_decided_while_a_hand_has_no_two_cards() -> None:
    wagers = [BaccaratWager("b", "Ann", "banco", 500), BaccaratWager("x", "Ann", "dragon", 500)]
    assert returns_by_wager(wagers, hands("2s 3d", "4s"), POSTED) == {"b": None, "x": None}
    assert returns_by_wager(wagers, None, POSTED) == {"b": None, "x": None}
    assert returns_by_wager(wagers, BANCO_WINS, POSTED) == {"b": 975, "x": None}


def test_the_player_s_favour_is_one_reading_for_all_of_his_wagers() -> None:
    """DCB-2b? (a): 1950 and 0 are more together than 1000 and 500, so the second wager gets nothing; (b) the 500."""
    wagers = [
        BaccaratWager("b", "Ann", "banco", 1000),
        BaccaratWager("t", "Ann", "any_tie", 500),
        BaccaratWager("p", "Bob", "punto", 100),
    ]
    under = [{"b": 1000, "t": 500, "p": 100}, {"b": 1950, "t": 0, "p": 0}]
    assert [favourable_return(wagers, under, wager) for wager in wagers] == [1950, 0, 100]
    assert [favourable_return(wagers, under, wager, together=False) for wager in wagers] == [1950, 500, 100]

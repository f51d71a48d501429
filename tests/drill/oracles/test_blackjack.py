"""The oracle of blackjack, by rows worked out by hand from the four documents."""

from fractions import Fraction
from typing import Final

import pytest

from drill.oracles.blackjack import (
    BlackjackWager,
    OracleAct,
    OracleTable,
    PostedPairOdds,
    reductions,
    returns_by_wager,
    void_returns,
)
from drill.oracles.blackjack_table import total
from drill.oracles.blackjack_terms import BlackjackTerms, ccl, eca, fbj, scb

POSTED: Final = PostedPairOdds({"mixed_pair": Fraction(6), "coloured_pair": Fraction(12), "perfect_pair": Fraction(25)})
DECISIONS: Final = ("stand", "hit", "double", "split", "free_double", "free_split", "surrender", "insurance", "even_money")


def acts(line: str) -> list[OracleAct]:
    """`1 Ts, d 9h, 1 8c, 1 stand`: cards and decisions at a box's hand, `d` the dealer; `1 surrender P12` who says so."""
    found = []
    for word in line.split(","):
        where, what, *by = word.split()
        place = "dealer" if where == "d" else where if where in ("burn", "exposed") else f"box{where}"
        found.append(OracleAct(place, what, what not in DECISIONS and what != "refuse_card", by[0] if by else ""))
    return found


def table(terms: BlackjackTerms, line: str, *players: str, over: bool = False, sides: str = "") -> OracleTable:
    """A table with one box, which these players play on, the caller first."""
    return OracleTable(terms, {1: players or ("P1",)}, over, frozenset(sides.split())).follow_acts(acts(line))


def back(terms: BlackjackTerms, line: str, stake: int = 1000, *, over: bool = False) -> int | None:
    """What goes back on box 1's wager."""
    return returns_by_wager(table(terms, line, over=over), [BlackjackWager("w", "P1", "main", stake, 1)], POSTED)["w"]


# Hands


@pytest.mark.parametrize(
    ("cards", "comes_to"),
    [
        ("As Kd", (21, True)),
        ("As Ad", (12, True)),
        ("As 6d Td", (17, False)),
        ("As 6d", (17, True)),
        ("Kd Qd 2s", (22, False)),
        ("As Ad 9h", (21, True)),
        ("5s 5d As", (21, True)),
    ],
)
def test_totals(cards: str, comes_to: tuple[int, bool]) -> None:
    assert total(cards.split(), BlackjackTerms()) == comes_to


@pytest.mark.parametrize(
    ("line", "gives"),
    [
        ("1 Ts, d 9h, 1 Kc, 1 stand, d 9s", 2000),  # 20 to 18
        ("1 Ts, d 9h, 1 8c, 1 stand, d 9s", 1000),  # 18 all
        ("1 Ts, d 9h, 1 7c, 1 stand, d 9s", 0),
        ("1 Ts, d 6h, 1 2c, 1 stand, d Ks, d 7c", 2000),  # the dealer over with 23
        ("1 Ts, d 9h, 1 6c, 1 hit, 1 6d, d 9s", 0),  # over with 22
        ("1 Ts, d 9h, 1 Ac, d 9s", 2500),  # blackjack, 3 to 2
        ("1 Ts, d Ah, 1 Ac, d Ks", 1000),  # blackjack all
        ("1 Ts, d Ah, 1 Ac, d 9s", 2500),
        ("1 Ts, d 9h, 1 Ac", 2500),  # no dealer's card can equal it
        ("1 Ts, d Ah, 1 Ac", None),
        ("1 Ts, d 9h, 1 6c", None),  # still to decide
        ("1 Ts, d 9h, 1 6c, 1 hit", None),
        ("1 Ts, d 6h, 1 9c, 1 stand, d Ks", None),  # 16 must draw
        ("1 Ts, d 6h, 1 8c, 1 stand, d As", 2000),  # soft 17 stands
        ("1 7s, d 9h, 1 5c, 1 hit, 1 9d, d 9s", 2000),  # 21 needs no word
        ("1 7s, d Ah, 1 5c, 1 hit, 1 9d, d Ks", 0),  # a blackjack beats 21
    ],
)
def test_a_hand_against_the_dealer_s(line: str, gives: int | None) -> None:
    """CCL-14 to CCL-16, CCL-32."""
    assert back(ccl({}), line) == gives


def test_a_fraction_goes_to_the_player() -> None:
    """3 to 2 on 1005 is 1507.50."""
    assert back(ccl({}), "1 Ts, d 9h, 1 Ac, d 9s", 1005) == 2513


def test_what_lies_there_counts_where_the_round_counts_as_it_lies() -> None:
    """As dealt: the dealer stopped at 16, and 17 beats that; one card is no hand."""
    assert back(ccl({}), "1 Ts, d 6h, 1 7c, 1 stand, d Ks", over=True) == 2000
    assert back(ccl({}), "1 Ts, d 6h, 1 7c, 1 stand", over=True) is None


def test_the_dealer_s_22() -> None:
    """FBJ-16: it pushes, but a blackjack is paid; elsewhere everybody wins."""
    line = "1 Ts, d 6h, 1 8c, 1 stand, d Ks, d 6c"
    assert back(fbj({}), line) == 1000
    assert back(ccl({}), line) == 2000
    assert back(fbj({}), "1 Ts, d Kh, 1 Ac, d 2s, d Ts") == 2500
    assert back(fbj({}), "1 Ts, d Kh, 1 8c, 1 stand, d 3s, d Ts") == 2000  # 23


def test_the_bank_s_soft_17() -> None:
    """SCB-20b? (b): an ace counted as 1 makes 7, and it draws."""
    line = "1 Ts, d 6h, 1 8c, 1 stand, d As"
    assert back(scb({}), line) == 2000
    assert back(scb({"SCB-20b?": "b"}), line) is None
    assert back(scb({"SCB-20b?": "b"}), line + ", d 4s") == 0


def test_a_player_s_21_against_the_championship_s_dealer_s_blackjack() -> None:
    """ECA-B-F5a?: it loses, or by the letter it is a stand-off; what was doubled loses all the same (DB3)."""
    line = "1 7s, d Ah, 1 5c, 1 hit, 1 9d, d Ks"
    assert back(eca({}), line) == 0
    assert back(eca({"ECA-B-F5a?": "b"}), line) == 1000
    doubled = "1 6s, d Ah, 1 5c, 1 double, 1 Kd, d Ks"
    assert back(eca({"ECA-B-F5a?": "b"}), doubled) == 0


def test_three_sevens() -> None:
    """SCB-23: 1 to 1, and the stake plays on at 21; SCB-23b? (b): it lies for the next round; SCB-23a? of split hands."""
    wins = "1 7s, d 9h, 1 7c, 1 hit, 1 7d, d 9s"
    assert back(scb({}), wins) == 1000 + 2000
    assert back(scb({}), "1 7s, d Ah, 1 7c, 1 hit, 1 7d, d Ks") == 1000
    assert back(scb({}), "1 7s, d 9h, 1 7c, 1 hit, 1 7d, d 2s, d Ks") == 1000 + 1000
    assert back(scb({"SCB-23b?": "b"}), "1 7s, d 9h, 1 7c, 1 hit, 1 7d") == 2000
    assert back(ccl({}), wins) == 2000
    split = "1 7s, d 9h, 1 7c, 1 split, 1 7d, 1 hit, 1 7h, 1.2 Ts, 1.2 stand, d 9s"
    assert back(scb({}), split) == 2000
    assert back(scb({"SCB-23a?": "b"}), split) == 3000


# Doubles and splits


def extra(
    terms: BlackjackTerms, kind: str, line: str, stake: int = 1000, hand: int = 1, nominal: int | None = None
) -> int | None:
    """What goes back on a wager that hangs on box 1's of 1000."""
    wagers = [
        BlackjackWager("w", "P1", "main", 1000, 1),
        BlackjackWager("x", "P1", kind, stake, 1, hand, "w", nominal),
    ]
    return returns_by_wager(table(terms, line), wagers, POSTED)["x"]


def test_a_double_is_worth_what_its_hand_is() -> None:
    line = "1 6s, d 9h, 1 5c, 1 double, 1 9d, d 9s"  # 20 to 18
    assert extra(ccl({}), "double", line) == 2000
    assert extra(ccl({}), "double", line, 600) == 1200
    assert extra(ccl({}), "double", line, 1500) == 2000 + 500  # at most as much as the wager
    assert extra(ccl({}), "double", "1 6s, d 9h, 1 5c, 1 double") is None
    assert extra(eca({}), "double", "1 6s, d Kh, 1 5c, 1 double, 1 9d, d As") == 0


def test_a_double_that_is_not_open_goes_back() -> None:
    """ECA-B-DB1: 12 is none of 9, 10 and 11; ECA-B-DB1a? decides of ace and eight; CCL-29 doubles any two cards."""
    assert extra(eca({}), "double", "1 7s, d 9h, 1 5c, 1 double, 1 9d, d 9s") == 1000
    assert extra(ccl({}), "double", "1 7s, d 9h, 1 5c, 1 double, 1 9d, d 9s") == 2000
    soft = "1 As, d 9h, 1 8c, 1 double, 1 9d, d 9s"
    assert extra(eca({}), "double", soft) == 1000
    assert extra(eca({"ECA-B-DB1a?": "b"}), "double", soft) == 1000  # 18 all: it plays, and is a stand-off
    assert extra(eca({"ECA-B-DB1a?": "b"}), "double", soft.replace("9s", "8s")) == 2000
    assert extra(eca({}), "double", soft.replace("9s", "8s")) == 1000
    assert extra(ccl({}), "double", "1 7s, d 9h, 1 5c, 1 stand, d 9s") == 1000  # the hand was never doubled


def test_split_hands_are_settled_one_by_one() -> None:
    line = "1 8s, d 9h, 1 8c, 1 split, 1 Td, 1 stand, 1.2 3d, 1.2 hit, 1.2 Kd, d 9s"  # 18 and 21 to 18
    assert back(ccl({}), line) == 1000
    assert extra(ccl({}), "split", line, hand=2) == 2000


def test_what_makes_a_pair() -> None:
    """CCL-30a?: king and ten are a pair by value alone; ECA-B-SP1 and SCB-3 go by value."""
    line = "1 Ks, d 9h, 1 Tc, 1 split, 1 9d, 1 stand, 1.2 Jd, 1.2 stand, d 8s"  # 19 and 20 to 17
    assert extra(ccl({}), "split", line, hand=2) == 1000
    assert extra(ccl({"CCL-30a?": "b"}), "split", line, hand=2) == 2000
    assert extra(eca({}), "split", line, hand=2) == 2000
    assert extra(fbj({}), "split", line, hand=2) == 1000


def test_split_aces_get_one_card_and_make_no_blackjack() -> None:
    """CCL-32, SCB-5, FBJ-30, ECA-B-SP5: 21, paid even money, and lost to a blackjack."""
    line = "1 As, d 9h, 1 Ac, 1 split, 1 Kd, 1.2 5s, d 8s"
    for terms in (ccl({}), scb({}), eca({}), fbj({})):
        assert back(terms, line) == 2000
        assert back(terms, line.replace("d 9h", "d Ah").replace("d 8s", "d Ks")) == 0
    assert extra(ccl({}), "split", line, hand=2) == 0


def test_an_ace_on_a_split_ten() -> None:
    """CCL-32b?, SCB-5a?: 21, or a blackjack; FBJ-30 and ECA-B-SP5: never a blackjack."""
    line = "1 Ts, d 9h, 1 Tc, 1 split, 1 Ad, 1.2 9c, 1.2 stand, d 8s"
    assert back(ccl({}), line) == 2000
    assert back(ccl({"CCL-32b?": "b"}), line) == 2500
    assert back(scb({"SCB-5a?": "b"}), line) == 2500
    assert back(fbj({}), line) == back(eca({}), line) == 2000


def test_a_further_ace_on_split_aces() -> None:
    """CCL-32a?: it may be split again, so that the hand is open; or it may not."""
    line = "1 As, d 9h, 1 Ac, 1 split, 1 Ad"
    assert back(ccl({}), line + ", 1.2 9s, d 8s") is None
    assert back(ccl({"CCL-32a?": "b"}), line + ", 1.2 9s, d 8s") == 0  # 12 to 17


def test_an_unlawful_split_gives_its_stake_back_and_a_lawful_one_upon_it_plays() -> None:
    line = "1 8s, d 9h, 1 5c, 1 split, 1 Td, 1 stand, 1.2 5d, 1.2 split, 1.2 Kd, 1.2 stand, 1.3 Kc, 1.3 stand, d 8s"
    assert extra(ccl({}), "split", line, hand=2) == 1000
    assert extra(ccl({}), "split", line, hand=3) == 0  # 15 to 17


# Free bets


def test_a_free_double_wins_as_the_bet_and_never_gives_a_stake_back() -> None:
    """FBJ-33, FBJ-35, FBJ-45."""
    wins, ties, loses = (f"1 6s, d 9h, 1 5c, 1 free_double, 1 {card}d, d 9s" for card in "K72")
    for line, chip, original in ((wins, 1000, 2000), (ties, 0, 1000), (loses, 0, 0)):
        assert extra(fbj({}), "free_double", line, 0, nominal=1000) == chip
        assert back(fbj({}), line) == original
    pushes = "1 6s, d 9h, 1 5c, 1 free_double, 1 Kd, d 3s, d Kh"
    assert (back(fbj({}), pushes), extra(fbj({}), "free_double", pushes, 0, nominal=1000)) == (1000, 0)
    assert extra(fbj({}), "free_double", wins, 0, nominal=2500) == 1000  # it stands for the wager, not for more


def test_which_free_bets_there_are() -> None:
    """FBJ-32: pairs but tens; FBJ-34: 9, 10 and 11 without an ace."""
    eights = "1 8s, d 9h, 1 8c, 1 free_split, 1 Td, 1 stand, 1.2 Kd, 1.2 stand, d 8s"
    tens = "1 Ts, d 9h, 1 Tc, 1 free_split, 1 9d, 1 stand, 1.2 Kd, 1.2 stand, d 8s"
    assert extra(fbj({}), "free_split", eights, 0, 2, 1000) == 1000
    assert extra(fbj({}), "free_split", tens, 0, 2, 1000) == 0
    assert extra(fbj({}), "free_double", "1 As, d 9h, 1 9c, 1 free_double, 1 Ad, d 8s", 0, nominal=1000) == 0
    assert extra(fbj({}), "free_double", "1 5s, d 9h, 1 7c, 1 free_double, 1 9d, d 8s", 0, nominal=1000) == 0


# Insurance, even money, surrender


@pytest.mark.parametrize(
    ("terms", "stake", "blackjack", "none"),
    [
        (ccl({}), 500, 1500, 0),
        (ccl({}), 300, 900, 0),
        (ccl({}), 800, 1500 + 300, 300),  # CCL-33a? (a): up to half
        (ccl({"CCL-33a?": "b"}), 800, 800, 800),
        (scb({}), 500, 1500, 0),
        (scb({}), 300, 300, 300),  # SCB-8b? (a): exactly half
        (scb({"SCB-8b?": "b"}), 300, 900, 0),
        (eca({}), 300, 300, 300),
        (eca({"ECA-B-N1a?": "b"}), 300, 900, 0),
        (eca({}), 800, 800, 800),
        (fbj({}), 800, 1800, 300),
    ],
)
def test_insurance(terms: BlackjackTerms, stake: int, blackjack: int, none: int) -> None:
    """2 to 1 on a dealer's blackjack, on a wager of 1000."""
    line = "1 Ts, d Ah, 1 9c, 1 insurance, 1 stand, d {}s"
    assert extra(terms, "insurance", line.format("K"), stake) == blackjack
    assert extra(terms, "insurance", line.format("7"), stake) == none


def test_an_insurance_that_is_not_open() -> None:
    """Against a ten nobody insures; nor once cards are drawn."""
    assert extra(ccl({}), "insurance", "1 Ts, d Kh, 1 9c, 1 insurance, 1 stand, d As", 500) == 500
    assert extra(ccl({}), "insurance", "1 Ts, d Ah, 1 3c, 1 hit, 1 6d, 1 insurance, 1 stand, d Ks", 500) == 500
    assert extra(scb({}), "insurance", "1 Ts, d Ah, 1 3c, 1 hit, 1 6d, 1 insurance, 1 stand, d Ks", 500) == 500


def test_even_money() -> None:
    """CCL-34, ECA-B-S2 against an ace; FBJ-23 against a ten too; the insurance is void then."""
    line = "1 Ts, d {}h, 1 Ac, 1 insurance, 1 even_money, d {}s"
    assert back(ccl({}), line.format("A", "K")) == 2000
    assert back(ccl({}), line.format("K", "A")) == 1000  # not open: blackjack all
    assert back(fbj({}), line.format("K", "A")) == 2000
    assert extra(eca({}), "insurance", line.format("A", "K"), 500) == 500


def test_surrender_is_half_and_each_player_s_own() -> None:
    """SCB-14, SCB-14b?: half back; the Bust bet lives on, or is lost; the pair was decided before."""
    line = "1 Ts, d Kh, 1 6c, 1 surrender P1, 1 hit P2, 1 5d P2, d 9s"
    played = [
        BlackjackWager("a", "P1", "main", 1005, 1),
        BlackjackWager("b", "P2", "main", 1000, 1),
        BlackjackWager("s", "P1", "bust", 500, 1),
    ]
    here = table(scb({}), line.replace("5d P2", "5d"), "P1", "P2")
    assert returns_by_wager(here, played, POSTED) == {"a": 503, "b": 2000, "s": 0}
    assert back(scb({}), "1 Ts, d Kh, 1 2c, 1 hit, 1 4d, 1 surrender, 1 stand, d 9s") == 0  # too late: 16 to 19
    assert back(ccl({}), "1 Ts, d Kh, 1 6c, 1 surrender, 1 stand, d 9s") == 0


# Several players on a box


def test_a_co_player_who_does_not_follow_a_split() -> None:
    """CCL-37, ECA-B-SP7, FBJ-26: the stake stays on the first hand; SCB-2b? (b): it is withdrawn."""
    line = "1 8s, d 9h, 1 8c, 1 split, 1 Td, 1 stand, 1.2 Kd, 1.2 stand, d 8s"  # both 18 to 17
    played = [
        BlackjackWager("a", "P1", "main", 1000, 1),
        BlackjackWager("b", "P2", "main", 600, 1),
        BlackjackWager("c", "P3", "main", 400, 1),
        BlackjackWager("c2", "P3", "split", 400, 1, 2, "c"),
    ]
    for terms in (ccl({}), eca({}), fbj({}), scb({})):
        assert returns_by_wager(table(terms, line, "P1", "P2", "P3"), played, POSTED) == {
            "a": 2000,
            "b": 1200,
            "c": 800,
            "c2": 800,
        }
    withdrawn = returns_by_wager(table(scb({"SCB-2b?": "b"}), line, "P1", "P2", "P3"), played, POSTED)
    assert withdrawn == {"a": 2000, "b": 600, "c": 800, "c2": 800}


def test_a_co_player_who_does_not_follow_a_draw() -> None:
    """FBJ-9a?: the bet rides on the cards as drawn, or stands on the total before: 12 against 17."""
    line = "1 8s, d 9h, 1 4c, 1 hit P1, 1 stand P2, 1 9d, d 8s"
    played = [BlackjackWager("a", "P1", "main", 1000, 1), BlackjackWager("b", "P2", "main", 1000, 1)]
    assert returns_by_wager(table(fbj({}), line, "P1", "P2"), played, POSTED) == {"a": 2000, "b": 2000}
    assert returns_by_wager(table(fbj({"FBJ-9a?": "b"}), line, "P1", "P2"), played, POSTED) == {"a": 2000, "b": 0}


def test_who_reduces_on_a_box_above_its_maximum() -> None:
    """CCL-38, CCL-38a?: 130 on a box of 100 at most; never the caller."""
    stakes = [("owner", 6000), ("two", 4000), ("three", 3000)]
    assert reductions(stakes, 10_000, ccl({})) == {"three": 3000}
    assert reductions(stakes, 9_000, ccl({})) == {"three": 3000, "two": 1000}
    shared = reductions(stakes, 10_000, ccl({"CCL-38a?": "b"}))
    assert sum(shared.values()) == 3000
    assert shared["two"] in (1714, 1715)
    assert reductions(stakes, 20_000, ccl({})) == {}
    assert reductions([("owner", 12_000)], 10_000, ccl({})) == {}


def test_what_came_too_late_or_has_no_room_goes_back() -> None:
    here = table(ccl({}), "1 Ts, d 9h, 1 7c, 1 stand, d 9s")
    played = [
        BlackjackWager("r", "P1", "main", 1000, 1, late_minor=300),
        BlackjackWager("l", "P9", "main", 0, 1, late_minor=500),
    ]
    assert returns_by_wager(here, played, POSTED) == {"r": 300, "l": 500}
    assert void_returns(played) == {"r": 1300, "l": 500}


# Side bets


def side(terms: BlackjackTerms, kind: str, line: str, stake: int = 100, *, sides: str = "") -> int | None:
    return returns_by_wager(table(terms, line, sides=sides), [BlackjackWager("s", "P1", kind, stake, 1)], POSTED)["s"]


@pytest.mark.parametrize(
    ("first", "second", "gives"),
    [("Ks", "Ks", 2600), ("Ks", "Kc", 1300), ("Kh", "Kd", 1300), ("Ks", "Kd", 700), ("Ks", "Qd", 0), ("Ks", "9d", 0)],
)
def test_perfect_pairs(first: str, second: str, gives: int) -> None:
    """SCB-13: identical, one colour, one red and one black."""
    assert side(scb({}), "perfect_pairs", f"1 {first}, d 9h, 1 {second}") == gives


def test_a_pair_by_value_and_a_split_one() -> None:
    """SCB-13b? (b): king and queen are a pair; the first two cards as they were dealt, whatever became of them."""
    assert side(scb({"SCB-13b?": "b"}), "perfect_pairs", "1 Ks, d 9h, 1 Qd") == 700
    assert side(scb({}), "perfect_pairs", "1 8s, d 9h, 1 8d, 1 split, 1 5s") == 700
    assert side(scb({}), "perfect_pairs", "1 8s, d 9h") is None


@pytest.mark.parametrize("ace", ["As", "Ah", "Ad", "Ac"])
@pytest.mark.parametrize("ten", [f"{rank}{suit}" for rank in "TJQK" for suit in "shdc"])
def test_swiss_jack(ace: str, ten: str) -> None:
    """SCB-15, 15a: a black jack 50, both red 25, any other 10 to 1."""
    odds = 50 if ten in ("Js", "Jc") else 25 if ace[1] in "hd" and ten[1] in "hd" else 10
    for first, second in ((ace, ten), (ten, ace)):
        assert side(scb({}), "swiss_jack", f"1 2s, d {first}, 1 8c, 1 stand, d {second}") == 100 * (1 + odds)


def test_swiss_jack_loses_otherwise() -> None:
    assert side(scb({}), "swiss_jack", "1 2s, d As, 1 8c, 1 stand, d 5s, d 5c") == 0


def test_bust_and_push_22() -> None:
    """SCB-16, 16a?: 2.5 to 1, or 2.5 for 1; FBJ-37: 1 to 1 on 22 alone."""
    over, of_22 = "1 Ts, d Kh, 1 9c, 1 stand, d 5s, d 8c", "1 Ts, d Kh, 1 9c, 1 stand, d 5s, d 7c"
    assert side(scb({}), "bust", over) == 350
    assert side(scb({"SCB-16a?": "b"}), "bust", over) == 250
    assert side(scb({}), "bust", "1 Ts, d Kh, 1 9c, 1 stand, d 8c") == 0
    assert side(scb({}), "bust", "1 Ts, d Kh, 1 9c, 1 stand, d 5c") is None
    assert (side(fbj({}), "push22", of_22), side(fbj({}), "push22", over)) == (200, 0)


def test_a_side_bet_for_which_the_dealer_does_not_draw() -> None:
    """SCB-20a?: the bank draws for it, or it goes back once no box is left; a bet that no card can win is lost."""
    gone = "1 Ts, d 5h, 1 6c, 1 hit, 1 Kd"
    assert side(scb({}), "bust", gone, sides="over") is None
    assert side(scb({"SCB-20a?": "b"}), "bust", gone, sides="over") == 100
    ace = gone.replace("5h", "Ah")
    assert side(scb({}), "swiss_jack", ace, sides="blackjack") is None
    assert side(scb({"SCB-20a?": "b"}), "swiss_jack", ace, sides="blackjack") == 100
    assert {side(scb({"SCB-20a?": read}), "swiss_jack", gone, sides="blackjack") for read in "ab"} == {0}


def test_an_insurance_that_nobody_asked_for() -> None:
    """CCL-33: it may still be asked for, until the dealer has the second card; then it goes back."""
    wagers = [BlackjackWager("main", "P1", "main", 1000, 1), BlackjackWager("i", "P1", "insurance", 500, 1, parent="main")]
    table = OracleTable(ccl({}), {1: ["P1"]}).follow_acts(
        [OracleAct("box1", "Ad"), OracleAct("dealer", "As"), OracleAct("box1", "Qh")]
    )
    assert returns_by_wager(table, wagers, PostedPairOdds({}))["i"] is None
    assert returns_by_wager(table.follow_acts([OracleAct("dealer", "Js")]), wagers, PostedPairOdds({}))["i"] == 500


def test_what_a_house_does_not_have() -> None:
    assert side(ccl({}), "bust", "1 Ts, d Kh, 1 9c, 1 stand, d 8c") is None

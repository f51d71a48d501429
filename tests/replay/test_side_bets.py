"""Side bets at blackjack: what goes back on them, in a house that does not exist and that only this test knows."""

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Final

import pytest

from ledger.values.cards import RANKS, SUITS
from replay.games.blackjack.side_bets import side_bet_return, unsettled_reason
from replay.games.blackjack.table import BlackjackTable
from replay.judging.wagers import Bet
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules, judge_branches
from tests.replay.side_rules import against, bet, either, house

DECK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
POSTED: Final = {"mixed_pair": "6:1", "coloured_pair": "12:1", "perfect_pair": "25:1"}
BUSTED: Final = "Tc 6d Kh"
RANK_OR_VALUE: Final = either("RB-17?", '"rank"', '"value"')
DRAWS: Final = "{ value = true, clause = 'RB-12' }"


def due(
    board: BlackjackTable, placed: Bet, edition: Edition | None = None, *, surrendered: bool = False
) -> Fraction | None:
    """What goes back where no reading matters."""
    found = judge_branches(edition or house(), lambda rules: side_bet_return(board, placed, rules, surrendered=surrendered))
    assert len(found) == 1
    return found[0].outcome


def readings(board: BlackjackTable, placed: Bet, edition: Edition, *, surrendered: bool = False) -> list[Fraction | None]:
    """What goes back under each reading, (a) first."""
    return [
        branch.outcome
        for branch in judge_branches(edition, lambda rules: side_bet_return(board, placed, rules, surrendered=surrendered))
    ]


class TestPairs:
    def test_every_two_cards(self) -> None:
        """Of one deck's 52 x 52: 52 perfect ones; per rank 4 coloured ones and 8 mixed ones in either order."""
        found: dict[Fraction | None, set[str]] = {}
        for first, second in product(DECK, DECK):
            found.setdefault(due(against("7c", f"{first} {second}"), bet("pairs", odds=POSTED)), set()).add(
                f"{first} {second}"
            )
        assert found[Fraction(2600)] == {f"{card} {card}" for card in DECK}
        assert found[Fraction(1300)] == {f"{r}{a} {r}{b}" for r in RANKS for a, b in ("sc", "cs", "hd", "dh")}
        assert found[Fraction(700)] == {
            f"{r}{a} {r}{b}" for r in RANKS for x, y in ("sh", "sd", "ch", "cd") for a, b in ((x, y), (y, x))
        }
        assert len(found[Fraction(0)]) == 52 * 52 - 52 - 52 - 104
        assert len(found) == 4

    @pytest.mark.parametrize(
        ("cards", "by_rank", "by_value"),
        [
            ("Ts Kh", 0, 700),
            ("Ts Kc", 0, 1300),
            ("Ts Ks", 0, 0),
            ("5s 5h", 700, 700),
            ("Ks Ks", 2600, 2600),
            ("As Kh", 0, 0),
        ],
    )
    def test_what_a_pair_is_of_branches_only_where_it_matters(self, cards: str, by_rank: int, by_value: int) -> None:
        edition = house(pair_bet__pair_is_of=RANK_OR_VALUE)
        found = readings(against("7c", cards), bet("pairs", odds=POSTED), edition)
        assert found == ([by_rank, by_value] if by_rank != by_value else [by_rank])

    def test_it_is_decided_with_the_second_card_and_stays_so(self) -> None:
        assert due(against("7c", "5s", state=""), bet("pairs", odds=POSTED)) is None
        assert due(against("7c", "5s 5h", state=""), bet("pairs", odds=POSTED)) == 700
        assert due(against("7c", "5s 5h 9c 4d"), bet("pairs", odds=POSTED)) == 700

    def test_a_split_takes_nothing_from_it(self) -> None:
        """The eights of spades and hearts are parted, then the first once more: 8s 3d | 8h 2c | 8c Kd."""
        board = against("7c", "8s 8h", state="")
        board = board.after_split(board.hands[0])
        board = board.with_hand(board.hands[0].with_due_card("8c")).with_hand(board.hands[1].with_due_card("2c"))
        assert due(board, bet("pairs", odds=POSTED)) == 700
        board = board.after_split(board.hands[0])
        first, second, third = board.hands
        board = board.with_hand(first.with_due_card("3d")).with_hand(third.with_due_card("Kd"))
        assert [hand.all_cards for hand in board.hands] == [("8s", "3d"), ("8h", "2c"), ("8c", "Kd")]
        assert second.place == "box1.2"
        assert due(board, bet("pairs", odds=POSTED)) == 700

    def test_the_second_of_two_split_cards_counts_though_another_lies_there_now(self) -> None:
        board = against("7c", "8s 8s", state="")
        board = board.after_split(board.hands[0])
        assert due(board, bet("pairs", odds=POSTED)) == 2600
        assert due(board.with_hand(board.hands[0].with_due_card("8h")), bet("pairs", odds=POSTED)) == 2600

    def test_on_a_box_without_a_wager_it_goes_back(self) -> None:
        assert due(against("7c", "8s 8h"), bet("pairs", box=2, odds=POSTED)) == 100

    def test_without_posted_odds_only_what_loses_is_settled(self) -> None:
        odds = {"perfect_pair": "25:1"}
        assert due(against("7c", "8s 8h"), bet("pairs", odds=odds)) is None
        assert due(against("7c", "8s 8s"), bet("pairs", odds=odds)) == 2600
        assert due(against("7c", "8s 9s"), bet("pairs")) == 0

    @pytest.mark.parametrize(
        ("cards", "odds", "why"),
        [
            ("8s 8h", {}, "no_posted_odds"),
            ("8s 8?", {}, "no_posted_odds"),
            ("8s 8h", POSTED, None),
            ("8s 9h", {}, None),
            ("8s 8?", POSTED, "unread_suit"),
            ("8s ??", POSTED, "unread_suit"),
            ("8s", {}, None),
        ],
    )
    def test_why_nobody_can_settle_it(self, cards: str, odds: dict[str, str], why: str | None) -> None:
        assert unsettled_reason(against("7c", cards), bet("pairs", odds=odds), Rules(house())) == why

    @pytest.mark.parametrize(
        ("cards", "back_minor"), [("8s 9?", 0), ("8? 9?", 0), ("8s 8?", None), ("8? 8?", None), ("8s ??", None)]
    )
    def test_a_suit_that_was_not_read_matters_only_in_a_pair(self, cards: str, back_minor: int | None) -> None:
        assert due(against("7c", cards), bet("pairs", odds=POSTED)) == back_minor

    def test_a_suit_that_was_not_read_does_not_matter_where_all_pairs_are_paid_alike(self) -> None:
        alike = dict.fromkeys(POSTED, "9:1")
        assert due(against("7c", "8s 8?"), bet("pairs", odds=alike)) == 1000

    def test_odds_missing_for_a_pair_by_value_only(self) -> None:
        edition = house(pair_bet__pair_is_of=RANK_OR_VALUE)
        board, placed = against("7c", "Ts Kh"), bet("pairs")
        assert readings(board, placed, edition) == [0, None]
        assert [branch.outcome for branch in judge_branches(edition, partial(unsettled_reason, board, placed))] == [
            None,
            "no_posted_odds",
        ]


ACES: Final = ("As", "Ah", "Ad", "Ac")
TENS: Final = tuple(rank + suit for rank in "TJQK" for suit in SUITS)
JACK_IS_BLACK: Final = {"Js", "Jc"}
RED_TENS: Final = {"Th", "Td", "Jh", "Jd", "Qh", "Qd", "Kh", "Kd"}


class TestDealersBlackjack:
    @pytest.mark.parametrize("ace", ACES)
    @pytest.mark.parametrize("ten", TENS)
    def test_every_ace_with_every_ten(self, ace: str, ten: str) -> None:
        red = ace in ("Ah", "Ad") and ten in RED_TENS
        times = 51 if ten in JACK_IS_BLACK else 26 if red else 11
        for cards in (f"{ace} {ten}", f"{ten} {ace}"):
            assert due(against(cards, "9s 9c"), bet("jack")) == 100 * times

    @pytest.mark.parametrize("cards", ["As 9h", "Tc Jd", "7h 7d 7c", "5s 6h Tc", "Ah 4c 6d", "7c Th"])
    def test_nothing_else_wins(self, cards: str) -> None:
        assert due(against(cards, "9s 9c"), bet("jack")) == 0

    @pytest.mark.parametrize(
        ("cards", "back_minor"),
        [
            ("A? Js", 5100),
            ("A? Qs", 1100),
            ("A? Qh", None),
            ("As J?", None),
            ("As Q?", 1100),
            ("Ah Q?", None),
            ("9? J?", 0),
        ],
    )
    def test_a_suit_that_was_not_read(self, cards: str, back_minor: int | None) -> None:
        board = against(cards, "9s 9c")
        assert due(board, bet("jack")) == back_minor
        assert unsettled_reason(board, bet("jack"), Rules(house())) == (None if back_minor is not None else "unread_suit")

    def test_it_waits_for_the_second_card(self) -> None:
        assert due(against("As", "9s 9c"), bet("jack")) is None
        assert due(against("As", "9s 7c", state=""), bet("jack")) is None

    @pytest.mark.parametrize(("upcard", "back_minor", "draws"), [("As", 100, None), ("Kd", 100, None), ("7h", 0, 0)])
    def test_when_nobody_is_left(self, upcard: str, back_minor: int, draws: int | None) -> None:
        """It goes back, or it waits for its card; where it cannot win any more it has lost."""
        board = against(upcard, BUSTED)
        assert due(board, bet("jack")) == back_minor
        assert due(board, bet("jack"), house(dealer__draws_for_side_bets=DRAWS)) == draws

    def test_a_blackjack_on_no_line_loses(self) -> None:
        only = '{ value = [{ ace = "red", odds = "20:1" }], clause = "RB-14" }'
        edition = house(dealer_blackjack_bet__lines=only)
        assert due(against("Ah Kc", "9s 9c"), bet("jack"), edition) == 2100
        assert due(against("Ac Kc", "9s 9c"), bet("jack"), edition) == 0


class TestDealersHand:
    @pytest.mark.parametrize(
        ("cards", "bust", "push"),
        [
            ("Tc 6d 6h", 350, 200),
            ("Tc 6d 7h", 350, 0),
            ("Tc 6d 5h", 0, 0),
            ("Tc 7d", 0, 0),
            ("As Kd", 0, 0),
            ("As 6d", 0, 0),
            ("As 5d Kc 6h", 350, 200),
            ("Tc 6d", None, None),
            ("As 5d Kc", None, None),
            ("Tc", None, None),
        ],
    )
    def test_its_final_total_counts(self, cards: str, bust: int | None, push: int | None) -> None:
        board = against(cards, "9s 9c")
        assert (due(board, bet("bust")), due(board, bet("push"))) == (bust, push)

    def test_players_come_first(self) -> None:
        board = against("Tc 7d", "9s 3c", state="")
        assert due(board, bet("bust")) is None

    def test_another_total(self) -> None:
        edition = house(dealer_total_bet__total="{ value = 17, clause = 'RB-16' }")
        assert due(against("Tc 7d", "9s 9c"), bet("push"), edition) == 200
        assert due(against("Tc 6d 6h", "9s 9c"), bet("push"), edition) == 0

    @pytest.mark.parametrize("kind", ["bust", "push"])
    @pytest.mark.parametrize("cards", ["7h", "As 5d"])
    def test_when_nobody_is_left(self, kind: str, cards: str) -> None:
        board = against(cards, BUSTED)
        assert due(board, bet(kind)) == 100
        assert due(board, bet(kind), house(dealer__draws_for_side_bets=DRAWS)) is None
        either_way = house(dealer__draws_for_side_bets=either("RB-17?", "true", "false"))
        assert readings(board, bet(kind), either_way) == [None, 100]

    def test_a_hand_that_was_complete_counts_though_nobody_is_left(self) -> None:
        edition = house(dealer__draws_for_side_bets=either("RB-17?", "true", "false"))
        assert readings(against("As 8d", BUSTED), bet("bust"), edition) == [0]

    def test_odds_with_two_readings_matter_to_a_winner_only(self) -> None:
        edition = house(dealer_over_bet__odds=either("RB-18?", '"5:2"', '"3:2"'))
        assert readings(against("Tc 6d 7h", "9s 9c"), bet("bust"), edition) == [350, 250]
        assert readings(against("Tc 6d 4h", "9s 9c"), bet("bust"), edition) == [0]

    def test_a_stake_that_does_not_divide_is_not_rounded_here(self) -> None:
        assert due(against("Tc 6d 7h", "9s 9c"), bet("bust", stake=25)) == Fraction(175, 2)

    def test_a_rank_that_was_not_read_leaves_it_open(self) -> None:
        assert due(against("Tc ??", "9s 9c"), bet("bust")) is None

    @pytest.mark.parametrize(("kind", "clause"), [("jack", "RB-14"), ("bust", "RB-15"), ("push", "RB-16")])
    def test_it_cites_its_own_clause_won_or_lost(self, kind: str, clause: str) -> None:
        for cards in ("As Kd", "Tc 6d 6h", "Tc 7d"):
            rules = Rules(house(dealer_over_bet__odds=either("RB-18?", '"5:2"', '"3:2"')))
            side_bet_return(against(cards, "9s 9c"), bet(kind), rules)
            assert clause in rules.cited_clauses


class TestSurrender:
    EDITION: Final = house(surrender__side_bets=either("RB-19?", '"live"', '"lost"'))

    @pytest.mark.parametrize(("kind", "live"), [("jack", 1100), ("bust", 0), ("push", 0)])
    def test_side_bets_live_on_or_are_lost(self, kind: str, live: int) -> None:
        board = against("As Kc", "9s 9c")
        assert readings(board, bet(kind), self.EDITION, surrendered=True) == ([live, 0] if live else [0])
        assert readings(board, bet(kind), self.EDITION) == [live]

    def test_they_are_lost_at_once(self) -> None:
        assert readings(against("As", "9s 9c"), bet("jack"), self.EDITION, surrendered=True) == [None, 0]

    def test_a_pair_was_decided_before(self) -> None:
        assert readings(against("As", "9s 9c"), bet("pairs", odds=POSTED), self.EDITION, surrendered=True) == [1300]

"""Who may make a side bet, with how much, beside which wager: by what the record tells of seats, limits and boxes."""

from typing import Any, Final, cast

import pytest

from replay.games.blackjack.checks import CHECKS, BlackjackCheckContext, Check
from replay.games.blackjack.settlement import EXTRA_KINDS
from replay.games.blackjack.side_bet_checks import (
    REFERRED_SIDE_FINDINGS,
    side_bet_stakes,
    side_bets_without_box,
    side_bets_without_seat,
    unsettled_side_bets,
)
from replay.games.blackjack.table import BlackjackTable
from replay.judging.wagers import RoundWagers
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules, judge_branches
from replay.ruling.grounds import build_table_day
from replay.table_day.round import Round
from replay.table_day.table_terms import TableTerms
from tests.replay.arrivals import on_record, transcribed
from tests.replay.side_rules import against, either, house

OPEN: Final = "table: table blackjack riverboat USD; limits main 1000 50000"
MAIN: Final = "bet w1 P1 main 2000 box=1"
DEALT: Final = "nmb; 1 9s D 7c 1 9c; says 1 stand; D Tc; close"
BOARD: Final = against("7c Tc", "9s 9c")


def round_with(bets: str, before: str = "", edition: Edition | None = None, opening: str = OPEN) -> Round:
    """Round 1 of a table's day with these bets."""
    lines = (opening, before, f"1: open; {bets}; {DEALT}")
    entries = on_record(transcribed("\n".join(filter(None, lines))))
    return next(iter(build_table_day(entries, lambda *_: edition or house()).rounds.values()))


def found(
    check: Check,
    bets: str,
    before: str = "",
    edition: Edition | None = None,
    board: BlackjackTable = BOARD,
    opening: str = OPEN,
) -> list[list[str]]:
    """What a check finds, per reading: the sentence with the clauses it rests on."""
    held = edition or house()
    round_ = round_with(bets, before, held, opening)

    def findings(rules: Rules) -> list[str]:
        layout = RoundWagers(rules, EXTRA_KINDS).follow_round(round_)
        facts = BlackjackCheckContext(
            round_, layout, cast("Any", None), board
        )  # of the cards these checks only see how they lay
        return [f"{row.text} {' '.join(row.clauses)}" for row in check(facts, rules)]

    return [branch.outcome for branch in judge_branches(held, findings)]


def test_they_are_checks_of_every_round() -> None:
    assert {side_bets_without_seat, side_bet_stakes, side_bets_without_box, unsettled_side_bets} <= set(CHECKS)


class TestSeats:
    SENTENCE: Final = "Player P1 bet 10.00 USD on {} ({}) without a seat at the table. {}"

    @pytest.mark.parametrize("before", ["table: sits P1 3", "table: sits P2 3; sits P1 4; rises P2", ""])
    def test_whoever_sits_may_bet_and_so_may_all_where_nothing_is_told_of_seats(self, before: str) -> None:
        assert found(side_bets_without_seat, f"{MAIN}; bet j P1 jack 1000 box=1", before) == [[]]

    @pytest.mark.parametrize("before", ["table: sits P2 3", "table: sits P1 3; rises P1"])
    def test_whoever_stands_may_not(self, before: str) -> None:
        assert found(side_bets_without_seat, f"{MAIN}; bet j P1 jack 1000 box=1", before) == [
            [self.SENTENCE.format("jack on box 1", "j", "RB-14")]
        ]

    def test_who_sits_down_later_stood_when_the_bet_was_made(self) -> None:
        entries = "bet j P1 jack 1000 box=1"
        late = round_with(f"{MAIN}; {entries}", "table: sits P2 3\n1: bet early P1 jack 1000 box=1\ntable: sits P1 4")
        early, later = (row.terms for row in late.entries if getattr(row.event, "kind", "") == "jack")
        assert (dict(early.seats), dict(later.seats)) == ({"P2": 3}, {"P2": 3, "P1": 4})

    @pytest.mark.parametrize("kind", ["bust", "push", "pairs"])
    def test_other_bets_are_for_anybody(self, kind: str) -> None:
        assert found(side_bets_without_seat, f"{MAIN}; bet j P1 {kind} 1000 box=1", "table: sits P2 3") == [[]]

    def test_for_whom_may_be_open(self) -> None:
        edition = house(dealer_over_bet__for=either("RB-19?", '"anybody"', '"seated"'))
        assert found(side_bets_without_seat, f"{MAIN}; bet b P1 bust 1000 box=1", "table: sits P2 3", edition) == [
            [],
            [self.SENTENCE.format("bust on box 1", "b", "RB-19?")],
        ]
        assert found(side_bets_without_seat, f"{MAIN}; bet b P1 bust 1000 box=1", "table: sits P1 3", edition) == [[]]

    def test_a_house_without_the_finding(self) -> None:
        assert found(side_bets_without_seat, f"{MAIN}; bet j P1 jack 1000", "table: sits P2 3", house(conduct=False)) == [
            []
        ]

    @pytest.mark.parametrize("gone", ["nmb; 1 9s; bet j P1 jack 1000 box=1", "bet j P1 jack 1000; withdraw j"])
    def test_a_bet_that_does_not_play_is_not_looked_at(self, gone: str) -> None:
        assert found(side_bets_without_seat, f"{MAIN}; {gone}", "table: sits P2 3") == [[]]


class TestBoxes:
    EDITION: Final = house(side_bets__need_a_box='{ value = true, clause = "RB-16" }')

    @pytest.mark.parametrize("bets", [f"{MAIN}; bet p P1 push 500 box=1", f"{MAIN}; bet p P1 push 500"])
    def test_beside_a_wager_of_the_same_player(self, bets: str) -> None:
        assert found(side_bets_without_box, bets, edition=self.EDITION) == [[]]

    @pytest.mark.parametrize(
        ("bets", "on"),
        [
            (f"{MAIN}; bet p P1 push 500 box=2", "push on box 2"),
            ("bet w2 P2 main 2000 box=1; bet p P1 push 500 box=1", "push on box 1"),
            ("bet w2 P2 main 2000 box=1; bet p P1 push 500", "push"),
        ],
    )
    def test_beside_none(self, bets: str, on: str) -> None:
        sentence = f"Player P1 bet 5.00 USD on {on} (p) without a wager on the box. RB-16"
        assert found(side_bets_without_box, bets, edition=self.EDITION) == [[sentence]]
        assert found(side_bets_without_box, bets) == [[]]


class TestStakes:
    @pytest.mark.parametrize("stake", [999, 1001, 500, 2000])
    def test_the_minimum_exactly(self, stake: int) -> None:
        units = f"{stake // 100}.{stake % 100:02d}"
        sentence = f"Wager j of P1 on jack is {units} USD; it must be 10.00 USD. RB-14"
        assert found(side_bet_stakes, f"{MAIN}; bet j P1 jack {stake}") == [[sentence]]

    def test_the_minimum_it_is(self) -> None:
        assert found(side_bet_stakes, f"{MAIN}; bet j P1 jack 1000") == [[]]

    @pytest.mark.parametrize(("stake", "wrong"), [(1, False), (1000, False), (1001, True)])
    def test_up_to_the_minimum(self, stake: int, wrong: bool) -> None:
        sentence = "Wager b of P1 on bust is 10.01 USD; it must be 10.00 USD at most. RB-15"
        assert found(side_bet_stakes, f"{MAIN}; bet b P1 bust {stake}") == [[sentence] if wrong else []]

    @pytest.mark.parametrize(
        ("stake", "phrase"),
        [(199, "below the posted minimum of 2.00"), (5100, "above the posted maximum of 50.00"), (250, "not in")],
    )
    def test_limits_of_its_own(self, stake: int, phrase: str) -> None:
        ((sentence,),) = found(
            side_bet_stakes, f"{MAIN}; bet p P1 push {stake} box=1", "table: limits push 200 5000 unit_minor=100"
        )
        assert phrase in sentence
        assert sentence.endswith("RB-2")
        assert found(side_bet_stakes, f"{MAIN}; bet p P1 push {stake} box=1") == [[]]

    @pytest.mark.parametrize("stake", [200, 300, 5000])
    def test_within_them(self, stake: int) -> None:
        assert found(side_bet_stakes, f"{MAIN}; bet p P1 push {stake}", "table: limits push 200 5000 unit_minor=100") == [
            []
        ]

    def test_the_minimum_in_the_rulebook_holds_where_none_is_posted(self) -> None:
        edition = house(limits__box='{ value = { least = 5, most = 500, unit = 5 }, clause = "RB-2" }')
        before = "table: table blackjack riverboat USD"
        assert found(side_bet_stakes, f"{MAIN}; bet j P1 jack 500", before, edition, opening="") == [[]]
        ((sentence,),) = found(side_bet_stakes, f"{MAIN}; bet j P1 jack 1000", before, edition, opening="")
        assert sentence == "Wager j of P1 on jack is 10.00 USD; it must be 5.00 USD. RB-2 RB-14"


class TestDoubts:
    PAIR: Final = against("7c Tc", "9s 9c")

    def test_a_pair_that_wins_without_posted_odds(self) -> None:
        sentence = "Wager p of P1 won on the pair 9s 9c, for which the house has not posted any odds. RB-13"
        assert found(unsettled_side_bets, f"{MAIN}; bet p P1 pairs 1000 box=1", board=self.PAIR) == [[sentence]]

    def test_posted_odds_settle_it(self) -> None:
        before = "table: odds coloured_pair 12:1"
        assert found(unsettled_side_bets, f"{MAIN}; bet p P1 pairs 1000 box=1", before, board=self.PAIR) == [[]]

    def test_odds_for_another_pair_do_not(self) -> None:
        assert found(unsettled_side_bets, f"{MAIN}; bet p P1 pairs 1000 box=1", "table: odds mixed_pair 6:1") != [[]]

    def test_what_loses_needs_no_odds(self) -> None:
        assert found(unsettled_side_bets, f"{MAIN}; bet p P1 pairs 1000 box=1", board=against("7c Tc", "9s 8c")) == [[]]

    def test_a_suit_that_was_not_read(self) -> None:
        before = "table: odds coloured_pair 12:1; odds mixed_pair 6:1; odds perfect_pair 25:1"
        sentence = "Wager p of P1 on pairs on box 1 depends on a suit that was not read. "
        board = against("7c Tc", "9s 9?")
        ((text,),) = found(unsettled_side_bets, f"{MAIN}; bet p P1 pairs 1000 box=1", before, board=board)
        assert text.startswith(sentence)

    def test_it_is_told_even_where_the_house_has_no_word_on_it(self) -> None:
        ((sentence,),) = found(unsettled_side_bets, f"{MAIN}; bet p P1 pairs 1000 box=1", edition=house(conduct=False))
        assert sentence.endswith("RB-12 RB-13")


def test_a_person_decides_on_all_of_them() -> None:
    assert {
        "no_posted_odds",
        "unread_suit",
        "side_bet_stake",
        "side_bet_without_seat",
        "side_bet_without_box",
    } == REFERRED_SIDE_FINDINGS


class TestPosting:
    @pytest.mark.parametrize(
        ("seating", "seated", "is_told"),
        [
            ("", {}, False),
            ("arrives P1 box=2", {}, False),
            ("sits P1 3", {"P1": 3}, True),
            ("sits P1 3; sits P2 4; rises P1", {"P2": 4}, True),
            ("sits P1 3; rises P1", {}, True),
            ("sits P1 3; sits P1 5", {"P1": 5}, True),
        ],
    )
    def test_who_sits_where(self, seating: str, seated: dict[str, int], is_told: bool) -> None:
        under: TableTerms = round_with(MAIN, seating and f"table: {seating}").terms_at_opening
        assert (dict(under.seats), under.is_seating_recorded) == (seated, is_told)

    def test_a_seat_taken_later_shows_that_seats_are_told(self) -> None:
        round_ = round_with(MAIN, "1: bet w9 P9 main 2000 box=5\ntable: sits P1 3")
        assert (dict(round_.terms_at_opening.seats), round_.terms_at_opening.is_seating_recorded) == ({}, True)

"""Where the order matters and the clocks leave it open, a round is ruled in each order; where they do not, in one."""

from collections.abc import Iterable
from typing import Final

import pytest

from ledger.entry import Delivery
from ledger.events.table import SourceDeclared
from replay.judging.finding import ORDER_CHOICE
from replay.ruling.ruling import Ruling
from replay.table_day.possible_orders import MOST_ORDERS, possible_orders
from tests.replay.arrivals import DAY, kinds, refused, ruled, story_of, transcribed

TABLE: Final = """
    table: table baccarat dcb CHF; source desk 100; source shoe/7 100; source camera/1 0; shoe S7 8
"""
DEALT: Final = "P 3c @10; B 7d @11; P Kh @12; B 8s @13; P 5d @14; B 4h @15"
LIKELIEST: Final = "as it stands"


def coup(bets: str, cards: str = DEALT, paid: str = "9750") -> list[Delivery]:
    """A coup that banco wins, told by the desk and by the shoe."""
    return transcribed(f"""{TABLE}
        1: open @1; {bets}; call banco @30; pay w1 {paid} @31; close @40
        !source shoe/7
        1: {cards}
    """)


def orders(ruling: Ruling) -> list[str]:
    """The choices between orders that the ruling's branches make."""
    return list(dict.fromkeys(branch.choices[ORDER_CHOICE] for branch in ruling.branches if ORDER_CHOICE in branch.choices))


def due(ruling: Ruling) -> list[int | None]:
    """What is due for the first wager in each branch."""
    return [branch.outcome.wagers_due[0].due_minor for branch in ruling.branches]


class TestLateBets:
    """Both clocks may be 0.1 s off; the first card is drawn at 10 s."""

    @pytest.mark.parametrize("seconds", [9.8, 9.9, 10, 10.1, 10.2])
    def test_a_bet_within_the_uncertainty_is_ruled_both_ways(self, seconds: float) -> None:
        ruling = ruled(coup(f"bet w1 P1 banco 5000 @{seconds}"))
        assert len(orders(ruling)) == 2
        assert sorted(due(ruling), key=str) == [5000, 9750]
        assert kinds(ruling) == ["order_not_established", "late_bet", "wrong_payment"]
        assert ruling.verdict == "refer"

    def test_the_branches_and_the_finding_name_the_two_that_are_in_doubt(self) -> None:
        ruling = ruled(coup("bet w1 P1 banco 5000 @9.9"))
        assert orders(ruling) == [LIKELIEST, "shoe/7#1 before desk#7"]
        assert due(ruling) == [9750, 5000]
        assert ruling.findings[0].particulars == {"one": "desk#7", "other": "shoe/7#1"}
        assert ruling.branches[0].outcome.verdict == "stands"

    def test_nobody_is_awarded_money_while_the_order_is_open(self) -> None:
        (award,) = ruled(coup("bet w1 P1 banco 5000 @9.9")).awards
        assert (award.awarded_minor, award.if_claimed_minor) == (None, None)

    def test_just_beyond_the_uncertainty_the_bet_was_in_time(self) -> None:
        ruling = ruled(coup("bet w1 P1 banco 5000 @9.799999"))
        assert (orders(ruling), kinds(ruling), due(ruling), ruling.verdict) == ([], [], [9750], "stands")

    def test_just_beyond_the_uncertainty_the_bet_was_late(self) -> None:
        ruling = ruled(coup("bet w1 P1 banco 5000 @10.200001"))
        assert (orders(ruling), kinds(ruling), due(ruling)) == ([], ["late_bet", "wrong_payment"], [5000])

    @pytest.mark.parametrize("seconds", [9.8, 9.9, 10, 10.1, 10.2, 10.3])
    def test_where_after_settles_it_the_bet_was_late_whatever_the_clocks_say(self, seconds: float) -> None:
        ruling = ruled(coup(f"bet w1 P1 banco 5000 @{seconds} <shoe/7#1"))
        assert (orders(ruling), kinds(ruling), due(ruling)) == ([], ["late_bet", "wrong_payment"], [5000])

    @pytest.mark.parametrize("seconds", [9.7, 9.9, 10, 10.2, 10.9])
    def test_where_after_settles_it_the_bet_was_in_time_whatever_the_clocks_say(self, seconds: float) -> None:
        ruling = ruled(coup(f"bet w1 P1 banco 5000 @{seconds}", DEALT.replace("@10;", "@10 <desk#7;")))
        assert (orders(ruling), kinds(ruling), ruling.verdict) == ([], [], "stands")

    def test_after_settles_it_through_a_third_source(self) -> None:
        deliveries = coup("bet w1 P1 banco 5000 @10 <camera/1#1")
        deliveries += transcribed("!source camera/1\n1: irregular late_hand inspector <shoe/7#1")
        assert (orders(ruled(deliveries)), kinds(ruled(deliveries))) == (
            [],
            ["late_bet", "wrong_payment", "noted_irregularity"],
        )

    def test_a_wager_that_comes_to_the_same_either_way_makes_no_branches(self) -> None:
        ruling = ruled(coup("bet w1 P1 banco 5000 @9; tip P1 100 @10; nmb @10"))
        assert (orders(ruling), kinds(ruling)) == ([], [])

    def test_the_arrival_changes_nothing(self) -> None:
        deliveries = coup("bet w1 P1 banco 5000 @9.9")
        assert orders(ruled(deliveries[::-1])) == orders(ruled(deliveries))
        assert due(ruled(deliveries[::-1])) == due(ruled(deliveries))


class TestOtherDoubts:
    def test_a_change_of_stake_within_the_uncertainty_is_ruled_both_ways(self) -> None:
        ruling = ruled(coup("bet w1 P1 banco 5000 @5; change w1 6000 @10.1", paid="11700"))
        assert sorted(due(ruling), key=str) == [10750, 11700]
        assert "order_not_established" in kinds(ruling)

    def test_two_sources_that_deal_at_once_leave_the_deal_open(self) -> None:
        deliveries = coup("bet w1 P1 banco 5000 @5", DEALT.replace("P 5d @14", "P 5d @14; P 6d @14.1"))
        assert orders(ruled(deliveries)) == []
        deliveries = [
            *coup("bet w1 P1 banco 5000 @5", "P 3c @10; B 7d @11; P Kh @12; B 8s @13; B 4h @14.05"),
            *transcribed("!source camera/1\n1: P 5d @14"),
        ]
        assert len(orders(ruled(deliveries))) == 2

    def test_the_order_of_cards_within_one_source_never_branches(self) -> None:
        backwards = "P 3c @15; B 7d @10; P Kh @15; B 8s @9; P 5d; B 4h @10"
        alone = [
            delivery._replace(source="shoe/7", id=f"x{n}", sequence=n, time=delivery.time)
            for n, delivery in enumerate(coup("bet w1 P1 banco 5000 @5", backwards), 1)
        ]
        ruling = ruled(alone)
        assert orders(ruling) == []
        assert "order_not_established" not in kinds(ruling)

    def test_only_so_many_orders_are_told_apart(self) -> None:
        bets = "; ".join(f"bet w{n} P{n} banco 5000 @10" for n in range(1, MOST_ORDERS + 9))
        story = story_of(coup(bets))
        assert len(possible_orders(story, story.rounds[f"{DAY}/1"])) == MOST_ORDERS

    def test_sources_that_wait_for_each_other_do_not_hang(self) -> None:
        ruling = ruled(coup("bet w1 P1 banco 5000 @5 <shoe/7#1", DEALT.replace("@10;", "@10 <desk#7;")))
        assert orders(ruling) == []
        assert (kinds(ruling), ruling.verdict) == ([], "stands")


def numbered(numbers: Iterable[int | None]) -> list[Delivery]:
    """The coup's cards with these numbers; None for a card that was lost."""
    cards = transcribed(f"!source shoe/7\n1: {DEALT}")
    rest = [delivery for delivery in coup("bet w1 P1 banco 5000 @5") if delivery.source != "shoe/7"]
    return rest + [
        card._replace(sequence=number, id=str(number))
        for card, number in zip(cards, numbers, strict=True)
        if number is not None
    ]


class TestGaps:
    def test_a_number_that_is_missing_is_a_finding(self) -> None:
        ruling = ruled(numbered([1, 2, 4, 5, 6, 7]))
        assert kinds(ruling) == ["sequence_gap"]
        assert ruling.findings[0].particulars == {"source": "shoe/7", "last": 2, "next": 4}

    def test_every_gap_is_told(self) -> None:
        assert kinds(ruled(numbered([1, 2, 4, 5, 7, 99])))[:3] == ["sequence_gap"] * 3

    def test_no_number_is_missing_before_the_first(self) -> None:
        assert kinds(ruled(numbered([7, 8, 9, 10, 11, 12]))) == []

    def test_a_source_that_only_orders_has_no_gaps(self) -> None:
        ordering = SourceDeclared(about="shoe/7", uncertainty_ms=100, counted=False)
        deliveries = [
            delivery._replace(event=ordering)
            if isinstance(delivery.event, SourceDeclared) and delivery.event.about == "shoe/7"
            else delivery
            for delivery in numbered([1, 2, 40, 50, 60, 70])
        ]
        assert kinds(ruled(deliveries)) == []

    def test_a_number_that_was_refused_is_no_gap_but_a_refusal(self) -> None:
        deliveries = [*numbered([1, 2, None, 4, 5, 6]), refused("shoe/7", 3, "1")]
        assert kinds(ruled(deliveries))[0] == "delivery_quarantined"
        assert "sequence_gap" not in kinds(ruled(deliveries))

    def test_a_number_that_was_mended_is_neither(self) -> None:
        deliveries = [*numbered([1, 2, 3, 4, 5, 6]), refused("shoe/7", 3, "1", name="3")]
        assert kinds(ruled(deliveries)) == []

    def test_a_refusal_of_another_source_fills_no_gap(self) -> None:
        deliveries = [*numbered([1, 2, None, 4, 5, 6]), refused("desk", 3, "1")]
        assert kinds(ruled(deliveries))[:2] == ["delivery_quarantined", "sequence_gap"]

    def test_a_stranger_s_refused_line_puts_nothing_on_the_round_that_it_names(self) -> None:
        deliveries = [*numbered([1, 2, 3, 4, 5, 6]), refused("shoe/8", 3, "1")]
        assert "delivery_quarantined" not in kinds(ruled(deliveries))

    def test_one_refusal_does_not_fill_a_gap_of_two(self) -> None:
        deliveries = [*numbered([1, 2, None, None, 5, 6]), refused("shoe/7", 3, "1")]
        assert kinds(ruled(deliveries))[:2] == ["delivery_quarantined", "sequence_gap"]

    @pytest.mark.parametrize(
        "pit",
        [
            "1: irregular noise inspector\ntable: dealer D1 %5",
            "table: dealer D1\n1: irregular noise inspector %5",
            "table: dealer D1; dealer D2 %5\n1: irregular noise inspector",
        ],
    )
    def test_a_loss_beside_what_is_said_of_the_table_stands_with_the_nearest_round(self, pit: str) -> None:
        deliveries = [*coup("bet w1 P1 banco 5000 @5"), *transcribed(f"!source pit\n{pit}")]
        assert kinds(ruled(deliveries)) == ["sequence_gap", "noted_irregularity"]

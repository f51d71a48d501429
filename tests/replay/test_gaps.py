"""A gap in the record is not evidence: what is missing is held against nobody, and the ruling says what it leaves open."""

from typing import Final

import pytest

from ledger.entry import Delivery
from ledger.events.deliveries import DeliveryConflicted
from ledger.events.play import WagerWithdrawn
from ledger.feeds.notation import Transcript
from ledger.values.subjects import HOUSE
from projections.documents.rulings import ruling_document
from replay.ruling.ruling import Ruling
from tests.replay.arrivals import DAY, kinds, refused, ruled, transcribed

DCB: Final = """
    table: table baccarat dcb CHF; shoe S7 8
    1: open; bet w1 P1 banco 5000; bet w2 P2 punto 2000; nmb; {cards}; call banco; {paid}; close
    2: open; P 3c B 7d P Kh B 8s P 5d B 4h; close
"""
"""The table's two events, then the coup's from number 3: the cards are 7 to 12, the call is 13, the payments 14 and 15."""
CARDS: Final = ("P 3c", "B 7d", "P Kh", "B 8s", "P 5d", "B 4h")
"""Punto's 3 draws 5: 8. Banco's 5 draws a 4 against it: 9, and banco wins."""
PAID: Final = "pay w1 9750; pay w2 0"

CCL: Final = """
    table: table blackjack ccl CZK; limits main 10000 500000; shoe S1 6
    1: open; bet w1 P1 main 10000 box=1; nmb; 1 8h D 6s 1 4c; says 1 hit P1; 1 5d; says 1 stand P1; D Th D 3c
    1: pay w1 0; close
    2: open; nmb; close
"""
"""Numbers 4 to 6 are the round's beginning; 7 to 9 the first cards, 10 the hit, 11 its card, 12 the stand, 13 and 14 the
dealer's cards, who has 19 against 17; 15 is the payment.
"""

ROULETTE: Final = """
    table: table roulette eca-roulette GBP; limits straight_up 100 10000; limits red 100 100000
    1: open; bet w1 P1 red 1000; spin cw ccw; nmb motion=yes; rest 19; call 19; dolly 19
    1: pay w1 2000; close
    2: open; close
"""


def without(deliveries: list[Delivery], *numbers: int) -> list[Delivery]:
    """The deliveries without those of some numbers, which were lost on their way."""
    return [delivery for delivery in deliveries if delivery.sequence not in numbers]


def coup(cards: tuple[str, ...] = CARDS, paid: str = PAID) -> list[Delivery]:
    return transcribed(DCB.format(cards=" ".join(cards), paid=paid))


def facts(ruling: Ruling) -> set[str]:
    """What is found in any case, but for what is said of the record."""
    return {finding.kind for finding in ruling.findings if not finding.branch_ids} - {
        "sequence_gap",
        "delivery_quarantined",
    }


def conditional(ruling: Ruling) -> set[str]:
    return {finding.kind for finding in ruling.findings if finding.branch_ids}


def listed(ruling: Ruling) -> list[tuple[str, int | None, int | None]]:
    return [(part.what, part.first, part.last) for part in ruling.incomplete]


class TestCardsMissing:
    @pytest.mark.parametrize("number", range(7, 13))
    def test_a_lost_card_of_a_coup_that_was_paid_is_no_fault_of_the_dealer(self, number: int) -> None:
        ruling = ruled(without(coup(), number))
        assert facts(ruling) == set()
        assert ruling.verdict in ("refer", "stands")
        assert {award.awarded_minor for award in ruling.awards if award.wager_due.wager == "w1"} <= {None, 9750}
        assert listed(ruling) == [("gap", number, number)]

    @pytest.mark.parametrize("number", [11, 12])
    def test_a_lost_third_card_says_under_which_assumption_it_was_not_dealt(self, number: int) -> None:
        ruling = ruled(without(coup(), number))
        found = next(finding for finding in ruling.findings if finding.kind == "underdraw")
        assert all("record:complete" in name for name in found.branch_ids)
        assert "nothing is missing from the record" in found.text
        assert "underdraw" in {finding.kind for part in ruling.incomplete for finding in part.findings}

    def test_without_a_payment_nothing_is_owed_and_the_money_is_open(self) -> None:
        lacking = [delivery for delivery in without(coup(), 12) if delivery.topic != "wager.returned.v1"]
        renumbered = [
            delivery._replace(sequence=number, id=str(number))
            for number, delivery in zip((*range(1, 12), *range(13, 99)), lacking, strict=False)
        ]
        ruling = ruled(renumbered)
        assert ruling.verdict == "refer"
        assert [award.awarded_minor for award in ruling.awards] == [None, None]
        assert not any(award.wager_due.unpaid for award in ruling.awards)
        assert ruling.incomplete[0].open_wagers == ("w1", "w2")

    def test_a_payment_to_which_somebody_objected_establishes_nothing(self) -> None:
        """Banco has 3 and 3 and is given a 7 too many; without the second 3 the record does not show it."""
        cards = ("P 3s", "B 3d", "P Qh", "B 3s", "B 7d", "P 5s")
        paid = "pay w1 0; pay w2 4000; notice P1 management"
        story = DCB.format(cards=" ".join(cards), paid=paid).replace("call banco", "call punto", 1)
        ruling = ruled(without(transcribed(story), 10))
        assert [award.awarded_minor for award in ruling.awards] == [None, None]

    def test_two_lost_cards_are_one_gap(self) -> None:
        ruling = ruled(without(coup(), 11, 12))
        assert (facts(ruling), listed(ruling)) == (set(), [("gap", 11, 12)])

    @pytest.mark.parametrize("number", [7, 8])
    def test_a_coup_left_with_two_cards_of_which_one_is_lost_is_not_called_inexplicable(self, number: int) -> None:
        story = DCB.format(cards="P 4c B 5d", paid=PAID)
        assert "short_hand" in kinds(ruled(transcribed(story)))
        ruling = ruled(without(transcribed(story), number))
        assert facts(ruling).isdisjoint({"unexplained", "short_hand", "underdraw"})
        assert listed(ruling) == [("gap", number, number)]

    def test_a_card_lost_among_others_opens_what_no_payment_and_no_call_confirms(self) -> None:
        """Without banco's second card the deal looks lawful, and another side seems to have won."""
        story = DCB.format(cards="P Qd B Kd P Jh B Ad B 5d P 8c", paid="PAID").replace("call banco; PAID; ", "", 1)
        ruling = ruled(without(transcribed(story), 10))
        assert [award.awarded_minor for award in ruling.awards] == [None, None]
        called = story.replace("8c; close", "8c; call punto; close", 1)
        assert None not in [award.awarded_minor for award in ruled(without(transcribed(called), 10)).awards]

    def test_a_card_lost_before_a_stand_opens_what_was_not_paid(self) -> None:
        """Seven cards are left of a box that drew one more; no payment says how its bet ended."""
        story = CCL.replace("pay w1 0; ", "")
        assert [award.awarded_minor for award in ruled(transcribed(story)).awards] == [0]
        ruling = ruled(without(transcribed(story), 10, 11))
        assert [award.awarded_minor for award in ruling.awards] == [None]

    @pytest.mark.parametrize("lost", [9, 10])
    def test_a_lost_last_card_may_have_been_what_another_card_seems_to_be(self, lost: int) -> None:
        """Punto has 8 and 4, banco 3 and 6: without banco's second card, or punto's, none is astray."""
        story = DCB.format(cards="P 8s B 3c P 4h B 6s", paid="pay w1 9750; pay w2 0")
        assert facts(ruled(without(transcribed(story), lost))) == set()

    def test_the_first_card_may_be_lost_between_the_call_and_a_late_bet(self) -> None:
        cards = "P 7c; bet w3 P1 any_tie 700; B Qh P 8c B Ks"
        story = DCB.format(cards=cards, paid="pay w1 0").replace("call banco; pay w1 0; ", "", 1)
        ruling = ruled(without(transcribed(story), 7))
        assert facts(ruling).isdisjoint({"out_of_order", "short_hand", "underdraw", "card_astray"})

    def test_the_whole_record_is_judged_as_ever(self) -> None:
        ruling = ruled(coup(CARDS[:-1]))
        assert "underdraw" in facts(ruling)
        assert ruling.incomplete == ()
        assert "incomplete" not in ruling_document(ruling, dict.fromkeys(ruling.positions, b"")).model_dump()

    def test_a_refused_line_is_missing_as_a_lost_one_is(self) -> None:
        ruling = ruled([*without(coup(), 12), refused("desk", 12, "1")])
        assert (facts(ruling), listed(ruling)) == (set(), [("refused", 12, 12)])
        assert "the line is not JSON" in str(ruling.incomplete[0].reason)

    def test_a_refused_line_that_tells_what_it_was_is_nothing_else(self) -> None:
        for reason, found in (("wager.returned.v1: amount_minor must be an integer", {"underdraw"}), ("no JSON", set())):
            lost = refused("desk", 12, "1")
            event = lost.event.model_copy(update={"reason": reason})
            assert facts(ruled([*without(coup(), 12), lost._replace(event=event)])) == found

    @pytest.mark.parametrize(
        "why",
        [
            {"reason": "card.dealt.v1: card 'X' is not of its form"},
            {
                "reason": "time '2026-01-20T22:14:07' is no RFC 3339 time with a zone",
                "code": "not_a_time",
                "particulars": {"field": "time", "text": "'2026-01-20T22:14:07'", "topic": "card.dealt.v1"},
            },
        ],
    )
    def test_where_a_card_is_known_to_have_been_refused_nobody_assumes_that_none_was_dealt(
        self, why: dict[str, object]
    ) -> None:
        lost = refused("desk", 12, "1")
        ruling = ruled([*without(coup(), 12), lost._replace(event=lost.event.model_copy(update=why))])
        assert (facts(ruling), conditional(ruling)) == (set(), set())
        assert {award.awarded_minor for award in ruling.awards if award.wager_due.wager == "w1"} <= {None, 9750}
        assert "underdraw" in {finding.kind for finding in ruling.incomplete[0].findings}

    def test_a_gap_after_the_error_excuses_no_error_before_it(self) -> None:
        overdrawn = coup(("P 9h", "B 6c", "P 9d", "B 3s", "B 2c"), "pay w1 0; pay w2 0")
        ruling = ruled(without(overdrawn, 13))
        assert "overdraw" in facts(ruling)

    def test_a_gap_before_the_deal_is_no_card(self) -> None:
        ruling = ruled(without(coup(("P 9h", "B 6c", "P 9d", "B 3s", "B 2c"), "pay w1 0; pay w2 0"), 4))
        assert "overdraw" in facts(ruling)

    def test_a_gap_that_a_clean_coup_does_not_need_changes_nothing(self) -> None:
        ruling = ruled([*coup()[:-8], *(d._replace(sequence=(d.sequence or 0) + 4) for d in coup()[-8:])])
        assert (ruling.verdict, facts(ruling), len(ruling.outcomes)) == ("stands", set(), 1)


class TestMoney:
    def test_a_lost_payment_is_not_owed(self) -> None:
        ruling = ruled(without(coup(), 14))
        assert (ruling.verdict, facts(ruling), conditional(ruling)) == ("stands", set(), {"unpaid"})
        assert [(award.awarded_minor, award.wager_due.unpaid) for award in ruling.awards] == [(9750, False), (0, False)]
        assert listed(ruling) == [("gap", 14, 14)]

    def test_a_payment_that_may_have_been_refused_is_not_owed(self) -> None:
        ruling = ruled([*without(coup(), 14), refused("desk", 14, "1")])
        assert (ruling.verdict, conditional(ruling)) == ("stands", {"unpaid"})

    def test_the_rest_of_a_stake_that_was_taken_up_too_late_is_not_owed_where_its_payment_may_be_missing(self) -> None:
        """DCB-10, DCB-15: w1 plays on and wins 47.50; its player has the 50.00 that were taken up after the first card."""
        cards = (CARDS[0], "withdraw w1", *CARDS[1:])
        story = DCB.format(cards="; ".join(cards), paid="pay w1 4750; pay w2 0")
        assert (ruled(transcribed(story)).verdict, facts(ruled(transcribed(story)))) == ("stands", {"withdrawn_late"})
        for deliveries in (without(transcribed(story), 15), [*without(transcribed(story), 15), refused("desk", 15, "1")]):
            ruling = ruled(deliveries)
            assert (ruling.verdict, facts(ruling), conditional(ruling)) == ("stands", {"withdrawn_late"}, {"unpaid"})
            assert [award.awarded_minor for award in ruling.awards] == [9750, 0]
        assert ruled(transcribed(story.replace("pay w1 4750; ", ""))).verdict == "correct"

    def test_with_the_whole_record_it_is(self) -> None:
        ruling = ruled(coup(paid="pay w2 0"))
        assert (ruling.verdict, facts(ruling)) == ("correct", {"unpaid"})

    def test_a_payment_that_was_lost_among_the_lines_of_the_next_coup_is_not_owed(self) -> None:
        """Number 14 pays w2, 15 closes the coup, 16 opens the next one, 17 is its first card, 18 pays w1 at last."""
        story = DCB.format(cards=" ".join(CARDS), paid="pay w2 0").replace(
            "open; P 3c B 7d P Kh", "open; P 3c\n    1: pay w1 9750\n    2: B 7d P Kh"
        )
        late = transcribed(story)
        assert (ruled(late).verdict, facts(ruled(late))) == ("stands", {"carried_over"})
        ruling = ruled(without(late, 18))
        assert (ruling.verdict, facts(ruling), conditional(ruling)) == ("stands", set(), {"unpaid"})
        assert listed(ruling) == [("gap", 18, 18)]

    def test_a_line_of_the_next_coup_that_was_lost_is_no_line_of_one_that_was_settled(self) -> None:
        for number in (18, 19):
            ruling = ruled(without(coup(), number))
            assert (ruling.verdict, ruling.incomplete, kinds(ruling)) == ("stands", (), [])

    def test_a_lost_bet_makes_no_payment_without_a_wager(self) -> None:
        ruling = ruled(without(coup(), 5))
        assert (facts(ruling), conditional(ruling)) == (set(), {"payment_without_wager"})

    def test_a_payment_may_have_been_of_a_stake_that_was_changed(self) -> None:
        raised = coup(paid="pay w1 19500; pay w2 0")
        ruling = ruled(without([d for d in raised if d.sequence != 6], 6))
        assert facts(ruling) == set()
        assert next(award for award in ruling.awards if award.wager_due.wager == "w1").awarded_minor is None
        assert next(award for award in ruling.awards if award.wager_due.wager == "w2").awarded_minor == 0

    def test_a_contradicted_payment_is_no_fact(self) -> None:
        deliveries = coup(paid="pay w1 9500; pay w2 0")
        assert facts(ruled(deliveries)) == {"wrong_payment"}
        event = DeliveryConflicted(
            digest="sha256:" + "1" * 64, length=1, feed="a.txt", line=1, source="desk", delivery="14", first_position=14
        )
        ruling = ruled([*deliveries, Delivery(event, HOUSE, "conflict:1", None, f"{DAY}/1")])
        assert (facts(ruling) - {"delivery_conflicted"}, listed(ruling)) == (set(), [("conflicting", 14, 14)])
        assert ruling.incomplete[0].wagers == ("w1",)


class TestBets:
    """DCB-3: until the first card a wager may be changed, whenever the dealer called."""

    def test_a_stake_below_the_minimum_may_have_been_lowered_too_late_where_the_first_card_may_be_missing(self) -> None:
        """The coup is told from number 4: 5 and 6 are the bets, 7 the call, 8 the first card, 9 the change."""
        limits = DCB.replace("shoe S7 8", "shoe S7 8; limits banco 5000 100000")
        story = limits.format(cards=" ".join((CARDS[0], "; change w1 2500;", *CARDS[1:])), paid="pay w1 7250; pay w2 0")
        assert facts(ruled(transcribed(story))) == {"changed_late"}
        ruling = ruled(without(transcribed(story), 8))
        assert (facts(ruling), "off_limits" in conditional(ruling)) == (set(), True)
        assert next(award.awarded_minor for award in ruling.awards if award.wager_due.wager == "w1") is None
        early = limits.format(cards=" ".join(("change w1 2500;", *CARDS)), paid="pay w1 4875; pay w2 0")
        assert facts(ruled(transcribed(early))) == {"off_limits"}
        assert "off_limits" in facts(ruled(without(transcribed(early), 10)))


class TestMisdrawWindow:
    """DCB-21: who was told of the error when is open where that part of the record is missing."""

    OVERDRAWN: Final = ("P 9h", "B 6c", "P 9d", "B 3s", "B 2c")

    def test_a_notice_may_be_missing(self) -> None:
        ruling = ruled(without(coup(self.OVERDRAWN, "pay w1 9750; pay w2 0"), 14))
        states = {
            branch.choices["record"]: branch.outcome.window.state for branch in ruling.branches if branch.outcome.window
        }
        assert states == {"complete": "closed", "incomplete": "not_told"}
        assert (ruling.verdict, ruling.awards[0].awarded_minor) == ("refer", None)
        assert {wager for part in ruling.incomplete for wager in part.open_wagers} == {"w1", "w2"}

    @pytest.mark.parametrize(("number", "incomplete"), [(17, "not_told"), (18, "not_told"), (20, "closed")])
    def test_a_notice_may_be_missing_until_the_first_card_of_the_next_coup(self, number: int, incomplete: str) -> None:
        """Banco was given 2c too many. Number 15 closes the coup, 16 and 17 open the next one and its betting, 18 closes
        it; 20 comes after its first card, when it is too late for a notice.
        """
        story = DCB.format(cards=" ".join(self.OVERDRAWN), paid="pay w1 9750; pay w2 0")
        deliveries = transcribed(story.replace("2: open;", "2: open; bet w1 P1 punto 1000; nmb;"))
        ruling = ruled(without(deliveries, number))
        found = {branch.outcome.window.state for branch in ruling.branches if branch.outcome.window}
        assert found == {"closed", incomplete}
        assert ruling.awards[0].awarded_minor is None

    def test_a_gap_before_the_error_leaves_no_notice_open(self) -> None:
        ruling = ruled(without(coup(self.OVERDRAWN, "pay w1 9750; pay w2 0"), 4))
        assert {branch.outcome.window.state for branch in ruling.branches if branch.outcome.window} == {"closed"}


class TestBlackjack:
    @pytest.mark.parametrize("number", range(7, 15))
    def test_no_lost_card_or_decision_is_a_fault(self, number: int) -> None:
        ruling = ruled(without(transcribed(CCL), number))
        assert facts(ruling) == set()
        assert listed(ruling) == [("gap", number, number)]
        assert not any(award.wager_due.unpaid for award in ruling.awards)
        assert ruling.awards[0].awarded_minor in (None, 0)

    def test_the_box_to_which_cards_were_dealt_may_have_had_a_wager_where_the_only_one_may_be_missing(self) -> None:
        for deliveries in (without(transcribed(CCL), 5), [*without(transcribed(CCL), 5), refused("desk", 5, "1")]):
            ruling = ruled(deliveries)
            assert (facts(ruling), "empty_box" in conditional(ruling), ruling.verdict) == (set(), True, "refer")

    def test_to_whom_an_exposed_card_was_given_may_be_missing(self) -> None:
        """SCB-18: the dealer's last card was exposed, and moved to the dealer as the thirteenth event."""
        story = """
            table: table blackjack scb CHF; limits main 1000 50000; shoe S1 6
            1: open; bet w1 P1 main 1000 box=1; nmb; 1 Th D 6s 1 9c; says 1 stand P1; D 5d; expose 8c
            1: move 8c exposed dealer; pay w1 2000; close
            2: open; nmb; close
        """
        ruling = ruled(without(transcribed(story), 13))
        assert (facts(ruling), "exposed_not_next" in conditional(ruling)) == (set(), True)

    def test_the_last_decision_before_the_payments_may_be_the_one_that_was_lost(self) -> None:
        """SCB: the dealer has 19 by the first cards, so that nothing is dealt after the decisions of boxes 1 and 3."""
        story = """
            table: table blackjack scb CHF; limits main 1000 50000; shoe S1 6
            1: open; bet w1 P1 main 4000 box=1; bet w3 P3 main 2000 box=3; nmb; 1 Ts 3 Qh D 9c 1 8s 3 Qd
            1: says 1 stand P1; says 3 stand P3; D Th; pay w1 0; pay w3 4000; close
            2: open; close
        """
        for number in (12, 13, 14):
            assert facts(ruled(without(transcribed(story), number))) == set()

    def test_the_whole_round_is_lawful(self) -> None:
        ruling = ruled(transcribed(CCL))
        assert (kinds(ruling), ruling.verdict, ruling.incomplete) == ([], "stands", ())


class TestRoulette:
    @pytest.mark.parametrize("number", range(6, 12))
    def test_nothing_that_was_lost_is_an_omission(self, number: int) -> None:
        ruling = ruled(without(transcribed(ROULETTE), number))
        assert facts(ruling) == set()
        assert listed(ruling) == [("gap", number, number)]
        assert ruling.verdict in ("stands", "refer")

    def test_a_wager_above_the_maximum_may_have_been_taken_back_before_the_call(self) -> None:
        """300.00 on one number, where 100.00 is the most: taken back as the seventh event, which is lost."""
        taken_back = "bet w1 P1 red 1000; bet w2 P1 straight 30000 numbers=4; withdraw w2"
        ruling = ruled(without(transcribed(ROULETTE.replace("bet w1 P1 red 1000", taken_back)), 7))
        assert (facts(ruling), "off_limits_inside" in conditional(ruling)) == (set(), True)

    def test_a_winner_that_nobody_paid_may_have_been_taken_back_before_the_call(self) -> None:
        """The seventh event, after the two bets, is lost: w2 was taken back, so that no payment on it is on record."""
        taken_back = "bet w1 P1 red 1000; bet w2 P1 red 2000; withdraw w2"
        ruling = ruled(without(transcribed(ROULETTE.replace("bet w1 P1 red 1000", taken_back)), 7))
        awarded = {award.wager_due.wager: award.awarded_minor for award in ruling.awards}
        assert (facts(ruling), awarded, ruling.verdict) == (set(), {"w1": 2000, "w2": None}, "refer")

    def test_the_call_may_have_come_after_the_ball_had_come_to_rest(self) -> None:
        late = transcribed(ROULETTE.replace("nmb motion=yes; rest 19", "rest 19; nmb motion=yes"))
        assert facts(ruled(late)) == {"called_after_rest"}
        ruling = ruled(without(late, 8))
        assert (facts(ruling), conditional(ruling)) == (set(), {"not_called"})

    def test_a_wager_laid_as_the_ball_ran_may_have_been_too_late_where_something_is_missing(self) -> None:
        """The call before the wager on the number, the seventh event, is lost: it was worth 5.00, or 180.00."""
        late = "spin cw ccw; nmb motion=yes; bet w2 P1 straight 500 numbers=19"
        ruling = ruled(without(transcribed(ROULETTE.replace("spin cw ccw; nmb motion=yes", late)), 7))
        award = next(award for award in ruling.awards if award.wager_due.wager == "w2")
        assert (award.awarded_minor, "w2" in ruling.incomplete[0].open_wagers) == (None, True)

    def test_a_lost_bet_of_which_no_payment_is_on_record_may_have_been_taken_back(self) -> None:
        """Black, the sixth event, was taken back in time, the seventh; of red the payment is on record."""
        withdrawn = "bet w2 P1 black 1000; withdraw w2; spin cw ccw"
        limits = "limits red 100 100000; limits black 100 100000"
        transcript = ROULETTE.replace("limits red 100 100000", limits).replace("spin cw ccw", withdrawn)
        whole = transcribed(transcript)
        assert facts(ruled(whole)) == set()
        number = next(delivery.sequence for delivery in whole if isinstance(delivery.event, WagerWithdrawn))
        ruling = ruled(without(whole, number or 0))
        assert {award.wager_due.wager: award.awarded_minor for award in ruling.awards} == {"w1": 2000, "w2": None}
        assert ruling.incomplete[0].open_wagers == ("w2",)

    def test_the_whole_round_is_lawful(self) -> None:
        ruling = ruled(transcribed(ROULETTE))
        assert (kinds(ruling), ruling.verdict, ruling.incomplete) == ([], "stands", ())


class TestWhatIsSaid:
    def test_the_document_lists_what_is_missing_and_what_it_leaves_open(self) -> None:
        ruling = ruled(without(coup(), 14))
        document = ruling_document(ruling, dict.fromkeys(ruling.positions, b"")).model_dump()
        assert document["incomplete"] == [
            {
                "what": "gap",
                "source": "desk",
                "first": 14,
                "last": 14,
                "at": 14,
                "reason": None,
                "topics": [],
                "places": [],
                "wagers": [],
                "findings": [{"kind": "unpaid", "text": ruling.incomplete[0].findings[0].sentence}],
                "open_wagers": [],
            }
        ]

    def test_what_a_source_does_not_report_is_listed_too(self) -> None:
        reports = "reports desk card.dealt,round.announced,round.closed,round.opened,wager.placed,wager.returned"
        story = DCB.format(cards="P 9h B 6c P 9d B 3s B 2c", paid="pay w1 9750; pay w2 0")
        ruling = ruled(transcribed(story.replace("shoe S7 8", f"shoe S7 8; {reports}")))
        assert [(part.what, part.topics) for part in ruling.incomplete] == [("not_reported", ("notice.given",))]
        assert (ruling.verdict, "record" in ruling.branches[0].choices) == ("refer", False)


def test_a_transcript_says_a_gap_by_its_numbers() -> None:
    transcript = Transcript("desk")
    numbers = [delivery.sequence for delivery in transcript.read(f"{DAY}/1: open; nmb %3")]
    assert numbers == [1, 3]


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_a_refused_event_of_an_earlier_version_is_known_by_its_topic(version: str) -> None:
    """What could not be read of a changed wager cannot have been a card."""
    lost = refused("desk", 12, "1")
    why = f"wager.changed.{version}: stake_minor is no integer"
    lost = lost._replace(event=lost.event.model_copy(update={"reason": why}))
    ruling = ruled([*without(coup(), 12), lost])
    assert ruling.incomplete[0].topics == ("wager.changed",)

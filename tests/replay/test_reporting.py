"""What the sources of a version cannot report is open, and is held against nobody."""

from typing import Final

import pytest

from ledger.entry import Delivery
from ledger.events import REGISTRY
from ledger.events.base import topic_stem
from ledger.events.play import Announced, CardDealt, DecisionMade, NoticeGiven
from ledger.events.shoe import ShoeShuffled
from ledger.events.table import SeatTaken
from replay.ruling.ruling import Ruling
from replay.table_day.reporting import DeclaredTopics, reporting_of
from tests.replay.arrivals import kinds, ruled, story_of, transcribed

SHOE: Final = "card.dealt,round.announced,round.closed,round.opened,shoe.prepared,wager.placed,wager.returned"
"""What a shoe with a terminal for bets can report: no notice of an error."""
EVERY_TOPIC: Final = frozenset(topic_stem(topic) for topic, kind in REGISTRY.items() if kind.FROM_FEEDS)
BET_ON_17: Final = "bet w1 P1 straight 500 numbers=17"
CARDS: Final = DeclaredTopics(frozenset({"card.dealt"}))
OVERDRAWN: Final = """
    table: table baccarat dcb CHF; shoe S7 8{reports}
    1: open; bet w1 P1 banco 5000; P 9h B 6c P 9d B 3s B 2c; call banco; pay w1 9750; close
    2: open; P 3c B 7d P Kh B 8s
"""
"""Punto's two nines are eight, banco's six and three are a natural nine: banco drew a third card all the same."""


def misdrawn(reports: str = "", bet: str = "bet w1 P1 banco 5000; ") -> list[Delivery]:
    transcript = OVERDRAWN.format(reports=f"; reports desk {reports}" if reports else "")
    return transcribed(transcript.replace("bet w1 P1 banco 5000; ", bet))


class TestWindow:
    """DCB-21: a misdraw that is not brought to attention before the next coup's first card stands, by one reading."""

    def test_where_a_notice_could_be_reported_its_absence_closes_the_window(self) -> None:
        ruling = ruled(misdrawn())
        assert {branch.outcome.window.state for branch in ruling.branches if branch.outcome.window} == {"closed"}

    def test_where_no_source_can_report_a_notice_nobody_knows_whether_it_was_given(self) -> None:
        ruling = ruled(misdrawn(SHOE))
        assert kinds(ruling)[:1] == ["overdraw"]
        assert {branch.outcome.window.state for branch in ruling.branches if branch.outcome.window} == {"not_told"}
        assert (ruling.verdict, ruling.awards[0].awarded_minor) == ("refer", None)

    def test_a_source_that_can_report_a_notice_is_enough(self) -> None:
        ruling = ruled([*misdrawn(SHOE), *transcribed("!source pit\n1: irregular noise inspector")])
        assert {branch.outcome.window.state for branch in ruling.branches if branch.outcome.window} == {"closed"}

    def test_where_no_money_hangs_on_it_nobody_is_asked(self) -> None:
        deliveries = [
            delivery for delivery in misdrawn(SHOE, bet="") if not delivery.topic.startswith(("wager.", "round.announced"))
        ]
        assert ruled(deliveries).verdict == "stands"


class TestCorrections:
    """The dealer took a card before boxes 2 and 3 had decided; then box 3 doubled with it."""

    CORRECTED: Final = """
        table: table blackjack ccl CZK; limits main 1000 50000; shoe S1 6; reports desk {topics}
        1: bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=2; bet w3 P3 main 10000 box=3; nmb
        1: 1 8h 2 Ts 3 7h D 4h 1 Tc 2 5d 3 3c; says 1 stand; D 6h; notice dealer inspector; {begun}says 2 stand
        1: says 3 double; bet d3 P3 double 10000 box=3 hand=1 parent=w3; move 6h D 3; D 7c D 2h D 4d; pay w1 20000; close
    """

    def stated(self, topics: frozenset[str], begun: str = "") -> set[str]:
        """What is found of the deal in any case."""
        deliveries = transcribed(self.CORRECTED.format(topics=",".join(sorted(topics)), begun=begun))
        stated = {finding.kind for finding in ruled(deliveries).findings if not finding.branch_ids}
        return stated & {"dealer_too_soon", "not_asked"}

    def test_a_box_that_decides_once_a_correction_began_was_asked(self) -> None:
        assert self.stated(EVERY_TOPIC, "correcting inspector; ") == {"dealer_too_soon"}

    def test_where_no_correction_began_it_was_passed_over(self) -> None:
        assert self.stated(EVERY_TOPIC) == {"dealer_too_soon", "not_asked"}

    def test_where_no_source_can_report_that_a_correction_began_that_is_open(self) -> None:
        assert self.stated(EVERY_TOPIC - {"correction.begun"}) == {"dealer_too_soon"}


class TestPayments:
    def test_winnings_are_unpaid_only_where_a_payment_could_be_reported(self) -> None:
        transcript = """
            table: table baccarat dcb CHF; shoe S7 8{}
            1: open; bet w1 P1 banco 5000; P 9h B 6c P 9d B 3s; call banco; notice P1 dealer; close
        """
        assert kinds(ruled(transcribed(transcript.format("")))) == ["unpaid"]
        silent = ruled(transcribed(transcript.format("; reports desk wager.placed,card.dealt,notice.given")))
        assert (kinds(silent), silent.verdict) == ([], "stands")

    def test_a_stake_taken_up_too_late_may_have_been_paid_besides_where_no_payment_can_be_reported(self) -> None:
        """CCL-21: 20 wins against 17, and 200.00 is due; that only the stake of 100.00 went back nobody can report."""
        transcript = """
            table: table blackjack ccl CZK; limits main 10000 500000; shoe S1 6; reports desk {}
            1: open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 9s; withdraw w1; 1 Qc; says 1 stand P1; D 8d; close
        """
        silent = ruled(transcribed(transcript.format(",".join(sorted(EVERY_TOPIC - {"wager.returned"})))))
        assert (kinds(silent)[-1:], silent.verdict, silent.awards[0].awarded_minor) == (
            ["withdrawn_late"],
            "stands",
            20_000,
        )
        reported = ruled(transcribed(transcript.format(",".join(sorted(EVERY_TOPIC)))))
        assert (reported.verdict, reported.awards[0].awarded_minor) == ("correct", 20_000)


class TestActsOnTheWheel:
    """ "No more bets", "no spin" and the ball's spin, of which no source can report one: what turns on it is open."""

    @staticmethod
    def spun(silent: str, story: str) -> Ruling:
        topics = ",".join(sorted(EVERY_TOPIC - {silent}))
        return ruled(transcribed(f"table: table roulette eca-roulette EUR; reports desk {topics}\n1: open; {story}"))

    LATE: Final = f"{BET_ON_17}; spin cw ccw; bet w2 P2 straight 500 numbers=20; rest 20; call 20; dolly 20; {{}}close"

    def test_what_the_call_would_change_is_listed(self) -> None:
        ruling = self.spun("round.bets_closed", self.LATE.format(""))
        (part,) = ruling.incomplete
        assert (part.what, part.topics, part.open_wagers) == ("not_reported", ("round.bets_closed",), ("w2",))
        assert [award.awarded_minor for award in ruling.awards] == [0, None]

    def test_a_payment_that_fits_the_one_or_the_other_is_right(self) -> None:
        for paid in (500, 18_000):  # no wager, as it was too late; or a wager on the number
            ruling = self.spun("round.bets_closed", self.LATE.format(f"pay w1 0; pay w2 {paid}; "))
            assert "wrong_payment" not in {finding.kind for finding in ruling.findings if not finding.branch_ids}
            assert ruling.verdict in ("stands", "refer")

    def test_a_player_who_objects_has_the_question_open(self) -> None:
        ruling = self.spun("round.bets_closed", self.LATE.format("pay w1 0; pay w2 18000; notice P2 dealer; "))
        assert [award.awarded_minor for award in ruling.awards] == [0, None]

    def test_a_limit_that_only_bets_in_time_exceed_is_not_exceeded_for_a_fact(self) -> None:
        bets = "bet w1 P1 straight 6000 numbers=20; spin cw ccw; bet w2 P1 straight 6000 numbers=20"
        ruling = self.spun("round.bets_closed", f"{bets}; rest 17; call 17; dolly 17; close")
        assert [finding for finding in ruling.findings if not finding.branch_ids] == []

    def test_where_no_wager_was_laid_as_the_ball_ran_the_call_changes_nothing(self) -> None:
        ruling = self.spun("round.bets_closed", f"{BET_ON_17}; spin cw ccw; rest 20; call 20; dolly 20; close")
        assert (ruling.verdict, [award.awarded_minor for award in ruling.awards]) == ("stands", [0])
        assert ruling.incomplete[0].open_wagers == ()

    def test_the_number_of_a_spin_that_may_have_been_none_is_open(self) -> None:
        ruling = self.spun("spin.no_spin_called", "spin cw ccw; nmb; rest 17; spin cw ccw; nmb; rest 20; call 20; close")
        assert {branch.outcome.lawful_result for branch in ruling.branches} == {None}

    def test_a_number_that_nobody_stated_may_be_that_of_a_no_spin(self) -> None:
        before = "open; spin cw ccw; nmb; rest 5; call 5; dolly 5; close\n2: open; "
        topics = ",".join(sorted(EVERY_TOPIC - {"spin.no_spin_called"}))
        story = (
            f"table: table roulette eca-roulette EUR; reports desk {topics}\n1: {before}spin cw ccw; nmb; rest 17; close"
        )
        assert kinds(ruled(transcribed(story), "2")) == []

    def test_each_of_them_is_evidence_where_it_can_be_reported(self) -> None:
        story = "bet w1 P1 straight 500 numbers=17; nmb; no_spin foreign_object; rest 17; spin cw cw; nmb; rest 17; close"
        found = kinds(self.spun("dolly.placed", story))
        assert {"foreign_object_left_in", "ran_with_the_wheel"} <= set(found)


class TestDeclarations:
    def test_the_last_declaration_of_a_source_counts(self) -> None:
        transcript = """
            table: table roulette eca-roulette EUR; reports desk ball.rested; reports desk ball.rested,dolly.placed
            1: open; rest 17; close
        """
        assert kinds(ruled(transcribed(transcript))) == ["not_marked"]

    def test_a_ruling_rests_on_the_declaration(self) -> None:
        ruling = ruled(
            transcribed("table: table roulette eca-roulette EUR; reports desk ball.rested\n1: open; rest 17; close")
        )
        assert ruling.positions == (1, 2, 3, 4, 5)

    def test_a_declaration_of_one_version_changes_no_other(self) -> None:
        transcript = """
            table: table roulette eca-roulette EUR; reports desk ball.rested
            1: open; rest 17; close
            !source transcript/night
            1: open; rest 17; call 17; close
        """
        day = story_of(transcribed(transcript))
        (night,) = day.rounds["BAC-1/2026-11-20/1"].other_accounts
        assert night.can_report(Announced)
        assert not day.rounds["BAC-1/2026-11-20/1"].can_report(Announced)


class TestSources:
    def test_of_what_happens_in_a_round_the_sources_of_the_version_speak(self) -> None:
        reporting = reporting_of(["shoe"], ["shoe", "pit"], {"shoe": CARDS})
        assert (reporting.can_report(CardDealt), reporting.can_report(NoticeGiven)) == (True, False)

    def test_of_the_table_and_the_shoe_every_source_of_the_day_speaks(self) -> None:
        reporting = reporting_of(["shoe"], ["shoe", "pit"], {"shoe": CARDS})
        assert (reporting.can_report(SeatTaken), reporting.can_report(ShoeShuffled)) == (True, True)
        alone = reporting_of(["shoe"], ["shoe"], {"shoe": CARDS})
        assert (alone.can_report(SeatTaken), alone.can_report(ShoeShuffled)) == (False, False)

    @pytest.mark.parametrize("is_told", [True, False])
    def test_where_nothing_is_declared_what_is_reported_at_all_counts(self, is_told: bool) -> None:
        reporting = reporting_of(["desk"], ["desk"], {})
        assert reporting.is_recorded(DecisionMade, is_told=is_told) is is_told
        declared = reporting_of(["desk"], ["desk"], {"desk": DeclaredTopics(frozenset({"decision.made"}))})
        assert declared.is_recorded(DecisionMade, is_told=is_told)

    def test_the_ledger_s_own_entries_report_nothing(self) -> None:
        reporting = reporting_of(["shoe"], ["shoe", "recoup"], {"shoe": CARDS})
        assert not reporting.can_report(SeatTaken)

    def test_every_topic_of_a_feed_has_a_stem_of_its_own(self) -> None:
        topics = [topic for topic, kind in REGISTRY.items() if kind.FROM_FEEDS]
        assert len({topic_stem(topic) for topic in topics}) == len(topics)

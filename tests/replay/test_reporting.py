"""What the sources of a version cannot report is open, and is held against nobody."""

from typing import Final

import pytest

from ledger.entry import Delivery
from ledger.events import REGISTRY
from ledger.events.base import topic_stem
from ledger.events.play import Announced, CardDealt, DecisionMade, NoticeGiven
from ledger.events.shoe import ShoeShuffled
from ledger.events.table import SeatTaken
from replay.table_day.reporting import DeclaredTopics, reporting_of
from tests.replay.arrivals import kinds, ruled, story_of, transcribed

SHOE: Final = "card.dealt,round.announced,round.closed,round.opened,shoe.prepared,wager.placed,wager.returned"
"""What a shoe with a terminal for bets can report: no notice of an error."""
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


class TestPayments:
    def test_winnings_are_unpaid_only_where_a_payment_could_be_reported(self) -> None:
        transcript = """
            table: table baccarat dcb CHF; shoe S7 8{}
            1: open; bet w1 P1 banco 5000; P 9h B 6c P 9d B 3s; call banco; notice P1 dealer; close
        """
        assert kinds(ruled(transcribed(transcript.format("")))) == ["unpaid"]
        silent = ruled(transcribed(transcript.format("; reports desk wager.placed,card.dealt,notice.given")))
        assert (kinds(silent), silent.verdict) == ([], "stands")


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

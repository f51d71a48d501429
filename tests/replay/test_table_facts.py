"""What is posted at a table holds for every version of a round; what a version does not tell is no accusation."""

from typing import Final

import pytest

from replay.judging.finding import ORDER_CHOICE
from replay.ruling.ruling import Ruling
from replay.table_day.possible_orders import possible_orders
from tests.replay.told import DEVICE, FIRST, HOUSES, SECOND, House, awarded, choices, day_of, facts, in_doubt, ruled

EVERY_HOUSE = pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)
BACCARAT: Final = HOUSES["dcb"]
DAY: Final = BACCARAT.table
TIE: Final = "open; bet w1 P1 banco 2000; bet u P1 ur_way 100 total=8; nmb; P 4h B 7d P 4c B As; call egalite"
"""Eight against eight. A share of 5% of 20.00 is 1.00 (DCB-17); odds of 80:1 on 1.00 are 80.00 (DCB-9)."""


def tie(share: int = 2100, on_total: int = 8100, cards: str = TIE) -> str:
    return f"{cards}; pay w1 {share}; pay u {on_total}; close"


def orders(ruling: Ruling) -> int:
    """How many possible orders are branches."""
    return len({branch.choices.get(ORDER_CHOICE) for branch in ruling.branches})


def order_doubts(ruling: Ruling) -> int:
    return sum(finding.kind == "order_not_established" for finding in ruling.findings)


class TestTerms:
    @pytest.mark.parametrize("name", ["transcript/I9", "transcript/zzz", DEVICE])
    def test_what_was_posted_before_the_coup_holds_for_a_version_without_times(self, name: str) -> None:
        """Whichever of the two is used, by its name or as a device's."""
        ruling = ruled(
            BACCARAT,
            f"!source {FIRST}\n{DAY}: table baccarat dcb GBP; terms P1 500; shoe S1 8",
            f"{DAY}: odds ur_way 80:1 total=8\n{DAY}/1: {tie()}",
            f"!source {name}\n{DAY}/1: {tie().replace('As', 'Ad')}",
        )
        assert (ruling.verdict, awarded(ruling)) == ("stands", {"w1": 2100, "u": 8100})
        assert facts(ruling) == ["accounts_differ"]
        assert (choices(ruling), orders(ruling)) == ([], 1)

    def test_each_round_goes_by_what_was_posted_before_it(self) -> None:
        """The share is 5% in the first coup and 6% in the second, and only then."""
        lines = [
            f"!source {FIRST}\n{DAY}: table baccarat dcb GBP; terms P1 500; odds ur_way 80:1 total=8; shoe S1 8",
            f"{DAY}/1: {tie()}\n{DAY}: terms P1 600\n{DAY}/2: {tie(2120)}",
            f"!source {SECOND}\n{DAY}/1: {tie()}\n{DAY}/2: {tie(2120)}",
        ]
        for number, share in ((1, 2100), (2, 2120)):
            for adopted in ("", f"{DAY}: adopted transcript.second management"):
                ruling = ruled(BACCARAT, *lines, adopted, number=number)
                assert (ruling.verdict, awarded(ruling), facts(ruling)) == ("stands", {"w1": share, "u": 8100}, [])

    def test_what_its_own_source_posts_after_the_coup_does_not_hold_for_it(self) -> None:
        lines = [
            f"!source {FIRST}\n{DAY}: table baccarat dcb GBP; terms P1 500; shoe S1 8",
            f"{DAY}/1: {tie()}\n{DAY}: odds ur_way 80:1 total=8",
            f"!source {SECOND}\n{DAY}/1: {tie()}",
        ]
        ruling = ruled(BACCARAT, *lines)
        assert "no_posted_odds" in facts(ruling)
        assert (awarded(ruling)["u"], order_doubts(ruling)) == (None, 0)

    def test_a_source_that_tells_of_no_round_posts_for_all(self) -> None:
        ruling = ruled(
            BACCARAT,
            f"!source {FIRST}\n{DAY}: table baccarat dcb GBP; shoe S1 8\n{DAY}/1: {tie()}",
            f"!source transcript/pit\n{DAY}: terms P1 500; odds ur_way 80:1 total=8",
            f"!source {SECOND}\n{DAY}/1: {tie()}",
        )
        assert (ruling.verdict, awarded(ruling), facts(ruling)) == ("stands", {"w1": 2100, "u": 8100}, [])

    def test_two_postings_of_the_same_leave_one_question_open(self) -> None:
        """What the pit posts is 6%, before or after the coup: 21.20 or 21.00."""
        ruling = ruled(
            BACCARAT,
            f"!source {FIRST}\n{DAY}: table baccarat dcb GBP; terms P1 500; odds ur_way 80:1 total=8; shoe S1 8",
            f"{DAY}/1: {tie()}",
            f"!source transcript/pit\n{DAY}: terms P1 600",
        )
        assert (ruling.verdict, awarded(ruling)) == ("refer", {"w1": None, "u": 8100})
        assert {b.outcome.wagers_due[0].due_minor for b in ruling.branches} == {2100, 2120}
        assert (orders(ruling), order_doubts(ruling)) == (2, 1)

    def test_a_version_goes_by_its_own_posting_where_another_posts_otherwise(self) -> None:
        ruling = ruled(
            BACCARAT,
            f"!source {FIRST}\n{DAY}: table baccarat dcb GBP; terms P1 500; odds ur_way 80:1 total=8; shoe S1 8",
            f"{DAY}/1: {tie()}",
            f"!source {SECOND}\n{DAY}: terms P1 600\n{DAY}/1: {tie()}",
        )
        assert (ruling.verdict, awarded(ruling)) == ("refer", {"w1": None, "u": 8100})
        assert choices(ruling) == ["transcript.first", "transcript.second"]
        assert order_doubts(ruling) == 0

    def test_many_postings_make_no_orders(self) -> None:
        posted = "; ".join(f"terms P{n} {n}00; limits ur_way {n}00 {n}0000" for n in range(2, 20))
        table_day = day_of(
            f"!source {FIRST}\n{DAY}: table baccarat dcb GBP; terms P1 500; odds ur_way 80:1 total=8; {posted}; shoe S1 8",
            f"{DAY}/1: {tie()}",
            f"!source {SECOND}\n{DAY}/1: {tie()}",
        )
        round_ = table_day.rounds[f"{DAY}/1"]
        assert [len(possible_orders(table_day, version)) for version in (round_, *round_.rival_accounts)] == [1, 1]

    def test_a_resolution_before_the_coup_holds_for_a_version_recorded_later(self) -> None:
        """DCB-U3? is about the cents; whichever reading holds, it is one, in either version."""
        lines = [
            f"!source {FIRST}\n{DAY}: table baccarat dcb GBP; terms P1 500; odds ur_way 80:1 total=8; shoe S1 8",
            f"{DAY}: resolved DCB-2a? a management\n{DAY}/1: {tie()}",
            f"!source {SECOND}\n{DAY}/1: {tie()}",
        ]
        table_day = day_of(*lines)
        round_ = table_day.rounds[f"{DAY}/1"]
        assert [list(version.terms_at_opening.resolutions) for version in (round_, *round_.other_accounts)] == [
            ["DCB-2a?"],
            ["DCB-2a?"],
        ]

    @EVERY_HOUSE
    def test_a_limit_holds_for_an_adopted_version_without_times(self, house: House) -> None:
        kind = house.bet.split()[3]
        limits = f"{house.opening}; limits {kind} 50000 900000"
        lines = [f"!source {FIRST}\n{house.table}: {limits}", house.round_line(house.due)]
        lines += [f"!source {SECOND}", house.round_line(house.due)]
        for adopted in ("", f"{house.table}/1: adopted transcript.second {house.decides}"):
            assert any(finding.kind.startswith("off_limits") for finding in ruled(house, *lines, adopted).findings)


class TestTheDay:
    """The dealer, the seats and the shoe are the table's, whoever tells of the round."""

    LINES: Final = (
        f"!source {FIRST}\n{DAY}: table baccarat dcb GBP; dealer D1; sits P1 3; shoe S1 8; shuffled S1 riffle; burn 9c",
        f"{DAY}/1: {BACCARAT.bet}; {BACCARAT.play}; close\n{DAY}: dealer D2\n{DAY}/2: open; P 9h B 8d; close",
    )

    def test_a_version_that_does_not_tell_them_has_them(self) -> None:
        table_day = day_of(*self.LINES, f"!source {SECOND}\n{DAY}/2: open; P 9h B 8d; close")
        (version,) = table_day.rounds[f"{DAY}/2"].rival_accounts
        completed = table_day.completed(version)
        assert (completed.dealer, completed.shoe, completed.decks) == ("D2", "S1", 8)
        assert completed.terms_at_opening.seats == {"P1": 3}
        assert completed.cards_out_before == 1 + 4
        assert completed.previous is not None

    def test_a_version_that_tells_them_again_has_them_once(self) -> None:
        again = [line.replace(FIRST, SECOND) for line in self.LINES]
        table_day = day_of(*self.LINES, *again)
        for version in (table_day.rounds[f"{DAY}/2"], *table_day.rounds[f"{DAY}/2"].rival_accounts):
            completed = table_day.completed(version)
            assert (completed.dealer, completed.cards_out_before) == ("D2", 5)
            assert completed.shoe_record is not None
            assert [type(act.event).WORD for act in completed.shoe_record.acts].count("burn") == 1

    def test_a_shoe_that_a_transcript_tells_ends_none_that_a_device_tells(self) -> None:
        other = [line.replace(FIRST, SECOND).replace("shoe S1 8", "shoe S2 6") for line in self.LINES]
        table_day = day_of(*(line.replace(FIRST, DEVICE) for line in self.LINES), *other)
        assert {round_.shoe for round_ in table_day.rounds.values()} == {"S1"}
        assert all(round_.shoe_end_index is None for round_ in table_day.rounds.values())


def parts(house: House, paid: int) -> tuple[str, str]:
    """A round in two parts: what was dealt or spun, and the money."""
    return f"{house.table}/1: {house.play}", f"{house.table}/1: open; {house.bet}; pay w1 {paid}; close"


@EVERY_HOUSE
class TestParts:
    def test_a_second_version_of_the_cards_or_the_money_alone_accuses_nobody(self, house: House) -> None:
        for paid, verdict in ((house.due, "stands"), (house.due - 500, "correct")):
            for part in parts(house, paid):
                ruling = ruled(house, house.opened_by(FIRST), house.round_line(paid), f"!source {SECOND}\n{part}")
                assert (ruling.verdict, awarded(ruling), choices(ruling)) == (verdict, {"w1": house.due}, [])
                assert set(facts(ruling)) <= {"wrong_payment"}

    def test_two_parts_are_one_round(self, house: House) -> None:
        cards, money = parts(house, house.due)
        for first, second in ((cards, money), (money, cards)):
            ruling = ruled(house, house.opened_by(FIRST), first, f"!source {SECOND}\n{second}")
            assert (ruling.verdict, awarded(ruling), ruling.findings) == ("stands", {"w1": house.due}, ())

    def test_a_part_that_nobody_adopted_makes_no_debt(self, house: House) -> None:
        cards, money = parts(house, house.due - 500)
        ruling = ruled(house, house.opened_by(FIRST), money, f"!source {SECOND}\n{cards}")
        assert (ruling.verdict, facts(ruling), in_doubt(ruling)) == ("refer", [], ["wrong_payment"])

    def test_an_adopted_part_goes_with_the_rest_of_the_device_s(self, house: House) -> None:
        cards, money = parts(house, house.due - 500)
        lines = [house.opened_by(DEVICE), cards, f"!source {SECOND}\n{money}"]
        ruling = ruled(house, *lines, f"{house.table}/1: adopted transcript.second {house.decides}")
        assert (ruling.verdict, awarded(ruling), facts(ruling)) == ("correct", {"w1": house.due}, ["wrong_payment"])

    def test_other_names_of_the_bets_make_no_other_bets(self, house: House) -> None:
        other = house.round_line(house.due).replace("w1", "b7")
        ruling = ruled(house, house.opened_by(FIRST), house.round_line(house.due), f"!source {SECOND}\n{other}")
        assert (ruling.verdict, awarded(ruling), ruling.findings) == ("stands", {"w1": house.due}, ())


def timed(line: str, at: str) -> str:
    """A line of which the first phrase has a time."""
    subject, _, phrases = line.partition(": ")
    first, _, rest = phrases.partition("; ")
    return f"{subject}: {first} @{at}{f'; {rest}' if rest else ''}"


@EVERY_HOUSE
def test_a_version_without_times_beside_one_with_times_comes_to_the_same(house: House) -> None:
    opening = timed(f"{house.table}: {house.opening}", "2026-11-20T20:00:00Z")
    first = timed(house.round_line(house.due), "2026-11-20T20:05:00Z")
    ruling = ruled(house, opening, first, f"!source {SECOND}", house.round_line(house.due))
    assert (ruling.verdict, ruling.findings, orders(ruling)) == ("stands", (), 1)

"""Versions of a round from several sources: the verdict follows from each that counts; none closes another's question."""

import re
from collections.abc import Sequence

import pytest

from replay.ruling.ruling import Ruling
from tests.replay.told import (
    DEVICE,
    FIRST,
    HOUSES,
    SECOND,
    House,
    awarded,
    choices,
    facts,
    in_doubt,
    recorded,
    ruled,
)

EVERY_HOUSE = pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)


def versions(house: House, *paid: int | None, more: str = "") -> list[str]:
    """A round as several typed sources have it, each with its payment; the last one has more bets."""
    lines = [house.opened_by(FIRST)]
    for number, amount in enumerate(paid, 1):
        source = FIRST if number == 1 else f"transcript/{'zyx'[number - 2]}"
        lines += [f"!source {source}", house.round_line(amount, more=more if number == len(paid) else "")]
    return lines


@EVERY_HOUSE
class TestPayments:
    def test_a_version_with_the_right_payment_closes_no_question_of_another(self, house: House) -> None:
        for amounts in ((house.due - 500, house.due), (house.due, house.due - 500)):
            ruling = ruled(house, *versions(house, *amounts))
            assert ruling.verdict == "refer"
            assert ruling.authority is not None
            assert awarded(ruling) == {"w1": house.due}
            assert choices(ruling) == ["transcript.first", "transcript.z"]
            assert in_doubt(ruling) == ["wrong_payment"]
            assert "wrong_payment" not in facts(ruling)

    def test_the_lines_of_one_file_close_none_of_their_questions(self, house: House) -> None:
        wrong = [house.round_line(house.due - 500, number) for number in range(1, 6)]
        right = [house.round_line(house.due, number) for number in range(1, 6)]
        for first, second in ((wrong, right), (right, wrong)):
            lines = [house.opened_by(FIRST), *first, "!source transcript/aaa", *second]
            for number in range(1, 6):
                ruling = ruled(house, *lines, number=number)
                assert (ruling.verdict, awarded(ruling)) == ("refer", {"w1": house.due})

    def test_versions_with_the_same_wrong_payment_agree(self, house: House) -> None:
        ruling = ruled(house, *versions(house, house.due - 500, house.due - 500))
        assert (ruling.verdict, choices(ruling), awarded(ruling)) == ("correct", [], {"w1": house.due})
        assert "wrong_payment" in facts(ruling)

    def test_two_that_agree_outvote_nobody(self, house: House) -> None:
        ruling = ruled(house, *versions(house, house.due - 500, house.due, house.due))
        assert (ruling.verdict, awarded(ruling)) == ("refer", {"w1": house.due})
        assert choices(ruling) == ["transcript.first", "transcript.z"]

    def test_three_that_all_differ_are_three_branches(self, house: House) -> None:
        ruling = ruled(house, *versions(house, house.due, house.due - 500, house.due + 500))
        assert (ruling.verdict, awarded(ruling)) == ("refer", {"w1": house.due})
        assert choices(ruling) == ["transcript.first", "transcript.z", "transcript.y"]

    def test_a_version_that_lacks_the_payments_denies_none(self, house: House) -> None:
        assert ruled(house, *versions(house, house.due - 500, None)).verdict == "correct"
        assert ruled(house, *versions(house, house.due, None)).verdict == "stands"
        assert ruled(house, *versions(house, None, house.due)).verdict == "stands"
        ruling = ruled(house, *versions(house, None, house.due - 500))
        assert (ruling.verdict, facts(ruling), awarded(ruling)) == ("refer", [], {"w1": house.due})

    def test_a_version_with_another_winner_owes_nobody_as_a_fact(self, house: House) -> None:
        more = house.bet.replace("w1 P1", "w9 P9") + "; "
        ruling = ruled(house, *versions(house, house.due, house.due, more=more))
        assert (ruling.verdict, awarded(ruling)) == ("refer", {"w1": house.due, "w9": None})
        assert "unpaid" not in facts(ruling)

    def test_a_losing_bet_that_only_one_version_has_asks_nobody(self, house: House) -> None:
        lost = house.bet.replace("w1 P1", "w9 P9").replace("banco", "punto").replace("=17", "=5")
        if "box" in lost:
            pytest.skip("a box wins for whoever bets on it")
        lines = versions(house, house.due - 500, house.due - 500, more=f"{lost}; ")
        ruling = ruled(house, *lines[:-1], lines[-1].replace("pay w1", "pay w9 0; pay w1"))
        assert (ruling.verdict, awarded(ruling), choices(ruling)) == ("correct", {"w1": house.due}, [])
        assert facts(ruling)[-1] == "accounts_differ"

    def test_a_device_goes_before_whatever_is_typed(self, house: House) -> None:
        for right, wrong in ((DEVICE, SECOND), (SECOND, DEVICE)):
            ruling = ruled(
                house,
                house.opened_by(right),
                house.round_line(house.due),
                f"!source {wrong}",
                house.round_line(house.due - 500),
            )
            assert (ruling.verdict, choices(ruling)) == ("stands" if right == DEVICE else "correct", [])

    def test_adoption_settles_it(self, house: House) -> None:
        lines = versions(house, house.due - 500, house.due)
        for account, verdict in (("transcript.first", "correct"), ("transcript.z", "stands")):
            ruling = ruled(house, *lines, f"{house.table}/1: adopted {account} {house.decides}")
            assert (ruling.verdict, choices(ruling), awarded(ruling)) == (verdict, [], {"w1": house.due})


def other_words(lines: Sequence[str], ruling: Ruling) -> list[tuple[str, str]]:
    """What the other version has where they differ, in the order of the findings, each with the word at its position."""
    words = {entry.position: entry.event.WORD for entry in recorded(*lines)}
    return [(str(f.particulars["theirs"]), words[f.position]) for f in ruling.findings if f.kind == "accounts_differ"]


class TestDifferences:
    """Where a version differs is said at the event that differs, and first only where something follows from it."""

    @EVERY_HOUSE
    def test_a_typed_transcript_does_not_hide_the_error_itself(self, house: House) -> None:
        other = house.round_line(house.due).replace("bet w1 P1", "bet w1 P2")
        lines = [house.opened_by(DEVICE), house.round_line(house.due - 500), f"!source {SECOND}", other]
        ruling = ruled(house, *lines)
        assert [finding.kind for finding in ruling.findings] == ["wrong_payment", "accounts_differ", "accounts_differ"]
        assert [word for _, word in other_words(lines, ruling)] == ["bet", "pay"]

    @EVERY_HOUSE
    def test_a_payment_is_compared_where_it_was_made(self, house: House) -> None:
        lines = versions(house, house.due, house.due - 500)
        ruling = ruled(house, *lines)
        paid = [entry.position for entry in recorded(*lines) if entry.event.WORD == "pay"]
        assert ruling.findings[0].kind == "accounts_differ"
        assert ruling.findings[0].position == paid[0]
        whole, part = divmod(house.due - 500, 100)
        assert re.match(rf"{whole}\.{part:02} [A-Z]{{3}} paid to P1 on", other_words(lines, ruling)[0][0])

    @EVERY_HOUSE
    def test_of_several_payments_on_a_bet_the_first_that_differs_is_named(self, house: House) -> None:
        twice = house.round_line(house.due).replace("; close", "; pay w1 300; close")
        other = twice.replace(f"pay w1 {house.due}", f"pay w1 {house.due - 500}")
        lines = [house.opened_by(FIRST), twice, f"!source {SECOND}", other]
        paid = [entry.position for entry in recorded(*lines) if entry.event.WORD == "pay"]
        found = [finding.position for finding in ruled(house, *lines).findings if finding.kind == "accounts_differ"]
        assert found == [paid[0]]

    @EVERY_HOUSE
    def test_a_payment_for_a_wager_that_neither_version_has_is_compared_too(self, house: House) -> None:
        right = house.round_line(house.due).replace("; close", "; pay w9 500; close")
        for other, paid in ((right.replace("w9 500", "w9 600"), "6.00"), (house.round_line(house.due), "no payment")):
            lines = [house.opened_by(FIRST), right, f"!source {SECOND}", other]
            ruling = ruled(house, *lines)
            assert [(theirs[: len(paid)], word) for theirs, word in other_words(lines, ruling)] == [(paid, "pay")]
            stray = next(finding.position for finding in ruling.findings if finding.kind == "payment_without_wager")
            assert [f.position for f in ruling.findings if f.kind == "accounts_differ"] == [stray]
        assert other_words([*lines[:-1], right], ruled(house, *lines[:-1], right)) == []

    @EVERY_HOUSE
    def test_a_version_that_tells_no_more_than_a_part_differs_in_nothing(self, house: House) -> None:
        for part in ("open; close", house.play, f"open; {house.bet}; close"):
            lines = [house.opened_by(FIRST), house.round_line(house.due), f"!source {SECOND}", f"{house.table}/1: {part}"]
            assert other_words(lines, ruled(house, *lines)) == []

    @pytest.mark.parametrize("name", ["ccl", "scb", "fbj", "eca-blackjack"])
    def test_a_decision_is_compared(self, name: str) -> None:
        house = HOUSES[name]
        other = house.round_line(house.due).replace("says 1 stand", "says 1 hit")
        lines = [house.opened_by(DEVICE), house.round_line(house.due), f"!source {SECOND}", other]
        assert other_words(lines, ruled(house, *lines)) == [("hit at box 1", "says")]

    def test_a_card_is_compared_where_it_was_dealt(self) -> None:
        house = HOUSES["dcb"]
        other = house.round_line(house.due).replace("P 4c", "P 4d")
        lines = [house.opened_by(FIRST), house.round_line(house.due), f"!source {SECOND}", other]
        ruling = ruled(house, *lines)
        third_card = [entry.position for entry in recorded(*lines) if entry.topic == "card.dealt.v1"][2]
        assert [(finding.kind, finding.position) for finding in ruling.findings] == [("accounts_differ", third_card)]
        assert ruling.verdict == "stands"

    def test_what_only_the_other_version_has_is_said_where_it_has_it(self) -> None:
        house = HOUSES["dcb"]
        lines = [
            house.opened_by(DEVICE),
            house.round_line(house.due),
            f"!source {SECOND}",
            house.round_line(house.due).replace("B 2s", "B 2s P 9h"),
        ]
        ruling = ruled(house, *lines)
        (position,) = (entry.position for entry in recorded(*lines) if getattr(entry.event, "card", "") == "9h")
        assert [finding.position for finding in ruling.findings] == [position]
        assert position in ruling.positions

    def test_a_bet_that_was_raised_in_time_is_the_bet_of_the_other_version(self) -> None:
        house = HOUSES["dcb"]
        first = house.round_line(house.due, more="change w1 4000; change w1 2000; ")
        lines = [house.opened_by(FIRST), first, f"!source {SECOND}", house.round_line(house.due).replace("w1", "b7")]
        assert other_words(lines, ruled(house, *lines)) == []

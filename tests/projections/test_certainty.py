"""What holds under some readings only is told and drawn apart from what holds under every one."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from desk.opening import open_or_create
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from projections.answers.boards import build_boards
from projections.answers.round_answer import round_answer
from projections.certainty import finding_in_words, mark
from projections.messages.catalogue import Catalogue
from projections.pictures import compare
from projections.pictures.drawing import CARD_SIZE, DOUBT_COLOUR, WRONG_COLOUR
from projections.pictures.scene import build_scene
from projections.pictures.table import draw_table
from projections.reports.readings import outcome_sentence
from projections.reports.round_sections import RoundPart
from projections.table_days import TableDays
from projections.timeline.timeline import timeline_steps
from replay.games.registry import GAMES
from replay.ruling.ruling import Ruling
from tests import ledgers

ENGLISH: Final = Catalogue()
SVG: Final = "{http://www.w3.org/2000/svg}"
DAY: Final = "BJ-2/2026-10-02"
TABLE: Final = f"{DAY}: table blackjack scb CHF; limits main 1000 50000; shoe S1 6; sits P1 3; sits P2 5"
BUST: Final = (
    f"{DAY}/1: open; bet w2 P2 main 2000 box=5; bet b2 P2 bust 1000 box=5; nmb; 5 Tc D 6s 5 9d; says 5 stand P2; "
    "D Jh D 8c; pay w2 4000; pay b2 {paid}; close"
)
"""The bank goes over: SCB-16a? gives 35.00 for 10.00 on bust under (a) and 25.00 under (b)."""

EMPTY_BOX: Final = (
    f"{DAY}/1: open; bet w1 P1 main 4000 box=3; nmb; 3 Th 5 2c D 8s 3 8d; says 3 stand P1; D Td; pay w1 4000; close"
)
"""A card went to box 5, without a wager; as dealt it is 18 to 18. Void (SCB-ERR? b) and as dealt (c) both give 40.00."""

SPLIT: Final = (
    f"{DAY}/1: open; bet w1 P1 main 4000 box=3; nmb; 3 8h D 6s 3 8s; says 3 split P1; "
    "bet s1 P1 split 4000 box=3 hand=2 parent=w1; 3 2d; says 3 hit P1; 3 3c; 3.2 2s; says 3.2 hit P1; 3.2 2h; "
    "says 3.2 hit P1; 3.2 2d; says 3.2 hit P1; 3.2 3d; says 3.2 stand P1; D Jh D 8c; close"
)
"""Nobody asked the first hand with 13: what came to the second one and to the bank belongs to no hand."""

Rules = Callable[[str], Ruling]


@pytest.fixture
def ruled(tmp_path: Path) -> Rules:
    """The ruling on a round of Swiss blackjack, as a transcript tells it."""

    def rule(round_: str) -> Ruling:
        url = ledgers.new_sqlite(tmp_path)
        with open_or_create(url) as ledger:
            lines = BytesIO(f"{TABLE}\n{round_}\n".encode())
            intake.ingest_stream(ledger, lines, "a.txt", format_named("notation").reader(Path("a.txt")), GAMES)
            return next(TableDays(ledger).rulings([f"{DAY}/1"]))

    return rule


def test_no_outcome_is_applied_while_somebody_must_decide(ruled: Rules) -> None:
    """Under SCB-ERR? (a) cards are to be moved first, so nothing is due yet; no more is awarded."""
    ruling = ruled(SPLIT)
    assert None in {bet.awarded_minor for bet in round_answer(ruling).bets}
    part = RoundPart(round_answer(ruling), ENGLISH)
    _, *outcomes = part.outcome_sections("")
    assert [section.title.rpartition(" · ")[2] for section in outcomes] == [part.texts["branch_open"]] * 3


def test_of_a_bet_that_somebody_must_decide_on_it_is_said_what_would_be_due(ruled: Rules) -> None:
    """P8 has no seat, and Swiss Casinos Jack is for seated guests (SCB-15): 50 to 1 on 10.00 with an ace of any colour."""
    ruling = ruled(
        f"{DAY}/1: open; bet w1 P1 main 2000 box=3; bet w2 P8 swiss_jack 1000 box=3; nmb; 3 Kh D Js 3 Qh; says 3 stand; "
        "D Ad; pay w1 0; pay w2 0; close"
    )
    texts = {finding.kind: finding.text for finding in ruling.findings}
    assert texts["wrong_payment"].endswith("0.00 CHF was paid; 510.00 CHF (subject to a decision) was due.")


def test_a_payment_that_fits_one_reading_is_a_fault_in_the_other_outcome_only(ruled: Rules) -> None:
    ruling = ruled(BUST.format(paid=2500))
    (finding,) = ruling.findings
    assert mark(ruling, [finding]) == "conditional"
    assert finding_in_words(ruling, finding, ENGLISH).startswith("Under SCB-16a? (a), outcome 1: Wager b2 of P2")
    (step,) = [step for step in timeline_steps(ruling) if step.findings]
    assert (step.mark, step.text_with_condition) == ("conditional", "b2: 25.00 CHF back (a breach only in outcome 1)")
    drawn = draw_table(build_scene(ruling, ENGLISH), ENGLISH)
    assert DOUBT_COLOUR in drawn
    assert ">?<" in drawn
    assert ">!<" not in drawn
    part = RoundPart(round_answer(ruling), ENGLISH)
    assert part.top.errors[0].startswith("Under SCB-16a? (a), outcome 1: Wager b2 of P2")
    _, *outcomes = part.outcome_sections("")
    owed = [[line for line in section.blocks if "the table paid" in str(line)] for section in outcomes]
    assert owed == [["P2 gets 10.00 CHF more than the table paid."], []]


def test_a_payment_that_fits_no_reading_is_a_fault_with_a_sum_for_each_outcome(ruled: Rules) -> None:
    ruling = ruled(BUST.format(paid=3000))
    first, second = ruling.findings
    assert mark(ruling, [first]) == mark(ruling, [second]) == "certain"
    assert "Under SCB-16a? (a), outcome 1: " in finding_in_words(ruling, first, ENGLISH)
    assert "30.00 CHF was paid; 35.00 CHF was due. It is found under the other" in finding_in_words(ruling, first, ENGLISH)
    assert "Under SCB-16a? (b), outcome 2: " in finding_in_words(ruling, second, ENGLISH)
    assert "30.00 CHF was paid; 25.00 CHF was due. It is found under the other" in finding_in_words(ruling, second, ENGLISH)
    drawn = draw_table(build_scene(ruling, ENGLISH), ENGLISH)
    assert WRONG_COLOUR in drawn
    assert ">!<" in drawn
    assert ">?<" not in drawn
    assert "Under SCB-16a? (a), outcome 1: " in RoundPart(round_answer(ruling), ENGLISH).top.errors[0]


def test_an_outcome_tells_both_readings_that_come_to_it(ruled: Rules) -> None:
    ruling = ruled(EMPTY_BOX)
    both = next(outcome for outcome in ruling.outcomes if len(outcome.branches) == 2)
    assert outcome_sentence(ruling, both, ENGLISH) == (
        "Several interpretations lead to the same money. Under SCB-ERR? (b): The round is void and the stakes are "
        "returned. Under SCB-ERR? (c): The round stands as dealt."
    )


def test_what_the_cards_as_they_lay_would_pay_is_told_only_where_it_is_not_what_is_due(ruled: Rules) -> None:
    part = RoundPart(round_answer(ruled(BUST.format(paid=2500))), ENGLISH)
    assert part.texts["dealt"] not in [column.head for column in part.money_table().columns]


def test_what_the_cards_as_they_lay_would_pay_is_told_beside_a_deal_to_be_put_right(ruled: Rules) -> None:
    part = RoundPart(round_answer(ruled(EMPTY_BOX)), ENGLISH)
    assert [column.cells for column in part.money_table().columns if column.head == part.texts["dealt"]] == [["40.00"]]
    assert "“As dealt” is what would be due for the cards as they lay." in part.money_note()


def test_however_many_cards_belong_to_no_hand_none_is_drawn_outside_the_picture(ruled: Rules) -> None:
    ruling = ruled(SPLIT)
    both = build_boards(ruling, ruling.branches[0].outcome)
    assert both is not None
    drawn = ET.fromstring(compare.BoardComparison(ruling, both, ENGLISH).draw())
    _, _, width, height = map(int, drawn.get("viewBox", "").split())
    assert sum(card.target is None for card in both.misplaced_cards) >= 6
    for card in drawn.findall(f"{SVG}use"):
        assert int(card.get("x", "")) + CARD_SIZE[0] <= width
        assert int(card.get("y", "")) + CARD_SIZE[1] <= height

"""The headline of a round: what it says, and that every place says the same."""

from collections.abc import Mapping
from io import StringIO
from itertools import islice
from typing import Final

import pytest
from rich.console import Console

from desk.terminal.ruling import show_ruling
from desk.web.money import ruling_view
from projections.answers.round_answer import Answers, RoundAnswer, round_answer
from projections.messages.catalogue import Catalogue
from projections.reports.championship_report import plain_text
from projections.reports.headline import headline
from projections.reports.round_sections import RoundPart
from projections.table_days import TableDays
from tests import ledgers
from tests.projections import floor
from tests.projections.drilled_cases import HOUSES, drilled

pytestmark = pytest.mark.slow

ENGLISH: Final = Catalogue()
RESTORE: Final = ENGLISH.say("verdict.reconstruct").rstrip(".")
ROUNDS: Final = 60


def test_a_payment_that_is_wrong_is_said_with_its_player_where_there_is_one_outcome(
    demo: Mapping[str, RoundAnswer],
) -> None:
    """A banco win of 50 pays 47.50; 42.50 was paid."""
    top = headline(demo["BAC-1/2026-01-17/12"], ENGLISH)
    assert top.status == "A payment must be corrected."
    assert top.money == ("P3 is owed a further 5.00 GBP.",)


def test_a_wrong_call_alone_is_no_wrong_payment(demo: Mapping[str, RoundAnswer]) -> None:
    top = headline(demo["BAC-1/2026-01-17/22"], ENGLISH)
    assert top.status == "The announced result must be corrected."
    assert top.money == ("Nothing is due to P4, P1 and P3.",)


def test_a_bet_that_is_referred_is_open(demo: Mapping[str, RoundAnswer]) -> None:
    top = headline(demo["BAC-1/2026-01-17/27"], ENGLISH)
    assert (top.status, top.money) == ("For decision by the management.", ("What is due to P3 is open.",))
    assert top.consequences == top.money  # the status names who must decide


def test_a_void_shoe_is_no_round_without_a_breach(demo: Mapping[str, RoundAnswer]) -> None:
    top = headline(demo["BJ-4/2026-01-17/4"], ENGLISH)
    assert top.found == "shoe S3 is void (reason: riffle too short)"
    assert top.decides == "The decision lies with the management (Czech Casinos blackjack, CCL-40)."


@pytest.mark.parametrize("house", HOUSES)
def test_cards_are_restored_only_where_one_is_misplaced(house: str) -> None:
    for ruling in islice((each for sitting in range(1, 100) for each in drilled(house, sitting)), ROUNDS):
        top = headline(round_answer(ruling), ENGLISH)
        corrections = [outcome.judgement.reconstruction for outcome in ruling.outcomes]
        is_misplaced = any(correction is not None and correction.moves for correction in corrections)
        assert RESTORE not in top.holds or is_misplaced


def test_the_next_step_of_a_case_is_named_with_its_term(disputed: str) -> None:
    """Three working days from Friday, 20 November 2026, end on the 25th; a payment has no term."""
    with ledgers.opened(disputed) as ledger:
        table_days = TableDays(ledger)
        answers = map(Answers(ledger, table_days).of, table_days.rulings((floor.OVERDRAWN, floor.UNDERDRAWN)))
        of_both = [headline(answer, ENGLISH) for answer in answers]
    assert [top.decides for top in of_both] == [
        "Next step in case 2026-0001: Pay (dispute manager).",
        "Next step in case 2026-0002: Acknowledge the complaint (dispute manager), by the end of 25 November 2026.",
    ]
    assert of_both[1].money == (
        "anna-berger has been paid 100.00 GBP by case 2026-0001. anna-berger is owed a further 46.25 GBP.",
    )


def test_every_place_has_the_same_headline(demo: Mapping[str, RoundAnswer]) -> None:
    for name, answer in demo.items():
        top, written = headline(answer, ENGLISH), StringIO()
        show_ruling(Console(file=written, width=4000, color_system=None), answer)
        box = RoundPart(answer, ENGLISH).answer_box()
        assert tuple(map(plain_text, box.lines)) == (*top.errors, *top.consequences), name
        assert ruling_view(answer, ENGLISH).verdict == top.status, name
        assert all(sentence in written.getvalue() for sentence in (top.status, *top.to_act_on)), name

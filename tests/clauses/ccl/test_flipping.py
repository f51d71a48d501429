"""Flipping any one value of the edition makes a row fail: a value that no row notices is a value that nobody checks."""

import tomllib
from typing import Final

import pytest

from replay.editions.loader import parse_edition, shipped_text
from tests.clauses.blackjack_flips import citations, flips, offices
from tests.clauses.ccl.floor import different, house
from tests.clauses.ccl.rows import ROWS
from tests.clauses.dcb.toml import written
from tests.clauses.flips import holding, in_parts, is_idle, survivors

IDLE: Final = {
    "double.soft_total_counts": "any total may be doubled here, soft or hard",
    "decision.needs": "the document has no rule on signals, so there is no such finding",
    "double.lost_to_blackjack": "a blackjack always beats 21 here (CCL-32), doubled or not",
    "split.lost_to_blackjack": "a blackjack always beats 21 here (CCL-32), split or not",
    "blackjack.paid_at_once": "the document has no rule on when a blackjack is paid, so there is no such finding",
    "insurance.is_collected": "the document has no rule on when insurance is collected, so there is no such finding",
    "tips.allowed": "the document is silent on tips, so there is no such finding",
    "what rests on CCL-TIPS cites CCL-1": "nothing but tips.allowed rests on it",
    "error.card_may_be_refused": "the document knows no refusal, so no row has one",
}
"""What comes to nothing in this house, and why."""


def test_the_edition_is_written_as_it_was_read() -> None:
    tables = tomllib.loads(shipped_text("ccl"))
    assert tomllib.loads(written(tables)) == tables
    assert parse_edition(written(tables)).sheet == house().sheet


@pytest.mark.slow
@in_parts
def test_no_flip_of_a_value_survives(part: int) -> None:
    tables = tomllib.loads(shipped_text("ccl"))
    tried = (*flips(tables), *citations(tables), *offices(tables))
    rows = holding(ROWS, house(), different)
    flips_tried = [flip for flip in tried if not is_idle(flip, IDLE)]
    assert survivors(part, flips_tried, rows, different) == []

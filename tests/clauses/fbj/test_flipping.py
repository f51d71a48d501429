"""Flipping any one value of the edition makes a row fail: a value that no row notices is a value that nobody checks."""

import tomllib
from typing import Final

import pytest

from replay.editions.loader import parse_edition, shipped_text
from tests.clauses.blackjack_flips import citations, flips, offices
from tests.clauses.ccl.floor import different
from tests.clauses.dcb.toml import written
from tests.clauses.fbj.floor import house
from tests.clauses.fbj.rows import ROWS
from tests.clauses.flips import holding, in_parts, is_idle, survivors

IDLE: Final = {
    "double.soft_total_counts": "any total may be doubled here, soft or hard",
    "decision.needs": "the document has no rule on signals, so there is no such finding",
    "double.lost_to_blackjack": "a blackjack always beats 21 here (FBJ-21), doubled or not",
    "split.lost_to_blackjack": "a blackjack always beats 21 here (FBJ-21), split or not",
    "blackjack.paid_at_once": "the document has no rule on when a blackjack must be paid, so there is no such finding",
    "insurance.is_collected": "the document has no rule on when insurance is collected, so there is no such finding",
    "deal.face_up": "the document has no rule on it, so there is no such finding",
    "box.most_wagers": "the document counts the players of a field and not their bets, so there is no such finding",
    "tips.allowed": "the document is silent on tips, so there is no such finding",
    "what rests on FBJ-TIPS cites FBJ-1": "nothing but tips.allowed rests on it",
    "the resolution of FBJ-7a? is removed": "the cut has rows of its own",
    "FBJ-7a? is resolved to b": "the cut has rows of its own",
    "error.card_may_be_refused": "the document knows no refusal, so no row has one",
}
"""What comes to nothing in this house, and why."""


def test_the_edition_is_written_as_it_was_read() -> None:
    tables = tomllib.loads(shipped_text("fbj"))
    assert tomllib.loads(written(tables)) == tables
    assert parse_edition(written(tables)).sheet == house().sheet


@pytest.mark.slow
@in_parts
def test_no_flip_of_a_value_survives(part: int) -> None:
    tables = tomllib.loads(shipped_text("fbj"))
    rows = holding(ROWS, house(), different)
    tried = (*flips(tables), *citations(tables), *offices(tables))
    flips_tried = [flip for flip in tried if not is_idle(flip, IDLE)]
    assert survivors(part, flips_tried, rows, different) == []

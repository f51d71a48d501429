"""Flipping any one value of the edition makes a row fail: a value that no row notices is a value that nobody checks."""

import tomllib
from typing import Final

import pytest

from replay.editions.loader import parse_edition, shipped_text
from tests.clauses.blackjack_flips import flips, offices
from tests.clauses.dcb.toml import written
from tests.clauses.eca_blackjack.floor import differences, house
from tests.clauses.eca_blackjack.rows import ROWS
from tests.clauses.flips import grounds, holding, in_parts, is_idle, survivors

IDLE: Final = {
    "conduct.out_of_order cites ECA-B-N1": "the order of the deal, which the finding rests on besides, is D1 itself",
    "box.most_wagers": "the document limits the players of an area, not their wagers",
    "error.left_over_at_dealer b becomes as_left_over": "any other left-over card is the next one too",
}
"""Flips that come to nothing, and why."""


def test_the_edition_is_written_as_it_was_read() -> None:
    tables = tomllib.loads(shipped_text("eca-blackjack"))
    assert tomllib.loads(written(tables)) == tables
    assert parse_edition(written(tables)).sheet == house().sheet


@pytest.mark.slow
@in_parts
def test_no_flip_of_a_value_survives(part: int) -> None:
    tables = tomllib.loads(shipped_text("eca-blackjack"))
    tried = (*flips(tables), *grounds(tables), *offices(tables))
    rows = holding(ROWS, house(), differences)
    flips_tried = [flip for flip in tried if not is_idle(flip, IDLE)]
    assert survivors(part, flips_tried, rows, differences) == []

"""Flipping any one value of the edition makes a row fail: a value that no row notices is a value that nobody checks."""

import tomllib
from typing import Final

import pytest

from replay.editions.loader import parse_edition, shipped_text
from tests.clauses.dcb.toml import written
from tests.clauses.eca_roulette.flips import flips
from tests.clauses.eca_roulette.floor import differences, house
from tests.clauses.eca_roulette.rows import ROWS
from tests.clauses.flips import grounds, holding, in_parts, is_idle, survivors

IDLE: Final[dict[str, str]] = {}
"""Flips that come to nothing, and why."""


def test_the_edition_is_written_as_it_was_read() -> None:
    tables = tomllib.loads(shipped_text("eca-roulette"))
    assert tomllib.loads(written(tables)) == tables
    assert parse_edition(written(tables)).sheet == house().sheet


@pytest.mark.slow
@in_parts
def test_no_flip_of_a_value_survives(part: int) -> None:
    tables = tomllib.loads(shipped_text("eca-roulette"))
    tried = (*flips(tables), *grounds(tables))
    rows = holding(ROWS, house(), differences)
    flips_tried = [flip for flip in tried if not is_idle(flip, IDLE)]
    assert survivors(part, flips_tried, rows, differences) == []

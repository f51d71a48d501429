"""Flipping any one value of the edition makes a row of that value's own clause fail.

This is what makes the rows worth something: a value that no row notices is a value that nobody checks.
"""

import tomllib

import pytest

from replay.editions.loader import parse_edition, shipped_text
from tests.clauses.dcb.flips import flips
from tests.clauses.dcb.floor import house
from tests.clauses.dcb.rows import ROWS
from tests.clauses.dcb.toml import written
from tests.clauses.flips import holding, in_parts, survivors
from tests.clauses.table import differences


def test_the_edition_is_written_as_it_was_read() -> None:
    tables = tomllib.loads(shipped_text("dcb"))
    assert tomllib.loads(written(tables)) == tables
    assert parse_edition(written(tables)).sheet == house().sheet


@pytest.mark.slow
@in_parts
def test_no_flip_of_a_value_survives(part: int) -> None:
    tried = list(flips(tomllib.loads(shipped_text("dcb"))))
    rows = holding(ROWS, house(), differences)
    assert survivors(part, tried, rows, differences, of_its_clause=True) == []

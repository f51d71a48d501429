"""Flipping any one value of the edition makes a row of that value's own clause fail.

This is what makes the rows worth something: a value that no row notices is a value that nobody checks.
"""

import tomllib
from functools import cache

import pytest

from replay.editions.loader import parse_edition, shipped_text
from tests.clauses.dcb.flips import flips
from tests.clauses.dcb.floor import house
from tests.clauses.dcb.rows import ROWS
from tests.clauses.dcb.toml import written
from tests.clauses.flips import ReadingRow, fate, holding
from tests.clauses.table import differences


def test_the_edition_is_written_as_it_was_read() -> None:
    tables = tomllib.loads(shipped_text("dcb"))
    assert tomllib.loads(written(tables)) == tables
    assert parse_edition(written(tables)).sheet == house().sheet


@pytest.mark.slow
def test_no_flip_of_a_value_survives() -> None:
    fates = [
        (
            flip.name,
            fate(flip, [reading for reading in _holding() if flip.clause in (None, reading.row.clause)], differences),
        )
        for flip in flips(tomllib.loads(shipped_text("dcb")))
    ]
    survivors = [f"{name}: {came}" for name, came in fates if came]
    assert not survivors, f"{len(survivors)} of {len(fates)} flips are noticed by no row:\n" + "\n".join(survivors)


@cache
def _holding() -> tuple[ReadingRow, ...]:
    return holding(ROWS, house(), differences)

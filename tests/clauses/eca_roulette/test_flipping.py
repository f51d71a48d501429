"""Flipping any one value of the edition makes a row fail: a value that no row notices is a value that nobody checks."""

import tomllib
from typing import Final

import pytest

from replay.editions.loader import parse_edition, shipped_text
from tests.clauses.dcb.toml import written
from tests.clauses.eca_roulette.flips import flips
from tests.clauses.eca_roulette.floor import differences, house
from tests.clauses.eca_roulette.rows import ROWS
from tests.clauses.flips import fate, grounds, holding, is_idle

IDLE: Final[dict[str, str]] = {}
"""Flips that come to nothing, and why."""


def test_the_edition_is_written_as_it_was_read() -> None:
    tables = tomllib.loads(shipped_text("eca-roulette"))
    assert tomllib.loads(written(tables)) == tables
    assert parse_edition(written(tables)).sheet == house().sheet


@pytest.mark.slow
def test_no_flip_of_a_value_survives() -> None:
    tables = tomllib.loads(shipped_text("eca-roulette"))
    tried = (*flips(tables), *grounds(tables))
    rows = holding(ROWS, house(), differences)
    fates = [(flip.name, fate(flip, rows, differences)) for flip in tried if not is_idle(flip, IDLE)]
    survivors = [f"{name}: {came}" for name, came in fates if came]
    assert not survivors, f"{len(survivors)} of {len(fates)} flips are noticed by no row:\n" + "\n".join(survivors)

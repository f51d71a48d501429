"""Flipping any one value of the edition makes a row fail: a value that no row notices is a value that nobody checks."""

import tomllib
from functools import cache
from typing import Final

from ledger.errors import MalformedRulebook
from replay.rulebook import parse, shipped_text
from tests.clauses.dcb.flips import Flip
from tests.clauses.dcb.toml import written
from tests.clauses.eca_blackjack.flips import flips
from tests.clauses.eca_blackjack.floor import differences, house
from tests.clauses.eca_blackjack.rows import ROWS
from tests.clauses.table import Row

ELSEWHERE: Final = frozenset({"ECA-B-W3", "ECA-B-W4a?", "ECA-C3a?"})
"""Clauses that come to something only where several players wager on a box."""


IDLE: Final = {
    "conduct.out_of_order cites ECA-B-N1": "the order of the deal, which the finding rests on besides, is D1 itself",
}
"""Flips that come to nothing, and why."""


def test_the_edition_is_written_as_it_was_read() -> None:
    tables = tomllib.loads(shipped_text("eca-blackjack"))
    assert tomllib.loads(written(tables)) == tables
    assert parse(written(tables)).sheet == house().sheet


def test_no_flip_of_a_value_survives() -> None:
    tried = [flip for flip in flips(tomllib.loads(shipped_text("eca-blackjack"))) if flip.clause not in ELSEWHERE]
    fates = [(flip.name, _fate(flip)) for flip in tried]
    survivors = [f"{name}: {fate}" for name, fate in fates if fate and name not in IDLE]
    assert not survivors, f"{len(survivors)} of {len(fates)} flips are noticed by no row:\n" + "\n".join(survivors)


def _fate(flip: Flip) -> str:
    """Empty if the loader refuses the flipped edition, or if some row no longer holds under it."""
    try:
        edition = parse(written(flip.tables))
    except MalformedRulebook:
        return ""
    rows = sorted(_holding(), key=lambda row: row.clause != flip.clause)
    try:
        noticed = any(differences(row, edition) for row in rows)
    except Exception as error:  # an edition that the loader takes must be fit to judge by
        return f"accepted by the loader, but judging by it raises {error!r}"
    return "" if noticed else f"not one of {len(rows)} rows fails"


@cache
def _holding() -> tuple[Row, ...]:
    """The rows that hold under the edition as it is: one that fails anyway notices nothing."""
    return tuple(row for row in ROWS if _holds(row))


def _holds(row: Row) -> bool:
    try:
        return not differences(row, house())
    except AssertionError:  # the row's own test tells of it
        return False

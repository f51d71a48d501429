"""Flipping any one value of the edition makes a row fail: a value that no row notices is a value that nobody checks."""

import tomllib
from functools import cache
from typing import Final

from ledger.errors import MalformedRulebook
from replay.rulebook import parse, shipped_text
from tests.clauses.ccl.flips import Flip, flips
from tests.clauses.ccl.floor import different, house
from tests.clauses.ccl.rows import ROWS
from tests.clauses.dcb.toml import written
from tests.clauses.table import Row

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
    assert parse(written(tables)).sheet == house().sheet


def test_no_flip_of_a_value_survives() -> None:
    fates = [(flip.name, _fate(flip)) for flip in flips(tomllib.loads(shipped_text("ccl")))]
    survivors = [f"{name}: {fate}" for name, fate in fates if fate and not {name, name.split()[0]} & set(IDLE)]
    assert not survivors, f"{len(survivors)} of {len(fates)} flips are noticed by no row:\n" + "\n".join(survivors)


def _fate(flip: Flip) -> str:
    """Empty if the loader refuses the flipped edition, or if a row no longer holds under it."""
    try:
        edition = parse(written(flip.tables))
    except MalformedRulebook:
        return ""
    try:
        noticed = any(different(row, edition) for row in sorted(_holding(), key=lambda row: row.clause != flip.clause))
    except Exception as error:  # an edition that the loader takes must be fit to judge by
        return f"accepted by the loader, but judging by it raises {error!r}"
    return "" if noticed else "no row fails"


@cache
def _holding() -> tuple[Row, ...]:
    """The rows that hold under the edition as it is: one that fails anyway notices nothing."""
    return tuple(row for row in ROWS if not different(row, house()))

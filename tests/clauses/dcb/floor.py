"""The table at which the rows of DCB are played: what it has posted and agreed before the first coup."""

from typing import Final

from replay.editions.loader import shipped_edition
from replay.rulebooks.edition import Edition
from tests.clauses.table import Row, Ruled, differences

LIMITS: Final = """
table: limits banco 500 100000; limits punto 500 100000; limits any_tie 500 20000; limits ur_way 100 5000
table: limits 3g8 100 5000
"""
"""£5 to £1,000 on the sides, £5 to £200 on any tie, £1 to £50 on each UR WAY and on 3G8; in pence, as all money here."""

TERMS: Final = """
table: terms P1 500; terms P2 200; terms P4 1000
"""
"""P1 has 5%, P2 has 2%, P4 has 10%. With P3 nothing was agreed."""

ODDS: Final = """
table: odds ur_way 150:1 total=0; odds ur_way 215:1 total=1; odds ur_way 225:1 total=2; odds ur_way 200:1 total=3
table: odds ur_way 120:1 total=4; odds ur_way 110:1 total=5; odds ur_way 44:1 total=6; odds ur_way 44:1 total=7
table: odds ur_way 80:1 total=8; odds ur_way 80:1 total=9
"""

SHOE: Final = "table: shoe S1 8"


def floor(*, limits: str = LIMITS, terms: str = TERMS, odds: str = ODDS, shoe: str = SHOE) -> str:
    """The lines before the first coup."""
    return "\n".join(
        line for part in ("table: table baccarat dcb GBP", limits, terms, odds, shoe) for line in part.split("\n") if line
    )


FLOOR: Final = floor()


def keeps(
    clause: str, sentence: str, coups: str, *rulings: Ruled, unresolved: tuple[str, ...] = (), before: str = FLOOR
) -> Row:
    """A case that the clause decides. `before` is the table as it stands before the first coup."""
    return Row(clause, "keeps", sentence, f"{before}\n{_lines(coups)}", rulings, unresolved)


def breaks(
    clause: str, sentence: str, coups: str, *rulings: Ruled, unresolved: tuple[str, ...] = (), before: str = FLOOR
) -> Row:
    """Its neighbour on the other side of the clause."""
    return Row(clause, "breaks", sentence, f"{before}\n{_lines(coups)}", rulings, unresolved)


def _lines(coups: str) -> str:
    return "\n".join(line.strip() for line in coups.splitlines() if line.strip())


def house() -> Edition:
    """The edition under which the rows are judged: the shipped one."""
    return shipped_edition("dcb")


def holds(row: Row) -> None:
    """Asserts that a row holds, saying where it does not."""
    found = differences(row, house())
    assert not found, f"{row}\n{row.transcript}\n" + "\n".join(found)

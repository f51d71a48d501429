"""What the rows about the window share: a misdraw that was paid for, what it comes to, and the coups after it."""

from typing import Final

from tests.clauses.dcb.misdraws import BANCO, NEXT_STANDS, ON_SIX, OPEN, OVER, PUNTO, VOID, Money, paid
from tests.clauses.table import Ruled

OVERDRAWN: Final = f"{ON_SIX.coup}; {paid(PUNTO)}; close"
"""Punto six is given a two: called and paid for punto, 8 to 7; by the rules banco has it, 7 to 6."""
FOUND: Final = (OVER,)
PLAYED_ON: Final = (("played_on", "DCB-21"),)
STANDS: Final = Ruled(verdict="stands", due=NEXT_STANDS, awarded=NEXT_STANDS)
EXPOSED: Final = Ruled(
    findings=PLAYED_ON,
    verdict="refer",
    authority="management",
    branches={"DCB-21d?:a": {"n": None}, "DCB-21d?:b": NEXT_STANDS},
    verdicts={"DCB-21d?:a": "refer", "DCB-21d?:b": "stands"},
    awarded={"n": None},
    if_claimed={"n": None},
    cites=("DCB-21", "DCB-21d?"),
)
UNREAD: Final = ("unread_card", "")
A: Final = "DCB-21a?:a"
B: Final = "DCB-21a?:b"
C: Final = "DCB-21a?:c"
READINGS: Final[dict[str, Money]] = {A: PUNTO, B: BANCO, C: VOID}
PUT_RIGHT: Final = Ruled(
    findings=FOUND,
    verdict="reconstruct",
    authority="management",
    branches={"1": BANCO},
    awarded=BANCO,
    standing={"": "reconstruct"},
)
AS_MONEY: Final = Ruled(
    findings=FOUND, verdict="correct", branches={"1": BANCO}, awarded=BANCO, standing={"": "reconstruct"}, moves={"": ""}
)
"""Told in time, but the next coup lies over the cards: none is moved any more, and the money follows the lawful hands."""
CLOSED: Final = Ruled(
    findings=FOUND,
    verdict="refer",
    authority="management",
    branches=READINGS,
    verdicts={A: "stands", B: "correct", C: "void"},
    standing={A: "as_dealt", B: "decided_again", C: "void"},
    awarded=OPEN,
    if_claimed={"b": 19_500, "p": 20_000, "t": 500, "u": 100, "g": 100},
    cites=("DCB-2", "DCB-21", "DCB-21a?"),
)
"""The window has closed and nobody disputes: each is shown what he would get."""


def third(number: int, wager: str = "m") -> str:
    """A later coup, dealt by the rules: banco's natural nine beats three."""
    return f"{number}: bet {wager} P2 punto 10000; P 2h B 4c P Ad B 5s; call banco; pay {wager} 0; close"


LATER: Final = Ruled(verdict="stands", due={"m": 0}, awarded={"m": 0})


def resolved(clause: str, reading: str) -> str:
    """The house has chosen a reading."""
    return f"table: resolved {clause} {reading} management"

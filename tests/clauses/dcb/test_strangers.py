"""Who may put a coup right, and whose word brings an error to attention: DCB-ERR and DCB-21."""

from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

OVERDRAWN: Final = "1: open; bet w1 P1 punto 2000; nmb; P 2h B Kc P 4d B 7s P 3d; call punto"
"""Punto stands on six, which loses to seven, and is given a third card: nine."""
OVER: Final = ("overdraw", "DCB-13")
NEXT: Final = "2: open; nmb; P 9h B 4c P Kh B 3s; call punto; close"

STRANGERS: Final = (
    keeps(
        "DCB-ERR",
        "The inspector has the card taken away before the money: the coup stands as it was put right.",
        f"{OVERDRAWN}; correcting inspector; move 3d punto next; corrected inspector; call banco; pay w1 0; close",
        Ruled(findings=(OVER,), verdict="stands", standing={"": "put_right"}, due={"w1": 0}),
    ),
    breaks(
        "DCB-ERR",
        "A player says that the coup is put right, and touched no card: that has no effect.",
        f"{OVERDRAWN}; correcting P1; corrected P1; close",
        Ruled(
            findings=(OVER, ("corrected_by_another", "")),
            verdict="reconstruct",
            standing={"": "reconstruct"},
            due={"w1": 0},
        ),
    ),
    keeps(
        "DCB-21",
        "A player tells I7, on record as the inspector, before the next coup: somebody with authority knows of it.",
        f"{OVERDRAWN}; pay w1 4000; notice P1 I7; close\n{NEXT}\ntable: suspect_shoe S1 I7 role=inspector",
        Ruled(findings=(OVER,), due={"w1": 0}),
        Ruled(findings=(("played_on", "DCB-21"),)),
    ),
    breaks(
        "DCB-21b?",
        "A player tells another player before the next coup: whether that brings the error to attention is open.",
        f"{OVERDRAWN}; pay w1 4000; notice P1 P2; close\n{NEXT}",
        Ruled(findings=(OVER,), awarded={"w1": 4_000}),
        Ruled(findings=(("played_on", "DCB-21"),), under={"played_on": ("DCB-21b?:b,DCB-21d?:a",)}),
    ),
)


@pytest.mark.parametrize("row", STRANGERS, ids=str)
def test_strangers(row: Row) -> None:
    holds(row)

"""Cards that showed their face, waited or were put away before a hand was given them: DCB-13 and DCB-ERR."""

from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

FIVE_TO_SEVEN: Final = "1: open; bet w1 P1 banco 2000; nmb; P 2h B Kc P 3d B 7s"
"""Punto has five and draws; banco stands on seven."""
PUNTO_WINS: Final = "call punto; pay w1 0; close"
BANCO_WINS: Final = "call banco; pay w1 3900; close"

EXPOSED: Final = (
    keeps(
        "DCB-ERR",
        "The next card shows its face before punto, who is due it, is given it: nine to seven.",
        f"{FIVE_TO_SEVEN}; expose 4s; move 4s exposed punto; {PUNTO_WINS}",
        Ruled(verdict="stands", due={"w1": 0}, hands={"punto": "2h 3d 4s"}),
    ),
    keeps(
        "DCB-ERR",
        "Two cards come out at once and are given in their order, to punto and then to banco with six: one to two.",
        "1: open; bet w1 P1 banco 2000; nmb; P 2h B Kc P 3d B 6s; expose 6d; expose 6h; "
        f"move 6d exposed punto; move 6h exposed banco; {BANCO_WINS}",
        Ruled(verdict="stands", due={"w1": 3_900}, hands={"punto": "2h 3d 6d", "banco": "Kc 6s 6h"}),
    ),
    keeps(
        "DCB-ERR",
        "A card that shows its face when both hands stand is left for the next coup, which begins with it.",
        f"1: open; bet w1 P1 banco 2000; nmb; P 2h B Kc P 4d B 7s; expose 9c; {BANCO_WINS}\n"
        "2: open; bet w2 P1 punto 2000; nmb; move 9c exposed punto; B Kc P Td B 7s; call punto; pay w2 4000; close",
        Ruled(verdict="stands", due={"w1": 3_900}),
        Ruled(verdict="stands", due={"w2": 4_000}, hands={"punto": "9c Td"}),
    ),
    breaks(
        "DCB-13",
        "The card that was punto's shows its face and is passed over; punto is given the one after it.",
        f"{FIVE_TO_SEVEN}; expose 4s; P 9c; {BANCO_WINS}",
        Ruled(
            findings=(("card_astray", "DCB-13"),),
            verdict="reconstruct",
            due={"w1": 0},
            hands={"punto": "2h 3d 4s", "banco": "Kc 7s"},
            moves={"DCB-21c?:a": "4s exposed>punto, 9c punto>next", "DCB-21c?:b": "4s exposed>punto, 9c punto>burn"},
        ),
    ),
    breaks(
        "DCB-13",
        "The card that was punto's is burned by mistake, and punto is given the one after it.",
        f"{FIVE_TO_SEVEN}; burn 4s reason=error; P 9c; {BANCO_WINS}",
        Ruled(
            findings=(("card_astray", "DCB-13"),),
            verdict="reconstruct",
            due={"w1": 0},
            moves={"DCB-21c?:a": "4s burn>punto, 9c punto>next", "DCB-21c?:b": "4s burn>punto, 9c punto>burn"},
        ),
    ),
    breaks(
        "DCB-13",
        "A card that shows its face is given to banco, which stands on seven, and was punto's.",
        f"{FIVE_TO_SEVEN}; expose 4s; move 4s exposed banco; {PUNTO_WINS}",
        Ruled(findings=(("card_astray", "DCB-13"),), verdict="stands", due={"w1": 0}, hands={"punto": "2h 3d 4s"}),
    ),
    breaks(
        "DCB-13",
        "The card that was punto's shows its face and is given to nobody: it need not be drawn, it lies there.",
        f"{FIVE_TO_SEVEN}; expose 4s; {BANCO_WINS}",
        Ruled(
            findings=(("card_astray", "DCB-13"),),
            verdict="reconstruct",
            due={"w1": 0},
            moves={"": "4s exposed>punto"},
            draw={"": ""},
        ),
    ),
    breaks(
        "DCB-ERR",
        "Two cards too many are burned as the coup is put right, and one is given to banco after all: it was drawn once.",
        "1: open; bet w1 P1 banco 2000; nmb; P 2h B Qd P 4c B 3d P Jc B 6c; correcting dealer; "
        "move Jc punto burn; move 6c banco burn; corrected dealer; "
        "correcting dealer; move Jc burn banco; corrected dealer; call punto; pay w1 0; close",
        Ruled(
            findings=(("overdraw", "DCB-11"), ("wrong_correction", "DCB-ERR")),
            due={"w1": 0},
            hands={"punto": "2h 4c"},
        ),
    ),
    breaks(
        "DCB-ERR",
        "The card that was passed over is given to banco afterwards, to put the coup right: it is punto's.",
        f"{FIVE_TO_SEVEN}; expose 4s; P 9c; correcting inspector; move 4s exposed banco; corrected inspector; {PUNTO_WINS}",
        Ruled(findings=(("card_astray", "DCB-13"), ("wrong_correction", "DCB-ERR")), verdict="stands", due={"w1": 0}),
    ),
)


@pytest.mark.parametrize("row", EXPOSED, ids=str)
def test_exposed_cards(row: Row) -> None:
    holds(row)

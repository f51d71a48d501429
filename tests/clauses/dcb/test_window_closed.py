"""What becomes of a misdrawn coup once its window has closed, and in whose favour: DCB-21a?, 21f?, 21g? and 2b?."""

from dataclasses import replace
from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, holds, keeps
from tests.clauses.dcb.misdraws import (
    BANCO,
    NEXT,
    NO_THIRD_BANCO,
    NO_THIRDS,
    ON_SIX,
    OVER,
    PUNTO,
    SWAPPED,
    UNDER,
    VOID,
    Money,
    paid,
)
from tests.clauses.dcb.window import CLOSED, FOUND, LATER, OVERDRAWN, STANDS, A, B, C, resolved, third
from tests.clauses.table import Row, Ruled

LATE: Final = f"1: {OVERDRAWN}\n2: {NEXT}"


def standing(money: Money, verdict: str, how: str) -> Ruled:
    """The over-draw on six under one reading, paid for punto."""
    return Ruled(
        findings=FOUND, verdict=verdict, branches={"1": money}, awarded=money, standing={"": how}, cites=("DCB-21",)
    )


AFTERWARDS: Final = (
    keeps(
        "DCB-21a?",
        "Resolved to stand as dealt: what was paid was due.",
        f"{resolved('DCB-21a?', 'a')}\n{LATE}",
        standing(PUNTO, "stands", "as_dealt"),
        STANDS,
    ),
    keeps(
        "DCB-21a?",
        "Resolved to be decided again: banco is owed, and the coup after it stands.",
        f"{resolved('DCB-21a?', 'b')}\n{LATE}",
        standing(BANCO, "correct", "decided_again"),
        STANDS,
    ),
    keeps(
        "DCB-21a?",
        "Resolved to be void: all stakes go back.",
        f"{resolved('DCB-21a?', 'c')}\n{LATE}",
        standing(VOID, "void", "void"),
        STANDS,
    ),
    keeps(
        "DCB-21a?",
        "Resolved to be void, and the stakes were given back once it came out: that is no wrong payment.",
        f"{resolved('DCB-21a?', 'c')}\n1: {ON_SIX.coup}; close\n2: {NEXT}\n1: notice P2 management; {paid(VOID)}",
        Ruled(findings=(OVER, *(("carried_over", "DCB-6"),) * 5), verdict="stands", due=VOID),
        STANDS,
    ),
    breaks(
        "DCB-21a?",
        "Resolved between two misdrawn coups: the first is still open, the second is void.",
        f"1: {OVERDRAWN}\n{resolved('DCB-21a?', 'c')}\n2: bet n P1 punto 10000; P 9h B 4c P 9d B 3s P 5h; call banco\n"
        f"{third(3)}",
        CLOSED,
        Ruled(findings=FOUND, verdict="void", branches={"1": {"n": 10_000}}),
        LATER,
    ),
    keeps(
        "DCB-21a?",
        "Decided again, the missing card is the next coup's first, which the next coup keeps.",
        f"{resolved('DCB-21a?', 'b')}\n1: {NO_THIRD_BANCO.coup}; close\n2: {NEXT}",
        Ruled(findings=(UNDER,), verdict="correct", branches={"1": NO_THIRD_BANCO.lawful}, hands={"banco": "2c 3s 4s"}),
        STANDS,
    ),
    keeps(
        "DCB-21a?",
        "Decided again, both missing cards are the next coup's first two.",
        f"{resolved('DCB-21a?', 'b')}\n1: {NO_THIRDS.coup}; close\n2: {NEXT}",
        Ruled(
            findings=(UNDER, UNDER),
            verdict="correct",
            branches={"1": PUNTO},
            hands={"punto": "2h 3d 4s", "banco": "2c 3s 8h"},
        ),
        STANDS,
    ),
    breaks(
        "DCB-21a?",
        "Decided again, but the next coup's first card was not read: nobody can say.",
        f"1: bet b P1 banco 10000; {NO_THIRD_BANCO.cards}; call punto; close\n2: P ?? B 8h P 3d B Kh; close",
        Ruled(
            findings=(UNDER,),
            verdict="refer",
            branches={A: {"b": 0}, B: {"b": None}, C: {"b": 10_000}},
            awarded={"b": None},
        ),
        Ruled(findings=(("unread_card", ""),)),
    ),
    breaks(
        "DCB-21a?",
        "Decided again, but a card was burned before the next coup: it, not the coup's first, left the shoe next.",
        f"1: bet b P1 banco 10000; {NO_THIRD_BANCO.cards}; call punto; close\ntable: burn ??\n2: {NEXT}",
        Ruled(findings=(UNDER,), verdict="refer", branches={A: {"b": 0}, B: {"b": None}, C: {"b": 10_000}}),
        STANDS,
    ),
    breaks(
        "DCB-21a?",
        "Of the shoe's last coup banco's card is missing: no card is left to decide it by.",
        f"{resolved('DCB-21e?', 'a')}\n1: bet b P1 banco 10000; {NO_THIRD_BANCO.cards}; call punto; close\n"
        "table: shoe_closed S1",
        Ruled(
            findings=(UNDER,),
            verdict="refer",
            branches={A: {"b": 0}, B: {"b": None}, C: {"b": 10_000}},
            verdicts={A: "stands", B: "refer", C: "void"},
            awarded={"b": None},
            if_claimed={"b": None},
        ),
    ),
    breaks(
        "DCB-21a?",
        "Where dealt, lawful and void come to the same nothing is open: nobody had a bet.",
        f"1: {ON_SIX.cards}; call punto; close\n2: {NEXT}",
        Ruled(findings=FOUND, verdict="stands", branches={"1": {}}),
        STANDS,
    ),
)

WRONG_HAND: Final = (
    keeps(
        "DCB-21f?",
        "Resolved to be over-drawing: once the window is closed it depends on what then stands.",
        f"{resolved('DCB-21f?', 'a')}\n1: {SWAPPED.coup}; close\n2: {NEXT}",
        Ruled(findings=SWAPPED.findings, branches={A: BANCO, B: PUNTO, C: VOID}),
        STANDS,
    ),
    keeps(
        "DCB-21f?",
        "Resolved to be no over-drawing: it is put right at any time, as money.",
        f"{resolved('DCB-21f?', 'b')}\n1: {SWAPPED.coup}; {paid(BANCO)}; close\n2: {NEXT}",
        Ruled(findings=SWAPPED.findings, verdict="correct", branches={"1": PUNTO}, standing={"": "as_money"}),
        STANDS,
    ),
)


def noted(what: str) -> str:
    """The over-draw on six as it was paid, with something noted on the floor, and the coup after it."""
    return f"1: {OVERDRAWN}; irregular {what}\n2: {NEXT}"


DELIBERATE: Final[dict[str, Money]] = {
    f"{A},DCB-21g?:a": PUNTO,
    f"{B},DCB-21g?:a": BANCO,
    f"{C},DCB-21g?:a": VOID,
    "DCB-21g?:b": BANCO,
}
NOTED: Final = ("noted_irregularity", "")
DOUBTED: Final = Ruled(
    findings=(OVER, NOTED),
    verdict="refer",
    authority="management",
    branches=DELIBERATE,
    standing={f"{A},DCB-21g?:a": "as_dealt", "DCB-21g?:b": "as_money"},
    awarded={"b": None},
    if_claimed={"b": 19_500, "p": 20_000},
    cites=("DCB-21g?",),
)
ON_PURPOSE: Final = (
    *(
        keeps(
            "DCB-21g?",
            f"The inspector notes {words}: whether the bar holds for it is open.",
            noted(what),
            DOUBTED,
            STANDS,
        )
        for words, what in (
            ("a deliberate over-draw of the dealer's", "deliberate_overdraw inspector about=D1"),
            ("that the card was drawn on purpose", "drawn_on_purpose inspector"),
        )
    ),
    keeps(
        "DCB-21g?",
        "Noted only once the next coup was dealt: the word is on record all the same.",
        f"1: {OVERDRAWN}\n2: {NEXT}\n1: irregular overdrawn_deliberately management about=D1",
        DOUBTED,
        STANDS,
    ),
    keeps(
        "DCB-21g?",
        "The house finds that it was deliberate: the coup is put right as money, though its window has closed.",
        f"{resolved('DCB-21g?', 'b')}\n{noted('deliberate_overdraw inspector about=D1')}",
        Ruled(
            findings=(OVER, NOTED),
            verdict="correct",
            branches={"1": BANCO},
            awarded=BANCO,
            standing={"": "as_money"},
            cites=("DCB-21g?",),
        ),
        STANDS,
    ),
    breaks(
        "DCB-21g?",
        "The house finds that it was inadvertent: the bar holds, and what then stands is as open as ever.",
        f"{resolved('DCB-21g?', 'a')}\n{noted('deliberate_overdraw inspector about=D1')}",
        replace(CLOSED, findings=(OVER, NOTED)),
        STANDS,
    ),
    *(
        breaks(
            "DCB-21g?",
            f"{words}: nobody says that the dealer erred on purpose.",
            noted(what),
            replace(CLOSED, findings=(OVER, NOTED)),
            STANDS,
        )
        for words, what in (
            ("The inspector notes an over-draw", "one_card_too_many inspector about=D1"),
            ("The inspector notes that it was not deliberate", "not_deliberate inspector about=D1"),
            ("A player is noted to have touched a card deliberately", "card_touched_deliberately inspector about=P2"),
        )
    ),
    breaks(
        "DCB-21g?",
        "The dealer drew on purpose, and management hears of it in time: the coup is put right either way.",
        f"1: {OVERDRAWN}; irregular deliberate_overdraw inspector about=D1; notice inspector management",
        Ruled(findings=(OVER, NOTED), verdict="reconstruct", branches={"1": BANCO}),
    ),
    breaks(
        "DCB-21g?",
        "A coup that was dealt by the rules is not put in doubt by what was noted about its dealer.",
        "1: bet b P1 banco 10000; P 9h B 6c P 9d B 3s; irregular deliberate_peek inspector about=D1; call banco; close",
        Ruled(findings=(NOTED,), verdict="stands", awarded={"b": 19_500}),
    ),
)

ON_SEVEN: Final = "1: bet p P2 punto 10000; bet t P2 any_tie 500; P 4h B 2c P 3d B 4s P 9h; call egalite; close"
"""Tied at six as dealt, 10200 and 5000; by the rules punto has it, 20000 and 0; void 10000 and 500."""
SUITS: Final = Ruled(
    findings=FOUND,
    branches={A: {"p": 10_200, "t": 5_000}, B: {"p": 20_000, "t": 0}, C: {"p": 10_000, "t": 500}},
    awarded={"p": 20_000, "t": 0},
    cites=("DCB-2b?",),
)
FAVOURS: Final = (
    keeps(
        "DCB-2b?",
        "Decided again suits the punto bet, as dealt any tie: one reading decides both, the better in all.",
        f"{ON_SEVEN}\n2: {NEXT}\n1: notice P2 management",
        SUITS,
        STANDS,
    ),
    breaks(
        "DCB-2b?",
        "Resolved wager by wager, each bet gets the reading that is best for it.",
        f"{resolved('DCB-2b?', 'b')}\n{ON_SEVEN}\n2: {NEXT}\n1: notice P2 management",
        Ruled(findings=FOUND, awarded={"p": 20_000, "t": 5_000}, cites=("DCB-2b?",)),
        STANDS,
    ),
    breaks(
        "DCB-2b?",
        "Of two players who dispute each gets his own best reading.",
        "1: bet p P2 punto 10000; bet t P1 any_tie 500; P 4h B 2c P 3d B 4s P 9h; call egalite; close\n"
        f"2: {NEXT}\n1: notice P2 management; notice P1 management",
        Ruled(findings=FOUND, awarded={"p": 20_000, "t": 5_000}),
        STANDS,
    ),
    breaks(
        "DCB-2b?",
        "As long as the house has left it open how far the favour goes, that too is decided in the player's favour.",
        f"{ON_SEVEN}\n2: {NEXT}\n1: notice P2 management",
        Ruled(findings=FOUND, awarded={"p": 20_000, "t": 5_000}, cites=("DCB-2b?",)),
        STANDS,
        unresolved=("DCB-2b?",),
    ),
)

ROWS: Final[tuple[Row, ...]] = (
    *AFTERWARDS,
    *WRONG_HAND,
    *ON_PURPOSE,
    *FAVOURS,
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_closed(row: Row) -> None:
    holds(row)

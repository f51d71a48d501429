"""When the window of a misdraw closes, what is in time, what then stands and for whom: DCB-21 and ERR."""

from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, holds, keeps
from tests.clauses.dcb.misdraws import BANCO, FIRST, NEXT, NEXT_STANDS, ON_NATURAL, ON_SIX, OPEN, OVER, PUNTO, VOID, paid
from tests.clauses.dcb.window import (
    CLOSED,
    EXPOSED,
    FOUND,
    LATER,
    OVERDRAWN,
    PUT_RIGHT,
    READINGS,
    STANDS,
    UNREAD,
    A,
    B,
    C,
    third,
)
from tests.clauses.table import Row, Ruled

IN_TIME: Final = (
    *(
        keeps(
            "DCB-21",
            f"{who} before a card of the next coup is drawn: the coup is put right, and the money with it.",
            f"1: {OVERDRAWN}\n1: {act}",
            PUT_RIGHT,
        )
        for who, act in (
            ("Management sees it itself", "notice management management"),
            ("The inspector sees it", "notice inspector management"),
            ("The dealer tells the inspector", "notice dealer inspector"),
            ("An inspector begins to put it right", "correcting inspector"),
        )
    ),
    keeps(
        "DCB-21",
        "The next coup's bets are down, no card of it is drawn: a notice is still in time, and the coup after it stands.",
        f"""1: {OVERDRAWN}
        2: open; bet n P1 banco 10000; nmb
        1: notice inspector management; correcting management; move 2s punto burn; corrected management
        2: P 4s B 8h P 3d B Kh; call banco; pay n 19500; close""",
        Ruled(findings=FOUND, verdict="correct", branches={"1": BANCO}, standing={"": "put_right"}, moves={"": ""}),
        STANDS,
    ),
    keeps(
        "DCB-21",
        "Bets of the next coup are no cards of it: the over-drawn card can still come off.",
        f"1: {OVERDRAWN}\n2: open; bet n P1 banco 10000; nmb\n1: notice inspector management",
        Ruled(
            findings=FOUND,
            verdict="reconstruct",
            branches={"1": BANCO},
            moves={"DCB-21c?:a": "2s punto>next", "DCB-21c?:b": "2s punto>burn"},
        ),
        Ruled(due={"n": None}),
    ),
    breaks(
        "DCB-21",
        "One card of the next coup is drawn before the inspector speaks: too late, and the next coup stands.",
        f"""1: {OVERDRAWN}
        2: bet n P1 banco 10000; P 4s
        1: notice inspector management
        2: B 8h P 3d B Kh; call banco; close""",
        CLOSED,
        Ruled(verdict="stands", due=NEXT_STANDS),
    ),
    breaks(
        "DCB-21",
        "Told several coups later: all coups in between and after it stand, noticed or not.",
        f"1: {OVERDRAWN}\n2: {NEXT}\n{third(3)}\n1: notice inspector management\n{third(4)}",
        CLOSED,
        STANDS,
        LATER,
        LATER,
    ),
    breaks(
        "DCB-21",
        "Nobody ever says anything: the coups after it stand, and so may what was paid.",
        f"1: {OVERDRAWN}\n2: {NEXT}",
        CLOSED,
        STANDS,
    ),
    breaks(
        "DCB-21",
        "Notice in time, but the dealer plays on: the coup is put right as money, the ones after it are for management.",
        f"1: {OVERDRAWN}\n1: notice P2 management\n2: {NEXT}\n1: correcting management; corrected management\n{third(3)}",
        Ruled(
            findings=FOUND,
            verdict="correct",
            branches={"1": BANCO},
            awarded=BANCO,
            moves={"": ""},
            surplus={"": "2s>discard"},
        ),
        EXPOSED,
        LATER,
    ),
    breaks(
        "DCB-21",
        "The first notice comes to no one with authority, the second one to management and in time: in time it is.",
        f"1: {OVERDRAWN}\n1: notice P2 dealer; notice inspector management",
        PUT_RIGHT,
    ),
    breaks(
        "DCB-21",
        "A second notice does not mend a first one that came too late.",
        f"1: {OVERDRAWN}\n2: {NEXT}\n1: notice P2 inspector\n{third(3)}\n1: notice inspector management",
        Ruled(
            findings=FOUND, verdict="refer", branches=READINGS, awarded={"p": 20_000, "b": None}, if_claimed={"b": 19_500}
        ),
        STANDS,
        LATER,
    ),
    keeps(
        "DCB-21",
        "Two coups are misdrawn one after the other: the first is out of time, the second is told in time.",
        f"1: {OVERDRAWN}\n2: bet n P1 punto 10000; P 9h B 4c P 9d B 3s P 5h; call banco\n2: notice inspector management",
        CLOSED,
        Ruled(findings=FOUND, verdict="reconstruct", branches={"1": {"n": 20_000}}, awarded={"n": 20_000}),
    ),
    breaks(
        "DCB-21",
        "A wrong payout is put right whenever it comes out: banco was paid though the cards as dealt gave punto.",
        f"1: bet p P2 punto 10000; P Td B 3h P 6s B 4d P 2s; call punto; pay p 19500; close\n2: {NEXT}",
        Ruled(
            findings=(
                OVER,
                *(("wrong_payment", clause) for clause in ("DCB-16", "DCB-10", "DCB-21")),
                ("mispaid_as_dealt", "DCB-16"),
            ),
            branches={A: {"p": 20_000}, B: {"p": 0}, C: {"p": 10_000}},
            verdicts={A: "correct", B: "correct", C: "void"},
        ),
        STANDS,
    ),
    breaks(
        "DCB-21",
        "Punto's card makes a tie, its bet is collected, and what was dealt next is not on record: wrong then, if not now.",
        "1: bet p P2 punto 10000; P 2h B Jc P 3d B 8s P 3c; call egalite; pay p 0; close\n2: open apart=yes; P 4s",
        Ruled(
            findings=(OVER, ("mispaid_as_dealt", "DCB-17")),
            verdict="refer",
            due={"p": 0},
            awarded={"p": None},
            standing={"": "not_told"},
        ),
        Ruled(),
    ),
    breaks(
        "DCB-21",
        "A bet laid late on a misdrawn coup goes back, whatever stands.",
        f"1: bet p P2 punto 10000; P Td B 3h; bet l P1 punto 5000; P 6s B 4d P 2s; call punto; close\n2: {NEXT}",
        Ruled(
            findings=(OVER, ("late_bet", "DCB-3")),
            branches={A: {"p": 20_000, "l": 5_000}, B: {"p": 0, "l": 5_000}, C: {"p": 10_000, "l": 5_000}},
            awarded={"p": None, "l": 5_000},
        ),
        STANDS,
    ),
    keeps(
        "DCB-21",
        "The over-drawn card was not read: once it comes off, what it was does not matter.",
        "1: bet b P1 banco 10000; P Td B 3h P 6s B 4d P ??; call punto; notice inspector management",
        Ruled(
            findings=(OVER, UNREAD),
            verdict="reconstruct",
            branches={"1": {"b": 19_500}},
            moves={"DCB-21c?:a": "?? punto>next", "DCB-21c?:b": "?? punto>burn"},
        ),
    ),
    breaks(
        "DCB-21",
        "The over-drawn card was not read and the window has closed: as dealt nobody can say, by the tableau one can.",
        f"1: bet b P1 banco 10000; P Td B 3h P 6s B 4d P ??; call punto; close\n2: {NEXT}",
        Ruled(
            findings=(OVER, UNREAD),
            verdict="refer",
            branches={A: {"b": None}, B: {"b": 19_500}, C: {"b": 10_000}},
            outcome={A: None, B: None},
            awarded={"b": None},
        ),
        STANDS,
    ),
)

LAWFULLY: Final = f"call banco; {paid(BANCO)}; close"
RIGHTED: Final = Ruled(
    findings=FOUND,
    verdict="stands",
    due=BANCO,
    awarded=BANCO,
    branches={"1": BANCO},
    standing={"": "put_right"},
    moves={"": ""},
)
FAULTY: Final = ("wrong_correction", "DCB-ERR")
WRONGED: Final = f"1: {ON_NATURAL.coup}; correcting dealer; move 9d punto burn; corrected dealer; {paid(BANCO)}; close"
"""Not the five that is over comes off punto's natural, but a nine: banco is called and paid, as it was with the five."""

DONE: Final = (
    keeps(
        "DCB-ERR",
        "The dealer puts it right unasked, burns the card and pays by the lawful hands.",
        f"1: {ON_SIX.coup}; correcting dealer; move 2s punto burn; corrected dealer; {LAWFULLY}\n2: {NEXT}",
        RIGHTED,
        STANDS,
    ),
    keeps(
        "DCB-ERR",
        "The dealer takes the card off and pays by the lawful hands, without a word.",
        f"1: {ON_SIX.coup}; move 2s punto next; {LAWFULLY}\n2: {NEXT}",
        RIGHTED,
        STANDS,
    ),
    keeps(
        "DCB-ERR",
        "Told in time, the dealer pays by the lawful hands and moves no card: the coup stands as paid, the next too.",
        f"1: {ON_SIX.coup}; notice inspector management; {LAWFULLY}\n2: {NEXT}",
        RIGHTED,
        STANDS,
    ),
    keeps(
        "DCB-ERR",
        "The dealer heeds a player's word and draws banco's missing card before the next coup.",
        f"""1: bet p P2 punto 10000; P 2h B 2c P 3d B 3s P 4h; call punto; notice P1 dealer; correcting dealer; B 4s
        1: corrected dealer; call egalite; pay p 10200; close
        2: {NEXT}""",
        Ruled(
            findings=(("underdraw", "DCB-13"),),
            verdict="stands",
            due={"p": 10_200},
            hands={"banco": "2c 3s 4s"},
            branches={"1": {"p": 10_200}},
        ),
        STANDS,
    ),
    keeps(
        "DCB-ERR",
        "Banco was dealt first and the first four are changed about: which of the three deuces is moved is all the same.",
        """1: bet p P2 punto 10000; B Ah P 3c B 2c P 2c P 5h B 2c; notice inspector management; correcting management
        1: move Ah banco punto; move 3c punto banco; move 2c banco punto; move 2c punto banco; corrected management
        1: call punto; pay p 20000; close""",
        Ruled(
            findings=(FIRST,),
            verdict="stands",
            branches={"1": {"p": 20_000}},
            standing={"": "put_right"},
            hands={"punto": "Ah 2c 5h", "banco": "3c 2c 2c"},
        ),
    ),
    breaks(
        "DCB-ERR",
        "It was put right in time, but paid by the cards as they first lay: the money is still corrected.",
        f"1: {ON_SIX.coup}; correcting dealer; move 2s punto next; corrected dealer; {paid(PUNTO)}; close\n2: {NEXT}",
        Ruled(
            findings=(OVER, ("wrong_payment", "DCB-15"), ("wrong_payment", "DCB-10")),
            verdict="correct",
            branches={"1": BANCO},
        ),
        STANDS,
    ),
    breaks(
        "DCB-ERR",
        "A dealer's correction makes it worse, and nobody with authority hears of it: nothing was put right.",
        f"{WRONGED}\n2: {NEXT}",
        Ruled(findings=(OVER, FAULTY), branches={A: BANCO, B: PUNTO, C: VOID}),
        STANDS,
    ),
    breaks(
        "DCB-ERR",
        "A correction by the inspector makes it worse: the card goes on from where it was laid.",
        f"1: {ON_SIX.coup}; correcting inspector; move 2s punto banco; corrected inspector",
        Ruled(
            findings=(OVER, FAULTY),
            verdict="reconstruct",
            branches={"1": BANCO},
            moves={"DCB-21c?:a": "2s banco>next", "DCB-21c?:b": "2s banco>burn"},
        ),
    ),
    breaks(
        "DCB-ERR",
        "It was put right, and then banco with seven is given a card: that is an over-draw of its own, and nobody speaks.",
        f"1: {ON_SIX.coup}; notice inspector management; correcting dealer; move 2s punto burn; corrected dealer; B 5c\n"
        f"1: call punto\n2: {NEXT}",
        Ruled(
            findings=(OVER, OVER),
            verdict="refer",
            branches=READINGS,
            laid={A: "Td 6s / 3h 4d 5c", B: "Td 6s / 3h 4d"},
        ),
        STANDS,
    ),
    breaks(
        "DCB-ERR",
        "It was put right, and then banco with seven is given a card, of which management hears in time.",
        f"1: {ON_SIX.coup}; correcting dealer; move 2s punto burn; corrected dealer; B 5c; call punto\n"
        f"1: notice inspector management; close",
        Ruled(
            findings=(OVER, OVER),
            verdict="reconstruct",
            branches={"1": BANCO},
            moves={"DCB-21c?:a": "2s burn>next, 5c banco>next", "DCB-21c?:b": "5c banco>burn"},
        ),
    ),
    breaks(
        "DCB-ERR",
        "The card that was missing is drawn for the wrong hand, and nothing is called: it goes where it belongs.",
        "1: bet p P2 punto 10000; P 2h B 4c P 3d B 3s; notice inspector management; correcting dealer\n"
        "1: B 4s; corrected dealer",
        Ruled(
            findings=(("underdraw", "DCB-13"), ("card_astray", "DCB-13"), FAULTY),
            verdict="reconstruct",
            branches={"1": {"p": 20_000}},
            hands={"punto": "2h 3d 4s", "banco": "4c 3s"},
            moves={"": "4s banco>punto"},
        ),
    ),
    breaks(
        "DCB-ERR",
        "Punto's third card lay with banco and is moved, but the card that banco is due by it is not drawn.",
        "1: bet p P2 punto 10000; bet g P3 3g8 100; P 2h B 4c P 3d B As B 6d; notice inspector management\n"
        "1: correcting dealer; move 6d banco punto; corrected dealer; call banco",
        Ruled(
            findings=(("underdraw", "DCB-13"), ("underdraw", "DCB-13")),
            verdict="reconstruct",
            branches={"1": {"p": None, "g": 0}},
            hands={"punto": "2h 3d 6d", "banco": "4c As"},
            draw={"": "banco"},
        ),
    ),
    breaks(
        "DCB-ERR",
        "A coup that was dealt by the rules is put wrong by the dealer, called and paid so: the money is corrected.",
        "1: bet b P1 banco 10000; P 2h B 4c P 3d B 3s P 4d; correcting dealer; move 4d punto burn; corrected dealer\n"
        f"1: call banco; pay b 19500; close\n2: {NEXT}",
        Ruled(findings=(FAULTY,), verdict="correct", due={"b": 0}, hands={"punto": "2h 3d 4d", "banco": "4c 3s"}),
        STANDS,
    ),
    breaks(
        "DCB-ERR",
        "An inspector begins to put it right in time and never ends: what is due is as if he had.",
        f"1: {OVERDRAWN}\n1: correcting inspector\n2: {NEXT}",
        Ruled(findings=FOUND, verdict="correct", branches={"1": BANCO}, surplus={"": "2s>discard"}),
        Ruled(due=NEXT_STANDS),
    ),
    breaks(
        "DCB-ERR",
        "A correction is begun and ended while bets are looked at: the deal goes on and was never off.",
        "1: bet b P1 banco 10000; P 2h B 4c P 3d B 3s; correcting inspector; corrected inspector; P 4d; call punto; close",
        Ruled(verdict="stands", due={"b": 0}, hands={"punto": "2h 3d 4d"}),
    ),
)

GAPS: Final = (
    breaks(
        "DCB-21",
        "Numbers are missing between the over-drawn coup and the next one: whether somebody was told in time is open.",
        f"1: {OVERDRAWN}\n2: {NEXT.replace('bet n P1 banco 10000', 'bet n P1 banco 10000 %60')}",
        Ruled(
            findings=FOUND,
            verdict="refer",
            authority="management",
            verdicts={"record:incomplete": "refer", f"{A},record:complete": "stands"},
            standing={"record:incomplete": "not_told", f"{A},record:complete": "as_dealt"},
            awarded=OPEN,
        ),
        Ruled(findings=(("sequence_gap", ""),), verdict="stands", due=NEXT_STANDS),
    ),
)
"""What is missing from the record is held against nobody."""

ROWS: Final[tuple[Row, ...]] = (*IN_TIME, *DONE, *GAPS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_window(row: Row) -> None:
    holds(row)

"""Players who are not there: FBJ-8, 10, 11, 11a?."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed
from tests.clauses.fbj.floor import (
    PAIR,
    SEATED,
    SUPERVISOR,
    TOLD,
    TRIO,
    WRONG,
    A,
    astray,
    bets,
    breaks,
    holds,
    keeps,
    paid,
)
from tests.clauses.table import Row, Ruled

AGAINST: Final = ("against_the_rule", "FBJ-8")
NOBODY: Final = ("nobody_called", "FBJ-8")
NOT_HIS: Final = ("not_his_call", "FBJ-10")
LEFT: Final = ("left_on_the_box", "FBJ-11")
WHO: Final = "FBJ-11a?"

AWAY: Final = "absent P1 called=supervisor"
ALONE: Final = f"1: {bets(1, 2)}; 1 9d 2 Tc D 7c 1 4s 2 Kh; {AWAY}"
"""Field 1, with thirteen, is played by the rule; field 2 has twenty."""
SECOND: Final = "says 2 stand; D Td"
"""The croupier has seventeen."""


def ruled() -> Iterator[Row]:
    """What the rule has for a hand of every total, asked as soon as it is played."""
    for total, cards in (
        ("4", "2s 2h"),
        ("8, a pair", "4s 4h"),
        ("11", "2s 9h"),
        ("12", "5s 7h"),
        ("15", "6s 9h"),
        ("16", "7s 9h"),
        ("soft 16", "As 5h"),
        ("17", "8s 9h"),
        ("soft 17", "As 6h"),
        ("18", "9s 9h"),
        ("20", "Ts Kh"),
    ):
        first, two = cards.split()
        draws = total.split()[-1] not in ("17", "18", "20")
        right, wrong = ("hit", "stand") if draws else ("stand", "hit")
        opening = f"1: {bets(1, 2)}; 1 {first} 2 Tc D 6c 1 {two} 2 9h; {AWAY}"
        yield keeps(
            "FBJ-8",
            f"By the rule {total} " + ("takes a card." if draws else "takes none."),
            f"{opening}; says 1 {right} how=rule",
            Ruled(due={"w1": None, "w2": None}),
        )
        yield breaks(
            "FBJ-8",
            f"An absent player's {total} " + ("takes no card." if draws else "is to take a card."),
            f"{opening}; says 1 {wrong} how=rule",
            Ruled(findings=(AGAINST,)),
        )


RULE: Final = (
    *ruled(),
    keeps(
        "FBJ-8",
        "An absent player's thirteen is played by the rule, under the supervisor: fifteen, eighteen, and wins.",
        f"""{ALONE}; says 1 hit how=rule; 1 2h; says 1 hit how=rule; 1 3c; says 1 stand how=rule; {SECOND}
        1: pay w1 4000; pay w2 4000; close""",
        paid(w1=4000, w2=4000),
    ),
    keeps(
        "FBJ-8",
        "A player takes a card on thirteen and leaves: that decision stands, and the rule plays on from fifteen.",
        f"""1: {bets(1, 2)}; 1 9d 2 Tc D 7c 1 4s 2 Kh; says 1 hit P1; 1 2h; {AWAY}; says 1 hit how=rule; 1 3c
        1: says 1 stand how=rule; {SECOND}; pay w1 4000; pay w2 4000; close""",
        paid(w1=4000, w2=4000),
    ),
    keeps(
        "FBJ-8",
        "A player stands on thirteen and leaves only then: nothing is asked of the hand any more, and nobody is called.",
        f"1: {bets(1, 2)}; 1 9d 2 Tc D 7c 1 4s 2 Kh; says 1 stand P1; absent P1; {SECOND}; pay w1 0; pay w2 4000; close",
        paid(w1=0, w2=4000),
    ),
    keeps(
        "FBJ-8",
        "A player is away for one card, comes back and stands on fifteen, which the rule would not.",
        f"{ALONE}; says 1 hit how=rule; 1 2h; says 1 stand P1; {SECOND}; pay w1 0; pay w2 4000; close",
        paid(w1=0, w2=4000),
    ),
    breaks(
        "FBJ-8",
        "A player who was away is back and takes a card; then the rule plays on, and nobody is called to the hand again.",
        f"""{ALONE}; says 1 hit how=rule; 1 2h; says 1 hit P1; 1 2c; says 1 stand how=rule; {SECOND}
        1: pay w1 2000; pay w2 4000; close""",
        paid("stands", NOBODY, w1=2000, w2=4000),
    ),
    keeps(
        "FBJ-8",
        "An absent player's thirteen goes over 21 by the rule.",
        f"{ALONE}; says 1 hit how=rule; 1 Qh; pay w1 0; {SECOND}; pay w2 4000; close",
        paid(w1=0, w2=4000),
    ),
    breaks(
        "FBJ-8",
        "An absent player's thirteen is left to stand, and the croupier draws: a card was due by the rule.",
        f"{ALONE}; says 1 stand how=rule; says 2 stand; D Td; pay w1 0; pay w2 4000; close",
        Boxed(findings=(AGAINST,), verdict="refer", authority=SUPERVISOR, boxes={A: "1 9d 4s Td / 2 Tc Kh / D 7c"}),
    ),
    breaks(
        "FBJ-8",
        "An absent player's thirteen is left to stand, noticed at once: it draws, and no card is in error.",
        f"{ALONE}; says 1 stand how=rule; {TOLD}",
        Ruled(findings=(AGAINST,), verdict="stands", due={"w1": None, "w2": None}),
    ),
    breaks(
        "FBJ-DEAL",
        "Two fields get each other's second card: field 1 is asked again, and for the absent player of field 2 nobody is.",
        f"""1: {bets(1, 2)}; 1 Tc 2 9d D 7c 2 4s 1 5h; absent P2 called=supervisor
        1: says 1 stand; says 2 hit how=rule; 2 3c; {TOLD}""",
        astray(
            ("out_of_order", "FBJ-DEAL"),
            moves="4s box2>box1, 5h box1>box2, 3c box2>next",
            boxes="1 Tc 4s / 2 9d 5h / D 7c",
            asks="1",
            right={"w1": None, "w2": None},
            void={"w1": 2000, "w2": 2000},
            dealt={"w1": None, "w2": None},
        ),
    ),
    breaks(
        "FBJ-8",
        "An absent player's eleven is doubled free: the rule knows cards and no bets.",
        f"1: {bets(1, 2)}; 1 2s 2 Tc D 7c 1 9h 2 Kh; {AWAY}; says 1 free_double how=rule",
        Ruled(findings=(AGAINST,)),
    ),
    breaks(
        "FBJ-8",
        "An absent player's hand is played by the rule, and the supervisor was not called.",
        f"""{ALONE.replace(" called=supervisor", "")}; says 1 hit how=rule; 1 5h; says 1 stand how=rule; {SECOND}
        1: pay w1 4000; pay w2 4000; close""",
        paid("stands", NOBODY, w1=4000, w2=4000),
    ),
    breaks(
        "FBJ-8",
        "An absent player's hand is played by the rule, and the inspector was called instead of the supervisor.",
        f"""{ALONE.replace("supervisor", "inspector")}; says 1 hit how=rule; 1 5h; says 1 stand how=rule; {SECOND}
        1: pay w1 4000; pay w2 4000; close""",
        paid("stands", NOBODY, w1=4000, w2=4000),
    ),
    keeps(
        "FBJ-11",
        "An absent player's bet wins and is taken off the field with its win, for the player.",
        f"{ALONE}; says 1 hit how=rule; 1 5h; says 1 stand how=rule; {SECOND}; pay w1 4000; pay w2 4000; close",
        paid(w1=4000, w2=4000),
    ),
    keeps(
        "FBJ-11",
        "An absent player's bet ties and is kept for the player.",
        f"{ALONE}; says 1 hit how=rule; 1 4h; says 1 stand how=rule; {SECOND}; pay w1 2000; pay w2 4000; close",
        paid(w1=2000, w2=4000),
    ),
    breaks(
        "FBJ-11",
        "An absent player's bet wins and is collected, because nobody was there to take it.",
        f"{ALONE}; says 1 hit how=rule; 1 5h; says 1 stand how=rule; {SECOND}; pay w1 0; pay w2 4000; close",
        paid("correct", (WRONG, "FBJ-11"), w1=4000, w2=4000),
    ),
    breaks(
        "FBJ-11",
        "An absent player's bet ties and is collected.",
        f"{ALONE}; says 1 hit how=rule; 1 4h; says 1 stand how=rule; {SECOND}; pay w1 0; pay w2 4000; close",
        paid("correct", (WRONG, "FBJ-11"), w1=2000, w2=4000),
    ),
    breaks(
        "FBJ-11",
        "An absent player's bet wins and lies on unpaid, while the other field is settled.",
        f"{ALONE}; says 1 hit how=rule; 1 5h; says 1 stand how=rule; {SECOND}; pay w2 4000; close",
        paid("correct", ("unpaid", "FBJ-11"), w1=4000, w2=4000),
    ),
    breaks(
        "FBJ-11",
        "An absent player's bet ties and lies on the field when the other one has been paid.",
        f"{ALONE}; says 1 hit how=rule; 1 4h; says 1 stand how=rule; {SECOND}; pay w2 4000; close",
        paid("stands", LEFT, w1=2000, w2=4000),
    ),
    keeps(
        "FBJ-11",
        "A bet ties whose player is there: it may lie on, and nobody need take it off.",
        f"1: {bets(1, 2)}; 1 9d 2 Tc D 7c 1 8s 2 Kh; says 1 stand; says 2 stand; D Td; pay w2 4000; close",
        paid(w1=2000, w2=4000),
    ),
)

FOURTEEN: Final = f"1: {PAIR}; 3 Th D 6s 3 4c; {AWAY}"
"""The shared field has fourteen against a six, and its owner is away."""
OVER: Final = "D Kd D 9c"
THREE: Final = f"1: {TRIO}; 3 Th D 6s 3 4c; {AWAY}"

THIRD_FIRST: Final = "bet w3 P3 main 1000 box=3 spot=3; " + PAIR

SHARED: Final = (
    keeps(
        "FBJ-10",
        "The owner is away and the second spot decides: it stands on fourteen, and both win.",
        f"{FOURTEEN}; says 3 stand P2; {OVER}; pay w1 4000; pay w2 6000; close",
        paid(w1=4000, w2=6000),
        before=SEATED,
    ),
    keeps(
        "FBJ-10",
        "The owner is away and the second spot draws on seventeen, which the rule would not.",
        f"1: {PAIR}; 3 Th D 9s 3 7c; {AWAY}; says 3 hit P2; 3 3d; says 3 stand P2; D Td; pay w1 4000; pay w2 6000; close",
        paid(w1=4000, w2=6000),
        before=SEATED,
    ),
    breaks(
        "FBJ-10",
        "The owner is away and the third spot asks for a card, though the second is there: the second is to be asked.",
        f"{THREE}; says 3 hit P3; 3 5d; {TOLD}",
        astray(
            NOT_HIS,
            moves="5d box3>next",
            boxes="3 Th 4c / D 6s",
            asks="3",
            right={"w1": None, "w2": None, "w3": None},
            void={"w1": 2000, "w2": 3000, "w3": 1000},
            dealt={"w1": None, "w2": None, "w3": None},
            hands="3 Th 4c 5d / D 6s",
        ),
        before=SEATED,
    ),
    keeps(
        "FBJ-10",
        "The owner is away and the second spot decides, though the third bet before it.",
        f"1: {THIRD_FIRST}; 3 Th D 6s 3 4c; {AWAY}; says 3 stand P2; {OVER}; pay w1 4000; pay w2 6000; pay w3 2000; close",
        paid(w1=4000, w2=6000, w3=2000),
        before=SEATED,
    ),
    keeps(
        "FBJ-10",
        "The owner and the second spot are away: the third decides, who is the only one left.",
        f"{THREE}; absent P2 called=supervisor; says 3 stand P3; {OVER}; pay w1 4000; pay w2 6000; pay w3 2000; close",
        paid(w1=4000, w2=6000, w3=2000),
        before=SEATED,
    ),
    keeps(
        "FBJ-10",
        "P2 is away and the owner calls: nobody else needs to be called.",
        f"{FOURTEEN.replace(AWAY, 'absent P2')}; says 3 stand P1; {OVER}; pay w1 4000; pay w2 6000; close",
        paid(w1=4000, w2=6000),
        before=SEATED,
    ),
    keeps(
        WHO,
        "The owner is away and the second spot stands on fourteen: its call (a), or the rule has a card for it (b).",
        f"{FOURTEEN}; says 3 stand P2; D 5d D Kd; pay w1 0; pay w2 0; close",
        Boxed(
            findings=(AGAINST,),
            verdict="refer",
            standing={f"{WHO}:a": None},
            verdicts={f"{WHO}:a": "stands"},
            boxes={f"{WHO}:a": "3 Th 4c / D 6s 5d Kd", f"{WHO}:b,{A}": "3 Th 4c 5d / D 6s Kd"},
            moves={f"{WHO}:b,{A}": "5d dealer>box3"},
            draw={f"{WHO}:b,{A}": "dealer"},
        ),
        before=SEATED,
        unresolved=(WHO,),
    ),
    breaks(
        WHO,
        "The owner is away and nobody else is on the field: the rule plays under either reading.",
        f"{ALONE}; says 1 hit how=rule; 1 5h; says 1 stand how=rule; {SECOND}; pay w1 4000; pay w2 4000; close",
        Ruled(verdict="stands", branches={"1": {"w1": 4000, "w2": 4000}}),
        unresolved=(WHO,),
    ),
    breaks(
        WHO,
        "Both players of the field are away: the rule plays under either reading.",
        f"""{FOURTEEN}; absent P2 called=supervisor; says 3 hit how=rule; 3 5d; says 3 stand how=rule; {OVER}
        1: pay w1 4000; pay w2 6000; close""",
        Ruled(verdict="stands", branches={"1": {"w1": 4000, "w2": 6000}}),
        before=SEATED,
        unresolved=(WHO,),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*RULE, *SHARED)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_absent(row: Row) -> None:
    holds(row)

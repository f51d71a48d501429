"""Contestants who withdraw. The rules are silent on it: who has the place of such a contestant is shown both ways."""

from typing import Final

from tests.clauses.eca_championship.floor import breaks, keeps, scored
from tests.clauses.eca_championship.given import BOTH_RIGHT, DIRECTOR, FIRST, LEVEL, RANKED, TWO

FOUR: Final = f"""open; DIR: schedule 1 C01-C04 2
    {scored(1, "C01 49 48 47", "C02 48 47 46", "C03 47 46 45", "C04 46 45 44")}
    DIR: advance 1 C01,C02"""
"""Each of the four is ahead of the next; the first two advance."""

WITHDRAWN: Final = (
    keeps(
        "ECA-D1",
        "The last of three withdraws, and the first goes on all the same.",
        f"{RANKED}; C03: withdraw_contestant C03; DIR: advance 1 C01",
        advance={"": "C01"},
    ),
    keeps(
        "ECA-D1",
        "The first of three withdraws before the round is decided: the second goes on, or nobody does.",
        f"{RANKED}; K01: withdraw_contestant C01 illness",
        advance={"next": "C02", "empty": ""},
        authority=DIRECTOR,
    ),
    keeps(
        "ECA-D1",
        "The first of three withdraws, and the Director sends the second on, which is one of the two answers.",
        f"{RANKED}; C01: withdraw_contestant C01; DIR: advance 1 C02",
        advance={"next": "C02"},
    ),
    breaks(
        "ECA-D1",
        "The first withdraws and the Director sends the next two on; then one who is neither is to deal.",
        f"""open; DIR: schedule 1 C01-C04 2
        {scored(1, "C01 49 48 47", "C02 48 47 46", "C03 47 46 45", "C04 46 45 44")}
        C01: withdraw_contestant C01; DIR: advance 1 C02,C03; DIR: schedule 2 C02,C04 1""",
        findings=("not_advanced ECA-D1",),
        about=("C04",),
    ),
    breaks(
        "ECA-D1",
        "The first of three withdraws, and the third goes on, which is neither answer.",
        f"{RANKED}; C01: withdraw_contestant C01; DIR: advance 1 C03",
        findings=("wrong_advance ECA-D1",),
        about=("C03", "C02 or nobody"),
        advance={"next": "C02", "empty": ""},
        authority=DIRECTOR,
    ),
    breaks(
        "ECA-D1",
        "The first of three withdraws, and is on record as the one who went on.",
        f"{RANKED}; C01: withdraw_contestant C01",
        recorded="DIR: advance 1 C01",
        findings=("wrong_advance ECA-D1",),
        about=("C01", "C02 or nobody"),
        authority=DIRECTOR,
    ),
    keeps(
        "ECA-D1",
        "Of two places the first contestant withdraws from one: the third takes it, or it stays empty.",
        f"""open; DIR: schedule 1 C01-C03 2; {scored(1, "C01 49 48 47", "C02 48 47 46", "C03 47 46 45")}
        C01: withdraw_contestant C01""",
        advance={"next": "C02, C03", "empty": "C02"},
        authority=DIRECTOR,
    ),
    keeps(
        "ECA-D1",
        "A contestant withdraws before any scores are given, has no place, and the round is decided without scores of C02.",
        f"{TWO}; C02: withdraw_contestant C02; {scored(1, 'C01 42 41 40')}; DIR: advance 1 C01",
        advance={"": "C01"},
    ),
    breaks(
        "ECA-D1",
        "A contestant withdraws, and another one who did not has no scores when the round is decided.",
        "open; DIR: schedule 1 C01-C03 1; C02: withdraw_contestant C02; J1: give_scores 1 C01 42 41 40; DIR: advance 1 C01",
        findings=("missing_scores ECA-D1",),
        about=("C03",),
    ),
    breaks(
        "ECA-D1",
        "Another casino withdraws the first contestant; it is refused and the ranking stays.",
        f"{RANKED}; K09: withdraw_contestant C01",
        refused=(None,),
        advance={"": "C01"},
    ),
    keeps(
        "ECA-D1",
        "A contestant who withdraws after the round was decided keeps the place in that round.",
        f"{RANKED}; DIR: advance 1 C01; C01: withdraw_contestant C01",
        advance={"": "C01"},
    ),
    keeps(
        "ECA-D1",
        "A contestant who advanced withdraws, and the next in the ranking deals in the next round.",
        f"{FOUR}; C02: withdraw_contestant C02; DIR: schedule 2 C01,C03 1",
    ),
    keeps(
        "ECA-D1",
        "A contestant who advanced withdraws, and the next round is scheduled without anybody in that place.",
        f"{FOUR}; C02: withdraw_contestant C02; DIR: schedule 2 C01 1",
    ),
    breaks(
        "ECA-D1",
        "A contestant who advanced withdraws, and one who is not next in the ranking is to deal.",
        f"{FOUR}; C02: withdraw_contestant C02; DIR: schedule 2 C01,C04 1",
        findings=("not_advanced ECA-D1",),
        about=("C04",),
    ),
    breaks(
        "ECA-D1",
        "The next in the ranking is to deal although it is another one who withdrew, who had not advanced.",
        f"{FOUR}; C04: withdraw_contestant C04; DIR: schedule 2 C01-C03 1",
        findings=("not_advanced ECA-D1",),
        about=("C03",),
    ),
    keeps(
        "ECA-D2",
        "One of two who are level in everything withdraws: no exercise is sat, and the other goes on.",
        f"{LEVEL}; C01: withdraw_contestant C01; DIR: advance 1 C02",
        advance={"": "C02"},
        drawn={"": ""},
    ),
    keeps(
        "ECA-D2",
        "One of two withdraws after the exercise was set and before it is sat, and the other goes on.",
        f"{FIRST}; C01: withdraw_contestant C01; DIR: advance 1 C02",
        advance={"": "C02"},
    ),
    breaks(
        "ECA-D2",
        "An exercise is on record that was set for a contestant who had withdrawn.",
        f"{LEVEL}; C01: withdraw_contestant C01",
        recorded="DIR: set_exercise 1 1 C01,C02 7_straight_17_on_17 1",
        findings=("exercise_not_due ECA-D2", "exercise_not_due ECA-D2"),
        about=("C01", "C02"),
    ),
    keeps(
        "ECA-D3",
        "The winner of an exercise withdraws before the round is decided: the other goes on, or nobody does.",
        f"{FIRST}; C01: answer 1 C01 245,143 95000; C02: answer 1 C02 245,0 80000; C01: withdraw_contestant C01",
        advance={"next": "C02", "empty": ""},
        authority=DIRECTOR,
    ),
    keeps(
        "ECA-D5",
        "After a drawn exercise one of the two withdraws, cannot sit a further one, and the other goes on.",
        f"{BOTH_RIGHT}; C01: withdraw_contestant C01; DIR: advance 1 C02",
        advance={"": "C02"},
        drawn={"": ""},
    ),
)

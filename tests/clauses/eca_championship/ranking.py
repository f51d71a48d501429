"""Who goes on from a round, and how a draw is decided."""

from typing import Final

from tests.clauses.eca_championship.floor import breaks, keeps, scored
from tests.clauses.eca_championship.given import BOTH_RIGHT, DIRECTOR, EARLIER, FIRST, LEVEL, RANKED, SECOND, THREE, TWO

ON_ZEROS: Final = "9_split_0-00_on_00"
TWO_ZEROS: Final = "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
SMALL: Final = "0-1-2-3-4-5-6-7-8-9-10-11-12-13-14-15-16-17-18-19-20-21-22-23-24"

RANKED_ROWS: Final = (
    keeps(
        "ECA-D1",
        "Each contestant is ahead of the next, and the first goes on.",
        f"{RANKED}; DIR: advance 1 C01",
        advance={"": "C01"},
        decided_by={"": ""},
    ),
    breaks(
        "ECA-D1",
        "The second goes on in the place of the first.",
        f"{RANKED}; DIR: advance 1 C02",
        findings=("wrong_advance ECA-D1",),
        about=("C01", "C02"),
        advance={"": "C01"},
    ),
    keeps(
        "ECA-D1",
        "All have 123: hospitality puts C03 out, whose technical skills come too late; they decide between the others.",
        f"{THREE}; {scored(1, 'C01 42 40 41', 'C02 42 41 40', 'C03 41 44 38')}; DIR: advance 1 C02",
        advance={"": "C02"},
        decided_by={"": "hospitality, technical"},
        cites=("ECA-D1",),
    ),
    breaks(
        "ECA-D1",
        "All have 123, and the one with the best technical skills goes on, who was behind in hospitality.",
        f"{THREE}; {scored(1, 'C01 42 40 41', 'C02 42 41 40', 'C03 41 44 38')}; DIR: advance 1 C03",
        findings=("wrong_advance ECA-D1",),
        advance={"": "C02"},
    ),
    keeps(
        "ECA-D1",
        "Of three who are level for two places the first in hospitality is sure, the next criterion decides on the other.",
        f"open; DIR: schedule 1 C01-C03 2; {scored(1, 'C01 42 41 40', 'C02 43 40 40', 'C03 42 40 41')}",
        advance={"": "C01, C02"},
        decided_by={"": "hospitality, technical"},
    ),
    keeps(
        "ECA-D1",
        "A draw that decides on nothing is not reviewed.",
        f"open; DIR: schedule 1 C01-C03 2; {scored(1, 'C01 42 41 40', 'C02 42 41 40', 'C03 30 30 30')}",
        advance={"": "C01, C02"},
        decided_by={"": ""},
    ),
    keeps(
        "ECA-D1",
        "The scores of two judges count together.",
        f"""{TWO}; {scored(1, "C01 20 20 20", "C02 21 20 20")}
        J2: give_scores 1 C01 25 20 20; J2: give_scores 1 C02 20 20 20""",
        advance={"": "C01"},
    ),
    breaks(
        "ECA-D1",
        "A round is decided though one contestant has no scores.",
        f"{TWO}; {scored(1, 'C01 42 41 40')}; DIR: advance 1 C01",
        findings=("missing_scores ECA-D1",),
        about=("C02",),
    ),
    breaks(
        "ECA-D1",
        "Three go on where one is allotted.",
        f"{RANKED}; DIR: advance 1 C01-C03",
        findings=("wrong_advance ECA-D1",),
        advance={"": "C01"},
    ),
    breaks(
        "ECA-D1",
        "Somebody is to deal in the second round who did not go on from the first.",
        f"{RANKED}; DIR: advance 1 C01; DIR: schedule 2 C01,C02 1",
        findings=("not_advanced ECA-D1",),
        about=("C02",),
    ),
    keeps(
        "ECA-D1a?",
        "The judges' result is a fact of its own: 95 is ahead of 90, whatever the criteria add up to.",
        f"{TWO}; {scored(1, 'C01 42 41 40 90', 'C02 41 41 40 95')}; DIR: advance 1 C02",
        advance={"": "C02"},
    ),
    keeps(
        "ECA-D1a?",
        "Where the judges' results are level and two criteria too, the third decides.",
        f"{TWO}; {scored(1, 'C01 42 41 40 90', 'C02 42 41 39 90')}",
        unresolved=("ECA-D1a?",),
        advance={"": "C01"},
        decided_by={"": "control"},
    ),
    breaks(
        "ECA-D1a?",
        "Left open, it is C02 by the judges' result and C01 by the sum of the criteria, and the Director decides.",
        f"{TWO}; {scored(1, 'C01 42 41 40 90', 'C02 41 41 40 95')}",
        unresolved=("ECA-D1a?",),
        advance={"a": "C02", "b": "C01"},
        authority=DIRECTOR,
    ),
    breaks(
        "ECA-D1b?",
        "By the hospitality of the round it is C02, by that of all rounds C01, and the Director decides.",
        EARLIER,
        advance={"a": "C02", "b": "C01"},
        authority=DIRECTOR,
    ),
    keeps(
        "ECA-D1b?",
        "The Director settled a dispute by the scores of the round.",
        f"{EARLIER}; K02: dispute Q1 which_scores 2; DIR: settle Q1 of_the_round ECA-D1b? a; DIR: advance 2 C02",
        advance={"": "C02"},
        decided_by={"": "hospitality"},
        cites=("ECA-D1b?",),
    ),
    keeps(
        "ECA-D1b?",
        "The Director settled a dispute by the scores of all rounds.",
        f"{EARLIER}; K01: dispute Q1 which_scores 2; DIR: settle Q1 of_all_rounds ECA-D1b? b; DIR: advance 2 C01",
        advance={"": "C01"},
    ),
    breaks(
        "ECA-D1b?",
        "What is settled once a round was decided does not hold for that round.",
        f"{EARLIER}; DIR: advance 2 C02; K01: dispute Q1 which_scores; DIR: settle Q1 of_all_rounds ECA-D1b? b",
        advance={"a": "C02", "b": "C01"},
        authority=DIRECTOR,
    ),
)

EXERCISES: Final = (
    keeps(
        "ECA-D2",
        "Two who are level in everything sit an exercise, and are drawn until it is answered.",
        FIRST,
        drawn={"": "C01, C02"},
        advance={"": ""},
        cites=("ECA-D2",),
    ),
    breaks(
        "ECA-D2",
        "An exercise is set of which one wager cannot lie so, and another one does not win.",
        f"{LEVEL}; DIR: set_exercise 1 1 C01,C02 9_split_1-17_on_17 1; DIR: set_exercise 1 1 C01,C02 5_red_on_2 2",
        refused=("ECA-D2", "ECA-D2"),
        drawn={"": "C01, C02"},
    ),
    breaks(
        "ECA-D2",
        "Such an exercise is on record: each of its wagers that nobody could answer is found, the others are marked.",
        LEVEL,
        recorded="DIR: set_exercise 1 1 C01,C02 9_split_1-17_on_17,5_red_on_2,7_straight_17_on_17 1"
        "; C01: answer 1 C01 1,1,245 70000; C02: answer 1 C02 1,1,244 60000",
        findings=("impossible_exercise ECA-D2", "impossible_exercise ECA-D2"),
        advance={"": "C01"},
    ),
    breaks(
        "ECA-D2",
        "An exercise is set for two of whom hospitality has decided.",
        f"{TWO}; {scored(1, 'C01 42 41 40', 'C02 41 42 40')}; DIR: set_exercise 1 1 C01,C02 5_red_on_1 1",
        findings=("exercise_not_due ECA-D2", "exercise_not_due ECA-D2"),
        about=("C01", "C02"),
        advance={"": "C01"},
    ),
    breaks(
        "ECA-D2",
        "An exercise is set for two of three who are drawn; it separates nobody.",
        f"{THREE}; {scored(1, 'C01 42 41 40', 'C02 42 41 40', 'C03 42 41 40')}; DIR: set_exercise 1 1 C01,C02 5_red_on_1 1",
        findings=("exercise_left_out ECA-D2",),
        about=("C03",),
        drawn={"": "C01, C02, C03"},
    ),
    keeps(
        "ECA-D3",
        "Two right payouts are ahead of one, though they took longer.",
        f"{FIRST}; C01: answer 1 C01 245,143 95000; C02: answer 1 C02 245,144 60000; DIR: advance 1 C01",
        advance={"": "C01"},
        decided_by={"": "exercise 1 marks"},
        cites=("ECA-D2", "ECA-D3"),
    ),
    breaks(
        "ECA-D3",
        "The faster goes on with fewer right payouts.",
        f"{FIRST}; C01: answer 1 C01 245,143 95000; C02: answer 1 C02 245,144 60000; DIR: advance 1 C02",
        findings=("wrong_advance ECA-D1 ECA-D2 ECA-D3",),
        advance={"": "C01"},
    ),
    keeps(
        "ECA-D4",
        "Between equal marks the faster goes on, by a thousandth of a second.",
        f"{FIRST}; C01: answer 1 C01 245,143 95000; C02: answer 1 C02 245,143 94999; DIR: advance 1 C02",
        advance={"": "C02"},
        decided_by={"": "exercise 1 time"},
        cites=("ECA-D4",),
    ),
    breaks(
        "ECA-D4",
        "Between equal marks the slower goes on.",
        f"{FIRST}; C01: answer 1 C01 245,143 95000; C02: answer 1 C02 245,143 94999; DIR: advance 1 C01",
        findings=("wrong_advance ECA-D1 ECA-D2 ECA-D3 ECA-D4",),
        advance={"": "C02"},
    ),
    keeps(
        "ECA-D5",
        "Marks and times are equal, and a second exercise decides.",
        f"{BOTH_RIGHT}; {SECOND}; C01: answer 2 C01 153,99 50000; C02: answer 2 C02 153,88 95000; DIR: advance 1 C02",
        advance={"": "C02"},
        decided_by={"": "exercise 2 marks"},
        cites=("ECA-D5",),
    ),
    breaks(
        "ECA-D5",
        "Marks and times are equal, and one of them goes on all the same.",
        f"{BOTH_RIGHT}; DIR: advance 1 C01",
        findings=("undecided_advance ECA-D5",),
        about=("C01",),
        drawn={"": "C01, C02"},
    ),
    breaks(
        "ECA-D5",
        "Marks and times are equal, and the same exercise is set again.",
        f"{BOTH_RIGHT}; DIR: set_exercise 2 1 C01,C02 7_straight_17_on_17,13_street_16-17-18_on_17 2",
        refused=("ECA-D5",),
        drawn={"": "C01, C02"},
    ),
    keeps(
        "ECA-D5a",
        "Each payout that is stated rightly is a mark, and one that is not stated is none.",
        f"{FIRST}; C01: answer 1 C01 245,143 95000; C02: answer 1 C02 245 60000",
        advance={"": "C01"},
        decided_by={"": "exercise 1 marks"},
    ),
    breaks(
        "ECA-D5a",
        "Who counts the stake in has no mark for it: 7 x 36 = 252.",
        f"{FIRST}; C01: answer 1 C01 252,143 60000; C02: answer 1 C02 245,143 95000",
        advance={"": "C02"},
    ),
    keeps(
        "ECA-D6?",
        "On the wheel with one zero the first four is a wager, paid as a corner: 15 x 8 = 120.",
        f"{LEVEL}; DIR: set_exercise 1 1 C01,C02 15_first__four_0-1-2-3_on_0 1"
        "; C01: answer 1 C01 120 70000; C02: answer 1 C02 90 60000",
        advance={"": "C01"},
    ),
    keeps(
        "ECA-D6?",
        "On the wheel with two zeros their split is a wager: 9 x 17 = 153.",
        f"{LEVEL}; DIR: set_exercise 1 1 C01,C02 {ON_ZEROS} 1 {TWO_ZEROS}"
        "; C01: answer 1 C01 153 70000; C02: answer 1 C02 0 60000",
        advance={"": "C01"},
    ),
    breaks(
        "ECA-D6?",
        "A wager on a double zero is none on the wheel with one zero: the exercise is not set.",
        f"{LEVEL}; DIR: set_exercise 1 1 C01,C02 {ON_ZEROS} 1; C01: answer 1 C01 153 70000",
        refused=("ECA-D2", None),
        drawn={"": "C01, C02"},
    ),
    breaks(
        "ECA-D6?",
        "It is on record all the same, by a program that took it: nobody can have a mark, and the faster goes on.",
        LEVEL,
        recorded=f"DIR: set_exercise 1 1 C01,C02 {ON_ZEROS} 1; C01: answer 1 C01 153 70000; C02: answer 1 C02 0 60000",
        findings=("impossible_exercise ECA-D2",),
        about=("`9 split 0-00 on 00`: the wheel has no compartment 00",),
        advance={"": "C02"},
    ),
    breaks(
        "ECA-D6?",
        "An exercise is set on a wheel of 24 numbers, which the rules do not have under any reading.",
        f"{LEVEL}; DIR: set_exercise 1 1 C01,C02 7_straight_17_on_17 1 {SMALL}",
        refused=("ECA-D6?",),
        drawn={"": "C01, C02"},
    ),
    breaks(
        "ECA-D6?",
        "The Director has settled that it is the wheel with one zero, and the exercise is on the other.",
        f"{LEVEL}; K02: dispute Q1 the_wheel 1; DIR: settle Q1 one_zero ECA-D6? a; "
        f"DIR: set_exercise 1 1 C01,C02 {ON_ZEROS} 1 {TWO_ZEROS}",
        findings=("exercise_on_another_wheel ECA-D6?",),
        drawn={"": "C01, C02"},
    ),
)

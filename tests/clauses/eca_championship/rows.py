"""The championship's clauses, one full sentence a case."""

from typing import Final

from tests.clauses.eca_championship.floor import Row, breaks, keeps, scored

TWO: Final = "open; DIR: schedule 1 C01,C02 1"
THREE: Final = "open; DIR: schedule 1 C01-C03 1"
RANKED: Final = f"{THREE}; {scored(1, 'C01 49 48 47', 'C02 48 47 46', 'C03 47 46 45')}"
"""Each of the three is ahead of the next in everything."""
LEVEL: Final = f"{TWO}; {scored(1, 'C01 42 41 40', 'C02 42 41 40')}"
"""Two contestants for one place, level in everything."""
FIRST: Final = f"{LEVEL}; DIR: set_exercise 1 1 C01,C02 7_straight_17_on_17,13_street_16-17-18_on_17 1"
"""7 x 35 = 245 and 13 x 11 = 143."""
SECOND: Final = "DIR: set_exercise 2 1 C01,C02 9_split_17-20_on_17,11_corner_16-17-19-20_on_17 2"
"""9 x 17 = 153 and 11 x 8 = 88."""
BOTH_RIGHT: Final = f"{FIRST}; C01: answer 1 C01 245,143 95000; C02: answer 1 C02 245,143 95000"
EARLIER: Final = f"""open; DIR: schedule 1 C01-C03 2; {scored(1, "C01 50 50 50", "C02 40 40 40", "C03 30 30 30")}
    DIR: advance 1 C01,C02; DIR: schedule 2 C01,C02 1; {scored(2, "C01 40 42 41", "C02 41 41 41")}"""
"""In the second round both have 123: C02 is ahead in its hospitality, C01 in that of both rounds, 90 to 81."""
AMENDED: Final = (
    "open 3; ECA: amend A1 higher_limits 2026-05-03T14:00:00.000000Z DIR; ECA: notify A1 K01; ECA: notify A1 K03"
)
LISTED: Final = "open; ECA: list_prize 1 cup; ECA: list_prize 2 watch"
BY_JUDGE: Final = "09:40 1: open; caller 3 J1; bet w1 J1 main 2000 box=3"
BY_GUEST: Final = "09:40 1: open; caller 3 P1; bet w1 P1 main 2000 box=3"
DIRECTOR: Final = "championship_director"

_RUNNING: Final = (
    keeps(
        "ECA-G2",
        "The Director disqualifies the leader, who is out of the ranking from then on.",
        f"{RANKED}; DIR: disqualify C01 tips",
        advance={"": "C02"},
    ),
    keeps(
        "ECA-G2",
        "Who is disqualified after a round was decided keeps the place in that round.",
        f"{RANKED}; DIR: advance 1 C01; DIR: disqualify C01 tips",
        advance={"": "C01"},
    ),
    breaks(
        "ECA-G2",
        "Another casino disqualifies the leader; it is refused and the ranking stays.",
        f"{RANKED}; K09: disqualify C01 no_uniform",
        refused=("ECA-G2",),
        advance={"": "C01"},
    ),
    keeps(
        "ECA-G3",
        "A recorded designee settles the dispute, and the round goes on.",
        f"{THREE}; DIR: designate D2; K03: dispute Q1 the_box; D2: settle Q1 it_stands; J1: give_scores 1 C01 49 48 47",
        standing="open",
    ),
    breaks(
        "ECA-G3",
        "Scores are given while a dispute is open, which a casino then claims to settle.",
        f"{THREE}; K03: dispute Q1 the_box; J1: give_scores 1 C01 49 48 47; K01: settle Q1 it_stands",
        refused=("ECA-G3", "ECA-G3"),
        standing="held",
    ),
    breaks(
        "ECA-G3",
        "A round is dealt at a table while a dispute is open.",
        f"{THREE}; K03: dispute Q1 the_box",
        BY_JUDGE,
        findings=("played_in_dispute ECA-G3",),
        about=("Q1", "BJ-1/2026-05-03/1"),
        standing="held",
    ),
    keeps(
        "ECA-G3",
        "A round is dealt at a table once the dispute is settled.",
        f"{THREE}; K03: dispute Q1 the_box; DIR: settle Q1 it_stands",
        BY_JUDGE,
    ),
    keeps("ECA-G4", "The rules are amended, and all casinos are informed.", f"{AMENDED}; ECA: notify A1 K02"),
    keeps(
        "ECA-G4",
        "A casino that enters after an amendment enters under the rules as amended.",
        f"{AMENDED}; ECA: notify A1 K02; K04: enter C04 K04",
    ),
    breaks(
        "ECA-G4",
        "The rules are amended, and one casino is not informed.",
        AMENDED,
        findings=("not_informed ECA-G4",),
        about=("K02", "A1"),
    ),
    breaks(
        "ECA-G4",
        "A casino amends the rules.",
        "open 3; K01: amend A1 higher_limits 2026-05-03T14:00:00.000000Z",
        refused=("ECA-G4",),
    ),
    keeps("ECA-G5", "With sixteen entries the first round is scheduled.", "open; DIR: schedule 1 C01-C16 8"),
    keeps(
        "ECA-G5",
        "With fifteen entries a national runner-up is invited, and the first round is scheduled.",
        "open 15; ECA: invite C16 K16; DIR: schedule 1 C01-C16 8",
    ),
    keeps("ECA-G5", "With fifteen entries the organiser cancels.", "open 15; ECA: cancel too_few", standing="cancelled"),
    breaks(
        "ECA-G5",
        "With fifteen entries the first round is scheduled.",
        "open 15; DIR: schedule 1 C01-C15 8",
        refused=("ECA-G5",),
    ),
    breaks("ECA-G5", "A seventeenth is invited.", "open; ECA: invite C17 K17", refused=("ECA-G5",)),
    breaks(
        "ECA-G5",
        "Somebody is invited who is no runner-up.",
        "open 15; ECA: invite C16 K16 sponsor",
        findings=("not_runner_up ECA-G5",),
        about=("C16", "K16"),
    ),
    keeps("ECA-G6", "The organiser cancels.", "open; ECA: cancel rain", standing="cancelled"),
    breaks("ECA-G6", "The Director cancels.", "open; DIR: cancel rain", refused=("ECA-G6",), standing="open"),
    keeps("ECA-G7", "The winner is given the prize of the list.", f"{LISTED}; ECA: award 1 C01 cup"),
    breaks(
        "ECA-G7",
        "The winner is given another prize than the list has.",
        f"{LISTED}; ECA: award 1 C01 watch",
        findings=("prize_not_listed ECA-G7",),
        about=("C01", "watch", "cup"),
    ),
    breaks(
        "ECA-G7",
        "A prize is given for a place that the list does not have.",
        f"{LISTED}; ECA: award 3 C03 book",
        findings=("prize_not_listed ECA-G7",),
        about=("C03", "book"),
    ),
    keeps("ECA-G8", "A recorded designee schedules the round.", "open; DIR: designate D2; D2: schedule 1 C01-C16 8"),
    breaks(
        "ECA-G8",
        "Somebody whom nobody designated schedules the round.",
        "open; D2: schedule 1 C01-C16 8",
        refused=("ECA-G8",),
    ),
    breaks(
        "ECA-G8",
        "A designee names a further one.",
        "open; DIR: designate D2; D2: designate D3; D3: schedule 1 C01-C16 8",
        refused=("ECA-G8", "ECA-G8"),
    ),
)

_TABLES: Final = (
    keeps("ECA-C2", "A judge places the wager.", TWO, BY_JUDGE),
    breaks(
        "ECA-C2",
        "A guest places the wager.",
        TWO,
        BY_GUEST,
        findings=("not_by_judge ECA-C2",),
        about=("w1", "P1"),
    ),
    keeps("ECA-C7", "A judge's wager keeps the game's rules and the championship's.", TWO, BY_JUDGE),
    breaks(
        "ECA-C7",
        "A guest's wager that the game's own rules allow breaks the championship's, which come on top.",
        TWO,
        BY_GUEST,
        findings=("not_by_judge ECA-C2",),
    ),
    keeps("ECA-C8", "Nobody gives a tip.", TWO, BY_JUDGE),
    breaks(
        "ECA-C8", "A judge gives a tip.", TWO, f"{BY_JUDGE}; tip J1 500", findings=("tip ECA-C8",), about=("J1", "5.00")
    ),
)

_RANKED: Final = (
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

_EXERCISES: Final = (
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
    breaks(
        "ECA-D6?",
        "A wager on a double zero is none on the wheel with one zero: nobody has a mark, and the faster goes on.",
        f"{LEVEL}; DIR: set_exercise 1 1 C01,C02 9_split_0-00_on_00 1"
        "; C01: answer 1 C01 153 70000; C02: answer 1 C02 0 60000",
        advance={"": "C02"},
    ),
)

ROWS: Final[tuple[Row, ...]] = (*_RUNNING, *_TABLES, *_RANKED, *_EXERCISES)

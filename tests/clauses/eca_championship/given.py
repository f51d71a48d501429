"""What the rows of the championship begin with."""

from typing import Final

from tests.clauses.eca_championship.floor import scored

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

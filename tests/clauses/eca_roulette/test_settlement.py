"""What is offered and what it pays: W1, W1a, W2, W3, W3a, S1, S2 and ROUND."""

from typing import Final

import pytest

from tests.clauses.eca_roulette.floor import DIRECTOR, breaks, holds, keeps, paid, played
from tests.clauses.table import Row, Ruled

WRONG: Final = ("wrong_payment", "ECA-R-S1")

SINGLE: Final = (
    keeps(
        "ECA-R-W1",
        "One, two, three, four and six numbers win on 17, each at its odds.",
        played(
            "bet w1 P1 straight 500 numbers=17; bet w2 P2 split 500 numbers=14-17; bet w3 P3 street 500 numbers=16-17-18; "
            "bet w4 P4 corner 500 numbers=13-14-16-17; bet w5 P5 six_line 500 numbers=13-14-15-16-17-18",
            17,
        ),
        paid(w1=18_000, w2=9000, w3=6000, w4=4500, w5=3000),
    ),
    keeps(
        "ECA-R-W1",
        "Second dozen, second column, low, odd and black win on 17; high, even and red lose.",
        played(
            "bet w1 P1 dozen 50000 index=2; bet w2 P2 column 50000 index=2; bet w3 P3 low 50000; bet w4 P4 odd 50000; "
            "bet w5 P5 black 50000; bet w6 P6 high 50000; bet w7 P7 even 50000; bet w8 P8 red 50000",
            17,
        ),
        paid(w1=150_000, w2=150_000, w3=100_000, w4=100_000, w5=100_000, w6=0, w7=0, w8=0),
    ),
    keeps(
        "ECA-R-W1",
        "The neighbours of 17 on the layout and off it lose.",
        played("bet w1 P1 straight 500 numbers=18; bet w2 P2 split 500 numbers=18-21; bet w3 P3 dozen 50000 index=1", 17),
        paid(w1=0, w2=0, w3=0),
    ),
    breaks(
        "ECA-R-W1",
        "A final on 4, which the house does not offer, waits for the Director; the straight up beside it does not.",
        played("bet w1 P1 final_4 2000; bet w2 P2 straight 500 numbers=4", 4),
        Ruled(
            findings=(("unknown_wager", ""),),
            verdict="refer",
            authority=DIRECTOR,
            due={"w1": None, "w2": 18_000},
            awarded={"w1": None, "w2": 18_000},
        ),
    ),
    keeps(
        "ECA-R-W1a",
        "Zero's splits, streets and first four win on zero.",
        played(
            "bet w1 P1 split 500 numbers=0-1; bet w2 P1 split 500 numbers=0-2; bet w3 P1 split 500 numbers=0-3; "
            "bet w4 P1 street 500 numbers=0-1-2; bet w5 P1 street 500 numbers=0-2-3; "
            "bet w6 P1 first_four 500 numbers=0-1-2-3; bet w7 P1 straight 500 numbers=0",
            0,
        ),
        paid(w1=9000, w2=9000, w3=9000, w4=6000, w5=6000, w6=4500, w7=18_000),
    ),
    breaks(
        "ECA-R-W1a",
        "The first four are paid as a street: four numbers are due 8 to 1.",
        played("bet w1 P1 first_four 500 numbers=0-1-2-3", 0, "pay w1 6000"),
        paid("correct", ("wrong_payment", "ECA-R-W1a"), w1=4500),
    ),
    keeps(
        "ECA-R-S1",
        "A straight up pays 35, a column 2, an even chance 1 to 1, and so they are paid.",
        played(
            "bet w1 P1 straight 500 numbers=36; bet w2 P2 red 50000; bet w3 P3 column 50000 index=3",
            36,
            "pay w1 18000; pay w2 100000; pay w3 150000",
        ),
        paid(w1=18_000, w2=100_000, w3=150_000),
    ),
    breaks(
        "ECA-R-S1",
        "A straight up is paid 36 to 1.",
        played("bet w1 P1 straight 500 numbers=36", 36, "pay w1 18500"),
        paid("correct", WRONG, w1=18_000),
    ),
    breaks(
        "ECA-R-S1",
        "A street is paid 8 to 1, and a corner that lost is paid.",
        played(
            "bet w1 P1 street 500 numbers=4-5-6; bet w2 P2 corner 500 numbers=1-2-4-5; "
            "bet w3 P3 corner 500 numbers=7-8-10-11",
            5,
            "pay w1 4500; pay w2 4500; pay w3 4500",
        ),
        paid("correct", WRONG, WRONG, w1=6000, w2=4500, w3=0),
    ),
    breaks(
        "ECA-R-S1",
        "A winner was collected: nothing went back, 180.00 are due.",
        played("bet w1 P1 straight 500 numbers=9", 9, "pay w1 0"),
        paid("correct", WRONG, w1=18_000),
    ),
)

ON_ZERO: Final = (
    keeps(
        "ECA-R-W2",
        "On zero half of each even chance goes back.",
        played(
            "bet w1 P1 red 50000; bet w2 P2 even 100000; bet w3 P3 low 150000",
            0,
            "pay w1 25000; pay w2 50000; pay w3 75000",
        ),
        paid(w1=25_000, w2=50_000, w3=75_000),
    ),
    breaks(
        "ECA-R-W2",
        "On zero the whole of black is collected.",
        played("bet w1 P1 black 50000", 0, "pay w1 0"),
        paid("correct", ("wrong_payment", "ECA-R-W2"), w1=25_000),
    ),
    breaks(
        "ECA-R-W2",
        "On zero high is given back whole, as if it stood off.",
        played("bet w1 P1 high 50000", 0, "pay w1 50000"),
        paid("correct", ("wrong_payment", "ECA-R-W2"), w1=25_000),
    ),
    keeps(
        "ECA-R-S2",
        "On zero columns and dozens are collected whole.",
        played("bet w1 P1 column 50000 index=1; bet w2 P2 dozen 50000 index=1", 0, "pay w1 0; pay w2 0"),
        paid(w1=0, w2=0),
    ),
    breaks(
        "ECA-R-S2",
        "On zero half of a column goes back, as if it were an even chance.",
        played("bet w1 P1 column 50000 index=1", 0, "pay w1 25000"),
        paid("correct", ("wrong_payment", "ECA-R-S2"), w1=0),
    ),
    keeps(
        "ECA-ROUND",
        "Half of 501.01 is 250.505, and the fraction goes to the player if the wager plays whole.",
        played("bet w1 P1 red 50101", 0),
        Ruled(
            findings=(("off_limits_outside", "ECA-C6"),),
            branches={"ECA-C6a?:a": {"w1": 25_101}, "ECA-C6a?:b": {"w1": 50_101}, "ECA-C6a?:c": {"w1": 25_051}},
        ),
    ),
    breaks(
        "ECA-ROUND",
        "The fraction is kept: 250.50 went back under no reading rightly.",
        played("bet w1 P1 red 50101", 0, "pay w1 25050"),
        Ruled(
            findings=(("off_limits_outside", "ECA-C6"), *[("wrong_payment", "ECA-C6a?")] * 3),
            verdict="refer",
            branches={"ECA-C6a?:a": {"w1": 25_101}, "ECA-C6a?:b": {"w1": 50_101}, "ECA-C6a?:c": {"w1": 25_051}},
        ),
    ),
)

CALL_BETS: Final = (
    keeps(
        "ECA-R-W3",
        "Three, five and seven neighbours of 26 on 3, which is next to it: 36 times a piece each.",
        played(
            "bet w1 P1 neighbours 1500 of=26 pieces=3; bet w2 P2 neighbours 2500 of=26 pieces=5; "
            "bet w3 P3 neighbours 3500 of=26 pieces=7",
            3,
        ),
        paid(w1=18_000, w2=18_000, w3=18_000),
    ),
    keeps(
        "ECA-R-W3",
        "On 35, two places from 26, the three neighbours lose; on 12 beyond it only seven win.",
        "\n".join(
            played(
                f"bet a{n} P1 neighbours 1500 of=26 pieces=3; bet b{n} P2 neighbours 2500 of=26 pieces=5; "
                f"bet c{n} P3 neighbours 3500 of=26 pieces=7",
                pocket,
                name=n,
            )
            for n, pocket in ((1, 35), (2, 12), (3, 28))
        ),
        paid(a1=0, b1=18_000, c1=18_000),
        paid(a2=0, b2=0, c2=18_000),
        paid(a3=0, b3=0, c3=0),
    ),
    breaks(
        "ECA-R-W3",
        "One, nine and eleven neighbours are none of the wagers of the house.",
        played(
            "bet w1 P1 neighbours 500 of=26 pieces=1; bet w2 P1 neighbours 4500 of=26 pieces=9; "
            "bet w3 P1 neighbours 5500 of=26 pieces=11",
            26,
        ),
        Ruled(
            findings=(("not_offered", "ECA-R-W3"),) * 3,
            verdict="refer",
            authority=DIRECTOR,
            due={"w1": None, "w2": None, "w3": None},
        ),
    ),
    *(
        keeps(
            "ECA-R-W3a",
            f"{name} on each of its numbers and on one beside them.",
            "\n".join(
                played(f"bet w{n} P1 {kind} {500 * pieces}", pocket, name=n) for n, (pocket, _) in enumerate(wins, 1)
            ),
            *(Ruled(verdict="stands", due={f"w{n}": due}) for n, (_, due) in enumerate(wins, 1)),
        )
        for name, kind, pieces, wins in (
            ("Series 5/8", "series_5_8", 6, [*((n, 9000) for n in (5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36)), (6, 0)]),
            ("Orphans", "orphans", 5, [(1, 18_000), (17, 18_000), *((n, 9000) for n in (6, 9, 14, 20, 31, 34)), (2, 0)]),
            (
                "The Grand Series",
                "grand_series",
                9,
                [
                    *((n, 12_000) for n in (0, 2, 3)),
                    *((n, 9000) for n in (4, 7, 12, 15, 18, 21, 19, 22, 25, 26, 28, 29, 32, 35)),
                    (1, 0),
                ],
            ),
            ("The Zero Game", "zero_game", 4, [(26, 18_000), *((n, 9000) for n in (0, 3, 12, 15, 32, 35)), (2, 0)]),
        )
    ),
    breaks(
        "ECA-R-W3a",
        "The Grand Series on 2 is paid as if one piece lay on 0-2-3.",
        played("bet w1 P1 grand_series 4500", 2, "pay w1 6000"),
        paid("correct", ("wrong_payment", "ECA-R-W3a"), w1=12_000),
    ),
    breaks(
        "ECA-R-W3a",
        "The Orphans on 17 are paid for one split of the two.",
        played("bet w1 P1 orphans 2500", 17, "pay w1 9000"),
        paid("correct", ("wrong_payment", "ECA-R-W3a"), w1=18_000),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*SINGLE, *ON_ZERO, *CALL_BETS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_settlement(row: Row) -> None:
    holds(row)

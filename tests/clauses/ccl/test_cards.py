"""The cards of a shoe: exchanged, counted at the end, come again as in an earlier shoe. CCL-4, 7, 24."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import breaks, holds, keeps
from tests.clauses.ccl.test_custody import ONE, SEATED, SECOND, STANDS, TWO, found, ready, round_of
from tests.clauses.table import Row, Ruled

MANAGER: Final = ("wrong_exchanger", "CCL-24")
COUNT: Final = ("wrong_count", "CCL-4")


def exchanged(by: str) -> str:
    return f"{ONE}\ntable: exchanged S1 9h {by}\n{TWO}"


NINES: Final = "burn 9h reason=other; burn 9h; burn 9h; burn 9h; burn 9h; burn 9h"
"""All nines of hearts are out."""
SEVENTH: Final = round_of(cards="1 Th 3 9h D 8d 1 Kc 3 7s")
GRAVE: Final = Ruled(findings=(("one_copy_too_many", "CCL-4"),), verdict="refer", awarded={"w1": None})

CARDS: Final = (
    keeps("CCL-24", "A damaged card is exchanged by management.", exchanged("management"), STANDS, STANDS, before=ready()),
    keeps(
        "CCL-24",
        "A damaged card is exchanged by a manager.",
        exchanged("M4 role=management"),
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "CCL-24",
        "A damaged card is exchanged by somebody whose office is not told.",
        exchanged("M4"),
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "CCL-24",
        "A nine of hearts is exchanged, so that seven can come.",
        SEVENTH,
        STANDS,
        before=f"{SEATED}; shoe S1 6; {NINES}; exchanged S1 9h management",
    ),
    *(
        breaks("CCL-24", f"A damaged card is exchanged by {who}.", exchanged(by), STANDS, found(MANAGER), before=ready())
        for who, by in (
            ("the dealer", "dealer"),
            ("an inspector", "inspector"),
            ("a player", "P2"),
            ("somebody who is told to be an inspector", "I4 role=inspector"),
        )
    ),
    breaks(
        "CCL-24",
        "A damaged card is exchanged by the dealer, who is told by name.",
        exchanged("D7"),
        STANDS,
        found(MANAGER),
        before=ready().replace("; shoe S1", "; dealer D7; shoe S1"),
    ),
    breaks(
        "CCL-24",
        "Another card than the nine of hearts was exchanged: a seventh one cannot come.",
        SEVENTH,
        GRAVE,
        before=f"{SEATED}; shoe S1 6; {NINES}; exchanged S1 8h management",
    ),
    keeps(
        "CCL-4",
        "The packs are counted when the shoe is closed, 312 cards.",
        f"{ONE}\ntable: shoe_closed S1 counted=312",
        STANDS,
        before=ready(),
    ),
    *(
        breaks(
            "CCL-4",
            f"The packs are counted when the shoe is closed, and {number} cards are there.",
            f"{ONE}\ntable: shoe_closed S1 counted={number}",
            found(COUNT),
            before=ready(),
        )
        for number in (311, 313)
    ),
    breaks(
        "CCL-4",
        "What was counted stands with the next shoe's first round.",
        f"{ONE}\ntable: shoe_closed S1 counted=311; shoe S2 6; shuffled S2 riffle; {SECOND}\n{TWO}",
        STANDS,
        found(COUNT),
        before=ready(),
    ),
    breaks(
        "CCL-4",
        "A twenty-fifth nine comes, the suits of twenty of them unread: one of the copies is too many.",
        ONE,
        Ruled(findings=(("too_many_of_rank", "CCL-4"),), verdict="refer", awarded={"w1": None}),
        before=f"{SEATED}; shoe S1 6; {'; '.join(['burn 9? reason=other'] * 24)}",
    ),
    keeps(
        "CCL-4",
        "A twenty-fourth nine comes.",
        ONE,
        STANDS,
        before=f"{SEATED}; shoe S1 6; {'; '.join(['burn 9? reason=other'] * 23)}",
    ),
)


def shoes(second: str) -> str:
    return f"{ONE}\ntable: shoe_closed S1; shoe S2 6; shuffled S2 riffle; {SECOND}\n2: {second.partition(': ')[2]}"


RUNS: Final = (
    keeps(
        "CCL-7",
        "Five cards of the second shoe come as in the first, and then another knave.",
        shoes(ONE.replace("Jc", "Js")),
        STANDS,
        STANDS,
        before=ready(),
    ),
    breaks(
        "CCL-7",
        "All six cards of the second shoe come as in the first: one shoe in fifteen millions does that by chance.",
        shoes(ONE),
        STANDS,
        found(("repeated_run", "CCL-7")),
        before=ready(),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*CARDS, *RUNS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_cards(row: Row) -> None:
    holds(row)

"""The printed card of the tableau, cell by cell: each one dealt as a coup with the third card and without it."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from tests.clauses.dcb.floor import breaks, keeps
from tests.clauses.table import Row, Ruled

PUNTO: Final = """
0 draws
1 draws
2 draws
3 draws
4 draws
5 draws
6 stands
7 stands
8 natural
9 natural
"""

BANCO: Final = """
having  0 1 2 3 4 5 6 7 8 9 nothing
     0  D D D D D D D D D D D
     1  D D D D D D D D D D D
     2  D D D D D D D D D D D
     3  D D D D D D D D - D D
     4  - - D D D D D D - - D
     5  - - - - D D D D - - D
     6  - - - - - - D D - - -
     7  - - - - - - - - - - -
"""
"""D draws, - stands, when giving the card at the head of the column. The poster prints the rows 3 to 7 under 0 to 9;
the rows 0 to 2 (DCB-12a?) and the last column (DCB-12b?) are the trade's, as the edition has resolved them."""

TWO_CARDS: Final = ("Jh Kd", "Ah Jd", "Ah Ad", "2h Ad", "2h 2d", "3h 2d", "4h 2d", "4h 3d", "4h 4d", "5h 4d")
"""Two red cards to each total, for punto."""
TWO_BLACK: Final = ("Jc Ks", "Ac Js", "Ac As", "2c As", "2c 2s", "3c 2s", "4c 2s", "4c 3s", "4c 4s", "5c 4s")
"""Two black cards to each total, for banco."""
PIPS: Final = "TA23456789"

OVER: Final = Ruled(findings=(("overdraw", "DCB-13"),))
UNDER: Final = Ruled(findings=(("underdraw", "DCB-13"),))


def _first_four(punto: int, banco: int) -> str:
    (first, three), (two, four) = TWO_CARDS[punto].split(), TWO_BLACK[banco].split()
    return f"P {first} B {two} P {three} B {four}"


def _cell(clause: str, who: str, first: str, place: str, hands: dict[str, str], *, draws: bool) -> Iterator[Row]:
    """The cell dealt both ways; `hands` are the hands after the first cards and punto's third, if it had one."""
    drawn = {**hands, place: f"{hands[place]} 2s"}
    code = place[0].upper()
    with_third, without = f"1: {first} {code} 2s; close", f"1: {first}; close"
    if draws:
        yield keeps(clause, f"{who} draws, and has a third card.", with_third, Ruled(hands=drawn, cites=(clause,)))
        yield breaks(clause, f"{who} draws, and has no third card.", without, UNDER)
    else:
        yield keeps(clause, f"{who} stands, and has no third card.", without, Ruled(hands=hands))
        yield breaks(clause, f"{who} stands, and has a third card.", with_third, Ruled(findings=OVER.findings, hands=hands))


def punto_card() -> Iterator[Row]:
    """Every line of punto's card, against a banco that stands on seven."""
    for line in PUNTO.strip().splitlines():
        total, says = line.split()
        hands = {"punto": TWO_CARDS[int(total)], "banco": TWO_BLACK[7]}
        first = _first_four(int(total), 7)
        yield from _cell("DCB-11", f"Punto with {total} against banco's 7", first, "punto", hands, draws=says == "draws")


def naturals() -> Iterator[Row]:
    """A natural of banco stops punto, whatever it has, and a natural of punto stops banco."""
    for punto, banco in product(range(10), (8, 9)):
        hands = {"punto": TWO_CARDS[punto], "banco": TWO_BLACK[banco]}
        who = f"Punto with {punto} against banco's natural {banco}"
        yield from _cell("DCB-11", who, _first_four(punto, banco), "punto", hands, draws=False)
    for punto, banco in product((8, 9), range(10)):
        hands = {"punto": TWO_CARDS[punto], "banco": TWO_BLACK[banco]}
        who = f"Banco with {banco} against punto's natural {punto}"
        yield from _cell("DCB-11", who, _first_four(punto, banco), "banco", hands, draws=False)


def banco_card() -> Iterator[Row]:
    """Every cell of banco's card: punto has nothing in two cards and is given the third, or stands on six or seven."""
    head, *lines = BANCO.strip().splitlines()
    for line in lines:
        total, *cells = line.split()
        for given, cell in zip(head.split()[1:], cells, strict=True):
            draws = cell == "D"
            if given == "nothing":
                clause = "DCB-12a?" if int(total) < 3 else "DCB-12b?" if int(total) < 7 else "DCB-12"
                yield from _nothing_given(clause, int(total), draws=draws)
                continue
            card = f"{PIPS[int(given)]}h"
            hands = {"punto": f"{TWO_CARDS[0]} {card}", "banco": TWO_BLACK[int(total)]}
            first = f"{_first_four(0, int(total))} P {card}"
            clause = "DCB-12a?" if int(total) < 3 else "DCB-12"
            yield from _cell(clause, f"Banco with {total}, giving {given},", first, "banco", hands, draws=draws)


def _nothing_given(clause: str, total: int, *, draws: bool) -> Iterator[Row]:
    for punto in (6, 7):
        hands = {"punto": TWO_CARDS[punto], "banco": TWO_BLACK[total]}
        who = f"Banco with {total}, nothing given as punto stands on {punto},"
        yield from _cell(clause, who, _first_four(punto, total), "banco", hands, draws=draws)


TABLEAU: Final[tuple[Row, ...]] = (*punto_card(), *naturals(), *banco_card())

"""Every misdraw, told in time and told once the next coup was dealt: DCB-ERR, 21a? and 21f?."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, holds, keeps
from tests.clauses.dcb.misdraws import (
    BANCO,
    EIGHT,
    MISDRAWS,
    NEXT,
    NEXT_STANDS,
    OPEN,
    OVER,
    PUNTO,
    TIE,
    VOID,
    Misdraw,
    Money,
    bets,
)
from tests.clauses.dcb.tableau import BANCO as CARD
from tests.clauses.dcb.tableau import PIPS, TWO_BLACK
from tests.clauses.dcb.window import CLOSED, OVERDRAWN
from tests.clauses.table import Row, Ruled

NAMES: Final = ("b", "p", "t", "u", "g")
STANDS: Final = Ruled(verdict="stands", due=NEXT_STANDS, awarded=NEXT_STANDS)
OWNER: Final = {"b": "P1", "p": "P2", "t": "P4", "u": "P4", "g": "P3"}


def ends(moves: str, place: str) -> str:
    """Moves with the surplus cards going there."""
    return ", ".join(move + place if move.endswith(">") else move for move in moves.split(", "))


def surplus(moves: str, place: str) -> str:
    """The cards that are over."""
    return ", ".join(move.split()[0] + ">" + place for move in moves.split(", ") if move.endswith(">"))


def in_time(misdraw: Misdraw) -> Row:
    """P2 tells management before any card of the next coup."""
    places = {"DCB-21c?:a": "next", "DCB-21c?:b": "burn"}
    due = {**OPEN, **misdraw.decided} if misdraw.draw else misdraw.lawful
    return keeps(
        "DCB-ERR",
        f"{misdraw.about}: told in time, it is put right in the order of the shoe.",
        f"1: {misdraw.coup}; notice P2 management",
        Ruled(
            findings=misdraw.findings,
            verdict="reconstruct",
            authority="management",
            hands=dict(zip(("punto", "banco"), misdraw.hands, strict=True)),
            branches={"1": due},
            awarded=due,
            standing={"": "reconstruct"},
            outcome={"": "draw" if misdraw.draw else "exact"},
            draw={"": misdraw.draw},
            moves={key: ends(misdraw.moves, place) for key, place in places.items()},
            surplus={key: surplus(misdraw.moves, place) for key, place in places.items()},
            cites=("DCB-21", "DCB-ERR"),
        ),
    )


def best(misdraw: Misdraw) -> Money:
    """Per bet, what the reading that is best for its player over the coup gives it, of readings a, b, c."""
    readings = (misdraw.dealt, misdraw.lawful, VOID)
    found: dict[str, int | None] = {}
    for wager, player in OWNER.items():
        own = [name for name in NAMES if OWNER[name] == player]
        sums = [sum(money[name] or 0 for name in own) for money in readings]
        found[wager] = readings[sums.index(max(sums))][wager]
    return found


def too_late(misdraw: Misdraw) -> Row:
    """P2 tells management once the next coup was dealt, which stands."""
    favour = best(misdraw)
    money = {"DCB-21a?:a": misdraw.dealt, "DCB-21a?:b": misdraw.lawful, "DCB-21a?:c": VOID}
    standing: dict[str, str | None] = {"DCB-21a?:a": "as_dealt", "DCB-21a?:b": "decided_again", "DCB-21a?:c": "void"}
    if misdraw.astray:
        money = {f"{key},DCB-21f?:a": due for key, due in money.items()} | {"DCB-21f?:b": misdraw.lawful}
        standing = {f"{key},DCB-21f?:a": how for key, how in standing.items()} | {"DCB-21f?:b": "as_money"}
    hands = misdraw.late_hands or misdraw.hands
    return breaks(
        "DCB-21f?" if misdraw.astray else "DCB-21a?",
        f"{misdraw.about}: told once the next coup is dealt, which stands.",
        f"1: {misdraw.coup}; close\n2: {NEXT}\n1: notice P2 management",
        Ruled(
            findings=misdraw.findings,
            verdict="refer",
            authority="management",
            declared=misdraw.called,
            dealt=misdraw.called,
            branches=money,
            standing=standing,
            moves={"": ""},
            awarded={wager: minor if OWNER[wager] == "P2" else None for wager, minor in favour.items()},
            if_claimed={wager: None if OWNER[wager] == "P2" else minor for wager, minor in favour.items()},
            laid={"DCB-21a?:b,DCB-21f?:a": f"{hands[0]} / {hands[1]}"},
            cites=("DCB-2", "DCB-21", "DCB-21a?"),
        ),
        STANDS,
    )


def stands_of_banco() -> Iterator[Row]:
    """Banco is given a two on every stand of its card: nothing in punto's two cards, and its third is what was given."""
    head, *lines = CARD.strip().splitlines()
    for line in lines:
        total, *cells = line.split()
        for given, cell in zip(head.split()[1:], cells, strict=True):
            if cell == "-":
                yield _banco_stands(int(total), given)


def _banco_stands(banco: int, given: str) -> Row:
    second, fourth = TWO_BLACK[banco].split()
    third = "" if given == "nothing" else f" P {PIPS[int(given)]}h"
    punto = 6 if given == "nothing" else int(given)
    first = "6h" if given == "nothing" else "Jh"
    due = TIE if punto == banco else PUNTO if punto > banco else BANCO
    return keeps(
        "DCB-ERR",
        f"Banco with {banco} is given a card after giving {given}: told in time, the card comes off.",
        f"1: {bets(0)}; P {first} B {second} P Kd B {fourth}{third} B 2d; notice inspector management",
        Ruled(
            findings=(OVER,),
            verdict="reconstruct",
            hands={"punto": f"{first} Kd" + third.replace(" P", ""), "banco": TWO_BLACK[banco]},
            branches={"1": {**due, **(EIGHT if (banco, given) == (3, "8") else {})}},
            moves={"DCB-21c?:a": "2d banco>next", "DCB-21c?:b": "2d banco>burn"},
        ),
    )


MOVED_FIRST: Final = "expose 4s; move 4s exposed next"
"""Before a card of the coup lies: that puts nothing of it right."""


def moved_first() -> Iterator[Row]:
    yield keeps(
        "DCB-ERR",
        "A card is moved before the first one is dealt, and no coup follows: nothing was due yet.",
        f"1: {MOVED_FIRST}; call punto; close",
        Ruled(verdict="stands"),
    )
    yield breaks(
        "DCB-ERR",
        "A card is moved before the first one is dealt, then the coup is misdrawn: it is like any other.",
        f"1: {OVERDRAWN.replace('; P ', f'; {MOVED_FIRST}; P ', 1)}\n2: {NEXT}",
        CLOSED,
        STANDS,
    )


ROWS: Final[tuple[Row, ...]] = (
    *moved_first(),
    *(in_time(misdraw) for misdraw in MISDRAWS),
    *(too_late(misdraw) for misdraw in MISDRAWS),
    *stands_of_banco(),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_misdraws(row: Row) -> None:
    holds(row)

"""What is in time, what is protected and where a card goes, by each reading: DCB-21b? to 21e?."""

from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, holds, keeps
from tests.clauses.dcb.misdraws import (
    BANCO,
    NEXT,
    NEXT_STANDS,
    NO_THIRD_BANCO,
    ON_SIX,
    OVER,
    PUNTO,
    SWAPPED,
    UNDER,
    Money,
    paid,
)
from tests.clauses.dcb.window import (
    AS_MONEY,
    CLOSED,
    EXPOSED,
    FOUND,
    LATER,
    OVERDRAWN,
    PLAYED_ON,
    PUT_RIGHT,
    READINGS,
    STANDS,
    A,
    resolved,
    third,
)
from tests.clauses.table import Row, Ruled

SPOKEN: Final = f"1: {OVERDRAWN}; notice P2 dealer\n2: {NEXT}"
LAST: Final = f"1: {OVERDRAWN}\ntable: shoe_closed S1\n1: notice inspector management"

SAID: Final[dict[str, Money]] = {f"{reading},DCB-21b?:a": money for reading, money in READINGS.items()} | {
    "DCB-21b?:b": BANCO
}
ATTENTION: Final = (
    breaks(
        "DCB-21b?",
        "Only the dealer heard the player before the next card: whether that is attention is open.",
        SPOKEN,
        Ruled(
            findings=FOUND,
            verdict="refer",
            branches=SAID,
            verdicts={"DCB-21b?:b": "correct", f"{A},DCB-21b?:a": "stands"},
            awarded={"p": 20_000, "b": None},
            if_claimed={"b": 19_500, "p": None},
            cites=("DCB-21b?", "DCB-2"),
        ),
        Ruled(
            findings=PLAYED_ON,
            verdict="refer",
            branches={
                "DCB-21b?:a,DCB-21d?:a": {"n": 19_500},
                "DCB-21b?:b,DCB-21d?:a": {"n": None},
                "DCB-21d?:b": {"n": 19_500},
            },
        ),
    ),
    keeps(
        "DCB-21b?",
        "Resolved to reach a person with authority: the player's word to the dealer is not enough.",
        f"{resolved('DCB-21b?', 'a')}\n{SPOKEN}",
        Ruled(findings=FOUND, branches=READINGS, awarded={"p": 20_000}),
        STANDS,
    ),
    keeps(
        "DCB-21b?",
        "Resolved that the player speaks up: his word to the dealer is in time.",
        f"{resolved('DCB-21b?', 'b')}\n{SPOKEN}",
        Ruled(findings=FOUND, verdict="correct", branches={"1": BANCO}, awarded=BANCO),
        EXPOSED,
    ),
    breaks(
        "DCB-21b?",
        "The dealer tells himself: that is neither authority nor a player.",
        f"1: {OVERDRAWN}; notice dealer dealer\n2: {NEXT}",
        CLOSED,
        STANDS,
    ),
    breaks(
        "DCB-21b?",
        "The player's word reaches the inspector: no reading leaves it out.",
        f"1: {OVERDRAWN}; notice P2 inspector\n2: {NEXT}",
        AS_MONEY,
        EXPOSED,
    ),
)

PLACES: Final = (
    breaks(
        "DCB-21c?",
        "Left open, the card that is over is the shoe's next or is burned.",
        f"1: {OVERDRAWN}\n1: notice inspector management",
        Ruled(
            findings=FOUND,
            verdict="reconstruct",
            moves={"DCB-21c?:a": "2s punto>next", "DCB-21c?:b": "2s punto>burn"},
            surplus={"DCB-21c?:a": "2s>next", "DCB-21c?:b": "2s>burn"},
            awarded=BANCO,
            cites=("DCB-21c?",),
        ),
    ),
    keeps(
        "DCB-21c?",
        "Resolved to be the next card of the shoe.",
        f"{resolved('DCB-21c?', 'a')}\n1: {OVERDRAWN}\n1: notice inspector management",
        Ruled(
            findings=FOUND, verdict="reconstruct", moves={"": "2s punto>next"}, surplus={"": "2s>next"}, cites=("DCB-21c?",)
        ),
    ),
    keeps(
        "DCB-21c?",
        "Resolved to be burned.",
        f"{resolved('DCB-21c?', 'b')}\n1: {OVERDRAWN}\n1: notice inspector management",
        Ruled(findings=FOUND, verdict="reconstruct", moves={"": "2s punto>burn"}, surplus={"": "2s>burn"}),
    ),
    keeps(
        "DCB-21c?",
        "Put right already: the house's choice is on record, and nothing is open.",
        f"1: {ON_SIX.coup}; correcting dealer; move 2s punto next; corrected dealer; close",
        Ruled(findings=FOUND, standing={"": "put_right"}, moves={"": ""}, verdicts={"": "correct"}),
    ),
)

EXPOSING: Final = f"1: {OVERDRAWN}; notice inspector management\n2: {NEXT}"
PROTECTED: Final = (
    breaks(
        "DCB-21d?",
        "Told in time and played on: the next coup and the one after are management's, or stand.",
        f"{EXPOSING}\n{third(3)}",
        AS_MONEY,
        EXPOSED,
        Ruled(findings=PLAYED_ON, verdict="refer", branches={"DCB-21d?:a": {"m": None}, "DCB-21d?:b": {"m": 0}}),
    ),
    keeps(
        "DCB-21d?",
        "Resolved that they are not protected: management decides on the next coup.",
        f"{resolved('DCB-21d?', 'a')}\n{EXPOSING}",
        AS_MONEY,
        Ruled(findings=PLAYED_ON, verdict="refer", authority="management", branches={"1": {"n": None}}),
    ),
    keeps("DCB-21d?", "Resolved that they stand.", f"{resolved('DCB-21d?', 'b')}\n{EXPOSING}", AS_MONEY, STANDS),
    keeps(
        "DCB-21d?",
        "Only the dealer heard the player and deals on: the coup dealt over the word is in doubt, none after it.",
        f"{SPOKEN}\n{third(3)}\n{third(4, 'q')}",
        Ruled(findings=FOUND, verdict="refer"),
        Ruled(findings=PLAYED_ON, verdict="refer"),
        LATER,
        Ruled(verdict="stands", due={"q": 0}, awarded={"q": 0}),
    ),
    keeps(
        "DCB-21d?",
        "The inspector heard it and the shoe ends: what is dealt from the next one is not in doubt.",
        f"{EXPOSING}\ntable: shoe_closed S1; shoe S2 8\n{third(3)}",
        AS_MONEY,
        EXPOSED,
        LATER,
    ),
    keeps(
        "DCB-21d?",
        "A player disputes the misdrawn coup and management settles that: the coups after its word are not in doubt.",
        f"1: {OVERDRAWN}; notice P2 management\n2: {NEXT}\n1: settle_round corrected M1 role=management\n{third(3)}",
        AS_MONEY,
        EXPOSED,
        LATER,
    ),
    keeps(
        "DCB-21d?",
        "Management settles what a player of the next coup disputes: it stands, and nobody is asked again.",
        f"{EXPOSING}; notice P1 inspector; settle_round stands M1 role=management",
        AS_MONEY,
        Ruled(verdict="stands", due=NEXT_STANDS, awarded=NEXT_STANDS),
    ),
    keeps(
        "DCB-21d?",
        "The order of the third cards alone was wrong, which by the house is no over-drawing: the next coup stands.",
        f"{resolved('DCB-21f?', 'b')}\n1: {SWAPPED.coup}; {paid(BANCO)}; notice inspector management; close\n2: {NEXT}",
        Ruled(findings=SWAPPED.findings, verdict="correct", branches={"1": PUNTO}),
        STANDS,
    ),
    keeps(
        "DCB-21d?",
        "Something was said before the card was drawn that was too many: nobody had noticed that one.",
        f"1: {ON_SIX.coup.replace(' P 2s', '; notice P2 inspector; P 2s')}; {paid(PUNTO)}; close\n2: {NEXT}",
        Ruled(findings=FOUND, branches=READINGS),
        STANDS,
    ),
    breaks(
        "DCB-21d?",
        "Told in time and played on with banco's card missing: it is the next coup's first, under either reading.",
        f"1: {NO_THIRD_BANCO.coup}; notice inspector management; close\n2: {NEXT}",
        Ruled(findings=(UNDER,), verdict="correct", branches={"1": NO_THIRD_BANCO.lawful}, hands={"banco": "2c 3s 4s"}),
        EXPOSED,
    ),
)

OVER_SHOE: Final[dict[str, Money]] = {f"{reading},DCB-21e?:a": money for reading, money in READINGS.items()} | {
    "DCB-21e?:b": BANCO
}
SHOES: Final = (
    breaks(
        "DCB-21e?",
        "A shoe's last third cards come in the wrong order, and a bet is lost by either: to move or not to move.",
        f"{resolved('DCB-21f?', 'b')}\n1: bet t P4 any_tie 500; {SWAPPED.cards}; call banco; close\ntable: shoe_closed S1",
        Ruled(
            findings=SWAPPED.findings,
            verdict="refer",
            authority="management",
            branches={"DCB-21e?:a": {"t": 0}, "DCB-21e?:b": {"t": 0}},
            moves={"DCB-21e?:b": SWAPPED.moves},
        ),
    ),
    breaks(
        "DCB-21e?",
        "The shoe is closed before management hears of its last coup, and no other is begun.",
        LAST,
        Ruled(
            findings=FOUND,
            verdict="refer",
            branches=OVER_SHOE,
            verdicts={"DCB-21e?:b": "reconstruct"},
            if_claimed={"b": 19_500, "p": 20_000},
            surplus={"DCB-21e?:b": "2s>discard"},
            cites=("DCB-21e?",),
        ),
    ),
    keeps(
        "DCB-21e?",
        "Resolved that the window closes with the shoe.",
        f"{resolved('DCB-21e?', 'a')}\n{LAST}",
        Ruled(findings=FOUND, verdict="refer", branches=READINGS),
    ),
    keeps(
        "DCB-21e?",
        "Resolved that it closes with the next shoe's first card.",
        f"{resolved('DCB-21e?', 'b')}\n{LAST}",
        Ruled(findings=FOUND, verdict="reconstruct", branches={"1": BANCO}),
    ),
    keeps(
        "DCB-21e?",
        "Told before the shoe is closed: in time either way.",
        f"1: {OVERDRAWN}\n1: notice inspector management\ntable: shoe_closed S1",
        PUT_RIGHT,
    ),
    breaks(
        "DCB-21e?",
        "Told after the next shoe's first card: too late either way, and that coup stands.",
        f"1: {OVERDRAWN}\ntable: shoe_closed S1; shoe S2 8\n2: {NEXT}\n1: notice inspector management",
        CLOSED,
        STANDS,
    ),
    breaks(
        "DCB-21e?",
        "Put right after the shoe was closed: in time only if the window was still open.",
        f"1: {ON_SIX.coup}; {paid(BANCO)}; close\ntable: shoe_closed S1\n"
        "1: correcting dealer; move 2s punto discard; corrected dealer",
        Ruled(
            findings=(
                OVER,
                *(("wrong_payment", clause) for clause in ("DCB-21", "DCB-21", "DCB-10", "DCB-16")),
            ),
            branches=OVER_SHOE,
            standing={"DCB-21e?:b": "put_right"},
            verdicts={"DCB-21e?:b": "stands"},
        ),
    ),
)


ROWS: Final[tuple[Row, ...]] = (
    *ATTENTION,
    *PLACES,
    *PROTECTED,
    *SHOES,
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_readings(row: Row) -> None:
    holds(row)

"""What the dealer does, and in which order: E1, E2, P1 to P5, P3a?."""

from typing import Final

import pytest

from tests.clauses.eca_roulette.floor import (
    DOUBLE_ZERO,
    OPENED,
    QUIET,
    SPUN,
    TWO_REDS,
    breaks,
    holds,
    keeps,
    open_question,
    paid,
    played,
    rests,
)
from tests.clauses.table import Row, Ruled

BET: Final = "bet w1 P1 straight 500 numbers=5"
CONTRADICTS: Final = ("wheel_contradicts", "ECA-R-E2")
EARLY: Final = ("called_before_spin", "ECA-R-P3")
TOO_LATE: Final = ("called_after_rest", "ECA-R-P3")
COUNTED: Final = "open; bet w1 P1 straight 500 numbers=5; spin cw ccw; nmb; revolutions"
"""A round up to how often the ball went around."""

WHEEL: Final = (
    keeps("ECA-R-E1", "The wheel has 37 compartments.", played(BET, 5), paid(w1=18_000)),
    breaks(
        "ECA-R-E1",
        "The table's wheel has two zeros, and so 38 compartments; the ball is settled all the same.",
        played(BET, 5),
        paid("stands", ("wrong_wheel", "ECA-R-E1"), w1=18_000),
        opened=f"{OPENED} wheel={DOUBLE_ZERO}",
    ),
    breaks(
        "ECA-R-E1",
        "On the table's wheel two red numbers lie side by side.",
        played(BET, 5),
        paid("stands", ("wrong_wheel", "ECA-R-E1"), w1=18_000),
        opened=f"{OPENED} wheel={TWO_REDS}",
    ),
    keeps("ECA-R-E2", "The display shows what the dolly marks.", played(BET, 5, "display 5"), paid(w1=18_000)),
    breaks(
        "ECA-R-E2",
        "The display shows 8 where the dolly stands on 5.",
        played(BET, 5, "display 8"),
        paid("stands", ("wrong_display", "ECA-R-E2"), w1=18_000),
    ),
    breaks(
        "ECA-R-E2",
        "The wheel's own device names 8 in another line than the ball's rest in 5.",
        played(BET, 5, "wheel winning_line_contradicts pocket=8"),
        paid("stands", CONTRADICTS, w1=18_000),
    ),
    breaks(
        "ECA-R-E2",
        "The wheel's winning line comes twice, and the second time with another number.",
        played(BET, 5, "wheel winning_line_doubled pocket=8"),
        paid("stands", CONTRADICTS, w1=18_000),
    ),
    breaks(
        "ECA-R-E2",
        "It comes twice and the device says itself that the numbers differ: one doubt, and one contradiction.",
        played(BET, 5, "wheel winning_line_doubled pocket=8; wheel winning_line_contradicts pocket=8"),
        paid("stands", CONTRADICTS, ("wheel_warned", ""), w1=18_000),
    ),
    keeps(
        "ECA-R-E2",
        "The wheel's winning line comes twice with the same number: a doubt of the device and nothing more.",
        played(BET, 5, "wheel winning_line_doubled pocket=5"),
        paid("stands", ("wheel_warned", ""), w1=18_000),
    ),
    breaks(
        "ECA-R-E2",
        "The device names 8 in a spin that came to nothing.",
        f"1: open; {BET}; {SPUN}; wheel winning_line_contradicts pocket=8; no_spin no_compartment; ball_out; ball_in 5; "
        f"{SPUN}; {rests(5)}; close",
        paid("stands", CONTRADICTS, w1=18_000),
    ),
)

ORDER: Final = (
    keeps("ECA-R-P1", '"Place your bets" comes before the ball is spun.', played(BET, 5), paid(w1=18_000)),
    breaks(
        "ECA-R-P1",
        '"Place your bets" comes when the ball runs already.',
        f"1: spin cw ccw; open; {BET}; nmb; revolutions 11 after_call=4; {rests(5)}; close",
        paid("stands", ("opened_late", "ECA-R-P1"), w1=18_000),
    ),
    keeps("ECA-R-P2", "Against the wheel, seven revolutions.", f"1: {COUNTED} 7 after_call=3; {rests(5)}; close", QUIET),
    keeps(
        "ECA-R-P2",
        "Which way the wheel went is not on record: nothing can be said against the spin.",
        played(BET, 5, spun="spin cw; nmb"),
        QUIET,
    ),
    breaks(
        "ECA-R-P2",
        "Six revolutions, and the number is paid.",
        f"1: {COUNTED} 6 after_call=3; {rests(5)}; pay w1 18000; close",
        open_question(
            ("too_few_revolutions", "ECA-R-P2"),
            verdicts={"ECA-R-I9?:a": "respin", "ECA-R-I9?:b": "stands"},
        ),
    ),
    breaks(
        "ECA-R-P2",
        "The ball runs with the wheel, and the number is paid.",
        played(BET, 5, "pay w1 18000", spun="spin ccw ccw; nmb; revolutions 11 after_call=4"),
        open_question(
            ("ran_with_the_wheel", "ECA-R-P2"),
            verdicts={"ECA-R-I9?:a": "respin", "ECA-R-I9?:b": "stands"},
        ),
    ),
    keeps("ECA-R-P3", "Three revolutions after the call.", f"1: {COUNTED} 9 after_call=3; {rests(5)}; close", QUIET),
    keeps("ECA-R-P3", "The hand goes over the layout.", played(BET, 5, spun="spin cw ccw; nmb motion=yes"), QUIET),
    breaks(
        "ECA-R-P3",
        "No motion of the hand goes with the call.",
        played(BET, 5, spun="spin cw ccw; nmb motion=no"),
        paid("stands", ("no_hand_motion", "ECA-R-P3"), w1=18_000),
    ),
    breaks(
        "ECA-R-P3",
        "The call comes before the ball is spun.",
        played(BET, 5, spun="nmb; spin cw ccw"),
        paid("stands", EARLY, w1=18_000),
    ),
    breaks(
        "ECA-R-P3",
        "The call comes when the ball lies in 5.",
        f"1: open; {BET}; spin cw ccw; rest 5; nmb; call 5; dolly 5; close",
        paid("stands", TOO_LATE, w1=18_000),
    ),
    breaks(
        "ECA-R-P3",
        "There is no call at all.",
        played(BET, 5, spun="spin cw ccw"),
        paid("stands", ("not_called", "ECA-R-P3"), w1=18_000),
    ),
    keeps(
        "ECA-R-P3a?",
        "Four revolutions after the call leave no question.",
        f"1: {COUNTED} 9 after_call=4; {rests(5)}; close",
        Ruled(verdict="stands", branches={"1": {"w1": 18_000}}),
    ),
    breaks(
        "ECA-R-P3a?",
        "Two revolutions after the call: a fault, and 5 stands, or a no spin.",
        f"1: {COUNTED} 9 after_call=2; {rests(5)}; pay w1 18000; close",
        Ruled(
            findings=(("too_few_after_call", "ECA-R-P3"),),
            verdict="refer",
            verdicts={"ECA-R-P3a?:a": "stands", "ECA-R-P3a?:b": "respin"},
            branches={"ECA-R-P3a?:a": {"w1": 18_000}, "ECA-R-P3a?:b": {"w1": None}},
        ),
    ),
)

NUMBER: Final = (
    keeps("ECA-R-P4", "The number is announced and the dolly put on it.", played(BET, 5), paid(w1=18_000)),
    breaks(
        "ECA-R-P4",
        "The dealer says 8, sees it and says 5: the last word counts, and the first one stays on record.",
        f"1: open; {BET}; {SPUN}; rest 5; call 8; call 5; dolly 5; pay w1 18000; close",
        paid("stands", ("call_corrected", "ECA-R-P4"), w1=18_000),
    ),
    breaks(
        "ECA-R-P4",
        "The dolly goes from 8 to 30 and then to 5 before anything is paid: both of the wrong places stay on record.",
        f"1: open; {BET}; {SPUN}; rest 5; call 5; dolly 8; dolly 30; dolly 5; pay w1 18000; close",
        paid("stands", ("dolly_corrected", "ECA-R-P4"), ("dolly_corrected", "ECA-R-P4"), w1=18_000),
    ),
    breaks(
        "ECA-R-P4",
        "The dealer says 8 and then 30, and never what the ball lay in.",
        f"1: open; {BET}; {SPUN}; rest 5; call 8; call 30; dolly 5; pay w1 18000; close",
        paid("stands", ("call_corrected", "ECA-R-P4"), ("wrong_number_called", "ECA-R-P4"), w1=18_000),
    ),
    breaks(
        "ECA-R-P4",
        "A wager on 8 is paid by a dolly on 8, which is then put on 5: the payment is wrong, and the order was right.",
        f"1: open; bet w1 P1 straight 500 numbers=8; {SPUN}; rest 5; call 5; dolly 8; pay w1 18000; dolly 5; close",
        paid("correct", ("dolly_corrected", "ECA-R-P4"), ("wrong_payment", "ECA-R-S1"), w1=0),
    ),
    keeps(
        "ECA-R-P4",
        "The dealer says the number twice, and moves the dolly on its number: nothing was put right.",
        f"1: open; {BET}; {SPUN}; rest 5; call 5; call 5; dolly 5; dolly 5; pay w1 18000; close",
        paid(w1=18_000),
    ),
    breaks(
        "ECA-R-P4",
        "The dealer announces 5 and places the dolly on it before the ball has come to rest there.",
        f"1: open; {BET}; {SPUN}; call 5; dolly 5; rest 5; pay w1 18000; close",
        paid("stands", ("announced_too_soon", "ECA-R-P4"), ("dolly_too_soon", "ECA-R-P4"), w1=18_000),
    ),
    breaks(
        "ECA-R-P4",
        "The dolly stood on 8 before the ball came to rest in 5, and stays there: the wager on 5 is taken for a loser.",
        f"1: open; {BET}; {SPUN}; dolly 8; rest 5; call 5; close",
        paid("correct", ("dolly_too_soon", "ECA-R-P4"), ("wrong_dolly", "ECA-R-P4"), w1=18_000),
    ),
    breaks(
        "ECA-R-P4",
        "The dolly is placed while the ball runs that is then called no spin.",
        f"1: open; {BET}; spin cw ccw; nmb; dolly 5; no_spin interference; ball_out; ball_in 5; {SPUN}; {rests(5)}; close",
        paid("stands", ("dolly_too_soon", "ECA-R-P4"), w1=18_000),
    ),
    breaks(
        "ECA-R-P4",
        "The dolly is placed without a word.",
        f"1: open; {BET}; {SPUN}; rest 5; dolly 5; pay w1 18000; close",
        paid("stands", ("not_announced", "ECA-R-P4"), w1=18_000),
    ),
    breaks(
        "ECA-R-P4",
        "The number is announced, and the dolly never placed.",
        f"1: open; {BET}; {SPUN}; rest 5; call 5; pay w1 18000; close",
        paid("stands", ("not_marked", "ECA-R-P4"), w1=18_000),
    ),
    breaks(
        "ECA-R-P4",
        "A round is paid without a word and without the dolly, by a record that tells of both a round before.",
        f"{played('', 16)}\n2: open; {BET}; {SPUN}; rest 5; pay w1 18000; close",
        QUIET,
        paid("stands", ("not_announced", "ECA-R-P4"), ("not_marked", "ECA-R-P4"), w1=18_000),
    ),
    keeps(
        "ECA-R-P4",
        "A record that tells of no word and no dolly in any round says nothing by leaving them out.",
        f"1: open; {BET}; {SPUN}; rest 5; pay w1 18000; close",
        paid(w1=18_000),
    ),
    keeps(
        "ECA-R-P4",
        "A record that tells of the dolly in two rounds and of no word in either does not hear the dealer.",
        f"1: open; {SPUN}; rest 16; dolly 16; close\n2: open; {BET}; {SPUN}; rest 5; dolly 5; pay w1 18000; close",
        QUIET,
        paid(w1=18_000),
    ),
    keeps(
        "ECA-R-P4",
        "The ball has come to rest and nothing has happened since: the word and the dolly may still come.",
        f"{played('', 16)}\n2: open; {BET}; {SPUN}; rest 5",
        QUIET,
        Ruled(verdict="stands", due={"w1": 18_000}),
    ),
    breaks(
        "ECA-R-P4",
        "The dealer announces 8 where the ball lies in 5: the pocket decides.",
        f"1: open; {BET}; {SPUN}; rest 5; call 8; dolly 5; pay w1 18000; close",
        paid("stands", ("wrong_number_called", "ECA-R-P4"), w1=18_000),
    ),
    breaks(
        "ECA-R-P4",
        "The dolly is put on 8 and the wager on 5 collected.",
        f"1: open; {BET}; {SPUN}; rest 5; call 5; dolly 8; pay w1 0; close",
        paid("correct", ("wrong_dolly", "ECA-R-P4"), ("wrong_payment", "ECA-R-S1"), w1=18_000),
    ),
    breaks(
        "ECA-R-P4",
        "The dolly is put on 8 and no payment is on record: what it marks is taken as what will be paid.",
        f"1: open; {BET}; {SPUN}; rest 5; call 5; dolly 8; close",
        paid("correct", ("wrong_dolly", "ECA-R-P4"), w1=18_000),
    ),
    keeps(
        "ECA-R-P5",
        "From the print, then the losers, then the winners.",
        played(
            f"{BET}; bet w2 P2 straight 500 numbers=6; bet w3 P3 neighbours 1500 of=5 pieces=3 on=print",
            5,
            "from_print w3; pay w2 0; pay w1 18000; pay w3 18000",
        ),
        paid(w1=18_000, w2=0, w3=18_000),
    ),
    breaks(
        "ECA-R-P5",
        "The winner is paid before the loser is collected.",
        played(f"{BET}; bet w2 P2 straight 500 numbers=6", 5, "pay w1 18000; pay w2 0"),
        paid("stands", ("paid_before_collected", "ECA-R-P5"), w1=18_000, w2=0),
    ),
    breaks(
        "ECA-R-P5",
        "The print is looked at only after the losers were collected.",
        played(
            "bet w1 P1 neighbours 1500 of=5 pieces=3 on=print; bet w2 P2 straight 500 numbers=6",
            5,
            "pay w2 0; from_print w1; pay w1 18000",
        ),
        paid("stands", ("print_added_late", "ECA-R-P5"), w1=18_000, w2=0),
    ),
    breaks(
        "ECA-R-P5",
        "The pieces on the print are paid and were never put on the layout.",
        played("bet w1 P1 neighbours 1500 of=5 pieces=3 on=print", 5, "pay w1 18000"),
        paid("stands", ("print_not_added", "ECA-R-P5"), w1=18_000),
    ),
    breaks(
        "ECA-R-P5",
        "The dolly comes after the payment.",
        f"1: open; {BET}; {SPUN}; rest 5; call 5; pay w1 18000; dolly 5; close",
        paid("stands", ("dolly_after_payment", "ECA-R-P5"), w1=18_000),
    ),
    keeps(
        "ECA-R-P5",
        "Pieces that did not win are put on the layout from the print after the losers, and collected: nothing was due.",
        played(
            f"{BET}; bet w2 P2 straight 500 numbers=6; bet w3 P3 neighbours 1500 of=0 pieces=3 on=print",
            5,
            "pay w2 0; from_print w3; pay w3 0; pay w1 18000",
        ),
        paid(w1=18_000, w2=0, w3=0),
    ),
    keeps(
        "ECA-R-P5",
        "A winner is taken away after another was paid: the amount is wrong, and no loser was left lying.",
        played(f"{BET}; bet w2 P2 split 500 numbers=5-6", 5, "pay w2 9000; pay w1 0"),
        paid("correct", ("wrong_payment", "ECA-R-S1"), w1=18_000, w2=9_000),
    ),
    keeps(
        "ECA-R-P5",
        "A winner is taken away after another was paid, in a spin that counts or does not: no loser was left.",
        f"1: {COUNTED.replace(BET, f'{BET}; bet w2 P2 split 500 numbers=5-6')} 9 after_call=2; {rests(5)}; "
        "pay w2 9000; pay w1 0; close",
        Ruled(
            findings=(("too_few_after_call", "ECA-R-P3"), ("wrong_payment", "ECA-R-P3a?")),
            verdict="refer",
            verdicts={"ECA-R-P3a?:a": "correct", "ECA-R-P3a?:b": "respin"},
            branches={"ECA-R-P3a?:a": {"w1": 18_000, "w2": 9_000}, "ECA-R-P3a?:b": {"w1": None, "w2": None}},
        ),
    ),
    breaks(
        "ECA-R-P5",
        "All is settled by the dolly, on 8; by 5, where the ball lies, a winner was paid before a loser was collected.",
        f"1: open; bet w1 P1 low 50000; bet w2 P2 straight 500 numbers=8; {SPUN}; rest 5; call 5; dolly 8; "
        "pay w1 100000; pay w2 0; close",
        paid(
            "stands",
            ("wrong_dolly", "ECA-R-P4"),
            ("paid_before_collected", "ECA-R-P5"),
            w1=100_000,
            w2=0,
        ),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*WHEEL, *ORDER, *NUMBER)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_procedure(row: Row) -> None:
    holds(row)

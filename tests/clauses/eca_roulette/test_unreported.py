"""Sources that cannot report "no more bets", "no spin" or the ball's spin: W5, P1, P2, I1, I3, I7 and I8 all the same."""

from typing import Final

import pytest

from ledger.events import REGISTRY
from ledger.events.base import topic_stem
from tests.clauses.eca_roulette.floor import DIRECTOR, OPENED, breaks, holds, keeps, paid, played, rests
from tests.clauses.table import Row, Ruled

EVERY_TOPIC: Final = frozenset(topic_stem(topic) for topic, kind in REGISTRY.items() if kind.FROM_FEEDS)


def without(*topics: str) -> str:
    """A table whose source cannot report some topics."""
    return f"{OPENED}; reports floor {','.join(sorted(EVERY_TOPIC - {*topics}))}"


NO_CALL: Final = without("round.bets_closed")
NO_WORD: Final = without("spin.no_spin_called")
NO_SPIN: Final = without("ball.spun")
NO_DOLLY: Final = without("dolly.placed")
NO_PAYMENT: Final = without("wager.returned")


def open_money(*findings: tuple[str, str], **awarded: int | None) -> Ruled:
    """What is due on some wagers turns on what is not on record, and the Director decides."""
    return Ruled(findings=findings, verdict="refer", authority=DIRECTOR, awarded=awarded)


BETS: Final = "bet w1 P1 straight 500 numbers=17; bet w2 P2 straight 500 numbers=20"
LAID_AS_IT_RAN: Final = "spin cw ccw; bet w2 P2 straight 500 numbers=20"
ONE_BET: Final = "bet w1 P1 straight 500 numbers=17"

CALLS: Final = (
    keeps(
        "ECA-R-W5",
        "No call is on record, nor can be; the bets lay there before the ball was spun, and are paid by the number.",
        played(BETS, 20, "pay w1 0", "pay w2 18000", spun="spin cw ccw"),
        paid(w1=0, w2=18_000),
        opened=NO_CALL,
    ),
    keeps(
        "ECA-R-W5",
        "A bet was laid while the ball ran, and paid as one that was laid before the call: nobody says otherwise.",
        played(ONE_BET, 20, "pay w1 0", "pay w2 18000", spun=LAID_AS_IT_RAN),
        paid(w1=0, w2=18_000),
        opened=NO_CALL,
    ),
    breaks(
        "ECA-R-W5",
        "A bet was laid while the ball ran: whether that was after the call no source can report, and its money is open.",
        played(ONE_BET, 20, spun=LAID_AS_IT_RAN),
        open_money(w1=0, w2=None),
        opened=NO_CALL,
    ),
    breaks(
        "ECA-R-W5",
        "The same, and 9.00 was paid on it: as no wager it was worth 5.00, as a wager 180.00, and none of it is a fact.",
        played(ONE_BET, 20, "pay w1 0", "pay w2 900", spun=LAID_AS_IT_RAN),
        open_money(w1=0, w2=None),
        opened=NO_CALL,
    ),
    breaks(
        "ECA-R-W5",
        "A bet was laid when the ball lay in its number: it is too late whatever was called, and no wager.",
        "1: open; spin cw ccw; rest 20; bet w2 P2 straight 500 numbers=20; call 20; dolly 20; pay w2 500; close",
        paid("stands", ("bet_after_call", "ECA-R-W5"), w2=500),
        opened=NO_CALL,
    ),
)

WITH_THE_WHEEL: Final = "spin cw cw; nmb"
TWICE: Final = f"spin cw ccw; nmb; rest 17; spin cw ccw; nmb; {rests(20)}"

WORDS: Final = (
    keeps(
        "ECA-R-I1",
        "The ball ran with the wheel; that no spin was not called is no fact where no source can report the word.",
        played("", 17, spun=WITH_THE_WHEEL),
        open_money(),
        opened=NO_WORD,
    ),
    keeps(
        "ECA-R-I2",
        "The ball made five revolutions, and no source can report whether no spin was called.",
        played("", 17, spun="spin cw ccw; nmb; revolutions 5"),
        open_money(),
        opened=NO_WORD,
    ),
    breaks(
        "ECA-R-I1",
        "The ball ran with the wheel, and the dealer's words are reported: no spin was not called.",
        played("", 17, spun=WITH_THE_WHEEL),
        Ruled(findings=(("ran_with_the_wheel", "ECA-R-I1"),)),
        opened=without("dolly.placed"),
    ),
    keeps(
        "ECA-R-I8",
        "The ball rested in 17 and was spun again: it was paid by 20, as after a no spin, and that stands.",
        f"1: open; {BETS}; {TWICE}; pay w1 0; pay w2 18000; close",
        paid(w1=0, w2=18_000),
        opened=NO_WORD,
    ),
    breaks(
        "ECA-R-I8",
        "The same without a payment: 17 counts if no spin was not called, 20 if it was, and no source can report that.",
        f"1: open; {BETS}; {TWICE}; close",
        open_money(w1=None, w2=None),
        opened=NO_WORD,
    ),
    breaks(
        "ECA-R-I8",
        "Paid by 17 before the ball was spun again: in error if no spin had been called, which no source can report.",
        f"1: open; {BETS}; spin cw ccw; nmb; rest 17; pay w1 18000; pay w2 0; spin ccw cw; nmb; {rests(20)}; close",
        open_money(w1=None, w2=None),
        opened=NO_WORD,
    ),
)

FOREIGN: Final = "no_spin foreign_object; ball_in 5; nmb"

SPINS: Final = (
    keeps(
        "ECA-R-I3",
        "After a no spin the ball came to rest; that it was spun again in between no source can report, and 20 was paid.",
        f"1: open; {BETS}; nmb; {FOREIGN}; {rests(20)}; pay w1 0; pay w2 18000; close",
        paid(w1=0, w2=18_000),
        opened=NO_SPIN,
    ),
    breaks(
        "ECA-R-I3",
        "The same without a payment: whether it was the ball of the no spin is open, and so is the money.",
        f"1: open; {BETS}; nmb; {FOREIGN}; {rests(20)}; close",
        open_money(w1=None, w2=None),
        opened=NO_SPIN,
    ),
    breaks(
        "ECA-R-I3",
        "The ball's spin can be reported and is not: it is the ball of the no spin that was left in.",
        f"1: open; {BETS}; spin cw ccw; nmb; no_spin foreign_object; rest 20; close",
        Ruled(findings=(("foreign_object_left_in", "ECA-R-I3"), ("not_spun_again", "ECA-R-I8")), verdict="respin"),
        opened=without("dolly.placed"),
    ),
    breaks(
        "ECA-R-I8",
        "Two numbers, and nobody can report a spin in between: that is no contradiction of the record, and the money open.",
        f"1: open; {BETS}; nmb; rest 17; nmb; {rests(20)}; close",
        open_money(w1=None, w2=None),
        opened=NO_SPIN,
    ),
)

SHOWN: Final = (
    keeps(
        "ECA-R-P4",
        "The dealer called 18 and the ball lay in 17; where the dolly stood no source can report: nothing is mispaid yet.",
        f"1: open; {BETS}; spin cw ccw; nmb; rest 17; call 18; close",
        Ruled(findings=(("wrong_number_called", "ECA-R-P4"),), verdict="stands", awarded={"w1": 18_000, "w2": 0}),
        opened=NO_DOLLY,
    ),
    keeps(
        "ECA-R-P4",
        "The dolly was put on 18 and the ball lay in 17; what was paid no source can report: nothing is to correct.",
        f"1: open; {BETS}; spin cw ccw; nmb; rest 17; call 17; dolly 18; close",
        Ruled(findings=(("wrong_dolly", "ECA-R-P4"),), verdict="stands", awarded={"w1": 18_000, "w2": 0}),
        opened=NO_PAYMENT,
    ),
    breaks(
        "ECA-R-P4",
        "The dolly was put on 18, and payments can be reported: what it shows is taken as what will be paid.",
        f"1: open; {BETS}; spin cw ccw; nmb; rest 17; call 17; dolly 18; close",
        Ruled(findings=(("wrong_dolly", "ECA-R-P4"),), verdict="correct", awarded={"w1": 18_000, "w2": 0}),
        opened=NO_CALL,
    ),
)

ROWS: Final[tuple[Row, ...]] = (*CALLS, *WORDS, *SPINS, *SHOWN)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row(row: Row) -> None:
    holds(row)

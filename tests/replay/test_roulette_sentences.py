"""What the drill does not look at: the figures in a finding's sentence, and two wagers by one name."""

from typing import Final

import pytest

from replay.editions.loader import shipped_edition
from tests.clauses.table import Row, Ruled, judged

OPENED: Final = "table: table roulette eca-roulette EUR\n1: open; "
RESTS: Final = "rest 8; call 8; dolly 8; close"


def ruled(acts: str) -> dict[str, object]:
    """The ruling on one round."""
    (ruling,) = judged(Row("ECA-R-W8", "keeps", "Any.", OPENED + acts, (Ruled(),)), shipped_edition("eca-roulette"))
    return ruling


@pytest.mark.parametrize(
    ("acts", "sentence"),
    [
        (
            f"spin cw ccw; nmb; revolutions 9 after_call=2; {RESTS}",
            'The ball made 2 revolutions after "no more bets"; at least 3 are required.',
        ),
        (
            f"spin cw ccw; nmb; revolutions 9 after_call=0; {RESTS}",
            'The ball made 0 revolutions after "no more bets"; at least 3 are required.',
        ),
        (
            f"spin cw ccw; nmb; revolutions 6 after_call=3; {RESTS}",
            "The ball made 6 revolutions where at least 7 are required, and no spin was not called.",
        ),
        (
            f"spin cw ccw; nmb; incident too_few_revolutions; {RESTS}",
            "The ball made too few revolutions where at least 7 are required, and no spin was not called.",
        ),
        (
            f"bet w1 P1 red 62300; spin cw ccw; nmb; {RESTS}",
            "Wager w1 of P1, 623.00 EUR on red, brings a position to no whole number of 500.00 EUR.",
        ),
        (
            f"bet w1 P1 straight 10001 numbers=8; spin cw ccw; nmb; {RESTS}",
            "Wager w1 of P1, 100.01 EUR on straight 8, brings a position above the maximum of 100.00 EUR.",
        ),
        (
            f"bet w1 P1 neighbours 500 of=8 pieces=5; spin cw ccw; nmb; {RESTS}",
            "Wager w1 of P1, 5.00 EUR on 5 neighbours of 8, brings a position below the minimum of 5.00 EUR.",
        ),
        (
            f"bet w1 P1 straight 500 numbers=8; spin cw ccw; nmb; shift w1 split numbers=5-8; {RESTS}",
            'Wager w1 of P1 was moved from straight 8 to split 5-8 after "no more bets".',
        ),
        (
            f"bet w1 P1 dozen 50000 index=2; spin cw ccw; nmb; shift w1 first_four numbers=0-1-2-3; {RESTS}",
            'Wager w1 of P1 was moved from dozen 2 to first four 0-1-2-3 after "no more bets".',
        ),
        (
            "bet w1 P1 straight 500 numbers=8; spin cw ccw; nmb; no_spin interference; ball_out; "
            f"bet w2 P2 red 50000; ball_in 8; spin cw ccw; nmb; {RESTS}",
            'Under ECA-R-I8a? (a): Player P2 bet 500.00 EUR on red (w2) after "no more bets", '
            "when the ball was to be spun again.",
        ),
        (
            f"spin cw ccw; nmb; bet w1 P1 red 50000; {RESTS}",
            'Player P1 bet 500.00 EUR on red (w1) after "no more bets", when the ball ran.',
        ),
        (
            "spin cw ccw; nmb; rest 8; bet w1 P1 red 50000; call 8; dolly 8; close",
            'Player P1 bet 500.00 EUR on red (w1) after "no more bets", when the ball had come to rest.',
        ),
        (
            "spin cw ccw; nmb; rest 8; call 17; call 8; dolly 30; dolly 8; close",
            "The dealer announced 17 and then 8; the ball lay in 8.",
        ),
        (
            "spin cw ccw; nmb; rest 8; call 17; call 8; dolly 30; dolly 8; close",
            "The dolly was put on 30 and then on 8; the ball lay in 8.",
        ),
        (
            f"spin cw ccw; nmb; {RESTS.replace('call', 'wheel winning_line_contradicts pocket=30; call')}",
            "The wheel's own device reported 30 where the ball lay in 8.",
        ),
        (
            f"spin cw ccw; wheel winning_line_contradicts; no_spin no_compartment; ball_in 8; spin cw ccw; nmb; {RESTS}",
            "The wheel's own device reported another number and no result.",
        ),
    ],
)
def test_a_sentence_has_its_figures(acts: str, sentence: str) -> None:
    found = ruled(acts)["findings"]
    assert isinstance(found, list)
    assert sentence in [finding["text"] for finding in found]


def test_wagers_by_one_name_are_told_apart() -> None:
    """The record is taken as it is: the first keeps the name, those after it are numbered."""
    bets = "bet w1 P1 straight 500 numbers=8; bet w1 P2 red 50000; bet w1 P3 low 50000"
    money = ruled(f"{bets}; spin cw ccw; nmb; {RESTS}")["money"]
    assert isinstance(money, list)
    assert [(row["wager"], row["player"], row["awarded_minor"]) for row in money] == [
        ("w1", "P1", 18_000),
        ("w1~2", "P2", 0),
        ("w1~3", "P3", 100_000),
    ]

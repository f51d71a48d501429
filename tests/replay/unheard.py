"""Rounds of blackjack with words that nobody need heed: of a player who has no wager there, or of no card on offer."""

from collections.abc import Iterator
from typing import Final

from drill.blackjack.rounds import DrilledBlackjackRound
from ledger.events.play import DecisionMade
from replay.rulebooks.edition import Edition
from tests.replay.retold import Line, retold
from tests.replay.stacked import drilled_round, laid, on_box

FIRST: Final = "P1"
STRANGER: Final = "P2"
"""Who plays the second box, and says something about the first."""


def unheard(held: Edition, number: int) -> Iterator[DrilledBlackjackRound]:
    """Each of these, where the first box stands on nineteen and the second draws."""
    for what in ("hit", "double", "split"):
        yield _said(held, number, what, STRANGER, "not_his_call")
    yield _said(held, number, "split", FIRST, "illegal_split")
    yield _said(held, number, "insurance", STRANGER)
    yield _said(held, number, "refuse_card", FIRST, instead=True)
    yield _said(held, number, "refuse_card", FIRST, later=True)


def _said(
    held: Edition, number: int, what: str, by: str, wants: str = "", *, later: bool = False, instead: bool = False
) -> DrilledBlackjackRound:
    """The word comes before the first box stands, else later, or instead."""
    script = laid(held, number, "T7T959", [on_box(1, 50_00), on_box(2, 50_00)])
    if wants in held.sheet.conduct:
        script.faults.append(wants)
        script.required_findings[wants] = {wants}

    def say(line: Line) -> None:
        stood = next(n for n, (_, event) in enumerate(line) if isinstance(event, DecisionMade) and event.what == "stand")
        subject, _ = line[stood]
        line[stood + later : stood + later + instead] = [(subject, DecisionMade(place="box1", what=what, by=by))]

    return retold(drilled_round(script, held, number), say)

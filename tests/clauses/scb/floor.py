"""The table at which the rows of SCB are played, and what follows a fault of the deal on which the document is silent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from replay.editions.loader import shipped_edition
from replay.rulebooks.edition import Edition
from tests.clauses.ccl.floor import Boxed, Money, different
from tests.clauses.table import Breach, Row, Ruled

TABLE: Final = "table: table blackjack scb CHF; limits main 1000 20000; shoe S1 6"
FLOOR: Final = f"{TABLE}; sits P1 1; sits P2 2; sits P3 3; sits P4 4; sits P5 5"
"""A box takes 10 to 200 francs, in centimes, as all money here. P1 to P5 sit at the boxes of their numbers, boxes 6 and 7
are free, P8 and P9 stand. The shoe has six packs."""

TOLD: Final = "notice dealer inspector"
A: Final = "SCB-ERR?:a"
B: Final = "SCB-ERR?:b"
C: Final = "SCB-ERR?:c"


def seated(*seats: str) -> str:
    """The table with these players seated, as `P3 3`, and nobody else."""
    return "; ".join((TABLE, *(f"sits {seat}" for seat in seats)))


def keeps(
    clause: str, sentence: str, rounds: str, *rulings: Ruled, unresolved: tuple[str, ...] = (), before: str = FLOOR
) -> Row:
    """A case that the clause decides. `before` is the table as it stands before the first round."""
    return Row(clause, "keeps", sentence, f"{before}\n{_lines(rounds)}", rulings, unresolved)


def breaks(
    clause: str, sentence: str, rounds: str, *rulings: Ruled, unresolved: tuple[str, ...] = (), before: str = FLOOR
) -> Row:
    """Its neighbour on the other side of the clause."""
    return Row(clause, "breaks", sentence, f"{before}\n{_lines(rounds)}", rulings, unresolved)


def _lines(rounds: str) -> str:
    return "\n".join(line.strip() for line in rounds.splitlines() if line.strip())


def paid(**due: int) -> Ruled:
    """A round in which nothing was amiss, and what goes back on each wager whatever is read into the document."""
    return Ruled(verdict="stands", awarded=due, branches={"1": due})


def wrongly(clause: str, **due: int) -> Ruled:
    """A payment that was wrong by this clause, and what is due."""
    return Ruled(findings=(("wrong_payment", clause),), verdict="correct", due=due)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault of the deal: how it is put right, what the stakes are, what the cards are worth as they lie."""

    findings: tuple[Breach, ...]
    moves: str
    boxes: str
    stakes: Money
    dealt: Money
    draw: str = ""
    asks: str = ""
    due: Mapping[str, int | None] = field(default_factory=dict)
    hands: str = ""

    @property
    def ruled(self) -> Boxed:
        """The document is silent, so all three outcomes are shown, and the direction is asked."""
        ends = [move.split() for move in self.moves.split(", ")] if self.moves else []
        over = [f"{card}>{way.split('>')[1]}" for card, way in ends if way.split(">")[1] == "next"]
        return Boxed(
            findings=self.findings,
            verdict="refer",
            authority="direction",
            branches={A: self.due or dict.fromkeys(self.stakes), B: self.stakes, C: self.dealt},
            verdicts={A: "ask" if self.asks else "reconstruct", B: "void"},
            standing={A: "reconstruct", B: "void", C: "as_dealt"},
            boxes={A: self.boxes, **({C: self.hands} if self.hands else {})},
            moves={A: self.moves},
            draw={A: self.draw},
            asks={A: self.asks},
            surplus={A: ", ".join(over)},
            cites=("SCB-ERR?",),
        )


@cache
def house() -> Edition:
    """The edition under which the rows are judged: the shipped one."""
    return shipped_edition("scb")


def holds(row: Row) -> None:
    """Asserts that a row holds, saying where it does not."""
    found = different(row, house())
    assert not found, f"{row}\n{row.transcript}\n" + "\n".join(found)

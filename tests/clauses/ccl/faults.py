"""What the rows about faults of the dealer share: two boxes, and what a fault comes to under each reading."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tests.clauses.ccl.floor import Boxed, Money, breaks
from tests.clauses.table import Row

TWO: Final = "bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; nmb"
TOLD: Final = "notice dealer inspector"
OPEN: Final[Money] = {"w1": None, "w3": None}
STAKES: Final[Money] = {"w1": 10_000, "w3": 20_000}
A: Final = "CCL-ERR?:a"
B: Final = "CCL-ERR?:b"
C: Final = "CCL-ERR?:c"
CARRY: Final = "CCL-26a?:a"
AGAIN: Final = "CCL-26a?:b"


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """How a round is put right: the moves, card by card, the hands then, what is drawn, asked again and left over."""

    moves: str
    boxes: str
    draw: str = ""
    asks: str = ""
    due: Mapping[str, int | None] = field(default_factory=lambda: dict(OPEN))

    @property
    def surplus(self) -> str:
        """The cards that go back as the next ones or are burned."""
        ends = [move.split() for move in self.moves.split(", ")] if self.moves else []
        return ", ".join(f"{card}>{way.split('>')[1]}" for card, way in ends if way.split(">")[1] in ("next", "burn"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault of the deal. `again` is how it is put right if all decisions are asked again, where that differs;
    `dealt` the money and `hands` the hands as the cards lie; neither is given where the fault is regulated.
    """

    clause: str
    about: str
    play: str
    findings: tuple[tuple[str, str], ...]
    put: Put
    again: Put | None = None
    dealt: Money | None = None
    hands: str = ""
    stakes: Money = field(default_factory=lambda: dict(STAKES))
    bets: str = TWO

    def row(self) -> Row:
        """The row: told to the inspector before anything further."""
        keyed = _told({"": self.put} if self.again is None else {CARRY: self.put, AGAIN: self.again}, self)
        return breaks(self.clause, self.about, f"1: {self.bets}; {self.play}", keyed)


def _told(ways: Mapping[str, Put], fault: Fault) -> Boxed:
    regulated = fault.dealt is None
    keys = {",".join(filter(None, (key, "" if regulated else A))): put for key, put in ways.items()}
    branches: dict[str, Mapping[str, int | None]] = {key or "1": put.due for key, put in keys.items()}
    verdicts = {key: "ask" if put.asks else "reconstruct" for key, put in keys.items()}
    standing: dict[str, str | None] = dict.fromkeys(keys, "reconstruct")
    boxes = {key: put.boxes for key, put in keys.items()}
    if fault.dealt is not None:
        branches |= {B: fault.stakes, C: fault.dealt}
        verdicts |= {B: "void"}
        standing |= {B: "void", C: "as_dealt"}
        boxes |= {C: fault.hands} if fault.hands else {}
    single = len(branches) == 1
    return Boxed(
        findings=fault.findings,
        verdict=next(iter(verdicts.values())) if single else "refer",
        authority="management",
        branches=branches,
        verdicts=verdicts,
        standing=standing,
        boxes=boxes,
        moves={key: put.moves for key, put in keys.items()},
        draw={key: put.draw for key, put in keys.items()},
        asks={key: put.asks for key, put in keys.items()},
        surplus={key: put.surplus for key, put in keys.items()},
        cites=(fault.clause,) if regulated else ("CCL-ERR?",),
    )


def rows(faults: tuple[Fault, ...]) -> Iterator[Row]:
    """A row for each fault."""
    yield from (fault.row() for fault in faults)

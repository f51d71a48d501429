"""The table at which the rows of Free Bet are played, and what a row may expect there.

A field takes 10 to 500, in cents, as all money here. Where nothing else is said `w1` is the bet of 20 of `P1` on field
1, and `w2` that of `P2` on field 2. On a shared field, number 3, `P1` sits and has the first spot with `w1`, 20; `P2`
has the second with `w2`, 30; `P3` the third with `w3`, 10. Of a player's further wagers `w1s2` is the split's second
hand, `w1d1` the double of the first, `w1f2` the free split's second hand, `w1x1` the free double of the first, `i1` an
insurance.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from replay.editions.loader import shipped_edition
from replay.rulebooks.edition import Edition
from tests.clauses.ccl.floor import Boxed, different
from tests.clauses.table import Breach, Row, Ruled

FLOOR: Final = "table: table blackjack fbj EUR; limits main 1000 50000; shoe S1 6"
SEATED: Final = f"{FLOOR}; sits P1 3; sits P5 5"
PAIR: Final = "bet w1 P1 main 2000 box=3 spot=1; bet w2 P2 main 3000 box=3 spot=2; nmb"
TRIO: Final = PAIR.replace("; nmb", "; bet w3 P3 main 1000 box=3 spot=3; nmb")
TOLD: Final = "notice dealer supervisor"
WRONG: Final = "wrong_payment"
SUPERVISOR: Final = "supervisor"
A: Final = "FBJ-ERR?:a"
B: Final = "FBJ-ERR?:b"
C: Final = "FBJ-ERR?:c"
LETTERS: Final = {"split": "s", "double": "d", "free_split": "f", "free_double": "x"}

Money = Mapping[str, int | None]


def bets(*boxes: int, stake: int = 2000) -> str:
    """A bet on each of these fields, each of a player of its own, and the call."""
    return "; ".join((*(f"bet w{box} P{box} main {stake} box={box}" for box in boxes), "nmb"))


def further(
    kind: str, hand: int, *, of: int = 1, minor: int = 2000, box: int | None = None, parent: str | None = None
) -> str:
    """A player's stake of a split or a double on a hand, or the chip of a free one, of as much as `minor`."""
    amount = f"0 nominal_minor={minor}" if kind.startswith("free") else f"{minor}"
    name = f"w{of}{LETTERS[kind]}{hand}"
    return f"bet {name} P{of} {kind} {amount} box={box or of} hand={hand} parent={parent or f'w{of}'}"


def chosen(kind: str, hand: int = 1, new: int | None = None, *, box: int = 1, minor: int = 2000) -> str:
    """The word of a split or a double of a field's own player on a hand, and its stake or chip."""
    place = f"{box}" if hand == 1 else f"{box}.{hand}"
    return f"says {place} {kind}; {further(kind, new or hand, of=box, minor=minor)}"


def insured(minor: int = 1000, of: int = 1, box: int | None = None) -> str:
    """An insurance: the word and the stake."""
    return f"says {box or of} insurance P{of}; bet i{of} P{of} insurance {minor} box={box or of} parent=w{of}"


def paid(verdict: str = "stands", /, *findings: Breach, **due: int) -> Ruled:
    """A round that is decided: what goes back on each wager."""
    return Ruled(findings=findings, verdict=verdict, due=due, awarded=due)


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


def astray(
    *findings: Breach,
    moves: str | None = "",
    boxes: str | None = None,
    draw: str = "",
    asks: str = "",
    right: Money,
    void: Money,
    dealt: Money,
    hands: str | None = None,
    under: str = "",
) -> Boxed:
    """A misdeal, on which the document is silent: put right, void, or as dealt, and the supervisor says which.

    `moves`, `boxes`, `draw` and `asks` tell how it is put right, `right` what is due then; `hands` are those dealt.
    `under` is the choice of readings under which it is one at all.
    """
    a, b, c = (f"{under},{letter}" if under else letter for letter in (A, B, C))
    return Boxed(
        findings=findings,
        verdict="refer",
        authority=SUPERVISOR,
        branches={} if under else {a: right, b: void, c: dealt},
        verdicts={a: "ask" if asks else "reconstruct", b: "void"},
        standing={a: "reconstruct", b: "void", c: "as_dealt"},
        moves={} if moves is None else {a: moves},
        draw={a: draw},
        asks={a: asks},
        boxes={key: expected for key, expected in ((a, boxes), (c, hands)) if expected is not None},
        cites=("FBJ-ERR?",),
    )


def _lines(rounds: str) -> str:
    return "\n".join(line.strip() for line in rounds.splitlines() if line.strip())


@cache
def house() -> Edition:
    """The edition under which the rows are judged: the shipped one."""
    return shipped_edition("fbj")


def holds(row: Row) -> None:
    """Asserts that a row holds, saying where it does not."""
    found = different(row, house())
    assert not found, f"{row}\n{row.transcript}\n" + "\n".join(found)

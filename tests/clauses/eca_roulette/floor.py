"""The table at which the rows of the European Dealer Championship's roulette are played. Money is in cents."""

from typing import Final

from replay.editions.loader import shipped_edition
from replay.rulebooks.edition import Edition
from tests.clauses import table
from tests.clauses.table import Breach, Row, Ruled, Side

DIRECTOR: Final = "championship_director"
OPENED: Final = "table: table roulette eca-roulette EUR"
SPUN: Final = "spin cw ccw; nmb; revolutions 11 after_call=4"
"""A lawful spin, up to the ball's rest."""

GREEN: Final = f"{OPENED}; colour P1 green 100; colour P2 pink 100"

DOUBLE_ZERO: Final = (
    "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
)
TWO_REDS: Final = "0-32-19-15-4-21-2-25-17-34-6-27-13-36-11-30-8-23-10-5-24-16-33-1-20-14-31-9-22-18-29-7-28-12-35-3-26"
"""A wheel with one zero on which 32 and 19, two red numbers, lie side by side."""


def rests(pocket: int | str) -> str:
    """The ball comes to rest; the dealer announces it and places the dolly."""
    return f"rest {pocket}; call {pocket}; dolly {pocket}"


def played(bets: str, pocket: int | str, *pays: str, spun: str = SPUN, name: int = 1) -> str:
    """A round: the wagers, a spin, the number, what went back."""
    return f"{name}: " + "; ".join(part for part in ("open", bets, spun, rests(pocket), *pays, "close") if part)


def before(pocket: int) -> str:
    """A round before, so that there is a previous winning compartment."""
    return played("", pocket)


def colour(name: str, player: str, number: int, chips: int, kind: str = "straight") -> str:
    """So many colour chips of 1.00 on one number."""
    return f"bet {name} {player} {kind} {chips * 100} numbers={number} chips=colour chip_count={chips} chip_value_minor=100"


def paid(verdict: str = "stands", /, *findings: Breach, **due: int) -> Ruled:
    """A round that is decided: what goes back on each wager."""
    return Ruled(findings=findings, verdict=verdict, due=due, awarded=due)


def open_question(*findings: Breach, verdicts: dict[str, str], **due: int | None) -> Ruled:
    """A round that hangs on a reading, whatever else: the Director decides."""
    return Ruled(findings=findings, verdict="refer", authority=DIRECTOR, verdicts=verdicts, due=due)


QUIET: Final = Ruled(verdict="stands")
"""A round on which there is nothing to say."""


def _row(side: Side, clause: str, sentence: str, rounds: str, rulings: tuple[Ruled, ...], opened: str) -> Row:
    lines = "\n".join(line.strip() for line in rounds.splitlines() if line.strip())
    return Row(clause, side, sentence, f"{opened}\n{lines}", rulings)


def keeps(clause: str, sentence: str, rounds: str, *rulings: Ruled, opened: str = OPENED) -> Row:
    """A case that the clause decides."""
    return _row("keeps", clause, sentence, rounds, rulings, opened)


def breaks(clause: str, sentence: str, rounds: str, *rulings: Ruled, opened: str = OPENED) -> Row:
    """Its neighbour on the other side of the clause."""
    return _row("breaks", clause, sentence, rounds, rulings, opened)


def house() -> Edition:
    """The edition under which the rows are judged: the shipped one."""
    return shipped_edition("eca-roulette")


def differences(row: Row, edition: Edition) -> list[str]:
    """Where the rulings are not what the row expects; empty if it holds."""
    return table.differences(row, edition)


def holds(row: Row) -> None:
    """Asserts that a row holds, saying where it does not."""
    found = differences(row, house())
    assert not found, f"{row}\n{row.transcript}\n" + "\n".join(found)

"""The table at which the rows of the European Dealer Championship's blackjack are played, and what they may expect.

Boxes are numbered from the dealer's left; each has one wager, `w1` of `J1` on box 1, of 20.00. Money is in cents.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from replay.editions.loader import shipped_edition
from replay.rulebooks.edition import Edition
from tests.clauses import table
from tests.clauses.table import Breach, Row, Ruled, judged

SHOE: Final = "shoe S1 6"
MACHINE: Final = "shoe S1 6 device=machine"
DIRECTOR: Final = "championship_director"
NOTICED: Final = "notice inspector dealer"

OF_CARDS: Final = {
    "extra_card",
    "dealer_too_soon",
    "dealer_stopped",
    "dealer_overdrew",
    "idle_draw",
    "out_of_turn",
    "skipped_box",
    "skipped_dealer",
    "empty_box",
    "hit_not_given",
    "card_not_asked_for",
    "split_order",
    "card_on_double",
    "card_on_split_aces",
    "split_not_filled",
    "illegal_hit",
}
"""Findings on cards dealt wrongly."""

GROUNDS: Final = frozenset(
    f"ECA-B-{clause}" for clause in ("D1", "E2", "P1", "P2", "DB1", "SP2", "SP4", "DL1", "DL3", "I2", "I4")
)
OVER: Final = frozenset({"ECA-B-P3"})
"""What may decide whose turn it was; where it was the dealer's also whether anybody's hand was over."""

Money = Mapping[str, int | None]


def floor(shoe: str = SHOE, more: str = "") -> str:
    """The lines before the first round."""
    return "\n".join(f"table: {line}" for line in ("table blackjack eca-blackjack EUR", shoe, more) if line)


def seats(*boxes: int, stake: int = 2000) -> str:
    """A judge's wager on each of these boxes, everybody's caller established, and the call."""
    callers = [f"caller {box} J{box}" for box in boxes]
    bets = [f"bet w{box} J{box} main {stake} box={box}" for box in boxes]
    return "; ".join((*callers, *bets, "nmb"))


def split(box: int, hand: int, stake: int = 2000) -> str:
    """The stake of a split's new hand."""
    return f"bet w{box}.{hand} J{box} split {stake} box={box} hand={hand} parent=w{box}"


def double(box: int, hand: int = 1, stake: int = 2000) -> str:
    """The stake of a double."""
    parent = f"w{box}" if hand == 1 else f"w{box}.{hand}"
    return f"bet {parent}d J{box} double {stake} box={box} hand={hand} parent={parent}"


def insurance(box: int, stake: int = 1000) -> str:
    """An insurance: the word and the stake."""
    return f"says {box} insurance; bet i{box} J{box} insurance {stake} box={box} parent=w{box}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Ruled):
    """What is expected besides, per readings: the hands asked again, as `box1 box2`, and the hands that count."""

    ask: Mapping[str, str] = field(default_factory=dict)
    boxes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def paid(verdict: str = "stands", /, *findings: Breach, **due: int) -> Ruled:
    """A round that is decided: what goes back on each wager."""
    return Ruled(findings=findings, verdict=verdict, due=due, awarded=due)


def righted(
    *findings: Breach,
    hands: Mapping[str, str],
    moves: str = "",
    draw: str = "",
    ask: str = "",
    due: Money | None = None,
    by: str = "ECA-B-I4",
) -> Dealt:
    """A round that is put right, card by card in the order of the shoe, as the clause `by` says.

    Cards that are over go to `next` or `burn`.
    """
    over = ", ".join(
        f"{move.split()[0]}>{place}"
        for move in moves.split(", ")
        for place in ("next", "burn")
        if move.endswith(f">{place}")
    )
    return Dealt(
        findings=findings,
        verdict="ask" if ask else "reconstruct",
        authority=DIRECTOR,
        hands=hands,
        due=due or {},
        standing={"": "reconstruct"},
        outcome={"": "ask" if ask else "draw" if draw else "exact"},
        moves={"": moves},
        draw={"": draw},
        ask={"": ask},
        surplus={"": over},
        cites=(by,),
    )


def keeps(
    clause: str, sentence: str, rounds: str, *rulings: Ruled, unresolved: tuple[str, ...] = (), before: str | None = None
) -> Row:
    """A case that the clause decides. `before` is the table as it stands before the first round."""
    return Row(clause, "keeps", sentence, f"{before or floor()}\n{_lines(rounds)}", rulings, unresolved)


def breaks(
    clause: str, sentence: str, rounds: str, *rulings: Ruled, unresolved: tuple[str, ...] = (), before: str | None = None
) -> Row:
    """Its neighbour on the other side of the clause."""
    return Row(clause, "breaks", sentence, f"{before or floor()}\n{_lines(rounds)}", rulings, unresolved)


def _lines(rounds: str) -> str:
    return "\n".join(line.strip() for line in rounds.splitlines() if line.strip())


def house() -> Edition:
    """The edition under which the rows are judged: the shipped one."""
    return shipped_edition("eca-blackjack")


def differences(row: Row, edition: Edition) -> list[str]:
    """Where the rulings are not what the row expects; empty if it holds."""
    found = table.differences(row, edition)
    if not any(isinstance(ruled, Dealt) or ruled.findings for ruled in row.rulings):
        return found
    rulings = judged(row, table.left_open(edition, row.unresolved))
    if len(rulings) == len(row.rulings):
        found += [
            what for pair in zip(row.rulings, rulings, strict=True) for what in (*_of_hands(*pair), *_of_grounds(*pair))
        ]
    return found


def _of_grounds(expected: Ruled, ruling: Mapping[str, Any]) -> Iterator[str]:
    """A finding on the cards rests on its clause, and besides only on what decides whose card it was."""
    allowed = {kind: GROUNDS | ({clause} if clause else set()) for kind, clause in expected.findings}
    for finding in ruling["findings"]:
        kind = finding["kind"]
        besides = OVER if "ECA-B-DL1" in finding["clauses"] else frozenset()
        foreign = set(finding["clauses"]) - allowed.get(kind, GROUNDS) - besides
        if kind in OF_CARDS and foreign:
            yield f"{kind} rests on {', '.join(sorted(foreign))}"


def _of_hands(expected: Ruled, ruling: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(expected, Dealt):
        return
    for key, wanted in expected.ask.items():
        for branch in _meant(key, ruling):
            asked = [item["place"] for item in (branch["reconstruction"] or {"ask": ()})["ask"]]
            if asked != wanted.split():
                yield f"in branch {branch['id']} {asked} are asked, not {wanted}"
    for key, hands in expected.boxes.items():
        for branch in _meant(key, ruling):
            for place, cards in hands.items():
                if branch["hands"].get(place) != cards.split():
                    yield f"in branch {branch['id']} {place} has {branch['hands'].get(place)}, not {cards}"


def _meant(key: str, ruling: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    choices = dict(part.rsplit(":", 1) for part in key.split(",") if part)
    return [branch for branch in ruling["branches"] if all(branch["choices"].get(c, r) == r for c, r in choices.items())]


def holds(row: Row) -> None:
    """Asserts that a row holds, saying where it does not."""
    found = differences(row, house())
    assert not found, f"{row}\n{row.transcript}\n" + "\n".join(found)

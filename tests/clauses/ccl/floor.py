"""The table at which the rows of CCL are played, and what a row may expect there beyond a baccarat coup."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from replay.editions.loader import shipped_edition
from replay.rulebooks.edition import Edition
from tests.clauses.table import Row, Ruled, differences, judged

FLOOR: Final = "table: table blackjack ccl CZK; limits main 10000 500000; shoe S1 6"
"""A box takes 100 to 5,000 crowns, in hellers, as all money here. The shoe has six packs."""

Money = dict[str, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxed(Ruled):
    """What is expected of a round with boxes besides; per readings, as in Ruled."""

    asks: Mapping[str, str] = field(default_factory=dict)
    """The hands on which somebody had decided and that are asked again, as `1 3.2`."""
    boxes: Mapping[str, str] = field(default_factory=dict)
    """All hands that count, as `1 8h 6s / 1.2 8d / D 9d`."""


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


@cache
def house() -> Edition:
    """The edition under which the rows are judged: the shipped one."""
    return shipped_edition("ccl")


def holds(row: Row) -> None:
    """Asserts that a row holds, saying where it does not."""
    found = different(row, house())
    assert not found, f"{row}\n{row.transcript}\n" + "\n".join(found)


def different(row: Row, edition: Edition) -> list[str]:
    """Where the rulings are not what the row expects, the boxes' hands and questions too."""
    found = differences(row, edition)
    if not found and any(isinstance(expected, Boxed) and (expected.asks or expected.boxes) for expected in row.rulings):
        pairs = zip(row.rulings, judged(row, edition), strict=False)
        found += [
            f"round {n}: {what}"
            for n, (expected, ruling) in enumerate(pairs, 1)
            if isinstance(expected, Boxed)
            for what in _of_boxes(expected, ruling)
        ]
    return found


def _of_boxes(expected: Boxed, ruling: Mapping[str, Any]) -> Iterator[str]:
    for name, wanted, read in (("asks", expected.asks, _asks), ("boxes", expected.boxes, _boxes)):
        for key, what in wanted.items():
            choices = dict(part.rsplit(":", 1) for part in key.split(",") if part)
            held = [item for item in ruling["branches"] if all(item["choices"].get(c, r) == r for c, r in choices.items())]
            if not held:
                yield f"{name}: there is no branch {key}"
            for branch in held:
                if (found := read(branch)) != what:
                    yield f"in branch {branch['id']} {name} is {found}, not {what}"


def _asks(branch: Mapping[str, Any]) -> str:
    return " ".join(_short(ask["place"]) for ask in (branch["reconstruction"] or {"ask": ()})["ask"])


def _boxes(branch: Mapping[str, Any]) -> str:
    return " / ".join(" ".join((_short(place), *cards)) for place, cards in branch["hands"].items())


def _short(place: str) -> str:
    return "D" if place == "dealer" else place.removeprefix("box")

"""What a game's procedure is, and its uses, written once for all games: follow, simulate, enumerate, reconstruct.

A procedure says what is due next and takes one lawful step; the board it works on is frozen.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from replay.rules import Rules

B = TypeVar("B", bound=Hashable)

HOLE: Final = "--"
"""Stands where something was due and was passed over."""


@dataclass(frozen=True, slots=True)
class Due:
    """What must come next: a card to a place."""

    place: str


@dataclass(frozen=True, slots=True)
class Done:
    """What was done: a card laid at a place, at a position of the ledger."""

    place: str
    card: str
    position: int


class Procedure(Protocol[B]):
    """One game, written once."""

    def due(self, board: B, rules: Rules) -> Due | None:
        """What must come next, None when nothing more is due."""
        ...

    def take(self, board: B, due: Due, card: str) -> B:
        """The board after what was due was done; HOLE where it was passed over."""
        ...

    def lay(self, board: B, place: str, card: str, rules: Rules) -> Sequence[B]:
        """The boards with which play can go on after a card was laid that was not due."""
        ...

    def grounds(self, board: B, place: str, rules: Rules) -> None:
        """Reads what decides whether `place` gets a card now, so that it is cited."""
        ...


def follow(procedure: Procedure[B], board: B, rules: Rules, done: Sequence[Done]) -> tuple[B, int]:
    """Goes along what was done as long as it was due: the board reached and the number of steps."""
    for step, act in enumerate(done):
        due = procedure.due(board, rules)
        if due is None or due.place != act.place:
            return board, step
        board = procedure.take(board, due, act.card)
    return board, len(done)


def simulate(procedure: Procedure[B], board: B, rules: Rules, draw: Callable[[], str]) -> tuple[B, list[tuple[str, str]]]:
    """Plays to the end with cards from `draw`: the last board, and what went where."""
    dealt: list[tuple[str, str]] = []
    while due := procedure.due(board, rules):
        card = draw()
        dealt.append((due.place, card))
        board = procedure.take(board, due, card)
    return board, dealt


def enumerate_exact(
    procedure: Procedure[B], board: B, rules: Rules, shoe: dict[str, int], weight: int = 1
) -> Iterator[tuple[B, int, int]]:
    """Every way in which play can go, with the number of ordered draws that lead there and of cards then left.

    `shoe` holds how many cards of each face are in it; it is the same again afterwards.
    """
    due = procedure.due(board, rules)
    if due is None:
        yield board, weight, sum(shoe.values())
        return
    for card, copies in shoe.items():
        if copies:
            shoe[card] = copies - 1
            yield from enumerate_exact(procedure, procedure.take(board, due, card), rules, shoe, weight * copies)
            shoe[card] = copies


@dataclass(frozen=True, slots=True)
class Lawful(Generic[B]):
    """Where the cards belong: the board, the places of the cards in shoe order, what is missing and what is over."""

    board: B
    places: tuple[str, ...]
    draw: tuple[str, ...]
    surplus: tuple[int, ...]


def reconstruct(procedure: Procedure[B], board: B, rules: Rules, cards: Sequence[str]) -> Lawful[B]:
    """Feeds the cards, in the order in which they left the shoe, to what was due.

    Where they do not suffice `draw` names the place of the next card; cards that nothing is due for are surplus.
    """
    places: list[str] = []
    due = procedure.due(board, rules)
    for card in cards:
        if due is None:
            break
        places.append(due.place)
        board = procedure.take(board, due, card)
        due = procedure.due(board, rules)
    return Lawful(board, tuple(places), (due.place,) if due else (), tuple(range(len(places), len(cards))))

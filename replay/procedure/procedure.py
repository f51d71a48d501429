"""What a game's procedure is, and its uses, written once for all games: follow, simulate, enumerate, reconstruct.

A procedure says what is due next and takes one lawful step; the board it works on is frozen.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Literal, Protocol, TypeVar

from replay.rulebooks.rules import Rules

B = TypeVar("B", bound=Hashable)

Act = Literal["card", "choose", "act"]

HOLE: Final = "--"
"""Stands where something was due and was passed over."""


@dataclass(frozen=True, slots=True)
class Due:
    """What must come next: a card to a place, the decision of whoever plays there, or an act of the dealer's.

    `by` is who made it, where that is said.
    """

    place: str
    act: Act = "card"
    by: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """What was done: a card laid at a place, or a decision made there, at a position of the ledger.

    `by` is who made the decision, where that is said.
    """

    place: str
    given: str
    position: int
    act: Act = "card"
    by: str = ""

    def fits(self, due: Due | None) -> bool:
        """Whether it is of the kind and at the place that was due."""
        return due is not None and due.place == self.place and due.act == self.act


class Procedure(Protocol[B]):
    """One game, written once. A game without decisions leaves what concerns them as it stands here."""

    def due(self, board: B, rules: Rules) -> Due | None:
        """What must come next, None when nothing more is due."""
        ...

    def take(self, board: B, due: Due, given: str) -> B:
        """The board after what was due was done; HOLE where it was passed over."""
        ...

    def lay(self, board: B, place: str, card: str, rules: Rules) -> Sequence[B]:
        """The boards with which play can go on after a card was laid that was not due."""
        ...

    def grounds(self, board: B, place: str, rules: Rules) -> None:
        """Reads what decides whether `place` gets a card now, so that it is cited."""
        ...

    def legal(self, board: B, due: Due, given: str, rules: Rules) -> bool:  # noqa: ARG002 - a game without decisions
        """Whether this decision is open to whoever is to make it."""
        return True

    def implied(self, board: B, due: Due, act: Done | None, rules: Rules) -> str | None:  # noqa: ARG002
        """The decision that nobody told, but that the next act (None: the round's end) shows was made."""
        return None

    def allows(self, board: B, act: Done, rules: Rules) -> B | None:  # noqa: ARG002
        """The board after something that may be done though nothing requires it; None if it may not."""
        return None

    def ahead(self, board: B, act: Done, rules: Rules) -> Sequence[B]:  # noqa: ARG002
        """The boards with which play can go on after a decision that was not due, or not open."""
        return ()

    def done_with(self, board: B, place: str, rules: Rules) -> bool:  # noqa: ARG002
        """Whether nothing more is to be decided at a place, whosever turn it is."""
        return False

    def info(self, board: B, due: Due) -> Hashable:  # noqa: ARG002
        """What whoever decides could see: a decision carries over to where the same is seen."""
        return due.place


def step(procedure: Procedure[B], board: B, rules: Rules, act: Done | None) -> tuple[B, Due | None, str] | None:
    """How play lawfully went on up to this act (None: the round's end), None if it cannot have.

    The board then, what was due if anything was, and what was given to it; a due that is not the act's own was filled
    by a decision that the act implies, and the act is still to come.
    """
    due = procedure.due(board, rules)
    if act is not None:
        if due is not None and act.fits(due):
            due = due if due.by == act.by else Due(due.place, due.act, act.by)
            if due.act == "card" or procedure.legal(board, due, act.given, rules):
                return procedure.take(board, due, act.given), due, act.given
        allowed = procedure.allows(board, act, rules)
        if allowed is not None:
            return allowed, None, act.given
    given = procedure.implied(board, due, act, rules) if due is not None and due.act == "choose" else None
    if due is None or given is None:
        return None
    return procedure.take(board, due, given), due, given


def consumed(act: Done | None, due: Due | None) -> bool:
    """Whether a step that filled `due` was the act itself, and not a decision that it implies."""
    return act is not None and (due is None or act.fits(due))


def follow(procedure: Procedure[B], board: B, rules: Rules, done: Sequence[Done]) -> tuple[B, int]:
    """Goes along what was done as long as it was due: the board reached and the number of steps."""
    at = 0
    while at < len(done):
        went = step(procedure, board, rules, done[at])
        if went is None:
            break
        board, due, _ = went
        at += consumed(done[at], due)
    return board, at


def ended(procedure: Procedure[B], board: B, rules: Rules) -> B | None:
    """The board at the round's end, with the decisions that this implies; None while something is still due."""
    while procedure.due(board, rules) is not None:
        went = step(procedure, board, rules, None)
        if went is None:
            return None
        board = went[0]
    return board


Choose = Callable[[B, Due], str]
"""How a player decides what is due."""


def simulate(
    procedure: Procedure[B], board: B, rules: Rules, draw: Callable[[], str], choose: Choose[B] | None = None
) -> tuple[B, list[tuple[Due, str]]]:
    """Plays to the end with cards from `draw` and decisions from `choose`: the last board, and what was given to what."""
    played: list[tuple[Due, str]] = []
    while due := procedure.due(board, rules):
        given = draw() if due.act == "card" or choose is None else choose(board, due)
        played.append((due, given))
        board = procedure.take(board, due, given)
    return board, played


def enumerate_exact(
    procedure: Procedure[B],
    board: B,
    rules: Rules,
    shoe: dict[str, int],
    weight: int = 1,
    choose: Choose[B] | None = None,
) -> Iterator[tuple[B, int, int]]:
    """Every way in which play can go, with the number of ordered draws that lead there and of cards then left.

    `shoe` holds how many cards of each face are in it; it is the same again afterwards.
    """
    due = procedure.due(board, rules)
    if due is None:
        yield board, weight, sum(shoe.values())
        return
    if due.act == "choose" and choose is not None:
        chosen = procedure.take(board, due, choose(board, due))
        yield from enumerate_exact(procedure, chosen, rules, shoe, weight, choose)
        return
    for card, copies in shoe.items():
        if copies:
            shoe[card] = copies - 1
            following = procedure.take(board, due, card)
            yield from enumerate_exact(procedure, following, rules, shoe, weight * copies, choose)
            shoe[card] = copies


@dataclass(frozen=True, slots=True)
class Lawful(Generic[B]):
    """Where the cards belong: the board, the places of the cards in shoe order, what is missing and what is over.

    `asks` is the decision at which it stops, if nobody has made it on what is now to be seen; `carried` are the
    decisions that stand, place by place.
    """

    board: B
    places: tuple[str, ...]
    draw: tuple[str, ...]
    surplus: tuple[int, ...]
    asks: str | None = None
    carried: tuple[tuple[str, str], ...] = ()


Memory = Mapping[Hashable, str]
"""The decisions that were made, by what whoever made them could see."""


def reconstruct(
    procedure: Procedure[B],
    board: B,
    rules: Rules,
    cards: Sequence[str],
    answer: Callable[[B, Due], str | None] | None = None,
    granted: Callable[[B], B] | None = None,
) -> Lawful[B]:
    """Feeds the cards, in the order in which they left the shoe, to what was due.

    Where they do not suffice `draw` names the place of the next card; cards that nothing is due for are surplus.
    `answer` says what was decided, None where that must be asked; a decision that is not open is taken as it was made.
    `granted` is what was said besides, that nobody had to be asked for.
    """
    places: list[str] = []
    carried: list[tuple[str, str]] = []
    asks: str | None = None
    while True:
        board = board if granted is None else granted(board)
        due = procedure.due(board, rules)
        if due is None:
            break
        if due.act == "choose":
            given = answer(board, due) if answer is not None else None
            if given is None:
                asks = due.place
                break
            carried.append((due.place, given))
            act = Done(due.place, given, 0, "choose")
            legal = procedure.legal(board, due, given, rules)
            board = procedure.take(board, due, given) if legal else procedure.ahead(board, act, rules)[0]
            continue
        if len(places) == len(cards):
            break
        board = procedure.take(board, due, cards[len(places)])
        places.append(due.place)
    draw = (due.place,) if due is not None and due.act == "card" else ()
    return Lawful(board, tuple(places), draw, tuple(range(len(places), len(cards))), asks, tuple(carried))

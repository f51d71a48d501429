"""What a game's procedure is, and its uses, written once for all games: follow, simulate, enumerate, reconstruct.

A procedure says what is due next and takes one lawful step; the board it works on is frozen.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Literal, NamedTuple, Protocol, TypeVar

from replay.rulebooks.rules import Rules

B = TypeVar("B", bound=Hashable)

ActKind = Literal["card", "choose", "act"]

PASSED_OVER: Final = "--"
"""Stands where something was due and was passed over."""


class Due(NamedTuple):
    """What must come next: a card to a place, the decision of whoever plays there, or an act of the dealer's.

    `by` is who made it, where that is said.
    """

    place: str
    kind: ActKind = "card"
    player: str = ""


class TableAct(NamedTuple):
    """What was done: a card laid at a place, or a decision made there, at a position of the ledger.

    `by` is who made the decision, where that is said.
    """

    place: str
    value: str
    position: int
    kind: ActKind = "card"
    player: str = ""

    def fits(self, due: Due | None) -> bool:
        """Whether it is of the kind and at the place that was due."""
        return due is not None and due.place == self.place and due.kind == self.kind


class Procedure(Protocol[B]):
    """One game, written once. A game without decisions leaves what concerns them as it stands here."""

    def due(self, board: B, rules: Rules) -> Due | None:
        """What must come next, None when nothing more is due."""
        ...

    def after_due(self, board: B, due: Due, value: str) -> B:
        """The board after what was due was done; PASSED_OVER where it was."""
        ...

    def after_undue_card(self, board: B, place: str, card: str, rules: Rules) -> Sequence[B]:
        """The boards with which play can go on after a card was laid that was not due."""
        ...

    def cite_grounds(self, board: B, place: str, rules: Rules) -> None:
        """Reads what decides whether `place` gets a card now, so that it is cited."""
        ...

    def is_legal(self, board: B, due: Due, value: str, rules: Rules) -> bool:  # noqa: ARG002 - a game without decisions
        """Whether this decision is open to whoever is to make it."""
        return True

    def implied_decision(self, board: B, due: Due, act: TableAct | None, rules: Rules) -> str | None:  # noqa: ARG002
        """The decision that nobody told, but that the next act (None: the round's end) shows was made."""
        return None

    def after_optional(self, board: B, act: TableAct, rules: Rules) -> B | None:  # noqa: ARG002
        """The board after something that may be done though nothing requires it; None if it may not."""
        return None

    def after_undue_decision(self, board: B, act: TableAct, rules: Rules) -> Sequence[B]:  # noqa: ARG002
        """The boards with which play can go on after a decision that was not due, or not open."""
        return ()

    def is_finished(self, board: B, place: str, rules: Rules) -> bool:  # noqa: ARG002
        """Whether nothing more is to be decided at a place, whosever turn it is."""
        return False

    def board_in_turn(self, board: B, act: TableAct, rules: Rules) -> B:  # noqa: ARG002
        """The board on which an act is in turn, where the rules leave open what comes next."""
        return board

    def visible_state(self, board: B, due: Due) -> Hashable:  # noqa: ARG002
        """What whoever decides could see: a decision carries over to where the same is seen."""
        return due.place


def lawful_step(procedure: Procedure[B], board: B, rules: Rules, act: TableAct | None) -> tuple[B, Due | None, str] | None:
    """How play lawfully went on up to this act (None: the round's end), None if it cannot have.

    The board then, what was due if anything was, and what was given to it; a due that is not the act's own was filled
    by a decision that the act implies, and the act is still to come.
    """
    board = board if act is None else procedure.board_in_turn(board, act, rules)
    due = procedure.due(board, rules)
    if act is not None:
        if due is not None and act.fits(due):
            due = due if due.player == act.player else Due(due.place, due.kind, act.player)
            if due.kind == "card" or procedure.is_legal(board, due, act.value, rules):
                return procedure.after_due(board, due, act.value), due, act.value
        allowed = procedure.after_optional(board, act, rules)
        if allowed is not None:
            return allowed, None, act.value
    given = procedure.implied_decision(board, due, act, rules) if due is not None and due.kind == "choose" else None
    if due is None or given is None:
        return None
    return procedure.after_due(board, due, given), due, given


def is_act_consumed(act: TableAct | None, due: Due | None) -> bool:
    """Whether a step that filled `due` was the act itself, and not a decision that it implies."""
    return act is not None and (due is None or act.fits(due))


def follow(procedure: Procedure[B], board: B, rules: Rules, acts: Sequence[TableAct]) -> tuple[B, int]:
    """Goes along what was done as long as it was due: the board reached and the number of steps."""
    at = 0
    while at < len(acts):
        went = lawful_step(procedure, board, rules, acts[at])
        if went is None:
            break
        board, due, _ = went
        at += is_act_consumed(acts[at], due)
    return board, at


def end_board(procedure: Procedure[B], board: B, rules: Rules) -> B | None:
    """The board at the round's end, with the decisions that this implies; None while something is still due."""
    while procedure.due(board, rules) is not None:
        went = lawful_step(procedure, board, rules, None)
        if went is None:
            return None
        board = went[0]
    return board


PlayerDecision = Callable[[B, Due], str]
"""How a player decides what is due."""


def simulate(
    procedure: Procedure[B], board: B, rules: Rules, draw: Callable[[], str], choose: PlayerDecision[B] | None = None
) -> tuple[B, list[tuple[Due, str]]]:
    """Plays to the end with cards from `draw` and decisions from `choose`: the last board, and what was given to what."""
    played: list[tuple[Due, str]] = []
    while due := procedure.due(board, rules):
        given = draw() if due.kind == "card" or choose is None else choose(board, due)
        played.append((due, given))
        board = procedure.after_due(board, due, given)
    return board, played


def enumerate_exact(
    procedure: Procedure[B],
    board: B,
    rules: Rules,
    shoe: dict[str, int],
    weight: int = 1,
    choose: PlayerDecision[B] | None = None,
) -> Iterator[tuple[B, int, int]]:
    """Every way in which play can go, with the number of ordered draws that lead there and of cards then left.

    `shoe` holds how many cards of each face are in it; it is the same again afterwards.
    """
    due = procedure.due(board, rules)
    if due is None:
        yield board, weight, sum(shoe.values())
        return
    if due.kind == "choose" and choose is not None:
        chosen = procedure.after_due(board, due, choose(board, due))
        yield from enumerate_exact(procedure, chosen, rules, shoe, weight, choose)
        return
    for card, copies in shoe.items():
        if copies:
            shoe[card] = copies - 1
            following = procedure.after_due(board, due, card)
            yield from enumerate_exact(procedure, following, rules, shoe, weight * copies, choose)
            shoe[card] = copies


@dataclass(frozen=True, slots=True)
class LawfulDeal(Generic[B]):
    """Where the cards belong: the board, the places of the cards in shoe order, what is missing and what is over.

    `asks` is the decision at which it stops, if nobody has made it on what is now to be seen; `carried` are the
    decisions that stand, place by place.
    """

    board: B
    places: tuple[str, ...]
    draw: tuple[str, ...]
    surplus: tuple[int, ...]
    undecided_place: str | None = None
    carried_decisions: tuple[tuple[str, str], ...] = ()


DecisionMemory = Mapping[Hashable, str]
"""The decisions that were made, by what whoever made them could see."""


def reconstruct(
    procedure: Procedure[B],
    board: B,
    rules: Rules,
    cards: Sequence[str],
    answer: Callable[[B, Due], str | None] | None = None,
    apply_unasked: Callable[[B], B] | None = None,
) -> LawfulDeal[B]:
    """Feeds the cards, in the order in which they left the shoe, to what was due.

    Where they do not suffice `draw` names the place of the next card; cards that nothing is due for are surplus.
    `answer` says what was decided, None where that must be asked; a decision that is not open is taken as it was made.
    `apply_unasked` enters what was said without having been asked for.
    """
    places: list[str] = []
    carried: list[tuple[str, str]] = []
    asks: str | None = None
    while True:
        board = board if apply_unasked is None else apply_unasked(board)
        due = procedure.due(board, rules)
        if due is None:
            break
        if due.kind == "choose":
            given = answer(board, due) if answer is not None else None
            if given is None:
                asks = due.place
                break
            carried.append((due.place, given))
            act = TableAct(due.place, given, 0, "choose")
            legal = procedure.is_legal(board, due, given, rules)
            board = (
                procedure.after_due(board, due, given) if legal else procedure.after_undue_decision(board, act, rules)[0]
            )
            continue
        if len(places) == len(cards):
            break
        board = procedure.after_due(board, due, cards[len(places)])
        places.append(due.place)
    draw = (due.place,) if due is not None and due.kind == "card" else ()
    return LawfulDeal(board, tuple(places), draw, tuple(range(len(places), len(cards))), asks, tuple(carried))

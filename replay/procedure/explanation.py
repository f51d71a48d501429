"""Why a deal is not what was due: the fewest departures that explain it, found cheapest first."""

import heapq
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, Generic, Literal, cast

from replay.procedure.procedure import HOLE, B, Done, Due, Procedure, consumed, ended, step
from replay.rulebooks.rules import Rules

Departure = Literal["underdraw", "overdraw", "card_astray", "out_of_order", "not_asked", "not_open", "out_of_turn"]
PRECEDENCE: Final[tuple[Departure, ...]] = (
    "out_of_order",
    "underdraw",
    "overdraw",
    "card_astray",
    "not_open",
    "out_of_turn",
    "not_asked",
)
"""Among equally short explanations the one wins by which the hands have the right number of cards, or one too few."""

MOST: Final = 4
"""More departures than this in one deal explain nothing: a person must look."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One departure: `step` is the index of the act concerned, `due` the place that was due there, if any."""

    kind: Departure
    step: int
    place: str
    due: str | None
    clauses: frozenset[str]
    board: object
    """How the table stood when it happened."""


@dataclass(frozen=True, slots=True)
class Explanation(Generic[B]):
    """A shortest list of faults that turns what was due into what was done, and the board as the dealer saw it.

    `told` are the decisions on the way, each with what could be seen when it was made; `implied` of them nobody told.
    """

    faults: tuple[Fault, ...]
    board: B
    told: tuple[tuple[Hashable, str], ...] = ()
    implied: int = 0


@dataclass(frozen=True, slots=True)
class _Way(Generic[B]):
    """How far an explanation has come."""

    at: int
    board: B
    faults: tuple[Fault, ...] = ()
    told: tuple[tuple[Hashable, str], ...] = ()
    implied: int = 0

    def on(
        self, at: int, board: B, *faults: Fault, said: tuple[tuple[Hashable, str], ...] = (), implied: bool = False
    ) -> "_Way[B]":
        return _Way(at, board, self.faults + faults, self.told + said, self.implied + implied)


def explain(
    procedure: Procedure[B], start: B, rules: Rules, done: Sequence[Done], *, closed: bool
) -> Explanation[B] | None:
    """The likeliest of the shortest explanations; None if no MOST departures explain it.

    `closed` says that the record of the round is complete, so that what is still due was passed over.
    """
    tick = count()
    heap: list[tuple[_Rank, int, int, _Way[B]]] = [(_rank(_Way(0, start)), 0, next(tick), _Way(0, start))]
    seen: set[tuple[int, B]] = set()
    while heap:
        _, _, _, way = heapq.heappop(heap)
        if (way.at, way.board) in seen:  # a better way has been there: from the same table both can only go on alike
            continue
        seen.add((way.at, way.board))
        end = _end(procedure, way, rules, closed=closed) if way.at == len(done) else None
        if end is not None:
            faults = tuple(_grounded(procedure, fault, rules) for fault in way.faults)
            return Explanation(faults, end, way.told, way.implied)
        for following in _ways(procedure, way, rules, done):
            if len(following.faults) <= MOST:
                heapq.heappush(heap, (_rank(following), -following.at, next(tick), following))
    return None


def _end(procedure: Procedure[B], way: _Way[B], rules: Rules, *, closed: bool) -> B | None:
    """The board when all acts are told; None where something more must have been passed over."""
    return ended(procedure, way.board, rules) if closed else way.board


_Rank = tuple[int, int, tuple[tuple[int, int], ...]]


def _rank(way: _Way[B]) -> _Rank:
    """What needs the fewest departures comes first, then the fewest decisions that nobody told, then what fits longest.

    Among what departs at the same act, the precedence of the departures decides. A way's rank never falls as it goes on,
    so that the first one at the end is the best.
    """
    steps = tuple((-fault.step, PRECEDENCE.index(fault.kind)) for fault in way.faults)
    return len(way.faults), way.implied, steps


def _ways(procedure: Procedure[B], way: _Way[B], rules: Rules, done: Sequence[Done]) -> Iterator[_Way[B]]:
    """How play can have gone on from here, lawfully or with one fault more."""
    at, board = way.at, way.board
    act = done[at] if at < len(done) else None
    went = step(procedure, board, rules, act)
    if went is not None:
        following, filled, given = went
        said = _said(procedure, board, filled or (Due(act.place, act.act, act.by) if act else None), given)
        yield way.on(at + consumed(act, filled), following, said=said, implied=not consumed(act, filled))
    due = procedure.due(board, rules)
    if act is not None and act.act == "card" and not act.fits(due):
        yield from _laid(procedure, way, rules, done, due)
    if act is not None and act.act == "choose" and (went is None or not consumed(act, went[1])):
        early = due is not None and not act.fits(due) and not procedure.done_with(board, act.place, rules)
        kind: Departure = "out_of_turn" if early else "not_open"
        for following in procedure.ahead(board, act, rules):
            heeded = following != board  # else it is nobody's decision
            said = _said(procedure, board, Due(act.place, "choose", act.by), act.given) if heeded else ()
            yield way.on(at + 1, following, _fault(kind, board, at, act.place, due), said=said)
    if due is not None:
        missed: Departure = "underdraw" if due.act == "card" else "not_asked"
        fault = _fault(missed, board, at, due.place, due)
        yield way.on(at, procedure.take(board, due, HOLE), fault)


def _said(procedure: Procedure[B], board: B, due: Due | None, given: str) -> tuple[tuple[Hashable, str], ...]:
    """The decision that was made, with what could be seen; none where a card was due."""
    return ((procedure.info(board, due), given),) if due is not None and due.act == "choose" else ()


def _laid(procedure: Procedure[B], way: _Way[B], rules: Rules, done: Sequence[Done], due: Due | None) -> Iterator[_Way[B]]:
    """A card that was not due where it was laid: one too many, one astray, or two in the wrong order."""
    at, board, act = way.at, way.board, done[way.at]
    fault = _fault("overdraw", board, at, act.place, due)
    for following in procedure.lay(board, act.place, act.given, rules):
        yield way.on(at + 1, following, fault)
    if due is None or due.act != "card":
        return
    astray = _fault("card_astray", board, at, act.place, due)
    passed = procedure.take(board, due, HOLE)
    for following in procedure.lay(passed, act.place, act.given, rules):
        yield way.on(at + 1, following, astray)
    yield from _swapped(procedure, way, rules, done, due)


def _swapped(procedure: Procedure[B], way: _Way[B], rules: Rules, done: Sequence[Done], due: Due) -> Iterator[_Way[B]]:
    """Two cards dealt in the wrong order: the second was due first, and after it the first."""
    at, board = way.at, way.board
    if at + 1 >= len(done) or not done[at + 1].fits(due):
        return
    after = procedure.take(board, due, done[at + 1].given)
    then = procedure.due(after, rules)
    if then is not None and done[at].fits(then):
        fault = _fault("out_of_order", board, at, done[at].place, due)
        yield way.on(at + 2, procedure.take(after, then, done[at].given), fault)


def _fault(kind: Departure, board: B, step: int, place: str, due: Due | None) -> Fault:
    return Fault(kind, step, place, due.place if due else None, frozenset(), board)


def _grounded(procedure: Procedure[B], fault: Fault, rules: Rules) -> Fault:
    """A departure with the clauses that say what was due."""
    board = cast("B", fault.board)
    with rules.scope() as cited:
        procedure.grounds(board, fault.place, rules)
        if fault.due is not None and fault.due != fault.place and fault.kind != "overdraw":
            procedure.grounds(board, fault.due, rules)
    return replace(fault, clauses=frozenset(cited))

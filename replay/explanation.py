"""Why a deal is not what was due: the fewest departures that explain it, found cheapest first."""

import heapq
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, Generic, Literal

from replay.procedure import HOLE, B, Done, Due, Procedure, consumed, ended, step
from replay.rules import Rules

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


def explain(procedure: Procedure[B], start: B, rules: Rules, done: Sequence[Done], *, closed: bool) -> list[Explanation[B]]:
    """All shortest explanations, the likeliest first; none if no MOST departures explain it.

    `closed` says that the record of the round is complete, so that what is still due was passed over.
    """
    tick = count()
    heap: list[tuple[int, int, int, _Way[B]]] = [(0, 0, next(tick), _Way(0, start))]
    found: list[Explanation[B]] = []
    seen: set[tuple[int, B, tuple[tuple[str, int], ...]]] = set()
    least: int | None = None
    while heap:
        cost, _, _, way = heapq.heappop(heap)
        if least is not None and cost > least:
            break
        mark = (way.at, way.board, tuple((fault.kind, fault.step) for fault in way.faults))
        if mark in seen:
            continue
        seen.add(mark)
        end = _end(procedure, way, rules, closed=closed) if way.at == len(done) else None
        if end is not None:
            least = cost
            found.append(Explanation(way.faults, end, way.told, way.implied))
            continue
        for following in _ways(procedure, way, rules, done):
            if len(following.faults) <= MOST:
                heapq.heappush(heap, (len(following.faults), -following.at, next(tick), following))
    return sorted(found, key=_rank)


def _end(procedure: Procedure[B], way: _Way[B], rules: Rules, *, closed: bool) -> B | None:
    """The board when all acts are told; None where something more must have been passed over."""
    return ended(procedure, way.board, rules) if closed else way.board


def _rank(explanation: Explanation[B]) -> tuple[int, list[tuple[int, int]]]:
    """What needs the fewest decisions that nobody told comes first, then what fits longest.

    Among what departs at the same act, the precedence of the departures decides.
    """
    return explanation.implied, [(-fault.step, PRECEDENCE.index(fault.kind)) for fault in explanation.faults]


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
            said = _said(procedure, board, Due(act.place, "choose", act.by), act.given)
            yield way.on(at + 1, following, _fault(procedure, board, rules, kind, at, act.place, due), said=said)
    if due is not None:
        missed: Departure = "underdraw" if due.act == "card" else "not_asked"
        fault = _fault(procedure, board, rules, missed, at, due.place, due)
        yield way.on(at, procedure.take(board, due, HOLE), fault)


def _said(procedure: Procedure[B], board: B, due: Due | None, given: str) -> tuple[tuple[Hashable, str], ...]:
    """The decision that was made, with what could be seen; none where a card was due."""
    return ((procedure.info(board, due), given),) if due is not None and due.act == "choose" else ()


def _laid(procedure: Procedure[B], way: _Way[B], rules: Rules, done: Sequence[Done], due: Due | None) -> Iterator[_Way[B]]:
    """A card that was not due where it was laid: one too many, one astray, or two in the wrong order."""
    at, board, act = way.at, way.board, done[way.at]
    fault = _fault(procedure, board, rules, "overdraw", at, act.place, due)
    for following in procedure.lay(board, act.place, act.given, rules):
        yield way.on(at + 1, following, fault)
    if due is None or due.act != "card":
        return
    astray = _fault(procedure, board, rules, "card_astray", at, act.place, due)
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
        fault = _fault(procedure, board, rules, "out_of_order", at, done[at].place, due)
        yield way.on(at + 2, procedure.take(after, then, done[at].given), fault)


def _fault(
    procedure: Procedure[B], board: B, rules: Rules, kind: Departure, step: int, place: str, due: Due | None
) -> Fault:
    with rules.scope() as cited:
        procedure.grounds(board, place, rules)
        if due is not None and due.place != place and kind != "overdraw":
            procedure.grounds(board, due.place, rules)
    return Fault(kind, step, place, due.place if due else None, frozenset(cited), board)

"""Why a deal is not what was due: the fewest departures that explain it, found cheapest first."""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, Generic, Literal

from replay.procedure import HOLE, B, Done, Procedure
from replay.rules import Rules

Departure = Literal["underdraw", "overdraw", "card_astray", "out_of_order"]
PRECEDENCE: Final[tuple[Departure, ...]] = ("underdraw", "out_of_order", "overdraw", "card_astray")
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
    """A shortest list of faults that turns what was due into what was done, and the board as the dealer saw it."""

    faults: tuple[Fault, ...]
    board: B


def explain(procedure: Procedure[B], start: B, rules: Rules, done: Sequence[Done], *, closed: bool) -> list[Explanation[B]]:
    """All shortest explanations, the likeliest first; none if no MOST departures explain it.

    `closed` says that the record of the round is complete, so that what is still due was passed over.
    """
    tick = count()
    heap: list[tuple[int, int, int, int, B, tuple[Fault, ...]]] = [(0, 0, next(tick), 0, start, ())]
    found: list[Explanation[B]] = []
    seen: set[tuple[int, B, tuple[tuple[str, int], ...]]] = set()
    least: int | None = None
    while heap:
        cost, _, _, at, board, faults = heapq.heappop(heap)
        if least is not None and cost > least:
            break
        mark = (at, board, tuple((fault.kind, fault.step) for fault in faults))
        if mark in seen:
            continue
        seen.add(mark)
        if at == len(done) and (not closed or procedure.due(board, rules) is None):
            least = cost
            found.append(Explanation(faults, board))
            continue
        for step, following, more in _ways(procedure, board, rules, done, at):
            if not more or cost < MOST:
                heapq.heappush(heap, (cost + len(more), -step, next(tick), step, following, faults + more))
    return sorted(found, key=_rank)


def _rank(explanation: Explanation[B]) -> list[tuple[int, int]]:
    """What fits longest comes first; among what departs at the same act, the precedence of the departures decides."""
    return [(-fault.step, PRECEDENCE.index(fault.kind)) for fault in explanation.faults]


def _ways(
    procedure: Procedure[B], board: B, rules: Rules, done: Sequence[Done], at: int
) -> Iterator[tuple[int, B, tuple[Fault, ...]]]:
    """How play can have gone on from here: the next act to look at, the board then, and the fault if it was one."""
    due = procedure.due(board, rules)
    act = done[at] if at < len(done) else None
    if due and act and due.place == act.place:
        yield at + 1, procedure.take(board, due, act.card), ()
    if act and (due is None or due.place != act.place):
        fault = _fault(procedure, board, rules, "overdraw", at, act.place, due.place if due else None)
        for following in procedure.lay(board, act.place, act.card, rules):
            yield at + 1, following, (fault,)
        if due:
            astray = _fault(procedure, board, rules, "card_astray", at, act.place, due.place)
            passed = procedure.take(board, due, HOLE)
            for following in procedure.lay(passed, act.place, act.card, rules):
                yield at + 1, following, (astray,)
            yield from _swapped(procedure, board, rules, done, at)
    if due:
        missed = _fault(procedure, board, rules, "underdraw", at, due.place, due.place)
        yield at, procedure.take(board, due, HOLE), (missed,)


def _swapped(
    procedure: Procedure[B], board: B, rules: Rules, done: Sequence[Done], at: int
) -> Iterator[tuple[int, B, tuple[Fault, ...]]]:
    """Two cards dealt in the wrong order: the second was due first, and after it the first."""
    due = procedure.due(board, rules)
    if due is None or at + 1 >= len(done) or done[at + 1].place != due.place:
        return
    after = procedure.take(board, due, done[at + 1].card)
    then = procedure.due(after, rules)
    if then is not None and then.place == done[at].place:
        fault = _fault(procedure, board, rules, "out_of_order", at, done[at].place, due.place)
        yield at + 2, procedure.take(after, then, done[at].card), (fault,)


def _fault(
    procedure: Procedure[B], board: B, rules: Rules, kind: Departure, step: int, place: str, due: str | None
) -> Fault:
    with rules.scope() as cited:
        procedure.grounds(board, place, rules)
        if due and due != place and kind != "overdraw":
            procedure.grounds(board, due, rules)
    return Fault(kind, step, place, due, frozenset(cited), board)

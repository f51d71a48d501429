"""Why a deal is not what was due: the fewest departures that explain it, found cheapest first."""

import heapq
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, Generic, Literal, cast

from replay.procedure.procedure import PASSED_OVER, B, Due, Procedure, TableAct, end_board, is_act_consumed, lawful_step
from replay.rulebooks.rules import Rules

DeviationKind = Literal["underdraw", "overdraw", "card_astray", "out_of_order", "not_asked", "not_open", "out_of_turn"]
PRECEDENCE: Final[tuple[DeviationKind, ...]] = (
    "out_of_order",
    "underdraw",
    "overdraw",
    "card_astray",
    "not_open",
    "out_of_turn",
    "not_asked",
)
"""Among equally short explanations the one wins by which the hands have the right number of cards, or one too few."""

MOST_DEVIATIONS: Final = 4
"""More departures than this in one deal explain nothing: a person must look."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """One departure: `step` is the index of the act concerned, `due` the place that was due there, if any."""

    kind: DeviationKind
    step: int
    place: str
    due: str | None
    clauses: frozenset[str]
    board: object
    """How the table stood when it happened."""


@dataclass(frozen=True, slots=True)
class Explanation(Generic[B]):
    """A shortest list of faults that turns what was due into what was done, and the board as the dealer saw it.

    `decisions` are those on the way, each with what could be seen when it was made; `implied` of them nobody told.
    """

    deviations: tuple[Deviation, ...]
    board: B
    decisions: tuple[tuple[Hashable, str], ...] = ()
    implied_count: int = 0


@dataclass(frozen=True, slots=True)
class _Path(Generic[B]):
    """How far an explanation has come."""

    act_index: int
    board: B
    deviations: tuple[Deviation, ...] = ()
    decisions: tuple[tuple[Hashable, str], ...] = ()
    implied_count: int = 0

    def extended(
        self,
        act_index: int,
        board: B,
        *deviations: Deviation,
        decisions: tuple[tuple[Hashable, str], ...] = (),
        is_implied: bool = False,
    ) -> "_Path[B]":
        return _Path(
            act_index, board, self.deviations + deviations, self.decisions + decisions, self.implied_count + is_implied
        )


def explain(
    procedure: Procedure[B], start: B, rules: Rules, acts: Sequence[TableAct], *, closed: bool
) -> Explanation[B] | None:
    """The likeliest of the shortest explanations; None if no MOST departures explain it.

    `closed` says that the record of the round is complete, so that what is still due was passed over.
    """
    tick = count()
    heap: list[tuple[_Rank, int, int, _Path[B]]] = [(_rank(_Path(0, start)), 0, next(tick), _Path(0, start))]
    seen: set[tuple[int, B]] = set()
    while heap:
        _, _, _, way = heapq.heappop(heap)
        if (way.act_index, way.board) in seen:  # a better way has been there: from the same table both can only go on alike
            continue
        seen.add((way.act_index, way.board))
        end = _end_board(procedure, way, rules, closed=closed) if way.act_index == len(acts) else None
        if end is not None:
            faults = tuple(_with_clauses(procedure, fault, rules) for fault in way.deviations)
            return Explanation(faults, end, way.decisions, way.implied_count)
        for following in _next_paths(procedure, way, rules, acts):
            if len(following.deviations) <= MOST_DEVIATIONS:
                heapq.heappush(heap, (_rank(following), -following.act_index, next(tick), following))
    return None


def _end_board(procedure: Procedure[B], path: _Path[B], rules: Rules, *, closed: bool) -> B | None:
    """The board when all acts are told; None where something more must have been passed over."""
    return end_board(procedure, path.board, rules) if closed else path.board


_Rank = tuple[int, int, tuple[tuple[int, int], ...]]


def _rank(path: _Path[B]) -> _Rank:
    """What needs the fewest departures comes first, then the fewest decisions that nobody told, then what fits longest.

    Among what departs at the same act, the precedence of the departures decides. A way's rank never falls as it goes on,
    so that the first one at the end is the best.
    """
    steps = tuple((-fault.step, PRECEDENCE.index(fault.kind)) for fault in path.deviations)
    return len(path.deviations), path.implied_count, steps


def _next_paths(procedure: Procedure[B], path: _Path[B], rules: Rules, acts: Sequence[TableAct]) -> Iterator[_Path[B]]:
    """How play can have gone on from here, lawfully or with one fault more."""
    at, board = path.act_index, path.board
    act = acts[at] if at < len(acts) else None
    went = lawful_step(procedure, board, rules, act)
    if went is not None:
        following, filled, given = went
        implied = _decision_made(procedure, board, filled or (Due(act.place, act.kind, act.player) if act else None), given)
        yield path.extended(
            at + is_act_consumed(act, filled), following, decisions=implied, is_implied=not is_act_consumed(act, filled)
        )
    due = procedure.due(board, rules)
    if act is not None and act.kind == "card" and not act.fits(due):
        yield from _undue_card_paths(procedure, path, rules, acts, due)
    if act is not None and act.kind == "choose" and (went is None or not is_act_consumed(act, went[1])):
        early = due is not None and not act.fits(due) and not procedure.is_finished(board, act.place, rules)
        kind: DeviationKind = "out_of_turn" if early else "not_open"
        for following in procedure.after_undue_decision(board, act, rules):
            heeded = following != board  # else it is nobody's decision
            implied = _decision_made(procedure, board, Due(act.place, "choose", act.player), act.value) if heeded else ()
            yield path.extended(at + 1, following, _deviation(kind, board, at, act.place, due), decisions=implied)
    if due is not None:
        missed: DeviationKind = "underdraw" if due.kind == "card" else "not_asked"
        fault = _deviation(missed, board, at, due.place, due)
        yield path.extended(at, procedure.after_due(board, due, PASSED_OVER), fault)


def _decision_made(procedure: Procedure[B], board: B, due: Due | None, value: str) -> tuple[tuple[Hashable, str], ...]:
    """The decision that was made, with what could be seen; none where a card was due."""
    return ((procedure.visible_state(board, due), value),) if due is not None and due.kind == "choose" else ()


def _undue_card_paths(
    procedure: Procedure[B], path: _Path[B], rules: Rules, acts: Sequence[TableAct], due: Due | None
) -> Iterator[_Path[B]]:
    """A card that was not due where it was laid: one too many, one astray, or two in the wrong order."""
    at, board, act = path.act_index, path.board, acts[path.act_index]
    fault = _deviation("overdraw", board, at, act.place, due)
    for following in procedure.after_undue_card(board, act.place, act.value, rules):
        yield path.extended(at + 1, following, fault)
    if due is None or due.kind != "card":
        return
    astray = _deviation("card_astray", board, at, act.place, due)
    passed = procedure.after_due(board, due, PASSED_OVER)
    for following in procedure.after_undue_card(passed, act.place, act.value, rules):
        yield path.extended(at + 1, following, astray)
    yield from _swapped_card_paths(procedure, path, rules, acts, due)


def _swapped_card_paths(
    procedure: Procedure[B], path: _Path[B], rules: Rules, acts: Sequence[TableAct], due: Due
) -> Iterator[_Path[B]]:
    """Two cards dealt in the wrong order: the second was due first, and after it the first."""
    at, board = path.act_index, path.board
    if at + 1 >= len(acts) or not acts[at + 1].fits(due):
        return
    after = procedure.after_due(board, due, acts[at + 1].value)
    then = procedure.due(after, rules)
    if then is not None and acts[at].fits(then):
        fault = _deviation("out_of_order", board, at, acts[at].place, due)
        yield path.extended(at + 2, procedure.after_due(after, then, acts[at].value), fault)


def _deviation(kind: DeviationKind, board: B, step: int, place: str, due: Due | None) -> Deviation:
    return Deviation(kind, step, place, due.place if due else None, frozenset(), board)


def _with_clauses(procedure: Procedure[B], deviation: Deviation, rules: Rules) -> Deviation:
    """A departure with the clauses that say what was due."""
    board = cast("B", deviation.board)
    with rules.scope() as cited:
        procedure.cite_grounds(board, deviation.place, rules)
        if deviation.due is not None and deviation.due != deviation.place and deviation.kind != "overdraw":
            procedure.cite_grounds(board, deviation.due, rules)
    return replace(deviation, clauses=frozenset(cited))

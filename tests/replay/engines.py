"""Broken engines: every rule of the procedure's code and every value of the edition, changed one at a time."""

import ast
import gc
import inspect
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import islice
from mmap import PAGESIZE
from pathlib import Path
from resource import RLIMIT_AS, getrlimit, setrlimit
from signal import ITIMER_VIRTUAL, SIGVTALRM, setitimer, signal
from textwrap import dedent
from types import CodeType, FunctionType, ModuleType
from typing import Final

from drill.tally import Judge
from ledger.errors import MalformedRulebook
from replay.editions.loader import parse_edition, shipped_text
from replay.games.baccarat import coup
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay
from tests.clauses.dcb.flips import flips
from tests.clauses.dcb.toml import written

MOST_SURVIVORS: Final = Fraction(1, 4)
"""At most this share of the changes of a module's code may pass: some change nothing that anybody could see."""

SURVIVORS: Final = Path(__file__).resolve().parents[2] / "survivors"
"""Where the changes that passed are listed, a file a module, for somebody to look at."""

AGAIN: Final = 0.5
"""So many seconds after the first time it is raised again, if the engine has caught it."""

ROOM: Final = 2 << 30
"""So many bytes a ruling may take; ours needs a few million."""


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine that differs from ours in one place. `broken` breaks it for as long as a ruling takes.

    `within` is the function that is changed, if one is: where it is not run all is as it was.
    """

    name: str
    judge: Judge
    broken: Callable[[], AbstractContextManager[None]] = nullcontext
    within: str = ""


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Raises TimeoutError once the work within has taken so many seconds of the processor: some engines come to no end.

    Some fill the memory before that: more than `ROOM` beside what there was is a MemoryError.
    """

    def stop(*_: object) -> None:
        raise TimeoutError

    before, room = signal(SIGVTALRM, stop), getrlimit(RLIMIT_AS)
    setrlimit(RLIMIT_AS, (_address_space() + ROOM, room[1]))
    gc.disable()  # what is raised while garbage is collected is lost
    setitimer(ITIMER_VIRTUAL, seconds, AGAIN)
    try:
        yield
    finally:
        setitimer(ITIMER_VIRTUAL, 0)
        gc.enable()
        setrlimit(RLIMIT_AS, room)
        signal(SIGVTALRM, before)


def _address_space() -> int:
    """The bytes of memory that this process has asked for."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * PAGESIZE


def few_survive(module: str, passed: Iterable[str], tried: int) -> None:
    """Fails if too many changes of a module's code pass; lists those that do."""
    survivors = sorted(passed)
    SURVIVORS.mkdir(exist_ok=True)
    (SURVIVORS / f"{module}.txt").write_text("".join(f"{name}\n" for name in survivors), encoding="utf-8")
    assert len(survivors) <= MOST_SURVIVORS * tried, f"{len(survivors)} of {tried} pass; see survivors/{module}.txt"


# Editions


def houses() -> list[Edition]:
    """The house as it is; and houses that have resolved the tableau's ambiguities otherwise, or deal two cards a hand.

    Under the shipped edition alone the code of the other readings would decide nothing.
    """
    tables = tomllib.loads(shipped_text("dcb"))
    found = [parse_edition(shipped_text("dcb"))]
    for letters in (("b", "a", "c"), ("a", "b", "b")):
        resolved = {
            clause: {**tables["resolved"][clause], "reading": letter}
            for clause, letter in zip(("DCB-11a?", "DCB-12a?", "DCB-12b?"), letters, strict=True)
        }
        found.append(parse_edition(written({**tables, "resolved": {**tables["resolved"], **resolved}})))
    two_cards = {**tables["values"]["hand.most_cards"], "value": 2}
    found.append(parse_edition(written({**tables, "values": {**tables["values"], "hand.most_cards": two_cards}})))
    return found


def misled() -> Iterator[Engine]:
    """One engine for each flip of what decides something in the edition; what an edition's loader refuses is none.

    Which clause a value or a breach cites is no matter of the drill.
    """
    for flip in flips(tomllib.loads(shipped_text("dcb"))):
        if " cite" not in flip.name:
            try:
                yield Engine(flip.name, judging_by(parse_edition(written(flip.tables))))
            except MalformedRulebook:
                continue


def judging_by(edition: Edition) -> Judge:
    """Rules as the engine does, but by this edition."""

    def judge(story: TableDay, name: str) -> Ruling:
        under = replace(story, rounds={name: replace(story.rounds[name], edition=edition)})
        return rule(under, name)

    return judge


# The procedure's code

_OTHERS: Final[Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_FURTHER: Final[Mapping[type[ast.cmpop], type[ast.cmpop]]] = {ast.Is: ast.IsNot, ast.IsNot: ast.Is}
_REVERSED: Final[Mapping[type[ast.operator], type[ast.operator]]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}
CITING: Final = frozenset({"grounds", "spoken", "__str__"})
"""The functions that decide nothing: what a finding rests on and how it is told, the rows of the clauses hold."""

DECIDING: Final = frozenset({"replay.games.roulette.no_spin"})
"""Where a function of such a name decides after all."""

_SWAPPED: Final = {"punto": "banco", "banco": "punto", "max": "min", "PUNTO": "BANCO", "BANCO": "PUNTO"}


def mutilated(module: ModuleType = coup, *, further: bool = False) -> Iterator[Engine]:
    """One engine for each change of an operator, a number, a condition or a place in the code of the procedure.

    `further` are changes of what is reckoned and of what a thing is, and those of properties.
    """
    for function in functions(module, properties=further):
        tree = ast.parse(dedent(inspect.getsource(function)))
        seen: Counter[str] = Counter()
        otherwise = _otherwise(tree) if further else set()
        for at, node in enumerate(ast.walk(tree)):
            for changed in _changes(node, further=further) if node not in otherwise else ():
                mutant = _changed(tree, at, changed)
                what = f"{_told(tree, at)} -> {_told(mutant, at)}"
                seen[what] += 1
                again = f" ({seen[what]})" if seen[what] > 1 else ""
                broken = partial(_breaking, function, _compiled(mutant, function))
                yield Engine(f"{function.__qualname__}: {what}{again}", rule, broken, function.__qualname__)


def functions(module: ModuleType, *, properties: bool = True) -> Iterator[FunctionType]:
    """The functions of a module, those of its classes too; the ones that a dataclass makes have no source."""
    seen: set[str] = set()
    for thing in vars(module).values():
        if getattr(thing, "__module__", None) == module.__name__:
            owned = vars(thing).values() if isinstance(thing, type) else (thing,)
            plain = (member.fget if properties and isinstance(member, property) else member for member in owned)
            written_here = (member for member in plain if isinstance(member, FunctionType))
            here = (function for function in written_here if function.__code__.co_filename == module.__file__)
            for function in here:
                if function.__qualname__ not in seen and (
                    function.__name__ not in CITING or function.__module__ in DECIDING
                ):
                    seen.add(function.__qualname__)
                    yield function


def _otherwise(tree: ast.Module) -> set[ast.AST]:
    """The numbers behind an `or`, which stand there for the type checker: what is before them is always there."""
    last = (node.values[-1] for node in ast.walk(tree) if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or))
    return {value for value in last if isinstance(value, ast.Constant)}


def _changes(node: ast.AST, *, further: bool) -> Iterator[ast.AST]:
    """Everything that this node could be instead."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=right):
            yield from (ast.Compare(left, [other()], right) for other in _other_ways(op, further=further))
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right) if further and type(op) in _REVERSED:
            yield ast.BinOp(left, _REVERSED[type(op)](), right)
        case ast.AugAssign(target=target, op=ast.Add(), value=value):
            yield ast.AugAssign(target, ast.Sub(), value)
        case ast.If(test=test, body=body, orelse=orelse):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
    yield from _other_places(node)


def _other_ways(op: ast.cmpop, *, further: bool) -> tuple[type[ast.cmpop], ...]:
    if type(op) in _FURTHER:
        return (_FURTHER[type(op)],) if further else ()
    return _OTHERS[type(op)]


def _other_places(node: ast.AST) -> Iterator[ast.AST]:
    """The other hand, the other end, the other way of a choice."""
    match node:
        case ast.Constant(value=str() as value) if value in _SWAPPED:
            yield ast.Constant(_SWAPPED[value])
        case ast.Name(id=name, ctx=ctx) if name in _SWAPPED:
            yield ast.Name(_SWAPPED[name], ctx)
        case ast.Attribute(value=value, attr=name, ctx=ctx) if name in _SWAPPED:
            yield ast.Attribute(value, _SWAPPED[name], ctx)
        case ast.IfExp(test=test, body=then, orelse=other):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), then, other)


def _changed(tree: ast.Module, at: int, changed: ast.AST) -> ast.Module:
    """The tree with another node at this place of the walk."""
    copied = deepcopy(tree)
    old = next(islice(ast.walk(copied), at, None))
    for parent in ast.walk(copied):
        for name, held in ast.iter_fields(parent):
            if held is old:
                setattr(parent, name, changed)
            elif isinstance(held, list) and any(item is old for item in held):
                held[:] = [changed if item is old else item for item in held]
    return ast.fix_missing_locations(copied)


def _told(tree: ast.Module, at: int) -> str:
    """The statement that the node at this place of the walk is part of; of a compound one only its head."""
    node = next(islice(ast.walk(tree), at, None))
    around = [
        statement
        for statement in ast.walk(tree)
        if isinstance(statement, ast.stmt) and any(inner is node for inner in ast.walk(statement))
    ]
    head = ast.unparse(around[-1]).partition(":\n")[0]
    return f"{head}: {ast.unparse(node)}" if isinstance(around[-1], ast.Match) else head


def _compiled(tree: ast.Module, function: FunctionType) -> CodeType:
    code = compile(tree, function.__code__.co_filename, "exec", flags=0, dont_inherit=True)
    return next(co_const for co_const in code.co_consts if isinstance(co_const, CodeType))


@contextmanager
def _breaking(function: FunctionType, mutant: CodeType) -> Iterator[None]:
    """Whoever has imported the function sees the change too: it is the same function with other code."""
    ours = function.__code__
    function.__code__ = mutant
    try:
        yield
    finally:
        function.__code__ = ours


@contextmanager
def watched(modules: Iterable[ModuleType]) -> Iterator[set[str]]:
    """The functions of these modules that have been run: whoever watches may empty it in between."""
    run: set[str] = set()
    with ExitStack() as watching:
        for module in modules:
            for function in functions(module):
                tree = ast.parse(dedent(inspect.getsource(function)))
                (defined,) = tree.body
                assert isinstance(defined, ast.FunctionDef)
                defined.body[:0] = ast.parse(f"_run.add({function.__qualname__!r})").body
                watching.enter_context(_breaking(function, _compiled(tree, function)))
            vars(module)["_run"] = run
            watching.callback(vars(module).pop, "_run")
        yield run

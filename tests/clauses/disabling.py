"""Functions that are named as what implements a clause, disabled one at a time: does a case that breaks it notice?

`python -m tests.clauses.disabling` writes `desk/idle.toml` anew: the functions that name what rests on a clause and of
which no case of it notices that they are gone.
"""

import gc
import inspect
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, Literal

from desk.implementing import candidates
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition
from tests.clauses.ccl import floor as ccl
from tests.clauses.ccl.rows import ROWS as CCL
from tests.clauses.dcb import floor as dcb
from tests.clauses.dcb.rows import ROWS as DCB
from tests.clauses.eca_blackjack import floor as eca_blackjack
from tests.clauses.eca_blackjack.rows import ROWS as ECA_BLACKJACK
from tests.clauses.eca_championship import floor as eca_championship
from tests.clauses.eca_championship.rows import ROWS as ECA_CHAMPIONSHIP
from tests.clauses.eca_roulette import floor as eca_roulette
from tests.clauses.eca_roulette.rows import ROWS as ECA_ROULETTE
from tests.clauses.fbj import floor as fbj
from tests.clauses.fbj.rows import ROWS as FBJ
from tests.clauses.scb import floor as scb
from tests.clauses.scb.rows import ROWS as SCB

IDLE: Final = Path(__file__).parents[2] / "desk" / "idle.toml"


class Gone(Exception):
    """What a disabled function raises where no answer could stand for none."""


def _championship(row: Any) -> None:
    assert not eca_championship.differences(row)


HOLDS: Final[Sequence[tuple[Sequence[Any], Callable[[Any], None]]]] = (
    (DCB, dcb.holds),
    (CCL, ccl.holds),
    (SCB, scb.holds),
    (FBJ, fbj.holds),
    (ECA_BLACKJACK, eca_blackjack.holds),
    (ECA_ROULETTE, eca_roulette.holds),
    (ECA_CHAMPIONSHIP, _championship),
)
"""The rows of each document, and what says that one holds."""


@cache
def breaking(clause: str) -> tuple[Callable[[], None], ...]:
    """The cases that break a clause, each to be tried."""
    return tuple(
        lambda row=row, holds=holds: holds(row)
        for rows, holds in HOLDS
        for row in rows
        if row.clause == clause and row.side == "breaks"
    )


def rules() -> Mapping[str, frozenset[str]]:
    """Every clause that decides something (kind R), with the functions that name what rests on it in some house."""
    found: dict[str, frozenset[str]] = {}
    for edition in map(shipped_edition, SHIPPED_RULEBOOKS):
        for clause, text in edition.sheet.clauses.items():
            if text.kind == "R":
                found[clause] = found.get(clause, frozenset()) | candidates(edition, clause)
    return found


def noticed(clause: str, function: str) -> bool:
    """Whether a case that breaks the clause fails without the function."""
    for answer in _answers(_function(function)):
        with disabled(function, answer):
            if any(map(_fails, breaking(clause))):
                return True
    return False


def _fails(case: Callable[[], None]) -> bool:
    try:
        case()
    except Exception:  # whatever goes wrong without the function
        return True
    return False


@contextmanager
def disabled(function: str, answer: Callable[..., Any]) -> Iterator[None]:
    """The function as if it were not there, wherever it was imported to. What only makes functions is so through these."""
    item = _function(function)
    targets = _made_by(item) or [item]
    codes = [target.__code__ for target in targets]
    try:
        for target in targets:
            target.__code__ = answer.__code__.replace(co_freevars=target.__code__.co_freevars)
        yield
    finally:
        for target, code in zip(targets, codes, strict=True):
            target.__code__ = code


def _function(name: str) -> FunctionType:
    """The function behind `module:Class.function`."""
    module, _, path = name.partition(":")
    found: Any = import_module(module)
    for part in path.split("."):
        found = inspect.getattr_static(found, part)
    if isinstance(found, property):
        found = found.fget
    elif isinstance(found, cached_property):
        found = found.func
    elif isinstance(found, staticmethod | classmethod):
        found = found.__func__
    found = inspect.unwrap(found)
    assert isinstance(found, FunctionType)
    return found


def _made_by(function: FunctionType) -> list[FunctionType]:
    """The functions that a function has made, where making some is all it does."""
    if "Callable" not in str(inspect.signature(function).return_annotation):
        return []
    inner = {code for code in function.__code__.co_consts if isinstance(code, CodeType)}
    gc.unfreeze()  # what is frozen is not listed
    return [found for found in gc.get_objects() if isinstance(found, FunctionType) and found.__code__ in inner]


def _answers(function: FunctionType) -> Iterator[Callable[..., Any]]:
    """Functions that answer nothing, or always the same, in the form that is expected; if there are none, that raise."""
    neutral = tuple(_neutral(inspect.signature(function).return_annotation))
    for item in neutral:
        space: dict[str, Any] = {}
        exec(f"def answer(*args, **kwargs): return {item}", {"frozenset": frozenset, "iter": iter}, space)
        yield space["answer"]
    if not neutral:
        yield _gone


def _gone(*_: object, **__: object) -> Any:
    raise Gone


def _neutral(form: Any) -> Iterator[str]:
    """Answers of this form that say nothing."""
    if typing.get_origin(form) is Literal:
        yield from map(repr, typing.get_args(form))
        return
    text = str(form)
    for word, answers in _NEUTRAL.items():
        if word in text:
            yield from answers
    for part in typing.get_args(form):
        if typing.get_origin(part) is Literal:
            yield from _neutral(part)


_NEUTRAL: Final[Mapping[str, tuple[str, ...]]] = {
    "Callable": ("0",),
    "Iter": ("iter(())",),
    "bool": ("False", "True"),
    "None": ("None",),
    "int": ("0", "1"),
    "Fraction": ("0", "1", "2"),
    "tuple": ("()",),
    "Sequence": ("()",),
    "list": ("[]",),
    "dict": ("{}",),
    "Mapping": ("{}",),
    "set": ("frozenset()",),
    "'str'": ("''",),
}
"""By a word in the form of what a function returns, the answers that say nothing."""


def idle() -> Mapping[str, list[str]]:
    """By clause, the functions of which no case that breaks it notices that they are gone."""
    found = {
        clause: [function for function in sorted(functions) if not noticed(clause, function)]
        for clause, functions in rules().items()
    }
    return {clause: functions for clause, functions in sorted(found.items()) if functions}


if __name__ == "__main__":
    items = [
        f'"{clause}" = [\n' + "".join(f'    "{function}",\n' for function in functions) + "]\n"
        for clause, functions in idle().items()
    ]
    head = "# Functions that name a value or a breach of a clause and decide nothing about it: no case that breaks it\n"
    head += "# notices that they are gone. Written by `python -m tests.clauses.disabling`.\n\n"
    IDLE.write_text(head + "".join(items), encoding="utf-8")

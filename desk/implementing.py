"""Which functions decide what a clause says: those that read a value resting on it, or find what is against it.

It is read off the code that judging runs through, and nothing else: what deals rounds for the drill or computes odds is no
part of it. A function within a function belongs to the outer one.
"""

import ast
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final

from ledger.championships.refusals import refusal
from ledger.table_standing import TableStanding
from replay.editions.loader import CHAMPIONSHIP, edition_parameters
from replay.games.registry import GAMES, game_module
from replay.rulebooks.edition import Edition
from replay.rulebooks.parameter import Parameter
from replay.ruling.decided_effects import apply_decisions

JUDGING: Final = (
    "replay.ruling.ruling",
    *(game_module(game, "judge") for game in GAMES),
    "replay.championship.judge",
    "replay.championship.scores",
)
"""Where judging begins."""

SILENT: Final = (
    *("parameters", "common_parameters", "finding", "edition", "frames", "frame", "parameter"),
    "incomplete_record",
)
"""Modules that name keys and breaches and decide nothing: forms, sentences, what is looked at, what a gap leaves open."""

_AT_TABLES: Final = frozenset(
    f"{function.__module__}:{function.__qualname__}" for function in (TableStanding.refusal, apply_decisions)
)
_IN_CHAMPIONSHIPS: Final = frozenset({f"{refusal.__module__}:{refusal.__qualname__}"})
"""What implements a clause on authority: who may decide, and what it does to money."""


@dataclass(frozen=True, slots=True)
class _Named:
    """What stands in a piece of code: keys of rulebooks, and words."""

    keys: frozenset[Parameter[object]] = frozenset()
    words: frozenset[str] = frozenset()

    def __or__(self, other: "_Named") -> "_Named":
        return _Named(self.keys | other.keys, self.words | other.words)


def implementing(edition: Edition, clause: str) -> list[str]:
    """The functions that decide what a clause of the edition says, as `module:Class.function`."""
    return sorted(candidates(edition, clause) - _idle().get(clause, frozenset()))


def candidates(edition: Edition, clause: str) -> frozenset[str]:
    """All functions that name a value or a breach of the clause, or of those through which it is decided.

    Some of them do so in vain, because nothing in that house turns on it; `desk/idle.toml` lists these.
    """
    own: Mapping[str, Parameter[object]] = edition_parameters(edition.game).PARAMETERS
    clauses = {clause, *edition.sheet.clauses[clause].through}
    keys = {own[name] for name, (_, rests_on) in edition.values.items() if rests_on in clauses}
    words = {kind for kind, rests_on in edition.sheet.conduct.items() if rests_on in clauses} | {clause}
    rooms = {**{game: game_module(game, "") for game in GAMES}, CHAMPIONSHIP: f"replay.{CHAMPIONSHIP}."}
    others = tuple(room for game, room in rooms.items() if game != edition.game)
    found = {
        function
        for function, named in _functions().items()
        if (named.keys & keys or named.words & words) and not function.startswith(others)
    }
    decides = any(row.clause in clauses for row in edition.sheet.authority.values())
    deciding = _IN_CHAMPIONSHIPS if edition.game == CHAMPIONSHIP else _AT_TABLES
    return frozenset(found | (deciding if decides else frozenset()))


@cache
def _idle() -> Mapping[str, frozenset[str]]:
    """By clause, the functions that name what rests on it and decide nothing about it."""
    text = (files("desk") / "idle.toml").read_text(encoding="utf-8")
    return {clause: frozenset(functions) for clause, functions in tomllib.loads(text).items()}


@cache
def _functions() -> Mapping[str, _Named]:
    """Every function that judging runs through, with what stands in it."""
    return {
        f"{module}:{name}": _in(module, body)
        for module in sorted(_judging())
        if module.rpartition(".")[2] not in SILENT
        for name, body in _defined(_tree(module))
    }


@cache
def _judging() -> frozenset[str]:
    """The modules of replay that judging imports, directly or not."""
    found: set[str] = set()
    left = list(JUDGING)
    while left:
        module = left.pop()
        if module not in found and module.startswith("replay."):
            found.add(module)
            left += _imported(_tree(module))
    return frozenset(found)


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name for name in (node.module, *inner) if _is_module(name))


@cache
def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@cache
def _tree(module: str) -> ast.Module:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8"))


def _defined(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[tuple[str, ast.AST]]:
    """The functions of a module and the methods of its classes, by name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _defined(node, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield f"{within}{node.name}", node


@cache
def _tables(module: str) -> Mapping[str, ast.AST]:
    """The constants of a module, by name."""
    found: dict[str, ast.AST] = {}
    for node in _tree(module).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            found[node.target.id] = node.value
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node.value
    return found


@cache
def _from(module: str) -> Mapping[str, tuple[str, str]]:
    """What a module has from another one: by the name it goes by here, the module and its name there."""
    return {
        name.asname or name.name: (node.module, name.name)
        for node in _tree(module).body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("replay")
        for name in node.names
    }


def _in(module: str, code: ast.AST) -> _Named:
    """The keys and words that stand in a piece of code of a module, and in the constants that it names."""
    found = _Named(
        words=frozenset(n.value for n in ast.walk(code) if isinstance(n, ast.Constant) and isinstance(n.value, str))
    )
    loaded = import_module(module)
    for node in ast.walk(code):
        if isinstance(node, ast.Name):
            found |= _of_name(module, node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            holder = getattr(loaded, node.value.id, None)
            if isinstance(holder, ModuleType) and isinstance(key := getattr(holder, node.attr, None), Parameter):
                found |= _Named(frozenset({key}))
    return found


@cache
def _of_name(module: str, name: str) -> _Named:
    """What a constant stands for that goes by this name in a module."""
    known = getattr(import_module(module), name, None)
    if isinstance(known, Parameter):
        return _Named(frozenset({known}))
    if name in _tables(module):
        return _in(module, _tables(module)[name])
    home, there = _from(module).get(name, ("", ""))
    silent = home.rpartition(".")[2] in SILENT
    return _of_name(home, there) if home and not silent and there in _tables(home) else _Named()

"""A docstring names only what there is: a name in it in backticks stands in its module too."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from desk.cli.main import main

ROOT: Final = Path(main.__code__.co_filename).parents[2]
ROOMS: Final = ("ledger", "replay", "projections", "desk", "migrations", "drill", "bench")
QUOTED: Final = re.compile(r"`([A-Za-z_][A-Za-z0-9_]*)`")
Documented = ast.FunctionDef | ast.ClassDef


def unknown_names(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and name of each back-ticked name in a docstring of a module that is nowhere in its code.

    A word of a text counts as there: topics, words of the notation and keys of JSON are texts.
    """
    tree = ast.parse(text)
    documented = [node for node in ast.walk(tree) if isinstance(node, Documented) and ast.get_docstring(node)]
    known = set(_names(tree))
    for node in documented:
        yield from ((node.lineno, name) for name in QUOTED.findall(ast.get_docstring(node) or "") if name not in known)


def _names(tree: ast.Module) -> Iterator[str]:
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | Documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name=name, asname=asname):
                yield asname or name.split(".")[-1]
            case ast.Constant(value=str(words)) if id(node) not in docstrings:
                yield from re.findall(r"\w+", words)


@pytest.mark.parametrize("room", ROOMS)
def test_docstrings_name_what_there_is(room: str) -> None:
    unknown = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for line, name in unknown_names(path.read_text(encoding="utf-8"))
    ]
    assert unknown == []


def test_a_parameter_that_was_renamed_is_found() -> None:
    text = '''
def paid(amount: int) -> int:
    """Return the `sum` and the `amount`; `recoup` is a word of a text."""
    return amount + len("recoup")
'''
    assert list(unknown_names(text)) == [(2, "sum")]

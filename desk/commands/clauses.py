"""`recoup clauses`: every clause of every rulebook, and what implements it."""

import ast
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.table import Table
from rich.text import Text

from desk.commands.rulebooks import edition, editions
from desk.terminal import DEFAULT, Json, LedgerUrl, console, print_json
from ledger.decisions.standings import Standings
from replay import customs
from replay.baccarat import values as baccarat
from replay.blackjack import values as blackjack
from replay.championship import values as championship
from replay.keys import Key
from replay.roulette import values as roulette
from replay.rulebook import GAMES, Edition
from replay.void import decided


def clauses(
    rulebook: Annotated[str | None, typer.Option("--rulebook", help="Only this rulebook.")] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """List every clause: what it says, and what implements it."""
    rows = list(_clause_rows(rulebook, ledger))
    if as_json:
        print_json(rows)
        return
    shown = Table("clause", "", "what it says", "implemented by", box=None, pad_edge=False)
    for row in rows:
        shown.add_row(
            Text(row["id"], style="cyan"), row["kind"], f"{row['title']}. {row['text']}", "\n".join(row["implemented_by"])
        )
    console().print(shown)


def _clause_rows(rulebook: str | None, ledger: str) -> list[dict[str, Any]]:
    latest = {one.id: one for one in editions(ledger)}
    if rulebook is not None:
        latest = {rulebook: edition(rulebook, ledger)}
    rows: dict[str, dict[str, Any]] = {}
    for one in latest.values():
        for clause, text in one.sheet.clauses.items():
            row = rows.setdefault(
                clause,
                {
                    "id": clause,
                    "document": one.sheet.edition.document,
                    "kind": text.kind,
                    "title": text.title,
                    "text": text.text,
                    "rulebooks": [],
                    "implemented_by": [],
                },
            )
            row["rulebooks"].append(one.id)
            row["implemented_by"] = sorted({*row["implemented_by"], *_implementing(one, clause)})
    return list(rows.values())


def _implementing(one: Edition, clause: str) -> set[str]:
    """The functions whose code names the clause, a key that rests on it, or a finding that does."""
    keys = {key for key, (_, rests_on) in one.values.items() if rests_on == clause}
    constants = {name for name, key in _constants(one.game).items() if key in keys and key in GAMES[one.game]}
    decides = any(row.clause == clause for row in one.authorities.values())
    kinds = {kind for kind, rests_on in one.sheet.conduct.items() if rests_on == clause}
    wanted = constants | kinds | {clause}
    others = tuple(f"replay.{game}." for game in GAMES if game != one.game)
    found = {function for function, named in _named().items() if named & wanted and not function.startswith(others)}
    return found | (_DECIDING if decides else set())


_DECIDING: Final = {f"{one.__module__}:{one.__qualname__}" for one in (Standings.refusal, decided)}
"""What implements a clause on authority: who may decide, and what it does to money."""


@cache
def _constants(game: str) -> dict[str, str]:
    """Names of the key constants in a game's code, with the key that each stands for."""
    modules = {"baccarat": baccarat, "blackjack": blackjack, "roulette": roulette, "championship": championship}
    named = {**vars(customs), **vars(modules[game])}
    return {name: value.name for name, value in named.items() if isinstance(value, Key)}


@cache
def _named() -> dict[str, frozenset[str]]:
    """Per function of the judging code, the names and strings that stand in it."""
    found: dict[str, frozenset[str]] = {}
    root = Path(str(files("replay")))
    for path in sorted(root.rglob("*.py")):
        module = ".".join(("replay", *path.relative_to(root).with_suffix("").parts))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                found[f"{module}:{node.name}"] = frozenset(_names(node))
    return found


def _names(node: ast.AST) -> set[str]:
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    names |= {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
    return names | {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}

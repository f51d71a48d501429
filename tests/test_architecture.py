"""The house as ARCHITECTURE.md draws it: who may import whom, what judging may not touch, how code looks."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest

from drill.games import drill_names
from replay import ENGINE
from replay.editions.loader import FIRST_SHIPPED, SHIPPED_RULEBOOKS
from replay.games.registry import GAME_NAMES

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("ledger", "replay", "drill", "projections", "desk", "migrations")
GROUND: Final = (
    "ledger.values",
    "ledger.events",
    "ledger.acts",
    "ledger.entry",
    "ledger.corrections",
    "ledger.errors",
    "ledger.merkle",
    "ledger.table_standing",
    "ledger.championships.championship",
    "ledger.championships.championship",
    "ledger.championships.refusals",
)
STANDS_ON: Final = {
    "ground": {"ground"},
    "ledger": {"ground", "ledger"},
    "oracles": {"ground", "oracles"},
    "replay": {"ground", "replay"},
    "drill": {"ground", "ledger", "replay", "oracles", "projections", "drill"},
    "projections": {"ground", "ledger", "replay", "projections"},
    "migrations": {"projections", "migrations"},
    "desk": {"ground", "ledger", "replay", "drill", "projections", "migrations", "desk"},
}
"""Which parts of the house each part may import."""

ORACLES: Final = "drill.oracles"
OF_AN_ORACLE: Final = frozenset({"ledger.values.cards", "ledger.values.places", "ledger.values.money"})
"""All that an oracle may import of the house besides oracles: how cards, places and odds are written."""

ROOMS: Final = (
    "replay.rulebooks",
    "replay.procedure",
    "replay.forensics",
    "replay.table_day",
    "replay.judging",
    "replay.shoe",
    *(f"replay.games.{game}" for game in GAME_NAMES),
    "replay.games.registry",
    "replay.championship",
    "replay.editions",
    "replay.ruling",
)
"""The rooms of `replay`: each may import what stands before it, and no game imports another."""

DRILLS: Final = (*(f"drill/{name}" for name in drill_names()), "drill/shoe")
HEAVY: Final = ("sqlalchemy", "eventsourcing", "sqlite3", "psycopg", "alembic", "typer", "rich")
IMPURE: Final = {
    "asyncio",
    "io",
    "os",
    "pathlib",
    "secrets",
    "shutil",
    "socket",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
}
CLOCKS: Final = {"now", "utcnow", "today", "fromtimestamp", "monotonic", "perf_counter", "time_ns"}
VAGUE: Final = re.compile(r"manager|helper|utils?(?![a-z])", re.IGNORECASE)


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def python_files(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path: Path) -> frozenset[str]:
    """Every module that a file imports, anywhere in it; of `from x import y` also `x.y`, if that is a module."""
    return frozenset(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            assert node.module
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = [name for name in inner if is_module(name)]
            yield from modules
            if len(modules) < len(inner):
                yield node.module


@cache
def is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def part_of(module: str) -> str | None:
    """The part of the house that a module belongs to, None for what is not of the house."""
    if any(module == item or module.startswith(item + ".") for item in GROUND):
        return "ground"
    if module == ORACLES or module.startswith(ORACLES + "."):
        return "oracles"
    top = module.partition(".")[0]
    return top if top in STANDS_ON else None


def findings(path: Path, kinds: type[ast.AST] | tuple[type[ast.AST], ...]) -> Iterator[tuple[str, Any]]:
    for node in ast.walk(tree(path)):
        if isinstance(node, kinds):
            yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", node


# Who imports whom


def test_the_ground_is_there() -> None:
    assert all(is_module(name) for name in GROUND)


@pytest.mark.parametrize("part", STANDS_ON)
def test_imports_go_one_way(part: str) -> None:
    files = [path for path in python_files(*PACKAGES) if part_of(module_of(path)) == part]
    assert files
    wrong = [
        f"{module_of(path)} imports {name}"
        for path in files
        for name in imported(path)
        if part_of(name) not in STANDS_ON[part] | {None}
    ]
    assert wrong == []


def test_an_oracle_imports_nothing_of_the_engine() -> None:
    """What it is to be held against it would only repeat."""
    files = python_files("drill/oracles")
    assert files
    for path in files:
        here = {name for name in imported(path) if part_of(name) not in (None, "oracles")}
        assert here <= OF_AN_ORACLE, f"{module_of(path)} imports {sorted(here - OF_AN_ORACLE)}"


def room_of(module: str) -> str | None:
    return next((room for room in ROOMS if module == room or module.startswith(room + ".")), None)


def test_every_module_of_replay_stands_in_a_room() -> None:
    outside = [module_of(path) for path in python_files("replay") if room_of(module_of(path)) is None]
    assert outside == ["replay", "replay.games"]


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_import_what_stands_before_them(room: str) -> None:
    allowed = {None, room, *ROOMS[: ROOMS.index(room)]}
    if room.startswith("replay.games.") and room != "replay.games.registry":
        allowed -= {other for other in ROOMS if other.startswith("replay.games.") and other != room}
    wrong = [
        f"{module_of(path)} imports {name}"
        for path in python_files("replay")
        if room_of(module_of(path)) == room
        for name in imported(path)
        if room_of(name) not in allowed
    ]
    assert wrong == []


def test_nothing_of_the_product_imports_the_tests_or_the_benchmarks() -> None:
    for path in python_files(*PACKAGES):
        assert not {name.partition(".")[0] for name in imported(path)} & {"tests", "bench", "pytest", "hypothesis"}, path


def test_importing_what_judges_loads_no_database() -> None:
    modules = [module_of(path) for path in python_files("replay")]
    assert len(modules) > 10
    lines = [f"import {name}" for name in modules]
    lines += ["import sys", f"print(*sorted(set(sys.modules) & {set(HEAVY)}))"]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


# What judging may not touch


def test_judging_has_no_clock_no_chance_and_no_files() -> None:
    for path in python_files("replay", "drill/oracles", *DRILLS):
        tops = {name.partition(".")[0] for name in imported(path)}
        assert not tops & (IMPURE | {"time", "uuid"} | set(HEAVY))
        for where, node in findings(path, ast.Attribute):
            assert node.attr not in CLOCKS, f"{where} reads a clock"
            if isinstance(node.value, ast.Name) and node.value.id == "random":
                assert node.attr == "Random", f"{where} draws without a seed"
        for where, call in findings(path, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            assert name not in {"open", "print", "input", "eval", "exec", "hash", "SystemRandom"}, f"{where} calls {name}"
            assert name != "Random" or call.args, f"{where} draws without a seed"


def test_money_and_odds_never_pass_through_a_float() -> None:
    for path in python_files("ledger", "replay", "drill", "projections"):
        for where, node in findings(path, ast.Constant):
            assert not isinstance(node.value, float | complex), f"{where} has the literal {node.value}"
        for where, name in findings(path, ast.Name):
            assert name.id != "float", f"{where} names float"


# Whose rules the code knows

ELSEWHERE: Final = {"swiss", "switzerland", "schaffhausen", "czech", "eca", "double chance"}
"""What houses are called besides what stands in their editions."""

OF_THE_TRADE: Final = {"bust"}
"""Side bets that are called by a word of the trade."""

MAY_NAME: Final = {
    "replay/editions/loader.py": (set(FIRST_SHIPPED), "the order in which the first editions are adopted"),
    "replay/games/baccarat/odds.py": ({"dcb"}, "the advice in writing of the one document that baccarat has"),
}
"""Where a house is named, which one, and why; everywhere else it would be a rule that no edition can change."""


def names_of_houses() -> set[str]:
    """Ids, prefixes, documents and side bets of the shipped editions, and what else their houses are called."""
    found = set(ELSEWHERE)
    for path in ROOT.glob("replay/editions/*.toml"):
        sheet = tomllib.loads(path.read_text(encoding="utf-8"))
        head, values = sheet["edition"], sheet["values"]
        found |= {head["rulebook"], head["prefix"], head["document"], *head["rulebook"].split("-")[:1]}
        found |= set(values.get("side_bets.offered", {}).get("value", {})) - OF_THE_TRADE
    return {re.sub(r"[ _-]+", " ", name.casefold()) for name in found}


def houses_in(text: str, names: set[str]) -> set[str]:
    """The houses that a text names, spelt with blanks, hyphens or underscores; `DCB-2` and `ccl_odds` name one too."""
    spelt = "|".join(re.escape(name).replace(r"\ ", "[ _-]+") for name in sorted(names, key=len, reverse=True))
    found = re.findall(rf"(?<![a-z0-9])(?:{spelt})(?![a-z0-9])", text.casefold())
    return {re.sub(r"[ _-]+", " ", name) for name in found}


def test_houses_are_recognized_by_what_they_are_called() -> None:
    names = names_of_houses()
    assert {"swiss", "ccl", "scb", "fbj", "eca", "eca blackjack", "dcb", "free bet black jack", "push22"} <= names
    assert houses_in("CCL-13a? if eca-blackjack, swiss_jack or SCB", names) == {"ccl", "eca blackjack", "swiss jack", "scb"}
    assert houses_in("a free bet, the dccl, an accbr", names) == set()


def test_no_house_s_name_stands_in_the_code() -> None:
    """A house is a file: what its rules do is decided by the values of its edition, never by which house it is."""
    names = names_of_houses()
    allowed = {place: houses_in(" ".join(ids), names) for place, (ids, _) in MAY_NAME.items()}
    files = python_files("replay", "ledger", "projections", "desk")
    fields = {str(path.relative_to(ROOT)): houses_in(path.read_text(encoding="utf-8"), names) for path in files}
    assert {place: here for place, here in fields.items() if here} == allowed


# Whose games the code knows

OF_A_GAME: Final = ("replay/games/{game}/", "drill/{game}/", "drill/oracles/{game}", "drill/sample/")
"""Where a game is at home: its name stands there, in its editions, and in the registry's line, and nowhere else."""

MAY_NAME_A_GAME: Final = {
    "replay/games/registry.py": set(GAME_NAMES),
    "replay/championship/exercise.py": {"roulette"},
    "drill/docket/staging.py": {"baccarat", "blackjack", "roulette"},
    "drill/docket/tables.py": {"baccarat", "blackjack"},
    "ledger/feeds/angel_eye.py": {"baccarat"},
    "ledger/feeds/cammegh.py": {"roulette"},
    "ledger/feeds/live_history.py": {"baccarat", "blackjack", "roulette"},
    "ledger/feeds/samples/angel_eye.py": {"baccarat"},
    "ledger/feeds/samples/cammegh.py": {"roulette"},
    "ledger/feeds/samples/csvmap.py": {"baccarat", "roulette"},
    "ledger/feeds/samples/live_history.py": {"blackjack"},
}
"""The registry's lines; devices that tell of one game, and their samples; exercises of a championship, by
roulette's settlement; published cases, each of its game."""


def docstrings(path: Path) -> set[int]:
    """The constants of a file that only say what something is for, by identity."""
    bodies = (getattr(node, "body", None) for node in ast.walk(tree(path)))
    statements = (statement for body in bodies if isinstance(body, list) for statement in body)
    return {id(statement.value) for statement in statements if isinstance(statement, ast.Expr)}


def games_named_in(path: Path) -> set[str]:
    """The games that stand in a file's imports or strings, spelt out or as part of a name; a house may be named by one."""
    silent = docstrings(path)
    strings = [n.value for _, n in findings(path, ast.Constant) if isinstance(n.value, str) and id(n) not in silent]
    text = " ".join([*(text for text in strings if text not in SHIPPED_RULEBOOKS), *imported(path)]).casefold()
    return {game for game in GAME_NAMES if re.search(rf"(?<![a-z]){game}(?![a-z])", text)}


def test_a_game_is_named_only_where_it_is_at_home() -> None:
    """A game is a package: what the rest of the house needs to know of it, the game says."""
    named: dict[str, set[str]] = {}
    for path in python_files(*PACKAGES):
        name = str(path.relative_to(ROOT))
        games = {g for g in games_named_in(path) if not name.startswith(tuple(home.format(game=g) for home in OF_A_GAME))}
        if games:
            named[name] = games
    assert named == MAY_NAME_A_GAME


def test_no_template_names_a_game() -> None:
    templates = sorted((ROOT / "desk").rglob("*.j2"))
    assert templates
    for path in templates:
        text = path.read_text(encoding="utf-8").casefold()
        assert not [game for game in GAME_NAMES if game in text], path


# How the code looks


@pytest.mark.slow
def test_no_module_and_no_class_has_a_name_that_says_nothing() -> None:
    for path in python_files(*PACKAGES, "tests", "bench"):
        assert not VAGUE.search(path.stem), path
        for where, kind in findings(path, ast.ClassDef):
            assert not VAGUE.search(kind.name), f"{where} {kind.name} says nothing"


SAYS_NOTHING: Final = frozenset({"one", "told", "said", "made"})
"""What no variable, function, class or attribute is called: such a name says nothing of what it is."""

PRINTED_FIELDS: Final = {
    "projections/office_reports/report.py",
}
"""Where `told` is a key of the JSON that others read, and so stays."""


def names_bound(path: Path) -> Iterator[tuple[int, str]]:
    """Every name that a file gives to something, with its line."""
    for node in ast.walk(tree(path)):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.ExceptHandler(name=str(name)):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.alias(asname=str(name)):
                yield node.lineno, name
            case _:
                pass


def test_every_name_says_something() -> None:
    silent = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in python_files(*PACKAGES, "bench", "tests")
        for line, name in names_bound(path)
        if name in SAYS_NOTHING and not (name == "told" and str(path.relative_to(ROOT)) in PRINTED_FIELDS)
    ]
    assert silent == []


def test_a_class_name_means_one_class() -> None:
    places: dict[str, list[str]] = {}
    for path in python_files(*PACKAGES):
        for where, kind in findings(path, ast.ClassDef):
            places.setdefault(kind.name, []).append(where)
    assert {name: there for name, there in places.items() if len(there) > 1} == {}


def test_every_module_says_what_it_is_for() -> None:
    silent = [module_of(path) for path in python_files(*PACKAGES) if tree(path).body and not ast.get_docstring(tree(path))]
    assert silent == []


# What is in the box


@cache
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_engine_is_of_the_product_s_version() -> None:
    assert f"recoup/{project()['project']['version']}" == ENGINE


def test_the_command_and_the_packages_are_by_name() -> None:
    assert project()["project"]["scripts"] == {"recoup": "desk.cli.main:main"}
    wheel = project()["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel == {"packages": list(PACKAGES)}
    for name in PACKAGES:
        assert (ROOT / name / "__init__.py").is_file()


def test_editions_and_migrations_lie_inside_the_packages() -> None:
    shipped = {path.stem for path in (ROOT / "replay" / "editions").glob("*.toml")}
    assert shipped == set(SHIPPED_RULEBOOKS)
    assert {path.name for path in (ROOT / "migrations").iterdir()} >= {"env.py", "versions", "script.py.mako"}
    assert list((ROOT / "migrations" / "versions").glob("r0*.py"))


def test_every_locked_package_has_hashes_and_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in lock
    entries = re.split(r"\n(?=[a-z0-9])", lock.strip())
    assert len(entries) > 20
    for entry in entries:
        assert re.match(r"[a-z0-9][a-z0-9._-]*==[^ ]+", entry), entry[:60]
        assert "--hash=sha256:" in entry, entry[:60]
    assert "index-url" not in lock


def test_what_the_product_needs_is_locked() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    wanted = [*project()["project"]["dependencies"], *project()["dependency-groups"]["dev"]]
    for name in (re.split(r"[\[<>=~! ]", item)[0].lower() for item in wanted):
        assert f"\n{name}==" in "\n" + lock, name


def kept_files() -> list[Path]:
    """All files that are or would be under version control."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def hosts() -> set[str]:
    """Where packages come from: the public registry, and whatever this machine is told to use instead."""
    items = [value for name, value in os.environ.items() if name.endswith(("INDEX_URL", "PROXY", "_INDEX", "proxy"))]
    found = {urlsplit(value).hostname or "" for value in items} - {"", "localhost", "127.0.0.1"}
    return found | {".".join(parts) for parts in (("pypi", "org"), ("files", "pythonhosted", "org"), ("ghcr", "io"))}


def test_no_file_names_a_machine_or_a_registry() -> None:
    folders = [re.escape(str(folder)) for folder in (ROOT, Path.home()) if folder != Path("/")]
    unwanted = re.compile("|".join([rf"(?<![\w.-])(?:{'|'.join(folders)})(?![\w.-])", *map(re.escape, hosts())]))
    found = {path.relative_to(ROOT): unwanted.search(path.read_bytes().decode("utf-8", "replace")) for path in kept_files()}
    assert {str(path): match.group() for path, match in found.items() if match} == {}


ANSWERED: Final = frozenset({"wagers_due", "case_settlements", "dispute_settlement", "settled_minor", "returned_minor"})
"""What a ruling or its round has of money and decisions, from which answers are made."""
OF_A_RULING: Final = frozenset({"awards", "authority", "verdict"})
MAKE_ANSWERS: Final = ("projections/answers/", "projections/rulings/", "projections/reruling/")
TELL_RULINGS: Final = frozenset(
    {
        "projections/documents/rulings.py",  # the ruling as data
        "projections/reports/readings.py",  # the verdict, and each reading, in words
        "projections/reports/letter.py",  # the verdict in words to a player
        "projections/reports/decisions.py",  # what a decision withholds under a reading
        "projections/reports/reasons.py",  # why a reading gives what it gives
        "projections/reports/round_report.py",  # the head of a transcript
        "projections/export/house_rows.py",  # the awards of a case's answers
        "desk/cli/demo.py",
    }
)


def test_money_and_decisions_of_a_round_are_read_through_its_answer() -> None:
    """What presents a round formats the answer on it, and works out nothing of its own."""
    found = []
    for path in python_files("projections", "desk"):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(MAKE_ANSWERS) or name in TELL_RULINGS:
            continue
        for where, node in findings(path, ast.Attribute):
            of = node.value
            ruling = (isinstance(of, ast.Name) and of.id == "ruling") or (
                isinstance(of, ast.Attribute) and of.attr == "ruling"
            )
            if node.attr in ANSWERED or (ruling and node.attr in OF_A_RULING):
                found.append(f"{where} {node.attr}")
    assert found == []

"""Carries out a section of CONTRIBUTING.md in a copy of the product: writes files, makes changes, runs commands.

A fenced block with a path is a file, or as `diff` what is changed in one; a `console` block is commands, each with lines
that its output has.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

PRODUCT: Final = Path(__file__).parents[2]
COPIED: Final = ("ledger", "replay", "projections", "desk", "drill", "migrations", "tests", "pyproject.toml")
_BLOCK: Final = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MAIN: Final = "from desk.cli.main import main; main()"
Expected = dict[str, tuple[str, dict[str, int | None], set[tuple[str, str]]]]
"""By round the verdict, what is due on each wager, and what is found, each kind with a clause that it names or none."""


class Block(NamedTuple):
    """A fenced block: its kind, its path if it has one, its lines."""

    kind: str
    path: str
    text: str


def blocks_of(section: str) -> list[Block]:
    """The blocks of a section by its heading, in their order."""
    page = (PRODUCT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    part = page.split(f"\n## {section}\n", 1)[1].split("\n## ", 1)[0]
    return [Block(*match.groups(default="")) for match in _BLOCK.finditer(part)]


def copy_product(folder: Path) -> Path:
    """A copy of the product, without what it does not need to run."""
    folder.mkdir()
    for name in COPIED:
        if (PRODUCT / name).is_dir():
            shutil.copytree(PRODUCT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "golden"))
        else:
            shutil.copy(PRODUCT / name, folder / name)
    return folder


def carry_out(section: str, copy: Path) -> None:
    """Carries out all blocks of a section in a copy. Raises AssertionError saying which one does not do what it says."""
    for block in blocks_of(section):
        if block.kind == "console":
            _run_commands(block.text, copy)
        elif block.kind == "diff":
            _change_file(copy / block.path, block.text)
        elif block.path:
            (copy / block.path).parent.mkdir(parents=True, exist_ok=True)
            (copy / block.path).write_text(block.text, encoding="utf-8")


def _change_file(path: Path, diff: str) -> None:
    """Makes the changes of a diff without line numbers: what stands in a hunk must stand in the file just once."""
    text = path.read_text(encoding="utf-8")
    for hunk in re.split(r"^@@.*\n", diff, flags=re.MULTILINE):
        lines = [(line[:1], line[1:]) for line in hunk.splitlines(keepends=True)]
        before = "".join(rest or "\n" for sign, rest in lines if sign != "+")
        after = "".join(rest or "\n" for sign, rest in lines if sign != "-")
        assert text.count(before) == 1, f"{path.name} has this {text.count(before)} times:\n{before}"
        text = text.replace(before, after)
    path.write_text(text, encoding="utf-8")


def _run_commands(text: str, copy: Path) -> None:
    for command, *expected in (part.splitlines() for part in text.split("$ ")[1:]):
        output = _output(command, copy)
        missing = [line for line in expected if line not in output]
        assert not missing, f"`{command}` does not say {missing}:\n{output}"


def _output(command: str, copy: Path) -> str:
    """What a command says, in lines as wide as they come."""
    words = shlex.split(command)
    programs = {"recoup": [sys.executable, "-c", _MAIN], "python": [sys.executable]}
    done = subprocess.run(
        [*programs.get(words[0], words[:1]), *words[1:]],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "COLUMNS": "200", "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout


_DRAW: Final = """
from pathlib import Path
from desk.opening import open_existing
from projections.messages.catalogue import Catalogue
from projections.pictures.scene import build_scene
from projections.pictures.table import draw_table
from projections.table_days import TableDays

with open_existing("sqlite:///recoup.db") as ledger:
    for ruling in TableDays(ledger).rulings([{name!r}]):
        Path("table.svg").write_text(draw_table(build_scene(ruling, Catalogue()), Catalogue()), encoding="utf-8")
"""


@dataclass(frozen=True, slots=True)
class Casino:
    """A copy of the product with the game in it, and a folder with a ledger in which the night is on record."""

    product: Path
    folder: Path

    def run(self, *args: str, cwd: Path | None = None) -> str:
        """What Python prints that imports the copy."""
        env = {name: value for name, value in os.environ.items() if name not in ("RECOUP_LEDGER", "COLUMNS")}
        env |= {"PYTHONPATH": str(self.product)}
        ran = subprocess.run(
            [sys.executable, *args], cwd=cwd or self.folder, env=env, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr
        return ran.stdout

    def recoup(self, *args: str) -> str:
        """What `recoup` of the copy prints."""
        return self.run("-c", _MAIN, *args)

    def json(self, *args: str) -> Any:
        """The document that `recoup --json` of the copy prints."""
        return orjson.loads(self.recoup(*args, "--json"))

    def draw(self, round_name: str) -> str:
        """The picture of a round's table."""
        self.run("-c", _DRAW.format(name=round_name))
        return (self.folder / "table.svg").read_text(encoding="utf-8")

    def json_schema(self, name: str) -> Any:
        """The schema that `recoup schema` of the copy prints."""
        return orjson.loads(self.recoup("schema", name))


def open_casino(section: str, night: str, folder: Path) -> Casino:
    """A copy of the product after a change of CONTRIBUTING.md, and a night on record in it."""
    product = copy_product(folder / "product")
    carry_out(section, product)
    casino = Casino(product, folder)
    (folder / "night.txt").write_text(night, encoding="utf-8")
    assert "0 conflicting, 0 quarantined" in casino.recoup("record", "night.txt")
    return casino


def assert_ruled(rulings: dict[str, Any], expected: Expected) -> None:
    """Each round has the verdict, the money and the findings that are due, and no other."""
    assert list(rulings) == list(expected)
    for number, (verdict, dues, found) in expected.items():
        ruling = rulings[number]
        kinds = {finding["kind"] for finding in ruling["findings"]}
        assert (number, ruling["verdict"], kinds) == (number, verdict, {kind for kind, _ in found})
        assert (number, ruling["branches"][0]["due_minor"]) == (number, dues)
        for kind, clause in found:
            cited = [finding["clauses"] for finding in ruling["findings"] if finding["kind"] == kind]
            assert all(not clause or clause in clauses for clauses in cited), (number, kind, cited)

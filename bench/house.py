"""The size of the house, and the work that four commands do: statements, streams read, cases folded, rounds ruled on.

`python -m bench house` prints it. Nothing here is a time: the same code gives the same figures on every machine.
"""

import ast
import io
import os
import sqlite3
import sys
import tempfile
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from datetime import UTC, datetime
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from drill.sample import evening
from ledger.feeds import cloudevents
from ledger.values.subjects import round_of

ROOT: Final = Path(__file__).resolve().parents[1]
CORE: Final = ("ledger", "replay", "projections", "desk", "migrations", "recoup")
BESIDE: Final = ("drill", "recoup_extras")
ALSO: Final = ("tests", "bench")

ROUND: Final = f"{evening.BACCARAT}/7"
"""The misdealt one of the sample day."""
_WORK: Final[Mapping[str, tuple[str, ...]]] = {
    "streams read": ("LedgerRecorder._stream_rows",),
    "days built": ("OpenTableDay.__init__",),
    "rounds ruled on": ("replay.ruling.ruling.rule",),
    "schemas made": ("TypeAdapter.json_schema",),
}
"""What is counted, by the functions whose calls it is."""


class Size(NamedTuple):
    """Modules, lines, and lines of code proper: without blanks, comments, docstrings and imports."""

    modules: int
    lines: int
    proper: int


def size_of(rooms: Iterable[str]) -> Size:
    """Return the size of rooms, by what of them is on disk."""
    files = [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]
    texts = [path.read_text(encoding="utf-8") for path in files]
    return Size(len(files), sum(text.count("\n") for text in texts), sum(map(lines_proper, texts)))


def lines_proper(text: str) -> int:
    """Return how many lines of a module hold code other than imports."""
    left_out = set[int]()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Import() | ast.ImportFrom():
                left_out.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    held = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            held.update(range(token.start[0], token.end[0] + 1))
    lines = text.splitlines()
    return sum(1 for number in held - left_out if number <= len(lines) and lines[number - 1].strip())


def work_of(folder: Path, *commands: Sequence[str]) -> Counter[str]:
    """Return what a command does that runs after others, each in a process of its own."""
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for before, _ in pairwise(commands):
            pool.apply(_run, (folder, before))
        return pool.apply(_counted, (folder, commands[-1]))


def _run(folder: Path, command: Sequence[str]) -> None:
    """Run a command as its user does, in a folder."""
    from desk.cli.main import main  # noqa: PLC0415 - in a process of its own

    os.chdir(folder)
    sys.argv = ["recoup", *command]
    printed = io.StringIO()
    with suppress(SystemExit), redirect_stdout(printed):
        main()


def _counted(folder: Path, command: Sequence[str]) -> Counter[str]:
    """Run a command and count its statements, and the calls of what is counted."""
    found = Counter[str]()
    connect = sqlite3.connect

    def traced(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)
        connection.set_trace_callback(lambda text: found.update(() if text.lstrip().startswith("--") else ("statements",)))
        return connection

    names = {name: what for what, functions in _WORK.items() for name in functions}

    def called(frame: FrameType, what: str, _: object) -> None:
        code = frame.f_code
        if what != "call":
            return
        if (counted := names.get(code.co_qualname)) or (
            counted := names.get(f"{frame.f_globals.get('__name__')}.{code.co_qualname}")
        ):
            found[counted] += 1
        elif code.co_qualname == "project_case" and frame.f_locals.get("case") is None:
            found["cases folded"] += 1

    with patch.object(sqlite3, "connect", traced), patch.object(sqlite3.dbapi2, "connect", traced):
        sys.setprofile(called)
        _run(folder, command)
        sys.setprofile(None)
    return found


def _commands(folder: Path) -> Iterator[tuple[str, Counter[str]]]:
    """Each command by its name, with what it does."""
    deliveries = list(evening.deliveries("baccarat"))
    last = max((round_of(delivery.subject) for delivery in deliveries), key=lambda name: int((name or "/0").split("/")[-1]))
    before, after = folder / "before.ndjson", folder / "after.ndjson"
    before.write_bytes(b"".join(cloudevents.write(each) + b"\n" for each in deliveries if each.subject != last))
    after.write_bytes(b"".join(cloudevents.write(each) + b"\n" for each in deliveries if each.subject == last))
    url = f"sqlite:///{folder / 'recoup.db'}"
    yield "record of one round", work_of(folder, ("record", str(before)), ("record", str(after)))
    yield (
        "report of a round",
        work_of(folder, ("report", ROUND, "--format", "pdf", "--output", "report.pdf", "--ledger", url)),
    )
    case = ("--by", "I1", "--role", "investigator", "--ledger", url)
    number = f"{datetime.now(UTC):%Y}-0001"
    opened = ("case", "open", evening.BACCARAT, "--round", ROUND, "--sure", *case)
    claimed = ("case", "claim", number, "--player", "P1", "--amount", "50.00", "--sure", *case)
    yield "case claim", work_of(folder, opened, claimed)
    yield (
        "export of a day",
        work_of(
            folder, ("keys", "new", "--origin", "bench.example/recoup"), ("export", "--out", "package", "--ledger", url)
        ),
    )


def main() -> None:
    """Print the size of the rooms and what the commands do."""
    out = Console(width=140)
    sizes = Table("", "modules", "lines", "code proper", box=None)
    for name, rooms in (("core", CORE), ("drill and extras", BESIDE), ("product", CORE + BESIDE), ("tests, bench", ALSO)):
        sizes.add_row(name, *(f"{count:,}" for count in size_of(rooms)))
    out.print(sizes)
    with tempfile.TemporaryDirectory() as folder:
        done = list(_commands(Path(folder)))
    kinds = ("statements", *_WORK, "cases folded")
    work = Table("", *kinds, box=None, pad_edge=False)
    for name, found in done:
        work.add_row(name, *(f"{found[kind]:,}" for kind in kinds))
    out.print(work)

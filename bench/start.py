"""How long a command takes from nothing, beside the imports that no command of this kind can do without."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bench.corpus import record
from bench.measure import Beside, Figure, Measured, Span, at_most, computed
from desk.opening import open_or_create
from drill.sample import evening
from projections.following.read_models import catch_up, open_read_models

BARE: Final = ("-c", "import typer, rich.table; from pydantic import BaseModel")
ROUND: Final = f"{evening.BACCARAT}/7"
"""The misdealt one of the sample day."""

LAUNCHER: Final = """
import os, sys
child = os.posix_spawn(sys.executable, [sys.executable, *sys.argv[1:]], os.environ)
_, status, used = os.wait4(child, 0)
print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""Starts a process from one that holds little: what a process holds at most is never said to be less than its parent's."""

COMMANDS: Final = (
    (("--help",), 1.5, 35),
    (("rule", ROUND), 3.5, 60),
    (("replay", ROUND), 3.5, 60),
    (("rounds",), 3.5, 60),
)
"""Each with how many times the bare imports it may take, and in how many megabytes."""


def starting(folder: Path, runs: int) -> Iterator[Figure]:
    """Figures of each command, in processor time and in memory, with a warm bytecode cache."""
    url = f"sqlite:///{folder / 'start.db'}"
    with open_or_create(url) as ledger:
        record(ledger, evening.deliveries("baccarat"))
        with open_read_models(ledger) as engine:
            catch_up(ledger, engine)
    for words, times, megabytes in COMMANDS:
        args = ("-m", "desk", *words, *(() if words == ("--help",) else ("--ledger", url)))
        peaks = list[int]()
        ours = _process(args, peaks)
        ours()  # compiles what is not compiled yet
        peaks.clear()
        what = f"recoup {words[0]}"
        yield from computed(
            what, "one process", ours, {"the bare imports": Beside(_process(BARE, []), at_most(times))}, runs
        )
        yield _memory(what, max(peaks), megabytes, len(peaks))


def _memory(what: str, peak: int, megabytes: int, runs: int) -> Figure:
    bound = megabytes * 1e6
    ratio = peak / bound
    return Figure(what, f"{megabytes} MB", "one process", peak, bound, ratio, ratio, ratio, runs, "memory", at_most(1))


def _process(args: tuple[str, ...], peaks: list[int]) -> Measured:
    """Runs Python with these arguments; the most memory that it held is added to `peaks`."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    launched = [sys.executable, "-I", "-S", "-c", LAUNCHER, *args]

    def once() -> Span:
        ran = subprocess.run(launched, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
        processor, kilobytes = ran.stderr.splitlines()[-1].split()
        peaks.append(int(kilobytes) * 1024)
        return Span(float(processor), float(processor))

    return once

"""`docs/benchmarks.md`: what the last quick and the last long run measured, and on what.

Each run keeps its figures in `bench/figures`, so that the page has both columns whichever ran last.
"""

import os
import platform
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import orjson

from bench.measure import Figure, Target

FORMS: Final = ("quick", "long")
HERE: Final = Path(__file__).resolve().parent
KEPT: Final = HERE / "figures"
NOTES: Final = HERE / "notes.md"
PAGE: Final = HERE.parent / "docs" / "benchmarks.md"
LIBRARIES: Final = ("eventsourcing", "pydantic", "orjson", "sqlalchemy", "psycopg", "typst")


def keep(form: str, name: str, figures: Sequence[Figure]) -> None:
    """Keeps the figures of a part in place of those of its last run in this form."""
    KEPT.mkdir(exist_ok=True)
    parts = kept(form)
    parts[name] = {"on": _machine(), "figures": [asdict(figure) for figure in figures]}
    (KEPT / f"{form}.json").write_bytes(orjson.dumps(parts, option=orjson.OPT_INDENT_2) + b"\n")


def kept(form: str) -> dict[str, Any]:
    """Every part's last run in this form."""
    path = KEPT / f"{form}.json"
    parts: dict[str, Any] = orjson.loads(path.read_bytes()) if path.exists() else {}
    return parts


def _machine() -> dict[str, str]:
    """What was measured on. Nothing of it names the machine or its user."""
    load = os.getloadavg()[0]
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors ({_processor()})",
        "load": f"while {load:.1f} processes wanted a processor",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "SQLite": sqlite3.sqlite_version,
        **{name: version(name) for name in LIBRARIES},
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "unknown")


def write(names: Sequence[str]) -> None:
    """Writes the page from what was kept, part by part in this order."""
    runs = {form: kept(form) for form in FORMS}
    tables = [
        line for name in names for line in _table(name, {form: run[name] for form, run in runs.items() if name in run})
    ]
    PAGE.write_text("\n".join([*_HEAD, *_machines(runs), *tables, NOTES.read_text(encoding="utf-8")]), encoding="utf-8")


_HEAD: Final = (
    "# Benchmarks",
    "",
    "Written by `make bench` (the quick column) and `make bench-long`; `bench/` says what is measured, and how. Every",
    "figure is a ratio to something measured beside it, in turn, in the same run: the median of several runs, in",
    "brackets the lowest and the highest. Where a disk or a server is waited for, seconds by the clock are compared,",
    "else seconds of the processor; *cpu* is the ratio of processor time where the clock's is the figure. *At least*",
    "speaks of speed: 0.5 is half as fast as what is beside it. *At most* speaks of time: 2 times is twice as long.",
    "",
)


def _table(name: str, found: Mapping[str, Any]) -> list[str]:
    rows: dict[tuple[str, str], dict[str, Figure]] = {}
    for form, part in found.items():
        for fields in part["figures"]:
            figure = Figure(**fields | {"target": Target(**fields["target"])})
            rows.setdefault((figure.what, figure.beside), {})[form] = figure
    if not rows:
        return []
    lines = [f"## {name}", "", "| what | beside it | target | quick | long |", "| --- | --- | --- | --- | --- |"]
    for (what, beside), columns in rows.items():
        target = next(iter(columns.values())).target
        cells = [_cell(columns[form]) if form in columns else "not run" for form in FORMS]
        lines.append(f"| {what} | {beside} | {target} | {' | '.join(cells)} |")
    when = "; ".join(f"{form}: {part['on']['date']}, {part['on']['load']}" for form, part in found.items())
    return [*lines, "", f"Measured {when}.", ""]


def _machines(runs: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What was measured on, each machine with its versions once."""
    every = (part["on"] for run in runs.values() for part in run.values())
    return [*dict.fromkeys(f"- {on['machine']}; {_versions(on)}" for on in every), ""]


def _versions(on: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {on[name]}" for name in ("Python", "SQLite", *LIBRARIES))


def _cell(figure: Figure) -> str:
    spread = f" ({figure.lowest:.2f} to {figure.highest:.2f})" if figure.lowest < figure.highest else ""
    work = "" if figure.processor is None else f", cpu {figure.processor:.2f}"
    size = f", {figure.size}" if figure.size else ""
    return f"**{figure.ratio:.2f}{' ' + figure.verdict if figure.verdict else ''}**{spread}, {figure.both}{work}{size}"

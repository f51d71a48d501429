"""`docs/benchmarks.md`: what the last quick and the last long run measured, and on what.

Each run keeps its figures in `bench/figures`, so that the page has both columns whichever ran last, and what the runs of
earlier days measured stands beside them: a loss is seen. Behind each part's figures stand its limits, from `notes.md`.
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
MOST_EARLIER: Final = 4
"""Of so many earlier days the ratios are kept."""
LIBRARIES: Final = ("eventsourcing", "pydantic", "orjson", "sqlalchemy", "psycopg", "typst")


def keep(form: str, name: str, figures: Sequence[Figure]) -> None:
    """Keeps the figures of a part in place of those of its last run in this form; of those of other days the ratios."""
    KEPT.mkdir(exist_ok=True)
    parts = kept(form)
    before, on = parts.get(name), machine()
    earlier = [] if before is None else before.get("earlier", [])
    if before is not None and before["on"]["date"] != on["date"]:
        ratios = {f"{figure['what']} | {figure['beside']}": round(figure["ratio"], 3) for figure in before["figures"]}
        earlier = [*earlier, {"date": before["on"]["date"], "ratios": ratios}][-MOST_EARLIER:]
    parts[name] = {"on": on, "figures": [asdict(figure) for figure in figures], "earlier": earlier}
    (KEPT / f"{form}.json").write_bytes(orjson.dumps(parts, option=orjson.OPT_INDENT_2) + b"\n")


def kept(form: str) -> dict[str, Any]:
    """Every part's last run in this form."""
    path = KEPT / f"{form}.json"
    parts: dict[str, Any] = orjson.loads(path.read_bytes()) if path.exists() else {}
    return parts


def machine() -> dict[str, str]:
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
    runs, notes = {form: kept(form) for form in FORMS}, _notes()
    parts = (
        [*_table(name, {form: run[name] for form, run in runs.items() if name in run}), *notes.pop(name, [])]
        for name in names
    )
    lines = [*_HEAD, *_machines(runs), *(line for part in parts for line in part)]
    for name, text in notes.items():
        lines += [f"## {name}", "", *text]
    PAGE.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def _notes() -> dict[str, list[str]]:
    """The lines of the notes, by the part that they are about; what is about none comes last on the page."""
    found: dict[str, list[str]] = {}
    for section in ("\n" + NOTES.read_text(encoding="utf-8")).split("\n## ")[1:]:
        name, *lines = section.strip("\n").splitlines()
        found[name] = [*lines[1:], ""]
    return found


_HEAD: Final = (
    "# Benchmarks",
    "",
    "Written by `make bench` (the quick column) and `make bench-long`; `bench/` says what is measured, and how. Every",
    "figure is a ratio to something measured beside it, in turn, in the same run: the median of several runs, in",
    "brackets the lowest and the highest. Where a disk or a server is waited for, seconds by the clock are compared,",
    "else seconds of the processor; *cpu* is the ratio of processor time where the clock's is the figure. *At least*",
    "speaks of speed: 0.5 is half as fast as what is beside it. *At most* speaks of time: 2 times is twice as long.",
    "*Before* are the ratios of runs of earlier days, the oldest first.",
    "",
)


def _table(name: str, found: Mapping[str, Any]) -> list[str]:
    rows: dict[tuple[str, str], dict[str, Figure]] = {}
    before: dict[str, list[str]] = {}
    for form, part in found.items():
        for day in part.get("earlier", []):
            for what, ratio in day["ratios"].items():
                before.setdefault(what, []).append(f"{ratio:.2f}{'' if form == 'quick' else ' long'}")
        for fields in part["figures"]:
            figure = Figure(**fields | {"target": Target(**fields["target"])})
            rows.setdefault((figure.what, figure.beside), {})[form] = figure
    if not rows:
        return []
    lines = [f"## {name}", "", "| what | beside it | target | quick | long | before |", "|" + " --- |" * 6]
    for (what, beside), columns in rows.items():
        target = next(iter(columns.values())).target
        cells = [_cell(columns[form]) if form in columns else "not run" for form in FORMS]
        earlier = ", ".join(before.get(f"{what} | {beside}", ["none"]))
        lines.append(f"| {what} | {beside} | {target} | {' | '.join(cells)} | {earlier} |")
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

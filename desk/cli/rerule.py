"""`recoup rerule`: rule on a period again under another edition, and tell what that changes."""

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeVar

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.cli.completion import complete_rulebook, complete_table
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, Json, bar, console, print_json, text_of
from drill.runner import run_locally, run_on_cluster
from ledger.errors import MalformedRulebook, UnknownRulebook
from ledger.events.deliveries import RulebookAdopted
from ledger.package.format import is_package
from ledger.recorder.database import parse_url as parts_of
from ledger.recorder.database import url_without_password
from ledger.values.money import format_minor
from projections.documents.rerulings import ChangeTotalsDocument, EngineRerunDocument, RerunDocument
from projections.reruling.plan import RerunQuestion
from projections.reruling.rerun import Rerun
from projections.reruling.unit import Task
from projections.rulings.events import engine_digest
from replay import ENGINE
from replay.editions.loader import SHIPPED_RULEBOOKS, parse_edition, shipped_edition, shipped_text

NAMED: Final = 10
"""So many players are named on the terminal."""
COUNTS: Final = ("wagers", "opened", "settled", "if claimed")
_CAUSES: Final = {
    "engine": "because the engine is another one",
    "edition": "because another edition is in force",
    "later": "because of entries that have come since",
    "unexplained": "though nothing on record accounts for it: `recoup verify --rulings all` names them",
}
MONEY_OF: Final = ("currency", "minor_digits")

Totals = TypeVar("Totals", bound=ChangeTotalsDocument)


def rerule(
    *,
    edition: Annotated[
        str | None,
        typer.Option("--edition", help="Under which edition: its name, or a file with its text.", metavar="EDITION|FILE"),
    ] = None,
    engine: Annotated[
        bool, typer.Option("--engine", help="By this engine, beside what is on record, under the editions in force.")
    ] = False,
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder that is made.", metavar="DIR")],
    rulebook: Annotated[
        str | None, typer.Option("--rulebook", help="Of which rulebook.", metavar="ID", autocompletion=complete_rulebook)
    ] = None,
    ledger: Annotated[
        list[str] | None,
        typer.Option("--ledger", envvar="RECOUP_LEDGER", help="A ledger or a package; may be repeated.", metavar="URL|DIR"),
    ] = None,
    since: Annotated[
        datetime | None, typer.Option("--from", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="From this gaming day on.")
    ] = None,
    until: Annotated[
        datetime | None, typer.Option("--to", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="Up to this gaming day.")
    ] = None,
    table: Annotated[str | None, typer.Option("--table", help="At this table.", autocompletion=complete_table)] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="How many processes; else as many as there are processors.")
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option("--dask", help="The address of a Dask cluster, which then does the work.", metavar="tcp://…"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Rule on all rounds of a period again under another edition or by another engine, and compare with the rulings on
    record.
    """
    if engine == (edition is not None) or (engine and rulebook is not None):
        raise typer.BadParameter("name an edition with --edition, or say --engine; --rulebook goes with an edition")
    if dask is not None and workers is not None:
        raise typer.BadParameter("a cluster has workers of its own; leave out --workers or --dask")
    addresses = [_absolute(fromkey) for fromkey in dict.fromkeys(ledger or [DEFAULT])]
    text = None if edition is None else _text(edition, rulebook, addresses)
    held = None if text is None else parse_edition(text)
    if held is not None and rulebook is not None and held.id != rulebook:
        raise UnknownRulebook(f"{edition} is an edition of {held.id}, not of {rulebook}")
    question = RerunQuestion(
        rulebook=held and held.id,
        edition=held and held.name,
        digest=held and held.digest,
        sources=tuple(address if is_package(Path(address)) else url_without_password(address) for address in addresses),
        table=table,
        since=since and since.date(),
        until=until and until.date(),
        engine=ENGINE,
        engine_digest=engine_digest() if held is None else None,
    )
    asked = Rerun(question, addresses, Task(text, open_existing), out)
    if dask is not None:
        summary = asked.run(partial(run_on_cluster, dask), bar)
    else:
        summary = asked.run(partial(run_locally, workers or os.cpu_count() or 1, asked.workspace), bar)
    if as_json:
        print_json(
            summary.model_dump()
            | {
                "clauses": [row.in_order(first=(*MONEY_OF, "on_clauses", "players")) for row in summary.clauses],
                "players": [row.in_order(first=("house", "player", *MONEY_OF)) for row in summary.players],
            }
        )
    else:
        _show(summary, out)


def _absolute(source: str) -> str:
    """A source as workers find it who stand elsewhere."""
    if is_package(Path(source)):
        return str(Path(source).absolute())
    parts = parts_of(source)
    if parts.get_backend_name() != "sqlite" or not parts.database:
        return source
    return parts.set(database=str(Path(parts.database).absolute())).render_as_string(hide_password=False)


def _text(edition: str, rulebook: str | None, addresses: Sequence[str]) -> str:
    """The text of an edition: a file's, or that of the edition of this name that a source has adopted, or that is shipped.

    Raises UnknownRulebook where there is none, or more than one.
    """
    if edition.endswith(".toml") or "/" in edition:
        return text_of(Path(edition), MalformedRulebook)
    texts: dict[str, set[str]] = {}
    for address in addresses:
        with open_existing(address) as opened:
            for adopted in (entry.event for entry in opened.rulebooks()):
                if isinstance(adopted, RulebookAdopted) and adopted.edition == edition:
                    texts.setdefault(adopted.rulebook, set()).add(adopted.text)
    for name in SHIPPED_RULEBOOKS:
        if name not in texts and shipped_edition(name).name == edition:
            texts[name] = {shipped_text(name)}
    wanted = {name: found for name, found in texts.items() if rulebook in (None, name)}
    if not wanted:
        of = f" of {rulebook}" if rulebook else ""
        raise UnknownRulebook(f"there is no edition {edition!r}{of}; `recoup rulebook list` shows what there is")
    if len(wanted) > 1:
        raise UnknownRulebook(f"{', '.join(sorted(wanted))} all have an edition {edition!r}; name one with --rulebook")
    (found,) = wanted.values()
    if len(found) > 1:
        raise UnknownRulebook(f"the sources have different texts of edition {edition!r}; name a file with the one meant")
    return found.pop()


def _show(summary: RerunDocument | EngineRerunDocument, out: Path) -> None:
    page, days = console(), summary.days
    if isinstance(summary, RerunDocument):
        book = summary.rulebook
        page.print(Text(f"{book.id} {book.edition}, {book.digest}", style="bold"))
    else:
        page.print(Text(f"{summary.engine}, {summary.engine_digest}", style="bold"))
    page.print(f"{summary.rounds:,} rounds of {days.ruled:,} tables' days ruled on again, {summary.wagers:,} wagers")
    for why, count in days.model_dump().items():
        if why != "ruled" and count:
            page.print(f"{count:,} days left out: {why.replace('_', ' ')}")
    if isinstance(summary, RerunDocument):
        page.print(f"{summary.rulings_changed:,} rulings with another verdict or other findings")
    else:
        _show_differing(page, summary)
    if summary.clauses:
        _table(page, "on clause", summary.clauses, lambda row: " ".join(row.on_clauses) or "?")
        page.print(f"{summary.players_concerned:,} players are concerned; with whom most changes:")
        _table(page, "player", summary.players[:NAMED], lambda row: row.player)
    else:
        page.print("nobody's money changes")
    page.print(f"{out}: {summary.digest}")


def _show_differing(page: Console, summary: EngineRerunDocument) -> None:
    """How many rulings differ from the record, why, and in what findings."""
    page.print(f"{summary.rulings_changed:,} rulings are not what is on record")
    for causes in summary.causes:
        page.print(f"  {causes.rounds:,} {_CAUSES[causes.cause]}")
    if summary.findings:
        shown_as = Table("finding", "found then, not now", "found now, not then", box=None, pad_edge=False)
        for column in shown_as.columns[1:]:
            column.justify = "right"
        for row in summary.findings:
            shown_as.add_row(row.kind.replace("_", " "), f"{row.withdrawn:,}", f"{row.added:,}")
        page.print(shown_as)


def _table(page: Console, head: str, sums: Sequence[Totals], name: Callable[[Totals], str]) -> None:
    shown_as = Table(head, *COUNTS, "more", "less", "currency", box=None, pad_edge=False)
    for column in shown_as.columns[1:-1]:
        column.justify = "right"
    for row in sums:
        digits = row.minor_digits
        money = (format_minor(getattr(row, amount), digits) for amount in ("more_minor", "less_minor"))
        counts = (f"{getattr(row, count.replace(' ', '_')):,}" for count in COUNTS)
        shown_as.add_row(name(row), *counts, *money, row.currency)
    page.print(shown_as)

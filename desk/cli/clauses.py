"""`recoup clauses`: every clause of every rulebook, and what implements it."""

from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from desk.cli.completion import complete_rulebook
from desk.cli.rulebooks import edition, editions
from desk.implementing import implementing
from desk.terminal.console import DEFAULT, Json, LedgerUrl, console, print_json


def clauses(
    rulebook: Annotated[
        str | None, typer.Option("--rulebook", help="Only this rulebook.", autocompletion=complete_rulebook)
    ] = None,
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
    latest = {edition_.id: edition_ for edition_ in editions(ledger)}
    if rulebook is not None:
        latest = {rulebook: edition(rulebook, ledger)}
    rows: dict[str, dict[str, Any]] = {}
    for edition_ in latest.values():
        for clause, text in edition_.sheet.clauses.items():
            row = rows.setdefault(
                clause,
                {
                    "id": clause,
                    "document": edition_.sheet.edition.document,
                    "kind": text.kind,
                    "title": text.title,
                    "text": text.text,
                    "rulebooks": [],
                    "implemented_by": [],
                },
            )
            row["rulebooks"].append(edition_.id)
            row["implemented_by"] = sorted({*row["implemented_by"], *implementing(edition_, clause)})
    return list(rows.values())

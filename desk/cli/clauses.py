"""`recoup clauses`: every clause of every rulebook, and what implements it."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from desk.cli.completion import complete_rulebook
from desk.cli.rulebooks import edition, editions
from desk.implementing import implementing
from desk.terminal.console import DEFAULT, Json, LedgerUrl, console, print_json
from projections.documents.rulebooks import clause_documents


def clauses(
    rulebook: Annotated[
        str | None, typer.Option("--rulebook", help="Only this rulebook.", autocompletion=complete_rulebook)
    ] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """List every clause: what it says, and what implements it."""
    adopted = editions(ledger) if rulebook is None else [edition(rulebook, ledger)]
    rows = clause_documents({edition_.id: edition_ for edition_ in adopted}.values(), implementing)
    if as_json:
        print_json(rows)
        return
    shown = Table("clause", "", "what it says", "implemented by", box=None, pad_edge=False)
    for row in rows:
        shown.add_row(Text(row.id, style="cyan"), row.kind, f"{row.title}. {row.text}", "\n".join(row.implemented_by))
    console().print(shown)

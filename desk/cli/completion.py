"""Names on record, for a shell that completes them."""

from pathlib import Path
from typing import Annotated

import typer

from desk.opening import is_absent, open_existing
from ledger.errors import RecoupError
from projections.read_models.round_list import names_beginning
from replay.editions.loader import SHIPPED_RULEBOOKS


def complete_round(ctx: typer.Context, incomplete: str) -> list[str]:
    """TABLE/DAY/ROUND."""
    return _names(ctx, "round", incomplete)


def complete_table(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of tables."""
    return _names(ctx, "table_name", incomplete)


def complete_shoe(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of shoes."""
    return _names(ctx, "shoe", incomplete)


def complete_day(ctx: typer.Context, incomplete: str) -> list[str]:
    """TABLE/DAY."""
    return _streams(ctx, "table/", incomplete)


def complete_case(ctx: typer.Context, incomplete: str) -> list[str]:
    """The numbers of cases."""
    return _streams(ctx, "case/", incomplete)


def complete_case_or_round(ctx: typer.Context, incomplete: str) -> list[str]:
    """The numbers of cases, and TABLE/DAY/ROUND."""
    return [*complete_case(ctx, incomplete), *complete_round(ctx, incomplete)]


def complete_rulebook(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of rulebooks: those adopted, and those that come with the product."""
    shipped = [name for name in SHIPPED_RULEBOOKS if name.startswith(incomplete)]
    return sorted({*shipped, *_streams(ctx, "rulebook/", incomplete)})


RoundName = Annotated[str, typer.Argument(metavar="ROUND", help="TABLE/DAY/ROUND", autocompletion=complete_round)]
DayName = Annotated[str, typer.Argument(metavar="TABLE/DAY", help="The table and gaming day.", autocompletion=complete_day)]
ShoeName = Annotated[str, typer.Argument(metavar="SHOE", help="The shoe's name.", autocompletion=complete_shoe)]
OnlyTable = Annotated[str | None, typer.Option("--table", help="Only this table.", autocompletion=complete_table)]
OnlyShoe = Annotated[str | None, typer.Option("--shoe", help="Only this shoe.", autocompletion=complete_shoe)]


def _names(ctx: typer.Context, column: str, beginning: str) -> list[str]:
    url = str(ctx.params.get("ledger"))
    try:
        return [] if Path(url).is_dir() or is_absent(url) else names_beginning(url, column, beginning)
    except RecoupError:
        return []  # the command itself says what is wrong


def _streams(ctx: typer.Context, kind: str, beginning: str) -> list[str]:
    try:
        with open_existing(str(ctx.params.get("ledger")), asks_who_signed=False) as ledger:
            return [stream.removeprefix(kind) for stream in ledger.streams(kind + beginning)]
    except RecoupError:
        return []

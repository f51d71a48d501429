"""`recoup shape`: a package's tables as the XML that an authority publishes a form for."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ledger.values.terminal import say
from projections.shapes.records import PackageTables
from projections.shapes.shape import SHAPES, shape
from projections.shapes.writing import FIRST_MANIFEST, write_shape


def shape_(
    name: Annotated[str, typer.Argument(metavar="|".join(SHAPES), help="Whose form.")],
    package: Annotated[Path, typer.Argument(metavar="PACKAGE", help="A package of days that `recoup export` made.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="A folder that is not there yet.")],
    given: Annotated[
        list[str] | None,
        typer.Option("--given", metavar="NAME=VALUE", help="What no table answers, as the house's number."),
    ] = None,
    previous: Annotated[
        str, typer.Option("--previous", metavar="DIGEST", help="The SHA-256 of the last manifest, where files are chained.")
    ] = FIRST_MANIFEST,
) -> None:
    """Write a package's sessions and complaints as the XML that an authority publishes a form for."""
    if name not in SHAPES:
        raise typer.BadParameter(f"{name} is no form that is known; there are {', '.join(SHAPES)}")
    if out.exists():
        raise typer.BadParameter(f"{out} is there already; name a folder that is not there yet")
    wanted = shape(name)
    values = {"extracted_at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), **dict(map(_given, given or ()))}
    tables = PackageTables(package)
    tables.rows("rounds")
    for written in write_shape(wanted, tables, out, values, previous):
        say(f"{written.path}: {written.records:,} records")
    say(f"as of {wanted.name}; nothing in it answers:")
    for gap in wanted.gap:
        say(f"  {gap.element}: {gap.why}")


def _given(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"{text} gives nothing; write it as NAME=VALUE")
    return name, value

"""`recoup report`: a round's report for the office, and the letter to a player."""

from pathlib import Path
from typing import Annotated

import typer

from desk.opening import reading
from desk.terminal import DEFAULT, LedgerUrl
from projections.archive import Archive
from projections.reports.compose import compose
from projections.reports.forms import Form, letter_as, report_as
from projections.reports.letter import write
from projections.reports.masking import MaskedArchive
from projections.words import Words, languages


def _known(language: str) -> str:
    if language not in languages():
        raise typer.BadParameter(f"there are no texts in {language!r}; there are {', '.join(languages())}")
    return language


def report(
    name: Annotated[str, typer.Argument(metavar="ROUND", help="TABLE/DAY/ROUND")],
    form: Annotated[Form, typer.Option("--format", help="The form.")],
    out: Annotated[Path, typer.Option("--output", "-o", help="The file that is written.", metavar="FILE")],
    ledger: LedgerUrl = DEFAULT,
    language: Annotated[str, typer.Option("--language", help="Of the texts: en, de.", callback=_known)] = "en",
    masked: Annotated[bool, typer.Option("--masked", help="Persons by letters instead of their ids.")] = False,
    letter: Annotated[str | None, typer.Option("--letter", metavar="PLAYER", help="The letter to this player.")] = None,
) -> None:
    """Write a round's report, or the letter to one of its players."""
    if masked and letter:
        raise typer.BadParameter("a letter names its player; leave out --masked or --letter")
    words = Words(language)
    with reading(ledger) as opened:
        archive = MaskedArchive(opened, words) if masked else Archive(opened)
        ruling = next(archive.rulings([name]))
        basis = archive.document(ruling)["basis"]
        if letter:
            written = letter_as(form, write(ruling, letter, basis["leaves_digest"], words))
        else:
            events = None if masked else archive.stored(ruling.positions)
            written = report_as(form, compose(ruling, basis, events, words))
    out.write_bytes(written)
    typer.echo(f"{out}: {len(written):,} bytes")

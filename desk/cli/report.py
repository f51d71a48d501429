"""`recoup report`: the report on a case or a round for the office, and the letter to a player."""

import re
from pathlib import Path
from typing import Annotated, Final

import typer

from desk.cli.completion import complete_case_or_round
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, LedgerUrl
from ledger.application import Ledger
from ledger.files import write_plain
from ledger.values.subjects import table_day
from projections.documents.rulings import ruling_document
from projections.messages.catalogue import Catalogue, languages
from projections.reports.case_file import gather_case_file
from projections.reports.case_letter import final_letter
from projections.reports.case_report import compose_case_report
from projections.reports.championship_report import compose_championship_report, dispute_notice
from projections.reports.compose import compose_report
from projections.reports.forms import Form, render
from projections.reports.letter import compose_letter
from projections.reports.masking import MaskedTableDays, mask_difference, masking
from projections.rulings.difference import difference, difference_sentences
from projections.table_days import TableDays

CASE_NUMBER: Final = re.compile(r"[0-9]{4}-[0-9]{4,9}")


def known(language: str) -> str:
    """A language that there are texts in. Raises BadParameter for another one."""
    if language not in languages():
        raise typer.BadParameter(f"there are no texts in {language!r}; there are {', '.join(languages())}")
    return language


def report(
    name: Annotated[
        str,
        typer.Argument(
            metavar="CASE|ROUND|CHAMPIONSHIP",
            help="A case's number, TABLE/DAY/ROUND, or a championship.",
            autocompletion=complete_case_or_round,
        ),
    ],
    form: Annotated[Form, typer.Option("--format", help="The form.")],
    out: Annotated[Path, typer.Option("--output", "-o", help="The file that is written.", metavar="FILE")],
    ledger: LedgerUrl = DEFAULT,
    language: Annotated[str, typer.Option("--language", help="Of the texts: en, de.", callback=known)] = "en",
    masked: Annotated[bool, typer.Option("--masked", help="Persons by letters instead of their ids.")] = False,
    letter: Annotated[
        str | None,
        typer.Option(
            "--letter", metavar="PLAYER|DISPUTE", help="The letter to this player, or the notice of this dispute."
        ),
    ] = None,
) -> None:
    """Write the report on a case, a round or a championship's disputes, or the letter to one of its players."""
    if masked and letter:
        raise typer.BadParameter("a letter names its player; leave out --masked or --letter")
    words = Catalogue(language)
    with open_existing(ledger) as opened:
        write = _of_case if CASE_NUMBER.fullmatch(name) else _of_round if "/" in name else _of_championship
        written = write(opened, name, form, words, masked, letter)
    write_plain(out, written)
    typer.echo(f"{out}: {len(written):,} bytes")


def _of_case(ledger: Ledger, number: str, form: Form, words: Catalogue, masked: bool, letter: str | None) -> bytes:
    file = gather_case_file(ledger, number, words, mask_names=masked)
    if letter:
        return render(form, final_letter(file, letter, words))
    return render(form, compose_case_report(file, words, masked=masked))


def _of_championship(ledger: Ledger, name: str, form: Form, words: Catalogue, masked: bool, letter: str | None) -> bytes:
    if letter:
        return render(form, dispute_notice(ledger, name, letter, words))
    return render(form, compose_championship_report(ledger, name, words, masked=masked))


def _of_round(ledger: Ledger, name: str, form: Form, words: Catalogue, masked: bool, letter: str | None) -> bytes:
    archive = MaskedTableDays(ledger, words) if masked else TableDays(ledger)
    ruling = next(archive.rulings([name]))
    document = ruling_document(ruling, archive.leaves(ruling))
    if letter:
        return render(form, compose_letter(ruling, letter, document.basis.leaves_digest, words))
    events = None if masked else archive.stored_bytes(ruling.positions)
    return render(form, compose_report(ruling, document, events, words, _on_record(ledger, name, words, masked)))


def _on_record(ledger: Ledger, name: str, words: Catalogue, masked: bool) -> list[str]:
    """How the ruling on record differs from the one that the report tells, where it does."""
    table_days = TableDays(ledger)
    differs = difference(ledger, table_days, next(table_days.rulings([name])))
    if differs is None:
        return []
    if masked:
        differs = mask_difference(differs, masking(ledger.entries(f"table/{table_day(name)}"), words))
    return difference_sentences(differs, words)

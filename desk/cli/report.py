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
from ledger.values.terminal import say
from projections.messages.catalogue import Catalogue, languages
from projections.reports.case_file import gather_case_file
from projections.reports.case_letter import final_letter
from projections.reports.case_report import compose_case_report
from projections.reports.championship_report import compose_championship_report, dispute_notice
from projections.reports.forms import Form, render
from projections.reports.round_report import round_letter, round_report

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
    say(f"{out}: {len(written):,} bytes")


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
    if letter:
        return render(form, round_letter(ledger, name, letter, words))
    return render(form, round_report(ledger, name, words, masked=masked))

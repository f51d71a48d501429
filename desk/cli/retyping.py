"""`recoup retype`: putting right what was typed, by an act of a person with a reason."""

from pathlib import Path
from typing import Annotated

import typer

from desk.acts.taking import who_acts
from desk.checking import retype_ledger
from desk.cli.upkeep import rule_on_new
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, REFUSED, WRONG_USE, LedgerUrl, SignWith, console
from ledger.acts.sources import SourceProof
from ledger.application import Ledger
from ledger.feeds import notation
from ledger.feeds.notation_check import notation_faults
from ledger.feeds.retyping import Mend, retype, typed_days
from ledger.values.terminal import say
from projections.messages.catalogue import Catalogue
from projections.reports.readings import verdict_sentence
from projections.table_days import TableDays
from replay.games.registry import GAMES


def retype_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The transcript, as it should read.")],
    reason: Annotated[str, typer.Option("--reason", help="Why, in a sentence that names nobody but by id.")],
    by: Annotated[str | None, typer.Option("--by", help="Who does it. Without it whose key signs.")] = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    check: Annotated[
        bool, typer.Option("--check", help="Record nothing: print what would change, and how the rounds would be ruled on.")
    ] = False,
) -> None:
    """Mend what was typed: what differs in the file takes the place of what is on record, and both can be read."""
    if not file.is_file():
        say(f"recoup: there is no file {file}", err=True)
        raise typer.Exit(WRONG_USE)
    reader = notation.FORMAT.reader(file, None)
    faults = list(notation_faults(file.read_text(encoding="utf-8", errors="replace"), "transcript/file"))
    for fault in faults:
        say(f"{file.name}:{fault.line}:{fault.column}: {fault.text}")
    if faults:
        say(f"nothing was mended; put the {len(faults):,} faults right first", err=True)
        raise typer.Exit(REFUSED)
    with file.open("rb") as stream:
        accounts = typed_days(reader(stream))
    with retype_ledger(ledger, file, sign) if check else open_existing(ledger, sign) as opened:
        correction = {"by": who_acts(opened, by), "reason": reason}
        proof = SourceProof(key=opened.signer.fingerprint if opened.signer else None)
        mends = [
            mend
            for (source, _), deliveries in accounts.items()
            if (mend := retype(opened, source, deliveries, correction, GAMES, proof))
        ]
        for mend in mends:
            _show(mend, opened)
        if check:
            say("nothing was recorded")
        elif mends:
            rule_on_new(opened)
    if not mends:
        say("nothing differs from what is on record")


def _show(mend: Mend, ledger: Ledger) -> None:
    """What changed in an account of a day, round by round, and how these rounds are ruled on now."""
    table_days, words = TableDays(ledger), Catalogue()
    for subject in mend.subjects:
        say(f"{subject}, as {mend.source} tells it")
        for entry in mend.superseded:
            if entry.subject == subject:
                say(f"  - {notation.phrase_of(entry.delivery)}   (position {entry.position})")
        for delivery in mend.replacements:
            if delivery.subject == subject:
                say(f"  + {notation.phrase_of(delivery)}")
    rounds = table_days.get(mend.day).rounds
    for ruling in table_days.rulings([name for name in rounds if name in mend.subjects]):
        console().print(f"{ruling.round.name}: {verdict_sentence(ruling, words)}", soft_wrap=True)

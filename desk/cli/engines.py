"""`recoup engine`: which engine rules for the house."""

from typing import Any, Final

import typer

from desk.acts.commands import add_commands
from desk.acts.forms import validated
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, NO, LedgerUrl, SignWith
from ledger.edition_acts import adopt_engine
from ledger.events.engines import EngineAdopted
from ledger.values.terminal import say
from projections.rulings.engine import engine_digest
from replay import ENGINE

app: Final = typer.Typer(help="Which engine rules for the house.", no_args_is_help=True)


def _adopt(
    kind: type[EngineAdopted], _: str, fields: dict[str, Any], *, sign: SignWith = None, ledger: LedgerUrl = DEFAULT
) -> None:
    """Adopts the engine that runs, and says what is left to do. Exits 1 where it was refused."""
    event = validated(kind, fields | {"engine": ENGINE, "engine_digest": engine_digest()})
    with open_existing(ledger, sign) as opened:
        adoption, refused = adopt_engine(opened, event)
    if adoption is None:
        say(f"recoup: the adoption is refused: {refused}; the attempt is on record", err=True)
        raise typer.Exit(NO)
    say(f"{event.engine} is adopted: {event.engine_digest}")
    say(f"It holds once another person confirms it: `recoup confirm {adoption.entry.position}`.")


add_commands(app, "engine", _adopt)

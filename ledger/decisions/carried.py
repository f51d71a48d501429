"""Shoes that outlive a gaming day: what is decided on one later, in the stream of another day."""

from collections.abc import Iterable, Sequence
from typing import Final

from ledger.entry import Entry
from ledger.events.decisions import Decided
from ledger.events.shoe import ShoeClosed, ShoePrepared

DAYS: Final = 3
"""For how many days a table's shoe is looked for before and after a day."""


def left_in_play(entries: Iterable[Entry]) -> str | None:
    """The shoe that a day leaves in play."""
    shoe: str | None = None
    for entry in entries:
        if isinstance(entry.event, ShoePrepared | ShoeClosed):
            shoe = entry.event.shoe if isinstance(entry.event, ShoePrepared) else None
    return shoe


def decided_later(shoe: str, later: Iterable[Sequence[Entry]]) -> list[Entry]:
    """What the following days decide on a shoe, until another one of its name is made."""
    found: list[Entry] = []
    for entries in later:
        if any(isinstance(entry.event, ShoePrepared) and entry.event.shoe == shoe for entry in entries):
            break
        found += [e for e in entries if isinstance(e.event, Decided) and getattr(e.event, "shoe", None) == shoe]
    return found

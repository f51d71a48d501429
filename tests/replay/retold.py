"""A drilled round of which the record has something otherwise than the drill tells it."""

from collections.abc import Callable
from dataclasses import replace

from drill.blackjack.rounds import DrilledBlackjackRound
from ledger.entry import Delivery, Entry
from ledger.events import Event
from replay.ruling.grounds import build_table_day

Line = list[tuple[str, Event]]
"""The events in their order, each with the table or the round that it is told of."""


def retold(drilled: DrilledBlackjackRound, change: Callable[[Line], None]) -> DrilledBlackjackRound:
    """The round after a change in the line of its events."""
    line = [(entry.delivery.subject, entry.delivery.event) for entry in drilled.table_day.entries]
    change(line)
    entries = [
        Entry(n, drilled.table_day.entries[0].stream, n, "", Delivery(event, "drill", str(n), n, subject))
        for n, (subject, event) in enumerate(line, 1)
    ]
    return replace(drilled, table_day=build_table_day(entries, drilled.table_day.editions, drilled.table_day.carried_shoe))

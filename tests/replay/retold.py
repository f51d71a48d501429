"""A drilled round of which the record has something otherwise than the drill tells it."""

from collections.abc import Callable
from dataclasses import replace

from drill.blackjack.rounds import DrilledBlackjackRound
from ledger.entry import Delivery, Entry
from ledger.events import Event
from replay.ruling.grounds import build_table_day

Line = list[tuple[str, Event]]
"""The events in their order, each with the table or the round that it is told of."""


def retold(one: DrilledBlackjackRound, change: Callable[[Line], None]) -> DrilledBlackjackRound:
    """The round after a change in the line of its events."""
    line = [(entry.delivery.subject, entry.delivery.event) for entry in one.table_day.entries]
    change(line)
    entries = [
        Entry(n, one.table_day.entries[0].stream, n, "", Delivery(event, "drill", str(n), n, subject))
        for n, (subject, event) in enumerate(line, 1)
    ]
    return replace(one, table_day=build_table_day(entries, one.table_day.editions, one.table_day.carried_shoe))

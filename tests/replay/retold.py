"""A drilled round of which the record has something otherwise than the drill tells it."""

from collections.abc import Callable
from dataclasses import replace

from drill.blackjack.rounds import Drilled
from ledger.entry import Delivery, Entry
from ledger.events import Event
from replay.ruling.grounds import tell

Line = list[tuple[str, Event]]
"""The events in their order, each with the table or the round that it is told of."""


def retold(one: Drilled, change: Callable[[Line], None]) -> Drilled:
    """The round after a change in the line of its events."""
    line = [(entry.delivery.subject, entry.delivery.event) for entry in one.story.entries]
    change(line)
    entries = [
        Entry(n, one.story.entries[0].stream, n, "", Delivery(event, "drill", str(n), n, subject))
        for n, (subject, event) in enumerate(line, 1)
    ]
    return replace(one, story=tell(entries, one.story.editions, one.story.carried_shoe))

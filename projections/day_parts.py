"""The part of a table's day in a ledger that is enough to rule on some of its rounds.

The stored bytes of the day are gone through once, and only that part is made into events.
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Final

import orjson

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.events import Event
from ledger.mapper import MAPPER, UNREADABLE, kind_of
from ledger.values.subjects import play_stream
from replay.table_day.day_part import DayOutline, EntryOutline

PAGE: Final = 4096


class OutlinedDay:
    """A table's day as it was up to a position, of which parts can be read."""

    def __init__(self, ledger: Ledger, day: str, upto: int):
        self._ledger, self._stream, self._prefix = ledger, play_stream(day), f"{day}/"
        self._day = day
        self._outline = DayOutline()
        self._kept: dict[int, tuple[bytes, int]] = {}
        """By version, the stored bytes and the position of the entries that each round needs."""
        self._read(upto)

    def _read(self, upto: int) -> None:
        version = 0
        while page := self._ledger.recorder.stream_states(self._stream, version, PAGE):
            for version, state, position in page:
                if position > upto:
                    return
                outline = self._outline_of(version, state)
                if outline is None:
                    self._outline.is_whole_needed = True
                if self._outline.is_whole_needed:
                    return
                if (outline is not None and self._outline.take(outline)) or version == 1:
                    self._kept[version] = state, position

    def _outline_of(self, version: int, state: bytes) -> EntryOutline | None:
        """What stored bytes say of an entry; None where they cannot be read, or say another day."""
        try:
            stored = orjson.loads(state)
            subject = stored["subject"]
            if subject != self._day and not subject.startswith(self._prefix):
                return None
            return _outline(version, stored)
        except UNREADABLE:
            return None

    def part(self, rounds: Collection[str]) -> list[Entry] | None:
        """The entries that are enough to rule on these rounds; None where all of the day is needed or one is unreadable."""
        needed = self._outline.needed(rounds)
        if needed is None:
            return None
        found = dict(self._kept)
        for first, last in needed:
            states = self._ledger.recorder.stream_states(self._stream, first - 1, last - first + 1)
            found.update((version, (state, position)) for version, state, position in states)
        try:
            return [MAPPER.entry_of(position, state) for _, (state, position) in sorted(found.items())]
        except UNREADABLE:
            return None


def _outline(version: int, stored: Mapping[str, Any]) -> EntryOutline:
    return EntryOutline(
        version,
        _kind(stored["topic"]),
        stored["source"],
        stored["subject"],
        stored.get("sequence"),
        stored.get("time"),
        stored["recorded_at"],
        "after" in stored,
        stored["data"],
    )


@cache
def _kind(topic: str) -> type[Event]:
    return kind_of(topic)

"""Which stored bytes the program reads as it wrote them, without making an event of each."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import orjson
from eventsourcing.persistence import Notification

from ledger.mapper import MAPPER, UNREADABLE, has_canonical_event, is_canonical

_NAME: Final = rb'"([^"\\\x00-\x1f]+)"'
_TIME: Final = rb'"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z"'
_PLAIN: Final = re.compile(
    rb'\{"data":(\{.*\}),"id":' + _NAME + rb',"recorded_at":' + _TIME + rb'(?:,"salt":"[A-Za-z0-9_-]{22}")?'
    rb'(?:,"sequence":(?:0|[1-9][0-9]{0,14}))?,"source":' + _NAME + rb',"stream":' + _NAME + rb',"subject":' + _NAME
    + rb'(?:,"time":' + _TIME + rb')?,"topic":' + _NAME + rb',"version":([1-9][0-9]{0,14})\}'
)  # fmt: skip
"""An envelope with nothing unusual about it, in the one form that is written."""
_UNUSUAL: Final = (b"",) * 7
_MOST_KNOWN: Final = 100_000

_known: set[tuple[bytes, bytes]] = set()
"""Topics and data that the program reads, and writes so: what was asked before is not asked again."""


def plain_fields(state: bytes) -> Sequence[bytes]:
    """Return data, id, source, stream, subject, topic and version of a plain envelope, as they are spelled; seven times
    nothing for any other. Data with more in them than themselves are no JSON.
    """
    match = _PLAIN.fullmatch(state) if state.isascii() or _is_text(state) else None
    return _UNUSUAL if match is None else match.groups()


def _is_text(state: bytes) -> bool:
    try:
        return bool(state.decode())
    except UnicodeDecodeError:
        return False


def unreadable_events(events: set[tuple[bytes, bytes]]) -> set[tuple[bytes, bytes]]:
    """Return those of the topics and data, as they are stored, that are no event which this version reads, spelled so."""
    new = events - _known
    wrong = {(topic, data) for topic, data in new if not has_canonical_event(topic.decode(errors="replace"), data)}
    if len(_known) > _MOST_KNOWN:
        _known.clear()
    _known.update(new - wrong)
    return wrong


def is_readable(state: bytes) -> bool:
    """Return whether the bytes are an entry that this version reads, and spelled as it writes them."""
    data, *_, topic, _ = plain_fields(state)
    if data and ((topic, data) in _known or not unreadable_events({(topic, data)})):
        return True
    try:
        MAPPER.entry_of(0, state)
        return is_canonical(state)
    except UNREADABLE:
        return False


def readable_envelopes(notifications: Iterable[Notification]) -> Iterator[tuple[Notification, dict[str, Any]]]:
    """Return stored entries with what they hold, without those that cannot be read: what these said is missing."""
    return ((each, orjson.loads(each.state)) for each in notifications if is_readable(each.state))

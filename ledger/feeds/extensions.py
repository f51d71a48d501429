"""Extension attributes of CloudEvents: they are kept with an entry within bounds, and never refuse an event."""

import re
from collections.abc import Mapping
from typing import Any, Final

from ledger.entry import DroppedExtensions, Extension
from ledger.errors import MalformedDelivery
from ledger.feeds.reading import printable
from ledger.values.message import Message, in_turn
from ledger.values.money import LARGEST

MOST: Final = 16
"""The most extensions kept with an entry, and the most names of dropped ones."""
MOST_BYTES: Final = 512
"""The most bytes of one value, as many as a `tracestate` may have."""
MOST_TOTAL_BYTES: Final = 2048
"""The most bytes of all names and values together."""
_LONGEST_NAME: Final = 40

KNOWN: Final = (
    "traceparent", "tracestate", "partitionkey", "recordedtime", "sequencetype", "correlationid", "causationid",
    "expirytime", "sampledrate", "severitytext", "severitynumber", "dataref", "dataclassification",
)  # fmt: skip
"""Extensions with a documented meaning: they are kept before all others, in this order. Arrival times follow them."""

_RANKS: Final = {name: rank for rank, name in enumerate(KNOWN)}
_NAME: Final = re.compile(r"[a-z0-9]+\Z")
_NOT_IN_TEXT: Final = re.compile("[\x00-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""Characters that no text of an attribute may have; the noncharacters of the other planes are let through."""


def bounded_extensions(given: Mapping[str, Any]) -> tuple[tuple[Extension, ...], DroppedExtensions | None]:
    """Return the extensions to keep, sorted by name, and the names of those that are not kept.

    Dropped are values that are too long, that are neither text, integer nor boolean, and what exceeds the bounds in
    number or total. Raises MalformedDelivery for a name that an attribute cannot have.
    """
    if wrong := sorted(name for name in given if not _NAME.match(name)):
        faults = [_name_fault(printable(name[:_LONGEST_NAME])) for name in wrong[:MOST]]
        raise MalformedDelivery("not_a_cloudevent", faults=in_turn(faults))
    kept, dropped, total = list[Extension](), list[str](), 0
    for name in sorted(given, key=_rank):
        size = _size(given[name])
        if size is None or len(kept) == MOST or len(name) > _LONGEST_NAME or total + len(name) + size > MOST_TOTAL_BYTES:
            dropped.append(name)
        else:
            kept.append((name, given[name]))
            total += len(name) + size
    if not dropped:
        return tuple(sorted(kept)), None
    names = tuple(sorted(name[:_LONGEST_NAME] for name in dropped[:MOST]))
    return tuple(sorted(kept)), DroppedExtensions(number=len(dropped), names=names)


def _name_fault(name: str) -> Message:
    return Message("{field} is not the name of an attribute; use lower-case letters and digits", field=name)


def _rank(name: str) -> tuple[int, str]:
    return _RANKS.get(name, len(KNOWN) + (not name.endswith("time"))), name


def _size(value: object) -> int | None:
    """Return the bytes of a value; None where it is too long, or not a value that an attribute can have."""
    if isinstance(value, bool):
        return 1
    if isinstance(value, int):
        return 8 if abs(value) <= LARGEST else None
    if not isinstance(value, str) or len(value) > MOST_BYTES or _NOT_IN_TEXT.search(value):
        return None
    size = len(value.encode())
    return size if size <= MOST_BYTES else None

"""Whether a row says what its stored bytes say: its leaf, its stream, its version, its topic, its key."""

from typing import Any, Final

import orjson

from ledger.errors import BrokenEvidence
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.events.versions import kind_of, upcast_data
from ledger.mapper import MAPPER
from ledger.merkle import digest, leaf_hash
from ledger.readable import is_readable
from ledger.recorder.rows import EventRow
from ledger.verify.fast_check import KEEPING

OTHER_SPELLING: Final = (
    "the stored bytes are not spelled as the program writes them: a key stands twice, or in another place"
)
"""Readers could take such bytes for different things."""

_KINDS: Final = (int, str, int, str, bytes, bytes, str, str)
"""What a row's columns hold. SQLite keeps any value in any of them."""


def has_wrong_types(row: EventRow) -> str | None:
    """Which columns of a row hold a value of another kind than they must, in a few words; None where none does."""
    named = [name for name, value, kind in zip(EventRow._fields, row, _KINDS, strict=True) if type(value) is not kind]
    return f"the row's {' and '.join(named)} cannot be read: a value of another kind stands there" if named else None


def row_faults(row: EventRow, refused: bytes | None) -> str | None:
    """What is wrong with a row, in a few words; None where nothing is.

    `refused` are the bytes kept beside the row.
    """
    if leaf_hash(row.state) != row.leaf:
        return "the stored bytes are not those that were hashed when they were recorded"
    if row.topic in KEEPING:
        return _columns(row) or content_fault(row.position, row.state) or _kept(row, refused)
    if refused is not None:
        return "bytes of a refused delivery are kept beside an entry that refuses nothing"
    return _columns(row) or content_fault(row.position, row.state)


def content_fault(position: int, state: bytes) -> str | None:
    """What keeps the program from reading stored bytes as it wrote them, in a few words; None where nothing does."""
    if is_readable(state):
        return None
    try:
        MAPPER.entry(position, state)
    except BrokenEvidence as error:
        return str(error)
    return OTHER_SPELLING


def _envelope(row: EventRow) -> dict[str, Any]:
    try:
        envelope = orjson.loads(row.state)
    except ValueError as error:
        raise BrokenEvidence("the stored bytes are no JSON") from error
    if not isinstance(envelope, dict):
        raise BrokenEvidence("the stored bytes are no envelope")
    return envelope


def _columns(row: EventRow) -> str | None:
    try:
        envelope = _envelope(row)
    except BrokenEvidence as error:
        return str(error)
    named = {"stream": row.stream, "version": row.version, "topic": row.topic, "source": row.source, "id": row.id}
    wrong = [name for name, value in named.items() if envelope.get(name) != value]
    return f"the row's {' and '.join(wrong)} is not what its stored bytes say" if wrong else None


def _kept(row: EventRow, refused: bytes | None) -> str | None:
    """A refused delivery's bytes lie beside the entry, which names their digest."""
    if refused is None:
        return "the bytes of the refused delivery are gone"
    if not isinstance(refused, bytes):
        return "the bytes of the refused delivery cannot be read: a value of another kind stands there"
    event = kind_of(row.topic).model_validate(upcast_data(row.topic, _envelope(row)["data"]))
    assert isinstance(event, DeliveryQuarantined | DeliveryConflicted)
    if isinstance(event, DeliveryConflicted) and event.kept is None:
        return None  # entered before the entry named the digest of these bytes
    if digest(refused) != (event.kept or event.digest):
        return "the bytes of the refused delivery are not those that came"
    return None

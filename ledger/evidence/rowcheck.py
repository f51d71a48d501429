"""Whether a row says what its stored bytes say: its leaf, its stream, its version, its key, its digest."""

from typing import Any, Final

import orjson

from ledger.errors import BrokenEvidence
from ledger.events import REGISTRY
from ledger.events.house import DeliveryConflicted, DeliveryQuarantined
from ledger.evidence.leaf import digest, leaf_hash
from ledger.store.filing import Row

_LEDGERS_OWN: Final = ("recorded_at", "stream", "version")
_RECORDED: Final = len(b'"recorded_at":"2026-11-20T20:00:00.000000Z",')
_KEEPING: Final = (DeliveryQuarantined.TOPIC, DeliveryConflicted.TOPIC)


def amiss(row: Row, leaf: bytes, refused: bytes | None) -> str | None:
    """What is wrong with a row, in a few words; None where nothing is.

    `leaf` is the leaf of the bytes as they are stored, `refused` the bytes kept beside the row.
    """
    if leaf != row.leaf:
        return "the stored bytes are not those that were hashed when they were recorded"
    if row.topic in _KEEPING:
        return _columns(row) or _kept(row, refused)
    if refused is not None:
        return "bytes of a refused delivery are kept beside an entry that refuses nothing"
    said = _said_by_cutting(row)
    if said is None or leaf_hash(said) != row.digest:
        return _columns(row) or _digest(row)
    return None


def _said_by_cutting(row: Row) -> bytes | None:
    """What the source said, cut out of the canonical bytes without reading them; None where they are not as expected.

    Between the delivery's id and the end the envelope has recorded_at, sequence, source, stream, subject, time, topic,
    version: a quotation mark inside a text is always escaped, so the pieces sought can only be the envelope's own.
    """
    state = row.state
    end = b',"topic":"%b","version":%d}' % (row.topic.encode(), row.version)
    stream = b'"stream":"%b","subject":"' % row.stream.encode()
    source = b'"source":"%b",' % row.source.encode()
    ident = b'"id":%b,"recorded_at":"' % orjson.dumps(row.id)
    at, named = state.rfind(ident), state.rfind(source + stream)
    if at < 0 or named < at or not state.endswith(end):
        return None
    recorded, streamed = at + len(ident) - len(b'"recorded_at":"'), named + len(source)
    version = len(b',"version":%d}' % row.version)
    return b"%b%b%b}" % (
        state[:recorded],
        state[recorded + _RECORDED : streamed],
        state[streamed + len(stream) - len(b'"subject":"') : -version],
    )


def _envelope(row: Row) -> dict[str, Any]:
    try:
        told = orjson.loads(row.state)
    except ValueError as error:
        raise BrokenEvidence("the stored bytes are no JSON") from error
    if not isinstance(told, dict):
        raise BrokenEvidence("the stored bytes are no envelope")
    return told


def _columns(row: Row) -> str | None:
    try:
        told = _envelope(row)
    except BrokenEvidence as error:
        return str(error)
    named = {"stream": row.stream, "version": row.version, "topic": row.topic, "source": row.source, "id": row.id}
    wrong = [name for name, value in named.items() if told.get(name) != value]
    return f"the row's {' and '.join(wrong)} is not what its stored bytes say" if wrong else None


def _digest(row: Row) -> str | None:
    told = {name: value for name, value in _envelope(row).items() if name not in _LEDGERS_OWN}
    if leaf_hash(orjson.dumps(told, option=orjson.OPT_SORT_KEYS)) != row.digest:
        return "the digest under which the delivery is filed is not that of what it says"
    return None


def _kept(row: Row, refused: bytes | None) -> str | None:
    """A refused delivery's bytes lie beside the entry, which names their digest."""
    if refused is None:
        return "the bytes of the refused delivery are gone"
    event = REGISTRY[row.topic].model_validate(_envelope(row)["data"])
    assert isinstance(event, DeliveryQuarantined | DeliveryConflicted)
    if isinstance(event, DeliveryConflicted) and event.kept is None:
        return None  # entered before the entry named the digest of these bytes
    if digest(refused) != (event.kept or event.digest):
        return "the bytes of the refused delivery are not those that came"
    if leaf_hash(refused) != row.digest:
        return "the digest under which the refused delivery is filed is not that of its bytes"
    return None

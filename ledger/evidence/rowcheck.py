"""Whether a row says what its stored bytes say: its leaf, its stream, its version, its key, its digest."""

import re
from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Any, Final

import orjson
from orjson import dumps

from ledger.errors import BrokenEvidence
from ledger.events import REGISTRY
from ledger.events.house import DeliveryConflicted, DeliveryQuarantined
from ledger.evidence.leaf import digest, leaf_hash
from ledger.store.filing import Row

_LEDGERS_OWN: Final = ("recorded_at", "stream", "version")
_AT: Final = b',"recorded_at":"'
_RECORDED: Final = re.compile(rb'"recorded_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z",')
_SUBJECT: Final = len(b'"subject":"')
_KEEPING: Final = (DeliveryQuarantined.TOPIC, DeliveryConflicted.TOPIC)


def doubtful(page: Sequence[Row], leaves: Sequence[bytes], refused: Collection[int] = ()) -> list[int]:
    """Which rows of a page do not say at first sight what their stored bytes say: for `amiss` to look at closely.

    `leaves` are those of the stored bytes, `refused` the positions beside which bytes are kept. Of every other row
    `amiss` would say that nothing is wrong: here the same is asked without reading the JSON, for most rows need no more.
    """
    found: list[int] = []
    middles: dict[tuple[str, str], tuple[bytes, int]] = {}
    ends: dict[str, bytes] = {}
    for at, (row, made) in enumerate(zip(page, leaves, strict=True)):
        position, stream, version, topic, state, leaf, source, ident, mark = row
        middle = middles.get((source, stream)) or middles.setdefault((source, stream), _middle(source, stream))
        end = ends.get(topic) or ends.setdefault(topic, b',"topic":"%b"' % topic.encode())
        said = _cut(state, ident, middle, end, b',"version":%d}' % version)
        if said is None or made != leaf or sha256(said).digest() != mark or topic in _KEEPING or position in refused:
            found.append(at)
    return found


def _middle(source: str, stream: str) -> tuple[bytes, int]:
    """What stands in the envelope around a stream's name, and how much of it the source said."""
    said = b'"source":"%b",' % source.encode()
    return said + b'"stream":"%b","subject":"' % stream.encode(), len(said)


def _cut(state: bytes, ident: str, middle: tuple[bytes, int], end: bytes, version: bytes) -> bytes | None:
    """What the source said behind a zero byte, cut out of the canonical bytes; None where they are not as expected.

    Between the delivery's id and the end the envelope has recorded_at, sequence, source, stream, subject, time, topic,
    version: a quotation mark inside a text is always escaped, so the pieces sought can only be the envelope's own.
    """
    told, source = middle
    upto = len(state) - len(version)
    named = state.rfind(told)
    at = state.rfind(_AT, 0, named) if named >= 0 else -1
    if at < 0 or not state.endswith(version) or not state.endswith(end, 0, upto):
        return None
    recorded = _RECORDED.match(state, at + 1)
    if recorded is None or not state.endswith(b'"id":' + dumps(ident), 0, at):
        return None
    behind = named + len(told) - _SUBJECT
    return b"\0" + state[: at + 1] + state[recorded.end() : named + source] + state[behind:upto] + b"}"


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
    return _columns(row) or _digest(row)


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

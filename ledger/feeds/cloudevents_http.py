"""CloudEvents in the three modes of their HTTP binding: structured, binary and in batches."""

import re
from collections.abc import Iterable
from io import BytesIO
from typing import Any, Final
from urllib.parse import unquote_to_bytes

import orjson

from ledger.errors import MalformedDelivery
from ledger.feeds.cloudevents import parsed_json, read_item, read_partial
from ledger.feeds.content_types import is_json_type, utf8_of
from ledger.feeds.reading import (
    KEPT_HEAD_BYTES,
    MAX_LINE_BYTES,
    FeedItem,
    MalformedLine,
    accepted_item,
    digest_of,
    is_list,
    item_by_item,
    not_json_type,
    refused_item,
)

_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"|([^"]+)')
_ESCAPED: Final = re.compile(r"\\(.)")
_NO_PERCENT: Final = re.compile("%(?![0-9A-Fa-f]{2})")
_DATA_NAMES: Final = frozenset({"data", "data_base64"})


def read_event(raw: bytes, media_type: str | None = None) -> FeedItem:
    """Return one event as an object, however it is spread over lines, in the character set of its media type."""
    if len(raw) > MAX_LINE_BYTES:
        why = MalformedDelivery("event_too_long", length=f"{len(raw):,}")
        return FeedItem(1, raw[:KEPT_HEAD_BYTES], len(raw), digest_of(raw), refused=why)
    try:
        return accepted_item(1, raw, read_item(None, utf8_of(raw, media_type)))
    except MalformedDelivery as error:
        return refused_item(1, raw, error)


def read_batch(raw: bytes, media_type: str | None = None) -> list[FeedItem]:
    """Return the events of a list, each taken or refused alone."""
    try:
        stream = BytesIO(utf8_of(raw, media_type))
        if is_list(stream):
            return list(item_by_item(read_item)(stream))
        why = MalformedDelivery("not_a_batch")
    except MalformedDelivery as error:
        why = error
    return [FeedItem(1, raw[:KEPT_HEAD_BYTES], len(raw), digest_of(raw), refused=why)]


def read_binary(headers: Iterable[tuple[str, str]], data: bytes, media_type: str | None = None) -> FeedItem:
    """Return the event whose attributes come as headers, by their names without `ce-`, and whose data are the body.

    `media_type` is the Content-Type, JSON where there is none.
    """
    given = [*headers] if media_type is None else [*headers, ("datacontenttype", media_type)]
    try:
        raw = orjson.dumps(_attributes(given, is_typed=media_type is not None))
    except MalformedDelivery as error:
        raw = orjson.dumps(dict(given))
        return refused_item(1, raw + b"\n" + data, MalformedLine(error.refusal, read_partial(raw)))
    if not data.strip():
        return read_event(raw)
    named = orjson.loads(raw)
    try:
        value = _json_value(data, named.get("datacontenttype"))
    except MalformedDelivery as error:
        return refused_item(1, raw + b"\n" + data, MalformedLine(error.refusal, read_partial(raw)))
    return read_event(orjson.dumps({**named, "data": value}))


def _json_value(data: bytes, media_type: str | None) -> Any:
    """Return the value of JSON data. Raises MalformedDelivery."""
    if media_type is not None and not is_json_type(media_type):
        raise not_json_type()
    return parsed_json(utf8_of(data, media_type), "data_not_json")


def _attributes(headers: Iterable[tuple[str, str]], *, is_typed: bool) -> dict[str, str]:
    """Return attributes by name. Raises MalformedDelivery for one that comes twice, or is not written as headers are."""
    found = dict[str, str]()
    for name, value in headers:
        if name in found:
            raise MalformedDelivery("key_twice", key=name[:60])
        if name in _DATA_NAMES:
            raise MalformedDelivery("header_malformed", header=f"ce-{name}")
        found[name] = value if is_typed and name == "datacontenttype" else _header_value(name, value)
    return found


def _header_value(name: str, text: str) -> str:
    """Return the value of a header: quotation marks taken off, then percent-decoded once. Raises MalformedDelivery."""
    if '"' in text:
        pieces = list(_QUOTED.finditer(text))
        if sum(len(piece[0]) for piece in pieces) < len(text):
            raise MalformedDelivery("header_malformed", header=f"ce-{name[:40]}")
        text = "".join(piece[2] or _ESCAPED.sub(r"\1", piece[1] or "") for piece in pieces)
    if not text.isascii() or _NO_PERCENT.search(text):
        raise MalformedDelivery("header_malformed", header=f"ce-{name[:40]}")
    try:
        return unquote_to_bytes(text).decode()
    except UnicodeDecodeError as error:
        raise MalformedDelivery("header_malformed", header=f"ce-{name[:40]}") from error

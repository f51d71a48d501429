"""The sample of a stream over HTTP: its beginning, within bounds of time and size."""

import time
from contextlib import closing
from datetime import UTC, datetime
from http.client import HTTPException
from io import BytesIO
from typing import Final

from desk.cli.event_streams import EVENT_STREAM, EventStream
from desk.cli.streams import OpenStream, feed_name, open_stream
from ledger.errors import UnusableSettings
from ledger.feeds.samples.sample import MOST_BYTES, Sample, sample_of

LISTEN_SECONDS: Final = 8
"""So long a stream is listened to, and so long it may be silent meanwhile."""
_PIECE_BYTES: Final = 1 << 16


def sample_stream(address: str, authorization: str | None) -> Sample:
    """Read the beginning of a stream; of server-sent events, their data. Raises UnusableSettings where there are none."""
    latest, raw, is_whole = time.monotonic() + LISTEN_SECONDS, bytearray(), False
    try:
        with closing(open_stream(address, None, authorization, LISTEN_SECONDS)) as stream:
            while len(raw) < MOST_BYTES and time.monotonic() < latest:
                piece = _next_piece(stream, is_begun=bool(raw))
                is_whole = piece == b""
                if not piece:
                    break
                raw += piece
            is_event_stream = stream.headers.get_content_type() == EVENT_STREAM
    except (OSError, HTTPException, ValueError) as error:
        raise UnusableSettings(f"{feed_name(address)} cannot be read: {_reason(error)}") from error
    read = bytes(raw[:MOST_BYTES])
    if is_event_stream:
        read = b"".join(message.line for message in EventStream(BytesIO(read)).messages())
    return sample_of(feed_name(address), read, datetime.now(UTC), is_whole=is_whole)


def _reason(error: Exception) -> str:
    """Why a stream cannot be read, in the system's words where it has any."""
    reason = getattr(error, "reason", error)
    return (reason.strerror if isinstance(reason, OSError) else None) or str(reason)


def _next_piece(stream: OpenStream, *, is_begun: bool) -> bytes | None:
    """The bytes that have come: empty at the stream's end, None where a stream that has begun is silent."""
    try:
        return stream.read1(_PIECE_BYTES)
    except TimeoutError:
        if is_begun:
            return None
        raise

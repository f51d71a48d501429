"""A supplier's stream over HTTP: messages are recorded as they come, and it goes on behind the last one after a break."""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPException, HTTPMessage
from io import BytesIO
from pathlib import Path
from queue import Empty, Full, Queue
from typing import Final, NamedTuple, Protocol
from urllib.error import HTTPError
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit
from urllib.request import Request, urlopen

from desk.cli.event_streams import EVENT_STREAM, EventStream, StreamMessage
from desk.cli.recording import fates_in_words
from ledger.acts.roster import SourceProof
from ledger.application import Ledger
from ledger.errors import UnusableLedger, UnusableSettings
from ledger.feeds import cloudevents, intake, live_history
from ledger.feeds.formats import Format
from ledger.feeds.reading import MAX_LINE_BYTES
from ledger.ingest import IngestOutcome
from ledger.values.terminal import say
from replay.games.registry import GAMES

FORMATS: Final = (cloudevents.FORMAT.name, live_history.FORMAT.name)
"""The formats whose lines can be read without those before them."""

LAST: Final = "{last}"
"""In the address of a stream, the id of the last message that was recorded."""

_ID_NAMES: Final = ("transmissionID", "transmissionId", "id")
_SILENCE_SECONDS: Final = 120
"""A stream that sends not even a keep-alive for so long is asked for again."""

_MOST_MESSAGES: Final = 1000
_GATHER_SECONDS: Final = 0.2
_FIRST_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 1.0, 60.0
_REFUSED: Final = range(400, 500)
_TRY_AGAIN: Final = frozenset({408, 425, 429})


class OpenStream(Protocol):
    """What a stream is read from."""

    headers: HTTPMessage
    status: int

    def read1(self, limit: int, /) -> bytes: ...

    def readline(self, limit: int, /) -> bytes: ...

    def close(self) -> None: ...


@dataclass(slots=True)
class LastMessage:
    """The id of the last message that was recorded, kept in a file where one is named."""

    file: Path | None
    id: str | None = None

    def __post_init__(self) -> None:
        if self.file is not None and self.file.exists():
            self.id = self.file.read_text(encoding="utf-8").strip() or None

    def keep(self, ident: str) -> None:
        """Keep an id; a break while it is written leaves the one before."""
        self.id = ident
        if self.file is not None:
            new = self.file.with_name(self.file.name + ".tmp")
            new.write_text(ident + "\n", encoding="utf-8")
            new.replace(self.file)


def message_id(line: bytes) -> str | None:
    """The id under which a stream sent a line; None where it has none."""
    try:
        message = json.loads(line)
    except ValueError:
        return None
    if not isinstance(message, dict):
        return None
    found = next((message[name] for name in _ID_NAMES if isinstance(message.get(name), str | int)), None)
    return None if found is None else str(found)


def address_behind(address: str, last: str | None) -> str:
    """The address of a stream that goes on behind a message; without one, what would name it is left out."""
    if last is not None:
        return address.replace(LAST, quote(last, safe=""))
    parts = urlsplit(address)
    query = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if LAST not in value]
    return urlunsplit(parts._replace(query=urlencode(query)))


def feed_name(address: str) -> str:
    """The name of a stream on record: its host and path, without parameters and credentials."""
    parts = urlsplit(address)
    return f"{parts.hostname or ''}{parts.path}"


def open_stream(address: str, last: str | None, authorization: str | None, timeout: int) -> OpenStream:
    """Open a stream behind a message. Raises UnusableSettings where its server refuses, OSError, HTTPException."""
    headers = {"Accept": f"application/x-ndjson, application/json, {EVENT_STREAM}", "User-Agent": "recoup"}
    if authorization is not None:
        headers["Authorization"] = authorization
    if last is not None and last.isprintable():
        headers["Last-Event-ID"] = last.encode().decode("latin-1")
    request = Request(address_behind(address, last), headers=headers)  # noqa: S310 - http(s) alone gets here
    try:
        stream: OpenStream = urlopen(request, timeout=timeout)  # noqa: S310
    except HTTPError as error:
        if error.code in _REFUSED and error.code not in _TRY_AGAIN:
            raise UnusableSettings(f"the stream's server refuses: {error.code} {error.reason}") from error
        raise
    return stream


@dataclass(slots=True)
class WatchedStream:
    """A stream over HTTP that is recorded as it comes; what comes again is known."""

    address: str
    form: Format
    map_text: str | None
    proof: SourceProof
    last: LastMessage
    authorization: str | None = None
    fates: Counter[IngestOutcome] = field(default_factory=Counter)
    _first_wait: float = _FIRST_WAIT_SECONDS
    """How long to wait after a break, as the stream asked."""

    def __post_init__(self) -> None:
        if self.form.name not in FORMATS:
            raise UnusableSettings(f"a stream is read as {' or '.join(FORMATS)}; name one of them with --format")
        self.form.reader(Path("stream"), self.map_text)

    def follow(self, ledger: Ledger, *, once: bool = False) -> None:
        """Records until the process ends, or until the stream does where it is followed `once` or its supplier ends it.

        Raises UnusableSettings where the supplier refuses.
        """
        wait = self._first_wait
        while True:
            try:
                stream = self._open()
                if stream.status == HTTPStatus.NO_CONTENT:
                    stream.close()
                    say("recoup: the supplier ended the stream", err=True)
                    return
                for messages in gathered(stream, self._messages(stream)):
                    self._record(ledger, messages)
                    wait = self._first_wait
                if once:
                    return
                say("recoup: the stream ended; it is asked for again", err=True)
            except (OSError, HTTPException, UnusableLedger) as error:
                if once:
                    raise UnusableSettings(f"the stream cannot be followed: {error}") from error
                say(f"recoup: {error}; it is tried again in {wait:.0f} s", err=True)
            time.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT_SECONDS)

    def _messages(self, stream: OpenStream) -> Iterator[StreamMessage]:
        """The messages of an open stream, in the form that its media type names."""
        if stream.headers.get_content_type() != EVENT_STREAM:
            yield from lines_as_messages(stream)
            return
        events = EventStream(stream)
        for message in events.messages():
            if events.retry_seconds is not None:
                self._first_wait = min(max(events.retry_seconds, _FIRST_WAIT_SECONDS), _LONGEST_WAIT_SECONDS)
            yield message if message.id is not None else message._replace(id=message_id(message.line))

    def _open(self) -> OpenStream:
        return open_stream(self.address, self.last.id, self.authorization, _SILENCE_SECONDS)

    def _record(self, ledger: Ledger, messages: list[StreamMessage]) -> None:
        lines = [message.line for message in messages]
        read = self.form.reader(Path("stream"), self.map_text)
        name = feed_name(self.address)
        self.fates.update(intake.ingest_stream(ledger, BytesIO(b"".join(lines)), name, read, GAMES, proof=self.proof))
        ids = [message.id for message in messages if message.id is not None]
        if ids:
            self.last.keep(ids[-1])
        if any(line.strip() for line in lines):
            say(f"{name}: {fates_in_words(self.fates)}")


def lines_as_messages(stream: OpenStream) -> Iterator[StreamMessage]:
    """The lines of a stream, each a message. One that breaks off is left out: it comes again, whole."""
    while line := stream.readline(MAX_LINE_BYTES):
        ident = message_id(line)
        if line.endswith(b"\n") or len(line) == MAX_LINE_BYTES or ident is not None:
            yield StreamMessage(line, ident)


class _End(NamedTuple):
    """The end of a stream, and the error that ended it if one did."""

    error: OSError | None


_Arrivals = Queue[StreamMessage | _End]


def gathered(stream: OpenStream, messages: Iterator[StreamMessage]) -> Iterator[list[StreamMessage]]:
    """The messages of a stream, as many at once as have come. Raises OSError where it breaks off."""
    arrivals: _Arrivals = Queue(_MOST_MESSAGES)
    is_wanted = threading.Event()
    is_wanted.set()
    threading.Thread(target=_read_messages, args=(messages, arrivals, is_wanted), daemon=True).start()
    try:
        while True:
            batch, end = _next_batch(arrivals)
            if batch:
                yield batch
            if end is not None and end.error is not None:
                raise end.error
            if end is not None:
                return
    finally:
        is_wanted.clear()
        stream.close()


def _next_batch(arrivals: _Arrivals) -> tuple[list[StreamMessage], _End | None]:
    """The messages that have come and those that come right behind them, and what ended them, if anything did."""
    batch: list[StreamMessage] = []
    while len(batch) < _MOST_MESSAGES:
        try:
            arrival = arrivals.get(timeout=_GATHER_SECONDS) if batch else arrivals.get()
        except Empty:
            break
        if isinstance(arrival, _End):
            return batch, arrival
        batch.append(arrival)
    return batch, None


def _read_messages(messages: Iterator[StreamMessage], arrivals: _Arrivals, is_wanted: threading.Event) -> None:
    """Puts the messages of a stream where they are waited for, then their end."""
    error: OSError | None = None
    try:
        for message in messages:
            _put(arrivals, message, is_wanted)
            if not is_wanted.is_set():
                return
    except OSError as broken:
        error = broken
    except (HTTPException, ValueError) as broken:  # it broke off, or was closed here
        error = OSError(f"the stream broke off: {broken}")
    _put(arrivals, _End(error), is_wanted)


def _put(arrivals: _Arrivals, arrival: StreamMessage | _End, is_wanted: threading.Event) -> None:
    while is_wanted.is_set():
        try:
            arrivals.put(arrival, timeout=1)
        except Full:
            continue
        return

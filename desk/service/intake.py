"""Feeds over HTTP: `POST /feeds/{source}` takes CloudEvents from the house's devices and says what became of each."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from hmac import compare_digest
from time import monotonic
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_ssh_public_key
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse
from http_message_signatures import (
    HTTPMessageSignaturesException,
    HTTPMessageVerifier,
    HTTPSignatureKeyResolver,
    algorithms,
)
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.concurrency import run_in_threadpool

from desk.service.metrics import ServiceMetrics
from desk.service.settings import whole_body
from ledger.acts.roster import SourceProof, Sources
from ledger.application import Ledger
from ledger.events.roster import PublicKey, SourceEnrolled
from ledger.feeds import cloudevents_http
from ledger.feeds.content_types import is_json_type
from ledger.feeds.intake import BATCH_SIZE, DirectIntake, ItemAnswer, SentItems
from ledger.feeds.reading import FeedItem
from ledger.merkle import digest
from projections.documents.recording import FeedAnswer, feed_answer
from replay.games.registry import GAMES

MOST_BODY_BYTES: Final = 4 << 20
BODY_SECONDS: Final = 10
MOST_WAITING_ITEMS: Final = 10_000
MOST_WAITING_BYTES: Final = 64 << 20
"""How much waits to be recorded at once; whoever comes then is asked to come again."""

SOURCES_SECONDS: Final = 1
"""For so long it is remembered which sources are enrolled. What they send is looked at by the roster as it stands."""

REFUSED_BY_ADDRESS: Final = RateLimitItemPerMinute(60)
"""How often an address may fail to show that it is a source."""

SIGNATURE_AGE: Final = timedelta(minutes=5)
RETRY_SECONDS: Final = 1
RETRY_WITHOUT_DATABASE_SECONDS: Final = 30

STRUCTURED: Final = "application/cloudevents+json"
BATCH: Final = "application/cloudevents-batch+json"
_JSON: Final = "application/json"
_ANY_CLOUDEVENTS: Final = "application/cloudevents"
_ATTRIBUTE: Final = "ce-"

router = APIRouter()


class QueueFull(Exception):
    """As much waits to be recorded as may."""


@dataclass(slots=True)
class _Waiting:
    sent: SentItems
    length: int
    answer: "asyncio.Future[list[ItemAnswer]]"


class FeedQueue:
    """What sources sent and what is not recorded yet: whatever waits is recorded together, and answered afterwards."""

    def __init__(self, take_in: Callable[[Sequence[SentItems]], list[list[ItemAnswer]]]):
        self._take_in = take_in
        self._thread = ThreadPoolExecutor(1, "feeds")
        self._waiting = deque[_Waiting]()
        self._working: asyncio.Task[None] | None = None
        self.items, self._length = 0, 0

    async def record(self, sent: SentItems) -> list[ItemAnswer]:
        """What became of what a source sent. Raises QueueFull, RecoupError."""
        length = sum(item.length for item in sent.items)
        if self.items + len(sent.items) > MOST_WAITING_ITEMS or self._length + length > MOST_WAITING_BYTES:
            raise QueueFull
        waiting = _Waiting(sent, length, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self.items, self._length = self.items + len(sent.items), self._length + length
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return await waiting.answer

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while batch := self._next_batch():
            try:
                answers = await loop.run_in_executor(self._thread, self._take_in, [each.sent for each in batch])
            except Exception as error:
                for each in batch:
                    if not each.answer.done():
                        each.answer.set_exception(error)
            else:
                for each, answer in zip(batch, answers, strict=True):
                    if not each.answer.done():  # whoever asked may have gone
                        each.answer.set_result(answer)
            finally:
                self.items -= sum(len(each.sent.items) for each in batch)
                self._length -= sum(each.length for each in batch)

    def _next_batch(self) -> list[_Waiting]:
        """What goes into one transaction: as much as it takes, and at least what somebody sent at once."""
        batch, count = list[_Waiting](), 0
        while self._waiting and (not batch or count + len(self._waiting[0].sent.items) <= BATCH_SIZE):
            batch.append(self._waiting.popleft())
            count += len(batch[-1].sent.items)
        return batch

    def close(self) -> None:
        """What was sent is recorded; then nothing more is."""
        self._thread.shutdown()


class Feeds:
    """The feeds of a ledger: which sources are enrolled, and what they have sent."""

    def __init__(self, ledger: Ledger, metrics: ServiceMetrics):
        self._ledger = ledger.for_thread()
        self.metrics = metrics
        self.queue = FeedQueue(DirectIntake(self._ledger, GAMES).take_in)
        self.limiter = FixedWindowRateLimiter(MemoryStorage())
        self._sources: Sources | None = None
        self._looked_at = 0.0
        metrics.watch_queue(lambda: self.queue.items)

    async def enrolled(self, source: str) -> SourceEnrolled | None:
        """A source as it is enrolled."""
        if self._sources is None or monotonic() - self._looked_at > SOURCES_SECONDS:
            self._looked_at = monotonic()
            self._sources = (await run_in_threadpool(self._ledger.roster)).sources
        return self._sources.enrolled.get(source)


@router.post("/feeds/{source:path}", response_model=FeedAnswer)
async def take(source: str, request: Request) -> JSONResponse:
    """Record what a device sends, and say what became of each event."""
    feeds: Feeds = request.app.state.feeds
    event = await feeds.enrolled(source)
    if event is None or not _may_be(event, request):
        raise _unauthorised(feeds, request, source)
    _check_headers(request)
    body = await whole_body(request.receive, MOST_BODY_BYTES, BODY_SECONDS)
    if body is None:
        raise HTTPException(413, f"send at most {MOST_BODY_BYTES:,} bytes at once, within {BODY_SECONDS} seconds")
    proof = _proof_of(event, request, body)
    if proof is None:
        raise _unauthorised(feeds, request, source)
    items = _items_of(request, body)
    if len(items) > BATCH_SIZE:
        raise HTTPException(413, f"send at most {BATCH_SIZE:,} events at once; these are {len(items):,}")
    try:
        answers = await feeds.queue.record(SentItems(source, proof, items))
    except QueueFull:
        feeds.metrics.count_refused("too_busy")
        why = "more is waiting to be recorded than may; send the same again"
        raise HTTPException(429, why, {"Retry-After": str(RETRY_SECONDS)}) from None
    feeds.metrics.count_answers(answers)
    return JSONResponse(feed_answer(answers).model_dump())


def not_acknowledged(request: Request, error: Exception) -> JSONResponse:
    """The answer where the ledger cannot be read or written, whatever was being done: the device sends the same again."""
    feeds: Feeds = request.app.state.feeds
    feeds.metrics.count_refused("unavailable")
    source = str(request.path_params.get("source", ""))
    logging.getLogger("recoup.feeds").warning("what %s sent is not recorded: %s", source, error)
    headers = {"Retry-After": str(RETRY_WITHOUT_DATABASE_SECONDS)}
    return JSONResponse({"detail": f"nothing is acknowledged: {error}"}, 503, headers)


def _unauthorised(feeds: Feeds, request: Request, source: str) -> HTTPException:
    """The refusal of somebody who is no enrolled source, or does not show it."""
    feeds.metrics.count_refused("unauthorised")
    address = request.client.host if request.client else ""
    if not feeds.limiter.hit(REFUSED_BY_ADDRESS, address):
        return HTTPException(429, "that is too often; wait a minute", {"Retry-After": "60"})
    why = (
        f"{source[:80]} is not enrolled here, or this does not show that you are it; a source shows its token as "
        "Authorization: Bearer, or signs the request with its key (RFC 9421)"
    )
    return HTTPException(401, why, {"WWW-Authenticate": 'Bearer realm="recoup feeds"'})


def _may_be(event: SourceEnrolled, request: Request) -> bool:
    """Whether a request may show that it is a source's, as far as can be told before its body is read."""
    if event.token is not None and not compare_digest(digest(_token(request)), event.token):
        return False
    return event.key is None or "signature-input" in request.headers


def _token(request: Request) -> bytes:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip().encode() if scheme.lower() == "bearer" else b""


def _proof_of(event: SourceEnrolled, request: Request, body: bytes) -> SourceProof | None:
    """What a request shows of its source; None where its signature does not hold."""
    if event.key is not None and not _is_signed(event.key, request, body):
        return None
    return SourceProof(
        key=None if event.key is None else event.key.fingerprint, token=None if event.token is None else _token(request)
    )


@dataclass(frozen=True, slots=True)
class _Message:
    """A request as the signature covers it."""

    method: str
    url: str
    headers: Mapping[str, str]


class _OneKey(HTTPSignatureKeyResolver):
    """The key of the source that a request names, by its fingerprint."""

    def __init__(self, key: PublicKey):
        self._key = key

    def resolve_public_key(self, key_id: str) -> Ed25519PublicKey | None:
        if key_id != self._key.fingerprint or self._key.kind != "ed25519":
            return None
        public = load_ssh_public_key(f"ssh-ed25519 {self._key.public}".encode())
        return public if isinstance(public, Ed25519PublicKey) else None

    def resolve_private_key(self, key_id: str) -> None:
        raise NotImplementedError


def _is_signed(key: PublicKey, request: Request, body: bytes) -> bool:
    """Whether a request bears its source's signature, just made for this house, over all that it tells.

    The house is the address at which it is served, whatever the request calls it.
    """
    attributes = [name for name in request.headers if name.startswith(_ATTRIBUTE)]
    typed = ["content-type"] if "content-type" in request.headers else []
    covered = ["@method", "@authority", "@path", *typed, "content-digest", *dict.fromkeys(attributes)]
    query = request.scope["query_string"].decode("latin-1")
    path = request.scope["raw_path"].decode("latin-1") + (f"?{query}" if query else "")
    message = _Message(request.method, request.app.state.origin + path, request.headers)
    verifier = HTTPMessageVerifier(signature_algorithm=algorithms.ED25519, key_resolver=_OneKey(key))
    try:
        verifier.verify(message, max_age=SIGNATURE_AGE, require_components=covered, body=body)
    except HTTPMessageSignaturesException:
        return False
    return True


def _check_headers(request: Request) -> None:
    """Raises HTTPException where the body is encoded, or its type or an attribute of the event comes twice."""
    encoding = request.headers.get("content-encoding", "identity")
    if encoding.strip().lower() != "identity":
        raise HTTPException(415, f"send the body as it is, without Content-Encoding {encoding[:20]}")
    names = [
        name
        for name in request.headers.keys()  # noqa: SIM118 - each as often as it comes
        if name.startswith(_ATTRIBUTE) or name == "content-type"
    ]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise HTTPException(400, f"send the header {twice[:40]} once; it comes twice")


def _items_of(request: Request, body: bytes) -> Sequence[FeedItem]:
    """The events of a request, taken or refused. Raises HTTPException for what is in no mode of CloudEvents."""
    media_type = request.headers.get("content-type") or None
    kind = (media_type or _JSON).partition(";")[0].strip().lower()
    attributes = [
        (name.removeprefix(_ATTRIBUTE), value) for name, value in request.headers.items() if name.startswith(_ATTRIBUTE)
    ]
    if kind == BATCH:
        return cloudevents_http.read_batch(body, media_type)
    if kind == STRUCTURED:
        return [cloudevents_http.read_event(body, media_type)]
    if attributes and not kind.startswith(_ANY_CLOUDEVENTS):
        return [cloudevents_http.read_binary(attributes, body, media_type)]
    if is_json_type(kind) and b'"specversion"' in body:
        is_batch = body.lstrip().startswith(b"[")
        return (
            cloudevents_http.read_batch(body, media_type) if is_batch else [cloudevents_http.read_event(body, media_type)]
        )
    raise HTTPException(
        415, f"send one event as {STRUCTURED}, a list as {BATCH}, or {_JSON} with the attributes as headers"
    )

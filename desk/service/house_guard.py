"""Who gets in where the desk is served for several people: whoever has a session, from the address that people type."""

import re
from secrets import compare_digest
from typing import Any, Final
from urllib.parse import quote, urlsplit

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from desk.service.accounts import Accounts
from desk.service.permissions import permissions
from desk.service.security import (
    API_PATH,
    HEADERS,
    SPECIAL_HEADERS,
    STATIC_PATH,
    refusal_response,
    session_cookie,
)
from desk.service.session_store import NO_DATABASE, UNREACHABLE, Session
from desk.service.settings import ServiceSettings, is_loopback, whole_body
from desk.service.visitor import VISITOR, Visitor
from ledger.cases.files import MOST_BYTES

FORM_HEADER: Final = "x-recoup-form"
"""The header in which a page says that it is the desk's own."""

MOST_BODY_BYTES: Final = 64 * 1024
BODY_SECONDS: Final = 10
UPLOAD_SECONDS: Final = 120
UPLOAD_ROUTE: Final = "POST /cases/{number}/files"
UPLOAD_PATH: Final = re.compile(r"/cases/[0-9]{4}-[0-9]{4,9}/files")
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")

SIGN_INS_BY_ADDRESS: Final = RateLimitItemPerMinute(60)
"""How often an address may ask to be let in."""

REQUESTS_BY_STRANGER: Final = RateLimitItemPerMinute(300)
REQUESTS_BY_SESSION: Final = RateLimitItemPerMinute(1200)
WRITES_BY_SESSION: Final = RateLimitItemPerMinute(60)

OPEN_PATHS: Final = ("/sign-in", "/new-passkey", STATIC_PATH)
"""How the paths begin that answer to whoever is not signed in."""

HOUSE_HEADERS: Final = {
    **HEADERS,
    "X-Frame-Options": "DENY",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "X-Permitted-Cross-Domain-Policies": "none",
    "X-DNS-Prefetch-Control": "off",
    "Permissions-Policy": (
        "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=(), "
        "publickey-credentials-get=(self), publickey-credentials-create=(self)"
    ),
}
STRICT_TRANSPORT: Final = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}


class HouseGuard:
    """Lets requests through that come to the desk's own address and are small, quick and not too many; says who asks."""

    def __init__(self, app: ASGIApp, settings: ServiceSettings, accounts: Accounts):
        self._app, self._settings, self._accounts = app, settings, accounts
        self._host = urlsplit(settings.origin).netloc
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._headers = HOUSE_HEADERS | ({} if is_loopback(settings.relying_party) else STRICT_TRANSPORT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused_request(scope, headers) or await self._refused_by_account(scope, headers)
        if refused is None and scope["method"] not in SAFE_METHODS:
            body = await whole_body(receive, *_patience_with(scope))
            if body is None:
                refused = _refusal(scope, 413, "That is more than the desk reads, or came too slowly.")
            else:
                receive = _replayed(body, receive)
        await (refused or self._app)(scope, receive, self._guarded(scope, send))

    def _guarded(self, scope: Scope, send: Send) -> Send:
        """An answer with the strict headers, which ends where the session does."""
        is_ended, visitor = False, scope.get(VISITOR)

        async def guarded(message: Message) -> None:
            nonlocal is_ended
            if is_ended:
                return
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in (self._headers | scope.get(SPECIAL_HEADERS, {})).items():
                    headers[name] = value
            elif message.get("more_body") and visitor and not await self._goes_on(visitor):
                is_ended, message = True, {"type": "http.response.body", "body": b""}  # who listens hears no more
            await send(message)

        return guarded

    async def _refused_by_account(self, scope: Scope, headers: Headers) -> Response | None:
        """What is said to somebody who may not come in; a request that goes on bears its visitor."""
        cookie = session_cookie(headers, self._accounts.cookie)
        try:
            visitor = await run_in_threadpool(self._accounts.visitor, cookie, headers.get("user-agent", ""))
        except UNREACHABLE:
            return _refusal(scope, 503, NO_DATABASE)
        scope[VISITOR] = visitor
        return self._refused_caller(scope, headers, visitor.session if visitor else None)

    async def _goes_on(self, visitor: Visitor) -> bool:
        try:
            return await run_in_threadpool(self._accounts.goes_on, visitor)
        except UNREACHABLE:
            return False

    def _refused_request(self, scope: Scope, headers: Headers) -> Response | None:
        if headers.get("host") != self._host:
            return _refusal(scope, 400, f"This desk answers at {self._settings.origin}, and at no other address.")
        if scope["method"] not in SAFE_METHODS and headers.get("origin") != self._settings.origin:
            return _refusal(scope, 403, "Only the desk's own pages may do that.")
        return None

    def _refused_caller(self, scope: Scope, headers: Headers, session: Session | None) -> Response | None:
        path, method = str(scope["path"]), scope["method"]
        address = (scope.get("client") or ("",))[0]
        if not self._is_within_limits(address, path, method, session):
            answer = _refusal(scope, 429, "That is too often; wait a minute.")
            answer.headers["Retry-After"] = "60"
            return answer
        if session is None:
            if path.startswith(OPEN_PATHS):
                return None
            if path.startswith(API_PATH) or method not in SAFE_METHODS:
                return _refusal(scope, 401, "Sign in first.")
            return RedirectResponse(f"/sign-in?to={quote(path)}", status_code=303)
        if method in SAFE_METHODS or compare_digest(headers.get(FORM_HEADER, "").encode(), session.form_token.encode()):
            return None
        if path.startswith(OPEN_PATHS):
            return None
        return _refusal(scope, 403, "This page is of another session; load it again.")

    def _is_within_limits(self, address: str, path: str, method: str, session: Session | None) -> bool:
        if path.startswith("/sign-in") and not self._limiter.hit(SIGN_INS_BY_ADDRESS, "sign-in", address):
            return False
        if session is None:
            return path.startswith(STATIC_PATH) or self._limiter.hit(REQUESTS_BY_STRANGER, "stranger", address)
        if (
            method not in SAFE_METHODS
            and not _is_key_of_draft(path)
            and not self._limiter.hit(WRITES_BY_SESSION, "write", session.person)
        ):
            return False
        return self._limiter.hit(REQUESTS_BY_SESSION, "session", session.session)


def _is_key_of_draft(path: str) -> bool:
    """Whether a request is a key that somebody types into a draft: there are many, and none writes to the ledger."""
    return path.startswith("/type/") and path.endswith("/keys")


def _refusal(scope: Scope, status: int, why: str) -> Response:
    """A refusal as a page, or as JSON to programs and to a page's script."""
    if scope["method"] in SAFE_METHODS:
        return refusal_response(str(scope["path"]), status, why)
    return JSONResponse({"detail": why}, status_code=status)


def _patience_with(scope: Scope) -> tuple[int, int]:
    """How many bytes of a request's body are read, and for how many seconds: more of a file, from whoever may attach it."""
    visitor = scope.get(VISITOR)
    if visitor is None or scope["method"] != "POST" or not UPLOAD_PATH.fullmatch(str(scope["path"])):
        return MOST_BODY_BYTES, BODY_SECONDS
    if permissions()[UPLOAD_ROUTE].refusal(visitor) is not None:
        return MOST_BODY_BYTES, BODY_SECONDS
    return MOST_BYTES, UPLOAD_SECONDS


def _replayed(body: bytes, receive: Receive) -> Receive:
    first: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return first.pop() if first else await receive()

    return replayed

"""Who gets in: the one person who has the link that the console printed, from this machine, under this address."""

from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from desk.service.settings import ENTER_PATH, DeskSession
from desk.web.templating import error_page

COOKIE: Final = "recoup_session"
STATIC_PATH: Final = "/static/"
API_PATH: Final = "/api/"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
SPECIAL_HEADERS: Final = "recoup.headers"
"""Where a request bears the headers in which its answer differs: a file that is shown, a page that shows one."""
NO_SESSION: Final = (
    "This desk is opened by the link that `recoup desk` prints. Each link works once: start the desk again for another."
)


class Guard:
    """Lets requests through that name an address of this desk and have its session; every answer has the strict headers."""

    def __init__(self, app: ASGIApp, session: DeskSession, hosts: Iterable[str]):
        self._app, self._session, self._hosts = app, session, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in (HEADERS | scope.get(SPECIAL_HEADERS, {})).items():
                    headers[name] = value
            await send(message)

        answer = self._own_response(scope)
        await (answer or self._app)(scope, receive, guarded)

    def _own_response(self, scope: Scope) -> Response | None:
        """What is said to a request that does not get through; None to one that does."""
        headers, path = Headers(scope=scope), str(scope["path"])
        if headers.get("host") not in self._hosts:
            return refusal_response(
                path, 400, "This desk answers under the address that `recoup desk` printed, and no other."
            )
        if scope["method"] not in ("GET", "HEAD") and not self._is_own_origin(headers.get("origin")):
            return refusal_response(path, 403, "This was sent from a page of another site.")
        inside = self._session.is_open(session_cookie(headers, COOKIE))
        if path.startswith(ENTER_PATH):
            if scope["method"] != "GET":  # a look at where a link leads does not use it up
                return Response(status_code=405, headers={"Allow": "GET"})
            return self._enter(path.removeprefix(ENTER_PATH), inside=inside)
        return None if inside or path.startswith(STATIC_PATH) else refusal_response(path, 401, NO_SESSION)

    def _is_own_origin(self, origin: str | None) -> bool:
        """Whether a request comes from a page of the desk, or from a program, which names no page."""
        return origin is None or origin.partition("://")[2] in self._hosts

    def _enter(self, link: str, *, inside: bool) -> Response:
        session = self._session.redeem_link(link)
        if session is None and not inside:
            return refusal_response(ENTER_PATH, 401, NO_SESSION)
        answer = RedirectResponse("/", status_code=303)
        if session is not None:
            answer.set_cookie(COOKIE, session, httponly=True, samesite="strict", path="/")
        return answer


def session_cookie(headers: Headers, name: str) -> str | None:
    """The token in a request's cookie."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return None
    return None if found is None else str(found.value)


def refusal_response(path: str, status: int, why: str) -> Response:
    """A refusal as a page, or as JSON to programs."""
    if path.startswith(API_PATH):
        return JSONResponse({"detail": why}, status_code=status)
    return HTMLResponse(error_page(why), status_code=status)

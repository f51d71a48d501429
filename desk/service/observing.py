"""What every request leaves behind: a line in the log with its id and, where it took an act, that; and its time."""

import logging
import re
import time
from typing import Final
from uuid import uuid4

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from desk.service.metrics import ServiceMetrics
from desk.service.visitor import ACT, VISITOR

REQUEST_ID: Final = "X-Request-ID"
_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
_QUIET: Final = ("/healthz", "/readyz", "/metrics", "/static/")
"""How the paths begin of which no line is written unless they fail."""

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Any other is counted as one: a figure has no place for what strangers think of."""

_FAILED: Final = 400
_LOG: Final = logging.getLogger("recoup.requests")


def log_as_json() -> None:
    """Everything that is logged goes to standard error, one JSON object a line."""
    handler = logging.StreamHandler()
    handler.setFormatter(
        JsonFormatter(
            "{asctime}{levelname}{name}{message}",
            style="{",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
            datefmt="%Y-%m-%dT%H:%M:%S%z",
            reserved_attrs=[*RESERVED_ATTRS, "color_message"],
        )
    )
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


class Observed:
    """An application whose requests are logged and measured. Lines name paths and roster ids, and nobody's name."""

    def __init__(self, app: ASGIApp, metrics: ServiceMetrics):
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = Headers(scope=scope).get(REQUEST_ID, "")
        request_id = asked if _ID.match(asked) else uuid4().hex
        began, status = time.monotonic(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_ID] = request_id
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            seconds = time.monotonic() - began
            route = getattr(scope.get("route"), "path", "none")
            self._metrics.observe(scope["method"] if scope["method"] in _METHODS else "other", route, status, seconds)
            if status >= _FAILED or not str(scope["path"]).startswith(_QUIET):
                self._log(scope, request_id, route, status, seconds)

    def _log(self, scope: Scope, request_id: str, route: str, status: int, seconds: float) -> None:
        visitor, act = scope.get(VISITOR), scope.get(ACT)
        about = {
            "request": request_id,
            "method": scope["method"],
            "path": str(scope["path"])[:200],
            "route": route,
            "status": status,
            "milliseconds": round(seconds * 1000),
            "client": (scope.get("client") or ("",))[0],
        }
        if visitor is not None:
            about["person"] = visitor.person
        if act is not None:
            about["act"] = act
        _LOG.info("request", extra=about)

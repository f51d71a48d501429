"""The part of the service that answers to programs of the house: feeds, health and figures. It knows no sessions."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI
from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from desk.service import health, intake
from desk.service.intake import Feeds
from desk.service.metrics import ServiceMetrics
from desk.service.settings import ServiceSettings
from ledger.application import Ledger
from ledger.errors import RecoupError

HEADERS: Final = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
PATHS: Final = ("/feeds/", "/healthz", "/readyz", "/metrics")
TWO_LENGTHS: Final = "a request says in one way where it ends: by one Content-Length, or by Transfer-Encoding"


def machine_application(ledger: Ledger, models: Engine, settings: ServiceSettings, metrics: ServiceMetrics) -> FastAPI:
    """What devices and monitors ask."""
    feeds = Feeds(ledger, metrics)

    @asynccontextmanager
    async def serving(_: FastAPI) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(feeds.queue.close)

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=serving)
    app.state.ledger, app.state.feeds = ledger, feeds
    app.state.metrics, app.state.monitors, app.state.origin = metrics, settings.monitors, settings.origin
    metrics.watch_ledger(ledger, models)
    app.include_router(health.router)
    app.include_router(intake.router)
    app.add_exception_handler(RecoupError, intake.not_acknowledged)
    return app


class FrontDoor:
    """Sends programs of the house one way and people another."""

    def __init__(self, machines: FastAPI, people: ASGIApp):
        self._machines, self._people = machines, people

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _has_two_lengths(scope):
            await JSONResponse({"detail": TWO_LENGTHS}, 400, {**HEADERS, "Connection": "close"})(scope, receive, send)
            return
        if scope["type"] == "http" and not str(scope["path"]).startswith(PATHS):
            await self._people(scope, receive, send)
            return

        async def plainly(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._machines(scope, receive, plainly)


def _has_two_lengths(scope: Scope) -> bool:
    """Whether a request says in two ways where it ends: a proxy may read the one and this service the other."""
    names = [name for name, _ in scope["headers"]]
    return names.count(b"content-length") > 1 or {b"content-length", b"transfer-encoding"} <= set(names)

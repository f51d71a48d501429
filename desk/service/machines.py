"""The part of the service that answers to programs of the house: feeds, health and figures. It knows no sessions."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Final

from eventsourcing.persistence import PersistenceError
from fastapi import APIRouter, FastAPI, HTTPException, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from desk.service import intake
from desk.service.intake import Feeds
from desk.service.metrics import ServiceMetrics
from desk.service.settings import ServiceSettings
from ledger.application import Ledger
from ledger.errors import RecoupError
from ledger.recorder.database import require_ledger

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
    app.include_router(router)
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


router = APIRouter()


@router.get("/healthz")
async def healthz() -> PlainTextResponse:
    """Whether the process answers at all."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def readyz(request: Request) -> PlainTextResponse:
    """Whether the ledger can be read, in this version's form."""
    ledger: Ledger = request.app.state.ledger
    try:
        await run_in_threadpool(_require_ready, ledger)
    except (RecoupError, PersistenceError) as error:
        logging.getLogger(__name__).warning("not ready: %s", error)
        return PlainTextResponse("the ledger's database does not answer\n", status_code=503)
    return PlainTextResponse("ready\n")


def _require_ready(ledger: Ledger) -> None:
    require_ledger(ledger.url)
    ledger.size()


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The service's figures in Prometheus' form, for whom the settings name."""
    if not _is_monitor(request):
        raise HTTPException(403, "figures are for the addresses that the settings name as monitors")
    service_metrics: ServiceMetrics = request.app.state.metrics
    found = await run_in_threadpool(generate_latest, service_metrics.registry)
    return Response(found, headers={"Content-Type": CONTENT_TYPE_LATEST})


def _is_monitor(request: Request) -> bool:
    """Whether a request comes from an address that may see figures."""
    try:
        address = ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    return any(address in network for network in request.app.state.monitors)

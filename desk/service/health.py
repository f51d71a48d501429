"""What watches over the service may ask: whether it lives, whether it can work, and its figures."""

import logging
from ipaddress import ip_address

from eventsourcing.persistence import PersistenceError
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.concurrency import run_in_threadpool

from desk.service.metrics import ServiceMetrics
from ledger.application import Ledger
from ledger.errors import RecoupError
from ledger.recorder.database import require_ledger

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

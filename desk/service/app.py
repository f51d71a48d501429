"""The application: pages, API, assets, behind the guard."""

from collections.abc import Iterable
from importlib.resources import as_file, files
from typing import Any, Final

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy import Engine
from starlette.exceptions import HTTPException

from desk.service.security import API_PATH, Guard
from desk.service.sessions import DeskSession
from desk.web import api, live, pages
from desk.web.ledger_view import LedgerView
from desk.web.templating import display_choices, error_page
from ledger.application import Ledger
from ledger.errors import BrokenEvidence, RecoupError, UnusableLedger
from replay import ENGINE

_UNUSABLE: Final = (UnusableLedger, BrokenEvidence)


def application(ledger: Ledger, models: Engine, session: DeskSession, hosts: Iterable[str]) -> Guard:
    """The desk on a ledger, for whoever has the link, under these addresses."""
    app = FastAPI(
        title="Recoup",
        version=ENGINE.partition("/")[2],
        description="What the desk shows, for programs: it reads and never writes.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.house = LedgerView(ledger, models)
    app.include_router(pages.router)
    app.include_router(live.router)
    app.include_router(api.router)
    with as_file(files("desk.web") / "static") as folder:
        app.mount("/static", StaticFiles(directory=folder))
    app.add_exception_handler(RecoupError, _recoup_error)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)
    return Guard(app, session, hosts)


def server(app: Guard) -> uvicorn.Server:
    """What serves the desk; live pages do not hold it up when it ends."""
    return uvicorn.Server(
        uvicorn.Config(app, log_level="warning", server_header=False, ws="none", timeout_graceful_shutdown=1)
    )


def _error_response(request: Request, status: int, why: str, headers: Any = None) -> Response:
    if request.url.path.startswith(API_PATH):
        return JSONResponse({"detail": why}, status_code=status, headers=headers)
    return HTMLResponse(error_page(why, display_choices(request)), status_code=status, headers=headers)


def _recoup_error(request: Request, error: Exception) -> Response:
    """What the ledger or the replay says in one sentence."""
    return _error_response(request, 503 if isinstance(error, _UNUSABLE) else 404, str(error))


def _invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if request.url.path.startswith(API_PATH):
        problems = [{name: problem[name] for name in ("type", "loc", "msg")} for problem in error.errors()]
        return JSONResponse({"detail": problems}, status_code=422)
    return _error_response(request, 404, "There is nothing of that name; look for it on the page Find.")


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _error_response(request, error.status_code, str(error.detail), error.headers)

"""The application: pages, API, assets, behind the guard."""

import asyncio
import logging
from collections.abc import Iterable
from importlib.resources import as_file
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any, Final

import uvicorn
from eventsourcing.persistence import PersistenceError
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from uvicorn.protocols.http.h11_impl import H11Protocol

from desk.service.accounts import Accounts, Looks
from desk.service.case_signing import CaseSteps
from desk.service.house_guard import HouseGuard
from desk.service.machines import FrontDoor, machine_application
from desk.service.metrics import ServiceMetrics
from desk.service.observing import Observed
from desk.service.permissions import require_permission
from desk.service.security import API_PATH, Guard
from desk.service.session_store import NO_DATABASE, SessionStore
from desk.service.settings import DeskSession, ServiceSettings
from desk.service.signing import ActDesk
from desk.web import api, case_acting, cases, deciding, live, notes, pages, people, typed_rounds
from desk.web.ledger_view import LedgerView
from desk.web.templating import error_page, language_of
from desk.web.upkeep import Upkeep
from ledger.application import Clock, Ledger, now
from ledger.cases.files import CaseFiles
from ledger.errors import BrokenEvidence, MalformedAct, MalformedDecision, RecoupError, UnusableKey, UnusableLedger
from ledger.personal_data.key_store import KeyStore
from ledger.values.message import Message
from projections.messages.catalogue import Catalogue
from replay import ENGINE

_UNUSABLE: Final = (UnusableLedger, BrokenEvidence)
_REFUSED: Final = (MalformedAct, MalformedDecision, UnusableKey)


def application(
    ledger: Ledger, models: Engine, session: DeskSession, hosts: Iterable[str], files: Path = Path("recoup.files")
) -> Guard:
    """The desk on a ledger, for whoever has the link, under these addresses. `files` are those of its cases."""
    return Guard(_desk(ledger, models, CaseFiles(files)), session, hosts)


def served_application(ledger: Ledger, models: Engine, settings: ServiceSettings, clock: Clock = now) -> Observed:
    """The service on a ledger: the desk for the people of its roster, feeds for its devices. Raises UnusableSettings."""
    metrics = ServiceMetrics()
    machines = machine_application(ledger, models, settings, metrics)
    return Observed(FrontDoor(machines, served_desk(ledger, models, settings, clock)), metrics)


def served_desk(ledger: Ledger, models: Engine, settings: ServiceSettings, clock: Clock = now) -> HouseGuard:
    """The desk on a ledger for the people of its roster. Raises UnusableSettings."""
    store = SessionStore(models, clock, settings.idle_minutes * 60, settings.longest_hours * 3600)
    accounts = Accounts(ledger, settings, store)
    app = _desk(ledger, models, CaseFiles(settings.files), accounts)
    if settings.provider is not None:
        from desk.service.oidc import add_provider

        add_provider(app, settings, settings.provider)
    return HouseGuard(app, settings, accounts)


def _desk(ledger: Ledger, models: Engine, files: CaseFiles, accounts: Accounts | None = None) -> FastAPI:
    app = FastAPI(
        title="Recoup",
        version=ENGINE.partition("/")[2],
        description="What the desk shows, for programs: it reads and never writes.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json" if accounts is None else None,
        dependencies=[] if accounts is None else [Depends(require_permission)],
    )
    app.state.house, app.state.fragments = LedgerView(ledger, models), live.SharedFragments()
    app.state.accounts, app.state.provider, app.state.case_files = accounts, None, files
    app.state.upkeep = Upkeep(ledger, models)
    if accounts is not None:
        app.include_router(case_acting.router)  # first: its /cases/new is no case's number
    for router in (pages.router, notes.router, typed_rounds.router, live.router, api.router, cases.router):
        app.include_router(router)
    if accounts is not None:
        steps = CaseSteps(files, KeyStore(accounts.settings.vault))
        app.state.looks, app.state.acts = Looks(accounts), ActDesk(accounts, app.state.upkeep, steps)
        app.include_router(people.router)
        app.include_router(deciding.router)
        app.get("/api/openapi.json", include_in_schema=False)(lambda: JSONResponse(app.openapi()))
    with as_file(package_files("desk.web") / "static") as folder:
        app.mount("/static", StaticFiles(directory=folder))
    app.add_exception_handler(RecoupError, _recoup_error)
    for unreachable in (SQLAlchemyError, PersistenceError):
        app.add_exception_handler(unreachable, _no_database)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)
    return app


def server(app: Guard | Observed, **options: Any) -> uvicorn.Server:
    """What serves the desk; live pages do not hold it up when it ends, and nobody holds a line without asking."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=1,
            http=ImpatientProtocol,
            **{"log_level": "warning", "proxy_headers": False, **options},
        )
    )


def _error_response(request: Request, status: int, why: str, headers: Any = None) -> Response:
    """An answer that says why there is no other in one sentence: a program's is in English."""
    if isinstance(why, Message) and not request.url.path.startswith(API_PATH):
        why = Catalogue(language_of(request)).value(why)
    why = _writable(why)
    if _is_of_program(request):
        return JSONResponse({"detail": why}, status_code=status, headers=headers)
    return HTMLResponse(error_page(why, request), status_code=status, headers=headers)


def _writable(part: Any) -> Any:
    """A text without halves of characters, which JSON can bear and no answer can."""
    return part.encode("utf-8", "backslashreplace").decode() if isinstance(part, str) else part


def _is_of_program(request: Request) -> bool:
    """Whether a program or a page's script asks, and not a person who reads the answer."""
    wants_json = request.headers.get("accept", "") == "application/json"
    return wants_json or request.url.path.startswith(API_PATH) or request.method == "POST"


def _recoup_error(request: Request, error: Exception) -> Response:
    """What the ledger or the replay says in one sentence."""
    status = 503 if isinstance(error, _UNUSABLE) else 422 if isinstance(error, _REFUSED) else 404
    return _error_response(request, status, next(iter(error.args), ""))


def _no_database(request: Request, error: Exception) -> Response:
    logging.getLogger("uvicorn.error").error("the database does not answer: %s", error)
    return _error_response(request, 503, NO_DATABASE)


def _invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if _is_of_program(request):
        problems = [
            {"type": problem["type"], "loc": list(map(_writable, problem["loc"])), "msg": _writable(problem["msg"])}
            for problem in error.errors()
        ]
        return JSONResponse({"detail": problems}, status_code=422)
    return _error_response(request, 404, Message("There is nothing of that name; look for it on the page Find."))


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _error_response(request, error.status_code, error.detail, error.headers)


REQUEST_SECONDS: Final = 10
"""How long a request's head may take to come."""


class ImpatientProtocol(H11Protocol):
    """Closes a connection on which no whole request has come in time, the first as well as the next."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _give_up(self) -> None:
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if not is_answering and not self.transport.is_closing():
            self.transport.close()

"""Who is there: signing in and out, making a passkey, one's own sessions, the roster."""

import re
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from desk.service.accounts import Accounts
from desk.service.permissions import first_page
from desk.service.session_store import Session
from desk.service.visitor import Visitor, visitor_of
from desk.web.ledger_view import LedgerView
from desk.web.params import TypedBody
from desk.web.templating import error_page, language_of, render_page
from ledger.acts.roster import KEEPERS
from ledger.errors import UnusableKey
from ledger.events.roster import KeyEnrolled, PersonEnrolled
from ledger.values.message import Message
from ledger.values.offices import AuthorityRole, Person
from ledger.values.times import format_instant
from projections.documents.roster import roster_document
from projections.messages.catalogue import Catalogue

if TYPE_CHECKING:
    from desk.service.oidc import IdentityProvider

OFFICES: Final = sorted({office for part in AuthorityRole.__args__ for office in part.__args__})

_OWN_PATH: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""No backslashes and no spaces or tabs, which browsers read as slashes or do not read at all."""

router = APIRouter(include_in_schema=False)


class BrowserAnswer(BaseModel):
    """What a browser says of a passkey (WebAuthn's JSON); whoever reads it checks it."""

    model_config = ConfigDict(extra="allow")

    rawId: Annotated[str, Field(max_length=2000)]  # noqa: N815 - as the standard writes it
    response: dict[str, Any]


class NewPasskey(TypedBody):
    """For whom a passkey is made."""

    person: Person


def accounts_of(request: Request) -> Accounts:
    """The people of the desk."""
    accounts: Accounts = request.app.state.accounts
    return accounts


def require_visitor(request: Request) -> Visitor:
    """Whoever is signed in. Raises HTTPException where nobody is."""
    visitor = visitor_of(request)
    if visitor is None:
        raise HTTPException(401, Message("Sign in first."))
    return visitor


def _browser(request: Request) -> str:
    return request.headers.get("user-agent", "")


# Signing in


@router.get("/sign-in")
def sign_in(request: Request, to: Annotated[str, Query(max_length=300)] = "/") -> HTMLResponse:
    """The page on which one says who one is."""
    provider = accounts_of(request).settings.provider
    variables = {"provider": provider.name if provider else None, "to": _own_path(to)}
    return render_page(request, "sign_in", variables)


@router.post("/sign-in/passkey/begin")
def begin_sign_in(request: Request) -> JSONResponse:
    """What the browser is asked."""
    return JSONResponse(accounts_of(request).passkeys.ask_who())


@router.post("/sign-in/passkey/finish")
def finish_sign_in(request: Request, answer: BrowserAnswer) -> Response:
    """A session for whose passkey has answered."""
    try:
        token, session = accounts_of(request).sign_in_by_passkey(answer.model_dump(), _browser(request))
    except UnusableKey as error:
        return JSONResponse({"detail": _sentence(error, request)}, status_code=401)
    return _with_session(request, JSONResponse({"person": session.person, "first": _first_page(request, token)}), token)


@router.get("/sign-in/provider")
async def to_provider(request: Request) -> Response:
    """On to the house's identity provider."""
    try:
        return await _provider(request).send_there(request)
    except UnusableKey as error:
        return HTMLResponse(error_page(_sentence(error, request), request), status_code=503)


@router.get("/sign-in/provider/callback")
async def from_provider(request: Request) -> Response:
    """Back from the provider, with what it says of whoever is there."""
    try:
        account = await _provider(request).account(request)
        token, _ = await run_in_threadpool(accounts_of(request).sign_in_by_account, account, _browser(request))
    except UnusableKey as error:
        return HTMLResponse(error_page(_sentence(error, request), request), status_code=401)
    # The cookie is sent with no request that another site began, and this one was begun by the provider's: so the page
    # goes on by itself.
    return _with_session(
        request, render_page(request, "signed_in", {"first": await run_in_threadpool(_first_page, request, token)}), token
    )


def _provider(request: Request) -> "IdentityProvider":
    provider: IdentityProvider | None = request.app.state.provider
    if provider is None:
        raise HTTPException(404, Message("This desk has no identity provider; sign in with a passkey."))
    return provider


def _with_session(request: Request, answer: Response, token: str) -> Response:
    accounts = accounts_of(request)
    secure = not accounts.settings.is_plain
    answer.set_cookie(accounts.cookie, token, httponly=True, samesite="strict", path="/", secure=secure)
    return answer


def _first_page(request: Request, token: str) -> str:
    visitor = accounts_of(request).visitor(token, _browser(request))
    return "/" if visitor is None else first_page(visitor)


@router.post("/sign-out")
def sign_out(request: Request) -> Response:
    """Ends one's session, and has the browser forget the desk."""
    visitor = require_visitor(request)
    accounts_of(request).end(visitor.session.session, visitor.person)
    answer = JSONResponse({}, headers={"Clear-Site-Data": '"cache", "cookies", "storage"'})
    answer.delete_cookie(accounts_of(request).cookie, path="/", secure=not accounts_of(request).settings.is_plain)
    return answer


# Passkeys


@router.get("/new-passkey")
def new_passkey(request: Request) -> HTMLResponse:
    """The page on which one makes a passkey, to be enrolled."""
    return render_page(request, "new_passkey", {})


@router.post("/new-passkey/begin")
def begin_passkey(request: Request, asked: NewPasskey) -> JSONResponse:
    """What the browser is asked."""
    return JSONResponse(accounts_of(request).passkeys.ask_for_new(asked.person))


@router.post("/new-passkey/finish")
def finish_passkey(request: Request, answer: BrowserAnswer) -> JSONResponse:
    """The passkey's public half, as `recoup roster` reads it from a file."""
    key = accounts_of(request).passkeys.new_key(answer.model_dump())
    return JSONResponse({"key": key.model_dump(mode="json"), "fingerprint": key.fingerprint})


# Sessions and the roster


def _house_zone(request: Request) -> str:
    house: LedgerView = request.app.state.house
    return house.house_zone()


@router.get("/me")
def me(request: Request) -> HTMLResponse:
    """Who one is at this desk, and one's sessions."""
    visitor, accounts = require_visitor(request), accounts_of(request)
    variables = {
        "sessions": [_session_row(session) for session in accounts.open_sessions(visitor.person)],
        "keys": [key.fingerprint for key in accounts.passkeys.held_by(visitor.person, accounts.roster())],
        "zone": _house_zone(request),
    }
    return render_page(request, "me", variables)


@router.post("/sessions/{session}/end")
def end_session(request: Request, session: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]) -> JSONResponse:
    """Ends a session: one's own, or as a keeper of the roster anybody's."""
    visitor, accounts = require_visitor(request), accounts_of(request)
    found = next((row for row in accounts.store.open_sessions() if row.session == session), None)
    if found is None:
        raise HTTPException(404, Message("There is no such session any more."))
    if found.person != visitor.person and not set(visitor.offices) & set(KEEPERS):
        raise HTTPException(403, Message("Another person's session is ended by whoever keeps the roster."))
    accounts.end(session, visitor.person)
    return JSONResponse({})


@router.get("/people")
def people(request: Request) -> HTMLResponse:
    """The roster, what waits there for a second person, and who is signed in."""
    accounts = accounts_of(request)
    roster = roster_document(accounts.roster())
    variables = {
        "roster": roster,
        "waiting": [(act, _what(accounts, act.position)) for act in roster.acts if act.status == "waits"],
        "sessions": [_session_row(session) for session in accounts.open_sessions()],
        "offices": OFFICES,
        "zone": _house_zone(request),
    }
    return render_page(request, "people", variables)


def _what(accounts: Accounts, position: int) -> str:
    """What an act of the roster says, so that whoever confirms it sees what they confirm."""
    event = next(row.event for row in accounts.roster().rows if row.entry.position == position)
    content = event.model_dump(mode="json", exclude_none=True, exclude={"by", "role", "person", "ledger", "act"})
    if isinstance(event, PersonEnrolled | KeyEnrolled) and event.key is not None:
        content["key"] = f"{event.key.kind} {event.key.fingerprint}"
    if isinstance(event, PersonEnrolled):
        until = {term.office: f" to {term.until}" if term.until else "" for term in event.offices}
        content["offices"] = ", ".join(
            f"{term.office.replace('_', ' ')} from {term.since}{until[term.office]}" for term in event.offices
        )
    return "; ".join(f"{name}: {value}" for name, value in content.items())


def _session_row(session: Session) -> dict[str, str]:
    return {
        "session": session.session,
        "person": session.person,
        "method": session.method,
        "began": format_instant(session.began_at),
        "seen": format_instant(session.seen_at),
    }


def _own_path(to: str) -> str:
    """A path of this desk; whatever leads elsewhere leads to the first page."""
    is_own = _OWN_PATH.fullmatch(to) is not None and not to.startswith("/sign-in")
    return to if is_own else "/"


def _sentence(error: UnusableKey, request: Request) -> str:
    text = Catalogue(language_of(request)).value(error.args[0])
    return text[:1].upper() + text[1:] + "."

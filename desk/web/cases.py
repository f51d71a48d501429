"""Cases at the desk: the inbox, a case's page, its files, its letters as they would be sent."""

from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from desk.acts.case_acts import CaseActs
from desk.service.permissions import table_not_shown
from desk.service.security import POLICY, SPECIAL_HEADERS
from desk.service.visitor import sees, visitor_of
from desk.web.case_inbox import inbox_rows
from desk.web.case_view import CaseView
from desk.web.ledger_view import LedgerView
from desk.web.pages import ledger_view_of
from desk.web.params import CasePart
from desk.web.templating import display_choices, language_of, render_fragment, render_page
from ledger.cases.case import STATES, CaseState
from ledger.cases.files import CaseFiles, media_type_of
from ledger.errors import MalformedDecision, UnknownCase
from ledger.events.cases import LetterKind
from ledger.values.message import Message
from projections.answers.status import case_status

FILE_HEADERS: Final = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox"}
"""What somebody else wrote is looked at without scripts and forms, as of nowhere."""

PREVIEW_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
}
"""A letter of the house's own is shown in the page of its case."""

SHOWS_FRAMES: Final = {"Content-Security-Policy": f"{POLICY}; frame-src 'self'"}
"""A case's page shows a letter before it is sent."""

StateQuery = Annotated[
    Literal["", "unclosed", "open", "proposed", "approved", "settled", "appealed", "closed"],
    Query(description="only cases in this state"),
]
FileDigest = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="the digest of a file, in hexadecimal")]
PlacePart = Annotated[int, Path(ge=1, le=999, description="which of the case's parties, from 1")]
LanguageQuery = Annotated[str | None, Query(pattern=r"^[a-z]{2}$")]
SignatoryQuery = Annotated[str | None, Query(max_length=64)]

router = APIRouter(include_in_schema=False)


def case_files_of(request: Request) -> CaseFiles:
    """The files of cases, beside the ledger."""
    files: CaseFiles = request.app.state.case_files
    return files


def shown_case(request: Request, number: str) -> CaseView:
    """A case, for whoever asks. Raises UnknownCase, and HTTPException for a table that the person is not shown."""
    view = CaseView(ledger_view_of(request), number, visitor_of(request))
    require_table_shown(request, view.case.opened.day)
    return view


def _named_case(request: Request, number: str) -> CaseView:
    """A case with the names in it, which goes on record. Raises besides MalformedDecision where this browser masks them."""
    view = shown_case(request, number)
    if display_choices(request).masked:
        raise MalformedDecision(Message("names are masked in this browser; show them with m, and ask again"))
    if view.visitor is not None:
        request.app.state.looks.note_subject(view.visitor, view.case.opened.day)
    return view


def require_table_shown(request: Request, subject: str) -> None:
    """Raises HTTPException for what is about a table that the person is not shown."""
    table = subject.partition("/")[0]
    if not sees(request, table):
        raise HTTPException(403, table_not_shown(table))


@router.get("/cases")
def cases(request: Request, *, mine: bool = False, state: StateQuery = "unclosed") -> HTMLResponse:
    """The inbox: what is late first, then what is due next."""
    return render_page(request, "cases", {**_inbox(request, state, mine=mine), "states": STATES})


@router.get("/cases/events", response_class=EventSourceResponse)
async def inbox_changes(
    request: Request, *, mine: bool = False, state: StateQuery = "unclosed"
) -> AsyncIterator[ServerSentEvent]:
    """The inbox again, whenever something was done in a case."""
    house: LedgerView = request.app.state.house
    async for _ in house.case_watch.states():
        yield ServerSentEvent(event="changed", data=await run_in_threadpool(_inbox_fragment, request, state, mine=mine))


def _inbox_fragment(request: Request, state: str, *, mine: bool) -> str:
    around = {"looks": display_choices(request), "visitor": visitor_of(request)}
    return render_fragment("inbox", {**_inbox(request, state, mine=mine), **around}, language_of(request))


def _inbox(request: Request, state: str, *, mine: bool) -> dict[str, Any]:
    rows = inbox_rows(ledger_view_of(request), visitor_of(request))
    chosen = [row for row in rows if (row.is_mine or not mine) and _is_in_state(row.answer.case.state, state)]
    return {
        "rows": chosen,
        "mine": mine,
        "state": state,
        "waiting": sum(row.is_mine for row in rows),
        "late": sum(row.answer.is_late for row in chosen),
    }


def _is_in_state(state: CaseState, asked: str) -> bool:
    return state != "closed" if asked == "unclosed" else asked in ("", state)


@router.get("/cases/{number}")
def case_page(request: Request, number: CasePart) -> HTMLResponse:
    """A case: everything that is on record of it, and what may be done now."""
    if display_choices(request).masked:
        case = shown_case(request, number).case
        return render_page(request, "case_masked", {"case": case, "status": case_status(case)})
    view = _named_case(request, number)
    response = render_page(request, "case", {"view": view, "case": view.case})
    request.scope[SPECIAL_HEADERS] = SHOWS_FRAMES
    return response


@router.get("/cases/{number}/files/{digest}")
def case_file(request: Request, number: CasePart, digest: FileDigest) -> Response:
    """A file that is on record in the case: evidence as it was handed in, or a letter as it was sent."""
    case = _named_case(request, number).case
    named = f"sha256:{digest}"
    letters = {act.event.digest for act in case.letters()}
    if named not in letters | {event.digest for event in case.evidence}:
        raise UnknownCase(Message("case {number} names no such file", number=number))
    data = case_files_of(request).read(named)
    if data is None:
        raise UnknownCase(
            Message("that file is on record and not among the files here; whoever runs the desk looks for it")
        )
    return _file_response(request, data, f"{number}-{digest[:12]}", FILE_HEADERS)


def _file_response(request: Request, data: bytes, name: str, special: Mapping[str, str]) -> Response:
    media_type = media_type_of(data)
    suffix = {"text/plain": "txt", "image/jpeg": "jpg"}.get(media_type, media_type.partition("/")[2])
    headers = {"Content-Disposition": f'inline; filename="{name}.{suffix}"'}
    request.scope[SPECIAL_HEADERS] = special
    charset = "; charset=utf-8" if media_type == "text/plain" else ""
    return Response(data, media_type=media_type + charset, headers=headers)


@router.get("/cases/{number}/letters/{letter}/{place}")
def letter_preview(
    request: Request,
    number: CasePart,
    letter: LetterKind,
    place: PlacePart,
    language: LanguageQuery = None,
    signed_by: SignatoryQuery = None,
) -> Response:
    """A letter as it would be sent now. Raises MalformedDecision where case or house lacks something."""
    view = _named_case(request, number)
    if place > len(view.parties):
        raise UnknownCase(Message("case {number} has {count} parties", number=number, count=len(view.parties)))
    acts = CaseActs(view.view.ledger, view.view.judge(), case_files_of(request))
    data = acts.letter(number, letter, view.parties[place - 1], language, signed_by)
    return _file_response(request, data, f"{number}-{letter}-{place}", PREVIEW_HEADERS)

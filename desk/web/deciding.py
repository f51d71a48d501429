"""Deciding at the desk: what may be decided about a round, a shoe or a table's day; signing it; the register."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from desk.acts.forms import Form, FormField, acts_typed, forms
from desk.service.signing import ActDesk
from desk.service.visitor import ACT, Visitor, sees
from desk.web.cases import require_table_shown
from desk.web.pages import ledger_view_of
from desk.web.params import DayPart, RoundAsked, TablePart
from desk.web.people import BrowserAnswer, require_visitor
from desk.web.templating import language_of, render_page
from ledger.errors import MalformedAct, UnknownRound
from ledger.events.base import Act
from ledger.events.cases import CaseOpened
from ledger.events.decisions import AuthorityAct, DecisionConfirmed
from ledger.values.message import Message, Term
from ledger.values.subjects import is_subject, table_day
from projections.messages.catalogue import Catalogue
from projections.read_models.register import register

MOST_LISTED: Final = 200
"""How many of the latest decisions the register's page shows."""

MOST_DIGITS: Final = 15
"""Of a whole number that is typed."""

MOST_NESTED: Final = 8
"""How deep the fields of an act of the roster may be nested."""

SCOPES_OF_ROUND: Final = ("round", "hand")
SCOPES_OF_DAY: Final = ("shoe", "game", "table")

router = APIRouter(include_in_schema=False)


def recordable(value: Any, depth: int = 0) -> Any:
    """What was typed. Raises ValueError for what no record can bear."""
    match value:
        case dict() | list() if depth > MOST_NESTED:
            raise ValueError("that is nested too deeply")
        case dict():
            for name, part in value.items():
                recordable(name, depth + 1)
                recordable(part, depth + 1)
        case list():
            for part in value:
                recordable(part, depth + 1)
        case str() if any(char == "\0" or "\ud800" <= char <= "\udfff" for char in value):
            raise ValueError("that text has a character in it that cannot be recorded")
        case int() if abs(value) >= 10**MOST_DIGITS:
            raise ValueError("that number is too great")
    return value


class TypedAct(BaseModel):
    """A decision as it was typed at the desk: each field's text, by its name."""

    model_config = ConfigDict(extra="forbid")

    words: Annotated[str, Field(max_length=60)]
    subject: Annotated[str, Field(max_length=200)] = ""
    fields: Annotated[
        dict[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=10_000)]], AfterValidator(recordable)
    ] = {}


class RosterRequest(BaseModel):
    """What is to be done to the roster: the act's word and its fields."""

    model_config = ConfigDict(extra="forbid")

    word: Annotated[str, Field(max_length=60)]
    fields: Annotated[dict[Annotated[str, Field(max_length=60)], Any], AfterValidator(recordable)] = {}


def act_desk(request: Request) -> ActDesk:
    """What takes the acts of whoever is signed in."""
    acts: ActDesk = request.app.state.acts
    return acts


@router.get("/decide/{table}/{day}")
def decide_on_day(request: Request, table: TablePart, day: DayPart) -> HTMLResponse:
    """What may be decided about a table's day or one of its shoes."""
    return _decide_page(request, f"{table}/{day}", SCOPES_OF_DAY)


@router.get("/decide/{table}/{day}/{round_name}")
def decide_on_round(request: Request, subject: RoundAsked) -> HTMLResponse:
    """What may be decided about a round."""
    ledger_view_of(request).ruling(subject)
    return _decide_page(request, subject, SCOPES_OF_ROUND)


def _decide_page(request: Request, subject: str, scopes: tuple[str, ...]) -> HTMLResponse:
    visitor = require_visitor(request)
    ledger_view_of(request).table_day(table_day(subject))
    offered = [
        (words, form, [asked for asked in form.fields if asked.name != "by"])
        for words, form in forms().items()
        if issubclass(form.act, AuthorityAct) and form.act.SCOPE in scopes and not issubclass(form.act, DecisionConfirmed)
    ]
    variables = {"subject": subject, "offered": offered, "offices": _offices(visitor)}
    return render_page(request, "decide", variables)


def _offices(visitor: Visitor) -> list[str]:
    return [office for office in visitor.offices if office not in ("regulator", "administrator")]


@router.post("/acts/begin")
def begin_act(request: Request, typed: TypedAct) -> JSONResponse:
    """What the person's passkey is asked to sign for a decision."""
    visitor, form = require_visitor(request), forms().get(typed.words)
    if form is None or not issubclass(form.act, AuthorityAct):
        raise HTTPException(404, Message("There is no decision {words} at the desk.", words=typed.words))
    if typed.subject:
        _require_shown(request, typed.subject)
    fields = _fields_typed(form, typed.fields)
    if issubclass(form.act, DecisionConfirmed):
        _require_decision_shown(request, fields["decision"])
    return JSONResponse(act_desk(request).ask(visitor, typed.words, typed.subject, fields))


@router.post("/roster/begin")
def begin_roster_act(request: Request, asked: RosterRequest) -> JSONResponse:
    """What the person's passkey is asked to sign for a change of the roster."""
    visitor, acts = require_visitor(request), act_desk(request)
    if not acts.is_of_roster(asked.word):
        raise MalformedAct(Message("nothing called {word} is done to the roster", word=asked.word))
    return JSONResponse(acts.ask(visitor, asked.word, "", asked.fields))


@router.post("/acts/finish")
def finish_act(request: Request, answer: BrowserAnswer) -> JSONResponse:
    """Takes the act that a passkey has signed, and says what became of it."""
    words = Catalogue(language_of(request))
    taken, following = act_desk(request).take(require_visitor(request), answer.model_dump(), words)
    request.scope[ACT] = taken.act
    refused = taken.refused and words.value(taken.refused)
    sentence = (
        words.page("Refused: {why}. The attempt is on record.", why=refused) if refused else words.value(taken.sentence)
    )
    what = {"sentence": sentence, "refused": refused, "waits_at": taken.waits_at}
    return JSONResponse(what | {"case": taken.case, "shown": taken.shown, "next": following})


def _fields_typed(form: Form, texts: Mapping[str, str]) -> dict[str, Any]:
    """The fields of the one act that was typed. Raises MalformedAct."""
    unknown = texts.keys() - {asked.name for asked in form.fields}
    if unknown:
        raise MalformedAct(Message("there is no field {field}", field=min(unknown)))
    values = {asked.name: field_typed(asked, texts.get(asked.name, "").strip()) for asked in form.fields}
    missing = [asked.label for asked in form.fields if asked.required and asked.name != "by" and not values[asked.name]]
    if missing:
        raise MalformedAct(Message("{field} is needed", field=Term(missing[0])))
    _, fields = next(acts_typed(form, values))
    return fields


def field_typed(asked: FormField, text: str) -> Any:
    """What was typed into a field. Raises MalformedAct for a number that is none."""
    if asked.kind == "flag":
        return text in ("on", "true")
    if not text:
        return "" if asked.like else [] if asked.many or asked.each else asked.default
    if asked.many or asked.each:
        return [part.strip() for part in text.split(",") if part.strip()]
    if asked.kind == "number":
        if not text.isascii() or not text.isdigit():
            raise MalformedAct(Message("{field}: {text} is not a whole number", field=Term(asked.label), text=text[:40]))
        if len(text) > MOST_DIGITS:
            raise MalformedAct(Message("{field}: that number is too large", field=Term(asked.label)))
        return int(text)
    return text


def _require_shown(request: Request, subject: str) -> None:
    """Raises UnknownRound for what is no subject, HTTPException for a table that the person is not shown."""
    if not is_subject(subject):
        raise UnknownRound(Message("{subject} is neither TABLE/DAY nor TABLE/DAY/ROUND", subject=repr(subject)))
    require_table_shown(request, subject)


def _require_decision_shown(request: Request, position: int) -> None:
    """Raises UnknownRound where no decision stands, HTTPException for a table that the person is not shown. What the house
    adopts is about no table.
    """
    entry = next(iter(ledger_view_of(request).ledger.entries(after=position - 1, limit=1)), None)
    if entry is None or not isinstance(entry.event, Act):
        raise UnknownRound(
            Message("position {position} is not a decision; the page Decisions lists them", position=position)
        )
    if is_subject(entry.subject):
        _require_shown(request, entry.subject)


@router.get("/decisions")
def decisions(request: Request) -> HTMLResponse:
    """The register of decisions: by whom, whether it holds, what waits for another person."""
    view = ledger_view_of(request)
    with view.connect_models() as connection:
        rows = register(view.ledger, connection.engine)
    shown = [row for row in rows if row["table"] is None or sees(request, row["table"])]
    variables = {"rows": shown[: -MOST_LISTED - 1 : -1], "left": max(0, len(shown) - MOST_LISTED)}
    return render_page(request, "decisions", variables | {"behind": view.entries_behind(), "zone_of": view.zone_of_row})


@router.get("/acts/{position}")
def act(request: Request, position: Annotated[int, Path(ge=1, lt=10**MOST_DIGITS)]) -> HTMLResponse:
    """An act as it is on record: who did it, under whose signature."""
    view = ledger_view_of(request)
    entry = next(iter(view.ledger.entries(after=position - 1, limit=1)), None)
    if entry is None or entry.position != position or not isinstance(entry.event, Act):
        raise UnknownRound(
            Message("position {position} is not an act of a person; the page Decisions lists those", position=position)
        )
    of_case = (found.event.day for found in view.ledger.entries(entry.stream) if isinstance(found.event, CaseOpened))
    subject = next(of_case, entry.subject)
    if is_subject(subject):
        _require_shown(request, subject)
    stored = json.loads(view.table_days().stored_bytes([position])[0])
    signature = entry.delivery.signature
    variables = {
        "entry": entry,
        "event": entry.event,
        "signature": signature,
        "kind": None if signature is None else "passkey" if signature.passkey else "key in a file",
        "fault": view.ledger.roster().entry_refusal(entry, entry.event),
        "json": json.dumps(stored, indent=2, ensure_ascii=False),
    }
    return render_page(request, "act", variables)

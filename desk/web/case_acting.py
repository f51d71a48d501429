"""Acting in cases at the desk: opening, attaching, proposing, approving, paying, writing; each act signed by passkey."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final, cast
from zoneinfo import ZoneInfo

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from starlette.concurrency import run_in_threadpool

from desk.acts.case_acts import CaseActs, TypedAnswer, note_fields, questions
from desk.acts.forms import Form, FormField, forms, malformed, value_typed
from desk.service.case_signing import (
    Step,
    act_steps,
    look_step,
    opening_step,
    prepared_steps,
)
from desk.service.visitor import Visitor
from desk.web.case_view import CaseView
from desk.web.cases import case_files_of, require_table_shown, shown_case
from desk.web.deciding import act_desk, field_typed, recordable
from desk.web.pages import ledger_view_of
from desk.web.params import CasePart
from desk.web.people import require_visitor
from desk.web.templating import language_of, render_page
from ledger.acts.adoptions import house_roles
from ledger.acts.authority import case_grants
from ledger.cases.casework import Complaint
from ledger.cases.deadlines import jurisdictions
from ledger.cases.drafting import drafted_answers
from ledger.cases.files import media_type_of
from ledger.errors import MalformedAct, MalformedDecision, UnknownRound
from ledger.events.cases import CaseOpened, CaseworkAct, EvidenceAttached, LetterSent, NoteAdded, PlayerPaid, Proposal
from ledger.events.personal_data import AboutPerson
from ledger.house import house_settings
from ledger.values.local_times import instants_of
from ledger.values.message import Message, Term
from ledger.values.offices import CaseRole
from ledger.values.subjects import table_day
from ledger.values.times import format_instant
from projections.messages.catalogue import Catalogue, languages

MOST_CLAIMS: Final = 50
MOST_ROUNDS: Final = 200
MAY_LOOK: Final = house_roles()["look_at_person"]
ROLES_THAT_OPEN: Final = next(grant.roles for grant in case_grants({}) if grant.act == CaseOpened.WORD)

Line = Annotated[str, Field(max_length=200), AfterValidator(recordable)]
Text = Annotated[str, Field(max_length=8_000), AfterValidator(recordable)]
FieldName = Annotated[str, Field(max_length=60)]


class _Typed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TypedClaim(_Typed):
    """A claim as it was typed, with the player's own words, which are sealed."""

    player: Line
    amount: Line = "0"
    language: Line = ""
    words: Text = ""


class TypedCase(_Typed):
    """A case as it was typed: one round a line, when the complaint came by the table's clock."""

    rounds: Annotated[list[Line], Field(max_length=MOST_ROUNDS)] = []
    received: Line = ""
    jurisdiction: Line = ""
    role: Line = ""
    claims: Annotated[list[TypedClaim], Field(max_length=MOST_CLAIMS)] = []
    sure: bool = False


class TypedGround(_Typed):
    """A reading, and why it is followed, or why not."""

    clause: Line
    reading: Line
    is_followed: bool
    ground: Text = ""


class TypedFact(_Typed):
    """A finding of fact: a text, and the evidence or the entry that shows it."""

    text: Text
    source: Line = ""
    round: Line = ""


def _recordable_answers(answers: list[TypedAnswer]) -> list[TypedAnswer]:
    for answer in answers:
        recordable([part for part in answer.model_dump().values() if isinstance(part, str)])
        recordable([list(award.model_dump().values()) for award in answer.awards])
    return answers


class TypedCaseAct(_Typed):
    """An act of a case as it was typed: the command's words, each field's text by its name; of a proposal its parts."""

    words: FieldName
    fields: Annotated[dict[FieldName, Text], AfterValidator(recordable)] = {}
    answers: Annotated[list[TypedAnswer], Field(max_length=MOST_CLAIMS), AfterValidator(_recordable_answers)] = []
    facts: Annotated[list[TypedFact], Field(max_length=100)] = []
    readings: Annotated[list[TypedGround], Field(max_length=100)] = []
    sealed: Text = ""
    """What a person said, or what is said of a person: it is sealed, and kept nowhere else."""
    sure: bool = False


class TypedReadings(_Typed):
    """The readings that are tried: by clause, the letter."""

    readings: dict[Line, Line] = {}


class TypedLook(_Typed):
    """Whose words are to be read, and why."""

    player: Line
    reason: Line
    sure: bool = False


router = APIRouter(include_in_schema=False)


# Opening


@router.get("/cases/new")
def new_case(request: Request, round: str = "") -> HTMLResponse:  # noqa: A002 - the address says round
    """The form on which a case is opened."""
    view = ledger_view_of(request)
    house = house_settings(view.ledger)
    if round:
        require_table_shown(request, round)
    players, currency = tuple[str, ...](), house.currency if house else ""
    if round:
        answer = view.answer(round)
        players = tuple(row.player for row in answer.players)
        currency = answer.ruling.round.table_opening.currency
    variables = {
        "round": round,
        "players": players,
        "currency": currency,
        "jurisdictions": list(jurisdictions()),
        "jurisdiction": house.jurisdiction if house else None,
        "languages": list(house.languages) if house else list(languages()),
        "offices": [office for office in ROLES_THAT_OPEN if office in require_visitor(request).offices],
    }
    return render_page(request, "case_new", variables)


@router.post("/cases/begin")
def begin_case(request: Request, typed: TypedCase) -> JSONResponse:
    """What is to be signed to open a case and to state its claims: one signature each."""
    visitor, view, acts = require_visitor(request), ledger_view_of(request), act_desk(request)
    complaint = _complaint(request, visitor, typed)
    prepared = acts.cases.acts(view.ledger, view.judge())
    weighed = prepared.casework.weigh_complaint(complaint)
    who = {"by": complaint.by, "role": complaint.role}
    fields = [
        {**who, "player": claim.player, "amount_minor": claim.amount or "0", "language": claim.language}
        for claim in typed.claims
    ]
    claims = prepared.claims(complaint, fields)
    questions = [question for claim in claims for question in weighed.asked_of_claim(claim)]
    if questions and not typed.sure:
        return _asked(request, questions)
    steps = [opening_step(complaint)]
    for claim, words in zip(claims, (claim.words.strip() or None for claim in typed.claims), strict=True):
        steps += prepared_steps(prepared, None, claim, words, complaint.rounds, complaint.day)
    return JSONResponse(acts.ask_steps(visitor, steps))


def _complaint(request: Request, visitor: Visitor, typed: TypedCase) -> Complaint:
    view = ledger_view_of(request)
    rounds = tuple(dict.fromkeys(name.strip() for name in typed.rounds if name.strip()))
    if not rounds:
        raise MalformedDecision(Message("name the rounds that the case is about, as TABLE/DAY/ROUND"))
    for name in rounds:
        require_table_shown(request, name)
        view.ruling(name)  # raises where there is no such round
    days = {table_day(name) for name in rounds}
    if len(days) > 1:
        raise MalformedDecision(Message("a case is about one table's day; open one for each"))
    day = days.pop()
    zone = view.ruling(rounds[0]).round.table_opening.zone
    house = house_settings(view.ledger)
    role = _office(visitor, ROLES_THAT_OPEN, typed.role)
    return Complaint(
        visitor.person,
        cast("CaseRole", role),
        day,
        rounds,
        received_at=_instant(typed.received, zone) if typed.received else None,
        jurisdiction=typed.jurisdiction or (house.jurisdiction if house else None),
    )


# Acting


@router.post("/cases/{number}/begin")
def begin_case_act(request: Request, number: CasePart, typed: TypedCaseAct) -> JSONResponse:
    """What the person's passkey is asked to sign for an act of a case, or what is asked first because it may be a slip."""
    visitor, view, acts = require_visitor(request), shown_case(request, number), act_desk(request)
    prepared = acts.cases.acts(view.view.ledger, view.view.judge())
    kind, fields = _act_typed(view, visitor, typed)
    file = _waiting_file(prepared, kind, fields)
    words = typed.sealed.strip() or None
    if issubclass(kind, NoteAdded):
        fields = _note_typed(fields, words)
    elif words is not None and kind.SEALS is None:
        raise MalformedAct(Message("{act} seals no words", act=Term(typed.words)))
    weighing = prepared.weigh(number)
    events = prepared.prepare(kind, weighing, fields, file)
    for event in events:
        _require_consistent(view, event)
    asked = [] if typed.sure else questions(weighing, events)
    if asked:
        return _asked(request, asked)
    return JSONResponse(acts.ask_steps(visitor, _steps(prepared, view, events, words)))


def _asked(request: Request, questions: Sequence[str]) -> JSONResponse:
    """What is asked first because it may be a slip, in the page's language."""
    return JSONResponse({"questions": list(map(Catalogue(language_of(request)).value, questions))})


def _note_typed(fields: dict[str, Any], words: str | None) -> dict[str, Any]:
    if (words is None) == ("person" in fields) or (words is None) != ("text" in fields):
        raise MalformedDecision(
            Message("write a remark; or name a person, and write what is said of that person to be sealed")
        )
    return note_fields({"text": "", **fields}, words)


def _steps(acts: CaseActs, view: CaseView, events: Sequence[CaseworkAct], words: str | None) -> list[Step]:
    """What is to be signed, act by act. Of an act that will be refused no words are sealed: the attempt is on record."""
    steps = []
    for event in events:
        is_refused = view.case.refusal(event, view.now) is not None
        if words is None or is_refused:
            steps += act_steps(view.number, event)
        else:
            opened = view.case.opened
            steps += prepared_steps(acts, view.number, event, words, opened.rounds, opened.day)
    return steps


def _require_consistent(view: CaseView, event: CaseworkAct) -> None:
    """Raises MalformedDecision for what would make the case contradict itself; what nobody may do is an attempt instead."""
    if view.case.refusal(event, view.now) is None and (why := view.weighing.contradiction(event)) is not None:
        raise MalformedDecision(why)


def _act_typed(view: CaseView, visitor: Visitor, typed: TypedCaseAct) -> tuple[type[CaseworkAct], dict[str, Any]]:
    """The act that was typed and its fields. Raises MalformedAct, HTTPException for no act of a case."""
    words, _, chosen = typed.words.partition(" --")
    form = forms().get(words)
    if form is None or not issubclass(form.act, CaseworkAct) or (chosen and chosen not in form.alternatives):
        raise HTTPException(404, Message("There is no act {words} in a case.", words=typed.words))
    kind = cast("type[CaseworkAct]", form.alternatives[chosen] if chosen else form.act)
    fields = _fields_typed(form, kind, typed.fields, view.opening.zone)
    if issubclass(kind, Proposal):
        fields |= _proposal_typed(view, typed)
    elif typed.answers or typed.facts or typed.readings:
        raise MalformedAct(Message("{act} has no answers, facts or readings", act=Term(typed.words)))
    grant = view.case.grant(kind.WORD)
    role = _office(visitor, grant.roles if grant else (), typed.fields.get("role", ""))
    return kind, {**fields, "by": visitor.person, "role": role}


def _fields_typed(form: Form, kind: type[CaseworkAct], texts: Mapping[str, str], zone: str) -> dict[str, Any]:
    """The fields of an act that were filled in. Raises MalformedAct for a field that it does not have."""
    asked = {field.name: field for field in form.fields if field.name in kind.model_fields}
    own = {*asked, "role", "file"} | ({"player", "amount_minor", "ex_gratia"} if issubclass(kind, PlayerPaid) else set())
    if unknown := texts.keys() - own:
        raise MalformedAct(Message("there is no field {field}", field=min(unknown)))
    values: dict[str, Any] = {}
    for name, field in asked.items():
        text = texts.get(name, "").strip()
        if name in ("by", "role") or not text:
            continue
        values[name] = _field(field, text, zone)
    missing = [field.label for field in asked.values() if _is_missing(field, kind, values)]
    if missing:
        raise MalformedAct(Message("{field} is needed", field=Term(missing[0])))
    if texts.get("file"):
        values["file"] = texts["file"]
    return values


def _is_missing(field: FormField, kind: type[CaseworkAct], values: Mapping[str, Any]) -> bool:
    if field.name in ("by", "role", "file", "answers") or field.name in values:
        return False
    return field.required and not (issubclass(kind, LetterSent) and field.name == "player")


def _field(field: FormField, text: str, zone: str) -> Any:
    match field.kind:
        case "time":
            return _instant(text, zone)
        case "money":
            return text
        case "reason" | "amounts":
            return value_typed(field, text)
    return field_typed(field, text)


def _instant(text: str, zone: str) -> str:
    """A time as it is stored: with a zone of its own, or by the table's clock. Raises MalformedAct."""
    try:
        moment = datetime.fromisoformat(text.strip())
        shown = instants_of(moment, ZoneInfo(zone))
    except (ValueError, OverflowError) as error:
        raise MalformedAct(
            Message("{text} is not a time; write 2026-01-20 22:15, by the table's clock", text=repr(text))
        ) from error
    if len(shown) != 1:
        raise MalformedAct(
            Message(
                "{text} came twice by the table's clock; write it with its offset, like 2026-01-20 22:15+01:00"
                if shown
                else "{text} did not exist by the table's clock; write it with its offset, like 2026-01-20 22:15+01:00",
                text=repr(text),
            )
        )
    return format_instant(shown[0])


def _office(visitor: Visitor, roles: Sequence[str], typed: str) -> str:
    """In which office somebody acts: as typed, else the first of theirs that may, else the first of theirs."""
    if typed:
        return typed
    return next((role for role in roles if role in visitor.offices), visitor.offices[0])


def _proposal_typed(view: CaseView, typed: TypedCaseAct) -> dict[str, Any]:
    """The parts of a proposal. Raises MalformedDecision where a reading is left open, or followed without a ground."""
    followed = {row.clause: row.reading for row in typed.readings if row.is_followed}
    given = {(row.clause, row.reading): row.ground.strip() for row in typed.readings}
    by_hand = {answer.player for answer in typed.answers if answer.outcome and (answer.outcome == "rejected" or answer.pay)}
    for draft in drafted_answers(view.weighing, followed):
        if draft.open_clauses and draft.player not in by_hand:
            raise MalformedDecision(
                Message(
                    "the amount due to {player} depends on how {clause} is read; choose a reading, and say why",
                    player=draft.player,
                    clause=draft.open_clauses[0],
                )
            )
    for question in view.readings:
        if question.clause not in followed:
            continue
        for letter, _ in question.letters:
            if not given.get((question.clause, letter)):
                of_reading = {"letter": letter, "clause": question.clause}
                if followed[question.clause] == letter:
                    raise MalformedDecision(Message("say why reading ({letter}) of {clause} is followed", **of_reading))
                raise MalformedDecision(Message("say why reading ({letter}) of {clause} is not followed", **of_reading))
    parts = {
        "answers": [answer.model_dump(exclude_none=True) for answer in typed.answers],
        "facts": [_fact(row) for row in typed.facts if row.text.strip()],
        "readings": [row.model_dump() for row in typed.readings if row.ground.strip() and row.clause in followed],
    }
    return {name: part for name, part in parts.items() if part}


def _fact(row: TypedFact) -> dict[str, Any]:
    source = row.source.strip()
    named: dict[str, Any] = {"text": row.text.strip(), "round": row.round.strip() or None}
    if not source:
        fact = row.text.strip()[:60]
        raise MalformedDecision(Message("say what shows that “{fact}”: evidence of the case, or an entry", fact=fact))
    if source.isascii() and source.isdigit() and len(source) < 16:
        return {**named, "entry": int(source)}
    return {**named, "evidence": source}


def _waiting_file(acts: CaseActs, kind: type[CaseworkAct], fields: dict[str, Any]) -> bytes | None:
    """What was handed in to be attached. Raises MalformedDecision where it waits no longer."""
    digest = fields.pop("file", None)
    if digest is None or not issubclass(kind, EvidenceAttached):
        return None
    data = acts.files.read(digest)
    if data is None:
        raise MalformedDecision(Message("that file waits here no longer; hand it in again"))
    return data


@router.post("/cases/{number}/draft")
def draft_answers(request: Request, number: CasePart, typed: TypedReadings) -> JSONResponse:
    """What the rulings give each claimant under these readings, as it is typed into the form."""
    view = shown_case(request, number)
    answers = [view.answer_form(draft) for draft in drafted_answers(view.weighing, typed.readings)]
    return JSONResponse(
        [
            {
                "player": answer.player,
                "outcome": answer.outcome,
                "pay": answer.pay,
                "note": answer.note,
                "awards": {f"{award.round} {award.wager}": award.due for award in answer.awards},
            }
            for answer in answers
        ]
    )


@router.post("/cases/{number}/files")
async def hand_in_file(request: Request, number: CasePart) -> JSONResponse:
    """Takes a file that is about to be attached, and says what it is: its digest, its kind, its size. It waits a day."""
    data = await request.body()
    return await run_in_threadpool(_handed_in, request, number, data)


def _handed_in(request: Request, number: str, data: bytes) -> JSONResponse:
    shown_case(request, number)
    media_type_of(data)  # raises for what is not taken
    kept = case_files_of(request).open_waiting().keep(data)
    return JSONResponse({"digest": kept.digest, "media_type": kept.media_type, "size_bytes": kept.size_bytes})


@router.post("/cases/{number}/words")
def begin_look(request: Request, number: CasePart, typed: TypedLook) -> JSONResponse:
    """What is to be signed to read what a player said: that somebody looked goes on record before anything is opened."""
    visitor, view = require_visitor(request), shown_case(request, number)
    if typed.player not in view.case.persons:
        raise UnknownRound(Message("{player} is not named in case {number}", player=typed.player, number=number))
    try:
        act = AboutPerson(
            person=typed.player,
            by=visitor.person,
            role=cast("CaseRole", _office(visitor, MAY_LOOK, "")),
            reason="_".join(typed.reason.lower().split()) or None,
        )
    except ValidationError as error:
        raise malformed(error) from error
    return JSONResponse(act_desk(request).ask_steps(visitor, [look_step(number, act)]))

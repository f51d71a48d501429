"""Typing a round beside its footage: the page, every key of it, and putting the draft on record."""

from io import BytesIO
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from pydantic import Field

from desk.service.visitor import visitor_of
from desk.typed.drafts import MOST_EVENTS, MOST_KEYS, Draft, Drafts, TypedEvent
from desk.typed.judged import draft_deliveries, last_sequence, read_typed, typed_state
from desk.typed.keys import ENTER, delivery_of
from desk.web.ledger_view import LedgerView
from desk.web.pages import ledger_view_of
from desk.web.params import DayPart, RoundAsked, TablePart, TypedBody
from desk.web.templating import render_page
from desk.web.upkeep import Upkeep
from ledger.cases.files import CaseFiles
from ledger.corrections import as_mended, chain_key
from ledger.entry import Delivery
from ledger.errors import MalformedDecision, MalformedDelivery, UnknownRound
from ledger.events.deliveries import DeliveryQuarantined
from ledger.events.table import SourceDeclared
from ledger.feeds import intake, notation
from ledger.feeds.retyping import retype
from ledger.footage import Clip, ClipFiles, clip_named, footage_of
from ledger.values.message import Message
from ledger.values.offices import Person
from ledger.values.subjects import Name, play_stream, table_day
from ledger.values.times import DEFAULT_UNCERTAINTY_US
from replay.games.registry import GAMES

BACK = "Backspace"
CANCEL = "Escape"

router = APIRouter(include_in_schema=False)


class PressedKey(TypedBody):
    """A key, and the frame that is shown; who types, where nobody signs in."""

    key: Annotated[str, Field(min_length=1, max_length=9)] | None = None
    frame: Annotated[int, Field(ge=0)] | None = None
    at: Annotated[int, Field(ge=0, lt=MOST_EVENTS)] | None = None
    """The event that is chosen, for the next one to take its place."""
    clip: Name | None = None
    goes_through: bool = False
    """Whether the account of the table's devices is gone through."""
    by: Person | None = None


class TypedReason(TypedBody):
    """Why what is on record is changed; who types, where nobody signs in."""

    reason: Annotated[str, Field(max_length=500)] = ""
    clip: Name | None = None
    by: Person | None = None


@router.get("/type/{table}/{day}/{round_name}")
def typing_page(
    request: Request,
    name: RoundAsked,
    clip: Annotated[str | None, Query(max_length=64)] = None,
    by: Annotated[str | None, Query(max_length=32)] = None,
    through: Annotated[bool, Query(description="whether the devices' account is gone through")] = False,  # noqa: FBT002
) -> HTMLResponse:
    """The page on which a round is typed. Raises UnknownRound where nothing of the table's day is on record."""
    house, day = ledger_view_of(request), table_day(name)
    if house.ledger.table_opening(day) is None:
        raise UnknownRound.never_opened(day, house.table_days().days())
    clips = footage_of(house.ledger, day)
    shown = clip_named(clips, clip, day) if clip else None
    visitor = visitor_of(request)
    variables = {
        "name": name,
        "day": day,
        "clips": list(clips.values()),
        "clip": shown,
        "through": through,
        "person": visitor.person if visitor else by,
    }
    return render_page(request, "typed_round", variables)


@router.post("/type/{table}/{day}/{round_name}/keys")
def press(request: Request, name: RoundAsked, pressed: PressedKey) -> JSONResponse:
    """Takes a key into the draft, keeps that, and says what the page shows then; without a key as it stands."""
    house = ledger_view_of(request)
    drafts, clip = _drafts(request), _clip(house, table_day(name), pressed.clip)
    draft = _draft(house, drafts, name, _person(request, pressed.by))
    draft.goes_through = pressed.goes_through
    wrong = None
    if pressed.key is not None:
        wrong = _take_key(house, draft, clip, pressed)
        drafts.keep(draft)
    return JSONResponse(_shown(house, draft, clip, pressed.at) | {"wrong": wrong and house.words.value(wrong)})


def _take_key(house: LedgerView, draft: Draft, clip: Clip | None, pressed: PressedKey) -> str | None:
    """Takes a key into a draft; what cannot follow is not taken, and the sentence says why."""
    key = {"Enter": ENTER}.get(pressed.key or "", pressed.key or "")
    if key == CANCEL:
        draft.keys, draft.frame, draft.at, draft.was_refused = "", None, None, False
    elif key == BACK:
        _take_back(draft, pressed.at)
    elif len(key) == 1:
        return _take_letter(house, draft, clip, pressed, key)
    return None


def _take_back(draft: Draft, at: int | None) -> None:
    """Takes the last key back, else the event that is chosen, else the last one."""
    if draft.was_refused:
        draft.was_refused = False
    elif draft.keys:
        draft.keys = draft.keys[:-1]
    elif draft.events:
        del draft.events[-1 if at is None or at >= len(draft.events) else at]


def _take_letter(house: LedgerView, draft: Draft, clip: Clip | None, pressed: PressedKey, key: str) -> str | None:
    if len(draft.events) >= MOST_EVENTS or len(draft.keys) >= MOST_KEYS:
        return Message("a draft has at most {events} events, and an event {keys} keys", events=MOST_EVENTS, keys=MOST_KEYS)
    if not draft.keys:
        draft.frame = pressed.frame
        draft.at = pressed.at if pressed.at is not None and pressed.at < len(draft.events) else None
    read = read_typed(house.ledger, draft, clip, draft.keys + key, house.words, draft.at)
    wrong = read.wrong or (_impossible(house, draft, read.phrase) if read.phrase else None)
    draft.was_refused = wrong is not None
    if wrong is None:
        draft.keys += key
        if read.phrase is not None:
            draft.take(read.phrase)
    return wrong


def _impossible(house: LedgerView, draft: Draft, phrase: str) -> str | None:
    """Why an event would be refused at this table. Where sources must be enrolled, recording says whether this one is."""
    if house.ledger.roster().sources.required_since is not None:
        return None
    try:
        intake.Gate(house.ledger, GAMES).admit([delivery_of(phrase, draft.source, draft.round)])
    except MalformedDelivery as error:
        return error.refusal
    return None


def _shown(house: LedgerView, draft: Draft, clip: Clip | None, chosen: int | None) -> dict[str, Any]:
    chosen = chosen if chosen is not None and chosen < len(draft.events) else None
    state, words = typed_state(house.ledger, draft, clip, house.words, chosen), house.words
    return {
        "keys": state.keys,
        "lines": [line._asdict() for line in state.lines],
        "picture": state.picture,
        "due": state.due,
        "findings": state.findings,
        "verdict": state.verdict,
        "choices": [(choice.key, words.value(choice.meaning)) for choice in state.choices],
    }


@router.post("/type/{table}/{day}/{round_name}/record")
def put_on_record(request: Request, name: RoundAsked, typed: TypedReason) -> JSONResponse:
    """Puts the draft on record in one act; where the account has the round already, as a correction with a reason."""
    house = ledger_view_of(request)
    drafts, clip = _drafts(request), _clip(house, table_day(name), typed.clip)
    draft = _draft(house, drafts, name, _person(request, typed.by))
    if not draft.events:
        raise MalformedDecision(Message("nothing is typed yet"))
    account, counted = _account_on_record(house, draft)
    if any(delivery.subject == name for delivery in account):
        if not typed.reason.strip():
            raise MalformedDecision(Message("the round is on record as you typed it; say why it is changed"))
        others = [delivery for delivery in account if delivery.subject != name]
        correction = {"by": draft.person, "reason": " ".join(typed.reason.split())}
        retype(house.ledger, draft.source, [*others, *draft_deliveries(draft, clip, counted)], correction, GAMES)
    else:
        _record(house, _declared(draft, clip, account, counted))
    drafts.drop(draft)
    upkeep: Upkeep = request.app.state.upkeep
    upkeep.bring_up()
    return JSONResponse({"path": f"/rounds/{name}"})


def _account_on_record(house: LedgerView, draft: Draft) -> tuple[list[Delivery], int]:
    """What counts of this person's account of the day, and how far it has counted, with what was taken back since."""
    recorded = house.ledger.entries(play_stream(table_day(draft.round)))
    counting = (entry.delivery for entry in as_mended(recorded) if entry.source == draft.source)
    return sorted(counting, key=chain_key), last_sequence(recorded, draft.source)


def _declared(draft: Draft, clip: Clip | None, account: list[Delivery], counted: int) -> list[Delivery]:
    """The draft's deliveries; first, where nothing says it yet, whose account it is and how far its clock may be off."""
    if any(isinstance(known.event, SourceDeclared) for known in account):
        return draft_deliveries(draft, clip, counted)
    off_us = DEFAULT_UNCERTAINTY_US if clip is None or clip.matched is None else clip.matched.uncertainty_us
    declared = SourceDeclared(about=draft.source, uncertainty_ms=-(-off_us // 1000), account=draft.person)
    day, number = table_day(draft.round), counted + 1
    return [Delivery(declared, draft.source, str(number), number, day), *draft_deliveries(draft, clip, number)]


def _record(house: LedgerView, deliveries: list[Delivery]) -> None:
    """Takes a transcript in as `recoup record` does. Raises MalformedDecision where any of it is refused."""
    text, feed = notation.write(deliveries), FilePath("desk.txt")
    before = house.ledger.size()
    fates = intake.ingest_stream(house.ledger, BytesIO(text.encode()), feed.stem, notation.FORMAT.reader(feed, None), GAMES)
    if fates["quarantined"] or fates["conflicting"]:
        refused = [
            entry.event.why for entry in house.ledger.entries(after=before) if isinstance(entry.event, DeliveryQuarantined)
        ]
        why = refused[0] if refused else Message("it contradicts what is on record")
        raise MalformedDecision(Message("it was refused: {why}", why=why))


@router.get("/type/{table}/{day}/{round_name}/draft.txt")
def draft_taken_along(
    request: Request,
    name: RoundAsked,
    clip: Annotated[str | None, Query(max_length=64)] = None,
    by: Annotated[str | None, Query(max_length=32)] = None,
) -> Response:
    """The draft in the notation, as `recoup record` takes it."""
    house = ledger_view_of(request)
    draft = _draft(house, _drafts(request), name, _person(request, by))
    account, counted = _account_on_record(house, draft)
    text = notation.write(_declared(draft, _clip(house, table_day(name), clip), account, counted))
    headers = {"Content-Disposition": f'attachment; filename="{name.replace("/", "_")}.txt"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/clips/{table}/{day}/{clip}")
def film(request: Request, table: TablePart, day: DayPart, clip: Annotated[Name, Path(description="the clip")]) -> Response:
    """A clip's film, also in parts. Raises UnknownRound where it is not here."""
    day_name = f"{table}/{day}"
    named = footage_of(ledger_view_of(request).ledger, day_name).get(clip)
    path = None if named is None else _clip_files(request).path(named.registered.digest)
    if path is None or not path.is_file():
        raise UnknownRound(
            Message(
                "there is no file of a clip {clip} of {day} at this desk; `recoup clip list` shows what there is",
                clip=clip,
                day=day_name,
            )
        )
    return FileResponse(path, media_type="video/mp4")


def _clip_files(request: Request) -> ClipFiles:
    files: CaseFiles = request.app.state.case_files
    return ClipFiles(files.folder)


def _drafts(request: Request) -> Drafts:
    files: CaseFiles = request.app.state.case_files
    return Drafts(files.folder)


def _clip(house: LedgerView, day: str, name: str | None) -> Clip | None:
    return clip_named(footage_of(house.ledger, day), name, day) if name else None


def _draft(house: LedgerView, drafts: Drafts, name: str, person: str) -> Draft:
    """The draft of a round, else what this person typed of it that is on record, else an empty one."""
    found = drafts.read(name, person)
    if found is not None:
        return found
    draft = Draft(round=name, person=person)
    for entry in as_mended(house.ledger.entries(play_stream(table_day(name)))):
        if entry.source == draft.source and entry.subject == name:
            draft.events.append(TypedEvent(phrase=notation.phrase_of(entry.delivery)))
    return draft


def _person(request: Request, by: str | None) -> str:
    """Who types: whoever is signed in, else who it is said to be. Raises MalformedDecision."""
    visitor = visitor_of(request)
    if visitor is not None:
        return visitor.person
    if by is None:
        raise MalformedDecision(Message("say who you are: write your id in the field By"))
    return by

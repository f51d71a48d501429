"""Notes and bookmarks on moments of rounds: making one, withdrawing it, and the list of them all."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import Field

from desk.service.visitor import sees, visitor_of
from desk.web.pages import ledger_view_of
from desk.web.params import RoundAsked, TypedBody
from desk.web.templating import display_choices, render_page
from ledger.errors import MalformedDecision
from ledger.events.deliveries import Sentence
from ledger.events.desk import MomentNoted, MomentNoteWithdrawn
from ledger.values.message import Message
from ledger.values.offices import Person
from projections.notes import MomentNote

MOST_LISTED = 500

router = APIRouter(include_in_schema=False)


class TypedNote(TypedBody):
    """What somebody notes at a moment, or marks it without a word; who, where nobody signs in."""

    at: Annotated[int, Field(ge=1)]
    text: Sentence = ""
    by: Person | None = None


class TypedWithdrawal(TypedBody):
    """Who withdraws a note, where nobody signs in."""

    by: Person | None = None


@router.post("/rounds/{table}/{day}/{round_name}/notes")
def note_moment(request: Request, name: RoundAsked, typed: TypedNote) -> JSONResponse:
    """Puts a note on a moment of a round on record. Raises UnknownRound, MalformedDecision."""
    house = ledger_view_of(request)
    if typed.at not in {moment.position for moment in house.moments(name).moments}:
        raise MalformedDecision(
            Message(
                "round {name} has no step at position {position}; its page lists its events", name=name, position=typed.at
            )
        )
    text = " ".join(typed.text.split())
    if not text.isprintable():
        raise MalformedDecision(Message("a note is plain text; take out what cannot be seen, such as control characters"))
    house.notes.note(MomentNoted(about=name, at=typed.at, text=text or None, **_writer(request, typed.by)))
    return JSONResponse({"sentence": house.words.page("Noted.") if text else house.words.page("Marked.")})


@router.post("/notes/{position}/withdraw")
def withdraw_note(request: Request, position: Annotated[int, Path(ge=1)], typed: TypedWithdrawal) -> JSONResponse:
    """Withdraws a note of one's own. Raises MalformedDecision."""
    house = ledger_view_of(request)
    shown = partial(sees, request)
    house.notes.withdraw(MomentNoteWithdrawn(note=position, **_writer(request, typed.by)), shown)
    return JSONResponse({"sentence": house.words.page("The note is withdrawn.")})


@router.get("/notes")
def all_notes(request: Request) -> HTMLResponse:
    """All notes and bookmarks that stand, the latest first."""
    house = ledger_view_of(request)
    notes = [note for note in house.notes.all() if sees(request, note.round.partition("/")[0])]

    def zone_of(note: MomentNote) -> str:
        return house.zone(note.day)

    shown = [] if display_choices(request).masked else notes[: -MOST_LISTED - 1 : -1]
    return render_page(request, "notes", {"notes": shown, "left": len(notes) - len(shown), "zone_of": zone_of})


def _writer(request: Request, by: str | None) -> dict[str, str]:
    """Who writes: whoever is signed in, else who it is said to be. Raises MalformedDecision."""
    visitor = visitor_of(request)
    if visitor is not None:
        return {"person": visitor.person, "session": visitor.session.session}
    if by is None:
        raise MalformedDecision(Message("say who you are: write your id in the field By"))
    return {"person": by}

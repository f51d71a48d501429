"""The same read access for programs: rounds, their replay, ruling and stored events, shoes, tables' days."""

from dataclasses import replace
from typing import Any, Final

from fastapi import APIRouter, Request
from pydantic import Field

from desk.service.visitor import sees
from desk.web.ledger_view import LedgerView
from desk.web.pages import shown_tables
from desk.web.params import DayPart, FilterQuery, RoundPart, ShoePart, TablePart, cursor_text
from ledger.errors import UnknownRound
from ledger.values.document import Document, Position
from projections.documents.answers import AnsweredRulingDocument, answered_ruling_document
from projections.documents.replays import ReplayDocument, replay_document
from projections.documents.rulings import RoundDocument, round_document, ruling_document
from projections.documents.shoes import ShoeDocument, shoe_document
from projections.read_models.search import rounds_of_day, search
from replay.ruling.card_sequence import card_sequences


class ErrorDetail(Document):
    """Why there is no answer."""

    detail: str


class RoundPage(Document):
    """A page of rounds; `after` names the next one, null at the end."""

    rounds: list[RoundDocument]
    after: str | None


class StoredEventDocument(Document):
    """An entry as it is stored: its text is the evidence, byte for byte."""

    position: Position
    stored: str = Field(description="canonical JSON (RFC 8785), whose hash is the leaf")


ERROR_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": ErrorDetail, "description": "not an address of this desk"},
    401: {"model": ErrorDetail, "description": "without a session"},
    403: {"model": ErrorDetail, "description": "not for these offices, or not for this table"},
    404: {"model": ErrorDetail, "description": "not on record"},
    429: {"model": ErrorDetail, "description": "too often"},
    503: {"model": ErrorDetail, "description": "the ledger cannot be used"},
}

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


def _ledger_view(request: Request) -> LedgerView:
    house: LedgerView = request.app.state.house
    return house


@router.get("/rounds")
def rounds(request: Request, filters: FilterQuery) -> RoundPage:
    """Rounds, what needs somebody first, in pages."""
    with _ledger_view(request).connect_models() as connection:
        found = search(connection, replace(filters.criteria, tables=shown_tables(request)), filters.cursor)
    return RoundPage(rounds=list(map(round_document, found.rows)), after=cursor_text(found.after))


@router.get("/rounds/{table}/{day}/{round_name}")
def replay(request: Request, table: TablePart, day: DayPart, round_name: RoundPart) -> ReplayDocument:
    """A round step by step."""
    return replay_document(_ledger_view(request).answer(f"{table}/{day}/{round_name}"))


@router.get("/rounds/{table}/{day}/{round_name}/ruling")
def ruling(request: Request, table: TablePart, day: DayPart, round_name: RoundPart) -> AnsweredRulingDocument:
    """The ruling on a round, with its status and money as they are now."""
    house = _ledger_view(request)
    answer = house.answer(f"{table}/{day}/{round_name}")
    return answered_ruling_document(answer, ruling_document(answer.ruling, house.table_days().leaves(answer.ruling)))


@router.get("/rounds/{table}/{day}/{round_name}/events")
def events(request: Request, table: TablePart, day: DayPart, round_name: RoundPart) -> list[StoredEventDocument]:
    """The entries of a round as they are stored, in the order of their positions."""
    house = _ledger_view(request)
    positions = sorted(house.ruling(f"{table}/{day}/{round_name}").round.basis)
    stored = house.table_days().stored_bytes(positions)
    return [StoredEventDocument(position=at, stored=state.decode()) for at, state in zip(positions, stored, strict=True)]


@router.get("/tables")
def tables(request: Request) -> list[str]:
    """`TABLE/DAY` of every table's day on record."""
    return [day for day in _ledger_view(request).table_days().days() if sees(request, day.partition("/")[0])]


@router.get("/tables/{table}/{day}")
def day_of_table(request: Request, table: TablePart, day: DayPart) -> list[RoundDocument]:
    """The rounds of a table's day, in order."""
    with _ledger_view(request).connect_models() as connection:
        found = rounds_of_day(connection, table, day)
    if not found:
        raise UnknownRound(f"no round of {table}/{day} is on record")
    return list(map(round_document, found))


@router.get("/shoes/{table}/{day}/{shoe}")
def shoe_of_day(request: Request, table: TablePart, day: DayPart, shoe: ShoePart) -> list[ShoeDocument]:
    """The shoes of this name in a table's day, from their shuffle to their end."""
    name, house = f"{table}/{day}", _ledger_view(request)
    strips = card_sequences(house.table_day(name), shoe, house.ruled_day(name).findings_in)
    found = list(map(shoe_document, strips))
    if not found:
        raise UnknownRound(f"no round of {table}/{day} was dealt from shoe {shoe}")
    return found

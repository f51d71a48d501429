"""The pages: find, a round, a shoe, a table's day, the tables that are open."""

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from desk.terminal.decisions import told as decision_told
from desk.web import round_view as of_moment
from desk.web.day_view import table_day_told
from desk.web.ledger_view import House
from desk.web.money import told
from desk.web.params import DayPart, RoundPart, ShoePart, TablePart, after, filters
from desk.web.round_view import Asked, Moment, footage
from desk.web.shoe_view import shoes_told
from desk.web.templating import looks, page
from ledger.errors import UnknownRound
from ledger.table_standing import ROUND
from projections.certainty import found, mark
from projections.read_models.search import search, void_shoes
from projections.timeline.accounts import beside, told_by
from replay.judging.finding import PRECEDENCE
from replay.ruling.ruling import Ruling, round_standing

At = Annotated[int | None, Query(ge=1, description="a position of the ledger")]
Step = Annotated[int | None, Query(ge=1, description="a step of the round")]
OutcomeId = Annotated[str | None, Query(max_length=8, description="the outcome that is looked at, by its number")]
Hidden = Annotated[bool, Query(description="whether what comes after the moment is hidden")]

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


def house_of(request: Request) -> House:
    """What the application looks at."""
    house: House = request.app.state.house
    return house


@router.get("/")
def find(request: Request) -> HTMLResponse:
    """Rounds, what needs somebody first."""
    house = house_of(request)
    asked, wrong = filters(dict(request.query_params))
    with house.models() as connection:
        found = search(connection, asked.wanted, asked.page)
        shoes = [] if asked.page or asked.without_page() else void_shoes(connection)
    told_ = {
        "asked": asked,
        "wrong": wrong,
        "found": found,
        "shoes": shoes,
        "more": {**asked.without_page(), "after": after(found.after)} if found.after else None,
        "behind": house.behind(),
        "kinds": sorted(PRECEDENCE),
        "standings": sorted({*ROUND.values(), "void", "open"}),
    }
    return page(request, "find", told_)


@router.get("/rounds/{table}/{day}/{round_name}")
def replay(
    request: Request,
    table: TablePart,
    day: DayPart,
    round_name: RoundPart,
    at: At = None,
    step: Step = None,
    outcome: OutcomeId = None,
    hidden: Hidden = False,  # noqa: FBT002 - a query of an address
) -> HTMLResponse:
    """A round at a moment."""
    house, here = house_of(request), _moment(request, f"{table}/{day}/{round_name}", Asked(at, step, outcome, hidden))
    made = page(request, "round", _of_round(house, here, masked=looks(request).masked))
    if step is not None:  # the time line was moved: the address is that of the moment
        made.headers["HX-Push-Url"] = request.url.path + here.query()
    return made


@router.get("/rounds/{table}/{day}/{round_name}/{board}.svg")
def picture(
    request: Request,
    table: TablePart,
    day: DayPart,
    round_name: RoundPart,
    board: str,
    at: At = None,
    outcome: OutcomeId = None,
) -> Response:
    """A moment's picture as a file: the `table`, or the two `boards`."""
    here = _moment(request, f"{table}/{day}/{round_name}", Asked(at=at, outcome=outcome))
    drawn = {"table": here.table, "boards": here.boards}.get(board)
    if drawn is None:
        raise UnknownRound(f"there is no picture {board} of this moment")
    name = f"{here.name.replace('/', '_')}_{here.step.told.position}_{board}.svg"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(drawn.svg, media_type="image/svg+xml", headers=headers)


def _moment(request: Request, name: str, asked: Asked) -> Moment:
    house, masked = house_of(request), looks(request).masked
    ruling = house.ruling(name, masked=masked)
    return Moment(house.story(name.rpartition("/")[0], masked=masked), ruling, asked, house.words)


def _of_round(house: House, here: Moment, *, masked: bool) -> dict[str, Any]:
    ruling, entry = here.ruling, here.step.told.entry
    stored = here.delivered if masked else house.archive().stored([entry.position])[0]
    return {
        "here": here,
        "one": ruling.round,
        "sheet": ruling.edition.sheet,
        "json": of_moment.readable(stored),
        "money": None if here.hidden else told(ruling, here.outcome, house.words),
        "findings": [
            (finding, found(ruling, finding, house.words), here.step_of(finding), mark(ruling, [finding]))
            for finding in here.findings
        ],
        "authority": ruling.authority and house.words.value(ruling.authority),
        "standing": None if here.hidden else round_standing(ruling.round),
        "decisions": [] if here.hidden else list(_decisions(ruling)),
        "footage": list(footage(house.ledger, ruling, entry.delivery.time)),
        "accounts": [
            (other.account, beside(here.steps, told_by(ruling, other, house.words)))
            for other in (() if here.hidden else ruling.round.other_accounts)
        ],
    }


def _decisions(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """What was decided on a round or tried, and on which clause."""
    held = {one.position for one in (*ruling.round.decisions_in_force, *ruling.round.case_settlements.values())}
    for one in ruling.round.decisions:
        yield decision_told(one, in_force=one.position in held), one.clause or ""


@router.get("/shoes/{table}/{day}/{shoe}")
def shoe_page(request: Request, table: TablePart, day: DayPart, shoe: ShoePart) -> HTMLResponse:
    """A shoe from its shuffle to its end."""
    story = house_of(request).story(f"{table}/{day}", masked=looks(request).masked)
    found = shoes_told(story, shoe, house_of(request).words)
    if not found:
        raise UnknownRound(f"no round of {table}/{day} was dealt from shoe {shoe}; the day's page lists its shoes")
    return page(request, "shoe", {"shoes": found, "name": shoe, "table": table, "day": day})


@router.get("/tables/{table}/{day}")
def table_page(request: Request, table: TablePart, day: DayPart) -> HTMLResponse:
    """A table's day: its rounds in order, its shoes or its wheel, what was decided."""
    house = house_of(request)
    return page(request, "day", table_day_told(house, table, day, masked=looks(request).masked))

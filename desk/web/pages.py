"""The pages: find, a round, a shoe, a table's day, the tables that are open."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from desk.service.visitor import visitor_of
from desk.terminal.decisions import decision_line as decision_told
from desk.web.day_view import day_page
from desk.web.ledger_view import LedgerView
from desk.web.money import ruling_view
from desk.web.params import DayPart, RoundPart, ShoePart, TablePart, cursor_text, parse_filters
from desk.web.round_view import MomentQuery, RoundView
from desk.web.shoe_view import shoe_views
from desk.web.templating import display_choices, render_page
from ledger.errors import UnknownRound
from ledger.table_standing import ROUND_TRANSITIONS
from projections.certainty import finding_in_words, mark
from projections.moments import boards_picture, table_picture
from projections.read_models.search import search, shoes_not_in_play
from projections.reports.headline import headline
from projections.timeline.accounts import align_steps, steps_of_account
from replay.games.registry import GAMES
from replay.ruling.finding_kinds import finding_kinds
from replay.ruling.ruling import Ruling, round_standing

PositionQuery = Annotated[int | None, Query(ge=1, description="a position of the ledger")]
StepQuery = Annotated[int | None, Query(ge=1, description="a step of the round")]
OutcomeQuery = Annotated[str | None, Query(max_length=8, description="the outcome that is looked at, by its number")]
HiddenQuery = Annotated[bool, Query(description="whether what comes after the moment is hidden")]

_NAMES_OF_PERSONS: Final = ("dealer", "player")
"""What is not looked for by whoever sees no names."""

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


def ledger_view_of(request: Request) -> LedgerView:
    """What the application looks at."""
    house: LedgerView = request.app.state.house
    return house


def shown_tables(request: Request) -> tuple[str, ...] | None:
    """The tables that whoever asks is shown; None where that is all."""
    visitor = visitor_of(request)
    if visitor is None or visitor.limit.tables is None:
        return None
    tables = {day.partition("/")[0] for day in ledger_view_of(request).table_days().days()}
    return tuple(sorted(filter(visitor.sees, tables)))


@router.get("/")
def find(request: Request) -> HTMLResponse:
    """Rounds, what needs somebody first."""
    house, tables = ledger_view_of(request), shown_tables(request)
    looked_for = dict(request.query_params)
    if display_choices(request).must_mask:
        looked_for = {name: text for name, text in looked_for.items() if name not in _NAMES_OF_PERSONS}
    asked, wrong = parse_filters(looked_for)
    with house.connect_models() as connection:
        found = search(connection, replace(asked.criteria, tables=tables), asked.cursor)
        shoes = [] if asked.cursor or asked.without_cursor() else shoes_not_in_play(connection, tables)
    told_ = {
        "asked": asked,
        "wrong": wrong,
        "found": found,
        "shoes": shoes,
        "more": {**asked.without_cursor(), "after": cursor_text(found.after)} if found.after else None,
        "behind": house.entries_behind(),
        "kinds": sorted(kind.name for kind in finding_kinds()),
        "games": list(GAMES),
        "standings": sorted({*ROUND_TRANSITIONS.values(), "void", "open"}),
    }
    return render_page(request, "find", told_)


@router.get("/rounds/{table}/{day}/{round_name}")
def replay(
    request: Request,
    table: TablePart,
    day: DayPart,
    round_name: RoundPart,
    at: PositionQuery = None,
    step: StepQuery = None,
    outcome: OutcomeQuery = None,
    hidden: HiddenQuery = False,  # noqa: FBT002 - a query of an address
) -> HTMLResponse:
    """A round at a moment."""
    house, here = (
        ledger_view_of(request),
        _round_view(request, f"{table}/{day}/{round_name}", MomentQuery(at, step, outcome, hidden)),
    )
    return render_page(request, "round", _round_variables(house, here, masked=display_choices(request).masked))


@router.get("/rounds/{table}/{day}/{round_name}/{board}.svg")
def picture(
    request: Request,
    table: TablePart,
    day: DayPart,
    round_name: RoundPart,
    board: str,
    at: PositionQuery = None,
    outcome: OutcomeQuery = None,
) -> Response:
    """A moment's picture as a file: the `table`, or the two `boards`."""
    here = _round_view(request, f"{table}/{day}/{round_name}", MomentQuery(at=at, outcome=outcome))
    words = ledger_view_of(request).words
    drawn = None
    if board == "table":
        drawn = table_picture(here.ruling, here.number, words)
    elif board == "boards":
        drawn = boards_picture(here.ruling, here.outcome.judgement, here.number, words)
    if drawn is None:
        raise UnknownRound(f"there is no picture {board} of this moment")
    name = f"{here.name.replace('/', '_')}_{here.moment.position}_{board}.svg"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


def _round_view(request: Request, name: str, moment: MomentQuery) -> RoundView:
    house, masked = ledger_view_of(request), display_choices(request).masked
    ruling = house.ruling(name, masked=masked)
    day, moments = house.table_day(name.rpartition("/")[0], masked=masked), house.moments(name, masked=masked)
    return RoundView(day, ruling, moment, house.words, moments)


def _round_variables(ledger_view: LedgerView, round_view: RoundView, *, masked: bool) -> dict[str, Any]:
    ruling = round_view.ruling
    return {
        "here": round_view,
        "one": ruling.round,
        "sheet": ruling.edition.sheet,
        "headline": headline(ruling, ledger_view.words),
        "money": ruling_view(ruling, ledger_view.words),
        "findings": [
            (
                finding,
                finding_in_words(ruling, finding, ledger_view.words),
                round_view.step_of(finding),
                mark(ruling, [finding]),
            )
            for finding in ruling.findings
        ],
        "on_record": ledger_view.difference_on_record(ruling.round.name, masked=masked),
        "authority": ruling.authority and ledger_view.words.term(ruling.authority),
        "standing": round_standing(ruling.round),
        "decisions": list(_decision_lines(ruling)),
        "accounts": [
            (other.account, align_steps(round_view.steps, steps_of_account(ruling, other, ledger_view.words)))
            for other in ruling.round.other_accounts
        ],
    }


def _decision_lines(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """What was decided on a round or tried, and on which clause."""
    held = {decision.position for decision in (*ruling.round.decisions_in_force, *ruling.round.case_settlements.values())}
    for decision in ruling.round.decisions:
        yield decision_told(decision, in_force=decision.position in held), decision.clause or ""


@router.get("/shoes/{table}/{day}/{shoe}")
def shoe_page(request: Request, table: TablePart, day: DayPart, shoe: ShoePart) -> HTMLResponse:
    """A shoe from its shuffle to its end."""
    house, name, masked = ledger_view_of(request), f"{table}/{day}", display_choices(request).masked
    story = house.table_day(name, masked=masked)
    found = shoe_views(story, house.ruled_day(name, masked=masked), shoe, house.words)
    if not found:
        raise UnknownRound(f"no round of {table}/{day} was dealt from shoe {shoe}; the day's page lists its shoes")
    return render_page(request, "shoe", {"shoes": found, "name": shoe, "table": table, "day": day})


@router.get("/tables/{table}/{day}")
def table_page(request: Request, table: TablePart, day: DayPart) -> HTMLResponse:
    """A table's day: its rounds in order, its shoes or its wheel, what was decided."""
    house = ledger_view_of(request)
    return render_page(request, "day", day_page(house, table, day, masked=display_choices(request).masked))

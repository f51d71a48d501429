"""The pages: find, a round, a shoe, a table's day, the tables that are open."""

from collections.abc import Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from desk.service.visitor import visitor_of
from desk.web.day_view import day_page
from desk.web.ledger_view import LedgerView
from desk.web.params import DayPart, RoundPart, ShoePart, TablePart, cursor_text, parse_filters
from desk.web.replay_page import round_variables, round_view, standalone_replay
from desk.web.round_view import MomentQuery, RoundView
from desk.web.shoe_view import shoe_views
from desk.web.templating import display_choices, language_of, render_page
from desk.web.typed_search import ROUND, SearchWords, parse_search, search_words
from ledger.cases.deadlines import local_day
from ledger.errors import UnknownRound
from ledger.house import house_settings
from ledger.values.message import Message
from ledger.values.subjects import is_subject
from ledger.values.times import format_instant
from projections.answers.status import STATUS_WORDS
from projections.messages.catalogue import DEFAULT_LANGUAGE, Catalogue
from projections.moments import boards_picture, table_picture
from projections.read_models.search import day_by_table, latest_day, rounds_of_day, search, shoes_not_in_play
from projections.reports.forms import render
from projections.reports.round_report import round_report, round_transcript
from replay.games.registry import GAMES
from replay.ruling.finding_kinds import finding_kinds

PositionQuery = Annotated[int | None, Query(ge=1, description="a position of the ledger")]
StepQuery = Annotated[int | None, Query(ge=1, description="a step of the round")]
OutcomeQuery = Annotated[str | None, Query(max_length=8, description="the outcome that is looked at, by its number")]
HiddenQuery = Annotated[bool, Query(description="whether what comes after the moment is hidden")]

_MOST_TYPED: Final = 200
"""Letters of a search."""

_NAMES_OF_PERSONS: Final = ("dealer", "player")
"""What is not looked for by whoever sees no names."""

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


def ledger_view_of(request: Request) -> LedgerView:
    """What the application looks at."""
    house: LedgerView = request.app.state.house
    return house.in_language(language_of(request))


def shown_tables(request: Request) -> tuple[str, ...] | None:
    """The tables that whoever asks is shown; None where that is all."""
    visitor = visitor_of(request)
    if visitor is None or visitor.limit.tables is None:
        return None
    tables = {day.partition("/")[0] for day in ledger_view_of(request).table_days().days()}
    return tuple(sorted(filter(visitor.sees, tables)))


@router.get("/")
def find(request: Request) -> Response:
    """Rounds, what needs somebody first."""
    house, tables = ledger_view_of(request), shown_tables(request)
    typed = request.query_params.get("q", "").strip()[:_MOST_TYPED]
    if ROUND.fullmatch(typed) and is_subject(typed):
        return RedirectResponse(f"/rounds/{typed}", status_code=303)
    choices, words = _search_choices(), house.words
    known = _search_words(house, tables, choices)
    read = parse_search(typed, known)
    looked_for = read.filters | {name: value for name, value in request.query_params.items() if name != "q"}
    if display_choices(request).must_mask:
        looked_for = {name: text for name, text in looked_for.items() if name not in _NAMES_OF_PERSONS}
    asked, wrong = parse_filters(looked_for, known)
    with house.connect_models() as connection:
        found = search(connection, replace(asked.criteria, tables=tables), asked.cursor)
        is_overview = not asked.cursor and not asked.without_cursor()
        shoes = shoes_not_in_play(connection, tables) if is_overview else []
        day = latest_day(connection, tables) if is_overview else None
        bands = day_by_table(connection, day, tables) if day else {}
    told_ = {
        "asked": asked,
        "filled_in": looked_for,
        "fields_open": any(request.query_params.get(name) for name in looked_for if name != "after"),
        "typed": typed,
        "unknown": ", ".join(words.page("“{word}”", word=word) for word in read.unknown),
        "wrong": {name: words.value(complaint) for name, complaint in wrong.items()},
        "found": found,
        "shoes": shoes,
        "day": day,
        "bands": bands,
        "more": {**asked.without_cursor(), "after": cursor_text(found.after)} if found.after else None,
        "behind": house.entries_behind(),
        **choices,
        "kinds": sorted(((kind, words.named("kind", kind)) for kind in choices["kinds"]), key=itemgetter(1)),
        "zone_of": house.zone_of_row,
    }
    return render_page(request, "find", told_)


def _search_choices() -> dict[str, list[str]]:
    """What rounds can be filtered by that has a name of its own."""
    return {
        "kinds": sorted(kind.name for kind in finding_kinds()),
        "statuses": list(STATUS_WORDS),
        "games": list(GAMES),
    }


def _search_words(house: LedgerView, tables: tuple[str, ...] | None, choices: Mapping[str, list[str]]) -> SearchWords:
    """What can be meant by a word that is looked for, in the page's language or in English."""
    shown = {day.partition("/")[0] for day in house.table_days().days()} if tables is None else tables
    settings = house_settings(house.ledger)
    today = local_day(format_instant(house.ledger.clock()), ZoneInfo(settings.zone if settings else "UTC"))
    spoken = dict.fromkeys((house.words, Catalogue(DEFAULT_LANGUAGE)))
    return search_words(list(spoken), sorted(shown), today=today, **choices)


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
    with house.connect_models() as connection:
        strip = [row for row in rounds_of_day(connection, table, day) if row["shoe"] == here.ruling.round.shoe]
    masked = display_choices(request).masked
    variables = round_variables(house, here, masked=masked)
    notes = [] if masked else house.notes.of_round(here.name)  # they may have names in them
    return render_page(request, "round", {**variables, "strip": strip, "notes": notes})


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
        raise UnknownRound(Message("there is no picture {board} of this step", board=board))
    return _attachment(drawn, "image/svg+xml", f"{here.name}_{here.moment.position}_{board}.svg")


@router.get("/rounds/{table}/{day}/{round_name}/replay.html")
def taken_along(request: Request, table: TablePart, day: DayPart, round_name: RoundPart) -> Response:
    """A round's replay as one file, to be opened anywhere."""
    name, masked = f"{table}/{day}/{round_name}", display_choices(request).masked
    page = standalone_replay(ledger_view_of(request), name, masked=masked)
    return _attachment(page, "text/html; charset=utf-8", f"{name}.html")


@router.get("/rounds/{table}/{day}/{round_name}/report.pdf")
def report_taken_along(request: Request, table: TablePart, day: DayPart, round_name: RoundPart) -> Response:
    """The report on a round, as a PDF."""
    house, name = ledger_view_of(request), f"{table}/{day}/{round_name}"
    report = round_report(house.ledger, name, house.words, masked=display_choices(request).masked)
    return _attachment(render("pdf", report), "application/pdf", f"{name}.pdf")


@router.get("/rounds/{table}/{day}/{round_name}/transcript.txt")
def transcript_taken_along(request: Request, table: TablePart, day: DayPart, round_name: RoundPart) -> Response:
    """What the ruling on a round rests on, in the notation."""
    house, name = ledger_view_of(request), f"{table}/{day}/{round_name}"
    text = round_transcript(house.ledger, name, house.words, masked=display_choices(request).masked)
    return _attachment(text, "text/plain; charset=utf-8", f"{name}.txt")


def _attachment(content: str | bytes, media_type: str, name: str) -> Response:
    """A file to be saved under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name.replace("/", "_")}"'}
    return Response(content, media_type=media_type, headers=headers)


def _round_view(request: Request, name: str, moment: MomentQuery) -> RoundView:
    return round_view(ledger_view_of(request), name, moment, masked=display_choices(request).masked)


@router.get("/shoes/{table}/{day}/{shoe}")
def shoe_page(request: Request, table: TablePart, day: DayPart, shoe: ShoePart) -> HTMLResponse:
    """A shoe from its shuffle to its end."""
    house, name, masked = ledger_view_of(request), f"{table}/{day}", display_choices(request).masked
    story = house.table_day(name, masked=masked)
    found = shoe_views(story, house.ruled_day(name, masked=masked), shoe, house.words)
    if not found:
        raise UnknownRound(
            Message(
                "no round of {table}/{day} was dealt from shoe {shoe}; the day's page lists its shoes",
                table=table,
                day=day,
                shoe=shoe,
            )
        )
    return render_page(request, "shoe", {"shoes": found, "name": shoe, "table": table, "day": day})


@router.get("/tables/{table}/{day}")
def table_page(request: Request, table: TablePart, day: DayPart) -> HTMLResponse:
    """A table's day: its rounds in order, its shoes or its wheel, what was decided."""
    house = ledger_view_of(request)
    return render_page(request, "day", day_page(house, table, day, masked=display_choices(request).masked))

"""The pages: find, a round, a shoe, a table's day, the tables that are open."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from desk.service.visitor import visitor_of
from desk.web.ledger_view import LedgerView
from desk.web.params import DayPart, RoundAsked, ShoePart, TablePart, cursor_text, parse_filters
from desk.web.replay_page import round_variables, round_view, standalone_replay
from desk.web.round_view import MomentQuery, RoundView
from desk.web.templating import display_choices, language_of, render_page
from desk.web.typed_search import ROUND, SearchWords, parse_search, search_words
from ledger.cases.deadlines import local_day
from ledger.errors import UnknownRound
from ledger.events.table import DealerChanged
from ledger.events.wheel import BallRested
from ledger.house import house_settings
from ledger.values.cards import RANKS, SUITS
from ledger.values.message import Message
from ledger.values.subjects import is_subject
from ledger.values.times import format_instant
from ledger.values.wheel_layout import layout_of
from projections.answers.status import STATUS_WORDS, StatusWord, shoe_status
from projections.messages.catalogue import DEFAULT_LANGUAGE, Catalogue
from projections.moments import boards_picture, table_picture
from projections.read_models.search import day_by_table, latest_day, rounds_of_day, search, shoes_not_in_play, shoes_of_day
from projections.reports.decisions import DecisionLine, decision_lines
from projections.reports.forms import render
from projections.reports.money import ShoeMoney, shoe_money
from projections.reports.readings import reading_sentences
from projections.reports.round_report import round_report, round_transcript
from projections.reports.shoe_examination import shoe_notes
from projections.rulings.ruled_day import RuledDay
from projections.timeline.event_text import EventFormatter, amount_formatter, describe_event
from projections.timeline.timeline import formatter_for
from replay.games.registry import GAMES, load_game
from replay.judging.house_acts import no_spin_calls
from replay.ruling.card_sequence import CardSequence, card_sequences
from replay.ruling.finding_kinds import finding_kinds
from replay.ruling.ruling import rule
from replay.ruling.shoe_totals import running_totals
from replay.table_day.builder import TableDay
from replay.table_day.round import Round


@dataclass(frozen=True, slots=True)
class ShoeView:
    """One shoe."""

    card_sequence: CardSequence
    status: StatusWord
    acts: tuple[str, ...]
    findings: tuple[tuple[str, tuple[str, ...]], ...]
    """Of its custody, each with its clauses."""
    decisions: tuple[DecisionLine, ...]
    burned: int
    left: int
    composition: tuple[tuple[str, tuple[int, ...]], ...]
    """By suit, how many of each rank are not accounted for."""
    money: tuple[ShoeMoney, ...]
    readings: tuple[str, ...]
    """What the readings mean under which its money is told."""
    currency: str
    notes: tuple[str, ...]


def shoe_views(table_day: TableDay, ruled: RuledDay, name: str, words: Catalogue) -> list[ShoeView]:
    """The shoes of this name in a table's day."""
    return [_shoe_view(table_day, strip, words) for strip in card_sequences(table_day, name, ruled.findings_in)]


def _shoe_view(table_day: TableDay, card_sequence: CardSequence, words: Catalogue) -> ShoeView:
    shoe = card_sequence.shoe
    rulings = [rule(table_day, round_.name) for round_ in table_day.rounds.values() if round_.shoe_record is shoe]
    opening, spelling = rulings[0].round.table_opening, formatter_for(rulings[0], words)
    totals = [*running_totals(rulings)][-1]
    held = {position for ruling in rulings for position in ruling.round.positions_in_force}
    decided = [
        decision
        for decision in table_day.standings.decisions
        if decision.scope in ("shoe", "game") and decision.shoe in (shoe.name, None)
    ]
    return ShoeView(
        card_sequence=card_sequence,
        status=shoe_status(card_sequence).word,
        acts=tuple(describe_event(act.event, spelling) for act in shoe.acts),
        findings=tuple((words.finding(finding), finding.clauses) for finding in card_sequence.findings),
        decisions=tuple(decision_lines(decided, held, opening, words)),
        burned=sum(drawn_card.burned for drawn_card in shoe.drawn_cards),
        left=max(52 * shoe.decks - len(shoe.drawn_cards), 0),
        composition=tuple((suit, tuple(card_sequence.unaccounted_cards[rank + suit] for rank in RANKS)) for suit in SUITS),
        money=tuple(shoe_money(totals, opening.minor_digits, words)),
        readings=tuple(sorted({text for each in totals for text in reading_sentences(rulings[0], each.choices, words)})),
        currency=opening.currency,
        notes=tuple(shoe_notes(card_sequence, words)),
    )


@dataclass(frozen=True, slots=True)
class SpinResult:
    """A round in the history of its wheel: where the ball came to rest last, and how often it was spun anew."""

    round: str
    pocket: str | None
    colour: str
    no_spins: int


@dataclass(frozen=True, slots=True)
class WheelHistory:
    """The results of a day in order, and how often each compartment came, in the order of the wheel."""

    results: tuple[SpinResult, ...]
    counts: tuple[tuple[str, str, int], ...]
    """Compartment, its colour, how often."""

    @property
    def highest_count(self) -> int:
        """How often the compartment came that came most often."""
        return max((count for _, _, count in self.counts), default=0)


def day_page(ledger_view: LedgerView, table: str, day: str, *, masked: bool) -> dict[str, Any]:
    """What the page of a table's day shows. Raises UnknownRound where nothing is on record."""
    story = ledger_view.table_day(f"{table}/{day}", masked=masked)
    with ledger_view.connect_models() as connection:
        rows, shoes = rounds_of_day(connection, table, day), shoes_of_day(connection, table, day)
    first = next(iter(story.rounds.values()), None)
    days = [table_day.partition("/")[2] for table_day in ledger_view.table_days().days(table)]
    at = days.index(day)
    return {
        "table": table,
        "day": day,
        "before": days[at - 1] if at else None,
        "following": days[at + 1] if at + 1 < len(days) else None,
        "sheet": first and first.edition.sheet,
        "opening": first and first.table_opening,
        "rounds": rows,
        "shoes": shoes,
        "wheel": wheel_history(story) if first and load_game(first.edition.game).has_wheel else None,
        "acts": list(_dealer_changes(story, ledger_view.words)),
        "decisions": decision_lines(story.standings.decisions, (), first.table_opening, ledger_view.words) if first else [],
        "zone": ledger_view.zone(f"{table}/{day}"),
        "zone_of": ledger_view.zone_of_row,
        "behind": ledger_view.entries_behind(),
    }


def _dealer_changes(table_day: TableDay, words: Catalogue) -> Iterator[tuple[str | None, str]]:
    """Who dealt, from when."""
    for entry in table_day.order.entries:
        if isinstance(entry.event, DealerChanged):
            yield entry.delivery.time, describe_event(entry.event, EventFormatter(amount_formatter(2, ""), words=words))


def wheel_history(table_day: TableDay) -> WheelHistory:
    """The wheel's results of a table's day."""
    spun = tuple(_spin_result(round_) for round_ in table_day.rounds.values())
    layout = layout_of(next(iter(table_day.rounds.values())).table_opening.wheel)
    came = Counter(result.pocket for result in spun)
    return WheelHistory(spun, tuple((pocket, layout.colour(pocket), came[pocket]) for pocket in layout.wheel))


def _spin_result(round_: Round) -> SpinResult:
    layout = layout_of(round_.table_opening.wheel)
    rested = [round_entry.event.pocket for round_entry in round_.entries if isinstance(round_entry.event, BallRested)]
    pocket = rested[-1] if rested else None
    colour = layout.colour(pocket) if pocket in layout.wheel else ""
    return SpinResult(round_.name, pocket, colour, sum(1 for _ in no_spin_calls(round_)))


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
    name: RoundAsked,
    at: PositionQuery = None,
    step: StepQuery = None,
    outcome: OutcomeQuery = None,
    hidden: HiddenQuery = False,  # noqa: FBT002 - a query of an address
) -> HTMLResponse:
    """A round at a moment."""
    house, here = ledger_view_of(request), _round_view(request, name, MomentQuery(at, step, outcome, hidden))
    with house.connect_models() as connection:
        of_day = rounds_of_day(connection, *name.split("/")[:2])
    strip = [row for row in of_day if row["shoe"] == here.ruling.round.shoe]
    masked = display_choices(request).masked
    variables = round_variables(house, here, masked=masked)
    notes = [] if masked else house.notes.of_round(here.name)  # they may have names in them
    return render_page(request, "round", {**variables, "strip": strip, "notes": notes})


@router.get("/rounds/{table}/{day}/{round_name}/{board}.svg")
def picture(
    request: Request,
    name: RoundAsked,
    board: str,
    at: PositionQuery = None,
    outcome: OutcomeQuery = None,
) -> Response:
    """A moment's picture as a file: the `table`, or the two `boards`."""
    here = _round_view(request, name, MomentQuery(at=at, outcome=outcome))
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
def taken_along(request: Request, name: RoundAsked) -> Response:
    """A round's replay as one file, to be opened anywhere."""
    page = standalone_replay(ledger_view_of(request), name, masked=display_choices(request).masked)
    return _attachment(page, "text/html; charset=utf-8", f"{name}.html")


@router.get("/rounds/{table}/{day}/{round_name}/report.pdf")
def report_taken_along(request: Request, name: RoundAsked) -> Response:
    """The report on a round, as a PDF."""
    house = ledger_view_of(request)
    report = round_report(house.ledger, name, house.words, masked=display_choices(request).masked)
    return _attachment(render("pdf", report), "application/pdf", f"{name}.pdf")


@router.get("/rounds/{table}/{day}/{round_name}/transcript.txt")
def transcript_taken_along(request: Request, name: RoundAsked) -> Response:
    """What the ruling on a round rests on, in the notation."""
    house = ledger_view_of(request)
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

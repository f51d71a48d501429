"""The tables that are open, live: the last rounds of each and what is found there, as soon as it is on record."""

from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import dataclass
from functools import partial
from threading import Lock

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from desk.service.visitor import sees, visitor_of
from desk.web.ledger_view import LedgerView
from desk.web.live_board import LiveDay
from desk.web.templating import display_choices, language_of, render_fragment, render_page
from projections.answers.recorded import RecordedAnswer
from projections.answers.status import StatusWord
from projections.certainty import mark, recorded_finding_in_words
from projections.messages.catalogue import Catalogue
from projections.read_models.answered import answers_of_day
from projections.read_models.rows import RuledRound
from projections.reports.masking import mask_entries
from projections.timeline.event_text import describe_event
from projections.timeline.timeline import formatter_at
from replay.judging.finding import Mark

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class LastRound:
    """One of a table's last rounds."""

    name: str
    status: StatusWord | None
    """None where nothing is ruled on it yet."""
    last_event: str
    findings: tuple[tuple[int, str, Mark], ...]
    """The position and the sentence of each."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that is open: its last rounds, the latest first."""

    day: str
    game: str
    rounds: tuple[LastRound, ...]


def open_tables(
    ledger_view: LedgerView, *, masked: bool, is_shown: Callable[[str], bool] = lambda _: True
) -> list[OpenTable]:
    """The tables whose last day on record is not closed, of those that are shown."""
    with ledger_view.board.open_days() as days:
        return [_open_table(ledger_view, day, masked=masked) for day in days if is_shown(day.day.partition("/")[0])]


def _open_table(ledger_view: LedgerView, day: LiveDay, *, masked: bool) -> OpenTable:
    assert day.opening is not None
    shown_day = ledger_view.ruled_day(day.day, masked=masked)
    ruled = {round_.name: round_ for round_ in shown_day.rounds}
    rulings = ledger_view.ruled_day(day.day)
    last = [round_ for round_ in rulings.rounds if round_.name in day.last_entries]
    answers = answers_of_day(ledger_view.ledger, rulings, rounds=last)
    entries = list(day.last_entries.values())
    shown = mask_entries(entries, day.named.names(ledger_view.words)) if masked else entries
    spelling = formatter_at(day.opening, ledger_view.words)
    rounds = [
        _last_round(name, ruled.get(name), answers.get(name), describe_event(entry.event, spelling), ledger_view.words)
        for name, entry in zip(day.last_entries, shown, strict=True)
    ]
    return OpenTable(day.day, day.opening.game, tuple(reversed(rounds)))


def _last_round(
    name: str, ruled: RuledRound | None, answer: RecordedAnswer | None, last_event: str, words: Catalogue
) -> LastRound:
    if ruled is None or answer is None:
        return LastRound(name, None, last_event, ())
    found = tuple(
        (finding.position, recorded_finding_in_words(ruled, finding, words), mark(ruled, [finding]))
        for finding in ruled.findings
    )
    return LastRound(name, answer.status.word, last_event, found)


@router.get("/live", response_class=HTMLResponse)
def live(request: Request) -> HTMLResponse:
    """The page of the open tables."""
    house: LedgerView = request.app.state.house.in_language(language_of(request))
    tables = open_tables(house, masked=display_choices(request).masked, is_shown=partial(sees, request))
    return render_page(request, "live", {"tables": tables, "behind": house.entries_behind()})


class SharedFragments:
    """Pieces of live pages, made once for all who see the same; each is kept for the last state that was asked for."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._latest: dict[Hashable, tuple[int, str]] = {}

    def fragment(self, key: Hashable, state: int, render: Callable[[], str]) -> str:
        """A piece as of a state of the ledger, or of a later one."""
        with self._lock:
            at, text = self._latest.get(key, (-1, ""))
            if at < state:
                text = render()
                self._latest[key] = (state, text)
            return text


@router.get("/live/events", response_class=EventSourceResponse)
async def changes(request: Request) -> AsyncIterator[ServerSentEvent]:
    """The open tables again, whenever the ledger has grown."""
    language, masked, visitor = language_of(request), display_choices(request).masked, visitor_of(request)
    house: LedgerView = request.app.state.house.in_language(language)
    fragments: SharedFragments = request.app.state.fragments
    key = language, masked, visitor and visitor.limit.tables

    def render() -> str:
        tables = open_tables(house, masked=masked, is_shown=partial(sees, request))
        return render_fragment("tables", {"tables": tables, "behind": house.entries_behind()}, language)

    async for state in house.watch.states():
        text = await run_in_threadpool(fragments.fragment, key, state, render)
        yield ServerSentEvent(event="changed", data=text)

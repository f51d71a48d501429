"""The tables that are open, live: the last round of each and what is found there, as soon as it is on record."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from desk.web.ledger_view import LedgerView
from desk.web.templating import display_choices, render_fragment, render_page
from ledger.events.table import TableClosed
from projections.certainty import finding_in_words as found_in
from projections.certainty import mark
from projections.timeline.timeline import formatter_for, timeline_steps
from replay.judging.finding import Mark
from replay.ruling.ruling import round_standing

_ROUNDS_SHOWN: Final = 3
"""How many rounds of each table are shown."""

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class LastRound:
    """One of a table's last rounds."""

    name: str
    standing: str
    verdict: str
    last_event: str
    findings: tuple[tuple[int, str, Mark], ...]
    """The position and the sentence of each."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that is open: its last rounds, the latest first."""

    day: str
    game: str
    rounds: tuple[LastRound, ...]


def open_tables(ledger_view: LedgerView, *, masked: bool) -> list[OpenTable]:
    """The tables whose last day on record is not closed."""
    latest = {day.partition("/")[0]: day for day in ledger_view.table_days().days()}
    return [open_table for day in latest.values() for open_table in _table_if_open(ledger_view, day, masked=masked)]


def _table_if_open(ledger_view: LedgerView, day: str, *, masked: bool) -> list[OpenTable]:
    story = ledger_view.table_day(day, masked=masked)
    if not story.rounds or any(isinstance(entry.event, TableClosed) for entry in story.entries):
        return []
    names = list(story.rounds)[-_ROUNDS_SHOWN:]
    game = next(iter(story.rounds.values())).edition.game
    return [OpenTable(day, game, tuple(_last_round(ledger_view, name, masked=masked) for name in reversed(names)))]


def _last_round(ledger_view: LedgerView, name: str, *, masked: bool) -> LastRound:
    ruling = ledger_view.ruling(name, masked=masked)
    steps = timeline_steps(ruling, formatter_for(ruling, ledger_view.words))
    found = tuple(
        (finding.position, found_in(ruling, finding, ledger_view.words), mark(ruling, [finding]))
        for finding in ruling.findings
    )
    return LastRound(name, round_standing(ruling.round), ruling.verdict, steps[-1].text if steps else "", found)


@router.get("/live", response_class=HTMLResponse)
def live(request: Request) -> HTMLResponse:
    """The page of the open tables."""
    masked = display_choices(request).masked
    return render_page(request, "live", {"tables": open_tables(request.app.state.house, masked=masked)})


@router.get("/live/events", response_class=EventSourceResponse)
async def changes(request: Request) -> AsyncIterator[ServerSentEvent]:
    """The open tables again, whenever the ledger has grown."""
    house: LedgerView = request.app.state.house
    masked = display_choices(request).masked
    async for _ in house.watch.sizes():
        tables = await run_in_threadpool(partial(open_tables, house, masked=masked))
        yield ServerSentEvent(event="tables", data=render_fragment("tables", {"tables": tables}))

"""A table's day as its page shows it, and the history of its wheel."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from desk.web.ledger_view import LedgerView
from ledger.events.table import DealerChanged
from ledger.events.wheel import BallRested
from ledger.values.wheel_layout import layout_of
from projections.messages.catalogue import Catalogue
from projections.read_models.search import rounds_of_day, shoes_of_day
from projections.reports.decisions import decision_lines
from projections.timeline.event_text import EventFormatter, amount_formatter, describe_event
from replay.games.registry import load_game
from replay.judging.house_acts import no_spin_calls
from replay.table_day.builder import TableDay
from replay.table_day.round import Round


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

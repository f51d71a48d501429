"""A drilled round told as entries, as one source would tell it."""

from collections.abc import Iterator
from typing import Final

from drill.roulette.scenario import Phase, RouletteScenario
from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.play import BetsClosed, RoundClosed, RoundOpened
from ledger.events.table import TableOpened
from ledger.events.wheel import BallRested, ColourValued, NoSpinCalled
from ledger.values.wheel_layout import layout_of
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import build_table_day
from replay.table_day.builder import TableDay

DAY: Final = "DRILL/2026-01-01"
ROUND_NAME: Final = f"{DAY}/2"
SubjectEvent = tuple[str, Event]
"""An event and what it is about."""


def record_table_day(scenario: RouletteScenario, edition: Edition) -> TableDay:
    """The round, after one in which the ball came to rest, if that is on record."""
    lines = [*_table_lines(scenario, edition), *((ROUND_NAME, event) for event in round_events(scenario))]
    entries = [
        Entry(n, f"table/{DAY}", n, "", Delivery(event, "drill", str(n), n, subject))
        for n, (subject, event) in enumerate(lines, 1)
    ]
    return build_table_day(entries, lambda _, __: edition)


def _table_lines(scenario: RouletteScenario, edition: Edition) -> Iterator[SubjectEvent]:
    wheel = None if scenario.wheel == layout_of(None).wheel else "-".join(scenario.wheel)
    yield DAY, TableOpened(game="roulette", rulebook=edition.id, currency="EUR", wheel=wheel)
    for player, value in scenario.colour_values.items():
        yield DAY, ColourValued(player=player, colour="blue", value_minor=value)
    yield from ((DAY, limits) for limits in scenario.posted_limits)
    if scenario.is_previous_known:
        won = (RoundOpened(), BallRested(pocket=scenario.previous_pocket), RoundClosed())
        yield from ((f"{DAY}/1", event) for event in won)
        if scenario.stray_pocket is not None:
            stopped = (
                RoundOpened(),
                NoSpinCalled(ground="interference"),
                BallRested(pocket=scenario.stray_pocket),
                RoundClosed(),
            )
            yield from ((f"{DAY}/1a", event) for event in stopped)


def round_events(scenario: RouletteScenario) -> Iterator[Event]:
    """What happened, one thing after the other."""
    marks = {
        "betting": _last_index(scenario.spin_events, RoundOpened),
        "running": _last_index(scenario.spin_events, BetsClosed),
        "rested": _last_index(scenario.spin_events, BallRested),
        "stopped": _last_index(scenario.spin_events[: _last_index(scenario.spin_events, NoSpinCalled) + 1], BetsClosed),
        "between": _last_index(scenario.spin_events, NoSpinCalled),
    }
    for at, event in enumerate(scenario.spin_events):
        yield event
        for when, mark in marks.items():
            if mark == at:
                yield from _wager_events(scenario, when)
    yield from scenario.money_events
    if scenario.is_closed:
        yield RoundClosed()


def _last_index(line: list[Event], kind: type[Event]) -> int:
    return max((at for at, event in enumerate(line) if isinstance(event, kind)), default=-1)


def _wager_events(scenario: RouletteScenario, phase_name: str) -> Iterator[Event]:
    now: Phase = phase_name  # type: ignore[assignment]
    yield from (wager.recorded_event or wager.event for wager in scenario.wagers if wager.phase == now)
    yield from (event for wager in scenario.wagers for at, event in wager.later_events if at == now)

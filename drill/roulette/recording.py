"""A drilled round told as entries, as one source would tell it."""

from collections.abc import Iterator
from typing import Final

from drill.roulette.scenario import Script, When
from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.play import BetsClosed, RoundClosed, RoundOpened
from ledger.events.table import TableOpened
from ledger.events.wheel import BallRested, ColourValued, NoSpinCalled
from ledger.values.wheel_layout import layout_of
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import tell
from replay.table_day.builder import TableDay

DAY: Final = "DRILL/2026-01-01"
NAME: Final = f"{DAY}/2"
Line = tuple[str, Event]
"""An event and what it is about."""


def story(script: Script, edition: Edition) -> TableDay:
    """The round, after one in which the ball came to rest, if that is on record."""
    lines = [*_floor(script, edition), *((NAME, event) for event in events(script))]
    entries = [
        Entry(n, f"table/{DAY}", n, "", Delivery(event, "drill", str(n), n, subject))
        for n, (subject, event) in enumerate(lines, 1)
    ]
    return tell(entries, lambda _, __: edition)


def _floor(script: Script, edition: Edition) -> Iterator[Line]:
    wheel = None if script.wheel == layout_of(None).wheel else "-".join(script.wheel)
    yield DAY, TableOpened(game="roulette", rulebook=edition.id, currency="EUR", wheel=wheel)
    for player, value in script.colours.items():
        yield DAY, ColourValued(player=player, colour="blue", value_minor=value)
    yield from ((DAY, limits) for limits in script.posted)
    if script.known:
        won = (RoundOpened(), BallRested(pocket=script.previous), RoundClosed())
        yield from ((f"{DAY}/1", event) for event in won)
        if script.stray is not None:
            stopped = (RoundOpened(), NoSpinCalled(ground="interference"), BallRested(pocket=script.stray), RoundClosed())
            yield from ((f"{DAY}/1a", event) for event in stopped)


def events(script: Script) -> Iterator[Event]:
    """What happened, one thing after the other."""
    marks = {
        "betting": _last(script.line, RoundOpened),
        "running": _last(script.line, BetsClosed),
        "rested": _last(script.line, BallRested),
        "stopped": _last(script.line[: _last(script.line, NoSpinCalled) + 1], BetsClosed),
        "between": _last(script.line, NoSpinCalled),
    }
    for at, event in enumerate(script.line):
        yield event
        for when, mark in marks.items():
            if mark == at:
                yield from _of_wagers(script, when)
    yield from script.money
    if script.closed:
        yield RoundClosed()


def _last(line: list[Event], kind: type[Event]) -> int:
    return max((at for at, event in enumerate(line) if isinstance(event, kind)), default=-1)


def _of_wagers(script: Script, when: str) -> Iterator[Event]:
    now: When = when  # type: ignore[assignment]
    yield from (one.told or one.event for one in script.wagers if one.when == now)
    yield from (event for one in script.wagers for at, event in one.acts if at == now)

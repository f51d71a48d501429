"""Ruling on one round of a long day, beside the same of a day of 500 rounds, and beside telling all of the long day."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from bench.corpus import SEED, House, Ledgers, long_day, table_evening
from bench.measure import TIMES, Beside, Figure, at_most, computed, timed
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events.table import SeatLeft, SeatTaken
from ledger.events.wheel import ColourValued
from ledger.values.subjects import round_of, table_day
from ledger.values.times import format_instant, parse_instant
from projections.table_days import TableDays
from replay.ruling.ruling import Ruling, rule

SHORT: Final = 500
RULED_ON: Final = 400
"""The round that is ruled on, by its number in both days."""
_DRILLED: Final = 250
_MICROSECONDS_APART: Final = 2_000_000


def ruling_on_one(folder: Path, runs: int, rounds: int) -> Iterator[Figure]:
    """Figures of a wheel and of a table with cards."""
    days: dict[str, Callable[[int], list[Delivery]]] = {"roulette": wheel_day, "baccarat": long_day}
    for game, day in days.items():
        place = folder / game
        place.mkdir()
        ledgers = Ledgers(place)
        with ledgers.holding(day(SHORT)) as short, ledgers.holding(day(rounds)) as long:
            name = f"{long.table_days()[0]}/{RULED_ON}"
            others = {
                f"the same of a day of {SHORT}": Beside(timed(partial(_rule_on, short, name)), at_most(1.5)),
                "from all of the day": Beside(timed(partial(_rule_from_all, long, name)), TIMES),
            }
            ours = timed(partial(_rule_on, long, name))
            yield from computed(f"rule on one round of {game}", f"a day of {rounds:,} rounds", ours, others, runs)


def wheel_day(rounds: int) -> list[Delivery]:
    """A wheel's day of so many rounds, drilled ones again and again, at which nobody comes or goes."""
    day = "ROU-1/2026-01-17"
    comings = (SeatTaken, SeatLeft, ColourValued)
    timed_line = table_evening(House("eca-roulette", 1, _DRILLED), day, Random(SEED))
    line = [delivery for _, delivery in timed_line if not isinstance(delivery.event, comings)]
    of_rounds = [delivery for delivery in line if round_of(delivery.subject)]
    found = [delivery for delivery in line if delivery.subject == day]
    for time_around in count():
        for delivery in of_rounds:
            number = time_around * _DRILLED + int(delivery.subject.removeprefix(f"{day}/"))
            if number > rounds:
                return [_numbered(each, at) for at, each in enumerate(found, 1)]
            found.append(delivery._replace(subject=f"{day}/{number}"))
    raise AssertionError("there is always another round")


def _numbered(delivery: Delivery, number: int) -> Delivery:
    began = parse_instant(f"{table_day(delivery.subject).partition('/')[2]}T17:00:00.000000Z")
    at = format_instant(began + number * _MICROSECONDS_APART)
    return delivery._replace(id=str(number), sequence=number, time=at)


def _rule_on(ledger: Ledger, name: str) -> Ruling:
    return next(TableDays(ledger).rulings([name]))


def _rule_from_all(ledger: Ledger, name: str) -> Ruling:
    return rule(TableDays(ledger).get(table_day(name)), name)

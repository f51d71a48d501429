"""A day that is carried on piece by piece is ruled on as one that is told whole, whatever is recorded, in any order."""

from collections.abc import Iterator, Sequence
from datetime import date
from random import Random
from typing import Final

import pytest

from drill.baccarat.drill import record_shoe
from drill.sample import evening
from ledger.entry import Delivery, Entry
from ledger.values.effective import RoundOpening
from ledger.values.subjects import table_day
from ledger.values.times import format_instant, parse_instant
from projections.rulings.events import irregularity, round_ruled
from replay.editions.loader import shipped_edition
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import open_table_day
from replay.ruling.ruling import rule
from replay.table_day.builder import TableDay

RECORDED_AT: Final = "2027-01-01T00:00:00.000000Z"
SHORT: Final = 3
LONG: Final = 120


def editions(rulebook: str, _: date | RoundOpening) -> Edition:
    return shipped_edition(rulebook)


def days() -> dict[str, list[Delivery]]:
    """What was delivered of the bundled days and of a drilled shoe, by the table's day."""
    found: dict[str, list[Delivery]] = {}
    shoe, _ = record_shoe(shipped_edition("dcb"), 7, 40)
    for delivery in (*evening.deliveries(), *(entry.delivery for entry in shoe.entries)):
        found.setdefault(table_day(delivery.subject), []).append(delivery)
    return found


DAYS: Final = days()


def recorded(deliveries: Sequence[Delivery]) -> list[Entry]:
    stream = f"table/{table_day(deliveries[0].subject)}"
    return [Entry(at, stream, at, RECORDED_AT, delivery) for at, delivery in enumerate(deliveries, 1)]


def disturbed(deliveries: Sequence[Delivery], rng: Random) -> list[Delivery]:
    """The same day as something goes wrong with its record: what is late, lost, told by a second source, or untimed."""
    day = list(deliveries)[: rng.randint(30, 120)]
    for _ in range(rng.choice([0, 0, 1, 3])):  # comes late
        at = rng.randrange(1, len(day))
        late = day.pop(at)
        day.insert(min(len(day), at + rng.choice([1, 5, 40])), late)
    for _ in range(rng.choice([0, 0, 1, 2])):  # is lost
        del day[rng.randrange(1, len(day))]
    second = rng.choice([None, None, "table/second", "transcript/i7"])
    if second is None:
        return day
    began = parse_instant("2026-06-01T18:00:00.000000Z")
    numbers: dict[str, int] = {}
    apart = rng.choice([100_000, 700_000, 5_000_000])
    share = rng.choice([0.05, 0.5])
    mixed = []
    for at, delivery in enumerate(day):
        source = second if rng.random() < share else delivery.source
        numbers[source] = numbers.get(source, 0) + 1
        time = format_instant(began + at * apart - rng.choice([0, 0, 0, 3 * apart]))
        number = numbers[source]
        mixed.append(delivery._replace(source=source, id=f"{source}-{number}", sequence=number, time=time))
    return mixed


def pieces(entries: Sequence[Entry], rng: Random) -> Iterator[Sequence[Entry]]:
    at, longest = 0, rng.choice([1, 4, 30])
    while at < len(entries):
        size = rng.randint(1, longest)
        yield entries[at : at + size]
        at += size


def rulings(day: TableDay, names: Sequence[str]) -> dict[str, tuple[object, ...]]:
    """All that would be put on record of these rounds."""
    found: dict[str, tuple[object, ...]] = {}
    for name in names:
        ruling = rule(day, name)
        findings = tuple(irregularity(finding).model_dump_json() for finding in ruling.findings)
        found[name] = round_ruled(ruling, 1, 1).model_dump_json(), findings
    return found


def carried_on(deliveries: Sequence[Delivery], rng: Random) -> tuple[int, int]:
    """Holds the rulings on a day carried on against those on the day told whole, after each piece of it; returns how many
    pieces there were, and for how many of them the day was told anew.
    """
    entries = recorded(deliveries)
    known: list[Entry] = []
    standing: dict[str, tuple[object, ...]] = {}
    open_day, anew, number = None, 0, 0
    for number, piece in enumerate(pieces(entries, rng), 1):
        names = open_day.carry_on(piece) if open_day is not None else None
        known += piece
        if names is None:
            open_day, anew = open_table_day(known, editions), anew + 1
            standing.clear()
            names = list(open_day.table_day.rounds)
        assert open_day is not None
        day = open_day.table_day
        standing |= rulings(day, list(names))
        if number % 5 and len(known) < len(entries):
            continue
        whole = open_table_day(known, editions).table_day
        assert list(day.rounds) == list(whole.rounds)
        assert [entry.position for entry in day.order.entries] == [entry.position for entry in whole.order.entries]
        fresh = rulings(whole, list(whole.rounds))
        assert standing == fresh
    return number, anew


@pytest.mark.parametrize("name", DAYS)
def test_a_day_in_its_order_is_carried_on(name: str) -> None:
    rng = Random(name)
    number, anew = carried_on(DAYS[name][:160], rng)
    assert anew < number / 2 or number < 20


@pytest.mark.parametrize("seed", range(SHORT))
def test_whatever_is_wrong_with_the_record_it_comes_to_the_same(seed: int) -> None:
    rng = Random(seed)
    carried_on(disturbed(DAYS[rng.choice(list(DAYS))], rng), rng)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_hundreds_of_disturbed_days_come_to_the_same() -> None:
    for seed in range(LONG):
        rng = Random(seed)
        name = rng.choice(list(DAYS))
        try:
            carried_on(disturbed(DAYS[name], rng), rng)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, {name}") from error

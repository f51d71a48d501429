"""A ruling on one round from the part of its day that is enough is the one from all of the day."""

import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Final
from uuid import uuid4

import pytest
from eventsourcing.persistence import IntegrityError

from bench.corpus import House, table_evening
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events.play import NoticeGiven, WagerPlaced
from ledger.events.table import SeatLeft, SeatTaken
from ledger.events.wheel import ColourValued
from ledger.ingest import PendingEntry
from ledger.stretches import REFUSED
from ledger.values.effective import RoundOpening
from ledger.values.subjects import play_stream, table_day
from projections.day_parts import DayInParts
from projections.rulings.events import irregularity, round_ruled
from projections.table_days import TableDays
from replay.editions.loader import shipped_edition, shipped_text
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import rule
from replay.table_day.builder import TableDay
from tests.projections import drilled_days

NEWER_SINCE: Final = "2026-06-01T17:20:00.000000Z"
AT_ONCE: Final = 500
RULEBOOKS: Final = ("dcb", "eca-roulette", "ccl", "scb", "fbj", "eca-blackjack")


def editions(rulebook: str, when: date | RoundOpening) -> Edition:
    """The shipped edition, and from an instant of the evening on another one."""
    shipped = shipped_edition(rulebook)
    is_newer = isinstance(when, RoundOpening) and when.at >= NEWER_SINCE
    return replace(shipped, digest="sha256:" + "7" * 64) if is_newer else shipped


def recorded(ledger: Ledger, line: Sequence[Delivery]) -> None:
    for first in range(0, len(line), AT_ONCE):
        batch = line[first : first + AT_ONCE]
        ledger.append([PendingEntry(each, play_stream(each.subject)) for each in batch])


def on_record(day: TableDay, name: str) -> tuple[object, ...]:
    """All that would be put on record of a round, and what the ruling rests on."""
    ruling = rule(day, name)
    return (
        round_ruled(ruling, 1, 1).model_dump_json(),
        [irregularity(finding).model_dump_json() for finding in ruling.findings],
        ruling.positions,
        ruling.edition.digest,
        ruling.clauses,
        ruling.resolved,
        ruling.incomplete,
    )


def held_against_whole_days(ledger: Ledger, names: Iterable[str] = ()) -> int:
    """Hold the ruling on each round against the one from all of its day; return for how many a part of it was enough."""
    in_part = 0
    for day in ledger.table_days():
        table_days = TableDays(ledger, ledger.size())
        whole = table_days.get(day, editions)
        for name in names or whole.rounds:
            part = table_days.around(day, {name}, editions)
            assert on_record(part, name) == on_record(whole, name), name
            in_part += len(part.entries) < len(whole.entries)
    return in_part


@contextmanager
def holding(line: Sequence[Delivery], rulebook: str, template: Path, folder: Path) -> Iterator[Ledger]:
    """A ledger with the rulebook, and with these deliveries on record."""
    file = folder / f"{uuid4()}.db"
    shutil.copyfile(template, file)
    with Ledger(f"sqlite:///{file}") as ledger:
        ledger.adopt(rulebook, shipped_edition(rulebook).name, shipped_text(rulebook))
        recorded(ledger, line)
        yield ledger


def of_days(rulebook: str, seed: int, template: Path, folder: Path) -> dict[str, int]:
    """By what was changed in a day, on how many of its rounds a part of it is enough to rule."""
    found: dict[str, int] = {}
    for what, line in drilled_days.drilled_days(rulebook, Random(seed)):
        with holding(line, rulebook, template, folder) as ledger:
            found[what] = held_against_whole_days(ledger)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_each_round_of_a_day_is_ruled_on_as_from_all_of_it(rulebook: str, sqlite_template: Path, tmp_path: Path) -> None:
    in_part = of_days(rulebook, 1, sqlite_template, tmp_path)
    assert all(in_part[what] > 10 for what in in_part if what not in drilled_days.DISTURBANCES), in_part
    assert in_part["with_second_version"] == in_part["with_clock_back"] == 0


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_each_round_of_many_days_is_ruled_on_as_from_all_of_it(
    rulebook: str, sqlite_template: Path, tmp_path: Path
) -> None:
    for seed in range(2, 12):
        of_days(rulebook, seed, sqlite_template, tmp_path)


def test_a_round_dealt_from_the_shoe_of_the_day_before_is_ruled_on_as_from_all_of_it(
    sqlite_template: Path, tmp_path: Path
) -> None:
    with holding(drilled_days.carried_over("dcb"), "dcb", sqlite_template, tmp_path) as ledger:
        second = ledger.table_days()[1]
        assert TableDays(ledger).get(second, editions).carried_shoe is not None
        assert held_against_whole_days(ledger) > 10


def day_of(rounds: int) -> list[Delivery]:
    """A wheel's day of so many rounds, at which nobody comes or goes."""
    comings = (SeatTaken, SeatLeft, ColourValued)
    timed = table_evening(House("eca-roulette", 1, rounds), "ROU-1/2026-06-01", Random("long"))
    return drilled_days.numbered([delivery for _, delivery in timed if not isinstance(delivery.event, comings)])


def test_the_entries_that_a_ruling_needs_do_not_grow_with_the_day(sqlite_template: Path, tmp_path: Path) -> None:
    needed = []
    for rounds in (80, 240):
        with holding(day_of(rounds), "eca-roulette", sqlite_template, tmp_path) as ledger:
            part = DayInParts(ledger, "ROU-1/2026-06-01", ledger.size()).part({"ROU-1/2026-06-01/60"})
            assert part is not None
            needed.append(len(part.entries))
            assert held_against_whole_days(ledger, ["ROU-1/2026-06-01/60"]) == 1
    assert needed[1] <= needed[0] + 40  # a round that shows what the first 80 did not
    assert needed[1] < 0.25 * len(day_of(240))


def test_a_gap_far_from_a_round_leaves_a_part_enough_and_one_beside_it_does_not(
    sqlite_template: Path, tmp_path: Path
) -> None:
    line = day_of(60)
    lost = next(at for at, each in enumerate(line) if each.subject.endswith("/20") and isinstance(each.event, WagerPlaced))
    with holding([*line[:lost], *line[lost + 1 :]], "eca-roulette", sqlite_template, tmp_path) as ledger:
        outlined = DayInParts(ledger, "ROU-1/2026-06-01", ledger.size())
        enough = {number for number in range(1, 61) if outlined.part({f"ROU-1/2026-06-01/{number}"}) is not None}
    assert {18, 19, 20, 21}.isdisjoint(enough)
    assert enough > {*range(1, 16), *range(25, 61)}


def test_what_is_recorded_later_is_not_in_a_part_as_of_before(sqlite_template: Path, tmp_path: Path) -> None:
    with holding(day_of(60), "eca-roulette", sqlite_template, tmp_path) as ledger:
        name, head = "ROU-1/2026-06-01/40", ledger.size()
        before = on_record(TableDays(ledger, head).around("ROU-1/2026-06-01", {name}), name)
        notice = Delivery(NoticeGiven(by="P1", to="S1"), "table/1", "later", 100_000, name, "2026-06-01T23:00:00.000000Z")
        recorded(ledger, [notice])
        assert on_record(TableDays(ledger, head).around("ROU-1/2026-06-01", {name}), name) == before
        assert on_record(TableDays(ledger).around("ROU-1/2026-06-01", {name}), name) != before


@pytest.mark.parametrize("rulebook", ["dcb", "eca-roulette"])
def test_a_day_recorded_piece_by_piece_by_several_processes_is_ruled_on_as_from_all_of_it(
    rulebook: str, sqlite_template: Path, tmp_path: Path
) -> None:
    days = dict(drilled_days.drilled_days(rulebook, Random(3)))
    with holding((), rulebook, sqlite_template, tmp_path) as ledger:
        writers = [Ledger(ledger.url), Ledger(ledger.url)]
        line, size = days["several"], Random("pieces")
        while line:
            number = size.choice((1, 1, 2, 5, 40))
            with suppress(IntegrityError):  # the other one wrote meanwhile: the same again
                recorded(size.choice(writers), line[:number])
                line = line[number:]
        for writer in writers:
            writer.close()
        assert stretches_cover(ledger)
        assert held_against_whole_days(ledger) > 10


def test_a_day_in_postgresql_is_ruled_on_in_parts(postgresql_url: str) -> None:
    days = dict(drilled_days.drilled_days("dcb", Random(4)))
    with Ledger(postgresql_url) as ledger:
        ledger.adopt("dcb", shipped_edition("dcb").name, shipped_text("dcb"))
        recorded(ledger, days["several"])
        assert stretches_cover(ledger)
        assert held_against_whole_days(ledger) > 10


def test_a_day_whose_stretches_are_not_kept_is_ruled_on_in_parts_too(sqlite_template: Path, tmp_path: Path) -> None:
    with holding(day_of(40), "eca-roulette", sqlite_template, tmp_path) as ledger:
        changed(ledger, "DELETE FROM stretches WHERE first_version > 100")
        assert not stretches_cover(ledger)
        assert held_against_whole_days(ledger) > 20
        kept_again = [
            each._replace(id=f"again-{each.id}", sequence=(each.sequence or 0) + 10_000) for each in day_of(1)[-3:]
        ]
        recorded(ledger, [each._replace(subject=each.subject.replace("/1", "/41")) for each in kept_again[:1]])
        assert not stretches_cover(ledger)


def test_whole_days_are_read_without_what_is_kept_beside_the_record(sqlite_template: Path, tmp_path: Path) -> None:
    with holding(day_of(40), "eca-roulette", sqlite_template, tmp_path) as ledger:
        name = "ROU-1/2026-06-01/20"
        day = table_day(name)
        right = on_record(TableDays(ledger).get(day, editions), name)
        first, last, *_ = ledger.recorder.stretches_of(play_stream(day), ledger.size(), [name])[0]
        hidden = f"SELECT stream, {first + 3}, {last}, 'none', {REFUSED}, '', is_whole, shown FROM stretches"
        changed(ledger, f"INSERT INTO stretches {hidden} WHERE first_version = {first}")
        changed(ledger, f"UPDATE stretches SET last_version = {first + 2} WHERE first_version = {first}")
        assert stretches_cover(ledger)
        assert on_record(TableDays(ledger).around(day, {name}, editions), name) != right
        assert on_record(TableDays(ledger, in_parts=False).around(day, {name}, editions), name) == right


@pytest.mark.parametrize("column", ["last_version", "round", "flags", "bets", "is_whole", "shown"])
def test_a_stretch_that_cannot_be_read_changes_no_ruling(column: str, sqlite_template: Path, tmp_path: Path) -> None:
    """Nor what is recorded afterwards."""
    with holding(day_of(12), "eca-roulette", sqlite_template, tmp_path) as ledger:
        changed(ledger, f"UPDATE stretches SET {column} = x'00ff' WHERE first_version > 30 AND first_version % 2 = 1")
        held_against_whole_days(ledger)
        last = day_of(13)[-1]
        with Ledger(ledger.url) as another:
            recorded(another, [last._replace(id="last", sequence=100_000)])
        held_against_whole_days(ledger)


def stretches_cover(ledger: Ledger) -> bool:
    """Whether the stretches of the ledger's one day have each of its entries once, and say so."""
    stream = play_stream(ledger.table_days()[0])
    version = ledger.recorder.stream_version(stream)
    kept = ledger.recorder.stretches_showing(stream, version, -1, version)
    covered = [at for first, last, *_ in kept for at in range(first, last + 1)]
    return covered == list(range(1, version + 1)) and bool(kept[-1].is_whole)


def changed(ledger: Ledger, statement: str) -> None:
    """Change the database past the ledger."""
    connection = sqlite3.connect(ledger.url.removeprefix("sqlite:///"))
    with connection:
        connection.execute(statement)
    connection.close()

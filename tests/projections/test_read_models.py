"""Read models: whatever way they were kept up, they say what a rebuild from nothing says."""

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from typing import Any, Final

import pytest
from sqlalchemy import Engine, delete, insert, select, text

from drill.sample import evening
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.errors import UnusableLedger
from ledger.events.versions import topics_of
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.recorder.database import of_schema
from ledger.recorder.tables import TRACKING
from projections.following import follower, read_models
from projections.following.read_models import catch_up, follow, open_read_models, rebuild, tracked_position
from projections.read_models.round_list import COLUMNS, entries_behind, entries_behind_in
from projections.read_models.tables import FINDINGS, ROUNDS, SHOES
from projections.rulings.process import RULING_PROCESS, rulings_behind
from projections.table_days import SHOE_LOOKBACK_DAYS
from replay.editions.loader import shipped_text

pytestmark = pytest.mark.slow

TABLES: Final = (ROUNDS, FINDINGS, SHOES, TRACKING)
COUPS: Final = 12
Said = dict[str, list[tuple[Any, ...]]]


@contextmanager
def opened(url: str) -> Iterator[tuple[Ledger, Engine]]:
    """A ledger that knows the shipped edition, and the database of its read models."""
    with Ledger(url) as ledger, open_read_models(ledger) as engine:
        ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
        yield ledger, engine


def take_in(ledger: Ledger, given: Sequence[Delivery]) -> None:
    ledger.ingest(incoming_deliveries(given, "feed"))


def deliveries(lines: str, source: str = "table/BAC-1") -> list[Delivery]:
    """Deliveries from their notation."""
    transcript = Transcript(source)
    return [delivery for line in lines.splitlines() for delivery in transcript.read(line)]


def contents(engine: Engine) -> Said:
    """Everything that the read models say."""
    with engine.connect() as connection:
        found = {table.name: connection.execute(select(table)).all() for table in TABLES}
    return {name: sorted((tuple(row) for row in held), key=repr) for name, held in found.items()}


def from_nothing(ledger: Ledger, engine: Engine) -> Said:
    rebuild(ledger, engine)
    return contents(engine)


def shortened(day: str, source: str) -> list[Delivery]:
    """The first coups of the sample day, at another table or on another day."""
    kept = []
    for delivery in evening.deliveries("baccarat"):
        coup = delivery.subject.removeprefix(evening.BACCARAT).removeprefix("/")
        if coup and int(coup) > COUPS:
            break
        subject = delivery.subject.replace(evening.BACCARAT, day)
        kept.append(delivery._replace(source=source, subject=subject, time=None))
    return kept


def pieces(given: Sequence[Delivery], rng: random.Random) -> list[list[Delivery]]:
    """The same deliveries in pieces of all sizes, in any order."""
    cuts = sorted(rng.sample(range(1, len(given)), 9))
    parts = [list(given[start:end]) for start, end in zip([0, *cuts], [*cuts, len(given)], strict=True)]
    rng.shuffle(parts)
    return parts


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_however_a_feed_is_cut_a_rebuild_says_the_same(seed: int, ledger_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    feed = [
        *shortened("BAC-1/2026-01-17", "one"),
        *shortened("BAC-1/2026-01-18", "two"),
        *shortened("BAC-2/2026-01-17", "three"),
    ]
    with opened(ledger_url) as (ledger, engine):
        for piece in pieces(feed, rng):
            take_in(ledger, piece)
            if rng.random() < 0.6:
                monkeypatch.setattr(follower, "BATCH", rng.randint(7, 400))
                catch_up(ledger, engine)
        assert catch_up(ledger, engine) == ledger.size() == tracked_position(engine)
        kept_up = contents(engine)
        assert len(kept_up["rounds"]) == 3 * COUPS
        for pull in (20_000, rng.randint(100, 300)):
            monkeypatch.setattr(follower, "BATCH", pull)
            assert from_nothing(ledger, engine) == kept_up


def test_catching_up_twice_changes_nothing(ledger_url: str) -> None:
    with opened(ledger_url) as (ledger, engine):
        take_in(ledger, shortened("BAC-1/2026-01-17", "one"))
        heard, recorded = list[int](), ledger.size()
        catch_up(ledger, engine, heard.append)
        assert sum(heard) == recorded
        before = contents(engine)
        assert catch_up(ledger, engine, heard.append) == ledger.size()
        assert sum(heard) == recorded
        assert contents(engine) == before


@pytest.mark.parametrize("act", [catch_up, rebuild])
def test_a_crash_leaves_rows_and_position_as_they_were(act: Any, ledger_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(ledger_url) as (ledger, engine):
        first = shortened("BAC-1/2026-01-17", "one")
        take_in(ledger, first)
        catch_up(ledger, engine)
        before = contents(engine)
        take_in(ledger, shortened("BAC-2/2026-01-17", "two"))
        take_in(ledger, shortened("BAC-3/2026-01-17", "three"))

        def crash(*_: object) -> None:
            raise RuntimeError("the power failed")

        with monkeypatch.context() as patch:
            patch.setattr(read_models, "_write_shoes" if act is catch_up else "_insert_rows", crash)
            with pytest.raises(RuntimeError, match="the power failed"):
                act(ledger, engine)
        after = contents(engine)
        if act is catch_up:  # what was ruled is on record; a rebuild follows first, and has nothing to fold here
            place = next(row for row in after["tracking"] if row[0] != RULING_PROCESS)
            assert place in before["tracking"]
        assert {**after, "tracking": []} == {**before, "tracking": []}
        assert catch_up(ledger, engine) == ledger.size()
        assert len(contents(engine)["rounds"]) == 3 * COUPS


OPENS: Final = "BAC-1/2026-01-{day}: table baccarat dcb GBP"
COUP: Final = "BAC-1/2026-01-{day}/{coup}: open; P 9h B 2c P Tc B 5d; call punto; close"


def _day(day: int, coups: int, shoe: str = "") -> list[Delivery]:
    lines = [OPENS.format(day=day), *([f"BAC-1/2026-01-{day}: shoe {shoe} 8"] if shoe else [])]
    lines += [COUP.format(day=day, coup=coup) for coup in range(1, coups + 1)]
    return deliveries("\n".join(lines), f"table/{day}")


def _shoes(engine: Engine) -> list[tuple[Any, ...]]:
    with engine.connect() as connection:
        query = select(SHOES.c.day, SHOES.c.shoe, SHOES.c.decks, SHOES.c.rounds, SHOES.c.cards).order_by(SHOES.c.day)
        return [tuple(row) for row in connection.execute(query)]


def test_a_shoe_that_outlives_a_day_is_counted_on(ledger_url: str) -> None:
    """Nine copies of a card in eight decks are found on the second day: it goes on where the first one ended."""
    with opened(ledger_url) as (ledger, engine):
        take_in(ledger, _day(17, 5, "S1"))
        catch_up(ledger, engine)
        take_in(ledger, _day(18, 4))
        catch_up(ledger, engine)
        assert _shoes(engine) == [("2026-01-17", "S1", 8, 5, 20), ("2026-01-18", "S1", 8, 4, 16)]
        found = {(row[0], row[2]) for row in contents(engine)["findings"]}
        assert found == {("BAC-1/2026-01-18/4", "one_copy_too_many")}
        assert from_nothing(ledger, engine) == contents(engine)


@pytest.mark.parametrize("pull", [5, 20_000])
def test_an_earlier_day_that_comes_late_reaches_the_days_after_it(
    pull: int, ledger_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "BATCH", pull)
    with opened(ledger_url) as (ledger, engine):
        for day in (20, 19, 18):
            take_in(ledger, _day(day, 3))
            catch_up(ledger, engine)
        assert _shoes(engine) == []
        take_in(ledger, _day(17, 2, "S1"))
        catch_up(ledger, engine)
        assert [row[:4] for row in _shoes(engine)] == [
            ("2026-01-17", "S1", 8, 2),
            ("2026-01-18", "S1", 8, 3),
            ("2026-01-19", "S1", 8, 3),
            ("2026-01-20", "S1", 8, 3),
        ]
        assert SHOE_LOOKBACK_DAYS == 3
        assert from_nothing(ledger, engine) == contents(engine)


def test_an_edition_that_is_adopted_later_judges_the_days_it_is_in_force_on_anew(ledger_url: str) -> None:
    with opened(ledger_url) as (ledger, engine):
        take_in(ledger, [*_day(17, 1, "S1"), *_day(20, 1, "S2")])
        catch_up(ledger, engine)
        changed = shipped_text("dcb").replace('edition = "2026.2"', 'edition = "2026.2b"')
        changed = changed.replace("in_force = 2000-01-01", f"in_force = {date(2026, 1, 19)}")
        ledger.adopt("dcb", "2026.2b", changed)
        catch_up(ledger, engine)
        kept_up = contents(engine)
        editions = {row[0]: row[6] for row in kept_up["rounds"]}
        assert editions == {"BAC-1/2026-01-17/1": "2026.2", "BAC-1/2026-01-20/1": "2026.2b"}
        assert from_nothing(ledger, engine) == kept_up


def test_a_day_without_an_edition_in_force_waits_for_one_and_stops_nobody(ledger_url: str) -> None:
    with opened(ledger_url) as (ledger, engine):
        old = deliveries("BAC-1/1999-05-01: table baccarat dcb GBP\nBAC-1/1999-05-01/1: open; P 9h B 2c P Tc B 5d; close")
        take_in(ledger, [*old, *_day(17, 1, "S1")])
        assert catch_up(ledger, engine) == ledger.size()
        assert [row[0] for row in contents(engine)["rounds"]] == ["BAC-1/2026-01-17/1"]
        earlier = shipped_text("dcb").replace('edition = "2026.2"', 'edition = "1990.1"')
        ledger.adopt("dcb", "1990.1", earlier.replace("in_force = 2000-01-01", "in_force = 1990-01-01"))
        catch_up(ledger, engine)
        kept_up = contents(engine)
        assert {row[0]: row[6] for row in kept_up["rounds"]} == {
            "BAC-1/1999-05-01/1": "1990.1",
            "BAC-1/2026-01-17/1": "2026.2",
        }
        assert from_nothing(ledger, engine) == kept_up


def test_rows_of_a_retold_day_are_replaced(ledger_url: str) -> None:
    with opened(ledger_url) as (ledger, engine):
        first = deliveries(
            "BAC-1/2026-01-17: table baccarat dcb GBP; shoe S1 8\n"
            "BAC-1/2026-01-17/1: open; bet w1 P-1 punto 1000; P 9h B 2c P Tc B 5d; call punto"
        )
        take_in(ledger, first)
        catch_up(ledger, engine)
        assert [(row[8], row[10]) for row in contents(engine)["rounds"]] == [("open", 0)]
        more = deliveries("BAC-1/2026-01-17/1: pay w1 500 %100; notice P-1 inspector; close")
        take_in(ledger, more)
        catch_up(ledger, engine)
        kinds = {row[2] for row in contents(engine)["findings"]}
        assert [row[8] for row in contents(engine)["rounds"]] == ["disputed"]
        assert {"wrong_payment", "sequence_gap"} <= kinds
        assert from_nothing(ledger, engine) == contents(engine)


def test_rows_that_do_not_belong_are_gone_after_a_rebuild(ledger_url: str) -> None:
    with opened(ledger_url) as (ledger, engine):
        take_in(ledger, _day(17, 1, "S1"))
        catch_up(ledger, engine)
        before = contents(engine)
        with engine.begin() as connection:
            connection.execute(delete(ROUNDS))
            stray: dict[str, Any] = {"table_name": "X", "day": "Y", "shoe": "Z", "standing": "void", "status": "void"}
            stray |= {"rounds": 9, "cards": 9, "findings": 9}
            connection.execute(insert(SHOES).values(stray))
        assert from_nothing(ledger, engine) == before


def test_the_views_answer(ledger_url: str) -> None:
    with opened(ledger_url) as (ledger, engine):
        take_in(ledger, shortened("BAC-1/2026-01-17", "one"))
        catch_up(ledger, engine)
        with engine.connect() as connection:
            view = {
                name: connection.execute(text(f"SELECT * FROM {of_schema(ledger_url)}v_{name} ORDER BY {order}"))
                .mappings()
                .all()
                for name, order in (
                    ("rounds", "round"),
                    ("findings", "round"),
                    ("shoes", "shoe"),
                    ("events", "position"),
                )
            }
        kept = contents(engine)
        assert len(view["rounds"]) == len(kept["rounds"]) == COUPS
        assert len(view["findings"]) == len(kept["findings"]) > 0
        assert len(view["shoes"]) == len(kept["shoes"]) == 1
        assert [row["position"] for row in view["events"]] == list(range(1, ledger.size() + 1))
        for row, entry in zip(view["events"], ledger.entries(), strict=True):
            assert (row["stream"], row["version"]) == (entry.stream, entry.version)
            assert row["topic"] in topics_of(type(entry.event))
            assert row["subject"] == entry.subject
            assert (row["source"], row["delivery_id"]) == entry.delivery.key
            assert (row["time"], row["recorded_at"]) == (entry.delivery.time, entry.recorded_at)
        assert {row["table_name"] for row in view["findings"]} == {"BAC-1"}
        assert set(view["rounds"][0]) == {*(column.name for column in ROUNDS.columns), "number"}


def test_a_database_that_refuses_is_an_unusable_ledger(ledger_url: str) -> None:
    with opened(ledger_url) as (ledger, engine):
        with engine.begin() as connection:
            connection.execute(text(f"DROP VIEW {of_schema(ledger_url)}v_findings"))
            connection.execute(text(f"DROP TABLE {of_schema(ledger_url)}findings"))
        with pytest.raises(UnusableLedger, match="cannot be used"), open_read_models(ledger) as again:
            rebuild(ledger, again)


def test_the_list_of_rounds_names_the_columns_of_its_table() -> None:
    assert tuple(ROUNDS.columns.keys()) == COLUMNS


class AllTakenUpError(Exception): ...


def test_a_follower_takes_up_what_another_program_records(ledger_url: str) -> None:
    tables = ["BAC-1", "BAC-2", "BAC-3"]
    with opened(ledger_url) as (ledger, engine), Ledger(ledger_url) as another:

        def reached(_: int) -> None:
            if rulings_behind(ledger):
                return
            if not tables:
                raise AllTakenUpError
            table = tables.pop(0)
            take_in(another, shortened(f"{table}/2026-01-17", table))

        with pytest.raises(AllTakenUpError):
            follow(ledger, engine, reached)
        assert tracked_position(engine) == another.size()
        followed = contents(engine)
        assert len(followed["rounds"]) >= 3 * COUPS - 3  # the last one of each table may still be open
        assert from_nothing(ledger, engine) == followed


def test_two_who_follow_at_once_leave_the_rows_of_one(ledger_url: str) -> None:
    with opened(ledger_url) as (ledger, engine), Ledger(ledger_url) as another:
        take_in(ledger, shortened("BAC-1/2026-01-17", "one"))
        with ThreadPoolExecutor(2) as pool:
            for future in [pool.submit(catch_up, each, engine) for each in (ledger, another)]:
                future.result()
        assert catch_up(ledger, engine) == ledger.size()
        followed = contents(engine)
        assert len(followed["rounds"]) == COUPS
        assert from_nothing(ledger, engine) == followed


def test_what_is_behind_is_counted_as_far_as_is_asked(ledger_url: str) -> None:
    """Where nobody follows a ledger, a page does not count all that is on record."""
    with opened(ledger_url) as (ledger, engine):
        assert catch_up(ledger, engine) == ledger.size()
        feed = shortened("BAC-1/2026-01-17", "one")
        take_in(ledger, feed)
        with engine.connect() as connection:
            assert entries_behind_in(connection) == entries_behind(ledger_url) == len(feed)
            assert entries_behind_in(connection, 7) == 7
            assert entries_behind_in(connection, len(feed) + 1) == len(feed)
        catch_up(ledger, engine)
        assert entries_behind(ledger_url) == 0

"""Replaying and judging, beside reading the same bytes.

A stream is read back as entries, every field checked again, beside a bare SELECT with orjson. A day is told and its
rounds are ruled on, beside the decoding of the same entries: lawful rounds and, for comparison, rounds with faults.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from sqlalchemy import delete
from sqlalchemy.schema import CreateIndex, CreateTable

from bench.corpus import BATCH, SEED, Ledgers, Told, clean, days, evenings, faulted
from bench.measure import Beside, Figure, Span, Stopwatch, at_least, at_most, computed, timed
from bench.raw import Raw
from drill.docket.tables import StagedTable, decks, shuffled
from ledger.entry import Entry
from ledger.mapper import MAPPER
from projections.following.read_models import catch_up, open_read_models, rebuild
from projections.read_models.tables import DECISIONS, FINDINGS, PLAYERS, ROUNDS, SHOES
from replay.editions.loader import shipped_edition
from replay.forensics.examination import ShoeExamination
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import rule

GAMES: Final = ("baccarat", "blackjack", "roulette")
LAWFUL_TARGETS: Final = {"baccarat": 3.5, "blackjack": 4.5, "roulette": 4.5}
FAULTED_TARGET: Final = 8
READ_MODELS: Final = (ROUNDS, PLAYERS, FINDINGS, SHOES, DECISIONS)
RECORDED_AT: Final = "2026-11-21T08:00:00.000000Z"


def replaying(folder: Path, runs: int) -> Iterator[Figure]:
    """A figure of reading one table's day."""
    deliveries = list(days(1))
    raw = Raw(folder / "read.db")
    with Ledgers(folder).holding(deliveries) as ledger:
        stream = ledger.streams("table/")[0]
        kept = ledger.recorder.select_events(stream)
        raw.record([(stream, notification.state) for notification in kept], BATCH)
        others = {"SELECT and orjson": Beside(timed(raw.read), at_most(2))}
        whole = timed(lambda: ledger.entries(stream))
        yield from computed("replay a stream", f"{len(kept):,} events", whole, others, runs)
    raw.connection.close()


def judging(runs: int, rounds: int) -> Iterator[Figure]:
    """Figures of each game."""
    for game in GAMES:
        for kind, judged_days, bound in (
            ("lawful", clean(game, rounds), LAWFUL_TARGETS[game]),
            ("faulted", faulted(game, rounds), FAULTED_TARGET),
        ):
            yield from _judged(f"judge {kind} rounds of {game}", judged_days, runs, bound)
    yield from _examined(runs, rounds)


def _examined(runs: int, rounds: int) -> Iterator[Figure]:
    """Figures of what a shoe's cards give reason to suspect, beside judging the rounds dealt from it."""
    for game, house, decks_in_shoe in (("baccarat", "dcb", 8), ("blackjack", "ccl", 6)):
        table = StagedTable(shipped_edition(house), Random(SEED))
        while table.round_count < rounds:
            table.deal_shoe(shuffled(decks(decks_in_shoe), table.chance))
        table_day = table.table_day()
        judged_days: list[Told] = [(table_day, tuple(table_day.rounds))]
        judge = timed(partial(_judge_anew, judged_days))
        others = {"judging their rounds": Beside(judge, at_most(0.05))}
        size = f"{sum(len(names) for _, names in judged_days):,} rounds"
        yield from computed(f"examine the shoes of {game}", size, timed(partial(_examine, judged_days)), others, runs)


def _examine(days: Sequence[Told]) -> None:
    for story, _ in days:
        examination: ShoeExamination | None = None
        shoes = {id(round_.shoe_record): round_.shoe_record for round_ in story.rounds.values() if round_.shoe_record}
        for shoe in shoes.values():
            examination = ShoeExamination(shoe.decks, shoe.device == "machine", shoe.least_one_in, examination)
            examination.extend(shoe.drawn_cards)
            examination.close()


def _judge_anew(days: Sequence[Told]) -> None:
    for story, rounds in days:
        again = build_table_day(story.entries, story.editions, story.carried_shoe)
        for name in rounds:
            rule(again, name)


def _judged(what: str, judged_days: Sequence[Told], runs: int, bound: float) -> Iterator[Figure]:
    states = [state for story, _ in judged_days for state in _stored(story.entries)]

    def bare() -> None:
        for position, state in enumerate(states, 1):
            MAPPER.entry(position, state)

    size = f"{sum(len(rounds) for _, rounds in judged_days):,} rounds, {len(states):,} events"
    others = {"decode of their entries": Beside(timed(bare), at_most(bound))}
    yield from computed(what, size, timed(lambda: _judge_anew(judged_days)), others, runs)


def _stored(entries: Sequence[Entry]) -> list[bytes]:
    return [MAPPER.to_stored_event(replace(entry, recorded_at=RECORDED_AT)).state for entry in entries]


def rebuilding(folder: Path, runs: int, evening_count: int) -> Iterator[Figure]:
    """A figure of making all read models anew from the rulings on record, beside writing the rows that come out.

    Both write into empty tables.
    """
    with Ledgers(folder).holding(list(evenings(evening_count))) as ledger, open_read_models(ledger) as engine:
        catch_up(ledger, engine)
        with engine.connect() as connection:
            kept = [(table, [tuple(row) for row in connection.execute(table.select())]) for table in READ_MODELS]
        plain = sqlite3.connect(folder / "rows.db")
        for table in READ_MODELS:
            plain.execute(str(CreateTable(table)))
            for index in table.indexes:
                plain.execute(str(CreateIndex(index)))

        def rebuilt() -> Span:
            with engine.begin() as connection:
                for table in READ_MODELS:
                    connection.execute(delete(table))
            with Stopwatch() as watch:
                rebuild(ledger, engine)
            return watch.span

        def written() -> Span:
            for table in READ_MODELS:
                plain.execute(f"DELETE FROM {table.name}")
            plain.commit()
            with Stopwatch() as watch:
                for table, rows in kept:
                    plain.executemany(f"INSERT INTO {table.name} VALUES ({','.join('?' * len(table.columns))})", rows)
                plain.commit()
            return watch.span

        size = f"{ledger.size():,} events, {sum(len(rows) for _, rows in kept):,} rows"
        others = {"plain executemany of the same rows": Beside(written, at_least(0.4))}
        yield from computed("rebuild the read models", size, rebuilt, others, runs)
        plain.close()

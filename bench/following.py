"""What following a ledger costs: at the end of a long day, with tables interleaved, and until what is found can be read."""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from bench.corpus import Ledgers, batched, long_day, record
from bench.measure import Beside, Figure, Measured, Span, Stopwatch, at_most, computed
from drill.sample import evening
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events.rulings import IrregularityFound
from ledger.events.table import TableClosed, TableOpened
from ledger.ingest import incoming_deliveries
from ledger.values.subjects import round_of, table_day
from ledger.values.times import format_instant, parse_instant
from projections.following import follower
from projections.following.read_models import READ_MODELS, follow, open_read_models
from projections.rulings.process import RULING_PROCESS, RulingProcess, catch_up

LONG_DAY_ROUNDS: Final = 600
AT_ITS_ENDS: Final = 1000
PIECE: Final = 20
TABLES: Final = 120
LIVE_TABLES: Final = 20
EVENTS_A_SECOND: Final = 1000
STEPS_A_SECOND: Final = 50
HALF_WITHIN: Final = 0.08
NEARLY_ALL_WITHIN: Final = 0.35


def following(folder: Path, runs: int, seconds: int) -> Iterator[Figure]:
    """Figures of a long day, of tables interleaved, and of the time until what is found can be read."""
    yield from _long_day(Ledgers(folder), runs)
    yield from _interleaved(Ledgers(folder), runs)
    yield from _waiting(Ledgers(folder), seconds)


def _long_day(ledgers: Ledgers, runs: int) -> Iterator[Figure]:
    """The last thousand events of a table's day of 600 rounds beside its first, recorded and followed in pieces."""
    deliveries = long_day(LONG_DAY_ROUNDS)
    first: list[Span] = []

    def at_the_end(of_day: Sequence[Delivery] = deliveries) -> Span:
        with Ledger(f"sqlite:///{ledgers.fresh()}") as ledger, open_read_models(ledger) as engine:
            process = RulingProcess(ledger, is_live=True)

            def followed(given: Sequence[Delivery]) -> Span:
                with Stopwatch() as watch:
                    for piece in batched(given, PIECE):
                        ledger.ingest(incoming_deliveries(piece, "bench"))
                        process.catch_up()
                        follower.catch_up(ledger, engine, READ_MODELS)
                return watch.span

            first[:] = [followed(of_day[:AT_ITS_ENDS])]
            followed(of_day[AT_ITS_ENDS:-AT_ITS_ENDS])
            return followed(of_day[-AT_ITS_ENDS:])

    at_the_end(deliveries[: 2 * AT_ITS_ENDS])  # what is loaded and parsed once counts for neither
    size = f"{LONG_DAY_ROUNDS} rounds, {len(deliveries):,} events"
    others = {"its first": Beside(lambda: first[0], at_most(1.2))}
    yield from computed(f"follow the last {AT_ITS_ENDS:,} events of a day", size, at_the_end, others, runs)


def _interleaved(ledgers: Ledgers, runs: int) -> Iterator[Figure]:
    """Catching up with tables that were recorded interleaved, beside the same one after the other."""
    tables = [day_of(f"BAC-{number}", 10) for number in range(TABLES)]
    together = [delivery for deliveries in zip(*tables, strict=True) for delivery in deliveries]
    in_turn = [delivery for deliveries in tables for delivery in deliveries]

    def caught_up(given: Sequence[Delivery]) -> Measured:
        path = ledgers.fresh()
        with Ledger(f"sqlite:///{path}") as ledger:
            record(ledger, iter(given))

        def once() -> Span:
            copy = ledgers.fresh()
            copy.write_bytes(path.read_bytes())
            with Ledger(f"sqlite:///{copy}") as ledger, open_read_models(ledger) as engine, Stopwatch() as watch:
                catch_up(ledger)
                follower.catch_up(ledger, engine, READ_MODELS)
            copy.unlink()
            return watch.span

        return once

    size = f"{TABLES} tables, {len(together):,} events"
    others = {"one table after the other": Beside(caught_up(in_turn), at_most(1.2))}
    yield from computed("follow tables interleaved", size, caught_up(together), others, runs)


def _waiting(ledgers: Ledgers, seconds: int) -> Iterator[Figure]:
    """From an event's commit to its finding in the read model, with 20 tables and a thousand events a second.

    Each table is elsewhere in its round, as tables are.
    """
    events = seconds * EVENTS_A_SECOND
    tables = [day_of(f"BAC-{number}", events // LIVE_TABLES // 12 + 1) for number in range(LIVE_TABLES)]
    already = [delivery for number, day in enumerate(tables) for delivery in day[:number]]
    left = [day[number : len(day) - LIVE_TABLES + number] for number, day in enumerate(tables)]
    coming = [delivery for together in zip(*left, strict=True) for delivery in together][:events]
    path = ledgers.fresh()
    heard, url = path.with_suffix(".heard"), f"sqlite:///{path}"
    with Ledger(url) as ledger, heard.open("wb") as lines:
        record(ledger, iter(already))
        command = [sys.executable, "-m", "bench.following", url]
        with subprocess.Popen(command, stdout=lines) as process:
            try:
                while not heard.stat().st_size:
                    time.sleep(0.1)
                began = time.perf_counter()
                for number, piece in enumerate(batched(coming, EVENTS_A_SECOND // STEPS_A_SECOND)):
                    time.sleep(max(0.0, began + number / STEPS_A_SECOND - time.perf_counter()))
                    ledger.ingest(incoming_deliveries(piece, "bench"))
                time.sleep(2)
            finally:
                process.kill()
        waits = _waits(ledger, heard)
    size = f"{len(waits):,} findings, {LIVE_TABLES} tables, {EVENTS_A_SECOND:,} events a second"
    for what, wait, most in (
        ("half of what is found can be read", median(waits), HALF_WITHIN),
        ("99 of 100 that are found can be read", quantiles(waits, n=100)[98], NEARLY_ALL_WITHIN),
    ):
        ratio = wait / most
        yield Figure(what, f"{most * 1000:.0f} ms", size, wait, most, ratio, ratio, ratio, 1, "clock", at_most(1))


def _waits(ledger: Ledger, heard: Path) -> list[float]:
    """For each finding the seconds from the commit of the entry that brought it about until it could be read.

    That entry is the first of the round that was not known when the process ruled the last time.
    """
    steps = [tuple(map(int, line.split())) for line in heard.read_text(encoding="utf-8").splitlines()]
    entries = ledger.entries()
    recorded_at = {entry.position: parse_instant(entry.recorded_at) for entry in entries}
    positions: dict[str, list[int]] = {}
    for entry in entries:
        if entry.stream.startswith("table/"):
            positions.setdefault(entry.subject, []).append(entry.position)
    heads = sorted({ruled for _, ruled, _ in steps})
    waits = []
    for entry in (entry for entry in entries if isinstance(entry.event, IrregularityFound)):
        head = int(entry.delivery.id.rsplit(":", 2)[1])
        before = max((known for known in heads if known < head), default=0)
        cause = next((position for position in positions[entry.subject] if before < position <= head), None)
        read_at = next((at for position, _, at in steps if position >= entry.position), None)
        if cause is not None and read_at is not None:
            waits.append((read_at - recorded_at[cause]) / 1_000_000)
    return waits


def day_of(table: str, rounds: int) -> list[Delivery]:
    """A table's day of so many rounds: those of the bundled one again and again, with other shoes."""
    bundled = list(evening.deliveries("baccarat"))
    day, opened = table_day(bundled[0].subject), parse_instant(bundled[0].time or "")
    name, last, deliveries, source = f"{table}/2026-01-17", 0, list[Delivery](), f"table/{table}"
    for time_around in count():
        first = last
        for delivery in bundled:
            event, of_round = delivery.event, round_of(delivery.subject)
            if isinstance(event, TableClosed) or (time_around and isinstance(event, TableOpened)):
                continue
            if (shoe := getattr(event, "shoe", None)) is not None:
                event = event.model_copy(update={"shoe": f"{shoe}-{time_around}"})
            subject = name
            if of_round is not None:
                last = first + int(of_round.removeprefix(f"{day}/"))
                if last > rounds:
                    return deliveries
                subject = f"{name}/{last}"
            number = len(deliveries) + 1
            at = format_instant(opened + number * 4_000_000)
            deliveries.append(Delivery(event, source, str(number), number, subject, at))
    return deliveries


def main(url: str) -> None:
    """Follows a ledger, and says at each step up to where the read models tell, up to where all is ruled on, and when."""
    with Ledger(url) as ledger, open_read_models(ledger) as engine:

        def tell(position: int) -> None:
            read_at = time.time_ns() // 1000
            print(position, follower.tracked_position(engine, RULING_PROCESS), read_at, flush=True)

        follow(ledger, engine, tell)


if __name__ == "__main__":
    main(sys.argv[1])

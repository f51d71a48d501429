"""Many at one ledger: how long they hold its lock on PostgreSQL, what eight do beside what one does, and how long an append
waits on SQLite while another process rules, follows and makes the read models anew.
"""

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Final
from unittest.mock import patch

from bench.corpus import BATCH, batched, days, evenings
from bench.measure import Beside, Figure, Measured, Span, Stopwatch, at_least, at_most, waited
from bench.postgresql import BLANK, database, server
from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.feeds import cloudevents, intake
from ledger.feeds.formats import format_named
from ledger.ingest import incoming_deliveries
from ledger.recorder.dialects import PostgreSQL
from projections.following.read_models import catch_up, open_read_models, rebuild
from replay.games.registry import GAMES

MANY: Final = 4
LONGEST_WAIT: Final = 0.2
EVERY: Final = 0.01
APPENDS: Final = 500
_SPAWN: Final = multiprocessing.get_context("spawn")


def many_at_once(folder: Path, runs: int, count: int) -> Iterator[Figure]:
    """Figures of recording an evening's tables by several, each some of them."""
    texts = _texts()
    with server() as at:
        with open_or_create(database(at, BLANK)):
            pass
        size = f"{len(texts[0].splitlines()):,} events each"
        spans = [_locked(database(at, copied=BLANK), texts[0]) for _ in range(runs)]
        yield _of_spans("time under the ledger's lock", "recording, line to commit", size, spans, at_most(0.2).bound)
        started = _SPAWN.Barrier(MANY + 1)
        with _SPAWN.Pool(MANY, started.wait) as pool:
            started.wait()
            all_at_once = _recorded(at, pool, texts)
            all_at_once()  # what a process loads with its first ledger counts nowhere
            others = {"one, four times": Beside(_recorded_in_turn(at, pool, texts), at_least(1.3))}
            yield from waited(f"{MANY} record at once", size, all_at_once, others, runs, here=False)
    longest = [_longest_wait(folder / f"{run}.db", count) for run in range(runs)]
    for number, what in enumerate(("another process rules and follows", "another makes the read models anew")):
        found = [(waits[number], LONGEST_WAIT) for waits in longest]
        yield _of_spans(f"longest append while {what}", "0.2 seconds", "an event every 10 ms", found, 1)


def _texts() -> list[bytes]:
    """A feed for each of MANY, of tables of its own."""
    texts = [bytearray() for _ in range(MANY)]
    sources = dict[str, int]()
    for delivery in evenings(1):
        texts[sources.setdefault(delivery.source, len(sources)) % MANY] += cloudevents.write(delivery) + b"\n"
    return list(map(bytes, texts))


def _of_spans(what: str, beside: str, size: str, pairs: list[tuple[float, float]], bound: float | None) -> Figure:
    ordered = sorted(pairs, key=lambda pair: pair[0] / pair[1])
    ratios = [ours / theirs for ours, theirs in ordered]
    ours, theirs = ordered[len(ordered) // 2]
    ratio = ratios[len(ratios) // 2]
    return Figure(what, beside, size, ours, theirs, ratio, ratios[0], ratios[-1], len(pairs), "clock", at_most(bound or 1))


def _feed(ledger: Ledger, text: bytes) -> None:

    intake.ingest_stream(ledger, BytesIO(text), "bench", format_named("cloudevents").reader(Path("bench")), GAMES)


def _locked(url: str, text: bytes) -> tuple[float, float]:
    """Seconds under the lock, the commit included, and seconds in all."""
    held = 0.0
    writing = PostgreSQL.writing

    @contextmanager
    def measured(dialect: PostgreSQL) -> Iterator[Any]:
        nonlocal held
        began = None
        try:
            with writing(dialect) as cursor:
                began = perf_counter()
                yield cursor
        finally:
            held += perf_counter() - began if began is not None else 0

    with patch.object(PostgreSQL, "writing", measured), Ledger(url) as ledger, Stopwatch() as watch:
        _feed(ledger, text)
    return held, watch.span.seconds


def _record(url: str, text: bytes) -> None:
    with Ledger(url) as ledger:
        _feed(ledger, text)


def _recorded(at: Any, pool: Any, texts: list[bytes]) -> Measured:
    def once() -> Span:
        url = database(at, copied=BLANK)
        with Stopwatch() as watch:
            pool.starmap(_record, [(url, text) for text in texts], chunksize=1)
        return watch.span

    return once


def _recorded_in_turn(at: Any, pool: Any, texts: list[bytes]) -> Measured:
    def once() -> Span:
        url = database(at, copied=BLANK)
        with Stopwatch() as watch:
            for text in texts:
                pool.apply(_record, (url, text))
        return watch.span

    return once


def _longest_wait(path: Path, count: int) -> list[float]:
    """The longest that an append took while another process ruled and followed, and while it made the read models anew."""
    url = f"sqlite:///{path}"
    coming = days(10**6)
    found = []
    with open_or_create(url) as ledger:
        for batch in batched(list(days(count)), BATCH):
            ledger.ingest(incoming_deliveries(batch, "bench"))
        for act in ("follow", "rebuild"):
            process = _SPAWN.Process(target=_keep_up, args=(url, act))
            process.start()
            longest = 0.0
            for _ in range(APPENDS):  # and no more, or it would never have done
                if not process.is_alive():
                    break
                arrivals = [
                    arrival._replace(delivery=_of_another_table(arrival.delivery))
                    for arrival in incoming_deliveries([next(coming)], "live")
                ]
                began = perf_counter()
                ledger.ingest(arrivals)
                longest = max(longest, perf_counter() - began)
                sleep(EVERY)
            process.join()
            found.append(longest)
    return found


def _of_another_table(delivery: Any) -> Any:
    return delivery._replace(source=f"live/{delivery.source}", subject=delivery.subject.replace("BAC-0", "BAC-9"))


def _keep_up(url: str, act: str) -> None:
    with Ledger(url) as ledger, open_read_models(ledger) as engine:
        if act == "follow":
            catch_up(ledger, engine)
        else:
            rebuild(ledger, engine)

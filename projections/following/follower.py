"""Following the ledger: what is new is processed in batches, each in one transaction with how far the follower has come."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Protocol

from eventsourcing.persistence import Notification
from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import IntegrityError

from ledger.application import Ledger
from ledger.recorder.dialects import writing_by
from ledger.recorder.retry import retried
from ledger.recorder.tables import TRACKING

BATCH: Final = 1_000
"""Entries pulled at a time: one pull is one transaction, so short that whoever records hardly waits for it."""

Progress = Callable[[int], None]


class Follower(Protocol):
    """Something that is kept up with the ledger. Its `name` says in the tracking table how far it has come."""

    @property
    def name(self) -> str: ...

    @property
    def topics(self) -> Sequence[str]:
        """What it follows."""
        ...

    def process(self, ledger: Ledger, batch: Sequence[Notification], upto: int) -> Callable[[Connection], None]:
        """Take in what came next, up to a position, and return what writes it: on a connection on which it commits with
        the tracking.
        """
        ...


def tracked_position(engine: Engine, name: str) -> int:
    """The position up to which a follower has come, 0 where it has not begun."""
    with engine.connect() as connection:
        return int(connection.scalar(select(TRACKING.c.position).where(TRACKING.c.name == name)) or 0)


def catch_up(ledger: Ledger, engine: Engine, follower: Follower, progress: Progress = lambda _: None) -> int:
    """Bring a follower up to the ledger's last entry; return its position. `progress` hears of entries processed."""

    def next_batch() -> tuple[int, int]:
        after, upto = tracked_position(engine, follower.name), ledger.size()
        if upto == after:
            return after, after
        batch = ledger.recorder.select_notifications(after, BATCH, upto, follower.topics, inclusive_of_start=False)
        if len(batch) == BATCH:
            upto = batch[-1].id
        write = follower.process(ledger, batch, upto)
        with following(ledger, engine, follower.name, after, upto) as connection:
            write(connection)
        return after, upto

    while True:
        before, now = retried(next_batch, IntegrityError, ledger.url, "follow it later")
        if now == before:
            return now
        progress(now - before)


@contextmanager
def following(ledger: Ledger, engine: Engine, name: str, after: int, upto: int) -> Iterator[Connection]:
    """A transaction that brings a follower from one position to another, or rewrites what it keeps where they are the same.

    Raises IntegrityError where another process has followed meanwhile.
    """
    leaf = ledger.recorder.leaves(upto - 1, upto)[0]
    with writing_by(engine, ledger.url) as connection:
        _move_tracking(connection, name, after, upto, leaf)
        yield connection


def _move_tracking(connection: Connection, name: str, after: int, position: int, leaf: bytes) -> None:
    """Raises IntegrityError where another process has followed meanwhile."""
    place = {"position": position, "leaf": leaf}
    if after == 0:
        connection.execute(insert(TRACKING).values(name=name, **place))
        return
    moved = update(TRACKING).where(TRACKING.c.name == name, TRACKING.c.position == after).values(**place)
    if connection.execute(moved).rowcount != 1:
        raise IntegrityError("another process has followed meanwhile", None, ValueError(after))

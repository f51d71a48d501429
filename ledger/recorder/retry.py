"""Waiting for others who write to the same ledger: waits that grow, up to a bound, and that are spoken of."""

import time
from collections.abc import Callable
from random import SystemRandom
from typing import Final, TypeVar

from ledger.errors import UnusableLedger
from ledger.recorder.database import url_without_password
from ledger.values.terminal import say

WAIT_SECONDS: Final = 30
"""How long anybody waits for others before giving up."""

NOTICE_SECONDS: Final = 1
"""After how long a wait is spoken of on standard error."""

FIRST_WAIT_MS: Final = 1
LONGEST_WAIT_MS: Final = 50
"""Between two attempts: twice as long each time, up to here. Longer ones would make a short write wait for long."""

LONGEST_WAIT_FOR_WORK_MS: Final = 250
"""The same where others do a long piece of work, and not one write."""

T = TypeVar("T")
_RANDOM: Final = SystemRandom()


class Wait:
    """What is waited for others since it was made: no pause is longer than `longest_ms`.

    Where it has taken more than `notice_seconds`, `notice` is said on standard error, once.
    """

    def __init__(self, notice: str, notice_seconds: int, longest_ms: int):
        self._notice, self._notice_seconds, self._longest_ms = notice, notice_seconds, longest_ms
        self._began = time.monotonic_ns()
        self._next_ms = FIRST_WAIT_MS
        self._is_announced = False

    @property
    def waited_ms(self) -> int:
        """Milliseconds since it began."""
        return (time.monotonic_ns() - self._began) // 1_000_000

    def pause(self) -> None:
        """Waits: about twice as long as the last time, and never just as long as somebody else does."""
        if not self._is_announced and self.waited_ms > 1_000 * self._notice_seconds:
            self._is_announced = True
            say(f"recoup: {self._notice}", err=True)
        time.sleep(self._next_ms * (1 + _RANDOM.random()) / 2000)
        self._next_ms = min(2 * self._next_ms, self._longest_ms)


def waited(attempt: Callable[[], T], conflict: type[Exception], url: str) -> T:
    """What `attempt` returns, once it runs without the conflict that others cause; that is raised after WAIT_SECONDS."""
    place = url_without_password(url)
    notice = f"others are writing to {place}; waiting for them, for {WAIT_SECONDS} seconds at the most"
    wait = Wait(notice, NOTICE_SECONDS, LONGEST_WAIT_MS)
    while True:
        try:
            return attempt()
        except conflict:
            if wait.waited_ms >= 1_000 * WAIT_SECONDS:
                raise
            wait.pause()


def retried(attempt: Callable[[], T], conflict: type[Exception], url: str, again: str) -> T:
    """What `attempt` returns, once it runs without the conflict that a faster writer causes.

    Raises UnusableLedger where others write without pause; `again` says what to do then.
    """
    try:
        return waited(attempt, conflict, url)
    except conflict as error:
        place = url_without_password(url)
        raise UnusableLedger(
            f"{place} is being written to by others without pause, for {WAIT_SECONDS} seconds; {again}"
        ) from error

"""Waiting for others who write to the same ledger: waits that grow, up to a bound, and that are spoken of."""

import sys
import time
from collections.abc import Callable
from random import SystemRandom
from typing import Final, TypeVar

from ledger.errors import UnusableLedger
from ledger.recorder.database import url_without_password

WAIT_SECONDS: Final = 30
"""How long anybody waits for others before giving up."""

NOTICE_SECONDS: Final = 1
"""After how long a wait is spoken of on standard error."""

FIRST_WAIT_MS: Final = 1
LONGEST_WAIT_MS: Final = 50
"""Between two attempts: twice as long each time, up to here. Longer ones would make a short write wait for long."""

T = TypeVar("T")
_RANDOM: Final = SystemRandom()


class Wait:
    """What is waited for others at one ledger, since it was made."""

    def __init__(self, url: str):
        self._url = url
        self._began = time.monotonic_ns()
        self._next_ms = FIRST_WAIT_MS
        self._is_announced = False

    @property
    def left_ms(self) -> int:
        """Milliseconds until it is given up, 0 or less where that is now."""
        return 1_000 * WAIT_SECONDS - (time.monotonic_ns() - self._began) // 1_000_000

    def announce(self) -> None:
        """Says on standard error that it waits, once, where that has taken a while."""
        if not self._is_announced and WAIT_SECONDS - self.left_ms // 1_000 > NOTICE_SECONDS:
            self._is_announced = True
            place = url_without_password(self._url)
            text = f"recoup: others are writing to {place}; waiting for them, for {WAIT_SECONDS} seconds at the most"
            print(text, file=sys.stderr, flush=True)  # noqa: T201 - somebody may be looking at a command that does nothing

    def pause(self) -> None:
        """Waits: about twice as long as the last time, and never just as long as somebody else does."""
        self.announce()
        time.sleep(self._next_ms * (1 + _RANDOM.random()) / 2000)
        self._next_ms = min(2 * self._next_ms, LONGEST_WAIT_MS)


def waited(attempt: Callable[[], T], conflict: type[Exception], url: str) -> T:
    """What `attempt` returns, once it runs without the conflict that others cause; that is raised after WAIT_SECONDS."""
    wait = Wait(url)
    while True:
        try:
            return attempt()
        except conflict:
            if wait.left_ms <= 0:
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

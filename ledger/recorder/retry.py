"""Trying again what somebody else was faster at."""

from collections.abc import Callable
from typing import Final, TypeVar

from ledger.errors import UnusableLedger
from ledger.recorder.database import url_without_password

ATTEMPTS: Final = 20

T = TypeVar("T")


def retried(attempt: Callable[[], T], conflict: type[Exception], url: str, again: str) -> T:
    """What `attempt` returns, once it runs without the conflict that a faster writer causes.

    Raises UnusableLedger where others write without pause; `again` says what to do then.
    """
    for _ in range(ATTEMPTS):
        try:
            return attempt()
        except conflict:
            continue
    raise UnusableLedger(f"{url_without_password(url)} is being written to by others without pause; {again}")

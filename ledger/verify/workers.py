"""Several programs that look at a ledger's rows at the same time, one a processor."""

import pickle
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from subprocess import DEVNULL, PIPE, Popen
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from ledger.verify.fast_check import PageCheck

SPAN: Final = 4096
_AHEAD: Final = 2
"""So many ranges each is asked for before it is listened to."""


class CheckedPage(NamedTuple):
    """What was seen of the positions after `after`, up to and with `upto`: None where somebody must look again."""

    after: int
    upto: int
    glance: PageCheck | None


def check_pages(where: Mapping[str, Any], size: int, count: int) -> Iterator[CheckedPage]:
    """What so many onlookers see of a ledger with `size` positions, in the order of the positions.

    `where` says how to connect. Of what one of them cannot tell, whatever the reason, nothing is seen.
    """
    spans = [(after, min(after + SPAN, size)) for after in range(0, size, SPAN)]
    ahead = count * _AHEAD
    with ExitStack() as stack:
        them = [stack.enter_context(_Worker(where)) for _ in range(count)]
        for number, span in enumerate(spans[:ahead]):
            them[number % count].ask(span)
        for number, span in enumerate(spans):
            seen = CheckedPage(*span, them[number % count].answer())
            if number + ahead < len(spans):
                them[number % count].ask(spans[number + ahead])
            yield seen


class _Worker:
    """One such program, for as long as it is wanted."""

    def __init__(self, where: Mapping[str, Any]):
        command = [sys.executable, "-P", "-m", "ledger.verify.worker"]  # -P: nothing is imported from where one stands
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        self.ask(where)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, what: object) -> None:
        assert self._process.stdin is not None
        try:
            pickle.dump(what, self._process.stdin)
            self._process.stdin.flush()
        except OSError:
            pass  # it has ended: its answers say so

    def answer(self) -> PageCheck | None:
        assert self._process.stdout is not None
        try:
            found: PageCheck | None = pickle.load(self._process.stdout)  # noqa: S301 - from the program started here
        except (EOFError, OSError, pickle.UnpicklingError):
            return None
        return found

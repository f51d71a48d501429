"""Following a ledger: every entry after a position, and then each new one as it is recorded."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from threading import Thread
from typing import Any

from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription

Listening = Callable[[], AbstractContextManager[Callable[[], bool]]]
"""Opens whatever tells of changes; what it gives waits a while and says whether something was recorded."""


class LedgerSubscription(ListenNotifySubscription[ApplicationRecorder]):
    """The library's subscription, told of changes by PostgreSQL's NOTIFY or by a look at SQLite's file."""

    def __init__(
        self, recorder: ApplicationRecorder, listening: Listening, gt: int | None = None, topics: Sequence[str] = ()
    ):
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._open_listening = listening
        self._listening = Thread(target=self._listen)
        self._listening.start()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        try:
            super().__exit__(*args, **kwargs)
        finally:
            self._listening.join()

    def _listen(self) -> None:
        try:
            with self._open_listening() as has_changed:
                self._has_been_notified.set()  # of what was recorded before this thread listened
                while not self._has_been_stopped and self._thread_error is None:
                    if has_changed():
                        self._has_been_notified.set()
        except BaseException as error:
            if self._thread_error is None:
                self._thread_error = error
            self.stop()

"""Following a ledger: every entry after a position, and then each new one as it is recorded."""

from collections.abc import Sequence
from threading import Thread
from typing import TYPE_CHECKING, Any

from eventsourcing.persistence import ListenNotifySubscription

if TYPE_CHECKING:
    from ledger.recorder.recorder import LedgerRecorder


class LedgerSubscription(ListenNotifySubscription["LedgerRecorder"]):
    """The library's subscription, told of changes by PostgreSQL's NOTIFY or by a look at SQLite's file."""

    def __init__(self, recorder: "LedgerRecorder", gt: int | None = None, topics: Sequence[str] = ()):
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._listening = Thread(target=self._listen)
        self._listening.start()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        try:
            super().__exit__(*args, **kwargs)
        finally:
            self._listening.join()

    def _listen(self) -> None:
        try:
            with self._recorder.dialect.listening() as has_changed:
                self._has_been_notified.set()  # of what was recorded before this thread listened
                while not self._has_been_stopped and self._thread_error is None:
                    if has_changed():
                        self._has_been_notified.set()
        except BaseException as error:
            if self._thread_error is None:
                self._thread_error = error
            self.stop()

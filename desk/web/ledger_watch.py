"""Pages that are open hear of it as soon as the ledger has grown: one subscription for all of them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Final

from eventsourcing.persistence import PersistenceError
from starlette.concurrency import run_in_threadpool

from ledger.application import Ledger
from ledger.recorder.subscription import LedgerSubscription

LOOK_AGAIN_SECONDS: Final = 15
"""After so long a page looks for itself: the database may have been away, and its subscription with it."""


REST_SECONDS: Final = 1
"""A page that has just heard of something hears of the next no sooner."""


class LedgerWatch:
    """Follows a ledger, or its entries of some topics, for as long as somebody listens."""

    def __init__(self, ledger: Ledger, state: Callable[[], int], topics: Sequence[str] = ()):
        self._ledger, self._state, self._topics = ledger, state, topics
        self._listeners: set[asyncio.Event] = set()
        self._subscription: LedgerSubscription | None = None

    async def states(self) -> AsyncIterator[int]:
        """The ledger's state, and again whenever it has changed."""
        has_grown, state = asyncio.Event(), -1
        self._listeners.add(has_grown)
        try:
            while True:
                if self._subscription is None:
                    self._follow()
                before, state = state, await run_in_threadpool(self._state)
                if state != before:
                    yield state
                    await asyncio.sleep(REST_SECONDS)
                with suppress(TimeoutError):
                    await asyncio.wait_for(has_grown.wait(), LOOK_AGAIN_SECONDS)
                has_grown.clear()
        finally:
            self._listeners.discard(has_grown)
            if not self._listeners and self._subscription is not None:
                self._subscription.stop()
                self._subscription = None  # whoever listens next does not wait for its thread to end

    def _follow(self) -> None:
        self._subscription = self._ledger.recorder.subscribe(self._ledger.size(), self._topics)
        Thread(target=self._tell_listeners, args=(self._subscription, asyncio.get_running_loop()), daemon=True).start()

    def _tell_listeners(self, subscription: LedgerSubscription, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(PersistenceError), subscription:
            for _ in subscription:
                for listener in tuple(self._listeners):
                    loop.call_soon_threadsafe(listener.set)
        if self._subscription is subscription:
            self._subscription = None

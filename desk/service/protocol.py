"""HTTP with little patience: whoever opens a line and does not ask is cut off."""

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS: Final = 10
"""How long a request's head may take to come."""


class ImpatientProtocol(H11Protocol):
    """Closes a connection on which no whole request has come in time, the first as well as the next."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _give_up(self) -> None:
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if not is_answering and not self.transport.is_closing():
            self.transport.close()

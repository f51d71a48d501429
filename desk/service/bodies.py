"""The bodies of requests, read within bounds."""

import asyncio
import time

from starlette.types import Receive


async def whole_body(receive: Receive, most_bytes: int, seconds: int) -> bytes | None:
    """A request's body; None where it is too long or does not end in time."""
    body, ends_at = bytearray(), time.monotonic() + seconds
    while True:
        try:
            message = await asyncio.wait_for(receive(), max(0, ends_at - time.monotonic()))
        except TimeoutError:
            return None
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > most_bytes:
            return None
        if not message.get("more_body"):
            return bytes(body)

"""`python -m bench.viewers PORT TOKEN…`: people who have the open tables before them, each by their session's token."""

import asyncio
import sys

import httpx

from bench.served import BROWSER


async def main(port: str, *tokens: str) -> None:
    """Listens until it is stopped; says when everybody hears."""
    heard = asyncio.Semaphore(0)

    async def viewer(token: str) -> None:
        headers = {"Host": f"localhost:{port}", "User-Agent": BROWSER, "Cookie": f"recoup_session={token}"}
        limits = httpx.Limits(max_connections=1)
        async with (
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=None, limits=limits) as client,
            client.stream("GET", "/live/events") as answer,
        ):
            assert answer.status_code == 200, answer.status_code
            async for _ in answer.aiter_raw():
                heard.release()

    viewers = [asyncio.create_task(viewer(token)) for token in tokens]
    for _ in tokens:
        await heard.acquire()
    print("ready", flush=True)
    await asyncio.gather(*viewers)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

"""What a test kills: a process that takes a feed in, begins to rule on it, and stops in the middle with rulings on record.

Called as `python -m tests.desk.stuck_ruler URL FEED`; it says when it has come so far.
"""

import sys
import time
from pathlib import Path
from typing import Any

from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from projections.following.read_models import catch_up, open_read_models
from projections.rulings import process
from replay.games.registry import GAMES


def main(url: str, feed: Path) -> None:
    append = Ledger.append

    def append_and_stop(ledger: Ledger, *given: Any) -> None:
        append(ledger, *given)
        sys.stdout.write("ruling\n")
        sys.stdout.flush()
        time.sleep(3600)

    with open_or_create(url) as ledger, open_read_models(ledger) as engine:
        with feed.open("rb") as stream:
            intake.ingest_stream(ledger, stream, feed.name, format_named("notation").reader(feed), GAMES)
        process.WRITTEN_AT_ONCE = 1  # type: ignore[misc]
        Ledger.append = append_and_stop  # type: ignore[method-assign,assignment]
        catch_up(ledger, engine)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

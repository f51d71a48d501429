"""What a test kills: a process that records a feed piece by piece, or that rules on what is recorded.

Called as `python -m tests.projections.rulings.worker record|follow URL SEED`; a recorder says each batch that is on record.
"""

import sys
from collections.abc import Sequence
from random import Random
from typing import Final

from drill.sample import evening
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.ingest import incoming_deliveries
from projections.following.read_models import catch_up, open_read_models

TABLES: Final = ("BAC-1", "BAC-2", "BAC-3")
COUPS: Final = 12


def feed() -> list[Delivery]:
    """The first coups of the sample day at three tables, interleaved."""
    tables = [_table(name) for name in TABLES]
    return [delivery for together in zip(*tables, strict=True) for delivery in together]


def _table(name: str) -> list[Delivery]:
    kept = []
    for delivery in evening.deliveries("baccarat"):
        coup = delivery.subject.removeprefix(evening.BACCARAT).removeprefix("/")
        if coup and int(coup) > COUPS:
            break
        kept.append(delivery._replace(source=f"table/{name}", subject=delivery.subject.replace("BAC-1", name)))
    return kept


def pieces(given: Sequence[Delivery], rng: Random) -> list[Sequence[Delivery]]:
    """The feed in pieces of all sizes, in its order."""
    cuts = sorted(rng.sample(range(1, len(given)), 12))
    return [given[first:last] for first, last in zip([0, *cuts], [*cuts, len(given)], strict=True)]


def main(what: str, url: str, seed: int) -> None:
    with Ledger(url) as ledger, open_read_models(ledger) as engine:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        if what == "record":
            for number, piece in enumerate(pieces(feed(), Random(seed))):
                ledger.ingest(incoming_deliveries(piece, "feed"))
                sys.stdout.write(f"{number}\n")
                sys.stdout.flush()
        while True:
            catch_up(ledger, engine, is_live=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))

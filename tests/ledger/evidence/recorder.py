"""A recorder in a process of its own, which is killed: says which batches were acknowledged, one number a line."""

import sys
from pathlib import Path

from ledger.application import Ledger
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.keys import load
from tests.ledgers import arrivals, deliveries

SIZE = 5
"""Deliveries in a batch."""


def main(url: str, key_file: str, run: str) -> None:
    """Records batches of a source that is named after the run, for ever."""
    with Ledger(url) as ledger:
        CheckpointPublisher(ledger, load(Path(key_file)), every=40)
        print("ready", flush=True)
        number = 0
        while True:
            ledger.ingest(arrivals(deliveries(range(number * SIZE, number * SIZE + SIZE), source=f"run-{run}")))
            print(number, flush=True)
            number += 1


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A recorder that is killed at a random instant (SIGKILL), again and again, on one ledger.

What was acknowledged is there, once; a batch that was not is wholly there or wholly absent; the log verifies. The
long form of this belongs to the benchmarks.
"""

import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

import pytest

from ledger.application import Ledger
from ledger.evidence.keys import keep, new_key
from ledger.evidence.notary import Notary
from ledger.evidence.scrutiny import Scrutiny
from tests.ledger.evidence.recorder import SIZE
from tests.ledgers import rows

ROOT: Final = Path(__file__).resolve().parents[3]
RUNS: Final = 6


def killed(url: str, key_file: Path, run: int, rng: Random) -> int:
    """Lets a recorder work for a moment, kills it, and gives back how many batches it acknowledged."""
    command = [sys.executable, "-m", "tests.ledger.evidence.recorder", url, str(key_file), str(run)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            time.sleep(rng.uniform(0, 0.4))
        finally:
            process.kill()
        told = process.stdout.read()
    return told.count("\n")


@pytest.mark.timeout(200)
def test_what_was_acknowledged_outlives_a_kill(ledger_url: str, tmp_path: Path) -> None:
    key, rng, acknowledged = new_key("casino.example/recoup"), Random(9), dict[str, int]()
    keep(key, tmp_path / "recoup.key")
    for run in range(RUNS):
        acknowledged[f"run-{run}"] = killed(ledger_url, tmp_path / "recoup.key", run, rng)
        with Ledger(ledger_url) as ledger:
            assert Scrutiny(ledger, key.key).run().misfits == []
    assert sum(acknowledged.values()) > 0
    there = Counter((row["source"], row["delivery_id"]) for row in rows(ledger_url) if row["source"] in acknowledged)
    assert set(there.values()) == {1}
    for source, batches in acknowledged.items():
        kept = {ident for one, ident in there if one == source}
        assert kept in ({f"d{n}" for n in range(count * SIZE)} for count in (batches, batches + 1)), source
    with Ledger(ledger_url) as ledger, closing(Notary(ledger, key)) as notary:
        notary.checkpoint("command")
        assert Scrutiny(ledger, key.key).run().misfits == []

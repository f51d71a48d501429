"""Rounds whose right ruling was worked out elsewhere, tried against the command; skipped where they are not at hand."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

import pytest

PROGRAM: Final = Path(sysconfig.get_path("scripts")) / "recoup"
SITUATIONS: Final = Path(__file__).resolve().parents[3] / "shared" / "situations"
PATHS: Final = sorted(SITUATIONS.rglob("*.json"))

NOT_YET: Final = frozenset(
    {
        "eca-blackjack/left-over-cards-at-the-dealer",
        "eca-blackjack/nine-and-ten-split",
        "eca-blackjack/refused-without-being-moved",
        "scb/one-late-bet-alone",
    }
)
"""Situations that are still ruled on wrongly. One that comes out right fails here until it is taken off the list."""


def situations() -> list[object]:
    """Every situation by house and name, those that are still wrong expected to fail."""
    wrong = pytest.mark.xfail(reason="still ruled on wrongly", strict=True)
    names = [f"{path.parent.name}/{path.stem}" for path in PATHS]
    return [pytest.param(name, marks=[wrong] if name in NOT_YET else []) for name in names]


@pytest.mark.skipif(not PATHS, reason=f"no {SITUATIONS.name} beside the checkout")
@pytest.mark.parametrize("name", situations())
def test_a_situation_is_ruled_on_as_it_should_be(name: str) -> None:
    command = [sys.executable, str(SITUATIONS / "run.py"), "-j", "1", str(SITUATIONS / f"{name}.json")]
    environment = dict(os.environ, RECOUP=str(PROGRAM))
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=290, check=False)
    assert done.returncode == 0, done.stdout

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
NAMES: Final = [f"{path.parent.name}/{path.stem}" for path in PATHS]


@pytest.mark.skipif(not PATHS, reason=f"no {SITUATIONS.name} beside the checkout")
@pytest.mark.parametrize("name", NAMES)
def test_a_situation_is_ruled_on_as_it_should_be(name: str) -> None:
    command = [sys.executable, str(SITUATIONS / "run.py"), "-j", "1", str(SITUATIONS / f"{name}.json")]
    environment = dict(os.environ, RECOUP=str(PROGRAM))
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=290, check=False)
    assert done.returncode == 0, done.stdout

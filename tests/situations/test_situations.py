"""Rounds whose right ruling was worked out elsewhere, tried against the command; skipped where they are not at hand."""

import os
import subprocess
import sys
import sysconfig
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from tests.commands import Recoup

PROGRAM: Final = Path(sysconfig.get_path("scripts")) / "recoup"
SITUATIONS: Final = Path(__file__).resolve().parents[3] / "shared" / "situations"
RUNNER: Final = SITUATIONS / "run.py"
OPEN: Final = SITUATIONS.parent / "open-situations"
PATHS: Final = sorted((*SITUATIONS.rglob("*.json"), *OPEN.rglob("*.json")))
NOT_YET_RIGHT: Final[frozenset[str]] = frozenset()
"""Situations that are still ruled on wrongly; each leaves this list with what puts it right."""

pytestmark = pytest.mark.skipif(not PATHS, reason=f"no {SITUATIONS.name} beside the checkout")


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.fixture(scope="module")
def situations() -> ModuleType:
    """What runs them and compares."""
    spec = spec_from_file_location("situations_runner", RUNNER)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def tried(path: Path) -> Any:
    """A situation as a parameter, expected to fail as long as it is not ruled on rightly."""
    wrong = pytest.mark.xfail(reason="still ruled on wrongly", strict=True)
    return pytest.param(path, marks=[wrong] if path.is_relative_to(OPEN) and name_of(path) in NOT_YET_RIGHT else [])


@pytest.mark.parametrize("path", [tried(path) for path in PATHS], ids=name_of)
def test_a_situation_is_ruled_on_as_it_should_be(
    path: Path, situations: ModuleType, recoup: Recoup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands run in this process: a situation starts up to thirty of them."""

    def run(place: Any, *args: object) -> subprocess.CompletedProcess[str]:
        for name in ("RECOUP_LEDGER", "COLUMNS", "NO_COLOR", "TERM"):
            monkeypatch.setenv(name, place.env[name])
        monkeypatch.chdir(place.folder)
        words = [str(arg).replace("{beside}", str(place.beside)).replace("{tmp}", str(place.folder)) for arg in args]
        ran = recoup(*words)
        return subprocess.CompletedProcess(words, ran.code, ran.out, ran.err)

    monkeypatch.setattr(situations.Place, "recoup", run)
    assert situations.situation(path) == []


@pytest.mark.slow
def test_the_program_rules_as_the_commands_in_this_process_do() -> None:
    command = [sys.executable, str(RUNNER), "-j", "1", str(next(SITUATIONS.rglob("*.json")))]
    environment = dict(os.environ, RECOUP=str(PROGRAM))
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=290, check=False)
    assert done.returncode == 0, done.stdout

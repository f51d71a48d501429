"""`recoup` as a user runs it, in the test's own process."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
import pytest

from desk.cli.main import main


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document that it printed."""
        return orjson.loads(self.out)

    @property
    def complaint(self) -> str:
        """What it said on standard error: one plain sentence, with nothing on standard output."""
        assert self.out == ""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        assert self.err.startswith("recoup: ")
        assert "Traceback" not in self.err
        return self.err.removeprefix("recoup: ").strip()


Recoup = Callable[..., Ran]


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Recoup:
    """Runs a command line in the current folder."""

    def run(*args: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["recoup", *args])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        code = ended.value.code
        return Ran(code if isinstance(code, int) else 0, captured.out, captured.err)

    return run

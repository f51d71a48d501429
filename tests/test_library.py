"""The examples of `docs/library.md`, in their order, in one program."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replay.games.baccarat import checks
from replay.judging import finding
from replay.ruling.finding_kinds import finding_kinds

PAGE = Path(__file__).parents[1] / "docs" / "library.md"


@pytest.fixture
def without_new_kinds() -> Iterator[None]:
    """What the page declares is gone after it; what any game declares stays, also one that is first loaded there."""
    finding_kinds()
    known, kinds, ranks = list(checks.CHECKS), dict(finding._KINDS), dict(finding._RANKS)
    yield
    checks.CHECKS[:] = known
    finding._KINDS.clear()
    finding._KINDS.update(kinds)
    finding._RANKS.clear()
    finding._RANKS.update(ranks)


@pytest.mark.usefixtures("without_new_kinds")
def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert len(blocks) == 5
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    names["ledger"].close()


@pytest.mark.usefixtures("without_new_kinds")
def test_a_kind_is_declared_once() -> None:
    finding.declare(__name__, finding.Phase.BETS, "players", {"nobody_bet": "Nobody bet."})
    with pytest.raises(ValueError, match="nobody_bet"):
        finding.declare(__name__, finding.Phase.BETS, "players", {"nobody_bet": "No bet."})


@pytest.mark.parametrize("what", ["absences", "holds_anyhow", "holds_unless_reopened"])
def test_what_is_said_of_a_kind_that_is_not_declared_is_refused(what: str) -> None:
    declared: dict[str, Any] = {what: {"nobody_came": finding.Absence(())}}
    with pytest.raises(KeyError, match="nobody_came"):
        finding.declare(__name__, finding.Phase.BETS, "players", {}, **declared)

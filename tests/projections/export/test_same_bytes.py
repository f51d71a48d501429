"""One export twice is one package: whatever was recorded since, wherever it was broken off, on whichever copy."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from desk.opening import open_existing
from drill.runner import run_locally
from ledger.errors import UnusableExport
from ledger.events.evidence import ExportScope
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.package.format import contents_of
from projections.export import entries
from projections.export.judged import rulings_file
from projections.export.rulings_again import make_rulings_again
from projections.workers import Workers
from tests.projections.export.house import CASE, SECOND, SECOND_EVENING, House, inspected

SCOPES: Final = (
    ExportScope(),
    ExportScope(since="2026-01-21", until="2026-01-21"),
    ExportScope(table="BAC-1"),
    ExportScope(shoe="S1"),
    ExportScope(case=CASE),
)
MORE: Final = SECOND_EVENING.replace(SECOND, "BAC-1/2026-01-22").replace("night/2", "night/3")


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a package, by its place."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def spoken(scope: ExportScope) -> str:
    return "-".join(f"{name}={value}" for name, value in scope.model_dump(exclude_none=True).items()) or "whole"


@pytest.mark.slow
@pytest.mark.parametrize("scope", SCOPES, ids=spoken)
def test_the_same_export_is_the_same_bytes_whatever_was_recorded_since(
    scope: ExportScope, own_house: House, tmp_path: Path
) -> None:
    own_house.export(tmp_path / "one", scope)
    own_house.record(MORE)
    own_house.record(f"!source night/4\n{SECOND}/2: notice P-2 inspector\n")
    with own_house.opened() as ledger, closing(CheckpointPublisher(ledger, own_house.signer)) as notary:
        notary.checkpoint("command")
    own_house.export(tmp_path / "two", scope)
    assert files(tmp_path / "one") == files(tmp_path / "two")
    own_house.export(tmp_path / "three", scope, anew=True)
    assert contents_of(tmp_path / "three").size > contents_of(tmp_path / "one").size
    assert inspected(tmp_path / "three", own_house).misfits == []


@pytest.mark.slow
@pytest.mark.parametrize("scope", SCOPES, ids=spoken)
def test_two_copies_of_a_ledger_export_the_same_bytes(scope: ExportScope, own_house: House, tmp_path: Path) -> None:
    other = tmp_path / "copy.db"
    with closing(sqlite3.connect(tmp_path / "recoup.db")) as ledger, closing(sqlite3.connect(other)) as copy:
        ledger.backup(copy)
    own_house.export(tmp_path / "one", scope)
    replace(own_house, url=f"sqlite:///{other}").export(tmp_path / "two", scope)
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.slow
def test_several_processes_write_the_same_bytes_and_find_the_same(own_house: House, tmp_path: Path) -> None:
    two_processes = Workers(2, partial(run_locally, 2, tmp_path))
    own_house.export(tmp_path / "one", reports=True)
    own_house.export(tmp_path / "two", reports=True, workers=two_processes)
    assert files(tmp_path / "one") == files(tmp_path / "two")
    contents = contents_of(tmp_path / "two")
    check = partial(make_rulings_again, folder=tmp_path / "two", contents=contents, progress=lambda _: None)
    with open_existing(str(tmp_path / "two")) as package:
        assert check(package, workers=two_processes) == ([], {})
        changed = tmp_path / "two" / rulings_file(contents.days[0])
        changed.write_bytes(changed.read_bytes().replace(b'"verdict":"', b'"verdict":"un', 1))
        found = check(package, workers=two_processes)
        assert len(found.differences) == 1
        assert found == check(package)


class Killed(BaseException):
    """The power went."""


@pytest.mark.slow
@pytest.mark.parametrize("after", [pytest.param(n, marks=pytest.mark.nightly) for n in (0, 1, 3, 8, 20, 40)] + [12])
@pytest.mark.parametrize("scope", [SCOPES[0], SCOPES[1], SCOPES[4]], ids=spoken)
def test_an_export_goes_on_where_it_was_broken_off(
    scope: ExportScope, after: int, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before the n-th file comes to its place, with entries in segments of 30 and in one of the tries twice."""
    house.export(tmp_path / "one", scope)
    monkeypatch.setattr(entries, "SEGMENT_SIZE", 30)
    whole, times = Path.replace, 0

    def dies(path: Path, target: str | os.PathLike[str]) -> Any:
        nonlocal times
        times += 1
        if times == after + 1:
            raise Killed
        return whole(path, target)

    monkeypatch.setattr(Path, "replace", dies)
    with suppress(Killed):
        house.export(tmp_path / "two", scope)
    monkeypatch.setattr(Path, "replace", whole)
    house.export(tmp_path / "two", scope) if not (tmp_path / "two").exists() else None
    assert not (tmp_path / "two.partial").exists()
    ours, theirs = files(tmp_path / "one"), files(tmp_path / "two")
    joined = "data/events/events-"
    assert b"".join(text for name, text in theirs.items() if name.startswith(joined)) == b"".join(
        text for name, text in ours.items() if name.startswith(joined)
    )
    assert inspected(tmp_path / "two", house).misfits == []
    house.export(tmp_path / "three", scope)
    assert theirs == files(tmp_path / "three")


@pytest.mark.slow
def test_what_is_there_already_is_not_written_over(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house.export(tmp_path / "one")
    with pytest.raises(UnusableExport, match="is there already"):
        house.export(tmp_path / "one")

    def dies(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("ledger.package.bag.close", dies)
        with suppress(Killed):
            house.export(tmp_path / "two")
    with pytest.raises(UnusableExport, match="the beginning of another export"):
        house.export(tmp_path / "two", ExportScope(table="BAC-2"))
    shutil.rmtree(tmp_path / "two.partial")
    house.export(tmp_path / "two", ExportScope(table="BAC-2"))

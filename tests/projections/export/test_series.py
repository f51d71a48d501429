"""A year of packages: each follows the one before, and what does not is named: a gap, an overlap, a fork, a replacement."""

import shutil
from pathlib import Path
from typing import Final

import pytest

from ledger.events.evidence import ExportScope
from ledger.package import bag
from ledger.package.series import Series, check_series, series_member
from tests.commands import runner
from tests.projections.export.house import House, built, inspected
from tests.projections.export.test_verify_program import verified

pytestmark = pytest.mark.slow

DAYS: Final = ("2026-01-20", "2026-01-21", "2026-01-22")
LATER: Final = """\
!source night/3
BAC-1/2026-01-22: table baccarat dcb GBP zone=Europe/London; limits punto 500 100000; shoe S2 8
BAC-1/2026-01-22/1: open shoe=S2; bet w1 P-1 punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto; pay w1 2000; close
"""


def day(since: str, until: str | None = None) -> ExportScope:
    return ExportScope(since=since, until=until or since, table="BAC-1")


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> tuple[House, dict[str, Path]]:
    """Three days, each exported when it was over; then the second anew."""
    folder = tmp_path_factory.mktemp("year")
    house = built(folder)
    packages = {}
    for at, name in enumerate(DAYS):
        if at == 2:
            house.record(LATER)
        packages[name] = folder / name
        house.export(packages[name], day(name))
    house.record(LATER.replace("2026-01-22", "2026-01-23").replace("night/3", "night/5"))
    packages["anew"] = folder / "anew"
    house.export(packages["anew"], day(DAYS[1]), anew=True, reason="the table's clock was set wrong")
    packages["over"] = folder / "over"
    house.export(packages["over"], day(DAYS[1], DAYS[2]))
    return house, packages


def checked(packages: dict[str, Path], *names: str) -> Series:
    return check_series([series_member(packages[name]) for name in names])


def test_days_that_follow_one_another_are_of_one_log(year: tuple[House, dict[str, Path]]) -> None:
    house, packages = year
    for name in DAYS:
        assert inspected(packages[name], house).misfits == []
        assert verified(packages[name], house.public).returncode == 0
    series = checked(packages, *reversed(DAYS))
    assert series.misfits == ()
    assert [member.folder.name for member in series.standing] == list(DAYS)
    assert not (packages[DAYS[0]] / "data/previous.checkpoint").exists()
    assert (packages[DAYS[1]] / "data/previous.consistency").exists()


def test_a_day_that_is_missing_is_named(year: tuple[House, dict[str, Path]]) -> None:
    [gap, follows] = checked(year[1], DAYS[0], DAYS[2]).misfits
    assert gap.startswith("gap: no package tells of 2026-01-21 to 2026-01-21, between ")
    assert "follows another package than" in follows


def test_days_that_are_told_twice_are_named(year: tuple[House, dict[str, Path]]) -> None:
    found = checked(year[1], *DAYS, "over").misfits
    assert any(f"both tell of {DAYS[1]} to {DAYS[1]}, and neither replaces the other" in misfit for misfit in found)


def test_a_day_that_was_replaced_says_by_which_why_and_what_came(year: tuple[House, dict[str, Path]]) -> None:
    series = checked(year[1], *DAYS, "anew")
    [(old, new)] = series.replaced
    assert (old.folder.name, new.folder.name) == (DAYS[1], "anew")
    assert new.contents.replaces is not None
    assert new.contents.replaces.reason == "the table's clock was set wrong"
    assert series.misfits == ()
    assert [member.folder.name for member in series.standing] == [DAYS[0], "anew", DAYS[2]]


def test_a_second_history_is_named(year: tuple[House, dict[str, Path]], tmp_path: Path) -> None:
    """The house signs a package that names another root for the one before it."""
    house, packages = year
    forged = tmp_path / "forged"
    shutil.copytree(packages[DAYS[2]], forged)
    note = (forged / "data/previous.checkpoint").read_text().splitlines()
    note[2] = "A" * 43 + "="
    (forged / "data/previous.checkpoint").write_text("\n".join(note) + "\n")
    bag.close(forged, {}, house.signer)
    assert inspected(forged, house).misfits
    misfits = check_series(
        [series_member(packages[DAYS[0]]), series_member(packages[DAYS[1]]), series_member(forged)]
    ).misfits
    assert any(misfit.startswith("fork: ") for misfit in misfits)
    assert verified(forged, house.public).returncode == 1


def test_the_command_verifies_a_series(
    year: tuple[House, dict[str, Path]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    house, packages = year
    recoup = runner(monkeypatch, capsys)
    names = [str(packages[name]) for name in DAYS]
    good = recoup("verify", *names, "--key", str(house.public))
    assert "3 packages follow one another from 2026-01-20 to 2026-01-22, of one log" in good.out
    bad = recoup("verify", names[0], names[2], "--key", str(house.public), "--json")
    assert bad.code == 1
    assert bad.json["misfits"][0].startswith("gap: ")

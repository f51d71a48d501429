"""A package whose manifests were made anew: who signed it is asked first, or it is said that nobody asked."""

import shutil
from pathlib import Path

import pytest

from desk.terminal.console import DONE, UNUSABLE
from ledger.evidence.keys import new_key
from ledger.package import bag
from tests.commands import Recoup
from tests.desk.conftest import Demo

pytestmark = pytest.mark.slow


@pytest.fixture
def forged(demo_run: Demo, tmp_path: Path) -> Path:
    """The demo's package under another key, with manifests that fit."""
    folder = shutil.copytree(demo_run.folder / "export", tmp_path / "package")
    bag.close(folder, {}, new_key("evil.example/recoup"))
    shutil.copy(demo_run.folder / "regulator.pub", tmp_path / "recoup.pub")
    return folder


def test_with_the_house_s_key_it_is_refused(forged: Path, recoup: Recoup) -> None:
    ran = recoup("rule", "--all", "--ledger", str(forged))
    assert ran.code == UNUSABLE
    assert "is not signed with the key recoup.pub" in ran.complaint


def test_without_a_key_it_is_said_that_nothing_is_verified(forged: Path, recoup: Recoup, tmp_path: Path) -> None:
    (tmp_path / "recoup.pub").unlink()
    ran = recoup("rule", "--all", "--ledger", str(forged))
    assert ran.code == DONE
    assert ran.err.startswith("recoup: NOTHING of the package")
    assert ran.err.count("\n") == 1


def test_what_the_key_signed_is_ruled_on_without_a_word(demo_run: Demo, forged: Path, recoup: Recoup) -> None:
    del forged
    ran = recoup("rule", "--all", "--ledger", str(demo_run.folder / "export"))
    assert (ran.code, ran.err) == (DONE, "")


def test_its_page_names_a_verify_program_from_elsewhere_first(demo_run: Demo) -> None:
    page = (demo_run.folder / "export" / "VERIFY.md").read_text(encoding="utf-8")
    assert page.index("a copy from elsewhere") < page.index("beside this page")

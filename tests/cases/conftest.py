"""Worked cases: which are run, which have to wait."""

import shutil
from pathlib import Path

import pytest

from desk.opening import migrate
from replay.editions.loader import SHIPPED_RULEBOOKS
from tests.cases.capturing import captures
from tests.cases.telling import Case, read


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", metavar="DIR", help="run the worked cases below this folder (default: tests/cases)")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder = Path(metafunc.config.getoption("--cases", None) or Path(__file__).parent)
    if "worked_capture" in metafunc.fixturenames:
        metafunc.parametrize(
            "worked_capture", [pytest.param(worked_capture, id=worked_capture.title) for worked_capture in captures(folder)]
        )
    if "worked_case" in metafunc.fixturenames:
        found = [_param(read(path)) for path in sorted(folder.rglob("*.json"))]
        if not found:
            raise pytest.UsageError(f"there is no case below {folder}")
        metafunc.parametrize("worked_case", found)


def _param(case: Case) -> "pytest.ParameterSet":
    marks: list[pytest.MarkDecorator] = []
    if not case.is_told_in_events:
        return pytest.param(case, id=case.name, marks=pytest.mark.skip(reason="not told in events; see test_captures"))
    if case.rulebook not in SHIPPED_RULEBOOKS:
        marks.append(pytest.mark.skip(reason=f"rulebook {case.rulebook} is not built yet"))
    elif "proposed" in case.content:
        marks.append(pytest.mark.skip(reason="rests on an ambiguity that is only proposed"))
    return pytest.param(case, id=case.title, marks=marks)


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty ledger's file, to be copied."""
    path = tmp_path_factory.mktemp("blank") / "ledger.db"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture
def ledger_url(blank: Path, tmp_path: Path) -> str:
    """An empty ledger of this test's own."""
    return f"sqlite:///{shutil.copy(blank, tmp_path / 'ledger.db')}"

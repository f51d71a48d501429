"""A house, and packages of it that no test changes."""

from pathlib import Path

import pytest

from ledger.events.evidence import ExportScope
from tests.projections.export.house import CASE, House, built


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house of this session's; what is exported of it is recorded in it."""
    return built(tmp_path_factory.mktemp("house"))


@pytest.fixture
def own_house(tmp_path: Path) -> House:
    """A house of the test's own, to record in."""
    return built(tmp_path)


@pytest.fixture(scope="session")
def whole(house: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of the whole ledger."""
    out = tmp_path_factory.mktemp("whole") / "package"
    house.export(out)
    return out


@pytest.fixture(scope="session")
def evening(house: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of the second evening at the first table, with schemas and reports."""
    out = tmp_path_factory.mktemp("evening") / "package"
    house.export(out, ExportScope(since="2026-01-21", until="2026-01-21", table="BAC-1"), reports=True)
    return out


@pytest.fixture(scope="session")
def of_case(house: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of the case."""
    out = tmp_path_factory.mktemp("case") / "package"
    house.export(out, ExportScope(case=CASE))
    return out

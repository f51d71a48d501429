"""The office's days, recorded once."""

import pytest

from tests.projections.papers import office


@pytest.fixture(scope="session")
def worked(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with the days of `office` in it; nobody writes to it."""
    return office.record(tmp_path_factory.mktemp("worked"))

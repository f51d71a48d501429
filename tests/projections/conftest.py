"""The rounds of `floor`, recorded and ruled on once."""

from collections.abc import Mapping

import pytest

from replay.ruling.ruling import Ruling
from tests.projections import disputes, floor, six_disputes


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with the rounds of `floor` in it; nobody writes to it."""
    return floor.record(tmp_path_factory.mktemp("played"))


@pytest.fixture(scope="session")
def ruled(played: str) -> Mapping[str, Ruling]:
    """The rulings on these rounds, by name."""
    return floor.rulings(played)


@pytest.fixture(scope="session")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with the cases of `disputes`; nobody writes to it."""
    return disputes.record(tmp_path_factory.mktemp("disputed"))


@pytest.fixture(scope="session")
def six(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with the disputes of `six_disputes`, each taken to its end; nobody writes to it."""
    return six_disputes.record(tmp_path_factory.mktemp("six"))

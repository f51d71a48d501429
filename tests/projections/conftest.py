"""The rounds of `floor`, recorded and ruled on once."""

from collections.abc import Mapping

import pytest

from desk.opening import migrate
from drill.sample import evening
from ledger.ingest import incoming_deliveries
from projections.answers.round_answer import RoundAnswer, round_answer
from projections.table_days import TableDays
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text
from replay.ruling.ruling import Ruling
from tests import ledgers
from tests.projections import disputes, floor, six_disputes
from tests.projections.papers import office


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


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, RoundAnswer]:
    """The answers on the rounds of the bundled days, by name."""
    url = ledgers.new_sqlite(tmp_path_factory.mktemp("demo"))
    migrate(url)
    with ledgers.opened(url) as ledger:
        for rulebook in SHIPPED_RULEBOOKS:
            ledger.adopt(rulebook, shipped_edition(rulebook).name, shipped_text(rulebook))
        ledger.ingest(incoming_deliveries([*evening.deliveries()], "feed"))
        table_days = TableDays(ledger)
        days = [day for day in evening.DAYS if day in ledger.table_days()]  # one has a wheel's own format
        rulings = [ruling for day in days for ruling in table_days.rulings(table_days.get(day).rounds)]
    return {ruling.round.name: round_answer(ruling) for ruling in rulings}


@pytest.fixture(scope="session")
def worked(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with the days of `office` in it; nobody writes to it."""
    return office.record(tmp_path_factory.mktemp("worked"))

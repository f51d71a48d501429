"""An edit of a read model, or of the tracking table, is found by telling the record again: at a hundred random places."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from sqlalchemy import Column, Connection, Engine, Integer, LargeBinary, Table, Text, and_, delete, insert, select, update

from ledger.application import Ledger
from ledger.recorder.tables import TRACKING
from projections.following.comparison import differences
from projections.following.read_models import catch_up, open_read_models
from projections.read_models.tables import FINDINGS, ROUNDS, SHOES
from tests.desk import floor
from tests.ledgers import arrivals, deliveries

FEW_PLACES: Final = 20
PLACES: Final = 300
MODELS: Final = (ROUNDS, FINDINGS, SHOES)


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ledger, Engine]]:
    """A recorded day whose read models are up to date."""
    url = f"sqlite:///{tmp_path_factory.mktemp('compared') / 'recoup.db'}"
    floor.record(url)
    with Ledger(url) as ledger, open_read_models(ledger) as engine:
        yield ledger, engine


def contents(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    tables = (*MODELS, TRACKING)
    return {table.name: [dict(row) for row in connection.execute(select(table)).mappings()] for table in tables}


def put_back(engine: Engine, kept: dict[str, list[dict[str, Any]]]) -> None:
    with engine.begin() as connection:
        for table in (*MODELS, TRACKING):
            connection.execute(delete(table))
            if kept[table.name]:
                connection.execute(insert(table), kept[table.name])


def other(column: Column[Any], value: Any, rng: Random) -> Any:
    """Another value for a column."""
    if isinstance(column.type, Integer):
        return (value or 0) + rng.randint(20, 99)
    if isinstance(column.type, LargeBinary):
        return rng.randbytes(32)
    assert isinstance(column.type, Text)
    return f"{value}x"


def the_row(table: Table, row: dict[str, Any]) -> Any:
    return and_(*(column == row[column.name] for column in table.primary_key))


def edit(connection: Connection, table: Table, rng: Random) -> str:
    """One random edit: a value, a row taken out, a row put in."""
    row = rng.choice([dict(row) for row in connection.execute(select(table)).mappings()])
    match rng.randrange(4):
        case 0:
            connection.execute(delete(table).where(the_row(table, row)))
            return f"{table.name}: {row} taken out"
        case 1:
            key = next(column for column in table.primary_key if isinstance(column.type, Text))
            connection.execute(insert(table).values(row | {key.name: f"{row[key.name]}9"}))
            return f"{table.name}: {row} doubled"
        case _:
            column = rng.choice(list(table.columns))
            value = other(column, row[column.name], rng)
            connection.execute(update(table).where(the_row(table, row)).values({column.name: value}))
            return f"{table.name}: {column.name} of {row} is {value}"


def test_read_models_that_are_up_to_date_are_what_the_ledger_says(day: tuple[Ledger, Engine]) -> None:
    heard: list[int] = []
    assert list(differences(*day, heard.append)) == []
    assert sum(heard) == 1


@pytest.mark.slow
@pytest.mark.parametrize("places", [FEW_PLACES, pytest.param(PLACES, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("which", ["a read model", "the tracking table"])
def test_any_edit_is_found(which: str, places: int, day: tuple[Ledger, Engine]) -> None:
    ledger, engine = day
    rng = Random(which)
    with engine.connect() as connection:
        kept = contents(connection)
    try:
        for _ in range(places):
            with engine.begin() as connection:
                done = edit(connection, TRACKING if which == "the tracking table" else rng.choice(MODELS), rng)
            assert list(differences(ledger, engine)), done
            put_back(engine, kept)
    finally:
        put_back(engine, kept)
    assert list(differences(ledger, engine)) == []


def test_read_models_that_are_behind_are_compared_as_of_where_they_are(ledger: Ledger) -> None:
    with open_read_models(ledger) as engine:
        assert list(differences(ledger, engine)) == []
        floor.record(ledger.url)
        ledger.ingest(arrivals(deliveries(range(5))))
        assert list(differences(ledger, engine)) == []
        catch_up(ledger, engine)
        assert list(differences(ledger, engine)) == []


def test_a_position_that_was_typed_in_is_named(day: tuple[Ledger, Engine]) -> None:
    ledger, engine = day
    with engine.connect() as connection:
        kept = contents(connection)
    with engine.begin() as connection:
        connection.execute(update(TRACKING).values(position=12))
    found = list(differences(ledger, engine))
    put_back(engine, kept)
    assert any(
        difference.startswith(
            "the tracking table says position 12 of rounds, whose leaf is not the one it names; `recoup projections"
        )
        for difference in found
    )
    assert any(
        difference.startswith(f"the read model rounds of {floor.DAY} does not say of {floor.DAY}/1") for difference in found
    )

"""Ledgers as the migrations of before left them, with a record in them."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import insert, select, text, update

import migrations
from ledger.application import Ledger
from ledger.recorder.database import engine
from ledger.recorder.tables import FRONTIER, REFUSED, SUBTREES
from tests.ledgers import owner_engine, rows

_COLUMNS = "position, originator_id, originator_version, topic, state, leaf, source, delivery_id, digest"


def old_ledger(url: str, revision: str) -> None:
    """Makes an empty ledger as a migration left it."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    engine_ = engine(url)
    with engine_.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine_.dispose()


def copy_record(ledger: Ledger, url: str, *, has_tree: bool = True) -> None:
    """Writes the record of a ledger into one of before, whose rows had names and digests; with the tree if it had one."""
    source, target = engine(ledger.url), owner_engine(url)
    events = [{**row, "digest": row["leaf"]} for row in rows(ledger.url)]
    with source.connect() as reading, target.begin() as writing:
        parameters = ", ".join(f":{name}" for name in _COLUMNS.split(", "))
        writing.execute(text(f"INSERT INTO events ({_COLUMNS}) VALUES ({parameters})"), events)
        for table in (REFUSED, SUBTREES) if has_tree else (REFUSED,):
            for row in reading.execute(select(table).order_by(*table.primary_key)).mappings():
                writing.execute(insert(table).values(**row))
        if has_tree:
            writing.execute(update(FRONTIER).values(**reading.execute(select(FRONTIER)).mappings().one()))
    source.dispose()
    target.dispose()

"""Opening a ledger for a command: making it where it may be made, and giving it the shipped editions."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.application import Ledger
from ledger.errors import UnusableLedger
from ledger.recorder.database import SCHEMA, database_error_text, engine, migration_of, sqlite_file
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text

if TYPE_CHECKING:
    from ledger.evidence.checkpoint_publisher import CheckpointPublisher


def migrate(url: str) -> None:
    """Brings the database to this version's migration, making it where there is none. Raises UnusableLedger."""
    file = sqlite_file(url)
    if file is not None:
        folder = file.absolute().parent
        if not folder.is_dir():
            raise UnusableLedger(f"the folder {folder} does not exist; make it, or name another ledger with --ledger")
    found = migration_of(url)
    if found == SCHEMA:
        return
    from alembic import command
    from alembic.config import Config
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    import migrations

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    engine_ = engine(url)
    try:
        with engine_.begin() as connection:
            if engine_.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")  # else each statement is committed by itself
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DBAPIError as error:
        raise UnusableLedger(database_error_text(url, error.orig or error)) from error
    except SQLAlchemyError as error:
        raise UnusableLedger(database_error_text(url, error)) from error
    finally:
        engine_.dispose()


def open_or_create(url: str) -> Ledger:
    """A ledger to record in, made and brought up to date where needed, with the shipped editions adopted."""
    if is_absent(url) or migration_of(url) is None:
        migrate(url)
    ledger = Ledger(url)
    adopted = {entry.delivery.id for entry in ledger.rulebooks()}
    for name in SHIPPED_RULEBOOKS:
        edition = shipped_edition(name)
        if f"rulebook:{name}:{edition.name}" not in adopted:
            ledger.adopt(name, edition.name, shipped_text(name))
    return ledger


@contextmanager
def publishing_checkpoints(ledger: Ledger, key_file: Path) -> "Iterator[CheckpointPublisher | None]":
    """Checkpoints of what is recorded inside, and one at its end; None where there is no key file to sign them with."""
    if not key_file.exists():
        yield None
        return
    from ledger.evidence.checkpoint_publisher import CheckpointPublisher
    from ledger.evidence.keys import load

    notary = CheckpointPublisher(ledger, load(key_file))
    try:
        yield notary
        notary.finish()
    finally:
        ledger.on_append = None
        notary.close()


def is_absent(url: str) -> bool:
    """Whether there is nothing yet where the ledger would be."""
    file = sqlite_file(url)
    return file is not None and not file.exists()


def open_existing(url: str) -> Ledger:
    """A ledger to read, or a package by its folder. Raises UnusableLedger where there is none."""
    if not Path(url).is_dir():
        return Ledger(url)
    from desk.unpacking import PackageLedger
    from ledger.package.format import is_package

    if not is_package(Path(url)):
        return Ledger(url)
    return PackageLedger(Path(url), migrate)

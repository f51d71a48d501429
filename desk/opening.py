"""Opening a ledger for a command: making it where it may be made, and giving it the shipped editions."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.acts.adoptions import released_editions
from ledger.application import Ledger
from ledger.errors import UnusableLedger
from ledger.files import read_plain
from ledger.recorder.database import SCHEMA, database_error_text, engine, migration_of, sqlite_file
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text

if TYPE_CHECKING:
    from ledger.evidence.checkpoint_publisher import CheckpointPublisher
    from ledger.roster.key_file import KeyFileSigner


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
    from eventsourcing.persistence import PersistenceError
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    import migrations
    from ledger.recorder.dialects import writing_by

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    engine_ = engine(url)
    try:
        with writing_by(engine_, url, is_migration=True) as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DBAPIError as error:
        raise UnusableLedger(database_error_text(url, error.orig or error)) from error
    except (SQLAlchemyError, PersistenceError) as error:
        raise UnusableLedger(database_error_text(url, error)) from error
    finally:
        engine_.dispose()
    if found is not None:
        _make_lists_anew(url)


def _make_lists_anew(url: str) -> None:
    """Bring the lists of an older ledger up to its last entry: a migration may have emptied them."""
    from desk.terminal.console import bar
    from projections.following.read_models import catch_up_lists, open_read_models

    with Ledger(url) as ledger, open_read_models(ledger) as database, bar("read models", ledger.size()) as progress:
        catch_up_lists(ledger, database, progress)


def open_or_create(url: str, sign: Path | None = None) -> Ledger:
    """A ledger to record in, made and brought up to date where needed, with the shipped editions adopted.

    `sign` is the key of whoever acts. Raises UnusableLedger, UnusableKey.
    """
    if is_absent(url) or migration_of(url) is None:
        migrate(url)
    ledger = Ledger(url)
    _adopt_shipped(ledger)
    if sign is not None:
        ledger.signer = load_signer(sign)
    return ledger


def _adopt_shipped(ledger: Ledger) -> None:
    """Adopt the shipped editions that the ledger lacks, but none in place of an edition of the house's own."""
    adopted = {entry.delivery.id for entry in ledger.rulebooks()}
    missing = [name for name in SHIPPED_RULEBOOKS if f"rulebook:{name}:{shipped_edition(name).name}" not in adopted]
    adoptions = ledger.adoptions() if missing and adopted else None
    for name in missing:
        held = adoptions.holding(name) if adoptions else []
        if not held or held[-1].event.digest in released_editions():
            ledger.adopt(name, shipped_edition(name).name, shipped_text(name))


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


def open_existing(url: str, sign: Path | None = None, *, asks_who_signed: bool = True) -> Ledger:
    """A ledger to read, or a package by its folder; `sign` is the key of whoever acts. Raises UnusableLedger where there is
    none, UnusableKey, and BrokenEvidence for a package that the house's key here did not sign.
    """
    if not Path(url).is_dir():
        ledger = Ledger(url)
        if sign is not None:
            ledger.signer = load_signer(sign)
        return ledger
    from desk.unpacking import PackageLedger
    from ledger.package.format import is_package

    if not is_package(Path(url)):
        return Ledger(url)
    if asks_who_signed:
        _ask_who_signed(Path(url))
    return PackageLedger(Path(url), migrate)


def _ask_who_signed(folder: Path) -> None:
    """Hold the signature against the house's key that is here; where there is none, say that nothing is verified."""
    import os

    from desk.terminal.console import KEY
    from ledger.errors import BrokenEvidence
    from ledger.evidence.keys import public_key
    from ledger.package.bag import require_plain, signed_by
    from ledger.values.terminal import say

    public = Path(os.environ.get("RECOUP_KEY", KEY)).with_suffix(".pub")
    if not public.exists():
        say(
            f"recoup: NOTHING of the package {folder} is verified, as there is no {public} here: anybody can have made it; "
            f"`recoup verify {folder} --key KEY` asks who did",
            err=True,
        )
        return
    require_plain(folder)
    if not signed_by(folder, public_key(public)):
        raise BrokenEvidence(
            f"the package {folder} is not signed with the key {public}; `recoup verify {folder} --key KEY` says more, "
            "and RECOUP_KEY names another key"
        )


def load_signer(path: Path | None) -> "KeyFileSigner":
    """The key of whoever acts, unlocked. Raises UnusableKey where none is named, or it does not open."""
    from ledger.errors import UnusableKey
    from ledger.roster.key_file import load_key_file

    if path is None:
        raise UnusableKey("the roster goes by signatures; name your key with --sign FILE, or in RECOUP_SIGN")
    return load_key_file(path, passphrase_for(path))


def passphrase_for(path: Path, *, again: bool = False) -> str:
    """A key's passphrase: from the file that RECOUP_PASSPHRASE_FILE names, else as somebody types it.

    Raises UnusableKey where there is nobody to ask, or two answers differ.
    """
    import os
    import sys
    from getpass import getpass

    from ledger.errors import UnusableKey

    if named := os.environ.get("RECOUP_PASSPHRASE_FILE"):
        try:
            return read_plain(Path(named)).decode().rstrip("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise UnusableKey(f"the passphrase cannot be read from {named}") from error
    if not sys.stdin.isatty():
        raise UnusableKey(f"the passphrase of {path} is asked for at a terminal, or read from RECOUP_PASSPHRASE_FILE")
    passphrase = getpass(f"Passphrase of {path}: ")
    if again and getpass("Once more: ") != passphrase:
        raise UnusableKey("the two passphrases differ; try again")
    return passphrase

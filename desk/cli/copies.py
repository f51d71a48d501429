"""`recoup backup`, `recoup restore`, `recoup rehearse`, `recoup move`: copies of a ledger, tried before they are needed."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from desk.cli.verify import print_report, verify_ledger
from desk.opening import migrate, open_existing
from desk.terminal.console import DEFAULT, FILES, NO, PINNED, FilesFolder, LedgerUrl, PinnedWitnesses, bar
from ledger.application import now
from ledger.copies.backup import Backup, make_backup, read_backup, restore_backup
from ledger.copies.moving import move
from ledger.errors import UnusableBackup
from ledger.evidence.log import keys
from ledger.evidence.witness import WitnessCheckpoint, checkpoints_in, of_origin
from ledger.recorder.database import SCHEMA, sqlite_file, url_without_password
from ledger.values.terminal import say
from ledger.values.times import format_instant
from ledger.verify.verifier import VerificationReport, Verifier
from projections.following.read_models import open_read_models
from projections.following.read_models import rebuild as tell_again
from projections.rulings.process import RULING_PROCESS

BackupFolder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the backup.")]
_BYTES_A_PAGE: Final = 4096


def backup(folder: BackupFolder, ledger: LedgerUrl = DEFAULT, files: FilesFolder = FILES) -> None:
    """Copy the ledger, while it is in use, and its cases' files into a folder of its own."""
    file = sqlite_file(ledger)
    pages = file.stat().st_size // _BYTES_A_PAGE if file is not None and file.exists() else None
    with bar("backup", pages) as progress:
        described = make_backup(ledger, folder, files, format_instant(now()), progress)
    say(f"{folder}: {_in_words(described)}, root {described.root}")
    say("the vault of persons' keys and the house's key are not in it; `recoup rehearse` says whether it can be used")


def restore(folder: BackupFolder, ledger: LedgerUrl = DEFAULT, files: FilesFolder = FILES) -> None:
    """Put a ledger where none is, out of a backup."""
    restored = restore_backup(folder, ledger, files)
    say(f"{url_without_password(ledger)}: {_in_words(restored)}, as of {restored.made_at}")
    if restored.migration < SCHEMA:
        say(f"it is of the older migration {restored.migration}; run `recoup migrate` first")
    say("run `recoup verify --witness DIR` before anything is recorded")


def rehearse(
    folder: BackupFolder,
    witness: Annotated[
        Path | None, typer.Option("--witness", metavar="DIR", help="A folder with checkpoints that somebody else kept.")
    ] = None,
    server: Annotated[
        str | None,
        typer.Option(
            "--server",
            metavar="URL",
            envvar="RECOUP_REHEARSAL_SERVER",
            help="For a backup of PostgreSQL: a database on a server, whose login may create others beside it.",
        ),
    ] = None,
    pinned_witnesses: PinnedWitnesses = PINNED,
) -> None:
    """Restore a backup into a scratch place, verify it, compare it with the witness, and say how long that took."""
    held = [] if witness is None else checkpoints_in(witness)
    began = time.monotonic()
    described = read_backup(folder)
    with _scratch_place(described, server) as (url, files):
        restore_backup(folder, url, files)
        migrate(url)
        restored_at = time.monotonic()
        with open_existing(url) as opened:
            report = verify_ledger(opened, Verifier(opened, held=held), pinned_witnesses)
            origins = [key.name for _, key in keys(opened)]
    ended_at = time.monotonic()
    print_report(report)
    too_old = _is_older(report, of_origin(held, origins[0]) if origins else ())
    say(f"the backup is of {described.made_at}: {_in_words(described)}")
    say(f"restored in {restored_at - began:,.1f} s, verified in {ended_at - restored_at:,.1f} s")
    if report.misfits or too_old:
        raise typer.Exit(NO)


def _is_older(report: VerificationReport, held: Sequence[WitnessCheckpoint]) -> bool:
    """Says how the copy stands to what the witness saw last, and whether it is the older of the two."""
    if not held:
        say("no witness holds a checkpoint of it: `--witness DIR` would tell whether the end is missing")
        return False
    seen = held[-1].checkpoint.size
    if seen > report.size:
        say(
            f"THE COPY IS TOO OLD: the witness saw {seen:,} entries, and {seen - report.size:,} of them are not in it; "
            "look for a younger backup"
        )
        return True
    say(f"the witness saw {seen:,} entries last, and they are in it; {report.size - seen:,} came afterwards")
    return False


@contextmanager
def _scratch_place(described: Backup, server: str | None) -> Iterator[tuple[str, Path]]:
    """A place for a ledger and its cases' files that is gone at the end."""
    with tempfile.TemporaryDirectory(prefix="recoup-rehearsal-") as name:
        files = Path(name) / "files"
        if described.database == "sqlite":
            yield f"sqlite:///{Path(name) / 'ledger.db'}", files
            return
        if server is None or sqlite_file(server) is not None:
            raise UnusableBackup("this is a backup of PostgreSQL; name a server to restore it on, with --server URL")
        from ledger.copies.server_tools import scratch_database

        with scratch_database(server) as url:
            yield url, files


def move_(
    target: Annotated[str, typer.Argument(metavar="URL", help="A database on a server, with no ledger in it yet.")],
    ledger: LedgerUrl = DEFAULT,
    pinned_witnesses: PinnedWitnesses = PINNED,
) -> None:
    """Move the ledger from its file to a server with PostgreSQL; every proof stays as it is."""
    with open_existing(ledger) as source:
        if verify_ledger(source, Verifier(source), pinned_witnesses, read_models=False).misfits:
            raise UnusableBackup("what is on record does not fit, and is moved nowhere; `recoup verify` says what is wrong")
        size = source.size()
    migrate(target)
    with bar("entries", size) as progress:
        moved = move(ledger, target, [RULING_PROCESS], progress)
    with open_existing(target) as opened:
        with open_read_models(opened) as engine, bar("read models", moved) as progress:
            tell_again(opened, engine, progress)
        report = verify_ledger(opened, Verifier(opened), pinned_witnesses)
    print_report(report)
    say(
        f"{url_without_password(target)} holds the ledger now; record nothing in the old file any more, and keep it until "
        "a backup of the new one was rehearsed"
    )
    if report.misfits:
        raise typer.Exit(NO)


def _in_words(described: Backup) -> str:
    size = sum(copied.size_bytes for copied in described.files)
    case_files = len(described.files) - 1
    return f"{described.entries:,} entries, {case_files:,} files of cases, {size / 1_000_000:,.1f} MB"

"""Backups: a folder with a copy of the database, the files of the cases, and a description of both."""

import os
import shutil
import sqlite3
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from hashlib import file_digest
from io import BufferedReader
from pathlib import Path
from typing import Final, Literal, cast

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from ledger.errors import UnusableBackup, UnusableLedger
from ledger.files import open_plain, refuse_link
from ledger.recorder.database import (
    connect_to_file,
    database_error_text,
    migration_of,
    require_ledger,
    sqlite_file,
    url_without_password,
)
from ledger.recorder.rows import unpack_frontier
from ledger.recorder.statements import SQLITE

DESCRIPTION: Final = "backup.json"
FORMAT: Final = "recoup-backup/1"
CASE_FILES: Final = "files"
_DATABASE_FILES: Final[Mapping[str, str]] = {"sqlite": "ledger.db", "postgresql": "ledger.dump"}
_PAGES: Final = 4096

Progress = Callable[[int], None]


class _BackupPart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CopiedFile(_BackupPart):
    """A file of a backup, by its name in the folder."""

    name: str
    size_bytes: int
    sha256: str


class Backup(_BackupPart):
    """What is in a backup: the log up to so many entries with this root, and every file with its digest."""

    format: Literal["recoup-backup/1"]
    database: Literal["sqlite", "postgresql"]
    migration: str
    made_at: str
    entries: int
    root: str
    files: tuple[CopiedFile, ...]


def make_backup(url: str, folder: Path, case_files: Path, made_at: str, progress: Progress = lambda _: None) -> Backup:
    """Copies a ledger that may be in use, and the files of its cases, into a folder that is not there yet.

    The folder appears when all of it is written. Raises UnusableLedger, UnusableBackup.
    """
    require_ledger(url)
    if folder.exists() or folder.is_symlink():
        raise UnusableBackup(f"{folder} is there already; name a folder that is not, one for each backup")
    partial = folder.with_name(f"{folder.name}.partial")
    try:
        shutil.rmtree(partial, ignore_errors=True)  # what a backup left behind that was broken off
        partial.mkdir(mode=0o700, parents=True)
        backup = _fill(url, partial, case_files, made_at, progress)
        for written in (*partial.iterdir(), partial):
            _sync(written)
        partial.rename(folder)
        _sync(folder.parent)
    except OSError as error:
        raise UnusableBackup(f"{error.filename or folder} cannot be written ({error.strerror})") from error
    return backup


def _fill(url: str, folder: Path, case_files: Path, made_at: str, progress: Progress) -> Backup:
    file = sqlite_file(url)
    database: Literal["sqlite", "postgresql"] = "sqlite" if file else "postgresql"
    copy = folder / _DATABASE_FILES[database]
    entries, root = _dump(url, copy) if file is None else _copy_file(url, file, copy, progress)
    _copy_case_files(case_files, folder / CASE_FILES)  # afterwards: whatever the record names is among them
    backup = Backup(
        format=FORMAT,
        database=database,
        migration=migration_of(url) or "",
        made_at=made_at,
        entries=entries,
        root=root,
        files=tuple(_copied_files(folder)),
    )
    description = folder / DESCRIPTION
    description.write_bytes(orjson.dumps(backup.model_dump(), option=orjson.OPT_INDENT_2) + b"\n")
    return backup


def _copy_file(url: str, file: Path, copy: Path, progress: Progress) -> tuple[int, str]:
    """SQLite's own copy, of one state of the ledger: whoever records goes on."""
    try:
        with closing(connect_to_file(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.isolation_level = None
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM frontier").fetchone()  # the state that is copied begins to be read
            source.backup(target, pages=_PAGES, progress=lambda _, left, pages: progress(0 if left == pages else _PAGES))
            source.execute("ROLLBACK")
            target.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        with closing(sqlite3.connect(copy)) as target:
            return _log_end(target.execute(SQLITE["frontier"]).fetchone())
    except sqlite3.Error as error:
        raise UnusableLedger(database_error_text(url, error)) from error


def _dump(url: str, file: Path) -> tuple[int, str]:
    from ledger.copies import server_tools

    return _log_end(server_tools.dump(url, file))


def _log_end(row: tuple[int, bytes] | None) -> tuple[int, str]:
    """How many entries a log has, and its root."""
    frontier = unpack_frontier(*(row or (0, b"")))
    return frontier.size, b64encode(frontier.root()).decode()


def _copy_case_files(case_files: Path, target: Path) -> None:
    if not case_files.is_dir():
        return
    target.mkdir(mode=0o700, exist_ok=True)
    for path in sorted(case_files.iterdir()):
        if path.is_file() and not path.is_symlink() and path.suffix != ".part" and not (target / path.name).exists():
            shutil.copyfile(path, target / path.name)


def _copied_files(folder: Path) -> Iterator[CopiedFile]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
                yield CopiedFile(
                    name=str(path.relative_to(folder)),
                    size_bytes=path.stat().st_size,
                    sha256=file_digest(file, "sha256").hexdigest(),
                )


def _sync(path: Path) -> None:
    """What is in a file, or which files are in a folder, outlives a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_backup(folder: Path) -> Backup:
    """The description of a backup whose files are as they were written. Raises UnusableBackup."""
    try:
        with open_plain(folder / DESCRIPTION) as file:
            backup = Backup.model_validate_json(file.read())
        for copied in backup.files:
            path = folder / copied.name
            if folder.resolve() not in path.resolve().parents:
                raise UnusableBackup(f"{folder / DESCRIPTION} names {copied.name}, which lies outside of the backup")
            with open_plain(path) as file:
                if file_digest(cast("BufferedReader", file), "sha256").hexdigest() != copied.sha256:
                    raise UnusableBackup(f"{path} is not what was written there; take another backup")
    except OSError as error:
        raise UnusableBackup(f"{error.filename or folder} cannot be read ({error.strerror})") from error
    except ValidationError as error:
        raise UnusableBackup(f"{folder / DESCRIPTION} does not describe a backup that this version knows") from error
    if not any(copied.name == _DATABASE_FILES[backup.database] for copied in backup.files):
        raise UnusableBackup(f"{folder / DESCRIPTION} names no copy of a ledger; take another backup")
    return backup


def restore_backup(folder: Path, url: str, case_files: Path) -> Backup:
    """Puts a ledger where none is, and the files of its cases beside those that are there.

    Raises UnusableBackup where the backup cannot be used, or something is where the ledger would be; UnusableLedger.
    """
    backup = read_backup(folder)
    file, copy = sqlite_file(url), folder / _DATABASE_FILES[backup.database]
    if (file is None) == (backup.database == "sqlite"):
        raise UnusableBackup(
            f"{folder} is a backup of a ledger in {backup.database}; restore it into one, then `recoup move` it"
        )
    migration_of(url)  # says whether the database can be used at all
    found = _restore_dump(copy, url) if file is None else _restore_file(copy, file)
    if found != (backup.entries, backup.root):
        raise UnusableBackup(f"{url_without_password(url)} ends otherwise than {folder} says; take another backup")
    try:
        refuse_link(case_files)
        for copied in backup.files:
            name = Path(copied.name)
            if name.parent.name == CASE_FILES and not (case_files / name.name).exists():
                case_files.mkdir(mode=0o700, parents=True, exist_ok=True)
                shutil.copyfile(folder / name, case_files / name.name)
    except OSError as error:
        raise UnusableBackup(f"{error.filename or case_files} cannot be written ({error.strerror})") from error
    return backup


def _restore_file(copy: Path, file: Path) -> tuple[int, str]:
    """The file appears when all of it is there; one that is there is never written over."""
    if file.exists() or file.is_symlink():
        raise UnusableBackup(f"{file} is there already; put it aside first, or name another ledger with --ledger")
    partial = file.with_name(f"{file.name}.partial")
    try:
        shutil.copyfile(copy, partial)
        partial.chmod(0o600)
        with closing(sqlite3.connect(partial)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            end = _log_end(connection.execute(SQLITE["frontier"]).fetchone())
        for beside in ("-wal", "-shm"):
            partial.with_name(f"{partial.name}{beside}").unlink(missing_ok=True)
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        os.link(partial, file)
        partial.unlink()
        _sync(file.absolute().parent)
        return end
    except sqlite3.Error as error:
        raise UnusableBackup(f"{copy} is no ledger ({error}); take another backup") from error
    except OSError as error:
        raise UnusableBackup(f"{error.filename or file} cannot be written ({error.strerror})") from error


def _restore_dump(file: Path, url: str) -> tuple[int, str]:
    from ledger.copies import server_tools

    return _log_end(server_tools.restore_dump(file, url))

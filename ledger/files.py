"""Files that somebody names: read without waiting on a pipe or a device, and written without following a link."""

import errno
import os
import stat
from pathlib import Path
from typing import IO, Final

STANDARD_INPUT: Final = Path("/dev/stdin")


def open_plain(path: Path) -> IO[bytes]:
    """A plain file, to read. Raises OSError for a pipe, a device or a folder, which could be read without end."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    kind = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(kind):
        os.close(descriptor)
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise OSError(errno.EINVAL, "it is no plain file", str(path))
    return os.fdopen(descriptor, "rb")


def read_plain(path: Path) -> bytes:
    """What is in a plain file, or comes on standard input. Raises OSError."""
    if path == STANDARD_INPUT:
        return path.read_bytes()
    with open_plain(path) as file:
        return file.read()


def write_plain(path: Path, content: bytes) -> None:
    """Writes a file, over a plain one that is there. Raises OSError where a link is: what it points to may be anything."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise OSError(error.errno, "it is a link, and an output is never written through one", str(path)) from error
        raise
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)


def refuse_link(folder: Path) -> None:
    """Raises OSError where a folder to write to is a link."""
    if folder.is_symlink():
        raise OSError(errno.ELOOP, "it is a link, and an output is never written through one", str(folder))

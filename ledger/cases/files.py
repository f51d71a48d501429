"""Files of cases: evidence as it was handed in, and letters as they were sent, each by its digest, beside the ledger."""

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ledger.errors import MalformedDecision
from ledger.files import refuse_link
from ledger.merkle import digest
from ledger.values.message import Message, either

MOST_BYTES: Final = 25_000_000
"""How large a file may be; footage is larger, and attached by reference."""

WAITING: Final = ".waiting"
"""The folder, among the files, of those that no act names yet."""

WAITS_SECONDS: Final = 24 * 60 * 60

_BEGINNINGS: Final = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"RIFF", "image/webp"),
)
"""How files of a kind begin; a text is known by having no control characters in it."""

ACCEPTED: Final = ("PDF", "PNG", "JPEG", "WebP", "plain text")
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}\Z")


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file beside the ledger."""

    digest: str
    media_type: str
    size_bytes: int


class CaseFiles:
    """A folder of files, each named by its digest."""

    def __init__(self, folder: Path):
        self.folder = folder

    def keep(self, data: bytes) -> KeptFile:
        """Keeps a file and says what it is. Raises MalformedDecision for one that is empty, too large, or of no kind that
        is taken. The same bytes twice are one file.
        """
        media_type = media_type_of(data)
        kept = KeptFile(digest(data), media_type, len(data))
        refuse_link(self.folder)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path(kept.digest)
        if not path.exists():
            partial = path.with_suffix(f".{os.getpid()}.part")
            partial.write_bytes(data)
            partial.replace(path)
        return kept

    def open_waiting(self) -> "WaitingFiles":
        """The files of this folder that wait for the act that names them."""
        return WaitingFiles(self.folder / WAITING)

    def take_in(self, file_digest: str) -> None:
        """Keeps a file that waited; one that did not wait, or is kept, stays as it is."""
        data = self.open_waiting().read(file_digest)
        if data is not None:
            self.keep(data)

    def read(self, file_digest: str) -> bytes | None:
        """A file by its digest; None where it is not here, or its bytes are no longer those."""
        if not _DIGEST.fullmatch(file_digest):
            return None
        try:
            data = self._path(file_digest).read_bytes()
        except OSError:
            return None
        return data if digest(data) == file_digest else None

    def _path(self, file_digest: str) -> Path:
        return self.folder / file_digest.removeprefix("sha256:")


class WaitingFiles(CaseFiles):
    """Files that no act names yet: a draft that was looked at, a file that was dropped on a page. They go after a day."""

    def keep(self, data: bytes) -> KeptFile:
        """As of any file; it waits a day from now on."""
        kept = super().keep(data)
        os.utime(self._path(kept.digest))
        oldest = time.time() - WAITS_SECONDS
        for path in self.folder.iterdir():
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)
        return kept


def media_type_of(data: bytes) -> str:
    """What kind of file these bytes are. Raises MalformedDecision for none that is taken."""
    if not data:
        raise MalformedDecision(Message("that file is empty; attach the one that has something in it"))
    if len(data) > MOST_BYTES:
        raise MalformedDecision(
            Message("that file has more than {most} bytes; attach footage by its camera and times", most=f"{MOST_BYTES:,}")
        )
    for beginning, media_type in _BEGINNINGS:
        if data.startswith(beginning) and (media_type != "image/webp" or data[8:12] == b"WEBP"):
            return media_type
    if not _CONTROL.search(data):
        try:
            data.decode()
        except UnicodeDecodeError:
            pass
        else:
            return "text/plain"
    raise MalformedDecision(Message("files of that kind are not taken; save it as {kinds}", kinds=either(list(ACCEPTED))))

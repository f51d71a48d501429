"""A sample: the beginning of a feed, within bounds."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from ledger.errors import UnusableSettings
from ledger.files import open_plain

MOST_BYTES: Final = 1 << 22
"""The most bytes of a sample, and below the most lines."""
MOST_LINES: Final = 20_000
HEAD_BYTES: Final = 1 << 16
"""The bytes by which a format is recognised."""

_ENDS: Final = (b"\n", b"\x05")
"""Where a sample is cut: behind the end of its last line, else before the frame that it breaks off."""


class Sample(NamedTuple):
    """The beginning of a feed. `name` has no address parameters; `day` is when the feed was last changed (UTC)."""

    name: str
    raw: bytes
    is_whole: bool
    day: str

    @property
    def head(self) -> bytes:
        """The bytes by which the format is recognised."""
        return self.raw[:HEAD_BYTES]


def sample_of(name: str, raw: bytes, changed_at: datetime, *, is_whole: bool) -> Sample:
    """Return the sample that bytes make; where they break off, without the piece that is cut.

    Raises UnusableSettings where there are none.
    """
    if not raw.strip():
        raise UnusableSettings(f"{name} is empty; a sample has at least one line")
    if not is_whole:
        raw = raw[: _end_of_last_piece(raw)]
    lines = raw.split(b"\n", MOST_LINES)
    if len(lines) > MOST_LINES and lines[-1]:
        raw, is_whole = raw[: len(raw) - len(lines[-1])], False
    return Sample(name, raw, is_whole, f"{changed_at.astimezone(UTC):%Y-%m-%d}")


def read_sample(path: Path) -> Sample:
    """Return the first bytes of a file. Raises UnusableSettings where it is empty, OSError where it cannot be read."""
    with open_plain(path) as file:
        raw = file.read(MOST_BYTES + 1)
    changed_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return sample_of(path.name, raw[:MOST_BYTES], changed_at, is_whole=len(raw) <= MOST_BYTES)


def _end_of_last_piece(raw: bytes) -> int:
    line_end, frame = (raw.rfind(end) for end in _ENDS)
    return line_end + 1 if line_end >= 0 else frame if frame > 0 else len(raw)

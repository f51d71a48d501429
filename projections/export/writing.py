"""Files of a package as they are written: whole or not at all, so that what is there need not be made again."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import orjson

_PRETTY_OPTIONS = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file beside its place and moves it there."""
    with open_whole(path) as file:
        file.write(content)


@contextmanager
def open_whole(path: Path) -> Iterator[IO[bytes]]:
    """A file that comes to its place when it is written to its end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + "~")
    beside.unlink(missing_ok=True)
    with beside.open("xb") as file:
        yield file
    beside.replace(path)


def pretty_json(value: Any) -> bytes:
    """JSON for people and programs: sorted keys, two blanks, a newline at the end."""
    return orjson.dumps(value, option=_PRETTY_OPTIONS) + b"\n"

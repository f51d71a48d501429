"""What every command of the terminal shares: where the ledger is, how output looks, how errors end."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import orjson
import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from ledger.errors import RecoupError
from ledger.files import read_plain
from ledger.values.terminal import harmless

DONE: Final = 0
NO: Final = 1
WRONG_USE: Final = 2
REFUSED: Final = 3
UNUSABLE: Final = 4

DEFAULT: Final = "sqlite:///recoup.db"
KEY: Final = Path("recoup.key")
PINNED: Final = Path("recoup.witnesses")

FilesFolder = Annotated[
    Path,
    typer.Option("--files", envvar="RECOUP_FILES", metavar="DIR", help="The folder with evidence and letters of cases."),
]
FILES: Final = Path("recoup.files")
LedgerUrl = Annotated[
    str,
    typer.Option("--ledger", envvar="RECOUP_LEDGER", help="The ledger's address.", show_default=True, metavar="URL"),
]
KeyFile = Annotated[
    Path,
    typer.Option(
        "--key-file", envvar="RECOUP_KEY", help="The house's key, with which checkpoints are signed.", metavar="FILE"
    ),
]
PinnedWitnesses = Annotated[
    Path,
    typer.Option(
        "--witnesses", envvar="RECOUP_WITNESSES", help="The list of witnesses that is kept beside the key.", metavar="FILE"
    ),
]
SignWith = Annotated[
    Path | None,
    typer.Option(
        "--sign",
        envvar="RECOUP_SIGN",
        help="Your own key, with which you sign this; without it the act is only claimed.",
        metavar="FILE",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


class _HarmlessConsole(Console):
    """A console on which no text is a command of the terminal, nor of Rich's markup."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=harmless(segment.text))


def console() -> Console:
    """Standard output; as wide as a page where it is not a terminal."""
    columns = os.environ.get("COLUMNS", "")
    page = int(columns) if columns.isdecimal() else 120
    return _HarmlessConsole(width=None if sys.stdout.isatty() else page, highlight=False, emoji=False, markup=False)


def print_json(value: Any) -> None:
    """JSON on standard output, one document."""
    sys.stdout.buffer.write(orjson.dumps(value, _plain, orjson.OPT_INDENT_2) + b"\n")


def _plain(document: Any) -> Any:
    return document.model_dump()


def text_of(path: Path, wrong: type[RecoupError]) -> str:
    """A file's text. Raises the error given where there is none."""
    try:
        return read_plain(path).decode()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise wrong(f"{path} cannot be read as UTF-8 text ({why})") from error


@contextmanager
def bar(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with shown as progress:
        task = progress.add_task(what, total=total)
        yield lambda steps: progress.advance(task, steps)

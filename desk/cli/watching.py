"""`recoup watch`: what devices write into a folder or a file, or a supplier streams, is recorded as it comes."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from desk.cli.recording import FormatName, MapFile, TokenFile, fates_in_words, proof_of, record_file
from desk.opening import open_or_create, publishing_checkpoints
from desk.terminal.console import DEFAULT, KEY, KeyFile, LedgerUrl, SignWith, text_of
from ledger.acts.roster import SourceProof
from ledger.application import Ledger
from ledger.errors import MalformedMapping, RecoupError, UnusableKey, UnusableLedger, UnusableSettings
from ledger.feeds.formats import Format, format_named, format_of_suffix
from ledger.values.terminal import say

LOOK_SECONDS: Final = 1
"""How often the folder is looked at. A file is read once it has not changed from one look to the next."""

RETRY_SECONDS: Final = 10
_UNFINISHED: Final = (".part", ".partial", ".tmp")
STREAMS: Final = ("http://", "https://")
"""How the address of a stream begins."""


class _State(NamedTuple):
    size: int
    changed_ns: int


def watch(
    place: Annotated[
        str,
        typer.Argument(metavar="DIR|FILE|URL", help="The folder or file into which devices write, or a stream over HTTP."),
    ],
    ledger: LedgerUrl = DEFAULT,
    format: FormatName = None,  # noqa: A002
    map: MapFile = None,  # noqa: A002
    key_file: KeyFile = KEY,
    sign: SignWith = None,
    token: TokenFile = None,
    once: Annotated[bool, typer.Option("--once", help="Record what there is, and end.")] = False,
    last: Annotated[
        Path | None,
        typer.Option(
            "--last", metavar="FILE", help="Of a stream, keeps the id of the last message, for {last} in the URL."
        ),
    ] = None,
    authorization: Annotated[
        Path | None,
        typer.Option("--authorization", metavar="FILE", help="Of a stream, the value of the header Authorization."),
    ] = None,
) -> None:
    """Record what devices write into a folder or file, or a supplier streams, as it comes, until Ctrl-C."""
    form = None if format is None else format_named(format)
    map_text = None if map is None else text_of(map, MalformedMapping)
    if place.startswith(STREAMS):
        from desk.cli.streams import LastMessage, WatchedStream

        header = None if authorization is None else text_of(authorization, UnusableKey).strip()
        kept = LastMessage(last)
        stream = WatchedStream(place, form or format_named("cloudevents"), map_text, proof_of(sign, token), kept, header)
        with open_or_create(ledger) as opened, publishing_checkpoints(opened, key_file):
            stream.follow(opened, once=once)
        return
    folder = Path(place)
    if not folder.exists():
        raise UnusableSettings(f"there is no folder or file {folder}; make it, or name another")
    watched = WatchedFolder(folder, form, map_text, proof_of(sign, token))
    with open_or_create(ledger) as opened, publishing_checkpoints(opened, key_file) as notary:
        while True:
            watched.look(opened)
            if notary is not None and notary.trouble is not None:
                raise notary.trouble
            if once and watched.is_settled:
                return
            time.sleep(LOOK_SECONDS)


class WatchedFolder:
    """A folder of feeds, or one file: what was read of it, and what has changed since."""

    def __init__(self, folder: Path, form: Format | None, map_text: str | None, proof: SourceProof):
        self._folder, self._form, self._map_text, self._proof = folder, form, map_text, proof
        self._last_look: dict[Path, _State] = {}
        self._read: dict[Path, _State] = {}
        self._not_before = 0.0

    @property
    def is_settled(self) -> bool:
        """Whether all that the last look saw was read."""
        return self._last_look == self._read

    def look(self, ledger: Ledger) -> None:
        """Records the files that have come or grown, and are not being written to. What cannot be recorded now is tried
        again later; a file is read from its beginning, and what is known of it stays as it is.
        """
        here = dict(self._files())
        settled = [path for path, state in here.items() if self._last_look.get(path) == state != self._read.get(path)]
        self._last_look = here
        self._read = {path: state for path, state in self._read.items() if path in here}
        if time.monotonic() < self._not_before:
            return
        for path in settled:
            try:
                self._record(ledger, path)
            except UnusableLedger as error:
                say(f"recoup: {path.name} is not recorded yet: {error}; it is tried again", err=True)
                self._not_before = time.monotonic() + RETRY_SECONDS
                return
            except (RecoupError, OSError) as error:
                say(f"recoup: {path.name} cannot be read: {error}", err=True)
            self._read[path] = here[path]

    def _record(self, ledger: Ledger, path: Path) -> None:
        form = self._form or format_of_suffix(path.suffix)
        if form is None:
            say(f"recoup: {path.name} has no suffix that tells its format; name it with --format", err=True)
            return
        say(f"{path.name}: {fates_in_words(record_file(ledger, path, form.reader(path, self._map_text), self._proof))}")

    def _files(self) -> Iterator[tuple[Path, _State]]:
        is_file = self._folder.is_file()
        for path in [self._folder] if is_file else sorted(self._folder.iterdir()):
            is_left_alone = path.name.startswith(".") or path.suffix in _UNFINISHED or path.is_symlink()
            if not path.is_file() or (is_left_alone and not is_file):
                continue
            try:
                found = path.stat()
            except OSError:  # taken away meanwhile
                continue
            if found.st_size:
                yield path, _State(found.st_size, found.st_mtime_ns)

"""Every fault in a transcript at once: each phrase that cannot be read, with its place in the file."""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.errors import MalformedDelivery
from ledger.feeds.notation import Transcript, read_phrase


class Fault(NamedTuple):
    """What cannot be read: the line and the column where it begins, both from 1, the words, and why."""

    line: int
    column: int
    words: str
    why: str

    @property
    def text(self) -> str:
        """What is wrong, after the words where they are not quoted in it."""
        return f"{self.words!r}: {self.why}" if self.words and repr(self.words) not in self.why else self.why


def notation_faults(text: str, source: str) -> Iterator[Fault]:
    """The faults of a transcript of a source, from its first line to its last.

    A line whose every phrase can be read but that is refused as a whole is a fault as a whole.
    """
    transcript = Transcript(source, is_typed=True)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            transcript.read(line)
        except MalformedDelivery as error:
            found = list(_phrase_faults(number, line))
            yield from found or [Fault(number, len(line) - len(line.lstrip()) + 1, line.strip()[:40], error.refusal)]


def _phrase_faults(number: int, line: str) -> Iterator[Fault]:
    content = line.split("  //", maxsplit=1)[0]
    subject, colon, _ = content.partition(": ")
    if not colon or content.lstrip().startswith("!"):
        return
    column = len(subject) + len(colon)
    for phrase in content[column:].split(";"):
        try:
            read_phrase(phrase)
        except MalformedDelivery as error:
            begins = column + len(phrase) - len(phrase.lstrip()) + 1
            yield Fault(number, begins, phrase.strip()[:40], error.refusal)
        column += len(phrase) + 1

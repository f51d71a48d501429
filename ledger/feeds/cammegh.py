"""The roulette wheel "Cammegh Slingshot 2": its serial lines, as a bridge at the table captured them.

The wire names no table and tells no time: the bridge's mapping file gives the table, and rounds are counted, one a
number of the wheel's counter. What a capture tells depends on nothing but the bytes before it, so a longer capture of the
same session adds only what is new.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, BinaryIO

from pydantic import AfterValidator, Field

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events import Event
from ledger.events.table import SourceDeclared, TableOpened
from ledger.feeds.cammegh_games import Games
from ledger.feeds.cammegh_lines import Line, borne_out, heard
from ledger.feeds.mapping import Part, mapped, of_roulette
from ledger.feeds.pieces import Piece, refused, taken
from ledger.feeds.refusing import Glimpse, MalformedLine
from ledger.layout import layout_of
from ledger.names import Day, Name, Source
from ledger.pockets import Pocket


class Wheel(Part):
    """What the wire does not tell: whose wheel it is."""

    source: Source
    table: Name
    day: Day
    opening: Annotated[TableOpened, AfterValidator(of_roulette)]
    rounds: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$")] = "r"

    @property
    def pockets(self) -> frozenset[Pocket]:
        """The compartments of the wheel, as the table's opening names them."""
        return frozenset(layout_of(self.opening.wheel).wheel)

    @property
    def subject(self) -> str:
        return f"{self.table}/{self.day}"


def wheel(text: str) -> Wheel:
    """A wheel's mapping from its TOML text. Raises MalformedMapping naming the row that is wrong."""
    return mapped(Wheel, text)


@dataclass(frozen=True, slots=True)
class Capture:
    """Reads captures of one wheel; `told_by` are the bytes of its mapping, which tell the table's opening."""

    wheel: Wheel
    told_by: bytes

    def __call__(self, stream: BinaryIO) -> Iterator[Piece]:
        """The opening before the first good line, then all lines, each numbered by the offset of its first byte."""
        telling = _Telling(self.wheel)
        opening = [taken(0, self.told_by, telling.opening())]
        for one in borne_out(heard(stream, self.wheel.pockets)):
            if isinstance(one.line, MalformedDelivery):
                yield refused(one.at, one.raw, MalformedLine(f"byte {one.at}: {one.line}", telling.seen()))
                continue
            while opening:
                yield opening.pop()
            yield taken(one.at, one.raw, telling.deliveries(one.line))


class _Telling:
    """Makes deliveries of what the games tell; their sequence gives the order, and counts no lines that were lost."""

    def __init__(self, of: Wheel):
        self._wheel = of
        self._games = Games(of.rounds)
        self._count = 0

    def opening(self) -> list[Delivery]:
        declared = SourceDeclared(about=self._wheel.source, uncertainty_ms=0, counted=False)
        return self._numbered((self._wheel.subject, event) for event in (self._wheel.opening, declared))

    def deliveries(self, line: Line) -> list[Delivery]:
        told = () if line is None else self._games.hear(line)
        return self._numbered((f"{self._wheel.subject}/{game.round}", event) for game, event in told)

    def seen(self) -> Glimpse:
        """Whose a refused line is. It is about the table: a round is told by many lines, and lacks what they all lack."""
        return {"source": self._wheel.source, "subject": self._wheel.subject}

    def _numbered(self, told: Iterable[tuple[str, Event]]) -> list[Delivery]:
        deliveries = []
        for subject, event in told:
            self._count += 1
            name = f"{self._wheel.day}.{self._count}"
            deliveries.append(Delivery(event, self._wheel.source, name, self._count, subject))
        return deliveries

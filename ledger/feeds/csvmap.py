"""CSV files of whole rounds, one a row, with a mapping file (TOML) that says what each column is."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, BinaryIO, Final, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery, MalformedMapping
from ledger.events import Event
from ledger.events.play import Announced, CardDealt, RoundClosed, RoundOpened, WagerPlaced, WagerReturned
from ledger.events.table import SourceDeclared, TableOpened
from ledger.events.wheel import BallRested
from ledger.feeds.format_facts import FormatFacts, Handling, Unknown, UnknownPart
from ledger.feeds.formats import Format
from ledger.feeds.local_clock import Placed, Timed, placed_in_time
from ledger.feeds.mapping import FeedMapping, MappingPart, parse_mapping, require_known_zone
from ledger.feeds.reading import (
    FeedItem,
    MalformedLine,
    Reader,
    accepted_item,
    event_of,
    line_by_line,
    partial_delivery_of,
    refused_item,
)
from ledger.values.local_times import Instants, instants_of
from ledger.values.money import LARGEST
from ledger.values.offices import Person
from ledger.values.places import Place
from ledger.values.refusals import Refusal
from ledger.values.subjects import Day, Name, Source, Word, is_subject
from ledger.values.times import format_instant, parse_instant

SEQUENCE_STEPS_PER_ROW: Final = 100
"""Room for the events of one row in the sequence, so that mending one row leaves the others as they were."""

_SESSIONS_TABLE: Final = re.compile(r"^\[?sessions\b", re.MULTILINE)


class PlaySession(MappingPart):
    """Where and when rounds were played, who tells them, and whose account of the table that is."""

    source: Source
    table: Name
    day: Day
    account: Name = "floor"

    @property
    def subject(self) -> str:
        return f"{self.table}/{self.day}"


class SessionColumn(MappingPart):
    """Several sessions in one file: each row names its own. Two transcripts of one session are two accounts of it."""

    column: str
    of: Annotated[Mapping[str, PlaySession], Field(min_length=1)]


class RoundColumn(MappingPart):
    """The round's name: a prefix and a column's text, or the row's number. `apart`: the rows are no consecutive rounds."""

    column: str | None = None
    prefix: str = ""
    apart: bool = False


class TimeColumn(MappingPart):
    """When the round was played, as `format` spells it (strptime); in `zone` where the cell names none."""

    column: str
    format: str | None = None
    zone: Annotated[str, AfterValidator(require_known_zone)] = "UTC"


class CardSpelling(MappingPart):
    """How a card is spelt: `rank`, or rank and suit with what stands between them, and words for either."""

    spelling: Annotated[str, Field(pattern=r"^(?:rank|rank[^a-z]*suit|suit[^a-z]*rank)$")] = "rank"
    ranks: Mapping[str, str] = {}
    suits: Mapping[str, str] = {}

    def read(self, cell: str, column: str) -> str:
        """A card in the ledger's spelling. Raises MalformedDelivery, naming the column."""
        if self.spelling == "rank":
            rank, suit = cell, "?"
        else:
            between = self.spelling.replace("rank", "").replace("suit", "")
            at = -1 if self.spelling.startswith("rank") else 1
            halves = cell.split(between) if between else [cell[:at], cell[at:]]
            if len(halves) != 2:
                raise MalformedDelivery("cell_not_a_card", column=column, cell=repr(cell[:20]), spelling=self.spelling)
            rank, suit = halves if self.spelling.startswith("rank") else halves[::-1]
            suit = self.suits.get(suit, suit)
        return self.ranks.get(rank, rank) + suit


class CardColumn(CardSpelling):
    """Cards in one column."""

    column: str
    places: Annotated[tuple[Place, ...], Field(min_length=1)]
    separator: Annotated[str, Field(min_length=1)] = ","


class PocketColumn(MappingPart):
    """The compartment of a roulette wheel in which the ball came to rest."""

    column: str


class ResultColumn(MappingPart):
    """What was declared."""

    column: str
    words: Mapping[str, Word]


class WagerColumns(MappingPart):
    """One wager a row. `paid` is what went back, or the net; decimals are rounded to the minor unit."""

    player: Person
    kind: str
    kinds: Mapping[str, Word]
    stake: str
    paid: str | None = None
    paid_is: Literal["net", "returned"] = "returned"
    digits: Annotated[int, Field(ge=0, le=4)] = 2


class CsvMapping(FeedMapping):
    """A mapping file: where a CSV's columns go. `header` names the columns of a file that does not name them; `delimiter`
    is the sign between cells.
    """

    opening: TableOpened
    delimiter: Literal[",", ";", "\t", "|"] = ","
    header: Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    round: RoundColumn = RoundColumn()
    time: TimeColumn | None = None
    cards: tuple[CardColumn, ...] = ()
    deal: tuple[Place, ...] = ()
    pocket: PocketColumn | None = None
    result: ResultColumn | None = None
    wager: WagerColumns | None = None

    def named_columns(self) -> Iterator[str]:
        """The columns that a row must have."""
        yield from (part.column for part in self.cards)
        yield from (part.column for part in (self.round, self.time, self.pocket, self.result) if part and part.column)
        if self.wager:
            yield from (name for name in (self.wager.kind, self.wager.stake, self.wager.paid) if name)


class SingleSessionMapping(CsvMapping, PlaySession):
    """A mapping file for the rounds of one table and day."""


class MultiSessionMapping(CsvMapping):
    """A mapping file for a file with several sessions."""

    sessions: SessionColumn

    def named_columns(self) -> Iterator[str]:
        """The columns that a row must have."""
        yield self.sessions.column
        yield from super().named_columns()


def parse_csv_mapping(text: str) -> SingleSessionMapping | MultiSessionMapping:
    """A mapping from its TOML text. Raises MalformedMapping naming the row that is wrong."""
    return (
        parse_mapping(MultiSessionMapping, text)
        if _SESSIONS_TABLE.search(text)
        else parse_mapping(SingleSessionMapping, text)
    )


def csv_reader(mapping: SingleSessionMapping | MultiSessionMapping, mapping_bytes: bytes) -> Reader:
    """A reader of one file. `mapping_bytes` are those of the mapping, which tell the openings of a file without a
    header.
    """
    table = CsvTable(mapping)
    by_line = line_by_line(lambda line, text: table.read(text, line.number))

    def pieces(stream: BinaryIO) -> Iterator[FeedItem]:
        if mapping.header:
            yield accepted_item(0, mapping_bytes, table.take_header(mapping.header))
        if mapping.time is None or mapping.time.format is None:
            yield from by_line(stream)
            return
        timed = (Timed((item, table.shown), *_clock_of(item, table)) for item in by_line(stream))
        yield from map(table.at_its_instant, placed_in_time(timed))

    return pieces


def _clock_of(item: FeedItem, table: "CsvTable") -> tuple[str, Instants | None]:
    """Whose clock timed a row, and the instants that its time may be."""
    return (item.deliveries[0].source, table.instants) if item.deliveries and table.shown else ("", None)


@dataclass
class CsvTable:
    """Reads the rows of one CSV file after its header."""

    mapping: SingleSessionMapping | MultiSessionMapping
    header: tuple[str, ...] = ()
    shown: str = ""
    """The cell with the time of the row that was read last; empty where it has none."""
    instants: Instants = ()
    """The instants that this time may be."""

    def opening(self) -> list[Delivery]:
        """The tables' openings, and that the sequence of each source gives the order but counts no losses."""
        sittings = (
            list(self.mapping.sessions.of.values()) if isinstance(self.mapping, MultiSessionMapping) else [self.mapping]
        )
        deliveries = [
            (sitting, event)
            for sitting in sittings
            for event in (
                self.mapping.opening,
                SourceDeclared(about=sitting.source, uncertainty_ms=0, account=sitting.account, counted=False),
            )
        ]
        return [
            Delivery(event, sitting.source, f"opening.{n}", n, sitting.subject)
            for n, (sitting, event) in enumerate(deliveries, 1)
        ]

    def read(self, text: str, line: int) -> list[Delivery]:
        """The deliveries of a row, without a time where it may be two.

        Raises MalformedDelivery where the row does not fit header and mapping.
        """
        self.shown, self.instants = "", ()
        try:
            cells = next(csv.reader(io.StringIO(text), delimiter=self.mapping.delimiter, strict=True), [])
        except csv.Error as error:
            raise MalformedDelivery("row_not_csv", error=error) from error
        if not self.header:
            return self.take_header(cells, line)
        if len(cells) != len(self.header):
            raise MalformedDelivery("row_cells", cells=len(cells), columns=len(self.header))
        row = dict(zip(self.header, cells, strict=True))
        sitting = self._session_of(row)
        subject = self._round_subject(sitting, row, line)
        self._read_time(row)
        time = format_instant(self.instants[0]) if len(self.instants) == 1 else None
        first = line * SEQUENCE_STEPS_PER_ROW
        events = list(self._row_events(row))
        if len(events) > SEQUENCE_STEPS_PER_ROW:
            raise MalformedDelivery("row_too_full", events=len(events), room=SEQUENCE_STEPS_PER_ROW)
        return [
            Delivery(event_of(topic, data), sitting.source, f"{line}.{n}", first + n, subject, time)
            for n, (topic, data) in enumerate(events, 1)
        ]

    def take_header(self, cells: Sequence[str], line: int | None = None) -> list[Delivery]:
        """The openings, once the header has all columns. Without a line it stands in the mapping."""
        shown = f"its header, {f'line {line}' if line else 'in the mapping'}, is {', '.join(cells)[:200]!r}"
        missing = [name for name in self.mapping.named_columns() if name not in cells]
        if missing:
            raise MalformedMapping(f"the file has no column {', '.join(missing)}; {shown}")
        if twice := [name for name in dict.fromkeys(self.mapping.named_columns()) if cells.count(name) > 1]:
            raise MalformedMapping(f"the file has more than one column {', '.join(twice)}; {shown}")
        self.header = tuple(cells)
        return self.opening()

    def _session_of(self, row: Mapping[str, str]) -> PlaySession:
        if isinstance(self.mapping, SingleSessionMapping):
            return self.mapping
        column = self.mapping.sessions.column
        if row[column] not in self.mapping.sessions.of:
            raise MalformedDelivery("cell_not_a_session", column=column, cell=repr(row[column][:40]))
        return self.mapping.sessions.of[row[column]]

    def _round_subject(self, session: PlaySession, row: Mapping[str, str], line: int) -> str:
        name = self.mapping.round.prefix + (row[self.mapping.round.column] if self.mapping.round.column else str(line))
        subject = f"{session.subject}/{name}"
        if not is_subject(subject):
            raise MalformedDelivery("not_a_round", name=repr(name[:40]))
        return subject

    def at_its_instant(self, placed: "Placed[tuple[FeedItem, str]]") -> FeedItem:
        """A row at the instant that the rows around it leave; refused where they leave two."""
        item, shown = placed.piece
        if placed.is_open and self.mapping.time is not None:
            part = self.mapping.time
            why = Refusal("cell_twice", column=part.column, cell=repr(shown[:40]), zone=part.zone)
            return refused_item(item.number, item.raw, MalformedLine(why, partial_delivery_of(item.deliveries)))
        if placed.instant is None or item.deliveries[0].whole.time is not None:
            return item
        time = format_instant(placed.instant)
        return item._replace(deliveries=[delivery.whole._replace(time=time) for delivery in item.deliveries])

    def _read_time(self, row: Mapping[str, str]) -> None:
        """Reads the time of a row. Raises MalformedDelivery where it is none, or one that the clocks skip."""
        part = self.mapping.time
        if part is None:
            return
        text = row[part.column]
        try:
            if part.format is None:
                self.instants = (parse_instant(text),)
            else:
                self.instants = instants_of(datetime.strptime(text, part.format), ZoneInfo(part.zone))
        except (ValueError, OverflowError) as error:
            form = part.format or "RFC 3339"
            raise MalformedDelivery("cell_not_a_time", column=part.column, cell=repr(text[:40]), form=form) from error
        if not self.instants:
            raise MalformedDelivery("cell_skipped", column=part.column, cell=repr(text[:40]), zone=part.zone)
        self.shown = text

    def _row_events(self, row: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
        yield RoundOpened.TOPIC, {"apart": self.mapping.round.apart}
        wager = self.mapping.wager
        if wager:
            stake = _parse_minor(row[wager.stake], wager.digits, wager.stake)
            kind = _look_up_word(wager.kinds, row[wager.kind], wager.kind)
            yield WagerPlaced.TOPIC, {"wager": "w1", "player": wager.player, "kind": kind, "stake_minor": stake}
        for place, card in self._cards(row):
            yield CardDealt.TOPIC, {"place": place, "card": card}
        if self.mapping.pocket:
            yield BallRested.TOPIC, {"pocket": row[self.mapping.pocket.column].strip()}
        if self.mapping.result:
            yield (
                Announced.TOPIC,
                {
                    "result": _look_up_word(
                        self.mapping.result.words, row[self.mapping.result.column], self.mapping.result.column
                    )
                },
            )
        if wager and wager.paid:
            paid = _parse_minor(row[wager.paid], wager.digits, wager.paid) + (stake if wager.paid_is == "net" else 0)
            yield WagerReturned.TOPIC, {"wager": "w1", "amount_minor": paid}
        yield RoundClosed.TOPIC, {}

    def _cards(self, row: Mapping[str, str]) -> list[tuple[str, str]]:
        laid = [card for part in self.mapping.cards for card in _cards_in_cell(part, row[part.column])]
        if not self.mapping.deal:
            return laid
        waiting = {place: [pair for pair in laid if pair[0] == place] for place in self.mapping.deal}
        dealt = [waiting[place].pop(0) for place in self.mapping.deal if waiting[place]]
        left = [pair for pairs in waiting.values() for pair in pairs]
        return dealt + left


def _cards_in_cell(part: CardColumn, text: str) -> Iterator[tuple[str, str]]:
    cells = [cell.strip() for cell in text.split(part.separator)]
    if len(part.places) > 1 and len(cells) > len(part.places):
        raise MalformedDelivery("cell_too_full", column=part.column, number=len(cells), places=len(part.places))
    places: Sequence[str] = part.places if len(part.places) > 1 else part.places * len(cells)
    for place, cell in zip(places, cells, strict=False):
        if cell:
            yield place, part.read(cell, part.column)


def _look_up_word(words: Mapping[str, str], text: str, column: str) -> str:
    if text not in words:
        raise MalformedDelivery("cell_not_among", column=column, cell=repr(text[:40]), words=", ".join(words))
    return words[text]


def _parse_minor(text: str, digits: int, column: str) -> int:
    """Decimals may carry the dust of a float: they are rounded to the nearest minor unit."""
    try:
        amount = (Decimal(text) * 10**digits).to_integral_value()
        if abs(amount) > LARGEST:
            raise MalformedDelivery("cell_beyond", column=column, cell=repr(text[:40]), largest=LARGEST)
        return int(amount)
    except (ArithmeticError, ValueError) as error:
        raise MalformedDelivery("cell_not_an_amount", column=column, cell=repr(text[:40])) from error


_REPORTED: Final = (TableOpened, SourceDeclared, RoundOpened, RoundClosed)
"""The kinds of events that every file reports."""

_REPORTED_WITH: Final[Mapping[type[Event], Callable[[CsvMapping], object]]] = {
    WagerPlaced: lambda mapping: mapping.wager,
    WagerReturned: lambda mapping: mapping.wager and mapping.wager.paid,
    CardDealt: lambda mapping: mapping.cards,
    BallRested: lambda mapping: mapping.pocket,
    Announced: lambda mapping: mapping.result,
}
"""The kinds of events that a file reports for which its mapping names a column."""


def _reported_under(text: str) -> Iterator[type[Event]]:
    """The kinds of events that a file can report under the text of its mapping."""
    mapping = parse_csv_mapping(text)
    yield from _REPORTED
    yield from (kind for kind, column in _REPORTED_WITH.items() if column(mapping))


FORMAT: Final = Format(
    "csv",
    lambda _, text: csv_reader(parse_csv_mapping(text), text.encode()),
    suffixes=(".csv",),
    mapping="CSV; name the file that says what its columns are",
    reports=(*_REPORTED, *_REPORTED_WITH),
    reports_under=_reported_under,
    facts=FormatFacts(
        title="CSV",
        guide="feeds.md#csv",
        specification="RFC 4180 in UTF-8: commas, quotation marks doubled within quotation marks. One round a row; a "
        "cell has no line break. The mapping file is TOML 1.0.",
        times="The column of `[time]`: RFC 3339, or any form that `format` (strptime) describes. A time without an "
        "offset is by the clock of `zone`. One that occurs twice is placed by the rows around it, or its row is refused; "
        "one that does not exist is refused.",
        tables="`table` and `day` of the mapping, or of the session that a column names.",
        currencies="That of the opening. Amounts are decimals with `digits` places, rounded to the minor unit.",
        unknown=(
            Unknown(UnknownPart.FIELD, "a column that the mapping does not name", Handling.READ_PAST),
            Unknown(
                UnknownPart.WORD,
                "a word in the column of the result, of the bet's kind or of the session",
                Handling.REFUSED,
                "`words`, `kinds` and `[sessions.of]` name the words that are read",
            ),
            Unknown(
                UnknownPart.WORD, "a spelling of a card", Handling.REFUSED, "`spelling`, `ranks` and `suits` describe it"
            ),
            Unknown(UnknownPart.MESSAGE, "a row with more or fewer cells than the header", Handling.REFUSED),
        ),
    ),
)

"""What a card recogniser saw, as CSV or as CloudEvents: one row or event a card that it takes something for."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Annotated, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ledger.errors import MalformedDelivery, MalformedMapping
from ledger.events.play import Announced, TotalAnnounced
from ledger.events.table import TableOpened
from ledger.feeds import cloudevents
from ledger.feeds.csvmap import CardSpelling
from ledger.feeds.mapping import MappingPart, parse_mapping
from ledger.feeds.reading import EXACT_JSON, JSON_ERRORS, describe_errors
from ledger.values.cards import Card
from ledger.values.places import Place
from ledger.values.sightings import MILLION, SeenRound, Sighting, SightingRates
from ledger.values.subjects import Day, Name, Word, is_subject

RECOGNISED: Final = "card.recognised.v1"
"""The type of a CloudEvent that tells what a recogniser takes a card for; `data` has place, number and candidates."""

_DUST: Final = 1_000
"""Confidences that were rounded may come to so many millionths more than one."""
_Rate = Annotated[int, Field(strict=True, ge=1, lt=MILLION)]


class SightingColumns(MappingPart):
    """What the columns are called. Those without a name here need not be there: a shoe's name and the dealer's calls."""

    round: str = "round"
    place: str = "place"
    number: str = "number"
    card: str = "card"
    confidence: str = "confidence"
    shoe: str | None = None
    result: str | None = None
    totals: Mapping[Place, str] = {}


class Rates(MappingPart):
    """How often recogniser, dealer and caller fail, in millionths; see SightingRates."""

    missed: _Rate = SightingRates().missed
    invented: _Rate = SightingRates().invented
    unlawful: _Rate = SightingRates().unlawful
    miscalled: _Rate = SightingRates().miscalled


class SightingMapping(MappingPart):
    """A mapping file for a recogniser: whose table it looks at, and how it spells what it sees."""

    name: Name
    """The account is the transcript of this name."""
    table: Name
    day: Day
    opening: TableOpened
    decks: Annotated[int, Field(strict=True, ge=1, le=20)]
    columns: SightingColumns = SightingColumns()
    cards: CardSpelling = CardSpelling(spelling="ranksuit")
    words: Mapping[str, Word] = {}
    """Places and results as they are spelt, and as they are called here."""
    rates: Rates = Rates()

    @property
    def sighting_rates(self) -> SightingRates:
        """The rates as the decoder takes them."""
        return SightingRates(**self.rates.model_dump())


class SightingFault(NamedTuple):
    """A line of a recogniser's file that cannot be read, and why."""

    line: int
    why: str


class Recognition(NamedTuple):
    """What a recogniser's file tells, round by round in the order of their first lines, and what of it cannot be read."""

    rounds: tuple[SeenRound, ...]
    faults: tuple[SightingFault, ...]


def parse_sighting_mapping(text: str) -> SightingMapping:
    """A mapping from its TOML text. Raises MalformedMapping naming the row that is wrong."""
    return parse_mapping(SightingMapping, text)


def read_csv(lines: Iterable[str], mapping: SightingMapping) -> Recognition:
    """What a CSV file tells: one row a candidate."""
    return _read(lines, _CsvRows(mapping))


def read_cloudevents(lines: Iterable[str], mapping: SightingMapping) -> Recognition:
    """What a file of CloudEvents tells, one a line: cards that were recognised, and the dealer's calls."""
    return _read(lines, partial(_take_cloudevent, mapping))


@dataclass(slots=True)
class _RoundSoFar:
    subject: str
    candidates: dict[tuple[str, int], dict[str, int]] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    result: str | None = None
    shoe: str | None = None

    def see(self, place: str, number: int, card: str, confidence: int) -> None:
        faces = self.candidates.setdefault((place, number), {})
        if card in faces:
            raise MalformedDelivery("confidence_twice", number=number, place=place, card=card)
        if sum(faces.values()) + confidence > MILLION + _DUST:
            raise MalformedDelivery("confidences_beyond", number=number, place=place)
        faces[card] = confidence

    def call(self, result: str | None, totals: Mapping[str, int], shoe: str | None) -> None:
        for code, earlier, now in (("other_result", self.result, result), ("other_shoe", self.shoe, shoe)):
            if now is not None and earlier not in (None, now):
                raise MalformedDelivery(code, earlier=earlier, now=now)
        for place, total in totals.items():
            if self.totals.setdefault(place, total) != total:
                raise MalformedDelivery("other_total", place=place, earlier=self.totals[place], now=total)
        self.result, self.shoe = self.result or result, self.shoe or shoe

    def seen(self) -> SeenRound:
        sightings = (Sighting(place, number, faces) for (place, number), faces in self.candidates.items())
        return SeenRound(self.subject, tuple(sightings), self.totals, self.result, self.shoe)


_Rounds = dict[str, _RoundSoFar]


def _read(lines: Iterable[str], take: Callable[[str, _Rounds], None]) -> Recognition:
    rounds: _Rounds = {}
    faults = []
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                take(line, rounds)
        except MalformedDelivery as error:
            faults.append(SightingFault(number, error.refusal))
    return Recognition(tuple(round_.seen() for round_ in rounds.values()), tuple(faults))


def _round_of(subject: str, mapping: SightingMapping, rounds: _Rounds) -> _RoundSoFar:
    day = f"{mapping.table}/{mapping.day}"
    if not is_subject(subject) or not subject.startswith(f"{day}/"):
        raise MalformedDelivery("not_a_round_of_day", name=repr(subject[:80]), day=day)
    return rounds.setdefault(subject, _RoundSoFar(subject))


@dataclass(slots=True)
class _CsvRows:
    mapping: SightingMapping
    header: tuple[str, ...] = ()

    def __call__(self, line: str, rounds: _Rounds) -> None:
        try:
            cells = next(csv.reader([line], strict=True))
        except csv.Error as error:
            raise MalformedDelivery("row_not_csv", error=error) from error
        if not self.header:
            self._take_header(cells)
            return
        if len(cells) != len(self.header):
            raise MalformedDelivery("row_cells", cells=len(cells), columns=len(self.header))
        row, columns, words = dict(zip(self.header, cells, strict=True)), self.mapping.columns, self.mapping.words
        place, number = words.get(row[columns.place], row[columns.place]), row[columns.number]
        card, confidence = self.mapping.cards.read(row[columns.card], columns.card), row[columns.confidence]
        seen = _seen({"place": place, "number": number, "candidates": {card: confidence}})
        result = row[columns.result] if columns.result else ""
        shoe = row[columns.shoe] if columns.shoe else ""
        totals = {hand: _total(row[column]) for hand, column in columns.totals.items() if row[column]}
        round_ = _round_of(f"{self.mapping.table}/{self.mapping.day}/{row[columns.round]}", self.mapping, rounds)
        round_.call(words.get(result, result) or None, totals, shoe or None)
        round_.see(seen.place, seen.number, card, int(seen.candidates[card] * MILLION))

    def _take_header(self, cells: Sequence[str]) -> None:
        columns = self.mapping.columns.model_dump(exclude_none=True)
        required = [*columns.pop("totals").values(), *columns.values()]
        if missing := [column for column in required if cells.count(column) != 1]:
            raise MalformedMapping(
                f"the file must have one column {', '.join(missing)}; its header is {', '.join(cells)[:200]!r}"
            )
        self.header = tuple(cells)


def _take_cloudevent(mapping: SightingMapping, line: str, rounds: _Rounds) -> None:
    try:
        attributes = EXACT_JSON.decode(line)
    except JSON_ERRORS as error:
        raise MalformedDelivery("line_not_json", error=str(error)[:80]) from error
    if isinstance(attributes, dict) and attributes.get("type") == RECOGNISED:
        seen = _seen(attributes.get("data"))
        round_ = _round_of(str(attributes.get("subject")), mapping, rounds)
        round_.call(None, {}, seen.shoe)
        for card, confidence in seen.candidates.items():
            round_.see(seen.place, seen.number, card, int(confidence * MILLION))
        return
    delivery = cloudevents.read(line.encode())
    match delivery.event:
        case Announced(result=result):
            _round_of(delivery.subject, mapping, rounds).call(result, {}, None)
        case TotalAnnounced(place=place, total=total):
            _round_of(delivery.subject, mapping, rounds).call(None, {place: total}, None)
        case _:
            raise MalformedDelivery("not_of_a_recogniser", topic=RECOGNISED, other=delivery.event.TOPIC)


class _Seen(BaseModel):
    """A card as a recogniser saw it. Confidences are read as they are written, up to millionths."""

    model_config = ConfigDict(extra="forbid")

    place: Place
    number: Annotated[int, Field(ge=1, le=99)]
    candidates: Annotated[Mapping[Card, Annotated[Decimal, Field(ge=0, le=1)]], Field(min_length=1)]
    shoe: Name | None = None


def _seen(data: object) -> _Seen:
    try:
        return _Seen.model_validate(data)
    except ValidationError as error:
        raise MalformedDelivery("not_a_recognised_card", faults=describe_errors(error)) from error


def _total(text: str) -> int:
    if not text.isdecimal() or len(text) > len("99"):
        raise MalformedDelivery("not_a_total", text=repr(text[:40]))
    return int(text)

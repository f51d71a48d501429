"""Names masked: every person of a table's day gets a letter before the day is told, so that no text can name him."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any, get_args, get_type_hints

from pydantic import BaseModel

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.events.deliveries import Sentence
from ledger.values.offices import ROLES, Person
from ledger.values.subjects import DeliveryId, Name, ShoeName, Source
from projections.messages.catalogue import Catalogue
from projections.read_models.rows import RulingRecord
from projections.table_days import TableDays

_TRANSCRIPT_PREFIX = "transcript/"
_FREE_TEXT_FIELDS = ("feed", "about", "refused")
"""Fields without a type of their own in which a name may stand."""
_RULED_FIELDS = ("dealer", "players", "shoe", "particulars", "by", "reason", "basis", "refused")
"""Fields of what is on record of a ruling in which a name may stand."""


class MaskedTableDays(TableDays):
    """An archive in which players are `Player-A`, `Player-B`, and others `Person-A`; an office keeps its name.

    `spared` are persons who keep theirs: whom a document is made for.
    """

    def __init__(self, ledger: Ledger, words: Catalogue, unmasked: Collection[str] = ()):
        super().__init__(ledger)
        self._words, self._unmasked = words, unmasked

    def entries(self, day: str) -> list[Entry]:
        """Everything of a table's day, masked."""
        found = super().entries(day)
        called = masked_names(found, self._words)
        return list(
            mask_entries(found, PersonNames({who: name for who, name in called.items() if who not in self._unmasked}))
        )


class PersonNames:
    """What persons are called: by letters where names are masked, by their ids where nothing is given."""

    def __init__(self, name_by_person: Mapping[str, str]):
        self._name_by_person, longest = name_by_person, sorted(name_by_person, key=len, reverse=True)
        self._person_pattern = re.compile(
            "|".join(rf"(?<![A-Za-z0-9]){re.escape(who)}(?![A-Za-z0-9])" for who in longest) or r"(?!)"
        )

    @property
    def are_given(self) -> bool:
        """Whether anybody is called otherwise than by the id."""
        return bool(self._name_by_person)

    def name_of(self, person: str) -> str:
        """What a person is called."""
        return self._name_by_person.get(person, person)

    def apply_to(self, text: str) -> str:
        """A text with every name in it as it is called."""
        return self._person_pattern.sub(lambda found: self._name_by_person[found.group()], text)


def masked_names(entries: Iterable[Entry], words: Catalogue) -> dict[str, str]:
    """What each person of these entries is called, in the order in which they come up."""
    called: dict[str, str] = {}
    numbers = {"player": count(), "person": count()}
    for entry in entries:
        for who, kind in _persons_in_entry(entry):
            if who not in called and who not in ROLES:
                called[who] = words.say(f"masking.{kind}", letter=_letters_for(next(numbers[kind])))
    return called


def players_named(entries: Iterable[Entry]) -> set[str]:
    """Everybody whom these entries name as a player."""
    return {who for entry in entries for who, kind in _persons_in_entry(entry) if kind == "player"}


def _persons_in_entry(entry: Entry) -> Iterator[tuple[str, str]]:
    yield from _persons_in_model(entry.event)
    if entry.source.startswith(_TRANSCRIPT_PREFIX):
        yield entry.source.removeprefix(_TRANSCRIPT_PREFIX), "person"


def _persons_in_model(model: BaseModel) -> Iterator[tuple[str, str]]:
    """Persons whom an event, or a part of one, names: id and kind."""
    for field in _name_fields(type(model))[0]:
        who = getattr(model, field)
        if who is not None:
            yield who, "player" if field in ("player", "called") else "person"
    parts = (part for value in dict(model).values() if isinstance(value, tuple) for part in value)
    yield from (found for part in parts if isinstance(part, BaseModel) for found in _persons_in_model(part))


def _letters_for(number: int) -> str:
    """A to Z, then AA, AB."""
    return (_letters_for(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


@cache
def _name_fields(model_class: type[BaseModel]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of an event that name a person, and those in which a name may stand."""
    hints = get_type_hints(model_class, include_extras=True)
    own = {name: (hint, *get_args(hint)) for name, hint in hints.items() if name in model_class.model_fields}
    people = tuple(name for name, parts in own.items() if Person in parts)
    free = (Name, ShoeName, Source, DeliveryId, Sentence)
    words = tuple(
        name for name, parts in own.items() if name in _FREE_TEXT_FIELDS or any(text_path in parts for text_path in free)
    )
    return people, words


def mask_entries(entries: Iterable[Entry], person_names: PersonNames) -> Iterator[Entry]:
    """Entries of a table's day with persons as they are called."""

    def hide(text: str | None) -> Any:
        return text and person_names.apply_to(text)

    for entry in entries:
        people, words = _name_fields(type(entry.event))
        event = entry.event
        changed = {name: who and person_names.name_of(who) for name in people for who in (getattr(event, name),)}
        changed |= {name: hide(getattr(event, name)) for name in words}
        delivery = entry.delivery._replace(
            event=event.model_copy(update=changed),
            source=hide(entry.delivery.source),
            id=hide(entry.delivery.id),
            after=tuple(hide(reference) for reference in entry.delivery.after),
            correlation=hide(entry.delivery.correlation),
            causation=hide(entry.delivery.causation),
        )
        yield replace(entry, delivery=delivery)


def mask_record(record: RulingRecord, person_names: PersonNames) -> RulingRecord:
    """What is on record of a ruling, with persons as they are called."""
    if not person_names.are_given:
        return record
    changed = {name: mask_data(record.data[name], person_names) for name in _RULED_FIELDS if name in record.data}
    return replace(record, data={**record.data, **changed})


def mask_data(data: Any, person_names: PersonNames) -> Any:
    """Data with every name in it as it is called; the template of a message is no text of anybody's."""
    if isinstance(data, str):
        return person_names.apply_to(data)
    if isinstance(data, list):
        return [mask_data(part, person_names) for part in data]
    if isinstance(data, dict):
        return {name: part if name == "message" else mask_data(part, person_names) for name, part in data.items()}
    return data

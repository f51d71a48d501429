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
from ledger.values.subjects import DeliveryId, Name, Source
from projections.messages.catalogue import Words
from projections.table_days import Archive

_TRANSCRIPT = "transcript/"
_FREE = ("feed", "about", "refused")
"""Fields without a type of their own in which a name may stand."""


class MaskedArchive(Archive):
    """An archive in which players are `Player-A`, `Player-B`, and others `Person-A`; an office keeps its name.

    `spared` are persons who keep theirs: whom a document is made for.
    """

    def __init__(self, ledger: Ledger, words: Words, spared: Collection[str] = ()):
        super().__init__(ledger)
        self._words, self._spared = words, spared

    def entries(self, day: str) -> list[Entry]:
        """Everything of a table's day, masked."""
        found = super().entries(day)
        called = names(found, self._words)
        return list(masked(found, Names({who: name for who, name in called.items() if who not in self._spared})))


class Names:
    """What persons are called: by letters where names are masked, by their ids where nothing is given."""

    def __init__(self, called: Mapping[str, str]):
        self._called, longest = called, sorted(called, key=len, reverse=True)
        self._anyone = re.compile(
            "|".join(rf"(?<![A-Za-z0-9]){re.escape(who)}(?![A-Za-z0-9])" for who in longest) or r"(?!)"
        )

    def of(self, person: str) -> str:
        """What a person is called."""
        return self._called.get(person, person)

    def within(self, text: str) -> str:
        """A text with every name in it as it is called."""
        return self._anyone.sub(lambda found: self._called[found.group()], text)


def names(entries: Iterable[Entry], words: Words) -> dict[str, str]:
    """What each person of these entries is called, in the order in which they come up."""
    called: dict[str, str] = {}
    numbers = {"player": count(), "person": count()}
    for entry in entries:
        for who, kind in _named(entry):
            if who not in called and who not in ROLES:
                called[who] = words.say(f"masking.{kind}", letter=_letters(next(numbers[kind])))
    return called


def players(entries: Iterable[Entry]) -> set[str]:
    """Everybody whom these entries name as a player."""
    return {who for entry in entries for who, kind in _named(entry) if kind == "player"}


def _named(entry: Entry) -> Iterator[tuple[str, str]]:
    yield from _named_in(entry.event)
    if entry.source.startswith(_TRANSCRIPT):
        yield entry.source.removeprefix(_TRANSCRIPT), "person"


def _named_in(said: BaseModel) -> Iterator[tuple[str, str]]:
    """Persons whom an event, or a part of one, names: id and kind."""
    for field in _fields(type(said))[0]:
        who = getattr(said, field)
        if who is not None:
            yield who, "player" if field in ("player", "called") else "person"
    parts = (part for value in dict(said).values() if isinstance(value, tuple) for part in value)
    yield from (found for part in parts if isinstance(part, BaseModel) for found in _named_in(part))


def _letters(number: int) -> str:
    """A to Z, then AA, AB."""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


@cache
def _fields(kind: type[BaseModel]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of an event that name a person, and those in which a name may stand."""
    hints = get_type_hints(kind, include_extras=True)
    own = {name: (hint, *get_args(hint)) for name, hint in hints.items() if name in kind.model_fields}
    people = tuple(name for name, parts in own.items() if Person in parts)
    free = (Name, Source, DeliveryId, Sentence)
    words = tuple(name for name, parts in own.items() if name in _FREE or any(one in parts for one in free))
    return people, words


def masked(entries: Iterable[Entry], called: Names) -> Iterator[Entry]:
    """Entries of a table's day with persons as they are called."""

    def hide(text: str | None) -> Any:
        return text and called.within(text)

    for entry in entries:
        people, words = _fields(type(entry.event))
        event = entry.event
        changed = {name: who and called.of(who) for name in people for who in (getattr(event, name),)}
        changed |= {name: hide(getattr(event, name)) for name in words}
        delivery = entry.delivery._replace(
            event=event.model_copy(update=changed),
            source=hide(entry.delivery.source),
            id=hide(entry.delivery.id),
            after=tuple(hide(one) for one in entry.delivery.after),
            correlation=hide(entry.delivery.correlation),
            causation=hide(entry.delivery.causation),
        )
        yield replace(entry, delivery=delivery)

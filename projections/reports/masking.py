"""Names masked: every person of a table's day gets a letter and every bet a token before the day is told, so that no text
can name a person.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.events.decisions import ClauseId
from ledger.events.deliveries import DeliveryQuarantined, Sentence
from ledger.events.play import WagerPlaced
from ledger.values.message import data_of, from_data
from ledger.values.offices import Person, is_office
from ledger.values.refusals import MOST_STORED, refusal_fields, stored_refusal
from ledger.values.subjects import TRANSCRIPT, Name, ShoeName
from projections.messages.catalogue import Catalogue
from projections.read_models.rows import RulingRecord
from projections.reports.person_names import PersonNames
from projections.rulings.difference import RulingDifference
from projections.table_days import TableDays
from replay.judging.finding import Finding

M = TypeVar("M", bound=BaseModel)
NO_PERSONS: Final = frozenset({"house", "nobody"})
"""What stands where a person does and is none: the party against a player, and whom nobody named."""
_PLAYER_FIELDS: Final = frozenset({"player", "called"})
_IS_PERSON: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")


class MaskedTableDays(TableDays):
    """An archive in which players are `Player-A`, `Player-B`, others `Person-A`, bets `Bet-1`; an office keeps its name.

    `unmasked` are persons who keep theirs, and the ids of their bets: whom a document is made for. `person_names` are what
    they are called on every day, where that is given.
    """

    def __init__(
        self,
        ledger: Ledger,
        words: Catalogue,
        unmasked: Collection[str] = (),
        person_names: PersonNames | None = None,
    ):
        super().__init__(ledger)
        self._words, self._unmasked, self._person_names = words, unmasked, person_names

    def entries(self, day: str) -> list[Entry]:
        """Everything of a table's day, masked."""
        found = super().entries(day)
        return list(mask_entries(found, self._person_names or masking(found, self._words, self._unmasked)))

    def name_of(self, day: str) -> Callable[[str], str]:
        """Gives the names by which persons are called in a table's day."""
        return (self._person_names or masking(super().entries(day), self._words, self._unmasked)).name_of


def masking(entries: Iterable[Entry], words: Catalogue, unmasked: Collection[str] = ()) -> PersonNames:
    """What the persons and bets of these entries are called, but for persons who keep their ids, in texts about what they
    name.
    """
    named = NamedInEntries()
    for entry in entries:
        named.take(entry)
    return named.names(words, unmasked)


class NamedInEntries:
    """The persons and things that entries name, gathered entry by entry."""

    def __init__(self) -> None:
        self._persons: dict[str, str] = {}
        """The kind of each, in the order in which they come up."""
        self._things: set[str] = set()
        self._bets: dict[str, set[str]] = {}
        """The players of each bet, in the order in which the bets come up."""

    def take(self, entry: Entry) -> None:
        """Gathers what one more entry names."""
        self._things.update(entry.subject.split("/"))
        for model, field, sort, values in _names_in(entry.event):
            if sort == "person":
                for who in values:
                    self._persons.setdefault(who, "player" if field in _PLAYER_FIELDS else "person")
            elif sort == "thing":
                self._things.update(values)
            elif sort == "bet":
                players = (model.player,) if isinstance(model, WagerPlaced) else ()
                self._bets.setdefault(values[0], set()).update(players)
        typed_by = entry.source.removeprefix(TRANSCRIPT)
        is_typed = entry.source.startswith(TRANSCRIPT) and _IS_PERSON.fullmatch(typed_by)
        if is_typed and typed_by not in entry.subject.split("/"):
            self._persons.setdefault(typed_by, "person")

    def names(self, words: Catalogue, unmasked: Collection[str] = ()) -> PersonNames:
        """What the persons and bets are called, but for persons who keep their ids, and their bets' ids."""
        numbers = {"player": count(), "person": count()}
        called = {
            who: words.say(f"masking.{kind}", letter=_letters_for(next(numbers[kind])))
            for who, kind in self._persons.items()
            if not is_office(who) and who not in NO_PERSONS
        }
        called = {who: name for who, name in called.items() if who not in unmasked}
        tokens = filter(lambda token: token not in self._bets, (words.say("masking.bet", number=n) for n in count(1)))
        token_by_bet = {bet: token for (bet, _), token in zip(self._bets.items(), tokens, strict=False)}
        if unmasked:
            token_by_bet = {bet: token for bet, token in token_by_bet.items() if self._bets[bet].isdisjoint(unmasked)}
        return PersonNames(called, self._things, words, token_by_bet)


def players_named(entries: Iterable[Entry]) -> set[str]:
    """Everybody whom these entries name as a player."""
    named = (row for entry in entries for row in _names_in(entry.event))
    return {who for _, field, sort, values in named if sort == "person" and field in _PLAYER_FIELDS for who in values}


def _names_in(model: BaseModel) -> Iterator[tuple[BaseModel, str, "FieldSort", tuple[str, ...]]]:
    """What an event names: the event or the part of it, the field, what sort of name or text it holds, and these."""
    for field, sort in _sorted_fields(type(model)).items():
        if (value := getattr(model, field)) is not None:
            yield model, field, sort, value if isinstance(value, tuple) else (value,)
    values = (value if isinstance(value, tuple) else (value,) for value in dict(model).values())
    yield from (found for many in values for part in many if isinstance(part, BaseModel) for found in _names_in(part))


def _letters_for(number: int) -> str:
    """A to Z, then AA, AB."""
    return (_letters_for(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


FieldSort = Literal["person", "bet", "thing", "label", "text", "refusal", "source", "account"]
"""What a field says: who; a bet by its id; a thing by its name, which is nobody's; a name that somebody gave, or a reason;
a text that somebody wrote; why an act was refused; a source; an account of a round.
"""
_BET_FIELDS: Final = frozenset({"wager", "parent"})
_SORT_BY_FIELD: Final[Mapping[str, FieldSort]] = {
    "refused": "refusal",
    "feed": "label",
    "evidence": "label",
    "fact": "label",
    "reason": "label",
    "about": "source",
    "account": "account",
    "source": "source",
}
"""Fields that go by their names, where their type does not say that they name somebody."""


@cache
def _sorted_fields(model_class: type[BaseModel]) -> Mapping[str, FieldSort]:
    """The fields of an event, or of a part of one, that hold a name or a text."""
    hints = get_type_hints(model_class, include_extras=True)
    found = {name: _sort_of(name, list(_types_in(hints[name]))) for name in model_class.model_fields}
    return {name: sort for name, sort in found.items() if sort is not None}


def _sort_of(field: str, types: Sequence[Any]) -> FieldSort | None:
    if Person in types:
        return "person"
    if field in _SORT_BY_FIELD and any(hint is str or get_origin(hint) is Annotated for hint in types):
        return "text" if field == "about" and Sentence in types else _SORT_BY_FIELD[field]
    if Sentence in types:
        return "text"
    if field in _BET_FIELDS and Name in types:
        return "bet"
    return "thing" if any(hint in types for hint in (Name, ShoeName, ClauseId)) else None


def _types_in(hint: Any) -> Iterator[Any]:
    """A type and those that it is made of."""
    yield hint
    if get_origin(hint) is not Annotated:
        yield from (part for argument in get_args(hint) for part in _types_in(argument))
    else:
        yield from _types_in(get_args(hint)[0])


def mask_entries(entries: Iterable[Entry], person_names: PersonNames) -> Iterator[Entry]:
    """Entries of a table's day with persons as they are called."""

    def reference(text: str | None) -> str | None:
        return text and person_names.reference_of(text)

    for entry in entries:
        delivery = entry.delivery._replace(
            event=mask_event(entry.event, person_names),
            source=person_names.source_of(entry.delivery.source),
            after=tuple(map(person_names.reference_of, entry.delivery.after)),
            correlation=reference(entry.delivery.correlation),
            causation=reference(entry.delivery.causation),
            extensions=(),  # free text of another maker, which may name a person
        )
        yield replace(entry, delivery=delivery)


def mask_event(model: M, person_names: PersonNames) -> M:
    """An event, or a part of one, with persons as they are called."""
    by_sort: Mapping[FieldSort, Callable[[str], str]] = {
        "person": person_names.name_of,
        "bet": person_names.bet_of,
        "label": person_names.apply_to_label,
        "text": person_names.apply_to,
        "refusal": person_names.apply_to_refusal,
        "source": person_names.source_of,
        "account": person_names.account_of,
    }
    sorts, changed = _sorted_fields(type(model)), dict[str, Any]()
    for field, value in dict(model).items():
        mask = by_sort.get(sorts.get(field, "thing"))
        many = value if isinstance(value, tuple) else (value,)
        masked = tuple(
            mask_event(part, person_names) if isinstance(part, BaseModel) else mask(part) if mask and part else part
            for part in many
        )
        if masked != many:
            changed[field] = masked if isinstance(value, tuple) else masked[0]
    sentence = "reason" if isinstance(model, DeliveryQuarantined) else "refused"
    return model.model_copy(update=changed | _masked_refusal(dict(model), person_names, sentence))


def _masked_refusal(data: Mapping[str, Any], person_names: PersonNames, sentence: str = "refused") -> dict[str, Any]:
    """The field `sentence`, why something was refused, with its code and particulars; nothing for what has none."""
    if data.get(sentence) is None or data.get("code") is None:
        return {}
    refused = person_names.apply_to_refusal(stored_refusal(data[sentence], data["code"], data.get("particulars")))
    return {sentence: str(refused)[:MOST_STORED], "code": None, "particulars": None, **refusal_fields(refused)}


def mask_difference(differs: RulingDifference, person_names: PersonNames) -> RulingDifference:
    """How a ruling differs from the one on record, with persons as they are called."""
    withdrawn, added = (
        tuple(_mask_finding(finding, person_names) for finding in findings)
        for findings in (differs.withdrawn, differs.added)
    )
    return replace(differs, withdrawn=withdrawn, added=added)


def _mask_finding(finding: Finding, person_names: PersonNames) -> Finding:
    particulars = {name: data_of(value) for name, value in finding.particulars.items()}
    masked = _mask_particulars(particulars, person_names)
    wagers = tuple(map(person_names.bet_of, finding.wagers))
    return replace(finding, wagers=wagers, particulars={name: from_data(value) for name, value in masked.items()})


def mask_record(record: RulingRecord, person_names: PersonNames) -> RulingRecord:
    """What is on record of a ruling, with persons and bets as they are called."""
    if not person_names.are_given:
        return record

    def by_bet(bets: Any) -> Any:
        """Amounts by bet, or bets, under their tokens."""
        if isinstance(bets, Mapping):
            return {person_names.bet_of(bet): amount for bet, amount in bets.items()}
        return bets and list(map(person_names.bet_of, bets))

    masks: Mapping[str, Callable[[Any], Any]] = {
        "dealer": person_names.name_of,
        "by": lambda by: person_names.name_of(by) if isinstance(by, str) else by,
        "players": lambda players: list(map(person_names.name_of, players)),
        "wagers": lambda bets: list(map(person_names.bet_of, bets)),
        "owed": lambda rows: [
            {**row, "player": person_names.name_of(row["player"]), "wager": person_names.bet_of(row["wager"])}
            for row in rows
        ],
        "outcomes": lambda rows: [{**row, "due_minor": by_bet(row["due_minor"])} for row in rows],
        "taken_back_minor": by_bet,
        "at_stake": lambda parts: {part: by_bet(bets) for part, bets in parts.items()},
        "account": person_names.account_of,
        "reason": person_names.apply_to_label,
        "refused": person_names.apply_to_refusal,
        "particulars": lambda particulars: _mask_particulars(particulars, person_names),
    }
    changed = {name: mask(record.data[name]) for name, mask in masks.items() if record.data.get(name) is not None}
    return replace(record, data={**record.data, **changed, **_masked_refusal(record.data, person_names)})


_PERSON_PARTICULARS: Final = frozenset(
    {"player", "players", "caller", "others", "dealer", "by", "who", "contestant", "gone"}
)
"""The particulars of findings that name persons, or nobody: then it is a word of the trade."""
_BET_PARTICULARS: Final = frozenset({"wager", "wagers"})
"""Those that name bets."""
_REFERENCE_PARTICULARS: Final = frozenset({"one", "other", "source"})


def _mask_particulars(particulars: Mapping[str, Any], person_names: PersonNames) -> dict[str, Any]:
    """The particulars of a finding, or of a phrase in it, as data."""
    return {name: _mask_particular(name, value, person_names) for name, value in particulars.items()}


def _mask_particular(name: str, value: Any, person_names: PersonNames) -> Any:
    is_person = name in _PERSON_PARTICULARS
    match value:
        case {"message": _, "of": parts}:
            inner = {part: name if is_person or name == "reason" else part for part in parts}
            return {**value, "of": {part: _mask_particular(inner[part], parts[part], person_names) for part in parts}}
        case {"term": term} if name == "reason":
            return {"term": person_names.apply_to_label(term)}
        case str() if is_person:
            return ", ".join(map(person_names.name_of, value.split(", ")))
        case str() if name in _BET_PARTICULARS:
            return ", ".join(map(person_names.bet_of, value.split(", ")))
        case str() if name in _REFERENCE_PARTICULARS:
            return person_names.reference_of(value)
        case str() if name in ("account", "used"):
            return person_names.account_of(value)
        case str() if name in ("reason", "feed"):
            return person_names.apply_to_label(value)
    return value

"""Keys of a rulebook's values: a name in the edition, with the form that the value must have."""

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from ledger.errors import MalformedRulebook

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Formerly(Generic[T]):
    """Where an edition from before the key has the ambiguity: the number of its clause, and what each reading gives."""

    number: str
    by_letter: Mapping[str, T]


class Key(Generic[T]):
    """The only handle by which code reads a rulebook's value, so that reading can cite.

    `absent` is what holds where an edition does not give the key, because its house has no such thing. An edition that
    was frozen before there was the key may have the same ambiguity all the same: `formerly` says under which number.
    """

    __slots__ = ("_form", "absent", "formerly", "name")

    def __init__(
        self,
        keys: MutableMapping[str, "Key[Any]"],
        name: str,
        form: Any,
        absent: T | None = None,
        formerly: Formerly[T] | None = None,
    ):
        self.name = name
        self.absent = absent
        self.formerly = formerly
        self._form: TypeAdapter[T] = TypeAdapter(form)
        keys[name] = self

    def parse(self, value: object) -> T:
        """The value in its form. Raises MalformedRulebook naming the key."""
        try:
            return self._form.validate_python(value)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise MalformedRulebook(f"value {self.name}{'.' + where if where else ''}: {first['msg']}") from error


def check_keys(wanted: Mapping[str, Key[Any]], given: Mapping[str, object]) -> None:
    """Raises MalformedRulebook unless the keys of the game are given that every house needs, and no foreign ones."""
    needed = {name for name, key in wanted.items() if key.absent is None}
    missing, foreign = sorted(needed - set(given)), sorted(set(given) - set(wanted))
    if missing:
        raise MalformedRulebook(f"values missing: {', '.join(missing)}")
    if foreign:
        raise MalformedRulebook(f"values that the game does not know: {', '.join(foreign)}")

"""Keys of a rulebook's values: a name in the edition, with the form that the value must have."""

from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from ledger.errors import MalformedRulebook

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FormerAmbiguity(Generic[T]):
    """Where an edition from before the key has the ambiguity: the number of its clause, and what each reading gives."""

    clause_number: str
    by_letter: Mapping[str, T]


class Parameter(Generic[T]):
    """The only handle by which code reads a rulebook's value, so that reading can cite.

    `default` is what holds where an edition does not give the key, because its house has no such thing. An edition that
    was frozen before there was the key may have the same ambiguity all the same: `former_ambiguity` says under which
    number. The keys of a `part` of the game that a house may not have are given together or not at all.
    """

    __slots__ = ("_value_type", "default", "former_ambiguity", "name", "part")

    def __init__(
        self,
        registry: MutableMapping[str, "Parameter[Any]"],
        name: str,
        value_type: Any,
        default: T | None = None,
        former_ambiguity: FormerAmbiguity[T] | None = None,
        part: str | None = None,
    ):
        self.name = name
        self.part = part
        self.default = default
        self.former_ambiguity = former_ambiguity
        self._value_type = value_type
        registry[name] = self

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value's form."""
        return _adapter(self._value_type).json_schema()

    def parse(self, value: object) -> T:
        """The value in its form. Raises MalformedRulebook naming the key."""
        try:
            parsed: T = _adapter(self._value_type).validate_python(value)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise MalformedRulebook(f"value {self.name}{'.' + where if where else ''}: {first['msg']}") from error
        return parsed


@cache
def _adapter(value_type: Any) -> TypeAdapter[Any]:
    return TypeAdapter(value_type)


def check_parameters(parameters: Mapping[str, Parameter[Any]], values: Mapping[str, object]) -> None:
    """Raises MalformedRulebook unless the keys of the game are given that every house needs, and no foreign ones."""
    foreign = sorted(set(values) - set(parameters))
    if missing := missing_names(parameters, values):
        raise MalformedRulebook(f"values missing: {', '.join(missing)}")
    if foreign:
        raise MalformedRulebook(f"values that the game does not know: {', '.join(foreign)}")


def missing_names(parameters: Mapping[str, Parameter[Any]], given: Collection[str]) -> list[str]:
    """The keys that an edition has to give and does not: those of every house, and of the parts that its own has."""
    parts = {key.part for name, key in parameters.items() if name in given}
    needed = {name for name, key in parameters.items() if key.default is None and (key.part is None or key.part in parts)}
    return sorted(needed - set(given))

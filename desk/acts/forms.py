"""Forms of acts: what a person is asked for, derived from the event that records the act, and reading what was typed."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from pydantic import ValidationError

from ledger.errors import MalformedAct
from ledger.events.base import Act, ActCommand, Asked, acts_of
from ledger.events.cases import Answer, CaseworkAct, FactFound, ProposalDigest, ReadingGround
from ledger.events.championships import Number
from ledger.events.decisions import Position, Reason
from ledger.feeds.reading import describe_errors
from ledger.values.message import Message, Term
from ledger.values.money import Count, Minor
from ledger.values.subjects import RoundName, ShoeName, TableDayName
from ledger.values.times import Instant, canonical_instant

A = TypeVar("A", bound=Act)
NamedKind = Literal["shoe", "round", "table_day"]
PlainKind = Literal["text", "number", "amounts", "money", "flag", "choice", "reason", "time", "file"]
PartKind = Literal["proposal", "answers", "facts", "readings"]
FieldKind = PlainKind | PartKind | NamedKind

_KINDS: Final[Sequence[tuple[Any, FieldKind]]] = (
    (Answer, "answers"),
    (FactFound, "facts"),
    (ReadingGround, "readings"),
    (ProposalDigest, "proposal"),
    (Reason, "reason"),
    (Instant, "time"),
    (ShoeName, "shoe"),
    (RoundName, "round"),
    (TableDayName, "table_day"),
    (Minor, "money"),
    (bool, "flag"),
    (int, "number"),
)
"""What a field is by the first type that it is made of."""

_LEAST: Final[Sequence[tuple[Any, int]]] = ((Number, 1), (Position, 1), (Count, 0))
_AMOUNTS: Final = re.compile(r"[0-9]{1,15}(?:, ?[0-9]{1,15})*|")


@dataclass(frozen=True, slots=True)
class FormField:
    """What is asked for in one place of a form.

    `option` is how a command asks for it: `--box`, or an argument in capitals. `like` names the field whose value stands
    where nothing is typed. With `each`, every value that is typed is an act of its own; with `many`, all belong to one.
    """

    name: str
    option: str
    kind: FieldKind
    help: str
    required: bool = False
    many: bool = False
    each: bool = False
    default: str | int | None = None
    choices: tuple[str, ...] = ()
    least: int | None = None
    metavar: str | None = None
    like: str | None = None

    @property
    def label(self) -> str:
        """What stands beside the field."""
        return self.name.removesuffix("_minor").replace("_", " ")


@dataclass(frozen=True, slots=True)
class Form:
    """What is asked for to take an act, in order. `alternatives` are the acts taken instead if a field is filled in."""

    act: type[Act]
    help: str
    fields: tuple[FormField, ...]
    alternatives: Mapping[str, type[Act]]


@cache
def forms() -> Mapping[str, Form]:
    """The forms of all acts that have a command, by its words."""
    kinds = [(kind, kind.COMMAND) for kind in acts_of(Act) if kind.COMMAND]
    return {command.words: _form(kind, command, kinds) for kind, command in kinds if " --" not in command.words}


def _form(kind: type[Act], command: ActCommand, kinds: Iterable[tuple[type[Act], ActCommand]]) -> Form:
    fields = {asked.name: asked for asked in _fields(kind, command)}
    alternatives: dict[str, type[Act]] = {}
    for other, its_command in kinds:
        words, _, name = its_command.words.partition(" --")
        if name and words == command.words:
            alternatives[name] = other
            asked = next((asked for asked in _fields(other, its_command) if asked.name == name), None)
            asked = asked or FormField(name, f"--{name}", "flag", "")
            fields[name] = replace(asked, help=its_command.help, required=False)
    order = [item.removeprefix("--") for item in command.order.split()] or _usual_order(kind, fields)
    return Form(kind, command.help, tuple(fields[name] for name in order), alternatives)


def _usual_order(kind: type[Act], fields: Iterable[str]) -> Iterator[str]:
    own = [name for name in fields if name not in kind.ORDER]
    needed = [name for name in own if name in kind.model_fields and kind.model_fields[name].is_required()]
    for item in kind.ORDER:
        match item:
            case "required":
                yield from needed
            case "optional":
                yield from (name for name in own if name not in needed)
            case _:
                yield item


def _fields(kind: type[Act], command: ActCommand) -> Iterator[FormField]:
    """The fields of an act; of words that it seals, the file they are in, and their digest only if the command names it."""
    hints = get_type_hints(kind, include_extras=True)
    sealing = kind.SEALS if issubclass(kind, CaseworkAct) else None
    for name, spec in kind.model_fields.items():
        if sealing is not None and name == sealing.digest:
            what = "What was said, sealed with the person's own key; `-` for stdin."
            yield FormField("file", "--file", "file", what, metavar="FILE")
            if name not in command.order.split():
                continue
        if issubclass(kind, CaseworkAct) and name == kind.KEEPS:
            what = "The file, which is kept beside the ledger and named by its digest; `-` for stdin."
            yield FormField("file", "--file", "file", what, metavar="FILE")
        if name not in kind.NOT_ASKED:
            asks = command.asks.get(name, Asked())
            yield _field(name, hints[name], spec, Asked(asks) if isinstance(asks, str) else asks, kind.ALWAYS_ASKED)


def _field(name: str, hint: Any, spec: Any, asked: Asked, always: Iterable[str]) -> FormField:
    parts = list(_parts_of(hint))
    several = any(get_origin(part) is tuple for part in parts)
    choices = next((get_args(part) for part in parts if get_origin(part) is Literal), ())
    kind = next((kind for part, kind in _KINDS if part in parts), "choice" if choices else "text")
    kind = "amounts" if several and kind == "number" else kind
    many = several and kind != "amounts"
    option = "--" + name.removesuffix("_minor").replace("_", "-")
    needed = (spec.is_required() or name in always) and kind != "proposal"
    default = spec.default if asked.default is None else asked.default
    default = "0" if kind == "money" and default == 0 else default
    return FormField(
        name,
        asked.option or (option.removesuffix("s") if many else option),
        kind,
        (spec.description or "").replace("in minor units", "as 78.50") if kind == "money" else spec.description or "",
        required=needed and asked.default is None and asked.like is None,
        many=many,
        each=asked.each,
        default=default if isinstance(default, str | int) and kind != "flag" else None,
        choices=choices,
        least=next((least for part, least in _LEAST if part in parts and kind == "number"), None),
        metavar=asked.metavar,
        like=asked.like,
    )


def _parts_of(hint: Any) -> Iterator[Any]:
    """A type and all types that it is made of."""
    yield hint
    for part in {Annotated: get_args(hint)[:1], Literal: ()}.get(get_origin(hint), get_args(hint)):
        yield from _parts_of(part)


# Reading what was typed


def acts_typed(form: Form, typed: Mapping[str, Any]) -> Iterator[tuple[type[Act], dict[str, Any]]]:
    """The act that was typed, or with `each` the acts: the class and the fields to be recorded. Nothing typed is None.

    Raises MalformedAct for a time or for amounts that are none.
    """
    kind = next((kind for name, kind in form.alternatives.items() if typed[name] not in (None, False)), form.act)
    asked = [field for field in form.fields if field.name in kind.model_fields]
    values = {
        field.name: value_typed(field, typed[field.name] or (typed[field.like] if field.like else typed[field.name]))
        for field in asked
    }
    fields = {name: value for name, value in values.items() if value is not None}
    several = next((field.name for field in asked if field.each), None)
    for value in fields[several] if several else (None,):
        yield kind, fields | ({several: value} if several else {})


def value_typed(field: FormField, typed: Any) -> Any:
    """What was typed into a field as it is recorded. Raises MalformedAct."""
    match field.kind:
        case "reason" if typed:
            return "_".join(typed.lower().split())
        case "time":
            return instant_typed(typed)
        case "amounts":
            if typed is None:
                return None
            if not _AMOUNTS.fullmatch(typed):
                raise MalformedAct(
                    Message(
                        "{field}: {typed} are not whole numbers with commas between, as 245,153,143",
                        field=Term(field.label),
                        typed=repr(typed),
                    )
                )
            return tuple(int(amount) for amount in typed.split(",") if amount)
    return tuple(typed or ()) if field.many else typed


def instant_typed(text: str | None) -> str | None:
    """A time as it is stored. Raises MalformedAct where it is none or names no zone."""
    try:
        return canonical_instant(text) if text else None
    except ValueError as error:
        raise MalformedAct(
            Message("{text} is not a time with a zone; write 2026-01-20T22:15:00+00:00", text=repr(text))
        ) from error


def validated(kind: type[A], fields: Mapping[str, Any]) -> A:
    """An act of these fields. Raises MalformedAct, which says what is wrong with the first that cannot be recorded."""
    try:
        return kind.model_validate(dict(fields))
    except ValidationError as error:
        raise malformed(error) from error


def malformed(error: ValidationError) -> MalformedAct:
    """What is wrong with the fields of an act, in a sentence."""
    return MalformedAct(Message("{fault}; correct that and try again", fault=describe_errors(error, 1)))

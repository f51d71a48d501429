"""Commands of acts, derived from their forms: arguments, options, completion in the shell, and what is made of them."""

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from pathlib import Path
from types import GenericAlias
from typing import Annotated, Any, Final

import typer

from desk.acts.forms import Form, FormField, acts_typed, forms
from desk.cli.completion import DayName, RoundName, complete_case, complete_day, complete_round, complete_shoe
from ledger.events.base import Act
from ledger.events.cases import CaseworkAct

CaseName = Annotated[
    str, typer.Argument(metavar="CASE", help="The case's number, such as 2026-0001.", autocompletion=complete_case)
]
ChampionshipName = Annotated[str, typer.Argument(metavar="NAME", help="The championship.")]
GameName = Annotated[str, typer.Argument(metavar="TABLE/DAY[/ROUND]", help="The table's day, or a round of it.")]

_SUBJECTS: Final[Mapping[str, tuple[str, Any]]] = {
    "round": ("name", RoundName),
    "hand": ("name", RoundName),
    "shoe": ("day", DayName),
    "table": ("day", DayName),
    "game": ("day", DayName),
    "case": ("number", CaseName),
    "championship": ("name", ChampionshipName),
}
"""By the scope of an act, the argument that says what it is about."""

_ARGUMENTS: Final = {"decision": "at", "reading": "reading_", "round": "name"}
"""Arguments that are recorded under another name than their field's."""

_TYPES: Final[Mapping[str, type]] = {"number": int, "flag": bool, "file": Path}
_COMPLETIONS: Final = {"shoe": complete_shoe, "round": complete_round, "table_day": complete_day}


ActTaker = Callable[..., None]
"""Takes an act: its class, what it is about, its fields. Keyword-only parameters are options that every command has."""

FieldAdapter = Callable[..., Any]
"""Makes the value of a field out of options of its own, which are its parameters."""


def add_commands(
    app: typer.Typer, group: str, take: ActTaker, adapters: Mapping[str, FieldAdapter] = {}, last: str | None = None
) -> None:
    """Adds the commands of a group of acts, in the order of their classes, up to the last one named; none twice."""
    known = {command.name for command in app.registered_commands}
    for words, form in forms().items():
        name = words.removeprefix(f"{group} ")
        if name != words and name not in known:
            app.command(name)(act_command(form, take, adapters))
        if name == last:
            return


def act_command(form: Form, take: ActTaker, adapters: Mapping[str, FieldAdapter] = {}) -> Callable[..., None]:
    """The function that typer makes a command of; `adapters` are by the kind of field."""
    subject = _subject(form.act, {asked.name for asked in form.fields})
    adapted = {asked.name: adapters[asked.kind] for asked in form.fields if asked.kind in adapters}
    parameters = [] if subject is None else [Parameter(subject[0], Parameter.KEYWORD_ONLY, annotation=subject[1])]
    for asked in form.fields:
        if asked.name in adapted:
            parameters += signature(adapted[asked.name]).parameters.values()
        else:
            parameters.append(_parameter(asked, is_left_to_key=asked.name in ("by", "role") and form.act.SCOPE == "case"))
    shared = [option for option in signature(take).parameters.values() if option.kind is Parameter.KEYWORD_ONLY]
    if all(asked.kind != "file" for asked in form.fields):
        is_addressed = issubclass(form.act, CaseworkAct) and form.act.OPENS_NAMES
        unused = ("file",) if is_addressed else ("file", "vault")
        shared = [option for option in shared if option.name not in unused]
    parameters += (option for option in shared if option.name != "file")

    def command(**typed: Any) -> None:
        about = "" if subject is None else typed[subject[0]]
        options = {option.name: typed[option.name] for option in shared}
        values = {asked.name: typed.get(_parameter_name(asked)) for asked in form.fields}
        for name, adapter in adapted.items():
            values[name] = adapter(*(typed[option] for option in signature(adapter).parameters))
        for kind, fields in acts_typed(form, values):
            take(kind, about, fields, **options)

    command.__doc__ = form.help
    keyword_only = [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in parameters]
    vars(command)["__signature__"] = Signature(keyword_only)
    return command


def _subject(kind: type[Act], asked: set[str]) -> tuple[str, Any] | None:
    """The first argument; an act about the house as a whole has none, nor one on a decision on record, which says it."""
    if "decision" in asked and kind.SCOPE == "table":
        return None
    return ("subject", GameName) if kind.SCOPE == "game" and "scope" in asked else _SUBJECTS.get(kind.SCOPE)


def _parameter_name(asked: FormField) -> str:
    return asked.name if asked.option.startswith("--") else _ARGUMENTS.get(asked.name, asked.name)


def _parameter(asked: FormField, *, is_left_to_key: bool) -> Parameter:
    """The parameter that a field is typed as; who acts, and in which office, may be left to the key that signs."""
    sort: Any = _TYPES.get(asked.kind, str)
    repeated = asked.many or asked.each
    default: Any = (
        None
        if is_left_to_key
        else ...
        if asked.required
        else ""
        if asked.like
        else False
        if asked.kind == "flag"
        else asked.default
    )
    help_text = f"{asked.help} Without it as the key says that signs." if is_left_to_key else asked.help
    details: dict[str, Any] = {"help": help_text, "min": asked.least, "autocompletion": _COMPLETIONS.get(asked.kind)}
    if asked.option.startswith("--"):
        info = typer.Option(default, *asked.option.split(), metavar=asked.metavar, **details)
    else:
        info = typer.Argument(default, metavar=asked.option if asked.option.isupper() else None, **details)
    hint = GenericAlias(list, (sort,)) if repeated else sort
    hint = hint | None if default is None else hint
    return Parameter(_parameter_name(asked), Parameter.KEYWORD_ONLY, default=info, annotation=hint)

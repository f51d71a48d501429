"""The editions that are shipped, and how an edition is read from its TOML text and checked."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from itertools import combinations
from types import ModuleType
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ledger.errors import MalformedRulebook
from ledger.values.toml import parse_toml
from replay.games.registry import game_module
from replay.rulebooks.edition import Edition, EditionSheet, ValueByReading, ValueRow
from replay.rulebooks.parameter import Parameter, check_parameters

CHAMPIONSHIP: Final = "championship"
"""What an edition is of that no table plays."""


def edition_parameters(game: str) -> ModuleType:
    """The module that declares what code reads of an edition: `PARAMETERS`, and `contradictions` among their values.

    Raises UnknownGame.
    """
    return import_module("replay.championship.parameters" if game == CHAMPIONSHIP else game_module(game, "parameters"))


def parse_edition(text: str) -> Edition:
    """An edition from its TOML text.

    Raises UnknownGame for a game that this version does not have, else MalformedRulebook, naming the row, for a wrong
    form, a value that is missing or unknown, a foreign or unknown clause, an ambiguity without readings, a resolution to
    a reading that is none.
    """
    try:
        sheet = EditionSheet.model_validate(parse_toml(text))
    except tomllib.TOMLDecodeError as error:
        raise MalformedRulebook(f"the edition is not TOML: {error}") from error
    except ValidationError as error:
        raise MalformedRulebook("; ".join(map(_error_text, error.errors(include_url=False)))) from error
    _check_clauses(sheet)
    keys: Mapping[str, Parameter[Any]] = edition_parameters(sheet.edition.game).PARAMETERS
    check_parameters(keys, sheet.values)
    given = {name: (_parse_value(keys[name], row), _cited_clause(sheet, row.clause)) for name, row in sheet.values.items()}
    values = {name: _default_value(key, sheet) for name, key in keys.items() if key.default is not None} | given
    if wrong := contradictions(sheet.edition.game, {name: value for name, (value, _) in values.items()}):
        raise MalformedRulebook("value " + "; value ".join(wrong))
    return Edition(
        sheet=sheet,
        digest="sha256:" + sha256(text.encode()).hexdigest(),
        values=values,
        resolved_letters={clause: row.reading for clause, row in sheet.resolved.items()},
    )


def _error_text(error: ErrorDetails) -> str:
    """What is wrong with the form of a row, in a sentence that names it."""
    match error["type"], error["loc"]:
        case "missing", ("values", str(name), "clause"):
            return f'value {name} cites no clause; write clause = "…" with the one of the document that it rests on'
        case _, loc:
            return f"the edition: {'.'.join(map(str, loc))}: {error['msg']}"


def unused_readings(edition: Edition) -> list[str]:
    """What the edition says of ambiguities and no value heeds, row by row: nothing would ever turn on it."""
    wrong = [
        f"readings {clause}: no value turns on it; give the value that does one for each reading, with this clause, or "
        f"take the readings out"
        for clause in edition.sheet.readings
        if clause not in edition.consulted_clauses
    ]
    for clause in edition.consulted_clauses & set(edition.sheet.readings):
        heeded = [
            value for value, rests_on in edition.values.values() if rests_on == clause and isinstance(value, ValueByReading)
        ]
        for letter, other in combinations(edition.reading_letters(clause), 2):
            if all(value.by_letter[letter] == value.by_letter[other] for value in heeded):
                wrong.append(
                    f"readings {clause}: ({letter}) and ({other}) give the same value everywhere; "
                    f"write what sets them apart, or make one reading of them"
                )
    return sorted(wrong)


def _cited_clause(sheet: EditionSheet, clause: str) -> str:
    """The clause that reading a value cites; none where the value rests on a notice, which is nobody's ground."""
    return "" if sheet.clauses[clause].kind == "N" else clause


def _parse_value(parameter: Parameter[Any], row: ValueRow) -> Any:
    if row.readings is None:
        return parameter.parse(row.value)
    return ValueByReading({letter: parameter.parse(value) for letter, value in row.readings.items()})


def _default_value(parameter: Parameter[Any], sheet: EditionSheet) -> tuple[Any, str]:
    """What holds for a key that the edition leaves out, and the clause that it had of old, if it has it."""
    clause = f"{sheet.edition.prefix}-{parameter.former_ambiguity.clause_number}" if parameter.former_ambiguity else ""
    if parameter.former_ambiguity is None or clause not in sheet.readings:
        return parameter.default, ""
    known = parameter.former_ambiguity.by_letter
    if unknown := sorted(set(sheet.readings[clause].readings) - set(known)):
        raise MalformedRulebook(
            f"readings {clause}: {', '.join(unknown)} says nothing to {parameter.name}, which is not given"
        )
    return ValueByReading({letter: known[letter] for letter in sheet.readings[clause].readings}), clause


def contradictions(game: str, values: Mapping[str, Any]) -> list[str]:
    """What of a game's values cannot be meant together, under any reading of the ambiguous ones."""
    contradicts: Callable[[Mapping[str, Any]], Iterator[str]] = edition_parameters(game).contradictions
    return list(dict.fromkeys(row for plain in _value_combinations(values) for row in contradicts(plain)))


def _value_combinations(values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The values under each reading of each ambiguous one, the others by their first."""
    first = {name: next(iter(v.by_letter.values())) if isinstance(v, ValueByReading) else v for name, v in values.items()}
    yield first
    for name, value in values.items():
        if isinstance(value, ValueByReading):
            yield from ({**first, name: other} for other in value.by_letter.values())


def _check_clauses(sheet: EditionSheet) -> None:
    prefix = sheet.edition.prefix + "-"
    cited = [(f"value {name}", row.clause) for name, row in sheet.values.items()]
    cited += [(f"conduct {kind}", clause) for kind, clause in sheet.conduct.items()]
    cited += [(f"remedies {name}", remedy.clause) for name, remedy in sheet.remedies.items()]
    cited += [(f"published {wager}", row.clause) for wager, row in sheet.published.items()]
    cited += [(f"authority {act}", row.clause) for act, row in sheet.authority.items() if row.clause]
    cited += [(f"clauses {clause}", other) for clause, row in sheet.clauses.items() for other in row.through]
    cited += [("readings", clause) for clause in sheet.readings] + [("resolved", clause) for clause in sheet.resolved]
    for row, clause in [*(("clauses", clause) for clause in sheet.clauses), *cited]:
        if not clause.startswith(prefix):
            raise MalformedRulebook(f"{row} cites {clause}, a clause of another document than {sheet.edition.document}")
        if clause not in sheet.clauses:
            raise MalformedRulebook(f"{row} cites {clause}, which is not among the edition's clauses")
    for kind, clause in sheet.conduct.items():
        if sheet.clauses[clause].kind == "N":
            raise MalformedRulebook(f"conduct {kind} cites {clause}: a notice (N) is no rule that could be broken")
    for clause, text in sheet.clauses.items():
        if text.kind == "S" and not text.source:
            raise MalformedRulebook(f"clauses {clause}: where the document is silent (S) the source of the answer is named")
    _check_readings(sheet)


def _check_readings(sheet: EditionSheet) -> None:
    for clause in sheet.readings:
        if not clause.endswith("?"):
            raise MalformedRulebook(f"readings {clause}: only a clause whose id ends in ? is ambiguous")
    for name, value in sheet.values.items():
        readings = sheet.readings.get(value.clause)
        if value.readings is not None and (readings is None or set(value.readings) != set(readings.readings)):
            raise MalformedRulebook(f"value {name}: its readings are not those of {value.clause}")
    for clause, resolution in sheet.resolved.items():
        if clause not in sheet.readings or resolution.reading not in sheet.readings[clause].readings:
            raise MalformedRulebook(f"resolved {clause}: {resolution.reading!r} is no reading of it")


FIRST_SHIPPED: Final = ("dcb", "ccl", "eca-blackjack", "scb", "fbj", "eca-roulette", "eca-championship")
"""In the order in which new ledgers have always adopted them: what is stored is in that order."""


def _shipped_rulebooks() -> tuple[str, ...]:
    """The rulebooks whose editions lie in this package, the first ones first."""
    names = {file.name.removesuffix(".toml") for file in files("replay.editions").iterdir() if file.name.endswith(".toml")}
    return (*FIRST_SHIPPED, *sorted(names - set(FIRST_SHIPPED)))


SHIPPED_RULEBOOKS: Final = _shipped_rulebooks()
"""The rulebooks whose editions come with the product."""


def shipped_text(name: str) -> str:
    """The text of a shipped edition, read from the package."""
    return (files("replay.editions") / f"{name}.toml").read_text(encoding="utf-8")


@cache
def shipped_edition(name: str) -> Edition:
    """A shipped edition."""
    return parse_edition(shipped_text(name))


def released_text(name: str, edition: str) -> str:
    """Return the text of an edition of a shipped rulebook by its name, be it the newest or an earlier one.

    Raises FileNotFoundError for an edition that was never shipped.
    """
    newest = shipped_text(name)
    if parse_toml(newest)["edition"]["edition"] == edition:
        return newest
    return (files("replay.editions") / "released" / f"{name}-{edition}.toml").read_text(encoding="utf-8")


@cache
def released_edition(name: str, edition: str) -> Edition:
    """Return an edition of a shipped rulebook by its name."""
    return parse_edition(released_text(name, edition))


def released_texts() -> Iterator[str]:
    """Yield the texts of all editions that were ever shipped, earlier editions first."""
    earlier = (files("replay.editions") / "released").iterdir()
    yield from (file.read_text(encoding="utf-8") for file in sorted(earlier, key=lambda file: file.name))
    yield from map(shipped_text, SHIPPED_RULEBOOKS)

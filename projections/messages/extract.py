"""Gathers all English texts into `recoup.pot`, and brings the catalogue of every language up to it.

`python -m projections.messages.extract`. A text that has changed keeps its translation and turns fuzzy: it is told in
English until somebody has looked at it.
"""

import ast
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final, Literal, get_args, get_origin, get_type_hints

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from ledger.events.base import acts_of
from ledger.events.cases import CaseworkAct
from ledger.events.championships import ChampionshipActEvent
from ledger.events.decisions import AuthorityAct
from ledger.values.refusals import REFUSALS
from projections.messages.catalogue import CLAUSE, PAGE, PHRASE, QUOTE, SENTENCE, TERM, english_texts, unkeyed_texts
from replay.editions.loader import SHIPPED_RULEBOOKS, released_texts, shipped_text
from replay.ruling.finding_kinds import finding_kinds

PRODUCT: Final = Path(str(files("projections"))).parent
LOCALE: Final = PRODUCT / "projections" / "messages" / "locale"
TEMPLATE: Final = LOCALE / "recoup.pot"
"""All English texts, as translators start from them."""

UNKEYED: Final = frozenset({PHRASE, TERM, CLAUSE, QUOTE})
"""The contexts of which `en.toml` puts some texts better for people; translations go by the text that is so put."""

MAKERS: Final = {"Message": PHRASE, "Term": TERM}
"""What texts are made with in the code, and the context in which they stand."""

HEADER: Final = r"""msgid ""
msgstr ""
"Project-Id-Version: recoup\n"
"Language: {language}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""
Text = tuple[str, str]
"""A context and an English text."""


def catalogue_files() -> list[Path]:
    """The catalogues of all languages but English."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/recoup.po"))


def texts() -> dict[Text, None]:
    """Every English text once, in the order of the catalogues."""
    found: dict[Text, None] = dict.fromkeys(
        (key, text) for key, text in english_texts().items() if key.partition(".")[0] not in UNKEYED
    )
    found |= dict.fromkeys((SENTENCE, kind.text) for kind in finding_kinds())
    found |= dict.fromkeys((context, text) for context in (PHRASE, TERM) for text in unkeyed_texts(context))
    for package in ("ledger", "replay", "projections", "desk"):
        for path in sorted((PRODUCT / package).rglob("*.py")):
            found |= dict.fromkeys(_texts_in_module(ast.parse(path.read_bytes())))
    for path in sorted((PRODUCT / "desk" / "web" / "templates").glob("*.j2")):
        found |= dict.fromkeys(_texts_in_template(path.read_text(encoding="utf-8")))
    found |= dict.fromkeys((PHRASE, text) for text in REFUSALS.values())
    found |= dict.fromkeys(_texts_of_acts())
    for sheet in (*map(shipped_text, SHIPPED_RULEBOOKS), *released_texts()):
        edition = tomllib.loads(sheet)
        found |= dict.fromkeys((CLAUSE, text) for text in _texts_in_edition(edition))
        found |= dict.fromkeys((QUOTE, text) for text in _english_quotes(edition))
    deadlines = tomllib.loads((PRODUCT / "ledger" / "cases" / "deadlines.toml").read_text(encoding="utf-8"))
    return found | dict.fromkeys((CLAUSE, text) for text in _sources_in(deadlines))


def _texts_in_module(module: ast.Module) -> Iterator[Text]:
    """The literals that messages and terms are made of, also by way of a table of the module."""
    tables = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS and node.args:
            yield from ((MAKERS[node.func.id], text) for text in _literals(node.args[0], tables))
        if isinstance(node, ast.Call) and _is_page_text(node.func) and node.args:
            yield from ((PAGE, text) for text in _literals(node.args[0], tables))


def _is_page_text(function: ast.expr) -> bool:
    """Whether it is `words.page(…)`, or a `page` that stands for it."""
    return (isinstance(function, ast.Attribute) and function.attr == "page") or (
        isinstance(function, ast.Name) and function.id == "page"
    )


def _texts_in_template(source: str) -> Iterator[Text]:
    """What a page's template asks for, for itself or for a script."""
    for call in Environment(autoescape=True).parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("_", "sentence"):
            yield from ((PAGE, each.value) for each in call.args if isinstance(each, nodes.Const))


def _texts_of_acts() -> Iterator[Text]:
    """How the forms of acts ask: what each does, what each field is, and what may be chosen."""
    for championship_act in acts_of(ChampionshipActEvent):
        yield TERM, championship_act.WORD.replace("_", " ")
    for act in (*acts_of(AuthorityAct), *acts_of(CaseworkAct)):
        yield TERM, (act.ACT or act.WORD).replace("_", " ")
        if act.COMMAND is None:
            continue
        yield PAGE, act.COMMAND.help
        for name, hint in get_type_hints(act, include_extras=True).items():
            if name not in act.model_fields:
                continue
            yield TERM, name.removesuffix("_minor").replace("_", " ")
            if description := act.model_fields[name].description:
                yield PAGE, description
            yield from ((TERM, str(choice).replace("_", " ")) for choice in _choices(hint))


def _choices(hint: object) -> Iterator[object]:
    """What may be chosen where a type names it."""
    if get_origin(hint) is Literal:
        yield from get_args(hint)
    else:
        for part in get_args(hint):
            yield from _choices(part)


def _literals(node: ast.expr, tables: dict[str, ast.expr]) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_literals(body, tables), *_literals(orelse, tables))
        case ast.Subscript(value=ast.Name(id=name)) | ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            yield from _literals(tables[name], tables) if name in tables else ()
        case ast.Subscript(value=ast.Dict() as table):
            yield from _literals(table, tables)
        case ast.Dict(values=values):
            yield from (text for value in values for text in _literals(value, tables))


def _texts_in_edition(edition: dict[str, dict[str, dict[str, object]]]) -> Iterator[str]:
    """What an edition says of its clauses, of their readings and of how they were resolved."""
    for clause in edition["clauses"].values():
        yield from (str(clause[name]) for name in ("title", "text") if name in clause)
    for reading in edition.get("readings", {}).values():
        held = reading["readings"]
        yield from map(str, held.values()) if isinstance(held, dict) else ()
    for resolved in edition.get("resolved", {}).values():
        yield from (str(resolved[name]) for name in ("source",) if name in resolved)


def _english_quotes(edition: dict[str, dict[str, dict[str, object]]]) -> Iterator[str]:
    """What an edition quotes from a document in English; English has the others, where it has them, in `en.toml`."""
    quotes = (str(clause["quote"]) for clause in edition["clauses"].values() if "quote" in clause)
    yield from (quote for quote in quotes if f"{QUOTE}.{quote}" not in english_texts())


def _sources_in(table: object) -> Iterator[str]:
    match table:
        case {"source": str(source)}:
            yield source
        case dict():
            yield from (source for value in table.values() for source in _sources_in(value))
        case list():
            yield from (source for value in table for source in _sources_in(value))


def template() -> Catalog:
    """All texts as a catalogue without translations."""
    catalog = Catalog()
    for context, text in texts():
        catalog.add(text, context=context)
    return catalog


def read(path: Path) -> Catalog:
    """The catalogue in a file."""
    with path.open("rb") as file:
        return read_po(file)


def updated(catalog: Catalog) -> Catalog:
    """A catalogue brought up to the English texts: what is new has no translation, what has changed is fuzzy."""
    catalog.update(template(), update_creation_date=False)
    return catalog


def written(catalog: Catalog, language: str = "") -> bytes:
    """A catalogue as its file has it; the same texts give the same bytes."""
    body = BytesIO()
    write_po(body, catalog, width=0, omit_header=True, ignore_obsolete=True)
    return HEADER.format(language=language).encode() + body.getvalue()


def main() -> None:
    """Writes the template and every language's catalogue anew."""
    TEMPLATE.write_bytes(written(template()))
    for path in catalogue_files():
        path.write_bytes(written(updated(read(path)), path.parts[-3]))


if __name__ == "__main__":
    main()

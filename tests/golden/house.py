"""The house as others meet it: a recorded ledger, its rulings, editions, schemas, commands and what `--json` prints."""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import orjson
from typer.testing import CliRunner

from desk.cli.main import COMMANDS, app, load_command
from desk.opening import migrate
from drill.sample import cases, championship, evening
from drill.sample.evening import DAYS
from ledger.application import Ledger
from ledger.feeds import cloudevents, intake
from ledger.feeds.formats import format_named
from projections.documents.outputs import OUTPUTS, schema
from projections.documents.rulings import ruling_documents
from projections.following.read_models import catch_up, open_read_models
from projections.table_days import TableDays
from replay.editions.loader import SHIPPED_RULEBOOKS, released_edition, released_text
from replay.games.registry import GAMES
from tests.golden.rulings import GOLDEN_EDITION, PROSE, Named, bare, digest
from tests.ledgers import counted_salts, opened

OUTPUTS_OF: Final = (
    "rounds",
    "rounds --findings",
    "rule --all",
    f"rule {evening.UNPAID}",
    f"replay {evening.MISDEALT}",
    f"replay {evening.NO_SPIN}",
    f"shoe {evening.SHOE}",
    "decisions",
    "quarantine",
    "clauses",
    "rulebook list",
    "case list",
    "case register",
    "case settlements",
    "case show 2026-0001",
    f"championship show {championship.NAME}",
    "odds dcb",
    "odds scb",
    "odds eca-roulette",
    "drill --game baccarat --rounds 40",
    "drill --game blackjack --rulebook ccl --rounds 40",
    "drill --game roulette --rounds 40",
)
"""Commands that print JSON, tried on the recorded ledger."""

NAMES: Final = PROSE | {"title", "description", "implemented_by", "help"}
"""Keys of schemas, commands and outputs that hold prose or the names of functions and classes."""

READ_NOW: Final = frozenset({"clocks", "clocks_on"})
"""Keys of what an output says of the day on which it is printed."""


def record(url: str) -> Ledger:
    """A ledger with the demo's gaming day, its case and its championship, recorded by a clock that stands still."""
    with counted_salts():
        return _record(url)


def _record(url: str) -> Ledger:
    migrate(url)
    ledger = opened(url)
    for name in SHIPPED_RULEBOOKS:
        ledger.adopt(name, GOLDEN_EDITION, released_text(name, GOLDEN_EDITION))
    feed = b"".join(cloudevents.write(delivery) + b"\n" for delivery in evening.deliveries())
    intake.ingest_stream(ledger, BytesIO(feed), "day.ndjson", format_named("cloudevents").reader(Path("day.ndjson")), GAMES)
    wheel = format_named("cammegh").reader(Path("wheel.bin"), evening.wheel_mapping())
    intake.ingest_stream(ledger, BytesIO(evening.wheel_capture()), "wheel.bin", wheel, GAMES)
    archive = TableDays(ledger)
    cases.run(ledger, cases.most_owed(archive.rulings(archive.get(evening.BACCARAT).rounds)))
    championship.run(ledger)
    with open_read_models(ledger) as engine:
        catch_up(ledger, engine)
    return ledger


def stored(ledger: Ledger) -> Iterator[str]:
    """One line an entry: its position, topic, and the digest of the bytes that are the leaf of the log."""
    archive, size = TableDays(ledger), ledger.recorder.max_notification_id()
    for position, leaf in enumerate(archive.stored_bytes(range(1, (size or 0) + 1)), 1):
        yield f"{position} {sha256(leaf).hexdigest()[:32]}"


def day_rulings(ledger: Ledger) -> Iterator[Named]:
    """The rulings on all rounds of the demo's day."""
    archive = TableDays(ledger)
    for day in DAYS:
        for document in ruling_documents(archive, archive.get(day).rounds):
            yield document.round, bare(document.model_dump())


def editions() -> Iterator[str]:
    """The digest of each edition of 2026.2: a released text is frozen."""
    return (f"{name} {released_edition(name, GOLDEN_EDITION).digest}" for name in sorted(SHIPPED_RULEBOOKS))


def schemas() -> dict[str, Any]:
    """The schema of every output: what it holds, whatever the classes are called."""
    return {name: _unnamed(_inlined(schema(name), schema(name).get("$defs", {}))) for name in OUTPUTS}


def _inlined(part: Any, definitions: Mapping[str, Any], within: tuple[str, ...] = ()) -> Any:
    match part:
        case {"$ref": str() as reference, **rest}:
            name = reference.rpartition("/")[2]
            if name in within:
                return {"again": len(within) - within.index(name)}
            return {**rest, **_inlined(definitions[name], definitions, (*within, name))}
        case Mapping():
            return {key: _inlined(value, definitions, within) for key, value in part.items() if key != "$defs"}
        case list():
            return [_inlined(value, definitions, within) for value in part]
        case _:
            return part


def _unnamed(part: Any) -> Any:
    """Without titles and descriptions; a property of such a name stays."""
    match part:
        case {"properties": Mapping() as properties, **rest}:
            return {**_unnamed(rest), "properties": {name: _unnamed(value) for name, value in properties.items()}}
        case Mapping():
            return {key: _unnamed(value) for key, value in part.items() if key not in ("title", "description")}
        case list():
            return [_unnamed(value) for value in part]
        case _:
            return part


def commands() -> dict[str, Any]:
    """Every command with its arguments and options: names, types, defaults, what is required. No help sentence."""
    declared = {name: load_command(name) for name in COMMANDS}
    return dict(row for name in sorted(declared) for row in _commands(declared[name], name))


def _commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    if name:
        yield name, [_option(option) for option in command.params]
    for inner, under in sorted(getattr(command, "commands", {}).items()):
        yield from _commands(under, f"{name} {inner}".strip())


def _option(option: Any) -> dict[str, Any]:
    keys = ("opts", "secondary_opts", "required", "nargs", "multiple", "envvar", "min", "max", "metavar")
    fields = {key: getattr(option, key, None) for key in keys}
    default = None if callable(option.default) else option.default
    kept = {**fields, "type": _kind(option.type_descriptor.annotation), "default": default and str(default)}
    return {key: value for key, value in kept.items() if value}


def _kind(annotation: Any) -> str:
    """The type of an option; of a choice its words."""
    return annotation.__name__ if isinstance(annotation, type) else str(annotation).rpartition("typing.")[2]


def outputs(url: str) -> Iterator[str]:
    """The digest of what each command prints as JSON on the recorded ledger."""
    for words in OUTPUTS_OF:
        asked = [*words.split(), "--json"]
        ledger = [] if asked[0] in ("clauses", "odds") else ["--ledger", url]
        ran = CliRunner().invoke(app, [*asked, *ledger])
        if ran.exit_code or not ran.stdout:
            raise AssertionError(f"recoup {words}: {ran.output}")
        yield f"{words} {digest(_bare_output(ran.stdout))}"


def _bare_output(printed: str) -> Any:
    """JSON, or a line of JSON each, without prose."""
    try:
        documents = json.loads(printed)
    except ValueError:
        documents = [json.loads(line) for line in printed.splitlines()]
    return _without(documents, NAMES | READ_NOW)


def _without(document: Any, keys: Iterable[str]) -> Any:
    match document:
        case Mapping():
            return {key: _without(value, keys) for key, value in document.items() if key not in keys}
        case list():
            return [_without(value, keys) for value in document]
        case float():
            return str(document)
        case _:
            return document


def pretty(document: object) -> str:
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode() + "\n"

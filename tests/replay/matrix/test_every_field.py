"""Every field of every event in every game: read by a ruling, as two records show, or listed as having no bearing.

A row of `GAME.txt` is a field and a record with one alternative, `[this|that]`: the two records differ in this field
alone, and so do the rulings on them. ` / ` is the end of a line. What has no bearing, and why, is in the reference page of
the notation.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from inspect import getmembers, isclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from ledger.events import play, shoe, table, wheel
from ledger.events.base import REGISTRY, Event
from ledger.feeds.notation import Transcript
from projections.documents.rulings import ruling_document
from replay.editions.loader import shipped_edition
from replay.games.registry import GAME_NAMES
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import rule
from tests.clauses.table import in_full, on_record

PAGE: Final = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
MODULES: Final = (play, table, shoe, wheel)
SAME_IN_EVERY_GAME: Final = frozenset(
    {"resolved", "source", "reports", "adopted", "correct_account", "adopt_account", "reverse_account"}
)
"""Words of the table that are about the record, or decide a reading, as the page says."""
OF_NO_TABLE: Final = frozenset(
    kind.__module__.rpartition(".")[2] for kind in REGISTRY.values() if kind.__module__ not in {m.__name__ for m in MODULES}
)
FAMILIES: Final = frozenset(
    {
        *("cases", "championships", "decisions", "decks", "deliveries", "desk", "evidence"),
        *("footage", "house", "personal_data", "policies", "roster", "rulings"),
    }
)
"""The modules of events that belong to no table's day, or are the same for every game."""
NO_FIELD: Final = ""


class Witness(NamedTuple):
    """Two records that differ in a field of one event."""

    game: str
    word: str
    field: str
    first_record: str
    second_record: str

    def __str__(self) -> str:
        return f"{self.game} {self.word}.{self.field}"


class Idle(NamedTuple):
    """A field that has no bearing at a game, and why."""

    word: str
    field: str
    game: str
    why: str


def fields_by_word() -> Mapping[str, tuple[str, ...]]:
    """The fields of every event of play, the table, the shoe and the wheel; of one that has none, that it happened."""
    kinds = [kind for module in MODULES for _, kind in getmembers(module, isclass) if kind.__module__ == module.__name__]
    found = {kind.WORD: tuple(kind.model_fields) or (NO_FIELD,) for kind in kinds if kind in set(REGISTRY.values())}
    return {word: fields for word, fields in found.items() if word not in SAME_IN_EVERY_GAME}


FIELDS: Final = fields_by_word()


def witnesses(game: str) -> Iterator[Witness]:
    lines = (Path(__file__).parent / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    macros = dict(line.split(" = ", 1) for line in lines if line.startswith("$"))
    for line in lines:
        if not line or line.startswith(("//", "$")):
            continue
        name, text = line.split(None, 1)
        house, text = text[1:].split(None, 1) if text.startswith("@") else ("", text)
        while "$" in text:
            text = re.sub(r"\$[A-Z0-9]+", lambda macro: macros[macro.group()], text)
        text = text if "table: table " in text else f"{macros['$OPEN']} / {text}"
        text = re.sub(r"(table: table \w+) \S+", rf"\1 {house}", text, count=1) if house else text
        word, _, field = name.partition(".")
        yield Witness(game, word, field, *(_taking(text, number) for number in (1, 2)))


def _taking(text: str, number: int) -> str:
    """A record in lines, with the first of each alternative, or with the second."""
    chosen = re.sub(r"\[([^|\]]*)\|([^\]]*)\]", lambda pair: pair.group(number), text)
    return "\n".join(line.strip() for line in chosen.split(" / "))


def idle_fields() -> Iterator[Idle]:
    """What the page lists as having no bearing."""
    _, _, section = PAGE.partition("## What a ruling reads")
    for line in section.partition("\n## ")[0].splitlines():
        if not line.startswith("| ") or "`" not in line:
            continue
        games, words, fields, why = (cell.strip() for cell in line.strip("|").split(" | "))
        for word in re.findall(r"`(\w+)`", words):
            for field in FIELDS[word] if fields == "all" else fields.split():
                for game in GAME_NAMES if games == "all" else games.split():
                    yield Idle(word, field, game, why)


WITNESSES: Final = [witness for game in GAME_NAMES for witness in witnesses(game)]
IDLE: Final = [*idle_fields()]


def events(record: str) -> list[Event]:
    floor = Transcript("floor")
    return [delivery.event for line in record.splitlines() for delivery in floor.read(in_full(line))]


@cache
def ruled(record: str) -> list[Any]:
    """The rulings on a record: what is found, what is due, and who must decide."""
    entries, leaves = on_record(record)
    day = build_table_day(entries, lambda rulebook, *_: shipped_edition(rulebook))
    rulings = [ruling_document(rule(day, name), leaves).model_dump() for name in day.rounds]
    return [
        (
            *(ruling[key] for key in ("verdict", "authority", "clauses")),
            [(finding["kind"], finding["clauses"], finding["text"], finding["under"]) for finding in ruling["findings"]],
            [
                [branch[key] for key in ("id", "verdict", "standing", "due_minor", "reconstruction")]
                for branch in ruling["branches"]
            ],
            [(wager["wager"], wager["awarded_minor"], wager["if_claimed_minor"]) for wager in ruling["money"]],
        )
        for ruling in rulings
    ]


def what_differs(events_before: list[Event], events_after: list[Event]) -> set[tuple[str, str]]:
    """The words and fields in which two records differ, an event that only one of them has by its word."""
    if len(events_before) != len(events_after):
        less, more = sorted((events_before, events_after), key=len)
        at = next((number for number, event in enumerate(less) if event != more[number]), len(less))
        return {(more[at].WORD, NO_FIELD)} if [*less[:at], more[at], *less[at:]] == more else {("several", "")}
    pairs = [(before, after) for before, after in zip(events_before, events_after, strict=True) if before != after]
    return {
        (before.WORD, field if type(before) is type(after) else "kind of event")
        for before, after in pairs
        for field in type(before).model_fields
        if getattr(before, field) != getattr(after, field, None)
    }


@pytest.mark.parametrize("witness", WITNESSES, ids=str)
def test_a_field_that_is_read_changes_the_ruling(witness: Witness) -> None:
    assert what_differs(events(witness.first_record), events(witness.second_record)) == {(witness.word, witness.field)}
    assert ruled(witness.first_record) != ruled(witness.second_record)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_field_of_every_event_is_read_or_listed(game: str) -> None:
    every = {(word, field) for word, fields in FIELDS.items() for field in fields}
    read = {(witness.word, witness.field) for witness in WITNESSES if witness.game == game}
    idle = {(row.word, row.field) for row in IDLE if row.game == game}
    assert every - read - idle == set(), "neither read nor listed in docs/notation.md"
    assert read & idle == set(), "listed as having no bearing, and read"
    assert (read | idle) - every == set(), "no such field"


def test_every_row_of_the_list_has_its_reason_and_stands_once() -> None:
    assert all(row.why for row in IDLE)
    assert len({row[:3] for row in IDLE}) == len(IDLE)


def test_what_belongs_to_no_table_is_a_family_of_its_own() -> None:
    """A new module of events is of the table, and in the matrix, or of none, and named here."""
    assert OF_NO_TABLE == FAMILIES

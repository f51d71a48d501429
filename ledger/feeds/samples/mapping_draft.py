"""A first mapping for a feed: TOML in which each value that only a person knows is a question."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ledger.feeds.mapping import UNANSWERED
from ledger.feeds.reading import printable
from ledger.values.times import parse_instant

Value = str | int | bool | Sequence[str]
"""What a mapping has under a key."""


class Question(NamedTuple):
    """A value that only a person knows. `assumed` is what the trial of the sample goes by instead."""

    key: str
    text: str
    assumed: Value


class _Row(NamedTuple):
    """A row of the mapping as it is written, and as the trial reads it."""

    written: str
    tried: str


@dataclass
class MappingDraft:
    """Writes a mapping row by row, top-level keys first."""

    questions: list[Question] = field(default_factory=list)
    offers: list[str] = field(default_factory=list)
    """Rows that may be uncommented, each part with a remark before it; without them the mapping can be used."""
    _rows: list[_Row] = field(default_factory=list)
    _path: str = ""

    @property
    def text(self) -> str:
        """The mapping to be completed by a person."""
        return "".join(row.written + "\n" for row in self._rows)

    @property
    def trial_text(self) -> str:
        """The mapping with assumed answers."""
        return "".join(row.tried + "\n" for row in self._rows)

    def remark(self, text: str) -> None:
        """Add a comment."""
        self._add(f"# {printable(text)}")

    def table(self, header: str, path: str) -> None:
        """Begin a table of the file: `[opening]`. Its questions are named under the path."""
        self._add("")
        self._add(header)
        self._path = f"{path}."

    def put(self, key: str, value: Value, note: str = "") -> None:
        """Add what the sample shows."""
        self._add(f"{key} = {toml_value(value)}{_note(note)}")

    def put_table(self, key: str, written: str) -> None:
        """Add an inline table that is written already."""
        self._add(f"{key} = {written}")

    def ask(self, key: str, text: str, assumed: Value) -> None:
        """Add a question."""
        self.questions.append(Question(f"{self._path}{key}", text, assumed))
        written = f"{key} = {toml_value(UNANSWERED)}{_note(text)}"
        self._rows.append(_Row(written, f"{key} = {toml_value(assumed)}"))

    def offer(self, rows: Sequence[str], why: str) -> None:
        """Add rows as comments that a person may take out of the comment, and why."""
        self.remark(why)
        self.offers.append(f"# {printable(why)}")
        for row in map(printable, rows):
            self.offers.append(row)
            self._add(f"# {row}")

    def _add(self, row: str) -> None:
        self._rows.append(_Row(row, row))


def _note(text: str) -> str:
    return f"  # {printable(text)}" if text else ""


def toml_value(value: Value) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return f"[{', '.join(map(toml_value, value))}]"


def inline_table(rows: Sequence[tuple[str, str]]) -> str:
    """Words and their meanings as TOML writes them in one row."""
    return "{ " + ", ".join(f"{toml_value(word)} = {toml_value(meaning)}" for word, meaning in rows) + " }"


def ask_opening(draft: MappingDraft, game: str, rulebooks: Sequence[str], currency: str | None) -> None:
    """Add what every table's opening has. Without a currency of the sample it is asked for."""
    draft.put("game", game)
    if len(rulebooks) == 1:
        draft.put("rulebook", rulebooks[0], f"the only rulebook of {game} that is adopted here")
    else:
        known = ", ".join(rulebooks) or "none is adopted yet"
        draft.ask("rulebook", f"The rulebook of {game} at these tables ({known})", next(iter(rulebooks), "none"))
    if currency is None:
        draft.ask("currency", "The currency of these tables, such as EUR", "EUR")
    else:
        draft.put("currency", currency)


def ask_gaming_day(draft: MappingDraft, assumed: str, first_time: str | None = None) -> None:
    """Add the question to which gaming day the rounds belong; `first_time` is the earliest time that the sample shows."""
    shown = f"; their first time is {first_time[:40]}" if first_time else f", such as {assumed}"
    draft.ask("day", f"The gaming day of these rounds{shown}", assumed)


def ask_day_end(draft: MappingDraft) -> None:
    """Add the questions when a gaming day ends."""
    draft.ask("zone", "The clock by which a gaming day ends, an IANA zone such as Europe/Riga", "UTC")
    draft.ask("cutoff", "When a gaming day ends by that clock, such as 06:00", "06:00")


ASSUMED_TABLE: Final = "TABLE-1"
"""What a table is called during the trial."""


def ask_table(draft: MappingDraft, device: str) -> None:
    """Add the questions whose feed it is."""
    draft.ask(
        "source", f"The name of this {device}, unique in the house, such as {device}/ROU-1", f"{device}/{ASSUMED_TABLE}"
    )
    draft.ask("table", "The name of the table, such as ROU-1", ASSUMED_TABLE)


def is_instant(text: str) -> bool:
    """Whether a text is a time with a zone, of RFC 3339."""
    try:
        parse_instant(text)
    except (ValueError, OverflowError):
        return False
    return True

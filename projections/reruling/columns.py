"""The columns of a re-ruling's two tables: their types, and what each says."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from typing import IO, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq


@dataclass(frozen=True)
class Columns:
    """A table: its name and, by column, whether it is text and what it says."""

    name: str
    text: Mapping[str, str]
    integers: Mapping[str, str]

    @property
    def schema(self) -> pa.Schema:
        """As Parquet has it: texts first, then integers of 64 bits."""
        return pa.schema([*((name, pa.string()) for name in self.text), *((name, pa.int64()) for name in self.integers)])

    def write(self, file: IO[bytes], rows: Sequence[Mapping[str, Any]]) -> None:
        """Writes rows as Parquet."""
        pq.write_table(pa.Table.from_pylist([dict(row) for row in rows], schema=self.schema), file)


ROUNDS: Final = Columns(
    "rounds",
    {
        "house": "whose ledger it is: the name in its key, else its address",
        "round": "TABLE/DAY/ROUND",
        "table_name": "the table",
        "day": "the gaming day, YYYY-MM-DD",
        "game": "baccarat, blackjack or roulette",
        "rulebook": "the rulebook under which the table was open",
        "edition": "the edition in force on the day",
        "edition_under": "the edition under which it was ruled on again",
        "verdict": "the verdict on record",
        "verdict_under": "the verdict under the other edition",
        "findings": "the kinds of what was found, by precedence, between blanks",
        "findings_under": "the same under the other edition",
        "on_clauses": "the amended clauses on which the round's differences rest, between blanks",
    },
    {
        "ruling_changed": "1 where verdict or findings differ, else 0",
        "wagers_changed": "on how many wagers the money differs",
    },
)
MONEY: Final = Columns(
    "money",
    {
        "house": "whose ledger it is",
        "round": "TABLE/DAY/ROUND",
        "wager": "the wager, by its name in the round",
        "player": "the player, as an id",
        "kind": "the kind of the wager",
        "currency": "the currency of the table, ISO 4217",
        "change": "same; more or less goes back; opened: now somebody must decide; settled: now nobody need; "
        "if_claimed: only what a claim would bring differs",
        "on_clauses": "the amended clauses on which the difference rests, between blanks",
    },
    {
        "minor_digits": "how many digits a minor unit is below the currency's unit",
        "stake_minor": "the player's own stake",
        "paid_minor": "what went back by the record, stake included; empty where it says nothing",
        "awarded_minor": "what goes back by the ruling on record, stake included; empty while somebody must decide",
        "awarded_under_minor": "the same under the other edition",
        "if_claimed_minor": "what a claim would bring by the ruling on record",
        "if_claimed_under_minor": "the same under the other edition",
        "change_minor": "by how much more goes back under the other edition; empty where it is not settled on both sides",
    },
)


def write_dictionary(file: IO[bytes]) -> None:
    """Writes every column of both tables with its type and what it says, as CSV."""
    rows = [
        (columns.name, name, kind, means)
        for columns in (ROUNDS, MONEY)
        for kind, named in (("text", columns.text), ("integer", columns.integers))
        for name, means in named.items()
    ]
    text = TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    csv.writer(text, lineterminator="\n").writerows([("table", "column", "type", "means"), *rows])
    text.detach()

"""The read models of a package: the same rows as CSV and as Parquet, with a dictionary of every column."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
from sqlalchemy import BigInteger, Column, Integer, MetaData, Table, Text

from ledger.events.rulings import RuledWager
from ledger.package.format import TABLES
from projections.export.writing import open_whole
from projections.read_models.tables import DECISIONS, FINDINGS, PLAYERS, ROUNDS, SHOES
from projections.rulings.ruled_day import RuledRound
from replay.games.registry import ANY_GAME

OUTCOMES: Final = Table(
    "outcomes",
    MetaData(),
    Column("round", Text, primary_key=True),
    Column("outcome", Integer, primary_key=True),
    Column("verdict", Text, nullable=False),
    Column("readings", Text),
    Column("wager", Text, primary_key=True),
    Column("due_minor", BigInteger),
    Column("currency", Text, nullable=False),
    Column("minor_digits", Integer, nullable=False),
)
OWED: Final = Table(
    "owed",
    MetaData(),
    Column("round", Text, primary_key=True),
    Column("wager", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("stake_minor", BigInteger, nullable=False),
    Column("paid_minor", BigInteger),
    Column("awarded_minor", BigInteger),
    Column("if_claimed_minor", BigInteger),
    Column("too_much_minor", BigInteger),
    Column("currency", Text, nullable=False),
    Column("minor_digits", Integer, nullable=False),
)
READ_MODELS: Final = (ROUNDS, PLAYERS, FINDINGS, SHOES, DECISIONS)
EXPORTED_TABLES: Final = (*READ_MODELS, OUTCOMES, OWED)
_GROUP_SIZE: Final = 20_000
"""Rows of a row group: as many are in memory at a time."""

Row = Mapping[str, Any]

MEANINGS: Final[dict[str, str]] = {
    "rounds": "One row a round, in the order of its day.",
    "rounds.round": "TABLE/DAY/ROUND",
    "rounds.table_name": "the table",
    "rounds.day": "the gaming day, YYYY-MM-DD",
    "rounds.shoe": "the shoe that was in play; empty where none was",
    "rounds.game": ANY_GAME,
    "rounds.rulebook": "the rulebook under which the table was open",
    "rounds.edition": "the edition in force; its bytes are in data/editions",
    "rounds.account": "whose account of the round is ruled on: the floor's, a feed's, a transcript's",
    "rounds.standing": "open, closed, under dispute, stands, corrected, void",
    "rounds.verdict": "stands, correct, reconstruct, ask, void, respin, refer",
    "rounds.findings": "how many findings there are",
    "rounds.wagers": "how many wagers there are",
    "rounds.staked_minor": "the stakes together, in minor units of the table's currency",
    "rounds.first_position": "the first entry that the ruling rests on, by its position in the ledger",
    "rounds.last_position": "the last one",
    "rounds.opened_at": "when it began, RFC 3339, UTC",
    "rounds.dealer": "who dealt it, as an id; empty where the record does not tell",
    "rounds.drawn": "the cards in the order in which they were dealt, or the pockets, each between blanks",
    "rounds.currency": "the table's currency, ISO 4217",
    "rounds.minor_digits": "how many digits of an amount are behind the point",
    "rounds.attention": "how much it needs somebody: 4 disputed, 3 to decide, 2 money to correct, 1 found, 0 nothing",
    "players": "One row for each player who has a wager in a round.",
    "players.player": "the player, as an id",
    "players.round": "TABLE/DAY/ROUND",
    "findings": "One row a finding, by precedence within its round.",
    "findings.round": "TABLE/DAY/ROUND",
    "findings.number": "the finding's place in its round, from 1",
    "findings.kind": "what kind of finding it is",
    "findings.clauses": "the clauses that it rests on, separated by blanks",
    "findings.at": "the position of the entry at which it was found",
    "findings.text": "the finding in a sentence",
    "outcomes": "One row a wager and outcome of a round: what is due on it, reading by reading.",
    "outcomes.round": "TABLE/DAY/ROUND",
    "outcomes.outcome": "the outcome's number in its round, from 1",
    "outcomes.verdict": "what is to be done about the round under it, as in rounds.verdict",
    "outcomes.readings": "the readings that lead to it, as CLAUSE=CHOICE, several as CLAUSE=CHOICE|CHOICE; ways to it are "
    "separated by a semicolon; empty where there is no other outcome",
    "outcomes.wager": "the wager, by its id in the round",
    "outcomes.due_minor": "what is due on it, its stake included, in minor units; empty where that is not established",
    "outcomes.currency": "the table's currency, ISO 4217",
    "outcomes.minor_digits": "how many digits of an amount are behind the point",
    "owed": "One row a wager whose money is not as it was paid.",
    "owed.round": "TABLE/DAY/ROUND",
    "owed.wager": "the wager, by its id in the round",
    "owed.player": "whose it is, as an id",
    "owed.kind": "on what",
    "owed.stake_minor": "its stake, in minor units",
    "owed.paid_minor": "what went back, stake included; empty where that is not on record",
    "owed.awarded_minor": "what its player gets; empty where somebody must decide",
    "owed.if_claimed_minor": "what would be given on a claim; empty where that is not so",
    "owed.too_much_minor": "what went back beyond the award; negative where it fell short; empty where either is not known",
    "owed.currency": "the table's currency, ISO 4217",
    "owed.minor_digits": "how many digits of an amount are behind the point",
    "shoes": "One row a shoe and day: a shoe that outlives a day has one for each.",
    "shoes.table_name": "the table",
    "shoes.day": "the gaming day, YYYY-MM-DD",
    "shoes.shoe": "the shoe",
    "shoes.decks": "how many decks it was made of; empty where nobody said",
    "shoes.rounds": "how many rounds were dealt from it on this day",
    "shoes.cards": "how many cards were dealt from it on this day",
    "shoes.findings": "how many findings its rounds have on this day",
    "shoes.standing": "in play, suspect, void",
    "decisions": "One row a decision at a table, or an attempt at one. Cases have theirs in data/decisions.ndjson.",
    "decisions.position": "its position in the ledger",
    "decisions.table_name": "the table",
    "decisions.day": "the gaming day, YYYY-MM-DD",
    "decisions.round": "the round that it is about; empty where it is about a shoe or the day",
    "decisions.shoe": "the shoe that it is about",
    "decisions.act": "what was decided",
    "decisions.scope": "about what: shoe, round, hand, stakes, payment, game",
    "decisions.taken_by": "by whom, as an id",
    "decisions.office": "in which office",
    "decisions.reason": "why, in a word of the trade",
    "decisions.clause": "the clause that gives the authority",
    "decisions.basis": "the positions on which it rests",
    "decisions.decided_at": "when, RFC 3339, UTC",
    "decisions.refused": "why it does not hold; empty where it holds",
}
"""What a table has a row for, and what each of its columns says."""


def column_dictionary() -> list[dict[str, str]]:
    """Every column of every table: its type, and what it says."""
    return [
        {
            "table": table.name,
            "column": column.name,
            "type": "text" if isinstance(column.type, Text) else "integer",
            "means": MEANINGS[f"{table.name}.{column.name}"],
        }
        for table in EXPORTED_TABLES
        for column in table.columns
    ]


def money_rows(rounds: Iterable[RuledRound]) -> dict[str, list[Row]]:
    """The rows of what is due and of what is owed, of rounds as they are ruled on."""
    outcomes: list[Row] = []
    owed: list[Row] = []
    for round_ in rounds:
        money = {"currency": round_.begun["currency"], "minor_digits": round_.begun["minor_digits"]}
        outcomes += [
            {
                "round": round_.name,
                "outcome": number,
                "verdict": outcome["verdict"],
                "readings": _readings(outcome.get("under")),
                "wager": wager,
                "due_minor": due,
            }
            | money
            for number, outcome in enumerate(round_.data["outcomes"], 1)
            for wager, due in outcome["due_minor"].items()
        ]
        owed += [{"round": round_.name, **_owed_row(wager)} | money for wager in round_.data.get("owed", ())]
    return {"outcomes": outcomes, "owed": owed}


def _owed_row(wager: Row) -> Row:
    paid, awarded = wager.get("paid_minor"), wager.get("awarded_minor")
    given = {name: wager.get(name) for name in RuledWager.model_fields}
    return given | {"too_much_minor": None if paid is None or awarded is None else paid - awarded}


def _readings(under: Sequence[Mapping[str, Sequence[str]]] | None) -> str | None:
    """The ways to an outcome, each the choices by clause."""
    if under is None:
        return None
    return "; ".join(" ".join(f"{clause}={'|'.join(choices)}" for clause, choices in way.items()) for way in under)


def write_table(table: Table, rows: Iterable[Row], bag: Path) -> None:
    """Writes a read model in both forms."""
    names = [column.name for column in table.columns]
    kinds = [pa.string() if isinstance(column.type, Text) else pa.int64() for column in table.columns]
    schema = pa.schema(list(zip(names, kinds, strict=True)))
    given = iter(rows)
    with (
        open_whole(bag / f"{TABLES}/{table.name}.parquet") as parquet,
        open_whole(bag / f"{TABLES}/{table.name}.csv") as plain,
        pq.ParquetWriter(parquet, schema) as writer,
    ):
        text = TextIOWrapper(plain, encoding="utf-8", newline="", write_through=True)
        lines = csv.DictWriter(text, names, lineterminator="\n")
        lines.writeheader()
        for group in _row_groups(given):
            lines.writerows(group)
            writer.write_table(pa.Table.from_pylist([dict(row) for row in group], schema=schema))
        text.detach()


def write_dictionary(bag: Path) -> None:
    """Writes the dictionary as CSV."""
    with open_whole(bag / f"{TABLES}/dictionary.csv") as plain:
        text = TextIOWrapper(plain, encoding="utf-8", newline="", write_through=True)
        lines = csv.DictWriter(text, ("table", "column", "type", "means"), lineterminator="\n")
        lines.writeheader()
        lines.writerows(column_dictionary())
        text.detach()


def _row_groups(rows: Iterator[Row]) -> Iterator[Sequence[Row]]:
    while group := list(islice(rows, _GROUP_SIZE)):
        yield group

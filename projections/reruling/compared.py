"""One table's day ruled on by the edition on record and again by another one: a row for each round and each wager."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from typing import IO, Any, Final, NamedTuple, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from ledger.mapper import canonical
from ledger.merkle import digest
from replay.games.registry import ANY_GAME
from replay.ruling.ruling import Award, Ruling, rule
from replay.table_day.builder import TableDay

Row = dict[str, Any]


class Amounts(Protocol):
    """What a wager's player gets."""

    @property
    def awarded_minor(self) -> int | None: ...

    @property
    def if_claimed_minor(self) -> int | None: ...


DayWithout = Callable[[str], TableDay | None]
"""The same day by the other edition with one clause put back as it was; None where that cannot be."""

SAME: Final = "same"
MORE: Final = "more"
LESS: Final = "less"
OPENED: Final = "opened"
SETTLED: Final = "settled"
IF_CLAIMED: Final = "if_claimed"


@dataclass(frozen=True)
class RerulingRows:
    """The rows of a day: `rounds` one a round, `money` one a wager."""

    rounds: tuple[Row, ...]
    money: tuple[Row, ...]

    @property
    def digest(self) -> str:
        """SHA-256 over the rows as canonical JSON, a line each, rounds first."""
        return digest(b"".join(canonical(row) + b"\n" for row in (*self.rounds, *self.money)))


class ComparedRound(NamedTuple):
    """The rows of a round: one of it, one a wager in the order of their names."""

    round: Row
    money: tuple[Row, ...]


def compare_rulings(
    table_day: TableDay,
    amended_day: TableDay,
    amended_clauses: frozenset[str],
    day_without: DayWithout,
    untouched: Mapping[str, ComparedRound],
) -> RerulingRows:
    """Compares the rulings on a day as it was told and as it is told under another edition.

    `amended` are the clauses in which the editions differ. A difference rests on those of them that a ruling on the
    round cites and without whose amendment it would not be there, or would be another one. What is `untouched` is known.
    """
    rounds: list[Row] = []
    money: list[Row] = []
    for name in amended_day.rounds:
        if (known := untouched.get(name)) is not None:
            rounds.append(known.round)
            money.extend(known.money)
            continue
        pair = _RoundComparison(rule(table_day, name), rule(amended_day, name), amended_clauses)
        causes = pair.causes(day_without)
        rounds.append(pair.round_row(causes))
        money.extend(pair.wager_rows(causes))
    return RerulingRows(tuple(rounds), tuple(money))


def rows_of(known: Iterable[ComparedRound]) -> RerulingRows:
    """The rows of a day all of whose rounds are known."""
    rounds = tuple(known)
    return RerulingRows(tuple(each.round for each in rounds), tuple(wager for each in rounds for wager in each.money))


class _RoundComparison:
    """The two rulings on a round."""

    def __init__(self, before: Ruling, after: Ruling, amended_clauses: frozenset[str]):
        self._before, self._after = before, after
        self._facts_before, self._facts_after = _comparable_facts(before), _comparable_facts(after)
        self._candidate_clauses = sorted(amended_clauses & {*before.clauses, *after.clauses})

    @property
    def _differences(self) -> list[str | None]:
        return [
            what
            for what in {**self._facts_before, **self._facts_after}
            if self._facts_before.get(what) != self._facts_after.get(what)
        ]

    def causes(self, day_without: DayWithout) -> dict[str | None, str]:
        """By what differs, a wager or (None) the ruling as such: the clauses that it rests on, between blanks."""
        differing, candidates = self._differences, self._candidate_clauses
        if not differing or len(candidates) < 2:
            return dict.fromkeys(differing, " ".join(candidates))
        name = self._after.round.name
        stories = ((clause, day_without(clause)) for clause in candidates)
        tried = {clause: _comparable_facts(rule(story, name)) for clause, story in stories if story is not None}
        found = dict[str | None, str]()
        for what in differing:
            idle = {clause for clause, facts in tried.items() if facts.get(what) == self._facts_after.get(what)}
            found[what] = " ".join(clause for clause in candidates if clause not in idle or len(idle) == len(candidates))
        return found

    def round_row(self, causes: Mapping[str | None, str]) -> Row:
        before, after = self._before, self._after
        table, day, _ = after.round.name.split("/")
        rests = dict.fromkeys(clause for clauses in causes.values() for clause in clauses.split())
        return {
            "round": after.round.name,
            "table_name": table,
            "day": day,
            "game": after.edition.game,
            "rulebook": after.edition.id,
            "edition": before.edition.name,
            "edition_under": after.edition.name,
            "verdict": before.verdict,
            "verdict_under": after.verdict,
            "findings": _finding_kinds(before),
            "findings_under": _finding_kinds(after),
            "ruling_changed": int(None in causes),
            "wagers_changed": len(causes.keys() - {None}),
            "on_clauses": " ".join(sorted(rests)),
        }

    def wager_rows(self, causes: Mapping[str | None, str]) -> Iterator[Row]:
        opening = self._after.round.table_opening
        pairs = _pair_awards(self._before.awards, self._after.awards)
        for before, after in sorted(pairs, key=_wager_of):
            shown = after or before
            assert shown is not None
            claim = shown.wager_due
            change = change_kind(before, after)
            yield {
                "round": self._after.round.name,
                "wager": claim.wager,
                "player": claim.player,
                "kind": claim.kind,
                "currency": opening.currency,
                "minor_digits": opening.minor_digits,
                "stake_minor": claim.stake_minor,
                "paid_minor": claim.kept_minor,
                "awarded_minor": before and before.awarded_minor,
                "awarded_under_minor": after and after.awarded_minor,
                "if_claimed_minor": before and before.if_claimed_minor,
                "if_claimed_under_minor": after and after.if_claimed_minor,
                "change": change,
                "change_minor": amount_change(before, after),
                "on_clauses": causes.get(claim.wager, ""),
            }


def _comparable_facts(ruling: Ruling) -> dict[str | None, object]:
    """What is compared: by wager its money, and under None the verdict with the findings."""
    found = [(f.kind, f.clauses, f.position, f.text, f.wagers, f.branch_ids) for f in ruling.findings]
    facts: dict[str | None, object] = {None: (ruling.verdict, found)}
    return facts | {award.wager_due.wager: (award.awarded_minor, award.if_claimed_minor) for award in ruling.awards}


def _wager_of(pair: tuple[Award | None, Award | None]) -> str:
    award = pair[0] or pair[1]
    assert award is not None
    return award.wager_due.wager


def _finding_kinds(ruling: Ruling) -> str:
    return " ".join(finding.kind for finding in ruling.findings)


def _pair_awards(before: Sequence[Award], after: Sequence[Award]) -> Iterator[tuple[Award | None, Award | None]]:
    """The awards on each wager; one that only one edition counts as a wager stands alone."""
    was = {award.wager_due.wager: award for award in before}
    now = {award.wager_due.wager: award for award in after}
    yield from ((was.get(wager), now.get(wager)) for wager in {**now, **was})


def amount_change(before: Amounts | None, after: Amounts | None) -> int | None:
    """By how much more goes back to the player, in minor units; None where it is not settled on both sides."""
    if before is None or after is None or before.awarded_minor is None or after.awarded_minor is None:
        return None
    return after.awarded_minor - before.awarded_minor


def change_kind(before: Amounts | None, after: Amounts | None) -> str:
    """What becomes of a wager's money, in a word."""
    amount = amount_change(before, after)
    if amount is not None:
        return MORE if amount > 0 else LESS if amount < 0 else SAME
    was, now = (award and award.awarded_minor for award in (before, after))
    if was is not None or now is not None:
        return OPENED if now is None else SETTLED
    claimed = [award and award.if_claimed_minor for award in (before, after)]
    return SAME if claimed[0] == claimed[1] else IF_CLAIMED


@dataclass(frozen=True)
class ParquetTable:
    """A table: its name and, by column, whether it is text and what it says."""

    name: str
    text_columns: Mapping[str, str]
    integer_columns: Mapping[str, str]

    @property
    def schema(self) -> pa.Schema:
        """As Parquet has it: texts first, then integers of 64 bits."""
        return pa.schema(
            [*((name, pa.string()) for name in self.text_columns), *((name, pa.int64()) for name in self.integer_columns)]
        )

    def write(self, file: IO[bytes], rows: Sequence[Mapping[str, Any]]) -> None:
        """Writes rows as Parquet."""
        pq.write_table(pa.Table.from_pylist([dict(row) for row in rows], schema=self.schema), file)


ROUNDS: Final = ParquetTable(
    "rounds",
    {
        "house": "whose ledger it is: the name in its key, else its address",
        "round": "TABLE/DAY/ROUND",
        "table_name": "the table",
        "day": "the gaming day, YYYY-MM-DD",
        "game": ANY_GAME,
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
MONEY: Final = ParquetTable(
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
        "paid_minor": "what went back by the record, stake included, less what was taken back; empty where it says nothing",
        "awarded_minor": "what goes back by the ruling on record, stake included; empty while somebody must decide",
        "awarded_under_minor": "the same under the other edition",
        "if_claimed_minor": "what a claim would bring by the ruling on record",
        "if_claimed_under_minor": "the same under the other edition",
        "change_minor": "by how much more goes back under the other edition; empty where it is not settled on both sides",
    },
)


def write_dictionary(file: IO[bytes], tables: Sequence[ParquetTable]) -> None:
    """Writes every column of these tables with its type and what it says, as CSV."""
    rows = [
        (columns.name, name, kind, means)
        for columns in tables
        for kind, named in (("text", columns.text_columns), ("integer", columns.integer_columns))
        for name, means in named.items()
    ]
    text = TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    csv.writer(text, lineterminator="\n").writerows([("table", "column", "type", "means"), *rows])
    text.detach()

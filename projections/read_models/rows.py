"""The rows that the read models hold: a fold of what is on record of rulings, which judges nothing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import orjson

from ledger.events.rulings import DecisionWeighed, IrregularityFound, RoundRuled, RulingsBegun, ShoeRuled
from ledger.events.versions import topics_of
from ledger.values.message import from_data
from ledger.values.subjects import table_day
from replay.judging.finding import Finding
from replay.ruling.finding_kinds import finding_kinds
from replay.table_day.builder import FLOOR_ACCOUNT

Row = dict[str, Any]

HAS_FINDINGS: Final = 1
MONEY_TO_CORRECT: Final = 2
UNDECIDED: Final = 3
DISPUTED: Final = 4

OF_RULINGS: Final = tuple(sorted(topics_of(RulingsBegun, IrregularityFound, RoundRuled, ShoeRuled, DecisionWeighed)))
"""The topics of what the rows are a fold of."""


@dataclass(frozen=True, slots=True)
class RulingRecord:
    """What is on record of a ruling: its topic, subject, id, data as JSON, when it was recorded and at which position."""

    topic: str
    subject: str
    id: str
    data: Mapping[str, Any]
    recorded_at: str = ""
    position: int = 0


RecordLookup = Callable[[str], RulingRecord | None]
"""What is on record under an id."""


def named_records(record: RulingRecord) -> Iterator[str]:
    """The ids under which a ruling's findings are on record, and what it goes by."""
    yield f"rulings:{table_day(record.subject)}:{record.data['by']}"
    yield from record.data.get("irregularities", ())


@dataclass(frozen=True, slots=True)
class RuledRound:
    """A round as its ruling on record has it. `row` is what the lists have of it, `begun` what the ruling goes by."""

    row: Row
    record: RulingRecord
    begun: Mapping[str, Any]
    findings: tuple[Finding, ...]
    """By precedence."""

    @property
    def name(self) -> str:
        return self.record.subject

    @property
    def order(self) -> tuple[str, int]:
        """Its place in the order of play."""
        return self.row["opened_at"], self.row["first_position"]

    @property
    def data(self) -> Mapping[str, Any]:
        """The data of its `round.ruled`."""
        return self.record.data

    @property
    def at_stake(self) -> Mapping[str, Any]:
        """What is at stake in it by wager, where it needs somebody or something is irregular."""
        found: Mapping[str, Any] = self.data.get("at_stake", {})
        return found

    @property
    def established_findings(self) -> Sequence[Finding]:
        """The findings that are facts under every reading, by precedence."""
        places = self.data.get("established")
        return self.findings if places is None else [self.findings[place] for place in places]


@dataclass(frozen=True, slots=True)
class RoundRows:
    """The rows of one round."""

    ruled: RuledRound
    findings: list[Row]
    players: list[Row]


@dataclass(slots=True)
class RowFold:
    """Folds records of rulings, in their order, into rows: what they change, where they do not begin with the first.

    `lookup` gives what an earlier record said.
    """

    lookup: RecordLookup
    rounds: dict[str, RoundRows] = field(default_factory=dict)
    shoes: dict[tuple[str, str], Row] = field(default_factory=dict)
    """By the table's day and the shoe."""
    decisions: dict[int, Row] = field(default_factory=dict)
    _known: dict[str, RulingRecord] = field(default_factory=dict)

    def take(self, record: RulingRecord) -> None:
        """Takes in what is on record next."""
        if record.topic == RoundRuled.TOPIC:
            if all(map(self._is_known, named_records(record))):
                self.rounds[record.subject] = self._round_rows(record)
        elif record.topic == ShoeRuled.TOPIC:
            self.shoes[record.subject, record.data["shoe"]] = _shoe_row(record)
        elif record.topic == DecisionWeighed.TOPIC:
            self.decisions[record.data["decision"]] = _decision_row(record)
        else:
            self._known[record.id] = record

    def _is_known(self, ident: str) -> bool:
        """Whether a record can be read that a ruling names."""
        if ident not in self._known and (found := self.lookup(ident)) is not None:
            self._known[ident] = found
        return ident in self._known

    def _round_rows(self, record: RulingRecord) -> RoundRows:
        name, data = record.subject, record.data
        begun = self._known[f"rulings:{table_day(name)}:{data['by']}"].data
        idents = data.get("irregularities", ())
        table, day, _ = name.split("/")
        basis, drawn = data["basis"], data.get("drawn")
        row = {
            "round": name,
            "table_name": table,
            "day": day,
            "shoe": data.get("shoe"),
            "game": begun["game"],
            "rulebook": begun["rulebook"],
            "edition": begun["edition"],
            "account": data.get("account", FLOOR_ACCOUNT),
            "standing": data["standing"],
            "verdict": data["verdict"],
            "findings": len(idents),
            "wagers": len(data["outcomes"][0]["due_minor"]),
            "staked_minor": data["staked_minor"],
            "first_position": basis[0][0],
            "last_position": basis[-1][1],
            "opened_at": data["opened_at"],
            "dealer": data.get("dealer"),
            "drawn": f" {drawn.replace(' ', '  ')} " if drawn else "",
            "currency": begun["currency"],
            "minor_digits": begun["minor_digits"],
            "attention": data["attention"],
        }
        found = tuple(finding_of(self._known[ident].data) for ident in idents)
        return RoundRows(
            RuledRound(row, record, begun, found),
            [_finding_row(name, number, finding) for number, finding in enumerate(found, 1)],
            [{"player": player, "round": name} for player in data.get("players", ())],
        )


def finding_of(data: Mapping[str, Any]) -> Finding:
    """The finding that is on record as data."""
    _import_kinds()
    condition = tuple(
        tuple((clause, tuple(letters)) for clause, letters in alternative.items())
        for alternative in data.get("condition", ())
    )
    return Finding(
        kind=data["kind"],
        clauses=tuple(data["clauses"]),
        position=data["at"],
        particulars={name: from_data(value) for name, value in data["particulars"].items()},
        wagers=tuple(data.get("wagers", ())),
        branch_ids=tuple(data.get("under", ())),
        condition=condition,
    )


@cache
def _import_kinds() -> None:
    """A sentence is its kind's, and a kind is known once its module is imported."""
    finding_kinds()


def _finding_row(name: str, number: int, finding: Finding) -> Row:
    return {
        "round": name,
        "number": number,
        "kind": finding.kind,
        "clauses": " ".join(finding.clauses),
        "at": finding.position,
        "text": finding.text,
    }


def _shoe_row(record: RulingRecord) -> Row:
    table, day = record.subject.split("/")
    return {
        "table_name": table,
        "day": day,
        "shoe": record.data["shoe"],
        "decks": record.data.get("decks"),
        "standing": record.data["standing"],
    }


def shoe_totals(rounds: Iterable[Mapping[str, Any]]) -> Row:
    """What the rounds of a shoe come to: how many they are, their cards, and what was found in them."""
    rows = list(rounds)
    cards = sum(len(row["drawn"].split()) for row in rows)
    return {"rounds": len(rows), "cards": cards, "findings": sum(row["findings"] for row in rows)}


def _decision_row(record: RulingRecord) -> Row:
    table, day = record.subject.split("/")
    data = record.data
    return {
        "position": data["decision"],
        "table_name": table,
        "day": day,
        "round": data.get("round"),
        "shoe": data.get("shoe"),
        "act": data["act"],
        "scope": data["scope"],
        "taken_by": data["by"],
        "office": data.get("office"),
        "reason": data.get("reason"),
        "clause": data.get("clause"),
        "basis": data.get("basis"),
        "decided_at": data["decided_at"],
        "refused": data.get("refused"),
        "code": data.get("code"),
        "particulars": orjson.dumps(data["particulars"], option=orjson.OPT_SORT_KEYS).decode()
        if data.get("particulars") is not None
        else None,
    }


@dataclass(frozen=True, slots=True)
class DayRows:
    """Rows of a table's day, by read model."""

    rounds: list[Row] = field(default_factory=list)
    findings: list[Row] = field(default_factory=list)
    shoes: list[Row] = field(default_factory=list)
    decisions: list[Row] = field(default_factory=list)
    players: list[Row] = field(default_factory=list)

    def extend(self, other: "DayRows") -> None:
        """Adds the rows of another day."""
        self.rounds.extend(other.rounds)
        self.findings.extend(other.findings)
        self.shoes.extend(other.shoes)
        self.decisions.extend(other.decisions)
        self.players.extend(other.players)


def rows_of_day(records: Iterable[RulingRecord]) -> DayRows:
    """All rows of a table's day, from all that is on record of its rulings, in the order of play."""
    fold = RowFold(_unknown)
    for record in records:
        fold.take(record)
    of_rounds = sorted(fold.rounds.values(), key=lambda rows: rows.ruled.order)
    rounds = [rows.ruled.row for rows in of_rounds]
    shoes = [
        row | shoe_totals(other for other in rounds if other["shoe"] == row["shoe"])
        for _, row in sorted(fold.shoes.items())
    ]
    return DayRows(
        rounds=rounds,
        findings=[row for rows in of_rounds for row in rows.findings],
        shoes=shoes,
        decisions=[row for _, row in sorted(fold.decisions.items())],
        players=[row for rows in of_rounds for row in rows.players],
    )


def _unknown(ident: str) -> RulingRecord:
    raise KeyError(ident)

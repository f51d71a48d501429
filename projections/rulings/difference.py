"""Whether a fresh ruling is the one on record, and what it is that differs and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ledger.application import Ledger
from ledger.mapper import canonical
from ledger.values.message import data_of
from ledger.values.subjects import table_day
from projections.rulings.day_draft import records_of
from projections.rulings.ruled_day import RuledDay, RuledRound, ruled_day
from projections.table_days import TableDays
from replay import ENGINE
from replay.judging.finding import Finding
from replay.ruling.ruling import Ruling, round_standing, rule

NOT_COMPARED: Final = frozenset({"head", "by", "irregularities", "supersedes", "reason", "asked", "asked_besides"})
"""What two rulings that come to the same may differ in: when and by which engine they were made."""


@dataclass(frozen=True, slots=True)
class RulingDifference:
    """How a fresh ruling differs from the one on record; `edition` and `engine` are that one's, where they are others."""

    recorded_at: str
    head: int
    verdict: str
    standing: str
    edition: str | None
    engine: str | None
    withdrawn: list[Finding] = field(default_factory=list)
    added: list[Finding] = field(default_factory=list)


def difference(ledger: Ledger, ruling: Ruling, *, upto: int | None = None) -> RulingDifference | None:
    """How a fresh ruling differs from the one on record, as of a position where one is given; None where it does not, or
    where none is on record.

    Compared are verdict, standing, what is due under each outcome, and what was found. Persons are called by their ids.
    """
    rounds = ruled_day(ledger, table_day(ruling.round.name), upto=upto).rounds
    ruled = next((round_ for round_ in rounds if round_.name == ruling.round.name), None)
    if ruled is None:
        return None
    data, begun = ruled.data, ruled.begun
    then = {_key(_data(finding)): finding for finding in ruled.findings}
    now = {_key(_data(finding)): finding for finding in ruling.findings}
    standing = round_standing(ruling.round)
    dues = [{due.wager: due.due_minor for due in outcome.judgement.wagers_due} for outcome in ruling.outcomes]
    alike = (
        then.keys() == now.keys()
        and (data["verdict"], data["standing"]) == (ruling.verdict, standing)
        and len(data["outcomes"]) == len(dues)
        and all(
            {**dict.fromkeys(before["due_minor"], 0), **due} == before["due_minor"]
            for before, due in zip(data["outcomes"], dues, strict=True)
        )
    )
    if alike:
        return None
    return RulingDifference(
        recorded_at=ruled.record.recorded_at,
        head=data["head"],
        verdict=data["verdict"],
        standing=data["standing"],
        edition=begun["edition"] if begun["edition_digest"] != ruling.edition.digest else None,
        engine=begun["engine"] if _is_of_another_engine(begun) else None,
        withdrawn=[finding for key, finding in then.items() if key not in now],
        added=[finding for key, finding in now.items() if key not in then],
    )


def differences_from_record(ledger: Ledger, ruled: RuledDay) -> Iterator[str]:
    """Judges a table's day again, and says in a sentence each which ruling on record is not the one that comes out.

    What came to be known after a ruling and was not ruled on since is no difference: it is held against the day as it was
    known then. What an engine of another meaning ruled is not compared, and said to be so. Raises UnknownRulebook.
    """
    other_engines = dict.fromkeys(round_.begun["engine"] for round_ in ruled.rounds if _is_of_another_engine(round_.begun))
    for engine in other_engines:
        yield f"the rulings on {ruled.day} are of {engine}, and this is {ENGINE}: take that version to make them again"
    own = [round_ for round_ in ruled.rounds if not _is_of_another_engine(round_.begun)]
    differing = _not_as_judged(TableDays(ledger), ruled.day, own)
    for head in dict.fromkeys(round_.data["head"] for round_ in differing):
        then = [round_ for round_ in differing if round_.data["head"] == head]
        for round_ in _not_as_judged(TableDays(ledger, head), ruled.day, then):
            yield f"the ruling on {round_.name} is not the one that the entries give"


def _not_as_judged(table_days: TableDays, day: str, rounds: Sequence[RuledRound]) -> list[RuledRound]:
    """Those rulings that do not come out when the day is judged again."""
    if not rounds:
        return []
    story = table_days.get(day)
    rulings = (rule(story, round_.name) for round_ in rounds if round_.name in story.rounds)
    fresh = {round_.name: _compared(round_) for round_ in RuledDay(day, records_of(story, rulings)).rounds}
    return [round_ for round_ in rounds if fresh.get(round_.name) != _compared(round_)]


def _compared(round_: RuledRound) -> tuple[object, ...]:
    """What a ruling says, without when it was made and what it takes the place of."""
    compared = {name: value for name, value in round_.data.items() if name not in NOT_COMPARED}
    return compared, round_.begun["edition_digest"], [_key(_data(finding)) for finding in round_.findings]


def _is_of_another_engine(begun: Mapping[str, Any]) -> bool:
    from projections.rulings.engine import engine_digest  # loads all games, which a ruling as on record does without

    return bool(begun["engine_digest"] != engine_digest())


def _data(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "clauses": list(finding.clauses),
        "at": finding.position,
        "wagers": list(finding.wagers),
        "under": list(finding.branch_ids),
        "particulars": {name: data_of(value) for name, value in finding.particulars.items()},
    }


def _key(data: Mapping[str, Any]) -> bytes:
    """What makes two findings the same, in whatever order their particulars stand."""
    compared = {name: data[name] for name in ("kind", "clauses", "at", "particulars")}
    compared |= {name: list(data.get(name, ())) for name in ("wagers", "under")}
    return canonical(compared)

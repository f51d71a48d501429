"""The rows that the read models hold for one table's day: a pure function of its story."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ledger.decisions.standings import Decision, ShoeState
from replay.rulings import Ruling, rule, standing
from replay.story import Round, Story

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DayRows:
    """Rows of a day, by read model."""

    rounds: list[Row] = field(default_factory=list)
    findings: list[Row] = field(default_factory=list)
    shoes: list[Row] = field(default_factory=list)
    decisions: list[Row] = field(default_factory=list)


def of_day(story: Story, rulings: Iterable[Ruling] | None = None) -> DayRows:
    """All rows of a table's day; with rulings on all its rounds, in their order, where they are made already."""
    rows, shoes = DayRows(), dict[str, Row]()
    for number, ruling in enumerate(rulings or (rule(story, name) for name in story.rounds), 1):
        rows.rounds.append(_round(ruling, number))
        rows.findings.extend(_findings(ruling))
        one = ruling.round
        if one.shoe is not None:
            shoe = shoes.setdefault(one.shoe, _shoe(story, one))
            shoe["rounds"] += 1
            shoe["cards"] += len(one.cards)
            shoe["findings"] += len(ruling.findings)
    rows.shoes.extend(shoes.values())
    rows.decisions.extend(_decision(story.day, decision) for decision in story.standings.taken if _of_day(story, decision))
    return rows


def _round(ruling: Ruling, number: int) -> Row:
    one = ruling.round
    table, day, _ = one.name.split("/")
    claims = ruling.branches[0].outcome.claims
    return {
        "round": one.name,
        "table_name": table,
        "day": day,
        "shoe": one.shoe,
        "game": ruling.edition.game,
        "rulebook": ruling.edition.id,
        "edition": ruling.edition.name,
        "account": one.account,
        "number": number,
        "standing": standing(one),
        "verdict": ruling.verdict,
        "findings": len(ruling.findings),
        "wagers": len(claims),
        "staked_minor": sum(claim.stake_minor for claim in claims),
        "first_position": min(one.basis),
        "last_position": max(one.basis),
    }


def _findings(ruling: Ruling) -> Iterator[Row]:
    for number, finding in enumerate(ruling.findings, 1):
        yield {
            "round": ruling.round.name,
            "number": number,
            "kind": finding.kind,
            "clauses": " ".join(finding.clauses),
            "at": finding.at,
            "text": finding.text,
        }


def _shoe(story: Story, one: Round) -> Row:
    table, date = story.day.split("/")
    state = story.standings.shoes.get(one.shoe or "", ShoeState())
    counted = {"rounds": 0, "cards": 0, "findings": 0}
    return {
        "table_name": table,
        "day": date,
        "shoe": one.shoe,
        "decks": one.decks,
        **counted,
        "standing": state.standing,
    }


def _of_day(story: Story, decision: Decision) -> bool:
    """Whether a decision stands in this day's stream, not in that of a day into which its shoe was carried."""
    return decision.entry.stream == f"table/{story.day}"


def _decision(day: str, decision: Decision) -> Row:
    table, date = day.split("/")
    event = decision.event
    return {
        "position": decision.position,
        "table_name": table,
        "day": date,
        "round": decision.round,
        "shoe": decision.shoe,
        "act": decision.act,
        "scope": decision.scope,
        "taken_by": event.by,
        "office": event.office,
        "reason": event.reason,
        "clause": decision.clause,
        "basis": event.basis,
        "decided_at": decision.entry.delivery.time or decision.entry.recorded_at,
        "refused": decision.refused,
    }

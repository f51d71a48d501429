"""The rows that the read models hold for one table's day: a pure function of its story."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ledger.events.play import NoticeGiven
from ledger.people import ROLES
from replay.rulings import Ruling, rule
from replay.story import Round, Story

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DayRows:
    """Rows of a day, by read model."""

    rounds: list[Row] = field(default_factory=list)
    findings: list[Row] = field(default_factory=list)
    shoes: list[Row] = field(default_factory=list)


def standing(one: Round) -> str:
    """`open` while it is played, `disputed` once a player has given notice of an error, else `closed`."""
    if any(isinstance(told.event, NoticeGiven) and told.event.by not in ROLES for told in one.told):
        return "disputed"
    return "closed" if one.closed else "open"


def of_day(story: Story) -> DayRows:
    """All rows of a table's day."""
    rows, shoes = DayRows(), dict[str, Row]()
    for number, name in enumerate(story.rounds, 1):
        ruling = rule(story, name)
        rows.rounds.append(_round(ruling, number))
        rows.findings.extend(_findings(ruling))
        one = ruling.round
        if one.shoe is not None:
            shoe = shoes.setdefault(one.shoe, _shoe(story.day, one))
            shoe["rounds"] += 1
            shoe["cards"] += len(one.cards)
            shoe["findings"] += len(ruling.findings)
    rows.shoes.extend(shoes.values())
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


def _shoe(day: str, one: Round) -> Row:
    table, date = day.split("/")
    return {"table_name": table, "day": date, "shoe": one.shoe, "decks": one.decks, "rounds": 0, "cards": 0, "findings": 0}

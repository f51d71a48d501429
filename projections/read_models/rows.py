"""The rows that the read models hold for one table's day: a pure function of its story."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from ledger.events.play import CardDealt
from ledger.events.wheel import BallRested
from ledger.table_standing import Decision, ShoeState
from projections.read_models.dealers import dealer_by_round
from replay.ruling.ruling import Ruling, round_standing, rule
from replay.table_day.builder import TableDay
from replay.table_day.round import Round

Row = dict[str, Any]

HAS_FINDINGS: Final = 1
MONEY_TO_CORRECT: Final = 2
UNDECIDED: Final = 3
DISPUTED: Final = 4


@dataclass(frozen=True, slots=True)
class DayRows:
    """Rows of a day, by read model."""

    rounds: list[Row] = field(default_factory=list)
    findings: list[Row] = field(default_factory=list)
    shoes: list[Row] = field(default_factory=list)
    decisions: list[Row] = field(default_factory=list)
    players: list[Row] = field(default_factory=list)


def rows_of_day(table_day: TableDay, rulings: Iterable[Ruling] | None = None) -> DayRows:
    """All rows of a table's day; with rulings on all its rounds, in their order, where they are made already."""
    rows, shoes = DayRows(), dict[str, Row]()
    dealt_by = dealer_by_round(table_day)
    for number, ruling in enumerate(rulings or (rule(table_day, name) for name in table_day.rounds), 1):
        name = ruling.round.name
        rows.rounds.append(_round_row(ruling, number) | {"dealer": dealt_by.get(name)})
        rows.findings.extend(_finding_rows(ruling))
        players = dict.fromkeys(claim.player for claim in ruling.branches[0].outcome.wagers_due)
        rows.players.extend({"player": player, "round": name} for player in players)
        round_ = ruling.round
        if round_.shoe is not None:
            shoe = shoes.setdefault(round_.shoe, _shoe_row(table_day, round_))
            shoe["rounds"] += 1
            shoe["cards"] += len(round_.card_entries)
            shoe["findings"] += len(ruling.findings)
    rows.shoes.extend(shoes.values())
    rows.decisions.extend(
        _decision_row(table_day.day, decision)
        for decision in table_day.standings.decisions
        if _is_decided_that_day(table_day, decision)
    )
    return rows


def _round_row(ruling: Ruling, number: int) -> Row:
    round_ = ruling.round
    table, day, _ = round_.name.split("/")
    claims = ruling.branches[0].outcome.wagers_due
    return {
        "round": round_.name,
        "table_name": table,
        "day": day,
        "shoe": round_.shoe,
        "game": ruling.edition.game,
        "rulebook": ruling.edition.id,
        "edition": ruling.edition.name,
        "account": round_.account,
        "number": number,
        "standing": round_standing(round_),
        "verdict": ruling.verdict,
        "findings": len(ruling.findings),
        "wagers": len(claims),
        "staked_minor": sum(claim.stake_minor for claim in claims),
        "first_position": min(round_.basis),
        "last_position": max(round_.basis),
        "opened_at": round_.entries[0].entry.delivery.time or round_.entries[0].entry.recorded_at,
        "drawn": "".join(f" {drawn} " for drawn in _cards_or_pockets(round_)),
        "currency": round_.table_opening.currency,
        "minor_digits": round_.table_opening.minor_digits,
        "attention": _attention(ruling),
    }


def _cards_or_pockets(round_: Round) -> Iterator[str]:
    """The cards of a round in the order in which they were dealt, or the pockets in which the ball came to rest."""
    yield from (dealt.card for _, dealt in round_.entries_of(CardDealt))
    yield from (rested.pocket for _, rested in round_.entries_of(BallRested))


def _attention(ruling: Ruling) -> int:
    """How much a round needs somebody: disputed 4, to be decided 3, money to be corrected 2, anything found 1, else 0.

    What was decided or settled already needs no more than what was only found.
    """
    stands = round_standing(ruling.round)
    if stands == "disputed":
        return DISPUTED
    found = HAS_FINDINGS if ruling.findings else 0
    if stands in ("void", "stands", "corrected"):
        return found
    if ruling.authority is not None or ruling.verdict == "respin":
        return UNDECIDED
    return MONEY_TO_CORRECT if ruling.verdict == "correct" else found


def _finding_rows(ruling: Ruling) -> Iterator[Row]:
    for number, finding in enumerate(ruling.findings, 1):
        yield {
            "round": ruling.round.name,
            "number": number,
            "kind": finding.kind,
            "clauses": " ".join(finding.clauses),
            "at": finding.position,
            "text": finding.text,
        }


def _shoe_row(table_day: TableDay, round_: Round) -> Row:
    table, date = table_day.day.split("/")
    state = table_day.standings.shoes.get(round_.shoe or "", ShoeState())
    counted = {"rounds": 0, "cards": 0, "findings": 0}
    return {
        "table_name": table,
        "day": date,
        "shoe": round_.shoe,
        "decks": round_.decks,
        **counted,
        "standing": state.standing,
    }


def _is_decided_that_day(table_day: TableDay, decision: Decision) -> bool:
    """Whether a decision stands in this day's stream, not in that of a day into which its shoe was carried."""
    return decision.entry.stream == f"table/{table_day.day}"


def _decision_row(day: str, decision: Decision) -> Row:
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

"""The incident list: every finding of a period, first what needs somebody, with the money at stake."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from projections.messages.catalogue import Words
from projections.office_reports.days import DayTold, Period, last_recorded
from projections.office_reports.report import Cell, Columns, Paper, fact, section
from projections.office_reports.stakes import AtStake, at_stake, concerned, decides, ruled, stands
from projections.read_models.rows import DISPUTED, FOUND, MONEY, UNDECIDED
from replay.ruling.ruling import Ruling

_NEEDS: Final[Mapping[int, str]] = {DISPUTED: "disputed", UNDECIDED: "undecided", MONEY: "money", FOUND: "nothing"}
_FINDINGS: Final[Columns] = {
    "round": "text",
    "time": "text",
    "finding": "wide",
    "clauses": "some",
    "standing": "some",
    "ruling": "some",
    "decides": "some",
    "staked": "money",
    "short": "money",
    "over": "money",
    "open": "count",
}
_BY_DAY: Final[Columns] = {
    "day": "text",
    "table": "text",
    "rounds": "count",
    "found": "count",
    "disputed": "count",
    "undecided": "count",
    "money": "count",
    "nothing": "count",
    "staked": "money",
    "short": "money",
    "over": "money",
    "open": "count",
}


def incidents(days: Iterable[DayTold], period: Period, words: Words, *, masked: bool) -> Paper:
    """The incident list of a period."""
    told = list(days)
    lines = sorted(
        (-row["attention"], day.day, day.table, row["number"], _of_round(day, ruling, words))
        for day in told
        for row, ruling in zip(day.rows.rounds, day.rulings, strict=True)
        if row["attention"]
    )
    parts = [
        section(f"needs_{need}", _FINDINGS, (line for at, *_, found in lines if -at == attention for line in found), words)
        for attention, need in _NEEDS.items()
    ]
    return Paper(
        kind="incidents",
        language=words.language,
        masked=masked,
        title=words.say("paper.incidents_title"),
        facts=(
            fact("period", period.told(words), words),
            fact("table", period.table or words.say("paper.all_tables"), words),
            fact("incidents", f"{sum(len(found) for *_, found in lines):,}", words),
        ),
        sections=(section("by_day", _BY_DAY, (_day(day) for day in told), words), *parts),
        recorded_at=last_recorded(told),
    )


def money_cells(day: DayTold, money: AtStake) -> dict[str, Cell]:
    """What is at stake, as the columns `staked`, `short`, `over` and `open` have it."""
    amounts = {"staked": money.staked_minor, "short": money.short_minor, "over": money.over_minor}
    return {**{name: day.amount(minor) for name, minor in amounts.items()}, "open": money.open}


def _of_round(day: DayTold, ruling: Ruling, words: Words) -> list[dict[str, Cell]]:
    given = ruling.awards
    named: dict[str, Cell] = {
        "round": ruling.round.name,
        "standing": stands(ruling, words),
        "ruling": ruled(ruling, words),
        "decides": decides(ruling, words),
    }
    if not ruling.findings:
        first = day.at(ruling.round.entries[0].position)
        empty = {"time": first, "finding": words.say("report.found_none"), "clauses": ""}
        return [named | empty | money_cells(day, at_stake(given))]
    return [
        named
        | {"time": day.at(finding.position), "finding": words.finding(finding), "clauses": ", ".join(finding.clauses)}
        | money_cells(day, at_stake(concerned(finding, given)))
        for finding in ruling.findings
    ]


def _day(day: DayTold) -> dict[str, Cell]:
    """A day in one line: each wager of a round that is listed counts once."""
    needs = Counter(_NEEDS[row["attention"]] for row in day.rows.rounds if row["attention"])
    listed = [ruling for row, ruling in zip(day.rows.rounds, day.rulings, strict=True) if row["attention"]]
    money = sum((at_stake(ruling.awards) for ruling in listed), AtStake())
    empty: dict[str, Cell] = {"staked": None, "short": None, "over": None, "open": None}
    return {
        "day": day.day,
        "table": day.table,
        "rounds": len(day.rulings),
        "found": sum(bool(ruling.findings) for ruling in day.rulings),
        **{need: needs[need] for need in _NEEDS.values()},
        **(money_cells(day, money) if day.opening else empty),
    }

"""The incident list: every finding of a period, first what needs somebody, with the money at stake."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from projections.messages.catalogue import Catalogue
from projections.office_reports.days import JudgedDay, Period, last_recorded_at
from projections.office_reports.report import Cell, Columns, OfficeReport, report_fact, report_table
from projections.office_reports.stakes import (
    MoneyAtStake,
    awards_concerned,
    decider_text,
    money_at_stake,
    standing_text,
    verdict_text,
)
from projections.read_models.rows import DISPUTED, HAS_FINDINGS, MONEY_TO_CORRECT, UNDECIDED
from replay.ruling.ruling import Ruling

_NEED_BY_ATTENTION: Final[Mapping[int, str]] = {
    DISPUTED: "disputed",
    UNDECIDED: "undecided",
    MONEY_TO_CORRECT: "money",
    HAS_FINDINGS: "nothing",
}
_FINDING_COLUMNS: Final[Columns] = {
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
_DAY_COLUMNS: Final[Columns] = {
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


def incidents(days: Iterable[JudgedDay], period: Period, words: Catalogue, *, masked: bool) -> OfficeReport:
    """The incident list of a period."""
    table_days = list(days)
    lines = sorted(
        (-attention, day.day, day.table, number, _round_rows(day, ruling, words))
        for day in table_days
        for number, (attention, ruling) in enumerate(_listed(day))
    )
    parts = [
        report_table(
            f"needs_{need}",
            _FINDING_COLUMNS,
            (line for at, *_, found in lines if -at == attention for line in found),
            words,
        )
        for attention, need in _NEED_BY_ATTENTION.items()
    ]
    return OfficeReport(
        kind="incidents",
        language=words.language,
        masked=masked,
        title=words.say("paper.incidents_title"),
        facts=(
            report_fact("period", period.in_words(words), words),
            report_fact("table", period.table or words.say("paper.all_tables"), words),
            report_fact("incidents", f"{sum(len(found) for *_, found in lines):,}", words),
        ),
        sections=(report_table("by_day", _DAY_COLUMNS, (_day_row(day) for day in table_days), words), *parts),
        recorded_at=last_recorded_at(table_days),
    )


def _listed(day: JudgedDay) -> Iterator[tuple[int, Ruling]]:
    """The rounds that need somebody, in the order of play, each with how much."""
    attention_by_round = {row["round"]: row["attention"] for row in day.read_model_rows.rounds}
    for ruling in day.rulings:
        if attention := attention_by_round[ruling.round.name]:
            yield attention, ruling


def money_cells(day: JudgedDay, money: MoneyAtStake) -> dict[str, Cell]:
    """What is at stake, as the columns `staked`, `short`, `over` and `open` have it."""
    amounts = {"staked": money.staked_minor, "short": money.short_minor, "over": money.over_minor}
    return {**{name: day.money_amount(minor) for name, minor in amounts.items()}, "open": money.open}


def _round_rows(day: JudgedDay, ruling: Ruling, words: Catalogue) -> list[dict[str, Cell]]:
    given = ruling.awards
    named: dict[str, Cell] = {
        "round": ruling.round.name,
        "standing": standing_text(ruling, words),
        "ruling": verdict_text(ruling, words),
        "decides": decider_text(ruling, words),
    }
    if not ruling.findings:
        first = day.time_at(ruling.round.entries[0].position)
        empty = {"time": first, "finding": words.say("report.found_none"), "clauses": ""}
        return [named | empty | money_cells(day, money_at_stake(given))]
    return [
        named
        | {"time": day.time_at(finding.position), "finding": words.finding(finding), "clauses": ", ".join(finding.clauses)}
        | money_cells(day, money_at_stake(awards_concerned(finding, given)))
        for finding in ruling.findings
    ]


def _day_row(day: JudgedDay) -> dict[str, Cell]:
    """A day in one line: each wager of a round that is listed counts once."""
    needs = Counter(_NEED_BY_ATTENTION[attention] for attention, _ in _listed(day))
    money = sum((money_at_stake(ruling.awards) for _, ruling in _listed(day)), MoneyAtStake())
    empty: dict[str, Cell] = {"staked": None, "short": None, "over": None, "open": None}
    return {
        "day": day.day,
        "table": day.table,
        "rounds": len(day.rulings),
        "found": sum(bool(ruling.findings) for ruling in day.rulings),
        **{need: needs[need] for need in _NEED_BY_ATTENTION.values()},
        **(money_cells(day, money) if day.opening else empty),
    }

"""The incident list: every finding of a period, first what needs somebody, with the money at stake."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from projections.messages.catalogue import Catalogue
from projections.office_reports.days import OfficeDay, Period
from projections.office_reports.report import Cell, Columns, OfficeReport, report_fact, report_table
from projections.office_reports.stakes import (
    MoneyAtStake,
    decider_text,
    money_concerned,
    money_in_round,
    stakes_now,
    standing_text,
    verdict_text,
)
from projections.read_models.rows import DISPUTED, HAS_FINDINGS, MONEY_TO_CORRECT, UNDECIDED
from projections.reports.readings import readable_time
from projections.rulings.ruled_day import RuledRound

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


def incidents(days: Iterable[OfficeDay], period: Period, words: Catalogue, *, masked: bool) -> OfficeReport:
    """The incident list of a period; of a day no more is kept than its lines."""
    day_rows, recorded_at = list[dict[str, Cell]](), ""
    lines_by_need: dict[str, list[dict[str, Cell]]] = {need: [] for need in _NEED_BY_ATTENTION.values()}
    for day in days:
        day_rows.append(_day_row(day))
        recorded_at = max(recorded_at, day.recorded_at)
        for ruled in _listed(day):
            lines_by_need[_NEED_BY_ATTENTION[ruled.row["attention"]]] += _round_rows(day, ruled, words)
    parts = [report_table(f"needs_{need}", _FINDING_COLUMNS, lines, words) for need, lines in lines_by_need.items()]
    return OfficeReport(
        kind="incidents",
        language=words.language,
        masked=masked,
        title=words.say("paper.incidents_title"),
        facts=(
            report_fact("period", period.in_words(words), words),
            report_fact("table", period.table or words.say("paper.all_tables"), words),
            report_fact("incidents", f"{sum(map(len, lines_by_need.values())):,}", words),
        ),
        sections=(report_table("by_day", _DAY_COLUMNS, day_rows, words), *parts),
        recorded_at=recorded_at,
    )


def _listed(day: OfficeDay) -> list[RuledRound]:
    """The rounds that need somebody, in the order of play."""
    return [ruled for ruled in day.ruled.rounds if ruled.row["attention"]]


def money_cells(day: OfficeDay, money: MoneyAtStake) -> dict[str, Cell]:
    """What is at stake, as the columns `staked`, `short`, `over` and `open` have it."""
    amounts = {"staked": money.staked_minor, "short": money.short_minor, "over": money.over_minor}
    return {**{name: day.money_amount(minor) for name, minor in amounts.items()}, "open": money.open}


def _round_rows(day: OfficeDay, ruled: RuledRound, words: Catalogue) -> list[dict[str, Cell]]:
    stakes = stakes_now(day.answers[ruled.name])
    named: dict[str, Cell] = {
        "round": ruled.name,
        "standing": standing_text(ruled, words),
        "ruling": verdict_text(ruled, words),
        "decides": decider_text(ruled, words),
    }
    if not ruled.findings:
        first = readable_time(ruled.row["opened_at"])
        empty = {"time": first, "finding": words.say("report.found_none"), "clauses": ""}
        return [named | empty | money_cells(day, money_in_round(ruled, stakes))]
    return [
        named
        | {"time": day.time_at(finding.position), "finding": words.finding(finding), "clauses": ", ".join(finding.clauses)}
        | money_cells(day, money_concerned(ruled, stakes, finding))
        for finding in ruled.findings
    ]


def _day_row(day: OfficeDay) -> dict[str, Cell]:
    """A day in one line: each wager of a round that is listed counts once."""
    listed = _listed(day)
    needs = Counter(_NEED_BY_ATTENTION[ruled.row["attention"]] for ruled in listed)
    money = sum((money_in_round(ruled, stakes_now(day.answers[ruled.name])) for ruled in listed), MoneyAtStake())
    empty: dict[str, Cell] = {"staked": None, "short": None, "over": None, "open": None}
    return {
        "day": day.day,
        "table": day.table,
        "rounds": len(day.ruled.rounds),
        "found": sum(bool(ruled.findings) for ruled in day.ruled.rounds),
        **{need: needs[need] for need in _NEED_BY_ATTENTION.values()},
        **(money_cells(day, money) if day.opening else empty),
    }

"""The incident list: every finding of a period, the most urgent first, with the money in question."""

from collections import Counter
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Final

from projections.answers.recorded import RecordedAnswer
from projections.answers.urgency import NEEDS, Need
from projections.messages.catalogue import Catalogue
from projections.office_reports.days import OfficeDay, Period
from projections.office_reports.report import Cell, Columns, OfficeReport, report_fact, report_table
from projections.office_reports.stakes import (
    MoneyAtStake,
    decider_text,
    money_concerned,
    money_in_round,
    status_text,
)
from projections.reports.readings import readable_time

_FINDING_COLUMNS: Final[Columns] = {
    "round": "text",
    "time": "text",
    "finding": "wide",
    "clauses": "some",
    "standing": "some",
    "decides": "some",
    "in_question": "money",
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
    lines_by_need: dict[Need, list[tuple[str, list[dict[str, Cell]]]]] = {need: [] for need in NEEDS}
    for day in days:
        day_rows.append(_day_row(day))
        recorded_at = max(recorded_at, day.recorded_at)
        for answer in _listed(day):
            lines_by_need[answer.need].append((answer.urgency.key, _round_rows(day, answer, words)))
    parts = [
        report_table(f"needs_{need}", _FINDING_COLUMNS, _most_urgent_first(lines), words)
        for need, lines in lines_by_need.items()
    ]
    number = sum(len(lines) for rounds in lines_by_need.values() for _, lines in rounds)
    return OfficeReport(
        kind="incidents",
        language=words.language,
        masked=masked,
        title=words.say("paper.incidents_title"),
        facts=(
            report_fact("period", period.in_words(words), words),
            report_fact("table", period.table or words.say("paper.all_tables"), words),
            report_fact("incidents", f"{number:,}", words),
        ),
        sections=(report_table("by_day", _DAY_COLUMNS, day_rows, words), *parts),
        recorded_at=recorded_at,
    )


def _listed(day: OfficeDay) -> list[RecordedAnswer]:
    """The rounds that need action or in which something was found, in the order of play."""
    answers = (day.answers[ruled.name] for ruled in day.ruled.rounds)
    return [answer for answer in answers if answer.need != "nothing" or answer.ruled.findings]


def _most_urgent_first(rounds: list[tuple[str, list[dict[str, Cell]]]]) -> Iterator[dict[str, Cell]]:
    """The lines of rounds, the most urgent round first, otherwise as they are."""
    for _, lines in sorted(rounds, key=itemgetter(0), reverse=True):
        yield from lines


def money_cells(day: OfficeDay, money: MoneyAtStake) -> dict[str, Cell]:
    """What is at stake, as the columns `staked`, `short`, `over` and `open` have it."""
    amounts = {"staked": money.staked_minor, "short": money.short_minor, "over": money.over_minor}
    return {**{name: day.money_amount(minor) for name, minor in amounts.items()}, "open": money.open}


def _round_rows(day: OfficeDay, answer: RecordedAnswer, words: Catalogue) -> list[dict[str, Cell]]:
    """The lines of a round; the money in question in it is on the first, so that it is there once."""
    ruled = answer.ruled
    named: dict[str, Cell] = {
        "round": ruled.name,
        "standing": status_text(answer, words),
        "decides": decider_text(answer, words),
        "in_question": None,
    }
    if ruled.findings:
        lines = [
            named
            | {
                "time": day.time_at(finding.position),
                "finding": words.finding(finding),
                "clauses": ", ".join(finding.clauses),
            }
            | money_cells(day, money_concerned(answer, finding))
            for finding in ruled.findings
        ]
    else:
        first = readable_time(ruled.row["opened_at"])
        empty = {"time": first, "finding": words.say("report.found_none"), "clauses": ""}
        lines = [named | empty | money_cells(day, money_in_round(answer))]
    lines[0]["in_question"] = day.money_amount(answer.in_question_minor)
    return lines


def _day_row(day: OfficeDay) -> dict[str, Cell]:
    """A day in one line: each wager of a round that is listed counts once."""
    listed = _listed(day)
    needs = Counter(answer.need for answer in listed)
    money = sum(map(money_in_round, listed), MoneyAtStake())
    empty: dict[str, Cell] = {"staked": None, "short": None, "over": None, "open": None}
    return {
        "day": day.day,
        "table": day.table,
        "rounds": len(day.ruled.rounds),
        "found": sum(bool(ruled.findings) for ruled in day.ruled.rounds),
        **{need: needs[need] for need in NEEDS},
        **(money_cells(day, money) if day.opening else empty),
    }

"""The register of settlements: what was given to whom and why, who proposed and who approved it, what is paid."""

from collections.abc import Iterator, Sequence
from typing import Final
from zoneinfo import ZoneInfo

from ledger.cases.deadlines import local_day
from ledger.exchange_rates import Conversion, ConvertedTotal
from projections.documents.settlements import SettlementDocument
from projections.messages.catalogue import Catalogue
from projections.office_reports.days import Period
from projections.office_reports.report import Cell, Columns, MoneyAmount, OfficeReport, report_fact, report_table
from projections.reports.decisions import person_and_office, reason_text
from projections.reports.person_names import PersonNames
from projections.reports.readings import readable_time

_MONEY: Final[Columns] = {
    "case": "text",
    "time": "text",
    "player": "text",
    "outcome": "some",
    "claimed_amount": "money",
    "pay": "money",
    "ex_gratia": "money",
    "ask_back": "money",
    "paid": "money",
    "unpaid": "money",
    "status": "some",
}
_REASONS: Final[Columns] = {
    "position": "count",
    "case": "text",
    "player": "text",
    "reason": "wide",
    "clauses": "some",
    "proposed_by": "some",
    "second": "some",
    "authority": "text",
}
_SUMS: Final[Columns] = {
    "currency": "text",
    "answers": "count",
    "pay": "money",
    "ex_gratia": "money",
    "ask_back": "money",
    "paid": "money",
    "unpaid": "money",
    "converted": "text",
}
"""`converted` is what is given, ex gratia included: the only column that is not in the currency of its row."""


def register_of_settlements(
    rows: Sequence[SettlementDocument],
    period: Period,
    zone: str,
    person_names: PersonNames,
    recorded_at: str,
    words: Catalogue,
    *,
    masked: bool,
    conversion: Conversion | None = None,
) -> OfficeReport:
    """The settlements of a period, by the day in the house's `zone` on which they were given.

    Sums are by currency; `conversion` adds to each what it is in one currency, where a rate is in force.
    """
    wanted = [row for row in rows if _is_in_period(row, period, ZoneInfo(zone))]
    return OfficeReport(
        kind="settlements",
        language=words.language,
        masked=masked,
        title=words.say("paper.settlements_title"),
        facts=(
            report_fact("period", _period_text(period, words), words),
            report_fact("table", period.table or words.say("paper.all_tables"), words),
            report_fact("zone", zone, words),
            report_fact("settlements", f"{len({row.position for row in wanted}):,}", words),
        ),
        sections=(
            report_table("settlement_money", _MONEY, (_money_row(row, person_names, words) for row in wanted), words),
            report_table("settlement_reasons", _REASONS, (_reason_row(row, person_names, words) for row in wanted), words),
            report_table("settlement_sums", _SUMS, _sum_rows(wanted, conversion, words), words),
        ),
        recorded_at=recorded_at,
    )


def _is_in_period(row: SettlementDocument, period: Period, zone: ZoneInfo) -> bool:
    given_on = local_day(row.settled_at, zone).isoformat()
    return period.covers(given_on) and period.table in (None, row.day.split("/")[0])


def _period_text(period: Period, words: Catalogue) -> str:
    return words.say("paper.all_settlements") if period.first is period.last is None else period.in_words(words)


def _money_row(row: SettlementDocument, person_names: PersonNames, words: Catalogue) -> dict[str, Cell]:
    def money(minor: int | None) -> MoneyAmount | None:
        return None if minor is None else MoneyAmount(minor=minor, currency=row.currency, digits=row.minor_digits)

    return {
        "case": row.case,
        "time": readable_time(row.settled_at),
        "player": person_names.name_of(row.player),
        "outcome": words.say(f"case.{row.outcome}"),
        "claimed_amount": money(row.claimed_minor),
        "pay": money(row.pay_minor),
        "ex_gratia": money(row.ex_gratia_minor),
        "ask_back": money(row.ask_back_minor),
        "paid": money(row.paid_minor + row.paid_ex_gratia_minor),
        "unpaid": money(row.open_minor),
        "status": words.say(f"paper.settlement_{row.status}"),
    }


def _reason_row(row: SettlementDocument, person_names: PersonNames, words: Catalogue) -> dict[str, Cell]:
    writers = ", ".join(map(person_names.name_of, (row.proposed_by, *row.altered_by)))
    return {
        "position": row.position,
        "case": row.case,
        "player": person_names.name_of(row.player),
        "reason": " ".join(_reasons(row, person_names, words)),
        "clauses": ", ".join(row.clauses),
        "proposed_by": writers,
        "second": person_and_office(person_names.name_of(row.approved_by), row.approver_role, words, claimed=row.claimed),
        "authority": row.authority_clause or words.say("paper.desk_order"),
    }


def _reasons(row: SettlementDocument, person_names: PersonNames, words: Catalogue) -> Iterator[str]:
    """Why, in the words of whoever proposed it."""
    if row.ground:
        yield person_names.apply_to(row.ground)
    elif row.reason:
        yield reason_text(person_names.apply_to_label(row.reason), words)
    if row.ex_gratia_ground:
        yield words.say("paper.ex_gratia_because", ground=person_names.apply_to(row.ex_gratia_ground))


def _sum_rows(
    rows: Sequence[SettlementDocument], conversion: Conversion | None, words: Catalogue
) -> Iterator[dict[str, Cell]]:
    """By currency, over the settlements that stand."""
    standing = [row for row in rows if row.status == "stands"]
    for currency, digits in sorted({(row.currency, row.minor_digits) for row in standing}):
        own = [row for row in standing if (row.currency, row.minor_digits) == (currency, digits)]
        sums = {
            "pay": sum(row.pay_minor for row in own),
            "ex_gratia": sum(row.ex_gratia_minor for row in own),
            "ask_back": sum(row.ask_back_minor for row in own),
            "paid": sum(row.paid_minor + row.paid_ex_gratia_minor for row in own),
            "unpaid": sum(row.open_minor for row in own),
        }
        money = {key: MoneyAmount(minor=minor, currency=currency, digits=digits) for key, minor in sums.items()}
        given = sums["pay"] + sums["ex_gratia"]
        converted = conversion.converted(given, currency, digits) if conversion else None
        yield {"currency": currency, "answers": len(own), **money, "converted": _converted_text(converted, words)}


def _converted_text(total: ConvertedTotal | None, words: Catalogue) -> str | None:
    if total is None:
        return None
    amount = words.money(total.minor, total.digits, total.currency)
    return words.say("paper.converted", amount=amount, position=total.rate_position)

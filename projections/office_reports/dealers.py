"""Errors of dealing: by dealer, by kind, by whom they were to the benefit of, as rates of the rounds dealt."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from projections.answers.recorded import stakes_ruled
from projections.messages.catalogue import Catalogue
from projections.office_reports.days import OfficeDay, Period
from projections.office_reports.report import (
    Cell,
    Columns,
    MoneyAmount,
    OfficeReport,
    per_thousand,
    report_fact,
    report_table,
)
from projections.office_reports.stakes import MoneyAtStake, money_of_wagers
from projections.read_models.rows import RuledRound
from replay.forensics.rates import rate_interval
from replay.judging.finding import Finding, Phase, Responsibility, kind_of

Direction = Literal["house", "player", "both", "none", "open"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("house", "player", "both", "none", "open")


@dataclass(frozen=True, slots=True)
class DealingError:
    """An error of dealing with the money that it alone answers for."""

    finding: Finding
    money: MoneyAtStake

    @property
    def direction(self) -> Direction:
        """Towards the house where players got less than is awarded, towards players where they got more."""
        if self.money.short_minor and self.money.over_minor:
            return "both"
        if self.money.short_minor or self.money.over_minor:
            return "house" if self.money.short_minor else "player"
        return "open" if self.money.open else "none"


def errors_in_round(ruled: RuledRound) -> Iterator[DealingError]:
    """The errors of dealing in a round, but for those that are none under some reading. What is at stake on a wager is
    laid at one finding only, so that nothing counts twice: at the gravest that names the wager, else at the gravest that
    names none. It is what the table paid less or more, whatever a case has paid since.
    """
    found, stakes = ruled.established_findings, stakes_ruled(ruled)
    answers = {wager: _answering_finding(wager, found) for wager in stakes.stake_minor}
    for number, finding in enumerate(found):
        if kind_of(finding.kind).whose == "dealing":
            own = [wager for wager, answering in answers.items() if answering == number]
            yield DealingError(finding, money_of_wagers(stakes, own))


def _answering_finding(wager: str, findings: Sequence[Finding]) -> int | None:
    """The number of the finding that answers for a wager: an error of dealing before what others did."""

    def whose(number: int) -> bool:
        return kind_of(findings[number].kind).whose != "dealing"

    naming = [number for number, finding in enumerate(findings) if wager in finding.wagers]
    general = [n for n, finding in enumerate(findings) if not finding.wagers and not whose(n)]
    return next(iter(sorted(naming, key=whose) or general), None)


_DEALER_COLUMNS: Final[Columns] = {
    "dealer": "text",
    "rounds": "count",
    "errors": "count",
    "rate": "rate",
    **dict.fromkeys((f"to_{direction}" for direction in DIRECTIONS), "count"),
}
_KIND_COLUMNS: Final[Columns] = {
    "dealer": "text",
    "kind": "text",
    "errors": "count",
    "rate": "rate",
    **dict.fromkeys((f"to_{direction}" for direction in DIRECTIONS), "count"),
}
_MONEY_COLUMNS: Final[Columns] = {"dealer": "text", "currency": "text", "short": "money", "over": "money", "open": "count"}

_PAYMENT_COLUMNS: Final[Columns] = {
    "dealer": "text",
    "table": "text",
    "hour": "text",
    "rounds": "count",
    "payment_errors": "count",
    "rate": "rate",
    "rate_least": "rate",
    "rate_most": "rate",
}

Dealer = str | None
"""None where nobody is on record."""


@dataclass(slots=True)
class ErrorCounts:
    """What was counted in a period."""

    rounds: Counter[Dealer] = field(default_factory=Counter)
    errors: Counter[tuple[Dealer, str, Direction]] = field(default_factory=Counter)
    money: dict[tuple[Dealer, str, int], MoneyAtStake] = field(default_factory=dict)
    """By dealer, currency and its digits."""
    rounds_by_hour: Counter[tuple[Dealer, str, str]] = field(default_factory=Counter)
    """By dealer, table and hour of the day (UTC)."""
    payment_errors: Counter[tuple[Dealer, str, str]] = field(default_factory=Counter)
    """The rounds among them in which something was paid wrongly, or not at all."""
    by_responsibility: Counter[Responsibility] = field(default_factory=Counter)
    recorded_at: str = ""
    """When the last entry of these days was recorded."""

    def error_count(self, dealer: Dealer, kind: str | None = None, direction: Direction | None = None) -> int:
        """How many errors of a dealer; of one kind or direction where one is given."""
        return sum(
            number
            for (who, what, towards), number in self.errors.items()
            if who == dealer and kind in (None, what) and direction in (None, towards)
        )

    @property
    def dealers(self) -> list[Dealer]:
        """By their ids, and last where nobody is on record: the order says nothing of anybody."""
        found = self.rounds.keys() | {dealer for dealer, _, _ in self.errors}
        return sorted(found, key=lambda dealer: (dealer is None, dealer or ""))


def count_errors(days: Iterable[OfficeDay]) -> ErrorCounts:
    """Counts rounds and errors. An error is laid at whoever was dealing at its moment, as far as that is on record."""
    counts = ErrorCounts()
    for day in days:
        counts.recorded_at = max(counts.recorded_at, day.recorded_at)
        counts.rounds.update(ruled.row["dealer"] for ruled in day.ruled.rounds)
        for ruled in day.ruled.rounds:
            place = ruled.row["dealer"], day.table, (ruled.row["opened_at"] or "")[11:13]
            counts.rounds_by_hour[place] += 1
            counts.payment_errors[place] += any(_is_payment_error(finding) for finding in ruled.established_findings)
            counts.by_responsibility.update(kind_of(finding.kind).whose for finding in ruled.established_findings)
            for error in errors_in_round(ruled):
                dealer = day.dealers_by_position.get(error.finding.position) or ruled.row["dealer"]
                counts.errors[dealer, error.finding.kind, error.direction] += 1
                key = dealer, ruled.row["currency"], ruled.row["minor_digits"]
                counts.money[key] = counts.money.get(key, MoneyAtStake()) + error.money
    return counts


def _is_payment_error(finding: Finding) -> bool:
    kind = kind_of(finding.kind)
    return kind.phase == Phase.MONEY and kind.whose == "dealing"


def dealing_errors(days: Iterable[OfficeDay], period: Period, words: Catalogue, *, masked: bool) -> OfficeReport:
    """The statistics of a period."""
    counts = count_errors(days)
    return OfficeReport(
        kind="dealers",
        language=words.language,
        masked=masked,
        title=words.say("paper.dealers_title"),
        facts=(
            report_fact("period", period.in_words(words), words),
            report_fact("table", period.table or words.say("paper.all_tables"), words),
            report_fact("rounds", f"{counts.rounds.total():,}", words),
            *(
                report_fact(f"of_{whose}", f"{counts.by_responsibility[whose]:,}", words)
                for whose in ("dealing", "players", "record")
            ),
        ),
        sections=(
            report_table("by_dealer", _DEALER_COLUMNS, _dealer_rows(counts, words), words),
            report_table("by_kind", _KIND_COLUMNS, _kind_rows(counts, words), words),
            report_table("by_hour", _PAYMENT_COLUMNS, _payment_rows(counts, words), words),
            report_table("by_currency", _MONEY_COLUMNS, _currency_rows(counts, words), words),
        ),
        recorded_at=counts.recorded_at,
    )


def _dealer_name(dealer: Dealer, words: Catalogue) -> str:
    return words.say("paper.not_told") if dealer is None else dealer


def _error_cells(counts: ErrorCounts, dealer: Dealer, kind: str | None = None) -> dict[str, Cell]:
    number = counts.error_count(dealer, kind)
    towards = {f"to_{direction}": counts.error_count(dealer, kind, direction) for direction in DIRECTIONS}
    return {"errors": number, "rate": per_thousand(number, counts.rounds[dealer]), **towards}


def _dealer_rows(counts: ErrorCounts, words: Catalogue) -> Iterator[dict[str, Cell]]:
    for dealer in counts.dealers:
        yield {"dealer": _dealer_name(dealer, words), "rounds": counts.rounds[dealer], **_error_cells(counts, dealer)}


def _kind_rows(counts: ErrorCounts, words: Catalogue) -> Iterator[dict[str, Cell]]:
    for dealer in counts.dealers:
        for kind in sorted({what for who, what, _ in counts.errors if who == dealer}):
            yield {
                "dealer": _dealer_name(dealer, words),
                "kind": words.say(f"kind.{kind}"),
                **_error_cells(counts, dealer, kind),
            }


def _payment_rows(counts: ErrorCounts, words: Catalogue) -> Iterator[dict[str, Cell]]:
    """By dealer, table and hour, with how little so many rounds say."""
    for place in sorted(counts.rounds_by_hour, key=lambda place: (place[0] is None, place[0] or "", *place[1:])):
        dealer, table, hour = place
        rounds, errors = counts.rounds_by_hour[place], counts.payment_errors[place]
        low, high = rate_interval(errors, rounds)
        yield {
            "dealer": _dealer_name(dealer, words),
            "table": table,
            "hour": f"{hour}:00" if hour else words.say("paper.not_told"),
            "rounds": rounds,
            "payment_errors": errors,
            "rate": per_thousand(errors, rounds),
            "rate_least": per_thousand(low.numerator, low.denominator),
            "rate_most": per_thousand(high.numerator, high.denominator),
        }


def _currency_rows(counts: ErrorCounts, words: Catalogue) -> Iterator[dict[str, Cell]]:
    for dealer in counts.dealers:
        for (who, currency, digits), money in sorted(counts.money.items(), key=lambda row: row[0][1:]):
            if who == dealer:
                yield {
                    "dealer": _dealer_name(dealer, words),
                    "currency": currency,
                    "short": MoneyAmount(minor=money.short_minor, currency=currency, digits=digits),
                    "over": MoneyAmount(minor=money.over_minor, currency=currency, digits=digits),
                    "open": money.open,
                }

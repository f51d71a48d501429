"""Errors of dealing: by dealer, by kind, by whom they were to the benefit of, as rates of the rounds dealt."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from projections.dealing import dealers
from projections.papers.days import DayTold, Period, last_recorded
from projections.papers.errors import DIRECTIONS, WHOSE, Direction, Whose, errors
from projections.papers.paper import Amount, Cell, Columns, Paper, fact, per_thousand, section
from projections.papers.stakes import AtStake
from projections.words import Words

_DEALERS: Final[Columns] = {
    "dealer": "text",
    "rounds": "count",
    "errors": "count",
    "rate": "rate",
    **dict.fromkeys((f"to_{direction}" for direction in DIRECTIONS), "count"),
}
_KINDS: Final[Columns] = {
    "dealer": "text",
    "kind": "text",
    "errors": "count",
    "rate": "rate",
    **dict.fromkeys((f"to_{direction}" for direction in DIRECTIONS), "count"),
}
_MONEY: Final[Columns] = {"dealer": "text", "currency": "text", "short": "money", "over": "money", "open": "count"}

Dealer = str | None
"""None where nobody is on record."""


@dataclass(slots=True)
class Counts:
    """What was counted in a period."""

    rounds: Counter[Dealer] = field(default_factory=Counter)
    errors: Counter[tuple[Dealer, str, Direction]] = field(default_factory=Counter)
    money: dict[tuple[Dealer, str, int], AtStake] = field(default_factory=dict)
    """By dealer, currency and its digits."""
    whose: Counter[Whose] = field(default_factory=Counter)

    def number(self, dealer: Dealer, kind: str | None = None, direction: Direction | None = None) -> int:
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


def count(days: Iterable[DayTold]) -> Counts:
    """Counts rounds and errors. An error is laid at whoever was dealing at its moment, as far as that is on record."""
    counts = Counts()
    for day in days:
        dealt_by = dealers(day.story)
        counts.rounds.update(dealt_by.get(ruling.round.name) for ruling in day.rulings)
        for ruling in day.rulings:
            counts.whose.update(WHOSE[finding.kind] for finding in ruling.established)
            opening = ruling.round.opening
            for error in errors(ruling):
                dealer = day.dealers.get(error.finding.at) or dealt_by.get(ruling.round.name)
                counts.errors[dealer, error.finding.kind, error.direction] += 1
                key = dealer, opening.currency, opening.minor_digits
                counts.money[key] = counts.money.get(key, AtStake()) + error.money
    return counts


def dealing_errors(days: Iterable[DayTold], period: Period, words: Words, *, masked: bool) -> Paper:
    """The statistics of a period."""
    told = list(days)
    counts = count(told)
    return Paper(
        kind="dealers",
        language=words.language,
        masked=masked,
        title=words.say("paper.dealers_title"),
        facts=(
            fact("period", period.told(words), words),
            fact("table", period.table or words.say("paper.all_tables"), words),
            fact("rounds", f"{counts.rounds.total():,}", words),
            *(fact(f"of_{whose}", f"{counts.whose[whose]:,}", words) for whose in ("dealing", "players", "record")),
        ),
        sections=(
            section("by_dealer", _DEALERS, _by_dealer(counts, words), words),
            section("by_kind", _KINDS, _by_kind(counts, words), words),
            section("by_currency", _MONEY, _by_currency(counts, words), words),
        ),
        recorded_at=last_recorded(told),
    )


def _name(dealer: Dealer, words: Words) -> str:
    return words.say("paper.not_told") if dealer is None else dealer


def _numbers(counts: Counts, dealer: Dealer, kind: str | None = None) -> dict[str, Cell]:
    number = counts.number(dealer, kind)
    towards = {f"to_{direction}": counts.number(dealer, kind, direction) for direction in DIRECTIONS}
    return {"errors": number, "rate": per_thousand(number, counts.rounds[dealer]), **towards}


def _by_dealer(counts: Counts, words: Words) -> Iterator[dict[str, Cell]]:
    for dealer in counts.dealers:
        yield {"dealer": _name(dealer, words), "rounds": counts.rounds[dealer], **_numbers(counts, dealer)}


def _by_kind(counts: Counts, words: Words) -> Iterator[dict[str, Cell]]:
    for dealer in counts.dealers:
        for kind in sorted({what for who, what, _ in counts.errors if who == dealer}):
            yield {
                "dealer": _name(dealer, words),
                "kind": words.say(f"kind.{kind}"),
                **_numbers(counts, dealer, kind),
            }


def _by_currency(counts: Counts, words: Words) -> Iterator[dict[str, Cell]]:
    for dealer in counts.dealers:
        for (who, currency, digits), money in sorted(counts.money.items(), key=lambda row: row[0][1:]):
            if who == dealer:
                yield {
                    "dealer": _name(dealer, words),
                    "currency": currency,
                    "short": Amount(minor=money.short_minor, currency=currency, digits=digits),
                    "over": Amount(minor=money.over_minor, currency=currency, digits=digits),
                    "open": money.open,
                }

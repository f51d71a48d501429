"""The house's exchange rates on record, and totals converted by them. Nothing but totals is converted."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import NamedTuple

from ledger.acts.adoptions import BY_THE_HOUSE
from ledger.acts.refusal import role_refusal
from ledger.application import Ledger
from ledger.entry import Entry
from ledger.events.house import HOUSE_STREAM, ExchangeRateRecorded
from ledger.house import MAY_RECORD
from ledger.values.money import minor_digits_of


@dataclass(frozen=True, slots=True)
class RecordedRate:
    """An exchange rate on record: `refused` says why it does not hold."""

    entry: Entry
    event: ExchangeRateRecorded
    refused: str | None


class ConvertedTotal(NamedTuple):
    """A total in another currency, in minor units, and where the rate is on record."""

    minor: int
    currency: str
    digits: int
    rate_position: int


def recorded_rates(ledger: Ledger) -> list[RecordedRate]:
    """Return all exchange rates on record, oldest first."""
    return list(_recorded_rates(ledger))


def _recorded_rates(ledger: Ledger) -> Iterator[RecordedRate]:
    roster = ledger.roster()
    for entry in ledger.entries(HOUSE_STREAM):
        if isinstance(entry.event, ExchangeRateRecorded):
            refused = roster.entry_refusal(entry, entry.event) or role_refusal(entry.event, MAY_RECORD, BY_THE_HOUSE)
            yield RecordedRate(entry, entry.event, refused)


@dataclass(frozen=True, slots=True)
class Conversion:
    """Converts totals into one currency, by the rates that began before an instant and were in force then."""

    rates: tuple[RecordedRate, ...]
    into: str
    before: str

    def rate_of(self, currency: str) -> RecordedRate | None:
        """Return the rate in force from a currency: the one that began last, of several the one recorded last."""
        held = [
            rate
            for rate in self.rates
            if rate.refused is None
            and (rate.event.currency, rate.event.into) == (currency, self.into)
            and rate.event.since < self.before
        ]
        return max(held, key=lambda rate: (rate.event.since, rate.entry.position), default=None)

    def converted(self, minor: int, currency: str, digits: int) -> ConvertedTotal | None:
        """Return a total converted exactly and then rounded once, half up; None where no rate is in force."""
        rate = self.rate_of(currency)
        if rate is None:
            return None
        into_digits = minor_digits_of(self.into)
        exact = Fraction(minor, 10**digits) * rate.event.rate * 10**into_digits
        return ConvertedTotal(floor(exact + Fraction(1, 2)), self.into, into_digits, rate.entry.position)

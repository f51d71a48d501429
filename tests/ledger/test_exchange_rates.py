"""Exchange rates on record: which is in force, and totals converted exactly."""

from typing import Final

import pytest

from desk.cli.house import rate_typed
from ledger.entry import Delivery, Entry
from ledger.errors import MalformedDecision
from ledger.events.house import HOUSE_STREAM, ExchangeRateRecorded
from ledger.exchange_rates import Conversion, RecordedRate
from ledger.values.subjects import HOUSE

JANUARY: Final = "2026-01-01T00:00:00.000000Z"
FEBRUARY: Final = "2026-02-01T00:00:00.000000Z"
MARCH: Final = "2026-03-01T00:00:00.000000Z"


def rate(
    position: int,
    text: str,
    since: str = JANUARY,
    currencies: tuple[str, str] = ("SEK", "EUR"),
    refused: str | None = None,
) -> RecordedRate:
    """A rate on record at a position."""
    exact = rate_typed(text)
    event = ExchangeRateRecorded(
        currency=currencies[0],
        into=currencies[1],
        numerator=exact.numerator,
        denominator=exact.denominator,
        since=since,
        published_by="ECB",
        by="M1",
        role="management",
    )
    delivery = Delivery(event, HOUSE, f"house:{position}", None, HOUSE_STREAM, since)
    return RecordedRate(Entry(position, HOUSE_STREAM, position, since, delivery), event, refused)


def conversion(*rates: RecordedRate, before: str = MARCH, into: str = "EUR") -> Conversion:
    return Conversion(rates, into, before)


@pytest.mark.parametrize(
    ("minor", "digits", "text", "currencies", "expected"),
    [
        (58_500, 2, "0.0893", ("SEK", "EUR"), 5_224),  # 585.00 SEK are 52.2405 EUR
        (100, 2, "0.005", ("SEK", "EUR"), 1),  # 0.005 EUR, half a cent, is rounded up
        (100, 2, "0.0049", ("SEK", "EUR"), 0),
        (100, 2, "1/3", ("SEK", "EUR"), 33),
        (1_120, 2, "1/11.2", ("SEK", "EUR"), 100),  # exactly 1.00 EUR
        (1_000, 0, "0.0061", ("JPY", "EUR"), 610),  # the yen has no decimals
        (1_000, 2, "163.9", ("EUR", "JPY"), 1_639),
        (2**53 - 1, 2, "1/1", ("SEK", "EUR"), 2**53 - 1),
    ],
)
def test_a_total_is_converted_exactly_and_rounded_once(
    minor: int, digits: int, text: str, currencies: tuple[str, str], expected: int
) -> None:
    total = conversion(rate(7, text, currencies=currencies), into=currencies[1]).converted(minor, currencies[0], digits)
    assert total is not None
    assert (total.minor, total.currency, total.rate_position) == (expected, currencies[1], 7)


def test_the_rate_in_force_is_the_one_that_began_last() -> None:
    rates = (rate(3, "0.08"), rate(4, "0.09", FEBRUARY), rate(5, "0.07", MARCH), rate(6, "0.081"))
    in_force = [conversion(*rates, before=before).rate_of("SEK") for before in (JANUARY, FEBRUARY, MARCH)]
    assert [each and each.entry.position for each in in_force] == [None, 6, 4]


def test_no_other_rate_converts() -> None:
    """Not the way back, not one into a third currency, and not one that was refused."""
    rates = (
        rate(3, "11.2", currencies=("EUR", "SEK")),
        rate(4, "0.1", currencies=("SEK", "USD")),
        rate(5, "9", refused="no"),
    )
    assert conversion(*rates).converted(100, "SEK", 2) is None
    assert conversion(rate(3, "2")).converted(100, "EUR", 2) is None


@pytest.mark.parametrize("text", ["", "0", "0.0", "1/0", "0/3", "-1", "1e3", "0,0893", "1.2.3", "nan", "1 000", "\u0661"])
def test_what_is_not_a_rate_is_refused(text: str) -> None:
    with pytest.raises(MalformedDecision, match=r"is not a rate; write it like 0\.0893 or 1/11\.2"):
        rate_typed(text)

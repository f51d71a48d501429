"""The bundled coup of which one card is delivered an hour late: what was found without it no longer holds."""

from collections.abc import Iterator
from typing import Final

from ledger.entry import Delivery
from ledger.feeds.notation import Transcript
from ledger.values.times import format_instant, parse_instant

OPENED: Final = "2026-01-17T23:00:00Z"
DAY: Final = "BAC-5/2026-01-17"
COUP: Final = f"{DAY}/1"
LATE: Final = 11
"""Which of the deliveries is late: punto's third card."""

_EVENING: Final = f"""
{DAY}: table baccarat dcb GBP; dealer D8; limits punto 1000 100000; shoe S5 8
{COUP}: open; nmb; P 2h B 2c P Tc B As P 2d; call punto; close
{DAY}/2: open; P 9h B 2c P Td B 5d; call punto; close
"""
"""Punto's 2 draws a two, and banco with 3 is due a card that it does not get (DCB-8)."""


def on_time() -> Iterator[Delivery]:
    """What the table delivered that evening."""
    return (delivery for delivery in _day() if delivery.sequence != LATE)


def late() -> Iterator[Delivery]:
    """What it delivered an hour later."""
    return (delivery for delivery in _day() if delivery.sequence == LATE)


def _day() -> Iterator[Delivery]:
    opened, table = parse_instant(OPENED), Transcript("table/BAC-5")
    lines = _EVENING.strip().splitlines()
    for number, delivery in enumerate((delivery for line in lines for delivery in table.read(line)), 1):
        yield delivery._replace(id=f"bac5-{number}", sequence=number, time=format_instant(opened + number * 4_000_000))

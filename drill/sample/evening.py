"""The bundled tables of one gaming day, and the rounds of it that are worth seeing."""

from collections.abc import Iterator
from typing import Final

from drill.sample import baccarat_day, blackjack_day, shared_boxes, void_shoe, wheel_days
from ledger.entry import Delivery

DAYS: Final = (
    baccarat_day.DAY,
    blackjack_day.DAY,
    *shared_boxes.DAYS,
    void_shoe.DAY,
    wheel_days.DAY,
    wheel_days.CAPTURED,
)
DISPUTED_DAY: Final = baccarat_day.DAY
"""The day of which the round in which most is owed becomes a case."""

WORTH_SEEING: Final = (
    ("a blackjack round with a card astray", blackjack_day.MISDEALT),
    ("a shared box, one of whose players refuses the double", shared_boxes.REFUSED),
    ("free bets, and a dealer who ends on 22", shared_boxes.DEALER_22),
    ("a coin in the wheel, a no spin and the re-spin", wheel_days.NO_SPIN),
    ("a display that shows another number than the dolly", wheel_days.DISPLAY),
    ("what a wheel's own device says of a ball that ran with it", wheel_days.BALL_WITH_THE_WHEEL),
)
"""Rounds, with what is to be seen in each."""


def deliveries() -> Iterator[Delivery]:
    """What was told at all tables but the one with a device of its own, table by table."""
    for table in (baccarat_day, blackjack_day, shared_boxes, void_shoe, wheel_days):
        yield from table.day()

"""The bundled tables of one gaming day, and the rounds of it that are worth seeing. What was told at each is in `days/`."""

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from ledger.entry import Delivery
from ledger.feeds.notation import Transcript
from ledger.values.times import format_instant, parse_instant

APART: Final = 4_000_000
"""Microseconds from one delivery of a table to the next."""

BACCARAT: Final = "BAC-1/2026-01-17"
BLACKJACK: Final = "BJ-1/2026-01-17"
MISDEALT: Final = f"{BLACKJACK}/12"
REFUSED: Final = "BJ-2/2026-01-17/1"
DEALER_22: Final = "BJ-3/2026-01-17/1"
VOID_SHOE: Final = "BJ-4/2026-01-17"
SHOE: Final = "S3"
UNPAID: Final = f"{VOID_SHOE}/4"
"""The round that is over and not yet paid when the shoe is announced void."""
ROULETTE: Final = "RO-1/2026-01-17"
NO_SPIN: Final = f"{ROULETTE}/3"
DISPLAY: Final = f"{ROULETTE}/6"
CAPTURED: Final = "RO-2/2026-01-17"
BALL_WITH_THE_WHEEL: Final = f"{CAPTURED}/r4"
LATE_COUP: Final = "BAC-5/2026-01-17/1"

TRANSCRIPTS: Final = ("baccarat", "blackjack", "shared_boxes", "void_shoe", "roulette")
"""The transcripts of the tables without a device of their own."""

DAYS: Final = (BACCARAT, BLACKJACK, "BJ-2/2026-01-17", "BJ-3/2026-01-17", VOID_SHOE, ROULETTE, CAPTURED)
DISPUTED_DAY: Final = BACCARAT
"""The day of which the round in which most is owed becomes a case."""

WORTH_SEEING: Final = (
    ("a blackjack round with a card astray", MISDEALT),
    ("a shared box, one of whose players refuses the double", REFUSED),
    ("free bets, and a dealer who ends on 22", DEALER_22),
    ("a coin in the wheel, a no spin and the re-spin", NO_SPIN),
    ("a display that shows another number than the dolly", DISPLAY),
    ("what a wheel's own device says of a ball that ran with it", BALL_WITH_THE_WHEEL),
)
"""Rounds, with what is to be seen in each."""

LATE: Final = 11
"""Which of the deliveries of `late_card` is late: punto's third card."""


def deliveries(*names: str) -> Iterator[Delivery]:
    """What was told at tables, transcript by transcript; at all but the one with a device of its own unless some are named.

    A transcript says when its first delivery came; the others follow four seconds apart.
    """
    for name in names or TRANSCRIPTS:
        transcript, began = Transcript(""), 0
        lines = _day_file(f"{name}.txt").decode().splitlines()
        for number, delivery in enumerate(delivery for line in lines for delivery in transcript.read(line)):
            began = began or parse_instant(delivery.time or "")
            yield delivery._replace(time=format_instant(began + number * APART))


def on_time() -> Iterator[Delivery]:
    """What the table with the late card delivered that evening."""
    return (delivery for delivery in deliveries("late_card") if delivery.sequence != LATE)


def late() -> Iterator[Delivery]:
    """What it delivered an hour later: what was found without it no longer holds."""
    return (delivery for delivery in deliveries("late_card") if delivery.sequence == LATE)


def wheel_capture() -> bytes:
    """What the wheel of the second roulette table says on its serial line."""
    return _day_file("wheel.bin")


def wheel_mapping() -> str:
    """What the wheel's line does not tell of itself."""
    return _day_file("wheel.toml").decode()


def _day_file(name: str) -> bytes:
    return (files("drill.sample") / "days" / name).read_bytes()

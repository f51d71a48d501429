"""The bundled tables with shared boxes: a double that one of a box's players refuses, and a dealer's 22 on free bets."""

from collections.abc import Iterator
from typing import Final

from ledger.entry import Delivery
from ledger.feeds.notation import Transcript
from ledger.values.times import format_instant, parse_instant

OPENED: Final = "2026-01-17T21:00:00Z"
DAYS: Final = ("BJ-2/2026-01-17", "BJ-3/2026-01-17")
REFUSED: Final = f"{DAYS[0]}/1"
"""P1 calls the box and doubles; P2, who stands behind, refuses and plays on with the single stake."""
DEALER_22: Final = f"{DAYS[1]}/1"
"""P1 splits and doubles free, P2 rides on the first hand; the dealer has 22 and pays a free chip all the same."""

_EVENING: Final = f"""
{DAYS[0]}: table blackjack scb CHF zone=Europe/Zurich; dealer D4; limits main 1000 50000 unit_minor=1000; shoe S1 6
{DAYS[0]}: odds mixed_pair 6:1; odds coloured_pair 12:1; odds perfect_pair 25:1; sits P1 3; arrives P2 box=3; sits P3 5
{REFUSED}: open; bet w1 P1 main 2000 box=3; bet w2 P2 main 1000 box=3; bet w3 P3 main 3000 box=5
{REFUSED}: bet p3 P3 perfect_pairs 500 box=5; nmb; 3 6h 5 9s D 5d 3 5c 5 9c; pay p3 6500
{REFUSED}: says 3 double P1; bet w1d P1 double 2000 box=3 parent=w1; 3 8s; says 5 stay P3; D Kh D 3c
{REFUSED}: pay w1 4000; pay w1d 4000; pay w2 2000; pay w3 3000; close
{DAYS[1]}: table blackjack fbj EUR zone=Europe/Vienna; dealer D5; limits main 1000 50000; limits push22 500 10000; shoe S2 6
{DAYS[1]}: sits P1 2; arrives P2 box=2; sits P4 4
{DEALER_22}: open; bet w1 P1 main 2000 box=2 spot=1; bet w2 P2 main 1000 box=2 spot=2; bet w4 P4 main 1000 box=4
{DEALER_22}: bet t4 P4 push22 500 box=4; nmb; 2 8h 4 6c D 6s 2 8d 4 5d
{DEALER_22}: says 2 free_split P1; bet f1 P1 free_split 0 nominal_minor=2000 box=2 hand=2 parent=w1
{DEALER_22}: 2 Ts; says 2 stand P1; 2.2 2c; says 2.2 free_double P1
{DEALER_22}: bet f2 P1 free_double 0 nominal_minor=2000 box=2 hand=2 parent=f1; 2.2 9h
{DEALER_22}: says 4 free_double P4; bet f4 P4 free_double 0 nominal_minor=1000 box=4 parent=w4; 4 7s; D Th D 6d
{DEALER_22}: pay w1 2000; pay f1 0; pay f2 0; pay w2 1000; pay w4 1000; pay f4 1000; pay t4 1000; close
"""


def day() -> Iterator[Delivery]:
    """Every delivery of the tables' evening, in order. The same bytes every time."""
    opened, transcripts = parse_instant(OPENED), {day: Transcript(f"table/{day.partition('/')[0]}") for day in DAYS}
    lines = _EVENING.strip().splitlines()
    evening = (
        delivery for line in lines for delivery in transcripts["/".join(line.partition(": ")[0].split("/")[:2])].read(line)
    )
    for number, delivery in enumerate(evening, 1):
        yield delivery._replace(time=format_instant(opened + number * 4_000_000))

"""The bundled table whose shoe management voids: an inspector tries first, who may not."""

from collections.abc import Iterator
from typing import Final

from ledger.entry import Delivery
from ledger.feeds.notation import Transcript
from ledger.values.times import format_instant, parse_instant

OPENED: Final = "2026-01-17T22:00:00Z"
DAY: Final = "BJ-4/2026-01-17"
SHOE: Final = "S3"
UNPAID: Final = f"{DAY}/4"
"""The round that is over and not yet paid when the shoe is announced void."""

_EVENING: Final = f"""
{DAY}: table blackjack ccl CZK seats=7 zone=Europe/Prague; dealer D6; limits main 10000 500000; shoe {SHOE} 6
{DAY}: shuffled {SHOE} chemmy by=D6; shuffled {SHOE} riffle by=D6; cut_offered {SHOE} P1; cut {SHOE} P1 104
{DAY}: burn ??; burn ??; burn ??
{DAY}/1: open; bet w1 P1 main 10000 box=1; bet w2 P2 main 20000 box=2; nmb; 1 Th 2 9s D 7d 1 9c 2 8h
{DAY}/1: says 1 stand P1; says 2 stand P2; D Tc; pay w1 20000; pay w2 20000; close
{DAY}/2: open; bet w3 P1 main 20000 box=1; bet w4 P2 main 20000 box=2; nmb; 1 Ts 2 8c D 9d 1 6h 2 9h
{DAY}/2: says 1 stand P1; says 2 stand P2; D Jc; pay w3 0; pay w4 0; close
{DAY}/3: open; bet w5 P1 main 10000 box=1; bet w6 P3 main 30000 box=3; nmb; 1 Td 3 Jh D 6s 1 Qc 3 2d
{DAY}/3: says 1 stand P1; says 3 hit P3; 3 5h; says 3 stand P3; D Qs D Kc; pay w5 20000; pay w6 60000; close
{UNPAID}: open; bet w7 P1 main 10000 box=1; bet w8 P3 main 10000 box=3; nmb; 1 Ks 3 9d D 8s 1 Kd 3 7c
{UNPAID}: says 1 stand P1; says 3 stand P3; D Qd
{DAY}: suspect_shoe {SHOE} D6 reason=riffle_too_short
"""
_NOTES: Final = f"""
{DAY}: void_shoe {SHOE} I2 role=inspector reason=riffle_too_short
{DAY}: void_shoe {SHOE} M1 role=management reason=riffle_too_short
"""
"""What was written down that evening of what people decided: it is claimed, and a device tells none of it."""


def day() -> Iterator[Delivery]:
    """Every delivery of the table's evening, in order. The same bytes every time."""
    opened, table, notes = parse_instant(OPENED), Transcript("table/BJ-4"), Transcript("transcript/BJ-4")
    lines = [(table, line) for line in _EVENING.strip().splitlines()] + [
        (notes, line) for line in _NOTES.strip().splitlines()
    ]
    evening = (delivery for transcript, line in lines for delivery in transcript.read(line))
    for number, delivery in enumerate(evening, 1):
        yield delivery._replace(time=format_instant(opened + number * 4_000_000))

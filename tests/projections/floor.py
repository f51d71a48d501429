"""Rounds of all games to be drawn and reported on, as an investigator types them, in a ledger whose clock stands still."""

from pathlib import Path
from typing import Final

from desk.opening import migrate
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from projections.table_days import TableDays
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text
from replay.ruling.ruling import Ruling
from tests import ledgers

OVERDRAWN: Final = "BAC-1/2026-01-20/1"
UNDERDRAWN: Final = "BAC-1/2026-01-20/2"
EMPTY_BOX: Final = "BJ-1/2026-01-20/1"
SHARED: Final = "BJ-2/2026-01-20/1"
SPUN: Final = "ROU-1/2026-01-20/1"
NO_SPIN: Final = "ROU-1/2026-01-20/2"
ROUNDS: Final = (OVERDRAWN, UNDERDRAWN, EMPTY_BOX, SHARED, SPUN, NO_SPIN)

TRANSCRIPT: Final = """\
BAC-1/2026-01-20: table baccarat dcb GBP; limits punto 500 100000; limits banco 500 100000; shoe S1 8; dealer DeVries
BAC-1/2026-01-20/1: open; bet w1 anna-berger punto 12500; bet w2 Bertil punto 3000; nmb; P 6h B 9c P Kh B 9d P 2h; \
call egalite; pay w1 13125; pay w2 3060; notice anna-berger inspector; correcting inspector; move 2h punto burn; \
corrected inspector; close
BAC-1/2026-01-20/2: open; bet w1 anna-berger banco 7500; nmb; P 3c B Qh P 8s B Jc P Kd; call punto; pay w1 0; close
BAC-1/2026-01-20/3: open; nmb; P 4c B 2s P 5d B 7h; call banco; close
BJ-1/2026-01-20: table blackjack ccl CZK seats=7; shoe S2 6
BJ-1/2026-01-20/1: open; bet w1 anna-berger main 10000 box=1; bet w2 Bertil main 16000 box=2; bet w5 P5 main 7000 box=5; \
nmb; deal box1 Td; deal box2 3h; deal box5 8s; deal dealer Kd; deal box1 4h; deal box2 5h; deal box3 7s; deal box5 6s; \
notice anna-berger inspector
BJ-2/2026-01-20: table blackjack ccl CZK seats=7; shoe S3 6
BJ-2/2026-01-20/1: open; bet w1 anna-berger main 10000 box=3; bet w2 Bertil main 5000 box=3; nmb; \
deal box3 8h; deal dealer 6d; deal box3 8d; says box3 split anna-berger; \
bet w3 anna-berger split 10000 box=3 hand=2 parent=w1; deal box3 3c; says box3 double anna-berger; \
bet w4 anna-berger double 10000 box=3 parent=w1; deal box3 9s; deal box3.2 Th; says box3.2 stand anna-berger
ROU-1/2026-01-20: table roulette eca-roulette EUR
ROU-1/2026-01-20/1: open; spin ccw cw; bet w1 anna-berger straight 500 numbers=17; bet w2 Bertil split 1000 numbers=14-17; \
bet w3 P3 first_four 800 numbers=0-1-2-3; bet w4 P3 red 50000; bet w5 P3 dozen 50000 index=2; \
bet w6 P2 six_line 500 numbers=31-32-33-34-35-36; nmb; revolutions 8 after_call=3; rest 17; call 17; dolly 17; close
ROU-1/2026-01-20/2: open; bet w1 anna-berger red 500; bet w2 Bertil orphans 2500; bet w3 P3 neighbours 2500 of=5 pieces=5 \
on=print; spin cw cw; nmb; no_spin with_the_wheel; rest 26; spin ccw cw; rest 5; from_print w3
"""


def record(folder: Path) -> str:
    """The URL of a ledger with these rounds in it."""
    url = ledgers.new_sqlite(folder)
    migrate(url)
    with ledgers.opened(url) as ledger:
        for rulebook in SHIPPED_RULEBOOKS:
            ledger.adopt(rulebook, shipped_edition(rulebook).name, shipped_text(rulebook))
        transcript = Transcript("table/1")
        deliveries = [delivery for line in TRANSCRIPT.splitlines() for delivery in transcript.read(line)]
        ledger.ingest(incoming_deliveries(deliveries, "feed"))
    return url


def rulings(url: str) -> dict[str, Ruling]:
    """The rulings on these rounds."""
    with ledgers.opened(url) as ledger:
        return {ruling.round.name: ruling for ruling in TableDays(ledger).rulings(ROUNDS)}

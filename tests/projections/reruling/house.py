"""Two tables on two days, a baccarat shoe that was carried over the night, and amended editions of the rules."""

from io import BytesIO
from pathlib import Path
from typing import Final

from desk.opening import open_or_create
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from replay.editions.loader import shipped_edition, shipped_text
from replay.games.registry import GAMES
from tests.ledgers import as_cloudevents

FIRST: Final = "BAC-1/2026-01-20"
SECOND: Final = "BAC-1/2026-01-21"
BOXES: Final = "BJ-1/2026-01-20"
TRANSCRIPT: Final = f"""\
!source table/BAC-1
{FIRST}: table baccarat dcb GBP; limits banco 500 100000; limits punto 500 100000; shoe S1 8
{FIRST}/1: open shoe=S1; bet w1 Anna banco 10000; bet w2 Bertil punto 2000; nmb; P 2c B 9d P 3d B Kh; call banco
{FIRST}/1: pay w1 19500; pay w2 0; close
{FIRST}/2: open shoe=S1; bet w1 Anna punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto; pay w1 2000; close
{SECOND}: table baccarat dcb GBP; limits banco 500 100000; limits punto 500 100000
{SECOND}/1: open shoe=S1; bet w1 Cara banco 2500; nmb; P 2h B 8d P 3h B Kd; call banco; pay w1 4875; close
!source table/BJ-1
{BOXES}: table blackjack fbj EUR; limits main 1000 50000; shoe T1 6
{BOXES}/1: open; bet w1 Anna main 1000 box=1; bet w2 Bertil main 2000 box=2; nmb; 1 Ah 2 Tc D 7s 1 Kh 2 9c; says 2 stand
{BOXES}/1: D Td; pay w1 2500; pay w2 4000; close
"""
"""Banco wins with a natural nine, punto with a natural nine, banco with a natural eight; at the boxes a blackjack, and a
nineteen against the dealer's seventeen. All of it is paid by the rules.
"""


def record(folder: Path, text: str = TRANSCRIPT) -> str:
    """The URL of a ledger in a folder with this in it."""
    return record_into(f"sqlite:///{folder / 'recoup.db'}", text)


def record_into(url: str, text: str = TRANSCRIPT) -> str:
    """The URL of a ledger, with this in it."""
    with open_or_create(url) as ledger:
        read = format_named("cloudevents").reader(Path("night.ndjson"))
        intake.ingest_stream(ledger, BytesIO(as_cloudevents(text)), "night.ndjson", read, GAMES)
    return url


def nights(count: int, rounds: int) -> str:
    """So many days at one table with so many coups each: banco wins the odd ones, punto the even ones, all by a natural."""
    lines = ["!source table/BAC-1"]
    for number in range(count):
        day = f"BAC-1/2026-{number // 28 + 1:02}-{number % 28 + 1:02}"
        lines.append(f"{day}: table baccarat dcb GBP; limits banco 500 100000; limits punto 500 100000")
        for at in range(1, rounds + 1):
            shoe = f"S{number}.{at // 8}"
            lines += [f"{day}: shoe {shoe} 8"] if at % 8 == 0 or at == 1 else []  # eight decks have eight of each card
            cards = "P 2c B 9d P 3d B Kh; call banco" if at % 2 else "P 9h B 2c P Tc B 5d; call punto"
            paid = "pay w1 1950; pay w2 0" if at % 2 else "pay w1 0; pay w2 2000"
            bets = f"bet w1 B-{number % 7} banco 1000; bet w2 P-{at} punto 1000"
            lines.append(f"{day}/{at}: open shoe={shoe}; {bets}; nmb; {cards}; {paid}; close")
    return "\n".join(lines)


def amended(rulebook: str, *changes: tuple[str, str], edition: str = "2027.1") -> str:
    """The text of a shipped edition with these passages replaced, under a name of its own."""
    text = shipped_text(rulebook)
    for old, new in ((f'edition = "{shipped_edition(rulebook).name}"', f'edition = "{edition}"'), *changes):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


PUNTO_BANCO: Final = (
    ('"banco.odds" = { value = "19:20"', '"banco.odds" = { value = "1:2"'),
    ('"punto.odds" = { value = "1:1"', '"punto.odds" = { value = "2:1"'),
)
"""Banco pays one to two (DCB-15), punto two to one (DCB-16)."""
BLACKJACK: Final = (
    ('"blackjack.odds" = { value = "3:2"', '"blackjack.odds" = { value = "6:5"'),
    ('"win.odds" = { value = "1:1"', '"win.odds" = { value = "3:2"'),
)
"""A blackjack pays six to five (FBJ-22), any other hand that wins three to two (FBJ-20)."""

"""A night of three coups about which two players complain, with people in the offices that a case needs."""

from io import BytesIO
from pathlib import Path
from typing import Final

from desk.opening import open_existing, open_or_create
from ledger.application import Ledger
from ledger.events.house import DisputeBody, HouseSettingsRecorded, Signatory
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from ledger.house import record_house
from projections.following.read_models import catch_up, open_read_models
from replay.games.registry import GAMES
from tests.ledger.roster.people import begin, key_of
from tests.ledgers import as_cloudevents

DAY: Final = "BAC-1/2026-01-20"
MISDEALT, SHORT_P1, SHORT_P2 = ROUNDS = (f"{DAY}/1", f"{DAY}/2", f"{DAY}/3")
OTHER: Final = "BAC-2/2026-01-20/1"
NIGHT: Final = f"""\
{DAY}: table baccarat dcb GBP; limits banco 500 100000; limits punto 500 100000; terms P1 500; shoe S1 8; dealer D1
{MISDEALT}: open; bet w1 P1 banco 4000; bet w2 P2 punto 1000; nmb; P Th B 3c P 6d B 4s P 2s; \
call punto; pay w1 0; pay w2 2000; close
{SHORT_P1}: open; bet w3 P1 punto 5000; bet w4 P2 banco 2000; nmb; P 9h B 2c P Tc B 5d; \
call punto; pay w3 5000; pay w4 0; close
{SHORT_P2}: open; bet w5 P1 punto 1000; bet w6 P2 banco 3000; nmb; P 4h B 9c P 2c B Kd; \
call banco; pay w5 0; pay w6 3000; close
BAC-2/2026-01-20: table baccarat dcb GBP; limits banco 500 100000; limits punto 500 100000; shoe S1 8; dealer D2
{OTHER}: open; bet x1 P3 punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto; pay x1 2000; close
"""
"""At the first a card too many was drawn, and what then holds can be read in three ways; at the others one is short."""

PEOPLE: Final = (
    ("E1", "dispute_manager"),
    ("E2", "dispute_manager"),
    ("I7", "investigator"),
    ("A7", "approver"),
    ("S1", "supervisor"),
    ("R7", "regulator"),
)
HOUSE: Final = HouseSettingsRecorded(
    by="M1",
    role="management",
    name="Casino at the Harbour",
    licence="Gambling Commission, operating licence 000-000000-N-000000-000",
    address=("1 Harbour Road", "Anytown AB1 2CD"),
    contact="disputes@casino.example",
    signatories=(Signatory(signatory="disputes", printed=("Dispute Manager",)),),
    dispute_body=DisputeBody(name="Independent Betting Adjudication Service", web="https://www.ibas-uk.com"),
    languages=("en", "de"),
    currency="GBP",
    zone="Europe/London",
    jurisdiction="uk",
)
PNG: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)
"""A picture of one red dot."""


def record(url: str) -> None:
    """Records it all into a new ledger."""
    with open_or_create(url) as ledger, open_read_models(ledger) as engine:
        feed(ledger, NIGHT)
        begin(ledger, PEOPLE)
        ledger.signer = key_of("M1")
        assert record_house(ledger, HOUSE) is None
        ledger.signer = None
        catch_up(ledger, engine)


def feed(ledger: Ledger, lines: str) -> None:
    """Records lines in the notation."""
    data = BytesIO(as_cloudevents(lines))
    intake.ingest_stream(ledger, data, "night.ndjson", format_named("cloudevents").reader(Path("night.ndjson")), GAMES)


def feed_late(url: str, lines: str) -> None:
    """Records lines after the night, and has them ruled on."""
    with open_existing(url) as ledger, open_read_models(ledger) as engine:
        feed(ledger, lines)
        catch_up(ledger, engine)

"""A day with three rounds about which two players complain, and people of the house with keys."""

from io import BytesIO
from pathlib import Path
from typing import Final

from desk.opening import open_or_create
from drill.sample import people
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from projections.following.read_models import catch_up, open_read_models
from replay.games.registry import GAMES
from tests.ledgers import as_cloudevents

DAY: Final = "BAC-1/2026-01-20"
ROUNDS: Final = (f"{DAY}/1", f"{DAY}/2", f"{DAY}/3")
OPEN_ROUND: Final = f"{DAY}/4"

TRANSCRIPT: Final = f"""\
!source table/BAC-1
{DAY}: table baccarat dcb GBP zone=Europe/London; limits banco 500 100000; limits punto 500 100000
{DAY}: shoe S1 8; shuffled S1 riffle by=D7; burn 4s
{ROUNDS[0]}: open shoe=S1; bet w1 P1 punto 1000; bet w2 P2 banco 2000; nmb
{ROUNDS[0]}: P 9h B 2c P Tc B 5d; call punto; pay w1 1500; pay w2 0; close
{ROUNDS[1]}: open shoe=S1; bet w3 P2 banco 1000; nmb
{ROUNDS[1]}: P 2h B 9c P 3c B Td; call banco; pay w3 1000; close
{ROUNDS[2]}: open shoe=S1; bet w4 P1 banco 1000; bet w5 P2 punto 1000; nmb
{ROUNDS[2]}: P 9s B 3c P Th B 4d; call punto; pay w4 0; pay w5 2000; close
{OPEN_ROUND}: open shoe=S1; bet w6 P2 punto 700; P 9d
"""
"""By hand. 1: punto 9 against 7, a natural: w1 of 10.00 wins even money, 20.00 is due and 15.00 was paid; w2 loses. 2:
banco 9, a natural, against 5: w3 of 10.00 wins 19 to 20, 19.50 is due and 10.00 was paid. 3: punto 9 against 7; both paid
rightly. So P1 is short of 5.00, P2 of 9.50. Round 4 is still being played.
"""

HOUSE: Final = """\
name = "Casino at the Harbour"
licence = "Gambling Commission, operating licence 000-000000-N-000000-000"
address = ["1 Harbour Road", "Anytown AB1 2CD"]
contact = "disputes@casino.example"
languages = ["en", "de"]
currency = "GBP"
zone = "Europe/London"
jurisdiction = "uk"

[[signatories]]
signatory = "disputes"
printed = ["Dispute Manager"]

[dispute_body]
name = "An independent adjudicator"
web = "https://adjudicator.example"
"""


def record(url: str, folder: Path) -> None:
    """Records the day into a new ledger, with the people of the sample house on its roster and their keys in a folder."""
    with open_or_create(url) as ledger, open_read_models(ledger) as engine:
        feed = BytesIO(as_cloudevents(TRANSCRIPT))
        intake.ingest_stream(ledger, feed, "day.ndjson", format_named("cloudevents").reader(Path("day.ndjson")), GAMES)
        people.enrol(ledger, folder)
        catch_up(ledger, engine)

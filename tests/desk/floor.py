"""A gaming day with a coup of every kind that a command can meet, recorded as feeds would bring it."""

from io import BytesIO
from pathlib import Path
from typing import Final

import orjson

from desk.opening import open_or_create
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from projections.following.read_models import catch_up, open_read_models
from replay.games.registry import GAMES
from tests.ledgers import as_cloudevents

DAY: Final = "BAC-1/2026-01-20"
CLEAN: Final = f"{DAY}/1"
LATE: Final = f"{DAY}/2"
DISPUTED: Final = f"{DAY}/3"
UNDECIDED: Final = f"{DAY}/4"
DOUBTFUL: Final = f"{DAY}/5"
UNDERDRAWN: Final = f"{DAY}/6"
UNORDERED: Final = f"{DAY}/7"
OPEN: Final = f"{DAY}/8"

TRANSCRIPT: Final = f"""\
!source table/BAC-1
{DAY}: table baccarat dcb GBP zone=Europe/London; limits banco 500 100000; limits punto 500 100000; limits 3g8 100 5000
{DAY}: terms P-1 200; terms P-2 1000; shoe S1 8; shuffled S1 riffle by=D7; burn 4s
{CLEAN}: open shoe=S1; bet w1 P-1 punto 1000; bet w2 P-2 3g8 500; nmb
{CLEAN}: P 9h B 2c P Tc B 5d; call punto; pay w1 2000; pay w2 0; close
{LATE}: open shoe=S1; P 9c; bet w4 P-2 banco 1000; B 2d P Td B 6d; call punto; pay w4 0; close
{DISPUTED}: open shoe=S1; bet w3 P-1 punto 1000; P 7h B 2c P Kc B 4d P 3h; call banco; pay w3 0; notice P-1 inspector; close
{UNDECIDED}: open shoe=S1; bet w5 P-1 punto 1000; bet w6 P-2 banco 2000
{UNDECIDED}: P 7c B 2s P Ks B 4s P 3d; call banco; pay w6 3900; close
{DOUBTFUL}: open shoe=S1 #fifth; bet w7 P-1 banco 1000; P 9d B 2h P Ts B 5s; call punto; pay w7 0; close
{UNDERDRAWN}: open shoe=S1; bet w8 P-1 banco 1000; P 2c B 7d P 2d B Kh; call banco; notice P-1 inspector; close
{UNORDERED}: open shoe=S1 #seventh; P 9h @2026-01-20T20:00:01Z; B 7s P Qd B Qh; call punto; close
{OPEN}: open shoe=S1; bet w9 P-2 punto 700; P 9s
{DAY}: source table/BAC-1 2000; source pit/1 2000
!source pit/1
{UNORDERED}: bet w10 P-1 punto 1000 @2026-01-20T20:00:02Z <table/BAC-1#seventh
"""


def _line(number: int, ident: str, card: str) -> bytes:
    """A camera's word on a card of the doubtful coup."""
    return orjson.dumps(
        {
            "specversion": "1.0",
            "type": "card.exposed.v1",
            "source": "camera/3",
            "id": ident,
            "subject": DOUBTFUL,
            "sequence": str(number),
            "after": "table/BAC-1#fifth",
            "data": {"card": card},
        }
    )


CAMERA: Final = b"\n".join([_line(1, "a", "9d"), _line(2, "b", "Zz"), _line(3, "a", "8d"), b"\xff no line of any feed"])
"""One that is taken, one that is malformed, one that contradicts the first, and one that nobody can read."""


def record(url: str) -> None:
    """Records the day into a new ledger."""
    with open_or_create(url) as ledger, open_read_models(ledger) as engine:
        for name, text in (
            ("day.ndjson", as_cloudevents(TRANSCRIPT)),
            ("camera.ndjson", CAMERA),
        ):
            read = format_named("cloudevents").reader(Path(name))
            intake.ingest_stream(ledger, BytesIO(text), name, read, GAMES)
        catch_up(ledger, engine)

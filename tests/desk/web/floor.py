"""The demo's gaming day, and a table of which two accounts tell a coup, with footage attached to the dispute about it."""

from io import BytesIO
from pathlib import Path
from typing import Final

from desk.opening import open_or_create
from drill.sample import evening
from ledger.cases.casework import Casework, Complaint
from ledger.events.cases import EvidenceAttached
from ledger.feeds import cloudevents, intake
from ledger.feeds.formats import format_named
from projections.following.read_models import catch_up, open_read_models
from projections.rulings.judge import LedgerJudge
from replay.games.registry import GAMES
from tests.ledgers import as_cloudevents

MISDEALT: Final = "BAC-1/2026-01-17/7"
"""Punto stood on six and was given the two of hearts; P1 told the inspector, who burned it."""
UNDERDRAWN: Final = "BAC-1/2026-01-17/42"
"""Banco's last card was not dealt; nobody noticed, and DCB-21a? reads what then holds in two ways."""
VOID_SHOE: Final = f"/shoes/{evening.VOID_SHOE}/{evening.SHOE}"
NO_SPIN: Final = evening.NO_SPIN
SHARED: Final = evening.DEALER_22

DAY: Final = "BAC-9/2026-01-17"
TOLD_TWICE: Final = f"{DAY}/1"
TRANSCRIPT: Final = f"""\
!source table/BAC-9
{DAY}: table baccarat dcb GBP; limits banco 500 100000; limits punto 500 100000; shoe S9 8; dealer D9
{TOLD_TWICE}: open shoe=S9 @2026-01-17T20:00:00Z; bet w1 anna punto 1000; nmb; P 9h B 2c P Tc; \
B 5d @2026-01-17T20:00:00Z; call punto; pay w1 2000
!source transcript/I7
{TOLD_TWICE}: open shoe=S9; bet w1 anna punto 1000; nmb; P 9h B 2c P Tc B 6d; call punto; pay w1 2000
"""


def record(url: str) -> None:
    """Records it all into a new ledger."""
    lines = b"".join(cloudevents.write(delivery) + b"\n" for delivery in evening.deliveries())
    with open_or_create(url) as ledger, open_read_models(ledger) as engine:
        intake.ingest_stream(
            ledger, BytesIO(lines), "day.ndjson", format_named("cloudevents").reader(Path("day.ndjson")), GAMES
        )
        intake.ingest_stream(
            ledger,
            BytesIO(as_cloudevents(TRANSCRIPT)),
            "b.ndjson",
            format_named("cloudevents").reader(Path("b.ndjson")),
            GAMES,
        )
        work = Casework(ledger, LedgerJudge(ledger))
        number = work.open(Complaint("I7", "investigator", DAY, (TOLD_TWICE,)))
        seen = EvidenceAttached(
            by="I7",
            role="investigator",
            evidence="E1",
            camera="C12",
            offset_ms=90_000,
            begins_at="2026-01-17T19:55:00.000000Z",
            ends_at="2026-01-17T20:05:00.000000Z",
            expires_on="2026-02-14",
        )
        work.act(number, seen)
        catch_up(ledger, engine)

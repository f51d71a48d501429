"""A round in the notation: an empty ledger that takes it in comes to the same ruling, also where others bear on it."""

from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from projections.messages.catalogue import Catalogue
from projections.reports.round_report import round_transcript
from projections.table_days import TableDays
from replay.games.registry import GAMES
from tests.ledgers import as_cloudevents

DAY: Final = "T/2026-01-17"
DECLARED: Final = f"""\
!source table/T
{DAY}: source table/T 250
{DAY}: table baccarat dcb GBP; limits punto 500 100000; shoe S 8
{DAY}/1: open; bet w1 a punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto; pay w1 2000; close
"""
PUT_RIGHT_LATE: Final = f"""\
!source table/T
{DAY}: table baccarat dcb GBP; limits punto 500 100000; shoe S 8
{DAY}/1: open; bet w1 a punto 1000; nmb; P 9h B 2c P Tc B 5d; call banco; pay w1 0; notice a management
{DAY}/2: open; bet w1 a punto 1000; nmb; P 9d B 2d P Td B 5h; call punto; pay w1 2000; close
{DAY}/1: corrected management; close
{DAY}/3: open; bet w1 a punto 1000; nmb; P 9s B 2s P Ts B 5c; call punto; pay w1 2000; close
"""


def taken_in(ledger: Ledger, text: bytes, name: str) -> None:
    feed = format_named(_format(name)).reader(Path(name))
    intake.ingest_stream(ledger, BytesIO(text), name, feed, GAMES)


def _format(name: str) -> str:
    return "cloudevents" if name.endswith(".ndjson") else "notation"


@pytest.mark.parametrize(("text", "round_"), [(DECLARED, "1"), *((PUT_RIGHT_LATE, number) for number in "123")])
def test_the_same_ruling_comes_of_it(text: str, round_: str, tmp_path: Path) -> None:
    name = f"{DAY}/{round_}"
    with open_or_create(f"sqlite:///{tmp_path}/a.db") as there, open_or_create(f"sqlite:///{tmp_path}/b.db") as here:
        taken_in(there, as_cloudevents(text), "day.ndjson")
        transcript = round_transcript(there, name, Catalogue(), masked=False)
        taken_in(here, transcript.encode(), "round.txt")
        assert not here.recorder.refused(), "nothing of it is refused"
        rulings = [next(TableDays(ledger).rulings([name])) for ledger in (there, here)]
    first, second = (
        (each.verdict, [finding.kind for finding in each.findings], [row.awarded_minor for row in each.awards])
        for each in rulings
    )
    assert first == second
    assert transcript.startswith(f"// round {name}: {rulings[0].verdict}, by dcb ")

"""What a report costs: the PDF of a blackjack case of 30 steps beside an empty document, both set in the same run.

Processor time is compared, so that what else the machine does at that moment does not count.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import typst

from bench.measure import Beside, Figure, at_most, computed, timed
from desk.opening import open_or_create
from ledger.cases.casework import Casework, Complaint
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from projections.messages.catalogue import Catalogue
from projections.reports.case_compose import compose_case_report
from projections.reports.case_file import gather_case_file
from projections.reports.forms import render_report

STEPS: Final = 30
DAY: Final = "BJ-1/2026-01-20"
PLAYED: Final = f"""\
{DAY}: table blackjack ccl CZK seats=7; shoe S2 6
{DAY}/1: open; bet w1 P1 main 10000 box=1; bet w2 P2 main 16000 box=2; bet w5 P5 main 7000 box=5; \
bet w6 P6 main 5000 box=5; nmb; deal box1 Td; \
deal box2 3h; deal box5 8s; deal dealer Kd; deal box1 4h; deal box2 5h; deal box3 7s; deal box5 6s; says box1 hit; \
deal box1 2c; says box2 hit; deal box2 9c; says box2 hit; deal box2 3d; says box2 stand; says box5 hit; \
deal box5 5c; says box5 stand; deal dealer 7h; pay w1 0; pay w2 32000; pay w5 14000; pay w6 10000; close
"""


def setting(folder: Path, runs: int) -> Iterator[Figure]:
    """A figure of setting the PDF of a case."""
    with open_or_create(f"sqlite:///{folder / 'case.db'}") as ledger:
        transcript = Transcript("table/1")
        deliveries = [delivery for line in PLAYED.splitlines() for delivery in transcript.read(line)]
        ledger.ingest(incoming_deliveries(deliveries, "bench"))
        number = Casework(ledger).open(Complaint("I1", "investigator", DAY, (f"{DAY}/1",), jurisdiction="cz"))
        file, words = gather_case_file(ledger, number, Catalogue(), mask_names=False), Catalogue()
    report = compose_case_report(file, words, masked=False)
    assert len(report.rounds[0].steps) == STEPS, f"{len(report.rounds[0].steps)} steps"
    others = {"an empty document": Beside(timed(_empty), at_most(10))}
    yield from computed(
        "PDF of a blackjack case", f"{STEPS} steps", timed(lambda: render_report("pdf", report)), others, runs
    )


def _empty() -> bytes:
    return typst.compile(
        b"#set document(title: [-])\n", format="pdf", ignore_system_fonts=True, pdf_standards=["a-3a", "ua-1"]
    )

"""What reports cost: the PDF of a blackjack case of 30 steps beside an empty document, both set in the same run; and the
incident list of many days beside that of few, each in a process of its own.

Processor time is compared, so that what else the machine does at that moment does not count.
"""

from collections.abc import Iterator
from datetime import date
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any, Final

import typst

from bench.corpus import days, record
from bench.measure import Beside, Figure, at_most, computed, most_memory, timed
from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.cases.casework import Casework, Complaint
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from projections.messages.catalogue import Catalogue
from projections.office_reports.days import Period, office_days, person_names
from projections.office_reports.forms import render_office_report
from projections.office_reports.incidents import incidents
from projections.reports.case_file import gather_case_file
from projections.reports.case_report import CaseReport, compose_case_report
from projections.reports.forms import render
from projections.rulings import process
from projections.rulings.judge import LedgerJudge
from projections.timeline.timeline import timeline_steps

MANY_DAYS: Final = 360
FEW_DAYS: Final = 30

STEPS: Final = 30
DAY: Final = "BJ-1/2026-01-20"
OPENED: Final = f"{DAY}: table blackjack ccl CZK seats=7; shoe S2 6\n"
PLAYED: Final = f"""\
{DAY}/1: open; bet w1 P1 main 10000 box=1; bet w2 P2 main 16000 box=2; bet w5 P5 main 7000 box=5; \
bet w6 P6 main 5000 box=5; nmb; deal box1 Td; \
deal box2 3h; deal box5 8s; deal dealer Kd; deal box1 4h; deal box2 5h; deal box3 7s; deal box5 6s; says box1 hit; \
deal box1 2c; says box2 hit; deal box2 9c; says box2 hit; deal box2 3d; says box2 stand; says box5 hit; \
deal box5 5c; says box5 stand; deal dealer 7h; pay w1 0; pay w2 32000; pay w5 14000; pay w6 10000; close
"""


def setting(folder: Path, runs: int) -> Iterator[Figure]:
    """A figure of setting the PDFs of cases, each of other players than the last: what was set before is remembered."""
    reports = list[CaseReport]()
    with open_or_create(f"sqlite:///{folder / 'case.db'}") as ledger:
        transcript, work, words = Transcript("table/1"), Casework(ledger, LedgerJudge(ledger)), Catalogue()
        rounds = [PLAYED.replace(f"{DAY}/1", f"{DAY}/{n}").replace(" P", f" P{n}") for n in range(1, runs + 1)]
        deliveries = [delivery for line in (OPENED + "".join(rounds)).splitlines() for delivery in transcript.read(line)]
        ledger.ingest(incoming_deliveries(deliveries, "bench"))
        for n in range(1, runs + 1):
            number = work.open(Complaint("I1", "investigator", DAY, (f"{DAY}/{n}",), jurisdiction="cz"))
            file = gather_case_file(ledger, number, words, mask_names=False)
            dealt = len(timeline_steps(file.rulings[0]))
            assert dealt == STEPS, f"{dealt} steps"
            reports.append(compose_case_report(file, words, masked=False))
    coming, titles = iter(reports), count(1)
    others = {"an empty document": Beside(timed(lambda: _empty(next(titles))), at_most(7))}
    yield from computed(
        "PDF of a blackjack case", f"{STEPS} steps", timed(lambda: render("pdf", next(coming))), others, runs
    )


def listing(folder: Path) -> Iterator[Figure]:
    """Figures of the time and the memory that an incident list takes: of many days beside few of a ledger, in one run."""
    url = f"sqlite:///{folder / 'days.db'}"
    with open_or_create(url) as ledger:
        record(ledger, days(MANY_DAYS))
        process.catch_up(ledger)
        last = {count: sorted(ledger.table_days(), key=_day_of)[count - 1] for count in (FEW_DAYS, MANY_DAYS)}
    many, few = (_apart(url, _day_of(last[count])[0]) for count in (MANY_DAYS, FEW_DAYS))
    beside, size = f"of {FEW_DAYS} table-days", f"{MANY_DAYS} table-days"
    longer, larger = (ours / theirs for ours, theirs in zip(many, few, strict=True))
    yield Figure("incident list", beside, size, many[0], few[0], longer, longer, longer, 1, "processor", at_most(12))
    what = "memory of the incident list"
    yield Figure(what, beside, size, many[1], few[1], larger, larger, larger, 1, "memory", at_most(1.5))


def _day_of(name: str) -> tuple[str, str]:
    table, day = name.split("/")
    return day, table


def _apart(url: str, last: str) -> tuple[float, float]:
    """Makes the incident list up to a day in a process of its own: seconds of the processor, the most bytes of memory."""
    fresh = get_context("spawn")
    answers = fresh.Queue()
    apart = fresh.Process(target=_listed, args=(url, last, answers))
    apart.start()
    spent, most = answers.get()
    apart.join()
    return spent, most


def _listed(url: str, last: str, answers: Any) -> None:
    began, words, period = process_time(), Catalogue(), Period(last=date.fromisoformat(last))
    with Ledger(url) as ledger:
        names = person_names(ledger, words, None, mask_names=False)
        render_office_report("json", incidents(office_days(ledger, period, names), period, words, masked=False))
    answers.put((process_time() - began, most_memory()))


def _empty(title: int) -> bytes:
    return typst.compile(
        b"#set document(title: [%d])\n" % title, format="pdf", ignore_system_fonts=True, pdf_standards=["a-3a", "ua-1"]
    )

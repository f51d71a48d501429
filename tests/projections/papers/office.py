"""Two tables and two days for the office's papers: few enough rounds to work every figure out by hand."""

from pathlib import Path
from typing import Final

from desk.opening import migrate
from ledger.application import Ledger
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from projections.following.read_models import catch_up, open_read_models
from projections.messages.catalogue import Catalogue
from projections.office_reports.day import daily_log
from projections.office_reports.days import Period, office_day, office_days, person_names
from projections.office_reports.dealers import dealing_errors
from projections.office_reports.incidents import incidents
from projections.office_reports.register import register_names, register_of_acts
from projections.office_reports.report import OfficeReport, OfficeReportKind
from projections.read_models.register import register
from projections.reports.person_names import PersonNames
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text
from tests import ledgers

DAY: Final = "BAC-1/2026-01-20"
NEXT: Final = "BAC-1/2026-01-21"
BLACKJACK: Final = "BJ-1/2026-01-20"
RESTED: Final = "BJ-2/2026-01-20"
NAMES: Final = ("DeVries", "Lindqvist", "Okafor", "anna", "Bertil", "Moretti")
ALL: Final = Period()
KINDS: Final[tuple[OfficeReportKind, ...]] = ("day", "incidents", "register", "dealers")

TRANSCRIPT: Final = f"""\
{DAY}: table baccarat dcb GBP zone=Europe/London @2026-01-20T19:00:00Z
{DAY}: limits punto 500 100000 @2026-01-20T19:00:10Z
{DAY}: limits banco 500 100000 @2026-01-20T19:00:20Z
{DAY}: dealer DeVries @2026-01-20T19:01:00Z
{DAY}: shoe S1 8 @2026-01-20T19:02:00Z
{DAY}/1: open shoe=S1; bet w1 anna punto 1000; nmb; P 9h; B 2c; P Tc; B 5d; call punto; pay w1 2000; close
{DAY}/2: open shoe=S1; bet w2 anna banco 10000; nmb; P 2h; B 9c; P Td; B Kd; P 4s; call banco
{DAY}/2: pay w2 17500 @2026-01-20T19:10:00Z; close
{DAY}: dealer Lindqvist @2026-01-20T19:30:00Z
{DAY}/3: open shoe=S1; bet w3 Bertil punto 1000; nmb; P 8h; B 7c; P Kd; B Kc; call punto; pay w3 3000; close
{DAY}/4: open shoe=S1; P 9c; bet w4 Bertil banco 2000; B 2d; P Tc; B 6d; call punto; pay w4 0; close
{DAY}/5: open shoe=S1; bet w5 Bertil punto 700; nmb; P 9s; B 2s; P Kh; B 6c; call banco; pay w5 1400; close
{DAY}/6: open shoe=S1; bet w6 anna punto 900; nmb; P 9d; B 3s; P Qh; B 5c; call punto; pay w6 1800; \
notice anna inspector; close
{DAY}: suspect_shoe S1 Lindqvist reason=riffle_short role=dealer; void_shoe S1 Lindqvist reason=riffle_short role=dealer
{DAY}: table_closed @2026-01-20T23:00:00Z
{BLACKJACK}: table blackjack ccl CZK seats=7; dealer DeVries; shoe S2 6
{BLACKJACK}/1: open; bet w1 anna main 10000 box=1; bet w2 Bertil main 16000 box=2; bet w5 Okafor main 7000 box=5; \
nmb; deal box1 Td; deal box2 3h; deal box5 8s; deal dealer Kd; deal box1 4h; deal box2 5h; deal box3 7s; deal box5 6s; \
notice anna inspector
{RESTED}: table blackjack ccl CZK seats=7; shoe S4 6
{RESTED}: void_shoe S4 Lindqvist reason=riffle_short role=inspector
{RESTED}: void_shoe S4 Moretti reason=riffle_short role=management
{NEXT}: table baccarat dcb GBP zone=Europe/London; resolved DCB-21a? a Moretti role=management; shoe S3 8
{NEXT}/1: open shoe=S3; bet w1 Okafor punto 1000; nmb; P 9h; B 2c; P Tc; B 5d; call punto; pay w1 2000; close
"""


def record(folder: Path) -> str:
    """The URL of a ledger with these days in it."""
    url = ledgers.new_sqlite(folder)
    migrate(url)
    with ledgers.opened(url) as ledger, open_read_models(ledger) as engine:
        for rulebook in SHIPPED_RULEBOOKS:
            ledger.adopt(rulebook, shipped_edition(rulebook).name, shipped_text(rulebook))
        transcript = Transcript("table/1")
        deliveries = [delivery for line in TRANSCRIPT.splitlines() for delivery in transcript.read(line)]
        ledger.ingest(incoming_deliveries(deliveries, "feed"))
        catch_up(ledger, engine)
    return url


def paper(
    url: str, kind: OfficeReportKind, language: str = "en", period: Period = ALL, *, masked: bool = False
) -> OfficeReport:
    """One of the office's papers on this ledger; the daily log is that of the first baccarat day."""
    words = Catalogue(language)
    with ledgers.opened(url) as ledger:
        if kind == "register":
            return _register(ledger, period, words, masked=masked)
        names = person_names(ledger, words, None, mask_names=masked)
        if kind == "day":
            return daily_log(office_day(ledger, DAY, names), words, masked=masked)
        write = incidents if kind == "incidents" else dealing_errors
        return write(office_days(ledger, period, names), period, words, masked=masked)


def _register(ledger: Ledger, period: Period, words: Catalogue, *, masked: bool) -> OfficeReport:
    called = register_names(ledger, words) if masked else PersonNames({})
    last = ledger.entries(after=ledger.size() - 1)[0].recorded_at
    with open_read_models(ledger) as engine:
        return register_of_acts(register(ledger, engine), period, called, last, words, masked=masked)

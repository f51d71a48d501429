"""Cases about the rounds of `floor`: one settled with two answers, and what can be said of it before and after."""

from pathlib import Path
from typing import Any, Final

from ledger.application import Ledger
from ledger.cases.casebook import Casebook
from ledger.cases.casework import Casework, Complaint
from ledger.events import cases as case_events
from projections.messages.catalogue import Catalogue
from projections.read_models.cases import ruling_taken
from projections.reports.case_file import gather_case_file
from projections.reports.case_report import CaseReport, compose_case_report
from tests import ledgers
from tests.ledgers import NOTHING_JUDGED
from tests.projections import floor

SETTLED: Final = "2026-0001"
OPEN: Final = "2026-0002"
OF_A_SHOE: Final = "2026-0003"
OF_BLACKJACK: Final = "2026-0004"
NUMBERS: Final = (SETTLED, OPEN, OF_A_SHOE, OF_BLACKJACK)
DAY: Final = "BAC-1/2026-01-20"
INVESTIGATOR: Final = {"by": "Ines", "role": "investigator"}
WRITER: Final = {"by": "Dora", "role": "dispute_manager"}
NAMES: Final = ("anna-berger", "anna", "Bertil", "DeVries", "Ines", "Dora", "Arno", "Wilma")


def record(folder: Path) -> str:
    """The URL of a ledger with the rounds of `floor` and these cases in it."""
    url = floor.record(folder)
    with ledgers.opened(url) as ledger:
        settle(ledger)
        work = Casework(ledger, NOTHING_JUDGED)
        opened = work.open(Complaint("Ines", "investigator", DAY, (floor.UNDERDRAWN,), jurisdiction="uk"))
        act(ledger, opened, case_events.ClaimStated, INVESTIGATOR, player="anna-berger", amount_minor=14625)
        work.open(Complaint("Ines", "investigator", DAY, shoe="S1", jurisdiction="ch"))
        blackjack = (floor.SHARED,)
        opened = work.open(Complaint("Ines", "investigator", "BJ-2/2026-01-20", blackjack, jurisdiction="cz"))
        act(ledger, opened, case_events.ClaimStated, INVESTIGATOR, player="Bertil", amount_minor=5000, reason="not_asked")
    return url


def settle(ledger: Ledger) -> None:
    """Two claims about two rounds: 75 on banco lost on an under-drawn coup, and 30 on punto paid on an over-drawn one."""
    rounds = (floor.OVERDRAWN, floor.UNDERDRAWN)
    number = Casework(ledger, NOTHING_JUDGED).open(Complaint("Ines", "investigator", DAY, rounds, jurisdiction="uk"))
    act(
        ledger,
        number,
        case_events.ClaimStated,
        INVESTIGATOR,
        player="anna-berger",
        amount_minor=14625,
        reason="no_third_card",
    )
    act(ledger, number, case_events.ClaimStated, INVESTIGATOR, player="Bertil", amount_minor=3000)
    seen = {"person": "Wilma", "seen_as": "witness"}
    act(ledger, number, case_events.PersonNamed, INVESTIGATOR, **seen)
    footage = {"evidence": "overhead", "camera": "C12", "offset_ms": 2500, "expires_on": "2026-02-17"}
    act(ledger, number, case_events.EvidenceAttached, INVESTIGATOR, **footage)
    act(ledger, number, case_events.NoteAdded, INVESTIGATOR, text="Wilma saw the shoe; so did Bertil.")
    taken = [ruling_taken(ledger, name, "Ines", "investigator") for name in rounds]
    for event in taken:
        Casework(ledger, NOTHING_JUDGED).act(number, event)
    given = ({"round": floor.UNDERDRAWN, "wager": "w1", "due_minor": 14625},)
    answers: list[dict[str, Any]] = [
        {"player": "anna-berger", "outcome": "upheld", "pay_minor": 14625, "awards": given},
        {"player": "Bertil", "outcome": "rejected", "ex_gratia_minor": 500},
    ]
    act(ledger, number, case_events.RulingProposed, WRITER, answers=answers, rulings=[event.digest for event in taken])
    proposal = Casebook(ledger).case(number).digest
    act(ledger, number, case_events.RulingApproved, {"by": "Dora", "role": "approver"}, proposal=proposal)
    act(ledger, number, case_events.RulingApproved, {"by": "Arno", "role": "approver"}, proposal=proposal)
    act(ledger, number, case_events.CaseSettled, WRITER, proposal=proposal)
    act(ledger, number, case_events.PlayerPaid, WRITER, player="anna-berger", amount_minor=10000)


def act(ledger: Ledger, number: str, kind: Any, who: dict[str, str], **fields: object) -> None:
    Casework(ledger, NOTHING_JUDGED).act(number, kind.model_validate({**who, **fields}))


def report(url: str, number: str, language: str = "en", *, masked: bool = False) -> CaseReport:
    """The report on a case."""
    words = Catalogue(language)
    with ledgers.opened(url) as ledger:
        return compose_case_report(gather_case_file(ledger, number, words, mask_names=masked), words, masked=masked)

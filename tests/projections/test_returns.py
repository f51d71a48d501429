"""Returns to authorities: which month a dispute is of, by the house's zone, and until when its conclusion is awaited."""

from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from ledger.application import Ledger
from ledger.cases.casework import Casework
from ledger.events import cases as case_events
from ledger.events.house import HouseSettingsRecorded, Signatory
from ledger.house import record_house
from projections.office_reports.returns import NO_HOUSE, complaint_record, mga_return
from tests import ledgers
from tests.ledgers import NOTHING_JUDGED
from tests.projections import disputes

WRITER: Final[dict[str, Any]] = {"by": "Dora", "role": "dispute_manager"}
SETTINGS: Final = HouseSettingsRecorded(
    by="Mara",
    role="management",
    name="House of the tests",
    licence="MGA/X/000/2026",
    address=("1 Test Street",),
    contact="desk@example.org",
    signatories=(Signatory(signatory="disputes", printed=("Dispute manager",)),),
    languages=("en",),
    currency="GBP",
    zone="Europe/Malta",
)


@pytest.fixture
def appealed(tmp_path: Path) -> str:
    """A case taken to a body at half past eleven at night by UTC on 31 January 2027, and closed in March."""
    url = disputes.record(tmp_path)
    with ledgers.opened(url) as ledger:
        appeal = case_events.CaseAppealed(**WRITER, player="Bertil", body="IBAS")
        assert act_at(ledger, appeal, "2027-01-31T23:30:00Z") is None
        paid: Any = [("anna-berger", 4625, False), ("Bertil", 500, True)]
        for player, minor, kindly in paid:
            payment = case_events.PlayerPaid(**WRITER, player=player, amount_minor=minor, ex_gratia=kindly)
            assert act_at(ledger, payment, "2027-02-05T10:00:00Z") is None
        assert act_at(ledger, case_events.CaseClosed(**WRITER), "2027-03-15T10:00:00Z") is None
    return url


def act_at(ledger: Ledger, event: case_events.CaseworkAct, at: str) -> str | None:
    """Does something about the settled case at a time; why it was refused, where it was."""
    return Casework(ledger, NOTHING_JUDGED).act(disputes.SETTLED, event, at).refused


def reported(ledger: Ledger) -> dict[str, list[tuple[str, str, str | None]]]:
    """By month: player, as what it is reported, and when the case was closed as far as the month tells."""
    months = ("2026-12", "2027-01", "2027-02", "2027-03", "2027-04")
    return {
        month: [(row.player_id, row.reported_as, row.closed_on) for row in mga_return(ledger, month).disputes]
        for month in months
    }


def test_without_settings_months_are_those_of_utc_and_the_return_says_so(appealed: str) -> None:
    with ledgers.opened(appealed) as ledger:
        document = mga_return(ledger, "2027-01")
        assert (document.licensee, document.zone, document.due_on) == (None, "UTC", "2027-02-20")
        assert NO_HOUSE in document.notes
        assert reported(ledger) == {
            "2026-12": [],
            "2027-01": [("Bertil", "referred", None)],
            "2027-02": [("Bertil", "awaited", None)],
            "2027-03": [("Bertil", "awaited", "2027-03-15")],
            "2027-04": [],
        }


def test_months_are_those_of_the_house(appealed: str) -> None:
    """In Malta it was half past midnight, and February."""
    with ledgers.opened(appealed) as ledger:
        assert record_house(ledger, SETTINGS) is None
        found = reported(ledger)
        assert (found["2027-01"], found["2027-02"]) == ([], [("Bertil", "referred", None)])
        document = mga_return(ledger, "2027-12")
        assert (document.licensee, document.licence, document.zone) == (SETTINGS.name, SETTINGS.licence, "Europe/Malta")
        assert (document.due_on, document.disputes) == ("2028-01-20", [])
        assert NO_HOUSE not in document.notes


def test_the_record_of_complaints_tells_each_claimant_once(appealed: str) -> None:
    with ledgers.opened(appealed) as ledger:
        number = disputes.OPEN
        Casework(ledger, NOTHING_JUDGED).act(
            number, case_events.ClaimWithdrawn(**WRITER, player="anna-berger"), "2027-01-02T08:00:00Z"
        )
        rows = complaint_record(ledger, date(2000, 1, 1), date(2100, 1, 1)).complaints
    told_of = {(row.case, row.player_id): row for row in rows}
    assert len(told_of) == len(rows) == 4
    withdrawn = told_of[number, "anna-berger"]
    assert (withdrawn.withdrawn_on, withdrawn.outcome, withdrawn.claimed_minor) == ("2027-01-02", None, 14625)
    settled = told_of[disputes.SETTLED, "anna-berger"]
    assert (settled.outcome, settled.pay_minor, settled.paid_minor, settled.closed_on) == (
        "upheld",
        14625,
        14625,
        "2027-03-15",
    )
    assert (settled.witnesses, settled.referred_to, settled.approved_by) == (["Wilma"], None, "Arno")
    assert told_of[disputes.SETTLED, "Bertil"].referred_to == "IBAS"

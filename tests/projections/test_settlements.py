"""The register of settlements: every answer that was given, who stands behind it, what is paid, in every form."""

import re
from datetime import date
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from jsonschema import Draft202012Validator

from ledger.cases.casework import Casework
from ledger.events import cases as case_events
from projections.documents.outputs import schema
from projections.documents.settlements import SettlementDocument
from projections.messages.catalogue import Catalogue, languages
from projections.office_reports.days import Period
from projections.office_reports.forms import OfficeReportForm, render_office_report
from projections.office_reports.register import register_names
from projections.office_reports.report import MoneyAmount, OfficeReport
from projections.office_reports.settlements import register_of_settlements
from projections.read_models.settlements import settlements
from projections.reports.person_names import PersonNames
from tests import ledgers
from tests.ledgers import NOTHING_JUDGED
from tests.projections import disputes, floor
from tests.projections.papers.test_forms import text_of

FORMS: Final[tuple[OfficeReportForm, ...]] = get_args(OfficeReportForm)


def rows_of(url: str) -> list[SettlementDocument]:
    with ledgers.opened(url) as ledger:
        return settlements(ledger)


def paper(url: str, language: str = "en", period: Period | None = None, *, masked: bool = False) -> OfficeReport:
    words = Catalogue(language)
    with ledgers.opened(url) as ledger:
        called = register_names(ledger, words) if masked else PersonNames({})
        last = ledger.entries(after=ledger.size() - 1)[0].recorded_at
        rows = settlements(ledger)
    return register_of_settlements(rows, period or Period(), "Europe/London", called, last, words, masked=masked)


def test_each_answer_of_a_settlement_has_a_row(disputed: str) -> None:
    """By `disputes.settle`: 146.25 upheld of which 100.00 is paid, and nothing owed but 5.00 given, which is not paid."""
    rows = rows_of(disputed)
    Draft202012Validator(schema("case-settlements")).validate([row.model_dump(mode="json") for row in rows])
    assert [
        (
            row.player,
            row.outcome,
            row.claimed_minor,
            row.pay_minor,
            row.ex_gratia_minor,
            row.paid_minor,
            row.open_minor,
            row.currency,
        )
        for row in rows
    ] == [
        ("anna-berger", "upheld", 14625, 14625, 0, 10000, 4625, "GBP"),
        ("Bertil", "rejected", 3000, 0, 500, 0, 500, "GBP"),
    ]
    assert {(row.case, row.proposed_by, row.approved_by, row.approver_role, row.status) for row in rows} == {
        (disputes.SETTLED, "Dora", "Arno", "approver", "stands")
    }


WHO: Final[dict[str, Any]] = {"by": "Dora", "role": "dispute_manager"}


def test_a_settlement_that_a_later_one_replaced_keeps_what_was_paid_under_it(tmp_path: Path) -> None:
    """100.00 of 146.25 was paid; reopened, altered by another person, 120.00 is given in all, of which 20.00 is open."""
    fresh_disputes = disputes.record(tmp_path)
    with ledgers.opened(fresh_disputes) as ledger:
        work, number = Casework(ledger, NOTHING_JUDGED), disputes.SETTLED
        given = ({"round": floor.UNDERDRAWN, "wager": "w1", "due_minor": 12000},)
        low = [{"player": "anna-berger", "outcome": "partly_upheld", "pay_minor": 12000, "awards": given}]
        low.append({"player": "Bertil", "outcome": "rejected", "ground": "Bertil was paid what banco gives."})
        disputes.act(ledger, number, case_events.CaseReopened, WHO, reason="new_footage")
        disputes.act(ledger, number, case_events.RulingProposed, WHO, answers=low)
        other = {"by": "Ines", "role": "dispute_manager"}
        disputes.act(ledger, number, case_events.RulingAltered, other, answers=low)
        proposal = work.case(number).digest
        disputes.act(ledger, number, case_events.RulingApproved, {"by": "Arno", "role": "approver"}, proposal=proposal)
        disputes.act(ledger, number, case_events.CaseSettled, WHO, proposal=proposal)
        assert work.case(number).state == "settled"
    rows = rows_of(fresh_disputes)
    assert [(row.player, row.status, row.pay_minor, row.paid_minor, row.open_minor) for row in rows] == [
        ("anna-berger", "replaced", 14625, 10000, 0),
        ("Bertil", "replaced", 0, 0, 0),
        ("anna-berger", "stands", 12000, 10000, 2000),
        ("Bertil", "stands", 0, 0, 0),
    ]
    assert [(row.proposed_by, row.altered_by, row.ground) for row in rows[2:]] == [
        ("Dora", ["Ines"], None),
        ("Dora", ["Ines"], "Bertil was paid what banco gives."),
    ]
    (sums,) = paper(fresh_disputes).sections[2].rows
    assert (sums["pay"], sums["unpaid"]) == tuple(
        MoneyAmount(minor=minor, currency="GBP", digits=2) for minor in (12000, 2000)
    )


def test_a_day_is_that_of_the_house(disputed: str) -> None:
    """A settlement at half past midnight of British summer time is of the day before by UTC."""
    row = rows_of(disputed)[0].model_copy(update={"settled_at": "2026-06-30T23:30:00.000000Z"})
    for zone, expected in (("UTC", 0), ("Europe/London", 1)):
        july = Period(date(2026, 7, 1), date(2026, 7, 31))
        found = register_of_settlements(
            [row], july, zone, PersonNames({}), "2026-07-02T00:00:00.000000Z", Catalogue("en"), masked=False
        )
        assert len(found.sections[0].rows) == expected


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", languages())
def test_the_register_is_the_same_twice_and_wholly_in_its_language(
    disputed: str, language: str, form: OfficeReportForm
) -> None:
    first, again = (render_office_report(form, paper(disputed, language)) for _ in range(2))
    assert first == again
    assert "[en]" not in text_of(form, first)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_a_masked_register_names_nobody(disputed: str, form: OfficeReportForm) -> None:
    text = text_of(form, render_office_report(form, paper(disputed, masked=True)))
    assert not [name for name in disputes.NAMES if re.search(rf"(?<![A-Za-z]){name}(?![A-Za-z])", text)]
    assert "Player-A" in text

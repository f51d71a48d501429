"""How a case stands, in every place that shows it: the same acts, clocks and amounts, with a clock that stands still."""

from collections.abc import Iterator
from typing import Final

import pytest
from rich.console import Console

from desk.opening import open_existing
from desk.terminal.cases import act_line, show_register
from desk.web.case_view import CaseView
from desk.web.ledger_view import LedgerView
from ledger.application import Ledger
from ledger.cases.casework import Casework
from projections.following.read_models import open_read_models
from projections.messages.catalogue import Catalogue
from projections.read_models.cases import case_register
from projections.reports.case_file import gather_case_file
from projections.reports.case_report import compose_case_report
from tests.projections import disputes
from tests.projections.test_case_reports import rows

WHY: Final = "refused, Dora wrote or altered the answers; another person must approve them"


@pytest.fixture(scope="module")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with the cases of `disputes`; nobody writes to it."""
    return disputes.record(tmp_path_factory.mktemp("disputed"))


@pytest.fixture(scope="module")
def ledger(disputed: str) -> Iterator[Ledger]:
    """The ledger on the day after the cases were recorded."""
    with open_existing(disputed) as opened:
        yield opened


@pytest.fixture(scope="module")
def view(ledger: Ledger) -> Iterator[LedgerView]:
    with open_read_models(ledger) as models:
        yield LedgerView(ledger, models)


def printed(ledger: Ledger) -> str:
    """The register as the terminal prints it."""
    console = Console(width=300, record=True, quiet=False)
    show_register(console, case_register(ledger))
    return console.export_text()


def test_a_refused_approval_is_an_attempt_on_page_report_and_terminal(ledger: Ledger, view: LedgerView) -> None:
    page = CaseView(view, disputes.SETTLED, None)
    tried = [act for act, *_ in page.course if act.refused]
    assert [page.act_words(act) for act in tried] == [f"tried to approve the answers: {WHY}"]
    case, work = Casework(ledger).case(disputes.SETTLED), Casework(ledger)
    (refused,) = (act for act in case.taken if act.refused)
    line = act_line(case, refused, work.money(case))
    assert line.startswith("Dora (approver) tried to approve the answers in case 2026-0001 (position ")
    assert line.endswith(f"): {WHY}")
    words = Catalogue()
    report = compose_case_report(gather_case_file(ledger, disputes.SETTLED, words, mask_names=False), words, masked=False)
    (row_text,) = (row[2] for row in rows(report, "Case history") if "Dora wrote" in row[2])
    assert row_text == f"tried to approve the answers ✗ {WHY}"
    (line,) = (line for line in printed(ledger).splitlines() if "Dora wrote" in line)
    assert "tried to approve the answers" in line


def test_an_approval_that_holds_is_a_decision(view: LedgerView) -> None:
    page = CaseView(view, disputes.SETTLED, None)
    approved = [act for act, *_ in page.course if act.act == "approve_ruling" and not act.refused]
    assert [page.act_words(act) for act in approved] == ["decision approved"]

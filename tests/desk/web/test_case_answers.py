"""How a case stands, in every place that shows it: the same acts, clocks and amounts, with a clock that stands still."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import pytest
from rich.console import Console

from desk.terminal.cases import act_line, show_case, show_register
from desk.web.case_inbox import InboxRow, inbox_rows
from desk.web.case_view import CaseView
from desk.web.ledger_view import LedgerView
from ledger.application import Ledger
from ledger.cases.casebook import Casebook
from ledger.cases.casework import Casework
from ledger.events import cases as case_events
from ledger.events.cases import LetterKind
from ledger.values.times import parse_instant
from projections.answers.case_answer import CaseAnswer
from projections.compliance.checks import CHECKS, Inspected
from projections.documents.cases import case_document, case_line_document
from projections.following.read_models import open_read_models
from projections.messages.catalogue import Catalogue
from projections.read_models.cases import case_register
from projections.read_models.settlements import settlements
from projections.reports.case_file import gather_case_file
from projections.reports.case_letter import case_letter
from projections.reports.case_report import compose_case_report
from projections.rulings.judge import LedgerJudge
from tests import ledgers
from tests.projections import disputes, six_disputes
from tests.projections.test_case_reports import lines, rows

PAID: Final = disputes.SETTLED
"""All that the case gives was paid; no letter was ever sent."""
UNANSWERED: Final = disputes.OPEN
RECORDED: Final = "2026-11-20T20:00:00.000000Z"
"""When the complaints came. The acknowledgement is due on Wednesday 25 November, the final position on 14 January 2027."""
NOW: Final = "2027-02-01T12:00:00.000000Z"
"""68 days after the last day of the acknowledgement, 18 after that of the final position."""
WHY: Final = "refused, Dora wrote or altered the answers; another person must approve them"


@pytest.fixture(scope="module")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with the cases of `disputes`, the settled one paid in full; nobody writes to it."""
    url = disputes.record(tmp_path_factory.mktemp("disputed"))
    with ledgers.opened(url) as ledger:
        pays = partial(disputes.act, ledger, PAID, case_events.PlayerPaid, disputes.WRITER)
        pays(player="anna-berger", amount_minor=4625)
        pays(player="Bertil", amount_minor=500, ex_gratia=True)
    return url


@pytest.fixture(scope="module")
def ledger(disputed: str) -> Iterator[Ledger]:
    """The ledger, with a clock that stands still."""
    with Ledger(disputed, clock=lambda: parse_instant(NOW)) as opened:
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
    case, work = Casebook(ledger).case(disputes.SETTLED), Casework(ledger, LedgerJudge(ledger))
    (refused,) = (act for act in case.taken if act.refused)
    line = act_line(case, refused, work.table_opening(case))
    assert line.startswith("Dora (approver), unverified: tried to approve the answers in case 2026-0001 (position ")
    assert line.endswith(f"); {WHY}")
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


# Clocks and money


def answer(ledger: Ledger, number: str) -> CaseAnswer:
    return CaseAnswer(Casebook(ledger).case(number), NOW)


def shown(ledger: Ledger, number: str) -> str:
    """A case as the terminal shows it."""
    console, work = Console(width=300, record=True), Casework(ledger, LedgerJudge(ledger))
    case = work.case(number)
    show_case(console, case, case_document(case, work.table_opening(case), NOW), work.money(case))
    return console.export_text()


def inbox_row(view: LedgerView, number: str) -> InboxRow:
    (row,) = (row for row in inbox_rows(view, None) if row.answer.case.number == number)
    return row


def test_each_clock_is_met_late_or_past_by_itself(ledger: Ledger) -> None:
    paid, unanswered = answer(ledger, PAID), answer(ledger, UNANSWERED)
    assert {clock.what: (clock.word, clock.days_late) for clock in paid.clocks if clock.standing.due_on} == {
        "acknowledgement": ("late", 68),
        "final_position": ("met", 0),
    }
    assert {clock.what: (clock.word, clock.days_late) for clock in unanswered.clocks if clock.standing.due_on} == {
        "acknowledgement": ("late", 68),
        "final_position": ("late", 18),
    }
    assert (paid.is_late, unanswered.is_late) == (False, True)


def test_a_late_acknowledgement_does_not_fail_the_check_of_the_final_position(ledger: Ledger) -> None:
    seen = Inspected(ledger)
    final, acknowledged = CHECKS["complaints_in_time"](seen), CHECKS["acknowledged_in_time"](seen)
    assert (final.is_met, final.what) == (False, f"the final position is late: {UNANSWERED}")
    assert (acknowledged.is_met, acknowledged.what) == (False, f"the acknowledgement is late: {PAID}, {UNANSWERED}")
    seen.__dict__["cases"] = [case for case in seen.cases if case.number == PAID]
    assert CHECKS["complaints_in_time"](seen).is_met is True
    assert "final position by the end of 2027-01-14, done on 20 November 2026, in time" in shown(ledger, PAID)


def test_a_case_that_paid_everything_has_nothing_to_pay(ledger: Ledger, view: LedgerView) -> None:
    row = inbox_row(view, PAID)
    assert (row.answer.status.word, row.answer.outstanding, row.answer.is_late) == ("paid", (), False)
    assert row.claims == (("anna-berger", "146.25 GBP", ""), ("Bertil", "30.00 GBP", ""))
    assert row.due is not None
    assert (row.due.what, row.due.words) == ("acknowledgement of the complaint", "68 days late")
    step = row.answer.next_step
    assert (step and step.name, step and step.offices) == ("letter", ("dispute_manager",))
    assert [line.answer for line in CaseView(view, PAID, None).claims] == [
        "upheld, 146.25 GBP paid",
        "rejected, 5.00 GBP ex gratia",
    ]
    text = shown(ledger, PAID)
    assert "Settled: anna-berger: claim upheld, 146.25 GBP paid" in text
    assert "to pay" not in text
    assert "Still to be paid" not in text


def test_a_case_is_listed_with_its_status(ledger: Ledger) -> None:
    work = Casebook(ledger)
    cases = [work.case(number) for number in disputes.NUMBERS]
    lines = [case_line_document(case, work.table_opening(case)) for case in cases]
    assert [(line.state, line.status) for line in lines] == [("settled", "paid"), *[("open", "open")] * 3]


def test_a_case_has_one_status_in_list_page_report_and_course(ledger: Ledger, view: LedgerView) -> None:
    case, words = Casebook(ledger).case(PAID), Catalogue()
    report = compose_case_report(gather_case_file(ledger, PAID, words, mask_names=False), words, masked=False)
    opening = Casebook(ledger).table_opening(case)
    last = act_line(case, case.taken[-1], opening)
    assert case_line_document(case, opening).status == CaseView(view, PAID, None).answer.status.word == "paid"
    assert report.document.notices[0] == "paid"
    assert "The case is settled and paid." in lines(report, "The decision")
    assert "case 2026-0001 is paid (position " in last


def test_who_approved_the_answers_decided_the_case_in_every_place(ledger: Ledger, view: LedgerView) -> None:
    """Dora wrote and settled them, Arno approved them: no place says that Arno settled, or that Dora decided."""
    words = Catalogue()
    assert CaseView(view, PAID, None).deciders == "Proposed by Dora; approved by Arno; settled by Dora."
    assert "proposed by Dora, approved by Arno, settled by Dora" in shown(ledger, PAID)
    assert {(row.proposed_by, row.approved_by, row.settled_by) for row in settlements(ledger)} == {("Dora", "Arno", "Dora")}
    file = gather_case_file(ledger, PAID, words, mask_names=False)
    report = compose_case_report(file, words, masked=False)
    parts = {(row[0], row[2]) for row in rows(report, "Parties")}
    assert {("Dora", "proposed the decision"), ("Arno", "approved the decision"), ("Dora", "settled the case")} <= parts
    answered = [row for ruling in file.rulings for row in ruling.round.decisions if row.act == "answer_round"]
    assert {row.event.by for row in answered} == {"Arno"}
    assert words.named("act", "answer_round") == "round decided by a case"


def test_the_terminal_shows_what_is_on_file_as_the_page_does(ledger: Ledger, view: LedgerView) -> None:
    """Each claim, each piece of evidence, each position and each ruling of the page."""
    page, case, text = CaseView(view, PAID, None), Casebook(ledger).case(PAID), shown(ledger, PAID)
    assert "Claim: anna-berger claims 146.25 GBP (reason: no third card)" in text
    assert page.claims
    assert page.evidence
    assert case.rulings
    for line in page.claims:
        assert f"{line.player} claims {line.asked}" in text
    for row in page.evidence:
        assert f"Evidence: {row.evidence}" in text
    for position in case.positions:
        assert f"Position of {position.party}" in text
        assert position.text in text
    for ruling in case.rulings:
        assert f"Ruling: {ruling.round}, " in text
        assert ruling.digest in text


# Letters


def letter(ledger: Ledger, number: str, kind: LetterKind, at: str, language: str = "en") -> list[str]:
    """The paragraphs of a letter to anna-berger."""
    words = Catalogue(language)
    file = gather_case_file(ledger, number, words, mask_names=False)
    written = case_letter(file, kind, "anna-berger", words, six_disputes.SETTINGS, None, at)
    return [row.text for section in written.sections for row in section.paragraphs]


def test_an_acknowledgement_in_time_names_the_day_of_the_answer(ledger: Ledger) -> None:
    paragraphs = letter(ledger, UNANSWERED, "acknowledgement", RECORDED)
    assert "You will have our final answer by the end of 14 January 2027." in paragraphs
    assert not [text for text in paragraphs if "late" in text]


@pytest.mark.parametrize("kind", ["acknowledgement", "holding"])
def test_a_day_that_is_past_is_never_promised(ledger: Ledger, kind: LetterKind) -> None:
    paragraphs = letter(ledger, UNANSWERED, kind, NOW)
    assert not [text for text in paragraphs if "You will have our final answer by" in text]
    assert (
        "You should have had our final answer by the end of 14 January 2027. That day has passed, and we are sorry. "
        "We will answer as soon as the examination is complete; you need not wait for it to refer the dispute."
    ) in paragraphs
    late = "You should have had this letter by the end of 25 November 2026. It is 68 days late, and we are sorry."
    assert (late in paragraphs) == (kind == "acknowledgement")


def test_an_acknowledgement_after_the_decision_says_that_it_is_taken(ledger: Ledger) -> None:
    assert "We reached our final decision on 20 November 2026; you receive it in a separate letter." in letter(
        ledger, PAID, "acknowledgement", NOW
    )


def test_a_final_letter_that_is_late_says_by_how_many_days_and_regrets_it(ledger: Ledger) -> None:
    late = "You should have had this answer by the end of 14 January 2027. It is 18 days late, and we are sorry."
    assert late in letter(ledger, UNANSWERED, "deadlock", NOW)
    german = (
        "Diese Antwort hätten Sie bis zum Ende des 14. Januar 2027 erhalten sollen. "
        "Sie kommt 18 Tage zu spät; das bedauern wir."
    )
    assert german in letter(ledger, UNANSWERED, "deadlock", NOW, "de")


def test_a_decision_in_time_is_not_called_late_where_only_its_letter_is(ledger: Ledger) -> None:
    """The terminal says that the final position was given in time; the letter says the same, and that it comes only now."""
    late = (
        "We reached our decision in time, on 20 November 2026, but are writing to you only now. "
        "You should have had this letter by the end of 14 January 2027. We are sorry."
    )
    assert late in letter(ledger, PAID, "final", NOW)
    assert "done on 20 November 2026, in time" in shown(ledger, PAID)
    assert not [text for text in letter(ledger, PAID, "final", RECORDED) if "sorry" in text]
    german = (
        "Wir haben rechtzeitig am 20. November 2026 entschieden, schreiben Ihnen aber erst jetzt. "
        "Dieses Schreiben hätten Sie bis zum Ende des 14. Januar 2027 erhalten sollen. Das bedauern wir."
    )
    assert german in letter(ledger, PAID, "final", NOW, "de")

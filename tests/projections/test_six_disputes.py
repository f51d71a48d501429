"""The six disputes in print, and what a championship's report and notice say."""

import re

import orjson
import pytest
from jsonschema import Draft202012Validator

from ledger.errors import UnknownChampionship
from projections.documents.outputs import schema
from projections.messages.catalogue import Catalogue, languages
from projections.reports.case_file import gather_case_file
from projections.reports.case_report import CaseReport, compose_case_report
from projections.reports.championship_report import ChampionshipReport, compose_championship_report, dispute_notice
from projections.reports.forms import render
from tests import ledgers
from tests.projections import six_disputes
from tests.projections.test_reports import pdf, text_of

pytestmark = pytest.mark.slow


def case_report(url: str, name: str, language: str = "en") -> CaseReport:
    words = Catalogue(language)
    with ledgers.opened(url) as ledger:
        file = gather_case_file(ledger, six_disputes.CASES[name], words, mask_names=False)
        return compose_case_report(file, words, masked=False)


def championship_report(url: str, language: str = "en", *, masked: bool = False) -> ChampionshipReport:
    with ledgers.opened(url) as ledger:
        return compose_championship_report(ledger, six_disputes.CHAMPIONSHIP, Catalogue(language), masked=masked)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", six_disputes.CASES)
def test_the_summary_of_a_case_stands_on_its_first_page(six: str, name: str, language: str) -> None:
    report = case_report(six, name, language)
    read = pdf(render("pdf", report))
    first = re.sub(r"\s+", " ", read.pages[0].extract_text())
    for section in report.document.sections[:4]:
        assert section.title in first
    assert "[en]" not in text_of(render("pdf", report))


def test_a_wheel_has_no_cards_and_a_no_spin_explains_itself(six: str) -> None:
    text = text_of(render("pdf", case_report(six, "no_spin")))
    assert (
        "The dealer called “no spin” (ground: foreign object) before the ball came to rest in 17: "
        "that spin has no winning number, 17 does not count, and the ball was spun again."
    ) in text
    assert "Compartment" in text
    assert "Cards of the hand" not in text


def test_times_are_those_of_the_table_and_dates_those_of_the_language(six: str) -> None:
    assert "18. Januar 2026, 11:00 Uhr" in text_of(render("pdf", case_report(six, "box", "de")))
    assert "Central European Standard Time" in text_of(render("pdf", case_report(six, "box")))


def test_a_report_says_how_late_what_was_due_was(six: str) -> None:
    text = text_of(render("pdf", case_report(six, "misdeal")))
    assert "acknowledgement of the complaint 21 January 2026 done on 18 January 2026, in time" in text


def test_a_championship_s_report_says_what_was_disputed_what_the_rules_say_and_who_decided(six: str) -> None:
    text = text_of(render("pdf", championship_report(six)))
    assert "Dispute Q1: “In a draw the hospitality of all rounds has to be compared; over both rounds" in text
    assert (
        "Dispute Q1 is decided by DIR (Championship Director): “Only the scores of round 2 count: "
        "ECA-D1 speaks of the criteria of that round. C01 wins on hospitality”."
    ) in text
    assert "ECA-D1b?: reading (b) is not followed: the scores of all rounds so far." in text
    assert (
        "from which 1 goes on: C01 50 + 40 + 30 = 120 (all rounds so far: 90 + 100 + 90 = 280); "
        "C02 40 + 50 + 30 = 120 (all rounds so far: 110 + 100 + 80 = 290)."
    ) in text
    assert "Under it C02 would go on from round 2; by the record C01 went on." in text
    assert "the Championship Director's decision is final (ECA-G3)" in text


@pytest.mark.parametrize("masked", [False, True])
def test_its_json_is_data_by_its_schema(six: str, masked: bool) -> None:
    data = orjson.loads(render("json", championship_report(six, masked=masked)))
    Draft202012Validator(schema("championship-report")).validate(data)


@pytest.mark.parametrize("language", languages())
def test_a_championship_s_report_is_the_same_every_time_and_translated(six: str, language: str) -> None:
    first, again = (render("pdf", championship_report(six, language)) for _ in range(2))
    assert first == again
    assert "[en]" not in text_of(first)


def test_masked_it_names_nobody(six: str) -> None:
    text = text_of(render("pdf", championship_report(six, masked=True)))
    assert not re.search(r"\b(K03|C01|DIR|J1)\b", text)


@pytest.mark.parametrize("language", languages())
def test_the_notice_of_a_dispute_is_one_page(six: str, language: str) -> None:
    with ledgers.opened(six) as ledger:
        data = render("pdf", dispute_notice(ledger, six_disputes.CHAMPIONSHIP, "Q1", Catalogue(language)))
        assert len(pdf(data).pages) == 1
        with pytest.raises(UnknownChampionship, match="no dispute Q9 of EDC-2026 is decided; decided are: Q1"):
            dispute_notice(ledger, six_disputes.CHAMPIONSHIP, "Q9", Catalogue(language))

"""The six disputes in print, and what a championship's report and notice say."""

import re

import orjson
import pytest
from jsonschema import Draft202012Validator

from ledger.errors import UnknownChampionship
from projections.documents.outputs import schema
from projections.messages.catalogue import Catalogue, languages
from projections.reports.case_file import gather_case_file
from projections.reports.case_letter import final_letter
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
        "The dealer called “no spin” (reason: foreign object) before the ball came to rest in 17: "
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


def test_the_rule_that_decides_comes_first_and_a_letter_has_no_other(six: str) -> None:
    """The answer to P2 names what becomes of a co-player's stake, and that a dealer over 21 loses to all."""
    text = text_of(render("pdf", case_report(six, "box")))
    decisive = [text.index(f"The rule that decides \N{EN DASH} {clause}") for clause in ("CCL-14", "CCL-37")]
    assert max(decisive) < text.index("CCL-11, What cards count")
    with ledgers.opened(six) as ledger:
        file = gather_case_file(ledger, six_disputes.CASES["box"], Catalogue(), mask_names=False)
        letter = text_of(render("pdf", final_letter(file, "P2", Catalogue())))
    assert "CCL-11" not in letter
    assert letter.index("CCL-14") < letter.index("CCL-37")


def test_a_consequence_names_the_paragraphs_from_which_it_follows(six: str) -> None:
    """In the shared box: what was found (2 and 3), the rules that decide (4 and 5), and no reading to choose."""
    text = text_of(render("pdf", case_report(six, "box")))
    assert "Round 1: The table paid P2 1,000.00 CZK too little. (This follows from paragraphs 2 to 5.)" in text
    assert "On the claim of P2: “The stake stayed on the first hand of box 3, and the dealer went over 21”. " in text
    assert "(This follows from paragraphs 4 and 5.)" in text


@pytest.mark.parametrize(("dispute", "is_said"), [("box", True), ("no_spin", True), ("misdeal", False), ("shoe", False)])
def test_it_is_said_where_no_other_reading_would_change_an_amount(six: str, dispute: str, is_said: bool) -> None:
    text = text_of(render("pdf", case_report(six, dispute)))
    assert ("can be read in another way that would change an amount" in text) == is_said


def test_another_reading_is_held_against_the_one_that_is_followed_round_by_round(six: str) -> None:
    """Were the void shoe's payments reversed, P1's stake of 100 in round 1 went back instead of the 200 that were paid."""
    text = text_of(render("pdf", case_report(six, "shoe")))
    assert "In rounds 1 and 2 together it would give 100.00 CZK to P1 instead of 200.00 CZK" in text
    assert "300.00 CZK to P3 instead of 0.00 CZK" in text
    assert "In round 3 it would give 0.00 CZK to P1 instead of 100.00 CZK" in text
    assert "Rounds 1 and 2: Declared void, so the cards no longer decide. What the table paid and" in text
    assert "Round 3: Declared void, so the cards no longer decide. The stakes go back." in text


def test_a_breach_that_changes_no_wager_s_result_says_so(six: str) -> None:
    """The ball was not put back into the compartment before; the spin anew counts all the same."""
    text = text_of(render("pdf", case_report(six, "no_spin")))
    assert "The breaches found there do not change the result of any wager; the rules do not provide for that." in text
    assert "stake 5.00 EUR. The wager lost: nothing was due, and nothing was paid." in text

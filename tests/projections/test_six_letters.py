"""Six final letters as a guest reads them: a misdeal upheld, a box, a no spin, a void shoe, a rejection, and one that is
rejected in part and late.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import pytest

from projections.answers.decisive import parent_clause
from projections.messages.catalogue import Catalogue, languages
from projections.reports.case_file import gather_case_file
from projections.reports.case_letter import Addressee, case_letter, final_letter
from projections.reports.forms import render
from projections.reports.letter import Letter
from projections.reports.reasons import reasons
from tests import ledgers
from tests.projections import six_disputes
from tests.projections.drilled_cases import HOUSES, drilled, settled
from tests.projections.test_reports import pdf, text_of

pytestmark = pytest.mark.slow

AT: Final = "2026-01-22T15:00:00.000000Z"
LATE_AT: Final = "2026-04-20T18:00:00.000000Z"
A_PAGE_AND_A_HALF: Final = 1.5


@dataclass(frozen=True)
class Dispute:
    """A letter of the six: the case, its player, and whom it must not name."""

    case: str
    player: str
    others: tuple[str, ...]
    rule: str
    """The clause that decides, and is named alone where the claim is rejected."""


DISPUTES: Final = {
    "misdeal": Dispute(six_disputes.CASES["misdeal"], "P1", ("P2",), "DCB-ERR"),
    "box": Dispute(six_disputes.CASES["box"], "P2", ("P1",), "CCL-14"),
    "no_spin": Dispute(six_disputes.CASES["no_spin"], "P1", ("P2",), "ECA-R-I7"),
    "shoe": Dispute(six_disputes.CASES["shoe"], "P3", ("P1", "P2", "P4"), "CCL-7"),
    "rejected": Dispute(six_disputes.CASES["rejected"], "P3", ("P1", "P2"), "DCB-10"),
    "late": Dispute(six_disputes.LATE_CASE, "P5", ("P6",), "CCL-16"),
}
REJECTED: Final = ("no_spin", "shoe", "rejected")

ORDER: Final = {
    "en": (
        "Our decision",
        "Why we decided this",
        ("How the amount is made up", "Your bets"),
        "What we looked at",
        "What you told us",
        "If you disagree",
    ),
    "de": (
        "Unsere Entscheidung",
        "Warum wir so entscheiden",
        ("Wie sich der Betrag zusammensetzt", "Ihre Einsätze"),
        "Was wir geprüft haben",
        "Was Sie uns mitgeteilt haben",
        "Wenn Sie nicht einverstanden sind",
    ),
}

DECIDED: Final = {
    "misdeal": "Your claim is upheld. We pay you 146.25 GBP.",
    "box": "Your claim is upheld. We pay you 1,000.00 CZK.",
    "no_spin": "Your claim is rejected. No further payment is due.",
    "shoe": "Your claim is rejected. No further payment is due.",
    "rejected": "Your claim is rejected. No further payment is due.",
    "late": "Your claim is upheld in part. We pay you 100.00 CZK.",
}


@pytest.fixture(scope="module", params=languages())
def letters(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Letter]:
    """The six letters in a language, with what people typed in that language."""
    language = request.param
    six = six_disputes.record(tmp_path_factory.mktemp("six"), language)
    late = six_disputes.record_late(tmp_path_factory.mktemp("late"), language)
    return {
        name: written(late if name == "late" else six, dispute, language, LATE_AT if name == "late" else AT)
        for name, dispute in DISPUTES.items()
    }


def written(url: str, dispute: Dispute, language: str, at: str, addressee: Addressee | None = None) -> Letter:
    words = Catalogue(language)
    with ledgers.opened(url) as ledger:
        file = gather_case_file(ledger, dispute.case, words, mask_names=False)
        return case_letter(file, "final", dispute.player, words, six_disputes.SETTINGS, None, at, addressee)


def paragraphs(letter: Letter) -> Iterator[str]:
    for section in letter.sections:
        yield from (row.text for row in section.paragraphs)


def section(letter: Letter, heading: str | tuple[str, ...]) -> str:
    """The text of a section."""
    named = (heading,) if isinstance(heading, str) else heading
    return " ".join(row.text for part in letter.sections if part.title in named for row in part.paragraphs)


def test_decision_reasons_money_evidence_account_appeal_come_in_this_order(letters: dict[str, Letter]) -> None:
    for name, letter in letters.items():
        headings = [part.title for part in letter.sections if part.title]
        for heading, expected in zip(headings, ORDER[letter.language], strict=True):
            assert heading in ((expected,) if isinstance(expected, str) else expected), name


def test_paragraphs_are_numbered_from_1_without_a_jump(letters: dict[str, Letter]) -> None:
    for name, letter in letters.items():
        numbers = [row.number for part in letter.sections for row in part.paragraphs if row.number is not None]
        assert numbers == list(range(1, len(numbers) + 1)), name


def test_a_letter_about_a_round_has_a_page_and_a_half_at_most(letters: dict[str, Letter]) -> None:
    """The second page is filled to its middle at most: the foot of the letter is the last line on it."""
    for name, letter in letters.items():
        pages = pdf(render("pdf", letter)).pages
        assert len(pages) <= 2, name
        if len(pages) == 2:
            assert 1 + share_filled(pages[1]) <= A_PAGE_AND_A_HALF, name


def share_filled(page: Any) -> float:
    """How far down a page its text goes, without the number of the page."""
    lines: list[float] = []

    def visit(text: str, outer: list[float], inner: list[float], *_rest: object) -> None:
        if text.strip():
            lines.append(outer[5] + inner[5] * outer[3])

    page.extract_text(visitor_text=visit)
    height = float(page.mediabox.height)
    return (height - min(at for at in lines if at > height / 10)) / height


def test_the_reasons_are_three_or_four_paragraphs(letters: dict[str, Letter]) -> None:
    for name, letter in letters.items():
        reasons = next(part for part in letter.sections if part.title == ORDER[letter.language][1])
        assert 3 <= len(reasons.paragraphs) <= 4, name


def test_no_letter_has_a_reading_s_id_or_a_percentage_or_names_another_player(letters: dict[str, Letter]) -> None:
    for name, letter in letters.items():
        text = text_of(render("pdf", letter))
        assert not re.search(r"[A-Z]{2,4}-[A-Z0-9-]+[a-z]?\?|\([a-c]\)", text), name
        assert "%" not in text, name
        assert not [other for other in DISPUTES[name].others if re.search(rf"\b{other}\b", text)], name
        assert "[en]" not in text, name


def test_a_rejection_names_the_rule_that_decides_and_no_other(letters: dict[str, Letter]) -> None:
    for name in REJECTED:
        named = set(re.findall(r"\b(?:DCB|CCL|ECA)-[A-Z0-9-]*[0-9]+", " ".join(paragraphs(letters[name]))))
        assert named == {DISPUTES[name].rule}, name


def test_the_rule_that_decides_is_named(letters: dict[str, Letter]) -> None:
    for name, letter in letters.items():
        assert DISPUTES[name].rule in section(letter, ORDER[letter.language][1]), name


RULE: Final = re.compile(r"(?:decides is|decides as well:|ntscheidend ist die Regel) ([A-Z]+(?:-[A-Z0-9]+)+)")


def test_a_rule_that_denies_redress_is_no_reason_for_a_payment(letters: dict[str, Letter]) -> None:
    """DCB-21 says that there is no redress; the coup is corrected by DCB-ERR, and read as DCB-2 says."""
    why = section(letters["misdeal"], ORDER[letters["misdeal"].language][1])
    assert RULE.findall(why) == ["DCB-ERR"]
    assert "(DCB-2)" in why
    assert "no redress" not in why
    assert "keine Abhilfe" not in why


def test_what_was_looked_at_has_camera_and_times_or_that_there_is_no_footage(letters: dict[str, Letter]) -> None:
    english = letters["misdeal"].language == "en"
    for name, camera in (("misdeal", "C12"), ("box", "C3"), ("no_spin", "C8"), ("shoe", "C4"), ("rejected", "C12")):
        looked = section(letters[name], ORDER[letters[name].language][3])
        assert camera in looked, name
        assert re.search(r"17 January 2026, 2[12]:00 to 2[23]:00" if english else r"17\. Januar 2026, 2[12]:00", looked), (
            name
        )
    none = "There is no footage in our file." if english else "Videoaufnahmen liegen uns nicht vor."
    assert none in section(letters["late"], ORDER[letters["late"].language][3])


def test_lateness_is_said_and_regretted_where_there_is_any(letters: dict[str, Letter]) -> None:
    """Due on 14 March, sent on 20 April: 37 days."""
    for name, letter in letters.items():
        first = " ".join(row.text for row in letter.sections[0].paragraphs)
        late = re.search(
            r"It is ([0-9]+) days late, and we are sorry|Sie kommt ([0-9]+) Tage zu spät; das bedauern wir", first
        )
        assert bool(late) == (name == "late"), name
        if late:
            assert (late[1] or late[2]) == "37"


def test_each_says_to_whom_one_may_go_and_until_when(letters: dict[str, Letter]) -> None:
    for name, letter in letters.items():
        appeal = section(letter, ORDER[letter.language][5])
        assert "IBAS" in appeal, name
        assert "2027" in appeal, name


def test_the_decision_is_that_of_the_case(letters: dict[str, Letter]) -> None:
    if letters["misdeal"].language == "en":
        for name, letter in letters.items():
            assert section(letter, "Our decision").startswith(DECIDED[name]), name


def test_the_time_of_the_round_is_named_and_no_round_without_a_bet_of_the_player(letters: dict[str, Letter]) -> None:
    """P3 bet in the second of the void shoe's three rounds."""
    (first, *_) = paragraphs(letters["shoe"])
    english = letters["shoe"].language == "en"
    assert ("about round 2 at table BJ-3 on 17 January 2026, 22:15." if english else "17. Januar 2026, 22:15 Uhr") in first
    assert not re.search(r"rounds? [13]\b|Runden? [13]\b", " ".join(paragraphs(letters["shoe"])))


def test_what_the_table_paid_is_told_from_what_was_paid_since(letters: dict[str, Letter]) -> None:
    """Of 146.25 GBP, 100.00 is paid; at the table nothing was."""
    text = text_of(render("pdf", letters["misdeal"]))
    assert ("Paid at the table" if letters["misdeal"].language == "en" else "Am Tisch ausgezahlt") in text


def test_the_footage_is_said_to_show_something(letters: dict[str, Letter]) -> None:
    for name, letter in letters.items():
        looked = section(letter, ORDER[letter.language][3])
        shows = "The evidence on file shows: “" if letter.language == "en" else "Daraus ergibt sich: „"
        assert (shows in looked) == (name != "late"), name


def test_a_signature_is_never_alone_on_its_page(letters: dict[str, Letter]) -> None:
    for name, letter in letters.items():
        *_, last = pdf(render("pdf", letter)).pages
        assert ORDER[letter.language][5] in last.extract_text(), name


def test_the_table_adds_up_to_the_decision(letters: dict[str, Letter]) -> None:
    for name, amount in (("misdeal", "146"), ("box", "000"), ("late", "100")):
        (bet,) = next(part.bets for part in letters[name].sections if part.bets)
        assert amount in bet.given, name
    (lost,) = next(part.bets for part in letters["rejected"].sections if part.bets)
    assert lost.given.startswith("0")


@pytest.mark.parametrize("house", HOUSES)
def test_letters_about_drilled_rounds_keep_to_the_same_form(house: str) -> None:
    """Of every house: numbers without a jump, no reading's id, nobody else, one rule in a rejection, and no rule that does
    not decide in the report.
    """
    words = Catalogue()
    for seed, ruling in enumerate(islice(drilled(house, 1), 4)):
        file = settled(ruling, seed)
        decisive = {clause for row in reasons(file, words) if row.weight == "decisive" for clause in row.clauses}
        decisive |= {
            parent_clause(clause)
            for row in reasons(file, words)
            if row.weight in ("followed", "resolved")
            for clause in row.clauses
        }
        for player in file.case.claims:
            letter = final_letter(file, player, words)
            text = " ".join(paragraphs(letter))
            numbers = [row.number for part in letter.sections for row in part.paragraphs if row.number is not None]
            assert numbers == list(range(1, len(numbers) + 1))
            assert not re.search(r"[A-Z]-[A-Z0-9-]+[a-z]?\?", text), text
            assert not [other for other in {*file.players} - {player} if re.search(rf"\b{re.escape(other)}\b", text)]
            assert not decisive or decisive.issuperset(RULE.findall(text)), text
            if file.case.answers()[player].outcome == "rejected":
                assert len(re.findall(r"The rule that decides is|This rule decides", text)) == 1, text


def test_a_letter_goes_to_the_name_on_record_with_the_address(six: str) -> None:
    anna = Addressee("Anna Berger", ("2 Hill Road", "Harbourtown HT2 3CD"))
    letter = written(six, DISPUTES["misdeal"], "en", AT, anna)
    text = text_of(render("pdf", letter))
    assert (
        text.index("Anna Berger") < text.index("2 Hill Road") < text.index("Harbourtown HT2 3CD") < text.index("Dear Anna")
    )
    assert "P1" not in text
    assert "Guten Tag Anna Berger," in text_of(render("pdf", written(six, DISPUTES["misdeal"], "de", AT, anna)))
    assert "Player P1" in text_of(render("pdf", written(six, DISPUTES["misdeal"], "en", AT)))

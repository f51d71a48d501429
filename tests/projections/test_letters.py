"""The letters of a case: what each of the four says, one or two pages, no other player, the settlement's own amounts."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, Final, get_args

import pytest

from ledger.cases.case import project_case
from ledger.cases.casework import Casework, Complaint
from ledger.cases.clocks import letter_step
from ledger.errors import UnknownCase
from ledger.events import cases as case_events
from ledger.events.cases import LetterKind
from projections.answers.case_answer import CaseAnswer
from projections.answers.round_answer import RoundAnswer
from projections.messages.catalogue import Catalogue, languages
from projections.reports.case_file import CaseFile, gather_case_file
from projections.reports.case_letter import case_letter, final_letter
from projections.reports.forms import render
from projections.reports.letter import Letter, compose_letter
from tests import ledgers
from tests.ledgers import NOTHING_JUDGED
from tests.projections import disputes, six_disputes
from tests.projections.test_reports import pdf, text_of

pytestmark = pytest.mark.slow

KINDS: Final[tuple[LetterKind, ...]] = get_args(LetterKind)
AT: Final = "2026-01-22T15:00:00.000000Z"
AMOUNT: Final = re.compile(r"[0-9][0-9.,]*[.,][0-9]{2} (?:GBP|CZK|EUR)")


def files(url: str, words: Catalogue) -> Iterator[CaseFile]:
    """The files of the six disputes at tables."""
    with ledgers.opened(url) as ledger:
        for number in six_disputes.CASES.values():
            yield gather_case_file(ledger, number, words, mask_names=False)


def texts(letter: Letter) -> list[str]:
    return [row.text for section in letter.sections for row in section.paragraphs]


def decided(letter: Letter) -> list[str]:
    """What stands out in it: the decision."""
    return [row.text for section in letter.sections for row in section.paragraphs if row.is_strong]


def written(url: str, number: str, player: str, kind: LetterKind, language: str = "en") -> Letter:
    words = Catalogue(language)
    with ledgers.opened(url) as ledger:
        file = gather_case_file(ledger, number, words, mask_names=False)
        return case_letter(file, kind, player, words, six_disputes.SETTINGS, None, AT)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", KINDS)
def test_a_letter_has_one_or_two_pages_and_names_no_other_player(six: str, kind: LetterKind, language: str) -> None:
    words = Catalogue(language)
    for file in files(six, words):
        for player in file.case.claims:
            letter = case_letter(file, kind, player, words, six_disputes.SETTINGS, None, AT)
            data = render("pdf", letter)
            assert len(pdf(data).pages) in (1, 2), (file.case.number, player)
            text = text_of(data)
            others = set(file.players) - {player}
            assert not [other for other in others if re.search(rf"\b{other}\b", text)], (file.case.number, player)
            assert data == render("pdf", letter)
            assert "[en]" not in text


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_dated_signed_and_says_whose_it_is(six: str, kind: LetterKind) -> None:
    text = text_of(render("pdf", written(six, six_disputes.CASES["misdeal"], "P1", kind)))
    assert "Harbour Casino" in text
    assert "licence 000-000000-N-000000" in text
    assert "22 January 2026" in text
    assert "Reference: 2026-0001" in text
    assert text.index("Yours sincerely") < text.index("Disputes office")
    assert "Draft" not in text


def test_the_final_letter_says_what_is_paid_and_when_that_it_is_final_and_where_to_go_next(six: str) -> None:
    letter = written(six, six_disputes.CASES["misdeal"], "P1", "final")
    assert decided(letter) == [
        "Your claim is upheld. We pay you 146.25 GBP.",
        "100.00 GBP of the 146.25 GBP has been paid. You will receive the outstanding 46.25 GBP by 1 February 2026.",
    ]
    paragraphs = " ".join(texts(letter))
    assert "This is our final decision and the end of our complaints procedure. It cost you nothing." in paragraphs
    assert "free of charge, to Independent Betting Adjudication Service (IBAS), London, www.ibas-uk.com." in paragraphs
    assert "You have until the end of 18 January 2027 to do so." in paragraphs


def test_the_last_day_for_the_dispute_body_is_that_of_the_letter_and_no_later_letter_moves_it(six: str) -> None:
    """Settled and written to on 18 January. A letter counts itself as sent, and says what is on record once it is."""
    (number, player), words, late = (six_disputes.CASES["misdeal"], "P1"), Catalogue(), "2026-11-30T12:00:00.000000Z"
    with ledgers.opened(six) as ledger:
        file = gather_case_file(ledger, number, words, mask_names=False)
    unsent, sent = file_without_letters(file), letter_step("final", player, late)
    for again, day in ((file, date(2027, 1, 18)), (unsent, date(2027, 11, 30))):
        letter = case_letter(again, "final", player, words, six_disputes.SETTINGS, None, late)
        until = f"You have until the end of {words.day(day.isoformat())} to do so."
        assert until in " ".join(texts(letter))
        again.case.steps.append(sent)
        assert CaseAnswer(again.case, late).adr_until() == {player: day}
        clock = CaseAnswer(again.case, late).clock("adr")
        assert clock is not None
        assert clock.standing.due_on == day


def file_without_letters(file: CaseFile) -> CaseFile:
    """The file as if no letter was ever sent."""
    entries = [act.entry for act in file.case.taken if not isinstance(act.entry.event, case_events.LetterSent)]
    case = project_case(None, entries, file.case.roster)
    assert case is not None
    assert CaseAnswer(case, case.recorded_at).adr_until() == {}
    return replace(file, case=case)


def test_the_acknowledgement_says_what_happens_next_and_until_when(six: str) -> None:
    paragraphs = texts(written(six, six_disputes.CASES["misdeal"], "P1", "acknowledgement"))
    assert paragraphs[0] == (
        "On 18 January 2026 we received your complaint about round 2 at table BAC-1 on 17 January 2026, 21:05. "
        "You told us: “Banco had 0 and was given no third card; [another player] was paid at once.” "
        "You gave as the reason: no third card. You claim 146.25 GBP."
    )


def test_an_acknowledgement_that_comes_after_the_decision_promises_no_other_answer(six: str) -> None:
    """It leaves the day, and the way to the dispute body, to the letter with the decision."""
    paragraphs = texts(written(six, six_disputes.CASES["misdeal"], "P1", "acknowledgement"))
    assert "We reached our final decision on 18 January 2026; you receive it in a separate letter." in paragraphs
    assert not [text for text in paragraphs if "14 March" in text or "IBAS" in text]


def test_a_masked_letter_goes_to_the_masked_name(six: str) -> None:
    words = Catalogue()
    with ledgers.opened(six) as ledger:
        file = gather_case_file(ledger, six_disputes.CASES["misdeal"], words, mask_names=True)
    letter = final_letter(file, file.players[0], words)
    assert (letter.recipient, letter.dear) == ("Player-A", "Dear guest,")


def test_a_rejected_claim_with_a_goodwill_payment_says_both(six: str) -> None:
    assert decided(written(six, six_disputes.CASES["no_spin"], "P1", "final"))[:2] == [
        "Your claim is rejected. No further payment is due.",
        "As a goodwill payment we pay you 10.00 EUR. It is not owed to you.",
    ]


def test_the_paragraphs_of_a_decision_are_numbered_without_a_jump(six: str) -> None:
    words = Catalogue()
    for file in files(six, words):
        for player in file.case.claims:
            letter = final_letter(file, player, words)
            numbers = [row.number for section in letter.sections for row in section.paragraphs if row.number]
            assert numbers == list(range(1, len(numbers) + 1))


def test_a_letter_of_a_house_that_is_not_on_record_is_a_draft(disputed: str) -> None:
    words = Catalogue()
    with ledgers.opened(disputed) as ledger:
        file = gather_case_file(ledger, disputes.SETTLED, words, mask_names=False)
        assert file.house is None
        assert "Draft: not sent" in text_of(render("pdf", final_letter(file, "Bertil", words)))


def test_before_the_answer_a_final_letter_is_a_draft_and_the_holding_letter_says_where_it_stands(disputed: str) -> None:
    open_case = written(disputed, disputes.OPEN, "anna-berger", "final")
    assert open_case.draft == "Draft: not sent"
    assert decided(open_case) == ["Your claim has not been decided yet."]
    paragraphs = texts(written(disputed, disputes.OPEN, "anna-berger", "holding"))
    assert "The complaint is registered, and the table's record has been secured." in paragraphs


def test_a_letter_to_somebody_without_a_part_says_who_has_one(disputed: str) -> None:
    with pytest.raises(UnknownCase, match=r"player P9 has no part in case 2026-0001; anna-berger, Bertil has"):
        written(disputed, disputes.SETTLED, "P9", "final")


def test_nobody_signs_who_is_not_in_the_settings(disputed: str) -> None:
    words = Catalogue()
    with ledgers.opened(disputed) as ledger:
        file = gather_case_file(ledger, disputes.SETTLED, words, mask_names=False)
        with pytest.raises(UnknownCase, match="nobody signs for the house as boss; its settings name disputes, director"):
            case_letter(file, "final", "Bertil", words, six_disputes.SETTINGS, "boss", AT)


def contradictions(file: CaseFile, words: Catalogue) -> Iterator[str]:
    """Where a final letter says another amount than the settlement, or names somebody else, or falls back to English."""
    money = file.money(words)
    for answer in file.answers:
        letter = case_letter(file, "final", answer.player, words, six_disputes.SETTINGS, None, AT)
        decision = " ".join(decided(letter))
        outstanding = file.case.owed(answer.player) + file.case.owed(answer.player, ex_gratia=True)
        allowed = {money(minor) for minor in (answer.pay_minor, answer.ex_gratia_minor, outstanding)}
        allowed |= {money(answer.pay_minor + answer.ex_gratia_minor), money(answer.ask_back_minor or 0)}
        allowed |= {money(sum(minor for (who, _), minor in file.case.paid.items() if who == answer.player))}
        over = -sum(row.difference_minor or 0 for row in _amounts(file, answer.player).wagers)
        allowed |= {money(max(0, over))}
        yield from (f"{answer.player}: {amount}" for amount in AMOUNT.findall(decision) if amount not in allowed)
        if answer.pay_minor and money(answer.pay_minor) not in decision:
            yield f"{answer.player}: {money(answer.pay_minor)} is not in {decision}"
        whole = " ".join([letter.title, letter.dear, *texts(letter), *(bet.on for s in letter.sections for bet in s.bets)])
        others = set(file.players) - {answer.player}
        yield from (f"{answer.player}: names {other}" for other in others if re.search(rf"\b{re.escape(other)}\b", whole))
        if "[en]" in whole:
            yield f"{answer.player}: {whole}"


def _amounts(file: CaseFile, player: str) -> Any:
    from projections.reports.case_money import amounts_of_players  # noqa: PLC0415 - one test alone needs it

    return amounts_of_players(file)[player]


@pytest.mark.parametrize("language", languages())
def test_no_letter_contradicts_the_settlement(six: str, language: str) -> None:
    words = Catalogue(language)
    for file in files(six, words):
        assert list(contradictions(file, words)) == []


def test_a_day_of_payment_that_is_past_is_not_promised(six: str) -> None:
    """Due by 1 February 2026: a letter written in November says that the rest is paid without delay."""
    words = Catalogue()
    with ledgers.opened(six) as ledger:
        file = gather_case_file(ledger, six_disputes.CASES["misdeal"], words, mask_names=False)
    letter = case_letter(file, "final", "P1", words, six_disputes.SETTINGS, None, "2026-11-30T12:00:00.000000Z")
    assert decided(letter)[1] == (
        "100.00 GBP of the 146.25 GBP has been paid. We will pay you the outstanding 46.25 GBP without delay."
    )


BET_ID: Final = re.compile(r"\b(?:[a-z][0-9]+d?|P[0-9]+|Wager|Spieler|[0-9]/[0-9] of)\b")
"""Ids of bets and players, and words of the office."""


@pytest.mark.parametrize("language", languages())
def test_a_letter_about_a_round_speaks_to_the_player_about_own_bets(demo: Mapping[str, RoundAnswer], language: str) -> None:
    words = Catalogue(language)
    for answer in (row for row in demo.values() if row.ruling.findings or row.ruling.verdict != "stands"):
        for player in answer.players:
            letter = compose_letter(answer, player.player, "sha256:" + 64 * "0", words)
            own = [text.replace(answer.name, "") for text in texts(letter)]
            assert not [text for text in own if BET_ID.search(text)], (answer.name, player.player)
            assert not [text for text in own if "restored" in text or "in der richtigen Reihenfolge" in text]


def test_a_late_bet_is_written_of_as_the_player_s_own(demo: Mapping[str, RoundAnswer]) -> None:
    own, other = (
        texts(compose_letter(demo["BAC-1/2026-01-17/17"], player, "sha256:0", Catalogue())) for player in ("P4", "P1")
    )
    assert "You placed your bet of 400.00 GBP on banco after the first card (4♦)." in own
    assert "On your bet of 400.00 GBP on banco, 0.00 GBP was paid; 400.00 GBP was due." in own
    assert "What you were paid does not agree with the rules and must be corrected." in own
    assert "The record shows no mistake that concerns your bets." in other
    assert "DCB-3: Bets before cards" not in other


def test_a_lost_bet_is_not_said_to_be_paid_correctly(demo: Mapping[str, RoundAnswer]) -> None:
    paid, lost = (
        decided(compose_letter(demo["BAC-1/2026-01-17/4"], player, "sha256:0", Catalogue()))[-1] for player in ("P1", "P2")
    )
    assert (paid, lost) == ("You were paid correctly.", "Nothing is due to you.")


def test_another_player_s_words_do_not_come_into_a_letter(six: str) -> None:
    """P1's position names P2; the letter to P1 says `another player`, in the brackets of a change to P1's own words."""
    paragraphs = " ".join(texts(written(six, six_disputes.CASES["misdeal"], "P1", "deadlock")))
    assert "[another player] was paid at once" in paragraphs
    assert "P2" not in paragraphs


def test_a_claim_of_a_player_without_a_bet_is_written_to_all_the_same(tmp_path_factory: pytest.TempPathFactory) -> None:
    url = disputes.record(tmp_path_factory.mktemp("claims"))
    with ledgers.opened(url) as ledger:
        number = Casework(ledger, NOTHING_JUDGED).open(
            Complaint("Ines", "investigator", disputes.DAY, shoe="S1", jurisdiction="uk")
        )
        disputes.act(ledger, number, case_events.ClaimStated, disputes.INVESTIGATOR, player="P77", amount_minor=500)
    assert decided(written(url, number, "P77", "final")) == ["Your claim has not been decided yet."]

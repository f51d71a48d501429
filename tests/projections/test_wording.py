"""Sentences as a player, an ombudsman and an inspector read them, composed of the particulars of rounds."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from drill.sample.evening import DAYS
from ledger.events.cases import Answer
from projections.answers.round_answer import round_answer
from projections.documents.rulings import ruling_document
from projections.messages.catalogue import Catalogue, labels
from projections.reports.case_report import answer_line, answer_sentences
from projections.reports.forms import render_document
from projections.reports.letter import compose_letter
from projections.reports.money import balances
from projections.reports.readings import outcome_sentence, reconstruction_text, standing_sentence, verdict_sentence
from projections.reports.round_report import compose_report
from projections.reports.round_sections import RoundPart
from projections.reports.sections import Quotations, QuotedClause
from projections.table_days import TableDays
from projections.timeline.event_text import amount_formatter
from replay.games.blackjack.judge import _with_cards_in_view
from replay.judging.finding import Finding
from replay.judging.judgement import Move, Reconstruction
from replay.ruling.ruling import Ruling
from tests.golden import house
from tests.projections import floor

ENGLISH: Final = Catalogue("en")
GERMAN: Final = Catalogue("de")
Ruled = Mapping[str, Ruling]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Ruled:
    """The rulings on the bundled days, their case settled, by round."""
    ledger = house.record(f"sqlite:///{tmp_path_factory.mktemp('sample') / 'recoup.db'}")
    archive = TableDays(ledger)
    return {r.round.name: r for day in DAYS for r in archive.rulings(archive.get(day).rounds) if r.findings}


UNDERDRAWN: Final = "BAC-1/2026-01-17/42"
"""Of the bundled days: banco had 0 and got no third card, and the next coup began with the eight of clubs."""
OVERDRAWN: Final = "BAC-1/2026-01-17/7"
"""Punto drew on 6, and it was put right before the next coup, after the payment."""
LATE: Final = "BAC-1/2026-01-17/17"
EMPTY_BOX: Final = "BJ-1/2026-01-17/12"


def section(ruling: Ruling, words: Catalogue = ENGLISH) -> RoundPart:
    return RoundPart(round_answer(ruling), words)


def clause(ruling: Ruling, name: str, words: Catalogue = ENGLISH) -> QuotedClause:
    """A clause that was consulted and does not decide, as a report has it."""
    blocks = section(ruling, words).clause_blocks()
    return next(row for block in blocks if isinstance(block, Quotations) for row in block.clauses if row.id == name)


# What was found


def test_a_card_that_was_not_given(sample: Ruled) -> None:
    english, german = (str([*section(sample[UNDERDRAWN], words).finding_blocks()]) for words in (ENGLISH, GERMAN))
    assert (
        "Banco had 0 points (Punto's third card counted 0) and should have drawn a third card; the dealer did not give it "
        "one."
    ) in english
    assert (
        "Banco hatte 0 Punkte (dritte Karte von Punto: 0 Punkte) und hätte eine dritte Karte ziehen müssen; der Croupier "
        "gab sie nicht."
    ) in german


def test_one_point_is_no_points() -> None:
    finding = Finding("underdraw", (), 1, {"place": "punto", "total": 1, "given": ""})
    assert ENGLISH.finding(finding).startswith("Punto had 1 point and should have drawn")
    assert GERMAN.finding(finding).startswith("Punto hatte 1 Punkt und hätte")


def test_an_answer_begins_with_the_gravest_error(sample: Ruled) -> None:
    assert section(sample[OVERDRAWN]).top.errors[0].startswith("Punto had 6 points")
    assert section(sample[LATE]).top.errors[0].startswith("Player P4")
    german = [section(sample[name], GERMAN).top.errors[0] for name in (OVERDRAWN, LATE)]
    assert german[0].startswith("Punto hatte 6 Punkte")
    assert german[1] == "Spieler P4 setzte 400,00 GBP auf Banco (w99) erst nach der ersten Karte (4♦)."
    assert section(sample["RO-1/2026-01-17/6"]).top.errors[0] == "The display showed 10; the dolly stood on 15."


# What counts, and what is to be done


def part(ruling: Ruling, number: int, words: Catalogue) -> list[str]:
    """The paragraphs of a section of the letter to P1 about a round."""
    letter = compose_letter(round_answer(ruling), "P1", "x" * 40, words)
    return [paragraph.text for paragraph in letter.sections[number].paragraphs]


def test_a_coup_decided_again_says_what_was_worked_out(sample: Ruled) -> None:
    """The reading that the case followed, and no other one, to the player in the house's voice."""
    letter, german = (part(sample[UNDERDRAWN], 2, words) for words in (ENGLISH, GERMAN))
    assert letter[-1] == (
        "Nobody noticed the dealer's error before the next coup was dealt, so the coup was not replayed. Instead we worked "
        "out how it would have ended under the drawing rules, using the next card from the shoe (8♣): "
        "Punto 1, Banco 8 \N{EN DASH} "
        "Banco wins \N{EN DASH} and pay you accordingly."
    )
    assert german[-1].startswith("Der Fehler des Croupiers blieb bis zum nächsten Coup unbemerkt; der Coup wurde daher")
    outcome = sample[UNDERDRAWN].outcomes[1]
    assert outcome_sentence(sample[UNDERDRAWN], outcome, GERMAN) == (
        "Der Fehler des Croupiers blieb bis zum nächsten Coup unbemerkt; der Coup wird daher nicht wiederholt, sondern "
        "rechnerisch nach der Ziehungsregel neu abgerechnet, und zwar mit der nächsten Karte aus dem Schlitten (8♣): "
        "Punto 1, Banco 8 \N{EN DASH} Banco gewinnt."
    )


TIMELY: Final = """\
BAC-2/2026-01-20: table baccarat dcb GBP; limits punto 500 100000; limits banco 500 100000; shoe S9 8; dealer DeVries
BAC-2/2026-01-20/1: open; bet w1 Anna punto 5000; nmb; P 6h B 9c P Kh B 9d P 2h{notice}
{then}"""
NEXT: Final = "BAC-2/2026-01-20/2: open; nmb; P 4c B 2s P 5d B 7h; call banco; close\n"


def ruled_as_told(notice: str, then: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Ruling:
    monkeypatch.setattr(floor, "TRANSCRIPT", TIMELY.format(notice=notice, then=then))
    monkeypatch.setattr(floor, "ROUNDS", ("BAC-2/2026-01-20/1",))
    return floor.rulings(floor.record(folder))["BAC-2/2026-01-20/1"]


@pytest.mark.parametrize(
    ("notice", "then", "english", "german"),
    [
        (
            "; notice Anna inspector",
            NEXT,
            "The error was reported before the next coup was dealt. The coup is therefore corrected; Banco wins.",
            "Der Fehler wurde noch vor dem nächsten Coup gemeldet. Der Coup wird deshalb richtiggestellt; Banco gewinnt.",
        ),
        (
            "",
            "",
            "The error can still be put right, because the next coup has not been dealt yet. The coup must be corrected; "
            "Banco wins.",
            "Der Fehler kann noch richtiggestellt werden, denn der nächste Coup wurde noch nicht gegeben. Der Coup ist "
            "richtigzustellen; Banco gewinnt.",
        ),
    ],
)
def test_an_error_was_reported_in_time_or_can_still_be_put_right_and_never_both(
    notice: str, then: str, english: str, german: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruling = ruled_as_told(notice, then, tmp_path, monkeypatch)
    standings = {standing_sentence(ruling, branch.outcome, ENGLISH) for branch in ruling.branches}
    assert english in standings
    assert german in {standing_sentence(ruling, branch.outcome, GERMAN) for branch in ruling.branches}
    assert len([sentence for sentence in standings if "still" in sentence or "reported" in sentence]) == 1


def test_where_nothing_is_to_be_moved_nothing_is_said_of_it() -> None:
    assert reconstruction_text(Reconstruction("exact"), "baccarat", ENGLISH) == ""


def test_a_card_goes_back_into_the_shoe_from_the_bank() -> None:
    """From the bank, in the case that German has for it, and not `von die Bank`."""
    moved = Reconstruction("exact", (Move("Ks", "dealer", "next"), Move("7s", "box3", "box5")))
    assert reconstruction_text(moved, "blackjack", GERMAN) == (
        "Richtigstellung: K♠ wird von der Bank zurück in den Schlitten gelegt (als nächste zu ziehende Karte); "
        "7♠ wird von Box 3 nach Box 5 gelegt."
    )
    assert reconstruction_text(moved, "blackjack", ENGLISH) == (
        "To correct it, K♠ is returned from the dealer to the shoe, as the next card to be drawn; "
        "7♠ is moved from box 3 to box 5."
    )


def test_cards_that_go_back_to_the_shoe_are_listed_once_in_the_order_in_which_they_are_drawn_again() -> None:
    """Only one card can be the next one to be drawn: 4d came out before 9h, and is drawn again before it."""
    back = (Move("4d", "box3", "next"), Move("7s", "box3", "box5"), Move("9h", "dealer", "next"))
    moved = Reconstruction("exact", back)
    assert reconstruction_text(moved, "blackjack", ENGLISH) == (
        "To correct it, 4♦ from box 3 and 9♥ from the dealer are returned to the shoe, to be drawn again in this order; "
        "7♠ is moved from box 3 to box 5."
    )
    assert reconstruction_text(moved, "blackjack", GERMAN) == (
        "Richtigstellung: 4♦ von Box 3 und 9♥ von der Bank werden in den Schlitten zurückgelegt, um in dieser Reihenfolge "
        "erneut gezogen zu werden; 7♠ wird von Box 3 nach Box 5 gelegt."
    )
    coup = Reconstruction("exact", (Move("2s", "punto", "next"), Move("Ks", "banco", "next")))
    assert reconstruction_text(coup, "baccarat", ENGLISH) == (
        "To correct it, 2♠ from punto and K♠ from banco are returned to the shoe, to be drawn again in this order."
    )


def test_cards_that_lie_open_already() -> None:
    seen = _with_cards_in_view("jetzt", ["Ks", "9h", "4d"])
    assert GERMAN.value(seen).endswith("; K♠, 9♥ und 4♦ liegen bereits offen")
    assert GERMAN.value(_with_cards_in_view("jetzt", ["Ks"])).endswith("; K♠ liegt bereits offen")
    assert ENGLISH.value(seen).endswith("; K♠, 9♥ and 4♦ are already exposed")


def test_verdicts(sample: Ruled) -> None:
    assert verdict_sentence(sample[OVERDRAWN], ENGLISH) == "A payment must be corrected."
    assert verdict_sentence(sample[OVERDRAWN], GERMAN) == "Eine Auszahlung ist zu berichtigen."
    assert verdict_sentence(sample[EMPTY_BOX], ENGLISH) == "The cards must be restored to their correct positions."
    director = {"authority": ENGLISH.office("championship_director"), "on": ""}
    assert ENGLISH.say("verdict.refer", **director) == "For decision by the Championship Director."
    assert (
        GERMAN.say("verdict.refer", authority=GERMAN.office("management"), on="") == "Die Entscheidung obliegt der Leitung."
    )


def test_a_no_spin_explains_itself(sample: Ruled) -> None:
    wheel = sample["RO-1/2026-01-17/6"]
    spun = replace(wheel.branches[0].outcome, standing=None, lawful_result=None, verdict="respin")
    assert standing_sentence(wheel, spun, ENGLISH) == "No spin. The ball is spun again; all wagers remain as placed."
    assert (
        standing_sentence(wheel, spun, GERMAN) == "No Spin. Die Kugel wird erneut geworfen; alle Einsätze bleiben liegen."
    )


def test_a_wheel_has_no_cards(ruled: Ruled) -> None:
    fields = {"dealt": "17", "declared": "17"}
    say = ENGLISH.say("report.ball_says", lawful=ENGLISH.say("report.undetermined"), **fields)
    assert say == "Winning number: ball 17, rules: undetermined, announced: 17."
    german = GERMAN.say("report.ball_says", lawful=GERMAN.say("report.undetermined"), **fields)
    assert german == "Gewinnzahl: Kugel 17, Regeln: offen, Ansage: 17."
    held = [outcome_sentence(ruled[floor.SPUN], outcome, ENGLISH) for outcome in ruled[floor.SPUN].outcomes]
    assert not any("card" in sentence.lower() for sentence in held)


def test_clauses_are_told_better_than_their_edition_has_them(sample: Ruled) -> None:
    draw = clause(sample[UNDERDRAWN], "DCB-12")
    assert draw.text.startswith("With 3, Banco draws unless Punto's third card was an 8;")


# Money


def test_what_is_due_to_a_player(sample: Ruled) -> None:
    english, german = ([b.text for b in balances(round_answer(sample[LATE]), words)] for words in (ENGLISH, GERMAN))
    assert "P1 was paid correctly." in english
    assert "P4 is owed a further 400.00 GBP." in english
    assert "P1 wurde richtig ausbezahlt." in german
    assert "P4 stehen weitere 400,00 GBP zu." in german


def test_a_letter_about_a_round_promises_nothing_of_what_was_paid_too_much(sample: Ruled) -> None:
    """Whether it is reclaimed is an act of the house."""
    assert part(sample[OVERDRAWN], 3, ENGLISH) == ["You were paid 131.25 GBP more than was due."]


def test_the_money_of_a_letter_has_plain_heads() -> None:
    english, german = labels(ENGLISH, "letter"), labels(GERMAN, "letter")
    assert [english[key] for key in ("stake", "back", "owed")] == ["Stake", "Paid at the table", "Due to you"]
    assert [german[key] for key in ("stake", "back", "owed")] == ["Einsatz", "Am Tisch ausgezahlt", "Ihnen zustehend"]
    assert german["reference"] == "Aktenzeichen"


def answer(outcome: str, pay: int, gratia: int) -> Answer:
    return Answer.model_construct(
        player="P2",
        outcome=outcome,  # type: ignore[arg-type]
        pay_minor=pay,
        ex_gratia_minor=gratia,
        awards=(),
    )


@pytest.mark.parametrize(
    ("outcome", "pay", "gratia", "left", "english", "german"),
    [
        (
            "rejected",
            0,
            0,
            0,
            "P2: claim rejected. No further payment is due.",
            "P2: Anspruch abgewiesen. Eine weitere Zahlung erfolgt nicht.",
        ),
        (
            "upheld",
            7800,
            500,
            5300,
            "P2: claim upheld; 78.00 GBP in addition to what the table paid, plus 5.00 GBP as a goodwill payment. "
            "53.00 GBP of the 83.00 GBP is outstanding.",
            "P2: Anspruch anerkannt; 78,00 GBP zusätzlich zu dem am Tisch ausgezahlten Betrag sowie 5,00 GBP aus Kulanz. "
            "53,00 GBP von 83,00 GBP stehen noch aus.",
        ),
        (
            "upheld",
            7800,
            0,
            0,
            "P2: claim upheld; 78.00 GBP in addition to what the table paid. This has been paid in full.",
            "P2: Anspruch anerkannt; 78,00 GBP zusätzlich zu dem am Tisch ausgezahlten Betrag. "
            "Der Betrag wurde vollständig ausgezahlt.",
        ),
    ],
)
def test_an_answer_says_what_is_paid_and_what_is_outstanding(
    outcome: str, pay: int, gratia: int, left: int, english: str, german: str
) -> None:
    given = answer(outcome, pay, gratia)
    for words, sentences in ((ENGLISH, english), (GERMAN, german)):
        assert answer_sentences(given, "P2", left, words, amount_formatter(2, "GBP", words)) == sentences
        assert sentences.startswith(answer_line(given, "P2", words, amount_formatter(2, "GBP", words)))


# Cases, letters, headings


def test_a_final_decision_says_that_it_is_final_and_free_of_charge() -> None:
    assert ENGLISH.say("case_letter.end_of_procedure").startswith("This is our final decision")
    assert ENGLISH.say("case_letter.adr_free", body="IBAS, London, ibas-uk.com") == (
        "If you disagree, you may refer the dispute, free of charge, to IBAS, London, ibas-uk.com."
    )


def test_days_are_written_as_a_letter_dates_them(sample: Ruled) -> None:
    assert part(sample[OVERDRAWN], 0, GERMAN)[0].startswith("am 17. Januar 2026 haben Sie an Tisch BAC-1 gespielt.")
    assert part(sample[OVERDRAWN], 0, ENGLISH)[0].startswith("On 17 January 2026 you played")
    assert "131,25 GBP" in part(sample[OVERDRAWN], 3, GERMAN)[0]


def test_amounts_and_times_are_written_as_a_language_has_them() -> None:
    instant = "2026-07-17T21:32:31.000000Z"
    assert (ENGLISH.money(194625, 2, "GBP"), GERMAN.money(194625, 2, "GBP")) == ("1,946.25 GBP", "1.946,25 GBP")
    assert (ENGLISH.money(-5, 2), GERMAN.money(500, 0, "JPY")) == ("-0.05", "500 JPY")
    assert ENGLISH.moment(instant, "Europe/Zurich", seconds=False) == "17 July 2026, 23:32"
    assert GERMAN.moment(instant, "Europe/Zurich") == "17. Juli 2026, 23:32:31 Uhr"
    assert ENGLISH.moment("2026-07-17T23:32:31.000000Z", "Europe/Zurich", seconds=False) == "18 July 2026, 01:32"
    assert (ENGLISH.zone("UTC", instant), ENGLISH.zone("Europe/London", instant)) == ("UTC", "British Summer Time")
    assert (GERMAN.all_of(["P1", "P2", "P3"]), GERMAN.any_of(["P1", "P2"])) == ("P1, P2 und P3", "P1 oder P2")


@pytest.mark.parametrize(
    ("key", "english", "german"),
    [
        ("report.moment", "Table position at the time of the error", "Lage am Tisch zum Zeitpunkt des Fehlers"),
        (
            "report.compared",
            "The round as dealt and as it should have been",
            "Tatsächlicher und regelgerechter Verlauf im Vergleich",
        ),
        ("report.branches", "Possible interpretations", "Mögliche Auslegungen"),
        ("report.findings", "Findings", "Feststellungen"),
        ("report.decisive", "The rules that decide", "Die Regeln, die entscheiden"),
        ("report.back", "Paid out", "Ausgezahlt"),
        ("report.awarded", "Awarded", "Zuerkannt"),
        ("report.dealt", "As dealt", "Nach gelegten Karten"),
        ("case.acts", "Case history", "Verlauf des Verfahrens"),
        ("case.deadlines", "Deadlines", "Fristen"),
        ("case.office", "Office", "Funktion"),
        ("case_letter.paid", "The amount has been paid to you in full.", "Der Betrag wurde Ihnen vollständig ausgezahlt."),
        ("paper.needs_nothing", "Closed / for information", "Erledigt / zur Kenntnis"),
    ],
)
def test_headings_and_heads(key: str, english: str, german: str) -> None:
    assert (ENGLISH.say(key), GERMAN.say(key)) == (english, german)


def test_dealers_are_listed_and_not_ranked() -> None:
    note = ENGLISH.say("note.by_dealer")
    assert note.startswith("Listed by staff ID, not ranked.")
    assert note.endswith("Rates based on few rounds are not meaningful.")


@pytest.mark.parametrize(
    ("office", "german"),
    [
        ("dealer", "Croupier"),
        ("dispute_manager", "Beschwerdebearbeiter/in"),
        ("approver", "Zweitprüfer/in"),
        ("investigator", "Überwachung"),
    ],
)
def test_offices_are_called_as_the_house_calls_them(office: str, german: str) -> None:
    assert GERMAN.office(office) == german


# Quotations


def test_a_quotation_stands_in_its_language_with_a_translation(sample: Ruled) -> None:
    german, own = (clause(sample[OVERDRAWN], "DCB-21", words) for words in (GERMAN, ENGLISH))
    assert (german.quote, german.quote_language) == ("all coups thereafter will be deemed valid", "en")
    assert german.quote_translation == "gelten alle folgenden Coups als gültig"
    assert (own.quote, own.quote_translation) == (german.quote, "")


def test_a_document_in_german_is_translated_for_a_report_in_english() -> None:
    quote = "Die Entscheidung der Direktion ist endgültig"
    assert ENGLISH.quote_translation(quote, "de") == "The decision of the management is final"
    assert GERMAN.quote_translation(quote, "de") == ""


def test_a_page_marks_the_language_of_a_quotation(sample: Ruled) -> None:
    document = ruling_document(sample[OVERDRAWN], defaultdict(lambda: bytes(32)))
    report = compose_report(round_answer(sample[OVERDRAWN]), document, None, GERMAN).document
    quote = '„<span lang="en">all coups thereafter will be deemed valid</span>“ (übersetzt: „gelten alle folgenden Coups'
    assert quote in render_document("html", report).decode()
    assert render_document("pdf", report).startswith(b"%PDF")

"""The report on a case: what it answers, the same bytes every time, no name where names are masked, a letter to each."""

import base64
import re
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from typing import Any, Final

import pytest

from ledger.cases.casework import Casework, Complaint
from ledger.errors import UnknownCase
from ledger.events import cases as case_events
from ledger.events.cases import CaseworkAct
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.keys import new_key
from ledger.merkle import leaf_hash
from projections.messages.catalogue import Catalogue, labels, languages
from projections.reports.case_file import gather_case_file
from projections.reports.case_letter import answer_letter
from projections.reports.case_report import CaseReport
from projections.reports.forms import Form, render
from projections.reports.letter import Letter
from tests import ledgers
from tests.projections import disputes, floor
from tests.projections.test_reports import FORMS, Outside, alternatives, pdf, structure, text_of

pytestmark = pytest.mark.slow

PLAYERS: Final = ("anna-berger", "Bertil")


@pytest.fixture
def own(disputed: str, tmp_path: Path) -> str:
    """The URL of a copy that may be written to."""
    copyfile(disputed.removeprefix("sqlite:///"), tmp_path / "recoup.db")
    return f"sqlite:///{tmp_path / 'recoup.db'}"


def letter(url: str, number: str, player: str, language: str = "en") -> Letter:
    words = Catalogue(language)
    with ledgers.opened(url) as ledger:
        return answer_letter(gather_case_file(ledger, number, words, mask_names=False), player, words)


def labelled(rows: tuple[Any, ...], label: str) -> list[str]:
    return [row.told for row in rows if row.label == label]


# What it answers


def test_it_says_what_is_asked_and_what_was_answered_by_whom(disputed: str) -> None:
    case = disputes.report(disputed, disputes.SETTLED)
    assert case.question[:2] == (
        "anna-berger claims 146.25 GBP (reason: no third card).",
        "Bertil claims 30.00 GBP.",
    )
    assert case.answer == (
        "Settled by Dora (dispute manager), unverified, 2026-11-20 20:00:00; approved by Arno (approver), unverified, "
        "2026-11-20 20:00:00; proposed by Dora (dispute manager), unverified, 2026-11-20 20:00:00.",
        "anna-berger: claim upheld; 146.25 GBP in addition to what the table paid. "
        "46.25 GBP of the 146.25 GBP is outstanding.",
        "Bertil: claim rejected; 5.00 GBP as a goodwill payment. 5.00 GBP is outstanding.",
    )
    assert labelled(case.header, "Opened") == ["Ines (investigator), unverified, 2026-11-20 20:00:00"]
    assert labelled(case.header, "Jurisdiction") == ["uk"]
    assert [(case_person.person, case_person.seen_as) for case_person in case.persons] == [("Wilma", "witness")]
    assert [(case_deadline.what, case_deadline.by) for case_deadline in case.deadlines] == [
        ("acknowledgement of the complaint (due in 5 days)", "2026-11-25"),
        ("final decision of the house (done on 2026-11-20, in time)", "2027-01-14"),
        ("referral to alternative dispute resolution (ADR) (not verified: no deadline is set)", ""),
    ]
    assert "(ADR)" in case.rights[0]


def test_the_money_of_each_player_is_told_over_all_rounds(disputed: str) -> None:
    """125 at 102% and 75 at 19 to 20 were staked; 131.25 went back though it was lost. The missing card left the shoe
    next, the four of clubs: banco 4 beats punto 1, so 75 and 71.25 are due on a claim. Bertil's 30 were lost, too.
    """
    money = disputes.report(disputed, disputes.SETTLED).money
    rows = [
        (
            player_money.player,
            player_money.asked,
            player_money.stake,
            player_money.back,
            player_money.due,
            player_money.award,
            player_money.ex_gratia,
            player_money.paid,
            player_money.owed,
        )
        for player_money in money
    ]
    assert rows == [
        ("anna-berger", "146.25", "200.00", "131.25", "146.25", "146.25", "0.00", "100.00", "46.25"),
        ("Bertil", "30.00", "30.00", "30.60", "0.00", "0.00", "5.00", "0.00", "5.00"),
    ]
    assert [player_money.answer for player_money in money] == ["upheld", "rejected"]


def test_the_reading_that_the_answer_follows_is_marked_and_why(disputed: str) -> None:
    under = disputes.report(disputed, disputes.SETTLED).rounds[1]
    assert [branch.status for branch in under.branches] == ["not_chosen", "chosen", "not_chosen"]
    assert "using the next card from the shoe (4♣): Punto 1, Banco 4 \N{EN DASH} Banco wins." in under.branches[1].holds
    assert under.branches[1].chosen_by == ("DCB-2",)
    assert (
        under.answer[0]
        == "On wager w1, anna-berger receives 146.25 GBP in all, stake included; 0.00 GBP had been paid out."
    )
    assert under.money[0].awarded == "146.25"
    assert [report_decision.told for report_decision in under.decisions] == ["case 2026-0002 concerns this round"]
    assert {"DCB-2", "DCB-21a?"} <= {clause.id for clause in under.clauses}


def test_an_attempt_that_was_refused_is_told_with_its_reason(disputed: str) -> None:
    case = disputes.report(disputed, disputes.SETTLED)
    refused = [
        (reported_act.what, reported_act.by, reported_act.refused) for reported_act in case.acts if reported_act.refused
    ]
    why = "Dora wrote or altered the answers; another person must approve them"
    assert refused == [("attempted: decision approved", "Dora (approver), unverified", why)]
    assert [reported_act.position for reported_act in case.acts] == sorted(
        reported_act.position for reported_act in case.acts
    )


def test_what_was_filmed_is_found_by_the_camera_s_own_clock(own: str) -> None:
    """A camera that is 2.5 seconds ahead shows 19:30:10 when it is 19:30:07.5."""
    with ledgers.opened(own) as ledger:
        footage = {"evidence": "rail", "camera": "C3", "offset_ms": 2500}
        span = {"begins_at": "2026-01-20T00:00:00.000000Z", "ends_at": "2026-01-21T00:00:00.000000Z"}
        disputes.act(ledger, disputes.OPEN, case_events.EvidenceAttached, disputes.INVESTIGATOR, **footage, **span)
    case = disputes.report(own, disputes.OPEN)
    assert [(case_footage.camera, case_footage.clock, case_footage.begins) for case_footage in case.footage] == [
        ("C3", "2.500 s fast", "2026-01-20 00:00:00")
    ]
    timed = [step for step in case.rounds[0].steps if step.time]
    assert all(step.footage.startswith("C3 ") for step in timed)
    assert all(not step.footage for step in case.rounds[0].steps if not step.time)


def test_a_case_about_a_shoe_that_took_up_no_round_says_so(disputed: str) -> None:
    case = disputes.report(disputed, disputes.OF_A_SHOE)
    assert case.rounds == ()
    assert case.no_rounds == "The case has not taken up any single round so far; it concerns S1."
    assert case.answer == ("The case is open; nothing has been decided.",)
    assert case.question[0] == "No claim has been made."


def test_before_the_answer_it_says_until_when_one_is_owed(disputed: str) -> None:
    case = disputes.report(disputed, disputes.OPEN)
    assert case.answer == (
        "The case is open; nothing has been decided.",
        "The claim of anna-berger has not been decided yet.",
    )
    assert case.rights[0].startswith("The house's final decision is due by 14 January 2027.")
    assert case.money[0].award is None


@pytest.mark.parametrize("language", languages())
def test_every_act_that_can_be_taken_has_a_name(language: str) -> None:
    words = {
        kind.WORD
        for kind in vars(case_events).values()
        if isinstance(kind, type) and issubclass(kind, CaseworkAct) and hasattr(kind, "WORD")
    }
    assert words - {"act_refused"} == set(labels(Catalogue(language), "case_act"))


# What it rests on


@pytest.mark.parametrize("number", disputes.NUMBERS)
def test_what_it_rests_on_can_be_worked_out_from_what_it_attaches(disputed: str, number: str) -> None:
    case = disputes.report(disputed, number)
    lines = (case.events or "").encode().splitlines()
    assert case.evidence.leaves_digest == "sha256:" + sha256(b"".join(map(leaf_hash, lines))).hexdigest()
    assert len(lines) == sum(last - first + 1 for first, last in case.evidence.ranges)
    own = [line for line in lines if f'"case/{number}"'.encode() in line]
    assert len(own) == len(case.acts)


def test_a_ruling_that_was_taken_in_is_worked_out_again(own: str) -> None:
    rulings = labelled(disputes.report(own, disputes.SETTLED).evidence.lines, "Ruling on file")
    assert len(rulings) == 2
    assert all("worked out again from the record as it was then: the same" in ruling for ruling in rulings)
    with ledgers.opened(own) as ledger:
        other = {"round": floor.UNDERDRAWN, "digest": "sha256:" + 64 * "0", "verdict": "stands", "engine": "x/1"}
        leaves = {"leaves": "sha256:" + 64 * "0"}
        disputes.act(ledger, disputes.OPEN, case_events.RulingTaken, disputes.INVESTIGATOR, **other, **leaves)
    rulings = labelled(disputes.report(own, disputes.OPEN).evidence.lines, "Ruling on file")
    assert "by x/1; worked out again from the record as it was then: another one" in rulings[0]


def test_the_first_checkpoint_over_it_is_named_and_a_later_one_changes_nothing(own: str) -> None:
    def seal() -> bytes:
        with ledgers.opened(own) as ledger:
            notary = CheckpointPublisher(ledger, KEY)
            notary.checkpoint("command")
            notary.close()
        return render("json", disputes.report(own, disputes.SETTLED))

    unsealed = disputes.report(own, disputes.SETTLED)
    assert labelled(unsealed.evidence.lines, "Checkpoint") == ["no signed checkpoint covers all of these entries yet"]
    sealed = seal()
    with ledgers.opened(own) as ledger:
        Casework(ledger).open(Complaint("Ines", "investigator", disputes.DAY, (f"{disputes.DAY}/3",)))
    assert seal() == sealed
    assert labelled(disputes.report(own, disputes.SETTLED).evidence.lines, "Checkpoint")[0].startswith("number 1 of ")


KEY: Final = new_key("test.example/recoup")


# Its forms


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("number", disputes.NUMBERS)
def test_the_same_case_gives_the_same_bytes(disputed: str, number: str, language: str, form: Form) -> None:
    first, again = (render(form, disputes.report(disputed, number, language)) for _ in range(2))
    assert first == again
    assert b"[en]" not in first


@pytest.mark.slow
@pytest.mark.parametrize("number", disputes.NUMBERS)
def test_the_pdf_is_tagged_archival_and_has_the_events_with_it(disputed: str, number: str) -> None:
    case = disputes.report(disputed, number)
    data = render("pdf", case)
    read = pdf(data)
    root: Any = read.trailer["/Root"]
    metadata = root["/Metadata"].get_data().decode()
    assert re.search(r"<pdfaid:part>3</pdfaid:part>.*<pdfaid:conformance>A</pdfaid:conformance>", metadata, re.S)
    assert "<pdfuaid:part>1</pdfuaid:part>" in metadata
    assert root["/MarkInfo"]["/Marked"]
    assert [bytes(attachment) for attachment in read.attachments["events.ndjson"]] == [(case.events or "").encode()]
    kinds = set(structure(root["/StructTreeRoot"]))
    assert {"/H1", "/H2", "/P", "/Table", "/TH", "/TD"} <= kinds
    assert not case.rounds or {"/H3", "/Figure"} <= kinds
    for line in (case.title, *case.answer, *case.rights):
        assert re.sub(r"\s+", "", line) in re.sub(r"\s+", "", text_of(data).replace("-", "-"))


@pytest.mark.parametrize("number", disputes.NUMBERS)
def test_the_html_needs_nothing_from_outside(disputed: str, number: str) -> None:
    case = disputes.report(disputed, number)
    page = render("html", case).decode()
    seen = Outside()
    seen.feed(page)
    assert all(address.startswith("data:") for address in seen.addresses)
    assert seen.unnamed == []
    assert not {"script", "link"} & set(seen.tags)
    attached = re.search(r'href="data:application/x-ndjson;base64,([^"]*)"', page)
    assert attached is not None
    assert base64.b64decode(attached[1]).decode() == case.events


def test_the_json_is_the_report_itself(disputed: str) -> None:
    case = disputes.report(disputed, disputes.SETTLED)
    assert CaseReport.model_validate_json(render("json", case)) == case


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("number", disputes.NUMBERS)
def test_masked_names_leave_no_trace(disputed: str, number: str, form: Form) -> None:
    data = render(form, disputes.report(disputed, number, masked=True))
    text = data.decode("latin-1") + (text_of(data) + alternatives(data) if form == "pdf" else "")
    for inner in re.findall(r'data:[^;"]*;base64,([^"]*)', text):
        text += base64.b64decode(inner).decode("utf-8")
    assert not [person for person in disputes.NAMES if person in text]
    assert "Person-" in (text_of(data) if form == "pdf" else text)
    assert form != "pdf" or not pdf(data).attachments


def test_a_masked_case_is_told_the_same_with_the_digests_of_the_record(disputed: str) -> None:
    plain, masked = (disputes.report(disputed, disputes.SETTLED, masked=hide) for hide in (False, True))
    assert plain.evidence.leaves_digest == masked.evidence.leaves_digest
    assert plain.evidence.lines == masked.evidence.lines
    assert [player_money.owed for player_money in plain.money] == [player_money.owed for player_money in masked.money]
    assert [reported_act.refused is None for reported_act in plain.acts] == [
        reported_act.refused is None for reported_act in masked.acts
    ]
    assert masked.money[0].player == "Player-A"


# The letters


def test_each_player_has_an_answer_of_his_own(disputed: str) -> None:
    anna, bertil = (letter(disputed, disputes.SETTLED, player) for player in PLAYERS)
    assert anna.outcome == (
        "You claimed 146.25 GBP.",
        "Your claim is upheld: we pay you 146.25 GBP in addition to what you received at the table.",
        "46.25 GBP of the 146.25 GBP is outstanding.",
    )
    assert bertil.outcome == (
        "You claimed 30.00 GBP.",
        "Your claim is rejected. No further payment is due.",
        "In addition, we pay you 5.00 GBP as a goodwill payment.",
        "The 5.00 GBP is outstanding.",
    )
    assert [(bet.on, bet.owed) for bet in anna.bets] == [("round 1: punto", "0.00 GBP"), ("round 2: banco", "146.25 GBP")]
    assert [bet.on for bet in bertil.bets] == ["round 1: punto"]
    assert not any("management" in line for line in (*anna.follows, *bertil.follows))
    assert "DCB-21a?: The misdrawn coup itself" in anna.rules
    assert "This is our final decision." in bertil.disagree


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("number", "player"), [(disputes.SETTLED, player) for player in PLAYERS] + [(disputes.OPEN, "anna-berger")]
)
def test_a_letter_is_one_page_and_names_no_other_player(disputed: str, number: str, player: str, language: str) -> None:
    written = letter(disputed, number, player, language)
    data = render("pdf", written)
    assert data == render("pdf", written)
    assert len(pdf(data).pages) == 1
    text = text_of(data)
    assert player in text
    assert not [other for other in disputes.NAMES if other not in player and other in text]
    assert "[en]" not in text


def test_before_the_answer_the_letter_says_until_when_it_is_owed(disputed: str) -> None:
    assert letter(disputed, disputes.OPEN, "anna-berger").outcome[-1] == (
        "Your claim has not been decided yet. You will receive our final decision by 14 January 2027."
    )


def test_a_letter_to_somebody_without_a_part_says_who_has_one(disputed: str) -> None:
    with pytest.raises(UnknownCase, match=r"player P9 has no part in case 2026-0001; anna-berger, Bertil has"):
        letter(disputed, disputes.SETTLED, "P9")

"""The report on a case: its order, the same bytes every time, no name where names are masked, its data and its figures."""

import base64
import re
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from typing import Any, Final

import orjson
import pytest
from jsonschema import Draft202012Validator
from pypdf.generic import StreamObject

from ledger.cases.casework import Casework, Complaint
from ledger.events import cases as case_events
from ledger.events.cases import CaseworkAct
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.keys import new_key
from ledger.merkle import leaf_hash
from projections.documents.outputs import schema
from projections.messages.catalogue import Catalogue, labels, languages
from projections.reports.case_report import CaseReport
from projections.reports.forms import Form, render
from projections.reports.sections import Facts, Lines, Numbered, Section, Span, Table, Text
from tests import ledgers
from tests.ledgers import NOTHING_JUDGED
from tests.projections import disputes, floor
from tests.projections.test_reports import FORMS, Outside, alternatives, pdf, structure, text_of

pytestmark = pytest.mark.slow


@pytest.fixture
def own(disputed: str, tmp_path: Path) -> str:
    """The URL of a copy that may be written to."""
    copyfile(disputed.removeprefix("sqlite:///"), tmp_path / "recoup.db")
    return f"sqlite:///{tmp_path / 'recoup.db'}"


def plain(text: Text) -> str:
    """A text without what sets pieces of it apart."""
    if isinstance(text, str):
        return text
    return text.text if isinstance(text, Span) else "".join(map(plain, text))


def section(report: CaseReport, title: str) -> Section:
    return next(part for part in report.document.sections if part.title == title)


def lines(report: CaseReport, title: str) -> list[str]:
    """The lines and paragraphs of a section."""
    texts: list[str] = []
    for block in section(report, title).blocks:
        if isinstance(block, Lines):
            texts += map(plain, block.lines)
        elif isinstance(block, Numbered):
            texts += (plain(text) for _, text in block.paragraphs)
        elif isinstance(block, (str, Span, tuple)):
            texts.append(plain(block))
    return texts


def rows(report: CaseReport, title: str) -> list[tuple[str, ...]]:
    """The rows of a section's table."""
    table = next(block for block in section(report, title).blocks if isinstance(block, Table))
    return list(zip(*([plain(cell) for cell in column.cells] for column in table.columns), strict=True))


def facts(report: CaseReport, label: str) -> list[str]:
    """What a report says of its record under a label."""
    tables = (block for part in report.document.sections for block in part.blocks if isinstance(block, Facts))
    return [plain(text) for table in tables for name, text in table.facts if name == label]


# Its order, and what it says


def test_the_decision_comes_first_then_reasons_money_facts_and_the_appendix(disputed: str) -> None:
    titles = [part.title for part in disputes.report(disputed, disputes.SETTLED).document.sections if part.level == 2]
    assert titles == [
        "The decision",
        "Why",
        "Money",
        "What can be done next",
        "The complaint",
        "Parties",
        "Facts found",
        "Rules applied",
        "Reasoning",
        "How the amounts are worked out",
        "Case history",
        "Evidence",
        "Deadlines",
        "Appendix: other rules that were applied",
        "Appendix: every interpretation",
        "Appendix: the record and how to verify it",
    ]


def test_the_first_page_says_what_was_asked_and_decided_and_by_whom(disputed: str) -> None:
    report = disputes.report(disputed, disputes.SETTLED)
    complaint = lines(report, "The complaint")
    assert complaint.count("anna-berger claims 146.25 GBP (reason: no third card).") == 1
    assert complaint.count("Bertil claims 30.00 GBP.") == 1
    assert lines(report, "The decision") == [
        "anna-berger: claim upheld; 146.25 GBP in addition to what the table paid. "
        "46.25 GBP of the 146.25 GBP is outstanding.",
        "Bertil: claim rejected; 5.00 GBP as a goodwill payment. 5.00 GBP is outstanding.",
        "Proposed by Dora (dispute manager), 20 November 2026, 20:00; "
        "approved by Arno (approver), 20 November 2026, 20:00; "
        "settled by Dora (dispute manager), 20 November 2026, 20:00.",
    ]
    assert "The decision" in text_of(render("pdf", report)).split("Page 1 /")[0]


def test_its_paragraphs_are_numbered_through_and_cited_on_the_first_page(disputed: str) -> None:
    report = disputes.report(disputed, disputes.SETTLED)
    numbered = [
        number
        for part in report.document.sections
        for block in part.blocks
        if isinstance(block, Numbered)
        for number, _ in block.paragraphs
    ]
    assert sorted(numbered) == list(range(1, len(numbered) + 1)) == [row.number for row in report.data.reasons]
    for line in lines(report, "Why"):
        number = int(line.rsplit("(paragraph ", 1)[1].rstrip(")"))
        assert line.startswith(report.data.reasons[number - 1].text)


def test_the_numbers_are_the_same_in_every_language(disputed: str) -> None:
    def shape(language: str) -> list[tuple[Any, ...]]:
        reasons = disputes.report(disputed, disputes.SETTLED, language).data.reasons
        return [(row.number, row.part, row.clauses, row.players, row.source) for row in reasons]

    assert all(shape(language) == shape("en") for language in languages())


def test_the_money_of_each_player_is_told_over_all_rounds(disputed: str) -> None:
    """125 at 102% and 75 at 19 to 20 were staked; 131.25 went back though it was lost. The missing card left the shoe
    next, the four of clubs: banco 4 beats punto 1, so 75 and 71.25 are due on a claim. Bertil's 30 were lost, too.
    """
    amounts = [
        (
            player.player,
            player.claimed_minor,
            player.outcome,
            player.pay_minor,
            player.ex_gratia_minor,
            player.paid_minor,
            player.outstanding_minor,
            [(wager.stake_minor, wager.paid_minor, wager.due_minor) for wager in player.wagers],
        )
        for player in disputes.report(disputed, disputes.SETTLED).data.amounts
    ]
    assert amounts == [
        ("anna-berger", 14625, "upheld", 14625, 0, 10000, 4625, [(12500, 13125, 0), (7500, 0, 14625)]),
        ("Bertil", 3000, "rejected", 0, 500, 0, 500, [(3000, 3060, 0)]),
    ]


def test_the_reading_that_is_followed_and_those_that_are_not_have_their_grounds(disputed: str) -> None:
    reasoning = lines(disputes.report(disputed, disputes.SETTLED), "Reasoning")
    followed = [line for line in reasoning if "Reading (b) is followed" in line]
    others = [line for line in reasoning if "is not followed" in line]
    assert len(followed) == 1
    assert "(DCB-2)" in followed[0]
    assert [line.split("reading ")[1][:3] for line in others] == ["(a)", "(c)"]
    assert all(" it would give " in line and " instead of " in line and "Reason: " in line for line in others)


def test_only_the_clauses_that_a_ruling_turns_on_stand_in_it(disputed: str) -> None:
    report = disputes.report(disputed, disputes.SETTLED)
    cited = {clause for row in report.data.reasons if row.part in ("rule", "reading") for clause in row.clauses}
    assert {"DCB-2", "DCB-21a?", "DCB-11"} <= cited
    assert not {"DCB-3", "DCB-19", "DCB-20"} & cited


def test_an_attempt_that_was_refused_is_told_with_its_reason(disputed: str) -> None:
    course = rows(disputes.report(disputed, disputes.SETTLED), "Case history")
    refused = [(row[1], row[2]) for row in course if "tried to " in row[2]]
    why = "\N{BALLOT X} refused, Dora wrote or altered the answers; another person must approve them"
    assert refused == [("Dora (approver) †", f"tried to approve the answers {why}")]
    positions = [int(row[-1]) for row in course]
    assert positions == sorted(positions)


def test_what_was_filmed_is_found_by_the_camera_s_own_clock(own: str) -> None:
    """A camera that is 2.5 seconds ahead shows 19:30:10 when it is 19:30:07.5."""
    with ledgers.opened(own) as ledger:
        footage = {"evidence": "rail", "camera": "C3", "offset_ms": 2500}
        span = {"begins_at": "2026-01-20T00:00:00.000000Z", "ends_at": "2026-01-21T00:00:00.000000Z"}
        disputes.act(ledger, disputes.OPEN, case_events.EvidenceAttached, disputes.INVESTIGATOR, **footage, **span)
    report = disputes.report(own, disputes.OPEN)
    assert rows(report, "Evidence")[0][:4] == ("rail", "C3", "2.500 s fast", "20 January 2026, 00:00")


def test_a_case_about_a_shoe_that_took_up_no_round_says_so(disputed: str) -> None:
    report = disputes.report(disputed, disputes.OF_A_SHOE)
    assert report.data.rulings == []
    assert lines(report, "Facts found") == ["The case has not taken up any single round so far; it concerns S1."]
    assert lines(report, "The decision") == ["The case is open; nothing has been decided."]
    assert lines(report, "The complaint") == ["No claim has been made."]


def test_before_the_answer_it_says_until_when_one_is_owed(disputed: str) -> None:
    report = disputes.report(disputed, disputes.OPEN)
    assert lines(report, "The decision") == [
        "The claim of anna-berger has not been decided yet.",
        "The case is open; nothing has been decided.",
    ]
    assert lines(report, "What can be done next")[0].startswith("The house's final decision is due by 14 January 2027.")
    assert not report.data.decided


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
    data = disputes.report(disputed, number).data
    stored = (data.events or "").encode().splitlines()
    assert data.leaves == "sha256:" + sha256(b"".join(map(leaf_hash, stored))).hexdigest()
    assert len(stored) == sum(last - first + 1 for first, last in data.entries)
    own = [line for line in stored if f'"case/{number}"'.encode() in line]
    assert len(own) == len(data.case.acts)


def test_a_ruling_that_was_taken_in_is_worked_out_again(own: str) -> None:
    assert [row.reproduced for row in disputes.report(own, disputes.SETTLED).data.rulings_taken] == [True, True]
    with ledgers.opened(own) as ledger:
        other = {"round": floor.UNDERDRAWN, "digest": "sha256:" + 64 * "0", "verdict": "stands", "engine": "x/1"}
        leaves = {"leaves": "sha256:" + 64 * "0"}
        disputes.act(ledger, disputes.OPEN, case_events.RulingTaken, disputes.INVESTIGATOR, **other, **leaves)
    report = disputes.report(own, disputes.OPEN)
    assert [row.reproduced for row in report.data.rulings_taken] == [False]
    assert "by x/1; worked out again from the record as it was then: another one" in facts(report, "Ruling on file")[0]


def test_the_first_checkpoint_over_it_is_named_and_a_later_one_changes_nothing(own: str) -> None:
    def seal() -> bytes:
        with ledgers.opened(own) as ledger:
            notary = CheckpointPublisher(ledger, KEY)
            notary.checkpoint("command")
            notary.close()
        return render("json", disputes.report(own, disputes.SETTLED))

    unsealed = disputes.report(own, disputes.SETTLED)
    assert facts(unsealed, "Checkpoint") == ["no signed checkpoint covers all of these entries yet"]
    sealed = seal()
    with ledgers.opened(own) as ledger:
        Casework(ledger, NOTHING_JUDGED).open(Complaint("Ines", "investigator", disputes.DAY, (f"{disputes.DAY}/3",)))
    assert seal() == sealed
    assert facts(disputes.report(own, disputes.SETTLED), "Checkpoint")[0].startswith("number 1 of ")


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
    report = disputes.report(disputed, number)
    data = render("pdf", report)
    read = pdf(data)
    root: Any = read.trailer["/Root"]
    metadata = root["/Metadata"].get_data().decode()
    assert re.search(r"<pdfaid:part>3</pdfaid:part>.*<pdfaid:conformance>A</pdfaid:conformance>", metadata, re.S)
    assert "<pdfuaid:part>1</pdfuaid:part>" in metadata
    assert root["/MarkInfo"]["/Marked"]
    attached = (report.data.events or "").encode()
    assert [bytes(attachment) for attachment in read.attachments["events.ndjson"]] == [attached]
    kinds = set(structure(root["/StructTreeRoot"]))
    assert {"/H1", "/H2", "/P", "/Table", "/TH", "/TD"} <= kinds
    assert not report.data.rulings or {"/H3", "/Figure"} <= kinds
    text = re.sub(r"\s+", "", text_of(data))
    for line in (report.document.title, *lines(report, "The decision"), *lines(report, "What can be done next")):
        assert re.sub(r"\s+", "", line) in text


@pytest.mark.parametrize("number", disputes.NUMBERS)
def test_the_html_needs_nothing_from_outside(disputed: str, number: str) -> None:
    report = disputes.report(disputed, number)
    page = render("html", report).decode()
    seen = Outside()
    seen.feed(page)
    assert all(address.startswith("data:") for address in seen.addresses)
    assert seen.unnamed == []
    assert not {"script", "link"} & set(seen.tags)
    attached = re.search(r'href="data:application/x-ndjson;base64,([^"]*)"', page)
    assert attached is not None
    assert base64.b64decode(attached[1]).decode() == report.data.events


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("number", disputes.NUMBERS)
def test_its_json_is_data_by_its_schema(disputed: str, number: str, masked: bool) -> None:
    data = orjson.loads(render("json", disputes.report(disputed, number, masked=masked)))
    Draft202012Validator(schema("case-report")).validate(data)
    amounts = [(key, value) for player in data["amounts"] for key, value in player.items() if key.endswith("_minor")]
    assert all(value is None or isinstance(value, int) for _, value in amounts)
    assert re.fullmatch(r"[0-9-]{10}T[0-9:.]{15}Z", data["recorded_at"])


def described(data: bytes) -> str:
    """What a PDF says of itself: its particulars, its outline, and every stream that is text."""
    document = pdf(data)
    streams = [
        item.get_data().decode("latin-1")
        for item in (document.get_object(number) for number in document.xref.get(0, {}))
        if isinstance(item, StreamObject) and item.get("/Type") in ("/Metadata", "/EmbeddedFile")
    ]
    outline = [str(getattr(entry, "title", entry)) for entry in document.outline]
    return "\n".join([str(document.metadata), *outline, *streams])


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("number", disputes.NUMBERS)
def test_masked_names_leave_no_trace(disputed: str, number: str, form: Form) -> None:
    data = render(form, disputes.report(disputed, number, masked=True))
    text = text_of(data) + alternatives(data) + described(data) if form == "pdf" else data.decode()
    for inner in re.findall(r'data:[^;"]*;base64,([^"]*)', text):
        text += base64.b64decode(inner).decode("utf-8")
    assert not [person for person in disputes.NAMES if person in text]
    assert "Person-" in (text_of(data) if form == "pdf" else text)
    assert form != "pdf" or not pdf(data).attachments


def test_a_masked_case_is_told_the_same_with_the_digests_of_the_record(disputed: str) -> None:
    plain_data, masked = (disputes.report(disputed, disputes.SETTLED, masked=hide).data for hide in (False, True))
    assert (plain_data.leaves, plain_data.entries) == (masked.leaves, masked.entries)
    assert [row.outstanding_minor for row in plain_data.amounts] == [row.outstanding_minor for row in masked.amounts]
    assert [act.refused is None for act in plain_data.case.acts] == [act.refused is None for act in masked.case.acts]
    assert [row.number for row in plain_data.reasons] == [row.number for row in masked.reasons]
    assert masked.amounts[0].player == "Player-A"

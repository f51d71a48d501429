"""Reports: what they say of a round in every form, the same bytes every time, and no name where names are masked."""

import base64
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from hashlib import sha256
from html.parser import HTMLParser
from io import BytesIO
from typing import Any, Final

import orjson
import pytest
from jsonschema import Draft202012Validator
from pypdf import PdfReader

from ledger.errors import UnknownRound
from ledger.merkle import leaf_hash
from projections.answers.round_answer import round_answer
from projections.documents.outputs import schema
from projections.documents.rulings import ruling_document
from projections.messages.catalogue import Catalogue, labels, languages
from projections.reports.championship_report import plain_text
from projections.reports.forms import Form, render
from projections.reports.letter import Letter, compose_letter
from projections.reports.masking import MaskedTableDays
from projections.reports.money import balances
from projections.reports.readings import outcome_sentence
from projections.reports.round_report import RoundReport, compose_report
from projections.reports.round_sections import RoundPart
from projections.reports.sections import Lines, Quotations, Section, Table
from projections.table_days import TableDays
from replay.ruling.ruling import Ruling
from tests import ledgers
from tests.projections import floor

pytestmark = pytest.mark.slow

Ruled = Mapping[str, Ruling]
ENGLISH: Final = Catalogue()
FORMS: Final[tuple[Form, ...]] = ("html", "pdf", "json")


def report(url: str, name: str, words: Catalogue = ENGLISH, *, masked: bool = False) -> RoundReport:
    with ledgers.opened(url) as ledger:
        archive = MaskedTableDays(ledger, words) if masked else TableDays(ledger)
        ruling = next(archive.rulings([name]))
        events = None if masked else archive.stored_bytes(ruling.positions)
        return compose_report(round_answer(ruling), ruling_document(ruling, archive.leaves(ruling)), events, words)


def part(ruling: Ruling) -> RoundPart:
    """What a report says of a round, in English."""
    return RoundPart(round_answer(ruling), ENGLISH)


def columns(table: Table) -> dict[str, list[str]]:
    """The cells of a table by their heads, as plain text."""
    return {column.head: list(map(plain_text, column.cells)) for column in table.columns}


def pdf(data: bytes) -> PdfReader:
    return PdfReader(BytesIO(data))


def text_of(data: bytes) -> str:
    """A PDF's text, its lines run together."""
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pdf(data).pages))


class Outside(HTMLParser):
    """The addresses that a page would have to fetch, and what is missing from its pictures and tables."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.unnamed: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "action", "srcset")]
        if (tag == "img" and not given.get("alt")) or (tag == "th" and not given.get("scope")):
            self.unnamed.append(tag)


def test_the_report_answers_what_happened_what_should_have_and_what_each_is_owed(played: str, ruled: Ruled) -> None:
    """125 at 102% was lost, and 131.25 went back; of 30 went 30.60: both went back too much."""
    answer, part_ = report(played, floor.OVERDRAWN).document.sections[0], part(ruled[floor.OVERDRAWN])
    asked, box = answer.blocks
    question = str(asked)
    assert "Double Chance Baccarat" in question
    assert "Disputed by anna-berger." in question
    assert isinstance(box, Lines)
    assert plain_text(box.lines[0]) == "Punto had 6 points and should have stood; the dealer gave it 2♥."
    assert plain_text(box.lines[1]).startswith("A payment must be corrected. Disputed; the dispute has to be answered.")
    (found,) = (block for block in part_.finding_blocks() if isinstance(block, Lines))
    first = plain_text(found.lines[0])
    assert first.startswith("✗ Punto had 6 points and should have stood; the dealer gave it 2♥. Step 9 · ")
    assert [clause.id for clause in part_.decisive() if clause.rests] == ["DCB-13"]
    (others,) = (block for block in part_.clause_blocks() if isinstance(block, Quotations))
    assert "DCB-11" in {clause.id for clause in others.clauses if clause.rests}
    holds = outcome_sentence(part_.ruling, part_.ruling.outcomes[0], ENGLISH)
    assert holds == "The error was corrected before the next coup was dealt; Banco wins."
    money = columns(part_.money_table())
    assert (money["Stake"], money["Paid out"], money["Due"]) == (["125.00", "30.00"], ["131.25", "30.60"], ["0.00", "0.00"])
    assert money["Awarded"] == ["0.00\n131.25 less than was paid out", "0.00\n30.60 less than was paid out"]
    assert [balance.text for balance in balances(part_.answer, ENGLISH)] == [
        "anna-berger was paid 131.25 GBP too much.",
        "Bertil was paid 30.60 GBP too much.",
    ]
    boards = part_.compared_boards()
    assert boards is not None
    assert "Card A, 2♥, belongs not to punto but to the burn cards." in boards[1].desc


def test_each_reading_is_told_with_its_money_and_nobody_s_is_chosen_before_somebody_decides(
    played: str, ruled: Ruled
) -> None:
    part_ = part(ruled[floor.UNDERDRAWN])
    _, *outcomes = part_.outcome_sections("")
    still_open = part_.texts["branch_open"]
    assert [section.title.split(" · ")[1:] for section in outcomes] == [
        ["DCB-21a? (a)", still_open],
        ["DCB-21a? (b)", still_open],
        ["DCB-21a? (c)", still_open],
    ]
    dues = [cells[0] for head, cells in columns(part_.money_table()).items() if head.startswith("Due\nin")]
    assert len(dues) == len(set(dues)) == 3
    assert part_.top.decides == "The decision lies with the management (Double Chance Baccarat)."
    rights = next(row for row in report(played, floor.UNDERDRAWN).document.sections if row.title == part_.texts["rights"])
    (block,) = rights.blocks
    assert isinstance(block, Lines)
    assert plain_text(block.lines[0]).endswith("it becomes final only when the management has decided.")


@pytest.mark.parametrize("name", floor.ROUNDS)
def test_what_the_report_rests_on_can_be_worked_out_from_what_it_attaches(played: str, name: str) -> None:
    """The leaves of the attached lines give the digest that the report names."""
    report_ = report(played, name)
    assert report_.document.events is not None
    lines = report_.document.events.encode().splitlines()
    leaves = b"".join(map(leaf_hash, lines))
    basis = report_.data.ruling.basis
    assert basis.leaves_digest == "sha256:" + sha256(leaves).hexdigest()
    assert basis.leaves_digest in render("html", report_).decode()
    assert len(lines) == sum(last - first + 1 for first, last in basis.ranges)


def test_many_at_once_set_the_bytes_that_each_would_alone(played: str) -> None:
    reports = [report(played, name) for name in (floor.OVERDRAWN, floor.SHARED)] * 3
    alone = [render("pdf", each) for each in reports]
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(partial(render, "pdf"), reports)) == alone


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", floor.ROUNDS)
def test_the_same_round_gives_the_same_bytes(played: str, name: str, language: str, form: Form) -> None:
    words = Catalogue(language)
    first, again = (render(form, report(played, name, words)) for _ in range(2))
    assert first == again
    assert b"[en]" not in first


@pytest.mark.parametrize("name", floor.ROUNDS)
def test_the_pdf_is_tagged_archival_and_has_the_events_with_it(played: str, name: str) -> None:
    report_ = report(played, name)
    read = pdf(render("pdf", report_))
    root: Any = read.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"].startswith("en")
    assert "/StructTreeRoot" in root
    metadata = root["/Metadata"].get_data().decode()
    assert re.search(r"<pdfaid:part>3</pdfaid:part>.*<pdfaid:conformance>A</pdfaid:conformance>", metadata, re.S)
    assert "<pdfuaid:part>1</pdfuaid:part>" in metadata
    assert read.metadata is not None
    assert read.metadata.title == report_.document.title
    assert [bytes(data) for data in read.attachments["events.ndjson"]] == [(report_.document.events or "").encode()]
    kinds = set(structure(root["/StructTreeRoot"]))
    assert {"/H1", "/H2", "/P", "/Table", "/TH", "/TD", "/Figure"} <= kinds
    assert report_.document.title in text_of(render("pdf", report_))


def structure(node: Any) -> list[str]:
    """The kinds of a PDF's structure elements; every figure has its text."""
    found, todo = [], [node]
    while todo:
        here = todo.pop().get_object()
        if not hasattr(here, "get"):
            continue
        if "/S" in here:
            found.append(str(here["/S"]))
            assert here["/S"] != "/Figure" or len(str(here["/Alt"])) > 20
        below = here.get("/K", [])
        todo += below if isinstance(below, list) else [below]
    return found


@pytest.mark.parametrize("name", floor.ROUNDS)
def test_the_html_needs_nothing_from_outside(played: str, name: str) -> None:
    report_ = report(played, name)
    page = render("html", report_).decode()
    seen = Outside()
    seen.feed(page)
    assert seen.addresses
    assert all(address.startswith("data:") for address in seen.addresses)
    assert seen.unnamed == []
    assert "script" not in seen.tags
    assert "link" not in seen.tags
    assert "://" not in re.sub(r"data:[^\"]*", "", page)
    assert '<html lang="en">' in page
    attached = re.search(r'href="data:application/x-ndjson;base64,([^"]*)"', page)
    assert attached is not None
    assert base64.b64decode(attached[1]).decode() == report_.document.events


def test_what_a_record_says_cannot_become_part_of_the_page(played: str) -> None:
    report_ = report(played, floor.OVERDRAWN)
    hostile = replace(report_.document, sections=[Section("", ["<script>alert(1)</script>"])])
    page = render("html", replace(report_, document=hostile))
    assert b"alert(1)" in page
    assert b"<script>" not in page


@pytest.mark.parametrize("name", floor.ROUNDS)
def test_its_json_is_data_by_its_schema(played: str, name: str) -> None:
    data = orjson.loads(render("json", report(played, name)))
    Draft202012Validator(schema("round-report")).validate(data)
    assert all(isinstance(row["stake_minor"], int) for row in data["ruling"]["money"])


def alternatives(data: bytes) -> str:
    """What a PDF says of its pictures, and its title."""
    read, found = pdf(data), list[str]()
    size: Any = read.trailer["/Size"]
    for number in range(1, int(size)):
        there: Any = read.get_object(number)
        if hasattr(there, "get"):
            found += [str(there[key]) for key in ("/Alt", "/ActualText", "/Title", "/Contents") if key in there]
    assert len(found) > 2
    return " ".join(found)


NAMES: Final = ("anna-berger", "anna", "Bertil", "DeVries")


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", floor.ROUNDS)
def test_masked_names_leave_no_trace(played: str, name: str, form: Form) -> None:
    data = render(form, report(played, name, masked=True))
    text = data.decode("latin-1") + (text_of(data) if form == "pdf" else "")
    for inner in re.findall(r'data:[^;"]*;base64,([^"]*)', text):
        text += base64.b64decode(inner).decode("utf-8")
    text += alternatives(data) if form == "pdf" else ""
    for person in NAMES:
        assert person not in text
    assert "Player-A" in (text_of(data) if form == "pdf" else text)
    if form == "pdf":
        assert not pdf(data).attachments


@pytest.mark.parametrize("name", floor.ROUNDS)
def test_a_masked_round_is_ruled_on_the_same(played: str, name: str) -> None:
    plain, masked = report(played, name), report(played, name, masked=True)
    texts = labels(ENGLISH, "report")

    def money(source: RoundReport) -> dict[str, list[str]]:
        (section,) = (section for section in source.document.sections if section.title == texts["money"])
        return columns(next(block for block in section.blocks if isinstance(block, Table)))

    own, other = money(plain), money(masked)
    assert other[texts["wager"]] == [f"Bet-{number}" for number in range(1, len(other[texts["wager"]]) + 1)]
    of_persons = {texts["player"], texts["wager"]}
    assert {head: own[head] for head in own.keys() - of_persons} == {
        head: other[head] for head in other.keys() - of_persons
    }
    assert [found.kind for found in plain.data.ruling.findings] == [found.kind for found in masked.data.ruling.findings]
    assert plain.data.ruling.basis == masked.data.ruling.basis
    assert masked.document.events is None


def letter(ruling: Ruling, player: str, words: Catalogue = ENGLISH) -> Letter:
    return compose_letter(round_answer(ruling), player, "sha256:" + 64 * "0", words)


@pytest.mark.parametrize("language", languages())
def test_the_letter_is_one_page_about_the_player_s_own_bets(ruled: Ruled, language: str) -> None:
    words = Catalogue(language)
    for name, ruling in ruled.items():
        for player in {row.wager_due.player for row in ruling.awards}:
            data = render("pdf", letter(ruling, player, words))
            assert len(pdf(data).pages) == 1, name
            others = {row.wager_due.player for row in ruling.awards} - {player}
            assert not [other for other in others if re.search(rf"\b{other}\b", text_of(data))]
            assert data == render("pdf", letter(ruling, player, words))


def outcome(letter_: Letter) -> list[str]:
    """What stands out in a letter."""
    return [row.text for section in letter_.sections for row in section.paragraphs if row.is_strong]


def test_the_letter_says_what_the_player_is_owed(ruled: Ruled) -> None:
    letter_ = letter(ruled[floor.OVERDRAWN], "Bertil")
    money = letter_.sections[3]
    assert [(bet.on, bet.stake, bet.back, bet.owed) for bet in money.bets] == [
        ("punto", "30.00 GBP", "30.60 GBP", "0.00 GBP")
    ]
    assert outcome(letter_) == [
        "The matter is open: we have decided nothing about your bets. This letter only says what the "
        "table's record and the rules show.",
        "You were paid 30.60 GBP more than was due.",
    ]
    waits = letter(ruled[floor.EMPTY_BOX], "Bertil", Catalogue("de"))
    assert outcome(waits)[1:] == ["Was Ihnen zusteht, ist noch nicht entschieden; die Entscheidung obliegt der Leitung."]


def test_a_letter_to_somebody_without_a_bet_says_who_had_one(ruled: Ruled) -> None:
    with pytest.raises(UnknownRound, match=r"player P9 has no bet in round .*; anna-berger, Bertil had"):
        letter(ruled[floor.OVERDRAWN], "P9")


def test_the_json_of_a_letter_is_the_letter(ruled: Ruled) -> None:
    letter_ = letter(ruled[floor.OVERDRAWN], "Bertil")
    assert Letter.model_validate_json(render("json", letter_)) == letter_

"""A case at the desk, from the complaint to the closed case; and what is refused on the way."""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final, Self

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from desk.web.cases import FILE_HEADERS
from ledger.cases.casebook import Casebook
from ledger.cases.files import MOST_BYTES, CaseFiles
from ledger.events.cases import CaseActRefused
from ledger.events.desk import NamesLookedAt
from ledger.events.personal_data import PersonLookedAt, PersonNoted
from tests import browser
from tests.desk.service import night
from tests.desk.service.asking import Passkey, signed_in
from tests.desk.service.conftest import Served, Window, enrol_passkey, folders, follow, serving

pytestmark = pytest.mark.slow

expect.set_options(timeout=30_000)
"""Milliseconds that a page may take to show something."""

NO_WORD: Final = "I was told that banco had won."
ZU_WENIG: Final = "Mir wurde zu wenig ausgezahlt."
BEGINS: Final = "The card belonged to the shoe, and by the tableau banco wins."


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A ledger with the night, as a file."""
    path = tmp_path_factory.mktemp("night") / "recoup.db"
    night.record(f"sqlite:///{path}")
    return path.read_bytes()


@pytest.fixture
def url(recorded: bytes, tmp_path: Path) -> str:
    """The URL of a ledger with the night."""
    path = tmp_path / "recoup.db"
    path.write_bytes(recorded)
    return f"sqlite:///{path}"


@pytest.fixture
def desk(url: str) -> Iterator[Served]:
    """The desk on that ledger."""
    with serving(url) as served:
        yield served


# In two browsers


def signs(page: Page, place: Locator | Page, name: str, then: str) -> None:
    """Presses a button that signs, and waits for what the page says of it."""
    place.get_by_role("button", name=name).click()
    expect(page.locator("#told")).to_contain_text(then)
    page.wait_for_load_state()


def send_letter(page: Page, letter: str, player: str) -> None:
    form = page.locator("#letter")
    form.locator("[name=letter]").select_option(letter)
    form.locator("[name=player]").select_option(player)
    signs(page, form, "Sign and send", f"letter sent ({player}")


def propose(page: Page) -> None:
    """Follows reading (b), with a ground for each, gives P2 the short payment, and asks for nothing that was too much."""
    form = page.locator("#proposal")
    form.locator(".reading input[value=b]").check()
    expect(form.locator(".answer [name=pay]").first).to_have_value("128.00")
    for letter, ground in (("a", "The shoe went on."), ("b", "The tableau says who wins."), ("c", "Nothing was void.")):
        form.locator(f".choice[data-letter={letter}] textarea").fill(ground)
    form.locator(".answer[data-player=P2] [name=outcome]").select_option("upheld")
    form.locator(".answer[data-player=P2] [name=pay]").fill("28.50")
    form.locator(".answer[data-player=P2] [data-wager=w2] input").fill("")
    form.locator(".answer[data-player=P2] [name=ask_back]").fill("0")
    form.locator(".answer[data-player=P1] [name=ground]").fill(BEGINS)
    form.locator(".answer[data-player=P2] [name=ground]").fill("At coup 3 you were paid as if banco had lost.")


def open_case(desk: Served, page: Page) -> str:
    """E1 opens a case from a round; an amount that could be two is refused, one too high asked about. Gives its number."""
    page.goto(f"/rounds/{night.MISDEALT}")
    follow(page, "open a case")
    page.get_by_label("Rounds").fill("\n".join(night.ROUNDS))
    page.get_by_role("button", name="Another claim").click()
    claims = page.locator("#claims .claim")
    typed = (("P1", "128.00", "en", NO_WORD), ("P2", "1,950", "de", ZU_WENIG))
    for row, (player, amount, language, words) in enumerate(typed):
        claims.nth(row).get_by_label("Player", exact=True).fill(player)
        claims.nth(row).get_by_label("Amount in GBP").fill(amount)
        claims.nth(row).get_by_label("Writes in").select_option(language)
        claims.nth(row).locator("[name=words]").fill(words)
    page.get_by_role("button", name="Sign and open").click()
    expect(page.locator(".form-error").last).to_contain_text("'1,950' is not an amount of money, or could be two")
    claims.nth(1).get_by_label("Amount in GBP").fill("285.00")
    page.get_by_role("button", name="Sign and open").click()
    expect(page.locator(".asked-again").last).to_contain_text("P2 asks for 285.00 GBP, and these rounds can give at most")
    assert Casebook(desk.ledger).numbers() == []
    claims.nth(1).get_by_label("Amount in GBP").fill("28.50")
    page.locator("#new-case [type=submit]").click()
    expect(page.locator("h1")).to_have_text(re.compile("Case .* open"))
    page.wait_for_load_state()
    (number,) = Casebook(desk.ledger).numbers()
    return number


def gather(page: Page) -> None:
    """Evidence is dragged in, looked at and signed; a party's position is on it."""
    data = b64encode(night.PNG).decode()
    dropped = page.evaluate_handle(DROPPED, data)
    page.dispatch_event("#upload", "drop", {"dataTransfer": dropped})
    expect(page.locator("#uploaded")).to_contain_text("image/png, 69 bytes")
    signs(page, page.locator("#upload"), "Sign and attach", "evidence attached")
    thumb = page.locator("img.thumb")
    expect(thumb).to_have_attribute("alt", "e1, open")
    assert page.evaluate("document.querySelector('img.thumb').naturalWidth") == 1
    page.get_by_text("Record what a party says").click()
    form = page.locator('[data-case-act="case position"]')
    form.locator("[name=text]").fill("The dealer called banco before the card was drawn.")
    form.locator("[name=party]").fill("P1")
    form.locator("[name=fact]").fill("the_call")
    form.locator("[name=relies_on]").select_option("e1")
    signs(page, form, "Sign the position", "position of a party")
    expect(page.get_by_role("heading", name="the call")).to_be_visible()
    for player in ("P1", "P2"):
        send_letter(page, "acknowledgement", player)


def propose_what_contradicts_itself(page: Page) -> None:
    """What contradicts itself is refused in a sentence, and nothing that was typed is lost."""
    propose(page)
    pay = page.locator(".answer[data-player=P1] [name=pay]")
    pay.fill("0")
    page.get_by_role("button", name="Sign the proposal").click()
    expect(page.locator("#proposal .form-error")).to_contain_text(
        "The claim of P1 is upheld and nothing is to be paid on it"
    )
    expect(page.locator(".answer[data-player=P1] [name=ground]")).to_have_value(BEGINS)
    pay.fill("128.00")
    signs(page, page, "Sign the proposal", "decision proposed")
    expect(page.get_by_role("button", name="Sign and approve")).to_have_count(0)


def send_back_and_approve(page: Page, other: Page, number: str) -> None:
    """A7 finds it in the inbox, sees what was asked beside the ruling and the answer, and sends it back once."""
    other.goto("/cases?mine=true")
    expect(other.get_by_role("row").filter(has_text=number)).to_contain_text("Approve or reject the answer")
    follow(other, number)
    expect(other.get_by_role("article", name="Answer to P1")).to_contain_text(re.compile(r"Asked for\s*128.00 GBP"))
    other.get_by_text("Send the answers back").click()
    other.locator('[data-case-act="case reject"] [name=reason]').fill("say why P2")
    signs(other, other, "Sign and send back", "decision rejected")

    page.goto(f"/cases/{number}")
    propose(page)
    page.locator(".answer[data-player=P2] [name=ground]").fill("Banco won coup 3, and you were paid your stake alone.")
    signs(page, page, "Sign the proposal", "decision proposed")
    other.goto(f"/cases/{number}")
    changed = other.get_by_role("article", name="Answer to P2").locator(".changed")
    expect(changed).to_have_count(1)
    expect(changed).to_contain_text("Banco won coup 3")
    signs(other, other, "Sign and approve", "decision approved")


def settle_and_pay(page: Page) -> None:
    """E1 gives the answers, pays what is owed, and sends the final letters."""
    page.reload()
    signs(page, page, "Sign and settle", "case settled")
    for player in ("P1", "P2"):
        signs(page, page.get_by_label(f"Payment to {player}"), "Sign the payment", f"paid ({player}")
    page.locator("#letter").get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_be_visible()
    for player in ("P1", "P2"):
        send_letter(page, "final", player)


def appeal_and_close(page: Page, other: Page, number: str) -> None:
    """P2 goes to a body outside, the case is taken up again, answered as before, and closed."""
    page.get_by_text("Record that a player goes to a body outside the house").click()
    form = page.locator('[data-case-act="case appeal"]')
    form.locator("[name=player]").select_option("P2")
    form.locator("[name=body]").fill("IBAS")
    form.locator("[name=paragraphs]").fill("1, 3")
    signs(page, form, "Sign the appeal", "decision referred to another body")
    page.get_by_text("Take the case up again").click()
    form = page.locator('[data-case-act="case reopen"]')
    form.locator("[name=reason]").fill("The body asks again")
    signs(page, form, "Sign and reopen", "case reopened")
    propose(page)
    signs(page, page, "Sign the proposal", "decision proposed")
    other.goto(f"/cases/{number}")
    signs(other, other, "Sign and approve", "decision approved")
    signs(other, other, "Sign and settle", "case settled")
    page.reload()
    for player in ("P1", "P2"):
        send_letter(page, "final", player)
    page.get_by_text("Close the case").click()
    signs(page, page.locator('[data-case-act="case close"]'), "Sign and close", "case closed")


def test_what_is_sent_before_the_script_is_there_stays_on_the_page(desk: Served, window: Callable[[str], Window]) -> None:
    writer = window(desk.origin)
    enrol_passkey(desk.ledger, "E1", writer.new_passkey("E1"))
    writer.sign_in()
    page = writer.page
    page.route("**/cases*.js*", lambda route: route.abort())
    page.goto(f"/cases/new?round={night.MISDEALT}")
    page.locator("#claims [name=words]").first.fill(NO_WORD)
    page.locator("#claims [name=player]").first.fill("P1")
    page.get_by_role("button", name="Sign and open").click()
    expect(page.locator("#claims [name=words]").first).to_have_value(NO_WORD)
    assert page.url == f"{desk.origin}/cases/new?round={night.MISDEALT}"


def test_two_people_take_a_complaint_to_a_closed_case(desk: Served, window: Callable[[str], Window]) -> None:
    first, second = window(desk.origin), window(desk.origin)
    enrol_passkey(desk.ledger, "E1", first.new_passkey("E1"))
    enrol_passkey(desk.ledger, "A7", second.new_passkey("A7"))
    first.sign_in()
    second.sign_in()
    page, other = first.page, second.page
    number = open_case(desk, page)
    gather(page)
    propose_what_contradicts_itself(page)
    send_back_and_approve(page, other, number)
    settle_and_pay(page)
    appeal_and_close(page, other, number)

    case = Casebook(desk.ledger).case(number)
    assert case.state == "closed"
    assert all(not act.is_claimed and act.refused is None for act in case.taken)
    assert {player: (answer.outcome, answer.pay_minor) for player, answer in case.answers().items()} == {
        "P1": ("upheld", 12800),
        "P2": ("upheld", 2850),
    }
    files = CaseFiles(folders(desk.url)["files"])
    finals = {act.event.player: act.event for act in case.letters() if act.event.letter == "final"}
    assert {player: event.language for player, event in finals.items()} == {"P1": "en", "P2": "de"}
    for player, word in (("P1", "claim"), ("P2", "Ihr")):
        letter = files.read(finals[player].digest)
        assert letter is not None
        assert word in PdfReader(BytesIO(letter)).pages[0].extract_text()
    assert ZU_WENIG.encode() not in Path(desk.url.removeprefix("sqlite:///")).read_bytes()
    kept = page.evaluate("Object.values({ ...sessionStorage, ...localStorage }).join()")
    assert not re.search(r"P1|P2|player|wenig", kept), "a browser keeps no names"


DROPPED: Final = """
data => {
  const bytes = Uint8Array.from(atob(data), char => char.charCodeAt(0)), transfer = new DataTransfer();
  transfer.items.add(new File([bytes], "../../etc/table.png", {type: "text/html"}));
  return transfer;
}
"""


# By requests


class Colleague:
    """Somebody who asks the desk as its pages do, and signs with a passkey in memory."""

    def __init__(self, desk: Served, person: str):
        self.person, self.passkey = person, Passkey(desk.origin, credential=f"credential of {person}".encode())
        enrol_passkey(desk.ledger, person, self.passkey.public)
        self.client: httpx.Client = signed_in(desk, person)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()

    def begin(self, path: str, body: dict[str, Any]) -> httpx.Response:
        """What the desk says to what was typed."""
        return self.client.post(path, json=body)

    def finish(self, asked: dict[str, Any]) -> httpx.Response:
        """Signs what the desk asked."""
        return self.client.post("/acts/finish", json=self.passkey.answer(asked))

    def does(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Does something, with as many signatures as it takes; the last answer."""
        asked = self.begin(path, {**body, "sure": True})
        assert asked.status_code == 200, asked.text
        taken: dict[str, Any] = {"next": asked.json()}
        while taken["next"]:
            answer = self.finish(taken["next"])
            assert answer.status_code == 200, answer.text
            taken = answer.json()
        return taken

    def opens(self, **more: Any) -> str:
        """Opens a case on the night's rounds, with two claims."""
        claims = [{"player": "P1", "amount": "128.00", "language": "en"}, {"player": "P2", "amount": "28.50"}]
        number: str = self.does("/cases/begin", {"rounds": list(night.ROUNDS), "claims": claims, **more})["case"]
        return number

    def refused(self, number: str, **body: Any) -> str:
        """Why the desk does not even ask for a signature."""
        answer = self.begin(f"/cases/{number}/begin", body)
        assert answer.status_code == 422, answer.text
        detail = answer.json()["detail"]
        return detail if isinstance(detail, str) else json.dumps(detail)


@pytest.fixture
def colleague(desk: Served) -> Iterator[Callable[[str], Colleague]]:
    """Makes people who ask by requests."""
    made_here: list[Colleague] = []

    def make(person: str) -> Colleague:
        made_here.append(Colleague(desk, person))
        return made_here[-1]

    yield make
    for each in made_here:
        each.client.close()


def answers(pay: str = "128.00") -> dict[str, Any]:
    """A proposal under reading (b)."""
    awards = [
        {"round": night.MISDEALT, "wager": "w1", "due": "78.00"},
        {"round": night.SHORT_P1, "wager": "w3", "due": "100"},
    ]
    short = [{"round": night.SHORT_P2, "wager": "w6", "due": "58.50"}]
    grounds = (("a", False), ("b", True), ("c", False))
    return {
        "words": "case propose",
        "answers": [
            {"player": "P1", "outcome": "upheld", "pay": pay, "awards": awards},
            {"player": "P2", "outcome": "upheld", "pay": "28.50", "ask_back": "0", "awards": short},
        ],
        "readings": [
            {"clause": "DCB-21a?", "reading": letter, "is_followed": is_followed, "ground": f"Ground of {letter}."}
            for letter, is_followed in grounds
        ],
    }


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "that file is empty"),
        (b"MZ\x90\x00\x03", "save it as PDF or PNG or JPEG or WebP or plain text"),
        (b"<svg onload='x()'>\x00", "files of that kind are not taken"),
        (b"GIF89a\x01\x00", "files of that kind are not taken"),
    ],
)
def test_a_file_that_is_none_of_those_taken_is_refused(
    desk: Served, colleague: Callable[[str], Colleague], data: bytes, says: str
) -> None:
    first = colleague("E1")
    answer = first.client.post(f"/cases/{first.opens()}/files", content=data)
    assert answer.status_code == 422
    assert says in answer.json()["detail"]
    assert not list(folders(desk.url)["files"].rglob("[0-9a-f]*"))


def test_a_file_is_read_up_to_its_limit_and_by_nobody_who_may_not_attach(colleague: Callable[[str], Colleague]) -> None:
    first, approver = colleague("E1"), colleague("A7")
    number = first.opens()
    path = f"/cases/{number}/files"
    assert first.client.post(path, content=b"a" * MOST_BYTES).json()["size_bytes"] == MOST_BYTES
    assert first.client.post(path, content=b"a" * (MOST_BYTES + 1)).status_code == 413
    assert approver.client.post(path, content=b"a" * 100_000).status_code == 413
    assert approver.client.post(path, content=b"a").status_code == 403
    assert first.client.post(f"/cases/{number}/begin", content=b"a" * 100_000).status_code == 413


def test_a_file_is_shown_by_its_digest_once_it_is_on_record_and_no_path_leads_elsewhere(
    desk: Served, colleague: Callable[[str], Colleague]
) -> None:
    first = colleague("E1")
    number = first.opens()
    kept = first.client.post(f"/cases/{number}/files", content=b"<script>alert(1)</script>").json()
    assert kept["media_type"] == "text/plain"
    path = f"/cases/{number}/files/{kept['digest'][7:]}"
    assert first.client.get(path).status_code == 404, "it waits for its act"
    first.does(f"/cases/{number}/begin", {"words": "case attach", "fields": {"file": kept["digest"]}})
    answer = first.client.get(path)
    assert answer.content == b"<script>alert(1)</script>"
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == FILE_HEADERS["Content-Security-Policy"]
    assert answer.headers["content-disposition"].startswith("inline; filename=")
    assert answer.headers["cache-control"] == "no-store"
    (evidence,) = Casebook(desk.ledger).case(number).evidence
    assert (evidence.evidence, evidence.digest, evidence.size_bytes) == ("e1", kept["digest"], 25)
    for tried in ("..%2f..%2frecoup.db", "../recoup.db", "%2e%2e", "0" * 64, kept["digest"], path.upper()):
        assert first.client.get(f"/cases/{number}/files/{tried}").status_code == 404
    gone = {"words": "case attach", "fields": {"file": "../../recoup.db"}}
    assert "waits here no longer" in first.refused(number, **gone)


@pytest.mark.parametrize(
    ("amount", "says"),
    [
        ("1,950", "is not an amount of money, or could be two"),
        ("-5", "is not an amount of money"),
        ("78.505", "is not an amount of money"),
        ("seventy", "is not an amount of money"),
        ("1e3", "is not an amount of money"),
        ("\uff19", "is not an amount of money"),
        ("9" * 30, "is not an amount of money"),
    ],
)
def test_an_amount_that_is_none_is_refused_in_a_sentence(
    colleague: Callable[[str], Colleague], amount: str, says: str
) -> None:
    first = colleague("E1")
    claims = [{"player": "P1", "amount": amount}]
    answer = first.begin("/cases/begin", {"rounds": list(night.ROUNDS), "claims": claims})
    assert (answer.status_code, says in answer.json()["detail"]) == (422, True), answer.text


def test_an_amount_as_a_continental_writes_it_is_taken(desk: Served, colleague: Callable[[str], Colleague]) -> None:
    first = colleague("E1")
    number = first.opens()
    first.does(f"/cases/{number}/begin", {"words": "case claim", "fields": {"player": "P1", "amount_minor": "1.128,50"}})
    assert Casebook(desk.ledger).case(number).claims["P1"].amount_minor == 112850


def test_what_contradicts_itself_is_refused_before_anybody_signs(
    desk: Served, colleague: Callable[[str], Colleague]
) -> None:
    first = colleague("E1")
    number = first.opens()
    before = desk.ledger.size()
    assert "upheld and nothing is to be paid" in first.refused(number, **answers("0"))
    assert "make them the same" in first.refused(number, **answers("1280.00"))
    unsaid = answers()
    unsaid["readings"][2]["ground"] = " "
    assert "say why reading (c) of DCB-21a? is not followed" in first.refused(number, **unsaid)
    assert "say what shows that" in first.refused(number, **answers(), facts=[{"text": "The card lay there."}])
    assert "rests on e9, which is not on file" in first.refused(
        number, **answers(), facts=[{"text": "The card lay there.", "source": "e9"}]
    )
    assert desk.ledger.size() == before


def test_an_answer_far_from_the_ruling_is_asked_about(colleague: Callable[[str], Colleague]) -> None:
    first = colleague("E1")
    number = first.opens()
    kind = answers()
    kind["answers"][0] = {"player": "P1", "outcome": "rejected", "ex_gratia": "500.00"}
    asked = first.begin(f"/cases/{number}/begin", kind).json()
    assert any("500.00 GBP ex gratia" in question for question in asked["questions"])
    assert "publicKey" in first.begin(f"/cases/{number}/begin", {**kind, "sure": True}).json()


def test_a_german_page_asks_and_refuses_in_german(colleague: Callable[[str], Colleague]) -> None:
    first = colleague("E1")
    number = first.opens()
    kind = answers()
    kind["answers"][0] = {"player": "P1", "outcome": "rejected", "ex_gratia": "500.00"}
    german = {"accept-language": "de"}
    asked = first.client.post(f"/cases/{number}/begin", json=kind, headers=german).json()["questions"]
    assert "P1 erhält 500,00 GBP aus Kulanz, mehr als gesetzt war" in asked
    refused = first.client.post(f"/cases/{number}/begin", json=answers("0"), headers=german)
    assert refused.status_code == 422
    assert refused.json()["detail"].startswith("der Forderung von P1 wird stattgegeben, aber nichts darauf gezahlt; ")


def test_two_people_who_act_at_once_do_not_both(desk: Served, colleague: Callable[[str], Colleague]) -> None:
    first, second = colleague("E1"), colleague("E2")
    number = first.opens()
    path, note = f"/cases/{number}/begin", {"words": "case note", "fields": {"text": "Seen."}}
    ours, theirs = first.begin(path, answers()).json(), second.begin(path, note).json()
    assert second.finish(theirs).json()["refused"] is None
    answer = first.finish(ours)
    assert answer.status_code == 422
    assert "the record has changed since you were asked" in answer.json()["detail"]
    assert Casebook(desk.ledger).case(number).state == "open"
    assert "was given before" in first.finish(ours).json()["detail"], "a challenge is answered once"


def test_a_ruling_that_changes_between_proposal_and_approval_refuses_the_approval(
    desk: Served, colleague: Callable[[str], Colleague]
) -> None:
    first, approver = colleague("E1"), colleague("A7")
    number = first.opens()
    first.does(f"/cases/{number}/begin", answers())
    night.feed_late(desk.url, f"{night.SHORT_P2}: pay w6 5850")
    assert "has changed since these answers were written" in approver.refused(number, words="case approve")


def test_whoever_wrote_the_answers_does_not_approve_them_and_the_attempt_is_on_record(
    desk: Served, colleague: Callable[[str], Colleague]
) -> None:
    first = colleague("E1")
    number = first.opens()
    first.does(f"/cases/{number}/begin", answers())
    taken = first.does(f"/cases/{number}/begin", {"words": "case approve", "fields": {"role": "approver"}})
    assert taken["refused"]
    last = Casebook(desk.ledger).case(number).taken[-1]
    assert isinstance(last.event, CaseActRefused)
    assert last.entry.is_signed


def test_an_approval_names_the_proposal_that_was_on_the_page(colleague: Callable[[str], Colleague]) -> None:
    first, approver = colleague("E1"), colleague("A7")
    number = first.opens()
    first.does(f"/cases/{number}/begin", answers())
    seen = re.search(r'name="proposal" value="(sha256:[0-9a-f]+)"', approver.client.get(f"/cases/{number}").text)
    assert seen is not None
    altered = answers()
    altered["answers"][1]["ground"] = "The stake alone was paid."
    first.does(f"/cases/{number}/begin", {**altered, "words": "case alter"})
    fields = {"proposal": seen[1]}
    taken = approver.does(f"/cases/{number}/begin", {"words": "case approve", "fields": fields})
    assert "not the proposal as it stands" in taken["refused"]


def test_offices_that_may_not_are_kept_out(desk: Served, colleague: Callable[[str], Colleague]) -> None:
    first = colleague("E1")
    number = first.opens()
    with signed_in(desk, "R7") as regulator, signed_in(desk, "A7") as approver:
        for path in ("/cases", f"/cases/{number}", f"/cases/{number}/letters/acknowledgement/1"):
            assert regulator.get(path).status_code == 403
        assert approver.get("/cases/new").status_code == 403
        assert approver.post("/cases/begin", json={}).status_code == 403
        assert "Sign the proposal" not in approver.get(f"/cases/{number}").text
    supervisor = colleague("S1")
    look = supervisor.client.post(f"/cases/{number}/words", json={"player": "P1", "reason": "curious"})
    assert look.status_code == 403
    taken = supervisor.does(f"/cases/{number}/begin", answers())
    assert "S1 acted as supervisor" in taken["refused"]


def test_a_case_about_a_table_that_is_not_shown_is_not_shown(url: str) -> None:
    with serving(url) as desk, Colleague(desk, "E1") as first:
        number = first.opens()
    limits = {"investigator": {"tables": ["BAC-2"]}}
    with serving(url, offices=limits) as desk, signed_in(desk, "I7") as client:
        assert number not in client.get("/cases").text
        path = f"/cases/{number}"
        for answer in (
            client.get(path),
            client.get(f"{path}/letters/final/1"),
            client.get(f"{path}/files/{'0' * 64}"),
            client.post(f"{path}/begin", json={"words": "case note", "fields": {"text": "x"}}),
            client.post(f"{path}/draft", json={}),
            client.post(f"{path}/files", content=b"a"),
            client.post(f"{path}/words", json={"player": "P1", "reason": "dispute"}),
            client.post("/cases/begin", json={"rounds": list(night.ROUNDS)}),
            client.get(f"/cases/new?round={night.MISDEALT}"),
        ):
            assert answer.status_code == 403
            assert "is not among those that you are shown" in answer.text


def test_a_player_s_words_are_sealed_at_once_and_read_only_on_record(
    desk: Served, colleague: Callable[[str], Colleague]
) -> None:
    first, approver = colleague("E1"), colleague("A7")
    claims = [{"player": "P1", "amount": "128.00", "words": NO_WORD}]
    asked = first.begin("/cases/begin", {"rounds": list(night.ROUNDS), "claims": claims})
    assert asked.json()["left"] == 2, "the opening, the words, the claim"
    database = Path(desk.url.removeprefix("sqlite:///"))
    assert NO_WORD.encode() not in database.read_bytes(), "what waits for a signature is sealed already"
    number = first.opens(claims=claims)
    events = [entry.event for entry in desk.ledger.entries("person/P1")]
    assert [type(event) for event in events] == [PersonNoted]
    assert NO_WORD not in first.client.get(f"/cases/{number}").text
    path = f"/cases/{number}/words"
    unsigned = approver.client.post(path, json={"player": "P1", "reason": "dispute of the player"})
    assert "shown" not in unsigned.json()
    assert not any(isinstance(entry.event, PersonLookedAt) for entry in desk.ledger.entries("person/P1"))
    taken = approver.finish(unsigned.json()).json()
    assert [note["text"] for note in taken["shown"]] == [NO_WORD]
    look = desk.ledger.entries("person/P1")[-1]
    assert isinstance(look.event, PersonLookedAt)
    assert (look.event.by, look.event.reason, look.is_signed) == ("A7", "dispute_of_the_player", True)
    assert approver.client.post(path, json={"player": "P9", "reason": "x"}).status_code == 404


def test_who_opened_a_case_with_names_in_it_is_on_record(desk: Served, colleague: Callable[[str], Colleague]) -> None:
    first = colleague("E1")
    number = first.opens()
    first.client.cookies.set("masked", "1")
    assert "P1" not in first.client.get(f"/cases/{number}").text
    assert "P1" not in first.client.get("/cases").text
    assert first.client.get(f"/cases/{number}/letters/acknowledgement/1").status_code == 422
    looks = [entry.event for entry in desk.ledger.entries("desk") if isinstance(entry.event, NamesLookedAt)]
    assert looks == []
    first.client.cookies.delete("masked")
    assert "P1" in first.client.get(f"/cases/{number}").text
    looks = [entry.event for entry in desk.ledger.entries("desk") if isinstance(entry.event, NamesLookedAt)]
    assert [(event.person, event.about) for event in looks] == [("E1", night.DAY)]


def test_a_letter_is_kept_when_it_is_sent_as_it_was_when_it_was_signed(
    desk: Served, colleague: Callable[[str], Colleague]
) -> None:
    first = colleague("E1")
    number = first.opens()
    files = CaseFiles(folders(desk.url)["files"])
    body = {"words": "case send", "fields": {"letter": "acknowledgement", "player": "P1", "language": "de"}}
    asked = first.begin(f"/cases/{number}/begin", body).json()
    assert files.read(asked["statement"]["entry"]["data"]["digest"]) is None, "nobody has signed it"
    assert first.finish(asked).json()["refused"] is None
    (letter,) = Casebook(desk.ledger).case(number).letters()
    data = files.read(letter.event.digest)
    assert data is not None
    assert letter.event.language == "de"
    preview = first.client.get(f"/cases/{number}/letters/acknowledgement/1?language=de")
    assert preview.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'self'"
    assert preview.headers["x-frame-options"] == "SAMEORIGIN"
    assert first.client.get(f"/cases/{number}").headers["x-frame-options"] == "DENY"
    assert "nothing is settled for P1" in first.refused(
        number, words="case send", fields={"letter": "final", "player": "P1"}
    )


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"words": "case open"}, 404),
        ({"words": "void round"}, 404),
        ({"words": "case claim --nothing"}, 404),
        ({"words": "case note", "fields": {"nothing": "x"}}, 422),
        ({"words": "case note"}, 422),
        ({"words": "case note", "fields": {"text": "a\0b"}}, 422),
        ({"words": "case note", "fields": {"text": "\ud800"}}, 422),
        ({"words": "case note", "fields": {"text": "x", "person": "P1"}, "sealed": "y"}, 422),
        ({"words": "case attach", "fields": {"camera": "C1", "begins_at": "yesterday"}}, 422),
        ({"words": "case attach", "fields": {"camera": "C1", "offset_ms": "1.5"}}, 422),
        ({"words": "case claim", "fields": {"player": "P 1"}}, 422),
        ({"words": "case close", "answers": [{"player": "P1"}]}, 422),
        ({"words": "case propose", "answers": [{"player": "P1", "pay": "\ud800"}]}, 422),
    ],
)
def test_what_is_no_act_is_refused_and_nothing_is_on_record(
    desk: Served, colleague: Callable[[str], Colleague], body: dict[str, Any], status: int
) -> None:
    first = colleague("E1")
    number = first.opens()
    before = desk.ledger.size()
    answer = first.client.post(
        f"/cases/{number}/begin", content=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == status, answer.text
    assert desk.ledger.size() == before


def test_what_is_late_comes_first_and_says_by_how_many_days(colleague: Callable[[str], Colleague]) -> None:
    first = colleague("E1")
    early = first.opens(received="2026-02-01T12:00")  # the same money is in question in both
    late = first.opens()
    text = first.client.get("/cases").text
    assert text.index(early) < text.index(late)
    assert re.search(r'class="late">[a-z ]+: [0-9]+ days late<', text)
    assert late not in first.client.get("/cases?state=settled").text
    assert first.client.get("/cases?state=nothing").status_code == 404


# As pages


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_against_the_pages_of_a_case_and_none_is_wider_than_a_telephone(
    desk: Served, colleague: Callable[[str], Colleague], window: Callable[[str], Window], theme: str
) -> None:
    opened = colleague("E2")
    number = opened.opens()
    first = window(desk.origin)
    enrol_passkey(desk.ledger, "E1", first.new_passkey("E1"))
    first.sign_in()
    page = first.page
    pages = ["/cases", "/cases/new", f"/cases/new?round={night.MISDEALT}", f"/cases/{number}"]
    for step in range(2):
        for path in pages[step * 3 :]:
            page.set_viewport_size({"width": 1280, "height": 900})
            page.goto(path)
            page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
            assert browser.axe(page) == [], path
            page.set_viewport_size({"width": 390, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        if step == 0:
            opened.does(f"/cases/{number}/begin", answers())

"""A complaint to the closed case by command line: two people, three rounds, two claimants, two languages; and what would
make the case contradict itself, refused or asked about in a sentence.
"""

import os
import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from pypdf import PdfReader

from desk.opening import open_existing
from drill.sample import people
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from replay.games.registry import GAMES
from tests.commands import Ran, Recoup
from tests.desk import three_rounds
from tests.desk.three_rounds import DAY, OPEN_ROUND, ROUNDS
from tests.ledgers import as_cloudevents

pytestmark = pytest.mark.slow

CASE: Final = "2026-0001"
MANAGER: Final = ("--by", "E7", "--role", "dispute_manager")
APPROVER: Final = ("--by", "A7", "--role", "approver")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the ledger and the keys; nobody writes to it."""
    folder = tmp_path_factory.mktemp("three")
    three_rounds.record(f"sqlite:///{folder / 'own.db'}", folder / "people")
    (folder / "house.toml").write_text(three_rounds.HOUSE, encoding="utf-8")
    (folder / "chips.txt").write_text("The chips lay on the line.\n", encoding="utf-8")
    (folder / "passphrase").write_text(people.PASSPHRASE, encoding="utf-8")
    return folder


@pytest.fixture
def own(recorded: Path, recoup: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """`recoup` on a copy of it."""
    shutil.copytree(recorded, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("RECOUP_LEDGER", f"sqlite:///{tmp_path / 'own.db'}")
    monkeypatch.setenv("RECOUP_PASSPHRASE_FILE", str(tmp_path / "passphrase"))
    return recoup


@pytest.fixture
def opened(own: Recoup) -> Recoup:
    """A case on the three rounds, with what both claim."""
    rounds = [part for name in ROUNDS for part in ("--round", name)]
    assert own("case", "open", DAY, *rounds, "--claim", "P1=5.00", "--claim", "P2=9.50:de", *MANAGER).code == 0
    return own


def test_a_dispute_takes_eight_commands_four_of_them_with_an_office(own: Recoup, tmp_path: Path) -> None:
    """One contradiction is refused on the way, one mistyped amount asked about, and one answer appealed."""
    assert own("house", "set", "house.toml", "--sign", "people/M1.key").code == 0
    rounds = [part for name in ROUNDS for part in ("--round", name)]
    mine, others = ("--sign", "people/E7.key"), ("--sign", "people/A7.key")
    office = ("--role", "dispute_manager")
    steps: list[tuple[str, ...]] = [
        ("open", DAY, *rounds, "--claim", "P1=5.00", "--claim", "P2=9.50:de", "--attach", "chips.txt", *mine, *office),
        ("propose", CASE, "--answer", "P1=upheld:0", *mine, *office),
        ("propose", CASE, "--answer", "P1=upheld:500", *mine, *office),
        (
            "propose",
            CASE,
            "--ground",
            "P1=The payment was short.",
            "--fact",
            "e1=The chips lay on the line.",
            *mine,
            *office,
        ),
        ("approve", CASE, "--settle", *others),
        ("pay", CASE, "--send", *mine),
        ("appeal", CASE, "--player", "P2", "--body", "IBAS", *mine),
        ("close", CASE, *mine),
    ]
    assert len(steps) == 8
    assert sum("--role" in step for step in steps) == 4
    ran = [own("case", *step) for step in steps]
    assert [(step.code, step.err) for step in ran if step.code == 0] == [(0, "")] * 6
    assert (ran[1].code, "upheld and nothing is to be paid" in " ".join(ran[1].out.split())) == (1, True)
    assert (ran[2].code, "P1 is to have 500.00 GBP, and the ruling gives 5.00 GBP" in ran[2].complaint) == (2, True)
    case = own("case", "show", CASE, "--json").json
    assert (case["state"], case["owed"]) == (
        "closed",
        {name: {"owed_minor": 0, "ex_gratia_minor": 0} for name in ("P1", "P2")},
    )
    assert [(answer["player"], answer["outcome"], answer["pay_minor"]) for answer in case["settled"]] == [
        ("P1", "upheld", 500),
        ("P2", "upheld", 950),
    ]
    assert [act["act"] for act in case["acts"] if not act["claimed"]] == [act["act"] for act in case["acts"]]
    sent = [act["data"] for act in case["acts"] if act["act"] == "send_letter"]
    assert [(letter["player"], letter["language"], letter["letter"]) for letter in sent] == [
        ("P1", "en", "final"),
        ("P2", "de", "final"),
    ]
    for letter in sent:
        assert (tmp_path / "recoup.files" / letter["digest"].removeprefix("sha256:")).read_bytes().startswith(b"%PDF-")
    attached = next(act["data"] for act in case["acts"] if act["act"] == "attach_evidence")
    assert (attached["evidence"], attached["media_type"], attached["size_bytes"]) == ("e1", "text/plain", 27)
    assert own("verify", "--ledger", f"sqlite:///{tmp_path / 'own.db'}").code == 0


def refused(ran: Ran, why: str) -> bool:
    """Whether a command was refused, and on record, for this reason."""
    return (ran.code, why in " ".join(ran.out.split())) == (1, True)


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        (("--answer", "P1=upheld:0"), "upheld and nothing is to be paid on it"),
        (("--answer", "P1=partly_upheld:0"), "upheld and nothing is to be paid on it"),
        (("--answer", "P1=upheld:4.99"), "asks for 5.00 GBP and is to have 4.99 GBP; that is partly upheld"),
        (("--answer", "P1=upheld:6.00"), "no wager is awarded it"),
        (
            ("--answer", "P1=upheld:6.00", "--award", f"P1={ROUNDS[0]}:w1:21.00"),
            "gives 20.00 GBP at most, under any reading",
        ),
        (("--answer", "P1=upheld:6.00", "--award", f"P1={ROUNDS[0]}:w1:20.00"), "the awards give P1 5.00 GBP beyond"),
        (("--answer", "P9=upheld:1.00"), "P9 has no wager in the rounds of this case"),
        (("--fact", "e7=The card was bent."), "rests on e7, which is not on file"),
    ],
    ids=lambda part: part[-1] if isinstance(part, tuple) else "",
)
def test_an_answer_that_contradicts_itself_is_refused(answers: tuple[str, ...], why: str, opened: Recoup) -> None:
    assert refused(opened("case", "propose", CASE, *answers, "--sure", *MANAGER), why)
    assert opened("case", "show", CASE, "--json").json["state"] == "open"


def test_a_proposal_says_whether_money_paid_too_much_is_asked_back(opened: Recoup, tmp_path: Path) -> None:
    """14.00 of the 15.00 that were paid on w1: the table paid 1.00 too much. Until that is said nothing is on record."""
    less = ("--answer", "P1=rejected", "--award", f"P1={ROUNDS[0]}:w1:14.00", "--sure")
    unsaid = opened("case", "propose", CASE, *less, *MANAGER)
    assert unsaid.code == 2
    assert (
        "P1 was paid 1.00 GBP too much; say how much is asked back, or 0 where nothing is: --ask-back P1=0"
        in unsaid.complaint
    )
    assert [act["act"] for act in opened("case", "show", CASE, "--json").json["acts"]].count("propose_ruling") == 0
    assert opened("case", "propose", CASE, *less, "--ask-back", "P1=0", *MANAGER).code == 0
    assert opened("case", "alter", CASE, *less, *MANAGER).code == 2
    letter = ("report", CASE, "--format", "json", "--letter", "P1", "-o", "letter.json")
    for asked, sentence in (("0", "We will not ask you to repay it."), ("1.00", "We ask you to repay 1.00 GBP.")):
        assert opened("case", "alter", CASE, *less, "--ask-back", f"P1={asked}", *MANAGER).code == 0
        assert opened(*letter).code == 0
        assert sentence in (tmp_path / "letter.json").read_text(encoding="utf-8")


def test_a_round_that_is_still_played_has_no_answer(own: Recoup) -> None:
    assert own("case", "open", DAY, "--round", OPEN_ROUND, "--claim", "P2=0", *MANAGER).code == 0
    ran = own("case", "propose", CASE, "--answer", "P2=rejected", *MANAGER)
    assert refused(ran, f"round {OPEN_ROUND} is still being played")


def paid_later(tmp_path: Path) -> None:
    """The table pays the 5.00 that were short, after all."""
    text = f"!source table/BAC-1\n{ROUNDS[0]}: pay w1 2000\n"
    with open_existing(f"sqlite:///{tmp_path / 'own.db'}") as ledger:
        feed = BytesIO(as_cloudevents(text).replace(b'"1"', b'"901"'))
        intake.ingest_stream(ledger, feed, "late.ndjson", format_named("cloudevents").reader(Path("late.ndjson")), GAMES)


@pytest.mark.parametrize("late_at", ["approve", "settle"])
def test_answers_to_a_ruling_that_has_changed_since_are_refused(late_at: str, opened: Recoup, tmp_path: Path) -> None:
    assert opened("case", "propose", CASE, *MANAGER).code == 0
    if late_at == "settle":
        assert opened("case", "approve", CASE, *APPROVER).code == 0
    paid_later(tmp_path)
    ran = opened("case", late_at, CASE, *(APPROVER if late_at == "approve" else MANAGER))
    assert refused(ran, f"the ruling on {ROUNDS[0]} has changed since these answers were written")


@pytest.mark.parametrize(
    ("claim", "question"),
    [
        ("P1=500", "P1 asks for 500.00 GBP, and these rounds can give at most"),
        ("P9=5.00", "P9 has no wager in the rounds of this case"),
    ],
)
def test_a_claim_that_may_be_a_slip_is_asked_about_before_the_case_is_opened(
    claim: str, question: str, own: Recoup
) -> None:
    opening = ("case", "open", DAY, "--round", ROUNDS[0], "--claim", claim, *MANAGER)
    ran = own(*opening)
    assert (ran.code, question in ran.complaint, "--sure" in ran.complaint) == (2, True, True)
    assert own("case", "list", "--json").json == []
    assert own(*opening, "--sure").code == 0


@pytest.mark.parametrize(
    ("amount", "minor"), [("78.50", 7850), ("78,5", 7850), ("1'950", 195_000), ("1,950.50", 195_050), ("GBP 3", 300)]
)
def test_an_amount_is_read_as_people_write_it(amount: str, minor: int, opened: Recoup) -> None:
    assert opened("case", "claim", CASE, "--player", "P1", "--amount", amount, "--sure", *MANAGER).code == 0
    assert opened("case", "show", CASE, "--json").json["claimed_minor"] == minor + 950


@pytest.mark.parametrize("amount", ["1,950", "1.950", "-3", "three", "78.505", "1,95,0.00", "٣"])
def test_an_amount_that_is_none_or_could_be_two_is_one_sentence(amount: str, opened: Recoup) -> None:
    ran = opened("case", "claim", CASE, "--player", "P1", "--amount", amount, *MANAGER)
    assert (ran.code, "write it like 78.00 or 1950" in ran.complaint) == (2, True)


def test_who_acts_is_whose_key_signs_and_an_office_is_asked_for_where_there_are_two(opened: Recoup) -> None:
    ran = opened("case", "propose", CASE, "--sign", "people/E7.key")
    assert ran.code == 0, ran.err
    nobody = opened("case", "hold", CASE)
    assert "say who does it with --by, or sign with a key of the roster" in nobody.complaint
    stranger = opened("case", "hold", CASE, "--by", "X1")
    assert "say in which office X1 does it" in stranger.complaint


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "that file is empty"),
        (b"MZ\x90\x00\x03", "save it as PDF or PNG"),
        (b"RIFF\x00\x00\x00\x00AVI ", "save it as PDF or PNG"),
        (b"\xff\xfe\x00", "save it as PDF or PNG"),
        (b"%PDF-" + b"0" * 25_000_000, "attach footage by its camera and times"),
    ],
    ids=["empty", "program", "film", "none", "large"],
)
def test_a_file_that_is_not_taken_is_one_sentence(data: bytes, why: str, opened: Recoup, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(data)
    ran = opened("case", "attach", CASE, "--file", "file", *MANAGER)
    assert (ran.code, why in ran.complaint) == (2, True)
    assert not (tmp_path / "recoup.files").exists()


def test_a_pipe_is_no_evidence(opened: Recoup, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    ran = opened("case", "attach", CASE, "--file", "pipe", *MANAGER)
    assert (ran.code, "pipe is no plain file; name one" in ran.complaint) == (2, True)


def test_the_files_are_looked_at_before_a_case_is_opened(own: Recoup, tmp_path: Path) -> None:
    (tmp_path / "program").write_bytes(b"MZ\x90\x00\x03")
    ran = own("case", "open", DAY, "--round", ROUNDS[0], "--attach", "chips.txt", "--attach", "program", *MANAGER)
    assert (ran.code, "save it as PDF or PNG" in ran.complaint) == (2, True)
    assert own("case", "list", "--json").json == []
    assert not (tmp_path / "recoup.files").exists()


def test_a_round_that_is_named_twice_is_taken_up_once(own: Recoup) -> None:
    assert own("case", "open", DAY, "--round", ROUNDS[0], "--round", ROUNDS[0], *MANAGER).code == 0
    assert own("case", "show", CASE, "--json").json["rounds"] == [ROUNDS[0]]


@pytest.mark.parametrize("language", ["xx", "fr"])
def test_a_claim_is_stated_in_a_language_in_which_there_are_letters(language: str, own: Recoup) -> None:
    ran = own("case", "open", DAY, "--round", ROUNDS[0], "--claim", f"P1=5.00:{language}", *MANAGER)
    assert (ran.code, f"there are no texts in '{language}'; there are de, en" in ran.complaint) == (2, True)
    assert own("case", "list", "--json").json == []


def test_a_list_of_cases_has_amounts_as_people_write_them(opened: Recoup) -> None:
    assert "14.50 GBP" in opened("case", "list").out


def letters(own: Recoup) -> Callable[..., Ran]:
    return lambda kind, *more: own("case", "send", CASE, kind, *more, *MANAGER)


def test_no_letter_leaves_without_the_house_s_settings(opened: Recoup) -> None:
    send = letters(opened)
    assert "set them with `recoup house set FILE`" in send("acknowledgement").complaint
    assert opened("house", "set", "house.toml", "--by", "E7", "--role", "dispute_manager").code == 1
    assert opened("house", "set", "house.toml", "--by", "M1", "--role", "management").code == 0
    assert send("acknowledgement").code == 0
    assert "nothing is settled for P1" in send("final", "--player", "P1").complaint
    assert "there are no texts in 'fr'" in send("holding", "--language", "fr").complaint
    assert "nobody does not sign for the house" in send("holding", "--signed-by", "nobody").complaint
    assert send("holding").code == 0
    assert opened("case", "propose", CASE, *MANAGER).code == 0
    assert opened("case", "approve", CASE, "--settle", *APPROVER).code == 0
    assert "what goes to P1 now is the final letter" in send("holding").complaint
    assert send("final").code == 0


def test_no_deadlock_letter_leaves_before_anybody_has_said_anything(opened: Recoup) -> None:
    assert opened("house", "set", "house.toml", "--by", "M1", "--role", "management").code == 0
    refused = letters(opened)("deadlock", "--player", "P1")
    assert (refused.code, "record a position, or an attempt to settle" in refused.complaint) == (2, True)
    assert opened("case", "position", CASE, "I was paid too little.", "--party", "P1", *MANAGER).code == 0
    assert letters(opened)("deadlock", "--player", "P1").code == 0


def test_the_final_letters_go_to_those_who_are_named_and_else_to_all_who_claim(opened: Recoup) -> None:
    assert opened("house", "set", "house.toml", "--by", "M1", "--role", "management").code == 0
    settled(opened)

    def sent() -> list[str]:
        acts = opened("case", "show", CASE, "--json").json["acts"]
        return [act["data"]["player"] for act in acts if act["data"].get("letter") == "final"]

    assert opened("case", "pay", CASE, "--player", "P1", "--send", *MANAGER).code == 0
    assert sent() == ["P1"]


def test_a_letter_goes_to_the_name_and_address_on_record_and_the_look_is_too(opened: Recoup, tmp_path: Path) -> None:
    """P1 has a name and an address on record; of P2 nothing is, so P2's letter goes to the number."""
    assert opened("house", "set", "house.toml", "--by", "M1", "--role", "management").code == 0
    (tmp_path / "name.txt").write_text("Anna Berger\n2 Hill Road\nHarbourtown HT2 3CD\n", encoding="utf-8")
    note = ("person", "note", "P1", "--kind", "name", "--file", str(tmp_path / "name.txt"))
    assert opened(*note, "--by", "M1", "--role", "management", "--vault", str(tmp_path / "vault")).code == 0
    settled(opened)
    assert letters(opened)("final", "--vault", str(tmp_path / "vault")).code == 0
    sent = {
        act["data"]["player"]: act["data"]["digest"].removeprefix("sha256:")
        for act in opened("case", "show", CASE, "--json").json["acts"]
        if act["act"] == "send_letter"
    }
    named, numbered = (
        PdfReader(tmp_path / "recoup.files" / sent[player]).pages[0].extract_text() for player in ("P1", "P2")
    )
    assert "Anna Berger" in named
    assert "2 Hill Road" in named
    assert "Dear Anna Berger," in named
    assert "P1" not in named
    assert "Spieler/in P2" in numbered
    looks = opened("person", "looks", "--json").json
    assert [(look["person"], look["by"], look["reason"]) for look in looks] == [("P1", "E7", "send_letter")]


def settled(own: Recoup) -> None:
    """The answers as they follow from the rulings, approved and given."""
    assert own("case", "propose", CASE, *MANAGER).code == 0
    assert own("case", "approve", CASE, "--settle", *APPROVER).code == 0


def test_a_wager_is_answered_by_one_case_alone(opened: Recoup) -> None:
    settled(opened)
    second = ("case", "open", DAY, "--round", ROUNDS[0], "--claim", "P1=5.00", *MANAGER)
    assert opened(*second).code == 0
    ran = opened("case", "propose", "2026-0002", "--sure", *MANAGER)
    assert ran.code != 0
    assert opened("case", "show", "2026-0002", "--json").json["state"] == "open"


def test_what_was_had_is_not_taken_back_in_silence(opened: Recoup) -> None:
    settled(opened)
    assert opened("case", "pay", CASE, *MANAGER).code == 0
    assert opened("case", "reopen", CASE, "--reason", "new footage", *MANAGER).code == 0
    assert refused(opened("case", "propose", CASE, "--answer", "P1=rejected", "--sure", *MANAGER), "P1 has had 5.00 GBP")


def test_a_claim_that_is_answered_stays_as_it_was(opened: Recoup) -> None:
    settled(opened)
    claim = ("case", "claim", CASE, "--player", "P1", *MANAGER, "--sure")
    assert refused(opened(*claim, "--amount", "100"), "the claim of P1 is answered; reopen the case")
    assert refused(opened(*claim, "--withdraw"), "the claim of P1 is answered; reopen the case")


def test_a_reading_that_no_ruling_hangs_on_is_one_sentence(opened: Recoup) -> None:
    ran = opened("case", "propose", CASE, "--reading", "DCB-21a?=a:because", *MANAGER)
    assert (ran.code, "no ruling of this case depends on reading a of DCB-21a?" in ran.complaint) == (2, True)

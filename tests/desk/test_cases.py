"""`recoup case` as a dispute manager runs it: an answer is one sentence, a refusal exit 1, an output of its schema."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.commands import Recoup
from tests.desk import floor
from tests.desk.test_outputs import validator

pytestmark = pytest.mark.slow

AWARD: Final = f"P-1={floor.UNDERDRAWN}:w8:19.50"
DAY: Final = floor.UNDERDRAWN.rsplit("/", 1)[0]
WRITER: Final = ("--by", "D1", "--role", "dispute_manager")
APPROVER: Final = ("--by", "A1", "--role", "approver")


@pytest.fixture
def own(recorded: str, recoup: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """`recoup` on a copy of the recorded ledger, since cases are written to it."""
    there, here = recorded.removeprefix("sqlite:///"), tmp_path / "own.db"
    with closing(sqlite3.connect(there)) as day, closing(sqlite3.connect(here)) as copy:
        day.backup(copy)
    monkeypatch.setenv("RECOUP_LEDGER", f"sqlite:///{tmp_path / 'own.db'}")
    return recoup


@pytest.fixture
def case(own: Recoup) -> str:
    """A case that was just opened on a misdealt round, with a claim."""
    ran = own("case", "open", DAY, "--round", floor.UNDERDRAWN, "--jurisdiction", "uk", *WRITER, "--json")
    assert (ran.code, ran.err) == (0, "")
    number: str = ran.json["case"]
    assert own("case", "claim", number, "--player", "P-1", "--amount", "9.50", *WRITER).code == 0
    return number


@pytest.mark.slow
def test_a_case_goes_from_the_claim_to_the_payment(case: str, own: Recoup) -> None:
    steps = (
        ("person", case, "--person", "D6", "--as", "on_the_floor", "--office", "dealer", *WRITER),
        ("attach", case, "--evidence", "e1", "--camera", "C7", "--offset-ms", "1500", "--expires", "2026-02-17", *WRITER),
        ("attempt", case, "--player", "P-1", "--outcome", "declined", "--offered", "10", *WRITER),
        ("ruling", case, floor.UNDERDRAWN, *WRITER),
        ("note", case, "seen from two cameras", *WRITER),
        ("propose", case, "--answer", "P-1=upheld:19.50:0.50", "--award", AWARD, *WRITER),
        ("alter", case, "--answer", "P-1=partly_upheld:9.00:0.50", "--award", AWARD.replace("19.50", "9.00"), *WRITER),
        ("approve", case, *APPROVER),
        ("settle", case, *WRITER),
        ("pay", case, "--player", "P-1", "--amount", "9.00", *WRITER),
        ("pay", case, "--player", "P-1", "--amount", "0,50", "--ex-gratia", *WRITER),
        ("appeal", case, "--player", "P-1", "--body", "IBAS", *WRITER),
        ("close", case, *WRITER),
        ("reopen", case, "--reason", "new footage", *WRITER),
    )
    for step in steps:
        ran = own("case", *step)
        assert (ran.code, ran.err) == (0, ""), step
        assert ran.out.count("\n") == 1
    document = own("case", "show", case, "--json").json
    validator(own, "case").validate(document)
    assert document["state"] == "open"
    assert document["owed"] == {"P-1": {"owed_minor": 0, "ex_gratia_minor": 0}}
    assert own("case", "show", case).code == 0


def test_its_own_approval_is_refused_and_stands_in_the_register(case: str, own: Recoup) -> None:
    own("case", "propose", case, "--answer", "P-1=rejected", *WRITER)
    ran = own("case", "approve", case, "--by", "D1", "--role", "approver")
    assert ran.code == 1
    assert "another person must approve" in " ".join(ran.out.split())
    rows = own("case", "register", "--json").json
    validator(own, "case-register").validate(rows)
    assert [(row["act"], row["by"], bool(row["refused"])) for row in rows][-2:] == [
        ("propose_ruling", "D1", False),
        ("approve_ruling", "D1", True),
    ]


def test_lists_are_of_their_schemas(case: str, own: Recoup) -> None:
    own("case", "attach", case, "--evidence", "e1", "--expires", "2026-02-17", *WRITER)
    due = own("case", "list", "--due", "--json").json
    validator(own, "cases-due").validate(due)
    assert [row["what"] for row in due if row["due_on"]] == ["footage_expires", "acknowledgement", "final_position"]
    assert [(row["what"], row["state"], row["due_at"]) for row in due if not row["due_on"]] == [
        ("adr", "not_verified", None)
    ]
    own("case", "hold", case, *WRITER)
    held = own("case", "list", "--due", "--json").json
    assert [row["what"] for row in held] == ["acknowledgement", "final_position", "adr"]
    rows = own("case", "list", "--json").json
    validator(own, "cases").validate(rows)
    assert [(row["case"], row["state"], row["claimed_minor"], row["held"]) for row in rows] == [(case, "open", 950, True)]


def test_a_clock_is_stopped_and_runs_again(case: str, own: Recoup) -> None:
    waits = ("--clock", "final_position", "--reason", "waits_for_the_player", *WRITER)
    assert own("case", "resume", case, *waits).code == 1
    stopped = own("case", "pause", case, *waits)
    assert (stopped.code, stopped.err) == (0, "")
    assert "stopped since" in " ".join(own("case", "show", case).out.split())
    assert "final position" in own("case", "list", "--due").out
    again = own("case", "pause", case, *waits)
    assert (again.code, "is stopped already" in again.out) == (1, True)
    receipt = own("case", "pause", case, "--clock", "acknowledgement", "--reason", "holiday", *WRITER)
    assert (receipt.code, "no source lets the clock acknowledgement be stopped" in receipt.out) == (1, True)
    assert own("case", "resume", case, *waits).code == 0
    assert "due in 55 days" in " ".join(own("case", "show", case).out.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("show", "2026-9999"), "case 2026-9999 is not on record"),
        (("propose", "{case}", "--answer", "P-1=perhaps", *WRITER), "is no answer; write PLAYER=OUTCOME"),
        (("propose", "{case}", "--answer", "P-1=rejected:5", *WRITER), "a rejected claim owes nothing"),
        (
            ("propose", "{case}", "--answer", "P-1=upheld:5", "--award", "P2=x:w1:5", *WRITER),
            "is no award of an answer",
        ),
        (("claim", "{case}", "--player", "P 1", *WRITER), "player 'P 1' is not of its form"),
        (
            ("ruling", "{case}", floor.UNDERDRAWN, "--by", "no one", "--role", "dispute_manager"),
            "by 'no one' is not",
        ),
        (("attach", "{case}", "--evidence", "e", "--from", "yesterday", *WRITER), "is not a time with a zone"),
        (("open", DAY, "--by", "R1", "--role", "regulator"), "only investigator or dispute manager opens a case"),
        (("open", DAY, "--jurisdiction", "atlantis", *WRITER), "the jurisdictions are uk"),
    ],
)
def test_wrong_use_is_one_plain_sentence(words: tuple[str, ...], message: str, case: str, own: Recoup) -> None:
    ran = own("case", *(word.replace("{case}", case) for word in words))
    assert ran.code == 2
    assert message in ran.complaint


NAME: Final = "Ottilie Quandt-Ueberkamp"


def sealed(own: Recoup) -> list[tuple[str, str]]:
    shown = own("person", "show", "P-1", "--by", "M1", "--role", "management", "--reason", "dispute", "--json").json
    return [(note["kind"], note["text"]) for note in shown]


def test_what_a_player_says_is_sealed_and_the_case_has_its_digest_alone(case: str, own: Recoup, tmp_path: Path) -> None:
    for name in ("claim", "remark"):
        (tmp_path / f"{name}.txt").write_text(f"{name}: I am {NAME}.\n", encoding="utf-8")
    claim = ("claim", case, "--player", "P-1", "--amount", "9.50", *WRITER, "--file", "claim.txt")
    note = ("note", case, "--about", "P-1", "--file", "remark.txt", *WRITER)
    for act in (claim, note):
        ran = own("case", *act)
        assert (ran.code, ran.err) == (0, "")
        assert NAME not in ran.out
    assert sealed(own) == [("claim", f"claim: I am {NAME}."), ("remark", f"remark: I am {NAME}.")]
    shown = own("case", "show", case, "--json")
    validator(own, "case").validate(shown.json)
    claimed, noted = shown.json["acts"][-2:]
    assert (claimed["act"], noted["act"], noted["data"]["person"]) == ("state_claim", "add_note", "P-1")
    assert claimed["data"]["words"] != noted["data"]["words"]
    assert NAME not in shown.out
    assert NAME.encode() not in (tmp_path / "own.db").read_bytes()
    before = shown.out
    for by in ("M1", "M2"):
        ground = ("--role", "management", "--ground", "consent_withdrawn")
        assert own("person", "forget", "P-1", "--by", by, *ground).code == 0
    assert own("case", "show", case, "--json").out == before


def test_a_witness_is_heard_and_sealed_with_a_key_of_their_own(case: str, own: Recoup, tmp_path: Path) -> None:
    (tmp_path / "said.txt").write_text(f"{NAME} saw the card.", encoding="utf-8")
    assert own("case", "person", case, "--person", "W1", "--file", "said.txt", *WRITER).code == 0
    shown = own("person", "show", "W1", "--by", "M1", "--role", "management", "--reason", "dispute", "--json").json
    assert [(note["kind"], note["text"]) for note in shown] == [("account", f"{NAME} saw the card.")]


def test_of_an_act_that_is_refused_nothing_is_noted(case: str, own: Recoup, tmp_path: Path) -> None:
    (tmp_path / "said.txt").write_text("said", encoding="utf-8")
    stranger = own("case", "note", case, "--about", "P9", "--file", "said.txt", *WRITER)
    assert (stranger.code, "P9 is not named in this case" in " ".join(stranger.out.split())) == (1, True)
    assert own("case", "note", case, "--about", "P-1", "--file", "said.txt", "--by", "R1", "--role", "regulator").code == 1
    assert not (tmp_path / "recoup.vault").exists()
    for words in (
        ("seen twice", "--about", "P-1"),
        ("--file", "said.txt"),
        ("seen", "--about", "P-1", "--file", "said.txt"),
    ):
        assert "write a remark, or name a person" in own("case", "note", case, *words, *WRITER).complaint

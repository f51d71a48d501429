"""`recoup retype`: a slip that was accepted is mended by an act with a reason, and both can be read ever after."""

from pathlib import Path
from typing import Final

import pytest

from tests.commands import Ran, Recoup

DAY: Final = "BAC-1/2026-11-20"
ROUND: Final = f"{DAY}/1"
OPENING: Final = f"{DAY}: table baccarat dcb GBP; limits banco 500 100000; limits punto 500 100000; shoe S1 8\n"
WRONG: Final = f"{ROUND}: open; bet w1 P1 punto 1000; nmb; P 9h B 3c P Tc B 5d; call punto; pay w1 2000; close\n"
"""What was typed: punto's 9 beats banco's 8, and 10.00 on punto brings 20.00 back."""
RIGHT: Final = WRONG.replace("P 9h", "P 7h")
"""What the footage shows: punto has 7, banco 8; banco was not called, and punto was paid 20.00 that it had lost."""
SECOND: Final = f"{DAY}/2: open; bet w2 P1 banco 1000; nmb; P 2h B 4c P 5c B 5d; call banco; close\n"
MENDED: Final = OPENING + RIGHT + SECOND
WHY: Final = ("--by", "I7", "--reason", "the footage shows a seven")


@pytest.fixture
def night(tmp_path: Path, recoup: Recoup) -> Path:
    """A transcript on record."""
    path = tmp_path / "night.txt"
    path.write_text(OPENING + WRONG + SECOND)
    assert recoup("record", str(path)).code == 0
    return path


def retyped(recoup: Recoup, night: Path, text: str, *more: str) -> Ran:
    night.write_text(text)
    return recoup("retype", str(night), *WHY, *more)


def test_the_round_is_ruled_on_as_mended(recoup: Recoup, night: Path) -> None:
    """Punto's 7 loses to banco's 8: the 20.00 that were paid were not due."""
    assert "The result stands" in recoup("rule", ROUND).out
    ran = retyped(recoup, night, MENDED)
    assert (ran.code, ran.out.splitlines()) == (
        0,
        [
            f"{ROUND}, as transcript/night tells it",
            "  - P 9h   (position 15)",
            "  + P 7h",
            f"{ROUND}: A payment must be corrected.",
        ],
    )
    (ruling,) = recoup("rule", ROUND, "--json").json
    assert {finding["kind"] for finding in ruling["findings"]} == {
        "wrong_announcement",
        "wrong_payment",
        "account_corrected",
    }
    assert ruling["outcomes"][0]["due_minor"] == {"w1": 0}
    assert "everything fits" in recoup("verify").out


def test_the_replay_shows_what_stood_before_when_and_by_whom_it_was_changed(recoup: Recoup, night: Path) -> None:
    retyped(recoup, night, MENDED)
    shown = recoup("replay", ROUND).out
    assert "Corrected by I7 at " in shown
    assert ": the footage shows a seven" in shown
    assert "    - 9h to punto  (position 15)" in shown
    assert "    + 7h to punto  (position " in shown
    (mend,) = recoup("replay", ROUND, "--json").json["corrections"]
    assert (mend["by"], mend["reason"]) == ("I7", "the footage shows a seven")
    assert [event["text"] for event in mend["before"]] == ["9h to punto"]
    assert [event["text"] for event in mend["instead"]] == ["7h to punto"]
    assert recoup("replay", f"{DAY}/2", "--json").json["corrections"] == []


def test_the_ruling_on_record_is_replaced_on_a_correction(recoup: Recoup, night: Path) -> None:
    retyped(recoup, night, MENDED)
    history = recoup("history", ROUND).out
    assert "stands, closed, by dcb 2026.2" in history
    assert "to correct, closed, by dcb 2026.2 (on a correction)" in history
    assert recoup("history", f"{DAY}/2").out.count("ruled") == 1


def test_a_changed_line_is_refused_and_names_the_way_to_mend_it(recoup: Recoup, night: Path) -> None:
    night.write_text(MENDED)
    ran = recoup("record", str(night))
    assert ran.code == 3
    assert "13 already known, 1 conflicting" in ran.out
    assert "`recoup retype FILE` mends what was typed and is on record" in ran.err
    assert "The result stands" in recoup("rule", ROUND).out
    retyped(recoup, night, MENDED)
    assert "delivery_conflicted" not in recoup("rule", ROUND, "--json").out, "it was mended since"


def test_the_same_line_is_known_before_and_after(recoup: Recoup, night: Path) -> None:
    assert recoup("record", str(night)).code == 0
    retyped(recoup, night, MENDED)
    ran = recoup("record", str(night))
    assert (ran.code, ran.out.splitlines()[0]) == (0, "0 recorded, 23 already known, 0 conflicting, 0 quarantined")
    assert retyped(recoup, night, MENDED).out == "nothing differs from what is on record\n"
    more = MENDED + f"{DAY}/3: open; nmb; P 2h B 4c P 5c B 5d; call banco; close\n"
    night.write_text(more)
    assert recoup("record", str(night)).out.startswith("8 recorded, 23 already known, 0 conflicting")


def test_a_mend_can_be_mended_and_taken_back(recoup: Recoup, night: Path) -> None:
    retyped(recoup, night, MENDED)
    retyped(recoup, night, MENDED.replace("P 7h", "P 8h"))
    assert "  - P 8h" in retyped(recoup, night, OPENING + WRONG + SECOND).out
    mends = recoup("replay", ROUND, "--json").json["corrections"]
    assert [[[event["text"] for event in mend[key]] for key in ("before", "instead")] for mend in mends] == [
        [["9h to punto"], ["7h to punto"]],
        [["7h to punto"], ["8h to punto"]],
        [["8h to punto"], ["9h to punto"]],
    ]
    (ruling,) = recoup("rule", ROUND, "--json").json
    assert (ruling["verdict"], [finding["kind"] for finding in ruling["findings"]]) == ("stands", ["account_corrected"] * 3)
    assert "everything fits" in recoup("verify").out


def test_what_was_left_out_is_put_in_where_it_belongs(recoup: Recoup, night: Path) -> None:
    """A card between two others, a phrase taken out, and a line that opens the table."""
    bare = WRONG.replace("B 3c ", "")
    night.write_text(night.read_text())
    assert retyped(recoup, night, OPENING.replace("banco 500", "banco 1000") + bare + SECOND).code == 0
    assert recoup("rule", ROUND, "--json").json[0]["verdict"] != "stands"
    assert retyped(recoup, night, OPENING + WRONG + SECOND).code == 0
    steps = [step["text"] for step in recoup("replay", ROUND, "--json").json["steps"]]
    assert steps[3:7] == ["9h to punto", "3c to banco", "Tc to punto", "5d to banco"]
    assert recoup("rule", ROUND, "--json").json[0]["verdict"] == "stands"


def test_check_shows_it_and_records_nothing(recoup: Recoup, night: Path) -> None:
    before = recoup("verify").out
    ran = retyped(recoup, night, MENDED, "--check")
    assert ran.out.splitlines()[1:] == [
        "  - P 9h   (position 15)",
        "  + P 7h",
        f"{ROUND}: A payment must be corrected.",
        "nothing was recorded",
    ]
    assert recoup("verify").out == before
    assert "The result stands" in recoup("rule", ROUND).out


def test_all_faults_of_the_file_are_named_and_nothing_is_mended(recoup: Recoup, night: Path) -> None:
    ran = retyped(recoup, night, MENDED.replace("5d; call punto", "5x; cal punto"))
    assert ran.code == 3
    assert "night.txt:2:54: 'P 7h B 3c P Tc B 5x': card.dealt.v1: card '5x' is not of its form" in ran.out
    assert "did you mean call or caller?" in ran.out
    assert "nothing was mended; put the 2 faults right first" in ran.err
    assert "The result stands" in recoup("rule", ROUND).out


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (OPENING + SECOND, "nothing would be left of round BAC-1/2026-11-20/1"),
        (WRONG + SECOND, "the line that opens BAC-1/2026-11-20 is missing"),
        ("!source transcript/other\n" + OPENING + WRONG, "nothing that transcript/other tells of BAC-1/2026-11-20"),
        ("!source shoe/7\n" + OPENING + WRONG, "a transcript tells what somebody saw and cannot speak as shoe/7"),
    ],
    ids=["a round left out", "the opening left out", "another account", "a device"],
)
def test_what_cannot_be_mended_is_said(recoup: Recoup, night: Path, text: str, complaint: str) -> None:
    before = recoup("verify").out
    ran = retyped(recoup, night, text)
    assert ran.code != 0
    assert complaint in ran.err + ran.out
    assert recoup("verify").out == before


def test_it_takes_a_reason_and_a_person(recoup: Recoup, night: Path) -> None:
    night.write_text(MENDED)
    assert recoup("retype", str(night), "--by", "I7").code == 2
    assert "say who does it with --by" in recoup("retype", str(night), "--reason", "a slip").err
    assert "The result stands" in recoup("rule", ROUND).out


def test_after_a_settlement_it_is_named_and_reopens_nothing(recoup: Recoup, night: Path) -> None:
    """15.00 instead of 20.00 was typed, and the case gave 5.00; in truth punto had lost."""
    night.write_text(OPENING + WRONG.replace("pay w1 2000", "pay w1 1500") + SECOND)
    recoup("retype", str(night), *WHY)
    manager = ("--by", "E7", "--role", "dispute_manager")
    recoup("case", "open", DAY, "--round", ROUND, "--claim", "P1=5.00", *manager)
    recoup("case", "propose", "2026-0001", "--answer", "P1=upheld:5.00", "--ground", "P1=The payment was short.", *manager)
    assert recoup("case", "approve", "2026-0001", "--settle", "--by", "A7", "--role", "approver").code == 0
    retyped(recoup, night, MENDED)
    (ruling,) = recoup("rule", ROUND, "--json").json
    texts = {finding["kind"]: finding["text"] for finding in ruling["findings"]}
    assert ruling["money"][0]["awarded_minor"] == 2000, "as it was settled, until somebody decides otherwise"
    assert ruling["outcomes"][0]["due_minor"] == {"w1": 0}, "what the rules give is told beside it"
    assert "after the round was settled at position" in texts["corrected_after_settlement"]
    assert "the settlement stands until somebody decides otherwise" in texts["corrected_after_settlement"]
    assert recoup("case", "show", "2026-0001", "--json").json["settled"][0]["pay_minor"] == 500
    assert recoup("case", "show", "2026-0001", "--json").json["state"] == "settled"


def test_masked_names_change_nothing(recoup: Recoup, tmp_path: Path) -> None:
    """An account that a person typed bears the person's id, and so does what corrects it."""
    path = tmp_path / "night.txt"
    path.write_text("!source transcript/I7\n" + OPENING + WRONG + SECOND)
    recoup("record", str(path))
    path.write_text("!source transcript/I7\n" + MENDED)
    recoup("retype", str(path), *WHY)
    assert recoup("report", ROUND, "--format", "html", "--masked", "-o", "masked.html").code == 0
    report = (tmp_path / "masked.html").read_text()
    assert "corrected what was typed" in report
    assert "I7" not in report
    assert "A payment must be corrected" in report

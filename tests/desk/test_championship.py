"""`recoup championship` as an official runs it: from the opening to the prize, with a draw, a dispute and refusals."""

from pathlib import Path

import jsonschema
import pytest

from desk.terminal.console import DONE, NO, WRONG_USE
from tests.commands import Recoup

pytestmark = pytest.mark.slow

TWO = ("--contestant", "C01", "--contestant", "C02")


@pytest.fixture
def run(recoup: Recoup) -> Recoup:
    """`recoup championship`, in a championship with sixteen contestants of whom two deal in the first round."""
    assert recoup("migrate").code == DONE

    def championship(command: str, *args: str) -> object:
        return recoup("championship", command, "EDC", *args)

    rules = ("--organiser", "ECA", "--director", "DIR", "--rulebook", "eca-championship", "--judge", "J1")
    assert championship("open", *rules).out.endswith("EDC: name judges is on record\n")  # type: ignore[attr-defined]
    for n in range(1, 17):
        championship("enter", "--contestant", f"C{n:02}", "--casino", f"K{n:02}")
    championship("schedule", "--round", "1", *TWO, "--advance", "1", "--by", "DIR")
    return championship  # type: ignore[return-value]


def scored(run: Recoup, *rows: str) -> None:
    for row in rows:
        name, hospitality, technical, control = row.split()
        points = ("--hospitality", hospitality, "--technical", technical, "--control", control)
        assert run("score", "--round", "1", "--contestant", name, *points, "--by", "J1").code == DONE


def test_a_draw_is_decided_by_an_exercise_made_from_a_seed(run: Recoup) -> None:
    scored(run, "C01 42 41 40", "C02 42 41 40")
    assert run("draw", "--round", "1", *TWO, "--by", "DIR").code == DONE
    undecided = run("exercise", "--round", "1", "--by", "DIR", "--seed", "1")
    assert undecided.code == WRONG_USE
    assert undecided.complaint.startswith("ECA-D6? leaves open which wheel it is")
    ran = run("exercise", "--round", "1", "--by", "DIR", "--seed", "1", "--reading", "a")
    assert ran.code == DONE
    document = run("show", "--json").json
    (exercise,) = document["exercises"]
    assert exercise["contestants"] == ["C01", "C02"]
    assert [line.split("  ")[-1] for line in ran.out.splitlines()[1:]] == [row["wager"] for row in exercise["wagers"]]
    right = ",".join(str(row["payout"]) for row in exercise["wagers"])
    assert run("answer", "--exercise", "1", "--contestant", "C01", "--payouts", "1", "--time-ms", "60000").code == DONE
    assert run("answer", "--exercise", "1", "--contestant", "C02", "--payouts", right, "--time-ms", "95000").code == DONE
    assert run("advance", "--round", "1", "--contestant", "C02", "--by", "DIR").code == DONE
    document = run("show", "--json").json
    (round_,) = document["rounds"]
    assert (round_["state"], round_["advanced"], document["findings"]) == ("decided", ["C02"], [])
    assert round_["branches"][0]["decided_by"] == ["exercise 1 marks"]
    shown = run("show")
    assert "exercise 1 marks" in shown.out
    assert "8 in 95.000 s" in shown.out


def test_a_refused_act_exits_1_with_one_sentence_and_is_on_record(run: Recoup) -> None:
    refused = run("disqualify", "--contestant", "C01", "--by", "K09", "--reason", "no uniform")
    assert refused.code == NO
    assert refused.complaint == (
        "EDC: disqualify is refused: only the championship director or the designee may disqualify; "
        "K09 holds no office (ECA-G2); the attempt is on record"
    )
    (tried,) = run("show", "--json").json["attempts"]
    assert (tried["act"], tried["by"], tried["clause"]) == ("disqualify", "K09", "ECA-G2")
    assert tried["code"] == "championship_no_role"
    assert tried["particulars"]["person"] == "K09"
    assert "refused: disqualify by K09" in run("show").out


def test_an_exercise_that_nobody_could_answer_is_refused_and_the_attempt_kept(run: Recoup) -> None:
    scored(run, "C01 42 41 40", "C02 42 41 40")
    own = ("--wager", "7 straight 17 on 17", "--wager", "5 straight 00 on 00")
    refused = run("exercise", "--round", "1", "--by", "DIR", "--reading", "a", *own)
    assert refused.code == NO
    assert refused.complaint == (
        "EDC: set exercise is refused: nobody could answer exercise 1: `5 straight 00 on 00`: the wheel has no "
        "compartment 00 (ECA-D2); the attempt is on record"
    )
    assert run("exercise", "--round", "1", "--by", "DIR", "--reading", "b", *own).code == DONE
    document = run("show", "--json").json
    assert [attempt["act"] for attempt in document["attempts"]] == ["set_exercise"]
    assert [row["payout"] for row in document["exercises"][0]["wagers"]] == [245, 175]


def test_who_is_drawn_and_what_decides_it_is_said_in_sentences(run: Recoup) -> None:
    scored(run, "C01 42 41 40", "C02 41 42 40")
    assert "Round 1: C01 and C02 are drawn for 1 place; C01 goes on by hospitality.  ECA-D1" in run("show").out
    assert run("advance", "--round", "1", "--contestant", "C02", "--by", "DIR").code == DONE
    shown = run("show").out
    assert "Round 1: C02 went on." in shown
    assert "ECA-D1  From round 1 C02 advanced; under the rules it is C01." in shown


def test_those_who_are_still_level_are_named(run: Recoup) -> None:
    scored(run, "C01 42 41 40", "C02 42 41 40")
    assert "Round 1: C01 and C02 are drawn for 1 place; C01 and C02 are still level.  ECA-D1 ECA-D2" in run("show").out


def test_an_open_dispute_holds_everything_up_until_a_designee_settles_it(run: Recoup) -> None:
    assert run("designate", "--designee", "D2", "--by", "DIR").code == DONE
    assert run("dispute", "--dispute", "Q1", "--about", "the box", "--by", "K02", "--round", "1").code == DONE
    assert run("advance", "--round", "1", "--contestant", "C01", "--by", "DIR").code == NO
    assert run("show", "--json").json["standing"] == "held"
    assert run("settle", "--dispute", "Q1", "--outcome", "it stands", "--by", "J1").code == NO
    assert run("settle", "--dispute", "Q1", "--outcome", "it stands", "--by", "D2").code == DONE
    assert run("show", "--json").json["standing"] == "open"
    assert "dispute Q1 of K02: the box; settled by D2: it stands" in run("show").out


def test_everything_else_can_be_done_and_shown_and_keeps_its_schema(run: Recoup, recoup: Recoup) -> None:
    scored(run, "C01 42 41 40", "C02 41 41 40")
    since = "2026-05-03T14:00:00Z"
    done = [
        run("judges", "--judge", "J2", "--by", "ECA"),
        run("prize", "--place", "1", "--prize", "the cup", "--by", "ECA"),
        run("prize", "--place", "1", "--prize", "a watch", "--by", "ECA", "--contestant", "C01"),
        run("amend", "--amendment", "A1", "--what", "limits", "--effective-at", since, "--by", "DIR", "--with", "ECA"),
        run("notify", "--amendment", "A1", *(f"--casino=K{n:02}" for n in range(1, 16)), "--by", "ECA"),
        run("inform-team", "--casino", "K01", "--amendment", "A1"),
        run("disqualify", "--contestant", "C16", "--by", "DIR", "--reason", "tips"),
        run("cancel", "--by", "ECA", "--reason", "rain"),
    ]
    assert {ran.code for ran in done} == {DONE}
    document = run("show", "--json").json
    jsonschema.Draft202012Validator(recoup("schema", "championship").json).validate(document)
    assert [(finding["kind"], finding["clauses"]) for finding in document["findings"]] == [
        ("prize_not_listed", ["ECA-G7"]),
        ("not_informed", ["ECA-G4"]),
    ]
    assert document["standing"] == "cancelled"
    assert run("invite", "--contestant", "C17", "--casino", "K17", "--by", "ECA").code == NO
    assert recoup("championship", "list").out == "EDC  cancelled\n"
    shown = run("show").out
    assert "The" not in shown.splitlines()[0]
    assert "K16 was not informed of amendment A1." in shown


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("show",), "there is no championship EDC; on record are: none"),
        (("designate", "--designee", "D2", "--by", "DIR"), "there is no championship EDC; on record are: none"),
    ],
)
def test_what_was_never_opened_is_said_in_one_sentence(recoup: Recoup, words: tuple[str, ...], why: str) -> None:
    recoup("migrate")
    ran = recoup("championship", words[0], "EDC", *words[1:])
    assert (ran.code, ran.complaint) == (WRONG_USE, why)


def test_what_cannot_be_meant_is_said_in_one_sentence(run: Recoup, recoup: Recoup) -> None:
    scored(run, "C01 42 41 40", "C02 41 41 40")
    wrong = {
        ("designate", "--designee", "two words", "--by", "DIR"): "designee 'two words' is not of its form",
        (
            "prize",
            "--place",
            "1",
            "--prize",
            "the cup",
            "--contestant",
            "",
            "--by",
            "ECA",
        ): "contestant",
        ("answer", "--exercise", "1", "--contestant", "C01", "--payouts", "x", "--time-ms", "1"): "payouts: 'x' are",
        ("exercise", "--round", "1", "--by", "DIR", "--reading", "a"): "round 1 is not drawn at the line",
        ("exercise", "--round", "1", "--by", "DIR", "--reading", "z"): "ECA-D6? has no reading 'z'",
        ("exercise", "--round", "4", "--by", "DIR", "--reading", "a"): "round 4 is not scheduled",
        ("exercise", "--round", "1", "--by", "DIR", "--reading", "a", *TWO, "--wager", "all on red"): "wagers.0 'all",
        ("cancel", "--by", "ECA", "--reason", "rain", "--at", "noon"): "'noon' is not a time",
        ("amend", "--amendment", "A", "--what", "x", "--effective-at", "noon", "--by", "DIR"): "'noon' is not a time",
    }
    for words, why in wrong.items():
        ran = run(*words)
        assert ran.code == WRONG_USE, words
        assert ran.complaint.startswith(why), ran.complaint
    assert run("show", "--json").json["attempts"] == []
    other = recoup("championship", "open", "X", "--organiser", "E", "--director", "D", "--rulebook", "nobody")
    assert other.complaint == "there is no rulebook 'nobody'; `recoup rulebook list` shows what there is"
    assert recoup("odds", "eca-championship").code == WRONG_USE


def test_no_table_plays_the_rules_of_a_championship(recoup: Recoup, tmp_path: Path) -> None:
    night = tmp_path / "night.txt"
    night.write_text("BJ-1/2026-11-20: table blackjack eca-championship EUR\n", encoding="utf-8")
    recoup("migrate")
    recoup("record", str(night))
    (refused,) = recoup("quarantine", "--json").json
    assert refused["reason"] == "eca-championship are the rules of a championship; name the rulebook of the table's game"

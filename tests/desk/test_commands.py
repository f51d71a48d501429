"""What each command does where nothing is wrong, and where the answer is no or something was refused."""

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from desk.terminal.console import DONE, NO, REFUSED, UNUSABLE, WRONG_USE
from drill.sample import evening
from ledger.feeds import cloudevents
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text
from tests.commands import Recoup
from tests.desk import floor
from tests.desk.conftest import sqlite

pytestmark = pytest.mark.slow


def test_recording_and_what_it_says(files: Recoup) -> None:
    first = files("record", "day.ndjson")
    assert (first.code, first.err) == (DONE, "")
    count = int(first.out.split()[0])
    assert first.out == f"{count} recorded, 0 already known, 0 conflicting, 0 quarantined\n"
    again = files("record", "day.ndjson")
    assert (again.code, again.out) == (DONE, f"0 recorded, {count} already known, 0 conflicting, 0 quarantined\n")
    refused = files("record", "camera.ndjson")
    assert refused.code == REFUSED
    assert refused.out == "1 recorded, 0 already known, 1 conflicting, 2 quarantined\n"
    assert refused.err == "`recoup quarantine` shows what was refused, where it stands and why\n"
    shown = files("quarantine")
    assert shown.code == DONE
    assert "the line is not UTF-8" in " ".join(shown.out.split())
    assert "position 0" not in shown.out


def test_several_feeds_at_once(files: Recoup) -> None:
    ran = files("record", "day.ndjson", "camera.ndjson")
    assert ran.code == REFUSED
    assert files("projections", "status").out.startswith("rulings: at position ")


def test_a_csv_with_its_mapping(files: Recoup, tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("round,punto\n1,9 h\n2,Z z\n", encoding="utf-8")
    ran = files("record", "rows.csv", "--map", "map.toml")
    assert ran.code == REFUSED
    assert ran.out == "6 recorded, 0 already known, 0 conflicting, 1 quarantined\n"
    (tmp_path / "rows.csv").write_text("round,banco\n1,9 h\n", encoding="utf-8")
    wrong = files("record", "rows.csv", "--map", "map.toml")
    assert wrong.code == WRONG_USE
    assert "the file has no column punto" in wrong.complaint


@pytest.mark.parametrize("name", ["day.json", "day.JSONL", "day.ndjson", "day.xyz"])
def test_formats_by_suffix_and_by_name(name: str, files: Recoup, tmp_path: Path) -> None:
    lines = [cloudevents.write(delivery) for delivery in evening.deliveries("baccarat")][:40]
    (tmp_path / name).write_bytes(b"\n".join(lines))
    named = ("--format", "cloudevents") if name.endswith("xyz") else ()
    assert files("record", name, *named).out.startswith("40 recorded,")


def test_a_file_that_cannot_be_opened(files: Recoup, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open

    def refuse(path: Path, *given: Any, **options: Any) -> Any:
        if path.name == "day.ndjson":
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *given, **options)

    monkeypatch.setattr(Path, "open", refuse)
    ran = files("record", "day.ndjson")
    assert (ran.code, ran.complaint) == (WRONG_USE, "day.ndjson cannot be used: Permission denied")


def test_findings_are_a_no_when_asked(busy: Recoup) -> None:
    assert busy("rule", floor.LATE).code == DONE
    assert busy("rule", floor.LATE, "--fail-on-findings").code == NO
    assert busy("rule", floor.CLEAN, "--fail-on-findings").code == DONE
    assert busy("rule", floor.CLEAN, floor.LATE, "--json", "--fail-on-findings").code == NO
    assert busy("rule", "--all", "--fail-on-findings").code == NO


def test_rounds_are_found_by_table_shoe_day_and_findings(busy: Recoup) -> None:
    def names(*args: str) -> list[str]:
        return [row["round"] for row in busy("rounds", *args, "--json").json]

    everything = names()
    assert len(everything) == 8
    assert names("--table", "BAC-1", "--shoe", "S1", "--day", "2026-01-20") == everything
    assert names("--table", "BAC-2") == names("--shoe", "S2") == names("--day", "2026-01-21") == []
    amiss = [ruling["round"] for ruling in busy("rule", "--all", "--json").json if ruling["findings"]]
    assert sorted(names("--findings")) == sorted(amiss)
    in_question = [row["in_question_minor"] for row in busy("rounds", "--findings", "--json").json]
    assert in_question == sorted(in_question, reverse=True)
    assert in_question[0]
    assert floor.LATE in amiss
    assert floor.CLEAN not in amiss
    assert busy("rounds", "--day", "2026-01-21").out == "No such rounds are on record.\n"
    assert [ruling["round"] for ruling in busy("rule", "--shoe", "S1", "--json").json] == everything


def test_rounds_say_when_the_list_is_behind(files: Recoup, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("desk.cli.recording.rule_on_new", lambda _: None)
        files("record", "day.ndjson")
    ran = files("rounds")
    assert ran.code == DONE
    assert "entries are not told in this list; `recoup follow --once` brings it up" in ran.err
    behind = files("projections", "status").out
    assert behind.endswith("`recoup follow` goes on\n")
    caught_up = files("projections", "catch-up")
    assert (caught_up.code, caught_up.out) == (files("projections", "rebuild").code, files("projections", "rebuild").out)
    assert files("rounds").err == ""


def test_replay_shows_both_boards_or_one(busy: Recoup) -> None:
    both = busy("replay", floor.DISPUTED).out
    assert "as dealt" in both
    assert "as it should have been" in both
    assert "as it should have been" not in busy("replay", floor.DISPUTED, "--as", "dealt").out
    assert "as dealt" not in busy("replay", floor.DISPUTED, "--as", "lawful").out
    assert busy("replay", floor.DISPUTED, "--at", "3").code == DONE
    assert busy("replay", floor.DISPUTED, "--at", "999").out == both


@pytest.mark.parametrize("columns", ["", "80", "none", "200"])
def test_a_page_of_any_width(columns: str, busy: Recoup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert busy("rule", "--all").code == DONE


def test_editions_are_checked_compared_and_adopted(files: Recoup, tmp_path: Path) -> None:
    text = shipped_text("dcb")
    (tmp_path / "house.toml").write_text(text.replace('"9:1"', '"8:1"'), encoding="utf-8")
    assert files("rulebook", "check", "dcb.toml").out.startswith("dcb 2026.2: 49 clauses, ")
    assert files("rulebook", "diff", "dcb.toml", "dcb.toml").code == DONE
    differing = files("rulebook", "diff", "dcb.toml", "house.toml")
    assert (differing.code, differing.out) == (NO, "DCB-18 any_tie.odds: 9:1 → 8:1\n")
    known = files("rulebook", "adopt", "dcb.toml")
    assert known.code == DONE
    assert known.out.startswith("dcb 2026.2 was adopted before: sha256:")
    conflicting = files("rulebook", "adopt", "house.toml")
    assert conflicting.code == REFUSED
    assert conflicting.complaint == "edition 2026.2 of dcb is on record with another text; give the edition a new name"
    own = (tmp_path / "house.toml").read_text(encoding="utf-8").replace('edition = "2026.2"', 'edition = "2026.3"')
    (tmp_path / "house.toml").write_text(own, encoding="utf-8")
    assert files("rulebook", "adopt", "house.toml").out.startswith("dcb 2026.3 is adopted: sha256:")
    listed = files("rulebook", "list", "--json").json
    assert [(edition["id"], edition["edition"]) for edition in listed] == [
        *((name, shipped_edition(name).name) for name in SHIPPED_RULEBOOKS),
        ("dcb", "2026.3"),
    ]
    assert "any_tie.odds = 8:1" in files("rulebook", "show", "dcb").out


def test_the_advice_in_writing(busy: Recoup, monkeypatch: pytest.MonkeyPatch) -> None:
    edges = {"banco": Fraction(1, 100), "punto": Fraction(3, 100), "mean": Fraction(2, 100)}
    monkeypatch.setattr("replay.games.baccarat.odds.count_results", lambda _: None)
    monkeypatch.setattr("replay.games.baccarat.odds.edges_at_share", lambda *_: edges)
    printed = busy("odds", "dcb", "--advise", "205").out
    assert "With 2.05% of the stake paid on a tie" in printed
    assert "1.0000% on banco and 3.0000% on punto, 2.0000% on average" in printed


def test_migrating_twice_changes_nothing(recoup: Recoup) -> None:
    first = recoup("migrate")
    assert (first.code, first.out) == (DONE, f"the ledger is ready, with {len(SHIPPED_RULEBOOKS)} entries\n")
    assert recoup("migrate").out == first.out


def test_the_ledger_is_named_by_option_or_variable(files: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECOUP_LEDGER", sqlite("one.db"))
    files("record", "day.ndjson")
    files("migrate", "--ledger", sqlite("two.db"))
    assert (tmp_path / "one.db").is_file()
    assert (tmp_path / "two.db").is_file()
    assert not (tmp_path / "recoup.db").exists()
    assert files("rounds").out != files("rounds", "--ledger", sqlite("two.db")).out


# As a process of its own


def process(*args: str, **options: Any) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, "-m", "desk", *args], capture_output=True, check=False, **options)


def test_python_m_desk_is_recoup(recorded: str) -> None:
    done = process("rounds", "--ledger", recorded)
    assert (done.returncode, done.stderr) == (DONE, b"")
    assert floor.LATE.encode() in done.stdout
    missing = process("rounds", "--ledger", sqlite("none.db"))
    assert (missing.returncode, missing.stdout) == (UNUSABLE, b"")
    assert missing.stderr.count(b"\n") == 1


@pytest.mark.parametrize("args", [("rule", "--all", "--json"), ("schema",)], ids=" ".join)
def test_a_reader_who_has_gone_is_no_error(args: tuple[str, ...], recorded: str) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as pipe:
        env = {**os.environ, "RECOUP_LEDGER": recorded}
        done = subprocess.run(
            [sys.executable, "-m", "desk", *args], stdout=pipe, stderr=subprocess.PIPE, check=False, env=env
        )
    assert (done.returncode, done.stderr) == (DONE, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_an_output_that_is_full() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "desk", "schema", "rule"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == WRONG_USE
    assert done.stderr == b"recoup: the output cannot be used: No space left on device\n"


def test_an_interrupted_command_says_nothing(recoup: Recoup, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("projections.documents.outputs.schema", interrupt)
    ran = recoup("schema", "rule")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


@pytest.mark.slow
def test_a_postgresql_ledger_from_its_first_migration(files: Recoup, blank_postgresql: str) -> None:
    given = ("--ledger", blank_postgresql)
    empty = files("rounds", *given)
    assert empty.code == UNUSABLE
    assert "holds no ledger; run `recoup migrate --ledger " in empty.complaint
    assert files("record", "day.ndjson", *given).code == DONE
    assert files("migrate", *given).out.startswith("the ledger is ready, with ")
    assert files("record", "camera.ndjson", *given).code == REFUSED
    before = files("rounds", "--json", *given)
    assert (before.code, len(before.json)) == (DONE, 8)
    assert files("projections", "rebuild", *given).code == DONE
    assert files("rounds", "--json", *given).out == before.out
    assert files("rule", "--all", "--json", *given).code == DONE
    assert len(files("quarantine", "--json", *given).json) == 3

"""What is wrong with a command line is said in one plain sentence, and nothing is made."""

from pathlib import Path
from typing import Final

import pytest

from desk.terminal.console import DONE, WRONG_USE
from tests.commands import Recoup
from tests.desk import floor

MISUSED: Final[dict[tuple[str, ...], str]] = {
    ("record",): "missing argument 'FILE…'",
    ("record", "none.ndjson"): "there is no file none.ndjson",
    ("record", "folder"): "there is no file folder",
    ("record", "odd.xyz"): "odd.xyz has no suffix that tells its format; name it with --format",
    (
        "record",
        "odd.xyz",
        "--format",
        "telex",
    ): "'telex' is no format; write angel-eye, cammegh, cloudevents, csv, live-history or notation",
    ("record", "rows.csv"): "rows.csv is read as CSV; name the file that says what its columns are with --map",
    ("record", "odd.xyz", "--format", "csv"): "odd.xyz is read as CSV; name the file",
    ("record", "rows.csv", "--map", "none.toml"): "none.toml cannot be read as UTF-8 text (No such file or directory)",
    ("record", "rows.csv", "--map", "folder"): "folder cannot be read as UTF-8 text (Is a directory)",
    ("record", "rows.csv", "--map", "latin.toml"): "latin.toml cannot be read as UTF-8 text ('utf-8' codec",
    ("record", "rows.csv", "--map", "prose.toml"): "the mapping file is not TOML",
    ("record", "rows.csv", "--map", "dcb.toml"): "the mapping file: source is missing",
    ("record", "day.ndjson", "none.txt"): "there is no file none.txt",
    ("replay",): "missing argument 'ROUND'",
    ("rule",): "name rounds, or --shoe S, or --all",
    ("rule", floor.CLEAN, "--all"): "name rounds, or --shoe S, or --all, and no two of them",
    ("rule", "--shoe", "S1", "--all"): "and no two of them",
    (
        "rounds",
        "--day",
        "yesterday",
    ): "invalid value for '--day': 'yesterday' is no day of the calendar",
    (
        "rounds",
        "--day",
        "2026-02-31",
    ): "invalid value for '--day': '2026-02-31' is no day of the calendar",
    ("rounds", "--nothing"): "no such option: --nothing",
    ("replay", floor.CLEAN, "--as", "wished"): "invalid value for '--as': 'wished' is not one of 'dealt', 'lawful', 'both'",
    ("replay", floor.CLEAN, "--at", "0"): "invalid value for '--at'",
    ("nonsense",): "no such command 'nonsense'; `recoup --help` says how",
    ("schema", "nothing"): "there is no schema 'nothing'; `recoup schema` lists them",
    ("rulebook", "show", "xyz"): "there is no rulebook 'xyz'; `recoup rulebook list` shows what there is",
    ("rulebook", "check", "none.toml"): "none.toml cannot be read as UTF-8 text (No such file or directory)",
    ("rulebook", "check", "folder"): "folder cannot be read as UTF-8 text (Is a directory)",
    ("rulebook", "check", "latin.toml"): "latin.toml cannot be read as UTF-8 text",
    ("rulebook", "check", "prose.toml"): "the edition is not TOML",
    ("rulebook", "check", "map.toml"): "the edition: edition: Field required",
    ("rulebook", "check", "idle.toml"): "readings DCB-30?: no value turns on it; give the value that does one",
    ("rulebook", "adopt", "prose.toml"): "the edition is not TOML",
    ("rulebook", "diff", "dcb.toml", "prose.toml"): "the edition is not TOML",
    ("rulebook", "diff", "dcb.toml"): "missing argument 'B'",
    ("clauses", "--rulebook", "xyz"): "there is no rulebook 'xyz'",
    ("odds", "xyz"): "there is no rulebook 'xyz'",
    ("odds", "dcb", "--advise", "-1"): "invalid value for '--advise'",
    ("odds", "dcb", "--advise", "10001"): "invalid value for '--advise'",
    ("demo", "--out", "odd.xyz"): "odd.xyz cannot be used: File exists",
    ("demo", "--out", "odd.xyz/deeper"): "odd.xyz/deeper cannot be used: Not a directory",
}


@pytest.mark.parametrize("args", MISUSED, ids=" ".join)
def test_wrong_use_is_said_in_one_sentence_and_nothing_is_made(
    args: tuple[str, ...], files: Recoup, tmp_path: Path
) -> None:
    before = sorted(tmp_path.iterdir())
    ran = files(*args)
    assert ran.code == WRONG_USE
    assert MISUSED[args] in ran.complaint
    assert sorted(tmp_path.iterdir()) == before


UNKNOWN: Final[dict[tuple[str, ...], str]] = {
    ("replay", f"{floor.DAY}/999"): f"round {floor.DAY}/999 is not on record",
    ("replay", "BAC-9/2026-01-20/1"): "nothing is on record for BAC-9/2026-01-20",
    ("replay", floor.DAY): "'BAC-1/2026-01-20' is no round; a round is named TABLE/DAY/ROUND",
    ("replay", "seventeen"): "'seventeen' is no round; a round is named TABLE/DAY/ROUND",
    ("replay", "../../etc/1"): "is no round",
    ("rule", "BAC-1/2026-13-01/1"): "2026-13-01 is no day of the calendar",
    ("rule", "BAC-1/2026-02-31/1"): "2026-02-31 is no day of the calendar",
    ("rule", f"{floor.DAY}/999", "--json"): f"round {floor.DAY}/999 is not on record",
    ("rule", "--shoe", "S9"): "no round on record was dealt from shoe S9",
}


@pytest.mark.parametrize("args", UNKNOWN, ids=" ".join)
def test_what_is_not_on_record_is_said_in_one_sentence(args: tuple[str, ...], busy: Recoup) -> None:
    ran = busy(*args)
    assert ran.code == WRONG_USE
    assert UNKNOWN[args] in ran.complaint


def test_a_wager_that_the_house_does_not_offer(busy: Recoup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.games.baccarat.odds.count_results", lambda _: None)
    monkeypatch.setattr("replay.games.baccarat.odds.wager_odds", lambda *_: iter(()))
    ran = busy("odds", "dcb", "--wager", "red")
    assert (ran.code, ran.complaint) == (WRONG_USE, "dcb has no wager 'red'")


@pytest.mark.parametrize("args", [(), ("rulebook",), ("projections",)])
def test_without_a_command_help_is_printed(args: tuple[str, ...], recoup: Recoup) -> None:
    ran = recoup(*args)
    assert (ran.code, ran.err) == (WRONG_USE, "")
    assert "Usage: recoup" in ran.out


def test_help_and_version_are_done(recoup: Recoup) -> None:
    assert recoup("--version").out == "recoup 0.1.0\n"
    assert recoup("--version").code == DONE
    for args in (["--help"], ["rule", "--help"], ["rulebook", "diff", "--help"]):
        assert recoup(*args).code == DONE

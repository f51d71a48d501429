"""The demo in an empty folder, and the README's own commands, as a newcomer runs them."""

import csv
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from desk.cli.main import COMMANDS, load_command
from desk.terminal.console import DONE
from drill.sample import evening
from ledger.feeds import cloudevents
from tests.commands import Recoup
from tests.desk.conftest import Demo

README: Final = Path(__file__).resolve().parents[2] / "README.md"
FOUND: Final = (
    "overdraw",
    "underdraw",
    "wrong_payment",
    "late_bet",
    "wrong_announcement",
    "changed_late",
    "both_sides",
    "without_main_bet",
)
"""What goes wrong at the baccarat table, in one coup each."""

ROUNDS: Final = 60 + 12 + 2 + 4 + 8 + 6
"""Of baccarat, of blackjack, at shared boxes, of the shoe that is void, and at the two wheels."""

AT_BLACKJACK: Final = {evening.MISDEALT: "empty_box", evening.DEALER_22: "wrong_payment"}
"""What is found at the blackjack tables."""

AT_ROULETTE: Final = {
    evening.DISPLAY: {"wrong_display"},
    evening.BALL_WITH_THE_WHEEL: {"wheel_warned"},
}
"""What is found at the wheels: whether the dealer called "no spin" their own devices cannot report."""

FOLLOWS: Final = {"played_on"}
"""What is found of coups because of a mishap in an earlier one."""


@pytest.mark.slow
def test_the_demo_does_the_main_job_in_an_empty_folder(demo_run: Demo) -> None:
    folder, out = demo_run.folder, demo_run.printed
    assert [path.name for path in folder.parent.iterdir()] == ["demo-out"]
    assert {"day.ndjson", "ledger.db"} <= {path.name for path in folder.iterdir()}
    assert (folder / "report.pdf").read_bytes().startswith(b"%PDF-")
    assert (folder / "report.html").read_bytes().startswith(b"<!DOCTYPE html>")
    for named in ("demo-out/day.ndjson", "demo-out/ledger.db", "demo-out/report.html", "demo-out/report.pdf"):
        assert named in out
    assert f"the day: {ROUNDS} rounds, " in out
    assert "To correct it, " in out
    assert "as it should have been" in out
    _, _, late = out.partition("a card that is delivered late")
    acts = [line.split()[4] for line in late.splitlines() if line.startswith("20") and len(line.split()) > 4]
    assert acts.index("withdrawn") > acts.index("found")
    assert "found" in acts[acts.index("withdrawn") :]


@pytest.mark.slow
def test_every_mishap_of_the_day_is_found_and_nothing_else(recoup: Recoup, demo: Demo) -> None:  # noqa: ARG001
    url = "sqlite:///demo-out/ledger.db"
    rulings = recoup("rule", "--all", "--json", "--ledger", url).json
    rulings = [ruling for ruling in rulings if not ruling["round"].startswith(evening.LATE_COUP.rpartition("/")[0])]
    kinds = [{finding["kind"] for finding in ruling["findings"]} for ruling in rulings]
    amiss = [found - FOLLOWS for found in kinds if found - FOLLOWS]
    assert len(kinds) == ROUNDS
    assert len(amiss) == len(FOUND) + len(AT_BLACKJACK) + len(AT_ROULETTE)
    for kind in FOUND:
        assert sum(kind in found for found in amiss) >= 1, kind
    assert set.union(*amiss) == {*FOUND, *AT_BLACKJACK.values(), *set.union(*AT_ROULETTE.values())}
    by_name = {ruling["round"]: found for ruling, found in zip(rulings, kinds, strict=True)}
    assert {name: found for name, found in by_name.items() if found and name.startswith("BJ-")} == {
        name: {kind} for name, kind in AT_BLACKJACK.items()
    }
    assert {name: found for name, found in by_name.items() if found and name.startswith("RO-")} == AT_ROULETTE
    clean = [r for r, found in zip(rulings, kinds, strict=True) if not found and r["shoe"] != evening.SHOE]
    assert {ruling["verdict"] for ruling in clean} == {"stands"}
    for money in (money for ruling in clean for money in ruling["money"]):
        assert money["paid_minor"] == money["awarded_minor"]


@pytest.mark.slow
def test_a_refused_double_and_a_dealer_s_22_are_shown_with_their_money(recoup: Recoup, demo: Demo) -> None:
    """19 against 18 for P1, who doubles, and for P2, who does not; then 22, on which only the bet on it is paid."""
    out = demo.printed
    for name in (evening.REFUSED, evening.DEALER_22):
        assert f"\n{name}  " in out
    rulings = recoup("rule", "--all", "--json", "--ledger", "sqlite:///demo-out/ledger.db").json
    ruled = {ruling["round"]: ruling for ruling in rulings}
    refused, on_22 = ruled[evening.REFUSED], ruled[evening.DEALER_22]
    assert (refused["verdict"], on_22["verdict"]) == ("stands", "correct")
    assert _awarded(refused) == {"w1": 4000, "w1d": 4000, "w2": 2000, "w3": 3000, "p3": 6500}
    assert _awarded(on_22) == {"w1": 2000, "w2": 1000, "w4": 1000, "f1": 0, "f2": 0, "f4": 0, "t4": 1000}
    assert [finding["wagers"] for finding in on_22["findings"]] == [["f4"]]


@pytest.mark.slow
def test_a_shoe_that_management_voids_is_shown_with_its_money(recoup: Recoup, demo: Demo) -> None:
    """An inspector tries first. Paid are 20000, 20000; 0, 0; 20000, 60000 on stakes of 110000; w7 and w8 lie there."""
    out = demo.printed
    assert "I2 (inspector), unverified tried: shoe S3 is void (reason: riffle too short)" in out
    assert "M1 (management), unverified: shoe S3 is void (reason: riffle too short)" in out
    assert "Winnings withheld: 100.00 CZK on w7." in out
    rulings = recoup("rule", "--shoe", evening.SHOE, "--json", "--ledger", "sqlite:///demo-out/ledger.db").json
    assert {(ruling["verdict"], ruling["standing"], ruling["authority"]) for ruling in rulings} == {
        ("void", "void", "management")
    }
    totals = {tuple(ruling["choices"].values()): ruling["all"] for ruling in rulings[-1]["totals"]}
    assert {letters: (total["due_minor"], total["balance_minor"]) for letters, total in totals.items()} == {
        ("a", "a"): (140_000, 20_000),
        ("a", "b"): (120_000, 0),
        ("b", "a"): (130_000, 10_000),
        ("b", "b"): (110_000, -10_000),
    }
    assert {total["withheld_minor"] for total in totals.values()} == {10_000}


@pytest.mark.slow
def test_a_no_spin_and_a_display_that_errs_are_shown(recoup: Recoup, demo: Demo) -> None:
    """The no spin was called and the ball spun again, so the round stands; the dolly counts, and not the display."""
    out = demo.printed
    assert "dealer calls no spin: foreign object" in out
    for name in (evening.NO_SPIN, evening.DISPLAY, evening.BALL_WITH_THE_WHEEL):
        assert f"\n{name}  " in out
    rulings = recoup("rule", "--all", "--json", "--ledger", "sqlite:///demo-out/ledger.db").json
    ruled = {ruling["round"]: ruling for ruling in rulings}
    for name in (evening.NO_SPIN, evening.DISPLAY):
        assert ruled[name]["verdict"] == "stands"
        assert all(row["paid_minor"] == row["awarded_minor"] for row in ruled[name]["money"])
    assert "ECA-R-E2" in ruled[evening.DISPLAY]["findings"][0]["clauses"]


@pytest.mark.slow
def test_a_dispute_is_refused_its_own_approval_and_settled_by_another(recoup: Recoup, demo: Demo) -> None:
    """Banco was not given its card and 75.00 on it was collected: a win at evens less 5% brings 146.25 back in all."""
    out = demo.printed
    tried = "E7 (approver): tried to approve the answers in case 2026-0001"
    assert re.search(rf"{re.escape(tried)} \(position \d+\); refused, E7 wrote or altered the answers", out)
    assert "Z7 (administrator): tried to approve the answers" in out
    assert "A7 (approver): decision approved; case 2026-0001 is for decision" in out
    assert "E7 (dispute manager): paid (P1, 146.25 GBP); case 2026-0001 is paid" in out
    assert "P1 has been paid 146.25 GBP by case 2026-0001." in out
    url = "sqlite:///demo-out/ledger.db"
    rows = recoup("case", "register", "--json", "--ledger", url).json
    assert [(row["act"], row["by"], bool(row["refused"])) for row in rows] == [
        ("open_case", "I7", False),
        ("propose_ruling", "E7", False),
        ("approve_ruling", "E7", True),
        ("approve_ruling", "Z7", True),
        ("approve_ruling", "A7", False),
        ("settle_case", "E7", False),
        ("pay_player", "E7", False),
    ]
    document = recoup("case", "show", "2026-0001", "--json", "--ledger", url).json
    assert (document["state"], document["approved_by"], document["owed"]["P1"]["owed_minor"]) == ("settled", "A7", 0)
    (ruled,) = recoup("rule", *document["rounds"], "--json", "--ledger", url).json
    assert (ruled["standing"], _awarded(ruled)) == ("corrected", {"w1": 14625})


@pytest.mark.slow
def test_the_case_is_answered_in_time_by_letters_that_are_there(recoup: Recoup, demo: Demo) -> None:
    url = "sqlite:///demo-out/ledger.db"
    document = recoup("case", "show", "2026-0001", "--json", "--ledger", url).json
    duties = [row for row in document["clocks"] if row["kind"] == "duty"]
    assert {row["what"]: (row["state"], row["days_late"]) for row in duties} == {
        "acknowledgement": ("met", 0),
        "final_position": ("met", 0),
    }
    for letter in ("acknowledgement", "final"):
        digest = hashlib.sha256((demo.folder / f"{letter}-P1.pdf").read_bytes()).hexdigest()
        assert f"sha256:{digest}" in [act["data"].get("digest") for act in document["acts"]]


def _awarded(ruling: Any) -> dict[str, int]:
    return {row["wager"]: row["awarded_minor"] for row in ruling["money"]}


@pytest.mark.slow
def test_the_day_is_the_same_every_time(demo_run: Demo) -> None:
    written = (demo_run.folder / "day.ndjson").read_bytes()
    assert written == b"".join(cloudevents.write(delivery) + b"\n" for delivery in evening.deliveries())


@pytest.mark.slow
def test_the_demo_can_be_run_again_in_its_folder(recoup: Recoup, demo: Demo) -> None:
    again = recoup("demo")
    assert (again.code, again.err) == (DONE, "")
    assert demo.printed.split("\n")[1:] == again.out.split("\n")[1:]
    assert recoup("projections", "status", "--ledger", "sqlite:///demo-out/ledger.db").out.count("catch-up") == 0


def shell_blocks() -> list[str]:
    """The README's blocks in a shell (```console or ```sh) that run `recoup`; prompts are taken off.

    A block that shows what is printed, or is not to be run here, is fenced as ```text.
    """
    fenced = re.findall(r"^```(?:console|sh|shell|bash)\n(.*?)^```", README.read_text(encoding="utf-8"), re.M | re.S)
    blocks = [re.sub(r"^\$ ", "", block, flags=re.M).replace(".venv/bin/recoup", "recoup") for block in fenced]
    return [block for block in blocks if re.search(r"^recoup\b", block, re.M)]


@pytest.mark.slow
def test_the_readme_s_commands_run_as_they_stand(tmp_path: Path) -> None:
    blocks = shell_blocks()
    if not blocks:
        pytest.skip("the README runs no command")
    command = tmp_path / "bin" / "recoup"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m desk "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    env = {name: value for name, value in os.environ.items() if name != "RECOUP_LEDGER"}
    env |= {"PATH": f"{command.parent}{os.pathsep}{env['PATH']}", "PYTHONPATH": str(README.parent)}
    for block in blocks:
        done = subprocess.run(["sh", "-ec", block], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == DONE, block + done.stdout + done.stderr
        assert done.stderr == ""


def test_the_list_of_commands_names_every_command_and_no_other() -> None:
    listed = README.parent / "docs" / "commands.md"
    named = set(re.findall(r"^\| .*", listed.read_text(encoding="utf-8"), re.M))
    named = {name for row in named for name in re.findall(r"`recoup ([a-z]+)", row)}
    assert named == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_begins_with_its_line_in_the_table(name: str) -> None:
    command = load_command(name)
    assert command.name == name
    assert COMMANDS[name].help == " ".join(command.help.partition("\n\n")[0].split())


@pytest.mark.slow
def test_what_the_case_paid_is_not_owed_in_the_package(demo: Demo) -> None:
    """Of 146.25 for 75.00 on banco the table paid nothing and the case all."""
    tables = demo.folder / "export/data/tables"
    with (tables / "awards.csv").open(encoding="utf-8", newline="") as file:
        (award,) = csv.DictReader(file)
    with (tables / "owed.csv").open(encoding="utf-8", newline="") as file:
        owed = {(row["round"], row["wager"]): row for row in csv.DictReader(file)}
    row = owed[award["round"], award["wager"]]
    columns = ("paid", "awarded", "too_much", "paid_by_case", "outstanding", "overpaid")
    assert [row[name] for name in columns] == ["0.00", "146.25", "-146.25", "146.25", "0.00", "0.00"]
    with (tables / "rounds.csv").open(encoding="utf-8", newline="") as file:
        rounds = {row["round"]: row for row in csv.DictReader(file)}
    assert (rounds[award["round"]]["status"], rounds[award["round"]]["case"]) == ("paid", award["case"])

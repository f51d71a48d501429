"""Every list has of every round and every case what `recoup rule` and `recoup case show` have of it alone."""

import csv
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from projections.answers.status import STATUS_WORDS
from projections.following.read_models import catch_up as follow_read_models
from projections.following.read_models import open_read_models
from projections.messages.catalogue import Catalogue, languages
from projections.rulings.process import catch_up
from tests import ledgers
from tests.commands import Recoup
from tests.desk.conftest import Demo
from tests.projections import disputes, six_disputes

pytestmark = pytest.mark.slow

Rounds = Mapping[str, dict[str, Any]]
NOTHING_TO_DO: Final = frozenset({"open", "closed", "corrected", "settled", "paid", "void", "incomplete"})
"""Statuses of a round in which a role need not decide and no payment is wrong."""


@pytest.fixture(params=["demo", "six", "disputes"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A ledger with rounds and cases in many states."""
    if request.param == "demo":
        demo: Demo = request.getfixturevalue("demo_run")
        return f"sqlite:///{demo.folder / 'ledger.db'}"
    recorded = six_disputes.record(tmp_path) if request.param == "six" else disputes.record(tmp_path)
    with ledgers.opened(recorded) as ledger:
        catch_up(ledger)
        with open_read_models(ledger) as engine:
            follow_read_models(ledger, engine)
    return recorded


@pytest.fixture
def ruled(recoup: Recoup, url: str) -> Rounds:
    return {row["round"]: row for row in recoup("rule", "--all", "--json", "--ledger", url).json}


def total(ruling: Mapping[str, Any], key: str) -> int:
    """What the bets of a round have of an amount together."""
    return sum(bet.get(f"{key}_minor") or 0 for bet in ruling["money"])


def paper(recoup: Recoup, folder: Path, url: str, *args: str) -> dict[str, Any]:
    """A paper of the office as JSON."""
    target = folder / "paper.json"
    ran = recoup("papers", *args, "-o", str(target), "--ledger", url)
    assert ran.code == 0, ran.err
    found: dict[str, Any] = orjson.loads(target.read_bytes())
    return found


def rows(document: Mapping[str, Any], *columns: str) -> list[dict[str, Any]]:
    """The rows of those tables of a paper that have these columns."""
    return [row for part in document["sections"] for row in part["rows"] if set(columns) <= set(row)]


def status_words(ruling: Mapping[str, Any], language: str) -> str:
    return ", ".join((Catalogue(language).say(f"status_word.{ruling['status']}"), *ruling["cases"]))


def test_the_list_of_rounds(recoup: Recoup, url: str, ruled: Rounds) -> None:
    listed = {row["round"]: row for row in recoup("rounds", "--json", "--ledger", url).json}
    assert listed.keys() == ruled.keys()
    for name, row in listed.items():
        ruling = ruled[name]
        assert row["status"] in STATUS_WORDS
        assert [row[key] for key in ("status", "cases", "decider")] == [
            ruling.get(key) for key in ("status", "cases", "decider")
        ], name
        open_bets = [bet for bet in ruling["money"] if None in (bet.get("outstanding_minor"), bet.get("overpaid_minor"))]
        if not open_bets:
            assert row["overpaid_minor"] == total(ruling, "overpaid"), name
        if row["status"] in NOTHING_TO_DO and not (ruling.get("decider") or total(ruling, "outstanding")):
            assert row["in_question_minor"] == 0, name
        assert row["in_question_minor"] >= total(ruling, "outstanding"), name
        if not open_bets and row["status"] == "to_be_corrected":
            assert row["in_question_minor"] == total(ruling, "outstanding"), name


def test_void_rounds_of_which_the_money_is_open_are_listed_as_such(recoup: Recoup, demo_run: Demo, tmp_path: Path) -> None:
    """A shoe is void by decision, and whether payments are reversed is for management to decide (CCL-7a?).

    If they are, P1 gives back 100.00 in the first round, P1 and P2 get 200.00 each in the second, P1 and P3 give back
    100.00 and 300.00 in the third. Of the fourth nothing was paid; if only payments are withheld, both stakes go back.
    """
    address = f"sqlite:///{demo_run.folder / 'ledger.db'}"
    listed = {row["round"]: row for row in recoup("rounds", "--findings", "--json", "--ledger", address).json}
    void = {name: row for name, row in listed.items() if row["status"] == "void"}
    assert {name: (row["in_question_minor"], row["overpaid_minor"]) for name, row in void.items()} == {
        "BJ-4/2026-01-17/1": (0, 10_000),
        "BJ-4/2026-01-17/2": (40_000, 0),
        "BJ-4/2026-01-17/3": (0, 40_000),
        "BJ-4/2026-01-17/4": (20_000, 0),
    }
    undecided = next(
        part["rows"]
        for part in paper(recoup, tmp_path, address, "incidents")["sections"]
        if part["key"] == "needs_undecided"
    )
    assert void.keys() <= {row["round"] for row in undecided}


@pytest.mark.parametrize("language", languages())
def test_the_incident_list(recoup: Recoup, url: str, ruled: Rounds, tmp_path: Path, language: str) -> None:
    listed = {row["round"]: row for row in recoup("rounds", "--json", "--ledger", url).json}
    lines = defaultdict[str, list[dict[str, Any]]](list)
    for row in rows(paper(recoup, tmp_path, url, "incidents", "--language", language), "round", "in_question"):
        lines[row["round"]].append(row)
    assert lines.keys() >= {name for name, ruling in ruled.items() if ruling["findings"]}
    for name, own in lines.items():
        assert {row["standing"] for row in own} == {status_words(ruled[name], language)}
        in_question = [row["in_question"]["minor"] for row in own if row["in_question"]]
        assert in_question == [listed[name]["in_question_minor"]]


@pytest.mark.parametrize("language", languages())
def test_the_daily_log(recoup: Recoup, url: str, ruled: Rounds, tmp_path: Path, language: str) -> None:
    for day in sorted({name.rpartition("/")[0] for name in ruled}):
        log = paper(recoup, tmp_path, url, "day", day, "--language", language)
        for row in rows(log, "round", "finding", "standing"):
            assert row["standing"] == status_words(ruled[row["round"]], language)
        counted = {row["standing"]: row["rounds"] for row in rows(log, "rounds", "found", "staked", "standing")}
        expected = defaultdict[str, int](int)
        for name, ruling in ruled.items():
            if name.rpartition("/")[0] == day:
                expected[Catalogue(language).say(f"status_word.{ruling['status']}")] += 1
        assert counted == expected


def test_the_cases_and_the_register_of_settlements(recoup: Recoup, url: str, tmp_path: Path) -> None:
    listed = recoup("case", "list", "--json", "--ledger", url).json
    register = rows(paper(recoup, tmp_path, url, "settlements"), "case", "player", "pay", "paid", "unpaid")
    for row in listed:
        shown = recoup("case", "show", row["case"], "--json", "--ledger", url).json
        assert (row["status"], row["state"]) == (shown["status"], shown["state"])
        own = [line for line in register if line["case"] == row["case"] and line["status"] == "stands"]
        for line in own:
            amounts = {key: line[key]["minor"] for key in ("pay", "ex_gratia", "paid", "unpaid")}
            assert amounts["pay"] + amounts["ex_gratia"] == amounts["paid"] + amounts["unpaid"]
        if row["status"] == "settled":
            assert row["in_question_minor"] == sum(line["unpaid"]["minor"] for line in own)
        if row["status"] == "paid":
            assert row["in_question_minor"] == 0
            assert not any(line["unpaid"]["minor"] for line in own)


def test_the_tables_of_an_export(recoup: Recoup, demo_run: Demo) -> None:
    """Of each round the bets that the table did not pay as is due; of all others nothing is outstanding.

    A package with masked names has tokens for the ids of bets, so what is compared is the bets' amounts.
    """
    tables = demo_run.folder / "export" / "data" / "tables"
    address = f"sqlite:///{demo_run.folder / 'ledger.db'}"
    keys = ("awarded", "if_claimed", "paid_by_case", "outstanding", "overpaid")
    ruled = {row["round"]: row for row in recoup("rule", "--all", "--json", "--ledger", address).json}
    owed: dict[str, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for line in table(tables / "owed.csv"):
        owed[line["round"]][tuple(int(line[f"{key}_minor"] or 0) for key in keys)] += 1
    for row in table(tables / "rounds.csv"):
        ruling = ruled[row["round"]]
        assert (row["status"], row["case"]) == (ruling["status"], " ".join(ruling["cases"]))
        assert (row["decider"] or None) == ruling.get("decider")
        bets = Counter(tuple(bet.get(f"{key}_minor") or 0 for key in keys) for bet in ruling["money"])
        listed = owed.pop(row["round"], Counter())
        assert listed <= bets, row["round"]
        assert not any(any(amounts[keys.index("paid_by_case") :]) for amounts in bets - listed), row["round"]
    assert not owed


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))

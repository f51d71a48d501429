"""What an amended edition changes, against amounts worked out by hand: whose money, by how much, on which clause."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from desk.opening import open_existing
from ledger.errors import UnknownRound, UnusableRerun
from ledger.events.evidence import ExportScope
from projections.reruling.plan import RerunQuestion
from projections.reruling.rerun import Dispatch, Rerun
from projections.reruling.unit import Source, Task, Unit, unit_batches
from replay import ENGINE
from replay.editions.loader import parse_edition, shipped_text
from tests.projections.export.house import House, no_bar
from tests.projections.reruling.house import BLACKJACK, FIRST, PUNTO_BANCO, SECOND, amended, record, record_into

pytestmark = pytest.mark.slow


def in_turn(work: Any, units: Any) -> Iterator[Any]:
    """Everything in this process, one unit after the other."""
    return map(work, units)


def ruled(out: Path, text: str, *sources: str, hand_out: Dispatch = in_turn, **scope: Any) -> dict[str, Any]:
    """The summary of a re-ruling into a folder."""
    held = parse_edition(text)
    question = RerunQuestion(
        rulebook=held.id, edition=held.name, digest=held.digest, sources=sources, engine=ENGINE, **scope
    )
    asked = Rerun(question, sources, Task(text, open_existing), out)
    return asked.run(hand_out, no_bar).model_dump()  # type: ignore[arg-type]


def rows(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return found


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A ledger with the nights of `house`; nobody writes to it."""
    return record(tmp_path_factory.mktemp("nights"))


def test_other_odds_change_what_each_winner_gets_and_nothing_else(url: str, tmp_path: Path) -> None:
    """Banco at 1:2 instead of 19:20: 10,000 + 9,500 becomes 10,000 + 5,000, and 2,500 + 2,375 becomes 2,500 + 1,250.
    Punto at 2:1 instead of 1:1: 1,000 + 1,000 becomes 1,000 + 2,000.
    """
    summary = ruled(tmp_path / "out", amended("dcb", *PUNTO_BANCO), url)
    changes = {(row["round"], row["wager"]): row for row in rows(tmp_path / "out/changes.parquet")}
    assert {
        key: (row["player"], row["awarded_minor"], row["awarded_under_minor"], row["change_minor"], row["on_clauses"])
        for key, row in changes.items()
    } == {
        (f"{FIRST}/1", "w1"): ("Anna", 19500, 15000, -4500, "DCB-15"),
        (f"{FIRST}/2", "w1"): ("Anna", 2000, 3000, 1000, "DCB-16"),
        (f"{SECOND}/1", "w1"): ("Cara", 4875, 3750, -1125, "DCB-15"),
    }
    by_clause = [
        (row["on_clauses"], row["wagers"], row["players"], row["more_minor"], row["less_minor"])
        for row in summary["clauses"]
    ]
    assert by_clause == [(["DCB-15"], 2, 2, 0, 5625), (["DCB-16"], 1, 1, 1000, 0)]
    assert [(row["player"], row["more_minor"], row["less_minor"]) for row in summary["players"]] == [
        ("Anna", 1000, 4500),
        ("Cara", 0, 1125),
    ]
    assert (summary["rounds"], summary["wagers"], summary["rulings_changed"]) == (3, 4, 3)
    assert summary["days"] == {
        "ruled": 2,
        "another_rulebook": 1,
        "never_opened": 0,
        "no_edition_in_force": 0,
        "told_twice": 0,
    }


def test_what_was_paid_by_the_rules_of_then_is_found_to_be_paid_wrongly_under_the_other_edition(
    url: str, tmp_path: Path
) -> None:
    ruled(tmp_path / "out", amended("dcb", *PUNTO_BANCO), url)
    by_round = {row["round"]: row for row in rows(tmp_path / "out/rounds.parquet")}
    assert {(row["verdict"], row["verdict_under"], row["findings"]) for row in by_round.values()} == {
        ("stands", "correct", "")
    }
    assert by_round[f"{FIRST}/1"]["on_clauses"] == "DCB-15"
    assert by_round[f"{FIRST}/2"]["on_clauses"] == "DCB-16"


def test_of_two_amended_clauses_in_one_round_each_difference_rests_on_its_own(url: str, tmp_path: Path) -> None:
    """A blackjack at 6:5 instead of 3:2: 1,000 + 1,500 becomes 1,000 + 1,200. A nineteen at 3:2 instead of 1:1:
    2,000 + 2,000 becomes 2,000 + 3,000.
    """
    ruled(tmp_path / "out", amended("fbj", *BLACKJACK), url)
    changes = rows(tmp_path / "out/changes.parquet")
    assert {row["wager"]: (row["change_minor"], row["on_clauses"]) for row in changes} == {
        "w1": (-300, "FBJ-22"),
        "w2": (1000, "FBJ-20"),
    }
    assert [row["on_clauses"] for row in rows(tmp_path / "out/rounds.parquet")] == ["FBJ-20 FBJ-22"]


def test_the_edition_in_force_changes_nothing(url: str, tmp_path: Path) -> None:
    summary = ruled(tmp_path / "out", shipped_text("dcb"), url)
    assert (summary["rounds"], summary["rulings_changed"], summary["clauses"], summary["players"]) == (3, 0, [], [])
    assert {row["change"] for row in rows(tmp_path / "out/money.parquet")} == {"same"}
    assert rows(tmp_path / "out/changes.parquet") == []


def test_other_words_for_the_same_rule_are_no_amendment(url: str, tmp_path: Path) -> None:
    summary = ruled(
        tmp_path / "out", amended("dcb", ('title = "Bank pays 19 to 20"', 'title = "The bank, less a share"')), url
    )
    assert (summary["rulings_changed"], summary["clauses"]) == (0, [])


def test_a_period_and_a_table_are_what_is_ruled_on(url: str, tmp_path: Path) -> None:
    text = amended("dcb", *PUNTO_BANCO)
    second = ruled(tmp_path / "second", text, url, since=date(2026, 1, 21), until=date(2026, 1, 31))
    assert (second["rounds"], second["days"]["ruled"], second["days"]["another_rulebook"]) == (1, 1, 0)
    first = ruled(tmp_path / "first", text, url, until=date(2026, 1, 20), table="BAC-1")
    assert (first["rounds"], first["days"]["ruled"], first["days"]["another_rulebook"]) == (2, 1, 0)
    with pytest.raises(UnknownRound):
        ruled(tmp_path / "nothing", text, url, table="BAC-9")


def test_two_houses_are_told_apart_though_their_tables_have_the_same_name(url: str, tmp_path: Path) -> None:
    other = record(tmp_path)
    summary = ruled(tmp_path / "out", amended("dcb", *PUNTO_BANCO), url, other)
    assert summary["days"]["told_twice"] == 0
    assert summary["rounds"] == 6
    assert summary["players_concerned"] == 4
    assert {row["house"] for row in rows(tmp_path / "out/rounds.parquet")} == {url, other}


def test_postgresql_gives_the_same_rows(url: str, blank_postgresql: str, tmp_path: Path) -> None:
    text = amended("dcb", *PUNTO_BANCO)
    there = ruled(tmp_path / "there", text, record_into(blank_postgresql))
    here = ruled(tmp_path / "here", text, url)
    assert there["clauses"] == here["clauses"]
    of_both = [rows(tmp_path / name / "money.parquet") for name in ("there", "here")]
    assert [{**row, "house": ""} for row in of_both[0]] == [{**row, "house": ""} for row in of_both[1]]


def test_a_package_is_ruled_on_like_the_ledger_that_it_came_from(own_house: House, tmp_path: Path) -> None:
    """The second evening at the first table: what the package tells of the first one is there for the shoe's sake only."""
    scope = ExportScope(since="2026-01-21", until="2026-01-21", table="BAC-1")
    own_house.export(tmp_path / "package", scope)
    text = amended("dcb", *PUNTO_BANCO)
    period: dict[str, Any] = {"since": date(2026, 1, 21), "table": "BAC-1"}
    from_ledger = ruled(tmp_path / "ledger", text, own_house.url, **period)
    from_package = ruled(tmp_path / "from_package", text, str(tmp_path / "package"), **period)
    assert from_package["days"]["ruled"] == 1
    assert from_package["digest"] == from_ledger["digest"]
    assert {row["round"] for row in rows(tmp_path / "from_package/rounds.parquet")} == {f"{SECOND}/1", f"{SECOND}/2"}
    both = ruled(tmp_path / "both", text, own_house.url, str(tmp_path / "package"), **period)
    assert both["days"]["told_twice"] == 1
    assert (both["rounds"], both["digest"]) == (from_ledger["rounds"], from_ledger["digest"])


def test_days_are_handed_out_in_a_row_of_one_source_and_singly_where_there_are_few() -> None:
    source, other = (Source(name, "casino.example", 9) for name in ("a", "b"))
    units = [Unit(number, source if number < 99 else other, f"BAC-1/{number}") for number in range(200)]
    many = list(unit_batches(units))
    assert [unit for stretch in many for unit in stretch] == units
    assert {len(stretch) for stretch in many} == {4, 3, 1}
    assert all(len({unit.source for unit in stretch}) == 1 for stretch in many)
    assert {len(stretch) for stretch in unit_batches(units[:40])} == {1}


# Broken off


class Killed(BaseException):
    """The command ends here, as by a signal."""


def dies_after(number: int) -> Dispatch:
    """Hands out so many stretches, which are single days where there are few, then nothing more happens."""

    def work(do: Any, stretches: Any) -> Iterator[Any]:
        for at, stretch in enumerate(stretches):
            if at == number:
                raise Killed
            yield do(stretch)

    return work


def test_what_was_broken_off_goes_on_and_comes_to_the_same(url: str, tmp_path: Path) -> None:
    text = amended("dcb", *PUNTO_BANCO)
    unbroken = ruled(tmp_path / "unbroken", text, url)
    done: list[str] = []

    def counting(do: Any, stretches: Any) -> Iterator[Any]:
        for stretch in stretches:
            done.extend(unit.day for unit in stretch)
            yield do(stretch)

    for number in (0, 1, 1):
        with pytest.raises(Killed):
            ruled(tmp_path / "out", text, url, hand_out=dies_after(number))
        assert not (tmp_path / "out").exists()
    resumed = ruled(tmp_path / "out", text, url, hand_out=counting)
    assert len(done) == 1
    assert resumed == unbroken
    for name in sorted(path.name for path in (tmp_path / "unbroken").iterdir()):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "unbroken" / name).read_bytes(), name
    assert not (tmp_path / "out.partial").exists()


def test_what_was_recorded_since_it_began_is_left_out(tmp_path: Path) -> None:
    url, text = record(tmp_path), amended("dcb", *PUNTO_BANCO)
    unbroken = ruled(tmp_path / "unbroken", text, url)
    with pytest.raises(Killed):
        ruled(tmp_path / "out", text, url, hand_out=dies_after(1))
    late = f"{SECOND}/9: open shoe=S1; bet w1 Cara banco 2500; nmb; P 2h B 8d P 3h B Kd; call banco; close"
    record(tmp_path, f"!source table/late\n{late}\n")
    assert ruled(tmp_path / "out", text, url)["digest"] == unbroken["digest"]


def test_the_beginning_of_another_question_is_not_gone_on_with(url: str, tmp_path: Path) -> None:
    with pytest.raises(Killed):
        ruled(tmp_path / "out", amended("dcb", *PUNTO_BANCO), url, hand_out=dies_after(1))
    with pytest.raises(UnusableRerun, match="another re-ruling"):
        ruled(tmp_path / "out", amended("dcb", *PUNTO_BANCO[:1]), url)

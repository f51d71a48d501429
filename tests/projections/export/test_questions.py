"""A regulator's twenty questions about six disputes: the document's queries in DuckDB and in Polars, the same by pandas
without SQL, and the answers by hand.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import duckdb
import pandas as pd
import polars as pl
import pytest

from ledger.evidence.keys import keep, new_key, published
from projections.rulings.process import catch_up
from tests.projections import six_disputes
from tests.projections.export.house import ORIGIN, House

DOCUMENT: Final = Path(__file__).resolve().parents[3] / "docs" / "questions.md"
DAY: Final = six_disputes.DAY
MISDEAL, BOX = six_disputes.MISDEAL, six_disputes.SHARED_BOX
OVERDRAWN: Final = f"BAC-1/{DAY}/1"
FIRST, SECOND, LAST = six_disputes.VOID_SHOE

Tables = Mapping[str, pd.DataFrame]
Answer = list[tuple[Any, ...]]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of the six disputes, with persons by their ids."""
    folder = tmp_path_factory.mktemp("six")
    house = House(folder, six_disputes.record(folder), folder / "recoup.key", folder / "regulator.pub")
    keep(new_key(ORIGIN), house.key_file)
    house.public.write_text(published(house.key), encoding="utf-8")
    with house.opened() as ledger:
        catch_up(ledger)
    house.export(folder / "package", masked=False)
    return folder / "package"


def queries() -> dict[int, str]:
    """The document's queries by the number of their question."""
    found = re.findall(r"^## ([0-9]+)\. .*?\n.*?```sql\n(.*?);\n```", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
    return {int(number): query for number, query in found}


NUMBERS: Final = tuple(range(1, 21))
MONEY: Final = {number: Decimal(number) for number in (0, 10, 40, 50, 80, 100, 180, 200, 300, 400, 500, 1000, 1300)}
BY_HAND: Final[dict[int, Answer]] = {
    # 75 on banco at 19 to 20 with the stake; a main wager of 500 at evens; the stakes of the void shoe's last round.
    2: [
        ("2026-0001", MISDEAL, "w1", Decimal("146.25"), "GBP", 23),  # 21:05:17 to 21:00 of the next day
        ("2026-0002", BOX, "w2", MONEY[1000], "CZK", 22),  # 21:08:54 to 20:00
        ("2026-0004", LAST, "w5", MONEY[100], "CZK", 33),  # 21:16:57 to 7:00 of the day after
        ("2026-0004", LAST, "w6", MONEY[200], "CZK", 33),
    ],
    3: [],
    # Punto drew on 6; the misdealt coup's other wager; and what was played of the void shoe while it was in play.
    4: [
        (OVERDRAWN, "w1", "P1", MONEY[50], MONEY[0], "GBP"),
        (MISDEAL, "w2", "P2", MONEY[40], MONEY[80], "GBP"),
        (FIRST, "w1", "P1", MONEY[100], MONEY[200], "CZK"),
        (FIRST, "w2", "P2", MONEY[200], MONEY[400], "CZK"),
        (SECOND, "w3", "P3", MONEY[300], MONEY[0], "CZK"),
        (SECOND, "w4", "P4", MONEY[100], MONEY[200], "CZK"),
    ],
    # As dealt or void: lost or the stake back; whatever a case settled since. The misdealt coup counts as dealt, as it
    # should have been dealt, or not at all: 0, 146.25 or 75 for banco, 80, 0 or 40 for punto. Two readings of the void
    # shoe: as paid, or the stake back; of its last round the stake back, or nothing.
    5: [
        (OVERDRAWN, "w1", MONEY[50], 2),
        (MISDEAL, "w1", Decimal("146.25"), 3),
        (MISDEAL, "w2", MONEY[80], 3),
        (FIRST, "w1", MONEY[100], 2),
        (FIRST, "w2", MONEY[200], 2),
        (SECOND, "w3", MONEY[300], 2),
        (SECOND, "w4", MONEY[100], 2),
        (LAST, "w5", MONEY[100], 2),
        (LAST, "w6", MONEY[200], 2),
    ],
    7: [("baccarat", 4, 2), ("blackjack", 4, 1), ("roulette", 1, 1)],
    # D7's four wagers of which the overdraw's and both of the misdeal are wrong; D3's main wager of P2; D4's void shoe.
    8: [("D3", 1, 4, 1), ("D4", 3, 6, 6), ("D5", 1, 2, 0), ("D7", 4, 4, 3)],
    11: [
        (
            None,
            "settle",
            None,
            "only the championship director or the designee may settle; K02 holds no office",
        )
    ],
    12: [(OVERDRAWN, "closed", "refer")],
    # 100 and 200; 300 and 100; 100 and 200.
    13: [("BJ-3", DAY, "S3", "void", "CZK", MONEY[1000], 3)],
    14: [],
    15: [],
    16: [
        ("CZK", "rejected", 2, MONEY[500], MONEY[0], MONEY[0], MONEY[0]),
        ("CZK", "upheld", 3, MONEY[1300], MONEY[1300], MONEY[0], MONEY[1300]),
        ("EUR", "rejected", 1, MONEY[180], MONEY[0], MONEY[10], MONEY[10]),
        ("GBP", "rejected", 1, MONEY[200], MONEY[0], MONEY[0], MONEY[0]),
        ("GBP", "upheld", 1, Decimal("146.25"), Decimal("146.25"), MONEY[0], Decimal("46.25")),
    ],
    # All on the day on which the complaint came, but for the void shoe's: four claims and positions took till the next.
    17: [
        (f"2026-000{case}", what, "met", 0, 1 if case == 4 else 0)
        for case in range(1, 6)
        for what in ("acknowledgement", "final_position")
    ],
    19: [(LAST, "w5", "P1", MONEY[100], "CZK"), (LAST, "w6", "P4", MONEY[200], "CZK")],
    # Case 2026-0001 has paid 100 of the 146.25; case 2026-0002 nothing yet.
    20: [
        ("P1", "GBP", 1, Decimal("146.25"), Decimal("46.25")),
        ("P2", "CZK", 1, MONEY[1000], MONEY[1000]),
    ],
}
"""A position is not reckoned by hand: None stands for it."""


@pytest.fixture(scope="module")
def by_duckdb(package: Path) -> dict[int, Answer]:
    asked = duckdb.connect()
    for path in (package / "data/tables").glob("*.parquet"):
        asked.execute(f"CREATE VIEW {path.stem} AS SELECT * FROM '{path}'")
    return {number: asked.execute(query).fetchall() for number, query in queries().items()}


def test_there_are_twenty_questions() -> None:
    assert tuple(queries()) == NUMBERS


@pytest.mark.parametrize("number", BY_HAND)
def test_the_answer_is_the_one_by_hand(by_duckdb: dict[int, Answer], number: int) -> None:
    rows = [
        tuple(
            None if number == 11 and place == 0 else str(value) if hasattr(value, "year") else value
            for place, value in enumerate(row)
        )
        for row in by_duckdb[number]
    ]
    assert rows == BY_HAND[number]


def test_what_is_still_owed_is_told_under_each_clause_that_was_broken(by_duckdb: dict[int, Answer]) -> None:
    """Of the underdraw's 146.25 its case has paid 100; the box's wager was lost though the dealer went over, and nothing is
    paid of it; the stakes of the void shoe's last round, 100 and 200, go back though no clause was broken.
    """
    sums = {(table, clause): outstanding for _, table, clause, _, outstanding in by_duckdb[1]}
    assert sums["BAC-1", "DCB-12"] == Decimal("46.25")
    assert sums["BJ-2", "CCL-14"] == sums["BJ-2", "CCL-37"] == Decimal(1000)
    assert sums["BJ-3", None] == Decimal(300)
    assert {table for table, _ in sums} == {"BAC-1", "BJ-2", "BJ-3"}
    assert {clause: rounds for clause, _, rounds in by_duckdb[6]}["DCB-11"] == 2


def test_what_cases_paid_is_told_wager_by_wager(package: Path) -> None:
    """Paid by cases, outstanding and overpaid; None where somebody must still decide."""
    owed = pl.read_parquet(package / "data/tables/owed.parquet")
    rows = owed.select("round", "wager", "paid_by_case_minor", "outstanding_minor", "overpaid_minor").rows()
    assert {row[:2]: row[2:] for row in rows} == {
        (OVERDRAWN, "w1"): (0, None, None),
        (MISDEAL, "w1"): (10000, 4625, 0),
        (MISDEAL, "w2"): (0, None, None),
        (BOX, "w2"): (0, 100000, 0),
        # The case about the shoe has answered all four players: nothing more is to be paid on these.
        (FIRST, "w1"): (0, 0, None),
        (FIRST, "w2"): (0, 0, None),
        (SECOND, "w3"): (0, 0, None),
        (SECOND, "w4"): (0, 0, None),
        (LAST, "w5"): (0, 10000, 0),
        (LAST, "w6"): (0, 20000, 0),
    }


def test_each_round_names_an_edition_whose_text_is_there(package: Path) -> None:
    editions = {
        (row["rulebook"], row["edition"]): row
        for row in pl.read_parquet(package / "data/tables/editions.parquet").to_dicts()
    }
    rounds = pl.read_parquet(package / "data/tables/rounds.parquet").select("rulebook", "edition", "day").rows()
    assert {(rulebook, edition) for rulebook, edition, _ in rounds} <= editions.keys()
    for rulebook, edition, day in rounds:
        row = editions[rulebook, edition]
        assert row["holds_from"] <= day.isoformat()
        assert row["digest"] == f"sha256:{sha256((package / row['file']).read_bytes()).hexdigest()}"


def test_each_reading_of_an_outcome_is_explained(package: Path) -> None:
    """The misdealt coup depends on a clause that the edition leaves open; another one it resolves by the trade's use."""
    readings = {
        (row["rulebook"], row["clause"], row["reading"]): row
        for row in pl.read_parquet(package / "data/tables/readings.parquet").to_dicts()
    }
    outcomes = pl.read_parquet(package / "data/tables/outcomes.parquet")
    rounds = pl.read_parquet(package / "data/tables/rounds.parquet").select("round", "rulebook")
    found = {
        (rulebook, clause, letter)
        for rulebook, under in outcomes.join(rounds, on="round").select("rulebook", "readings").rows()
        for clause, letters in re.findall(r"(\S+)=(\S+?)(?:;|\s|$)", under or "")
        for letter in letters.split("|")
    }
    assert found
    assert found <= readings.keys()
    void = readings["dcb", "DCB-21a?", "c"]
    assert (void["means"], void["applied"], void["resolved_by"]) == ("it is void and the stakes go back", None, None)
    draws, stands = (readings["dcb", "DCB-12a?", letter] for letter in "ab")
    assert (draws["means"], draws["applied"], draws["resolved_by"]) == ("banco 0, 1 and 2 always draws", True, "trade")
    assert stands["applied"] is False


def test_deadlines_say_as_of_when(package: Path) -> None:
    """Every case was acted in last on the day on which the disputes were recorded."""
    assert set(pl.read_parquet(package / "data/tables/deadlines.parquet")["as_of"]) == {date(2026, 1, 22)}


def test_a_case_has_its_status_beside_the_step_of_its_procedure(package: Path) -> None:
    """All five are settled, and of what one gives, 146.25, only 100.00 was paid."""
    cases = pl.read_parquet(package / "data/tables/cases.parquet")
    assert cases.select("status", "state").rows() == [("settled", "settled")] * 5


def test_a_wager_of_a_split_hand_names_the_hand(package: Path) -> None:
    wagers = pl.read_parquet(package / "data/tables/wagers.parquet").filter(pl.col("round") == BOX)
    assert {row["wager"]: row["hand"] for row in wagers.to_dicts()} == {"w1": None, "w2": None, "w3": 2, "w4": None}


def test_what_was_decided_is_counted(by_duckdb: dict[int, Answer]) -> None:
    """One shoe voided, and nobody confirmed it; five cases opened, proposed, approved and settled; one payment."""
    at_tables = {(act, role): (status, acts) for act, role, status, acts in by_duckdb[9]}
    assert at_tables["void_shoe", "management"] == ("unconfirmed", 1)
    assert at_tables["approve_ruling", "approver"] == ("stands", 5)
    assert at_tables["pay_player", "dispute_manager"] == ("stands", 1)
    assert ("settle_case", 5) in by_duckdb[10]
    assert by_duckdb[18] == [("table/1", sum(row[1] for row in by_duckdb[18]), 4)]


@pytest.mark.parametrize("number", NUMBERS)
def test_polars_answers_alike(package: Path, by_duckdb: dict[int, Answer], number: int) -> None:
    frames = {path.stem: pl.scan_parquet(path) for path in (package / "data/tables").glob("*.parquet")}
    assert pl.SQLContext(frames).execute(queries()[number]).collect().rows() == by_duckdb[number]


@pytest.mark.parametrize("number", NUMBERS)
def test_pandas_answers_alike(package: Path, by_duckdb: dict[int, Answer], number: int) -> None:
    tables = {path.stem: pd.read_parquet(path) for path in (package / "data/tables").glob("*.parquet")}
    answer = BY_PANDAS[number](tables)
    rows = [tuple(None if pd.isna(value) else value for value in row) for row in answer.itertuples(index=False, name=None)]
    assert rows == by_duckdb[number]


def _with_month(frame: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    rounds = tables["rounds"][["round", "table_name", "day"]]
    joined = frame.merge(rounds, on="round")
    return joined.assign(month=[f"{day:%Y-%m}" for day in joined["day"]])


def _broken(tables: Tables) -> pd.DataFrame:
    standing = tables["findings"].dropna(subset=["number"])
    return standing.drop(columns="clauses").merge(tables["finding_clauses"], on="position")


def _outstanding(tables: Tables) -> pd.DataFrame:
    owed = tables["owed"].dropna(subset=["outstanding"])
    left = _with_month(owed[owed["outstanding"] > 0], tables)
    clauses = _broken(tables)[["round", "clause"]].drop_duplicates()
    by = ["month", "table_name", "clause", "currency"]
    return left.merge(clauses, on="round", how="left").groupby(by, as_index=False, dropna=False)["outstanding"].sum()


def _put_right(tables: Tables) -> pd.DataFrame:
    given = tables["settlements"].query("status == 'stands'")[["position", "player", "settled_at", "pay"]]
    awards = tables["awards"].merge(given[given["pay"] > 0], on=["position", "player"])
    joined = awards.merge(tables["rounds"][["round", "opened_at"]], on="round").sort_values(["case", "round", "wager"])
    hours = [span // pd.Timedelta(hours=1) for span in joined["settled_at"] - joined["opened_at"]]
    return joined.assign(hours=hours)[["case", "round", "wager", "pay", "currency", "hours"]]


def _overpaid(tables: Tables) -> pd.DataFrame:
    owed = tables["owed"].dropna(subset=["too_much"])
    over = _with_month(owed[owed["too_much"] > 0], tables)
    grouped = over.groupby(["table_name", "month", "currency"], as_index=False)
    return grouped.agg(over=("too_much", "sum"), wagers=("wager", "count"))


def _undecided(tables: Tables) -> pd.DataFrame:
    owed = tables["owed"]
    open_ = owed[owed["awarded"].isna()].sort_values(["round", "wager"])
    return open_[["round", "wager", "player", "stake", "paid", "currency"]]


def _depends_on_reading(tables: Tables) -> pd.DataFrame:
    grouped = tables["outcomes"].groupby(["round", "wager"], as_index=False)
    found = grouped.agg(least=("due", "min"), most=("due", "max"), outcomes=("outcome", "count"))
    found = found[found["most"] > found["least"]]
    return found.assign(apart=found["most"] - found["least"])[["round", "wager", "apart", "outcomes"]]


def _broken_clauses(tables: Tables) -> pd.DataFrame:
    joined = _broken(tables).merge(tables["clauses"][["clause", "title"]], on="clause")
    counted = joined.groupby(["clause", "title"], as_index=False).agg(rounds=("round", "nunique"))
    return counted.sort_values(["rounds", "clause"], ascending=[False, True])


def _games(tables: Tables) -> pd.DataFrame:
    rounds = tables["rounds"].assign(found=lambda frame: (frame["findings"] > 0).astype(int))
    return rounds.groupby("game", as_index=False).agg(rounds=("round", "count"), with_findings=("found", "sum"))


def _dealers(tables: Tables) -> pd.DataFrame:
    return tables["dealers"].groupby("dealer", as_index=False)[["rounds", "wagers", "wagers_wrong"]].sum()


def _decided(tables: Tables) -> pd.DataFrame:
    acts = tables["acts"].dropna(subset=["table_name"])
    counted = acts.groupby(["act", "role", "status"], as_index=False, dropna=False).agg(acts=("position", "count"))
    return counted.sort_values(["act", "role", "status"], na_position="last")


def _unsigned(tables: Tables) -> pd.DataFrame:
    acts = tables["acts"]
    counted = acts[acts["claimed"]].groupby("act", as_index=False).agg(acts=("position", "count"))
    return counted.sort_values(["acts", "act"], ascending=[False, True])


def _refused(tables: Tables) -> pd.DataFrame:
    acts = tables["acts"].dropna(subset=["refused"]).sort_values("position")
    return acts[["position", "act", "role", "refused"]]


def _waiting(tables: Tables) -> pd.DataFrame:
    return tables["rounds"].query("attention >= 3").sort_values("round")[["round", "standing", "verdict"]]


def _bad_shoes(tables: Tables) -> pd.DataFrame:
    bad = tables["shoes"].query("standing in ['void', 'suspect']")[["table_name", "day", "shoe", "standing"]]
    rounds = tables["rounds"].drop(columns="standing").merge(bad, on=["table_name", "day", "shoe"])
    by = ["table_name", "day", "shoe", "standing", "currency"]
    return rounds.groupby(by, as_index=False).agg(staked=("staked", "sum"), rounds=("round", "count"))


def _withdrawn(tables: Tables) -> pd.DataFrame:
    found = tables["findings"].dropna(subset=["withdrawn_at"])
    return found.groupby(["kind", "withdrawn_reason"], as_index=False).agg(findings=("position", "count"))


def _ruled_again(tables: Tables) -> pd.DataFrame:
    again = tables["rulings"].dropna(subset=["supersedes"])
    return again.groupby("reason", as_index=False).agg(rounds=("round", "nunique"))


def _settled(tables: Tables) -> pd.DataFrame:
    grouped = tables["settlements"].query("status == 'stands'").groupby(["currency", "outcome"], as_index=False)
    return grouped.agg(
        answers=("player", "count"),
        claimed=("claimed", "sum"),
        pay=("pay", "sum"),
        ex_gratia=("ex_gratia", "sum"),
        open=("open", "sum"),
    )


def _duties(tables: Tables) -> pd.DataFrame:
    duties = tables["deadlines"].query("kind == 'duty'")[["case", "what", "state", "days_late"]]
    joined = duties.merge(tables["cases"][["case", "received_local", "settled_local"]], on="case")
    settled, received = joined["settled_local"].dt.normalize(), joined["received_local"].dt.normalize()
    joined = joined.assign(days=(settled - received).dt.days).sort_values(["case", "what"])
    return joined[["case", "what", "state", "days_late", "days"]]


def _unattested(tables: Tables) -> pd.DataFrame:
    grouped = tables["sources"].query("status == 'unattested'").groupby("source", as_index=False)
    return grouped.agg(entries=("entries", "sum"), days=("day", "count"))


def _untold(tables: Tables) -> pd.DataFrame:
    wagers = tables["wagers"].merge(tables["rounds"][["round", "standing"]], on="round")
    untold = wagers[wagers["returned"].isna() & ~wagers["withdrawn"] & (wagers["standing"] != "open")]
    return untold.sort_values(["round", "wager"])[["round", "wager", "player", "stake", "currency"]]


def _underpaid_players(tables: Tables) -> pd.DataFrame:
    owed = tables["owed"].dropna(subset=["too_much"])
    short = owed[owed["too_much"] < 0].assign(short=lambda frame: -frame["too_much"])
    return short.groupby(["player", "currency"], as_index=False).agg(
        wagers=("wager", "count"), short=("short", "sum"), outstanding=("outstanding", "sum")
    )


BY_PANDAS: Final[dict[int, Callable[[Tables], pd.DataFrame]]] = dict(
    enumerate(
        (
            _outstanding,
            _put_right,
            _overpaid,
            _undecided,
            _depends_on_reading,
            _broken_clauses,
            _games,
            _dealers,
            _decided,
            _unsigned,
            _refused,
            _waiting,
            _bad_shoes,
            _withdrawn,
            _ruled_again,
            _settled,
            _duties,
            _unattested,
            _untold,
            _underpaid_players,
        ),
        1,
    )
)

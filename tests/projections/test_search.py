"""Rounds are found by what an investigator remembers of them, what needs somebody first, page by page."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, event

from ledger.application import Ledger
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.recorder.database import engine
from projections.following.read_models import catch_up, open_read_models
from projections.read_models.search import RoundFilter, rounds_of_day, search, shoes_not_in_play
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text

DAY = "BAC-1/2026-01-20"
YEN = "BAC-2/2026-01-20"
SPUN = "ROU-1/2026-01-21"

TRANSCRIPT = f"""\
{DAY}: table baccarat dcb GBP; limits punto 500 100000; limits banco 500 100000; shoe S1 8; dealer DeVries
{DAY}/1: open shoe=S1; bet w1 anna punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto; pay w1 2000; close
{DAY}/2: open shoe=S1; bet w1 anna punto 5000; bet w2 Bertil banco 2500; nmb; P 9c B 2d P Td B 6d; call punto; \
pay w1 10000; pay w2 0; close
{DAY}: dealer Okafor
{DAY}/3: open shoe=S1; bet w1 Bertil banco 1000; nmb; P 9s B 2h P Ts B 5s; call punto; pay w1 100; close
{DAY}/4: open shoe=S1; bet w1 anna punto 1000; nmb; P 6h B 9c P Kh B 9d P 2h; call egalite; notice anna inspector
{YEN}: table baccarat dcb JPY minor_digits=0; limits punto 1 100000; shoe S1 8
{YEN}/1: open shoe=S1; bet w1 carl punto 60; nmb; P 9h B 2c P Tc B 5d; call punto; pay w1 120; close
{SPUN}: table roulette eca-roulette EUR
{SPUN}/1: open; spin ccw cw; bet w1 anna straight 500 numbers=17; nmb; revolutions 8 after_call=3; rest 17; call 17; \
dolly 17; pay w1 18000; close
"""


@pytest.fixture
def found(ledger: Ledger) -> Iterator[Connection]:
    """The read models of these rounds, in each database."""
    for rulebook in SHIPPED_RULEBOOKS:
        ledger.adopt(rulebook, shipped_edition(rulebook).name, shipped_text(rulebook))
    transcript = Transcript("table/1")
    ledger.ingest(
        incoming_deliveries([delivery for line in TRANSCRIPT.splitlines() for delivery in transcript.read(line)], "feed")
    )
    with open_read_models(ledger) as engine_:
        catch_up(ledger, engine_)
        with engine_.connect() as connection:
            yield connection


def names(connection: Connection, **wanted: Any) -> list[str]:
    return [row["round"] for row in search(connection, RoundFilter(**wanted)).rows]


def test_what_needs_somebody_comes_first(found: Connection) -> None:
    """Round 4 is disputed; in round 3 a losing bet was paid; the others are in order, the latest first."""
    assert names(found) == [f"{DAY}/4", f"{DAY}/3", f"{SPUN}/1", f"{YEN}/1", f"{DAY}/2", f"{DAY}/1"]
    rows = {row["round"]: row for row in search(found, RoundFilter()).rows}
    assert [rows[f"{DAY}/{n}"]["attention"] for n in (1, 2, 3, 4)] == [0, 0, 2, 4]
    assert next(iter(rows[f"{DAY}/4"]["kinds"])) == "overdraw"
    assert rows[f"{DAY}/1"]["kinds"] == {}


def test_each_thing_that_is_remembered_finds_its_rounds(found: Connection) -> None:
    assert names(found, table_name="BAC-2") == [f"{YEN}/1"]
    assert names(found, day="2026-01-21") == [f"{SPUN}/1"]
    assert names(found, shoe="S1", table_name="BAC-2") == [f"{YEN}/1"]
    assert names(found, dealer="DeVries") == [f"{DAY}/2", f"{DAY}/1"]
    assert names(found, dealer="Okafor") == [f"{DAY}/4", f"{DAY}/3"]
    assert names(found, player="Bertil") == [f"{DAY}/3", f"{DAY}/2"]
    assert names(found, finding="overdraw") == [f"{DAY}/4"]
    assert names(found, standing="disputed") == [f"{DAY}/4"]
    assert names(found, game="roulette") == [f"{SPUN}/1"]
    assert names(found, found_only=True) == [f"{DAY}/4", f"{DAY}/3"]
    assert names(found, player="nobody") == []


def test_cards_are_found_in_the_order_dealt_with_unknown_ranks_and_suits(found: Connection) -> None:
    assert names(found, cards=("Kh", "9d", "2h")) == [f"{DAY}/4"]
    assert names(found, cards=("9d", "Kh")) == []
    assert names(found, cards=("9?", "2?", "T?", "6d")) == [f"{DAY}/2"]
    assert names(found, cards=("?s", "?h", "?s", "?s")) == [f"{DAY}/3"]
    assert names(found, cards=("17",)) == [f"{SPUN}/1"]
    assert names(found, cards=("7",)) == []


def test_amounts_are_in_the_currency_s_unit_whatever_its_smallest_coin(found: Connection) -> None:
    """75 pounds were staked in round 2, 60 yen at the other table, 10 pounds or 5 euros in the rest."""
    assert names(found, least=60 * 10_000) == [f"{YEN}/1", f"{DAY}/2"]
    assert names(found, least=60 * 10_000 + 1) == [f"{DAY}/2"]
    assert names(found, most=5 * 10_000) == [f"{SPUN}/1"]


@pytest.mark.parametrize("size", [1, 2, 5, 6])
def test_pages_go_on_where_the_last_one_ended(found: Connection, size: int) -> None:
    seen, after = [], None
    while True:
        page = search(found, RoundFilter(), after, size)
        assert len(page.rows) <= size
        seen += [row["round"] for row in page.rows]
        if (after := page.after) is None:
            break
    assert seen == names(found)


def test_a_table_s_day_is_told_in_order(found: Connection) -> None:
    assert [row["round"] for row in rounds_of_day(found, *DAY.split("/"))] == [f"{DAY}/{n}" for n in (1, 2, 3, 4)]
    assert shoes_not_in_play(found) == []


@pytest.mark.parametrize("wanted", [{}, {"table_name": "BAC-1"}, {"day": "2026-01-20"}, {"shoe": "S1"}, {"dealer": "D"}])
@pytest.mark.parametrize("after", [None, ("", "2026-01-20", "BAC-1", "2026-01-20T20:00:00.000000Z", 2)])
def test_a_page_is_read_along_an_index_and_never_sorted(sqlite_url: str, wanted: dict[str, str], after: Any) -> None:
    engine_ = engine(sqlite_url)
    planned: list[str] = []

    def explain(connection: Any, _: Any, statement: str, given: Any, *__: Any) -> None:
        if statement.startswith("SELECT rounds."):
            planned.extend(row[-1] for row in connection.connection.execute(f"EXPLAIN QUERY PLAN {statement}", given))

    event.listen(engine_, "before_cursor_execute", explain)
    with engine_.connect() as connection:
        search(connection, RoundFilter(**wanted), after)  # type: ignore[arg-type]
    engine_.dispose()
    assert len(planned) == 1
    assert "USING INDEX ix_rounds_" in planned[0]

"""A supplier's table with bets in two currencies: every amount has its currency, and no total adds up both."""

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, Final

import httpx
import orjson
import pytest

from desk.cli.house import EXAMPLE
from desk.service.security import COOKIE
from desk.service.settings import ENTER_PATH
from projections.documents.outputs import OUTPUTS, schema
from projections.export.tables import EXPORTED_TABLES
from tests.commands import Recoup
from tests.desk.web.conftest import serving

STUDIO: Final = """\
source = "live"
kinds = { BAC_Banker = "banco" }
[[openings]]
game = "baccarat"
rulebook = "dcb"
currency = "EUR"
zone = "Europe/Riga"
cutoff = "06:00"
"""
EUROS: Final = "T7/2026-01-20/g1"
KRONOR: Final = "T7.SEK/2026-01-20/g1"
STAKED: Final = {"EUR": 1_000, "SEK": 30_000}
OWED: Final = {"EUR": 1_950, "SEK": 58_500}
"""Banco won and pays nineteen to twenty: 19.50 on 10.00, and 585.00 on 300.00. The supplier paid nothing."""
ADDED_UP: Final = ("31000", "310.00", "60450", "604.50")
"""What the stakes, and what the amounts owed, of both currencies would be together."""

AMOUNT: Final = re.compile(r"\d[\d,]*\.\d\d(?! ?[A-Z]{3}\b)(?!\d)")
"""An amount as people write it, without a currency behind it."""

MANAGER: Final = ("--by", "D1", "--role", "dispute_manager")


def player(name: str, currency: str, stake: int) -> dict[str, Any]:
    """A guest who bet on banco and was paid nothing."""
    bet = {
        "code": "BAC_Banker",
        "stake": stake,
        "payout": 0,
        "placedOn": "2026-01-20T20:12:10Z",
        "transactionId": f"t-{name}",
    }
    return {"playerId": name, "currency": currency, "bets": [bet]}


GAME: Final = {
    "id": "g1",
    "gameType": "baccarat",
    "startedAt": "2026-01-20T20:12:04Z",
    "settledAt": "2026-01-20T20:12:31Z",
    "status": "Resolved",
    "table": {"id": "T7"},
    "dealer": {"uid": "d31"},
    "currency": "EUR",
    "participants": [player("P1", "EUR", 10), player("P2", "SEK", 300)],
    "result": {
        "player": {"score": 5, "cards": ["TD", "5H", "KS"]},
        "banker": {"score": 7, "cards": ["3C", "4D"]},
        "outcome": "Banker",
    },
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recoup: Recoup) -> Path:
    """A folder with a ledger of that game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RECOUP_LEDGER", raising=False)
    (tmp_path / "games.ndjson").write_text(json.dumps(GAME) + "\n")
    (tmp_path / "live.toml").write_text(STUDIO)
    ran = recoup("record", "games.ndjson", "--format", "live-history", "--map", "live.toml")
    assert ran.code == 0, ran.err
    return tmp_path


@pytest.fixture
def with_cases(here: Path, recoup: Recoup) -> Path:
    """The same with a settled case of each guest."""
    cases = (("2026-0001", EUROS, "P1", "19.50", "w1"), ("2026-0002", KRONOR, "P2", "585", "w2"))
    for number, round_, name, amount, bet in cases:
        received = ("--received", "2026-01-21T09:00:00+00:00")
        answer = ("--answer", f"{name}=upheld:{amount}", "--award", f"{name}={round_}:{bet}:{amount}")
        for words in (
            ("open", round_.rpartition("/")[0], "--round", round_, *received, *MANAGER),
            ("claim", number, "--player", name, "--amount", amount, *MANAGER),
            ("propose", number, *answer, *MANAGER),
            ("approve", number, "--by", "A1", "--role", "approver"),
            ("settle", number, *MANAGER),
        ):
            ran = recoup("case", *words)
            assert ran.code == 0, ran.err
    return here


def without_currency(document: Any, place: str = "", *, has_currency: bool = False) -> Iterator[str]:
    """The places in a document at which amounts in minor units are without a currency beside or above them."""
    if isinstance(document, dict):
        has_currency |= "currency" in document
        for name, value in document.items():
            if (name.endswith("_minor") or name in ("minor", "settled")) and value is not None and not has_currency:
                yield f"{place}.{name}"
            yield from without_currency(value, f"{place}.{name}", has_currency=has_currency)
    elif isinstance(document, list):
        for part in document:
            yield from without_currency(part, place, has_currency=has_currency)


def by_currency(rows: list[dict[str, Any]], key: str) -> dict[str, int]:
    """The sums of an amount by currency."""
    sums: dict[str, int] = defaultdict(int)
    for row in rows:
        sums[row["currency"]] += int(row[key])
    return dict(sums)


def assert_not_added_up(text: str) -> None:
    assert [together for together in ADDED_UP if together in text.replace(",", "")] == []


@pytest.mark.usefixtures("with_cases")
class TestCommands:
    """Rounds, rulings and cases in the terminal and as JSON."""

    @pytest.mark.parametrize(
        "words",
        [
            ("rounds",),
            ("rule", "--all"),
            ("replay", EUROS),
            ("replay", KRONOR),
            ("case", "list"),
            ("case", "show", "2026-0002"),
            ("case", "settlements"),
            ("decisions",),
        ],
        ids=" ".join,
    )
    def test_every_amount_as_json_has_its_currency(self, recoup: Recoup, words: tuple[str, ...]) -> None:
        ran = recoup(*words, "--json")
        assert ran.code == 0, ran.err
        assert list(without_currency(ran.json)) == []
        assert_not_added_up(ran.out)

    def test_the_totals_as_json_are_by_currency(self, recoup: Recoup) -> None:
        assert by_currency(recoup("rounds", "--json").json, "staked_minor") == STAKED
        assert by_currency(recoup("case", "list", "--json").json, "claimed_minor") == OWED
        rulings = recoup("rule", "--all", "--json").json
        assert {ruling["currency"]: sum(row["stake_minor"] for row in ruling["money"]) for ruling in rulings} == STAKED

    @pytest.mark.parametrize("words", [("rounds",), ("case", "list"), ("case", "show", "2026-0002")], ids=" ".join)
    def test_every_amount_of_a_list_in_the_terminal_has_its_currency(self, recoup: Recoup, words: tuple[str, ...]) -> None:
        ran = recoup(*words)
        assert ran.code == 0, ran.err
        assert AMOUNT.findall(ran.out) == []
        assert_not_added_up(ran.out)

    def test_each_ruling_in_the_terminal_names_its_currency(self, recoup: Recoup) -> None:
        out = recoup("rule", "--all").out
        assert [f"In {currency}, stakes included." in out for currency in STAKED] == [True, True]
        assert_not_added_up(out)


@pytest.mark.usefixtures("with_cases")
class TestPapers:
    """Operational reports and returns."""

    def paper(self, recoup: Recoup, *words: str) -> dict[str, Any]:
        ran = recoup("papers", *words, "-o", "paper.json")
        assert ran.code == 0, ran.err
        text = Path("paper.json").read_text()
        assert_not_added_up(text)
        document: dict[str, Any] = orjson.loads(text)
        assert list(without_currency(document)) == []
        return document

    def sums(self, document: dict[str, Any], column: str) -> list[tuple[str, int]]:
        """An amount in each row of the tables with the column."""
        rows = [row for section in document["sections"] for row in section["rows"] if row.get(column)]
        return [(row[column]["currency"], row[column]["minor"]) for row in rows]

    def test_daily_logs(self, recoup: Recoup) -> None:
        for currency, round_ in (("EUR", EUROS), ("SEK", KRONOR)):
            day = self.paper(recoup, "day", round_.rpartition("/")[0])
            assert self.sums(day, "staked") == [(currency, STAKED[currency])]

    def test_incidents_have_a_row_of_each_currency(self, recoup: Recoup) -> None:
        assert dict(self.sums(self.paper(recoup, "incidents"), "short")) == OWED

    def test_errors_of_a_dealer_have_a_row_of_each_currency(self, recoup: Recoup) -> None:
        assert self.sums(self.paper(recoup, "dealers"), "short") == list(OWED.items())

    def test_settlements_have_sums_of_each_currency(self, recoup: Recoup) -> None:
        sections = self.paper(recoup, "settlements")["sections"]
        sums = [row for section in sections for row in section["rows"] if "answers" in row]
        assert {row["currency"]: row["pay"]["minor"] for row in sums} == OWED

    def test_a_rate_converts_the_sums_of_settlements_in_a_column_of_its_own(self, recoup: Recoup) -> None:
        """585.00 SEK at 0.0893 are 52.2405 EUR; nothing else of the paper changes."""

        def sums() -> dict[str, Any]:
            sections = self.paper(recoup, "settlements")["sections"]
            return {row["currency"]: row for section in sections for row in section["rows"] if "answers" in row}

        before = sums()
        assert {row["converted"] for row in before.values()} == {None}
        Path("house.toml").write_text(EXAMPLE.replace('"GBP"', '"EUR"'))
        management = ("--by", "M1", "--role", "management")
        rate = ("house", "rate", "SEK", "EUR", "0.0893", "--since", "2026-01-01T00:00:00Z", "--published-by", "ECB")
        assert recoup("house", "set", "house.toml", *management).code == 0
        assert recoup(*rate, "--by", "D1", "--role", "dispute_manager").code == 1
        assert sums() == before
        assert "between two currencies" in recoup("house", "rate", "EUR", "EUR", *rate[4:], *management).complaint
        recorded = recoup(*rate, *management)
        assert recorded.code == 0, recorded.err
        assert recorded.out == "1 SEK is 893/10000 EUR from 2026-01-01T00:00:00.000000Z on, ECB: on record.\n"
        after = sums()
        shown = re.fullmatch(r"52\.24 EUR \(rate at position (\d+)\)", after["SEK"].pop("converted"))
        assert shown is not None
        assert after["SEK"] == {key: value for key, value in before["SEK"].items() if key != "converted"}
        assert after["EUR"] == before["EUR"]
        listed = recoup("rounds", "--json").json
        assert by_currency(listed, "staked_minor") == STAKED

    def test_the_record_of_complaints(self, recoup: Recoup) -> None:
        ran = recoup("returns", "nl", "--from", "2026-01-01", "--to", "2026-01-31", "-o", "return.json")
        assert ran.code == 0, ran.err
        text = Path("return.json").read_text()
        assert by_currency(orjson.loads(text)["complaints"], "claimed_minor") == OWED
        assert_not_added_up(text)


def test_the_tables_of_a_package_are_by_currency(with_cases: Path, recoup: Recoup) -> None:
    assert recoup("keys", "new", "--origin", "house.example/recoup").code == 0
    ran = recoup("export", "--from", "2026-01-20", "--to", "2026-01-20", "-o", "package")
    assert ran.code == 0, ran.err
    found = {path.stem: path for path in (with_cases / "package").rglob("*.csv")}
    rows = {name: list(csv.DictReader(found[name].read_text().splitlines())) for name in ("rounds", "owed", "claims")}
    assert by_currency(rows["rounds"], "staked_minor") == STAKED
    assert by_currency(rows["owed"], "outstanding_minor") == OWED
    assert by_currency(rows["claims"], "claimed_minor") == OWED
    for path in found.values():
        assert_not_added_up(path.read_text())


def test_every_page_with_several_currencies_names_them(with_cases: Path) -> None:
    url = f"sqlite:///{with_cases / 'recoup.db'}"
    with serving(url) as (address, keys):
        session = httpx.get(f"{address}{ENTER_PATH}{keys.link}", timeout=60).cookies[COOKIE]
        with httpx.Client(base_url=address, cookies={COOKIE: session}, timeout=60) as client:
            for path in ("/", "/live", "/cases", "/cases/2026-0002", f"/tables/{KRONOR.rpartition('/')[0]}"):
                answer = client.get(path)
                assert answer.status_code == 200, path
                text = unescape(re.sub(r"<[^>]*>", " ", re.sub(r"<(script|style)\b.*?</\1>", "", answer.text, flags=re.S)))
                assert AMOUNT.findall(" ".join(text.split())) == [], path
                assert_not_added_up(text)
            rounds = client.get("/api/rounds").json()["rounds"]
            assert by_currency(rounds, "staked_minor") == STAKED
            assert list(without_currency(client.get(f"/api/rounds/{KRONOR}").json())) == []
            assert list(without_currency(client.get(f"/api/rounds/{KRONOR}/ruling").json())) == []


def amounts_without_currency(part: Any, named: dict[str, Any], seen: tuple[str, ...] = ()) -> Iterator[str]:
    """The amounts of a JSON Schema that are in no object with a currency."""
    if not isinstance(part, dict):
        return
    if reference := part.get("$ref", "").rpartition("/")[2]:
        if reference not in seen:
            yield from amounts_without_currency(named[reference], named, (*seen, reference))
        return
    properties = part.get("properties", {})
    if "currency" in properties:
        return
    yield from (name for name in properties if name.endswith("_minor"))
    inner = [*properties.values(), part.get("items"), part.get("additionalProperties"), *part.get("anyOf", ())]
    for each in inner:
        yield from amounts_without_currency(each, named, seen)


@pytest.mark.parametrize("name", [name for name in OUTPUTS if not re.search(r"\.v\d+$", name)])
def test_every_amount_of_an_output_is_in_an_object_with_a_currency(name: str) -> None:
    published = schema(name)
    assert list(amounts_without_currency(published, published.get("$defs", {}))) == []


@pytest.mark.parametrize("table", EXPORTED_TABLES, ids=lambda table: table.name)
def test_every_table_of_a_package_with_amounts_has_their_currency(table: Any) -> None:
    columns = {column.name for column in table.columns}
    assert not any(name.endswith("_minor") for name in columns) or columns >= {"currency", "minor_digits"}

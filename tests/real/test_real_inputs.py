"""Inputs made after logs and game records of others, each with what it must give; skipped where they are not at hand."""

from pathlib import Path
from typing import Any, Final

import pytest

from tests.commands import Recoup

INPUTS: Final = Path(__file__).parents[3] / "shared" / "real-inputs"

LIVE: Final = ("--format", "live-history")

pytestmark = pytest.mark.skipif(not INPUTS.is_dir(), reason="the real inputs are not part of the product and not here")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an empty ledger to come."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RECOUP_LEDGER", raising=False)
    return tmp_path


def record(recoup: Recoup, folder: str, file: str, *options: str, mapping: str | None = None) -> str:
    """Records one of the inputs; what `record` said in its first line."""
    mapped = ["--map", str(INPUTS / folder / mapping)] if mapping else []
    return recoup("record", str(INPUTS / folder / file), *options, *mapped).out.splitlines()[0]


def rulings(recoup: Recoup) -> dict[str, Any]:
    """All rulings by the last part of their rounds' names."""
    return {each["round"].rpartition("/")[2]: each for each in recoup("rule", "--all", "--json").json}


def findings(ruling: Any) -> list[str]:
    return [finding["kind"] for finding in ruling["findings"]]


@pytest.mark.usefixtures("here")
class TestTimes:
    def test_a_file_across_the_end_of_summer_time(self, recoup: Recoup) -> None:
        counts = record(recoup, "csv-summer-time", "dst.csv", mapping="dst.toml")
        assert counts == "18 recorded, 0 already known, 0 conflicting, 0 quarantined"
        opened = {row["round"][-1]: row["opened_at"] for row in recoup("rounds", "--json").json}
        assert [(name, at[11:19]) for name, at in sorted(opened.items(), key=lambda row: row[1])] == [
            ("a", "23:59:30"),
            ("b", "00:30:00"),
            ("c", "00:45:00"),
            ("d", "01:10:00"),
            ("e", "02:05:00"),
        ]


@pytest.mark.usefixtures("here")
class TestWheel:
    def test_a_wheel_that_was_just_switched_on(self, recoup: Recoup) -> None:
        counts = record(recoup, "wheel-switched-on", "blank.bin", "--format", "cammegh", mapping="wheel.toml")
        assert counts.endswith("0 conflicting, 0 quarantined")
        ((name, ruling),) = rulings(recoup).items()
        assert name == "r1"
        steps = recoup("replay", ruling["round"], "--json").json["steps"]
        assert [step["topic"] for step in steps] == [
            "round.opened.v1",
            "ball.spun.v2",
            "round.bets_closed.v1",
            "wheel.reported.v1",
        ]


@pytest.mark.usefixtures("here")
class TestLiveHistory:
    def test_a_bet_in_another_currency_than_the_tables(self, recoup: Recoup) -> None:
        counts = record(recoup, "live-currency", "games.ndjson", *LIVE, mapping="live.toml")
        assert counts == "16 recorded, 0 already known, 0 conflicting, 0 quarantined"
        (ruling,) = rulings(recoup).values()
        (row,) = ruling["money"]
        assert (ruling["verdict"], ruling["findings"]) == ("stands", [])
        assert (row["stake_minor"], row["paid_minor"], row["awarded_minor"]) == (6000, 12000, 12000)
        (listed,) = recoup("rounds", "--json").json
        assert (listed["currency"], listed["minor_digits"]) == ("SEK", 2)
        assert "In SEK, stakes included." in recoup("rule", ruling["round"]).out

    def test_words_and_fields_that_are_not_known(self, recoup: Recoup, here: Path) -> None:
        counts = record(recoup, "live-unknown-words", "games.ndjson", *LIVE, mapping="live.toml")
        assert counts == "27 recorded, 0 already known, 0 conflicting, 2 quarantined"
        ruled = rulings(recoup)
        cash_out, coup = ruled["bj0002"], ruled["bc0001"]
        assert (cash_out["verdict"], cash_out["money"][0]["awarded_minor"]) == ("refer", None)
        assert findings(cash_out) == ["delivery_quarantined"]
        assert cash_out["incomplete"][0]["topics"] == ["decision.made"]
        assert (coup["game"], coup["verdict"], findings(coup)) == ("baccarat", "stands", ["delivery_quarantined"])
        known = here / "known.toml"
        names = (INPUTS / "live-unknown-words" / "live.toml").read_text()
        known.write_text(
            'read_past = ["bankerInsuranceOutcome", "playerInsuranceOutcome", "promotionPayouts", "sideBetPerfectPair",'
            f' "sideBetPlayerPair", "subType"]\n{names}'
        )
        file = INPUTS / "live-unknown-words" / "games.ndjson"
        new = recoup("record", str(file), *LIVE, "--map", str(known), "--ledger", "sqlite:///again.db")
        assert new.out.splitlines()[0] == "27 recorded, 0 already known, 0 conflicting, 1 quarantined"
        (again,) = recoup("rule", coup["round"], "--json", "--ledger", "sqlite:///again.db").json
        assert (again["verdict"], again["findings"]) == ("stands", [])

    def test_the_suppliers_stream(self, recoup: Recoup) -> None:
        counts = record(recoup, "live-stream", "stream.ndjson", *LIVE, mapping="live.toml")
        assert counts == "15 recorded, 12 already known, 0 conflicting, 0 quarantined"
        assert [(name, ruling["verdict"]) for name, ruling in rulings(recoup).items()] == [("bj0001", "stands")]

    def test_codes_of_roulette(self, recoup: Recoup) -> None:
        record(recoup, "live-roulette-codes", "games.ndjson", *LIVE, mapping="rou.toml")
        (ruling,) = rulings(recoup).values()
        assert (ruling["verdict"], ruling["findings"]) == ("stands", [])
        assert [(row["kind"], row["awarded_minor"]) for row in ruling["money"]] == [
            ("straight", 0),
            ("straight", 18000),
            ("high", 100000),
            ("dozen", 150000),
            ("column", 150000),
            ("red", 100000),
        ]

    def test_no_dolly_is_missed_that_nobody_could_report(self, recoup: Recoup) -> None:
        record(recoup, "live-roulette-dolly", "game.ndjson", *LIVE, mapping="rou.toml")
        (ruling,) = rulings(recoup).values()
        assert (ruling["verdict"], ruling["findings"]) == ("stands", [])


@pytest.mark.usefixtures("here")
class TestRecord:
    def test_a_card_that_was_refused_is_held_against_nobody(self, recoup: Recoup) -> None:
        assert record(recoup, "refused-card", "lost.ndjson") == "12 recorded, 0 already known, 0 conflicting, 1 quarantined"
        ruling = rulings(recoup)["1"]
        assert ruling["verdict"] == "refer"
        assert findings(ruling) == ["delivery_quarantined"]
        (row,) = ruling["money"]
        assert (row["awarded_minor"], row.get("outstanding_minor"), row.get("overpaid_minor")) == (None, None, None)
        (missing,) = ruling["incomplete"]
        assert (missing["what"], missing["topics"], missing["open_wagers"]) == ("refused", ["card.dealt"], ["w1"])
        assert {finding["kind"] for finding in missing["findings"]} == {"short_hand", "wrong_payment"}

    def test_a_payment_that_was_taken_back(self, recoup: Recoup, here: Path) -> None:
        text = (INPUTS / "payment-taken-back" / "back.txt").read_text()
        (here / "back.txt").write_text(text.replace("corrected inspector", "take_back w1 5000; corrected inspector"))
        assert recoup("record", "back.txt").out.startswith("24 recorded")
        (ruling,) = rulings(recoup).values()
        assert ruling["verdict"] == "stands"
        assert (ruling["money"][0]["paid_minor"], ruling["money"][0]["taken_back_minor"]) == (10000, 5000)
        assert "at the table" in recoup("rule", ruling["round"]).out

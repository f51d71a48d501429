"""Somebody with INSERT rights puts a ruling into the log that the entries do not give: nothing is paid on it."""

from pathlib import Path
from typing import Final

import pytest

from drill.sample import people
from ledger.application import Ledger
from ledger.entry import Delivery, Entry
from ledger.events.rulings import RoundRuled
from ledger.mapper import MAPPER
from ledger.values.subjects import HOUSE, ruling_stream, table_day
from tests.commands import Recoup
from tests.desk import three_rounds
from tests.desk.three_rounds import DAY, ROUNDS

pytestmark = pytest.mark.slow

CASE: Final = "2026-0001"
FORGED: Final = {"w1": 1_001_500, "w2": 0}
"""By wager, what the forged ruling gives. On w1 of 10.00, 15.00 was paid and 20.00 is due: P1 seems to lack 10,000.00."""


@pytest.fixture
def house(ledger_url: str, recoup: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """`recoup` on a ledger of three rounds and people with keys, with a case that was opened on the first round."""
    three_rounds.record(ledger_url, tmp_path / "people")
    (tmp_path / "passphrase").write_text(people.PASSPHRASE, encoding="utf-8")
    monkeypatch.setenv("RECOUP_LEDGER", ledger_url)
    monkeypatch.setenv("RECOUP_PASSPHRASE_FILE", str(tmp_path / "passphrase"))
    assert recoup("case", "open", DAY, "--round", ROUNDS[0], *signed("E7", "dispute_manager")).code == 0
    return recoup


def signed(person: str, role: str) -> tuple[str, ...]:
    return ("--sign", f"people/{person}.key", "--role", role)


def put_in(url: str, name: str = ROUNDS[0], due_minor: dict[str, int] = FORGED) -> int:
    """The last ruling on a round once more, with other amounts, as an INSERT with leaf and tree makes it; its position."""
    stream = ruling_stream(table_day(name))
    with Ledger(url) as ledger:
        last = [entry for entry in ledger.entries(stream) if entry.topic == RoundRuled.TOPIC and entry.subject == name][-1]
        data = last.event.model_dump()
        data["outcomes"][0]["due_minor"] = due_minor
        for wager in data["owed"]:
            wager["awarded_minor"] = due_minor[wager["wager"]]
        data |= {"supersedes": last.position, "reason": "delivery", "head": ledger.size()}
        delivery = Delivery(RoundRuled.model_validate(data), HOUSE, f"ruling:{name}:{ledger.size()}", None, name)
        version = ledger.recorder.stream_version(stream) + 1
        ledger.recorder.insert_events([MAPPER.to_stored_event(Entry(0, stream, version, last.recorded_at, delivery))])
        return ledger.size()


def test_a_forged_ruling_pays_nothing(house: Recoup, ledger_url: str) -> None:
    """The claim is asked about, the answer is drafted from the entries, and what is paid is the 5.00 that are due."""
    put_in(ledger_url)
    claim = ("case", "claim", CASE, "--player", "P1", "--amount", "10,000.00", *signed("E7", "dispute_manager"))
    asked = house(*claim)
    assert (asked.code, "these rounds can give at most 5.00 GBP beyond what the table paid" in asked.err) == (2, True)
    steps = (
        (*claim, "--sure"),
        ("case", "propose", CASE, *signed("E7", "dispute_manager")),
        ("case", "approve", CASE, "--settle", *signed("A7", "approver")),
        ("case", "pay", CASE, *signed("E7", "dispute_manager")),
    )
    for step in steps:
        ran = house(*step)
        assert ran.code == 0, ran
    (answer,) = house("case", "show", CASE, "--json").json["settled"]
    assert (answer["outcome"], answer["pay_minor"]) == ("partly_upheld", 500)


def test_an_award_that_only_a_forged_ruling_gives_is_refused(house: Recoup, ledger_url: str) -> None:
    put_in(ledger_url)
    award = ("--answer", "P1=upheld:10000.00", "--award", f"P1={ROUNDS[0]}:w1:10015.00", "--sure")
    ran = house("case", "propose", CASE, *award, *signed("E7", "dispute_manager"))
    assert (ran.code, "gives 20.00 GBP at most, under any reading" in " ".join(ran.out.split())) == (1, True)


@pytest.mark.parametrize(
    "command", [("follow", "--once"), ("case", "note", CASE, "seen", *signed("E7", "dispute_manager"))]
)
def test_the_right_ruling_goes_on_record_and_the_forged_one_is_named(
    command: tuple[str, ...], house: Recoup, ledger_url: str
) -> None:
    position = put_in(ledger_url)
    assert house(*command).code == 0
    ruled = [row for row in house("history", ROUNDS[0], "--json").json if row["act"] == "ruled"]
    assert [(row["position"], row["reason"]) for row in ruled[-2:]] == [
        (position, "delivery"),
        (position + 1, "contradicted"),
    ]
    found = house("verify")
    assert found.code == 1
    assert f"DOES NOT FIT: position {position}: the ruling on {ROUNDS[0]} was not what the entries gave" in found.out
    assert house("follow", "--once").code == 0
    again = [row for row in house("history", ROUNDS[0], "--json").json if row["act"] == "ruled"]
    assert len(again) == len(ruled)

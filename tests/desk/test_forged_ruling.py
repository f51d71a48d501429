"""Somebody with INSERT rights puts a ruling into the log that the entries do not give: nothing is paid on it."""

from pathlib import Path
from typing import Final

import pytest

from drill.sample import people
from ledger.application import Ledger
from ledger.cases.casework import Casework
from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.cases import Answer, CaseSettled, ClaimStated, RulingApproved, RulingProposed
from ledger.events.rulings import RoundRuled, RulingsBegun
from ledger.mapper import MAPPER
from ledger.values.subjects import HOUSE, ruling_stream, table_day
from tests.commands import Recoup
from tests.desk import three_rounds
from tests.desk.three_rounds import DAY, ROUNDS
from tests.ledgers import NOTHING_JUDGED, RECORDED_AT

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


def put_in(url: str, name: str = ROUNDS[0], by_engine: str | None = None) -> int:
    """The last ruling on a round once more, with other amounts, as an INSERT with leaf and tree makes it; its position.

    With an engine's digest it is by that engine.
    """
    stream = ruling_stream(table_day(name))
    with Ledger(url) as ledger:
        rulings = ledger.entries(stream)
        last = [entry for entry in rulings if entry.topic == RoundRuled.TOPIC and entry.subject == name][-1]
        data = last.event.model_dump()
        data["outcomes"][0]["due_minor"] = FORGED
        for wager in data["owed"]:
            wager["awarded_minor"] = FORGED[wager["wager"]]
        data |= {"supersedes": last.position, "reason": "delivery", "head": ledger.size()}
        if by_engine is not None:
            (begun,) = [entry.event for entry in rulings if isinstance(entry.event, RulingsBegun)]
            insert(
                ledger, stream, begun.model_copy(update={"number": 2, "engine_digest": by_engine}), DAY, f"rulings:{DAY}:2"
            )
            data["by"] = 2
        insert(ledger, stream, RoundRuled.model_validate(data), name, f"ruling:{name}:{ledger.size()}")
        return ledger.size()


def insert(ledger: Ledger, stream: str, event: Event, subject: str, ident: str) -> None:
    version = ledger.recorder.stream_version(stream) + 1
    delivery = Delivery(event, HOUSE, ident, None, subject)
    ledger.recorder.insert_events([MAPPER.to_stored_event(Entry(0, stream, version, RECORDED_AT, delivery))])


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


def test_a_settlement_of_what_only_a_forged_ruling_gives_is_not_paid(house: Recoup, ledger_url: str) -> None:
    """It was settled by a program that trusted the ruling on record."""
    forged = put_in(ledger_url)
    who = {"by": "E7", "role": "dispute_manager"}
    award = {"round": ROUNDS[0], "wager": "w1", "due_minor": FORGED["w1"]}
    answer = {"player": "P1", "outcome": "upheld", "pay_minor": 1_000_000, "awards": [award]}
    with Ledger(ledger_url) as ledger:
        work = Casework(ledger, NOTHING_JUDGED)
        work.act(CASE, ClaimStated(**who, player="P1", amount_minor=1_000_000))
        work.act(CASE, RulingProposed.model_validate({**who, "answers": [answer], "rests_on": [forged]}))
        proposal = work.case(CASE).digest or ""
        work.act(CASE, RulingApproved(by="A7", role="approver", proposal=proposal))
        assert work.act(CASE, CaseSettled(**who, proposal=proposal)).refused is None
    ran = house("case", "pay", CASE, *signed("E7", "dispute_manager"))
    assert (ran.code, "gives 20.00 GBP at most, under any reading" in " ".join(ran.out.split())) == (1, True)


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


def test_verify_names_a_forged_ruling_on_which_an_answer_rests(house: Recoup, ledger_url: str) -> None:
    """Though the right ruling has taken its place since, and whether or not all rulings are judged again."""
    forged = put_in(ledger_url)
    with Ledger(ledger_url) as ledger:
        answer = Answer(player="P1", outcome="rejected")
        proposal = RulingProposed(by="E7", role="dispute_manager", answers=(answer,), rests_on=(forged,))
        assert Casework(ledger, NOTHING_JUDGED).act(CASE, proposal).refused is None
    for step in (("verify",), ("follow", "--once"), ("verify",), ("verify", "--rulings", "all")):
        ran = house(*step)
        found = f"DOES NOT FIT: position {forged} (ruling/{DAY}): the ruling on {ROUNDS[0]} is not what this engine rules"
        assert (ran.code, found in ran.out) == ((0, False) if step[0] == "follow" else (1, True)), step


def test_verify_has_nothing_against_rulings_that_changed_since_an_answer(house: Recoup) -> None:
    """The round is disputed when the answer is written, and corrected afterwards."""
    claim = ("case", "claim", CASE, "--player", "P1", "--amount", "5.00", *signed("E7", "dispute_manager"))
    propose = ("case", "propose", CASE, *signed("E7", "dispute_manager"))
    for step in (claim, propose, ("case", "approve", CASE, "--settle", *signed("A7", "approver"))):
        assert house(*step).code == 0
    assert house("verify").code == 0
    judged = house("verify", "--rulings", "all")
    assert (judged.code, "1 rulings on which answers of cases rest judged again" in judged.out) == (0, True)


def test_a_package_with_a_forged_ruling_does_not_fit(house: Recoup, ledger_url: str) -> None:
    """Whether the forged ruling is the last one on record or another one has taken its place."""
    assert house("keys", "new", "--origin", "house.example/recoup").code == 0
    forged = put_in(ledger_url)
    assert house("follow", "--once").code == 0
    assert house("checkpoint").code == 0
    assert house("export", "-o", "package", "--no-reports").code == 0
    found = house("verify", "package")
    assert found.code == 1
    assert f"the ruling on {ROUNDS[0]} at position {forged} is not the one that the entries gave" in found.out


def test_a_ruling_by_an_engine_that_was_never_used_here_is_contradicted(house: Recoup, ledger_url: str) -> None:
    """It takes its engine from a `rulings.begun` of its own."""
    forged = put_in(ledger_url, by_engine="sha256:" + "e" * 64)
    found = house("verify", "--rulings", "all")
    assert (found.code, f"position {forged} (ruling/{DAY}): the ruling on {ROUNDS[0]}" in found.out) == (1, True)
    assert house("follow", "--once").code == 0
    (last,) = [row for row in house("history", ROUNDS[0], "--json").json if row["act"] == "ruled"][-1:]
    assert last["reason"] == "contradicted"

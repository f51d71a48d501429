"""Cases on a real ledger, on either database: numbers, what a settlement does to a round, and what is refused."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import pytest

from ledger.application import Ledger
from ledger.as_of import LedgerAsOf
from ledger.cases.casebook import Casebook
from ledger.cases.casework import ATTEMPTS, Casework, Complaint
from ledger.errors import MalformedDecision, UnknownCase, UnknownRound
from ledger.events import cases as acts
from ledger.events.decisions import RoundVoided
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from projections.table_days import TableDays
from replay.editions.loader import shipped_edition, shipped_text
from replay.ruling.ruling import Ruling
from tests.ledgers import AT, NOTHING_JUDGED, opened

DAY: Final = "BJ-1/2026-11-20"
ROUND: Final = f"{DAY}/1"
PLAY: Final = (
    f"{DAY}: table blackjack ccl CZK; shoe S1 6",
    f"{ROUND}: open; bet w1 P1 main 10000 box=1; bet w2 P2 main 5000 box=2; nmb; 1 Th 2 9h D 8h 1 Kd 2 9d; "
    "says 1 stand P1; says 2 stand P2; D Js; pay w1 10000; pay w2 5000; close",
    f"{DAY}/2: open; bet w3 P1 main 10000 box=1; nmb; 1 Th D 8h 1 Kd; says 1 stand P1; D Js; pay w3 20000; close",
)
"""In the first round 20 and 18 stand against the dealer's 18: w1 wins 10000 and was handed its stake alone."""


@pytest.fixture
def house(ledger_url: str) -> Iterator[Ledger]:
    with opened(ledger_url) as ledger:
        ledger.adopt("ccl", "2026.3", shipped_text("ccl"))
        transcript = Transcript("table/BJ-1")
        ledger.ingest(incoming_deliveries([delivery for line in PLAY for delivery in transcript.read(line)], "feed"))
        yield ledger


def complaint(**other: Any) -> Complaint:
    return Complaint(**({"by": "I1", "role": "investigator", "day": DAY, "rounds": (ROUND,)} | other))


def ruling(ledger: Ledger, name: str = ROUND) -> Ruling:
    return next(TableDays(ledger).rulings([name]))


def money(ledger: Ledger, name: str = ROUND) -> dict[str, int | None]:
    return {row.wager_due.wager: row.awarded_minor for row in ruling(ledger, name).awards}


def settled(ledger: Ledger, number: str, due_minor: int) -> None:
    """Proposed by one, approved by another, settled."""
    work = Casework(ledger, NOTHING_JUDGED)
    award = acts.WagerAward(round=ROUND, wager="w1", due_minor=due_minor)
    answer = acts.Answer(player="P1", outcome="upheld", pay_minor=due_minor - 10000, awards=(award,))
    for event in (
        acts.RulingProposed(by="D1", role="dispute_manager", answers=(answer,)),
        lambda: acts.RulingApproved(by="M1", role="management", proposal=work.case(number).digest or ""),
        lambda: acts.CaseSettled(by="D1", role="dispute_manager", proposal=work.case(number).digest or ""),
    ):
        assert work.act(number, event() if callable(event) else event).refused is None


def test_a_case_pins_the_edition_and_who_may_do_what(house: Ledger) -> None:
    work = Casework(house, NOTHING_JUDGED)
    number = work.open(complaint(jurisdiction="cz"))
    case = work.case(number)
    assert number == "2026-0001"
    assert (case.opened.rulebook, case.opened.edition) == ("ccl", "2026.3")
    approve = case.grant("approve_ruling")
    assert approve is not None
    assert (approve.roles, approve.clause) == (("approver", "management"), "CCL-40")
    assert case.opened.deadlines == ()
    assert [(clock.what, clock.verified) for clock in case.opened.clocks or ()] == [
        ("records", False),
        ("final_position", False),
    ]
    text = shipped_text("ccl").replace('settle_round = { roles = ["management"]', 'settle_round = { roles = ["dealer"]')
    house.adopt("ccl", "2026.4", text.replace('edition = "2026.3"', 'edition = "2026.4"'))
    assert work.case(number).grant("approve_ruling") == approve
    assert (Casebook(house).case(work.open(complaint())).grant("approve_ruling") or approve).roles == (
        "approver",
        "dealer",
    )


def test_a_round_is_under_dispute_while_its_case_is_open_and_corrected_when_it_is_settled(house: Ledger) -> None:
    number = Casework(house, NOTHING_JUDGED).open(complaint())
    assert ruling(house).round.standing == "disputed"
    assert ruling(house, f"{DAY}/2").round.standing == "closed"
    settled(house, number, 17500)
    assert ruling(house).round.standing == "corrected"
    assert money(house) == {"w1": 17500, "w2": 5000}
    assert money(house, f"{DAY}/2") == {"w3": 20000}
    ruling_ = ruling(house)
    assert ruling_.branches[0].outcome.settled_minor == {"w1": 17500}
    assert "CCL-40" in ruling_.clauses
    assert [(decision.act, decision.event.by) for decision in ruling_.round.decisions][-2:] == [
        ("answer_round", "M1"),
        ("answer_wager", "M1"),
    ]


def test_a_reopened_case_is_a_dispute_again_and_its_money_stands_until_it_is_answered_anew(house: Ledger) -> None:
    work = Casework(house, NOTHING_JUDGED)
    number = work.open(complaint())
    settled(house, number, 17500)
    assert work.act(number, acts.CaseReopened(by="D1", role="dispute_manager", reason="new_footage")).refused is None
    assert ruling(house).round.standing == "disputed"
    assert money(house)["w1"] == 17500
    settled(house, number, 20000)
    assert money(house)["w1"] == 20000


def test_a_later_void_round_overtakes_a_settlement_and_an_earlier_one_does_not(house: Ledger) -> None:
    number = Casework(house, NOTHING_JUDGED).open(complaint())
    assert house.decide(ROUND, RoundVoided(by="M1", role="management")).refused is None
    assert money(house)["w1"] == 10000
    settled(house, number, 17500)
    assert money(house) == {"w1": 17500, "w2": 5000}


def test_a_case_without_an_award_leaves_the_round_as_it_stands(house: Ledger) -> None:
    work = Casework(house, NOTHING_JUDGED)
    number = work.open(complaint())
    before = money(house)
    answer = acts.Answer(player="P1", outcome="rejected", ex_gratia_minor=500)
    work.act(number, acts.RulingProposed(by="D1", role="dispute_manager", answers=(answer,)))
    work.act(number, acts.RulingApproved(by="A1", role="approver", proposal=work.case(number).digest or ""))
    work.act(number, acts.CaseSettled(by="D1", role="dispute_manager", proposal=work.case(number).digest or ""))
    assert ruling(house).round.standing == "stands"
    assert money(house) == before


def test_what_is_refused_is_on_record(house: Ledger) -> None:
    work = Casework(house, NOTHING_JUDGED)
    number = work.open(complaint())
    answer = acts.Answer(player="P1", outcome="rejected")
    work.act(number, acts.RulingProposed(by="D1", role="dispute_manager", answers=(answer,)))
    tried = acts.RulingApproved(by="D1", role="approver", proposal=work.case(number).digest or "")
    act = work.act(number, tried)
    assert act.refused == "D1 wrote or altered the answers; another person must approve them"
    kept = house.entries(f"case/{number}")[-1].event
    assert isinstance(kept, acts.CaseActRefused)
    assert (kept.by, kept.act, kept.proposal, kept.refused) == ("D1", "approve_ruling", tried.proposal, act.refused)
    assert work.case(number).state == "proposed"


@pytest.mark.parametrize("role", ["regulator", "administrator", "approver", "dealer"])
def test_who_may_not_open_a_case_is_refused_and_that_is_on_record(role: str, house: Ledger) -> None:
    with pytest.raises(MalformedDecision, match="only investigator or dispute manager opens a case"):
        Casework(house, NOTHING_JUDGED).open(complaint(by="R1", role=role))
    kept = house.entries(ATTEMPTS)[-1].event
    assert isinstance(kept, acts.CaseActRefused)
    assert (kept.by, kept.role, kept.act) == ("R1", role, "open_case")
    assert Casebook(house).numbers() == []


def test_what_is_not_on_record_opens_no_case(house: Ledger) -> None:
    work = Casework(house, NOTHING_JUDGED)
    with pytest.raises(UnknownRound, match=r"round .*/9 is not on record"):
        work.open(complaint(rounds=(f"{DAY}/9",)))
    with pytest.raises(UnknownRound, match="never opened"):
        work.open(complaint(day="BJ-9/2026-11-20"))
    with pytest.raises(MalformedDecision, match="one table's day"):
        work.open(complaint(rounds=("BJ-2/2026-11-20/1",)))
    with pytest.raises(UnknownCase, match="2026-0007 is not on record"):
        work.case("2026-0007")


def test_an_award_is_on_a_wager_of_the_player_s_own(house: Ledger) -> None:
    work = Casework(house, NOTHING_JUDGED)
    number = work.open(complaint())
    for wager in ("w2", "w9", "w3"):
        award = acts.WagerAward(round=ROUND, wager=wager, due_minor=1)
        answer = acts.Answer(player="P1", outcome="upheld", awards=(award,))
        with pytest.raises(MalformedDecision, match=f"P1 has no bet {wager}"):
            work.act(number, acts.RulingProposed(by="D1", role="dispute_manager", answers=(answer,)))


def test_numbers_are_a_sequence_of_their_year_also_under_two_recorders_at_once(house: Ledger) -> None:
    def several(_: int) -> list[str]:
        with opened(house.url) as own:
            return [Casework(own, NOTHING_JUDGED).open(complaint()) for _ in range(4)]

    with ThreadPoolExecutor(2) as pool:
        numbers_opened = sorted(number for numbers in pool.map(several, range(2)) for number in numbers)
    assert numbers_opened == [f"2026-{n:04}" for n in range(1, 9)]
    with Ledger(house.url, clock=lambda: AT + 60 * 86_400_000_000) as next_year:
        assert Casework(next_year, NOTHING_JUDGED).open(complaint()) == "2027-0001"
    assert Casebook(house).numbers()[-2:] == ["2026-0008", "2027-0001"]


def test_a_case_as_of_a_position_knows_nothing_of_later_acts(house: Ledger) -> None:
    number = Casework(house, NOTHING_JUDGED).open(complaint())
    position = house.size()
    Casework(house, NOTHING_JUDGED).act(number, acts.NoteAdded(by="D1", role="dispute_manager", text="later"))
    with LedgerAsOf(house.url, position) as past:
        assert len(Casebook(past).case(number).taken) == 1
    with LedgerAsOf(house.url, 1) as before, pytest.raises(UnknownCase):
        Casebook(before).case(number)


MISDRAWN: Final = "BAC-1/2026-11-20/1"
COUPS: Final = (
    "BAC-1/2026-11-20: table baccarat dcb GBP; shoe S1 8",
    f"{MISDRAWN}: open; bet w1 P1 banco 4000; nmb; P Th B 3c P 6d B 4s P 2s; call punto; pay w1 0; close",
    "BAC-1/2026-11-20/2: open; bet w2 P1 banco 4000; nmb; P 9h B 2c P Kd B 3s; call punto; pay w2 0; close",
)
"""Punto six is given a two and beats banco's seven, and the next coup is dealt."""


@pytest.mark.parametrize(("reason", "doubted"), [("dealer_drew_on_purpose", True), ("dealer_drew_too_many", False)])
def test_a_claim_that_the_dealer_erred_on_purpose_is_heard_where_the_round_is_ruled_on(
    house: Ledger, reason: str, doubted: bool
) -> None:
    house.adopt("dcb", shipped_edition("dcb").name, shipped_text("dcb"))
    transcript = Transcript("table/BAC-1")
    house.ingest(incoming_deliveries([delivery for line in COUPS for delivery in transcript.read(line)], "coups"))
    work = Casework(house, NOTHING_JUDGED)
    number = work.open(complaint(day="BAC-1/2026-11-20", rounds=(MISDRAWN,)))
    claim = acts.ClaimStated(by="I1", role="investigator", player="P1", amount_minor=7800, reason=reason)
    assert work.act(number, claim).refused is None
    asked = {clause for branch in ruling(house, MISDRAWN).branches for clause in branch.choices}
    assert ("DCB-21g?" in asked) is doubted
    assert "DCB-21a?" in asked


FOOTAGE: Final = {
    "as it should be": ({"begins_at": "2026-11-20T19:55:00.000000Z", "ends_at": "2026-11-20T20:00:00.000000Z"}, None),
    "from after to before": (
        {"begins_at": "2026-11-20T19:55:00.000000Z", "ends_at": "2026-11-20T19:54:00.000000Z"},
        "E1 ends before it begins",
    ),
    "from the future": (
        {"ends_at": "2026-11-20T20:06:00.000000Z"},
        "E1 is of 2026-11-20T20:06:00.000000Z, and that is still to come",
    ),
    "within what clocks differ": ({"ends_at": "2026-11-20T20:04:00.000000Z"}, None),
    "the same file again": ({"digest": f"sha256:{'1' * 64}"}, None),
    "another file under the name": (
        {"digest": f"sha256:{'2' * 64}"},
        "E1 is on file with another digest; give this one a name of its own",
    ),
}


@pytest.mark.parametrize(("fields", "why"), FOOTAGE.values(), ids=FOOTAGE)
def test_footage_that_cannot_be_what_it_is_said_to_be_is_refused(
    house: Ledger, fields: dict[str, str], why: str | None
) -> None:
    work = Casework(house, NOTHING_JUDGED)
    number = work.open(complaint())
    first = {"by": "I1", "role": "investigator", "evidence": "E1", "digest": f"sha256:{'1' * 64}"}
    assert work.act(number, acts.EvidenceAttached.model_validate(first)).refused is None
    again = acts.EvidenceAttached.model_validate({**first, "digest": None, **fields})
    assert work.act(number, again).refused == why
    assert len(work.case(number).evidence) == (1 if why else 2)

"""What a signature under an act is worth: who may act, what a forged or carried-over one comes to, what verify sees."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Final

import orjson
import pytest

from ledger.application import Ledger
from ledger.cases.casework import Casework, Complaint
from ledger.entry import Entry
from ledger.events import cases, decisions
from ledger.events.roster import RosterRevoked
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.mapper import MAPPER
from ledger.roster.signing import ActSigner, check_signature
from ledger.table_standing import Decision
from ledger.verify.act_check import ActCheck, check_acts
from projections.table_days import TableDays
from replay.editions.loader import shipped_text
from tests.ledger.roster.people import begin, confirmed, enrolment, key_of
from tests.ledgers import NOTHING_JUDGED, opened

DAY: Final = "BJ-1/2026-11-20"
ROUND: Final = f"{DAY}/1"
PLAY: Final = (
    f"{DAY}: table blackjack ccl CZK; shoe S1 6",
    f"{ROUND}: open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 8h 1 Kd; says 1 stand P1; D Js; pay w1 20000; close",
    f"{DAY}/2: open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 8h 1 Kd; says 1 stand P1; D Js; pay w1 20000; close",
)
STAFF: Final = (("I1", "investigator"), ("E7", "dispute_manager"), ("A1", "approver"))


def played(ledger: Ledger) -> None:
    """Two paid rounds under the Czech house."""
    ledger.adopt("ccl", "2026.3", shipped_text("ccl"))
    transcript = Transcript("table/BJ-1")
    ledger.ingest(incoming_deliveries([delivery for line in PLAY for delivery in transcript.read(line)], "feed"))


@pytest.fixture
def house(ledger_url: str) -> Iterator[Ledger]:
    """A house that requires its roster of five."""
    with opened(ledger_url) as ledger:
        played(ledger)
        begin(ledger, STAFF, required=True)
        yield ledger


def void(ledger: Ledger, by: str, role: str | None, signer: str | None, subject: str = ROUND) -> Decision:
    """Somebody declares a round void, signed with the key of somebody, or with none."""
    return void_with(ledger, by, key_of(signer) if signer else None, role, subject)


def void_with(
    ledger: Ledger, by: str, signer: ActSigner | None, role: str | None = "management", subject: str = ROUND
) -> Decision:
    """The same with a key that is at hand."""
    ledger.signer = signer
    event = decisions.RoundVoided.model_validate({"by": by, "role": role, "reason": "tried"})
    decision = ledger.decide(subject, event)
    ledger.signer = None
    return decision


def stands(ledger: Ledger, subject: str = ROUND) -> str:
    (ruling,) = TableDays(ledger).rulings([subject])
    return ruling.round.standing


def faults(ledger: Ledger) -> list[str]:
    return [what for _, what in check_acts(ledger, ActCheck(ledger.roster()))]


WHO: Final = """
by          role         signs   then
M1          management   M1      void
M1          -            M1      CCL-40 gives this to management; M1 acted as no office
M1          management   -       M1 must sign this
M1          management   E7      the key is E7's, and M1 is named
M1          management   X9      not on the roster
E7          management   E7      the roster has E7 as dispute manager
management  -            M1      the key is M1's, and management is named
"""


def who_rows() -> list[list[str | None]]:
    head, *lines = WHO.strip().splitlines()
    starts = [head.index(word) for word in head.split()]
    texts = [[line[a:b].strip() for a, b in zip(starts, [*starts[1:], None], strict=True)] for line in lines]
    return [[None if text == "-" else text for text in row] for row in texts]


@pytest.mark.parametrize(("by", "role", "signer", "then"), who_rows())
def test_who_may_decide_where_the_roster_is_required(
    house: Ledger, by: str, role: str | None, signer: str | None, then: str
) -> None:
    decision = void(house, by, role, signer)
    assert (decision.refused is None) == (then == "void")
    assert then == "void" or then in (decision.refused or "")
    assert stands(house) == ("void" if then == "void" else "closed")
    assert faults(house) == []


def test_without_a_roster_an_act_is_claimed_and_holds(ledger: Ledger) -> None:
    played(ledger)
    decision = void(ledger, "M1", "management", None)
    assert decision.refused is None
    assert decision.entry.delivery.signature is None
    assert stands(ledger) == "void"


def test_what_was_signed_before_a_key_is_revoked_stays(house: Ledger) -> None:
    assert void(house, "M1", "management", "M1").refused is None
    revoked = RosterRevoked(by="M2", person="M1", reason="left_the_house")
    begin_third(house)
    assert confirmed(house, "M2", revoked, "M3").refused is None
    assert stands(house) == "void"
    assert "was revoked" in (void(house, "M1", "management", "M1", f"{DAY}/2").refused or "")
    assert faults(house) == []


def begin_third(house: Ledger) -> None:
    assert confirmed(house, "M1", enrolment("M1", "M3", "management"), "M2").refused is None


def test_one_person_under_two_spellings_settles_nothing(house: Ledger) -> None:
    casework = Casework(house, NOTHING_JUDGED)
    house.signer = key_of("E7")
    number = casework.open(Complaint(by="E7", role="dispute_manager", day=DAY, rounds=(ROUND,)))
    claim = cases.ClaimStated(by="E7", role="dispute_manager", player="P1", amount_minor=0)
    assert casework.act(number, claim).refused is None
    answer = cases.Answer(player="P1", outcome="rejected")
    proposal = cases.RulingProposed(by="E7", role="dispute_manager", answers=(answer,))
    assert casework.act(number, proposal).refused is None
    digest = casework.case(number).digest or ""
    for by, role in (("E-7", "approver"), ("e7", "approver"), ("E7", "approver")):
        approval = cases.RulingApproved.model_validate({"by": by, "role": role, "proposal": digest})
        assert casework.act(number, approval).refused is not None
    house.signer = key_of("A1")
    assert casework.act(number, cases.RulingApproved(by="A1", role="approver", proposal=digest)).refused is None
    house.signer = key_of("E7")
    settled = cases.CaseSettled(by="E7", role="dispute_manager", proposal=digest)
    assert casework.act(number, settled).refused is None
    assert stands(house) == "stands"
    assert faults(house) == []
    check = ActCheck(house.roster())
    assert list(check_acts(house, check)) == []
    assert (check.signed > 10, check.claimed) == (True, 0)


def test_in_a_ledger_without_a_roster_two_spellings_are_not_two_persons(ledger: Ledger) -> None:
    played(ledger)
    casework = Casework(ledger, NOTHING_JUDGED)
    number = casework.open(Complaint(by="E7", role="dispute_manager", day=DAY, rounds=(ROUND,)))
    answer = cases.Answer(player="P1", outcome="rejected")
    casework.act(number, cases.RulingProposed(by="E7", role="dispute_manager", answers=(answer,)))
    digest = casework.case(number).digest or ""
    approval = cases.RulingApproved(by="E-7", role="approver", proposal=digest)
    assert "another person" in (casework.act(number, approval).refused or "")


# Signatures that are not what they seem


def signed_decision(house: Ledger) -> Entry:
    return void(house, "M1", "management", "M1").entry


def test_a_signature_holds_for_its_own_ledger_stream_place_and_words_only(house: Ledger) -> None:
    entry = signed_decision(house)
    key, ledger_id = key_of("M1").public, house.roster().ledger
    check_signature(entry.delivery, entry.stream, entry.version, ledger_id, key)
    other_round = entry.delivery._replace(subject=f"{DAY}/2")
    other_words = entry.delivery._replace(event=decisions.RoundVoided(by="M1", role="management", reason="other"))
    other_id = entry.delivery._replace(id="decision:other")
    assert entry.delivery.signature is not None
    other_head = entry.delivery.signature.model_copy(update={"rests_on": "sha256:" + "0" * 64})
    more = entry.delivery.signature.model_copy(update={"covers": ("sha256:" + "0" * 64,)})
    for delivery, stream, version, ledger in (
        (other_round, entry.stream, entry.version, ledger_id),
        (other_words, entry.stream, entry.version, ledger_id),
        (other_id, entry.stream, entry.version, ledger_id),
        (entry.delivery._replace(signature=other_head), entry.stream, entry.version, ledger_id),
        (entry.delivery._replace(signature=more), entry.stream, entry.version, ledger_id),
        (entry.delivery, "table/BJ-2/2026-11-20", entry.version, ledger_id),
        (entry.delivery, entry.stream, entry.version + 1, ledger_id),
        (entry.delivery, entry.stream, entry.version, "0" * 32),
    ):
        with pytest.raises(ValueError, match="not over what is on record"):
            check_signature(delivery, stream, version, ledger, key)
    with pytest.raises(ValueError, match="not signed with this key"):
        check_signature(entry.delivery, entry.stream, entry.version, ledger_id, key_of("M2").public)


def recorded(house: Ledger, entry: Entry) -> None:
    """The entry as somebody with the database, and no key, puts it on record: everything but the signature worked out."""
    house.recorder.insert_events([MAPPER.to_stored_event(entry)])


def test_a_signature_put_under_something_else_is_found(house: Ledger) -> None:
    entry = signed_decision(house)
    version = house.recorder.stream_version(entry.stream)
    carried = entry.delivery._replace(id="decision:carried", subject=f"{DAY}/2")
    recorded(house, replace(entry, version=version + 1, delivery=carried))
    assert [text for text in faults(house) if "another head" in text]
    assert entry.delivery.signature is not None
    head = f"sha256:{house.recorder.stream_leaf(entry.stream, version + 1).hex()}"
    signature = entry.delivery.signature.model_copy(update={"rests_on": head})
    moved = carried._replace(id="decision:moved", signature=signature)
    recorded(house, replace(entry, version=version + 2, delivery=moved))
    assert [text for text in faults(house) if "not over what is on record here" in text]


def test_what_is_said_to_follow_from_an_act_must_be_covered_by_it(house: Ledger) -> None:
    entry = signed_decision(house)
    cause = f"{entry.delivery.source}#{entry.delivery.id}"
    event = cases.RoundAnswered(by="M1", case="2026-0001", outcome="corrected", proposal="sha256:" + "0" * 64)
    version = house.recorder.stream_version(entry.stream)
    delivery = entry.delivery._replace(event=event, id="case/2026-0001:9", causation=cause, signature=None)
    recorded(house, replace(entry, version=version + 1, delivery=delivery))
    assert [text for text in faults(house) if "does not cover it" in text]


def test_a_flipped_bit_of_a_signature_is_found(sqlite_url: str) -> None:
    with opened(sqlite_url) as ledger:
        played(ledger)
        begin(ledger, STAFF, required=True)
        position = signed_decision(ledger).position
    path = sqlite_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TRIGGER events_no_update")
        (state,) = connection.execute("SELECT state FROM events WHERE position = ?", [position]).fetchone()
        envelope = orjson.loads(state)
        text = envelope["signature"]["sshsig"]
        envelope["signature"]["sshsig"] = text[:-10] + ("A" if text[-10] != "A" else "B") + text[-9:]
        changed = orjson.dumps(envelope, option=orjson.OPT_SORT_KEYS)
        connection.execute("UPDATE events SET state = ? WHERE position = ?", [changed, position])
        connection.commit()
    with opened(sqlite_url) as ledger:
        assert faults(ledger)


def test_an_act_taken_meanwhile_is_judged_and_signed_anew(house: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another person writes between the judging and the appending: the signature rests on the head that then is."""
    append = Ledger.append
    others = [lambda: void(Ledger(house.url, clock=house.clock), "M2", "management", "M2", f"{DAY}/2")]

    def interrupted(ledger: Ledger, drafts: object) -> None:
        if ledger is house and others:
            others.pop()()
        append(ledger, drafts)  # type: ignore[arg-type]

    monkeypatch.setattr(Ledger, "append", interrupted)
    assert void(house, "M1", "management", "M1").refused is None
    assert (stands(house), stands(house, f"{DAY}/2")) == ("void", "void")
    assert faults(house) == []

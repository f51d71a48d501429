"""How a case goes from one state to the next, as text tables: given, when, then, refused."""

from itertools import product
from typing import Any, Final

import pytest

from ledger.cases.case import Case, proposal_digest, told
from ledger.cases.grants import grants
from ledger.cases.transitions import AT_ANY_TIME, CASE, OF_SUBSTANCE, STATES, state_after
from ledger.codec import content, decode, encode
from ledger.decisions.authority import Authority, check
from ledger.entry import Delivery, Entry
from ledger.events import cases as said
from ledger.people import DESK_ROLES, ROLES

DAY: Final = "BJ-1/2026-11-20"
ROUND: Final = f"{DAY}/1"
STREAM: Final = "case/2026-0001"
MARK: Final = "sha256:" + "0" * 64
EDITION: Final = {"settle_round": Authority(roles=("management",), clause="CCL-40")}

ACTS: Final = """
given     when                                  then      refused
open      claim I1 investigator P2              open      -
open      withdraw I1 investigator P1           open      -
open      withdraw I1 investigator P2           open      P2 has no claim
open      name I1 investigator                  open      -
open      attach I1 investigator                open      -
open      attach R1 regulator                   open      dispute manager; R1 acted as regulator
open      hold I1 investigator                  open      -
open      release D1 dispute_manager            open      nothing is held
open      attempt D1 dispute_manager            open      -
open      ruling I1 investigator                open      -
open      ruling_elsewhere I1 investigator      open      is not of this case
open      note A1 approver                      open      -
open      note R1 regulator                     open      R1 acted as regulator
open      note R1                               open      R1 acted as no office
open      propose D1 dispute_manager            proposed  -
open      propose I1 investigator               proposed  -
open      propose A1 approver                   open      gives this to investigator or dispute manager
open      propose Z1 administrator              open      gives this to investigator or dispute manager
open      propose dispute_manager               open      is an office; a person must answer for this
open      propose_nobody D1 dispute_manager     open      the claim of P1 has no answer
open      propose_twice D1 dispute_manager      open      a player has two answers
open      propose_elsewhere D1 dispute_manager  open      is not of this case
open      propose_double D1 dispute_manager     open      a wager is awarded twice
open      propose_unread D1 dispute_manager     open      a ruling that the case has not taken in
open      alter D1 dispute_manager              open      the case is open
open      approve A1 approver                   open      the case is open
open      reject A1 approver                    open      the case is open
open      settle D1 dispute_manager             open      the case is open
open      pay D1 dispute_manager                open      the case is open
open      appeal D1 dispute_manager             open      the case is open
open      reopen D1 dispute_manager             open      the case is open
open      close D1 dispute_manager              open      the claim of P1 has no answer
proposed  claim I1 investigator P2              proposed  -
proposed  attach I1 investigator                proposed  -
proposed  propose D1 dispute_manager            proposed  the case is proposed
proposed  alter I1 investigator                 proposed  -
proposed  alter Z1 administrator                proposed  gives this to
proposed  approve A1 approver                   approved  -
proposed  approve M1 management                 approved  -
proposed  approve D1 approver                   proposed  D1 wrote or altered the answers
proposed  approve d1 approver                   proposed  d1 wrote or altered the answers
proposed  approve D1 management                 proposed  D1 wrote or altered the answers
proposed  approve S1 supervisor                 proposed  CCL-40 gives this to approver or management
proposed  approve D2 dispute_manager            proposed  gives this to approver or management
proposed  approve Z1 administrator              proposed  gives this to approver or management
proposed  approve R1 regulator                  proposed  gives this to approver or management
proposed  approve management                    proposed  is an office; a person must answer for this
proposed  approve_other A1 approver             proposed  that is not the proposal as it stands
proposed  reject A1 approver                    open      -
proposed  reject D2 dispute_manager             proposed  gives this to approver or management
proposed  reject_other A1 approver              proposed  that is not the proposal as it stands
proposed  settle D1 dispute_manager             proposed  the case is proposed
proposed  pay D1 dispute_manager                proposed  the case is proposed
proposed  appeal D1 dispute_manager             proposed  the case is proposed
proposed  reopen D1 dispute_manager             proposed  the case is proposed
proposed  close D1 dispute_manager              proposed  the case is proposed
approved  claim I1 investigator P2              proposed  -
approved  attach I1 investigator                proposed  -
approved  ruling I1 investigator                proposed  -
approved  note A1 approver                      approved  -
approved  hold I1 investigator                  approved  -
approved  propose D1 dispute_manager            approved  the case is approved
approved  alter I1 investigator                 proposed  -
approved  alter D1 dispute_manager              proposed  -
approved  alter Z1 administrator                approved  gives this to
approved  approve A2 approver                   approved  the case is approved
approved  reject A1 approver                    open      -
approved  settle D1 dispute_manager             settled   -
approved  settle M1 management                  settled   -
approved  settle I1 investigator                approved  gives this to dispute manager or approver or management
approved  settle dispute_manager                approved  is an office
approved  settle_other D1 dispute_manager       approved  that is not the proposal as it stands
approved  pay D1 dispute_manager                approved  the case is approved
approved  appeal D1 dispute_manager             approved  the case is approved
approved  reopen D1 dispute_manager             approved  the case is approved
approved  close D1 dispute_manager              approved  the case is approved
settled   claim I1 investigator P2              settled   -
settled   propose D1 dispute_manager            settled   the case is settled
settled   alter D1 dispute_manager              settled   the case is settled
settled   approve A1 approver                   settled   the case is settled
settled   reject A1 approver                    settled   the case is settled
settled   settle D1 dispute_manager             settled   the case is settled
settled   pay D1 dispute_manager                settled   -
settled   pay I1 investigator                   settled   gives this to dispute manager
settled   pay_much D1 dispute_manager           settled   900 is still to be paid to P1
settled   pay_kindly D1 dispute_manager         settled   -
settled   appeal D1 dispute_manager             appealed  -
settled   reopen A1 approver                    open      -
settled   reopen I1 investigator                settled   gives this to
settled   close D1 dispute_manager              settled   P1 has not been paid all of the settlement
appealed  pay D1 dispute_manager                appealed  -
appealed  propose D1 dispute_manager            appealed  the case is appealed
appealed  alter D1 dispute_manager              appealed  the case is appealed
appealed  approve A1 approver                   appealed  the case is appealed
appealed  reject A1 approver                    appealed  the case is appealed
appealed  settle D1 dispute_manager             appealed  the case is appealed
appealed  appeal D1 dispute_manager             appealed  the case is appealed
appealed  reopen D1 dispute_manager             open      -
appealed  close D1 dispute_manager              appealed  P1 has not been paid all of the settlement
closed    claim I1 investigator P2              closed    the case is closed
closed    attach I1 investigator                closed    the case is closed
closed    ruling I1 investigator                closed    the case is closed
closed    note A1 approver                      closed    -
closed    propose D1 dispute_manager            closed    the case is closed
closed    alter D1 dispute_manager              closed    the case is closed
closed    approve A1 approver                   closed    the case is closed
closed    reject A1 approver                    closed    the case is closed
closed    settle D1 dispute_manager             closed    the case is closed
closed    pay D1 dispute_manager                closed    the case is closed
closed    appeal D1 dispute_manager             appealed  -
closed    reopen D1 dispute_manager             open      -
closed    close D1 dispute_manager              closed    the case is closed
"""
FILE: Final = """
given      when                                  then       refused
proposed   withdraw I1 investigator              proposed   -
proposed   ruling I1 investigator                proposed   -
proposed   name I1 investigator                  proposed   -
proposed   attempt D1 dispute_manager            proposed   -
proposed   hold I1 investigator                  proposed   -
proposed   release D1 dispute_manager            proposed   nothing is held
proposed   note A1 approver                      proposed   -
approved   withdraw I1 investigator              proposed   -
approved   name I1 investigator                  approved   -
approved   attempt D1 dispute_manager            approved   -
approved   release D1 dispute_manager            approved   nothing is held
settled    withdraw I1 investigator              settled    -
settled    attach I1 investigator                settled    -
settled    ruling I1 investigator                settled    -
settled    name I1 investigator                  settled    -
settled    attempt D1 dispute_manager            settled    -
settled    hold I1 investigator                  settled    -
settled    release D1 dispute_manager            settled    nothing is held
settled    note A1 approver                      settled    -
appealed   claim I1 investigator P2              appealed   -
appealed   withdraw I1 investigator              appealed   -
appealed   attach I1 investigator                appealed   -
appealed   ruling I1 investigator                appealed   -
appealed   name I1 investigator                  appealed   -
appealed   attempt D1 dispute_manager            appealed   -
appealed   hold I1 investigator                  appealed   -
appealed   release D1 dispute_manager            appealed   nothing is held
appealed   note A1 approver                      appealed   -
closed     withdraw I1 investigator              closed     the case is closed
closed     name I1 investigator                  closed     -
closed     attempt D1 dispute_manager            closed     -
closed     hold I1 investigator                  closed     -
closed     release D1 dispute_manager            closed     nothing is held
held       hold I1 investigator                  open       -
held       release A1 approver                   open       -
held       release I1 investigator               open       gives this to dispute manager or approver
unclaimed  close D1 dispute_manager              closed     -
unclaimed  close A1 approver                     closed     -
unclaimed  close I1 investigator                 open       gives this to dispute manager
unclaimed  propose D1 dispute_manager            proposed   -
paid       close D1 dispute_manager              closed     -
paid       close M1 management                   closed     -
paid       close Z1 administrator                settled    gives this to
paid       pay D1 dispute_manager                settled    0 is still to be paid to P1
paid       pay_kindly D1 dispute_manager         settled    0 is still to be paid to P1
paid       claim I1 investigator P2              settled    -
paid_adr   close D1 dispute_manager              closed     -
late       close D1 dispute_manager              settled    the claim of P2 has no answer
"""
"""The acts that put something on file, in every state; and states within a state: held, without a claim, paid."""
WITHOUT_OFFICE: Final = """
given     acts
open      claim withdraw name attach hold attempt ruling note propose close
proposed  alter approve reject
approved  settle alter reject
settled   pay appeal reopen close
closed    appeal reopen
held      release
"""
"""What a regulator, an administrator, a dealer and somebody without an office are refused in each state."""
GIVEN: Final[dict[str, tuple[str, ...]]] = {
    "open": (),
    "proposed": ("propose D1 dispute_manager",),
    "approved": ("propose D1 dispute_manager", "approve A1 approver"),
    "settled": ("propose D1 dispute_manager", "approve A1 approver", "settle D1 dispute_manager"),
}
GIVEN["held"] = ("hold I1 investigator",)
GIVEN["unclaimed"] = ("withdraw I1 investigator P1",)
GIVEN["appealed"] = (*GIVEN["settled"], "appeal D1 dispute_manager")
GIVEN["closed"] = (*GIVEN["settled"], "pay D1 dispute_manager", "pay_kindly D1 dispute_manager", "close D1 dispute_manager")

GIVEN["paid"] = GIVEN["closed"][:-1]
GIVEN["paid_adr"] = (*GIVEN["paid"], "appeal D1 dispute_manager")
GIVEN["late"] = (*GIVEN["paid"], "claim I1 investigator P2")
SAID: Final = (
    *("claim", "withdraw", "name", "attach", "hold", "release", "attempt", "ruling", "note"),
    *("propose", "alter", "approve", "reject", "settle", "pay", "appeal", "reopen", "close"),
)
DECIDED: Final = frozenset(act for _, act in CASE)
OUTSIDERS: Final = ("R1 regulator", "Z1 administrator", "C1 dealer", "X1")
WITHIN: Final = {"held": "open", "unclaimed": "open", "paid": "settled", "paid_adr": "appealed", "late": "settled"}

AWARD: Final = said.WagerAward(round=ROUND, wager="w1", due_minor=2500)
ELSEWHERE: Final = said.WagerAward(round="BJ-1/2026-11-20/2", wager="w1", due_minor=2500)


def answer(player: str, *awards: said.WagerAward, pay: int = 900) -> said.Answer:
    return said.Answer(player=player, outcome="upheld", pay_minor=pay, ex_gratia_minor=50, awards=awards)


def opened(granted: tuple[said.Grant, ...]) -> said.CaseOpened:
    return said.CaseOpened(
        by="I1",
        role="investigator",
        day=DAY,
        rounds=(ROUND,),
        received_at="2026-11-20T20:00:00.000000Z",
        rulebook="ccl",
        edition="2026.1",
        digest=MARK,
        authorities=granted,
    )


class Told:
    """A case that is told line by line: `propose D1 dispute_manager`."""

    def __init__(self, granted: tuple[said.Grant, ...] = grants(EDITION)) -> None:
        self.entries: list[Entry] = []
        self.put(opened(granted))
        self.put(said.ClaimStated(by="I1", role="investigator", player="P1", amount_minor=5000))

    @property
    def case(self) -> Case:
        return told(self.entries)

    def put(self, event: Any) -> None:
        """Through the stored bytes, as the ledger does it."""
        number = len(self.entries) + 1
        delivery = Delivery(event, "recoup", f"{STREAM}:{number}", None, STREAM)
        self.entries.append(
            decode(number, encode(content(delivery), STREAM, number, f"2026-11-20T20:{number:02}:00.000000Z"))
        )

    def say(self, line: str) -> str | None:
        """Puts an act on record as it was tried, and says why it does not hold."""
        self.put(self.event(line))
        return self.case.taken[-1].refused

    def event(self, line: str) -> Any:
        act, by, *more = line.split()
        role = more[0] if more else None
        who: dict[str, Any] = {"by": by, "role": role}
        player = more[1] if len(more) > 1 else "P1"
        standing = self.case.digest or MARK
        proposals = {
            "propose": (answer("P1", AWARD),),
            "alter": (answer("P1", AWARD, pay=800),),
            "propose_nobody": (answer("P3", AWARD),),
            "propose_twice": (answer("P1"), answer("P1")),
            "propose_elsewhere": (answer("P1", ELSEWHERE),),
            "propose_double": (answer("P1", AWARD, AWARD),),
            "propose_unread": (answer("P1"),),
        }
        if act in proposals:
            written = said.RulingAltered if act == "alter" else said.RulingProposed
            return written(**who, answers=proposals[act], rulings=(MARK,) if act == "propose_unread" else ())
        taken = {"digest": MARK, "verdict": "correct", "engine": "recoup/0", "leaves": MARK}
        kinds: dict[str, tuple[type[said.Acted], dict[str, Any]]] = {
            "claim": (said.ClaimStated, {"player": player, "amount_minor": 5000}),
            "withdraw": (said.ClaimWithdrawn, {"player": player}),
            "name": (said.PersonNamed, {"person": "D6", "seen_as": "on_the_floor", "office_held": "dealer"}),
            "attach": (said.EvidenceAttached, {"evidence": "e1", "camera": "C7", "offset_ms": -1500}),
            "hold": (said.HoldPlaced, {}),
            "release": (said.HoldReleased, {}),
            "attempt": (said.ResolutionAttempted, {"player": player, "outcome": "declined"}),
            "ruling": (said.RulingTaken, {"round": ROUND, **taken}),
            "ruling_elsewhere": (said.RulingTaken, {"round": ELSEWHERE.round, **taken}),
            "note": (said.NoteAdded, {"text": "seen twice"}),
            "approve": (said.RulingApproved, {"proposal": standing}),
            "approve_other": (said.RulingApproved, {"proposal": MARK}),
            "reject": (said.RulingRejected, {"proposal": standing}),
            "reject_other": (said.RulingRejected, {"proposal": MARK}),
            "settle": (said.CaseSettled, {"proposal": standing}),
            "settle_other": (said.CaseSettled, {"proposal": MARK}),
            "pay": (said.PlayerPaid, {"player": player, "amount_minor": 900}),
            "pay_much": (said.PlayerPaid, {"player": player, "amount_minor": 901}),
            "pay_kindly": (said.PlayerPaid, {"player": player, "amount_minor": 50, "ex_gratia": True}),
            "appeal": (said.CaseAppealed, {"player": player, "body": "IBAS"}),
            "reopen": (said.CaseReopened, {"reason": "new_footage"}),
            "close": (said.CaseClosed, {}),
        }
        kind, fields = kinds[act]
        return kind.model_validate({**who, **fields})


def given(state: str) -> Told:
    """A case in a state, by acts that hold."""
    made = Told()
    for line in GIVEN[state]:
        assert made.say(line) is None
    assert made.case.state == WITHIN.get(state, state)
    return made


def rows(table: str) -> list[tuple[str, str, str, str]]:
    head, *lines = table.strip().splitlines()
    starts = [head.index(name) for name in ("given", "when", "then", "refused")]
    ends = [*starts[1:], None]
    return [tuple(line[a:b].strip() for a, b in zip(starts, ends, strict=True)) for line in lines]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("state", "when", "then", "refused"), [*rows(ACTS), *rows(FILE)], ids=lambda cell: str(cell).replace(" ", "_")
)
def test_an_act_is_taken_or_refused(state: str, when: str, then: str, refused: str) -> None:
    case = given(state)
    why = case.say(when)
    assert case.case.state == then
    if refused == "-":
        assert why is None
    else:
        assert why is not None
        assert refused in why


def test_the_tables_have_every_act_in_every_state() -> None:
    """Whether it is open to the state, and who may do it, is in a row: none is left to chance."""
    word = {Told().event(f"{act} X1").WORD: act for act in SAID}
    assert set(word) == {act for _, act in CASE} | AT_ANY_TIME | OF_SUBSTANCE
    told_of = {(WITHIN.get(state, state), when.split()[0]) for state, when, _, _ in (*rows(ACTS), *rows(FILE))}
    assert [(state, act) for state, act in product(STATES, word.values()) if (state, act) not in told_of] == []


def test_the_tables_have_every_transition_that_the_product_has() -> None:
    """Each way from a state to another is taken in some row, and no row takes another."""
    word = {act: Told().event(f"{act} X1").WORD for act in SAID}
    taken = {
        (WITHIN.get(state, state), word[when.split()[0]], then)
        for state, when, then, refused in (*rows(ACTS), *rows(FILE))
        if refused == "-" and when.split()[0] in word
    }
    assert {(state, act, then) for (state, act), then in CASE.items()} == {row for row in taken if row[1:2][0] in DECIDED}
    assert {then for state, act, then in taken if act in AT_ANY_TIME and state != then} == set()


def without_office() -> list[tuple[str, str, str]]:
    lines = [line.split() for line in WITHOUT_OFFICE.strip().splitlines()[1:]]
    return [(state, act, who) for state, *acts in lines for act in acts for who in OUTSIDERS]


@pytest.mark.parametrize(("state", "act", "who"), without_office(), ids=lambda cell: str(cell).replace(" ", "_"))
def test_nobody_acts_without_an_office_of_the_case(state: str, act: str, who: str) -> None:
    case = given(state)
    before = case.case
    assert "gives this to" in (case.say(f"{act} {who}") or "")
    after = case.case
    assert (after.state, after.claims, after.digest, after.held) == (
        before.state,
        before.claims,
        before.digest,
        before.held,
    )


def test_every_kind_of_act_has_its_place_in_the_tables() -> None:
    kinds = {kind.WORD for kind in vars(said).values() if isinstance(kind, type) and issubclass(kind, said.Acted)
             and hasattr(kind, "WORD")}  # fmt: skip
    assert kinds - {"open_case", "act_refused"} == {act for _, act in CASE} | AT_ANY_TIME | OF_SUBSTANCE
    assert {grant.act for grant in grants({})} == kinds - {"act_refused"}
    assert state_after("open", "no_such_act") is None


class TestFourEyes:
    def test_who_altered_it_does_not_approve_it_even_after_another_altered_it_again(self) -> None:
        case = given("proposed")
        assert case.say("alter I1 investigator") is None
        assert case.say("alter D2 dispute_manager") is None
        for writer in ("D1", "I1", "D2"):
            assert "wrote or altered" in (case.say(f"approve {writer} approver") or "")
        assert case.say("approve A1 approver") is None

    def test_a_rejected_text_is_not_approved_by_its_writer_when_another_proposes_it_again(self) -> None:
        case = given("proposed")
        assert case.say("reject A1 approver") is None
        assert case.say("propose D2 dispute_manager") is None
        assert "wrote or altered" in (case.say("approve D1 approver") or "")

    def test_an_approval_dies_with_a_change_and_with_the_change_taken_back(self) -> None:
        case = given("approved")
        approved = case.case.digest
        assert case.say("alter I1 investigator") is None
        assert case.case.digest != approved
        assert case.case.approved_by is None
        assert "the case is proposed" in (case.say("settle D1 dispute_manager") or "")

    def test_a_claim_stated_after_the_proposal_must_be_answered_before_it_is_approved(self) -> None:
        case = given("approved")
        assert case.say("claim I1 investigator P2") is None
        assert case.say("approve A1 approver") == "the claim of P2 has no answer"

    def test_an_attempt_is_kept_and_changes_nothing(self) -> None:
        case = given("proposed")
        before = case.case
        case.say("approve D1 approver")
        after = case.case
        assert after.taken[-1].refused
        assert (after.state, after.approved_by, after.digest) == (before.state, None, before.digest)

    @pytest.mark.parametrize("role", sorted({*ROLES, *DESK_ROLES} - {"approver", "management"}))
    def test_nobody_approves_in_another_office(self, role: str) -> None:
        assert given("proposed").say(f"approve X1 {role}") is not None


class TestAuthority:
    def test_an_edition_says_who_approves_before_the_desk_does(self) -> None:
        row = Authority(roles=("direction",), clause="SCB-24")
        found = {grant.act: grant for grant in grants({**EDITION, "approve_ruling": row})}
        assert found["approve_ruling"] == said.Grant(act="approve_ruling", roles=("direction",), clause="SCB-24")
        assert found["reject_ruling"].roles == ("approver", "management")

    def test_without_an_edition_s_word_the_desk_approves(self) -> None:
        assert next(grant for grant in grants({}) if grant.act == "approve_ruling").roles == ("approver",)

    @pytest.mark.parametrize("role", ["administrator", "regulator"])
    def test_an_edition_cannot_have_them_decide_either(self, role: Any) -> None:
        row = Authority(roles=("management", role), clause="CCL-40")
        with pytest.raises(ValueError, match=f"{role} decides nothing"):
            check({"approve_ruling": row})
        case = Told(grants({**EDITION, "approve_ruling": row}))
        assert case.say("propose D1 dispute_manager") is None
        assert "gives this to" in (case.say(f"approve X1 {role}") or "")
        assert case.say("approve M1 management") is None

    def test_nothing_is_granted_to_regulators_and_administrators(self) -> None:
        assert not {"regulator", "administrator"} & {role for grant in grants(EDITION) for role in grant.roles}


class TestSeveralAnswers:
    def test_each_player_has_one_of_his_own(self) -> None:
        case = given("open")
        assert case.say("claim I1 investigator P2") is None
        both = (answer("P1", AWARD), said.Answer(player="P2", outcome="rejected", reason="late_bet", clauses=("CCL-23",)))
        case.put(said.RulingProposed(by="D1", role="dispute_manager", answers=both))
        assert case.say("approve A1 approver") is None
        assert case.say("settle D1 dispute_manager") is None
        assert {player: one.outcome for player, one in case.case.answers().items()} == {"P1": "upheld", "P2": "rejected"}
        assert case.say("pay D1 dispute_manager P2") == "0 is still to be paid to P2 so, not more"

    def test_a_rejected_claim_owes_nothing(self) -> None:
        with pytest.raises(ValueError, match="ex gratia"):
            said.Answer(player="P1", outcome="rejected", pay_minor=1)

    def test_a_reopened_case_counts_what_was_paid_before(self) -> None:
        case = given("settled")
        for line in ("pay D1 dispute_manager", "reopen A1 approver", "propose D1 dispute_manager"):
            assert case.say(line) is None
        assert case.say("alter D1 dispute_manager") is None
        assert case.say("approve A1 approver") is None
        assert case.say("settle D1 dispute_manager") is None
        assert case.case.owed("P1") == 800 - 900
        assert case.say("pay D1 dispute_manager") == "0 is still to be paid to P1 so, not more"

    def test_two_rulings_stand_beside_each_other(self) -> None:
        case = given("open")
        case.say("ruling I1 investigator")
        case.say("attach I1 investigator")
        case.say("ruling I1 investigator")
        assert len(case.case.rulings) == 2


def test_a_digest_is_of_the_answers_and_not_of_who_proposes_them() -> None:
    one = said.RulingProposed(by="D1", role="dispute_manager", answers=(answer("P1"),))
    other = said.RulingAltered(by="D2", role="dispute_manager", answers=(answer("P1"),))
    assert proposal_digest(one) == proposal_digest(other)
    assert proposal_digest(one) != proposal_digest(said.RulingProposed(by="D1", answers=(answer("P1", pay=901),)))

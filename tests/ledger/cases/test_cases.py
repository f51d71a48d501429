"""How a case goes from one state to the next, as text tables: given, when, then, refused."""

from itertools import product
from typing import Any

import pytest

from ledger.acts.authority import Authority, case_grants, check_authorities
from ledger.cases.case import AT_ANY_TIME, CASE, OF_SUBSTANCE, STATES, proposal_digest, state_after
from ledger.events import cases as acts
from ledger.values.offices import DESK_ROLES, ROLES
from tests.ledger.cases.tables import ACTS, DECIDED, FILE, OUTSIDERS, SAID, WITHIN, WITHOUT_OFFICE
from tests.ledger.cases.telling import AWARD, EDITION, Told, answer, given, rows


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
    kinds = {kind.WORD for kind in vars(acts).values() if isinstance(kind, type) and issubclass(kind, acts.CaseworkAct)
             and hasattr(kind, "WORD")}  # fmt: skip
    assert kinds - {"open_case", "act_refused"} == {act for _, act in CASE} | AT_ANY_TIME | OF_SUBSTANCE
    assert {grant.act for grant in case_grants({})} == kinds - {"act_refused"}
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
        found = {grant.act: grant for grant in case_grants({**EDITION, "approve_ruling": row})}
        assert found["approve_ruling"] == acts.Grant(act="approve_ruling", roles=("direction",), clause="SCB-24")
        assert found["reject_ruling"].roles == ("approver", "management")

    def test_without_an_edition_s_word_the_desk_approves(self) -> None:
        assert next(grant for grant in case_grants({}) if grant.act == "approve_ruling").roles == ("approver",)

    @pytest.mark.parametrize("role", ["administrator", "regulator"])
    def test_an_edition_cannot_have_them_decide_either(self, role: Any) -> None:
        row = Authority(roles=("management", role), clause="CCL-40")
        with pytest.raises(ValueError, match=f"{role} decides nothing"):
            check_authorities({"approve_ruling": row})
        case = Told(case_grants({**EDITION, "approve_ruling": row}))
        assert case.say("propose D1 dispute_manager") is None
        assert "gives this to" in (case.say(f"approve X1 {role}") or "")
        assert case.say("approve M1 management") is None

    def test_nothing_is_granted_to_regulators_and_administrators(self) -> None:
        assert not {"regulator", "administrator"} & {role for grant in case_grants(EDITION) for role in grant.roles}


class TestSeveralAnswers:
    def test_each_player_has_one_of_his_own(self) -> None:
        case = given("open")
        assert case.say("claim I1 investigator P2") is None
        both = (answer("P1", AWARD), acts.Answer(player="P2", outcome="rejected", reason="late_bet", clauses=("CCL-23",)))
        case.put(acts.RulingProposed(by="D1", role="dispute_manager", answers=both))
        assert case.say("approve A1 approver") is None
        assert case.say("settle D1 dispute_manager") is None
        assert {player: answer_.outcome for player, answer_ in case.case.answers().items()} == {
            "P1": "upheld",
            "P2": "rejected",
        }
        assert case.say("pay D1 dispute_manager P2") == "that is more than is still to be paid to P2"

    def test_a_rejected_claim_owes_nothing(self) -> None:
        with pytest.raises(ValueError, match="ex gratia"):
            acts.Answer(player="P1", outcome="rejected", pay_minor=1)

    def test_a_reopened_case_counts_what_was_paid_before(self) -> None:
        case = given("settled")
        for line in ("pay D1 dispute_manager", "reopen A1 approver", "propose D1 dispute_manager"):
            assert case.say(line) is None
        assert case.say("alter D1 dispute_manager") is None
        assert case.say("approve A1 approver") is None
        assert case.say("settle D1 dispute_manager") is None
        assert case.case.owed("P1") == 800 - 900
        assert case.say("pay D1 dispute_manager") == "that is more than is still to be paid to P1"

    def test_two_rulings_stand_beside_each_other(self) -> None:
        case = given("open")
        case.say("ruling I1 investigator")
        case.say("attach I1 investigator")
        case.say("ruling I1 investigator")
        assert len(case.case.rulings) == 2


def test_a_digest_is_of_the_answers_and_not_of_who_proposes_them() -> None:
    event = acts.RulingProposed(by="D1", role="dispute_manager", answers=(answer("P1"),))
    other = acts.RulingAltered(by="D2", role="dispute_manager", answers=(answer("P1"),))
    assert proposal_digest(event) == proposal_digest(other)
    assert proposal_digest(event) != proposal_digest(acts.RulingProposed(by="D1", answers=(answer("P1", pay=901),)))

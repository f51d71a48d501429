"""Whatever is tried in whatever order by whomever: no settled case without two persons, authority, and one proposal."""

from typing import Any, Final

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from ledger.acts.authority import Authority, case_grants
from ledger.cases.case import proposal_digest
from ledger.events import cases as acts
from ledger.values.offices import DESK_ROLES, ROLES
from tests.ledger.cases.telling import MARK, Told, answer
from tests.ledger.strategies import repeatable

PEOPLE: Final = st.sampled_from(("A", "B", "C", "a", "approver", "management"))
OFFICES: Final = st.sampled_from((*["dispute_manager", "approver", "management"] * 4, *ROLES, *DESK_ROLES, None))
AMOUNTS: Final = st.integers(0, 2)
MISTAKEN: Final = {
    "settle_round": Authority(roles=("management", "administrator"), clause="CCL-40"),
    "propose_ruling": Authority(roles=("investigator", "dispute_manager", "administrator"), clause="CCL-40"),
}
"""A table that gives an administrator what no edition may give."""
MAY: Final[dict[Any, set[str]]] = {
    acts.RulingProposed: {"investigator", "dispute_manager"},
    acts.RulingAltered: {"investigator", "dispute_manager"},
    acts.RulingApproved: {"approver", "management"},
    acts.RulingRejected: {"approver", "management"},
    acts.CaseSettled: {"dispute_manager", "approver", "management"},
    acts.PlayerPaid: {"dispute_manager"},
}
"""Who may decide, written down once more and apart from the product's own table."""


class AnyOrder(RuleBasedStateMachine):
    """People try everything; the machine keeps its own book of what was approved, and by whom."""

    def __init__(self) -> None:
        super().__init__()
        self.casework = Told(case_grants(MISTAKEN))
        self.writers: set[str] = set()
        self.answers: tuple[acts.Answer, ...] | None = None
        self.approved: tuple[acts.Answer, ...] | None = None
        self.approver = ""
        self.paid = 0
        self.seen = [MARK]

    @initialize(pay=AMOUNTS, by=st.sampled_from(("A", "B")))
    def begin(self, pay: int, by: str) -> None:
        self.propose(by, "dispute_manager", pay)

    def tried(self, event: Any) -> bool:
        """Whether it holds; whoever did it then had the office for it."""
        self.casework.put(event)
        holds = self.casework.case.taken[-1].refused is None
        if holds and type(event) in MAY:
            assert event.office in MAY[type(event)]
        return holds

    @rule(by=PEOPLE, role=OFFICES, pay=AMOUNTS)
    def propose(self, by: str, role: str | None, pay: int) -> None:
        self.write(acts.RulingProposed, by, role, pay)

    @rule(by=PEOPLE, role=OFFICES, pay=AMOUNTS)
    def alter(self, by: str, role: str | None, pay: int) -> None:
        self.write(acts.RulingAltered, by, role, pay)

    def write(self, kind: Any, by: str, role: str | None, pay: int) -> None:
        event = kind.model_validate({"by": by, "role": role, "answers": (answer("P1", pay=pay),)})
        self.seen.append(proposal_digest(event))
        if self.tried(event):
            self.writers.add(by.lower())
            self.answers, self.approved = event.answers, None

    @rule(by=PEOPLE, role=OFFICES, which=st.integers(0, 50), latest=st.booleans())
    def approve(self, by: str, role: str | None, which: int, latest: bool) -> None:
        mark = self.named(which, latest)
        if self.tried(acts.RulingApproved.model_validate({"by": by, "role": role, "proposal": mark})):
            assert by.lower() not in self.writers
            assert by not in (*ROLES, *DESK_ROLES)
            assert self.answers is not None
            assert mark == proposal_digest(acts.RulingProposed(by="X", answers=self.answers))
            self.approved, self.approver = self.answers, by.lower()

    @rule(by=PEOPLE, role=OFFICES, which=st.integers(0, 50), latest=st.booleans())
    def settle(self, by: str, role: str | None, which: int, latest: bool) -> None:
        mark = self.named(which, latest)
        if self.tried(acts.CaseSettled.model_validate({"by": by, "role": role, "proposal": mark})):
            assert self.approved is not None, "settled without an approval of the answers as they stand"
            assert self.approved == self.casework.case.settled.answers  # type: ignore[union-attr]
            assert self.approver not in self.writers
            self.approved = None

    @rule(by=PEOPLE, role=OFFICES)
    def reject(self, by: str, role: str | None) -> None:
        mark = self.named(0, latest=True)
        if self.tried(acts.RulingRejected.model_validate({"by": by, "role": role, "proposal": mark})):
            self.approved = None

    @rule(by=PEOPLE, role=OFFICES, amount=st.integers(1, 3))
    def pay(self, by: str, role: str | None, amount: int) -> None:
        given = {"by": by, "role": role, "player": "P1", "amount_minor": amount}
        if self.tried(acts.PlayerPaid.model_validate(given)):
            self.paid += amount
            assert self.paid <= self.casework.case.answers()["P1"].pay_minor

    @rule(what=st.sampled_from(("claim", "attach", "ruling", "withdraw")))
    def gather(self, what: str) -> None:
        if self.casework.say(f"{what} I1 investigator") is None:
            self.approved = None

    @rule(what=st.sampled_from(("appeal", "reopen", "close", "note", "hold", "release")), by=PEOPLE, role=OFFICES)
    def go_on(self, what: str, by: str, role: str | None) -> None:
        if self.casework.say(f"{what} {by} {role or ''}") is None and what == "reopen":
            self.approved = None

    def named(self, which: int, latest: bool) -> str:
        return (latest and self.casework.case.digest) or self.seen[which % len(self.seen)]

    @invariant()
    def is_sound(self) -> None:
        case = self.casework.case
        assert (case.state == "approved") <= (self.approved is not None)
        assert (case.state in ("settled", "appealed")) <= (case.settled is not None)


@pytest.mark.slow
def test_nothing_is_settled_without_two_persons_and_their_authority() -> None:
    run_state_machine_as_test(AnyOrder, settings=repeatable(150))


def test_the_machine_reaches_settled_cases() -> None:
    """The search would prove nothing if it never came so far."""
    any_order = AnyOrder()
    any_order.begin(2, "A")
    any_order.approve("C", "approver", 0, latest=True)
    any_order.settle("A", "dispute_manager", 0, latest=True)
    any_order.pay("A", "dispute_manager", 2)
    any_order.is_sound()
    assert (any_order.casework.case.state, any_order.paid) == ("settled", 2)

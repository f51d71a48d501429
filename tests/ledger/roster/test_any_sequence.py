"""No sequence of acts puts anything in force that was not signed by a person whose office may, and seconded where it must.

What is in force is worked out a second time here, in plain lines that know nothing of the ledger's own: who is on the
roster, by which keys and in which offices, whether it is required, which rounds are void and whose account counts. The
clock goes where it likes.
"""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from desk.opening import migrate
from ledger.acts.roster import RosterRow
from ledger.application import Ledger
from ledger.events import decisions
from ledger.events.roster import PersonEnrolled, RosterAct, RosterConfirmed, RosterRequired, RosterRevoked
from ledger.events.table import AccountDecided, AccountDecisionReversed
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.roster.commands import act_on_roster
from ledger.values.times import format_instant
from ledger.verify.act_check import ActCheck, check_acts
from replay.editions.loader import shipped_text
from tests.ledger.roster.people import key_of, terms
from tests.ledgers import AT

DAY = "BJ-1/2026-11-20"
ROUNDS = (f"{DAY}/1", f"{DAY}/2")
PLAYED = "open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 8h 1 Kd; says 1 stand P1; D Js; pay w1 20000; close"
PERSONS = ("M1", "m-1", "M2", "A1", "I1", "D7")
KEYS = (*PERSONS, "M1 again", "stranger")
OFFICES = ("management", "direction", "administrator", "inspector", "dealer")
HOUR = 3600 * 1_000_000

person, key, office = st.sampled_from(PERSONS), st.none() | st.sampled_from(KEYS), st.sampled_from(OFFICES)
last_day = st.none() | st.sampled_from(["2026-11-19", "2026-11-20", "2026-11-22"])


def plain(name: str) -> str:
    """Two ids that may be one person's are one here."""
    return name.lower().replace("-", "").replace("_", "")


@dataclass
class Person:
    """Somebody on the roster, as it should be."""

    keys: set[str] = field(default_factory=set)
    offices: dict[str, str | None] = field(default_factory=dict)

    def holds(self, office: str, day: str) -> bool:
        return office in self.offices and day <= (self.offices[office] or "9999")


class Acts(RuleBasedStateMachine):
    """Acts of all kinds, by anybody, signed with any key or none, at any time."""

    template = b""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="recoup-"))
        self.now = AT
        self.roster: dict[str, Person] = {}
        self.is_required = False
        self.void = dict.fromkeys(ROUNDS, False)
        self.account: dict[str, str | None] = dict.fromkeys(ROUNDS)
        self.waiting: dict[int, tuple[str, str, str | None, bool]] = {}
        """Decisions on accounts that wait: round, by whom, and the account, or None where one is taken back."""

    @initialize(begun=st.sampled_from([True, True, True, False]))
    def begin(self, *, begun: bool) -> None:
        url = f"sqlite:///{self.folder / 'recoup.db'}"
        if not Acts.template:
            migrate(url)
            Acts.template = Path(url.removeprefix("sqlite:///")).read_bytes()
        Path(url.removeprefix("sqlite:///")).write_bytes(Acts.template)
        self.ledger = Ledger(url, clock=lambda: self.now)
        self.ledger.adopt("ccl", "2026.3", shipped_text("ccl"))
        transcript, typed = Transcript("table/BJ-1"), Transcript("transcript/calm")
        lines = [f"{DAY}: table blackjack ccl CZK; shoe S1 6; dealer D7", *(f"{name}: {PLAYED}" for name in ROUNDS)]
        played = [delivery for line in lines for delivery in transcript.read(line)]
        played += [delivery for name in ROUNDS for delivery in typed.read(f"{name}: {PLAYED}")]
        self.ledger.ingest(incoming_deliveries(played, "feed"))
        if begun:
            self.enrol("M1", "M1", "M1", "M1", "management", None, "M1", "M1")
            self.enrol("M1", "M1", "M2", "M2", "management", None, "M2", "M2")
            self.enrol("M1", "M1", "A1", "A1", "administrator", None, "M2", "M2")
            assert len(self.roster) == 3

    def teardown(self) -> None:
        if hasattr(self, "ledger"):
            assert [what for _, what in check_acts(self.ledger, ActCheck(self.ledger.roster()))] == []
            self.ledger.close()
        shutil.rmtree(self.folder)

    # Who may, once more

    @property
    def today(self) -> str:
        return format_instant(self.now)[:10]

    def is_known(self, by: str, signer: str | None) -> bool:
        """Whether a signature counts as this person's."""
        return signer is not None and by in self.roster and signer in self.roster[by].keys

    def may(self, by: str, role: str, signer: str | None, roles: tuple[str, ...]) -> bool:
        if role not in roles:
            return False
        if signer is None:
            return not self.is_required
        return self.is_known(by, signer) and self.roster[by].holds(role, self.today)

    def keeps(self, by: str, signer: str | None, roles: tuple[str, ...]) -> bool:
        return self.is_known(by, signer) and any(self.roster[by].holds(role, self.today) for role in roles)

    # The roster

    def on_roster(self, event: RosterAct, signer: str | None) -> RosterRow | None:
        self.ledger.signer = key_of(signer) if signer else None
        if signer is None:
            return None
        row = act_on_roster(self.ledger, event)
        self.ledger.signer = None
        return row if row.refused is None else None

    def changed(
        self, event: RosterAct, signer: str | None, second: str, second_signer: str | None, enter: Callable[[], None]
    ) -> None:
        """Somebody changes the roster and somebody confirms it; what then holds must have been theirs to do."""
        row = self.on_roster(event, signer)
        if row is None:
            return
        if not self.roster:
            assert isinstance(event, PersonEnrolled)
            assert event.key is not None
            assert (event.person, event.key.fingerprint) == (event.by, key_of(str(signer)).fingerprint)
            assert {term.office for term in event.offices} & {"management", "direction"}
            enter()
            return
        assert self.keeps(event.by, signer, ("management", "direction", "administrator"))
        confirmed = self.on_roster(RosterConfirmed(by=second, act=row.entry.position), second_signer)
        if confirmed is None:
            return
        assert plain(second) != plain(event.by)
        if len(self.roster) == 1:
            assert isinstance(event, PersonEnrolled)
            assert event.key is not None
            assert (second, key_of(str(second_signer)).fingerprint) == (event.person, event.key.fingerprint)
        else:
            both = ((event.by, signer), (second, second_signer))
            assert all(self.keeps(by, by_key, ("management", "direction", "administrator")) for by, by_key in both)
            assert any(self.keeps(by, by_key, ("management", "direction")) for by, by_key in both)
        enter()

    @rule(
        by=person,
        signer=key,
        whom=person,
        new=st.sampled_from(KEYS),
        held=office,
        until=last_day,
        second=person,
        by_key=key,
    )
    def enrol(
        self,
        by: str,
        signer: str | None,
        whom: str,
        new: str,
        held: str,
        until: str | None,
        second: str,
        by_key: str | None,
    ) -> None:
        def enter() -> None:
            assert not any(plain(other) == plain(whom) for other in self.roster if other != whom)
            self.roster.setdefault(whom, Person()).offices = {held: until}
            self.roster[whom].keys.add(new)

        event = PersonEnrolled(by=by, person=whom, offices=terms(held, until=until), key=key_of(new).public)
        self.changed(event, signer, second, by_key, enter)

    @rule(first=st.sampled_from(["M1", "M2"]), whom=st.sampled_from(["M1", "M2", "A1", "I1"]), held=office)
    def enrol_in_order(self, first: str, whom: str, held: str) -> None:
        """As a house would: else nobody would ever be on the roster."""
        begun = self.roster or not self.enrol(first, first, first, first, "management", None, first, first)
        second = next((name for name in self.roster if name != first), whom)
        if begun and whom != first:
            self.enrol(first, first, whom, whom, held, None, second if len(self.roster) > 1 else whom, second)

    @rule(by=person, signer=key, whom=person, second=person, by_key=key)
    def revoke(self, by: str, signer: str | None, whom: str, second: str, by_key: str | None) -> None:
        def enter() -> None:
            self.roster[whom].keys.clear()
            self.roster[whom].offices.clear()

        self.changed(RosterRevoked(by=by, person=whom), signer, second, by_key, enter)

    @precondition(lambda self: len(self.roster) > 1)
    @rule(by=st.sampled_from(["M1", "M2"]), second=st.sampled_from(["M1", "M2", "A1"]))
    def require(self, by: str, second: str) -> None:
        def enter() -> None:
            self.is_required = True

        self.changed(RosterRequired(by=by), by, second, second, enter)

    # Decisions

    def decided(self, event: decisions.AuthorityAct, subject: str, signer: str | None) -> tuple[int, bool]:
        self.ledger.signer = key_of(signer) if signer else None
        decision = self.ledger.decide(subject, event)
        self.ledger.signer = None
        return decision.position, decision.refused is None

    @rule(by=person, role=office, signer=key, name=st.sampled_from(ROUNDS))
    def void_round(self, by: str, role: str, signer: str | None, name: str) -> None:
        given = {"by": by, "role": role, "reason": "tried"}
        if role != "administrator":
            _, held = self.decided(decisions.RoundVoided.model_validate(given), name, signer)
            assert held == (self.may(by, role, signer, ("management",)) and not self.void[name])
            self.void[name] |= held

    @rule(by=person, role=office, signer=key, name=st.sampled_from(ROUNDS))
    def reverse_void(self, by: str, role: str, signer: str | None, name: str) -> None:
        """Also of what was decided when the clock was ahead."""
        given = {"by": by, "role": role, "reason": "tried"}
        if role != "administrator":
            _, held = self.decided(decisions.RoundVoidReversed.model_validate(given), name, signer)
            assert held == (self.may(by, role, signer, ("management",)) and self.void[name])
            self.void[name] &= not held

    @rule(by=person, signer=key, name=st.sampled_from(ROUNDS), account=st.sampled_from(["floor", "transcript.calm", None]))
    def decide_account(self, by: str, signer: str | None, name: str, account: str | None) -> None:
        given: dict[str, Any] = {"by": by, "role": "management", "reason": "footage_checked"}
        event = AccountDecided(**given, account=account) if account else AccountDecisionReversed(**given)
        position, held = self.decided(event, name, signer)
        sound = self.account[name] is not None if account is None else self.account[name] != account
        assert held == (self.may(by, "management", signer, ("management",)) and by != "D7" and sound)
        if held:
            self.waiting[position] = (name, by, account, signer is not None)

    @precondition(lambda self: self.waiting)
    @rule(by=person, role=office, signer=key, data=st.data())
    def confirm_account(self, by: str, role: str, signer: str | None, data: st.DataObject) -> None:
        position = data.draw(st.sampled_from(sorted(self.waiting)))
        name, first, account, is_signed = self.waiting[position]
        if role == "administrator":
            return
        self.ledger.signer = key_of(signer) if signer else None
        confirmation = decisions.AuthorityAct.model_validate({"by": by, "role": role})
        held = self.ledger.confirm(position, confirmation).refused is None
        self.ledger.signer = None
        sound = self.account[name] is not None if account is None else self.account[name] != account
        may = self.may(by, role, signer, ("management",)) and plain(by) != plain(first)
        assert held == (may and sound and (is_signed or not self.is_required))
        if held:
            del self.waiting[position]
            self.account[name] = account

    @rule(hours=st.integers(-72, 72))
    def move_the_clock(self, hours: int) -> None:
        self.now = AT + hours * HOUR

    # What is in force

    @invariant()
    def what_is_in_force_is_what_should_be(self) -> None:
        if not hasattr(self, "ledger"):
            return
        roster = self.ledger.roster()
        assert roster.is_required() == self.is_required
        assert {
            name: {fingerprint for fingerprint, term in member.keys.items() if term.until is None}
            for name, member in roster.members.items()
        } == {name: {key_of(each).fingerprint for each in known.keys} for name, known in self.roster.items()}
        standing = self.ledger.standings(DAY, self.ledger.entries(f"table/{DAY}"))
        for name in ROUNDS:
            assert (standing.round_standing(name, "S1") == "void") == self.void[name]
            decided = standing.decided_accounts.get(name)
            assert (decided.event.account if decided else None) == self.account[name]


def run(steps: int) -> None:
    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    chosen = settings(max_examples=steps // 45, stateful_step_count=50, deadline=None, suppress_health_check=quiet)
    run_state_machine_as_test(Acts, settings=chosen)


@pytest.mark.slow
def test_no_sequence_of_acts_puts_in_force_what_nobody_might_do() -> None:
    run(1_000)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_no_sequence_of_100_000_acts_does() -> None:
    run(100_000)

"""Which witness policies the house has adopted, by whom, and which is in force: a fold of the evidence stream."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from ledger.acts.adoptions import ADOPTED_IT, house_refusal
from ledger.acts.roster import NEXT_POSITION, Roster
from ledger.application import Ledger
from ledger.entry import Entry
from ledger.events.evidence import PolicyStated
from ledger.events.policies import PolicyAct, PolicyActRefused, PolicyAdopted, PolicyConfirmed
from ledger.evidence.log import EVIDENCE
from ledger.evidence.policy import MalformedPolicy, Policy, parse_policy, weakening
from ledger.merkle import digest
from ledger.values.refusals import Refusal

STATED_BY_ONE: Final = Refusal("policy_stated_by_one")


@dataclass(slots=True)
class PolicyRow:
    """A witness policy that was adopted, or is to be once a second person has confirmed it.

    `position` is that from which it is in force, None as long as it is not. Earlier versions of the program stated a policy
    without persons.
    """

    entry: Entry
    event: PolicyAdopted | PolicyStated
    policy: Policy | None
    position: int | None = None
    refused: str | None = None
    confirmed_by: str | None = None

    @property
    def digest(self) -> str:
        """The digest of its text."""
        return digest(self.event.text.encode())

    @property
    def origin(self) -> str:
        """Who put it in force, in a few words."""
        if isinstance(self.event, PolicyStated):
            return "stated by one person, unsigned"
        return f"adopted by {self.event.by} and confirmed by {self.confirmed_by} at position {self.position}"


@dataclass(frozen=True, slots=True)
class WeakenedPolicy:
    """A policy that took the place of a stronger one."""

    earlier: PolicyRow
    later: PolicyRow
    how: str

    def __str__(self) -> str:
        positions = self.earlier.entry.position, self.later.entry.position
        return (
            f"the witness policy of position {positions[0]} was weakened by that of position {positions[1]}, "
            f"{self.later.origin}: {self.how}"
        )


@dataclass(slots=True)
class Policies:
    """All witness policies on record, in their order."""

    roster: Roster
    rows: list[PolicyRow] = field(default_factory=list)
    held: list[PolicyRow] = field(default_factory=list)
    """The policies that came into force, one after the other."""
    weakened: list[WeakenedPolicy] = field(default_factory=list)
    refused_acts: list[tuple[Entry, str]] = field(default_factory=list)
    """Confirmations that do not hold, and attempts that were recorded as such, each with the reason."""

    # Asking

    def in_force(self, upto: int = NEXT_POSITION) -> PolicyRow | None:
        """The policy in force after the entry at a position."""
        return next((row for row in reversed(self.held) if row.position is not None and row.position <= upto), None)

    @property
    def waiting(self) -> list[PolicyRow]:
        """The policies that wait for a second person: those adopted since the policy in force was confirmed."""
        since = (self.held[-1].position or 0) if self.held else 0
        return [row for row in self.rows if not row.refused and row.position is None and row.entry.position > since]

    def refusal(self, event: PolicyAct, position: int = NEXT_POSITION) -> str | None:
        """Why an act does not hold if it is taken at a position; None if it holds, or holds once it is confirmed."""
        match event:
            case PolicyAdopted():
                malformed = _parsed(event.text)[1]
                return malformed or house_refusal(event, PolicyAdopted.WORD)
            case PolicyConfirmed():
                row = self._waiting_row(event)
                if row is None:
                    return Refusal("no_policy_waits")
                assert isinstance(row.event, PolicyAdopted)
                second = self.roster.second_person_refusal(row.entry, row.event, event.by, ADOPTED_IT, position)
                return second or house_refusal(event, PolicyAdopted.WORD)
        return None

    def warnings(self, size_before: int | None = None) -> Iterator[str]:
        """What to know of the policies: where one was weakened, and which acts on record have no effect.

        `size_before` is the size of the log as of which the package before was made.
        """
        for weakened in self.weakened:
            is_new = size_before is not None and (weakened.later.position or 0) > size_before
            yield f"{weakened}{f' (since the package before, as of {size_before} entries)' if is_new else ''}"
        for row in self.rows:
            if row.refused is not None:
                yield f"the witness policy of position {row.entry.position} is not in force: {row.refused}"
        for entry, why in self.refused_acts:
            if isinstance(entry.event, PolicyConfirmed):
                yield f"the confirmation of a witness policy at position {entry.position} does not hold: {why}"

    # Going along

    def apply(self, entry: Entry) -> None:
        """Take in one entry of the evidence stream."""
        event = entry.event
        match event:
            case PolicyActRefused():
                self.refused_acts.append((entry, event.why))
            case PolicyStated():
                self._apply_statement(entry, event)
            case PolicyAdopted():
                refused = self.roster.entry_refusal(entry, event) or self.refusal(event, entry.position)
                self.rows.append(PolicyRow(entry, event, _parsed(event.text)[0], refused=refused))
            case PolicyConfirmed():
                refused = self.roster.entry_refusal(entry, event) or self.refusal(event, entry.position)
                row = self._waiting_row(event)
                if refused is not None or row is None:
                    self.refused_acts.append((entry, refused or Refusal("no_policy_waits")))
                else:
                    row.confirmed_by = event.by
                    self._put_in_force(row, entry.position)

    def _apply_statement(self, entry: Entry, event: PolicyStated) -> None:
        """Take in a policy as earlier versions stated it: by one person, unsigned.

        It takes no adopted policy's place. Once the roster is required it weakens no earlier policy either.
        """
        policy, refused = _parsed(event.text)
        row = PolicyRow(entry, event, policy, refused=refused)
        self.rows.append(row)
        before = self.in_force()
        if policy is None:
            return
        if before is not None and before.policy is not None:
            is_adopted = isinstance(before.event, PolicyAdopted)
            if is_adopted or (self.roster.is_required(entry.position) and weakening(policy, before.policy)):
                row.refused = STATED_BY_ONE
                return
        self._put_in_force(row, entry.position)

    def _put_in_force(self, row: PolicyRow, position: int) -> None:
        before, row.position = self.in_force(), position
        if before is not None and before.policy is not None and row.policy is not None:
            how = weakening(row.policy, before.policy)
            if how is not None:
                self.weakened.append(WeakenedPolicy(before, row, how))
        self.held.append(row)

    def _waiting_row(self, event: PolicyConfirmed) -> PolicyRow | None:
        return next((row for row in self.waiting if row.entry.position == event.adoption), None)


def project_policies(entries: Iterable[Entry], roster: Roster) -> Policies:
    """The witness policies after these entries of the evidence stream."""
    policies = Policies(roster)
    for entry in entries:
        policies.apply(entry)
    return policies


def policies_of(ledger: Ledger) -> Policies:
    """The witness policies of a ledger."""
    return project_policies(ledger.entries(EVIDENCE), ledger.roster())


def _parsed(text: str) -> tuple[Policy | None, str | None]:
    """A policy, or why its text is not one."""
    try:
        return parse_policy(text), None
    except MalformedPolicy as error:
        return None, Refusal("policy_malformed", why=str(error))

"""How a case stands: its status, its clocks, what is still to be paid, and what is to be done next by which roles."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Final, Literal

from ledger.application import Ledger
from ledger.cases.case import Case, CaseAct, case_on_record
from ledger.cases.clocks import ClockStanding, ClockState, letter_step, standings, zone_of
from ledger.cases.deadlines import end_of, local_day
from ledger.events.cases import CaseClock, LetterKind
from ledger.values.message import Message
from ledger.values.times import parse_instant
from projections.answers.status import AnswerStatus, case_status
from projections.answers.urgency import Urgency

ACKNOWLEDGEMENT: Final = "acknowledgement"
FINAL_POSITION: Final = "final_position"
FOOTAGE_EXPIRES: Final = "footage_expires"
ADR: Final = "adr"
"""The term within which a player may turn to the dispute body."""

ANSWERING_LETTERS: Final = ("final", "deadlock")
"""The letters that give a player the house's final position."""

STEPS: Final[Mapping[str, tuple[Message, str, str]]] = {
    "claim": (Message("State what is claimed"), "state_claim", "claim {}"),
    "acknowledge": (Message("Acknowledge the complaint"), "send_letter", "send {} acknowledgement"),
    "attach": (Message("Attach what shows it"), "attach_evidence", "attach {}"),
    "propose": (Message("Propose an answer"), "propose_ruling", "propose {}"),
    "approve": (Message("Approve or reject the answer"), "approve_ruling", "approve {}"),
    "settle": (Message("Settle"), "settle_case", "settle {}"),
    "pay": (Message("Pay"), "pay_player", "pay {}"),
    "letter": (Message("Send the final letter"), "send_letter", "send {} final"),
    "close": (Message("Close"), "close_case", "close {}"),
    "appeal": (Message("Wait for the body outside, or close"), "close_case", "close {}"),
}
"""What is to be done next, in words, the act that does it, and how its command goes on after `recoup case`."""

ClockWord = Literal["not_verified", "not_begun", "running", "paused", "met", "met_late", "late", "unknown", "over"]
"""How a clock stands. `late`: a duty that is past and not done. `unknown`: a duty that is past, where no act on record can
show that it was done. `over`: a right, or something that expires, after its last day.
"""


def clock_word(state: ClockState, kind: str, days_late: int | None, *, may_be_met: bool) -> ClockWord:
    """Return how a clock stands, in one word."""
    match state:
        case "met":
            return "met_late" if days_late else "met"
        case "past":
            return "over" if kind != "duty" else "late" if may_be_met else "unknown"
    return state


@dataclass(frozen=True, slots=True)
class ClockAnswer:
    """A clock of a case at a moment."""

    standing: ClockStanding

    @property
    def what(self) -> str:
        """What it is for."""
        return self.standing.clock.what

    @property
    def word(self) -> ClockWord:
        """How it stands."""
        clock = self.standing.clock
        return clock_word(self.standing.state, clock.kind, self.standing.days_late, may_be_met=bool(clock.met_by))

    @property
    def days_late(self) -> int:
        """By how many days the house is late, or was; 0 where it is in time or has no term."""
        return self.standing.days_late or 0 if self.is_late else 0

    @property
    def is_late(self) -> bool:
        """Whether the house has missed its duty, as far as the record shows."""
        return self.word in ("met_late", "late", "unknown")

    @property
    def is_pending(self) -> bool:
        """Whether somebody of the house has to look at it: a duty that is not done, or something that expires."""
        return self.word == "late" or (self.word == "running" and self.standing.clock.kind != "right")

    @property
    def is_to_be_met(self) -> bool:
        """Whether it waits for an act, in time or late."""
        return self.standing.state in ("running", "past") and bool(self.standing.clock.met_by)

    def is_over_at(self, at: str) -> bool:
        """Whether its last day is past at a moment, whether it was met or not."""
        return self.standing.due_at is not None and parse_instant(self.standing.due_at) <= parse_instant(at)

    @property
    def key(self) -> str:
        """The soonest first; what has no last day comes last."""
        return self.standing.due_at or "9999"


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is to be done next in a case, by which roles."""

    name: str
    words: Message
    act: str
    offices: tuple[str, ...]

    def command(self, number: str) -> str:
        """The command that does it in the case of a number."""
        return f"recoup case {STEPS[self.name][2]}".format(number)


@dataclass(frozen=True, slots=True)
class PlayerOutstanding:
    """What a settled case still has to pay to a player, never negative. In minor units."""

    player: str
    owed_minor: int
    ex_gratia_minor: int


@dataclass(frozen=True, slots=True)
class Deciders:
    """The acts by which the answers of a case were given: written last, approved, settled; None where it is not done.

    Who approved them has decided. A settlement puts into effect what was approved.
    """

    proposed: CaseAct
    approved: CaseAct | None = None
    settled: CaseAct | None = None


@dataclass(frozen=True)
class CaseAnswer:
    """A case at a moment (RFC 3339)."""

    case: Case
    at: str
    _to: str | None = field(default=None, kw_only=True)
    _letter: LetterKind | None = field(default=None, kw_only=True)

    def for_player(self, player: str, letter: LetterKind | None = None) -> "CaseAnswer":
        """The same for one player, by the acts that concern him: a letter that is written at this moment counts as sent,
        so that it says what will be on record afterwards.
        """
        return replace(self, _to=player, _letter=letter)

    @property
    def status(self) -> AnswerStatus:
        """Its status."""
        return case_status(self.case)

    @property
    def deciders(self) -> Deciders | None:
        """Who answers for the settlement given last, or for the proposal while the case is worked on; None before both."""
        held = [act for act in self.case.taken if act.refused is None]
        settled = [act for act in held if act.act == "settle_case"]
        if is_decided(self.case):
            before = [act for act in held if act.position < settled[-1].position]
            approved = [act for act in before if act.act == "approve_ruling"]
            written = [act for act in before if act.act in ("propose_ruling", "alter_ruling")]
            return Deciders(written[-1], approved[-1] if approved else None, settled[-1])
        if self.case.proposal is None:
            return None
        return Deciders(self.case.writings[-1], self.case.approval)

    @cached_property
    def clocks(self) -> tuple[ClockAnswer, ...]:
        """Its clocks, in the order in which its jurisdiction names them."""
        if self._to is None:
            return tuple(map(ClockAnswer, self.case.clocks(self.at)))
        steps = [step for step in self.case.steps if step.player in (None, self._to)]
        if self._letter:
            steps.append(letter_step(self._letter, self._to, self.at))
        return tuple(map(ClockAnswer, standings(self.case.opened, steps, self.at)))

    @cached_property
    def clocks_and_footage(self) -> tuple[ClockAnswer, ...]:
        """Its clocks and the days on which its footage expires, the soonest first."""
        return tuple(sorted((*self.clocks, *self._footage()), key=lambda clock: clock.key))

    def clock(self, what: str) -> ClockAnswer | None:
        """The clock for something; None where the case has none."""
        return next((clock for clock in self.clocks if clock.what == what), None)

    @property
    def pending(self) -> ClockAnswer | None:
        """What is due next, or late; None where nothing is, and of a closed case."""
        if self.case.state == "closed":
            return None
        return next((clock for clock in self.clocks_and_footage if clock.is_pending), None)

    @property
    def is_late(self) -> bool:
        """Whether the case itself is late: its final position is past and not given."""
        clock = self.clock(FINAL_POSITION)
        return clock is not None and clock.word == "late"

    @cached_property
    def outstanding(self) -> tuple[PlayerOutstanding, ...]:
        """The players to whom something is still to be paid."""
        rows = (
            PlayerOutstanding(player, max(self.case.owed(player), 0), max(self.case.owed(player, ex_gratia=True), 0))
            for player in self.case.answers()
        )
        return tuple(row for row in rows if row.owed_minor or row.ex_gratia_minor)

    @cached_property
    def next_step(self) -> NextStep | None:
        """What is to be done next; None where nothing remains."""
        name = self._next_name()
        if name is None:
            return None
        words, act, _ = STEPS[name]
        grant = self.case.grant(act)
        return NextStep(name, words, act, tuple(grant.roles) if grant else ())

    @property
    def in_question_minor(self) -> int:
        """What players are owed by the settlement; before it and on appeal, what they claim beyond what they were paid."""
        case = self.case
        owed = {row.player: row.owed_minor + row.ex_gratia_minor for row in self.outstanding}
        if case.settled is None or case.state == "appealed":
            for player, claim in case.claims.items():
                paid = sum(case.paid.get((player, kind), 0) for kind in (False, True))
                owed[player] = max(owed.get(player, 0), claim.amount_minor - paid)
        return sum(owed.values())

    def urgency(self, currency: str) -> Urgency:
        """How urgent it is; the currency is that of its table."""
        return Urgency(
            needs_action=self.next_step is not None,
            currency=currency,
            in_question_minor=self.in_question_minor,
            deadline=self.pending.standing.due_at if self.pending else None,
            since=self.case.opened.received_at,
        )

    def notified_on(self, player: str) -> date:
        """The day on which a player is given the final position: of the first letter since the settlement, else now."""
        settled_at = _settled_at(self.case)
        sent = [
            act.entry.delivery.time or act.entry.recorded_at
            for act in self.case.letters()
            if act.event.player == player and act.event.letter in ANSWERING_LETTERS and act.position > settled_at
        ]
        return local_day(min([*sent, self.at]), zone_of(self.case.opened))

    def adr_until(self) -> Mapping[str, date]:
        """The last day on which each player may turn to the dispute body, of those for whom the term has begun."""
        players = dict.fromkeys((*self.case.claims, *self.case.answers()))
        clocks = {player: self.for_player(player).clock(ADR) for player in players}
        return {player: clock.standing.due_on for player, clock in clocks.items() if clock and clock.standing.due_on}

    def _footage(self) -> Iterator[ClockAnswer]:
        """The days on which footage expires, unless it is held."""
        if self.case.held or self.case.state == "closed":
            return
        zone = zone_of(self.case.opened)
        for evidence in self.case.evidence:
            if evidence.expires_on is not None:
                named = f"footage {evidence.evidence}" + (f" of camera {evidence.camera}" if evidence.camera else "")
                clock = CaseClock(
                    what=FOOTAGE_EXPIRES, kind="expiry", counts_from="incident", source=f"{named} expires", verified=True
                )
                day = date.fromisoformat(evidence.expires_on)
                days = (day - local_day(self.at, zone)).days
                state: ClockState = "past" if days < 0 else "running"
                yield ClockAnswer(ClockStanding(clock, state, day, end_of(day, zone), days=days))

    def _next_name(self) -> str | None:
        case = self.case
        match case.state:
            case "open" if not case.claims:
                return "claim"
            case "open" if any(clock.what == ACKNOWLEDGEMENT and clock.is_to_be_met for clock in self.clocks):
                return "acknowledge"
            case "open":
                return "propose" if case.evidence or case.writings else "attach"
            case "proposed":
                return "approve"
            case "approved":
                return "settle"
            case "closed":
                return None
        if self.outstanding:
            return "pay"
        if any(not has_final_letter(case, player) for player in case.answers()):
            return "letter"
        return "appeal" if case.state == "appealed" else "close"


def is_decided(case: Case) -> bool:
    """Whether the answers of a case are given, and it was not taken up again."""
    return case.settled is not None and case.state in ("settled", "appealed", "closed")


def has_final_letter(case: Case, player: str) -> bool:
    """Whether a player was sent the final letter since the case was settled last."""
    settled_at = _settled_at(case)
    return any(
        act.event.player == player and act.event.letter == "final" and act.position > settled_at for act in case.letters()
    )


def _settled_at(case: Case) -> int:
    """The position of the last settlement; 0 where there is none."""
    return max((act.position for act in case.taken if act.refused is None and act.act == "settle_case"), default=0)


class CaseLookup:
    """The cases of a ledger, each read once, as they are now or were at a position; a package may lack one."""

    def __init__(self, ledger: Ledger, upto: int | None = None):
        self._ledger, self._upto = ledger, upto
        self._cases: dict[str, Case | None] = {}

    def cases(self, numbers: Iterable[str | None]) -> list[Case]:
        """The cases with these numbers, in that order, each once."""
        found = (self._case(number) for number in dict.fromkeys(numbers) if number is not None)
        return [case for case in found if case is not None]

    def _case(self, number: str) -> Case | None:
        if number not in self._cases:
            self._cases[number] = case_on_record(self._ledger, number, self._upto)
        return self._cases[number]
